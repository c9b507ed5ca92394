//! The FAQ: every line of its source is in an entry or has a reason why not; what is wrong in its
//! files is said; entries decide cells; pages, search and `ask` show what a selection shows.

use crate::browser::Browser;
use crate::cli::run_with;
use crate::matrix::{Turn, turns};
use crate::pages::{FILES, PLAN, files, from_folder, html, published, select, text_of};
use crate::support::*;
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use rulegrid::diagnostic::render_human;
use rulegrid::load::{LoadError, load};
use rulegrid::model::*;
use rulegrid::search::EntryIndex;
use rulegrid::view::{FaqNode, FaqPlan, Plan, Scope};
use scraper::Html;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::LazyLock;

static FAQ: LazyLock<FaqPlan<'static>> =
    LazyLock::new(|| FaqPlan::new(dataset(), &Scope::default()));
/// How large the index of the FAQ may be in a language, compressed.
const MOST_OF_AN_INDEX: usize = 60_000;

#[test]
fn every_line_of_the_source_is_cited_or_states_no_rule() {
    let id = SourceId::new("faq-c31");
    let lines = dataset().sources[&id].lines.expect("lines");
    let mut without = BTreeSet::new();
    for line in include_str!("../facts/faq-uncited.tsv").lines().skip(1) {
        let (lines, reason) = line.split_once('\t').expect("lines and a reason");
        assert!(!reason.is_empty(), "{line}");
        let number = |text: &str| text.parse::<u32>().expect("a number");
        let (from, to) = lines.split_once('-').unwrap_or((lines, lines));
        without.extend(number(from)..=number(to));
    }
    let entries = dataset().faq.values().filter(|entry| entry.source == id);
    let cited: BTreeSet<_> = entries.flat_map(|entry| entry.lines.clone()).collect();
    let both: Vec<_> = cited.intersection(&without).collect();
    assert!(
        both.is_empty(),
        "cited although it states no rule: {both:?}"
    );
    let missing: Vec<_> = (1..=lines)
        .filter(|line| !cited.contains(line) && !without.contains(line))
        .collect();
    assert!(missing.is_empty(), "in no entry: {missing:?}");
}

/// What loading the small dataset with these entries says.
fn messages(entries: &str) -> String {
    let faq = format!("source: book\nlanguages: [en]\nentries:\n{entries}");
    let dir = small_dataset(&[("faq/main.yaml", faq.as_bytes())]);
    match load(dir.path()) {
        Ok(_) => "it loads".to_owned(),
        Err(LoadError::Dataset(files, found)) => render_human(&files, &found, false),
        Err(other) => panic!("{other:?}"),
    }
}

const GOOD: &str = "  raw-knights:
    topics: [beasts]
    heading: stated
    at: [30, 31]
    figures: [knight]
    elements: [dragon]
    editions: [E2]
    date: 2025-10
    updated: 2026-03
    text: {en: The dragon eats knights.}
    example: {en: 'Your knight stands beside the dragon: it is eaten.'}
    decides:
      eaten: {knight: yes}
  as-always:
    topics: []
    heading: missing
    at: 32
    editions: [E1, E2]
    status: not-fully-official
    under: raw-knights
    question: {en: Always?, fr: Toujours ?}
    answer: {en: Always.}
";

#[test]
fn what_is_wrong_is_all_said_in_one_run() {
    assert_eq!(messages(GOOD), "it loads");
    let bad = "  unknown-things:
    topics: [beats, beasts, beasts]
    heading: guessed
    at: [0, 100, x]
    figures: [squir]
    elements: [dragn]
    editions: [E3]
    status: oficial
    date: 2025-13
    under: nobody
    text: {en: Something.}
    decides:
      eatn: {knight: yes}
      eaten: {knigt: yes, squire: perhaps}
  Bad_Id:
    topics: []
    heading: stated
    at: []
    editions: []
    date: 2026-03
    updated: 2025-10
    text: {en: Something.}
    question: {en: What?}
  silent:
    topics: []
    heading: stated
    at: 1
    editions: [E1]
  only-asked:
    topics: []
    heading: stated
    at: 1
    editions: [E1]
    under: only-answered
    question: {fr: Quoi ?}
    answer: {en: ''}
  only-answered:
    topics: []
    heading: stated
    at: 1
    editions: [E1]
    under: only-asked
    text: {en: Round and round.}
  silent:
    topics: []
    heading: stated
    at: 1
    editions: [E1]
    text: {en: Twice.}
";
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!("what_is_wrong", messages(bad));
    });
}

