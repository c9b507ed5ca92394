//! An invariant of the dataset that some figure's answers break.

use super::invariants::Broken;
use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::LanguageIx;
use indexmap::IndexMap;

/// The rule.
pub const RULE: Rule = Rule {
    code: "broken-invariant",
    severity: Severity::Error,
    is_fixed: false,
    title: "answers that an invariant forbids together",
    explanation: "\
`invariants.yaml` holds implications between questions that hold for every figure: what must not run
with somebody beside it must not run unattended. Some figure's answers break one in a selection that
shows both.

    alone-before-unattended:
      if: {work/alone: [no, n/a]}
      then: {work/unattended: [no, n/a]}

Mend the answer that is wrong; or, where the figure really is an exception, list it under `except`
with the reason. What some editions change ends with `when: not edition NEW` beside `if`.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    // An answer with an `else` is several claims in one place: what they break is said once.
    let mut by_places: IndexMap<_, Vec<Broken<'_>>> = IndexMap::new();
    for broken in super::broken(subject) {
        if broken.exception.is_none() {
            let premises = broken.premises.iter().map(|claim| &claim.place);
            let places: Vec<_> = premises.chain([&broken.conclusion.place]).collect();
            let key = (broken.id, broken.figure, places);
            by_places.entry(key).or_default().push(broken);
        }
    }
    let groups = by_places.into_values();
    let smallest = groups.filter_map(|group| {
        let group = group
            .into_iter()
            .map(|broken| (broken.when.clone(), broken));
        subject.smallest(group)
    });
    smallest
        .map(|(witness, broken)| finding(subject, &broken, &witness))
        .collect()
}

fn finding(subject: &Subject<'_>, broken: &Broken<'_>, witness: &str) -> Diagnostic {
    let because = broken.invariant.because.get(LanguageIx(0)).1;
    let because = because.plain(&super::nothing(subject.dataset));
    let message = format!("`{}` breaks the invariant `{}`", broken.figure, broken.id);
    let mut diagnostic = Diagnostic::new(RULE.code, message, broken.conclusion.place.clone())
        .label(format!("{} here", broken.conclusion.answer));
    for premise in &broken.premises {
        let label = format!("but {} here", premise.answer);
        diagnostic = diagnostic.also(premise.place.clone(), label);
    }
    diagnostic
        .about(format!("{} {}", broken.id, broken.figure))
        .also(broken.invariant.place.clone(), "the invariant")
        .note(because)
        .note(format!("both hold in {witness}"))
        .help("mend the wrong answer, or list the figure under `except` with the reason")
}
