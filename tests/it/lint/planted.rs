//! Faults planted into the repository's dataset, one at a time and at random places: each is found
//! at its file and line, and nothing is found that its kind does not bring along.

use crate::support::{loaded, rules};
use rulegrid::diagnostic::{Diagnostic, Place};
use rulegrid::lint::lint;
use rulegrid::load::{LoadError, Loaded, load_for_lint};
use rulegrid::logic::{Condition, Variable};
use rulegrid::model::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many faults of each kind are planted.
const OF_EACH_KIND: usize = 24;
const ANSWERS: [&str; 3] = ["yes", "no", "n/a"];

/// A fault: what is written in place of what, and what must be found where.
#[derive(Debug)]
struct Plant {
    path: String,
    range: Range<usize>,
    with: String,
    /// The code of the finding.
    code: &'static str,
    /// The file and the byte, as they were before, on whose line the finding or one of its other
    /// places is; counted from the start of what is written where it lies in that.
    at: At,
}

#[derive(Debug)]
enum At {
    Old(String, usize),
    New(usize),
}

/// Makes a fault; `None` where the random place does not fit, so that another is tried.
type Planter = fn(&mut Random) -> Option<Plant>;

/// Each kind with the codes that it may bring along.
const KINDS: [(&str, Planter, &[&str]); 22] = [
    (
        "an answer that another source gives otherwise",
        flipped_against_a_source,
        &["broken-invariant", "inverse-facts"],
    ),
    (
        "an answer that an invariant forbids",
        flipped_against_an_invariant,
        &["inverse-facts", "conflicting-claims"],
    ),
    (
        "two cells of a row swapped",
        swapped_cells,
        &["broken-invariant", "inverse-facts"],
    ),
    ("an answer that its row hides", shadowed_answer, &[]),
    (
        "a row that nothing can show",
        impossible_row,
        &[
            "inverse-facts",
            "hidden-note",
            "stale-resolution",
            "stale-exception",
            "idle-condition",
        ],
    ),
    (
        "a part of a text that nothing can show",
        impossible_part,
        &["unequal-parts"],
    ),
    ("a note that nothing cites", uncited_note, &[]),
    ("a note copied", copied_note, &["uncited-note"]),
    ("a translation dropped", dropped_text, &[]),
    ("a sentence left in English", untranslated_text, &[]),
    ("a condition dropped in one language", dropped_part, &[]),
    ("two rows in the wrong order", swapped_rows, &[]),
    ("two cells in the wrong order", disordered_cells, &[]),
    ("a condition written twice over", longer_condition, &[]),
    ("a resolution of nothing", idle_resolution, &[]),
    (
        "a resolution forgotten",
        dropped_resolution,
        &["broken-invariant", "stale-allowance"],
    ),
    ("a note's condition that says nothing", idle_condition, &[]),
    (
        "an answer left undefined without a reason",
        undefined_answer,
        &["broken-invariant"],
    ),
    ("a claim repeated", repeated_claim, &[]),
    (
        "an answer forgotten",
        dropped_answer,
        &["hidden-note", "uncited-note", "idle-condition"],
    ),
    ("an allowance of nothing", idle_allowance, &[]),
    ("an exception of nothing", idle_exception, &[]),
];

#[test]
fn every_planted_fault_is_found_and_nothing_else() {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let copy = Copy::new();
                let all = KINDS.len() * OF_EACH_KIND;
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= all {
                        break;
                    }
                    let (kind, planter, along) = KINDS[n % KINDS.len()];
                    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ (n as u64 + 1) << 20);
                    let plant = (0..5_000).find_map(|_| planter(&mut random));
                    let plant = plant.unwrap_or_else(|| panic!("no place for {kind}"));
                    check(&copy, kind, &plant, along);
                }
            });
        }
    });
    assert!(KINDS.len() * OF_EACH_KIND >= 500);
}

