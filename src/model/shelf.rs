//! What selections are made of: editions, expansions with their elements, and ready-made ones. It
//! selects nothing.

use super::{EditionIx, ElementIx, ExpansionId, Localized};

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

impl Element {
    /// The expansions that bring it; the one that declares it first.
    pub fn expansions(&self) -> impl Iterator<Item = &ExpansionId> {
        std::iter::once(&self.expansion).chain(&self.shared_by)
    }
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
