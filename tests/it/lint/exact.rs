//! On random datasets of up to twelve elements the linter finds exactly what a look at every single
//! selection finds, and its witnesses are as small as the smallest of these.

use crate::support::small_dataset;
use proptest::prelude::*;
use rulegrid::diagnostic::Place;
use rulegrid::lint::lint;
use rulegrid::load::{Loaded, load_for_lint};
use rulegrid::model::*;
use rulegrid::selection::from_address;
use rulegrid::view::{Plan, Shown, View};
use std::collections::{BTreeMap, BTreeSet};

const FIGURES: [&str; 3] = ["a", "b", "c"];
const QUESTIONS: [&str; 3] = ["p", "q", "r"];
const EDITIONS: [&str; 2] = ["E1", "E2"];

/// A dataset as text.
#[derive(Clone, Debug)]
struct Written {
    elements: usize,
    derived: String,
    figures: Vec<Option<String>>,
    questions: Vec<Option<String>>,
    /// For each file: source, editions, cells (figure by figure, question by question).
    facts: Vec<(&'static str, &'static str, Vec<Option<String>>)>,
    notes: Vec<(Option<String>, String)>,
    resolutions: Vec<(usize, usize, &'static str, Option<String>)>,
}

/// A condition over `elements` elements; deep enough to be tangled, shallow enough to hold at times.
fn condition(elements: usize) -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        6 => (0..elements).prop_map(|n| format!("x{n}")),
        1 => prop::sample::select(&EDITIONS[..]).prop_map(|id| format!("edition {id}")),
        1 => Just("d".to_owned()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let many = prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            many.clone()
                .prop_map(|all| format!("({})", all.join(" and "))),
            many.prop_map(|all| format!("({})", all.join(" or "))),
            inner.prop_map(|one| format!("not {one}")),
        ]
    })
}

fn sometimes(elements: usize) -> impl Strategy<Value = Option<String>> {
    prop_oneof![2 => Just(None), 3 => condition(elements).prop_map(Some)]
}

fn cell(elements: usize) -> impl Strategy<Value = String> {
    let answer = prop::sample::select(vec!["yes", "yes", "no", "n/a"]);
    let notes = prop::sample::select(vec!["", "", " (m)", " (n)", " (m n)"]);
    let other = prop_oneof![
        2 => Just(String::new()),
        1 => (condition(elements), prop::sample::select(vec!["yes", "no"]))
            .prop_map(|(when, or_else)| format!(" if {when} else {or_else}")),
    ];
    (answer, other, notes).prop_map(|(answer, other, notes)| format!("{answer}{other}{notes}"))
}

fn written() -> impl Strategy<Value = Written> {
    (1usize..=12)
        .prop_flat_map(|elements| {
            let cells = |often: f64| {
                prop::collection::vec(prop::option::weighted(often, cell(elements)), 9)
            };
            let facts = (cells(0.9), cells(0.25), cells(0.1)).prop_map(|(book, wiki, more)| {
                vec![
                    ("book", "[E1, E2]", book),
                    ("wiki", "[E1]", wiki),
                    ("book", "[E2]", more),
                ]
            });
            let resolution = (
                0..3usize,
                0..3usize,
                prop::sample::select(vec!["book", "wiki"]),
                sometimes(elements),
            );
            (
                Just(elements),
                // A derived condition names none, so that it cannot name itself.
                condition(elements).prop_map(|text| {
                    text.replace('d', "x0")
                        .replace("ex0ition", "edition")
                        .replace("anx0", "and")
                }),
                prop::collection::vec(sometimes(elements), 3),
                prop::collection::vec(sometimes(elements), 3),
                facts,
                prop::collection::vec((sometimes(elements), condition(elements)), 2),
                prop::collection::vec(resolution, 0..4),
            )
        })
        .prop_map(
            |(elements, derived, figures, questions, facts, notes, resolutions)| Written {
                elements,
                derived,
                figures,
                questions,
                facts,
                notes,
                resolutions,
            },
        )
}

fn when(condition: &Option<String>) -> String {
    condition
        .as_ref()
        .map_or(String::new(), |text| format!("when: '{text}', "))
}

