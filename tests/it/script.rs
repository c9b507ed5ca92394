//! The site's script in Chromium, from a folder: the selection in the address, what the device
//! remembers, filters, the turned table, copies; and pages on which scripts are off.

use crate::browser::{Browser, Page};
use crate::pages::{
    FILES, PLAN, WORDS, differences, expected, files, from_folder, published, seen,
};
use crate::support::{choices, dataset, selection};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rulegrid::model::{LanguageIx, TableId};
use rulegrid::render::csv;
use rulegrid::render::html::{Look, Prepared, Site};
use rulegrid::selection::{address, from_address};
use rulegrid::view::{Plan, Scope};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// How large the script may be, in bytes, compressed by a server, with what the site tells it.
const MOST_BYTES: usize = 12_000;
/// How many random addresses are tried.
const ADDRESSES: usize = 30;

fn site() -> (TempDir, Page) {
    (published(&FILES), Browser::start().page(true))
}

fn open(page: &Page, folder: &TempDir, path: &str) {
    // An address that differs only behind `#` would not load the page again.
    page.open("about:blank");
    page.open(&from_folder(folder, path));
    settled(page);
}

/// Waits until the page has said what is to be said of the last change.
fn settled(page: &Page) {
    page.eval("new Promise(done => setTimeout(() => setTimeout(done)))");
}

fn click(page: &Page, css: &str) {
    page.eval(&format!("document.querySelector({}).click()", json!(css)));
    settled(page);
}

fn text(page: &Page, js: &str) -> String {
    page.eval(js).as_str().expect(js).to_owned()
}

fn query(page: &Page) -> String {
    text(page, "location.search")
}

fn rows(page: &Page) -> Vec<String> {
    let seen = "[...document.querySelectorAll('[data-table] tr[data-question]')]
        .filter(row => row.checkVisibility()).map(row => row.dataset.question)";
    serde_json::from_value(page.eval(seen)).expect("rows")
}

/// What the page gives away on a click: what is copied, or what is downloaded.
fn taken(page: &Page, what: &str) -> String {
    let script = "what => new Promise(give => {
        navigator.clipboard.writeText = async text => give(text);
        const make = URL.createObjectURL;
        URL.createObjectURL = blob => (blob.text().then(give), make.call(URL, blob));
        document.querySelector(`[data-do=${what}]`).click();
    })";
    text(page, &format!("({script})({})", json!(what)))
}

fn table(n: usize) -> &'static TableId {
    let tables = dataset().tables.len();
    dataset().tables.get_index(n % tables).expect("a table").0
}

