//! Two notes that say the same.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::Note;

/// The rule.
pub const RULE: Rule = Rule {
    code: "duplicate-note",
    severity: Severity::Warning,
    is_fixed: false,
    title: "two notes that say the same",
    explanation: "\
Two notes have the same parts, word for word. One thing is cited from many places; when it is copied,
the copies drift apart.

Keep one of them and cite it from both places.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let notes: Vec<_> = subject.dataset.notes.iter().collect();
    let mut found = Vec::new();
    for (at, (id, note)) in notes.iter().enumerate() {
        let twin = notes[..at]
            .iter()
            .find(|(_, earlier)| says_the_same(earlier, note));
        if let Some((twin_id, twin)) = twin {
            let message = format!("the notes `{twin_id}` and `{id}` say the same");
            found.push(
                Diagnostic::new(RULE.code, message, note.place.clone())
                    .also(twin.place.clone(), "the other")
                    .about(id.as_str())
                    .help("keep one of them and cite it from both places"),
            );
        }
    }
    found
}

fn says_the_same(one: &Note, other: &Note) -> bool {
    let parts = one.parts.iter().zip(&other.parts);
    one.parts.len() == other.parts.len()
        && one.when == other.when
        && parts
            .into_iter()
            .all(|(a, b)| a.speaker == b.speaker && a.when == b.when && a.text == b.text)
}
