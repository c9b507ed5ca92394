//! One source that says the same of a cell twice.

use super::subject::Cell;
use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::logic::Condition;
use crate::model::Claim;
use std::collections::HashSet;

/// The rule.
pub const RULE: Rule = Rule {
    code: "repeated-claim",
    severity: Severity::Warning,
    is_fixed: false,
    title: "one source says the same twice",
    explanation: "\
Two files, or two rows, give the same source's answer to the same cell for the same selections. When
one of them is changed, the other stays.

    # facts/standard.yaml                 # facts/more.yaml
    source: standard                      source: standard
    work/alone: {at: 10, band-saw: yes}   work/alone: {at: 10, band-saw: yes}

Remove one of the two. What an entry of the FAQ decides needs no row in a file of the folder facts.
Two entries may decide the same: then the source says it twice.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut said = HashSet::new();
    for (cell, shown) in super::cells(subject) {
        let claims = super::claims(subject.dataset, &cell);
        for (at, one) in claims.iter().enumerate() {
            for twin in claims[at + 1..]
                .iter()
                .filter(|other| says_the_same(one, other))
            {
                let both = [shown.clone(), one.when.clone(), twin.when.clone()];
                if subject.can_hold(&Condition::and(both)) && said.insert(&twin.place) {
                    found.push(finding(&cell, one, twin));
                }
            }
        }
    }
    found
}

fn finding(cell: &Cell, one: &Claim, twin: &Claim) -> Diagnostic {
    let ((question, figure), source) = (cell, &one.source);
    let message = format!("`{source}` answers `{question}` for `{figure}` twice");
    Diagnostic::new(RULE.code, message, twin.place.clone())
        .label("again here")
        .also(one.place.clone(), "first here")
        .about(format!("{question} {figure}"))
        .help("remove one of the two")
}

/// Entries of the FAQ repeat each other where their source does.
fn says_the_same(one: &Claim, other: &Claim) -> bool {
    let are_entries = one.entry.is_some() && other.entry.is_some();
    let is_same = one.source == other.source && one.answer == other.answer;
    is_same && one.place != other.place && !are_entries
}
