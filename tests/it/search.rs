//! The search of the site in Chromium, from a folder: what it finds against the index, the answer
//! it shows against the view, its keys, and what it costs.

use crate::ask::{INDEXES, Phrase, phrases};
use crate::browser::{Browser, Page};
use crate::pages::{FILES, PLAN, WORDS, files, from_folder, published};
use crate::support::{choices, dataset, selection};
use flate2::{Compression, write::GzEncoder};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rulegrid::model::{ElementSet, LanguageIx, Selection};
use rulegrid::render::{answer_label, answer_word};
use rulegrid::search::{Found, Slot, words_of};
use rulegrid::selection::{address, from_address};
use rulegrid::view::{CellView, Plan, Scope, View};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::Write;
use std::time::Duration;
use tempfile::TempDir;

/// How large an index and the search's script may be, in bytes, compressed by a server.
const MOST_OF_AN_INDEX: usize = 60_000;
const MOST_OF_THE_SCRIPT: usize = 6_000;
/// How many mistyped phrases are tried in each language, and how many selections in all.
const MISTYPED: usize = 150;
const SELECTIONS: usize = 30;
/// How many answers are looked at in each selection.
const ANSWERS: usize = 8;

fn code(language: LanguageIx) -> &'static str {
    &dataset().languages[language.index()].code
}

fn site() -> (TempDir, Page) {
    (published(&FILES), Browser::start().page(true))
}

/// Opens a page and uses its search for the first time.
fn open(page: &Page, folder: &TempDir, path: &str) {
    page.open("about:blank");
    page.open(&from_folder(folder, path));
    page.eval(
        "new Promise(done => {
            const faq = document.querySelector('.find').dataset.faq;
            const has = () => !faq || (rulegrid.loadEntries(), rulegrid.findEntries(''));
            const wait = () => window.rulegrid?.find && has() ? done() : setTimeout(wait, 5);
            document.querySelector('.find input').focus();
            wait();
        })",
    );
}

fn kind(page: &Page, text: &str) {
    let set = "text => {
        const input = document.querySelector('.find input');
        input.value = text;
        input.dispatchEvent(new Event('input'));
    }";
    page.eval(&format!("({set})({})", json!(text)));
}

fn key(page: &Page, key: &str) {
    let text = if key.len() == 1 { key } else { "" };
    for kind in ["keyDown", "keyUp"] {
        let mut event = json!({"type": kind, "key": key, "code": key});
        if kind == "keyDown" && !text.is_empty() {
            event["text"] = json!(text);
        }
        if key == "Enter" {
            event["windowsVirtualKeyCode"] = json!(13);
        }
        page.command("Input.dispatchKeyEvent", event);
    }
}

fn text(page: &Page, js: &str) -> String {
    let value = page.eval(js);
    value
        .as_str()
        .unwrap_or_else(|| panic!("{js}: {value}"))
        .to_owned()
}

/// The shown results: kind, name and address.
fn results(page: &Page) -> Vec<[String; 3]> {
    let read = "[...document.querySelectorAll('#found > [role=option]')].map(option =>
        [option.className, option.querySelector('b').textContent, option.href])";
    serde_json::from_value(page.eval(read)).expect("results")
}

/// Waits until a followed link has led to its page.
fn arrived(page: &Page, to: &str) {
    let there = json!(format!("{to} complete"));
    for _ in 0..200 {
        if page.eval("location.href + ' ' + document.readyState") == there {
            return;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    panic!("{to} did not open: {}", page.eval("location.href"));
}

/// Numbers without a pattern that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    /// `text` with one or two letters left out, doubled, swapped or changed, and now and then in
    /// capital letters or with words of something else.
    fn mistyped(&mut self, text: &str, other: &str) -> String {
        let mut letters: Vec<_> = text.chars().collect();
        for _ in 0..=self.below(2) {
            let at = self.below(letters.len() - 1);
            match self.below(4) {
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, letters[at]),
                2 => letters.swap(at, at + 1),
                _ => letters[at] = ['a', 'ș', 'é', 'œ', '-', ' '][self.below(6)],
            }
        }
        let text: String = letters.into_iter().collect();
        match self.below(8) {
            0 => text.to_uppercase(),
            1 => format!("{text} {other}"),
            _ => text,
        }
    }
}

