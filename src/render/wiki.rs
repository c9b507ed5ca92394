//! What two pages, or a page and the dataset, say otherwise: as text, JSON and CSV. It compares
//! nothing.

use crate::diagnostic::{Files, Place};
use crate::wiki::{Comparison, Difference, Said, Whole};
use serde_json::{Value, json};

/// The version of the shape of [`json()`]; it grows when the shape changes incompatibly.
pub const SCHEMA: u32 = 1;

/// The comparison for a person; `sides` are the names of what was compared.
pub fn text(comparison: &Comparison, sides: [&str; 2], files: &Files) -> String {
    let mut out = String::new();
    let mut whole = None;
    for difference in &comparison.differences {
        if whole != Some(&difference.whole) {
            out.push_str(&format!("{}\n", difference.whole.id()));
            whole = Some(&difference.whole);
        }
        let kind = difference.kind.as_str();
        out.push_str(&format!("  {kind}  {}\n", subject(difference)));
        for (name, said) in sides.into_iter().zip(&difference.sides) {
            let what = if said.what.is_empty() {
                "–"
            } else {
                said.what.as_str()
            };
            out.push_str(&format!("    {}: {what}\n", at(name, said, files)));
        }
    }
    for (name, strays) in sides.into_iter().zip(&comparison.strays) {
        for (what, place) in strays {
            let (line, column) = files.line_and_column(place);
            out.push_str(&format!(
                "{name}:{line}:{column}: the dataset has none like {what}\n"
            ));
        }
    }
    out.push_str(&summary(comparison, sides));
    out
}

/// What a difference is about: `work/alone · band-saw · note trained`.
fn subject(difference: &Difference) -> String {
    let question = difference.question.as_ref().map(ToString::to_string);
    let figure = difference.figure.as_ref().map(ToString::to_string);
    let note = difference.note.as_ref().map(|note| format!("note {note}"));
    let item = difference.item.clone();
    let parts = [item, question, figure, note].into_iter().flatten();
    parts.collect::<Vec<_>>().join(" · ")
}

/// The name of a side, with the line where it says something.
fn at(name: &str, said: &Said, files: &Files) -> String {
    match &said.place {
        Some(place) => {
            let (line, _) = files.line_and_column(place);
            let path = files.path(place);
            if path == name {
                format!("{name}:{line}")
            } else {
                format!("{name} ({path}:{line})")
            }
        }
        None => name.to_owned(),
    }
}

fn summary(comparison: &Comparison, sides: [&str; 2]) -> String {
    let [one, other] = comparison.cells;
    let cells = format!(
        "{one} cells in {}, {other} in {}, {} in both",
        sides[0], sides[1], comparison.common
    );
    let strays: usize = comparison.strays.iter().map(Vec::len).sum();
    let differences = match comparison.differences.len() + strays {
        0 => "no differences".to_owned(),
        1 => "1 difference".to_owned(),
        count => format!("{count} differences"),
    };
    format!("{cells}: {differences}\nnot compared: the words of labels, items and footnotes\n")
}

/// The comparison as JSON. Lines and columns count from 1, columns in characters.
pub fn json(comparison: &Comparison, sides: [&str; 2], files: &Files) -> Value {
    let place = |place: &Place| {
        let (line, column) = files.line_and_column(place);
        json!({"file": files.path(place), "line": line, "column": column})
    };
    let side = |said: &Said| {
        let what = Some(&said.what).filter(|what| !what.is_empty());
        json!({"says": what, "place": said.place.as_ref().map(place)})
    };
    let differences = comparison.differences.iter().map(|difference| {
        json!({
            "kind": difference.kind.as_str(),
            "table": table_id(difference),
            "list": list_id(difference),
            "item": difference.item,
            "section": difference.section.as_ref().map(|id| id.as_str()),
            "question": difference.question.as_ref().map(|id| id.as_str()),
            "figure": difference.figure.as_ref().map(|id| id.as_str()),
            "note": difference.note,
            "sides": [side(&difference.sides[0]), side(&difference.sides[1])],
        })
    });
    let strays = sides
        .into_iter()
        .zip(&comparison.strays)
        .flat_map(|(name, strays)| {
            let own = strays.iter();
            own.map(move |(what, at)| json!({"side": name, "what": what, "place": place(at)}))
        });
    json!({
        "schema": SCHEMA,
        "sides": sides,
        "cells": comparison.cells,
        "common": comparison.common,
        "differences": differences.collect::<Vec<_>>(),
        "unknown": strays.collect::<Vec<_>>(),
    })
}

/// The table in which a difference stands.
fn table_id(difference: &Difference) -> Option<&str> {
    match &difference.whole {
        Whole::Table(id) => Some(id.as_str()),
        Whole::List(_) => None,
    }
}

/// The list in which a difference stands.
fn list_id(difference: &Difference) -> Option<&str> {
    match &difference.whole {
        Whole::Table(_) => None,
        Whole::List(id) => Some(id.as_str()),
    }
}

const HEADER: [&str; 14] = [
    "kind",
    "table",
    "section",
    "question",
    "figure",
    "note",
    "first",
    "first_file",
    "first_line",
    "second",
    "second_file",
    "second_line",
    "list",
    "item",
];

/// The comparison as CSV: a line for each difference, and for each part that the dataset lacks.
pub fn csv(comparison: &Comparison, files: &Files) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut lines = vec![HEADER.map(str::to_owned)];
    let place = |place: Option<&Place>| match place {
        Some(place) => {
            let (line, _) = files.line_and_column(place);
            [files.path(place).to_owned(), line.to_string()]
        }
        None => [String::new(), String::new()],
    };
    for difference in &comparison.differences {
        let [one, other] = &difference.sides;
        let [one_file, one_line] = place(one.place.as_ref());
        let [other_file, other_line] = place(other.place.as_ref());
        let id = |id: Option<&str>| id.unwrap_or("").to_owned();
        lines.push([
            difference.kind.as_str().to_owned(),
            id(table_id(difference)),
            id(difference.section.as_ref().map(|id| id.as_str())),
            id(difference.question.as_ref().map(|id| id.as_str())),
            id(difference.figure.as_ref().map(|id| id.as_str())),
            id(difference.note.as_deref()),
            one.what.clone(),
            one_file,
            one_line,
            other.what.clone(),
            other_file,
            other_line,
            id(list_id(difference)),
            id(difference.item.as_deref()),
        ]);
    }
    for (at, strays) in comparison.strays.iter().enumerate() {
        for (what, where_) in strays {
            let mut line = [const { String::new() }; 14];
            line[0] = "unknown".to_owned();
            let [file, number] = place(Some(where_));
            let first = 6 + 3 * at;
            line[first] = what.clone();
            line[first + 1] = file;
            line[first + 2] = number;
            lines.push(line);
        }
    }
    for line in lines {
        // Writing to memory does not fail, and every line has as many fields as the header.
        let _ = writer.write_record(line);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}
