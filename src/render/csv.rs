//! A view as CSV: one line for each cell, for spreadsheets and programs. It decides nothing.

use super::{answer_word, open_word};
use crate::view::{CellView, RowView, TableView, View};

const HEADER: [&str; 13] = [
    "edition", "table", "section", "question", "label", "figure", "name", "answer", "text", "open",
    "notes", "adapted", "sources",
];

/// The whole view; lists inside a field are parted by spaces.
pub fn document(view: &View<'_>) -> String {
    let edition = view.dataset.edition(view.selection.edition).0.as_str();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut lines: Vec<Vec<String>> = vec![HEADER.map(str::to_owned).to_vec()];
    for table in &view.tables {
        for section in &table.sections {
            for row in &section.rows {
                for (at, cell) in row.cells.iter().enumerate() {
                    lines.push(line(edition, table, section.id.as_str(), row, at, cell));
                }
            }
        }
    }
    for line in lines {
        // Writing to memory does not fail, and every line has as many fields as the header.
        let _ = writer.write_record(line);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn line(
    edition: &str,
    table: &TableView<'_>,
    section: &str,
    row: &RowView<'_>,
    at: usize,
    cell: &CellView<'_>,
) -> Vec<String> {
    let joined = |ids: Vec<&str>| ids.join(" ");
    let text = cell.text.as_ref().map_or("", |text| text.text.as_str());
    let name = table.figures.get(at).map_or("", |f| f.name.text.as_str());
    [
        edition,
        table.id.as_str(),
        section,
        row.question.as_str(),
        &row.text.text,
        cell.figure.as_str(),
        name,
        answer_word(cell.answer),
        text,
        open_word(cell.answer).unwrap_or(""),
        &joined(cell.notes.iter().map(|note| note.id.as_str()).collect()),
        if cell.adapted { "yes" } else { "no" },
        &joined(cell.claims.iter().map(|c| c.source.as_str()).collect()),
    ]
    .map(str::to_owned)
    .to_vec()
}
