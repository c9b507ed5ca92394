//! Which expansions a condition needs beside one: without any of them it does not hold somewhere. It
//! does not know what is shown under it.

use crate::logic::{Condition, Variable, satisfiable};
use crate::model::*;
use std::collections::BTreeSet;

/// The expansions without any one of which `shown` does not hold in some selection in which it
/// does not hold without `expansion` either; none where it never needs `expansion`.
pub(super) fn needed<'d>(
    dataset: &'d Dataset,
    shown: &Condition,
    expansion: &ExpansionId,
) -> Vec<&'d ExpansionId> {
    let named = named(dataset, shown, expansion);
    let lost = |one: &ExpansionId| without(dataset, shown, one).negate();
    let both = |other: &&ExpansionId| {
        needs_with_nothing_else(dataset, shown, [expansion, other]) || {
            let needs = Condition::and([shown.clone(), lost(expansion), lost(other)]);
            satisfiable(&needs, dataset.editions.len())
        }
    };
    named.into_iter().filter(both).collect()
}

/// Whether `shown` holds with only two expansions selected, in some edition, and without either of
/// them does not: most that needs both does so already then.
fn needs_with_nothing_else(dataset: &Dataset, shown: &Condition, two: [&ExpansionId; 2]) -> bool {
    let set = |elements: &mut ElementSet, id: &ExpansionId, chosen| {
        let own = dataset.expansions.get(id).into_iter();
        let own = own.flat_map(|expansion| &expansion.elements);
        own.for_each(|element| elements.set(*element, chosen));
    };
    let mut both = ElementSet::empty(dataset.elements.len());
    two.iter().for_each(|id| set(&mut both, id, true));
    let without = two.map(|id| {
        let mut elements = both.clone();
        set(&mut elements, id, false);
        elements
    });
    dataset.editions().any(|(edition, ..)| {
        let holds = |elements: &ElementSet| {
            let elements = elements.clone();
            shown.holds(&Selection { edition, elements })
        };
        holds(&both) && !without.iter().any(holds)
    })
}

/// The expansions whose elements a condition names: of an element that several bring, `own` if
/// it is one of them, else the one that declares it.
fn named<'d>(
    dataset: &'d Dataset,
    shown: &Condition,
    own: &ExpansionId,
) -> BTreeSet<&'d ExpansionId> {
    let mut named = BTreeSet::new();
    shown.variables(&mut |variable| {
        if let Variable::Element(element) = variable {
            let element = dataset.element(element).1;
            let its = element.expansions().find(|its| *its == own);
            named.insert(its.unwrap_or(&element.expansion));
        }
    });
    named
}

/// The condition where `expansion` is not selected.
fn without(dataset: &Dataset, shown: &Condition, expansion: &ExpansionId) -> Condition {
    shown.given(&|variable| match variable {
        Variable::Element(element) => {
            let mut its = dataset.element(element).1.expansions();
            its.any(|its| its == expansion).then_some(false)
        }
        _ => None,
    })
}
