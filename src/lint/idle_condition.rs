//! A note's own condition that adds nothing to those of its citations.

use super::{Rule, Subject};
use crate::diagnostic::Diagnostic;
use crate::logic::Condition;

/// The rule.
pub const RULE: Rule = Rule {
    code: "idle-condition",
    title: "a note's condition that adds nothing",
    explanation: "\
Wherever something shown cites the note, the note's own condition holds anyway. A condition that says
nothing hides the ones that do.

Remove `when` from the note.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (id, plan) in &subject.plan.notes {
        let own = &plan.note.when;
        if *own != Condition::True && subject.implies(&super::citations(subject, id), own) {
            let message = format!("the condition of the note `{id}` adds nothing");
            let diagnostic = Diagnostic::new(RULE.code, message, plan.note.place.clone());
            found.push(
                diagnostic
                    .note("it holds wherever something shown cites the note")
                    .about(id.as_str())
                    .help("remove `when` from the note"),
            );
        }
    }
    found
}
