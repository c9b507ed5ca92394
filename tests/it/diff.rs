//! What changed between two versions: every kind of change on small datasets, random pairs against
//! a look at every selection, the command with what can go wrong, and the pages and feed of a
//! history.

mod order;

use crate::browser::Browser;
use crate::cli::{Ran, run_with};
use crate::pages::{WORDS, from_folder, problems, published, select, text_of};
use crate::support::*;
use proptest::prelude::*;
use rulegrid::diff::*;
use rulegrid::load::{Loaded, load};
use rulegrid::model::*;
use rulegrid::publish::SiteFile;
use rulegrid::render::diff::{json, markdown, text};
use rulegrid::render::html::Site;
use rulegrid::selection::from_address;
use rulegrid::view::{Plan, Scope, Shown};
use scraper::Html;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn loaded_from(dir: &Path) -> Loaded {
    match load(dir) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the dataset does not load: {error:?}"),
    }
}

fn small(files: &[(&str, &str)]) -> TempDir {
    let files = files.iter().map(|(path, text)| (*path, text.as_bytes()));
    small_dataset(&files.collect::<Vec<_>>())
}

const WORDS_OF_PLAY: &str = "\
play:
  actors: {you: {name: {en: you, fr: vous}}, all: {name: {en: all players, fr: tous}}}
  markers: {trap: {name: {en: trap, fr: piège}, text: {en: A trap., fr: Un piège.}}}
";

/// The small dataset with an order of play, a list and an entry of the FAQ.
fn before() -> TempDir {
    let game = format!("{GAME}{WORDS_OF_PLAY}");
    let turn = "\
id: turn
source: book
title: {en: Turn, fr: Tour}
parts:
  - id: begin
    title: {en: Beginning, fr: Début}
    steps:
      - {id: draw, who: you, must: true, markers: [trap 1], label: {en: Draw, fr: Pioche}, text: {en: Draw a card., fr: Piochez une carte.}}
      - {id: feed, when: bear, text: {en: Feed it., fr: Nourrissez-le.}}
  - id: end
    title: {en: End, fr: Fin}
    steps:
      - {id: roar, when: dragon, text: {en: It roars., fr: Il rugit.}}
      - {id: rest, text: {en: Rest., fr: Reposez-vous.}}
      - {id: cheer, who: all, text: {en: Cheer., fr: Acclamez.}}
";
    let things = "\
id: things
source: book
title: {en: Things, fr: Choses}
text: {en: They lie there., fr: Elles sont là.}
items:
  rocks: {text: {en: rocks, fr: rochers}}
  trees: {text: {en: trees, fr: arbres}}
";
    let entries = "\
source: book
languages: [en, fr]
entries:
  hungry: {topics: [beasts], heading: stated, at: 30, editions: [E1], text: {en: It is hungry., fr: Il a faim.}}
";
    small(&[
        ("game.yaml", &game),
        ("play/1.yaml", turn),
        ("lists/things.yaml", things),
        ("faq/main.yaml", entries),
    ])
}

