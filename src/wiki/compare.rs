//! Compares what two sides say in their tables and lists: two pages, or a page and the dataset.
//! Conditions are compared by what they mean, only where both sides show what they belong to. The
//! words of labels and footnotes are not compared: each language has its own.

use super::classes::{Editions, Vocabulary};
use super::facts::{CellFacts, Cited, Facts, ListFacts, Marks, NoteFacts, PartFacts, TableFacts};
use super::sheet::PageAnswer;
use crate::diagnostic::Place;
use crate::logic::Condition;
use crate::model::*;
use std::collections::BTreeSet;

/// What kind of thing two sides say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Only one side has the table.
    Table,
    /// Only one side has the list.
    List,
    /// Only one side has the item of a list.
    Item,
    /// Only one side has the row.
    Row,
    /// Only one side has the column.
    Column,
    /// Only one side has the cell, though both have its row and its column.
    Cell,
    /// The answers differ.
    Answer,
    /// A row, column or item is shown under another condition.
    Condition,
    /// Only one side cites the footnote.
    Note,
    /// Both cite the footnote, but not under the same condition, or only one shows it where nothing
    /// cites it.
    NoteCondition,
    /// Others speak in the footnote.
    Speaker,
    /// Other editions are marked as adapted.
    Mark,
}

impl Kind {
    /// The word for it in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::List => "list",
            Self::Item => "item",
            Self::Row => "row",
            Self::Column => "column",
            Self::Cell => "cell",
            Self::Answer => "answer",
            Self::Condition => "condition",
            Self::Note => "note",
            Self::NoteCondition => "note-condition",
            Self::Speaker => "speaker",
            Self::Mark => "mark",
        }
    }
}

/// What one side says, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// In words; empty where the side lacks the thing.
    pub what: String,
    /// Where it stands.
    pub place: Option<Place>,
}

/// What a difference stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whole {
    /// A table.
    Table(TableId),
    /// A general list.
    List(ListId),
}

impl Whole {
    /// Its id.
    pub fn id(&self) -> &str {
        match self {
            Self::Table(id) => id.as_str(),
            Self::List(id) => id.as_str(),
        }
    }
}

/// One thing that two sides say otherwise.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What kind of thing.
    pub kind: Kind,
    /// The table or list.
    pub whole: Whole,
    /// The item of a list.
    pub item: Option<String>,
    /// The section of the row.
    pub section: Option<SectionId>,
    /// The row.
    pub question: Option<QuestionId>,
    /// The column.
    pub figure: Option<FigureId>,
    /// The footnote.
    pub note: Option<String>,
    /// What each side says.
    pub sides: [Said; 2],
}

/// What two sides have in common, and everything that they say otherwise.
#[derive(Debug)]
pub struct Comparison {
    /// How many cells each side has.
    pub cells: [usize; 2],
    /// How many cells both have.
    pub common: usize,
    /// The differences, in the order of the dataset's lists and tables.
    pub differences: Vec<Difference>,
    /// What the dataset has none like, on each side.
    pub strays: [Vec<(String, Place)>; 2],
}

impl Comparison {
    /// Whether both say the same.
    pub fn is_equal(&self) -> bool {
        self.differences.is_empty() && self.strays.iter().all(Vec::is_empty)
    }
}

/// Compares two sides.
pub fn compare(one: &Facts, other: &Facts, vocabulary: &Vocabulary<'_>) -> Comparison {
    let mut comparer = Comparer {
        vocabulary,
        found: Vec::new(),
        common: 0,
    };
    for id in vocabulary.dataset.lists.keys() {
        let at = At::of(Kind::List, Whole::List(id.clone()));
        match (one.lists.get(id), other.lists.get(id)) {
            (Some(one), Some(other)) => comparer.list(id, one, other),
            (None, None) => {}
            (one, other) => comparer.only(at, [one.map(|l| &l.place), other.map(|l| &l.place)]),
        }
    }
    for id in vocabulary.dataset.tables.keys() {
        match (one.tables.get(id), other.tables.get(id)) {
            (Some(one), Some(other)) => comparer.table(id, one, other),
            (None, None) => {}
            (one, other) => comparer.only(
                comparer.at(Kind::Table, id),
                [one.map(|t| &t.place), other.map(|t| &t.place)],
            ),
        }
    }
    let cells = [one, other].map(|side| side.tables.values().map(|t| t.cells.len()).sum());
    Comparison {
        cells,
        common: comparer.common,
        differences: comparer.found,
        strays: [one.strays.clone(), other.strays.clone()],
    }
}

