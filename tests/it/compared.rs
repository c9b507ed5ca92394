//! What one edition answers otherwise than the one that it is compared with: exactly the cells that
//! `show` answers in both, and not alike.

use crate::browser::Browser;
use crate::pages::{FILES, from_folder, html, published, select, text_of};
use crate::support::{choices, dataset, facts, selection};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rulegrid::model::LanguageIx;
use rulegrid::render::json;
use rulegrid::view::{Columns, Plan, view};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const OLD: &str = "C2";
const NEW: &str = "C3.1";

type Cells = BTreeMap<(String, String), (Value, Value)>;

/// The answered cells that `show` has for what is selected, in an edition.
fn answered(choice: &crate::oracle::Choice, edition: &str) -> Cells {
    let mut choice = choice.clone();
    choice.edition = edition.to_owned();
    let view = view(dataset(), &selection(&choice), LanguageIx(0));
    let shown = json::document(&view);
    let items = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let mut cells = Cells::new();
    for table in items(&shown, "tables") {
        for section in items(&table, "sections") {
            for row in items(&section, "rows") {
                for cell in items(&row, "cells") {
                    if cell["open"] != "not-entered" {
                        let text = |value: &Value| value.as_str().expect("an id").to_owned();
                        let key = (text(&row["question"]), text(&cell["figure"]));
                        cells.insert(key, (cell["answer"].clone(), cell["text"].clone()));
                    }
                }
            }
        }
    }
    cells
}

fn differing(choice: &crate::oracle::Choice) -> BTreeSet<(String, String)> {
    let [old, new] = [OLD, NEW].map(|edition| answered(choice, edition));
    let both = new.into_iter().filter(|(cell, said)| {
        let before = old.get(cell);
        before.is_some_and(|before| before != said)
    });
    both.map(|(cell, _)| cell).collect()
}

#[test]
fn it_holds_every_cell_that_differs_and_nothing_else() {
    let editions = [OLD, NEW].map(|id| dataset().edition_ix(id).expect("an edition"));
    let whole = Plan::new(dataset());
    let columns = Columns::of_editions(&whole, &editions);
    let matrix = columns.of_differences();
    let check = |choice: &crate::oracle::Choice| {
        let selection = selection(choice);
        let shown = matrix.rows().filter(|row| row.shown.holds(&selection));
        let shown: BTreeSet<_> = shown
            .map(|row| (row.question.to_string(), row.figure.to_string()))
            .collect();
        let wanted = differing(choice);
        assert_eq!(shown, wanted, "{choice:?}");
        wanted.len()
    };
    let everything = facts().everything(NEW);
    assert!(check(&everything) > 10);
    let mut runner = TestRunner::deterministic();
    let mut seen = 0;
    for _ in 0..40 {
        let choice = choices().new_tree(&mut runner).expect("a choice").current();
        seen += check(&choice);
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn its_page_shows_both_answers_with_their_sources() {
    let wanted = differing(&facts().everything(NEW));
    for language in ["en", "ro", "fr"] {
        let path = format!("{language}/edition/C3-1.html");
        let page = html(&path);
        let rows = select(&page, "tr[data-question][data-figure]");
        for (question, figure) in &wanted {
            let own = rows.iter().filter(|row| {
                row.attr("data-question") == Some(question)
                    && row.attr("data-figure") == Some(figure)
            });
            assert!(own.count() > 0, "{path}: {question} {figure}");
            let row = format!("tr[data-question='{question}'][data-figure='{figure}']");
            for edition in [OLD, NEW] {
                let cell = format!("{row} td[data-edition='{edition}'][data-answer]");
                assert!(!select(&page, &cell).is_empty(), "{path}: {cell}");
            }
            let entry = format!("{row} .claims a[href*='/faq/']");
            assert!(!select(&page, &entry).is_empty(), "{path}: {entry}");
        }
        let front = format!("{language}/followers.html");
        let link = "footer a[href$='edition/C3-1.html']";
        assert_eq!(select(&html(&front), link).len(), 1);
    }
}

#[test]
fn it_filters_itself_without_a_script() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    page.open(&from_folder(&folder, "en/edition/C3-1.html"));
    let rows = "[...document.querySelectorAll('tr[data-question]')].filter(row => row.getClientRects().length)
        .map(row => [row.dataset.question, row.dataset.figure])";
    let read =
        || -> BTreeSet<(String, String)> { serde_json::from_value(page.eval(rows)).expect("rows") };
    page.set_inputs(&[]);
    assert_eq!(
        read(),
        differing(&crate::oracle::Choice {
            edition: NEW.to_owned(),
            elements: BTreeSet::new(),
        })
    );
    page.set_inputs(&["p-dragon-and-fairy", "p-mage-and-witch"]);
    let elements = [
        "dragon",
        "fairy",
        "magic-portal",
        "dragon-lairs",
        "mage",
        "witch",
    ];
    let elements = elements.map(str::to_owned).into();
    let choice = crate::oracle::Choice {
        edition: NEW.to_owned(),
        elements,
    };
    let wanted = differing(&choice);
    assert!(!wanted.is_empty());
    assert_eq!(read(), wanted);
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn kinds_of_figures_are_lists_by_edition() {
    let page = html("en/figure/scarecrow.html");
    let kinds = text_of(select(&page, ".kinds")[0]);
    assert!(
        kinds.contains("meeples") && kinds.contains("reconstructed"),
        "{kinds}"
    );
    let page = html("en/figure/shepherd.html");
    let kinds = text_of(select(&page, ".kinds")[0]);
    assert!(
        kinds.contains("C1, C2, WE") && kinds.contains("C3.1"),
        "{kinds}"
    );
    let page = html("en/glossary.html");
    let lists = select(&page, "#w-meeples .figures");
    assert_eq!(lists.len(), 2);
    let with = lists
        .iter()
        .filter(|list| text_of(**list).contains("shepherd"));
    assert_eq!(with.count(), 1);
}
