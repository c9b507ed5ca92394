//! Bare pages for frames: the selection and perhaps one fact from the address, and nothing else.

use crate::browser::{Browser, Page};
use crate::pages::{FILES, PLAN, differences, expected, from_folder, published, seen};
use crate::support::dataset;
use rulegrid::model::{LanguageIx, TableId};
use rulegrid::selection::from_address;
use serde_json::Value;

fn open(page: &Page, address: &str) {
    page.open("about:blank");
    page.open(address);
}

#[test]
fn a_bare_page_shows_what_its_address_selects() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    let table = TableId::new("followers");
    for query in [
        "?ed=C1&x=princess-and-dragon,tower",
        "?ed=C3.1&x=phantom",
        "?x=plague",
    ] {
        open(
            &page,
            &from_folder(&folder, &format!("ro/embed/followers.html{query}")),
        );
        let selection = from_address(dataset(), query).expect("a selection");
        let view = PLAN.view(&selection, LanguageIx(1));
        let found = differences(&seen(&page, LanguageIx(1)), &expected(&view, &table));
        assert!(found.is_empty(), "{query}\n{}", found.join("\n"));
        let controls = "[...document.querySelectorAll('input, button, select, nav, header')]
            .filter(control => control.getClientRects().length).length";
        assert_eq!(page.eval(controls), 0, "{query}");
    }
    let whole = "document.querySelector('.whole').getAttribute('href')";
    assert!(
        page.eval(whole)
            .as_str()
            .is_some_and(|href| href.contains("followers.html"))
    );
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn one_fact_stands_alone_with_its_notes() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    let fact = "?ed=C2&x=princess-and-dragon,tower,abbot-and-gardens&q=means/magic-portal&f=abbot";
    open(
        &page,
        &from_folder(&folder, &format!("en/embed/followers.html{fact}")),
    );
    let cells = page.visible_cells();
    assert_eq!(cells.len(), 1, "{cells:?}");
    assert_eq!(
        (cells[0].question.as_str(), cells[0].figure.as_str()),
        ("means/magic-portal", "abbot")
    );
    let notes: Vec<_> = page.visible_notes().into_iter().map(|(id, _)| id).collect();
    assert_eq!(notes, cells[0].notes);
    assert!(!notes.is_empty());
    for garbage in ["&q=nothing&f=nobody", "&q=<b>&f=\"]", "&q=&f="] {
        let query = format!("?ed=C2&x=abbot{garbage}");
        open(
            &page,
            &from_folder(&folder, &format!("en/embed/followers.html{query}")),
        );
        assert!(page.visible_cells().len() > 5, "{garbage}");
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn the_code_to_embed_names_the_bare_page() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    for path in ["en/followers.html", "en/preset/majors/followers.html"] {
        open(
            &page,
            &from_folder(&folder, &format!("{path}?ed=C1&x=tower")),
        );
        let code = page.eval(
            "new Promise(give => {
                navigator.clipboard.writeText = async text => give(text);
                document.querySelector('[data-do=embed]').click();
            })",
        );
        let code = code.as_str().expect("a text");
        assert!(code.starts_with("<iframe src=\"file://"), "{code}");
        assert!(
            code.contains("/en/embed/followers.html?ed=C1&amp;x=tower\""),
            "{code}"
        );
        let source: Value = page.eval(&format!(
            "new DOMParser().parseFromString({}, 'text/html').querySelector('iframe').src",
            serde_json::json!(code)
        ));
        open(&page, source.as_str().expect("an address"));
        assert_eq!(page.eval("document.body.className"), "embed");
    }
    assert_eq!(page.messages(), [""; 0]);
}
