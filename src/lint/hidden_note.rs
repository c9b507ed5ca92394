//! A note that is cited only where it can never be shown.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};

/// The rule.
pub const RULE: Rule = Rule {
    code: "hidden-note",
    severity: Severity::Warning,
    is_fixed: false,
    title: "a note that is cited only where it cannot be shown",
    explanation: "\
Something cites the note, but no selection shows both the citation and the note: its own condition
excludes them, or only claims cite it that lose against another source everywhere.

A note that belongs to a claim which lost is kept as what that source says: list it under
`allow` in `lint.yaml` with the reason. Else mend the condition, or remove the note.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let cited = super::cited_notes(subject.dataset);
    let notes = subject.dataset.notes.iter();
    let hidden = notes.filter(|(id, _)| {
        let plan = subject.plan.notes.get(id);
        cited.contains(id) && plan.is_none_or(|plan| !subject.can_hold(&plan.shown))
    });
    let findings = hidden.map(|(id, note)| {
        let message = format!("the note `{id}` is cited only where it cannot be shown");
        Diagnostic::new(RULE.code, message, note.place.clone())
            .about(id.as_str())
            .help("mend its condition, or allow it in lint.yaml with the reason")
    });
    findings.collect()
}
