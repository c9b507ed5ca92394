//! A view as Markdown: a pipe table for each table, its notes below it. It decides nothing.

use super::{Reader, speaker_label};
use crate::model::Words;
use crate::view::{ListView, Mark, NoteView, TableView, View};

/// The whole view.
pub fn document(view: &View<'_>, words: &Words) -> String {
    let page = Page {
        reader: Reader { view, words },
    };
    let tables = view.tables.iter().map(|table| page.table(table));
    let mut out = tables.collect::<Vec<_>>().join("\n");
    if view.tables.is_empty() {
        out = format!("{}\n", page.reader.word("empty-table"));
    }
    for list in &view.lists {
        out.push_str(&page.list(list));
    }
    out
}

struct Page<'p, 'd> {
    reader: Reader<'p, 'd>,
}

impl Page<'_, '_> {
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
                    let word = self.reader.cell(cell);
                    let cell = self.marked(word, false, &cell.notes);
                    out.push_str(&format!(" {cell} |"));
                }
                out.push('\n');
            }
        }
        if !table.notes.is_empty() {
            out.push('\n');
        }
        for mark in &table.notes {
            if let Some(note) = self.reader.view.note(mark) {
                out.push_str(&self.note(mark, note));
            }
        }
        out
    }

    fn list(&self, list: &ListView<'_>) -> String {
        let (title, text) = (escaped(&list.title.text), escaped(&list.text.text));
        let items = list.items.iter();
        let items = items.map(|item| {
            let item = self.marked(&item.text.text, item.adapted, &[]);
            format!("- {item}\n")
        });
        format!("\n## {title}\n\n{text}\n\n{}", items.collect::<String>())
    }

    fn marked(&self, text: &str, adapted: bool, notes: &[Mark<'_>]) -> String {
        let mut out = escaped(text);
        if adapted {
            out.push_str(&format!(" *({})*", self.reader.word("adapted")));
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
            let speaker = self.reader.word(speaker_label(part.speaker));
            let lines = part.text.text.lines().enumerate().map(|(n, line)| {
                let words = line.trim_start();
                let indent = &line[..line.len() - words.len()];
                let line = match words.strip_prefix("- ") {
                    Some(item) => format!("{indent}- {}", escaped(item)),
                    None => format!("{indent}{}", escaped(words)),
                };
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
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
