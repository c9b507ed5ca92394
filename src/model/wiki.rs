//! How pages of a wiki say what the dataset says: their classes, anchors and templates. It does not
//! read pages.

use super::{Answer, EditionIx, Speaker, TableId};
use crate::logic::Condition;
use indexmap::IndexMap;

/// The vocabulary of pages.
#[derive(Debug)]
pub struct Wiki {
    /// What classes of conditions begin with: `show`.
    pub show: String,
    /// What classes of marks begin with, which say that something is adapted: `mark`.
    pub mark: String,
    /// The class of footnotes.
    pub footnote: String,
    /// The class of tables; empty where they have none.
    pub table: String,
    /// The word of the condition that always holds: `All`.
    pub always: String,
    /// The editions that pages are about.
    pub editions: Vec<EditionIx>,
    /// What the words of conditions mean, without `show`; the word that is written comes first.
    pub words: IndexMap<String, Condition>,
    /// Words of conditions that hold at least where some row of a section is shown.
    pub sections: IndexMap<String, Condition>,
    /// The word for a section, by its id.
    pub section_words: IndexMap<String, String>,
    /// The ids of the elements in which the tables stand.
    pub anchors: IndexMap<TableId, String>,
    /// The classes of answers.
    pub answers: Vec<(AnswerSign, String)>,
    /// The templates that say who speaks in a footnote.
    pub speakers: Vec<(Speaker, String)>,
    /// Further classes that are known.
    pub classes: Vec<String>,
    /// Words that may stand twice in a row.
    pub doubled: Vec<String>,
}

/// An answer that pages give by a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AnswerSign {
    /// It can, it does, it is.
    Yes,
    /// It cannot, it does not, it is not.
    No,
    /// The question does not apply.
    NotApplicable,
    /// There is no official rule.
    Undefined,
}

impl AnswerSign {
    /// All signs.
    pub const ALL: [Self; 4] = [Self::Yes, Self::No, Self::NotApplicable, Self::Undefined];

    /// The word for it in the dataset.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::NotApplicable => "n/a",
            Self::Undefined => "undefined",
        }
    }

    /// The sign of an answer; none for numbers and texts, which stand for themselves.
    pub fn of(answer: &Answer) -> Option<Self> {
        match answer {
            Answer::Yes => Some(Self::Yes),
            Answer::No => Some(Self::No),
            Answer::NotApplicable => Some(Self::NotApplicable),
            Answer::Undefined => Some(Self::Undefined),
            Answer::Number(_) | Answer::Text(_) => None,
        }
    }
}

/// `air-jet` as pages write it in classes: `AirJet`.
pub fn capitals(id: &str) -> String {
    let parts = id.split(['-', '/', '@']);
    let parts = parts.map(|part| {
        let mut rest = part.chars();
        let first = rest.next().into_iter().flat_map(char::to_uppercase);
        first.chain(rest).collect::<String>()
    });
    parts.collect()
}
