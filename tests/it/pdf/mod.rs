//! Sheets for print, read back: what stands on them, tags, fonts, places of words, pictures.

mod input;
mod templates;

use crate::support::{choices, dataset, loaded, rules, selection, small_dataset};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use rayon::prelude::*;
use rulegrid::load::{load, words};
use rulegrid::model::{Dataset, FigureId, LanguageIx, QuestionId, Selection};
use rulegrid::render::answer_label;
use rulegrid::render::pdf::{Paper, Print, Source};
use rulegrid::selection::from_address;
use rulegrid::view::{CellView, Plan, PlayView, ReadyKind, Sheet, StepView, Subject, View, view};
use std::path::PathBuf;
use std::process::{Command, Output};

/// English, Romanian, French.
const LANGUAGES: [LanguageIx; 3] = [LanguageIx(0), LanguageIx(1), LanguageIx(2)];

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}; see tests/run"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn rulegrid(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulegrid"));
    command.args(arguments).output().expect("the program")
}

/// The bytes of a sheet.
fn made(sheet: &Sheet<'_, '_>, print: &Print) -> Vec<u8> {
    let words = words().expect("the words");
    printed(Source::new(sheet, &words, print))
}

/// The bytes of what Rulegrid's own templates make, which nothing is wrong with.
fn printed(source: Source) -> Vec<u8> {
    let made = source
        .pdf()
        .unwrap_or_else(|error| panic!("{:?}", error.found));
    assert_eq!(made.warnings.found, []);
    made.bytes
}

/// A sheet in a file of its own.
fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::with_suffix(".pdf").expect("a file");
    std::fs::write(file.path(), bytes).expect("a file");
    file
}

fn path(file: &tempfile::NamedTempFile) -> &str {
    file.path().to_str().expect("a plain path")
}

/// A selection by the address of a page.
fn at(address: &str) -> Selection {
    from_address(dataset(), address).expect("an address")
}

fn everything(edition: &str) -> Selection {
    let all = crate::support::facts().everything(edition);
    selection(&all)
}

/// Text as it can be compared: without white space and soft hyphens, which lines are broken at.
fn squeezed(text: &str) -> String {
    let is_kept = |c: &char| !c.is_whitespace() && !matches!(c, '\u{ad}' | '•' | '-' | '\u{2010}');
    text.chars().filter(is_kept).collect()
}

/// An element of the tagged structure: its type, and its own and its inner texts.
#[derive(Debug, Default)]
struct Tag {
    kind: String,
    depth: usize,
    text: String,
}

/// The tags in reading order; each has the text of everything in it.
fn tags(pdf: &str) -> Vec<Tag> {
    let listed = run("pdfinfo", &["-struct-text", pdf]);
    let mut tags: Vec<Tag> = Vec::new();
    for line in listed.lines().filter(|line| !line.trim().is_empty()) {
        let words = line.trim_start();
        let depth = line.len() - words.len();
        match words.strip_prefix('"') {
            None => tags.push(Tag {
                kind: words
                    .split([' ', ':'])
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
                depth,
                text: String::new(),
            }),
            Some(text) => {
                let text = text.strip_suffix('"').unwrap_or(text);
                let mut within = depth;
                for tag in tags.iter_mut().rev() {
                    if tag.depth < within {
                        tag.text.push_str(text);
                        within = tag.depth;
                    }
                }
            }
        }
    }
    tags
}

/// What the cells of all tables say, row by row.
fn rows(tags: &[Tag]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for tag in tags {
        match tag.kind.as_str() {
            "TR" => rows.push(Vec::new()),
            "TH" | "TD" => {
                if let Some(row) = rows.last_mut() {
                    row.push(squeezed(&tag.text));
                }
            }
            _ => {}
        }
    }
    rows
}

