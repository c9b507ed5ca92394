//! An answer `undefined` that says neither where it comes from nor why.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Answer, Claim, Dataset, Speaker};
use std::collections::HashSet;

/// The rule.
pub const RULE: Rule = Rule {
    code: "undefined-answer",
    severity: Severity::Error,
    is_fixed: false,
    title: "undefined without a source or a reason",
    explanation: "\
`undefined` tells a reader that there is no official rule. That is a fact like any other: it needs
the line of a source that says so, or a note in which nobody speaks that says what is open.

    # facts/inferred.yaml, which has no lines
    material/acrylic: {hand-saw: undefined}

Name the source's line, cite a note with `speaks: nobody`, or enter the answer. What an edition with
`missing: undefined` lacks is not entered yet and needs neither.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut said = HashSet::new();
    for (cell, _) in super::cells(subject) {
        for claim in super::claims(subject.dataset, &cell) {
            let is_open = claim.answer == Answer::Undefined && claim.line.is_none();
            if is_open && !has_reason(subject.dataset, claim) && said.insert(&claim.place) {
                let (question, figure) = &cell;
                let message = format!("nothing says why `{question}` is undefined for `{figure}`");
                found.push(
                    Diagnostic::new(RULE.code, message, claim.place.clone())
                        .about(format!("{question} {figure}"))
                        .help("cite a note in which nobody speaks, or name a source's line"),
                );
            }
        }
    }
    found
}

/// Whether a note that the claim cites says that there is no rule.
fn has_reason(dataset: &Dataset, claim: &Claim) -> bool {
    let notes = claim.notes.iter().filter_map(|id| dataset.notes.get(id));
    let mut parts = notes.flat_map(|note| &note.parts);
    parts.any(|part| part.speaker == Speaker::Nobody)
}
