//! Exact answers about conditions over all selections; it reasons and never enumerates selections.

use super::{Condition, Variable};
use crate::model::EditionIx;

/// Whether some selection (exactly one of `editions` editions, any set of elements) makes
/// `condition` hold.
///
/// Each edition is tried in turn, then the first variable left is split on (Shannon expansion);
/// constants fold after every step, so that only the variables that matter are ever split.
pub fn satisfiable(condition: &Condition, editions: usize) -> bool {
    (0..editions).any(|chosen| {
        let in_edition = condition.given(&|variable| match variable {
            Variable::Edition(EditionIx(edition)) => Some(usize::from(edition) == chosen),
            Variable::Element(_) => None,
        });
        satisfiable_by_elements(&in_edition)
    })
}

/// Whether `consequence` holds in every selection in which `condition` does.
pub fn implies(condition: &Condition, consequence: &Condition, editions: usize) -> bool {
    let counterexample = Condition::and([condition.clone(), consequence.clone().negate()]);
    !satisfiable(&counterexample, editions)
}

fn satisfiable_by_elements(condition: &Condition) -> bool {
    match condition {
        Condition::True => return true,
        Condition::False => return false,
        _ => {}
    }
    let mut first = None;
    condition.variables(&mut |variable| {
        first.get_or_insert(variable);
    });
    [true, false].into_iter().any(|value| {
        let split = condition.given(&|variable| (Some(variable) == first).then_some(value));
        satisfiable_by_elements(&split)
    })
}