fn marked(
    text: &str,
    adapted: bool,
    labels: &[rulegrid::view::Mark<'_>],
    view: &View<'_>,
) -> String {
    let labels: Vec<_> = labels.iter().map(|mark| mark.label.to_string()).collect();
    let mut out = format!("{text}{}", labels.join(","));
    if adapted {
        out.push_str(word("adapted", view));
    }
    squeezed(&out)
}

fn word<'w>(id: &'w str, view: &View<'_>) -> &'w str {
    static WORDS: std::sync::LazyLock<rulegrid::model::Words> =
        std::sync::LazyLock::new(|| words().expect("the words"));
    WORDS.get(&view.dataset.languages[view.language.index()].code, id)
}

fn said(cell: &CellView<'_>, view: &View<'_>) -> String {
    let text = match (answer_label(cell.answer), &cell.text) {
        (Some("not-entered"), _) => word("answer-not-entered", view).to_owned(),
        (Some(label), _) => word(label, view).to_owned(),
        (None, text) => text
            .as_ref()
            .map_or(String::new(), |text| text.text.clone()),
    };
    marked(&text, false, &cell.notes, view)
}

/// What the rows of a sheet must say.
fn wanted(sheet: &Sheet<'_, '_>) -> Vec<Vec<String>> {
    let view = sheet.view;
    let mut wanted = Vec::new();
    for grid in &sheet.grids {
        for section in &grid.sections {
            for (head, cells) in &section.rows {
                let mut row = vec![marked(&head.text.text, head.adapted, &head.notes, view)];
                row.extend(cells.iter().map(|cell| said(cell, view)));
                wanted.push(row);
            }
        }
    }
    wanted
}

/// The rows of answers that a PDF has: those that are neither a head nor a section's title.
fn answers(tags: &[Tag]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut row: Option<(bool, Vec<String>)> = None;
    let mut end = |row: &mut Option<(bool, Vec<String>)>| {
        if let Some((true, row)) = row.take() {
            rows.push(row);
        }
    };
    for tag in tags {
        match tag.kind.as_str() {
            "TR" => {
                end(&mut row);
                row = Some((false, Vec::new()));
            }
            kind @ ("TH" | "TD") => {
                if let Some((is_answer, cells)) = &mut row {
                    *is_answer |= kind == "TD";
                    cells.push(squeezed(&tag.text));
                }
            }
            _ => {}
        }
    }
    end(&mut row);
    rows
}

/// The rows of tables that were split, each row put together again.
fn joined(rows: Vec<Vec<String>>, sheet: &Sheet<'_, '_>) -> Vec<Vec<String>> {
    let mut rows = rows.into_iter();
    let mut joined = Vec::new();
    for grid in &sheet.grids {
        let count = grid.sections.iter().map(|section| section.rows.len()).sum();
        let mut whole: Vec<Vec<String>> = rows.by_ref().take(count).collect();
        while whole
            .first()
            .is_some_and(|row| row.len() <= grid.columns.len())
        {
            for row in &mut whole {
                let more = rows.next().unwrap_or_default();
                assert_eq!(row.first(), more.first(), "the questions are repeated");
                row.extend(more.into_iter().skip(1));
            }
        }
        joined.extend(whole);
    }
    joined.extend(rows);
    joined
}

fn shows_exactly(sheet: &Sheet<'_, '_>, print: &Print) {
    let pdf = file(&made(sheet, print));
    let tags = tags(path(&pdf));
    let (mut answers, wanted) = (joined(answers(&tags), sheet), wanted(sheet));
    if sheet.subject == Subject::Summary {
        // Where several questions of a table read alike, their sections stand before them.
        for (row, wanted) in answers.iter_mut().zip(&wanted) {
            if row[0].ends_with(&wanted[0]) {
                row[0].clone_from(&wanted[0]);
            }
        }
    }
    // Poppler's list of tags loses what stands behind a hyphen in the same cell, its text does not.
    let raw = squeezed(&run("pdftotext", &["-raw", path(&pdf), "-"]));
    for (row, wanted) in answers.iter_mut().zip(&wanted) {
        for (cell, wanted) in row.iter_mut().zip(wanted) {
            if cell.len() < wanted.len()
                && wanted.starts_with(cell.chars().take(1).collect::<String>().as_str())
                && raw.contains(wanted)
            {
                cell.clone_from(wanted);
            }
        }
        assert_eq!(row, wanted);
    }
    assert_eq!(answers.len(), wanted.len());
    let all: String = tags
        .iter()
        .filter(|tag| tag.depth == 0)
        .map(|tag| squeezed(&tag.text))
        .collect();
    let rows = rows(&tags);
    for grid in &sheet.grids {
        for column in &grid.columns {
            let head = marked(&column.text.text, column.adapted, &column.notes, sheet.view);
            let is_head = rows.iter().any(|row| row.contains(&head)) || raw.contains(&head);
            assert!(is_head, "{head}");
        }
        for mark in &grid.notes {
            let parts = sheet.note(mark).map_or(&[][..], |note| &note.parts);
            for line in parts.iter().flat_map(|part| part.text.text.lines()) {
                let line = squeezed(line);
                assert!(all.contains(&line) || raw.contains(&line), "{line}");
            }
        }
    }
}

#[test]
fn a_sheet_says_what_the_view_shows_and_nothing_else() {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new(config);
    let mut random = || choices().new_tree(&mut runner).expect("a choice").current();
    let choices: Vec<_> = (0..selections()).map(|_| random()).collect();
    choices.par_iter().enumerate().for_each(|(n, choice)| {
        let view = view(dataset(), &selection(choice), LANGUAGES[n % 3]);
        let paper = [Paper::A4, Paper::Letter][n % 2];
        let print = Print {
            paper,
            ..Print::default()
        };
        // A sheet for each table: Poppler reads the tags of long ones very slowly.
        for table in &view.tables {
            shows_exactly(&view.sheet(Subject::Tables(vec![table.id.clone()])), &print);
        }
    });
}

/// How many random selections are read back: four take a minute, more are asked for by
/// `RULEGRID_SHEETS=20`.
fn selections() -> usize {
    let asked = std::env::var("RULEGRID_SHEETS").ok();
    asked.map_or(4, |asked| asked.parse().expect("a number of selections"))
}

#[test]
fn every_kind_of_sheet_says_what_it_is_about() {
    let view = view(dataset(), &everything("C2"), LanguageIx(1));
    let question = QuestionId::new("removal/dragon");
    let figure = FigureId::new("abbot");
    for subject in [
        Subject::Question(question),
        Subject::Figure(figure),
        Subject::Summary,
    ] {
        let sheet = view.sheet(subject);
        assert!(!sheet.grids.is_empty());
        shows_exactly(&sheet, &Print::default());
    }
}

/// The steps shown, with those below them.
fn steps<'v, 'd>(view: &'v PlayView<'d>) -> Vec<&'v StepView<'d>> {
    fn below<'v, 'd>(step: &'v StepView<'d>, all: &mut Vec<&'v StepView<'d>>) {
        all.push(step);
        step.steps.iter().for_each(|step| below(step, all));
    }
    let mut all = Vec::new();
    let parts = view.phases.iter().flat_map(|phase| &phase.parts);
    parts
        .flat_map(|part| &part.steps)
        .for_each(|step| below(step, &mut all));
    all
}

fn card(view: &PlayView<'_>, print: &Print) -> tempfile::NamedTempFile {
    let words = words().expect("the words");
    file(&printed(Source::of_play(view, &words, print)))
}

fn pages(pdf: &tempfile::NamedTempFile) -> usize {
    let about = run("pdfinfo", &[path(pdf)]);
    let pages = about.lines().find_map(|line| line.strip_prefix("Pages:"));
    pages.expect("pages").trim().parse().expect("a number")
}

#[test]
fn a_turn_card_says_the_steps_shown_and_no_others() {
    let play = Plan::new(dataset()).play();
    let all = play.view(&everything("C2"), LanguageIx(1));
    let every: Vec<_> = steps(&all).iter().map(|s| squeezed(&s.text.text)).collect();
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new(config);
    for n in 0..8 {
        let choice = choices().new_tree(&mut runner).expect("a choice").current();
        let view = play.view(&selection(&choice), LANGUAGES[n % 3]);
        let pdf = card(&view, &Print::default());
        run("qpdf", &["--check", path(&pdf)]);
        // Without the foot, which parts what goes on over a page: the letters of a last line reach
        // down to 802 pt, those of the foot begin at 807.
        let crop = ["-raw", "-x", "0", "-y", "0", "-W", "2000", "-H", "805"];
        let said = squeezed(&run("pdftotext", &[&crop[..], &[path(&pdf), "-"]].concat()));
        let mut shown = Vec::new();
        for step in steps(&view) {
            let label = step.label.as_ref().map_or("", |label| &label.text);
            assert!(said.contains(&squeezed(label)), "{label}");
            for line in step.text.text.lines() {
                let line = squeezed(line.trim_start_matches("- "));
                assert!(said.contains(&line), "{}: {line}", step.id);
            }
            shown.push(squeezed(&step.text.text));
        }
        if n % 3 == 1 {
            let hidden = every.iter().filter(|text| text.chars().count() > 30);
            let hidden = hidden.filter(|text| !shown.iter().any(|shown| shown.contains(*text)));
            for text in hidden {
                assert!(!said.contains(text), "{text}");
            }
        }
    }
}

#[test]
fn the_base_game_is_a_card_of_one_page_in_every_language() {
    let play = Plan::new(dataset()).play();
    for edition in ["C1", "C2", "C3.1", "WE"] {
        for (n, language) in LANGUAGES.into_iter().enumerate() {
            let paper = [Paper::A4, Paper::Letter][n % 2];
            let view = play.view(&at(&format!("?ed={edition}")), language);
            assert!(!steps(&view).is_empty());
            let print = Print {
                paper,
                ..Print::default()
            };
            assert_eq!(pages(&card(&view, &print)), 1, "{edition} {language:?}");
        }
    }
}

#[test]
fn what_was_published_for_an_edition_is_a_card_of_two_pages() {
    let plan = Plan::new(dataset());
    let play = plan.play();
    let sheets = plan.ready_sheets();
    let cards = sheets.iter().filter(|sheet| sheet.kind == ReadyKind::Play);
    cards.par_bridge().for_each(|card_of| {
        let view = play.view(&card_of.selection, card_of.language);
        let most = match card_of.preset.map(|preset| preset.as_str()) {
            Some("everything") => 3,
            _ => 2,
        };
        let card = card(&view, &Print::default());
        let (count, name) = (pages(&card), card_of.path(dataset()));
        assert!(count <= most, "{count}: {name}");
        assert_eq!(overflowing(path(&card)), [""; 0], "{name}");
    });
}

/// A word on a page: its box, from the left and from above.
#[derive(Debug)]
struct Word {
    page: usize,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    #[expect(dead_code, reason = "read in messages")]
    text: String,
}

/// The words of a PDF, and the sizes of its pages.
fn placed(pdf: &str) -> (Vec<Word>, Vec<(f64, f64)>) {
    let listed = run("pdftotext", &["-bbox", pdf, "-"]);
    let value = |line: &str, key: &str| -> f64 {
        let from = line
            .split_once(&format!("{key}=\""))
            .map_or("0", |(_, rest)| rest);
        from.split('"')
            .next()
            .and_then(|n| n.parse().ok())
            .unwrap_or(0.0)
    };
    let (mut words, mut pages) = (Vec::new(), Vec::new());
    for line in listed.lines() {
        if line.contains("<page ") {
            pages.push((value(line, "width"), value(line, "height")));
        } else if line.contains("<word ") {
            words.push(Word {
                page: pages.len() - 1,
                left: value(line, "xMin"),
                top: value(line, "yMin"),
                right: value(line, "xMax"),
                bottom: value(line, "yMax"),
                text: line.split(['>', '<']).nth(2).unwrap_or_default().to_owned(),
            });
        }
    }
    (words, pages)
}

/// Words over one another, or beyond the page.
fn overflowing(pdf: &str) -> Vec<String> {
    let (words, pages) = placed(pdf);
    let mut found = Vec::new();
    for (n, one) in words.iter().enumerate() {
        let (width, height) = pages[one.page];
        let margin = 25.0;
        if one.left < margin
            || one.right > width - margin
            || one.top < 15.0
            || one.bottom > height - 10.0
        {
            found.push(format!("beyond the page: {one:?}"));
        }
        for other in words[n + 1..].iter().filter(|other| other.page == one.page) {
            let across = one.right.min(other.right) - one.left.max(other.left);
            let down = one.bottom.min(other.bottom) - one.top.max(other.top);
            // Boxes are as tall as the font, which is more than its letters.
            if across > 0.8 && down > 0.5 * (one.bottom - one.top) {
                found.push(format!("over one another: {one:?} {other:?}"));
            }
        }
    }
    found
}

fn five_selections() -> [Selection; 5] {
    [
        at("?ed=C2"),
        at("?ed=C1&x=inns-and-cathedrals,traders-and-builders"),
        at(
            "?ed=C2&x=inns-and-cathedrals,traders-and-builders,princess-and-dragon,tower,abbey-and-mayor,count-king-and-robber",
        ),
        everything("C1"),
        everything("C2"),
    ]
}

#[test]
fn no_word_leaves_its_cell_or_the_page() {
    for (n, selection) in five_selections().into_iter().enumerate() {
        for language in LANGUAGES {
            let view = view(dataset(), &selection, language);
            let paper = [Paper::A4, Paper::Letter][n % 2];
            for subject in [Subject::Tables(Vec::new()), Subject::Summary] {
                let print = Print {
                    paper,
                    ..Print::default()
                };
                let pdf = file(&made(&view.sheet(subject), &print));
                assert_eq!(overflowing(path(&pdf)), [""; 0]);
            }
        }
    }
}

#[test]
fn a_summary_of_six_major_expansions_is_one_page() {
    let [_, _, six, ..] = five_selections();
    for language in LANGUAGES {
        let view = view(dataset(), &six, language);
        let pdf = file(&made(&view.sheet(Subject::Summary), &Print::default()));
        let (_, pages) = placed(path(&pdf));
        assert_eq!(pages.len(), 1, "{language:?}");
    }
}

#[test]
fn a_sheet_is_sound_tagged_and_has_its_fonts() {
    let view = view(dataset(), &everything("C2"), LanguageIx(1));
    let bytes = made(&view.sheet(Subject::Tables(Vec::new())), &Print::default());
    let pdf = file(&bytes);
    run("qpdf", &["--check", path(&pdf)]);
    let fonts = run("pdffonts", &[path(&pdf)]);
    let fonts: Vec<_> = fonts.lines().skip(2).collect();
    assert!(!fonts.is_empty());
    for font in fonts {
        let fields: Vec<_> = font.split_whitespace().rev().collect();
        // emb sub uni object ID, from behind: two numbers, then the three.
        assert_eq!(fields[2..5], ["yes", "yes", "yes"], "{font}");
        assert!(font.contains("SourceSans3"), "{font}");
    }
    let about = run("pdfinfo", &[path(&pdf)]);
    assert!(about.contains("Tagged:          yes"), "{about}");
    assert!(about.contains("Title:           Carcassonne"), "{about}");
    assert!(run("pdfinfo", &["-meta", path(&pdf)]).contains("<pdfuaid:part>1</pdfuaid:part>"));
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("/Lang"), "no language");
    let plain = file(b"");
    run(
        "qpdf",
        &[
            "--qdf",
            "--object-streams=disable",
            path(&pdf),
            path(&plain),
        ],
    );
    let drawn = std::fs::read(plain.path()).expect("the file");
    let drawn = String::from_utf8_lossy(&drawn);
    let sizes = drawn
        .split(" Tf")
        .filter_map(|before| before.rsplit(' ').next()?.parse::<f64>().ok());
    let smallest = sizes.fold(f64::MAX, f64::min);
    assert!((6.5..9.0).contains(&smallest), "{smallest} pt");
    let read = run("pdftotext", &[path(&pdf), "-"]);
    for letter in ["ă", "â", "î", "ș", "ț"] {
        assert!(read.contains(letter), "{letter}");
    }
    assert_eq!(
        bytes,
        made(&view.sheet(Subject::Tables(Vec::new())), &Print::default())
    );
}

