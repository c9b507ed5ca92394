//! A row, column, claim, note, part of a note or derived condition that no selection can show.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::logic::Condition;
use std::collections::HashSet;

/// The rule.
pub const RULE: Rule = Rule {
    code: "unreachable",
    severity: Severity::Error,
    is_fixed: false,
    title: "something that no selection can show",
    explanation: "\
A condition can never hold: of a row, a column, a claim, a note, a part of a note or of a text, or a
derived condition. Nobody will ever see it.

    when: edition C1 and edition C2      # exactly one edition is selected

Mend the condition, or remove the thing.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let dataset = subject.dataset;
    let mut found = Vec::new();
    let mut reported = HashSet::new();
    let mut report = |what: String, when: &Condition, place: &crate::diagnostic::Place| {
        // A row that several tables have is said once.
        if !subject.can_hold(when) && reported.insert(place.clone()) {
            let message = format!("no selection can show {what}");
            let diagnostic = Diagnostic::new(RULE.code, message, place.clone());
            found.push(
                diagnostic
                    .about(what)
                    .help("mend its condition, or remove it"),
            );
        }
    };
    for (name, derived) in &dataset.derived {
        let what = format!("the derived condition `{name}`");
        report(what, &derived.when, &derived.place);
    }
    for (id, figure) in &dataset.figures {
        report(format!("the figure `{id}`"), &figure.when, &figure.place);
    }
    for (table_id, table) in &dataset.tables {
        for id in table.sections.iter().flat_map(|(_, questions)| questions) {
            let question = &dataset.questions[id];
            let what = format!("the question `{id}` in the table `{table_id}`");
            report(what, question.when_in(table_id), &question.place);
        }
    }
    for ((question, figure), shown) in super::cells(subject) {
        // A row or column that is never shown is reported once, not for each of its cells.
        if !subject.can_hold(&shown) {
            continue;
        }
        let cell = (question, figure);
        for claim in super::claims(dataset, &cell) {
            let what = format!(
                "this claim of `{}` on `{}` for `{}`",
                claim.source, cell.0, cell.1
            );
            let when = Condition::and([shown.clone(), claim.when.clone()]);
            report(what, &when, &claim.place);
        }
    }
    for (id, plan) in &subject.plan.notes {
        for (at, part) in plan.note.parts.iter().enumerate() {
            // A note that is never shown is the business of the rule on hidden notes.
            if subject.can_hold(&plan.shown) {
                let what = format!("part {} of the note `{id}`", at + 1);
                let when = Condition::and([plan.shown.clone(), part.when.clone()]);
                report(what, &when, &part.place);
            }
        }
    }
    for part in super::branches(subject) {
        // A part of what is never shown is the business of the part around it.
        if subject.can_hold(&part.within) {
            let what = format!("this part of {} ({})", part.what, part.language);
            let when = Condition::and([part.within, part.branch.when.clone()]);
            report(what, &when, &part.branch.place);
        }
    }
    found
}
