//! What stands alone (steps of the order of play, items of lists, entries of the FAQ): each kind of
//! change by itself, and random pairs against a look at every selection.

use super::*;
use rulegrid::view::{FaqPlan, StepView, WordView};

const WORDS_OF_PLAY: &str = "\
play:
  actors: {you: {name: {en: you}}, all: {name: {en: all players}}}
  repeats: {twice: {when: bear, name: {en: twice}}}
  rule-sets: {old: {name: {en: old rules}}}
  markers: {trap: {when: dragon, name: {en: trap}, text: {en: A trap.}}}
";
const TURN: &str = "\
id: turn
source: book
title: {en: Turn}
repeat: twice
parts:
  - id: begin
    title: {en: Beginning}
    steps:
      - {id: draw, who: you, must: true, label: {en: Draw}, text: {en: Draw a card.}}
      - {id: set, rule-sets: [old], markers: [trap 1], text: {en: Set a trap.}}
      - id: feed
        when: beast
        text: {en: Feed them.}
        steps:
          - {id: wash, when: bear, text: {en: Wash the bear.}}
  - id: end
    title: {en: End}
    steps:
      - {id: rest, who: all, text: {en: Rest.}}
";
const THINGS: &str = "\
id: things
source: book
title: {en: Things}
text: {en: They lie there.}
items:
  rocks: {text: {en: rocks}}
  caves: {when: beast, text: {en: caves}}
";
const ENTRIES: &str = "\
source: book
languages: [en]
entries:
  hungry:
    topics: [beasts]
    heading: stated
    at: 30
    editions: [E2]
    text: {en: It is always hungry.}
";

/// The files of a dataset with a turn, a list and an entry, in which texts are others.
fn edited(edits: &[(&str, &str)]) -> Loaded {
    let mut texts = [
        format!("{GAME}{WORDS_OF_PLAY}"),
        TURN.to_owned(),
        THINGS.to_owned(),
        ENTRIES.to_owned(),
    ];
    for (from, to) in edits {
        let text = texts.iter_mut().find(|text| text.contains(from));
        let text = text.unwrap_or_else(|| panic!("{from}"));
        *text = text.replacen(from, to, 1);
    }
    let [game, turn, things, entries] = &texts;
    let dir = small(&[
        ("game.yaml", game),
        ("play/1.yaml", turn),
        ("lists/things.yaml", things),
        ("faq/main.yaml", entries),
    ]);
    loaded_from(dir.path())
}

/// What is told where the texts are others: the lines of the terminal, joined where they belong
/// together.
fn told_in(narrow: Narrow, edits: &[(&str, &str)]) -> Vec<String> {
    let (old, new) = (edited(&[]), edited(edits));
    let diff = Diff::new(&old.dataset, &new.dataset, narrow);
    assert_eq!(diff.facts, []);
    let lines = text(&diff, &WORDS, "en", 500);
    let mut told: Vec<String> = Vec::new();
    for line in lines.lines() {
        match (line.strip_prefix("        "), told.last_mut()) {
            (Some(detail), Some(last)) => last.push_str(&format!(" | {detail}")),
            _ => told.push(line.trim().to_owned()),
        }
    }
    told
}

#[track_caller]
fn assert_told(edits: &[(&str, &str)], wanted: &[&str]) {
    assert_eq!(told_in(Narrow::default(), edits), wanted);
}

