//! A resolution that decides nothing: no claims differ where it applies.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::logic::Condition;

/// The rule.
pub const RULE: Rule = Rule {
    code: "stale-resolution",
    severity: Severity::Warning,
    is_fixed: false,
    title: "a resolution covers no conflict",
    explanation: "\
No two claims of the cell differ where the resolution applies, or the source that it takes says
nothing there. It was needed once and is not any more, or it names the wrong cell.

Remove the figure from the resolution, or the whole resolution.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (cell, shown) in super::cells(subject) {
        let claims = super::claims(subject.dataset, &cell);
        for resolution in super::resolutions(subject.dataset, &cell) {
            let decides = claims
                .iter()
                .filter(|c| c.source == resolution.take)
                .any(|taken| {
                    let others = claims.iter().filter(|other| other.answer != taken.answer);
                    others.into_iter().any(|other| {
                        subject.can_hold(&Condition::and([
                            shown.clone(),
                            resolution.when.clone(),
                            taken.when.clone(),
                            other.when.clone(),
                        ]))
                    })
                });
            if !decides {
                let (question, figure) = &cell;
                let message =
                    format!("the resolution for `{question}` and `{figure}` covers no conflict");
                let diagnostic = Diagnostic::new(RULE.code, message, resolution.place.clone());
                found.push(
                    diagnostic
                        .about(format!("{question} {figure}"))
                        .help("remove the figure from the resolution"),
                );
            }
        }
    }
    found
}