/// What the index finds, by position: the table, figures and questions.
fn found(language: LanguageIx, text: &str) -> Value {
    match INDEXES[language.index()].find(text).found {
        Found::Cell(slot) => json!([slot.table, [slot.figure], [slot.question]]),
        Found::Figure(at) => json!([null, [at], []]),
        Found::Questions(all) => json!([null, [], all]),
        Found::Nothing => json!([null, [], []]),
    }
}

#[test]
fn the_script_finds_what_the_index_finds() {
    let (folder, page) = site();
    let phrases = phrases();
    let mut dice = Dice(7);
    for (language, _) in dataset().languages() {
        let own: Vec<&Phrase> = phrases.iter().filter(|p| p.language == language).collect();
        let mut texts: Vec<String> = own.iter().map(|phrase| phrase.text.clone()).collect();
        for _ in 0..MISTYPED {
            let [text, other] = [0, 1].map(|_| &own[dice.below(own.len())].text);
            texts.push(dice.mistyped(text, other));
        }
        // Letters that fold in several steps, words that say nothing, and far too many.
        let odd = [
            "",
            "?",
            "\u{1F409}",
            "ﬁ ŉ ǅ İ ẞ ς",
            "Œuvre L’ABBÉ C3.1",
            "constructor __proto__",
        ];
        texts.extend(odd.map(str::to_owned));
        texts.extend([
            own[0].text.repeat(30),
            "abot ".repeat(40),
            "ab cd ".repeat(40),
        ]);
        open(&page, &folder, &format!("{}/index.html", code(language)));
        let find = "texts => texts.map(text => {
            const {slot, figures, questions} = rulegrid.find(text);
            const table = slot ? rulegrid.index.tables.indexOf(slot.table) : null;
            return [table, figures, questions];
        })";
        let seen = page.eval(&format!("({find})({})", json!(texts)));
        let seen = seen.as_array().expect("a list");
        let wrong = texts.iter().zip(seen).filter_map(|(text, seen)| {
            let wanted = found(language, text);
            (*seen != wanted).then(|| format!("{text:?}: {seen} and not {wanted}"))
        });
        let wrong: Vec<_> = wrong.collect();
        assert!(wrong.is_empty(), "{}: {}", code(language), wrong.join("\n"));
    }
    assert_eq!(page.messages(), [""; 0]);
}

/// A cell as the search has to show it.
#[derive(Debug, PartialEq)]
struct Answer {
    name: String,
    answer: String,
    said: String,
    adapted: bool,
    /// How its notes begin.
    notes: Vec<String>,
    is_own: bool,
    href: String,
}

fn words(text: &str) -> String {
    text.split([' ', '\n'])
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Where a slot is shown in a view: its cell, with the name and notes around it.
fn expected(view: &View, slot: Slot, is_own: bool, folder: &TempDir) -> Option<Answer> {
    let index = &INDEXES[view.language.index()];
    let (figure, question) = (
        index.figures[slot.figure].id,
        index.questions[slot.question].id,
    );
    let table = view
        .tables
        .iter()
        .find(|t| t.id == PLAN.tables[slot.table].id)?;
    let column = table
        .figures
        .iter()
        .position(|column| column.id == figure)?;
    let rows = table
        .sections
        .iter()
        .flat_map(|s| s.rows.iter().map(move |row| (s, row)));
    let (section, row) = rows.clone().find(|(_, row)| row.question == question)?;
    let cell: &CellView = &row.cells[column];
    let code = code(view.language);
    let said = match answer_label(cell.answer) {
        Some(label) => WORDS.get(code, label).to_owned(),
        None => cell.text.as_ref()?.text.clone(),
    };
    let mut marks = Vec::new();
    for mark in cell
        .notes
        .iter()
        .chain(&row.notes)
        .chain(&table.figures[column].notes)
    {
        if !marks.contains(mark) {
            marks.push(*mark);
        }
    }
    let notes = marks.iter().filter_map(|mark| {
        let parts = view.note(mark)?.parts.iter();
        Some(words(
            &parts
                .map(|part| part.text.text.clone())
                .collect::<Vec<_>>()
                .join(" "),
        ))
    });
    // Rows that are asked in the same words somewhere are told apart by their sections.
    let all = PLAN
        .tables
        .iter()
        .flat_map(|t| t.sections.iter().flat_map(|s| &s.rows));
    let own = all.clone().find(|other| {
        other.id == question && *other.text.get(view.language).1 == *own_text(slot, view)
    })?;
    let is_ambiguous = all
        .clone()
        .any(|other| other.id != question && other.text == own.text);
    let asked = match is_ambiguous {
        true => format!("{}: {}", section.title.text, row.text.text),
        false => row.text.text.clone(),
    };
    let page = format!(
        "{code}/figure/{figure}.html{}",
        address(dataset(), &view.selection)
    );
    let anchor = question.as_str().replace('/', "_");
    Some(Answer {
        name: words(&format!("{} · {asked}", table.figures[column].name.text)),
        answer: answer_word(cell.answer).to_owned(),
        said: words(&said),
        adapted: cell.adapted,
        notes: notes.collect(),
        is_own,
        href: format!("{}#q-{anchor}", from_folder(folder, &page)),
    })
}

/// How the table of a slot asks its question.
fn own_text<'v>(slot: Slot, view: &View<'v>) -> &'v rulegrid::model::Text {
    let question = INDEXES[view.language.index()].questions[slot.question].id;
    let asked = &view.dataset.questions[question.as_str()];
    asked
        .text_in(PLAN.tables[slot.table].id)
        .get(view.language)
        .1
}

