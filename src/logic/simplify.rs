//! Makes conditions smaller without changing when they hold; it leaves names of derived conditions
//! as they are and does not look for other names.

use super::{Condition, Expression, implies};

/// `expression` without the parts that change nothing; `None` where every part does. What a name
/// means is told by `meaning`; there are `editions` editions, of which one is selected.
///
/// One part after the other is left out as long as the rest holds in the same selections, so that
/// no single part of the result could be left out. Equality is decided exactly.
pub fn simpler(
    expression: &Expression,
    meaning: &impl Fn(&Expression) -> Condition,
    editions: usize,
) -> Option<Expression> {
    let whole = expression.condition(meaning);
    let is_equal = |other: &Expression| {
        let other = other.condition(meaning);
        implies(&whole, &other, editions) && implies(&other, &whole, editions)
    };
    let mut small = expression.clone();
    loop {
        let equal = reductions(&small).into_iter().filter(is_equal);
        // Of several, the one that is the shortest to read: `a`, not `not b`.
        let Some(smaller) = equal.min_by_key(|other| other.to_string().len()) else {
            break;
        };
        small = smaller;
    }
    (small != *expression).then_some(small)
}

impl Expression {
    /// What the expression means as a whole, where `meaning` tells what a name or edition means.
    pub fn condition(&self, meaning: &impl Fn(&Expression) -> Condition) -> Condition {
        match self {
            Self::Name(..) | Self::Edition(..) => meaning(self),
            Self::Not(inner) => inner.condition(meaning).negate(),
            Self::And(parts) => Condition::and(parts.iter().map(|p| p.condition(meaning))),
            Self::Or(parts) => Condition::or(parts.iter().map(|p| p.condition(meaning))),
        }
    }
}

/// Every expression with one part less.
fn reductions(expression: &Expression) -> Vec<Expression> {
    match expression {
        Expression::Name(..) | Expression::Edition(..) => Vec::new(),
        Expression::Not(inner) => {
            let reduced = reductions(inner).into_iter();
            let reduced = reduced.map(|inner| Expression::Not(Box::new(inner)));
            let twice = match &**inner {
                Expression::Not(inner) => Some((**inner).clone()),
                _ => None,
            };
            twice.into_iter().chain(reduced).collect()
        }
        Expression::And(parts) => of_parts(parts, Expression::And),
        Expression::Or(parts) => of_parts(parts, Expression::Or),
    }
}

fn of_parts(parts: &[Expression], join: fn(Vec<Expression>) -> Expression) -> Vec<Expression> {
    let mut all = Vec::new();
    for at in 0..parts.len() {
        let mut rest = parts.to_vec();
        rest.remove(at);
        all.push(if rest.len() == 1 {
            rest.remove(0)
        } else {
            join(rest)
        });
    }
    for (at, part) in parts.iter().enumerate() {
        for reduced in reductions(part) {
            let mut with = parts.to_vec();
            with[at] = reduced;
            all.push(join(with));
        }
    }
    all
}