fn check(copy: &Copy, kind: &str, plant: &Plant, along: &[&str]) {
    let changed = match copy.with(plant) {
        Ok(changed) => changed,
        Err(error) => panic!("{kind}: {plant:?}: it does not load: {error:?}"),
    };
    let (path, line) = expected(&changed, plant);
    let found = lint(&changed, false);
    let is_there = |place: &Place| {
        changed.files.path(place) == path && changed.files.line_and_column(place).0 == line
    };
    let is_it = |finding: &&Diagnostic| {
        let mut places = finding.secondary.iter().chain([&finding.primary]);
        finding.code == plant.code && places.any(|annotation| is_there(&annotation.place))
    };
    let names = || {
        found
            .iter()
            .map(|f| format!("{}: {}", f.code, f.message))
            .collect::<Vec<_>>()
    };
    assert!(
        found.iter().any(|finding| is_it(&finding)),
        "{kind}: {plant:?}: not found on {path}:{line} in {:#?}",
        names()
    );
    let other = found
        .iter()
        .find(|f| f.code != plant.code && !along.contains(&f.code));
    assert!(other.is_none(), "{kind}: {plant:?}: {:#?}", names());
}

/// A citation of a note that does not exist stops the loading, at its place.
#[test]
fn a_citation_of_no_note_does_not_load() {
    let copy = Copy::new();
    for n in 0..20 {
        let mut random = Random(n + 1);
        let (_, claim) = claim(&mut random, |_, _| true).expect("a claim");
        let text = text_of(&claim.place);
        let answer = text.split(" (").next().expect("an answer");
        let answer = answer.split(" @").next().expect("an answer");
        let place = &claim.place;
        let plant = Plant {
            with: format!("{answer} (no-such-note)"),
            ..replaced(place, String::new(), "undefined-note")
        };
        let Err(LoadError::Dataset(files, errors)) = copy.with(&plant) else {
            panic!("{plant:?} loads");
        };
        let [error] = errors.as_slice() else {
            panic!("{plant:?}: {errors:?}");
        };
        assert_eq!(error.code, "undefined-note");
        assert_eq!(files.path(&error.primary.place), plant.path);
        let (line, _) = files.line_and_column(&error.primary.place);
        assert_eq!(line, loaded().files.line_and_column(place).0);
    }
}

/// Where the finding must be: a file and a line, from 1.
fn expected<'p>(changed: &'p Loaded, plant: &'p Plant) -> (&'p str, usize) {
    let moved = |path: &str, at: usize| {
        if path == plant.path && at >= plant.range.end {
            at + plant.with.len() - plant.range.len()
        } else {
            at
        }
    };
    let (path, at) = match &plant.at {
        At::Old(path, at) => (path, moved(path, *at)),
        At::New(at) => (&plant.path, plant.range.start + at),
    };
    let file = |place: &Place| changed.files.path(place) == path;
    let places = (0..1_000).map(|ix| Place {
        file: rulegrid::diagnostic::FileIx(ix),
        range: at..at,
    });
    let mut places = places.filter(file);
    let place = places.next().expect("the file");
    (path, changed.files.line_and_column(&place).0)
}

/// A copy of the dataset in which one file at a time is changed.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        for entry in walkdir::WalkDir::new(rules()) {
            let entry = entry.expect("an entry");
            let relative = entry.path().strip_prefix(rules()).expect("a path");
            let to = dir.path().join(relative);
            if entry.file_type().is_dir() {
                std::fs::create_dir_all(to).expect("a folder");
            } else {
                std::fs::copy(entry.path(), to).expect("a file");
            }
        }
        Self(dir)
    }

    fn with(&self, plant: &Plant) -> Result<Loaded, LoadError> {
        let path = self.0.path().join(&plant.path);
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        let mut new = old.clone();
        new.replace_range(plant.range.clone(), &plant.with);
        std::fs::write(&path, new).expect("a file");
        let loaded = load_for_lint(self.0.path());
        if old.is_empty() {
            std::fs::remove_file(&path).expect("a file");
        } else {
            std::fs::write(&path, old).expect("a file");
        }
        loaded
    }
}