struct Comparer<'v, 'd> {
    vocabulary: &'v Vocabulary<'d>,
    found: Vec<Difference>,
    common: usize,
}

/// A difference whose sides are not told yet.
#[derive(Clone)]
struct At {
    kind: Kind,
    whole: Whole,
    item: Option<String>,
    section: Option<SectionId>,
    question: Option<QuestionId>,
    figure: Option<FigureId>,
    note: Option<String>,
}

impl At {
    fn of(kind: Kind, whole: Whole) -> Self {
        Self {
            kind,
            whole,
            item: None,
            section: None,
            question: None,
            figure: None,
            note: None,
        }
    }

    fn kind(&self, kind: Kind) -> Self {
        Self {
            kind,
            ..self.clone()
        }
    }

    fn note(&self, kind: Kind, note: &str) -> Self {
        Self {
            kind,
            note: Some(note.to_owned()),
            ..self.clone()
        }
    }
}

impl Comparer<'_, '_> {
    fn at(&self, kind: Kind, table: &TableId) -> At {
        At::of(kind, Whole::Table(table.clone()))
    }

    fn add(&mut self, at: At, sides: [Said; 2]) {
        self.found.push(Difference {
            kind: at.kind,
            whole: at.whole,
            item: at.item,
            section: at.section,
            question: at.question,
            figure: at.figure,
            note: at.note,
            sides,
        });
    }

    fn say(&mut self, at: At, whats: [String; 2], places: [&Option<Place>; 2]) {
        let mut places = places.into_iter().cloned();
        let sides = whats.map(|what| Said {
            what,
            place: places.next().flatten(),
        });
        self.add(at, sides);
    }

    /// Something that only one side has.
    fn only(&mut self, at: At, places: [Option<&Option<Place>>; 2]) {
        let sides = places.map(|place| Said {
            what: if place.is_some() { "there" } else { "" }.to_owned(),
            place: place.cloned().flatten(),
        });
        self.add(at, sides);
    }

    fn table(&mut self, id: &TableId, one: &TableFacts, other: &TableFacts) {
        let table = self.vocabulary.dataset.tables.get(id);
        let figures = table
            .map(|table| table.figures.as_slice())
            .unwrap_or_default();
        for figure in figures {
            let at = At {
                figure: Some(figure.clone()),
                ..self.at(Kind::Column, id)
            };
            let sides = [one.columns.get(figure), other.columns.get(figure)];
            self.part(at, sides);
        }
        let sections = table
            .map(|table| table.sections.as_slice())
            .unwrap_or_default();
        for (section, question) in sections.iter().flat_map(|(section, questions)| {
            questions.iter().map(move |question| (section, question))
        }) {
            let at = At {
                section: Some(section.clone()),
                question: Some(question.clone()),
                ..self.at(Kind::Row, id)
            };
            let rows = [one.rows.get(question), other.rows.get(question)];
            self.part(at.clone(), rows);
            if let [Some(row), Some(other_row)] = rows {
                for figure in figures {
                    if let (Some(column), Some(other_column)) =
                        (one.columns.get(figure), other.columns.get(figure))
                    {
                        let parts = [row, other_row, column, other_column];
                        let shown = Condition::and(parts.map(|part| part.when.clone()));
                        let key = (question.clone(), figure.clone());
                        let cells = [one.cells.get(&key), other.cells.get(&key)];
                        let at = At {
                            figure: Some(figure.clone()),
                            ..at.kind(Kind::Cell)
                        };
                        self.cell(at, &shown, cells);
                    }
                }
            }
        }
        self.notes(id, one, other);
    }