#[test]
fn steps_are_told_by_what_they_say_and_are_marked_with() {
    assert_told(
        &[("Draw a card.", "Draw two cards.")],
        &[
            "Order of play",
            "~ draw: other text | en: Draw: Draw a card. [you] [must] → Draw: Draw two cards. [you] [must]  ?ed=E1 | fr: Draw: Draw a card. [you] [must] → Draw: Draw two cards. [you] [must]  ?ed=E1",
        ],
    );
    for (from, to, change) in [
        (
            "who: you, must: true",
            "who: you, may: true",
            "[you] [must] → Draw: Draw a card. [you] [may]  ?ed=E1",
        ),
        (
            "who: you, must: true",
            "who: all, must: true",
            "[you] [must] → Draw: Draw a card. [all players] [must]  ?ed=E1",
        ),
        (
            "markers: [trap 1]",
            "markers: [trap 2]",
            "[old rules] [trap 1] → Set a trap. [old rules] [trap 2]  ?ed=E1&x=dragon",
        ),
        (
            "when: dragon, name",
            "when: beast, name",
            "[old rules] → Set a trap. [old rules] [trap 1]  ?ed=E1&x=bear",
        ),
        (
            "rule-sets: [old], markers",
            "markers",
            "[old rules] → Set a trap.  ?ed=E1",
        ),
        ("repeat: twice\n", "", "Turn [twice] → Turn  ?ed=E1&x=bear"),
    ] {
        // Each word is used somewhere.
        let used = ["repeat: twice", "rule-sets: [old]", "who: you"];
        let keeps = |word: &&&str| from.starts_with(**word) && !to.contains(**word);
        let spare = match used.iter().find(keeps) {
            Some(&"repeat: twice") => (
                "    title: {en: End}\n",
                "    title: {en: End}\n    repeat: twice\n",
            ),
            Some(&"rule-sets: [old]") => ("{id: rest, who", "{id: rest, rule-sets: [old], who"),
            Some(_) => ("{id: set, ", "{id: set, who: you, "),
            None => ("Turn", "Turn"),
        };
        let told = told_in(Narrow::default(), &[(from, to), spare]);
        let found = told.iter().any(|line| line.contains(change));
        assert!(found, "{change}: {told:#?}");
    }
}

#[test]
fn steps_come_and_go_and_move() {
    let rest = "      - {id: rest, who: all, text: {en: Rest.}}\n";
    let sing = format!("{rest}      - {{id: sing, when: bear, text: {{en: Sing.}}}}\n");
    assert_told(&[(rest, &sing)], &["Order of play", "+ sing: added: Sing."]);
    let loud = "{id: rest, who: all, text: {en: Rest.}}";
    let other = "{id: sleep, who: all, text: {en: Rest.}}";
    assert_told(
        &[(loud, other)],
        &[
            "Order of play",
            "+ sleep: added: Rest. [all players]",
            "- rest: removed: Rest. [all players]",
        ],
    );
    // A step below another one that goes up to the part, with its condition.
    let wash = "        steps:\n          - {id: wash, when: bear, text: {en: Wash the bear.}}\n";
    let up = "      - {id: wash, when: bear, text: {en: Wash the bear.}}\n";
    assert_told(
        &[(wash, up)],
        &["Order of play", "~ wash: moved: feed → begin"],
    );
    // Without it, it is seen elsewhere, too.
    let everywhere = "      - {id: wash, text: {en: Wash the bear.}}\n";
    assert_told(
        &[(wash, everywhere)],
        &[
            "Order of play",
            "~ wash: moved: feed → begin",
            "+ wash: now also seen: First  ?ed=E1",
        ],
    );
}

#[test]
fn other_selections_are_told_with_all_that_follows_from_them() {
    assert_told(
        &[("when: beast\n", "when: bear\n")],
        &[
            "Order of play",
            "- feed: no longer seen: First, with dragon  ?ed=E1&x=dragon",
        ],
    );
    // What is around a step decides of it as well.
    assert_told(
        &[("when: beast\n", "when: beast and not edition E1\n")],
        &[
            "Order of play",
            "- feed: no longer seen: First, with bear  ?ed=E1&x=bear",
            "- wash: no longer seen: First, with bear  ?ed=E1&x=bear",
        ],
    );
    // A part is seen where one of its steps is.
    assert_told(
        &[("{id: rest, who", "{id: rest, when: dragon and bear, who")],
        &[
            "Order of play",
            "- end: no longer seen: First  ?ed=E1",
            "- rest: no longer seen: First  ?ed=E1",
        ],
    );
    assert_told(
        &[("caves: {when: beast", "caves: {when: not dragon")],
        &[
            "Lists",
            "+ things/caves: now also seen: First  ?ed=E1",
            "- things/caves: no longer seen: First, with dragon  ?ed=E1&x=dragon",
        ],
    );
    assert_told(
        &[("editions: [E2]", "editions: [E1, E2]")],
        &[
            "Questions and clarifications",
            "+ hungry: now also seen: First, with bear  ?ed=E1&x=bear",
        ],
    );
}

