//! Two claims for one cell that can hold together and differ, where no resolution decides.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};

/// The rule.
pub const RULE: Rule = Rule {
    code: "conflicting-claims",
    severity: Severity::Error,
    is_fixed: false,
    title: "sources differ and no resolution decides",
    explanation: "\
Two claims for one cell hold in the same selection and give different answers. There is no order of
precedence between sources: a reader would see one of them without knowing that the other exists.

    # facts/wiki-ro.yaml
    place/acrobat-space: {at: 413, phantom: no}
    # facts/wiki-fr.yaml
    place/acrobat-space: {at: 345, phantom: yes}

Say in `facts/resolutions.yaml` which source is taken and why; or mend the claim that is wrong, or
narrow its editions or its condition.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    crate::load::conflicts(subject.dataset)
}