/// A sequence of numbers that is the same in every run (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        for (left, shift) in [(true, 13), (false, 7), (true, 17)] {
            self.0 ^= if left {
                self.0 << shift
            } else {
                self.0 >> shift
            };
        }
        usize::try_from(self.0 % limit.max(1) as u64).expect("a small number")
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

// What the dataset looks like.

fn dataset() -> &'static Dataset {
    &loaded().dataset
}

fn file_text(path: &str) -> &'static str {
    let mut ix = 0;
    loop {
        let file = loaded().files.get(rulegrid::diagnostic::FileIx(ix));
        let file = file.unwrap_or_else(|| panic!("no file {path}"));
        if file.path == path {
            return &file.text;
        }
        ix += 1;
    }
}

fn path_of(place: &Place) -> &'static str {
    loaded().files.path(place)
}

fn text_of(place: &Place) -> &'static str {
    &file_text(path_of(place))[place.range.clone()]
}

type Cell = (QuestionId, FigureId);

/// A random claim that fits, of those that are one unconditional answer.
fn claim(
    random: &mut Random,
    fits: impl Fn(&Cell, &Claim) -> bool,
) -> Option<(&'static Cell, &'static Claim)> {
    let mut cells: Vec<_> = dataset().claims.iter().collect();
    cells.sort_by_key(|(cell, _)| *cell);
    let (cell, claims) = random.of(&cells);
    let claim = random.of(claims);
    let is_plain = !text_of(&claim.place).contains(" if ");
    (is_plain && fits(cell, claim)).then_some((*cell, claim))
}

fn claims(cell: &Cell) -> &'static [Claim] {
    dataset().claims.get(cell).map_or(&[], Vec::as_slice)
}

fn word(answer: &Answer) -> Option<&'static str> {
    let text = answer.to_string();
    ANSWERS.into_iter().find(|word| *word == text)
}

/// Whether another source says the same of the cell wherever this claim holds.
fn is_said_by_another(cell: &Cell, claim: &Claim) -> bool {
    let others = claims(cell)
        .iter()
        .filter(|other| other.source != claim.source);
    let mut same = others.filter(|other| other.answer == claim.answer && other.when == claim.when);
    same.next().is_some() && !dataset().resolutions.contains_key(cell)
}

/// The answer written at `place` replaced by another word.
fn replaced(place: &Place, with: String, code: &'static str) -> Plant {
    Plant {
        path: path_of(place).to_owned(),
        range: place.range.clone(),
        with,
        code,
        at: At::Old(path_of(place).to_owned(), place.range.start),
    }
}

fn other_answer(random: &mut Random, old: &str) -> &'static str {
    let others: Vec<_> = ANSWERS.into_iter().filter(|other| *other != old).collect();
    others[random.below(others.len())]
}

fn inserted(path: &str, at: usize, with: String, code: &'static str, mark: usize) -> Plant {
    Plant {
        path: path.to_owned(),
        range: at..at,
        with,
        code,
        at: At::New(mark),
    }
}

/// The lines of a file, as byte ranges without their ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let ranges = text.split('\n').map(|line| {
        let range = start..start + line.len();
        start += line.len() + 1;
        range
    });
    ranges.collect()
}

// The kinds of faults.

fn flipped_against_a_source(random: &mut Random) -> Option<Plant> {
    let (_, claim) = claim(random, is_said_by_another)?;
    let old = word(&claim.answer)?;
    let new = other_answer(random, old);
    let place = first_bytes(&claim.place, old.len());
    Some(replaced(&place, new.to_owned(), "conflicting-claims"))
}

fn first_bytes(place: &Place, count: usize) -> Place {
    let start = place.range.start;
    Place {
        file: place.file,
        range: start..start + count,
    }
}

fn flipped_against_an_invariant(random: &mut Random) -> Option<Plant> {
    let (cell, claim) = claim(random, |cell, claim| {
        claims(cell).len() == 1 && claim.line.is_some()
    })?;
    let old = word(&claim.answer)?;
    let new = other_answer(random, old);
    let flipped = match new {
        "yes" => Answer::Yes,
        "no" => Answer::No,
        _ => Answer::NotApplicable,
    };
    is_forbidden(cell, &flipped).then(|| {
        let place = first_bytes(&claim.place, old.len());
        replaced(&place, new.to_owned(), "broken-invariant")
    })
}