#[test]
fn lists_are_told_with_their_items() {
    assert_told(
        &[("title: {en: Things}", "title: {en: All things}")],
        &[
            "Lists",
            "~ things: other text | en: Things: They lie there. → All things: They lie there.  ?ed=E1 | fr: Things: They lie there. → All things: They lie there.  ?ed=E1",
        ],
    );
    assert_told(
        &[(
            "  rocks: {text: {en: rocks}}\n",
            "  stones: {text: {en: rocks}}\n",
        )],
        &[
            "Lists",
            "+ things/stones: added: rocks",
            "- things/rocks: removed: rocks",
        ],
    );
    assert_told(
        &[(
            "text: {en: caves}",
            "text: {en: 'caves{if bear} and dens{/if}'}",
        )],
        &[
            "Lists",
            "~ things/caves: other text | en: caves → caves and dens  ?ed=E1&x=bear | fr: caves → caves and dens  ?ed=E1&x=bear",
        ],
    );
}

#[test]
fn what_readers_do_not_see_is_not_told() {
    let none = &["Readers see no difference."];
    let draw =
        "      - {id: draw, who: you, must: true, label: {en: Draw}, text: {en: Draw a card.}}\n";
    let set = "      - {id: set, rule-sets: [old], markers: [trap 1], text: {en: Set a trap.}}\n";
    for edits in [
        // Another order, another spelling, and other ids of words.
        &[(&*format!("{draw}{set}"), &*format!("{set}{draw}"))][..],
        &[("when: beast\n", "when: not (not dragon and not bear)\n")],
        &[(
            "when: bear, text: {en: Wash",
            "when: bear or (dragon and bear), text: {en: Wash",
        )],
        &[("caves: {when: beast", "caves: {when: bear or dragon")],
        &[
            ("markers: {trap: ", "markers: {snare: "),
            ("markers: [trap 1]", "markers: [snare 1]"),
        ],
        &[("editions: [E2]", "editions: [E2]\n    when: dragon")],
    ] {
        assert_told(edits, none);
    }
}

#[test]
fn narrowed_only_what_is_seen_there_is_told() {
    let edition = |id: &str| Narrow {
        edition: Some(EditionId::new(id)),
        elements: None,
    };
    let elements = |ids: &[&str]| Narrow {
        edition: None,
        elements: Some(ids.iter().map(|id| ElementId::new(*id)).collect()),
    };
    let none = ["Readers see no difference."];
    let hidden = [("when: beast\n", "when: beast and not edition E1\n")];
    assert_eq!(told_in(edition("E2"), &hidden), none);
    assert_eq!(told_in(elements(&[]), &hidden), none);
    assert_eq!(
        told_in(elements(&["dragon"]), &hidden),
        [
            "Order of play",
            "- feed: no longer seen: First, with dragon  ?ed=E1&x=dragon"
        ]
    );
    let rest = "      - {id: rest, who: all, text: {en: Rest.}}\n";
    let sing =
        format!("{rest}      - {{id: sing, when: bear and edition E2, text: {{en: Sing.}}}}\n");
    let added = [(rest, &*sing)];
    let wanted = ["Order of play", "+ sing: added: Sing."];
    assert_eq!(told_in(edition("E1"), &added), none);
    assert_eq!(told_in(edition("E2"), &added), wanted);
    assert_eq!(told_in(elements(&["dragon"]), &added), none);
    assert_eq!(told_in(elements(&["bear"]), &added), wanted);
    // An entry that both versions have is not added where one of them shows it now.
    let entry = [("editions: [E2]", "editions: [E1, E2]")];
    assert_eq!(told_in(edition("E2"), &entry), none);
    assert_eq!(
        told_in(edition("E1"), &entry),
        [
            "Questions and clarifications",
            "+ hungry: now also seen: First, with bear  ?ed=E1&x=bear"
        ]
    );
}

