//! The pages for editors: the report of what is open, against the dataset's files and views and on
//! small datasets, and the pages of the linter's rules.

use crate::browser::Browser;
use crate::pages::{FILES, PLAN, WORDS, files, from_folder, problems, published, select, text_of};
use crate::support::{GAME, NOTES, dataset, rules, small_dataset};
use rulegrid::lint::{RULES, Rule, SUGGESTIONS};
use rulegrid::load::load;
use rulegrid::logic::{Condition, satisfiable};
use rulegrid::model::*;
use rulegrid::publish::SiteFile;
use rulegrid::report::Report;
use rulegrid::view::{Plan, Scope, Shown};
use scraper::Html;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Table, question and figure.
type Cell = (String, String, String);

/// The facts of one source as they are written: table, question, figure.
#[derive(Deserialize)]
struct Written {
    claims: BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>,
}

/// The answers of one source, without notes and lines.
fn written(source: &str) -> BTreeMap<Cell, String> {
    let path = rules().join(format!("facts/{source}.yaml"));
    let text = std::fs::read_to_string(path).expect("facts");
    let written: Written = serde_saphyr::from_str(&text).expect("YAML");
    let mut answers = BTreeMap::new();
    for (table, rows) in written.claims {
        for (question, row) in rows {
            for (figure, cell) in row.into_iter().filter(|(key, _)| key != "at") {
                let end = cell.find(['(', '@']).unwrap_or(cell.len());
                let answer = cell[..end].trim().to_owned();
                answers.insert((table.clone(), question.clone(), figure), answer);
            }
        }
    }
    answers
}

/// The page at `path`, parsed.
fn page(files: &[SiteFile], path: &str) -> Html {
    let file = files.iter().find(|file| file.path == path).expect(path);
    Html::parse_document(std::str::from_utf8(&file.bytes).expect("UTF-8"))
}

/// The texts of all elements that `css` selects.
fn texts(html: &Html, css: &str) -> Vec<String> {
    select(html, css).into_iter().map(text_of).collect()
}

/// The number in the head of each part of a report, by the head's id.
fn counts(html: &Html) -> BTreeMap<String, usize> {
    let heads = select(html, "main h2").into_iter();
    let counts = heads.map(|head| {
        let text = text_of(head);
        let (_, count) = text.rsplit_once('(').expect("a number");
        let count = count.trim_end_matches(')').parse().expect("a number");
        (head.attr("id").expect("an id").to_owned(), count)
    });
    counts.collect()
}

/// The pages of a small dataset, which must be sound, for a selection that is fixed in part.
fn small_site(changes: &[(&str, &str)], scope: impl Fn(&Dataset) -> Scope) -> Vec<SiteFile> {
    let changes = changes.iter().map(|(path, text)| (*path, text.as_bytes()));
    let folder = small_dataset(&changes.collect::<Vec<_>>());
    let loaded = match load(folder.path()) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the dataset does not load: {error:?}"),
    };
    let plan = Plan::within(&loaded.dataset, scope(&loaded.dataset));
    let files = files(&plan, None);
    assert_eq!(problems(&files, None), [""; 0]);
    files
}

fn open(_: &Dataset) -> Scope {
    Scope::default()
}

/// Everything selected, in every edition.
fn everything() -> impl Iterator<Item = Selection> {
    dataset().editions().map(|(edition, ..)| Selection {
        edition,
        elements: ElementSet::full(dataset().elements.len()),
    })
}

