//! An allowance that matches no finding.

use super::{RULES, Rule, SUGGESTIONS};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Allowance, Dataset};
use crate::nearest::did_you_mean;

/// The rule. It looks at the findings of the others, so that its own check finds nothing.
pub const RULE: Rule = Rule {
    code: "stale-allowance",
    severity: Severity::Warning,
    is_fixed: false,
    title: "an allowance that matches no finding",
    explanation: "\
`lint.yaml` allows a finding that there is not, or not any more. An allowance that matches nothing
would hide the next mistake. Or `severities` names a rule that does not exist.

    allow:
      - rule: hidden-note
        of: a-note-that-is-shown-now
        because: {en: …}

Remove the allowance.
",
    check: |_| Vec::new(),
};

/// The rules that `lint.yaml` names and that do not exist.
pub fn unknown_rules(dataset: &Dataset) -> Vec<Diagnostic> {
    let known = || RULES.into_iter().chain(SUGGESTIONS).map(|rule| rule.code);
    let named = dataset.severities.iter();
    let named = named.filter(|(rule, _)| !known().any(|code| code == rule.as_str()));
    let findings = named.map(|(rule, (_, place))| {
        let help = did_you_mean(rule, known());
        let help = help.unwrap_or_else(|| "`rulegrid explain` lists all rules".to_owned());
        Diagnostic::new(
            RULE.code,
            format!("there is no rule `{rule}`"),
            place.clone(),
        )
        .about(rule.as_str())
        .help(help)
    });
    findings.collect()
}

/// The finding that `allowance` says again what one above it says.
pub fn repeated(allowance: &Allowance) -> Diagnostic {
    let Allowance { rule, of, .. } = allowance;
    let message = format!("the finding of `{rule}` about `{of}` is allowed twice");
    warning(message, allowance)
}

/// The finding that `allowance` matches nothing.
pub fn finding(allowance: &Allowance) -> Diagnostic {
    let Allowance { rule, of, .. } = allowance;
    let message = format!("there is no finding of `{rule}` about `{of}` to allow");
    warning(message, allowance)
}

fn warning(message: String, allowance: &Allowance) -> Diagnostic {
    let mut finding = Diagnostic::new(RULE.code, message, allowance.place.clone());
    finding.severity = RULE.severity;
    finding
        .about(allowance.of.clone())
        .help("remove the allowance")
}