/// Whether an invariant forbids the answer in a cell, beside the other answers of its figure. Looks
/// only at cells that have one claim in all editions but C3.1.
fn is_forbidden(cell: &Cell, answer: &Answer) -> bool {
    let answer_to = |question: &QuestionId| {
        if *question == cell.0 {
            return Some(answer.clone());
        }
        let of_cell = claims(&(question.clone(), cell.1.clone()));
        let first = of_cell.first()?;
        let is_plain = !text_of(&first.place).contains(" if ");
        let is_sure = !dataset()
            .resolutions
            .contains_key(&(question.clone(), cell.1.clone()));
        (is_plain && is_sure && first.source.as_str() == "wiki-ro").then(|| first.answer.clone())
    };
    let shown = |clauses: &[Clause]| clauses.iter().all(|c| answer_to(&c.question).is_some());
    dataset().invariants.values().any(|invariant| {
        let holds = |clause: &Clause| answer_to(&clause.question).is_some_and(|a| clause.holds(&a));
        let is_about = |clause: &Clause| clause.question == cell.0;
        let is_premise = invariant.when.iter().any(is_about);
        let broken = invariant.then.iter().filter(|clause| {
            let answer = answer_to(&clause.question);
            (is_premise || is_about(clause)) && answer.is_some_and(|answer| !clause.holds(&answer))
        });
        let excepted = invariant
            .except
            .iter()
            .any(|except| except.figure == cell.1);
        shown(&invariant.when)
            && invariant.when.iter().all(holds)
            && broken.count() > 0
            && !excepted
    })
}

fn swapped_cells(random: &mut Random) -> Option<Plant> {
    let (cell, first) = claim(random, |cell, claim| {
        is_said_by_another(cell, claim) && !text_of(&claim.place).contains('@')
    })?;
    let text = file_text(path_of(&first.place));
    let behind = text[first.place.range.end..].strip_prefix(", ")?;
    let (figure, rest) = behind.split_once(": ")?;
    let figure = dataset().figures.keys().find(|id| id.as_str() == figure)?;
    let other = (cell.0.clone(), figure.clone());
    let start = text.len() - rest.len();
    let second = claims(&other)
        .iter()
        .find(|claim| claim.place.range.start == start)?;
    let has_line = text_of(&second.place).contains(['@']);
    let differ = first.answer != second.answer && !text_of(&second.place).contains(" if ");
    if has_line || !differ || !is_said_by_another(&other, second) {
        return None;
    }
    let (one, two) = (text_of(&first.place), text_of(&second.place));
    let between = &text[first.place.range.end..second.place.range.start];
    let place = Place {
        file: first.place.file,
        range: first.place.range.start..second.place.range.end,
    };
    Some(replaced(
        &place,
        format!("{two}{between}{one}"),
        "conflicting-claims",
    ))
}

fn shadowed_answer(random: &mut Random) -> Option<Plant> {
    let (cell, claim) = claim(random, |_, claim| claim.line.is_some())?;
    let question = &dataset().questions[&cell.0];
    let Condition::Element(element) = question.when else {
        return None;
    };
    if !question.when_in.is_empty() || dataset().resolutions.contains_key(cell) {
        return None;
    }
    let old = word(&claim.answer)?;
    let (element, _) = dataset().element(element);
    let with = format!("{old} if {element} else {}", other_answer(random, old));
    let place = first_bytes(&claim.place, old.len());
    Some(replaced(&place, with, "unreachable"))
}

/// A question and the text of its condition, which stands on a line of its own.
fn conditional_question(random: &mut Random) -> Option<(&'static Question, Range<usize>)> {
    let questions: Vec<_> = dataset().questions.values().collect();
    let question = random.of(&questions);
    let text = file_text("questions.yaml");
    let from = question.place.range.end;
    let block = &text[from..];
    let block = &block[..block.find("\n  text:")?];
    let at = block.find("\n  when: ")? + "\n  when: ".len();
    let length = block[at..].find('\n').unwrap_or(block.len() - at);
    Some((question, from + at..from + at + length))
}

