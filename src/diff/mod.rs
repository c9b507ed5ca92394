//! Compares two versions of a dataset by what readers see, exactly, over every selection. It knows
//! no format, and it never compares positions: everything is matched by its id.

mod common;
mod facts;
mod groups;
mod history;
mod markup;
mod play;
mod revision;
mod texts;
mod things;

pub use common::{Common, Side};
pub use groups::{Group, TableGroup};
pub use history::{History, HistoryError, Step, Version, VersionName};
pub use revision::{RevisionError, Source};

use crate::logic::Condition;
use crate::model::*;
use std::collections::BTreeSet;

/// What of all selections is compared.
#[derive(Clone, Debug, Default)]
pub struct Narrow {
    /// The only edition, if it is not all of them.
    pub edition: Option<EditionId>,
    /// The elements that are selected, if that is fixed.
    pub elements: Option<BTreeSet<ElementId>>,
}

/// Everything in which two versions differ.
#[derive(Debug)]
pub struct Diff<'d> {
    /// Both versions, and the editions and elements of either.
    pub common: Common<'d>,
    /// Things added, removed, or called otherwise, by their kinds.
    pub things: Vec<Thing>,
    /// Cells that show something else, in the order of the tables, edition by edition.
    pub facts: Vec<Fact>,
}

impl<'d> Diff<'d> {
    /// The differences between two versions in the selections of `narrow`.
    pub fn new(old: &'d Dataset, new: &'d Dataset, narrow: Narrow) -> Self {
        let common = Common::new(old, new, narrow);
        Self {
            things: things::things(&common),
            facts: facts::facts(&common),
            common,
        }
    }

    /// Whether readers see the same.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty() && self.facts.is_empty()
    }

    /// How many cells show something else in some edition.
    pub fn cells(&self) -> usize {
        let cells = self.facts.iter().map(|fact| (&fact.question, &fact.figure));
        cells.collect::<BTreeSet<_>>().len()
    }
}

/// A kind of thing that has an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A language.
    Language,
    /// A source of facts.
    Source,
    /// An edition.
    Edition,
    /// An expansion.
    Expansion,
    /// An element.
    Element,
    /// A table.
    Table,
    /// A section.
    Section,
    /// A figure.
    Figure,
    /// A question.
    Question,
    /// A note.
    Note,
    /// An entry of the FAQ.
    Entry,
    /// A phase of the order of play, a part of one, or a step.
    Step,
    /// A general list, or an item of one: `LIST/ITEM`.
    Item,
}

impl Kind {
    /// All kinds, in the order in which changes are told.
    pub const ALL: [Self; 13] = [
        Self::Language,
        Self::Source,
        Self::Edition,
        Self::Expansion,
        Self::Element,
        Self::Table,
        Self::Section,
        Self::Figure,
        Self::Question,
        Self::Note,
        Self::Entry,
        Self::Step,
        Self::Item,
    ];

    /// The word for it in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Language => "language",
            Self::Source => "source",
            Self::Edition => "edition",
            Self::Expansion => "expansion",
            Self::Element => "element",
            Self::Table => "table",
            Self::Section => "section",
            Self::Figure => "figure",
            Self::Question => "question",
            Self::Note => "note",
            Self::Entry => "entry",
            Self::Step => "step",
            Self::Item => "item",
        }
    }

    /// Whether what its conditions decide is seen nowhere but in the thing itself: those of the
    /// others are seen in the cells, which are compared.
    fn stands_alone(self) -> bool {
        matches!(self, Self::Entry | Self::Step | Self::Item)
    }
}

/// A change of a thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// What it is.
    pub kind: Kind,
    /// Its id.
    pub id: String,
    /// What happened.
    pub change: ThingChange,
}

/// What happened to a thing.
#[derive(Clone, Debug, PartialEq)]
pub enum ThingChange {
    /// Only the new version has it; what it says there, by language.
    Added(Vec<TextChange>),
    /// Only the old version has it; what it said, by language.
    Removed(Vec<TextChange>),
    /// It says something else: for each language the smallest selection that shows so.
    Renamed(Vec<TextChange>),
    /// It stands elsewhere: ids of tables, of table and section, of the expansion, or of what is
    /// around it in the order of play.
    Moved(Vec<String>, Vec<String>),
    /// It is seen in some selection in which it was not; or no longer, if `false`.
    Shown(bool, Selection),
    /// Its head cites a note that it did not, in some selection; or no longer, if `false`.
    Cites(NoteId, bool, Selection),
}

