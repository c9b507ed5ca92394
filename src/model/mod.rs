//! The typed dataset: what the YAML files say, with every reference resolved; it does not read
//! files and does not decide what a selection shows.

mod faq;
mod glossary;
mod icon;
mod ids;
mod invariant;
mod list;
mod page;
mod play;
mod selection;
mod text;
mod wiki;
mod words;

pub use faq::*;
pub use glossary::*;
pub use icon::*;
pub use ids::*;
pub use invariant::*;
pub use list::*;
pub use page::*;
pub use play::*;
pub use selection::*;
pub use text::*;
pub use wiki::*;
pub use words::Words;

use crate::diagnostic::{Place, Severity};
use crate::logic::{Condition, Expression, Variable};
use indexmap::IndexMap;
use std::collections::{BTreeSet, HashMap};

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

/// A language of the dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Language {
    /// Its code: `ro`.
    pub code: String,
    /// Its name in itself: `Română`.
    pub name: String,
}

/// A text in every language of the dataset; the first is always there.
#[derive(Clone, Debug)]
pub struct Localized {
    texts: Vec<Option<Text>>,
    places: Vec<Place>,
}

/// Texts are equal that say the same, wherever they stand.
impl PartialEq for Localized {
    fn eq(&self, other: &Self) -> bool {
        self.texts == other.texts
    }
}

impl Localized {
    /// A text in several languages, by [`LanguageIx`], with where each stands or would have to
    /// stand; `None` where the first language is missing.
    pub fn new(texts: Vec<Option<Text>>, places: Vec<Place>) -> Option<Self> {
        texts.first()?.as_ref()?;
        (texts.len() == places.len()).then_some(Self { texts, places })
    }

    /// A text in the first language only.
    pub fn of(text: Text, place: Place) -> Self {
        Self {
            texts: vec![Some(text)],
            places: vec![place],
        }
    }

    /// Where the text in `language` stands; where there is none, where the first one does.
    pub fn place(&self, language: LanguageIx) -> &Place {
        // `new` and `of` see to it that the first language has its place.
        self.places.get(language.index()).unwrap_or(&self.places[0])
    }

    /// The text in `language`, else in the first one; with the language that it is really in.
    pub fn get(&self, language: LanguageIx) -> (LanguageIx, &Text) {
        match self.texts.get(language.index()) {
            Some(Some(text)) => (language, text),
            // `new` and `of` see to it that the first language has its text.
            _ => (LanguageIx(0), self.texts[0].as_ref().expect("first text")),
        }
    }

    /// The text in `language`, without falling back.
    pub fn exactly(&self, language: LanguageIx) -> Option<&Text> {
        self.texts.get(language.index())?.as_ref()
    }
}

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

/// An edition of the rules.
#[derive(Debug)]
pub struct Edition {
    /// What it is called.
    pub name: Localized,
    /// Cells without a claim are `undefined` here, not errors.
    pub missing_is_undefined: bool,
    /// Whether it is known which elements were published for it; nothing is adapted where not.
    pub publications_known: bool,
    /// The edition with which it is compared on a page of its own.
    pub compared_with: Option<EditionIx>,
}

/// On which shelf an expansion stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// The big expansions.
    Major,
    /// The small expansions.
    Minor,
    /// Promotional items.
    Promo,
    /// Everything else.
    Other,
}

impl Group {
    /// All groups, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::Major, Self::Minor, Self::Promo, Self::Other];

    /// The word for it in the dataset.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Major => "major",
            Self::Minor => "minor",
            Self::Promo => "promo",
            Self::Other => "other",
        }
    }
}

/// A product on the shelf.
#[derive(Debug)]
pub struct Expansion {
    /// On which shelf it stands.
    pub group: Group,
    /// Its number, if it has one.
    pub number: Option<u32>,
    /// What it is called.
    pub name: Localized,
    /// The elements that it brings: those that other expansions declare, then its own.
    pub elements: Vec<ElementIx>,
}

