//! Derives what is adapted: shown in an edition for which it was not made. It is never typed.

use super::scope::in_edition;
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
        let here = in_edition(shown, edition);
        let without_foreign = here.given(&|variable| match variable {
            Variable::Edition(_) => None,
            Variable::Element(element) => {
                let published = &dataset.element(element).1.published;
                (!published.contains(&edition)).then_some(false)
            }
        });
        // Nothing foreign matters here, or it is not shown here at all.
        if without_foreign == here {
            continue;
        }
        let lost = without_foreign.negate();
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