#[test]
fn the_cells_that_are_resolved_are_those_on_which_the_sources_differ() {
    // The other files speak for the editions that the pages speak for, but for the FAQ.
    let pages = ["wiki-ro", "wiki-fr", "order-of-play", "princess-page"].map(written);
    let mut answers: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    for (cell, answer) in pages.into_iter().flatten() {
        answers.entry(cell).or_default().insert(answer);
    }
    let differ = answers.into_iter().filter(|(_, answers)| answers.len() > 1);
    let differ: BTreeSet<_> = differ.map(|(cell, _)| cell).collect();
    assert!(!differ.is_empty());
    let report = Report::new(&PLAN);
    let resolved = report.resolved.iter().map(|resolved| {
        let spot = resolved.spot;
        let ids = (spot.table.id, spot.row.id, spot.column.id);
        (ids.0.to_string(), ids.1.to_string(), ids.2.to_string())
    });
    assert_eq!(resolved.collect::<BTreeSet<_>>(), differ);
    for resolved in &report.resolved {
        let id = resolved.spot.row.id;
        let answers: BTreeSet<_> = resolved
            .said
            .iter()
            .map(|(c, _)| c.answer.to_string())
            .collect();
        assert!(answers.len() > 1, "{id}");
        assert_eq!(resolved.taken.len(), 1, "{id}");
        // No source says something of its own for an expansion here; the FAQ speaks for one edition.
        let mut places = resolved.said.iter().flat_map(|(_, place)| place);
        assert!(places.all(|part| part.condition == Condition::True), "{id}");
    }
}

#[test]
fn numbers_and_notes_are_those_that_views_show() {
    let (mut no_rule, mut not_entered, mut notes) = (0, 0, BTreeSet::new());
    for selection in everything() {
        let view = PLAN.view(&selection, LanguageIx(0));
        let rows = view.tables.iter().flat_map(|table| &table.sections);
        for cell in rows
            .flat_map(|section| &section.rows)
            .flat_map(|row| &row.cells)
        {
            no_rule += usize::from(cell.answer == Shown::Claimed(&Answer::Undefined));
        }
        let nobody = |note: &&rulegrid::view::NoteView| {
            note.parts
                .iter()
                .any(|part| part.speaker == Speaker::Nobody)
        };
        notes.extend(view.notes.iter().filter(nobody).map(|note| note.id));
    }
    // Entered for some selections only is not entered yet, too.
    for table in &PLAN.tables {
        for row in table.sections.iter().flat_map(|section| &section.rows) {
            for (column, cell) in table.columns.iter().zip(&row.cells) {
                let open = cell
                    .variants
                    .iter()
                    .filter(|v| v.answer == Shown::NotEntered);
                let mut open = open.map(|variant| {
                    let parts = [&row.shown, &column.shown, &variant.when];
                    Condition::and(parts.map(Condition::clone))
                });
                let editions = dataset().editions.len();
                not_entered += usize::from(open.any(|open| satisfiable(&open, editions)));
            }
        }
    }
    assert!(not_entered > 1_000 && notes.len() > 5);
    let report = Report::new(&PLAN);
    let listed: BTreeSet<_> = report.notes.iter().map(|note| note.id).collect();
    assert_eq!(listed, notes);
    let exceptions = dataset().invariants.values().map(|i| i.except.len());
    let expected = [
        ("resolved", report.resolved.len()),
        ("undecided", 0),
        ("no-rule", no_rule + notes.len()),
        ("not-entered", not_entered),
        ("exceptions", exceptions.sum()),
        ("allowances", dataset().allowances.len()),
    ];
    let expected: BTreeMap<_, _> = expected.map(|(id, count)| (id.to_owned(), count)).into();
    for language in &dataset().languages {
        let html = page(&FILES, &format!("{}/report.html", language.code));
        assert_eq!(counts(&html), expected, "{}", language.code);
        // Each section's number in the table, and their sum in that of the whole.
        let sections = texts(&html, ".gaps tr:not(.of-table) td:nth-child(2)");
        let sections = sections
            .iter()
            .map(|n| n.parse::<usize>().expect("a number"));
        assert_eq!(sections.sum::<usize>(), not_entered);
    }
}