    fn list(&mut self, id: &ListId, one: &ListFacts, other: &ListFacts) {
        let list = self.vocabulary.dataset.lists.get(id);
        for item in list.iter().flat_map(|list| list.items.keys()) {
            let at = At {
                item: Some(item.clone()),
                ..At::of(Kind::Item, Whole::List(id.clone()))
            };
            let items = [one.items.get(item), other.items.get(item)];
            let [Some(one), Some(other)] = items else {
                if items.iter().any(Option::is_some) {
                    self.only(at, items.map(|side| side.map(|item| &item.place)));
                }
                continue;
            };
            let places = [&one.place, &other.place];
            if !self.vocabulary.is_equal(&one.when, &other.when) {
                let whats = [one, other].map(|item| self.vocabulary.written(&item.when));
                self.say(at.kind(Kind::Condition), whats, places);
            }
            if !one.marks.fits(&other.marks) {
                let whats = [one, other].map(|item| self.marks(&item.marks));
                self.say(at.kind(Kind::Mark), whats, places);
            }
        }
    }

    fn part(&mut self, at: At, sides: [Option<&PartFacts>; 2]) {
        let [Some(one), Some(other)] = sides else {
            if sides.iter().any(Option::is_some) {
                self.only(at, sides.map(|side| side.map(|part| &part.place)));
            }
            return;
        };
        let places = [&one.place, &other.place];
        if !self.vocabulary.is_equal(&one.when, &other.when) {
            let whats = [one, other].map(|part| self.vocabulary.written(&part.when));
            self.say(at.kind(Kind::Condition), whats, places);
        }
        let marks = [one, other].map(|part| (&part.marks, &part.usual));
        let [(one_head, one_usual), (other_head, other_usual)] = marks;
        if !one_head.fits(other_head) || !one_usual.fits(other_usual) {
            let whats = marks.map(|(head, usual)| match at.kind {
                Kind::Column if head != usual => format!(
                    "{}, in cells {}",
                    self.editions(&head.always),
                    self.editions(&usual.always)
                ),
                _ => self.marks(head),
            });
            self.say(at.kind(Kind::Mark), whats, places);
        }
        let shown = Condition::and([one.when.clone(), other.when.clone()]);
        self.cited(&at, &shown, [&one.notes, &other.notes], places);
    }

    fn cell(&mut self, at: At, shown: &Condition, sides: [Option<&CellFacts>; 2]) {
        let [Some(one), Some(other)] = sides else {
            if sides.iter().any(Option::is_some) {
                self.only(at, sides.map(|side| side.map(|cell| &cell.place)));
            }
            return;
        };
        self.common += 1;
        let places = [&one.place, &other.place];
        let answers: BTreeSet<_> = one.answers.keys().chain(other.answers.keys()).collect();
        let given = |side: &CellFacts, answer: &PageAnswer| {
            let when = side.answers.get(answer).map(|(when, _)| when.clone());
            Condition::and([shown.clone(), when.unwrap_or(Condition::False)])
        };
        let is_given_alike = |answer: &&PageAnswer| {
            self.vocabulary
                .is_equal(&given(one, answer), &given(other, answer))
        };
        if !answers.iter().all(is_given_alike) {
            let whats = [one, other].map(|side| self.answers(side, shown));
            self.say(at.kind(Kind::Answer), whats, places);
        } else {
            let marks = |side: &CellFacts| {
                let own = side.answers.values().map(|(_, marks)| &marks.always);
                let mut all: Editions = own.flatten().copied().collect();
                all.extend(&side.more);
                all
            };
            let sides = [(marks(one), &one.less), (marks(other), &other.less)];
            if sides[0] != sides[1] {
                let whats = sides.map(|(more, less)| match (more.is_empty(), less.is_empty()) {
                    (true, true) => "as its row and column".to_owned(),
                    (false, true) => format!("also {}", self.editions(&more)),
                    (true, false) => format!("not {}", self.editions(less)),
                    (false, false) => {
                        format!("also {}, not {}", self.editions(&more), self.editions(less))
                    }
                });
                self.say(at.kind(Kind::Mark), whats, places);
            }
        }
        self.cited(&at, shown, [&one.notes, &other.notes], places);
    }

