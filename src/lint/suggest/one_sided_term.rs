//! A term that one language's text has and another's has not.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};

/// The rule.
pub const RULE: Rule = Rule {
    code: "one-sided-term",
    severity: Severity::Suggestion,
    is_fixed: false,
    title: "a term that stands in one language only",
    explanation: "\
A text names a term in its first language and not in another that has this term, too. Often the other
language says it in another way; sometimes the word was typed instead of the term, and does not
follow the edition.

    en: \"{Extractor.many} run on.\"
    de: \"Absaugungen laufen nach.\"     # in R1: Sauger

Write the term, or leave it.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let languages: Vec<_> = subject.dataset.languages().collect();
    let Some(((first, _), others)) = languages.split_first() else {
        return Vec::new();
    };
    let texts = super::super::texts(subject);
    let used = |ix| {
        let terms = texts.iter().filter_map(move |text| text.text.exactly(ix));
        terms
            .flat_map(|text| &text.terms)
            .collect::<std::collections::BTreeSet<_>>()
    };
    let mut found = Vec::new();
    for (ix, language) in others {
        let known = used(*ix);
        for text in &texts {
            let (Some(one), Some(other)) = (text.text.exactly(*first), text.text.exactly(*ix))
            else {
                continue;
            };
            let missing = one.terms.difference(&other.terms);
            let missing: Vec<_> = missing.filter(|term| known.contains(term)).collect();
            for term in missing {
                let code = &language.code;
                let message = format!("{} does not name the term `{term}` in `{code}`", text.what);
                let diagnostic = Diagnostic::new(RULE.code, message, text.text.place(*ix).clone());
                found.push(
                    diagnostic
                        .about(format!("{} {term} ({code})", text.what))
                        .help("write the term if its word stands there, else leave it"),
                );
            }
        }
    }
    found
}
