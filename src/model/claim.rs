//! What sources say about cells, and which source is taken where they differ.

use super::{CellTextId, FaqId, Localized, NoteId, SourceId};
use crate::diagnostic::Place;
use crate::logic::Condition;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It can, it does, it is.
    Yes,
    /// It cannot, it does not, it is not.
    No,
    /// The question does not apply to the figure.
    NotApplicable,
    /// There is no official rule.
    Undefined,
    /// A number.
    Number(u32),
    /// A short text.
    Text(CellTextId),
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Yes => f.write_str("yes"),
            Self::No => f.write_str("no"),
            Self::NotApplicable => f.write_str("n/a"),
            Self::Undefined => f.write_str("undefined"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(id) => write!(f, "text {id}"),
        }
    }
}

/// What one source says about one cell; where its answer depends on a condition, one claim for
/// each of its answers.
#[derive(Debug)]
pub struct Claim {
    /// Who says it.
    pub source: SourceId,
    /// The line of the source, if the source has lines.
    pub line: Option<u32>,
    /// When it holds: its editions and its own condition.
    pub when: Condition,
    /// The answer.
    pub answer: Answer,
    /// The notes that it cites.
    pub notes: Vec<NoteId>,
    /// The entry of the FAQ that says it, if one does.
    pub entry: Option<FaqId>,
    /// Where it stands in the dataset.
    pub place: Place,
}

/// Which source is taken for a cell on which sources differ.
#[derive(Debug)]
pub struct Resolution {
    /// When it applies.
    pub when: Condition,
    /// The source taken.
    pub take: SourceId,
    /// Why.
    pub because: Localized,
    /// Where it stands in the dataset.
    pub place: Place,
}
