//! An exception to an invariant that no longer applies.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};

/// The rule.
pub const RULE: Rule = Rule {
    code: "stale-exception",
    severity: Severity::Warning,
    is_fixed: false,
    title: "an exception that no longer applies",
    explanation: "\
An invariant lists a figure under `except`, and the figure's answers do not break the invariant in any
selection. An exception that matches nothing would hide the next mistake.

Remove the exception.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let broken: Vec<_> = super::broken(subject).into_iter().collect();
    let mut found = Vec::new();
    for (id, invariant) in &subject.dataset.invariants {
        for exception in &invariant.except {
            let applies = broken.iter().any(|broken| {
                broken
                    .exception
                    .is_some_and(|used| std::ptr::eq(used, exception))
            });
            if !applies {
                let message = format!("`{}` does not break the invariant `{id}`", exception.figure);
                let diagnostic = Diagnostic::new(RULE.code, message, exception.place.clone());
                found.push(
                    diagnostic
                        .about(format!("{id} {}", exception.figure))
                        .help("remove the exception"),
                );
            }
        }
    }
    found
}