#[test]
fn a_file_says_in_which_languages_it_is() {
    let faq = format!("source: book\nlanguages: [en, fr]\nentries:\n{GOOD}");
    let dir = small_dataset(&[("faq/main.yaml", faq.as_bytes())]);
    let Err(LoadError::Dataset(_, found)) = load(dir.path()) else {
        panic!("it loads");
    };
    let codes: BTreeSet<_> = found.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, BTreeSet::from(["missing-text"]));
    // The statement, its example, and the answer; the question is there.
    assert_eq!(found.len(), 3);
}

#[test]
fn an_entry_that_contradicts_another_or_a_cell_is_found() {
    let against = GOOD.replace("knight: yes", "knight: no");
    let second = GOOD
        .replace("raw-knights:", "more-knights:")
        .replace("as-always:", "as-ever:")
        .replace("knight: yes", "knight: n/a");
    let said = messages(&format!("{against}{second}"));
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!("contradictions", said);
    });
}

#[test]
fn what_an_entry_decides_is_a_claim_in_its_editions_at_its_line() {
    let faq = format!("source: book\nlanguages: [en]\nentries:\n{GOOD}");
    let dir = small_dataset(&[("faq/main.yaml", faq.as_bytes())]);
    let dataset = load(dir.path()).expect("a dataset").dataset;
    let cell = (QuestionId::new("eaten"), FigureId::new("knight"));
    let claims = &dataset.claims[&cell];
    let own: Vec<_> = claims
        .iter()
        .filter(|claim| claim.entry.is_some())
        .collect();
    assert_eq!(own.len(), 1);
    assert_eq!(own[0].line, Some(30));
    assert_eq!(own[0].answer, Answer::Yes);
    let edition = dataset.edition_ix("E2").expect("an edition");
    assert_eq!(own[0].when, rulegrid::logic::Condition::Edition(edition));
    assert_eq!(
        dataset.faq[own[0].entry.as_ref().expect("an entry")].decides,
        [cell]
    );
}

/// Whether an entry belongs to a selection, worked out from what its file says.
fn belongs(entry: &FaqEntry, selection: &Selection) -> bool {
    let has = |id: &ExpansionId| {
        let mut elements = dataset().expansions[id].elements.iter();
        elements.any(|element| selection.elements.contains(*element))
    };
    entry.editions.contains(&selection.edition) && entry.topics.iter().all(has)
}