/// It with every kind of change.
fn changed() -> TempDir {
    let game = GAME
        .replace(
            "{en: Second, fr: Seconde}, default: true",
            "{en: Latest, fr: Seconde}, default: true",
        )
        .replace(
            "  E1: {name",
            "  E0: {missing: undefined, name: {en: Zeroth, fr: Zéro}}\n  E1: {name",
        )
        .replace("derived:", "derived:\n  friend: cat or bear");
    let beasts = BEASTS.replace(
        "  bear:",
        "  cat: {published: [E1], basis: the box, name: {en: cat, fr: chat}}\n  bear:",
    );
    let figures = "\
knight: {notes: [brave], name: {en: knight, fr: cavalier}}
squire: {when: bear, name: {en: squire, fr: écuyer}}
page: {when: cat, name: {en: page, fr: page}}
";
    let questions = "\
eaten: {when: beast, text: {en: can be eaten?, fr: peut être mangé ?}}
strength: {text: {en: 'how strong is it{if bear} beside a bear{/if}?', fr: quelle force ?}}
scratched: {when: cat, text: {en: is scratched?, fr: est griffé ?}}
";
    let sections = "all: {en: Everything, fr: Tout}\npets: {en: Pets, fr: Animaux}\n";
    let table = "\
id: main
title: {en: '{Hero.many}', fr: Héros}
figures: [page, squire, knight]
sections:
  all: [eaten, strength]
  pets: [scratched]
";
    let notes = "\
raw:
  speaks: community
  text: {en: 'Raw{if dragon}, or roasted by the dragon{/if}.', fr: 'Cru{if dragon}, ou frit par le dragon{/if}.'}
brave: {speaks: publisher, text: {en: Brave., fr: Courageux.}}
";
    let facts = "\
source: book
editions: [E1, E2]
claims:
  main:
    eaten: {at: 10, knight: yes if dragon else no, squire: no if dragon else yes (raw), page: no}
    strength: {at: 20, knight: text t, squire: 1 @25, page: 0}
    scratched: {at: 30, knight: no, squire: no, page: yes}
";
    let texts = "t: {text: {en: 'three{if cat}, four with the cat{/if}', fr: trois}}\n";
    let game = format!("{game}{WORDS_OF_PLAY}");
    let turn = "\
id: turn
source: book
title: {en: Turn, fr: Tour}
parts:
  - id: begin
    title: {en: Beginning, fr: Début}
    steps:
      - {id: draw, who: you, may: true, markers: [trap 2], label: {en: Draw, fr: Pioche}, text: {en: Draw a card., fr: Piochez une carte.}}
      - {id: feed, when: beast, text: {en: Feed it., fr: Nourrissez-le.}}
      - {id: roar, when: dragon, text: {en: It roars., fr: Il rugit.}}
  - id: end
    title: {en: End, fr: Fin}
    steps:
      - {id: purr, when: cat, text: {en: It purrs., fr: Il ronronne.}}
      - {id: cheer, who: all, text: {en: Cheer., fr: Acclamez.}}
";
    let things = "\
id: things
source: book
title: {en: All things, fr: Toutes les choses}
text: {en: They lie there., fr: Elles sont là.}
items:
  rocks: {when: not bear, text: {en: rocks, fr: rochers}}
  trees: {text: {en: trees, fr: arbres}}
  ponds: {text: {en: ponds, fr: étangs}}
";
    let entries = "\
source: book
languages: [en, fr]
entries:
  hungry: {topics: [beasts], heading: stated, at: 30, editions: [E1, E2], text: {en: It is hungry., fr: Il a faim.}}
";
    let wiki = "source: wiki\neditions: [E1]\nclaims:\n  main:\n    eaten: {page: no}\n";
    small(&[
        ("game.yaml", &game),
        ("expansions/beasts.yaml", &beasts),
        ("figures.yaml", figures),
        ("questions.yaml", questions),
        ("sections.yaml", sections),
        ("tables/main.yaml", table),
        ("notes/main.yaml", notes),
        ("facts/book.yaml", facts),
        ("facts/wiki.yaml", wiki),
        ("cell-texts.yaml", texts),
        ("play/1.yaml", turn),
        ("lists/things.yaml", things),
        ("faq/main.yaml", entries),
    ])
}

fn assert_snapshot(name: &str, text: &str) {
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(format!("diff__{name}"), text);
    });
}

#[test]
fn every_kind_of_change_in_every_format() {
    let (old, new) = (before(), changed());
    let (old, new) = (loaded_from(old.path()), loaded_from(new.path()));
    let diff = Diff::new(&old.dataset, &new.dataset, Narrow::default());
    assert_snapshot("text", &text(&diff, &WORDS, "en", 100));
    assert_snapshot("markdown_french", &markdown(&diff, &WORDS, "fr"));
    assert_snapshot("json", &format!("{:#}", json(&diff)));
    // Backwards, what was added is removed, and the other way round.
    let back = Diff::new(&new.dataset, &old.dataset, Narrow::default());
    assert_snapshot("text_backwards", &text(&back, &WORDS, "en", 100));
    let cells = |diff: &Diff| {
        let facts = diff.facts.iter();
        let facts = facts.map(|f| {
            (
                f.question.clone(),
                f.figure.clone(),
                diff.common.edition(f.edition).0.clone(),
            )
        });
        facts.collect::<BTreeSet<_>>()
    };
    assert_eq!(cells(&diff), cells(&back));
}

#[test]
fn a_dataset_does_not_differ_from_itself() {
    let diff = Diff::new(dataset(), dataset(), Narrow::default());
    assert!(diff.is_empty(), "{:?} {:?}", diff.things, diff.facts);
    assert_eq!(
        text(&diff, &WORDS, "ro", 80),
        "Cititorii nu văd nicio diferență.\n"
    );
}

