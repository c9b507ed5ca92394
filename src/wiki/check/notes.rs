//! Footnotes: cited and not defined, defined twice or for nobody, without a list, and links back to
//! their uses that do not fit these.

use super::Subject;
use crate::diagnostic::Diagnostic;
use crate::logic::Condition;
use crate::nearest::did_you_mean;
use crate::wiki::sheet::{Citation, Definition};
use indexmap::IndexMap;
use std::ops::Range;

/// After so many findings no more names are looked for that may have been meant.
const MOST_ADVICE: usize = 200;

/// Everything that is wrong with footnotes, list by list.
pub fn check(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut lists: IndexMap<usize, Vec<&Citation>> = IndexMap::new();
    for citation in &subject.sheet.citations {
        lists.entry(citation.list).or_default().push(citation);
    }
    for (list, citations) in &lists {
        if *list >= subject.sheet.lists {
            let first = &citations[0].range;
            let message = "no list of footnotes stands behind this one";
            let finding = subject.found("no-list", message, first);
            found.push(finding.help("write `<references />` behind it, where readers look for it"));
        }
        let mut named: IndexMap<&str, Vec<&Citation>> = IndexMap::new();
        for citation in citations {
            match &citation.name {
                Some(name) => named.entry(name).or_default().push(citation),
                None => found.extend(unnamed(subject, citation)),
            }
        }
        let known = || {
            named
                .iter()
                .filter(|(_, uses)| uses.iter().any(|it| it.definition.is_some()))
        };
        for (name, uses) in &named {
            let defined = uses.iter().filter(|citation| citation.definition.is_some());
            let defined: Vec<_> = defined.collect();
            match defined.as_slice() {
                [] => {
                    let names = known().map(|(name, _)| *name);
                    let near = (found.len() < MOST_ADVICE).then(|| did_you_mean(name, names));
                    found.push(undefined(subject, name, uses[0], near.flatten()));
                }
                [first, others @ ..] => {
                    let twice = others
                        .iter()
                        .map(|other| defined_twice(subject, name, first, other));
                    found.extend(twice);
                    found.extend(of_definition(subject, name, first, uses));
                }
            }
        }
    }
    found
}

fn undefined(
    subject: &Subject<'_, '_, '_>,
    name: &str,
    first: &Citation,
    near: Option<String>,
) -> Diagnostic {
    let message = format!("the footnote `{name}` is cited and never defined");
    let finding = subject.found("undefined-note", message, &first.range);
    let otherwise = || "write what it says where it is first cited in this table".to_owned();
    finding.help(near.unwrap_or_else(otherwise))
}

fn defined_twice(
    subject: &Subject<'_, '_, '_>,
    name: &str,
    first: &Citation,
    other: &Citation,
) -> Diagnostic {
    let message = format!("the footnote `{name}` is defined twice");
    let finding = subject.found("repeated-note", message, &other.range);
    finding
        .also(subject.place(&first.range), "first here")
        .help(format!("write `<ref name=\"{name}\" />`, or another name"))
}

/// A footnote without a name: it is used once, and says something.
fn unnamed(subject: &Subject<'_, '_, '_>, citation: &Citation) -> Vec<Diagnostic> {
    let Some(definition) = &citation.definition else {
        let message = "this footnote has neither a name nor a text";
        let finding = subject.found("undefined-note", message, &citation.range);
        return vec![finding.help("write what it says, or the name of one that says it")];
    };
    definition_itself(subject, "", citation, definition, &[citation])
}

fn of_definition(
    subject: &Subject<'_, '_, '_>,
    name: &str,
    defined: &Citation,
    uses: &[&Citation],
) -> Vec<Diagnostic> {
    let Some(definition) = &defined.definition else {
        return Vec::new();
    };
    let uses: Vec<_> = uses
        .iter()
        .copied()
        .filter(|citation| !citation.is_in_list)
        .collect();
    if uses.is_empty() {
        let message = format!("the footnote `{name}` is defined and never cited");
        let finding = subject.found("uncited-note", message, &defined.range);
        return vec![finding.help("cite it, or remove it")];
    }
    definition_itself(subject, name, defined, definition, &uses)
}

/// What a definition says of its uses.
fn definition_itself(
    subject: &Subject<'_, '_, '_>,
    name: &str,
    citation: &Citation,
    definition: &Definition,
    uses: &[&Citation],
) -> Vec<Diagnostic> {
    if definition.text.trim().is_empty() {
        let message = "this footnote says nothing";
        let finding = subject.found("undefined-note", message, &citation.range);
        return vec![finding.help("write what it says")];
    }
    let mut found: Vec<_> = hidden_uses(subject, definition, uses);
    found.extend(back_links(subject, name, definition, uses));
    found
}

