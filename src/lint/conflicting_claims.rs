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

    # facts/standard.yaml
    material/acrylic: {at: 413, laser-cutter: no}
    # facts/handbook.yaml
    material/acrylic: {at: 345, laser-cutter: yes}

Say in `facts/resolutions.yaml` which source is taken and why; or mend the claim that is wrong, or
narrow its editions or its condition.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    crate::load::conflicts(subject.dataset)
}