#[test]
fn the_head_of_a_table_stands_on_each_page() {
    let view = view(dataset(), &everything("C2"), LanguageIx(0));
    let sheet = view.sheet(Subject::Tables(vec![
        dataset().tables.keys().next().expect("a table").clone(),
    ]));
    let pdf = file(&made(&sheet, &Print::default()));
    let (_, pages) = placed(path(&pdf));
    assert!(pages.len() > 1);
    let mut with_rows = 0;
    for page in 1..=pages.len() {
        let page = page.to_string();
        let text = run("pdftotext", &["-f", &page, "-l", &page, path(&pdf), "-"]);
        if text.matches('?').count() > 8 {
            with_rows += 1;
            assert!(text.contains("phantom"), "page {page}: {text}");
        }
        assert!(
            text.contains(&format!("page {page} / {}", pages.len())),
            "{text}"
        );
    }
    assert!(with_rows > 1);
}

fn first_selection(dataset: &Dataset) -> Selection {
    from_address(dataset, "?ed=E2&x=beasts").expect("an address")
}

#[test]
fn a_table_too_wide_is_split_and_the_questions_are_repeated() {
    let ids: Vec<_> = (0..40).map(|n| format!("figure{n}")).collect();
    let figures = ids
        .iter()
        .map(|id| format!("{id}: {{name: {{en: the {id}, fr: le {id}}}}}\n"));
    let figures: String = figures.collect();
    let table = format!(
        "id: main\ntitle: {{en: Many, fr: Beaucoup}}\nfigures: [{}]\nsections:\n  all: [eaten, strength]\n",
        ids.join(", ")
    );
    let row = |answer: &str| {
        ids.iter()
            .map(|id| format!("{id}: {answer}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let facts = format!(
        "source: book\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {{at: 10, {}}}\n    strength: {{at: 20, {}}}\n",
        row("yes (raw)"),
        row("3")
    );
    let folder = small_dataset(&[
        ("figures.yaml", figures.as_bytes()),
        ("tables/main.yaml", table.as_bytes()),
        ("facts/book.yaml", facts.as_bytes()),
    ]);
    let loaded = load(folder.path()).expect("a dataset");
    let view = view(
        &loaded.dataset,
        &first_selection(&loaded.dataset),
        LanguageIx(0),
    );
    let pdf = file(&made(
        &view.sheet(Subject::Tables(Vec::new())),
        &Print::default(),
    ));
    let tags = tags(path(&pdf));
    let cells: usize = answers(&tags).iter().map(|row| row.len() - 1).sum();
    assert_eq!(cells, 80);
    let heads: Vec<_> = answers(&tags).iter().map(|row| row[0].clone()).collect();
    assert!(
        heads.len() > 2
            && heads
                .iter()
                .all(|head| head == "canbeeaten?" || head == "howstrong?"),
        "{heads:?}"
    );
    let rows = rows(&tags).concat();
    for id in &ids {
        assert!(rows.contains(&format!("the{id}")), "{id}");
    }
    assert_eq!(overflowing(path(&pdf)), [""; 0]);
}

#[test]
fn an_empty_selection_has_a_page_that_says_so() {
    let folder = small_dataset(&[]);
    let loaded = load(folder.path()).expect("a dataset");
    let none = from_address(&loaded.dataset, "?ed=E2").expect("an address");
    let view = view(&loaded.dataset, &none, LanguageIx(0));
    let nobody = view.sheet(Subject::Figure(FigureId::new("squire")));
    assert!(nobody.grids.is_empty());
    let pdf = file(&made(&nobody, &Print::default()));
    let text = run("pdftotext", &[path(&pdf), "-"]);
    assert!(
        squeezed(&text).contains(&squeezed(word("empty-table", &view))),
        "{text}"
    );
}

#[test]
fn the_address_stands_on_the_sheet_and_in_its_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("sheet.pdf");
    let rules = rules();
    let output = rulegrid(&[
        "pdf",
        "--rules",
        rules.to_str().expect("plain"),
        "--with",
        "tower",
        "--lang",
        "fr",
        "--paper",
        "letter",
        "--base-url",
        "https://example.org/rules/",
        "--tables",
        "followers",
        "-o",
        out.to_str().expect("plain"),
    ]);
    assert!(output.status.success(), "{output:?}");
    let out = out.to_str().expect("plain");
    let text = run("pdftotext", &[out, "-"]);
    assert!(
        text.contains("https://example.org/rules/fr/followers.html"),
        "{text}"
    );
    let links = run("pdfinfo", &["-url", out]);
    assert!(
        links.contains("https://example.org/rules/fr/followers.html?ed=C2&x=tower"),
        "{links}"
    );
    assert!(run("pdfinfo", &[out]).contains("(letter)"));
    if let Ok(read) = Command::new("zbarimg").arg("--version").output()
        && read.status.success()
    {
        let picture = folder.path().join("page");
        run(
            "pdftoppm",
            &[
                "-r",
                "150",
                "-png",
                "-singlefile",
                out,
                picture.to_str().expect("plain"),
            ],
        );
        let read = run(
            "zbarimg",
            &["-q", "--raw", &format!("{}.png", picture.display())],
        );
        assert_eq!(
            read.trim(),
            "https://example.org/rules/fr/followers.html?ed=C2&x=tower"
        );
    }
}

/// Where pictures of sheets are kept to be looked at.
fn pictures() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sheets");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn sheets_have_pictures_and_are_clear_without_colour() {
    let _ = loaded();
    for (n, selection) in five_selections().into_iter().enumerate() {
        let view = view(dataset(), &selection, LANGUAGES[n % 3]);
        let pdf = file(&made(
            &view.sheet(Subject::Tables(Vec::new())),
            &Print::default(),
        ));
        for (name, options) in [("colour", &[][..]), ("grey", &["-gray"][..])] {
            let to = pictures().join(format!("{n}-{name}"));
            let to = to.to_str().expect("plain");
            run(
                "pdftoppm",
                &[&["-r", "70", "-png"], options, &[path(&pdf), to]].concat(),
            );
        }
    }
    let count = std::fs::read_dir(pictures()).expect("the folder").count();
    assert!(count >= 10, "{count}");
}