#[test]
fn the_report_speaks_each_language() {
    let mut seen = BTreeSet::new();
    for (ix, language) in dataset().languages() {
        let code = &language.code;
        let html = page(&FILES, &format!("{code}/report.html"));
        assert_eq!(texts(&html, "h1"), [WORDS.get(code, "report-title")]);
        let because: Vec<_> = dataset().resolutions.values().flatten().collect();
        let selection = everything()
            .nth(dataset().default_edition.index())
            .expect("an edition");
        let shown = texts(&html, ".because");
        for resolution in because {
            let text = resolution
                .because
                .exactly(ix)
                .expect("a text")
                .plain(&selection);
            assert!(shown.contains(&text), "{code}: {text}");
        }
        assert!(
            seen.insert(texts(&html, "main h2")),
            "{code} says the same as another"
        );
        for path in [
            format!("{code}/index.html"),
            format!("{code}/followers.html"),
        ] {
            let html = page(&FILES, &path);
            let links = select(&html, "footer a");
            let links: Vec<_> = links.iter().map(|link| text_of(*link)).collect();
            for wanted in ["report-title", "changes-title"] {
                let wanted = WORDS.get(code, wanted);
                assert!(links.iter().any(|link| link == wanted), "{path}: {links:?}");
            }
        }
    }
}

const WIKI: &str = "source: wiki\neditions: [E1]\nclaims:\n  main:\n    strength: {knight: 4}\n";
const RESOLUTIONS: &str = "\
- question: strength
  figures: [knight]
  take: wiki
  when: dragon and not bear
  because: {en: 'so <b>it</b> is & stays', fr: ainsi}
- question: strength
  figures: [knight]
  take: book
  when: not (dragon and not bear)
  because: {en: otherwise, fr: autrement}
";

#[test]
fn a_resolution_says_where_it_holds() {
    let changes = [
        ("facts/wiki.yaml", WIKI),
        ("facts/resolutions.yaml", RESOLUTIONS),
    ];
    let files = small_site(&changes, open);
    let lines = |path: &str| {
        let html = page(&files, path);
        assert_eq!(counts(&html)["resolved"], 1);
        let links = select(&html, ".cases a").into_iter();
        let links: Vec<_> = links.filter_map(|link| link.attr("href")).collect();
        let folder = path.split('/').next().expect("a folder");
        assert_eq!(links, [format!("../{folder}/main.html#q-strength")]);
        texts(&html, ".cases p, .said li")
    };
    let expected = [
        "knight · how strong?",
        "3 The book, line\u{a0}20",
        "4 The wiki First",
        "Taken: The wiki with dragon and without bear",
        "so <b>it</b> is & stays",
        "Taken: The book without (dragon and without bear)",
        "otherwise",
    ];
    assert_eq!(lines("en/report.html"), expected);
    let expected = [
        "chevalier · quelle force ?",
        "3 Le livre, ligne\u{a0}20",
        "4 Le wiki Première",
        "Source suivie\u{a0}: Le wiki avec dragon et sans ours",
        "ainsi",
        "Source suivie\u{a0}: Le livre sans (dragon et sans ours)",
        "autrement",
    ];
    assert_eq!(lines("fr/report.html"), expected);
}

#[test]
fn cells_and_notes_without_an_official_rule() {
    let book = "source: book\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {at: 10, knight: yes (open), squire: undefined if dragon else yes (raw)}\n    strength: {at: 20, knight: 3, squire: undefined}\n";
    let notes = format!(
        "{NOTES}open:\n  parts:\n    - speaks: nobody\n      when: edition E1\n      text: {{en: Who knows?, fr: Qui sait ?}}\n    - speaks: community\n      text: {{en: We do., fr: Nous.}}\n"
    );
    let changes = [("facts/book.yaml", book), ("notes/main.yaml", &notes)];
    let files = small_site(&changes, open);
    let html = page(&files, "en/report.html");
    assert_eq!(counts(&html)["no-rule"], 3);
    let expected = [
        "squire · can be eaten? with dragon",
        "note 2 · Raw, or fried by the dragon.",
        "squire · how strong?",
        "Who knows? First",
        "Cited with:",
        "Heroes · Everything · knight · can be eaten?",
    ];
    assert_eq!(texts(&html, ".cases p, .cited li"), expected);
}

