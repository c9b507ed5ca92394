//! Classes that nobody knows: misspelt, or torn apart by white space.

use super::{Subject, each_attributes};
use crate::diagnostic::Diagnostic;
use crate::nearest::did_you_mean;
use crate::wiki::classes::Class;
use crate::wiki::markup::Node;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// For so many unknown classes the nearest known ones are looked for.
const MOST_ADVICE: usize = 500;

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
    let mut advice: HashMap<&str, Option<String>> = HashMap::new();
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
        let near = match advice.get(word) {
            Some(near) => near.clone(),
            None if advice.len() < MOST_ADVICE => did_you_mean(word, known),
            None => None,
        };
        advice.insert(word, near.clone());
        finding.help = near.or_else(|| {
            let help = "if pages may have it, add it to the classes in the dataset's wiki.yaml";
            Some(help.to_owned())
        });
        finding
    });
    let mut found: Vec<_> = found.collect();
    outside(subject, &subject.page.nodes, &mut found);
    found
}

/// Classes that stand in running text, since the attribute ended too early.
fn outside(subject: &Subject<'_, '_, '_>, nodes: &[Node], found: &mut Vec<Diagnostic>) {
    for node in nodes {
        match node {
            Node::Element(element) => outside(subject, &element.children, found),
            Node::Table(table) => {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    outside(subject, &cell.content, found);
                }
            }
            Node::Text(range) => found.extend(outside_in(subject, range)),
            Node::Template(_) | Node::Link(_) => {}
        }
    }
}

/// The first class in a text, and how many follow it.
fn outside_in(subject: &Subject<'_, '_, '_>, range: &Range<usize>) -> Option<Diagnostic> {
    let text = subject.page.at(range);
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '>' | '\''));
    let mut classes = words.filter(|word| subject.vocabulary.says_when(word));
    let first = classes.next()?;
    let start = range.start + (first.as_ptr() as usize - text.as_ptr() as usize);
    let message = match classes.count() {
        0 => format!("the class `{first}` stands in the text"),
        more => format!("the class `{first}` and {more} more stand in the text"),
    };
    let finding = subject.found("class-in-text", message, &(start..start + first.len()));
    Some(finding.help("put it into the quotes of the attribute `class`"))
}

/// Whether two words are a known class together.
fn is_torn(subject: &Subject<'_, '_, '_>, one: &str, other: &str) -> bool {
    subject.vocabulary.class(&format!("{one}{other}")) != Class::Unknown
}
