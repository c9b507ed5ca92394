//! Pictures of every kind of page, for people to look at, and what paper must show. They are left in
//! the folder `pictures` of cargo's folder for tests. The sheets themselves are read where Poppler is
//! installed.

use crate::browser::Browser;
use crate::pages::{FILES, from_folder, published};
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// The name of a kind of page, and a page of it.
const KINDS: [(&str, &str); 14] = [
    ("root", "index.html"),
    ("front", "en/index.html"),
    ("preset", "fr/preset/majors/special-figures.html"),
    ("report", "ro/report.html"),
    ("rules", "rules/index.html"),
    ("rule", "rules/conflicting-claims.html"),
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
    ("faq", "en/faq/messages.html"),
    ("embed", "en/embed/followers.html?ed=C1&x=tower"),
];

/// Widths and whether dark colours are wanted.
const LOOKS: [(u32, bool); 6] = [
    (320, false),
    (320, true),
    (768, false),
    (768, true),
    (1280, false),
    (1280, true),
];

#[test]
fn every_kind_of_page_has_its_pictures() {
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&pictures).expect("a folder");
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    for (name, path) in KINDS {
        for (width, dark) in LOOKS {
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

/// Tables with a selection on which they take more than one sheet.
const SHEETS: [&str; 4] = [
    "en/preset/everything/followers.html",
    "fr/preset/everything/special-figures.html",
    "ro/preset/majors/followers.html",
    "en/figure/dragon.html?ed=C2&x=tower,princess-and-dragon,abbey-and-mayor,inns-and-cathedrals,traders-and-builders",
];

/// What stands in the heads of the columns and of the rows that are seen, in words.
const WORDS: &str = r#"(() => {
    const words = css => [...document.querySelectorAll(css)].filter(e => e.getClientRects().length)
        .map(e => e.innerText.trim().split(/[^\p{L}\p{N}]+/u).filter(Boolean));
    return [words(".scroll thead th"), words(".scroll tbody th[scope=row] > :first-child")];
})()"#;

/// What Poppler makes of a printed page, if it is on this machine.
fn poppler(program: &str, arguments: &[&str]) -> Option<Vec<u8>> {
    match Command::new(program).args(arguments).output() {
        Ok(made) if made.status.success() => Some(made.stdout),
        Ok(made) => panic!("{program}: {}", String::from_utf8_lossy(&made.stderr)),
        Err(problem) if problem.kind() == io::ErrorKind::NotFound => {
            println!("without {program} only the page is looked at, not the sheets");
            None
        }
        Err(problem) => panic!("{program}: {problem}"),
    }
}

/// The words of a sheet; a word parted at the end of a line is two.
fn words_of(sheet: &str) -> Vec<&str> {
    let words = sheet.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether a word stands there whole, or in pieces that follow each other.
fn has(words: &[&str], word: &str) -> bool {
    let starts = |at: usize| {
        let mut rest = word;
        for piece in &words[at..] {
            match rest.strip_prefix(piece) {
                Some("") => return true,
                Some(more) => rest = more,
                None => return false,
            }
        }
        false
    };
    (0..words.len()).any(starts)
}

#[test]
fn every_sheet_has_the_heads_of_all_columns_and_no_row_is_lost() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    page.resize(1280, 900, true);
    let out = tempfile::tempdir().expect("a folder");
    for path in SHEETS {
        page.open("about:blank");
        page.open(&from_folder(&folder, path));
        page.eval("new Promise(done => setTimeout(() => setTimeout(done)))");
        let read: [Vec<Vec<String>>; 2] = serde_json::from_value(page.eval(WORDS)).expect("words");
        let [heads, rows] = read;
        assert!(heads.len() > 1 && rows.len() > 20, "{path}: {heads:?}");
        let pdf = out.path().join("printed.pdf");
        fs::write(&pdf, page.pdf()).expect("written");
        let pdf = pdf.to_str().expect("a path");
        let Some(text) = poppler("pdftotext", &["-layout", pdf, "-"]) else {
            return;
        };
        let text = String::from_utf8(text).expect("UTF-8");
        let sheets: Vec<_> = text.split('\u{c}').map(words_of).collect();
        let has_all = |words: &[String], sheet: &[&str]| words.iter().all(|word| has(sheet, word));
        let lost = rows
            .iter()
            .filter(|row| !sheets.iter().any(|sheet| has_all(row, sheet)));
        let lost: Vec<_> = lost.collect();
        assert!(lost.is_empty(), "{path}: {lost:?}");
        // The table is on the sheets from the first to the last that has all heads.
        let with_heads = |sheet: &&Vec<&str>| heads.iter().all(|head| has_all(head, sheet));
        let first = sheets.iter().position(|sheet| with_heads(&sheet));
        let last = sheets.iter().rposition(|sheet| with_heads(&sheet));
        let (Some(first), Some(last)) = (first, last) else {
            panic!("{path}: no sheet has the heads {heads:?}\n{text}");
        };
        assert!(last > first, "{path}: the table is on one sheet only");
        // Only the table has that many signs of answers.
        for (at, sheet) in text.split('\u{c}').enumerate() {
            let signs = sheet.matches(['✓', '✕']).count();
            assert!(
                signs < 20 || with_heads(&&sheets[at]),
                "{path}: sheet {at} has {signs} answers and not all of {heads:?}\n{sheet}"
            );
        }
        let date = crate::support::dataset().date.as_deref();
        assert!(text.contains(date.expect("a date")), "{path}: no date");
    }
}

#[test]
fn paper_is_black_and_white() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    // The reader prefers dark colours on the screen: paper is white for all.
    page.resize(1280, 900, true);
    let out = tempfile::tempdir().expect("a folder");
    for (name, path) in KINDS {
        page.open("about:blank");
        page.open(&from_folder(&folder, path));
        let pdf = out.path().join("printed.pdf");
        fs::write(&pdf, page.pdf()).expect("written");
        let pdf = pdf.to_str().expect("a path");
        let arguments = ["-r", "40", "-l", "2", pdf];
        let Some(sheets) = poppler("pdftoppm", &arguments) else {
            return;
        };
        let (mut dark, mut all) = (0, 0);
        for sheet in pixels(&sheets) {
            for pixel in sheet.chunks_exact(3) {
                let (least, most) = (pixel.iter().min(), pixel.iter().max());
                let difference = most.zip(least).map_or(0, |(most, least)| most - least);
                assert!(difference < 12, "{name}: the colour {pixel:?} is printed");
                all += 1;
                dark += usize::from(pixel[0] < 100);
            }
        }
        assert!(all > 100_000, "{name}: {all} points");
        assert!(dark > 0 && dark < all / 10, "{name}: {dark} of {all} dark");
    }
}

/// The points of the pictures in a file of pictures in the format PPM, one behind the other.
fn pixels(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut pictures = Vec::new();
    while !bytes.is_empty() {
        let mut numbers = Vec::new();
        bytes = bytes.strip_prefix(b"P6\n").expect("a picture");
        while numbers.len() < 3 {
            let end = bytes.iter().position(u8::is_ascii_whitespace);
            let (number, rest) = bytes.split_at(end.expect("a head"));
            let number = str::from_utf8(number).expect("a number");
            numbers.push(number.parse::<usize>().expect("a number"));
            bytes = &rest[1..];
        }
        let (picture, rest) = bytes.split_at(numbers[0] * numbers[1] * 3);
        pictures.push(picture);
        bytes = rest;
    }
    pictures
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