#[test]
fn edited_answers_of_the_real_dataset_are_exactly_what_is_found() {
    let mut edited = loaded_from(&rules()).dataset;
    let single = edited.claims.iter().filter(|(_, claims)| claims.len() == 1);
    let single = single.filter(|(_, claims)| claims[0].answer == Answer::Yes);
    let mut cells: Vec<_> = single.map(|(cell, _)| cell.clone()).collect();
    cells.sort();
    let cells: BTreeSet<_> = cells.into_iter().step_by(9).collect();
    assert!(cells.len() > 10, "{}", cells.len());
    for cell in &cells {
        edited.claims.get_mut(cell).expect("claims")[0].answer = Answer::No;
    }
    let diff = Diff::new(dataset(), &edited, Narrow::default());
    assert_eq!(diff.things, []);
    let found = diff
        .facts
        .iter()
        .map(|f| (f.question.clone(), f.figure.clone()));
    assert_eq!(found.collect::<BTreeSet<_>>(), cells);
    let plans = [Plan::new(dataset()), Plan::new(&edited)];
    for fact in &diff.facts {
        let [change] = fact.answers.as_slice() else {
            panic!("{:?}", fact.answers);
        };
        let address = diff.common.address(&change.place.selection);
        let selection = from_address(dataset(), &address).expect("an address");
        let [before, after] = plans.each_ref().map(|plan| {
            let seen = seen(plan, Some(&selection));
            let cell = (fact.question.to_string(), fact.figure.to_string());
            seen.get(&cell).expect("a cell").answer.clone()
        });
        assert_eq!(
            (before.as_str(), after.as_str()),
            ("yes", "no"),
            "{address}"
        );
    }
}

/// What is seen in a cell.
#[derive(Clone, Debug, PartialEq)]
struct Cell {
    answer: String,
    notes: BTreeSet<String>,
    sources: BTreeSet<String>,
    adapted: bool,
}

/// Every cell that a selection shows; none where there is no such edition.
fn seen(plan: &Plan, selection: Option<&Selection>) -> BTreeMap<(String, String), Cell> {
    let mut cells = BTreeMap::new();
    let Some(selection) = selection else {
        return cells;
    };
    let view = plan.view(selection, LanguageIx(0));
    for row in view
        .tables
        .iter()
        .flat_map(|t| &t.sections)
        .flat_map(|s| &s.rows)
    {
        for cell in &row.cells {
            let answer = match (cell.answer, &cell.text) {
                (_, Some(text)) => format!("“{}”", text.text),
                (Shown::NotEntered, _) => "not entered".to_owned(),
                (Shown::Claimed(answer), _) => answer.to_string(),
            };
            let seen = Cell {
                answer,
                notes: cell.notes.iter().map(|mark| mark.id.to_string()).collect(),
                sources: cell.claims.iter().map(|c| c.source.to_string()).collect(),
                adapted: cell.adapted,
            };
            cells.insert((row.question.to_string(), cell.figure.to_string()), seen);
        }
    }
    cells
}

/// A condition over these elements and editions.
fn condition(elements: &[&'static str], editions: &[&'static str]) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        5 => prop::sample::select(elements.to_vec()).prop_map(str::to_owned),
        1 => prop::sample::select(editions.to_vec()).prop_map(|id| format!("edition {id}")),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| format!("({a} and {b})")),
            two.prop_map(|(a, b)| format!("({a} or {b})")),
            inner.prop_map(|one| format!("not {one}")),
        ]
    })
    .boxed()
}