#[test]
fn what_is_not_entered_is_counted_where_it_is_missing() {
    let game = GAME.replace("E2: {name", "E2: {missing: undefined, name");
    let book = "source: book\neditions: [E1]\nclaims:\n  main:\n    eaten: {at: 10, knight: yes (raw), squire: no}\n    strength: {at: 20, knight: 3, squire: 1}\n";
    let changes = [("game.yaml", game.as_str()), ("facts/book.yaml", book)];
    let html = page(&small_site(&changes, open), "en/report.html");
    assert_eq!(counts(&html)["not-entered"], 4);
    assert_eq!(texts(&html, ".gaps td"), ["4", "0", "4", "0"]);
    assert_eq!(texts(&html, ".gaps .hint"), [""; 0]);
    // One cell is entered.
    let wiki = "source: wiki\neditions: [E2]\nclaims:\n  main:\n    eaten: {knight: yes}\n";
    let mut changes = changes.to_vec();
    changes.push(("facts/wiki.yaml", wiki));
    let files = small_site(&changes, open);
    let html = page(&files, "en/report.html");
    assert_eq!(counts(&html)["not-entered"], 3);
    assert_eq!(texts(&html, ".gaps td"), ["3", "1", "3", "1"]);
    let entered = [
        "Figures with answers: knight",
        "Questions with answers:",
        "can be eaten?",
    ];
    assert_eq!(texts(&html, ".gaps .hint"), entered);
    let fixed = |edition: &'static str| {
        move |dataset: &Dataset| Scope {
            edition: dataset.edition_ix(edition),
            elements: None,
        }
    };
    let numbers = |edition| {
        let html = page(&small_site(&changes, fixed(edition)), "en/report.html");
        counts(&html)["not-entered"]
    };
    assert_eq!([numbers("E1"), numbers("E2")], [0, 3]);
}

#[test]
fn exceptions_and_allowances_have_reasons() {
    let invariants = "strong-are-safe:\n  if: {strength: [3]}\n  then: {eaten: [no]}\n  because: {en: The strong are safe., fr: Les forts sont saufs.}\n  except:\n    - {figure: knight, because: {en: he is tasty, fr: il est bon}}\n";
    let lint = "allow:\n  - {rule: hidden-note, of: raw, because: {en: kept, fr: gardée}}\n";
    let changes = [("invariants.yaml", invariants), ("lint.yaml", lint)];
    let files = small_site(&changes, open);
    let html = page(&files, "fr/report.html");
    let counts = counts(&html);
    assert_eq!([counts["exceptions"], counts["allowances"]], [1, 1]);
    let expected = [
        "Les forts sont saufs. strong-are-safe",
        "chevalier",
        "il est bon",
        "hidden-note · raw",
        "gardée",
    ];
    assert_eq!(texts(&html, ".cases p"), expected);
    let links = select(&html, ".cases a").into_iter();
    let links: Vec<_> = links.filter_map(|link| link.attr("href")).collect();
    assert_eq!(
        links,
        ["../fr/main.html#f-knight", "../rules/hidden-note.html"]
    );
}

#[test]
fn where_nothing_is_open_the_report_says_so() {
    let html = page(&small_site(&[], open), "fr/report.html");
    assert!(counts(&html).values().all(|count| *count == 0));
    let paragraphs = texts(&html, "main p");
    for id in [
        "resolved",
        "no-rule-cells",
        "no-rule-notes",
        "not-entered",
        "exceptions",
    ] {
        let word = WORDS.get("fr", &format!("report-{id}-none")).to_owned();
        assert!(paragraphs.contains(&word), "{word}");
    }
}

