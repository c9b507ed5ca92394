//! A derived condition that nothing names.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::logic::Expression;
use std::collections::HashSet;

/// The rule.
pub const RULE: Rule = Rule {
    code: "unused-condition",
    severity: Severity::Warning,
    is_fixed: false,
    title: "a derived condition that nothing names",
    explanation: "\
`game.yaml` derives a condition, and no condition of the dataset names it.

    derived:
      any-cooling: coolant or air-jet     # and `any-cooling` stands nowhere

Remove it.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut named = HashSet::new();
    for written in &subject.dataset.conditions {
        names(&written.expression, &mut named);
    }
    let derived = subject.dataset.derived.iter();
    let unused = derived.filter(|(name, _)| !named.contains(name.as_str()));
    let findings = unused.map(|(name, derived)| {
        let message = format!("nothing names the derived condition `{name}`");
        Diagnostic::new(RULE.code, message, derived.place.clone())
            .about(name.as_str())
            .help("remove it")
    });
    findings.collect()
}

fn names<'e>(expression: &'e Expression, found: &mut HashSet<&'e str>) {
    match expression {
        Expression::Name(name, _) => {
            found.insert(name);
        }
        Expression::Edition(..) => {}
        Expression::Not(inner) => names(inner, found),
        Expression::And(parts) | Expression::Or(parts) => {
            for part in parts {
                names(part, found);
            }
        }
    }
}