/// The answer that is shown for the reader's selection, or else for all there is.
fn answered(language: LanguageIx, own: &Selection, slot: Slot, folder: &TempDir) -> Option<Answer> {
    let here = expected(&PLAN.view(own, language), slot, true, folder);
    let editions = dataset().editions().map(|(edition, ..)| edition);
    let mut others = [own.edition]
        .into_iter()
        .chain(editions)
        .filter_map(|edition| {
            let elements = ElementSet::full(dataset().elements.len());
            let view = PLAN.view(&Selection { edition, elements }, language);
            expected(&view, slot, false, folder)
        });
    here.or_else(|| others.next())
}

/// The answer in the list of results.
const SHOWN: &str = "(() => {
    const first = document.querySelector('#found > .answer:first-child');
    if (!first) return null;
    const one = css => first.querySelector(css);
    const said = one('.said');
    return {
        name: one('b').textContent, answer: said.dataset.answer, said: said.textContent,
        adapted: Boolean(one('.mark')), is_own: !one('.remark'), href: first.href,
        notes: [...first.querySelectorAll('.cited')].map(note => note.textContent),
    };
})()";

fn assert_shown(shown: &Value, wanted: Option<Answer>, what: &str) {
    let Some(wanted) = wanted else {
        assert_eq!(*shown, Value::Null, "{what}");
        return;
    };
    for (key, value) in [
        ("name", json!(wanted.name)),
        ("answer", json!(wanted.answer)),
        ("said", json!(wanted.said)),
        ("adapted", json!(wanted.adapted)),
        ("is_own", json!(wanted.is_own)),
        ("href", json!(wanted.href)),
    ] {
        assert_eq!(shown[key], value, "{key} of {what}");
    }
    let notes: Vec<String> = serde_json::from_value(shown["notes"].clone()).expect("notes");
    assert_eq!(notes.len(), wanted.notes.len(), "{what}: {notes:?}");
    for (note, whole) in notes.iter().zip(&wanted.notes) {
        let start = note.strip_suffix(" …");
        assert!(
            start.map_or(note == whole, |start| whole.starts_with(start)),
            "{note}\n{whole}"
        );
    }
}

