//! A cell that some selection shows and no source answers, in an edition that needs one.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::missing_answers;

/// The rule.
pub const RULE: Rule = Rule {
    code: "missing-answer",
    severity: Severity::Error,
    is_fixed: false,
    title: "no source answers a cell",
    explanation: "\
Some selection shows the cell, and no claim holds there. Only editions with `missing: undefined`
allow for that; their cells read *not entered yet*.

Add the answer to the row of a source in the folder `facts`; `n/a` if the question does not apply to
the figure.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    missing_answers(subject.dataset)
}
