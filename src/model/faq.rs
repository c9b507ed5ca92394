//! Frequently asked questions: what a source states or answers entry by entry. It reads no files
//! and does not decide which entries a selection shows.

use super::{EditionIx, ElementIx, ExpansionId, FaqId, FigureId, Localized, QuestionId, SourceId};
use crate::diagnostic::Place;
use std::fmt;

/// One entry: one fact that a source states.
#[derive(Debug)]
pub struct FaqEntry {
    /// The source that states it, which also says who speaks.
    pub source: SourceId,
    /// The lines of the source on which it rests; the first is where its claims stand.
    pub lines: Vec<u32>,
    /// The expansions that it is about: none, where it is about the game as such, one or two.
    pub topics: Vec<ExpansionId>,
    /// How its topics are known.
    pub heading: FaqHeading,
    /// The figures that it names.
    pub figures: Vec<FigureId>,
    /// The elements that it names.
    pub elements: Vec<ElementIx>,
    /// The editions for which it is said; one at least.
    pub editions: Vec<EditionIx>,
    /// How official it is.
    pub status: FaqStatus,
    /// When it was first said, if the source tells.
    pub date: Option<Month>,
    /// When it was changed last, if the source tells.
    pub updated: Option<Month>,
    /// What it says.
    pub says: FaqText,
    /// An example.
    pub example: Option<Localized>,
    /// The entry below which the source says it.
    pub under: Option<FaqId>,
    /// The cells that it answers; what it answers is a claim of each.
    pub decides: Vec<(QuestionId, FigureId)>,
    /// Where it is declared.
    pub place: Place,
}

impl FaqEntry {
    /// When it was said or changed last.
    pub fn newest(&self) -> Option<Month> {
        self.updated.or(self.date)
    }
}

/// What an entry says.
#[derive(Debug)]
pub enum FaqText {
    /// A statement.
    Statement(Localized),
    /// A question with its answer.
    Question {
        /// What is asked.
        question: Localized,
        /// What is answered.
        answer: Localized,
    },
}

impl FaqText {
    /// The texts in reading order.
    pub fn texts(&self) -> Vec<&Localized> {
        match self {
            Self::Statement(text) => vec![text],
            Self::Question { question, answer } => vec![question, answer],
        }
    }
}

/// How it is known what an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaqHeading {
    /// A heading of the source says so.
    Stated,
    /// It was concluded from its place and its neighbours.
    Reconstructed,
    /// It cannot be told.
    Missing,
}

impl FaqHeading {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Stated, Self::Reconstructed, Self::Missing];

    /// The word for it in the dataset.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Reconstructed => "reconstructed",
            Self::Missing => "missing",
        }
    }
}

/// How official an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaqStatus {
    /// Official.
    Official,
    /// The source itself says that it is not fully official.
    NotFullyOfficial,
}

impl FaqStatus {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Official, Self::NotFullyOfficial];

    /// The word for it in the dataset and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Official => "official",
            Self::NotFullyOfficial => "not-fully-official",
        }
    }
}

/// A month: `2025-10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    year: u16,
    month: u8,
}

impl Month {
    /// The month that `text` names as `YYYY-MM`; `None` where it names none.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let number = |part: &str, length| {
            let digits = part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
            part.parse().ok().filter(|_| digits)
        };
        let (year, month) = (number(year, 4)?, number(month, 2)?);
        let month = u8::try_from(month).ok()?;
        (1..=12).contains(&month).then_some(Self { year, month })
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}