/// The files of a random version: some of four elements and of three editions, in any order.
fn version() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let elements = prop::sample::subsequence(vec!["a", "b", "c", "d"], 1..=4).prop_shuffle();
    let editions = prop::sample::subsequence(vec!["E1", "E2", "E3"], 1..=2).prop_shuffle();
    (elements, editions).prop_flat_map(|(elements, editions)| {
        let any = condition(&elements, &editions);
        let when = prop::option::weighted(0.4, any.clone());
        let answer = prop::sample::select(vec!["yes", "no", "3", "text t"]);
        let notes = prop::sample::select(vec!["", " (m)", " (n)", " (m n)"]);
        let other = prop::option::weighted(0.4, (any.clone(), answer.clone()));
        let cell = (answer, other, notes).prop_map(|(answer, other, notes)| match other {
            Some((when, other)) => format!("{answer} if {when} else {other}{notes}"),
            None => format!("{answer}{notes}"),
        });
        let published = prop::collection::vec(0..editions.len(), elements.len());
        (
            Just((elements, editions)),
            published,
            prop::collection::vec(when, 5),
            prop::collection::vec(cell, 4),
            any,
            any_order(),
        )
            .prop_map(|((elements, editions), published, whens, cells, part, order)| {
                let when = |at: usize| {
                    let own = whens[at].as_ref();
                    own.map_or(String::new(), |when| format!("when: '{when}', "))
                };
                let names: String = editions.iter().enumerate().map(|(at, id)| {
                    let default = if at == 0 { ", default: true" } else { "" };
                    format!("  {id}: {{name: {{en: {id}}}{default}}}\n")
                }).collect();
                let game = format!("id: tiny\ntitle: {{en: Tiny}}\nlanguages: {{en: English}}\nsources:\n  book: {{title: {{en: The book}}, speaks: publisher}}\neditions:\n{names}tables: [main]\n");
                let own: String = elements.iter().zip(published).map(|(id, at)| {
                    format!("  {id}: {{published: [{}], basis: none, name: {{en: {id}}}}}\n", editions[at])
                }).collect();
                let (figures, questions) = if order { ("f, g", "p, q") } else { ("g, f", "q, p") };
                vec![
                    ("game.yaml", game),
                    ("expansions/beasts.yaml", format!("id: beasts\ngroup: other\nname: {{en: Beasts}}\nelements:\n{own}")),
                    ("figures.yaml", format!("f: {{{}name: {{en: f}}}}\ng: {{{}name: {{en: g}}}}\n", when(0), when(1))),
                    ("questions.yaml", format!("p: {{{}text: {{en: p}}}}\nq: {{{}text: {{en: q}}}}\n", when(2), when(3))),
                    ("sections.yaml", "all: {en: All}\n".to_owned()),
                    ("tables/main.yaml", format!("id: main\ntitle: {{en: Main}}\nfigures: [{figures}]\nsections:\n  all: [{questions}]\n")),
                    ("notes/main.yaml", format!("m: {{{}speaks: publisher, text: {{en: m}}}}\nn: {{speaks: publisher, text: {{en: n}}}}\n", when(4))),
                    ("cell-texts.yaml", format!("t: {{text: {{en: 'some{{if {part}}} more{{/if}}'}}}}\n")),
                    ("facts/book.yaml", format!("source: book\neditions: [{}]\nclaims:\n  main:\n    p: {{f: {}, g: {}}}\n    q: {{f: {}, g: {}}}\n", editions.join(", "), cells[0], cells[1], cells[2], cells[3])),
                    ("terms/en.yaml", "{}\n".to_owned()),
                ]
            })
    })
}

fn any_order() -> impl Strategy<Value = bool> {
    any::<bool>()
}

fn written(files: &[(&str, String)]) -> Loaded {
    let files = files.iter().map(|(path, text)| (*path, text.as_str()));
    let dir = small(&files.collect::<Vec<_>>());
    loaded_from(dir.path())
}

