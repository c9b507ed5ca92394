//! The glossary: what words of the game mean. It reads no files.

use super::{Dataset, EditionIx, FigureId, Localized, SourceLines, TableId};
use crate::diagnostic::Place;
use crate::logic::{Condition, Variable};
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
    /// Its figures in editions in which they are not those of the tables.
    pub figures: IndexMap<EditionIx, Vec<FigureId>>,
    /// The editions whose list no source has as a whole: it was concluded from what sources say.
    pub reconstructed: Vec<EditionIx>,
    /// Where sources say it.
    pub at: SourceLines,
    /// Where it is declared.
    pub place: Place,
}

impl GlossaryEntry {
    /// The figures that it is the word for in an edition, in the order of the lists.
    pub fn figures_in<'d>(&'d self, dataset: &'d Dataset, edition: EditionIx) -> Vec<&'d FigureId> {
        let of_tables = || {
            let tables = self.tables.iter().filter_map(|id| dataset.tables.get(id));
            tables.flat_map(|table| &table.figures).collect()
        };
        let own = self.figures.get(&edition);
        let listed: Vec<_> = own.map_or_else(of_tables, |own| own.iter().collect());
        let is_there = |id: &&FigureId| {
            let figure = dataset.figures.get(*id);
            figure.is_some_and(|figure| {
                let here = figure.when.given(&|variable| match variable {
                    Variable::Edition(other) => Some(other == edition),
                    Variable::Element(_) => None,
                });
                here != Condition::False
            })
        };
        listed.into_iter().filter(is_there).collect()
    }
}