#[test]
fn a_page_with_an_address_shows_what_the_selection_shows() {
    let (folder, page) = site();
    let mut runner = TestRunner::deterministic();
    for turn in 0..ADDRESSES {
        let choice = choices().new_tree(&mut runner).expect("a choice").current();
        let selection = selection(&choice);
        let query_there = address(dataset(), &selection);
        let language = LanguageIx((turn % 3).try_into().expect("few languages"));
        let code = &dataset().languages[language.index()].code;
        let table = table(turn);
        open(&page, &folder, &format!("{code}/{table}.html{query_there}"));
        assert_eq!(query(&page), query_there);
        let mut view = PLAN.view(&selection, language);
        let found = differences(&seen(&page, language), &expected(&view, table));
        assert!(
            found.is_empty(),
            "{table} {query_there}\n{}",
            found.join("\n")
        );
        view.tables.retain(|shown| shown.id == table);
        assert_eq!(
            taken(&page, "csv"),
            csv::document(&view),
            "{table} {query_there}"
        );
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn the_address_follows_the_boxes_and_links_carry_it() {
    let (folder, page) = site();
    open(&page, &folder, "en/followers.html");
    assert_eq!(query(&page), "");
    click(&page, "#x-tower");
    click(&page, "#p-princess-and-dragon");
    assert_eq!(query(&page), "?ed=C2&x=princess-and-dragon,tower");
    click(&page, ".elements li:has(#x-magic-portal) .without");
    assert_eq!(query(&page), "?ed=C2&x=tower,dragon,fairy,princess");
    assert_eq!(
        page.eval("document.querySelector('#p-princess-and-dragon').checked"),
        false
    );
    click(&page, "#ed-C3-1");
    let here = query(&page);
    assert_eq!(here, "?ed=C3.1&x=tower,dragon,fairy,princess");
    let links =
        "[...document.querySelectorAll('nav.tables a, nav.languages a')].map(a => a.search)";
    let links: Vec<String> = serde_json::from_value(page.eval(links)).expect("links");
    assert!(links.iter().all(|link| *link == here), "{links:?}");
    click(&page, "[type=reset]");
    assert_eq!(query(&page), "?ed=C2");
    // Elements that matter on another page only are kept.
    open(&page, &folder, "en/followers.html?x=river,tower");
    click(&page, "#x-phantom");
    assert_eq!(query(&page), "?ed=C2&x=tower,phantom,river");
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn an_address_may_name_the_edition_of_a_site_that_has_no_other() {
    let scope = Scope {
        edition: dataset().edition_ix("C2"),
        elements: None,
    };
    let folder = published(&files(&Plan::within(dataset(), scope), None));
    let page = Browser::start().page(true);
    let notice = "document.querySelector('.notice').textContent";
    open(&page, &folder, "en/followers.html?ed=C2&x=tower");
    assert_eq!(query(&page), "?x=tower");
    assert_eq!(text(&page, notice), "");
    open(&page, &folder, "en/followers.html?ed=C1&x=tower");
    assert!(text(&page, notice).contains("“C1”"));
}

#[test]
fn an_address_may_name_the_boxes_that_a_site_was_built_with() {
    let built_with = from_address(dataset(), "?x=inns-and-cathedrals,tower");
    let scope = Scope {
        edition: None,
        elements: Some(built_with.expect("an address").elements),
    };
    let folder = published(&files(&Plan::within(dataset(), scope), None));
    let page = Browser::start().page(true);
    let notice = "document.querySelector('.notice').textContent";
    open(
        &page,
        &folder,
        "en/followers.html?ed=C1&x=inns-and-cathedrals,tower",
    );
    assert_eq!(query(&page), "?ed=C1");
    assert_eq!(text(&page, notice), "");
    open(&page, &folder, "en/followers.html?x=tower,-inns,dragon");
    let told = text(&page, notice);
    assert!(
        told.contains("“dragon”") && told.contains("“-inns”"),
        "{told}"
    );
    assert!(!told.contains("“tower”"), "{told}");
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn bad_addresses_are_understood_as_far_as_possible_and_told() {
    let (folder, page) = site();
    let long = format!("?x={}tower", "garbage,".repeat(12_000));
    for (bad, good, told) in [
        ("?ed=C1&ed=WE", "?ed=WE", "several editions"),
        ("?ed=C9&x=tower", "?ed=C2&x=tower", "“C9”"),
        (
            "?x=<img src=x onerror=alert(1)>,tower",
            "?ed=C2&x=tower",
            "“<img src=x",
        ),
        ("?x=-,,%zz,%ff,tower,&&=&ed", "?ed=C2&x=tower", "“%zz”"),
        (&long, "?ed=C2&x=tower", "“garbage”"),
    ] {
        open(&page, &folder, &format!("en/followers.html{bad}"));
        let start = &bad[..bad.len().min(60)];
        assert_eq!(query(&page), good, "{start}");
        let notice = text(&page, "document.querySelector('.notice').textContent");
        assert!(notice.contains(told), "{start}: {notice}");
        assert!(notice.len() < 400, "{start}: {notice}");
        assert_eq!(page.eval("document.querySelectorAll('main img').length"), 0);
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn the_device_remembers_the_selection_and_shelves() {
    let (folder, page) = site();
    open(&page, &folder, "en/followers.html");
    click(&page, "#x-tower");
    open(&page, &folder, "ro/special-figures.html");
    assert_eq!(query(&page), "?ed=C2&x=tower");
    open(&page, &folder, "en/followers.html?ed=C1");
    assert_eq!(
        query(&page),
        "?ed=C1",
        "an address that names something wins"
    );
    let preset = "en/preset/majors/followers.html";
    open(&page, &folder, preset);
    assert_eq!(query(&page), "", "a ready-made page opens as it is");

    let list =
        |page: &Page| page.eval("[...document.querySelector('.shelves select')].map(o => o.text)");
    let name = |name: &str| {
        let set = format!(
            "document.querySelector('.shelves input').value = {}",
            json!(name)
        );
        page.eval(&set);
    };
    open(&page, &folder, "en/followers.html?ed=C1&x=tower");
    name("  At <b>home</b> ");
    click(&page, "[data-shelf=save]");
    open(&page, &folder, "en/followers.html?ed=WE");
    assert_eq!(list(&page), json!(["At <b>home</b>"]));
    click(&page, "[data-shelf=use]");
    assert_eq!(query(&page), "?ed=C1&x=tower");
    name("Cabin");
    click(&page, "[data-shelf=rename]");
    assert_eq!(list(&page), json!(["Cabin"]));
    click(&page, "[data-shelf=remove]");
    assert_eq!(list(&page), json!([]));
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn presets_and_show_all_apply_without_leaving() {
    let (folder, page) = site();
    open(&page, &folder, "en/followers.html?x=tower");
    page.eval("window.stayed = true");
    click(&page, "[data-do=all]");
    let everything = query(&page);
    let everything = from_address(dataset(), &everything).expect("a selection");
    assert_eq!(everything.elements.iter().count(), dataset().elements.len());
    click(&page, "[data-do=all]");
    assert_eq!(query(&page), "?ed=C2&x=tower");
    click(&page, "[data-do=all]");
    click(&page, "#ed-C1");
    click(&page, "[data-do=all]");
    assert_eq!(query(&page), "?ed=C1&x=tower", "the edition stays");
    click(&page, "[data-do=all]");
    click(&page, "#x-phantom");
    click(&page, "[data-do=all]");
    let all = from_address(dataset(), &query(&page)).expect("a selection");
    assert_eq!(all.elements.iter().count(), dataset().elements.len());
    click(&page, ".presets a[href*=published-c1]");
    let preset = dataset().presets.get("published-c1").expect("a preset");
    let selection = from_address(dataset(), &query(&page)).expect("a selection");
    assert_eq!(Some(selection.edition), preset.edition);
    assert_eq!(selection.elements.iter().count(), preset.elements.len());
    assert_eq!(page.eval("window.stayed"), true);
    let current = "document.querySelector('.presets [aria-current]').href.includes('published-c1')";
    assert_eq!(page.eval(current), true);
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn rows_are_filtered_by_answer_and_counted() {
    let (folder, page) = site();
    let wanted = "?ed=C1&x=princess-and-dragon,tower,abbot-and-gardens,phantom";
    open(&page, &folder, &format!("en/followers.html{wanted}"));
    let selection = from_address(dataset(), wanted).expect("a selection");
    let view = PLAN.view(&selection, LanguageIx(0));
    let shown = view
        .tables
        .iter()
        .find(|shown| shown.id == table(0))
        .expect("a table");
    let all = shown.sections.iter().flat_map(|section| &section.rows);
    let hidden = text(
        &page,
        "document.querySelector('[data-count=rows]').textContent",
    );
    let total = PLAN.tables[0]
        .sections
        .iter()
        .map(|s| s.rows.len())
        .sum::<usize>();
    assert_eq!(hidden, (total - all.clone().count()).to_string());
    for filter in ["no", "undefined", "adapted", "differs"] {
        let fits = |row: &&rulegrid::view::RowView| match filter {
            "adapted" => row.adapted || row.cells.iter().any(|cell| cell.adapted),
            "differs" => row
                .cells
                .iter()
                .any(|cell| cell.answer != row.cells[0].answer),
            answer => row
                .cells
                .iter()
                .any(|c| rulegrid::render::answer_word(c.answer) == answer),
        };
        let wanted: Vec<_> = all
            .clone()
            .filter(fits)
            .map(|r| r.question.to_string())
            .collect();
        let button = format!("[data-filter={filter}]");
        if wanted.is_empty() {
            page.eval("document.querySelector('.menu').open = true");
            settled(&page);
            let said = format!(
                "document.querySelector('{button}').disabled + ' ' + document.querySelector('{button} span').textContent"
            );
            assert_eq!(text(&page, &said), "true 0");
            page.eval("document.querySelector('.menu').open = false");
            continue;
        }
        click(&page, &button);
        assert_eq!(rows(&page), wanted, "{filter}");
        let said = format!(
            "document.querySelector('{button}').ariaPressed + ' ' + document.querySelector('{button} span').textContent"
        );
        assert_eq!(text(&page, &said), format!("true {}", wanted.len()));
        click(&page, &button);
        assert_eq!(rows(&page).len(), all.clone().count());
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn what_narrows_a_page_ends_with_what_it_is_about() {
    let (folder, page) = site();
    let there = "en/figure/dragon.html?ed=C2&x=princess-and-dragon&with=f-fairy";
    open(&page, &folder, there);
    assert!(taken(&page, "link").ends_with("&with=f-fairy"));
    let copied = taken(&page, "text");
    assert!(copied.contains("Together with: Fairy"), "{copied}");
    assert!(!copied.contains("Suggest a correction"), "{copied}");
    let notes = "[...document.querySelectorAll('li[data-note]')].every(note => !note.checkVisibility() ||
        [...document.querySelectorAll(`tbody [href='#${note.id}']`)].some(mark => mark.checkVisibility()))";
    assert_eq!(page.eval(notes), json!(true));
    click(&page, "#p-princess-and-dragon");
    assert_eq!(text(&page, "document.querySelector('#with').value"), "");
    assert!(!text(&page, "location.search").contains("with"));

    open(&page, &folder, "en/followers.html?ed=C2&x=tower");
    click(&page, "[data-filter=no]");
    assert!(!rows(&page).is_empty());
    let nothing = "document.querySelector('.nothing').checkVisibility()";
    assert_eq!(page.eval(nothing), json!(false));
    click(&page, "#x-tower");
    assert!(rows(&page).is_empty());
    assert_eq!(page.eval(nothing), json!(true));
    click(&page, ".reset");
    assert!(!rows(&page).is_empty());
    assert_eq!(
        text(
            &page,
            "document.querySelector('[data-filter=no]').ariaPressed"
        ),
        "false"
    );

    for close in [
        "dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))",
        "document.querySelector('h1').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))",
    ] {
        page.eval("document.querySelector('.menu').open = true");
        page.eval(close);
        assert_eq!(
            page.eval("document.querySelectorAll('.menu[open]').length"),
            json!(0)
        );
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn the_turned_table_has_the_same_cells() {
    let (folder, page) = site();
    open(
        &page,
        &folder,
        "en/followers.html?ed=C2&x=princess-and-dragon,tower,phantom",
    );
    let cells = "table => [...document.querySelectorAll(`${table} td[data-figure]`)]
        .filter(cell => cell.checkVisibility())
        .map(cell => [cell.closest('[data-question]').dataset.question, cell.dataset.figure, cell.innerText.trim()].join(' '))
        .sort()";
    let cells = |table: &str| page.eval(&format!("({cells})({})", json!(table)));
    click(&page, "[data-filter=no]");
    let before = cells("[data-table]");
    click(&page, "[data-do=transpose]");
    assert_eq!(cells("[data-table]"), json!([]));
    assert_eq!(cells("table:not([data-table])"), before);
    click(&page, "#p-inns-and-cathedrals");
    let after = cells("table:not([data-table])");
    assert_ne!(after, before);
    click(&page, "[data-do=transpose]");
    assert_eq!(cells("[data-table]"), after);
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn copies_say_what_is_shown() {
    let (folder, page) = site();
    let there = "en/special-figures.html?ed=C2&x=princess-and-dragon";
    open(&page, &folder, there);
    assert_eq!(taken(&page, "link"), from_folder(&folder, there));
    let plain = taken(&page, "text");
    assert!(plain.contains("The Princess & the Dragon"), "{plain}");
    let markdown = taken(&page, "markdown");
    for row in rows(&page) {
        let label =
            format!("document.querySelector('[data-question=\"{row}\"] th').firstChild.data");
        let label = text(&page, &label);
        assert!(plain.contains(label.trim()), "{label}");
    }
    let lines: Vec<_> = markdown
        .lines()
        .filter(|line| line.starts_with('|'))
        .collect();
    let columns: Vec<_> = lines
        .iter()
        .map(|line| line.matches(" |").count())
        .collect();
    assert!(lines.len() > rows(&page).len(), "{markdown}");
    assert!(
        columns.iter().skip(2).all(|count| *count == columns[0]),
        "{markdown}"
    );
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn without_scripts_nothing_of_the_script_is_there() {
    let (folder, with) = site();
    let without = Browser::start().page(false);
    without.open(&from_folder(&folder, "en/followers.html"));
    let there = ".tools, .shelves, .without, .scripted";
    let count = format!("document.querySelectorAll('{there}').length");
    assert_eq!(without.eval(&count), 0);
    open(&with, &folder, "en/followers.html");
    assert!(with.eval(&count).as_u64() > Some(2));
    // Both show the same, by the same boxes.
    for ids in [
        vec!["ed-C2", "mark-adapted"],
        vec!["ed-C1", "p-princess-and-dragon", "x-tower"],
    ] {
        without.set_inputs(&ids);
        with.set_inputs(&ids);
        assert_eq!(with.visible_cells(), without.visible_cells());
        assert_eq!(with.visible_notes(), without.visible_notes());
    }
    assert_eq!(without.messages(), [""; 0]);
    assert_eq!(with.messages(), [""; 0]);
}

#[test]
fn the_front_page_hands_the_selection_on() {
    let (folder, page) = site();
    page.open(&from_folder(&folder, "en/index.html?ed=C1&x=tower"));
    let link: Value = page.eval("document.querySelector('.cards a').search");
    assert_eq!(link, "?ed=C1&x=tower");
    assert_eq!(page.messages(), [""; 0]);
}

/// A file of the site as readers get it.
fn served(path: &str) -> &'static str {
    let file = FILES.iter().find(|file| file.path == path);
    std::str::from_utf8(&file.expect(path).bytes).expect("UTF-8")
}

/// The folder from which the site's own files come, and the rooms of its script.
fn sources() -> (PathBuf, Vec<PathBuf>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("site");
    let rooms = fs::read_dir(folder.join("script")).expect("a folder");
    let rooms = rooms.map(|room| room.expect("a room").path()).collect();
    (folder, rooms)
}

#[test]
fn the_script_is_small_and_strict() {
    use std::io::Write;
    let script = served("rulegrid.js");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(script.as_bytes()).expect("memory");
    let size = encoder.finish().expect("memory").len();
    println!("the script: {} bytes, compressed {size}", script.len());
    assert!(size <= MOST_BYTES, "{size}");
    assert!(script.starts_with("\"use strict\";\n"));
    for word in [
        "innerHTML",
        "eval(",
        "insertAdjacentHTML",
        "document.write",
        "fetch(",
    ] {
        assert!(!script.contains(word), "{word}");
    }
}

#[test]
fn readers_get_every_room_and_no_comments() {
    let (folder, rooms) = sources();
    let script = served("rulegrid.js");
    let told = script.split_once("siteData = ").expect("data").1;
    let told = told.split_once(";\n").expect("data").0;
    let mut found = 0;
    for path in &rooms {
        let name = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a name");
        let text = fs::read_to_string(path).expect("a room");
        assert!(text.starts_with("// "), "{name} says what it does");
        let lines = text.lines().map(str::trim);
        let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
        let code = code.collect::<Vec<_>>().join("\n");
        let code = code.replace("\"@site@\"", told);
        assert!(script.contains(&format!("// {name}\n{code}\n")), "{name}");
        found += code.lines().count() + 1;
    }
    // Around the rooms stand the mode and the braces.
    assert_eq!(script.lines().count(), found + 3);
    for path in ["style.css", "search.js"] {
        let text = fs::read_to_string(folder.join(path)).expect("a file");
        let lines: Vec<_> = served(path).lines().collect();
        assert!(lines.len() > 100, "{path}");
        let mut own = text.lines().map(str::trim);
        assert!(
            lines.iter().all(|line| own.any(|own| own == *line)),
            "{path}"
        );
        let is_comment = |line: &&str| line.starts_with("//") || line.contains("/*");
        assert_eq!(lines.iter().find(|line| is_comment(line)), None, "{path}");
    }
}

#[test]
fn comments_and_indents_of_the_sources_stand_in_no_string() {
    let (folder, mut paths) = sources();
    paths.extend(["style.css", "search.js"].map(|path| folder.join(path)));
    for path in paths {
        let text = fs::read_to_string(&path).expect("a file");
        for line in text.lines() {
            // No template spans lines, no string goes on, and no code stands behind a comment.
            assert!(line.matches('`').count() % 2 == 0, "{path:?}: {line}");
            assert!(!line.ends_with('\\'), "{path:?}: {line}");
            let is_block = line.trim().starts_with("/*");
            let is_style = path.ends_with("style.css");
            assert!(is_style || !is_block, "{path:?}: {line}");
            let behind = line.split_once("*/").filter(|_| is_style);
            assert_eq!(behind.map_or("", |(_, code)| code), "", "{line}");
        }
    }
}

#[test]
fn a_folder_has_rooms_of_its_own_or_the_whole_script() {
    let script = |folder: &TempDir| {
        let look = Look::read(None, Some(folder.path())).expect("a look");
        let site = Site {
            plan: &PLAN,
            words: &WORDS,
            base_url: None,
            files: None,
            sheets: &[],
        };
        let prepared = Prepared::new(&site, &look, &[]).expect("templates");
        let file = prepared
            .file("rulegrid.js")
            .expect("no error")
            .expect("a script");
        String::from_utf8(file.bytes).expect("UTF-8")
    };
    let built_in = served("rulegrid.js");
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(script(&folder), built_in);

    fs::create_dir(folder.path().join("script")).expect("a folder");
    let own = "// Mine.\nconst text = `a\n  // b`;\n";
    fs::write(folder.path().join("script/memory.js"), own).expect("a file");
    let mixed = script(&folder);
    assert!(
        mixed.contains(&format!("// memory\n{own}// conditions\n")),
        "{mixed}"
    );
    assert!(mixed.ends_with(built_in.split_once("// rules\n").expect("rules").1));

    let last = "// Nothing starts, and no line ends.";
    fs::write(folder.path().join("script/start.js"), last).expect("a file");
    assert!(script(&folder).ends_with(&format!("// start\n{last}\n}}\n")));

    fs::write(folder.path().join("rulegrid.js"), "// All mine.\n").expect("a file");
    assert_eq!(script(&folder), "// All mine.\n");
}

#[test]
fn files_of_a_folder_that_nothing_would_read_are_named() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["templates", "site"].map(|name| repository.join(name));
    Look::read(Some(&folders[0]), Some(&folders[1])).expect("the site's own are all read");

    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("script")).expect("a folder");
    let misspelt = [
        "mtarix.html",
        "wordz.yaml",
        "styel.css",
        "script/memmory.js",
    ];
    let harmless = [
        "notes.txt",
        ".#style.css",
        "style.css~",
        "page.html.orig",
        "logo.png",
    ];
    for file in misspelt
        .iter()
        .chain(&harmless)
        .chain(&["script/mine.js", "style.css"])
    {
        fs::write(folder.path().join(file), "").expect("a file");
    }
    let refused = Look::read(Some(folder.path()), Some(folder.path())).expect_err("refused");
    let said = refused
        .to_string()
        .replace(folder.path().to_str().expect("text"), "LOOK");
    insta::assert_snapshot!(said, @r"
    no part of the site is called like this, so that nothing would read it:
      LOOK/mtarix.html (did you mean `matrix.html`?)
      LOOK/wordz.yaml (did you mean `words.yaml`?)
      LOOK/styel.css (did you mean `style.css`?)
      LOOK/script/memmory.js (did you mean `memory.js` or `summary.js`?)
      LOOK/script/mine.js
    ");
}
