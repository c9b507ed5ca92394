//! The glossary: what words of the game mean. It reads no files.

use super::{Localized, SourceLines, TableId};
use crate::diagnostic::Place;
use crate::logic::Condition;
use indexmap::IndexMap;

/// Entries that belong together: `roles`.
#[derive(Debug)]
pub struct GlossaryPart {
    /// What they are called.
    pub title: Localized,
    /// The entries, by id.
    pub entries: IndexMap<String, GlossaryEntry>,
}

/// What a word means.
#[derive(Debug)]
pub struct GlossaryEntry {
    /// When it belongs to the game.
    pub when: Condition,
    /// The word, which editions may call otherwise.
    pub name: Localized,
    /// What it means.
    pub text: Localized,
    /// The tables that list its figures.
    pub tables: Vec<TableId>,
    /// Where sources say it.
    pub at: SourceLines,
    /// Where it is declared.
    pub place: Place,
}
