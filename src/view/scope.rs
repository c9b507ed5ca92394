//! What of a selection is fixed beforehand, and conditions with the fixed part worked out.

use crate::logic::{Condition, Variable};
use crate::model::{EditionIx, ElementSet, Preset, Selection};

/// What of a selection is fixed: nothing, the edition, the elements, or both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    /// The edition, if it is fixed.
    pub edition: Option<EditionIx>,
    /// The elements, if they are fixed.
    pub elements: Option<ElementSet>,
}

impl Scope {
    /// Whether anything is left to select.
    pub fn is_open(&self) -> bool {
        self.edition.is_none() || self.elements.is_none()
    }

    /// Whether a preset can be opened: its elements are free to be chosen, and its edition is not
    /// ruled out.
    pub fn allows(&self, preset: &Preset) -> bool {
        let same = |fixed: EditionIx| preset.edition.is_none_or(|own| own == fixed);
        self.elements.is_none() && self.edition.is_none_or(same)
    }

    /// `condition` with what is fixed worked out.
    pub fn fix(&self, condition: &Condition) -> Condition {
        if self.edition.is_none() && self.elements.is_none() {
            return condition.clone();
        }
        condition.given(&|variable| match variable {
            Variable::Edition(edition) => self.edition.map(|fixed| fixed == edition),
            Variable::Element(element) => {
                let fixed = self.elements.as_ref()?;
                Some(fixed.contains(element))
            }
        })
    }

    /// `selection` with what is fixed put in its place.
    pub fn apply(&self, selection: &Selection) -> Selection {
        Selection {
            edition: self.edition.unwrap_or(selection.edition),
            elements: self
                .elements
                .clone()
                .unwrap_or_else(|| selection.elements.clone()),
        }
    }
}

/// `condition` where `edition` is selected.
pub fn in_edition(condition: &Condition, edition: EditionIx) -> Condition {
    condition.given(&|variable| match variable {
        Variable::Edition(other) => Some(other == edition),
        Variable::Element(_) => None,
    })
}
