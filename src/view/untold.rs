//! Which elements the order of play says nothing about: no step depends on them. It says nothing of
//! the steps.

use super::{Scope, in_edition};
use crate::logic::{Condition, Variable};
use crate::model::*;

/// An element that no step is about.
#[derive(Debug)]
pub struct UntoldPlan {
    /// The element.
    pub element: ElementIx,
    /// Holds where it is selected, in the editions in which no step is about it.
    pub shown: Condition,
}

/// The elements that no step of the order of play is about in some edition, in the dataset's order;
/// none where there is no order of play at all.
pub fn untold(dataset: &Dataset, scope: &Scope) -> Vec<UntoldPlan> {
    if dataset.play.phases.is_empty() {
        return Vec::new();
    }
    let editions = dataset.editions().map(|(edition, ..)| edition);
    let told: Vec<_> = editions.map(|ix| (ix, told(dataset, ix))).collect();
    let elements = (0u16..).map(ElementIx).take(dataset.elements.len());
    let untold = elements.filter_map(|element| {
        let silent = told.iter().filter(|(_, told)| !told.contains(element));
        let silent = Condition::or(silent.map(|(edition, _)| Condition::Edition(*edition)));
        let shown = scope.fix(&Condition::and([silent, Condition::Element(element)]));
        (shown != Condition::False).then_some(UntoldPlan { element, shown })
    });
    untold.collect()
}

/// The elements on which some step depends in an edition, or a part of what it says.
fn told(dataset: &Dataset, edition: EditionIx) -> ElementSet {
    let mut told = ElementSet::empty(dataset.elements.len());
    let mut tell = |condition: &Condition| {
        in_edition(condition, edition).variables(&mut |variable| {
            if let Variable::Element(element) = variable {
                told.set(element, true);
            }
        });
    };
    dataset.play.each_step(&mut |step, around| {
        let whole = Condition::and([around.clone(), step.when.clone()]);
        tell(&whole);
        // Parts of a text depend on the same in all languages.
        let (_, text) = step.text.get(LanguageIx(0));
        for part in &text.branches {
            tell(&Condition::and([whole.clone(), part.when.clone()]));
        }
    });
    told
}