/// Something that can always be said together with others of its kind: what is below such a
/// condition is seen somewhere.
fn mild(elements: &[&'static str], editions: &[&'static str]) -> BoxedStrategy<String> {
    let element = prop::sample::select(elements.to_vec());
    let edition = prop::sample::select(editions.to_vec());
    let two = (element.clone(), element.clone());
    prop_oneof![
        2 => Just(String::new()),
        3 => element.clone().prop_map(str::to_owned),
        1 => two.clone().prop_map(|(a, b)| format!("{a} and {b}")),
        1 => two.prop_map(|(a, b)| format!("{a} or {b}")),
        1 => edition.clone().prop_map(|id| format!("edition {id}")),
        1 => (element, edition).prop_map(|(a, id)| format!("{a} or edition {id}")),
    ]
    .boxed()
}

/// A random version of a turn, a list and the FAQ.
fn version() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let elements = prop::sample::subsequence(vec!["a", "b", "c", "d"], 1..=4).prop_shuffle();
    let editions = prop::sample::subsequence(vec!["E1", "E2", "E3"], 1..=2).prop_shuffle();
    (elements, editions).prop_flat_map(|(elements, editions)| {
        let element = prop::sample::select(elements.clone());
        let leaf = prop_oneof![
            4 => mild(&elements, &editions),
            1 => element.clone().prop_map(|id| format!("not {id}")),
        ];
        let below = prop_oneof![Just(String::new()), element.prop_map(str::to_owned)];
        let says = prop::sample::select(vec!["", "who: you, ", "who: all, ", "may: true, ", "must: true, "]);
        let marks = prop::sample::select(vec!["", "markers: [m], ", "markers: [m 1], "]);
        let spot = prop::sample::select(vec!["", "x", "y", "outer"]);
        (
            Just((elements, editions)),
            prop::collection::vec(leaf, 4),
            prop::collection::vec(below, 3),
            (says, marks, any::<bool>(), any::<bool>()),
            (spot.clone(), spot),
            prop::sample::select(vec!["[]", "[beasts]"]),
        )
            .prop_map(|((elements, editions), leaves, belows, (says, marks, more, some), spots, topics)| {
                let when = |when: &str| match when {
                    "" => String::new(),
                    when => format!("when: '{when}', "),
                };
                let names: String = editions.iter().enumerate().map(|(at, id)| {
                    let default = if at == 0 { ", default: true" } else { "" };
                    format!("  {id}: {{name: {{en: {id}}}{default}}}\n")
                }).collect();
                let game = format!("id: tiny\ntitle: {{en: Tiny}}\nlanguages: {{en: English}}\nsources:\n  book: {{title: {{en: The book}}, speaks: publisher, lines: 9}}\neditions:\n{names}tables: [main]\nplay:\n  actors: {{you: {{name: {{en: you}}}}, all: {{{}name: {{en: all}}}}}}\n  markers: {{m: {{{}name: {{en: m}}, text: {{en: m}}}}}}\n", when(&belows[0]), when(&belows[1]));
                let own: String = elements.iter().map(|id| {
                    format!("  {id}: {{published: [{}], basis: none, name: {{en: {id}}}}}\n", editions[0])
                }).collect();
                // Two steps that stand somewhere or nowhere.
                let at = |place: &str, indent: &str| {
                    let steps = [("one", spots.0, &belows[2]), ("two", spots.1, &belows[0])];
                    let here = steps.into_iter().filter(|(_, spot, _)| *spot == place);
                    here.map(|(id, _, own)| format!("{indent}- {{id: {id}, {}text: {{en: {id}}}}}\n", when(own))).collect::<String>()
                };
                let text = if more { format!("'o{{if {}}} more{{/if}}'", elements[0]) } else { "o".to_owned() };
                let turn = format!("id: turn\nsource: book\ntitle: {{en: Turn}}\nparts:\n  - id: x\n    title: {{en: x}}\n    steps:\n      - id: outer\n        {}\n        text: {{en: {text}}}\n        steps:\n          - {{id: inner, {}{says}{marks}text: {{en: inner}}}}\n{}{}  - id: y\n    title: {{en: y}}\n    steps:\n      - {{id: leaf, {}text: {{en: leaf}}}}\n{}  - id: z\n    title: {{en: z}}\n    steps:\n      - {{id: you, who: you, markers: [m], text: {{en: you}}}}\n      - {{id: all, who: all, text: {{en: all}}}}\n",
                    when(&leaves[0].replace("not ", "")).trim_end_matches(", "), when(&belows[1]), at("outer", "          "), at("x", "      "), when(&leaves[1]), at("y", "      "));
                let thing = if some { format!("  thing: {{{}text: {{en: thing}}}}\n", when(&leaves[2])) } else { String::new() };
                vec![
                    ("game.yaml", game),
                    ("expansions/beasts.yaml", format!("id: beasts\ngroup: other\nname: {{en: Beasts}}\nelements:\n{own}")),
                    ("figures.yaml", "f: {name: {en: f}}\n".to_owned()),
                    ("questions.yaml", "p: {text: {en: p}}\n".to_owned()),
                    ("sections.yaml", "all: {en: All}\n".to_owned()),
                    ("tables/main.yaml", "id: main\ntitle: {en: Main}\nfigures: [f]\nsections:\n  all: [p]\n".to_owned()),
                    ("notes/main.yaml", "{}\n".to_owned()),
                    ("facts/book.yaml", format!("source: book\neditions: [{}]\nclaims:\n  main:\n    p: {{at: 1, f: yes}}\n", editions.join(", "))),
                    ("terms/en.yaml", "{}\n".to_owned()),
                    ("play/1.yaml", turn),
                    ("lists/1.yaml", format!("id: list\nsource: book\ntitle: {{en: list}}\ntext: {{en: list}}\nitems:\n{thing}  other: {{{}text: {{en: other}}}}\n", when(&leaves[3]))),
                    ("faq/1.yaml", format!("source: book\nlanguages: [en]\nentries:\n  entry:\n    topics: {topics}\n    heading: stated\n    at: 2\n    editions: [{}]\n    text: {{en: entry}}\n", editions[editions.len() - 1])),
                ]
            })
    })
}