/// Every entry below others, with whether all those above it are shown.
fn walk(nodes: &[FaqNode], selection: &Selection, above: bool, found: &mut BTreeMap<String, bool>) {
    for node in nodes {
        let shown = node.plan.shown.holds(selection);
        assert!(
            !shown || above,
            "{} is shown and what it is below is not",
            node.plan.id
        );
        let twice = found.insert(node.plan.id.to_string(), shown);
        assert_eq!(twice, None, "{} stands twice", node.plan.id);
        walk(&node.below, selection, shown, found);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_selection_shows_what_belongs_to_it_and_no_orphans(choice in choices()) {
        let selection = selection(&choice);
        let mut found = BTreeMap::new();
        for part in FAQ.chapters().iter().flat_map(|chapter| &chapter.parts) {
            walk(&part.nodes, &selection, true, &mut found);
        }
        prop_assert_eq!(found.len(), dataset().faq.len());
        for (id, entry) in &dataset().faq {
            prop_assert_eq!(found[id.as_str()], belongs(entry, &selection), "{}", id);
        }
    }
}

#[test]
fn the_whole_holds_every_entry_once_with_what_is_known_of_it() {
    let html = html("en/faq/index.html");
    let entries = select(&html, "li[id^=faq-]");
    let ids: BTreeSet<_> = entries.iter().map(|entry| entry.attr("id")).collect();
    assert_eq!(entries.len(), dataset().faq.len());
    assert_eq!(ids.len(), entries.len());
    let entry = select(&html, "#faq-fly-guard-meeple");
    let said = text_of(entry[0]);
    for part in [
        "Ghosts, Castles & Cemeteries",
        "C3.1",
        "not fully official",
        "FAQ for C3.1",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let decided = select(&html, "#faq-fly-guard-meeple .decides a");
    let href = decided[0].attr("href").expect("an address");
    assert_eq!(
        href,
        "../../en/figure/guard-meeple.html#q-means_flying-machine"
    );
}

#[test]
fn every_entry_can_be_corrected_where_it_stands_among_its_own() {
    let with_a_way = |path: &str| -> BTreeSet<String> {
        let html = html(path);
        let entries = select(&html, "li[id^=faq-]:has(> details .correct)");
        let ids = entries.iter().filter_map(|entry| entry.attr("id"));
        ids.map(str::to_owned).collect()
    };
    let whole = with_a_way("en/faq/index.html");
    let entries = dataset().faq.iter();
    let general: BTreeSet<_> = entries
        .filter(|(_, entry)| entry.topics.is_empty())
        .map(|(id, _)| format!("faq-{id}"))
        .collect();
    assert!(!general.is_empty());
    assert_eq!(whole, general, "all together, only those of no other page");
    let mut all = whole;
    for topic in FAQ.topics() {
        all.extend(with_a_way(&format!("en/faq/{topic}.html")));
    }
    assert_eq!(all.len(), dataset().faq.len());
}

#[test]
fn texts_that_a_language_lacks_stand_in_the_first_one_and_say_so() {
    let faq = format!("source: book\nlanguages: [en]\nentries:\n{GOOD}");
    let folder = small_dataset(&[("faq/main.yaml", faq.as_bytes())]);
    let loaded = load(folder.path()).expect("a dataset");
    let files = files(&Plan::new(&loaded.dataset), None);
    let path = "fr/faq/index.html";
    let file = files.iter().find(|file| file.path == path).expect(path);
    let html = Html::parse_document(std::str::from_utf8(&file.bytes).expect("UTF-8"));
    let texts = select(&html, "li[id^=faq-] [lang=en]").into_iter();
    let texts: Vec<_> = texts.map(text_of).collect();
    assert!(
        texts.contains(&"The dragon eats knights.".to_owned()),
        "{texts:?}"
    );
    assert!(
        !texts.iter().any(|text| text.contains("Toujours")),
        "{texts:?}"
    );
}

#[test]
fn what_is_new_stands_month_by_month() {
    let html = html("en/faq/newest.html");
    let months: Vec<_> = select(&html, "section[id^=since-]")
        .iter()
        .map(|section| section.attr("id").expect("an id").to_owned())
        .collect();
    let mut sorted = months.clone();
    sorted.sort_by(|a, b| b.cmp(a));
    assert_eq!(months, sorted);
    assert!(months.len() > 5 && months.contains(&"since-2025-10".to_owned()));
    let dated = dataset()
        .faq
        .values()
        .filter(|entry| entry.newest().is_some());
    assert_eq!(select(&html, "li[id^=faq-]").len(), dated.count());
}

#[test]
fn pages_show_the_entries_that_bear_on_them() {
    let links = |path: &str| {
        let html = html(path);
        let links = select(&html, ".bearing li a");
        let hrefs = links
            .iter()
            .map(|link| link.attr("href").expect("an address"));
        hrefs
            .filter_map(|href| Some(href.rsplit_once("#faq-")?.1.to_owned()))
            .collect::<BTreeSet<_>>()
    };
    let named = |is_one: &dyn Fn(&FaqEntry) -> bool| {
        let entries = dataset().faq.iter().filter(|(_, entry)| is_one(entry));
        entries
            .map(|(id, _)| id.to_string())
            .collect::<BTreeSet<_>>()
    };
    let shepherd = FigureId::new("shepherd");
    let of_figure = |entry: &FaqEntry| {
        let mut decided = entry.decides.iter();
        entry.figures.contains(&shepherd) || decided.any(|(_, figure)| *figure == shepherd)
    };
    assert_eq!(links("ro/figure/shepherd.html"), named(&of_figure));
    let dragon = QuestionId::new("removal/dragon");
    let of_question = |entry: &FaqEntry| entry.decides.iter().any(|(id, _)| *id == dragon);
    assert_eq!(
        links("en/question/removal_dragon.html"),
        named(&of_question)
    );
    let ferries = ExpansionId::new("ferries");
    let of_expansion = |entry: &FaqEntry| entry.topics.contains(&ferries);
    assert_eq!(links("fr/expansion/ferries.html"), named(&of_expansion));
}

#[test]
fn without_scripts_the_whole_shows_what_the_selection_shows() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    page.open(&from_folder(&folder, "en/faq/index.html"));
    for Turn { inputs, selection } in turns(&page, 8, &[]) {
        let read = "[...document.querySelectorAll('li[id^=faq-]')]
            .filter(entry => entry.getClientRects().length).map(entry => entry.id.slice(4))";
        let read: BTreeSet<String> = serde_json::from_value(page.eval(read)).expect("entries");
        let wanted = dataset().faq.iter();
        let wanted = wanted.filter(|(_, entry)| belongs(entry, &selection));
        let wanted: BTreeSet<_> = wanted.map(|(id, _)| id.to_string()).collect();
        assert_eq!(read, wanted, "{inputs:?}");
        let empty = page.eval("document.querySelector('.faq .empty').getClientRects().length > 0");
        assert_eq!(empty, wanted.is_empty(), "{inputs:?}");
    }
    assert_eq!(page.messages(), [""; 0]);
}

const ASKED: [(&str, &str); 5] = [
    ("en", "can the dragon remove the shepherd"),
    ("en", "tower guard flying machine"),
    ("en", "dargon on a brigde"),
    ("ro", "balaurul și podurile"),
    ("fr", "dragon"),
];

#[test]
fn the_script_finds_the_entries_that_the_program_finds() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    for (code, text) in ASKED {
        page.open(&from_folder(&folder, &format!("{code}/glossary.html")));
        let found = page.eval(&format!(
            "new Promise(done => {{
                const wait = () => {{
                    window.rulegrid?.loadEntries?.();
                    const found = window.rulegrid?.findEntries?.({text:?});
                    found ? done(found.map(entry => entry.id)) : setTimeout(wait, 5);
                }};
                document.querySelector('.find input').focus();
                wait();
            }})"
        ));
        let found: Vec<String> = serde_json::from_value(found).expect("ids");
        let language = dataset().language_ix(code).expect("a language");
        let wanted = EntryIndex::new(&FAQ, language).find(text);
        let wanted: Vec<_> = wanted.iter().map(|id| id.as_str()).collect();
        assert!(!wanted.is_empty(), "{text}");
        assert_eq!(found, wanted, "{text}");
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn the_index_is_small() {
    for language in ["en", "ro", "fr"] {
        let path = format!("search/{language}-faq.js");
        let file = FILES
            .iter()
            .find(|file| file.path == path)
            .expect("an index");
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&file.bytes).expect("memory");
        let size = encoder.finish().expect("memory").len();
        println!("{path}: {size} bytes");
        assert!(size <= MOST_OF_AN_INDEX, "{path}: {size}");
    }
}

