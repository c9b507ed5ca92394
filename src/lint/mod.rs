//! Finds what is wrong in a dataset that loads: contradictions, dead parts, and texts at odds with
//! each other, exactly, over every possible selection. One file for each rule.

mod broken_invariant;
mod conflicting_claims;
mod duplicate_note;
mod fix;
mod hidden_note;
mod idle_condition;
mod invariants;
mod inverse_facts;
mod layout;
mod missing_answer;
mod missing_text;
mod overlapping_resolutions;
mod repeated_claim;
mod simpler_condition;
mod stale_allowance;
mod stale_exception;
mod stale_resolution;
mod subject;
mod suggest;
mod texts;
mod uncited_note;
mod undefined_answer;
mod unequal_parts;
mod unordered;
mod unreachable;
mod untranslated_text;
mod unused_condition;

use crate::diagnostic::{Diagnostic, Severity};
use crate::load::Loaded;
pub use fix::{Fixed, fixed};
use invariants::broken;
use std::collections::HashSet;
pub use subject::Subject;
use subject::{cells, cited_notes, claims, everything, nothing, resolutions};
use texts::{branches, texts, texts_of_faq};

/// A rule: what it finds and why that matters.
pub struct Rule {
    /// Its stable name, which is the code of its findings.
    pub code: &'static str,
    /// How grave its findings are, unless `lint.yaml` says otherwise.
    pub severity: Severity,
    /// Whether `--fix` mends its findings, as far as that is safe.
    pub is_fixed: bool,
    /// What it finds, in a few words.
    pub title: &'static str,
    /// Why that matters and what to do, in Markdown, with an example.
    pub explanation: &'static str,
    /// Finds it.
    pub check: fn(&Subject<'_>) -> Vec<Diagnostic>,
}

/// All rules whose findings are mistakes, by code.
pub const RULES: [&Rule; 21] = [
    &broken_invariant::RULE,
    &conflicting_claims::RULE,
    &duplicate_note::RULE,
    &hidden_note::RULE,
    &idle_condition::RULE,
    &inverse_facts::RULE,
    &missing_answer::RULE,
    &missing_text::RULE,
    &overlapping_resolutions::RULE,
    &repeated_claim::RULE,
    &simpler_condition::RULE,
    &stale_allowance::RULE,
    &stale_exception::RULE,
    &stale_resolution::RULE,
    &uncited_note::RULE,
    &undefined_answer::RULE,
    &unequal_parts::RULE,
    &unordered::RULE,
    &unreachable::RULE,
    &untranslated_text::RULE,
    &unused_condition::RULE,
];

/// All rules that only point at what is worth a look, by code.
pub const SUGGESTIONS: [&Rule; 3] = [
    &suggest::lone_yes::RULE,
    &suggest::odd_one_out::RULE,
    &suggest::one_sided_term::RULE,
];

/// The findings of all rules, with the severities of `lint.yaml` and less those that it allows;
/// with `suggest` those of [`SUGGESTIONS`], too.
pub fn lint(loaded: &Loaded, suggest: bool) -> Vec<Diagnostic> {
    let subject = Subject::new(loaded);
    let rules = RULES.into_iter();
    let is_wanted = |rule: &&Rule| suggest || is_raised(loaded, rule);
    let rules = rules.chain(SUGGESTIONS.into_iter().filter(is_wanted));
    let found = rules.flat_map(|rule| {
        let found = (rule.check)(&subject).into_iter();
        found.map(|finding| Diagnostic {
            severity: rule.severity,
            ..finding
        })
    });
    let mut found = allowed(&subject, found.collect(), suggest);
    for finding in &mut found {
        if let Some((severity, _)) = subject.dataset.severities.get(finding.code) {
            finding.severity = *severity;
        }
    }
    found
}

/// Whether `lint.yaml` makes more of a suggestion.
fn is_raised(loaded: &Loaded, rule: &Rule) -> bool {
    let severity = loaded.dataset.severities.get(rule.code);
    severity.is_some_and(|(severity, _)| *severity != Severity::Suggestion)
}

/// The findings less those that are allowed, and what is wrong with the allowances themselves.
/// An allowance of a suggestion is not judged where nothing was suggested.
fn allowed(subject: &Subject<'_>, mut found: Vec<Diagnostic>, suggest: bool) -> Vec<Diagnostic> {
    let mut stale = stale_allowance::unknown_rules(subject.dataset);
    let mut seen = HashSet::new();
    for allowance in &subject.dataset.allowances {
        if !seen.insert((&allowance.rule, &allowance.of)) {
            stale.push(stale_allowance::repeated(allowance));
            continue;
        }
        let before = found.len();
        found.retain(|finding| finding.code != allowance.rule || finding.about != allowance.of);
        let is_judged = suggest || !SUGGESTIONS.iter().any(|rule| rule.code == allowance.rule);
        if found.len() == before && is_judged {
            stale.push(stale_allowance::finding(allowance));
        }
    }
    found.extend(stale);
    found
}