/// What something says, and where it stands.
type Said = (String, String);

/// All that stands alone and is shown for a selection.
fn alone(plan: &Plan, selection: Option<&Selection>) -> BTreeMap<String, Said> {
    let mut all = BTreeMap::new();
    let Some(selection) = selection else {
        return all;
    };
    let play = plan.play().view(selection, LanguageIx(0));
    for phase in &play.phases {
        let id = phase.id.to_string();
        for part in &phase.parts {
            let head = part.head.as_ref().expect("a part with a title");
            let said = (head.title.text.clone(), id.clone());
            all.insert(head.id.to_string(), said);
            below(&part.steps, head.id, &mut all);
        }
        all.insert(id, (phase.title.text.clone(), String::new()));
    }
    for list in plan.view(selection, LanguageIx(0)).lists {
        for item in &list.items {
            let id = format!("{}/{}", list.id, item.id);
            all.insert(id, (item.text.text.clone(), String::new()));
        }
        let said = format!("{} {}", list.title.text, list.text.text);
        all.insert(list.id.to_string(), (said, String::new()));
    }
    let faq = FaqPlan::new(plan.dataset, &plan.scope);
    for entry in faq.entries().filter(|entry| entry.shown.holds(selection)) {
        all.insert(entry.id.to_string(), (String::new(), String::new()));
    }
    all
}

