//! An allowance that matches no finding.

use crate::diagnostic::Diagnostic;
use crate::model::Allowance;

use super::Rule;

/// The rule. It looks at the findings of the others, so that its own check finds nothing.
pub const RULE: Rule = Rule {
    code: "stale-allowance",
    title: "an allowance that matches no finding",
    explanation: "\
`lint.yaml` allows a finding that there is not, or not any more. An allowance that matches nothing
would hide the next mistake.

Remove the allowance.
",
    check: |_| Vec::new(),
};

/// The finding that `allowance` matches nothing.
pub fn finding(allowance: &Allowance) -> Diagnostic {
    let Allowance { rule, of, .. } = allowance;
    let message = format!("there is no finding of `{rule}` about `{of}` to allow");
    Diagnostic::new(RULE.code, message, allowance.place.clone())
        .about(of.clone())
        .help("remove the allowance")
}
