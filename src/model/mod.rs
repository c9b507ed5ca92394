//! The typed dataset: what the YAML files say, with every reference resolved; it does not read
//! files and does not decide what a selection shows.

mod claim;
mod condition;
mod day;
mod faq;
mod glossary;
mod icon;
mod ids;
mod invariant;
mod list;
mod localized;
mod note;
mod page;
mod play;
mod selection;
mod shelf;
mod source;
mod table;
mod text;
mod wiki;
mod words;

pub use claim::*;
pub use condition::*;
pub use day::is_day;
pub use faq::*;
pub use glossary::*;
pub use icon::*;
pub use ids::*;
pub use invariant::*;
pub use list::*;
pub use localized::*;
pub use note::*;
pub use page::*;
pub use play::*;
pub use selection::*;
pub use shelf::*;
pub use source::*;
pub use table::*;
pub use text::*;
pub use wiki::*;
pub use words::Words;

use crate::diagnostic::{Place, Severity};
use indexmap::IndexMap;
use std::collections::HashMap;

/// A whole dataset: every part in the order in which it is shown.
#[derive(Debug)]
pub struct Dataset {
    /// The id of the game.
    pub id: String,
    /// The name of the game.
    pub title: Localized,
    /// The day from which it is, `2026-11-30`.
    pub date: Option<String>,
    /// The address at which corrections are suggested, with `{file}`, `{line}` and `{about}`.
    pub corrections: Option<String>,
    /// The languages; missing texts fall back to the first.
    pub languages: Vec<Language>,
    /// What it calls parts of the interface otherwise.
    pub words: Words,
    /// Where facts come from.
    pub sources: IndexMap<SourceId, Source>,
    /// The editions.
    pub editions: IndexMap<EditionId, Edition>,
    /// The edition that is selected where none is named.
    pub default_edition: EditionIx,
    /// The expansions.
    pub expansions: IndexMap<ExpansionId, Expansion>,
    /// The elements of all expansions, each with the expansion that declares it.
    pub elements: IndexMap<ElementId, Element>,
    /// The ready-made selections.
    pub presets: IndexMap<PresetId, Preset>,
    /// The figures.
    pub figures: IndexMap<FigureId, Figure>,
    /// The questions.
    pub questions: IndexMap<QuestionId, Question>,
    /// The titles of the sections.
    pub sections: IndexMap<SectionId, Localized>,
    /// The questions of the overview, in its order.
    pub overview: Vec<QuestionId>,
    /// The tables.
    pub tables: IndexMap<TableId, Table>,
    /// The glossary, part by part.
    pub glossary: IndexMap<String, GlossaryPart>,
    /// The order of play.
    pub play: Play,
    /// The general lists.
    pub lists: IndexMap<ListId, GeneralList>,
    /// The entries of the FAQ, file by file.
    pub faq: IndexMap<FaqId, FaqEntry>,
    /// The pages written in Markdown.
    pub pages: IndexMap<PageId, Page>,
    /// How pages of a wiki say all this.
    pub wiki: Wiki,
    /// The icons.
    pub icons: Icons,
    /// The footnotes.
    pub notes: IndexMap<NoteId, Note>,
    /// The texts that stand in cells.
    pub cell_texts: IndexMap<CellTextId, CellText>,
    /// What the sources say about each cell, in the order of the sources.
    pub claims: HashMap<(QuestionId, FigureId), Vec<Claim>>,
    /// Which source is taken where sources differ.
    pub resolutions: HashMap<(QuestionId, FigureId), Vec<Resolution>>,
    /// Implications between questions that hold for every figure, by id.
    pub invariants: IndexMap<String, Invariant>,
    /// Findings that are allowed, with reasons.
    pub allowances: Vec<Allowance>,
    /// How grave the findings of a rule are, where that is not what the rule itself says; by code.
    pub severities: IndexMap<String, (Severity, Place)>,
    /// The derived conditions.
    pub derived: IndexMap<String, Derived>,
    /// Every condition as it was written, in the order in which they were read.
    pub conditions: Vec<WrittenCondition>,
    /// How many texts are missing in each language, counted by [`LanguageIx`].
    pub missing_texts: Vec<usize>,
}

impl Dataset {
    /// The position of the edition `id`.
    pub fn edition_ix(&self, id: &str) -> Option<EditionIx> {
        let ix = self.editions.get_index_of(id)?;
        u16::try_from(ix).ok().map(EditionIx)
    }

    /// The position of the element `id`.
    pub fn element_ix(&self, id: &str) -> Option<ElementIx> {
        let ix = self.elements.get_index_of(id)?;
        u16::try_from(ix).ok().map(ElementIx)
    }

    /// The position of the language with `code`.
    pub fn language_ix(&self, code: &str) -> Option<LanguageIx> {
        let ix = self.languages.iter().position(|l| l.code == code)?;
        u16::try_from(ix).ok().map(LanguageIx)
    }

    /// The id and the edition at `ix`, which must come from this dataset.
    pub fn edition(&self, ix: EditionIx) -> (&EditionId, &Edition) {
        // An index is only ever made from a position in this map.
        self.editions.get_index(ix.index()).expect("an edition")
    }

    /// The id and the element at `ix`, which must come from this dataset.
    pub fn element(&self, ix: ElementIx) -> (&ElementId, &Element) {
        // An index is only ever made from a position in this map.
        self.elements.get_index(ix.index()).expect("an element")
    }

    /// The languages with their positions.
    pub fn languages(&self) -> impl Iterator<Item = (LanguageIx, &Language)> {
        (0u16..).map(LanguageIx).zip(&self.languages)
    }

    /// The editions with their positions.
    pub fn editions(&self) -> impl Iterator<Item = (EditionIx, &EditionId, &Edition)> {
        (0u16..)
            .zip(&self.editions)
            .map(|(ix, (id, edition))| (EditionIx(ix), id, edition))
    }
}