fn impossible_row(random: &mut Random) -> Option<Plant> {
    let (question, range) = conditional_question(random)?;
    let text = &file_text("questions.yaml")[range.clone()];
    Some(Plant {
        path: "questions.yaml".to_owned(),
        with: format!("({text}) and not ({text})"),
        range,
        code: "unreachable",
        at: At::Old("questions.yaml".to_owned(), question.place.range.start),
    })
}

/// A conditional part of a text that names elements and stands in a note or question.
fn part(random: &mut Random) -> Option<(&'static Branch, Range<usize>)> {
    let notes = dataset().notes.values().flat_map(|note| &note.parts);
    let notes = notes.map(|part| &part.text);
    let questions = dataset().questions.values().map(|question| &question.text);
    let mut branches = Vec::new();
    for text in notes.chain(questions) {
        for (ix, _) in dataset().languages() {
            branches.extend(text.exactly(ix).into_iter().flat_map(|text| &text.branches));
        }
    }
    let branch = random.of(&branches);
    let tag = text_of(&branch.place);
    let condition = tag.strip_prefix("{if ")?.strip_suffix('}')?;
    let mut names_elements = false;
    branch.when.variables(&mut |variable| {
        names_elements |= matches!(variable, Variable::Element(_));
    });
    let start = branch.place.range.start + "{if ".len();
    names_elements.then(|| (*branch, start..start + condition.len()))
}

fn impossible_part(random: &mut Random) -> Option<Plant> {
    let (branch, range) = part(random)?;
    let path = path_of(&branch.place);
    let text = &file_text(path)[range.clone()];
    Some(Plant {
        path: path.to_owned(),
        with: format!("({text}) and not ({text})"),
        range,
        code: "unreachable",
        at: At::Old(path.to_owned(), branch.place.range.start),
    })
}

fn note_file(random: &mut Random) -> &'static str {
    let notes: Vec<_> = dataset().notes.values().collect();
    path_of(&random.of(&notes).place)
}

fn uncited_note(random: &mut Random) -> Option<Plant> {
    let path = note_file(random);
    let n = random.below(1_000);
    let with = format!(
        "\nnew-{n}:\n  speaks: community\n  text:\n    en: Number {n} says something.\n    ro: Numărul {n} spune ceva.\n    fr: Le numéro {n} dit quelque chose.\n"
    );
    Some(inserted(
        path,
        file_text(path).len(),
        with,
        "uncited-note",
        1,
    ))
}

fn copied_note(random: &mut Random) -> Option<Plant> {
    let notes: Vec<_> = dataset().notes.values().collect();
    let place = &random.of(&notes).place;
    let path = path_of(place);
    let text = file_text(path);
    let body = &text[place.range.end..];
    let next = lines(body)
        .into_iter()
        .skip(1)
        .find(|line| body[line.clone()].starts_with(|c: char| c.is_ascii_lowercase() || c == '#'));
    let body = &body[..next.map_or(body.len(), |line| line.start)];
    let with = format!("\ncopied{}\n", body.trim_end());
    Some(inserted(path, text.len(), with, "duplicate-note", 1))
}

/// A line `    LANGUAGE: TEXT` of a question or note, with the English line above it.
fn text_line(
    random: &mut Random,
    language: &str,
) -> Option<(&'static str, Range<usize>, Range<usize>)> {
    let notes = note_file(random);
    let path = *random.of(&["questions.yaml", notes]);
    let text = file_text(path);
    let all = lines(text);
    let n = random.below(all.len());
    let line = &text[all.get(n)?.clone()];
    line.strip_prefix(&format!("    {language}: "))?;
    let next = &text[all.get(n + 1)?.clone()];
    let is_whole = !line.ends_with(['|', '>']) && !next.starts_with("     ");
    let english = (0..n)
        .rev()
        .find(|n| text[all[*n].clone()].starts_with("    en: "))?;
    (is_whole && n - english <= 2).then(|| (path, all[n].clone(), all[english].clone()))
}