/// Every selection of the common space.
fn selections(common: &Common) -> Vec<Selection> {
    let mut all = Vec::new();
    for edition in 0..common.editions() {
        for chosen in 0..1usize << common.elements() {
            let mut elements = ElementSet::empty(common.elements());
            for at in 0..common.elements() {
                elements.set(
                    ElementIx(u16::try_from(at).expect("few")),
                    chosen >> at & 1 == 1,
                );
            }
            let edition = EditionIx(u16::try_from(edition).expect("few"));
            all.push(Selection { edition, elements });
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

    /// The cells that differ, where they differ, and how, are exactly those that a look at every
    /// selection finds; and no smaller selection shows them.
    #[test]
    fn changes_equal_a_look_at_every_selection(old in version(), new in version()) {
        let (old, new) = (written(&old), written(&new));
        let diff = Diff::new(&old.dataset, &new.dataset, Narrow::default());
        let common = &diff.common;
        let plans = [Plan::new(&old.dataset), Plan::new(&new.dataset)];
        type Key = (String, String, EditionIx);
        let mut smallest: BTreeMap<Key, usize> = BTreeMap::new();
        let facts: BTreeMap<Key, &Fact> = diff.facts.iter().map(|fact| {
            ((fact.question.to_string(), fact.figure.to_string(), fact.edition), fact)
        }).collect();
        prop_assert_eq!(facts.len(), diff.facts.len());
        for selection in selections(common) {
            let own = [common.old.own(common, &selection), common.new.own(common, &selection)];
            let before = seen(&plans[0], own[0].as_ref());
            let after = seen(&plans[1], own[1].as_ref());
            for question in ["p", "q"] {
                for figure in ["f", "g"] {
                    let cell = (question.to_owned(), figure.to_owned());
                    let (from, to) = (before.get(&cell), after.get(&cell));
                    let key = (cell.0.clone(), cell.1.clone(), selection.edition);
                    if from != to {
                        let size = selection.elements.iter().count();
                        let known = smallest.entry(key.clone()).or_insert(size);
                        *known = size.min(*known);
                    }
                    // Which of the changes holds here.
                    let answer = |cell: Option<&Cell>| cell.map(|cell| cell.answer.clone());
                    let said = |answered: &Option<Answered>| answered.as_ref().map(|a| match &a.value {
                        Value::Plain(Answer::Number(number)) => format!("“{number}”"),
                        Value::Plain(answer) => answer.to_string(),
                        Value::Text(texts) => format!("“{}”", texts[0]),
                        Value::NotEntered => "not entered".to_owned(),
                    });
                    if from.is_none() && to.is_none() {
                        continue;
                    }
                    let changes = facts.get(&key).map_or(&[][..], |fact| &fact.answers);
                    for change in changes {
                        let is_it = (said(&change.from), said(&change.to)) == (answer(from), answer(to));
                        prop_assert_eq!(change.place.condition.holds(&selection), is_it, "{:?} {:?}", key, change);
                    }
                    let told = changes.iter().any(|change| change.place.condition.holds(&selection));
                    prop_assert_eq!(told, answer(from) != answer(to));
                    if let (Some(from), Some(to)) = (from, to) {
                        let marks = facts.get(&key).map_or(&[][..], |fact| &fact.marks);
                        let here = marks.iter().filter(|mark| mark.place.condition.holds(&selection));
                        let here = here.map(|change| match &change.mark {
                            Mark::Note(id) => (format!("note {id}"), change.is_new),
                            Mark::Source(id) => (format!("source {id}"), change.is_new),
                            Mark::Adapted => ("adapted".to_owned(), change.is_new),
                        });
                        let here: BTreeSet<_> = here.collect();
                        let mut wanted = BTreeSet::new();
                        for (a, b, is_new) in [(from, to, false), (to, from, true)] {
                            wanted.extend(a.notes.difference(&b.notes).map(|id| (format!("note {id}"), is_new)));
                            wanted.extend(a.sources.difference(&b.sources).map(|id| (format!("source {id}"), is_new)));
                            wanted.extend((a.adapted && !b.adapted).then(|| ("adapted".to_owned(), is_new)));
                        }
                        prop_assert_eq!(here, wanted);
                    }
                }
            }
        }
        let found: BTreeSet<_> = facts.keys().collect();
        prop_assert_eq!(found, smallest.keys().collect::<BTreeSet<_>>());
        for (key, fact) in &facts {
            let answers = fact.answers.iter().map(|change| &change.place);
            let places: Vec<_> = answers.chain(fact.marks.iter().map(|mark| &mark.place)).collect();
            let sizes = places.iter().map(|place| place.selection.elements.iter().count());
            prop_assert_eq!(sizes.min(), smallest.get(key).copied());
            // One of the versions knows all that the smallest one names.
            let place = fact.place().expect("a place");
            let address = common.address(&place.selection);
            let known = [&new.dataset, &old.dataset].map(|d| from_address(d, &address));
            let known = known.into_iter().flatten().next();
            let known = known.expect("a version that knows the address");
            prop_assert_eq!(known.elements.iter().count(), place.selection.elements.iter().count());
        }
        for edition in common.compared() {
            let only = common.edition(*edition).0.clone();
            let narrow = Narrow { edition: Some(only), elements: None };
            let narrow = Diff::new(&old.dataset, &new.dataset, narrow);
            let wanted: Vec<_> = diff.facts.iter().filter(|f| f.edition == *edition).cloned().collect();
            prop_assert_eq!(narrow.facts, wanted);
        }
    }
}

fn run(arguments: &[&str]) -> Ran {
    run_with(arguments, &[])
}

#[test]
fn the_command_ends_with_what_it_found() {
    let (old, new) = (before(), changed());
    let [old, new] = [&old, &new].map(|dir| dir.path().to_str().expect("UTF-8"));
    let same = run(&["diff", old, old]);
    assert_eq!((same.code, same.err.as_str()), (0, ""));
    assert_eq!(same.out, "Readers see no difference.\n");
    let other = run(&["diff", old, new, "--edition", "E1", "--format", "json"]);
    assert_eq!((other.code, other.err.as_str()), (1, ""));
    let json: serde_json::Value = serde_json::from_str(&other.out).expect("JSON");
    assert_eq!(json["schema"], 1);
    let facts = json["facts"].as_array().expect("facts");
    assert!(!facts.is_empty() && facts.iter().all(|fact| fact["edition"] == "E1"));
    // Each selection can be pasted into `show`.
    for fact in facts {
        for change in fact["answers"].as_array().expect("answers") {
            let address = change["selection"].as_str().expect("an address");
            let shown = run(&["show", "--rules", new, "--selection", address]);
            assert_eq!(shown.code, 0, "{}", shown.err);
        }
    }
}

#[test]
fn what_cannot_be_compared_is_said() {
    let dir = small(&[]);
    let broken = small(&[("facts/book.yaml", "source: book\neditions: [E1\n")]);
    let [good, bad] = [&dir, &broken].map(|dir| dir.path().to_str().expect("UTF-8"));
    let file = format!("{good}/game.yaml");
    let mut all = String::new();
    let mut fails = |arguments: &[&str], environment: &[(&str, &str)]| {
        let ran = run_with(&[&["diff"], arguments].concat(), environment);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
        let message = ran.err.replace(good, "GOOD").replace(bad, "BAD");
        // What git says is its own.
        let message = match message.split_once("no such revision: ") {
            Some((said, rest)) => {
                let (_, help) = rest.split_once('\n').expect("a help");
                format!("{said}no such revision: …\n{help}")
            }
            None => message,
        };
        all.push_str(&format!("{message}\n"));
    };
    fails(&["no-such-folder", "rules"], &[]);
    fails(&["v999:rules", "rules"], &[]);
    fails(&["", "rules"], &[]);
    fails(&[":", "rules"], &[]);
    fails(&[&file, good], &[]);
    fails(&[good, bad], &[]);
    fails(&["HEAD~1", "rules"], &[("PATH", "")]);
    fails(&[good, good, "--edition", "E3"], &[]);
    fails(&[good, good, "--lang", "de"], &[]);
    assert_snapshot("failures", &all);
    // A name that looks like an option of git's is none.
    let option = run(&["diff", "--", "--help", good]);
    assert_eq!(option.code, 2);
    assert!(option.err.contains("no folder `--help`"), "{}", option.err);
}

/// Runs a command in a folder, which must do what it is asked to.
fn done(folder: &Path, program: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    command
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    let output = command.output().expect(program);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (
        output.status.code(),
        text + &String::from_utf8_lossy(&output.stderr),
    )
}

#[test]
fn revisions_are_read_with_git_and_the_repository_stays_as_it_is() {
    let repository = tempfile::tempdir().expect("a folder");
    let at = repository.path();
    let git = |arguments: &[&str]| {
        let who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        let (code, said) = done(at, "git", &[&who, arguments].concat());
        assert_eq!(code, Some(0), "{said}");
        said
    };
    let copy = |dir: TempDir| {
        let _ = std::fs::remove_dir_all(at.join("sets/rules"));
        std::fs::create_dir_all(at.join("sets")).expect("a folder");
        let to = at.join("sets/rules");
        let (code, said) = done(
            at,
            "cp",
            &[
                "-r",
                dir.path().to_str().expect("UTF-8"),
                to.to_str().expect("UTF-8"),
            ],
        );
        assert_eq!(code, Some(0), "{said}");
    };
    git(&["init", "-q"]);
    copy(small(&[]));
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    git(&["tag", "v1.0"]);
    copy(changed());
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "two"]);
    let before = git(&["status", "--porcelain"]) + &git(&["rev-parse", "HEAD"]);
    let rulegrid = env!("CARGO_BIN_EXE_rulegrid");
    let diff = |folder: &str, arguments: &[&str]| {
        done(&at.join(folder), rulegrid, &[&["diff"], arguments].concat())
    };
    let (code, wanted) = diff(".", &["v1.0:sets/rules", "sets/rules"]);
    assert_eq!(code, Some(1), "{wanted}");
    assert!(wanted.contains("knight"), "{wanted}");
    for (folder, arguments) in [
        (".", &["HEAD~1", "sets/rules"][..]),
        (".", &["v1.0", "sets/rules"]),
        (".", &["HEAD~1:sets/rules", "HEAD:sets/rules"]),
        ("sets", &["v1.0"]),
        ("sets", &["v1.0", "HEAD"]),
        ("sets", &["HEAD~1:./rules", "rules"]),
    ] {
        assert_eq!(
            diff(folder, arguments),
            (Some(1), wanted.clone()),
            "{arguments:?}"
        );
    }
    assert_eq!(diff("sets", &["HEAD"]).0, Some(0));
    let (code, said) = diff("sets", &["v2.0"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("no such revision"), "{said}");
    let (code, said) = diff("sets", &["HEAD:sets/rules/game.yaml"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("is a file in its revision"), "{said}");
    let after = git(&["status", "--porcelain"]) + &git(&["rev-parse", "HEAD"]);
    assert_eq!(before, after);
}

#[test]
fn names_of_versions_are_dates_or_numbers_in_their_order() {
    for bad in [
        "", "old", "index", "current", ".1", "-1", "1/2", "v 1", "é1", "1\n",
    ] {
        assert!(
            matches!(VersionName::new(bad), Err(HistoryError::Name(_))),
            "{bad:?}"
        );
    }
    for bad in ["2026-02-29", "2026-13-01", "2026-04-31-v1", "2026-00-10"] {
        assert!(
            matches!(VersionName::new(bad), Err(HistoryError::Day(_))),
            "{bad}"
        );
    }
    let name = |name: &str| VersionName::new(name).expect(name);
    for (dated, date) in [
        ("2024-02-29", Some("2024-02-29")),
        ("2026-11-30-v1", Some("2026-11-30")),
        ("v1.2", None),
        ("2026-11-301", None),
    ] {
        assert_eq!(name(dated).date(), date, "{dated}");
    }
    let ordered = [
        "1.9",
        "1.10",
        "2",
        "2025-12-01",
        "2026-01-01",
        "2026-01-01-b2",
        "v1.2",
        "v1.10",
    ];
    assert!(ordered.map(name).is_sorted());
}

/// A history of one version, and what it is followed by.
struct Versions {
    folder: TempDir,
    current: Loaded,
}

impl Versions {
    fn new(names: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in names {
            let to = folder.path().join(name);
            let from = before();
            let (code, said) = done(
                folder.path(),
                "cp",
                &[
                    "-r",
                    from.path().to_str().expect("UTF-8"),
                    to.to_str().expect("UTF-8"),
                ],
            );
            assert_eq!(code, Some(0), "{said}");
        }
        std::fs::write(folder.path().join("README"), "no version").expect("a file");
        Self {
            folder,
            current: loaded_from(changed().path()),
        }
    }

    fn site(&self, release: Option<&str>, base_url: Option<&str>) -> Vec<SiteFile> {
        let history = History::read(self.folder.path()).expect("a history");
        let release = release.map(|name| VersionName::new(name).expect(name));
        let dataset = &self.current.dataset;
        let steps = history
            .steps(dataset, release, &Narrow::default())
            .expect("versions");
        let plan = Plan::within(dataset, Scope::default());
        let site = Site {
            files: None,
            sheets: &[],
            plan: &plan,
            words: &WORDS,
            base_url,
        };
        let files = site.files_since(&steps).expect("a site");
        assert_eq!(problems(&files, base_url), [""; 0]);
        files
    }
}

fn file<'f>(files: &'f [SiteFile], path: &str) -> &'f str {
    let file = files.iter().find(|file| file.path == path).expect(path);
    std::str::from_utf8(&file.bytes).expect("UTF-8")
}