impl Written {
    fn load(&self) -> Loaded {
        let elements: String = (0..self.elements)
            .map(|n| format!("  x{n}: {{published: [E1, E2], basis: none, name: {{en: x}}}}\n"))
            .collect();
        let game = format!(
            "id: tiny\ntitle: {{en: Tiny}}\nlanguages: {{en: English}}\nsources:\n  book: {{title: {{en: The book}}, speaks: publisher}}\n  wiki: {{title: {{en: The wiki}}, speaks: community}}\neditions:\n  E1: {{name: {{en: First}}}}\n  E2: {{name: {{en: Second}}, default: true}}\ntables: [main]\nderived:\n  d: {}\n",
            self.derived
        );
        let beasts =
            format!("id: beasts\ngroup: other\nname: {{en: Beasts}}\nelements:\n{elements}");
        let figures = FIGURES.iter().zip(&self.figures);
        let figures: String = figures
            .map(|(id, own)| format!("{id}: {{{}name: {{en: {id}}}}}\n", when(own)))
            .collect();
        let questions = QUESTIONS.iter().zip(&self.questions).map(|(id, own)| {
            let by = if *id == "r" {
                "by: {figure: a, does: q}, "
            } else {
                ""
            };
            format!("{id}: {{{}{by}text: {{en: {id}?}}}}\n", when(own))
        });
        let questions: String = questions.collect();
        let facts = self.facts.iter().map(|(source, editions, cells)| {
            let rows = QUESTIONS.iter().enumerate().map(|(row, question)| {
                let cells = FIGURES.iter().enumerate().filter_map(|(column, figure)| {
                    Some(format!(
                        "      {figure}: {}\n",
                        cells[row * 3 + column].as_ref()?
                    ))
                });
                let cells: String = cells.collect();
                if cells.is_empty() {
                    String::new()
                } else {
                    format!("    {question}:\n{cells}")
                }
            });
            let rows: String = rows.collect();
            let claims = if rows.is_empty() {
                "claims: {}\n".to_owned()
            } else {
                format!("claims:\n  main:\n{rows}")
            };
            format!("source: {source}\neditions: {editions}\n{claims}")
        });
        let facts: Vec<String> = facts.collect();
        let notes = ["m", "n"].iter().zip(&self.notes).map(|(id, (own, part))| {
            let own = own.as_ref().map_or(String::new(), |text| format!("  when: '{text}'\n"));
            format!("{id}:\n{own}  parts:\n    - {{speaks: publisher, text: {{en: {id} one}}}}\n    - {{speaks: community, when: '{part}', text: {{en: {id} two}}}}\n")
        });
        let notes: String = notes.collect();
        let resolutions = self.resolutions.iter().map(|(row, column, take, own)| {
            let own = own
                .as_ref()
                .map_or(String::new(), |text| format!("  when: '{text}'\n"));
            format!(
                "- question: {}\n  figures: [{}]\n  take: {take}\n{own}  because: {{en: so}}\n",
                QUESTIONS[*row], FIGURES[*column]
            )
        });
        let mut resolutions: String = resolutions.collect();
        if resolutions.is_empty() {
            resolutions.push_str("[]\n");
        }
        let table =
            "id: main\ntitle: {en: Main}\nfigures: [a, b, c]\nsections:\n  all: [p, q, r]\n";
        let invariants = "i:\n  if: {p: [yes]}\n  then: {q: [no, n/a]}\n  because: {en: so}\n";
        let files = [
            ("game.yaml", game.as_str()),
            ("expansions/beasts.yaml", &beasts),
            ("figures.yaml", &figures),
            ("questions.yaml", &questions),
            ("tables/main.yaml", table),
            ("notes/main.yaml", &notes),
            ("facts/book.yaml", &facts[0]),
            ("facts/wiki.yaml", &facts[1]),
            ("facts/more.yaml", &facts[2]),
            ("facts/resolutions.yaml", &resolutions),
            ("invariants.yaml", invariants),
            ("sections.yaml", "all: {en: All}\n"),
            ("terms/en.yaml", "{}\n"),
        ];
        let files: Vec<_> = files
            .iter()
            .map(|(path, text)| (*path, text.as_bytes()))
            .collect();
        let dir = small_dataset(&files);
        match load_for_lint(dir.path()) {
            Ok(loaded) => loaded,
            Err(error) => panic!("{self:?} does not load: {error:?}"),
        }
    }
}

