//! General lists, as of features that no figure can claim. It reads no files.

use super::{Localized, SourceLines};
use crate::diagnostic::Place;
use crate::logic::Condition;
use indexmap::IndexMap;

/// A list.
#[derive(Debug)]
pub struct GeneralList {
    /// What it is called.
    pub title: Localized,
    /// What its items have in common.
    pub text: Localized,
    /// The items, by id.
    pub items: IndexMap<String, ListItem>,
    /// Where it is declared.
    pub place: Place,
}

/// An item of a list.
#[derive(Debug)]
pub struct ListItem {
    /// When it is there.
    pub when: Condition,
    /// What it is.
    pub text: Localized,
    /// Where sources say it.
    pub at: SourceLines,
    /// Where it is declared.
    pub place: Place,
}
