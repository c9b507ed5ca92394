//! A sentence that stands in one language as it stands in another.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};

/// The rule.
pub const RULE: Rule = Rule {
    code: "untranslated-text",
    severity: Severity::Error,
    is_fixed: false,
    title: "a sentence left untranslated",
    explanation: "\
A sentence of at least four words is the same in two languages: it was copied and not translated.
Names and short terms that languages share do not count.

    en: The guard stays on until the blade stands still.
    de: The guard stays on until the blade stands still.

Translate it, or leave the language out until somebody does.
",
    check,
};

/// How many words a sentence has at least that two languages cannot share by chance, and how many
/// of them begin with a small letter, as those of names do not.
const FEWEST_WORDS: usize = 4;
const FEWEST_SMALL: usize = 3;

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let dataset = subject.dataset;
    let everything = super::everything(dataset);
    let mut found = Vec::new();
    let texts = super::texts(subject).into_iter();
    for text in texts.chain(super::texts_of_faq(dataset)) {
        let mut earlier: Vec<(&str, Vec<String>)> = Vec::new();
        for (ix, language) in dataset.languages() {
            let Some(own) = text.text.exactly(ix) else {
                continue;
            };
            let own = sentences(&own.plain(&everything));
            for (code, others) in &earlier {
                let Some(same) = own.iter().find(|own| others.contains(own)) else {
                    continue;
                };
                let message = format!(
                    "{} says “{same}” in `{}` as in `{code}`",
                    text.what, language.code
                );
                let diagnostic = Diagnostic::new(RULE.code, message, text.text.place(ix).clone());
                let diagnostic = diagnostic.about(text.what.clone());
                found.push(diagnostic.help(format!("translate it into `{}`", language.code)));
            }
            earlier.push((&language.code, own));
        }
    }
    found
}

/// The sentences of a text that are long enough to tell languages apart.
fn sentences(text: &str) -> Vec<String> {
    let all = text.split(['.', '!', '?', ';', ':', '\n']);
    let all = all.map(|sentence| sentence.split_whitespace().collect::<Vec<_>>());
    let is_small = |word: &&&str| word.starts_with(char::is_lowercase);
    let long = all.filter(|words| {
        words.len() >= FEWEST_WORDS && words.iter().filter(is_small).count() >= FEWEST_SMALL
    });
    long.map(|words| words.join(" ")).collect()
}