/// What is found, and the fewest elements of a selection that proves it, where one does.
type Found = BTreeMap<(&'static str, String), Option<usize>>;

fn add(found: &mut Found, code: &'static str, key: String, witness: Option<usize>) {
    let known = found.entry((code, key)).or_insert(witness);
    *known = match (*known, witness) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
}

fn place(place: &Place) -> String {
    format!("{:?}:{}", place.file, place.range.start)
}

fn pair(one: &Place, other: &Place) -> String {
    let mut both = [place(one), place(other)];
    both.sort();
    both.join(" ")
}

/// The rules that are compared.
const CODES: [&str; 10] = [
    "broken-invariant",
    "conflicting-claims",
    "hidden-note",
    "idle-condition",
    "inverse-facts",
    "missing-answer",
    "overlapping-resolutions",
    "repeated-claim",
    "stale-resolution",
    "unreachable",
];

fn by_reasoning(loaded: &Loaded) -> Found {
    let mut found = Found::new();
    for finding in lint(loaded, false) {
        let Some(code) = CODES.into_iter().find(|code| *code == finding.code) else {
            continue;
        };
        let primary = &finding.primary.place;
        let key = match code {
            "conflicting-claims" | "overlapping-resolutions" => {
                pair(primary, &finding.secondary[0].place)
            }
            "repeated-claim" | "stale-resolution" => place(primary),
            _ => finding.about.clone(),
        };
        let address = finding
            .notes
            .iter()
            .find_map(|note| note.split_once(" in ?"));
        let witness = address.map(|(_, address)| {
            let selection =
                from_address(&loaded.dataset, &format!("?{address}")).expect("an address");
            selection.elements.iter().count()
        });
        add(&mut found, code, key, witness);
    }
    found
}

/// Every selection of the dataset.
fn selections(dataset: &Dataset) -> Vec<Selection> {
    let mut all = Vec::new();
    let count = u16::try_from(dataset.elements.len()).expect("a few elements");
    for bits in 0u32..1 << count {
        for (edition, ..) in dataset.editions() {
            let mut elements = ElementSet::empty(usize::from(count));
            for element in 0..count {
                elements.set(ElementIx(element), bits >> element & 1 == 1);
            }
            all.push(Selection { edition, elements });
        }
    }
    all
}

fn by_looking(dataset: &Dataset) -> Found {
    let mut found = Found::new();
    let plan = Plan::new(dataset);
    let mut seen = Seen::default();
    for selection in selections(dataset) {
        let view = plan.view(&selection, LanguageIx(0));
        cells(dataset, &selection, &mut found, &mut seen);
        answers(&view, &mut found);
        marks(dataset, &view, &mut seen);
    }
    seen.report(dataset, &mut found);
    found
}

/// What was seen in some selection.
#[derive(Default)]
struct Seen {
    columns: BTreeSet<String>,
    rows: BTreeSet<String>,
    cells: BTreeSet<(String, String)>,
    claims: BTreeSet<(String, String)>,
    decided: BTreeSet<String>,
    derived: BTreeSet<String>,
    cited: BTreeSet<String>,
    /// Notes that something shown cites while their own condition does not hold.
    restricted: BTreeSet<String>,
    notes: BTreeSet<String>,
    parts: BTreeSet<String>,
}

fn claims_of<'d>(dataset: &'d Dataset, question: &QuestionId, figure: &FigureId) -> &'d [Claim] {
    let cell = (question.clone(), figure.clone());
    dataset.claims.get(&cell).map_or(&[], Vec::as_slice)
}

/// What a claim is called.
fn claim_name(claim: &Claim, question: &QuestionId, figure: &FigureId) -> String {
    format!(
        "this claim of `{}` on `{question}` for `{figure}`",
        claim.source
    )
}