#[test]
fn the_answer_shown_is_that_of_the_view() {
    let (folder, page) = site();
    let phrases = phrases();
    let mut runner = TestRunner::deterministic();
    let mut dice = Dice(3);
    let (mut own, mut others, mut with_notes, mut adapted) = (0, 0, 0, 0);
    for (language, _) in dataset().languages() {
        let index = &INDEXES[language.index()];
        let slots = phrases.iter().filter(|phrase| phrase.language == language);
        let slots = slots.filter_map(|phrase| match index.find(&phrase.text).found {
            Found::Cell(slot) => Some((phrase.text.as_str(), slot)),
            _ => None,
        });
        let slots: Vec<_> = slots.collect();
        open(&page, &folder, &format!("{}/index.html", code(language)));
        for _ in 0..SELECTIONS / dataset().languages.len() {
            let choice = choices().new_tree(&mut runner).expect("a choice").current();
            let selection = selection(&choice);
            let there = address(dataset(), &selection);
            page.eval(&format!("history.replaceState(null, '', {})", json!(there)));
            for _ in 0..ANSWERS {
                let (text, slot) = slots[dice.below(slots.len())];
                kind(&page, text);
                let shown = page.eval(SHOWN);
                let wanted = answered(language, &selection, slot, &folder);
                if let Some(wanted) = &wanted {
                    own += usize::from(wanted.is_own);
                    others += usize::from(!wanted.is_own);
                    with_notes += usize::from(!wanted.notes.is_empty());
                    adapted += usize::from(wanted.adapted);
                }
                assert_shown(&shown, wanted, &format!("{text} {there}"));
            }
        }
    }
    println!("{own} selected, {others} not, {with_notes} with notes, {adapted} adapted");
    assert!(own > 20 && others > 20 && with_notes > 10 && adapted > 5);
    assert_eq!(page.messages(), [""; 0]);
}

/// Every cell has an answer with everything selected in some edition.
#[test]
fn every_cell_can_be_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let language = LanguageIx(0);
    let index = &INDEXES[language.index()];
    let views = dataset().editions().map(|(edition, ..)| {
        let elements = ElementSet::full(dataset().elements.len());
        PLAN.view(&Selection { edition, elements }, language)
    });
    let views: Vec<_> = views.collect();
    let never = index.cells.iter().filter(|slot| {
        let mut shown = views
            .iter()
            .filter_map(|view| expected(view, **slot, false, &folder));
        shown.next().is_none()
    });
    assert_eq!(never.count(), 0);
}