fn dropped_text(random: &mut Random) -> Option<Plant> {
    let language = *random.of(&["ro", "fr"]);
    let (path, line, english) = text_line(random, language)?;
    Some(Plant {
        path: path.to_owned(),
        range: line.start..line.end + 1,
        with: String::new(),
        code: "missing-text",
        at: At::Old(path.to_owned(), english.start),
    })
}

fn untranslated_text(random: &mut Random) -> Option<Plant> {
    let language = *random.of(&["ro", "fr"]);
    let (path, line, english) = text_line(random, language)?;
    let text = file_text(path)[english].strip_prefix("    en: ")?;
    let words = text
        .split_whitespace()
        .filter(|word| word.starts_with(char::is_lowercase));
    if text.contains(['{', ';', ':', '?']) || words.count() < 5 || text.matches('.').count() > 1 {
        return None;
    }
    Some(Plant {
        path: path.to_owned(),
        with: format!("    {language}: {text}"),
        code: "untranslated-text",
        at: At::New(0),
        range: line,
    })
}

fn dropped_part(random: &mut Random) -> Option<Plant> {
    let (branch, range) = part(random)?;
    let path = path_of(&branch.place);
    let text = file_text(path);
    let line_end = branch.place.range.end + text[branch.place.range.end..].find('\n')?;
    let behind = &text[branch.place.range.end..line_end];
    let close = behind.find("{/if}")?;
    let inner = &behind[..close];
    let tag = &text[branch.place.range.clone()];
    let line_start = text[..range.start].rfind('\n')? + 1;
    let is_only = text[line_start..line_end].matches(tag).count() == 1;
    let is_flat = text[line_start..].starts_with("    fr: ") && branch.within == Condition::True;
    if inner.contains('{') || !is_only || !is_flat {
        return None;
    }
    Some(Plant {
        path: path.to_owned(),
        range: branch.place.range.start..branch.place.range.end + close + "{/if}".len(),
        with: inner.to_owned(),
        code: "unequal-parts",
        at: At::New(0),
    })
}

/// The file of the newer page, whose rows stand on one line each.
const PAGE: &str = "facts/wiki-ro.yaml";

fn row_lines() -> Vec<Range<usize>> {
    let text = file_text(PAGE);
    let all = lines(text).into_iter();
    let is_row = |line: &Range<usize>| {
        text[line.clone()].starts_with("    ") && text[line.clone()].contains("{at: ")
    };
    all.filter(is_row).collect()
}

fn swapped_rows(random: &mut Random) -> Option<Plant> {
    let text = file_text(PAGE);
    let rows = row_lines();
    let n = random.below(rows.len() - 1);
    let (one, two) = (rows[n].clone(), rows[n + 1].clone());
    let is_next = one.end + 1 == two.start;
    is_next.then(|| Plant {
        path: PAGE.to_owned(),
        range: one.start..two.end,
        with: format!("{}\n{}", &text[two.clone()], &text[one.clone()]),
        code: "unordered",
        at: At::New(0),
    })
}

fn disordered_cells(random: &mut Random) -> Option<Plant> {
    let text = file_text(PAGE);
    let rows = row_lines();
    let row = random.of(&rows).clone();
    let line = &text[row.clone()];
    if line.contains(['@']) || line.contains(" if ") {
        return None;
    }
    let (head, cells) = line.split_once("{at: ")?;
    let (at, cells) = cells.split_once(", ")?;
    let mut cells: Vec<_> = cells.trim_end_matches('}').split(", ").collect();
    let n = random.below(cells.len() - 1);
    cells.swap(n, n + 1);
    Some(Plant {
        path: PAGE.to_owned(),
        with: format!("{head}{{at: {at}, {}}}", cells.join(", ")),
        range: row,
        code: "unordered",
        at: At::New(0),
    })
}