fn cells(dataset: &Dataset, selection: &Selection, found: &mut Found, seen: &mut Seen) {
    let size = Some(selection.elements.iter().count());
    let derived = dataset
        .derived
        .iter()
        .filter(|(_, derived)| derived.when.holds(selection));
    seen.derived.extend(derived.map(|(name, _)| name.clone()));
    for (question, row) in &dataset.questions {
        let is_row = row.when.holds(selection);
        if is_row {
            seen.rows.insert(question.to_string());
        }
        for (figure, column) in &dataset.figures {
            let is_column = column.when.holds(selection);
            if is_column {
                seen.columns.insert(figure.to_string());
            }
            if !is_row || !is_column {
                continue;
            }
            seen.cells
                .insert((question.to_string(), figure.to_string()));
            let claims = claims_of(dataset, question, figure);
            let holding: Vec<_> = claims
                .iter()
                .filter(|claim| claim.when.holds(selection))
                .collect();
            if holding.is_empty() {
                add(
                    found,
                    "missing-answer",
                    format!("{question} {figure}"),
                    size,
                );
            }
            let resolutions = dataset.resolutions.get(&(question.clone(), figure.clone()));
            let resolutions = resolutions.into_iter().flatten();
            let applying: Vec<_> = resolutions
                .filter(|own| own.when.holds(selection))
                .collect();
            for (at, one) in applying.iter().enumerate() {
                for other in applying[at + 1..]
                    .iter()
                    .filter(|other| other.take != one.take)
                {
                    add(
                        found,
                        "overlapping-resolutions",
                        pair(&one.place, &other.place),
                        size,
                    );
                }
                let taken: Vec<_> = holding
                    .iter()
                    .filter(|claim| claim.source == one.take)
                    .collect();
                let differs =
                    |claim: &&&Claim| taken.iter().any(|taken| taken.answer != claim.answer);
                if holding.iter().any(|claim| differs(&claim)) {
                    seen.decided.insert(place(&one.place));
                }
            }
            let speaks = |source: &SourceId| holding.iter().any(|claim| claim.source == *source);
            let is_covered = |one: &Claim, other: &Claim| {
                applying.iter().any(|own| {
                    let tells = one.source != other.source || own.take != one.source;
                    tells && speaks(&own.take)
                })
            };
            for (at, one) in holding.iter().enumerate() {
                seen.claims
                    .insert((claim_name(one, question, figure), format!("{:?}", one.when)));
                for other in &holding[at + 1..] {
                    if one.answer != other.answer && !is_covered(one, other) {
                        add(
                            found,
                            "conflicting-claims",
                            pair(&one.place, &other.place),
                            size,
                        );
                    }
                    if one.answer == other.answer
                        && one.source == other.source
                        && one.place != other.place
                    {
                        add(found, "repeated-claim", place(&other.place), None);
                    }
                }
            }
        }
    }
}

/// The answers that a view shows: question, figure, and what the winning claim says.
fn shown<'d>(view: &View<'d>) -> impl Iterator<Item = (&'d QuestionId, &'d FigureId, &'d Answer)> {
    let rows = view
        .tables
        .iter()
        .flat_map(|table| &table.sections)
        .flat_map(|section| &section.rows);
    rows.flat_map(|row| {
        row.cells.iter().filter_map(|cell| match cell.answer {
            Shown::Claimed(answer) => Some((row.question, cell.figure, answer)),
            _ => None,
        })
    })
}

fn answers(view: &View<'_>, found: &mut Found) {
    let size = Some(view.selection.elements.iter().count());
    let all: Vec<_> = shown(view).collect();
    let answer = |question: &str, figure: &str| {
        let mut all = all.iter();
        let cell = all.find(|(q, f, _)| q.as_str() == question && f.as_str() == figure);
        cell.map(|(.., answer)| *answer)
    };
    for figure in FIGURES {
        if answer("p", figure) == Some(&Answer::Yes) && answer("q", figure) == Some(&Answer::Yes) {
            add(found, "broken-invariant", format!("i {figure}"), size);
        }
    }
    let done: Vec<_> = all.iter().filter(|(q, ..)| q.as_str() == "r").collect();
    let happens = done.iter().any(|(.., answer)| **answer == Answer::Yes);
    let denies = answer("q", "a").is_some_and(|answer| *answer != Answer::Yes);
    let does = answer("q", "a") == Some(&Answer::Yes);
    if (denies && happens) || (does && !done.is_empty() && !happens) {
        // One key for both, whose witnesses are told apart by nothing else.
        add(found, "inverse-facts", "q a".to_owned(), size);
    }
}

