//! What every kind of page owes to readers who use a keyboard, a screen reader, a phone or a dark
//! screen: axe-core finds nothing, nothing scrolls sideways, headers and marks have their names.

use crate::browser::{Browser, Page};
use crate::pages::{FILES, from_folder, published};
use serde_json::{Value, json};
use std::thread;

/// axe-core 4.14, as it comes; it is run through DevTools, which no page's policy binds.
const AXE: &str = include_str!("../vendor/axe.min.js");

/// One page of each kind, some with a selection.
const KINDS: [&str; 21] = [
    "index.html",
    "en/index.html",
    "ro/followers.html?ed=C1&x=princess-and-dragon,tower,phantom",
    "fr/preset/majors/special-figures.html",
    "fr/question/removal_dragon.html",
    "en/figure/phantom.html",
    "ro/expansion/hills-and-sheep.html",
    "en/overview.html?ed=C2&x=tower,princess-and-dragon",
    "fr/glossary.html",
    "fr/play.html?ed=C1&x=messages,robbers,princess-and-dragon,20th-anniversary",
    "ro/lists.html?ed=WE&x=tunnel,plague",
    "en/faq/index.html",
    "ro/faq/newest.html",
    "fr/faq/dragon-and-fairy_castles-and-bridges.html",
    "ro/page/princess-and-dragon.html",
    "ro/report.html",
    "en/changes/index.html",
    "rules/index.html",
    "rules/conflicting-claims.html",
    "en/embed/scoring-figures.html?ed=C2&x=messages,robbers",
    "en/neutral-figures-1.html?ed=C3.1&x=princess-and-dragon",
];

/// Widths and whether dark colours are wanted.
const LOOKS: [(u32, bool); 4] = [(1280, false), (1280, true), (320, false), (320, true)];

/// What lets a page's script say what it has to say of the last change.
const SETTLED: &str = "new Promise(done => setTimeout(() => setTimeout(done)))";

fn open(page: &Page, address: &str) {
    page.open("about:blank");
    page.open(address);
    page.eval(SETTLED);
}

/// What axe finds on the open page.
pub fn violations(page: &Page) -> Vec<String> {
    if page.eval("typeof axe") != "object" {
        page.eval(&format!("{AXE}; 0"));
    }
    let found = page.eval(
        "axe.run(document, {resultTypes: ['violations'], preload: false}).then(({violations}) => violations.flatMap(v =>
            v.nodes.slice(0, 3).map(node => `${v.id}: ${node.target.join(' ')} ${node.failureSummary}`)))",
    );
    serde_json::from_value(found).expect("violations")
}

