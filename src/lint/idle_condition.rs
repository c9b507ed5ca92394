//! A condition that adds nothing where it stands: of a note, of a part of one, of a part of a text.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::logic::Condition;

/// The rule.
pub const RULE: Rule = Rule {
    code: "idle-condition",
    severity: Severity::Warning,
    is_fixed: false,
    title: "a condition that adds nothing where it stands",
    explanation: "\
Wherever something shown cites the note, the note's own condition holds anyway; or a part of a text
depends on what holds wherever the text is shown. A condition that says nothing hides the ones that
do.

    work/wet:
      when: coolant
      text: {en: \"may be cooled{if coolant} by coolant{/if}?\"}

Remove the condition: `when` of the note, or the tags around the part.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (id, plan) in &subject.plan.notes {
        let own = &plan.note.when;
        if *own != Condition::True && holds_anyway(subject, &subject.citations(id), own) {
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
    found.extend(parts_of_notes(subject));
    found.extend(parts_of_texts(subject));
    found
}

fn parts_of_notes(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (id, plan) in &subject.plan.notes {
        for (at, part) in plan.note.parts.iter().enumerate() {
            if part.when != Condition::True && holds_anyway(subject, &plan.shown, &part.when) {
                let what = format!("part {} of the note `{id}`", at + 1);
                let message = format!("the condition of {what} adds nothing");
                let diagnostic = Diagnostic::new(RULE.code, message, part.place.clone());
                found.push(
                    diagnostic
                        .note("it holds wherever the note is shown")
                        .about(what)
                        .help("remove `when` from the part"),
                );
            }
        }
    }
    found
}

fn parts_of_texts(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let all = super::branches(subject).into_iter();
    // The contrary part is unreachable, which is said there.
    let alone = all.filter(|part| !part.has_contrary);
    let idle = alone.filter(|part| holds_anyway(subject, &part.within, &part.branch.when));
    let findings = idle.map(|part| {
        let message = format!("this part of {} is always there", part.what);
        Diagnostic::new(RULE.code, message, part.branch.place.clone())
            .note("its condition holds wherever the text is shown")
            .about(format!("{} ({})", part.what, part.language))
            .help("remove the tags around it")
    });
    findings.collect()
}

/// Whether `own` holds wherever `shown` does, which is somewhere.
fn holds_anyway(subject: &Subject<'_>, shown: &Condition, own: &Condition) -> bool {
    subject.can_hold(shown) && subject.implies(shown, own)
}
