//! A text that a language lacks.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use std::collections::HashSet;

/// The rule.
pub const RULE: Rule = Rule {
    code: "missing-text",
    severity: Severity::Warning,
    is_fixed: false,
    title: "a text that a language lacks",
    explanation: "\
The text is missing in one of the dataset's languages, whose readers see it in the first language
instead.

Write it.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut told = HashSet::new();
    for text in super::texts(subject) {
        for (language, known) in subject.dataset.languages() {
            let place = text.text.place(language);
            // The texts of one page lack a language together, at one place.
            if text.text.exactly(language).is_none()
                && told.insert((language, text.what.clone(), place.clone()))
            {
                let message = format!("{} has no text in `{}`", text.what, known.code);
                found.push(
                    Diagnostic::new(RULE.code, message, place.clone())
                        .about(text.group.unwrap_or(&text.what))
                        .help("write it; until then its readers see the first language"),
                );
            }
        }
    }
    found
}
