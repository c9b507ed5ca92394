//! A view as Markdown: a pipe table for each table, its notes below it.

use super::{answer_label, speaker_label};
use crate::model::Words;
use crate::view::{CellView, Mark, NoteView, TableView, View};

/// The whole view.
pub fn document(view: &View<'_>, words: &Words) -> String {
    let page = Page { view, words };
    let tables = view.tables.iter().map(|table| page.table(table));
    let mut out = tables.collect::<Vec<_>>().join("\n");
    if view.tables.is_empty() {
        out = format!("{}\n", page.word("empty-table"));
    }
    out
}

struct Page<'p, 'd> {
    view: &'p View<'d>,
    words: &'p Words,
}

impl Page<'_, '_> {
    fn word<'w>(&'w self, id: &'w str) -> &'w str {
        let language = &self.view.dataset.languages[self.view.language.index()];
        self.words.get(&language.code, id)
    }

    fn table(&self, table: &TableView<'_>) -> String {
        let mut out = format!("## {}\n\n|  |", escaped(&table.title.text));
        for figure in &table.figures {
            let name = self.marked(&figure.name.text, figure.adapted, &figure.notes);
            out.push_str(&format!(" {name} |"));
        }
        out.push_str("\n|---|");
        out.push_str(&":---:|".repeat(table.figures.len()));
        out.push('\n');
        for section in &table.sections {
            out.push_str(&format!("| **{}** |", escaped(&section.title.text)));
            out.push_str(&"  |".repeat(table.figures.len()));
            out.push('\n');
            for row in &section.rows {
                let label = self.marked(&row.text.text, row.adapted, &row.notes);
                out.push_str(&format!("| {label} |"));
                for cell in &row.cells {
                    out.push_str(&format!(" {} |", self.cell(cell)));
                }
                out.push('\n');
            }
        }
        if !table.notes.is_empty() {
            out.push('\n');
        }
        for mark in &table.notes {
            if let Some(note) = self.view.notes.iter().find(|note| note.id == mark.id) {
                out.push_str(&self.note(mark, note));
            }
        }
        out
    }

    fn cell(&self, cell: &CellView<'_>) -> String {
        let word = match (answer_label(cell.answer), &cell.text) {
            (Some(label), _) => self.word(label),
            (None, Some(text)) => &text.text,
            (None, None) => "",
        };
        self.marked(word, false, &cell.notes)
    }

    fn marked(&self, text: &str, adapted: bool, notes: &[Mark<'_>]) -> String {
        let mut out = escaped(text);
        if adapted {
            out.push_str(&format!(" *({})*", self.word("adapted")));
        }
        for note in notes {
            out.push_str(&format!(" [{}]", note.label));
        }
        out
    }

    /// A note as an item whose further lines are indented, so that it stays one item.
    fn note(&self, mark: &Mark<'_>, note: &NoteView<'_>) -> String {
        let mut out = String::new();
        for (at, part) in note.parts.iter().enumerate() {
            let speaker = self.word(speaker_label(part.speaker));
            let lines = part.text.text.lines().enumerate().map(|(n, line)| {
                let is_item = line.trim_start().starts_with("- ");
                let line = if is_item { line.to_owned() } else { escaped(line) };
                match (n, line.is_empty()) {
                    (0, _) | (_, true) => line,
                    _ => format!("   {line}"),
                }
            });
            let text = lines.collect::<Vec<_>>().join("\n");
            let start = match at {
                0 => format!("{}. ", mark.label),
                _ => "\n   ".to_owned(),
            };
            out.push_str(&format!("{start}({speaker}) {text}\n"));
        }
        out
    }
}

/// `text` with every character escaped that Markdown would read as markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
