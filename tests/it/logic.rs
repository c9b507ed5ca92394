//! Exact reasoning about conditions, against brute force over all selections of a small dataset.

use proptest::prelude::*;
use rulegrid::logic::{
    Condition, Expression, Facts, Variable, implies, parse, satisfiable, simpler, witness,
};
use rulegrid::model::{EditionIx, ElementIx, ElementSet, Selection};

const EDITIONS: u16 = 3;
const ELEMENTS: u16 = 7;

fn conditions() -> impl Strategy<Value = Condition> {
    let leaf = prop_oneof![
        1 => Just(Condition::True),
        1 => Just(Condition::False),
        3 => (0..EDITIONS).prop_map(|e| Condition::Edition(EditionIx(e))),
        9 => (0..ELEMENTS).prop_map(|e| Condition::Element(ElementIx(e))),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::and),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::or),
            inner.prop_map(Condition::negate),
        ]
    })
}

/// Every selection, those with fewer elements first, then by edition.
fn selections() -> Vec<Selection> {
    let mut all: Vec<(u32, Selection)> = Vec::new();
    for bits in 0u32..1 << ELEMENTS {
        for edition in 0..EDITIONS {
            let mut elements = ElementSet::empty(usize::from(ELEMENTS));
            for element in 0..ELEMENTS {
                elements.set(ElementIx(element), bits >> element & 1 == 1);
            }
            let edition = EditionIx(edition);
            all.push((bits.count_ones(), Selection { edition, elements }));
        }
    }
    all.sort_by_key(|(count, selection)| (*count, selection.edition));
    all.into_iter().map(|(_, selection)| selection).collect()
}

/// What the parts of a condition say, whatever joining made of the whole.
fn naive(condition: &Condition, facts: &impl Facts) -> bool {
    match condition {
        Condition::True => true,
        Condition::False => false,
        Condition::Edition(edition) => facts.edition(*edition),
        Condition::Element(element) => facts.element(*element),
        Condition::Not(inner) => !naive(inner, facts),
        Condition::And(parts) => parts.iter().all(|p| naive(p, facts)),
        Condition::Or(parts) => parts.iter().any(|p| naive(p, facts)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn reasoning_equals_brute_force(one in conditions(), other in conditions()) {
        let all = selections();
        let editions = usize::from(EDITIONS);
        let first = all.iter().find(|s| one.holds(*s));
        prop_assert_eq!(satisfiable(&one, editions), first.is_some());
        let always = all.iter().all(|s| !one.holds(s) || other.holds(s));
        prop_assert_eq!(implies(&one, &other, editions), always);
        match (witness(&one, editions), first) {
            (None, None) => {}
            (Some(found), Some(first)) => {
                let mut elements = ElementSet::empty(usize::from(ELEMENTS));
                found.elements.iter().for_each(|e| elements.set(*e, true));
                let selection = Selection { edition: found.edition, elements };
                prop_assert!(one.holds(&selection));
                prop_assert_eq!(found.elements.len(), first.elements.iter().count());
                prop_assert_eq!(found.edition, first.edition);
            }
            (found, first) => prop_assert!(false, "{found:?} but {first:?}"),
        }
    }

    #[test]
    fn joining_keeps_the_meaning(parts in prop::collection::vec(conditions(), 0..5)) {
        for selection in selections() {
            let each = || parts.iter().map(|part| naive(part, &selection));
            prop_assert_eq!(Condition::and(parts.clone()).holds(&selection), each().all(|p| p));
            prop_assert_eq!(Condition::or(parts.clone()).holds(&selection), each().any(|p| p));
        }
    }

    #[test]
    fn what_is_given_is_worked_out(condition in conditions(), bits in any::<u32>()) {
        for selection in selections() {
            let known = |variable: Variable| match variable {
                Variable::Element(e) if bits >> e.0 & 1 == 1 => Some(selection.element(e)),
                Variable::Edition(e) if bits >> 20 & 1 == 1 => Some(selection.edition(e)),
                _ => None,
            };
            let rest = condition.given(&known);
            prop_assert_eq!(rest.holds(&selection), condition.holds(&selection));
            let mut left = true;
            rest.variables(&mut |variable| left &= known(variable).is_none());
            prop_assert!(left, "{rest:?} still names what is known");
        }
    }
}

/// Expressions over a few names and editions, as people might write them.
/// An alternative that asks for all that another one asks for, and more, says nothing; nor does a
/// demand that another one makes stricter.
#[test]
fn a_part_that_another_one_holds_is_dropped() {
    let [a, b, c, d] = [0, 1, 2, 3].map(|e| Condition::Element(ElementIx(e)));
    let parts = [
        vec![a.clone(), b.clone()],
        vec![c.clone(), b, a.clone()],
        vec![a.clone(), c, d],
    ];
    let check = |outer: fn([Condition; 2]) -> Condition, [short, long, other]: [Condition; 3]| {
        assert_eq!(outer([long.clone(), short.clone()]), short);
        assert_eq!(outer([short.clone(), long.clone()]), short);
        assert_eq!(outer([a.clone(), long.clone()]), a);
        let both = outer([short, other]);
        assert_eq!(outer([long, both.clone()]), both);
    };
    check(Condition::or, parts.clone().map(Condition::and));
    check(Condition::and, parts.map(Condition::or));
}

fn expressions() -> impl Strategy<Value = Expression> {
    let leaf = prop_oneof![
        4 => (0..4u16).prop_map(|n| Expression::Name(format!("x{n}"), 0..0)),
        1 => (0..EDITIONS).prop_map(|n| Expression::Edition(format!("E{n}"), 0..0)),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let many = prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            many.clone().prop_map(Expression::And),
            many.prop_map(Expression::Or),
            inner.prop_map(|one| Expression::Not(Box::new(one))),
        ]
    })
}

fn meaning(name: &Expression) -> Condition {
    let number = |id: &str| id[1..].parse().expect("a number");
    match name {
        Expression::Name(id, _) => Condition::Element(ElementIx(number(id))),
        Expression::Edition(id, _) => Condition::Edition(EditionIx(number(id))),
        other => panic!("{other:?} is no name"),
    }
}

/// How many names it has.
fn names(expression: &Expression) -> usize {
    match expression {
        Expression::Name(..) | Expression::Edition(..) => 1,
        Expression::Not(inner) => names(inner),
        Expression::And(parts) | Expression::Or(parts) => parts.iter().map(names).sum(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    /// What is printed is read again as the same condition.
    #[test]
    fn printing_keeps_the_meaning(expression in expressions()) {
        let again = parse(&expression.to_string()).expect("a condition");
        let (one, other) = (expression.condition(&meaning), again.condition(&meaning));
        for selection in selections() {
            prop_assert_eq!(one.holds(&selection), other.holds(&selection), "{}", expression);
        }
        prop_assert_eq!(again.to_string(), parse(&again.to_string()).expect("again").to_string());
    }

    /// The simpler form has fewer names or fewer `not`, holds in the same selections, and is not
    /// made simpler again.
    #[test]
    fn simpler_conditions_hold_in_the_same_selections(expression in expressions()) {
        let editions = usize::from(EDITIONS);
        if let Some(simple) = simpler(&expression, &meaning, editions) {
            let (one, other) = (expression.condition(&meaning), simple.condition(&meaning));
            for selection in selections() {
                prop_assert_eq!(one.holds(&selection), other.holds(&selection), "{}", simple);
            }
            prop_assert!(names(&simple) <= names(&expression));
            prop_assert!(simple.to_string().len() < expression.to_string().len());
            prop_assert_eq!(simpler(&simple, &meaning, editions), None);
        }
    }
}