fn below(steps: &[StepView], around: &StepId, all: &mut BTreeMap<String, Said>) {
    for step in steps {
        let word = |word: &WordView| format!("{} {:?}", word.name.text, word.number);
        let words = step.who.iter().chain(&step.markers).map(word);
        let words: Vec<_> = words.collect();
        let said = format!("{} {words:?} {:?}", step.text.text, step.force);
        all.insert(step.id.to_string(), (said, around.to_string()));
        below(&step.steps, step.id, all);
    }
}

/// What is told of a thing, with the size of the selection that shows it.
type Told = BTreeMap<(String, &'static str), Option<usize>>;

fn found(diff: &Diff) -> Told {
    let alone = |thing: &&Thing| matches!(thing.kind, Kind::Step | Kind::Item | Kind::Entry);
    let size = |selection: &Selection| Some(selection.elements.iter().count());
    let told = diff.things.iter().filter(alone).map(|thing| {
        let size = match &thing.change {
            ThingChange::Shown(_, selection) => size(selection),
            ThingChange::Renamed(texts) => size(&texts[0].selection),
            _ => None,
        };
        ((thing.id.clone(), thing.change.as_str()), size)
    });
    told.collect()
}

/// The same by a look at every selection of one edition, or of all.
fn wanted(common: &Common, plans: &[Plan; 2], only: Option<EditionIx>) -> Told {
    let mut told = Told::new();
    let mut ever = [BTreeSet::new(), BTreeSet::new()];
    let mut here = [BTreeSet::new(), BTreeSet::new()];
    for selection in selections(common) {
        let own = [&common.old, &common.new].map(|side| side.own(common, &selection));
        let seen = [0, 1].map(|at| alone(&plans[at], own[at].as_ref()));
        let is_compared = only.is_none_or(|only| only == selection.edition);
        for at in [0, 1] {
            ever[at].extend(seen[at].keys().cloned());
            if is_compared {
                here[at].extend(seen[at].keys().cloned());
            }
        }
        if !is_compared || own.iter().any(Option::is_none) {
            continue;
        }
        let size = selection.elements.iter().count();
        let mut add = |id: &String, change, size: Option<usize>| {
            let known = told.entry((id.clone(), change)).or_insert(size);
            *known = size.min(*known);
        };
        for (id, (said, place)) in &seen[0] {
            match seen[1].get(id) {
                None => add(id, "hidden", Some(size)),
                Some((now, at)) => {
                    if now != said {
                        add(id, "renamed", Some(size));
                    }
                    if at != place {
                        add(id, "moved", None);
                    }
                }
            }
        }
        for id in seen[1].keys().filter(|id| !seen[0].contains_key(*id)) {
            add(id, "shown", Some(size));
        }
    }
    // What only one version ever shows was added or removed.
    for (one, other, change) in [(1, 0, "added"), (0, 1, "removed")] {
        for id in ever[one].difference(&ever[other]) {
            told.retain(|(known, _), _| known != id);
            if here[one].contains(id) {
                told.insert((id.clone(), change), None);
            }
        }
    }
    told
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    /// What is told of steps, items and entries is exactly what a look at every selection finds,
    /// with the smallest selection; in all editions and in each.
    #[test]
    fn what_stands_alone_equals_a_look_at_every_selection(old in version(), new in version()) {
        let (old, new) = (written(&old), written(&new));
        let plans = [Plan::new(&old.dataset), Plan::new(&new.dataset)];
        let diff = Diff::new(&old.dataset, &new.dataset, Narrow::default());
        let common = &diff.common;
        prop_assert_eq!(found(&diff), wanted(common, &plans, None));
        for edition in common.compared() {
            let only = Some(common.edition(*edition).0.clone());
            let narrow = Narrow { edition: only, elements: None };
            let narrow = Diff::new(&old.dataset, &new.dataset, narrow);
            prop_assert_eq!(found(&narrow), wanted(common, &plans, Some(*edition)));
        }
        let same = Diff::new(&old.dataset, &old.dataset, Narrow::default());
        prop_assert!(same.is_empty(), "{:?}", same.things);
    }
}