/// The main part of a page.
fn main_of(files: &[SiteFile], path: &str) -> String {
    let html = Html::parse_document(file(files, path));
    select(&html, "main")[0].html()
}

#[test]
fn the_pages_of_a_history_tell_what_changed() {
    let versions = Versions::new(&["2026-01-31", "2026-03-01"]);
    let files = versions.site(Some("2026-11-30"), None);
    assert_snapshot("page_list", &main_of(&files, "en/changes/index.html"));
    assert_snapshot(
        "page_version_french",
        &main_of(&files, "fr/changes/2026-11-30.html"),
    );
    assert_snapshot("page_same", &main_of(&files, "en/changes/2026-03-01.html"));
    assert_snapshot("feed", file(&files, "en/changes.xml"));
    let folder = published(&files);
    let browser = Browser::start();
    let page = browser.page(false);
    let mut facts = 0;
    for path in ["index", "2026-01-31", "2026-03-01", "2026-11-30"] {
        page.resize(320, 640, false);
        page.open(&from_folder(&folder, &format!("fr/changes/{path}.html")));
        assert_eq!(
            page.eval("document.documentElement.scrollWidth"),
            320,
            "{path}"
        );
        let links = "[...new Set([...document.querySelectorAll('main a')].map(a => a.href))]";
        let links: Vec<String> = serde_json::from_value(page.eval(links)).expect("links");
        for link in links.iter().filter(|link| link.contains('#')) {
            page.open(link);
            let target = "document.querySelector(':target')?.checkVisibility()";
            assert_eq!(page.eval(target), true, "{link}");
            facts += 1;
        }
    }
    assert!(facts > 5, "{facts}");
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn feeds_are_well_formed_and_hold_what_atom_demands() {
    let page = Browser::start().page(false);
    let with = |names: &[&str], release, base| Versions::new(names).site(release, base);
    let base = Some("https://example.org/a&b/");
    for (files, entries, updated) in [
        (
            with(&["2026-01-31"], Some("2026-11-30"), None),
            2,
            "2026-11-30T00:00:00Z",
        ),
        (
            with(&["2026-01-31"], Some("2026-11-30"), base),
            2,
            "2026-11-30T00:00:00Z",
        ),
        (
            with(&["2026-01-31", "v1"], None, None),
            1,
            "2026-01-31T00:00:00Z",
        ),
        (with(&["v1"], Some("v2"), None), 0, "1970-01-01T00:00:00Z"),
        (with(&[], None, None), 0, "1970-01-01T00:00:00Z"),
    ] {
        for language in ["en", "fr"] {
            let xml = file(&files, &format!("{language}/changes.xml"));
            let read = format!("(xml => {{
                const doc = new DOMParser().parseFromString(xml, 'application/xml');
                const atom = 'http://www.w3.org/2005/Atom';
                const all = (node, name) => [...node.children].filter(c => c.namespaceURI === atom && c.localName === name);
                const feed = doc.documentElement;
                const entries = all(feed, 'entry');
                const once = [feed, ...entries].every(node => ['id', 'title', 'updated'].every(name =>
                    all(node, name).length === 1 && all(node, name)[0].textContent.trim()));
                return {{
                    wrong: doc.querySelector('parsererror')?.textContent ?? '',
                    root: feed.localName === 'feed' && feed.namespaceURI === atom,
                    once, author: all(feed, 'author').length, entries: entries.length,
                    updated: all(feed, 'updated')[0]?.textContent,
                    ids: [feed, ...entries].map(node => all(node, 'id')[0]?.textContent),
                    dates: [feed, ...entries].every(node => /^\\d{{4}}-\\d\\d-\\d\\dT00:00:00Z$/.test(all(node, 'updated')[0]?.textContent)),
                    links: entries.flatMap(entry => all(entry, 'link')).map(link => link.getAttribute('href')),
                }};
            }})({})", serde_json::json!(xml));
            let read = page.eval(&read);
            assert_eq!(read["wrong"], "", "{xml}");
            assert!(
                read["root"] == true && read["once"] == true && read["dates"] == true,
                "{read}"
            );
            assert_eq!(
                (&read["author"], &read["entries"], &read["updated"]),
                (&1.into(), &entries.into(), &updated.into())
            );
            let strings = |key: &str| -> Vec<String> {
                serde_json::from_value(read[key].clone()).expect(key)
            };
            let ids = strings("ids");
            assert_eq!(
                ids.iter().collect::<BTreeSet<_>>().len(),
                ids.len(),
                "{ids:?}"
            );
            for id in &ids {
                assert!(
                    id.starts_with("tag:") || id.starts_with("https://example.org/a&b/"),
                    "{id}"
                );
            }
            for link in strings("links") {
                let below = link
                    .strip_prefix("https://example.org/a&b/")
                    .map(str::to_owned);
                let path = below.unwrap_or_else(|| format!("{language}/{link}"));
                assert!(files.iter().any(|file| file.path == path), "{path}");
            }
        }
    }
}

