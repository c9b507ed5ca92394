//! Prints a condition in the words that its reader needs; it does not choose them.

use super::Condition;
use crate::model::{Dataset, EditionIx, ElementIx};

/// The words of a condition.
pub struct Wording<'w> {
    /// Between parts that must all hold.
    pub and: &'w str,
    /// Between parts of which one must hold.
    pub or: &'w str,
    /// Before what must not hold.
    pub not: &'w str,
    /// What an edition is called.
    pub edition: &'w dyn Fn(EditionIx) -> String,
    /// What an element is called.
    pub element: &'w dyn Fn(ElementIx) -> String,
}

impl Wording<'_> {
    /// `condition` in these words, as `brake and (coolant or not air-jet)`; empty where it always
    /// or never holds, since nothing is said of that.
    pub fn of(&self, condition: &Condition) -> String {
        let inner = |condition: &Condition| match condition {
            Condition::And(_) | Condition::Or(_) => format!("({})", self.of(condition)),
            single => self.of(single),
        };
        let joined = |parts: &[Condition], word: &str| {
            let parts: Vec<_> = parts.iter().map(inner).collect();
            parts.join(&format!(" {word} "))
        };
        match condition {
            Condition::True | Condition::False => String::new(),
            Condition::Edition(ix) => (self.edition)(*ix),
            Condition::Element(ix) => (self.element)(*ix),
            Condition::Not(not) => format!("{} {}", self.not, inner(not)),
            Condition::And(parts) => joined(parts, self.and),
            Condition::Or(parts) => joined(parts, self.or),
        }
    }
}

/// `condition` as it is written in a dataset, with ids and no derived conditions.
pub fn written(dataset: &Dataset, condition: &Condition) -> String {
    let wording = Wording {
        and: "and",
        or: "or",
        not: "not",
        edition: &|ix| format!("edition {}", dataset.edition(ix).0),
        element: &|ix| dataset.element(ix).0.to_string(),
    };
    wording.of(condition)
}
