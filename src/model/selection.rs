//! What a reader picks; how people write it is another room's.

use super::{EditionIx, ElementIx};
use crate::logic::Facts;

/// A set of elements of one dataset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ElementSet(Vec<bool>);

impl ElementSet {
    /// No element of `count` is in the set.
    pub fn empty(count: usize) -> Self {
        Self(vec![false; count])
    }

    /// All of `count` elements are in the set.
    pub fn full(count: usize) -> Self {
        Self(vec![true; count])
    }

    /// Whether `element` is in the set.
    pub fn contains(&self, element: ElementIx) -> bool {
        self.0.get(element.index()).copied().unwrap_or(false)
    }

    /// Puts `element` in the set or takes it out.
    pub fn set(&mut self, element: ElementIx, chosen: bool) {
        if let Some(slot) = self.0.get_mut(element.index()) {
            *slot = chosen;
        }
    }

    /// The elements in the set, in the order of the dataset.
    pub fn iter(&self) -> impl Iterator<Item = ElementIx> {
        (0u16..)
            .zip(&self.0)
            .filter(|(_, chosen)| **chosen)
            .map(|(ix, _)| ElementIx(ix))
    }
}

/// What a reader picks: one edition and a set of elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// The edition.
    pub edition: EditionIx,
    /// The elements.
    pub elements: ElementSet,
}

impl Facts for Selection {
    fn edition(&self, edition: EditionIx) -> bool {
        self.edition == edition
    }

    fn element(&self, element: ElementIx) -> bool {
        self.elements.contains(element)
    }
}
