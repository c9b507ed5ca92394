//! A text whose conditional parts are not the same in every language.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::logic::{Condition, Variable};
use crate::model::{Selection, Text};

/// The rule.
pub const RULE: Rule = Rule {
    code: "unequal-parts",
    severity: Severity::Error,
    is_fixed: false,
    title: "a text says something under a condition in one language only",
    explanation: "\
In one language a part of the text depends on elements, in another no part depends on the same
elements in the same way: their readers learn different things. Words that follow the edition do not
count; languages differ in them.

    en: \"Dry{if coolant}, or with coolant{/if}.\"
    de: \"Trocken.\"

Give every language the same parts.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let dataset = subject.dataset;
    let everything = super::everything(dataset);
    let mut found = Vec::new();
    for text in super::texts(subject) {
        let mut languages = dataset.languages().filter_map(|(ix, language)| {
            let own = text.text.exactly(ix)?;
            Some((ix, &language.code, conditions(own, &everything)))
        });
        let Some((_, first, expected)) = languages.next() else {
            continue;
        };
        for (ix, code, own) in languages {
            let same =
                |a: &Condition, b: &Condition| subject.implies(a, b) && subject.implies(b, a);
            let within = |some: &[Condition], all: &[Condition]| {
                some.iter().all(|a| all.iter().any(|b| same(a, b)))
            };
            if !within(&own, &expected) || !within(&expected, &own) {
                let message = format!(
                    "{} has other conditional parts in `{code}` than in `{first}`",
                    text.what
                );
                found.push(
                    Diagnostic::new(RULE.code, message, text.text.place(ix).clone())
                        .about(text.what.clone())
                        .help("give every language the same parts"),
                );
            }
        }
    }
    found
}

/// The conditions on parts of `text` that are about elements.
fn conditions(text: &Text, everything: &Selection) -> Vec<Condition> {
    let mut found = Vec::new();
    text.conditional_parts(everything, &mut |when, _| {
        let mut is_about_elements = false;
        when.variables(&mut |variable| {
            is_about_elements |= matches!(variable, Variable::Element(_));
        });
        if is_about_elements {
            found.push(when.clone());
        }
    });
    found
}
