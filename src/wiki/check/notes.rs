//! Footnotes: cited and not defined, defined twice or for nobody, without a list, and links back to
//! their uses that do not fit these.

use super::{Subject, warning};
use crate::diagnostic::Diagnostic;
use crate::logic::Condition;
use crate::nearest::did_you_mean;
use crate::wiki::facts;
use crate::wiki::sheet::{Citation, Definition};
use indexmap::IndexMap;
use std::collections::BTreeSet;
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
        if *list >= subject.sheet.lists.len() {
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
    found.extend(idle(subject, citation, definition, uses));
    found.extend(back_links(subject, name, citation, definition, uses));
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

/// A footnote that is shown while nothing cites it which is shown.
fn idle(
    subject: &Subject<'_, '_, '_>,
    citation: &Citation,
    definition: &Definition,
    uses: &[&Citation],
) -> Option<Diagnostic> {
    let vocabulary = subject.vocabulary;
    let list = subject.sheet.lists.get(citation.list)?;
    let shown = facts::idle(vocabulary, list, definition, uses)?;
    let message = "this footnote may be shown while nothing that is shown cites it";
    let finding = warning(subject.found("idle-note", message, &definition.range));
    let finding = match vocabulary.example(&shown) {
        Some(example) => finding.note(format!("for example with: {example}")),
        None => finding,
    };
    let contexts: BTreeSet<&Condition> = uses.iter().map(|it| &it.context).collect();
    let right = (contexts.len() <= MOST_ADVISED).then(|| {
        let right = vocabulary.beyond(&vocabulary.some_of(contexts), list);
        vocabulary.class_for(&right)
    });
    let right = right.flatten().filter(|class| class.len() <= LONGEST_CLASS);
    Some(finding.help(match right {
        Some(class) => format!("write `{class}`, or cite it where it is missing"),
        None => "give it the condition of its uses, or cite it where it is missing".to_owned(),
    }))
}

/// For more uses than that no class is advised.
const MOST_ADVISED: usize = 24;
/// A longer class is no advice.
const LONGEST_CLASS: usize = 200;

/// The links back to the uses of a footnote: numbered from 0 in the order of the uses, and each
/// shown when its use is. All that is wrong with them is one finding, with the list that is right.
fn back_links(
    subject: &Subject<'_, '_, '_>,
    name: &str,
    citation: &Citation,
    definition: &Definition,
    uses: &[&Citation],
) -> Option<Diagnostic> {
    let links = &definition.back_links;
    if links.is_empty() && uses.len() < 2 {
        return None;
    }
    if links.len().saturating_mul(uses.len()) > MOST_PAIRS {
        let message = "this footnote has more uses than anybody could follow";
        let finding = subject.found("back-links", message, &definition.range);
        return Some(finding.help("divide it"));
    }
    // Where the footnote is hidden, so are its links; that it should be is told by itself.
    let list = subject.sheet.lists.get(citation.list);
    let idle = list.and_then(|list| facts::idle(subject.vocabulary, list, definition, uses));
    let not_idle = idle.map_or(Condition::True, Condition::negate);
    let shown = Condition::and([definition.when.clone(), not_idle]);
    let paired = paired(subject, definition, &shown, uses);
    let (message, place) = fault(subject, name, definition, uses, &paired)?;
    let finding = subject.found("back-links", message, &place);
    let finding = match paired.open.first() {
        Some(number) => {
            let shown = subject.vocabulary.written(&uses[*number].context);
            let label = format!("use number {number}, shown with: {shown}");
            finding.also(subject.place(&uses[*number].range), label)
        }
        None => finding,
    };
    let listed = if uses.len() <= MOST_LISTED {
        uses.len()
    } else {
        0
    };
    let right: Option<Vec<_>> = (0..listed)
        .map(|number| right_link(subject, definition, uses[number], number, &paired))
        .collect();
    Some(finding.help(match right.filter(|right| !right.is_empty()) {
        Some(right) => format!("for its uses, in their order, write `{}`", right.join(" ")),
        None => "list a class for each use, the first with `_0` at its end".to_owned(),
    }))
}

/// How many pairs of uses and links are compared.
const MOST_PAIRS: usize = 100_000;
/// So many links are written out as advice.
const MOST_LISTED: usize = 60;

/// Which links and uses belong together, all as positions.
struct Paired {
    /// For each use, the link that leads to it.
    links: Vec<Option<usize>>,
    /// Uses to which no link leads.
    open: Vec<usize>,
    /// Links that lead to no use.
    left: Vec<usize>,
}

/// Pairs links with uses that have their condition, as far as `shown` holds; the one with the right
/// number first.
fn paired(
    subject: &Subject<'_, '_, '_>,
    definition: &Definition,
    shown: &Condition,
    uses: &[&Citation],
) -> Paired {
    let within = |condition: &Condition| Condition::and([shown.clone(), condition.clone()]);
    let links = &definition.back_links;
    let mut left: Vec<usize> = (0..links.len()).collect();
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (number, citation) in uses.iter().enumerate() {
        let context = within(&citation.context);
        let is_fitting = |link: &usize| {
            subject
                .vocabulary
                .is_equal(&within(&links[*link].1), &context)
        };
        let own = left
            .iter()
            .position(|link| links[*link].0 == number && is_fitting(link));
        let at = own.or_else(|| left.iter().position(is_fitting));
        if at.is_none() {
            open.push(number);
        }
        found.push(at.map(|at| left.remove(at)));
    }
    Paired {
        links: found,
        open,
        left,
    }
}

/// What is wrong with the links back, and where; `None` where nothing is.
fn fault(
    subject: &Subject<'_, '_, '_>,
    name: &str,
    definition: &Definition,
    uses: &[&Citation],
    paired: &Paired,
) -> Option<(String, Range<usize>)> {
    let links = &definition.back_links;
    if links.is_empty() {
        let count = uses.len();
        let message = format!("the footnote `{name}` is used {count} times and has no links back");
        return Some((message, definition.range.clone()));
    }
    if let Some(left) = paired.left.first() {
        let (number, _, range) = &links[*left];
        let class = subject.page.at(range);
        let message = match paired.open.contains(number) {
            true => format!("`{class}` is not shown when its use is"),
            false => format!("`{class}` leads back to no use"),
        };
        return Some((message, range.clone()));
    }
    if let Some(first) = paired.open.first() {
        let message = match paired.open.len() {
            1 => format!("no link leads back to the use number {first} of this footnote"),
            count => format!("no links lead back to {count} uses of this footnote"),
        };
        return Some((message, definition.range.clone()));
    }
    let numbered = paired.links.iter().enumerate();
    let mut numbered = numbered.filter_map(|(number, link)| Some((number, &links[(*link)?])));
    let (number, (known, _, range)) = numbered.find(|(number, link)| link.0 != *number)?;
    let message = format!("this link back is number {known}, its use is number {number}");
    Some((message, range.clone()))
}

/// The class that leads back to a use: the one that is there, with its right number, or a new one.
/// `None` where no class says when the use is shown.
fn right_link(
    subject: &Subject<'_, '_, '_>,
    definition: &Definition,
    citation: &Citation,
    number: usize,
    paired: &Paired,
) -> Option<String> {
    let vocabulary = subject.vocabulary;
    let known = paired.links[number].map(|link| &definition.back_links[link].2);
    let words = match known {
        Some(range) => {
            let class = subject.page.at(range);
            class
                .rsplit_once('_')
                .map_or(class, |(words, _)| words)
                .to_owned()
        }
        None => {
            let context = vocabulary.on_pages(&citation.context);
            vocabulary.class_for(&vocabulary.beyond(&context, &definition.when))?
        }
    };
    Some(format!("{words}_{number}"))
}
