//! What every kind of page owes to readers who use a keyboard, a screen reader, a phone or a dark
//! screen: axe-core finds nothing, nothing scrolls sideways, headers and marks have their names.

use crate::browser::{Browser, Page};
use crate::pages::{FILES, from_folder, published};
use serde_json::{Value, json};

/// axe-core 4.14, as it comes; it is run through DevTools, which no page's policy binds.
const AXE: &str = include_str!("../vendor/axe.min.js");

/// One page of each kind, some with a selection.
const KINDS: [&str; 15] = [
    "index.html",
    "en/index.html",
    "ro/followers.html?ed=C1&x=princess-and-dragon,tower,phantom",
    "fr/preset/majors/special-figures.html",
    "fr/question/removal_dragon.html",
    "en/figure/phantom.html",
    "ro/expansion/hills-and-sheep.html",
    "en/overview.html?ed=C2&x=tower,princess-and-dragon",
    "fr/glossary.html",
    "ro/report.html",
    "en/changes/index.html",
    "rules/index.html",
    "rules/conflicting-claims.html",
    "en/embed/scoring-figures.html?ed=C2&x=messages,robbers",
    "en/neutral-figures-1.html?ed=C3.1&x=princess-and-dragon",
];

fn open(page: &Page, address: &str) {
    page.open("about:blank");
    page.open(address);
    page.eval("new Promise(done => setTimeout(() => setTimeout(done)))");
}

/// What axe finds on the open page.
fn violations(page: &Page) -> Vec<String> {
    page.eval(&format!("{AXE}; 0"));
    let found = page.eval(
        "axe.run(document, {resultTypes: ['violations'], preload: false}).then(({violations}) => violations.flatMap(v =>
            v.nodes.slice(0, 3).map(node => `${v.id}: ${node.target.join(' ')} ${node.failureSummary}`)))",
    );
    serde_json::from_value(found).expect("violations")
}

#[test]
fn axe_finds_nothing_on_any_kind_of_page() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    let mut found = Vec::new();
    for (width, dark) in [(1280, false), (320, true)] {
        page.resize(width, 900, dark);
        for path in KINDS {
            open(&page, &from_folder(&folder, path));
            for violation in violations(&page) {
                found.push(format!("{path} at {width}: {violation}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn axe_finds_nothing_in_what_opens() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    for dark in [false, true] {
        page.resize(1280, 900, dark);
        open(
            &page,
            &from_folder(&folder, "en/followers.html?ed=C2&x=tower"),
        );
        page.eval("document.querySelectorAll('details').forEach(details => details.open = true)");
        assert_eq!(violations(&page), [""; 0], "menus");
        page.eval("document.querySelector('td[data-answer]').click()");
        assert_eq!(
            page.eval("document.querySelector('.fact').matches(':popover-open')"),
            true
        );
        assert_eq!(violations(&page), [""; 0], "the card");
        open(
            &page,
            &from_folder(&folder, "en/followers.html?ed=C2&x=tower"),
        );
        page.eval("document.querySelector('[data-do=transpose]').click()");
        assert_eq!(violations(&page), [""; 0], "the turned table");
    }
}

#[test]
fn nothing_scrolls_sideways_on_a_phone() {
    let folder = published(&FILES);
    for scripts in [true, false] {
        let page = Browser::start().page(scripts);
        page.resize(320, 640, false);
        for path in KINDS {
            open_plain(&page, &from_folder(&folder, path));
            let width = page.eval("document.documentElement.scrollWidth");
            assert!(
                width.as_u64() <= Some(320),
                "{path} is {width} wide, scripts {scripts}"
            );
        }
    }
}

fn open_plain(page: &Page, address: &str) {
    page.open("about:blank");
    page.open(address);
}

#[test]
fn heads_stay_in_sight() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    page.resize(320, 640, false);
    open_plain(
        &page,
        &from_folder(&folder, "en/preset/everything/followers.html"),
    );
    let places = page.eval(
        "(() => {
            const box = document.querySelector('.scroll');
            box.scrollTo(400, 900);
            const {left, top} = box.getBoundingClientRect();
            const head = document.querySelector('thead th:nth-child(5)').getBoundingClientRect();
            const row = [...document.querySelectorAll('tbody th[scope=row]')].map(th => th.getBoundingClientRect());
            return [head.top - top, Math.max(...row.filter(r => r.width).map(r => r.left - left)), box.scrollLeft, box.scrollTop];
        })()",
    );
    let places: Vec<f64> = serde_json::from_value(places).expect("numbers");
    assert!(
        places[2] > 300.0 && places[3] > 800.0,
        "it scrolls: {places:?}"
    );
    assert!(places[0].abs() < 3.0 && places[1].abs() < 3.0, "{places:?}");
}

