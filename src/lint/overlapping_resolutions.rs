//! Two resolutions for one cell that apply together and take different sources.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::logic::Condition;

/// The rule.
pub const RULE: Rule = Rule {
    code: "overlapping-resolutions",
    severity: Severity::Error,
    is_fixed: false,
    title: "two resolutions take different sources",
    explanation: "\
Two resolutions of one cell apply in the same selection and take different sources, so that their
order in the file would decide.

Give them conditions that exclude each other, or remove one.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (cell, shown) in super::cells(subject) {
        let resolutions = super::resolutions(subject.dataset, &cell);
        for (at, one) in resolutions.iter().enumerate() {
            for other in resolutions[at + 1..].iter().filter(|o| o.take != one.take) {
                let both = [shown.clone(), one.when.clone(), other.when.clone()];
                if let Some(witness) = subject.witness(&Condition::and(both)) {
                    let (question, figure) = &cell;
                    let message =
                        format!("two resolutions for `{question}` and `{figure}` overlap");
                    found.push(
                        Diagnostic::new(RULE.code, message, one.place.clone())
                            .label(format!("takes `{}`", one.take))
                            .also(other.place.clone(), format!("takes `{}`", other.take))
                            .note(format!("both apply in {witness}"))
                            .about(format!("{question} {figure}"))
                            .help("give them conditions that exclude each other"),
                    );
                }
            }
        }
    }
    found
}
