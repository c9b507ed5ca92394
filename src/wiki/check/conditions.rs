//! Elements that can never be shown, since their condition contradicts what is around them.

use super::Subject;
use crate::diagnostic::Diagnostic;
use crate::logic::Condition;
use std::collections::HashMap;

/// Every element that no selection shows, the outermost of them.
pub fn check(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let vocabulary = subject.vocabulary;
    let mut known: HashMap<Condition, bool> = HashMap::new();
    let mut is_possible = |condition: Condition| {
        let known = known.entry(condition);
        let entry = known.or_insert_with_key(|condition| vocabulary.is_possible(condition));
        *entry
    };
    let mut found = Vec::new();
    for element in &subject.sheet.conditional {
        let both = Condition::and([element.own.clone(), element.around.clone()]);
        if is_possible(both) || !is_possible(element.around.clone()) {
            continue;
        }
        let class = subject.page.at(&element.range);
        let message = format!("nothing of class `{class}` is ever shown here");
        let finding = subject.found("never-shown", message, &element.range);
        let around = vocabulary.written(&element.around);
        let note = format!("what is around it is shown only with: {around}");
        found.push(finding.note(note).help("mend the condition, or remove it"));
    }
    found
}