impl ThingChange {
    /// The word for it in JSON.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Added(_) => "added",
            Self::Removed(_) => "removed",
            Self::Renamed(_) => "renamed",
            Self::Moved(..) => "moved",
            Self::Shown(true, _) => "shown",
            Self::Shown(false, _) => "hidden",
            Self::Cites(_, true, _) => "note-added",
            Self::Cites(_, false, _) => "note-removed",
        }
    }
}

/// A text before and after, in one language.
#[derive(Clone, Debug, PartialEq)]
pub struct TextChange {
    /// The code of the reader's language.
    pub language: String,
    /// Before; none where there was none.
    pub from: Option<Vec<Part>>,
    /// After; none where there is none.
    pub to: Option<Vec<Part>>,
    /// The selection with which both are read.
    pub selection: Selection,
}

/// A part of what something says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub role: Role,
    /// What is said, without markup.
    pub text: String,
}

/// What a part is of what something says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A name or a text.
    Text,
    /// What stands before a text and says what that is about.
    Label,
    /// What one speaker says in a note.
    Said(Speaker),
    /// A word that a step, a phase or a part of one is marked with.
    Mark,
    /// Whether a step has to be done; its text is the word in the dataset.
    Force(Force),
}

impl Role {
    /// Who speaks, in a note.
    pub fn speaker(self) -> Option<Speaker> {
        match self {
            Self::Said(speaker) => Some(speaker),
            _ => None,
        }
    }

    /// Whether it is no text, but something that a text is marked with.
    pub fn is_mark(self) -> bool {
        matches!(self, Self::Mark | Self::Force(_))
    }
}

/// A cell that shows something else in an edition.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The table in which it stands; of several, and of old and new ones, the first new one.
    pub table: TableId,
    /// The question of its row.
    pub question: QuestionId,
    /// The figure of its column.
    pub figure: FigureId,
    /// The edition.
    pub edition: EditionIx,
    /// Answers that are others.
    pub answers: Vec<AnswerChange>,
    /// What else is shown with an answer, where both versions show one.
    pub marks: Vec<MarkChange>,
}

impl Fact {
    /// Where one of its changes is seen with the fewest elements.
    pub fn place(&self) -> Option<&Place> {
        let answers = self.answers.iter().map(|answer| &answer.place);
        let places = answers.chain(self.marks.iter().map(|mark| &mark.place));
        places.min_by_key(|place| place.selection.elements.iter().count())
    }
}

/// Where something is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// What must be selected beside the edition, given that the cell is shown.
    pub condition: Condition,
    /// The smallest selection in which it is seen, of the elements of both versions.
    pub selection: Selection,
}

/// An answer in place of another.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerChange {
    /// Before; none where the cell was not shown.
    pub from: Option<Answered>,
    /// After; none where the cell is not shown.
    pub to: Option<Answered>,
    /// Where.
    pub place: Place,
}

/// An answer, who gives it, and what it cites.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The answer.
    pub value: Value,
    /// Who says so, the winner first, with the line.
    pub sources: Vec<(SourceId, Option<u32>)>,
    /// The notes that it cites.
    pub notes: Vec<NoteId>,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A word or a number; never a text.
    Plain(Answer),
    /// A text, in each language of both versions.
    Text(Vec<String>),
    /// Nobody has said anything yet, in an edition that allows for it.
    NotEntered,
}

/// Something beside the answer that is shown or no longer shown.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkChange {
    /// What.
    pub mark: Mark,
    /// Whether it is shown now, and was not before.
    pub is_new: bool,
    /// Where.
    pub place: Place,
}

/// What is shown beside an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The mark of a note.
    Note(NoteId),
    /// A source that says so.
    Source(SourceId),
    /// That the cell is adapted.
    Adapted,
}