#[test]
fn axe_finds_nothing_on_any_kind_of_page() {
    let folder = published(&FILES);
    let browser = Browser::start();
    let in_looks = |looks: &[(u32, bool)]| {
        let page = browser.page(true);
        let mut found = Vec::new();
        for path in KINDS {
            open(&page, &from_folder(&folder, path));
            for (width, dark) in looks {
                page.resize(*width, 900, *dark);
                for violation in violations(&page) {
                    found.push(format!("{path} at {width}, dark {dark}: {violation}"));
                }
            }
        }
        assert_eq!(page.messages(), [""; 0]);
        found
    };
    let found = thread::scope(|scope| {
        let halves = LOOKS.chunks(2).map(|looks| scope.spawn(|| in_looks(looks)));
        let halves: Vec<_> = halves.collect();
        let found = halves.into_iter().map(|half| half.join().expect("a half"));
        found.flatten().collect::<Vec<_>>()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A table's page and a figure's page, with what can be opened there.
const OPENED: [&str; 2] = [
    "en/followers.html?ed=C2&x=tower",
    "ro/figure/abbot.html?ed=C2&x=tower,princess-and-dragon",
];

#[test]
fn axe_finds_nothing_in_what_opens() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    for (width, dark) in LOOKS {
        page.resize(width, 900, dark);
        for path in OPENED {
            open(&page, &from_folder(&folder, path));
            page.eval(
                "document.querySelectorAll('details').forEach(details => details.open = true)",
            );
            let place = format!("{path} at {width}, dark {dark}");
            assert_eq!(violations(&page), [""; 0], "menus of {place}");
        }
        open(&page, &from_folder(&folder, OPENED[0]));
        page.eval("document.querySelector('td[data-answer]').click()");
        assert_eq!(
            page.eval("document.querySelector('.fact').matches(':popover-open')"),
            true
        );
        assert_eq!(
            violations(&page),
            [""; 0],
            "the card at {width}, dark {dark}"
        );
        page.eval("document.querySelector('.fact').hidePopover()");
        page.eval("document.querySelector('[data-do=transpose]').click()");
        page.eval(SETTLED);
        assert_eq!(
            violations(&page),
            [""; 0],
            "the turned table at {width}, dark {dark}"
        );
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

/// How far right and left what is open reaches, one menu after the other, and then the card.
const REACHES: &str = r#"(() => {
    const reaches = [];
    const look = element => {
        const {left, right, width} = element.getBoundingClientRect();
        reaches.push([left, right, document.documentElement.scrollWidth, width]);
    };
    for (const menu of document.querySelectorAll(".menu")) {
        menu.open = true;
        look(menu.querySelector("[role=group]"));
        menu.open = false;
    }
    const cell = document.querySelector("td[data-answer]");
    if (document.querySelector(".fact")) {
        cell.click();
        look(document.querySelector(".fact"));
    }
    return reaches;
})()"#;

#[test]
fn what_opens_stays_within_a_narrow_window() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    page.resize(320, 640, false);
    for language in ["en", "ro", "fr"] {
        for path in ["followers.html?ed=C2&x=tower", "figure/abbot.html"] {
            open(&page, &from_folder(&folder, &format!("{language}/{path}")));
            let reaches: Vec<[f64; 4]> =
                serde_json::from_value(page.eval(REACHES)).expect("numbers");
            assert!(reaches.len() >= 2, "{reaches:?}");
            for [left, right, page_width, width] in reaches {
                assert!(
                    left >= 0.0 && right <= 320.0 && page_width <= 320.0 && width > 100.0,
                    "{language}/{path}: from {left} to {right} on a page {page_width} wide"
                );
            }
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
            const heads = [...document.querySelectorAll('thead th')].map(th => th.getBoundingClientRect());
            const head = heads.filter(r => r.width)[4];
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

pub fn press(page: &Page, key: &str, code: u32) {
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

/// Presses Tab until the focus is on what a selector names; how often that was.
fn tab_to(page: &Page, css: &str) -> usize {
    for times in 1..=300 {
        press(page, "Tab", 9);
        let at = "(css => document.activeElement.matches(css))";
        if page.eval(&format!("{at}({})", json!(css))) == true {
            return times;
        }
    }
    panic!("{css} is not reached with Tab");
}

/// What has the focus, and whether that is seen.
const FOCUS: &str = r#"(() => {
    const at = document.activeElement;
    const {outlineStyle, outlineWidth} = getComputedStyle(at);
    const name = at.id || at.dataset.do || at.dataset.note && "note" || at.className || at.localName;
    const isSeen = outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
    const {left, top, right, bottom} = at.getBoundingClientRect();
    const isThere = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return [String(name), at.localName === "body" || isSeen && isThere];
})()"#;

#[test]
fn tab_leads_to_everything_and_the_focus_is_seen() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    page.resize(1280, 900, false);
    let address = from_folder(
        &folder,
        "en/followers.html?ed=C2&x=tower,princess-and-dragon",
    );
    open(&page, &address);
    let mut reached = Vec::new();
    for _ in 0..220 {
        press(&page, "Tab", 9);
        let focus = page.eval(FOCUS);
        assert_eq!(focus[1], true, "the focus is not seen on {}", focus[0]);
        reached.push(focus[0].as_str().unwrap_or_default().to_owned());
    }
    for wanted in [
        "skip",
        "brand",
        "ed-C2",
        "x-tower",
        "p-princess-and-dragon",
        "mark-adapted",
        "summary",
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
}

#[test]
fn the_keyboard_alone_suffices() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    page.resize(1280, 900, false);
    let address = from_folder(
        &folder,
        "en/followers.html?ed=C2&x=tower,princess-and-dragon",
    );
    open(&page, &address);
    // The first Tab leads to the link that skips the head of the page.
    assert_eq!(tab_to(&page, ".skip"), 1);
    press(&page, "Enter", 13);
    assert_eq!(page.eval("location.hash"), "#table");
    press(&page, "Tab", 9);
    assert_eq!(
        page.eval("document.querySelector('#table').contains(document.activeElement)"),
        true
    );

    open(&page, &address);
    tab_to(&page, "#x-tower");
    press(&page, " ", 32);
    page.eval(SETTLED);
    assert_eq!(page.eval("location.search"), "?ed=C2&x=princess-and-dragon");

    tab_to(&page, ".menu > summary");
    press(&page, "Enter", 13);
    assert_eq!(page.eval("document.querySelector('.menu').open"), true);
    assert_eq!(tab_to(&page, "[data-filter=no]"), 1);
    press(&page, " ", 32);
    page.eval(SETTLED);
    assert_eq!(
        page.eval("document.activeElement.ariaPressed"),
        "true",
        "Space filters"
    );
    press(&page, " ", 32);
    page.eval(SETTLED);
    assert_eq!(page.eval("document.activeElement.ariaPressed"), "false");

    tab_to(&page, "[data-table] [data-note]");
    let note = page.eval("document.activeElement.dataset.note");
    press(&page, "Enter", 13);
    assert_eq!(
        page.eval("document.querySelector('li:target').dataset.note"),
        note
    );

    page.eval("document.querySelector('td[data-answer]').click()");
    let is_open = "document.querySelector('.fact').matches(':popover-open')";
    assert_eq!(page.eval(is_open), true);
    press(&page, "Escape", 27);
    assert_eq!(page.eval(is_open), false);
}

/// The nodes of the page as a screen reader gets them.
struct Heard(Vec<Value>);

impl Heard {
    fn of(page: &Page) -> Self {
        page.command("Accessibility.enable", json!({}));
        let mut tree = page.command("Accessibility.getFullAXTree", json!({}));
        let nodes: Vec<Value> = serde_json::from_value(tree["nodes"].take()).expect("nodes");
        Self(nodes)
    }

    fn role(node: &Value) -> &str {
        node["role"]["value"].as_str().unwrap_or_default()
    }

    fn name(node: &Value) -> &str {
        node["name"]["value"].as_str().unwrap_or_default()
    }

    /// The nodes of a role that are not ignored.
    fn all(&self, role: &str) -> impl Iterator<Item = &Value> {
        let nodes = self.0.iter().filter(|node| node["ignored"] == false);
        nodes.filter(move |node| Self::role(node) == role)
    }

    fn names(&self, role: &str) -> Vec<&str> {
        self.all(role).map(Self::name).collect()
    }

    /// The roles of what stands in a row, in order; what is ignored stands for what is in it.
    fn cells_of(&self, row: &Value) -> Vec<&str> {
        let ids = row["childIds"].as_array().into_iter().flatten();
        let children = ids.filter_map(|id| self.0.iter().find(|node| node["nodeId"] == *id));
        let cells = children.flat_map(|child| match child["ignored"] == true {
            true => self.cells_of(child),
            false => vec![Self::role(child)],
        });
        cells.collect()
    }
}

#[test]
fn a_screen_reader_hears_headers_and_notes() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    for (path, table, column, row, see) in [
        (
            "en/preset/base/followers.html",
            "Meeples",
            "meeple",
            "placed on a road",
            "see note ",
        ),
        (
            "fr/preset/majors/special-figures.html",
            "",
            "",
            "",
            "voir la note ",
        ),
    ] {
        open_plain(&page, &from_folder(&folder, path));
        let heard = Heard::of(&page);
        let heads = heard.names("columnheader");
        let rows = heard.names("rowheader");
        assert!(heads.iter().any(|head| head.contains(column)), "{heads:?}");
        assert!(rows.iter().any(|head| head.contains(row)), "{rows:?}");
        let tables = heard.names("table");
        assert!(
            tables.len() == 1 && tables[0].contains(table) && !tables[0].is_empty(),
            "{tables:?}"
        );
        // Where a mark stands its name says what it leads to, with the number that is seen.
        let marks = page.eval(
            "[...document.querySelectorAll('[data-table] [data-note]')]
                .filter(mark => mark.checkVisibility()).map(mark => mark.textContent.trim())",
        );
        let marks: Vec<String> = serde_json::from_value(marks).expect("marks");
        let said = heard.names("link").into_iter();
        let said: Vec<_> = said.filter_map(|name| name.strip_prefix(see)).collect();
        assert!(!marks.is_empty());
        assert_eq!(said, marks, "{path}");
        // A cell is heard with the heads at its place: each row has its own head first and then
        // a cell for each column.
        let questions = page.eval(
            "[...document.querySelectorAll('tr[data-question]')].filter(row => row.checkVisibility()).length",
        );
        let mut counted = 0;
        for row in heard.all("row") {
            let cells = heard.cells_of(row);
            if cells.len() < 2 || cells.contains(&"columnheader") {
                continue;
            }
            counted += 1;
            assert_eq!(cells[0], "rowheader", "{path}: {cells:?}");
            let own = cells.iter().skip(1).filter(|role| **role != "rowheader");
            assert_eq!(
                own.count(),
                heads.len(),
                "{path}: {cells:?} below {heads:?}"
            );
        }
        assert_eq!(questions.as_u64(), Some(counted), "{path}");
    }
}