/// Uses that lead nowhere, since the footnote is not shown with them.
fn hidden_uses(
    subject: &Subject<'_, '_, '_>,
    definition: &Definition,
    uses: &[&Citation],
) -> Vec<Diagnostic> {
    let vocabulary = subject.vocabulary;
    let hidden = uses
        .iter()
        .filter(|citation| !vocabulary.implies(&citation.context, &definition.when));
    let found = hidden.map(|citation| {
        let message = "this footnote may be hidden where it is cited";
        let shown = vocabulary.written(&definition.when);
        let finding = subject.found("note-condition", message, &citation.range);
        finding
            .also(
                subject.place(&definition.range),
                format!("it is shown only with: {shown}"),
            )
            .note(format!(
                "it is cited with: {}",
                vocabulary.written(&citation.context)
            ))
            .help("let it be shown wherever it is cited, or cite it under its condition")
    });
    found.collect()
}

/// The links back to the uses of a footnote: numbered from 0 in the order of the uses, and each
/// shown when its use is.
fn back_links(
    subject: &Subject<'_, '_, '_>,
    name: &str,
    definition: &Definition,
    uses: &[&Citation],
) -> Vec<Diagnostic> {
    let links = &definition.back_links;
    let found = |message: String, range| subject.found("back-links", message, range);
    if links.is_empty() {
        let is_short = uses.len() < 2;
        let what = format!(
            "the footnote `{name}` is used {} times and has no links back",
            uses.len()
        );
        let help = "list a class for each use, the first with `_0` at its end";
        let missing = (!is_short).then(|| found(what, &definition.range).help(help));
        return missing.into_iter().collect();
    }
    // Where the footnote is hidden, so are its links.
    let within =
        |condition: &Condition| Condition::and([definition.when.clone(), condition.clone()]);
    let fits = |when: &Condition, citation: &Citation| {
        let vocabulary = subject.vocabulary;
        vocabulary.is_equal(&within(when), &within(&citation.context))
    };
    if links.len().saturating_mul(uses.len()) > MOST_PAIRS {
        let message = "this footnote has more uses than anybody could follow";
        return vec![found(message.to_owned(), &definition.range).help("divide it")];
    }
    let mut left: Vec<_> = links.iter().collect();
    let mut open = Vec::new();
    let mut shifted = Vec::new();
    for (number, citation) in uses.iter().enumerate() {
        let fitting = |link: &&Link| fits(&link.1, citation);
        let own = left
            .iter()
            .position(|link| link.0 == number && fitting(link));
        let Some(at) = own.or_else(|| left.iter().position(fitting)) else {
            open.push((number, *citation));
            continue;
        };
        let link = left.remove(at);
        if link.0 != number {
            shifted.push((number, link));
        }
    }
    let mut all = Vec::new();
    left.retain(|link| {
        let same = open.iter().position(|(number, _)| *number == link.0);
        let citation = same.map(|at| open.remove(at).1);
        let wrong = citation.map(|citation| wrong_link(subject, link, citation));
        let is_told = wrong.is_some();
        all.extend(wrong);
        !is_told
    });
    let is_whole = left.is_empty() && open.is_empty();
    for (number, (known, _, range)) in shifted.into_iter().filter(|_| is_whole) {
        let message = format!("this link back is number {known}, its use is number {number}");
        all.push(found(message, range).help("number the links in the order of the uses, from 0"));
    }
    for (_, _, range) in left {
        let message = format!("`{}` leads back to no use", subject.page.at(range));
        all.push(found(message, range).help("remove it, or cite the footnote there"));
    }
    if let Some((number, first)) = open.first() {
        let message = match open.len() {
            1 => format!("no link leads back to the use number {number} of this footnote"),
            count => format!("no links lead back to {count} uses of this footnote"),
        };
        let finding = found(message, &definition.range);
        let finding = finding.also(subject.place(&first.range), format!("use number {number}"));
        all.push(finding.help(format!(
            "add a class for each, here one that ends in `_{number}`"
        )));
    }
    all
}

/// How many pairs of uses and links are compared.
const MOST_PAIRS: usize = 100_000;

/// A link back: its number, its condition and its place.
type Link = (usize, Condition, Range<usize>);

/// A link that is shown under another condition than its use.
fn wrong_link(
    subject: &Subject<'_, '_, '_>,
    (_, _, range): &Link,
    citation: &Citation,
) -> Diagnostic {
    let message = format!("`{}` is not shown when its use is", subject.page.at(range));
    let finding = subject.found("back-links", message, range);
    let shown = subject.vocabulary.written(&citation.context);
    let label = format!("the use is shown with: {shown}");
    finding
        .also(subject.place(&citation.range), label)
        .help("give it the condition of its use")
}
