//! Classes that nobody knows: misspelt, or torn apart by white space.

use super::{Subject, each_attributes};
use crate::diagnostic::Diagnostic;
use crate::nearest::did_you_mean;
use crate::wiki::classes::Class;
use std::collections::HashSet;

/// Every class that is not known, with the nearest known ones.
pub fn check(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let vocabulary = subject.vocabulary;
    let mut used: HashSet<&str> = HashSet::new();
    let mut unknown = Vec::new();
    each_attributes(&subject.page.nodes, &mut |attributes| {
        let classes = vocabulary.classes(subject.page, attributes).all;
        for (at, (range, class)) in classes.iter().enumerate() {
            let word = subject.page.at(range);
            if *class != Class::Unknown {
                used.insert(word);
                continue;
            }
            // `mark WE` is one finding, about both words.
            let before = at.checked_sub(1).and_then(|at| classes.get(at));
            if before.is_some_and(|(before, class)| {
                *class == Class::Unknown && is_torn(subject, subject.page.at(before), word)
            }) {
                continue;
            }
            let next = classes.get(at + 1).map(|(next, _)| next.clone());
            unknown.push((range.clone(), next));
        }
    });
    let mut names: Vec<String> = vocabulary.names().collect();
    names.extend(used.iter().map(|word| (*word).to_owned()));
    names.sort_unstable();
    names.dedup();
    let found = unknown.into_iter().map(|(range, next)| {
        let word = subject.page.at(&range);
        if let Some(next) = next.filter(|next| is_torn(subject, word, subject.page.at(next))) {
            let whole = range.start..next.end;
            let message = format!(
                "white space tears the class `{}` apart",
                subject.page.at(&whole)
            );
            let help = format!("write `{word}{}`", subject.page.at(&next));
            return subject.found("torn-class", message, &whole).help(help);
        }
        let message = format!("there is no class `{word}`");
        let mut finding = subject.found("unknown-class", message, &range);
        let known = names.iter().map(String::as_str);
        finding.help = did_you_mean(word, known).or_else(|| {
            let help = "if pages may have it, add it to the classes in the dataset's wiki.yaml";
            Some(help.to_owned())
        });
        finding
    });
    found.collect()
}

/// Whether two words are a known class together.
fn is_torn(subject: &Subject<'_, '_, '_>, one: &str, other: &str) -> bool {
    subject.vocabulary.class(&format!("{one}{other}")) != Class::Unknown
}