#[test]
fn a_site_has_sheets_ready_and_makes_only_what_changed() {
    let presets = "all: {with: [all], name: {en: All boxes, fr: Toutes les boîtes}}\n";
    let folder = small_dataset(&[("presets.yaml", presets.as_bytes())]);
    let site = tempfile::tempdir().expect("a folder");
    let rules = folder.path().to_str().expect("plain");
    let out = site.path().join("site");
    let build = || {
        let output = rulegrid(&[
            "build",
            "--pdf",
            "--rules",
            rules,
            "--out",
            out.to_str().expect("plain"),
        ]);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    build();
    assert!(
        !out.join("en/pdf/play").exists(),
        "the dataset has no order of play"
    );
    let sheets = [
        "en/pdf/all-E1.pdf",
        "en/pdf/all-E2.pdf",
        "fr/pdf/all-E1.pdf",
        "fr/pdf/all-E2.pdf",
    ];
    let read = || sheets.map(|sheet| std::fs::read(out.join(sheet)).expect(sheet));
    let first = read();
    let page = std::fs::read_to_string(out.join("fr/sheets.html")).expect("the page");
    assert!(
        page.contains("href=\"../fr/pdf/all-E1.pdf\"") && page.contains("Toutes les boîtes"),
        "{page}"
    );
    let front = std::fs::read_to_string(out.join("en/index.html")).expect("the page");
    assert!(front.contains("sheets.html"), "{front}");
    assert!(build().contains("0 written"));
    // A mark in a sheet shows whether it is made again.
    let touched = |sheet: &str| {
        let mut bytes = std::fs::read(out.join(sheet)).expect(sheet);
        bytes.extend(b"\n% as it was\n");
        std::fs::write(out.join(sheet), bytes).expect(sheet);
    };
    sheets.iter().for_each(|sheet| touched(sheet));
    let facts = crate::support::FACTS.replace("knight: 3", "knight: 4");
    std::fs::write(folder.path().join("facts/book.yaml"), facts).expect("a file");
    build();
    let kept = read().map(|bytes| bytes.ends_with(b"% as it was\n"));
    assert!(kept.iter().all(|kept| !kept), "{kept:?}");
    sheets.iter().for_each(|sheet| touched(sheet));
    build();
    let kept = read().map(|bytes| bytes.ends_with(b"% as it was\n"));
    assert!(kept.iter().all(|kept| *kept), "{kept:?}");
    assert_ne!(first, read());
}

#[test]
fn a_site_of_fixed_boxes_has_their_sheets() {
    let presets = "all: {with: [all], name: {en: All boxes, fr: Toutes les boîtes}}\n";
    let folder = small_dataset(&[("presets.yaml", presets.as_bytes())]);
    let rules = folder.path().to_str().expect("plain");
    let site = tempfile::tempdir().expect("a folder");
    let out = site.path().join("site");
    let folders = ["--rules", rules, "--out", out.to_str().expect("plain")];
    let built = rulegrid(&[&["build", "--pdf", "--with", "beasts"], &folders[..]].concat());
    assert!(built.status.success(), "{built:?}");
    let page = std::fs::read_to_string(out.join("en/sheets.html")).expect("the page");
    assert!(!page.contains("All boxes"), "{page}");
    for edition in ["E1", "E2"] {
        let sheet = format!("en/pdf/{edition}.pdf");
        assert!(page.contains(&format!("href=\"../{sheet}\"")), "{page}");
        let sheet = out.join(sheet);
        let text = run("pdftotext", &[sheet.to_str().expect("plain"), "-"]);
        assert!(text.contains("Beasts"), "{text}");
    }
}