#[test]
fn without_a_history_the_site_says_so() {
    let files = Versions::new(&[]).site(None, None);
    let html = Html::parse_document(file(&files, "fr/changes/index.html"));
    let said: Vec<_> = select(&html, "main p").into_iter().map(text_of).collect();
    assert!(
        said.contains(&"Il n’y a pas de version antérieure.".to_owned()),
        "{said:?}"
    );
    // Every page leads there, and names the feed.
    let whole = files.iter().filter(|file| !file.path.contains("/embed/"));
    for page in whole.filter(|file| file.path.ends_with(".html")) {
        let html = Html::parse_document(std::str::from_utf8(&page.bytes).expect("UTF-8"));
        let feeds = select(&html, "link[rel=alternate][type='application/atom+xml']");
        assert_eq!(feeds.len(), 1, "{}", page.path);
        let links = select(&html, "footer a[href$='changes/index.html']");
        assert_eq!(links.len(), 1, "{}", page.path);
    }
}

#[test]
fn a_build_with_a_history_is_the_same_each_time_and_says_what_is_wrong_with_one() {
    let versions = Versions::new(&["v1.9", "v1.10"]);
    let rules = changed();
    let out = tempfile::tempdir().expect("a folder");
    let [history, rules, out] =
        [versions.folder.path(), rules.path(), out.path()].map(|p| p.to_str().expect("UTF-8"));
    let build =
        |arguments: &[&str]| run(&[&["build", "--rules", rules, "--out", out], arguments].concat());
    let release = |name| build(&["--history", history, "--release", name]);
    assert_eq!(release("v2").code, 0);
    let again = release("v2");
    assert!(
        again.err.contains(" 0 written, ") && again.err.contains(" 0 removed"),
        "{}",
        again.err
    );
    let mut all = String::new();
    let mut fails = |ran: Ran| {
        assert_eq!(ran.code, 2, "{}", ran.err);
        all.push_str(&format!("{}\n", ran.err.replace(history, "HISTORY")));
    };
    fails(release("v1.9"));
    fails(release("newest"));
    fails(release("2026-02-30"));
    fails(build(&["--release", "v2"]));
    fails(build(&["--history", "no-such-folder"]));
    std::fs::create_dir(versions.folder.path().join("v1.11")).expect("a folder");
    fails(build(&["--history", history]));
    std::fs::create_dir(versions.folder.path().join("older")).expect("a folder");
    fails(build(&["--history", history]));
    assert_snapshot("history_failures", &all);
}