/// A part of an expansion that rules depend on.
#[derive(Debug)]
pub struct Element {
    /// The expansion that declares it.
    pub expansion: ExpansionId,
    /// The other expansions that bring it, too.
    pub shared_by: Vec<ExpansionId>,
    /// The editions that it was published for.
    pub published: Vec<EditionIx>,
    /// How that is known.
    pub basis: String,
    /// What it is called.
    pub name: Localized,
    /// What else a reader should know of it.
    pub remark: Option<Localized>,
}

/// A named formula.
#[derive(Debug)]
pub struct Derived {
    /// What it stands for.
    pub when: Condition,
    /// Where it is declared.
    pub place: Place,
}

/// A condition as it was written, with the names of derived conditions left as they are.
#[derive(Clone, Debug)]
pub struct WrittenCondition {
    /// The condition.
    pub expression: Expression,
    /// Where it stands.
    pub place: Place,
}

/// A ready-made selection.
#[derive(Debug)]
pub struct Preset {
    /// What it is called.
    pub name: Localized,
    /// The edition, if the preset fixes one.
    pub edition: Option<EditionIx>,
    /// The elements chosen.
    pub elements: Vec<ElementIx>,
}

/// Words that readers search by and no text holds, by [`LanguageIx`].
pub type SearchWords = Vec<Vec<String>>;

/// A figure: a column of a table.
#[derive(Debug)]
pub struct Figure {
    /// When it is in play.
    pub when: Condition,
    /// What it is called.
    pub name: Localized,
    /// What else readers call it, by language.
    pub words: SearchWords,
    /// Notes on the figure as such.
    pub notes: Vec<NoteId>,
    /// Where it is declared.
    pub place: Place,
}

/// A question: a row of one or several tables.
#[derive(Debug)]
pub struct Question {
    /// When it is asked.
    pub when: Condition,
    /// Where a table asks it under another condition.
    pub when_in: HashMap<TableId, Condition>,
    /// How it is asked.
    pub text: Localized,
    /// Where a table asks it in other words.
    pub text_in: HashMap<TableId, Localized>,
    /// What else readers say when they ask it, by language.
    pub words: SearchWords,
    /// Notes on the question as such.
    pub notes: Vec<NoteId>,
    /// The figure that does it, and the question which says that it does such things.
    pub by: Option<Actor>,
    /// Where sources ask it.
    pub at: SourceLines,
    /// Where it is declared.
    pub place: Place,
}

/// Who does what a question asks about: some figure answers yes to such a question exactly where
/// the actor answers yes to its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The figure that acts.
    pub figure: FigureId,
    /// The question that the figure's own row answers: `removes-figures`.
    pub does: QuestionId,
    /// Where it is said.
    pub place: Place,
}

impl Question {
    /// The condition under which `table` asks the question.
    pub fn when_in(&self, table: &TableId) -> &Condition {
        self.when_in.get(table).unwrap_or(&self.when)
    }

    /// How `table` asks the question.
    pub fn text_in(&self, table: &TableId) -> &Localized {
        self.text_in.get(table).unwrap_or(&self.text)
    }
}

/// A table: figures as columns, questions in sections as rows.
#[derive(Debug)]
pub struct Table {
    /// What it is called.
    pub title: Localized,
    /// Its columns.
    pub figures: Vec<FigureId>,
    /// Its rows, section by section.
    pub sections: Vec<(SectionId, Vec<QuestionId>)>,
    /// Its columns are other things than figures: they stand in no gallery and no overview.
    pub is_of_things: bool,
}

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

impl Figure {
    /// The elements that can each bring it into play without any other.
    pub fn elements(&self) -> Vec<ElementIx> {
        let mut elements = BTreeSet::new();
        self.when.variables(&mut |variable| {
            if let Variable::Element(element) = variable {
                elements.insert(element);
            }
        });
        let alone = |element: &ElementIx| {
            let when = self.when.given(&|variable| match variable {
                Variable::Element(other) => Some(other == *element),
                Variable::Edition(_) => None,
            });
            when != Condition::False
        };
        elements.into_iter().filter(alone).collect()
    }
}

impl Element {
    /// The expansions that bring it; the one that declares it first.
    pub fn expansions(&self) -> impl Iterator<Item = &ExpansionId> {
        std::iter::once(&self.expansion).chain(&self.shared_by)
    }
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
