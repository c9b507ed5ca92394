//! A view as JSON, in the published shape of `show --format json`. It decides nothing.

use super::{answer_word, open_word};
use crate::view::{CellView, FigureView, ListView, Mark, NoteView, RowView, TableView, View};
use serde_json::{Value, json};

/// The version of the shape; it grows when the shape changes incompatibly.
pub const SCHEMA: u32 = 1;

/// The whole view.
pub fn document(view: &View<'_>) -> Value {
    let dataset = view.dataset;
    let elements = view.selection.elements.iter();
    let elements = elements.map(|element| dataset.element(element).0.as_str());
    json!({
        "schema": SCHEMA,
        "edition": dataset.edition(view.selection.edition).0.as_str(),
        "elements": elements.collect::<Vec<_>>(),
        "language": dataset.languages[view.language.index()].code,
        "tables": view.tables.iter().map(table).collect::<Vec<_>>(),
        "notes": view.notes.iter().map(note).collect::<Vec<_>>(),
        "lists": view.lists.iter().map(list).collect::<Vec<_>>(),
    })
}

fn list(list: &ListView<'_>) -> Value {
    let items = list.items.iter();
    let items =
        items.map(|item| json!({"id": item.id, "text": item.text.text, "adapted": item.adapted}));
    json!({
        "id": list.id.as_str(),
        "title": list.title.text,
        "text": list.text.text,
        "items": items.collect::<Vec<_>>(),
    })
}

/// A footnote.
pub(super) fn note(note: &NoteView<'_>) -> Value {
    let parts = note.parts.iter();
    let parts = parts.map(|part| json!({"speaker": part.speaker.as_str(), "text": part.text.text}));
    json!({
        "id": note.id.as_str(),
        "adapted": note.adapted,
        "parts": parts.collect::<Vec<_>>(),
    })
}

fn ids(notes: &[Mark<'_>]) -> Vec<String> {
    notes.iter().map(|note| note.id.to_string()).collect()
}

fn table(table: &TableView<'_>) -> Value {
    let sections = table.sections.iter().map(|section| {
        json!({
            "id": section.id.as_str(),
            "title": section.title.text,
            "rows": section.rows.iter().map(row).collect::<Vec<_>>(),
        })
    });
    let notes = table.notes.iter();
    let notes = notes.map(|note| json!({"id": note.id.as_str(), "label": note.label}));
    json!({
        "id": table.id.as_str(),
        "title": table.title.text,
        "figures": table.figures.iter().map(figure).collect::<Vec<_>>(),
        "sections": sections.collect::<Vec<_>>(),
        "notes": notes.collect::<Vec<_>>(),
    })
}

fn figure(figure: &FigureView<'_>) -> Value {
    json!({
        "id": figure.id.as_str(),
        "name": figure.name.text,
        "notes": ids(&figure.notes),
        "adapted": figure.adapted,
    })
}

fn row(row: &RowView<'_>) -> Value {
    json!({
        "question": row.question.as_str(),
        "text": row.text.text,
        "notes": ids(&row.notes),
        "adapted": row.adapted,
        "cells": row.cells.iter().map(cell).collect::<Vec<_>>(),
    })
}

fn cell(cell: &CellView<'_>) -> Value {
    let sources = cell.claims.iter().map(|claim| claim.source.as_str());
    json!({
        "figure": cell.figure.as_str(),
        "answer": answer_word(cell.answer),
        "text": cell.text.as_ref().map(|text| text.text.as_str()),
        "open": open_word(cell.answer),
        "notes": ids(&cell.notes),
        "adapted": cell.adapted,
        "sources": sources.collect::<Vec<_>>(),
    })
}
