//! Writes a condition with as few alternatives as it needs where it matters; it does not look for
//! derived conditions that would say the same in fewer words.

use super::Condition;
use super::exact::Diagram;
use crate::model::ElementIx;
use biodivine_lib_bdd::{Bdd, BddVariable};

/// More alternatives than this are no easier to read than the condition itself.
const MOST_ALTERNATIVES: usize = 32;

/// A condition that holds where `condition` does, as far as `care` holds, too; elsewhere it may
/// hold or not. Both name elements only. It is a list of alternatives, none of which could be left
/// out (Minato's irredundant sum of products).
pub fn condensed(condition: &Condition, care: &Condition) -> Condition {
    let both = Condition::and([condition.clone(), care.clone()]);
    let diagram = Diagram::of_all(&[&both, care]);
    let [must, care] = diagram.bdds.as_slice() else {
        return both;
    };
    let cover = Cover {
        elements: &diagram
            .variables
            .iter()
            .map(|(e, _)| *e)
            .collect::<Vec<_>>(),
        variables: &diagram.variables.values().copied().collect::<Vec<_>>(),
    };
    let mut budget = MOST_ALTERNATIVES;
    let covered = cover.of(must, &must.or(&care.not()), 0, &mut budget);
    covered.map_or(both, |(alternatives, _)| Condition::or(alternatives))
}

/// The variables in the order in which the cover splits by them.
struct Cover<'c> {
    elements: &'c [ElementIx],
    variables: &'c [BddVariable],
}

impl Cover<'_> {
    /// Alternatives that hold wherever `must` does and nowhere that `may` does not, and the diagram
    /// of them; variables before `from` are named in neither. `None` where there are too many.
    fn of(
        &self,
        must: &Bdd,
        may: &Bdd,
        from: usize,
        budget: &mut usize,
    ) -> Option<(Vec<Condition>, Bdd)> {
        if must.is_false() {
            return Some((Vec::new(), must.clone()));
        }
        if may.is_true() {
            *budget = budget.checked_sub(1)?;
            return Some((vec![Condition::True], may.clone()));
        }
        let named = |variable: &BddVariable| {
            must.support_set_contains(variable) || may.support_set_contains(variable)
        };
        // A diagram that is neither true nor false names some variable.
        let at = from + self.variables.get(from..)?.iter().position(named)?;
        let (variable, element) = (self.variables[at], self.elements[at]);
        let halves = |of: &Bdd| [false, true].map(|value| of.var_restrict(variable, value));
        let ([must_0, must_1], [may_0, may_1]) = (halves(must), halves(may));
        let (only_0, of_0) = self.of(&must_0.and(&may_1.not()), &may_0, at + 1, budget)?;
        let (only_1, of_1) = self.of(&must_1.and(&may_0.not()), &may_1, at + 1, budget)?;
        let rest = must_0.and(&of_0.not()).or(&must_1.and(&of_1.not()));
        let (in_both, of_both) = self.of(&rest, &may_0.and(&may_1), at + 1, budget)?;
        let literal = Condition::Element(element);
        let with =
            |alternative, literal: &Condition| Condition::and([literal.clone(), alternative]);
        let without = literal.clone().negate();
        let only_1 = only_1.into_iter().map(|rest| with(rest, &literal));
        let only_0 = only_0.into_iter().map(|rest| with(rest, &without));
        let alternatives = in_both.into_iter().chain(only_1).chain(only_0);
        let (of_0, of_1) = (
            of_0.var_select(variable, false),
            of_1.var_select(variable, true),
        );
        let whole = of_0.or(&of_1).or(&of_both);
        Some((alternatives.collect(), whole))
    }
}
