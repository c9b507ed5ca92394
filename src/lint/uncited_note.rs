//! A note that nothing cites.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};

/// The rule.
pub const RULE: Rule = Rule {
    code: "uncited-note",
    severity: Severity::Warning,
    is_fixed: false,
    title: "a note that nothing cites",
    explanation: "\
The note is defined, and no figure, question or claim cites it, so that nobody will ever see it.

Cite it where it belongs, or remove it.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let cited = super::cited_notes(subject.dataset);
    let notes = subject.dataset.notes.iter();
    let uncited = notes.filter(|(id, _)| !cited.contains(id));
    let findings = uncited.map(|(id, note)| {
        let message = format!("nothing cites the note `{id}`");
        Diagnostic::new(RULE.code, message, note.place.clone())
            .about(id.as_str())
            .help("cite it where it belongs, or remove it")
    });
    findings.collect()
}