fn asked(arguments: &[&str]) -> Value {
    let rules = rules();
    let rules = rules.to_str().expect("UTF-8");
    let start = ["ask", "--rules", rules, "--format", "json"];
    let ran = run_with(&[&start, arguments].concat(), &[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn an_answer_of_the_faq_comes_with_its_entry_and_where_editions_differ_that_is_said() {
    let question = "can the dragon remove the shepherd";
    let new = asked(&[question, "--edition", "C3.1"]);
    assert_eq!(new["answer"], "yes");
    assert_eq!(new["sources"][0], "faq-c31");
    let entry = &new["entries"][0];
    let id = entry["id"].as_str().expect("an id");
    let known = &dataset().faq[id];
    assert_eq!(
        entry["text"],
        known.says.texts()[0]
            .get(LanguageIx(0))
            .1
            .plain(&everything())
    );
    assert!(
        known
            .decides
            .contains(&(QuestionId::new("removal/dragon"), FigureId::new("shepherd")))
    );
    let old = asked(&[question, "--edition", "C2"]);
    assert_eq!(old["entries"], serde_json::json!([]));
    assert!(
        old["sources"]
            .as_array()
            .is_some_and(|all| all.contains(&"wiki-ro".into()))
    );
    let said = |answer: &Value| {
        let editions = answer["editions"].as_array().expect("a list").clone();
        let of = editions
            .into_iter()
            .map(|own| (own["edition"].to_string(), own["answer"].clone()));
        of.collect::<BTreeMap<_, _>>()
    };
    assert_eq!(said(&new), said(&old));
    assert_eq!(said(&new).is_empty(), new["answer"] == old["answer"]);
}

fn everything() -> Selection {
    Selection {
        edition: dataset().default_edition,
        elements: ElementSet::full(dataset().elements.len()),
    }
}

#[test]
fn what_only_bears_on_a_question_is_named_after_the_answer() {
    let answer = asked(&["can the dragon eat the large meeple", "--edition", "C3.1"]);
    let related = answer["related"].as_array().expect("a list");
    assert!((1..=4).contains(&related.len()), "{related:?}");
    let deciding = answer["entries"].as_array().expect("a list");
    for entry in related {
        assert!(!deciding.contains(entry));
        let editions = entry["editions"].as_array().expect("a list");
        assert!(editions.contains(&"C3.1".into()), "{entry}");
    }
    // The plan of everything is the one that other tests look at, too.
    assert_eq!(FAQ.entries().len(), PLAN.dataset.faq.len());
}
