//! What stands in every cell when: the tables of the index, with their notes.

use super::text::Line;
use super::*;
use crate::render::{answer_label, answer_word};
use crate::view::{CellPlan, RowPlan, Shown, VariantPlan};

#[derive(Serialize)]
pub(super) struct TablePart {
    path: String,
    columns: Vec<LinePart>,
    rows: Vec<RowPart>,
    /// Its notes, each with when it is shown.
    notes: Vec<(usize, When)>,
}

/// A column, or what a row shares with it.
#[derive(Serialize)]
struct LinePart {
    /// The position of its figure or question.
    of: usize,
    shown: When,
    adapted: When,
    notes: Vec<usize>,
}

#[derive(Serialize)]
struct RowPart {
    #[serde(flatten)]
    line: LinePart,
    text: Line,
    /// Its section, where its text alone does not tell it from others.
    section: Option<Line>,
    /// The place of its row in a figure's page.
    anchor: String,
    /// What may stand in its cells, by position.
    cells: Vec<usize>,
}

#[derive(Serialize, PartialEq, Eq, Hash)]
pub(super) struct VariantPart {
    when: When,
    answer: &'static str,
    /// The interface word for the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Line>,
    adapted: When,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<usize>,
}

#[derive(Serialize)]
pub(super) struct NotePart {
    anchor: String,
    /// Its parts, each with when it is there.
    parts: Vec<(When, Line)>,
}

/// The position of the entry `id`; the index has one for each row and column.
pub(super) fn position<Id: PartialEq>(entries: &[Entry<Id>], id: Id) -> usize {
    let position = entries.iter().position(|entry| entry.id == id);
    position.unwrap_or_default()
}

impl Builder<'_, '_> {
    pub(super) fn table(&mut self, table: &TablePlan<'_>) -> TablePart {
        let columns = table.columns.iter().map(|column| LinePart {
            of: position(&self.index.figures, column.id),
            shown: self.when(&column.shown),
            adapted: self.when(&column.adapted),
            notes: self.notes(&column.figure.notes),
        });
        let columns = columns.collect();
        let mut rows = Vec::new();
        for section in &table.sections {
            for row in &section.rows {
                rows.push(self.row(row, section.title));
            }
        }
        let notes = table.notes.iter().filter_map(|(id, (_, when))| {
            Some((self.site.plan.notes.get_index_of(*id)?, self.when(when)))
        });
        let notes = notes.collect();
        TablePart {
            path: self.path(Kind::Table(table.id)),
            columns,
            rows,
            notes,
        }
    }

    fn row(&mut self, row: &RowPlan<'_>, section: &Localized) -> RowPart {
        let cells = row.cells.iter().map(|cell| self.cell(cell));
        let cells = cells.collect();
        let section = self.is_ambiguous(row).then(|| self.line(section));
        RowPart {
            line: LinePart {
                of: position(&self.index.questions, row.id),
                shown: self.when(&row.shown),
                adapted: self.when(&row.adapted),
                notes: self.notes(&row.question.notes),
            },
            text: self.line(row.text),
            section,
            anchor: html_id("q", row.id.as_str()),
            cells,
        }
    }

    /// Whether another question is asked in the same words.
    fn is_ambiguous(&self, row: &RowPlan<'_>) -> bool {
        let tables = self.site.plan.tables.iter();
        let mut rows = tables.flat_map(|table| table.sections.iter().flat_map(|s| &s.rows));
        rows.any(|other| other.id != row.id && other.text == row.text)
    }

    fn cell(&mut self, cell: &CellPlan<'_>) -> usize {
        let variants = cell.variants.iter().map(|variant| self.variant(variant));
        let variants = variants.collect();
        self.cells.insert_full(variants).0
    }

    fn variant(&mut self, variant: &VariantPlan<'_>) -> VariantPart {
        let text = match variant.answer {
            Shown::Claimed(Answer::Number(number)) => Some(Line::Plain(number.to_string())),
            Shown::Claimed(Answer::Text(id)) => {
                let text = self.site.plan.dataset.cell_texts.get(id);
                text.map(|text| self.line(&text.text))
            }
            _ => None,
        };
        VariantPart {
            when: self.when(&variant.when),
            answer: answer_word(variant.answer),
            said: answer_label(variant.answer),
            text,
            adapted: self.when(&variant.adapted),
            notes: self.notes(variant.notes),
        }
    }

    /// The positions of notes.
    fn notes(&self, notes: &[NoteId]) -> Vec<usize> {
        let known = &self.site.plan.notes;
        let positions = notes.iter().filter_map(|note| known.get_index_of(note));
        positions.collect()
    }

    pub(super) fn note(&mut self, id: &NoteId, note: &Note) -> NotePart {
        let parts = note.parts.iter();
        let parts = parts.map(|part| (self.when(&part.when), self.line(&part.text)));
        NotePart {
            parts: parts.collect(),
            anchor: html_id("n", id.as_str()),
        }
    }
}
