//! Conditions over elements and editions: what they are and what holds; it does not know where
//! they come from and does not look at texts or tables.

mod cover;
mod css;
mod exact;
mod parse;
mod print;
mod simplify;

pub use cover::condensed;
pub use css::{CssNames, selector};
pub use exact::{Witness, implies, satisfiable, witness};
pub use parse::{Expression, ParseError, parse};
pub use print::{Wording, written};
pub use simplify::simpler;

use crate::model::{EditionIx, ElementIx};

/// A boolean expression over elements and editions.
///
/// Built through [`and`](Self::and), [`or`](Self::or) and [`negate`](Self::negate), which keep it
/// small: nested operators of one kind are joined, constants and repetitions disappear.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// Always holds.
    True,
    /// Never holds.
    False,
    /// The edition is the one selected.
    Edition(EditionIx),
    /// The element is selected.
    Element(ElementIx),
    /// The inner condition does not hold.
    Not(Box<Condition>),
    /// All of these hold (two at least).
    And(Vec<Condition>),
    /// One of these holds (two at least).
    Or(Vec<Condition>),
}

/// Something that conditions are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variable {
    /// Whether an edition is the one selected.
    Edition(EditionIx),
    /// Whether an element is selected.
    Element(ElementIx),
}

/// Says of each edition and element whether it is selected.
pub trait Facts {
    /// Whether `edition` is the one selected.
    fn edition(&self, edition: EditionIx) -> bool;
    /// Whether `element` is selected.
    fn element(&self, element: ElementIx) -> bool;
}

impl Condition {
    /// Holds where all of `conditions` hold.
    pub fn and(conditions: impl IntoIterator<Item = Condition>) -> Self {
        let mut parts = Vec::new();
        for condition in conditions {
            match condition {
                Self::True => {}
                Self::False => return Self::False,
                Self::And(inner) => parts.extend(inner),
                other => parts.push(other),
            }
        }
        join(parts, Self::True, Self::False, Self::And)
    }

    /// Holds where one of `conditions` holds.
    pub fn or(conditions: impl IntoIterator<Item = Condition>) -> Self {
        let mut parts = Vec::new();
        for condition in conditions {
            match condition {
                Self::False => {}
                Self::True => return Self::True,
                Self::Or(inner) => parts.extend(inner),
                other => parts.push(other),
            }
        }
        join(parts, Self::False, Self::True, Self::Or)
    }

    /// Holds where `self` does not.
    pub fn negate(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Whether the condition holds for `facts`.
    pub fn holds(&self, facts: &impl Facts) -> bool {
        match self {
            Self::True => true,
            Self::False => false,
            Self::Edition(edition) => facts.edition(*edition),
            Self::Element(element) => facts.element(*element),
            Self::Not(inner) => !inner.holds(facts),
            Self::And(parts) => parts.iter().all(|part| part.holds(facts)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(facts)),
        }
    }

    /// The condition with every variable that `known` answers replaced by its value.
    pub fn given(&self, known: &impl Fn(Variable) -> Option<bool>) -> Self {
        let value = |variable| match known(variable) {
            Some(true) => Self::True,
            Some(false) => Self::False,
            None => self.clone(),
        };
        match self {
            Self::True | Self::False => self.clone(),
            Self::Edition(edition) => value(Variable::Edition(*edition)),
            Self::Element(element) => value(Variable::Element(*element)),
            Self::Not(inner) => inner.given(known).negate(),
            Self::And(parts) => Self::and(parts.iter().map(|part| part.given(known))),
            Self::Or(parts) => Self::or(parts.iter().map(|part| part.given(known))),
        }
    }

    /// Calls `visit` with each variable that the condition names, in order, repetitions included.
    pub fn variables(&self, visit: &mut impl FnMut(Variable)) {
        match self {
            Self::True | Self::False => {}
            Self::Edition(edition) => visit(Variable::Edition(*edition)),
            Self::Element(element) => visit(Variable::Element(*element)),
            Self::Not(inner) => inner.variables(visit),
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.variables(visit);
                }
            }
        }
    }
}

/// Joins the parts of an `and` or `or`, which hold no constant and no operator of the same kind.
///
/// `neutral` is the value of no parts, `absorbing` the one that a part and its negation make.
/// A part that says no more than another one is dropped: `a or (a and b)` is `a`, and
/// `(a and b) or (a and b and c)` is `a and b`.
fn join(
    parts: Vec<Condition>,
    neutral: Condition,
    absorbing: Condition,
    operator: fn(Vec<Condition>) -> Condition,
) -> Condition {
    let mut kept: Vec<Condition> = Vec::with_capacity(parts.len());
    for part in parts {
        if kept.contains(&part) {
            continue;
        }
        if kept.iter().any(|known| is_negation(known, &part)) {
            return absorbing;
        }
        kept.push(part);
    }
    drop_absorbed(&mut kept, &absorbing);
    match kept.len() {
        0 => neutral,
        1 => kept.remove(0),
        _ => operator(kept),
    }
}

fn is_negation(one: &Condition, other: &Condition) -> bool {
    match (one, other) {
        (Condition::Not(inner), positive) | (positive, Condition::Not(inner)) => {
            **inner == *positive
        }
        _ => false,
    }
}

/// Drops the parts all of whose own parts another one has, too, and others beside them.
fn drop_absorbed(parts: &mut Vec<Condition>, absorbing: &Condition) {
    let own = |part| own_parts(part, absorbing);
    if parts.len() < 2 || parts.iter().all(|part| own(part).len() == 1) {
        return;
    }
    let is_absorbed = |at: usize| {
        (0..parts.len()).any(|by| {
            own(&parts[by]).len() < own(&parts[at]).len()
                && own(&parts[by])
                    .iter()
                    .all(|part| own(&parts[at]).contains(part))
        })
    };
    let absorbed: Vec<_> = (0..parts.len()).map(is_absorbed).collect();
    let mut absorbed = absorbed.into_iter();
    parts.retain(|_| !absorbed.next().unwrap_or(false));
}

/// What a part of an `or` (an `and`, where `absorbing` is false) consists of.
fn own_parts<'p>(part: &'p Condition, absorbing: &Condition) -> &'p [Condition] {
    match (part, absorbing) {
        (Condition::And(inner), Condition::True) | (Condition::Or(inner), Condition::False) => {
            inner
        }
        _ => std::slice::from_ref(part),
    }
}

/// A condition that holds in each of `editions`, of `count` in all.
pub fn in_editions(editions: &[EditionIx], count: usize) -> Condition {
    let all = (0u16..).map(EditionIx).take(count);
    let others: Vec<_> = all.filter(|ix| !editions.contains(ix)).collect();
    if others.len() < editions.len() {
        let elsewhere = others.into_iter().map(Condition::Edition);
        return Condition::and(elsewhere.map(Condition::negate));
    }
    Condition::or(editions.iter().copied().map(Condition::Edition))
}
