//! The glossary: what is shown when, in the words of which edition.

use crate::browser::Browser;
use crate::matrix::{Turn, turns};
use crate::pages::{FILES, from_folder, html, published, select, text_of};
use crate::support::dataset;
use rulegrid::model::*;

#[test]
fn entries_and_words_follow_the_selection() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    page.open(&from_folder(&folder, "en/glossary.html"));
    for Turn { inputs, selection } in turns(&page, 8, &[]) {
        let read = "[...document.querySelectorAll('.glossary dl > div')].filter(entry => entry.getClientRects().length)
            .map(entry => [entry.id, entry.querySelector('dt').innerText.toLowerCase(),
                [...entry.querySelectorAll('dd > p:not(.names):not(:has(a)), dd > ul')].map(p => p.innerText).join(' ')])";
        let read: Vec<(String, String, String)> =
            serde_json::from_value(page.eval(read)).expect("entries");
        let entries = dataset().glossary.values().flat_map(|part| &part.entries);
        let shown = entries.filter(|(_, entry)| entry.when.holds(&selection));
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let wanted: Vec<_> = shown
            .map(|(id, entry)| {
                let text = |text: &Localized| text.get(LanguageIx(0)).1.plain(&selection);
                (
                    format!("w-{id}"),
                    text(&entry.name).to_lowercase(),
                    squeezed(&text(&entry.text)),
                )
            })
            .collect();
        let read: Vec<_> = read
            .into_iter()
            .map(|(id, name, text)| (id, squeezed(&name), squeezed(&text)))
            .collect();
        assert_eq!(read, wanted, "{inputs:?}");
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn both_vocabularies_stand_with_a_word() {
    let html = html("en/glossary.html");
    let names = select(&html, "#w-highwayman .names").into_iter();
    let names: Vec<_> = names.map(text_of).collect();
    assert_eq!(names.len(), 1);
    for said in ["C1 thief", "C2, C3.1, WE highwayman"] {
        assert!(names[0].contains(said), "{said}: {names:?}");
    }
    assert!(select(&html, "#w-knight .names").is_empty());
}
