//! Pages that people write in Markdown; it reads no files and does not decide what is shown of them.

use super::{EditionIx, ExpansionId, Localized, SourceId};
use crate::diagnostic::Place;
use indexmap::IndexMap;

/// A page about an expansion.
#[derive(Debug)]
pub struct Page {
    /// What it is called.
    pub title: Localized,
    /// The expansion that it is about.
    pub expansion: ExpansionId,
    /// The editions that it covers.
    pub editions: Vec<EditionIx>,
    /// For each of the others what it says instead.
    pub elsewhere: IndexMap<EditionIx, Localized>,
    /// The source whose lines it cites.
    pub source: SourceId,
    /// What it says.
    pub text: Localized,
    /// Where it begins.
    pub place: Place,
}
