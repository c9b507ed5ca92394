//! Derives what is adapted: shown in an edition for which it was not made. It is never typed.

use crate::logic::{Condition, Variable};
use crate::model::{Dataset, EditionIx};

/// Where something with the condition `shown` is adapted, given that it is shown.
///
/// `shown` is adapted in an edition when it holds and no longer holds with the elements that were
/// not published for the edition set to false. Nothing is adapted in an edition whose
/// publications are not known.
pub fn adapted(dataset: &Dataset, shown: &Condition) -> Condition {
    let mut by_remainder: Vec<(Condition, Vec<EditionIx>)> = Vec::new();
    for (edition, _, known) in dataset.editions() {
        if !known.publications_known {
            continue;
        }
        let without_foreign = shown.given(&|variable| match variable {
            Variable::Edition(other) => Some(other == edition),
            Variable::Element(element) => {
                let published = &dataset.element(element).1.published;
                (!published.contains(&edition)).then_some(false)
            }
        });
        let lost = without_foreign.negate();
        if lost == Condition::False {
            continue;
        }
        match by_remainder.iter_mut().find(|(same, _)| *same == lost) {
            Some((_, editions)) => editions.push(edition),
            None => by_remainder.push((lost, vec![edition])),
        }
    }
    Condition::or(by_remainder.into_iter().map(|(lost, editions)| {
        let here = Condition::or(editions.into_iter().map(Condition::Edition));
        Condition::and([here, lost])
    }))
}