    /// The footnotes that something cites which is shown while `shown` holds.
    fn cited(
        &mut self,
        at: &At,
        shown: &Condition,
        sides: [&Cited; 2],
        places: [&Option<Place>; 2],
    ) {
        let [one, other] = sides;
        let ids: BTreeSet<_> = one.keys().chain(other.keys()).collect();
        for id in ids {
            let when = sides.map(|side| {
                let own = side.get(id).cloned().unwrap_or(Condition::False);
                Condition::and([shown.clone(), own])
            });
            if self.vocabulary.is_equal(&when[0], &when[1]) {
                continue;
            }
            match (one.get(id), other.get(id)) {
                (Some(one), Some(other)) => {
                    let whats = [one, other].map(|when| self.vocabulary.written(when));
                    self.say(at.note(Kind::NoteCondition, id), whats, places);
                }
                (one, _) => {
                    let words = ["cited", ""];
                    let first = usize::from(one.is_none());
                    let whats = [words[first], words[1 - first]].map(str::to_owned);
                    self.say(at.note(Kind::Note, id), whats, places);
                }
            }
        }
    }

    /// Who speaks in footnotes that both sides have, and where they are marked.
    fn notes(&mut self, table: &TableId, one: &TableFacts, other: &TableFacts) {
        for (id, first) in &one.notes {
            let Some(second) = other.notes.get(id) else {
                continue;
            };
            let places = [&first.place, &second.place];
            let at = self.at(Kind::Speaker, table).note(Kind::Speaker, id);
            let speakers = |note: &NoteFacts| -> BTreeSet<&'static str> {
                let own = note
                    .speakers
                    .iter()
                    .filter(|speaker| **speaker != Speaker::Unstated);
                own.map(|speaker| speaker.as_str()).collect()
            };
            let sides = [speakers(first), speakers(second)];
            if sides[0] != sides[1] {
                let whats = sides.map(|all| match all.is_empty() {
                    true => "nobody is named".to_owned(),
                    false => all.into_iter().collect::<Vec<_>>().join(", "),
                });
                self.say(at.clone(), whats, places);
            }
            if first.is_idle != second.is_idle {
                let whats = [first, second].map(|note| match note.is_idle {
                    true => "also shown where nothing cites it".to_owned(),
                    false => "shown only where it is cited".to_owned(),
                });
                self.say(at.kind(Kind::NoteCondition), whats, places);
            }
            if !first.marks.fits(&second.marks) {
                let whats = [&first.marks, &second.marks].map(|marks| self.marks(marks));
                self.say(at.kind(Kind::Mark), whats, places);
            }
        }
    }

    /// `yes`, or `yes if brake, n/a if not brake`.
    fn answers(&self, cell: &CellFacts, shown: &Condition) -> String {
        if cell.answers.is_empty() {
            return "nothing".to_owned();
        }
        let all = cell.answers.iter().map(|(answer, (when, _))| {
            match self.vocabulary.implies(shown, when) {
                true => answer.word(),
                false => format!("{} if {}", answer.word(), self.vocabulary.written(when)),
            }
        });
        all.collect::<Vec<_>>().join(", ")
    }

    fn marks(&self, marks: &Marks) -> String {
        let perhaps: Editions = marks.sometimes.difference(&marks.always).copied().collect();
        let certain = self.editions(&marks.always);
        if perhaps.is_empty() {
            return certain;
        }
        let names = self.names(&perhaps);
        format!("{certain}; in {names} it depends on what else is selected")
    }

    fn editions(&self, editions: &Editions) -> String {
        if editions.is_empty() {
            return "not adapted".to_owned();
        }
        format!("adapted in {}", self.names(editions))
    }

    fn names(&self, editions: &Editions) -> String {
        let names = editions.iter();
        let names = names.map(|ix| self.vocabulary.dataset.edition(*ix).0.as_str());
        names.collect::<Vec<_>>().join(", ")
    }
}
