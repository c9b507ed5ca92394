//! Footnotes, and the short texts that stand in cells.

use super::{Localized, SourceLines, Speaker};
use crate::diagnostic::Place;
use crate::logic::Condition;

/// A footnote.
#[derive(Debug)]
pub struct Note {
    /// Its own condition, where that is narrower than its citations; else true.
    pub when: Condition,
    /// What it says, part by part.
    pub parts: Vec<NotePart>,
    /// Where sources say it.
    pub at: SourceLines,
    /// Where it is declared.
    pub place: Place,
}

/// A part of a footnote that one speaker says.
#[derive(Debug)]
pub struct NotePart {
    /// Who speaks.
    pub speaker: Speaker,
    /// When the part belongs to the note.
    pub when: Condition,
    /// What is said.
    pub text: Localized,
    /// Where it stands.
    pub place: Place,
}

/// A short text that stands in a cell.
#[derive(Debug)]
pub struct CellText {
    /// What it says.
    pub text: Localized,
    /// Where sources say it.
    pub at: SourceLines,
    /// Where it is declared.
    pub place: Place,
}