fn marks(dataset: &Dataset, view: &View<'_>, seen: &mut Seen) {
    let rows = view
        .tables
        .iter()
        .flat_map(|table| &table.sections)
        .flat_map(|section| &section.rows);
    let cells = rows.flat_map(|row| &row.cells);
    // The notes of a cell are those of the claim that wins.
    let cited = cells.clone().flat_map(|cell| {
        cell.claims
            .first()
            .into_iter()
            .flat_map(|claim| &claim.notes)
    });
    for id in cited {
        seen.cited.insert(id.to_string());
        if !dataset.notes[id].when.holds(&view.selection) {
            seen.restricted.insert(id.to_string());
        }
    }
    for id in cells.flat_map(|cell| &cell.notes).map(|mark| mark.id) {
        seen.notes.insert(id.to_string());
        for (part, at) in dataset.notes[id].parts.iter().zip(1..) {
            if part.when.holds(&view.selection) {
                seen.parts.insert(format!("part {at} of the note `{id}`"));
            }
        }
    }
}

impl Seen {
    /// What is wrong with what was never seen.
    fn report(&self, dataset: &Dataset, found: &mut Found) {
        let mut unreachable = |what: String| add(found, "unreachable", what, None);
        for name in dataset
            .derived
            .keys()
            .filter(|name| !self.derived.contains(*name))
        {
            unreachable(format!("the derived condition `{name}`"));
        }
        for id in dataset
            .figures
            .keys()
            .filter(|id| !self.columns.contains(id.as_str()))
        {
            unreachable(format!("the figure `{id}`"));
        }
        for id in dataset
            .questions
            .keys()
            .filter(|id| !self.rows.contains(id.as_str()))
        {
            unreachable(format!("the question `{id}` in the table `main`"));
        }
        for ((question, figure), claims) in &dataset.claims {
            let is_shown = self
                .cells
                .contains(&(question.to_string(), figure.to_string()));
            for claim in claims.iter().filter(|_| is_shown) {
                let name = claim_name(claim, question, figure);
                if !self
                    .claims
                    .contains(&(name.clone(), format!("{:?}", claim.when)))
                {
                    unreachable(name);
                }
            }
        }
        for (id, note) in &dataset.notes {
            for at in (1..=note.parts.len()).filter(|_| self.notes.contains(id.as_str())) {
                let what = format!("part {at} of the note `{id}`");
                if !self.parts.contains(&what) {
                    unreachable(what);
                }
            }
        }
        for resolution in dataset.resolutions.values().flatten() {
            if !self.decided.contains(&place(&resolution.place)) {
                add(found, "stale-resolution", place(&resolution.place), None);
            }
        }
        let cites = |id: &NoteId| {
            dataset
                .claims
                .values()
                .flatten()
                .any(|claim| claim.notes.contains(id))
        };
        for (id, note) in dataset.notes.iter().filter(|(id, _)| cites(id)) {
            if !self.notes.contains(id.as_str()) {
                add(found, "hidden-note", id.to_string(), None);
            }
            let is_cited = self.cited.contains(id.as_str());
            let has_own = note.when != rulegrid::logic::Condition::True;
            if has_own && is_cited && !self.restricted.contains(id.as_str()) {
                add(found, "idle-condition", id.to_string(), None);
            }
        }
    }
}

/// Parts of notes whose condition always holds are found by the rule on idle conditions, too; that
/// is compared here, where the parts are at hand.
fn idle_parts(dataset: &Dataset) -> Found {
    let plan = Plan::new(dataset);
    let mut restricted = BTreeSet::new();
    let mut shown = BTreeSet::new();
    for selection in selections(dataset) {
        let view = plan.view(&selection, LanguageIx(0));
        for note in &view.notes {
            shown.insert(note.id.to_string());
            for (part, at) in dataset.notes[note.id].parts.iter().zip(1..) {
                if !part.when.holds(&selection) {
                    restricted.insert(format!("part {at} of the note `{}`", note.id));
                }
            }
        }
    }
    let mut found = Found::new();
    for (id, note) in dataset
        .notes
        .iter()
        .filter(|(id, _)| shown.contains(id.as_str()))
    {
        for (part, at) in note.parts.iter().zip(1..) {
            let what = format!("part {at} of the note `{id}`");
            if part.when != rulegrid::logic::Condition::True && !restricted.contains(&what) {
                add(&mut found, "idle-condition", what, None);
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, max_shrink_iters: 300, ..Default::default() })]

    #[test]
    fn findings_and_witnesses_equal_a_look_at_every_selection(written in written()) {
        let loaded = written.load();
        let mut expected = by_looking(&loaded.dataset);
        expected.extend(idle_parts(&loaded.dataset));
        prop_assert_eq!(by_reasoning(&loaded), expected);
    }
}
