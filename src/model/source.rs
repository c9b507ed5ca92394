//! Where facts come from, and who is heard there.

use super::{Localized, SourceId};

/// Who is heard in a source or a part of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// A rulebook or an official clarification.
    Publisher,
    /// The players' community.
    Community,
    /// Nobody yet: there is no official rule.
    Nobody,
    /// Editions or publishers differ.
    Difference,
    /// A house rule.
    HouseRule,
    /// The source does not say.
    Unstated,
}

impl Speaker {
    /// All speakers, in the order of legends.
    pub const ALL: [Self; 6] = [
        Self::Publisher,
        Self::Community,
        Self::Nobody,
        Self::Difference,
        Self::HouseRule,
        Self::Unstated,
    ];

    /// The word for it in the dataset and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Publisher => "publisher",
            Self::Community => "community",
            Self::Nobody => "nobody",
            Self::Difference => "difference",
            Self::HouseRule => "house-rule",
            Self::Unstated => "unstated",
        }
    }
}

/// Where facts come from.
#[derive(Debug)]
pub struct Source {
    /// What it is.
    pub title: Localized,
    /// Who is heard in it.
    pub speaks: Speaker,
    /// How many lines it has, if it is a document that claims point into.
    pub lines: Option<u32>,
}

/// Lines of sources, as written.
pub type SourceLines = Vec<(SourceId, Vec<u32>)>;