fn press(page: &Page, key: &str, code: u32) {
    let text = match key {
        "Enter" => "\r",
        " " => " ",
        _ => "",
    };
    for kind in ["keyDown", "keyUp"] {
        page.command(
            "Input.dispatchKeyEvent",
            json!({"type": kind, "key": key, "windowsVirtualKeyCode": code, "text": if kind == "keyDown" { text } else { "" }}),
        );
    }
}

#[test]
fn the_keyboard_alone_suffices() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    page.resize(1280, 900, false);
    open(
        &page,
        &from_folder(
            &folder,
            "en/followers.html?ed=C2&x=tower,princess-and-dragon",
        ),
    );
    let mut reached = Vec::new();
    for _ in 0..220 {
        press(&page, "Tab", 9);
        let focus = page.eval(
            "(() => {
                const at = document.activeElement;
                const style = getComputedStyle(at);
                const name = at.id || at.dataset.do || at.dataset.note && 'note' || at.className || at.localName;
                return [String(name), style.outlineStyle !== 'none' || at.localName === 'body'];
            })()",
        );
        assert_eq!(focus[1], true, "the focus is not seen on {}", focus[0]);
        reached.push(focus[0].as_str().unwrap_or_default().to_owned());
    }
    for wanted in [
        "skip",
        "x-tower",
        "mark-adapted",
        "transpose",
        "scroll",
        "more",
        "note",
    ] {
        assert!(
            reached.iter().any(|name| name == wanted),
            "{wanted}: {reached:?}"
        );
    }
    page.eval("document.querySelector('#x-tower').focus()");
    press(&page, " ", 32);
    page.eval("new Promise(done => setTimeout(() => setTimeout(done)))");
    assert_eq!(page.eval("location.search"), "?ed=C2&x=princess-and-dragon");
    page.eval("document.querySelector('.menu summary').focus()");
    press(&page, "Enter", 13);
    assert_eq!(page.eval("document.querySelector('.menu').open"), true);
    page.eval("document.querySelector('td[data-answer]').click()");
    press(&page, "Escape", 27);
    assert_eq!(
        page.eval("document.querySelector('.fact').matches(':popover-open')"),
        false
    );
}

#[test]
fn a_screen_reader_hears_headers_and_notes() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    open_plain(
        &page,
        &from_folder(&folder, "en/preset/base/followers.html"),
    );
    page.command("Accessibility.enable", json!({}));
    let tree = page.command("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().expect("nodes");
    let role = |node: &Value| {
        node["role"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    let name = |node: &Value| {
        node["name"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    let named = |wanted: &str| {
        let all = nodes
            .iter()
            .filter(|node| role(node) == wanted && node["ignored"] == false);
        all.map(name).collect::<Vec<_>>()
    };
    assert!(
        named("columnheader")
            .iter()
            .any(|head| head.contains("meeple")),
        "{:?}",
        named("columnheader")
    );
    assert!(
        named("rowheader")
            .iter()
            .any(|head| head.contains("placed on a road"))
    );
    assert!(
        named("link")
            .iter()
            .any(|link| link.starts_with("see note ")),
        "{:?}",
        named("link")
    );
    assert!(
        named("table").iter().any(|table| table == "Meeples"),
        "{:?}",
        named("table")
    );
}
