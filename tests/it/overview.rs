//! The overview in Chromium, without scripts: each cell against the view, and where its marks lead.

use crate::browser::Browser;
use crate::matrix::{Turn, turns};
use crate::pages::{FILES, PLAN, from_folder, published};
use crate::support::dataset;
use rulegrid::model::*;
use rulegrid::render::answer_word;
use std::collections::BTreeMap;

const READ: &str = r#"
(() => {
    const seen = element => element.getClientRects().length > 0;
    const columns = [...document.querySelectorAll("thead th")].filter(seen).map(th => th.dataset.question);
    return [...document.querySelectorAll(".overview tr[data-figure]")].filter(seen).flatMap(row => {
        const cells = [...row.querySelectorAll("td")].filter(seen);
        if (cells.map(cell => cell.dataset.question).join() !== columns.join()) return [["", row.dataset.figure, "a shifted row", false]];
        return cells.map(cell => [cell.dataset.question, row.dataset.figure, cell.dataset.answer ?? "",
            [...cell.querySelectorAll("sup")].some(seen)]);
    });
})()
"#;

#[test]
fn every_cell_is_that_of_its_table() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    page.open(&from_folder(&folder, "fr/overview.html"));
    let mut marked = 0;
    for Turn { inputs, selection } in turns(&page, 16, &[]) {
        let view = PLAN.view(&selection, LanguageIx(2));
        let cells: Vec<(String, String, String, bool)> =
            serde_json::from_value(page.eval(READ)).expect("cells");
        let mut shown = BTreeMap::new();
        let mut figures = Vec::new();
        // The overview is one of figures.
        let tables = view.tables.iter();
        for table in tables.filter(|table| !dataset().tables[table.id].is_of_things) {
            figures.extend(table.figures.iter().map(|figure| figure.id.to_string()));
            for row in table.sections.iter().flat_map(|section| &section.rows) {
                for cell in &row.cells {
                    let key = (row.question.to_string(), cell.figure.to_string());
                    let notes = !cell.notes.is_empty();
                    shown.insert(key, (answer_word(cell.answer).to_owned(), notes));
                }
            }
        }
        for (question, figure, answer, mark) in cells {
            let wanted = shown.get(&(question.clone(), figure.clone()));
            let wanted = wanted.cloned().unwrap_or_default();
            assert_eq!(
                (answer, mark),
                wanted,
                "{figure} {question} with {inputs:?}"
            );
            assert!(figures.contains(&figure), "{figure} with {inputs:?}");
            marked += usize::from(mark);
        }
        let rows = "[...document.querySelectorAll('.overview tr[data-figure]')]
            .filter(row => row.getClientRects().length).map(row => row.dataset.figure)";
        let rows: Vec<String> = serde_json::from_value(page.eval(rows)).expect("figures");
        assert_eq!(rows, figures, "{inputs:?}");
    }
    assert!(marked > 20, "{marked} marks");
    assert_eq!(page.messages(), [""; 0]);
}
