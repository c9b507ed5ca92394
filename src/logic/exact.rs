//! Exact answers about conditions over all selections: one edition, any set of elements. It
//! reasons on binary decision diagrams and never enumerates selections.

use super::{Condition, Facts, Variable};
use crate::model::{EditionIx, ElementIx};
use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet};
use indexmap::IndexMap;

/// A selection as a proof: some edition and as few elements as can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The edition.
    pub edition: EditionIx,
    /// The elements, in the order of the dataset.
    pub elements: Vec<ElementIx>,
}

impl Witness {
    /// By which witnesses are compared: fewest elements, then the earliest edition.
    pub fn size(&self) -> (usize, EditionIx) {
        (self.elements.len(), self.edition)
    }
}

/// Whether some selection, of one of `editions` editions, makes `condition` hold.
pub fn satisfiable(condition: &Condition, editions: usize) -> bool {
    let mut all = (0u16..).map(EditionIx).take(editions);
    // Most conditions hold with everything selected, which is proof enough.
    if all.any(|edition| condition.holds(&Everything(edition))) {
        return true;
    }
    by_edition(condition, editions).any(|(_, rest)| match rest {
        Condition::True => true,
        Condition::False => false,
        rest => !diagram(&rest).0.is_false(),
    })
}

/// Every element, in one edition.
struct Everything(EditionIx);

impl Facts for Everything {
    fn edition(&self, edition: EditionIx) -> bool {
        self.0 == edition
    }

    fn element(&self, _: ElementIx) -> bool {
        true
    }
}

/// Whether `consequence` holds in every selection in which `condition` does.
pub fn implies(condition: &Condition, consequence: &Condition, editions: usize) -> bool {
    if condition == consequence {
        return true;
    }
    let counterexample = Condition::and([condition.clone(), consequence.clone().negate()]);
    !satisfiable(&counterexample, editions)
}

/// The smallest selection in which `condition` holds: fewest elements, then the earliest edition;
/// `None` where it never holds.
pub fn witness(condition: &Condition, editions: usize) -> Option<Witness> {
    let mut smallest: Option<Witness> = None;
    for (edition, rest) in by_edition(condition, editions) {
        if let Some(elements) = fewest_elements(&rest)
            && smallest
                .as_ref()
                .is_none_or(|known| elements.len() < known.elements.len())
        {
            smallest = Some(Witness { edition, elements });
        }
    }
    smallest
}

/// `condition` in each edition, with only elements left to choose.
fn by_edition(
    condition: &Condition,
    editions: usize,
) -> impl Iterator<Item = (EditionIx, Condition)> {
    (0u16..).map(EditionIx).take(editions).map(|edition| {
        let rest = condition.given(&|variable| match variable {
            Variable::Edition(other) => Some(other == edition),
            Variable::Element(_) => None,
        });
        (edition, rest)
    })
}

/// As few elements as make `condition`, which names no edition, hold.
fn fewest_elements(condition: &Condition) -> Option<Vec<ElementIx>> {
    match condition {
        Condition::True => return Some(Vec::new()),
        Condition::False => return None,
        _ => {}
    }
    let (bdd, variables) = diagram(condition);
    let valuation = bdd.most_negative_valuation()?;
    let chosen = variables.iter();
    let chosen = chosen.filter(|(_, variable)| valuation[**variable]);
    let mut elements: Vec<_> = chosen.map(|(element, _)| *element).collect();
    elements.sort_unstable();
    Some(elements)
}

/// Conditions on elements as decision diagrams over the same variables.
pub(super) struct Diagram {
    /// One for each condition.
    pub(super) bdds: Vec<Bdd>,
    pub(super) variables: IndexMap<ElementIx, BddVariable>,
}

impl Diagram {
    /// The diagrams of `conditions`; their variables are in the order in which the conditions name
    /// them, so that what belongs together stays together.
    pub(super) fn of_all(conditions: &[&Condition]) -> Self {
        let mut elements: IndexMap<ElementIx, ()> = IndexMap::new();
        for condition in conditions {
            condition.variables(&mut |variable| {
                if let Variable::Element(element) = variable {
                    elements.insert(element, ());
                }
            });
        }
        let count = u16::try_from(elements.len()).unwrap_or(u16::MAX);
        let set = BddVariableSet::new_anonymous(count);
        let variables = elements.into_keys().zip(set.variables()).collect();
        let bdds = conditions.iter().map(|c| build(c, &set, &variables));
        Self {
            bdds: bdds.collect(),
            variables,
        }
    }
}

/// One condition on elements as a decision diagram.
fn diagram(condition: &Condition) -> (Bdd, IndexMap<ElementIx, BddVariable>) {
    let Diagram {
        mut bdds,
        variables,
    } = Diagram::of_all(&[condition]);
    // There are as many diagrams as conditions.
    (bdds.remove(0), variables)
}

fn build(
    condition: &Condition,
    set: &BddVariableSet,
    variables: &IndexMap<ElementIx, BddVariable>,
) -> Bdd {
    let fold = |parts: &[Condition], start: Bdd, join: fn(&Bdd, &Bdd) -> Bdd| {
        let parts = parts.iter().map(|part| build(part, set, variables));
        parts.fold(start, |all, part| join(&all, &part))
    };
    match condition {
        Condition::True => set.mk_true(),
        // Editions are worked out before.
        Condition::False | Condition::Edition(_) => set.mk_false(),
        Condition::Element(element) => match variables.get(element) {
            Some(variable) => set.mk_var(*variable),
            None => set.mk_false(),
        },
        Condition::Not(inner) => build(inner, set, variables).not(),
        Condition::And(parts) => fold(parts, set.mk_true(), Bdd::and),
        Condition::Or(parts) => fold(parts, set.mk_false(), Bdd::or),
    }
}
