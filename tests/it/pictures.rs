//! Pictures of every kind of page, for people to look at, and what paper must show. They are left in
//! the folder `pictures` of cargo's folder for tests.

use crate::browser::Browser;
use crate::pages::{FILES, from_folder, published};
use std::fs;
use std::path::Path;

const KINDS: [(&str, &str); 8] = [
    ("front", "en/index.html"),
    (
        "table",
        "en/followers.html?ed=C2&x=princess-and-dragon,tower,phantom",
    ),
    ("question", "ro/question/removal_dragon.html"),
    ("figure", "fr/figure/dragon.html"),
    (
        "expansion",
        "en/expansion/tower.html?ed=C2&x=tower,princess-and-dragon",
    ),
    (
        "overview",
        "en/overview.html?ed=C2&x=tower,princess-and-dragon",
    ),
    ("glossary", "en/glossary.html"),
    ("embed", "en/embed/followers.html?ed=C1&x=tower"),
];

#[test]
fn every_kind_of_page_has_its_pictures() {
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&pictures).expect("a folder");
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    for (name, path) in KINDS {
        for (width, dark) in [(320, false), (768, false), (1280, false), (1280, true)] {
            page.resize(width, 900, dark);
            page.open("about:blank");
            page.open(&from_folder(&folder, path));
            let picture = page.screenshot(width, 900, false, dark);
            assert!(picture.starts_with(b"\x89PNG"), "{name}");
            let tone = if dark { "dark" } else { "light" };
            fs::write(pictures.join(format!("{name}-{width}-{tone}.png")), picture)
                .expect("written");
        }
        fs::write(pictures.join(format!("{name}.pdf")), page.pdf()).expect("written");
    }
    println!("the pictures are in {}", pictures.display());
}

#[test]
fn paper_shows_all_columns_the_selection_and_the_date() {
    use serde_json::json;
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    page.resize(1045, 720, false); // A4 across, without its margins, in CSS pixels
    for (path, chosen) in [
        (
            "en/followers.html?ed=C1&x=princess-and-dragon,tower,inns-and-cathedrals,abbey-and-mayor",
            "The Tower",
        ),
        (
            "ro/neutral-figures-1.html?ed=C2&x=princess-and-dragon,tower",
            "Turnul",
        ),
        ("en/overview.html?ed=C2&x=tower", "The Tower"),
    ] {
        page.open("about:blank");
        page.open(&from_folder(&folder, path));
        page.eval("new Promise(done => setTimeout(() => setTimeout(done)))");
        page.command("Emulation.setEmulatedMedia", json!({"media": "print"}));
        let seen = page.eval(
            "(() => {
                const seen = element => element.getClientRects().length > 0;
                const wide = [...document.querySelectorAll('td, th')].filter(seen)
                    .filter(cell => cell.getBoundingClientRect().right > innerWidth + 1).length;
                const controls = [...document.querySelectorAll('button, summary, input, nav')].filter(seen).length;
                const head = getComputedStyle(document.querySelector('thead')).display;
                const colours = new Set([...document.querySelectorAll('td, th')].filter(seen).map(cell => getComputedStyle(cell).color));
                return [wide, controls, head, document.querySelector('.bottom').innerText, [...colours]];
            })()",
        );
        page.command("Emulation.setEmulatedMedia", json!({"media": ""}));
        assert_eq!(seen[0], 0, "cells are cut off: {path}");
        assert_eq!(seen[1], 0, "controls are printed: {path}");
        assert_eq!(seen[2], "table-header-group", "{path}");
        let foot = seen[3].as_str().expect("a text");
        assert!(foot.contains(chosen), "{path}: {foot}");
        assert!(
            foot.contains(crate::support::dataset().date.as_deref().expect("a date")),
            "{foot}"
        );
        let colours: Vec<String> = serde_json::from_value(seen[4].clone()).expect("colours");
        let is_grey = |colour: &String| {
            let parts: Vec<_> = colour
                .trim_start_matches("rgb(")
                .trim_end_matches(')')
                .split(", ")
                .collect();
            parts.len() == 3 && parts.iter().all(|part| *part == parts[0])
        };
        assert!(colours.iter().all(is_grey), "{path}: {colours:?}");
    }
}