#[test]
fn the_page_s_own_selection_is_answered() {
    let (folder, page) = site();
    let start = "en/followers.html?ed=C2&x=princess-and-dragon,abbot-and-gardens";
    open(&page, &folder, start);
    kind(&page, "dragon abbot");
    let own = page.eval(SHOWN);
    assert_eq!(
        (&own["answer"], &own["is_own"]),
        (&json!("yes"), &json!(true)),
        "{own}"
    );
    // A box that is clicked is heeded at once, and links carry what is selected.
    page.eval("document.querySelector('#p-princess-and-dragon').click()");
    kind(&page, "dragon abbot");
    let other = page.eval(SHOWN);
    assert_eq!(other["is_own"], json!(false), "{other}");
    let to = other["href"].as_str().expect("an address");
    let selected = from_address(dataset(), to).expect("a selection");
    assert_eq!(selected.elements.iter().count(), dataset().elements.len());
    let figure = &results(&page)[1];
    assert_eq!(figure[0], "figure");
    assert!(
        figure[2].ends_with("/en/figure/abbot.html?ed=C2&x=abbot-and-gardens"),
        "{figure:?}"
    );
    // What the device remembers is heeded where nothing can be selected.
    open(&page, &folder, "en/report.html");
    kind(&page, "abbot city");
    let remembered = page.eval(SHOWN);
    assert_eq!(remembered["is_own"], json!(true), "{remembered}");
    assert!(
        remembered["href"]
            .as_str()
            .is_some_and(|to| to.contains("?ed=C2&x=abbot-and-gardens#"))
    );
    // The answer leads to its cell.
    let to = results(&page)[0][2].clone();
    key(&page, "Enter");
    arrived(&page, &to);
    let target = "(() => {
        const row = document.querySelector(':target');
        return row.id + ' ' + row.checkVisibility() + ' ' + location.pathname.split('/').at(-1);
    })()";
    assert_eq!(text(&page, target), "q-place_city true abbot.html");
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn pages_are_found_by_name() {
    let (folder, page) = site();
    let paths: HashSet<&str> = FILES.iter().map(|file| file.path.as_str()).collect();
    for (language, typed, kind_of, path) in [
        ("en", "mayor", "figure", "en/figure/mayor.html"),
        ("en", "eaten", "question", "en/question/removal_dragon.html"),
        (
            "en",
            "inns cathedrals",
            "expansion",
            "en/expansion/inns-and-cathedrals.html",
        ),
        (
            "en",
            "princes and dragn",
            "expansion",
            "en/expansion/princess-and-dragon.html",
        ),
        ("ro", "primar", "figure", "ro/figure/mayor.html"),
        (
            "ro",
            "mancat",
            "question",
            "ro/question/removal_dragon.html",
        ),
        (
            "fr",
            "auberges",
            "expansion",
            "fr/expansion/inns-and-cathedrals.html",
        ),
    ] {
        open(&page, &folder, &format!("{language}/index.html"));
        kind(&page, typed);
        let all = results(&page);
        let of_kind = all.iter().find(|[kind, ..]| kind == kind_of);
        let to = of_kind.unwrap_or_else(|| panic!("{typed}: {all:?}"));
        assert_eq!(to[2], from_folder(&folder, path), "{typed}: {all:?}");
        for [kind, _, to] in &all {
            let to = to.split(['?', '#']).next().unwrap_or_default();
            let path = to
                .strip_prefix(&from_folder(&folder, ""))
                .expect("within the site");
            // The pages of expansions are made elsewhere.
            assert!(kind == "expansion" || paths.contains(path), "{path}");
        }
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn notes_are_found_by_their_words_and_lead_to_where_they_are_cited() {
    let (folder, page) = site();
    let everything = Selection {
        edition: dataset().default_edition,
        elements: ElementSet::full(dataset().elements.len()),
    };
    let view = PLAN.view(&everything, LanguageIx(0));
    open(&page, &folder, "en/index.html");
    let other = Browser::start().page(true);
    let mut tried = 0;
    for note in view.notes.iter().step_by(view.notes.len() / 12 + 1) {
        let said = words_of(&note.parts[0].text.text);
        let asked = said[..said.len().min(14)].join(" ");
        kind(&page, &asked);
        let place = format!(
            "#n-{}",
            note.id.as_str().replace('/', "_").replace('@', "__")
        );
        let all = results(&page);
        let mut links = all.iter().map(|[.., to]| to.as_str());
        let to = links.find(|to| to.ends_with(&place));
        let to = to.unwrap_or_else(|| panic!("{asked}: {all:?}")).to_owned();
        other.open("about:blank");
        other.open(&to);
        assert_eq!(
            other.eval("document.querySelector(':target').checkVisibility()"),
            true,
            "{to}"
        );
        tried += 1;
    }
    assert!(tried >= 8);
}

#[test]
fn the_keyboard_suffices() {
    let (folder, page) = site();
    page.open(&from_folder(&folder, "en/followers.html"));
    let attribute = |name: &str| {
        page.eval(&format!(
            "document.querySelector('.find input').getAttribute('{name}')"
        ))
    };
    let active = "document.activeElement.getAttribute('role')";
    page.eval("document.querySelector('#x-tower').focus()");
    key(&page, "/");
    assert_eq!(page.eval(active), "combobox");
    assert_eq!(page.eval("document.querySelector('.find input').value"), "");
    open(&page, &folder, "en/followers.html");
    assert_eq!(attribute("aria-expanded"), "false");
    for letter in "abbot city".chars() {
        key(&page, &letter.to_string());
    }
    assert_eq!(
        page.eval("document.querySelector('.find input').value"),
        "abbot city"
    );
    let count = results(&page).len();
    assert!(count > 2);
    let status = "document.querySelector('.find [role=status]').textContent";
    assert_eq!(text(&page, status), format!("Results: {count}"));
    assert_eq!(attribute("aria-expanded"), "true");
    assert_eq!(attribute("aria-activedescendant"), Value::Null);
    assert_eq!(attribute("aria-controls"), "found");
    let selected = "[...document.querySelectorAll('#found > *')]
        .map((o, n) => o.ariaSelected === 'true' ? n : -1).filter(n => n >= 0).join()";
    for (press, at) in [
        ("ArrowDown", 0),
        ("ArrowDown", 1),
        ("ArrowUp", 0),
        ("ArrowUp", count - 1),
        ("ArrowDown", 0),
        ("ArrowDown", 1),
    ] {
        key(&page, press);
        assert_eq!(text(&page, selected), at.to_string(), "{press}");
        assert_eq!(attribute("aria-activedescendant"), format!("found-{at}"));
    }
    let to = results(&page)[1][2].clone();
    key(&page, "Escape");
    assert_eq!(attribute("aria-expanded"), "false");
    assert_eq!(
        (results(&page).len(), text(&page, status)),
        (0, String::new())
    );
    assert_eq!(
        page.eval("document.querySelector('.find input').value"),
        "abbot city"
    );
    key(&page, "Escape");
    assert_eq!(page.eval("document.querySelector('.find input').value"), "");
    key(&page, "Escape");
    assert_eq!(page.eval("document.activeElement === document.body"), true);
    key(&page, "/");
    kind(&page, "abbot city");
    key(&page, "ArrowDown");
    key(&page, "ArrowDown");
    key(&page, "Enter");
    arrived(&page, &to);
    // Nothing is found, and nothing is left when the box is left.
    open(&page, &folder, "en/followers.html");
    kind(&page, "qwrtz");
    assert_eq!(text(&page, status), "Nothing was found.");
    key(&page, "Enter");
    page.eval("document.activeElement.blur()");
    assert_eq!(text(&page, status), "");
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn a_slash_stays_typing_where_something_is_typed() {
    let (folder, page) = site();
    page.open(&from_folder(&folder, "en/followers.html"));
    page.eval("document.querySelector('.shelves').open = true; document.querySelector('.shelf').open = true");
    page.eval("document.querySelector('.shelves input').focus()");
    key(&page, "/");
    assert_eq!(page.eval("document.activeElement.value"), "/");
    page.eval("document.querySelector('.shelves select').focus()");
    key(&page, "/");
    assert_eq!(page.eval("document.activeElement.localName"), "select");
    let field = "const field = document.createElement('div');
        field.contentEditable = 'true'; document.body.append(field); field.focus()";
    page.eval(&format!("{{ {field} }}"));
    key(&page, "/");
    assert_eq!(page.eval("document.activeElement.textContent"), "/");
    // Held with other keys it is the browser's; loading waits for the first use.
    page.eval("document.activeElement.blur()");
    page.command(
        "Input.dispatchKeyEvent",
        json!({"type": "keyDown", "key": "/", "modifiers": 2}),
    );
    assert_eq!(page.eval("document.activeElement === document.body"), true);
    assert_eq!(page.eval("document.scripts.length"), 1);
    key(&page, "/");
    assert_eq!(page.eval("document.activeElement.role"), "combobox");
    assert_eq!(page.eval("document.scripts.length"), 3);
    assert_eq!(page.eval("document.activeElement.value"), "");
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn what_is_typed_stays_text() {
    let (folder, page) = site();
    open(
        &page,
        &folder,
        "en/index.html?ed=<img>&x=<b>tower</b>,tower",
    );
    let before = page.eval("document.querySelectorAll('*').length");
    for typed in [
        "<img src=x onerror=alert(1)>",
        "\"><script>alert(1)</script>",
        "'-alert(1)-'",
        "\\",
        "\u{0}",
        "__proto__",
    ] {
        kind(&page, typed);
    }
    kind(&page, "");
    assert_eq!(page.eval("document.querySelectorAll('*').length"), before);
    kind(&page, "<b>dragon</b> <i>abbot");
    assert_eq!(page.eval(SHOWN)["answer"], "yes");
    assert_eq!(
        page.eval("document.querySelectorAll('#found img, #found b b, #found i').length"),
        0
    );
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn every_page_has_one_box_and_only_with_scripts() {
    let (folder, page) = site();
    // Bare pages for frames have none.
    let (bare, whole): (Vec<_>, Vec<_>) = FILES
        .iter()
        .filter(|file| file.path.ends_with(".html"))
        .partition(|file| file.path.contains("/embed/"));
    assert!(!bare.is_empty());
    for file in bare {
        let html = std::str::from_utf8(&file.bytes).expect("UTF-8");
        assert!(!html.contains("role=\"combobox\""), "{}", file.path);
    }
    for file in whole {
        let html = std::str::from_utf8(&file.bytes).expect("UTF-8");
        for once in [
            "rulegrid.js\" defer",
            "<template id=\"search\">",
            "role=\"combobox\"",
        ] {
            assert_eq!(html.matches(once).count(), 1, "{once} in {}", file.path);
        }
    }
    // Pages of every kind, deep and shallow ones.
    for path in [
        "index.html",
        "en/index.html",
        "fr/report.html",
        "rules/index.html",
        "rules/missing-answer.html",
        "ro/preset/majors/followers.html",
        "fr/figure/abbot.html",
        "ro/question/removal_dragon.html",
    ] {
        open(&page, &folder, path);
        kind(&page, "dragon");
        assert!(!results(&page).is_empty(), "{path}");
    }
    assert_eq!(page.messages(), [""; 0]);
    let without = Browser::start().page(false);
    without.open(&from_folder(&folder, "en/index.html"));
    assert_eq!(without.eval("document.querySelectorAll('.find').length"), 0);
}

#[test]
fn a_site_for_a_fixed_selection_answers_for_it() {
    let edition = dataset().edition_ix("C1").expect("an edition");
    let selected = from_address(dataset(), "?ed=C1&x=princess-and-dragon").expect("a selection");
    let scope = Scope {
        edition: Some(edition),
        elements: Some(selected.elements),
    };
    let folder = published(&files(&Plan::within(dataset(), scope), None));
    let page = Browser::start().page(true);
    for path in ["en/index.html", "en/followers.html"] {
        open(&page, &folder, path);
        kind(&page, "dragon follower");
        let shown = page.eval(SHOWN);
        assert_eq!(
            (&shown["answer"], &shown["is_own"]),
            (&json!("yes"), &json!(true)),
            "{path}"
        );
        let to = shown["href"].as_str().expect("an address");
        assert!(
            to.ends_with("/en/figure/normal-meeple.html#q-removal_dragon"),
            "{to}"
        );
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn a_phone_shows_it_in_reach() {
    let (folder, page) = site();
    for (width, path) in [
        (320, "fr/followers.html"),
        (320, "ro/index.html"),
        (1280, "en/followers.html"),
    ] {
        page.resize(width, 640, width == 320);
        let touch = width == 320;
        page.command(
            "Emulation.setTouchEmulationEnabled",
            json!({"enabled": touch}),
        );
        open(&page, &folder, path);
        kind(&page, "dragon");
        let sizes = "(() => {
            const box = document.querySelector('.found').getBoundingClientRect();
            const all = [...document.querySelectorAll('.find input, #found > *')];
            return [document.documentElement.scrollWidth, Math.floor(box.left), Math.ceil(box.right),
                Math.floor(Math.min(...all.map(e => e.getBoundingClientRect().height))),
                matchMedia('(pointer: coarse)').matches];
        })()";
        let sizes = page.eval(sizes);
        let of = |n: usize| sizes[n].as_u64().expect("a length in the window");
        assert!(
            of(0) <= u64::from(width) && of(2) <= u64::from(width),
            "{path}: {sizes}"
        );
        assert_eq!(sizes[4], json!(touch));
        assert!(!touch || of(3) >= 44, "{path}: {sizes}");
    }
    assert_eq!(page.messages(), [""; 0]);
}

fn compressed(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory").len()
}

#[test]
fn index_and_script_are_small_and_strict() {
    let file = |path: &str| {
        let file = FILES.iter().find(|file| file.path == path);
        &file.unwrap_or_else(|| panic!("{path}")).bytes
    };
    for (language, _) in dataset().languages() {
        let size = compressed(file(&format!("search/{}.js", code(language))));
        println!("the index in {}: {size} bytes", code(language));
        assert!(size <= MOST_OF_AN_INDEX, "{size}");
    }
    let script = file("search.js");
    let size = compressed(script);
    println!("the script: {size} bytes");
    assert!(size <= MOST_OF_THE_SCRIPT, "{size}");
    let script = std::str::from_utf8(script).expect("UTF-8");
    assert!(script.contains("\"use strict\""));
    for word in [
        "innerHTML",
        "eval(",
        "insertAdjacentHTML",
        "document.write",
        "fetch(",
        "Function(",
    ] {
        assert!(!script.contains(word), "{word}");
    }
}
