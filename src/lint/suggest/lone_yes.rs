//! A yes without the note that the other yeses of its row cite.

use super::{Cell, Rule, Subject, rows};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Answer, NoteId};
use indexmap::IndexMap;

/// The rule.
pub const RULE: Rule = Rule {
    code: "lone-yes",
    severity: Severity::Suggestion,
    is_fixed: false,
    title: "a yes without the note that its neighbours cite",
    explanation: "\
In a row most figures that answer yes cite one and the same note, which restricts it, and one figure
answers yes without it. Either the restriction does not concern that figure, or the note was
forgotten.

    work/alone: {at: 7, hand-saw: yes (trained), band-saw: yes (trained), drill-press: yes}

Cite the note, or allow the finding in `lint.yaml` with the reason.
",
    check,
};

/// How many yeses cite the note at least for every one that does not.
const SHARE: usize = 3;

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    rows(subject).iter().flat_map(|row| of_row(row)).collect()
}

fn of_row(row: &[Cell<'_>]) -> Vec<Diagnostic> {
    let yes: Vec<_> = row
        .iter()
        .filter(|c| c.claim.answer == Answer::Yes)
        .collect();
    let mut counts: IndexMap<&NoteId, usize> = IndexMap::new();
    for note in yes.iter().flat_map(|cell| &cell.claim.notes) {
        *counts.entry(note).or_default() += 1;
    }
    let mut found = Vec::new();
    for (note, count) in counts {
        let without = yes.iter().filter(|cell| !cell.claim.notes.contains(note));
        let without: Vec<_> = without.collect();
        if without.is_empty() || without.len() * SHARE > count {
            continue;
        }
        for cell in without.iter().filter(|cell| cell.claim.notes.is_empty()) {
            let (question, figure) = (cell.question, cell.figure);
            let message = format!("`{figure}` is a plain yes to `{question}`");
            found.push(
                Diagnostic::new(RULE.code, message, cell.claim.place.clone())
                    .note(format!("{count} other figures of the row cite `{note}`"))
                    .about(format!("{question} {figure}"))
                    .help(format!("look whether `{note}` concerns it, too")),
            );
        }
    }
    found
}