fn longer_condition(random: &mut Random) -> Option<Plant> {
    let (_, range) = conditional_question(random)?;
    let text = &file_text("questions.yaml")[range.clone()];
    let elements: Vec<_> = dataset().elements.keys().collect();
    Some(Plant {
        path: "questions.yaml".to_owned(),
        with: format!("{text} or (({text}) and {})", random.of(&elements)),
        range,
        code: "simpler-condition",
        at: At::New(0),
    })
}

const RESOLUTIONS: &str = "facts/resolutions.yaml";

fn idle_resolution(random: &mut Random) -> Option<Plant> {
    let (cell, _) = claim(random, |cell, _| !dataset().resolutions.contains_key(cell))?;
    let head = format!("\n- question: {}\n  ", cell.0);
    let with = format!(
        "{head}figures: [{}]\n  take: wiki-ro\n  because: {{en: Because., ro: Pentru că., fr: Parce que.}}\n",
        cell.1
    );
    let at = file_text(RESOLUTIONS).len();
    Some(inserted(
        RESOLUTIONS,
        at,
        with,
        "stale-resolution",
        head.len(),
    ))
}

fn dropped_resolution(random: &mut Random) -> Option<Plant> {
    let text = file_text(RESOLUTIONS);
    let starts: Vec<_> = text
        .match_indices("- question: ")
        .map(|(at, _)| at)
        .collect();
    let start = *random.of(&starts);
    let end = starts
        .iter()
        .find(|other| **other > start)
        .copied()
        .unwrap_or(text.len());
    let mut cells: Vec<_> = dataset().resolutions.iter().collect();
    cells.sort_by_key(|(cell, _)| *cell);
    let of_it = cells.iter().find(|(_, own)| {
        own.iter()
            .any(|resolution| (start..end).contains(&resolution.place.range.start))
    });
    let (cell, _) = of_it?;
    let claim = claims(cell).first()?;
    Some(Plant {
        path: RESOLUTIONS.to_owned(),
        range: start..end,
        with: String::new(),
        code: "conflicting-claims",
        at: At::Old(path_of(&claim.place).to_owned(), claim.place.range.start),
    })
}

fn idle_condition(random: &mut Random) -> Option<Plant> {
    let notes: Vec<_> = dataset().notes.iter().collect();
    let (id, note) = random.of(&notes);
    if dataset()
        .allowances
        .iter()
        .any(|allowance| allowance.of == id.as_str())
    {
        return None;
    }
    let of_figures = dataset()
        .figures
        .values()
        .any(|figure| figure.notes.contains(id));
    let labels = dataset()
        .questions
        .iter()
        .filter(|(_, question)| question.notes.contains(id));
    let cells = dataset()
        .claims
        .iter()
        .filter(|(_, claims)| claims.iter().any(|c| c.notes.contains(id)));
    let cells = cells.map(|((question, _), _)| question);
    let questions: BTreeMap<_, _> = labels
        .map(|(id, _)| id)
        .chain(cells)
        .map(|id| (id, ()))
        .collect();
    let mut conditions = questions.keys().map(|id| &dataset().questions[*id]);
    let first = conditions.next()?;
    let Condition::Element(element) = first.when else {
        return None;
    };
    let alike = conditions.all(|question| question.when == first.when);
    let plain = first.when_in.is_empty() && note.when == Condition::True && !of_figures;
    if !alike || !plain || !text_of_line_behind(&note.place).trim_end().is_empty() {
        return None;
    }
    let (element, _) = dataset().element(element);
    let path = path_of(&note.place);
    let at = note.place.range.end + 1;
    Some(Plant {
        path: path.to_owned(),
        range: at..at,
        with: format!("\n  when: {element}"),
        code: "idle-condition",
        at: At::Old(path.to_owned(), note.place.range.start),
    })
}

/// What stands behind the key at `place` and its colon, up to the end of the line.
fn text_of_line_behind(place: &Place) -> &'static str {
    let text = &file_text(path_of(place))[place.range.end + 1..];
    text.lines().next().unwrap_or("")
}

