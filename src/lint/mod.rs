//! Finds what is wrong in a dataset that loads: contradictions, dead parts, and texts at odds with
//! each other, exactly, over every possible selection. One file for each rule.

mod broken_invariant;
mod conflicting_claims;
mod duplicate_note;
mod hidden_note;
mod idle_condition;
mod invariants;
mod missing_answer;
mod missing_text;
mod overlapping_resolutions;
mod stale_allowance;
mod stale_exception;
mod stale_resolution;
mod subject;
mod uncited_note;
mod unequal_parts;
mod unreachable;

use crate::diagnostic::Diagnostic;
use crate::model::Dataset;
use invariants::broken;
pub use subject::Subject;
use subject::{cells, citations, cited_notes, claims, nothing, resolutions, texts};

/// A rule: what it finds and why that matters.
pub struct Rule {
    /// Its stable name, which is the code of its findings.
    pub code: &'static str,
    /// What it finds, in a few words.
    pub title: &'static str,
    /// Why that matters and what to do, in Markdown, with an example.
    pub explanation: &'static str,
    /// Finds it.
    pub check: fn(&Subject<'_>) -> Vec<Diagnostic>,
}

/// All rules, by code.
pub const RULES: [&Rule; 14] = [
    &broken_invariant::RULE,
    &conflicting_claims::RULE,
    &duplicate_note::RULE,
    &hidden_note::RULE,
    &idle_condition::RULE,
    &missing_answer::RULE,
    &missing_text::RULE,
    &overlapping_resolutions::RULE,
    &stale_allowance::RULE,
    &stale_exception::RULE,
    &stale_resolution::RULE,
    &uncited_note::RULE,
    &unequal_parts::RULE,
    &unreachable::RULE,
];

/// The findings of all rules, less those that `lint.yaml` allows.
pub fn lint(dataset: &Dataset) -> Vec<Diagnostic> {
    let subject = Subject::new(dataset);
    let mut found: Vec<_> = RULES
        .iter()
        .flat_map(|rule| (rule.check)(&subject))
        .collect();
    for allowance in &dataset.allowances {
        let before = found.len();
        found.retain(|finding| finding.code != allowance.rule || finding.about != allowance.of);
        if found.len() == before {
            found.push(stale_allowance::finding(allowance));
        }
    }
    found
}
