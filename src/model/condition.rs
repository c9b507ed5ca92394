//! Conditions as datasets write them: named formulas, and each with its place. What they mean is
//! `logic`'s.

use crate::diagnostic::Place;
use crate::logic::{Condition, Expression};

/// A named formula.
#[derive(Debug)]
pub struct Derived {
    /// What it stands for.
    pub when: Condition,
    /// Where it is declared.
    pub place: Place,
}

/// A condition as it was written, with the names of derived conditions left as they are.
#[derive(Clone, Debug)]
pub struct WrittenCondition {
    /// The condition.
    pub expression: Expression,
    /// Where it stands.
    pub place: Place,
}