fn undefined_answer(random: &mut Random) -> Option<Plant> {
    let (_, claim) = claim(random, |_, claim| claim.source.as_str() == "inferred")?;
    let old = word(&claim.answer)?;
    let place = first_bytes(&claim.place, old.len());
    Some(replaced(&place, "undefined".to_owned(), "undefined-answer"))
}

fn table_of(cell: &Cell) -> Option<&'static TableId> {
    let has_row = |table: &Table| {
        table
            .sections
            .iter()
            .any(|(_, rows)| rows.contains(&cell.0))
    };
    let mut tables = dataset().tables.iter();
    let found = tables.find(|(_, table)| table.figures.contains(&cell.1) && has_row(table));
    found.map(|(id, _)| id)
}

fn repeated_claim(random: &mut Random) -> Option<Plant> {
    let (cell, claim) = claim(random, |_, claim| claim.source.as_str() == "wiki-ro")?;
    let answer = word(&claim.answer)?;
    let head = "source: wiki-ro\neditions: [C2]\nclaims:\n";
    let row = format!("  {}:\n    {}:", table_of(cell)?, cell.0);
    let with = format!(
        "{head}{row} {{at: {}, {}: {answer}}}\n",
        claim.line?, cell.1
    );
    let mark = head.len() + row.len();
    Some(inserted(
        "facts/again.yaml",
        0,
        with,
        "repeated-claim",
        mark,
    ))
}

fn dropped_answer(random: &mut Random) -> Option<Plant> {
    let (cell, claim) = claim(random, |cell, claim| {
        claims(cell).len() == 1 && claim.line.is_some()
    })?;
    let in_c31_only = claim.source.as_str() == "faq-c31";
    let path = path_of(&claim.place);
    let text = file_text(path);
    let start = text[..claim.place.range.start].rfind(", ")?;
    let key = &text[start + 2..claim.place.range.start];
    let question = &dataset().questions[&cell.0].place;
    let is_own = !key.contains(['{', '\n']) && !in_c31_only;
    is_own.then(|| Plant {
        path: path.to_owned(),
        range: start..claim.place.range.end,
        with: String::new(),
        code: "missing-answer",
        at: At::Old(path_of(question).to_owned(), question.range.start),
    })
}

fn idle_allowance(random: &mut Random) -> Option<Plant> {
    let notes: Vec<_> = dataset().notes.keys().collect();
    let rule = *random.of(&["uncited-note", "duplicate-note", "idle-condition"]);
    let head = format!("  - rule: {rule}\n    ");
    let id = random.of(&notes);
    let with =
        format!("{head}of: {id}\n    because: {{en: Because., ro: Pentru că., fr: Parce que.}}\n");
    let text = file_text("lint.yaml");
    let start = if text.ends_with('\n') { "" } else { "\n" };
    Some(inserted(
        "lint.yaml",
        text.len(),
        format!("{start}{with}"),
        "stale-allowance",
        start.len() + head.len(),
    ))
}

fn idle_exception(random: &mut Random) -> Option<Plant> {
    let invariants: Vec<_> = dataset().invariants.values().collect();
    let invariant = random.of(&invariants);
    let figures: Vec<_> = dataset().figures.keys().collect();
    let text = file_text("invariants.yaml");
    let at = invariant.place.range.end + 1;
    if !invariant.except.is_empty() {
        return None;
    }
    let head = "\n  except:\n    - ";
    let figure = random.of(&figures);
    let with = format!(
        "{head}{{figure: {figure}, because: {{en: Because., ro: Pentru că., fr: Parce que.}}}}"
    );
    text[at..]
        .starts_with('\n')
        .then(|| inserted("invariants.yaml", at, with, "stale-exception", head.len()))
}

/// The copy is of the folder that the tests' dataset is loaded from.
#[test]
fn the_copy_is_clean() {
    let copy = Copy::new();
    assert!(Path::new(&copy.0.path().join(PAGE)).exists());
    let loaded = load_for_lint(copy.0.path()).expect("the dataset");
    assert_eq!(lint(&loaded, false), []);
}
