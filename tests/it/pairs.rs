//! Looking up two things together on a figure's page: with scripts and without, by the box and by
//! the address, against what the dataset's questions are about.

use crate::browser::{Browser, Page};
use crate::pages::{FILES, PLAN, from_folder, published};
use crate::support::dataset;
use rulegrid::logic::{Condition, Variable};
use rulegrid::model::*;
use std::collections::BTreeSet;

const ROWS: &str = r#"
[...document.querySelectorAll(".matrix tr[data-question]")].filter(row => row.getClientRects().length)
    .map(row => row.dataset.question + " " + row.dataset.figure)
"#;

fn rows(page: &Page) -> BTreeSet<String> {
    serde_json::from_value(page.eval(ROWS)).expect("rows")
}

/// The elements any of which a figure is there with.
fn alternatives(when: &Condition) -> Vec<ElementIx> {
    match when {
        Condition::Element(element) => vec![*element],
        Condition::Or(parts) => parts.iter().flat_map(alternatives).collect(),
        Condition::And(parts) => {
            let of_editions = |part: &&Condition| matches!(part, Condition::Edition(_));
            let others: Vec<_> = parts.iter().filter(|part| !of_editions(part)).collect();
            match others[..] {
                [only] => alternatives(only),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The figures and elements that a question's conditions name, and the figure that does it, as the
/// box calls them.
fn about(question: &QuestionId) -> BTreeSet<String> {
    let mut about = BTreeSet::new();
    if let Some(by) = &dataset().questions[question].by {
        about.insert(format!("f-{}", by.figure));
    }
    let tables = PLAN.tables.iter().flat_map(|table| &table.sections);
    let asked = tables
        .flat_map(|section| &section.rows)
        .filter(|row| row.id == question);
    for row in asked {
        row.shown.variables(&mut |variable| {
            if let Variable::Element(element) = variable {
                let mut figures = dataset().figures.iter();
                let figure =
                    figures.find(|(_, figure)| alternatives(&figure.when).contains(&element));
                about.insert(match figure {
                    Some((id, _)) => format!("f-{id}"),
                    None => format!("x-{}", dataset().element(element).0),
                });
            }
        });
    }
    about
}

/// The rows of the page of `figure` that are about `other`, too, where everything is selected.
fn expected(figure: &str, other: &str, all: &BTreeSet<String>) -> BTreeSet<String> {
    let rows = all.iter().filter(|row| {
        let (question, of) = row.split_once(' ').expect("two words");
        let subjects = about(&QuestionId::new(question));
        subjects.contains(other) || (of != figure && format!("f-{of}") == other)
    });
    rows.cloned().collect()
}

#[test]
fn what_is_about_both_is_left() {
    let folder = published(&FILES);
    for scripts in [false, true] {
        let page = Browser::start().page(scripts);
        for figure in ["abbot", "dragon", "fairy", "barn", "robber"] {
            page.open(&from_folder(&folder, &format!("en/figure/{figure}.html")));
            let all = rows(&page);
            let options =
                "[...document.querySelectorAll('#with option')].map(option => option.value)";
            let options: Vec<String> = serde_json::from_value(page.eval(options)).expect("options");
            assert!(options.len() > 2, "{figure}: {options:?}");
            for option in options.iter().skip(1) {
                page.eval(&format!(
                    "(() => {{ const box = document.querySelector('#with'); box.value = '{option}';
                        box.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"
                ));
                let left = rows(&page);
                assert!(!left.is_empty(), "{figure} and {option}");
                assert_eq!(
                    left,
                    expected(figure, option, &all),
                    "{figure} and {option}"
                );
            }
        }
        assert_eq!(page.messages(), [""; 0]);
    }
}

#[test]
fn the_address_names_the_other() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    let open = |query: &str| {
        page.open("about:blank");
        page.open(&from_folder(
            &folder,
            &format!("ro/figure/abbot.html{query}"),
        ));
        rows(&page)
    };
    let all = open("?ed=C2&x=princess-and-dragon,tower,abbot-and-gardens");
    let with = open("?ed=C2&x=princess-and-dragon,tower,abbot-and-gardens&with=f-dragon");
    assert!(with.contains("removal/dragon abbot"), "{with:?}");
    assert!(!with.contains("place/road abbot") && with.len() < all.len());
    for bad in ["&with=f-nobody", "&with=<b>", "&with="] {
        let shown = open(&format!(
            "?ed=C2&x=princess-and-dragon,tower,abbot-and-gardens{bad}"
        ));
        assert_eq!(shown, all, "{bad}");
    }
    assert_eq!(page.messages(), [""; 0]);
}