#[test]
fn a_fixed_selection_lists_only_what_it_shows() {
    let lint = "allow:\n  - {rule: hidden-note, of: raw, because: {en: kept, fr: gardée}}\n";
    let changes = [
        ("facts/wiki.yaml", WIKI),
        ("facts/resolutions.yaml", RESOLUTIONS),
        ("lint.yaml", lint),
    ];
    let fixed = |edition: &'static str, element: &'static str| {
        let files = small_site(&changes, |dataset| {
            let mut elements = ElementSet::empty(dataset.elements.len());
            elements.set(dataset.element_ix(element).expect("an element"), true);
            Scope {
                edition: dataset.edition_ix(edition),
                elements: Some(elements),
            }
        });
        let html = page(&files, "en/report.html");
        assert_eq!(counts(&html).get("allowances"), None);
        let paragraphs = texts(&html, "main p");
        assert!(paragraphs.contains(&WORDS.get("en", "report-fixed").to_owned()));
        texts(&html, ".cases p")
    };
    // The wiki says nothing of the second edition.
    assert_eq!(fixed("E2", "dragon"), [""; 0]);
    let knight = "knight · how strong?";
    let dragon = [knight, "Taken: The wiki", "so <b>it</b> is & stays"];
    assert_eq!(fixed("E1", "dragon"), dragon);
    assert_eq!(
        fixed("E1", "bear"),
        [knight, "Taken: The book", "otherwise"]
    );
}

#[test]
fn each_rule_has_a_page() {
    let list = page(&FILES, "rules/index.html");
    let rules: Vec<_> = RULES.into_iter().chain(SUGGESTIONS).collect();
    let of_all =
        |said: fn(&Rule) -> &'static str| rules.iter().map(|rule| said(rule)).collect::<Vec<_>>();
    assert_eq!(texts(&list, "dt"), of_all(|rule| rule.code));
    assert_eq!(texts(&list, "dd"), of_all(|rule| rule.title));
    for rule in rules {
        let html = page(&FILES, &format!("rules/{}.html", rule.code));
        assert_eq!(texts(&html, "h1"), [rule.code]);
        assert_eq!(html.root_element().attr("lang"), Some("en"));
        // Every word of the explanation is there, its code in `pre`.
        let words = texts(&html, "main").concat();
        let said = rule.explanation.replace(['`', '*'], "");
        for word in said.split_whitespace() {
            assert!(words.contains(word), "{}: {word}", rule.code);
        }
        let code = rule.explanation.contains("\n    ");
        assert_eq!(
            select(&html, "pre > code").is_empty(),
            !code,
            "{}",
            rule.code
        );
    }
}

/// Where each link of the report leads: the address, and whether its target is seen there.
const LINKS: &str =
    "[...new Set([...document.querySelectorAll('main .cases a, main .gaps a')].map(a => a.href))]";

#[test]
fn links_of_the_report_lead_to_what_is_seen_there() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    page.open(&from_folder(&folder, "ro/report.html"));
    let links: Vec<String> = serde_json::from_value(page.eval(LINKS)).expect("links");
    assert!(links.len() > 20, "{}", links.len());
    for link in links.iter().filter(|link| link.contains('#')) {
        page.open(link);
        let target = "document.querySelector(':target')?.checkVisibility()";
        assert_eq!(page.eval(target), true, "{link}");
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn pages_for_editors_fit_on_a_phone() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    page.resize(320, 640, false);
    let rules = RULES.map(|rule| format!("rules/{}.html", rule.code));
    let reports = dataset().languages.iter();
    let reports = reports.map(|language| format!("{}/report.html", language.code));
    for path in reports.chain(rules).chain(["rules/index.html".to_owned()]) {
        page.open(&from_folder(&folder, &path));
        let width = page.eval("document.documentElement.scrollWidth");
        assert_eq!(width, 320, "{path}");
    }
}
