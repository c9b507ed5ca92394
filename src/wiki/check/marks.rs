//! Marks at odds with the editions that elements were published for: what is shown only with
//! elements that an edition lacks is adapted there. Where that depends on what else is selected,
//! parts with the same condition are compared with each other.

use super::{Subject, warning};
use crate::diagnostic::Diagnostic;
use crate::logic::{Condition, Variable};
use crate::model::ElementIx;
use crate::nearest::listed;
use crate::view::adapted;
use crate::wiki::classes::Editions;
use crate::wiki::facts::{Marks, marks};
use crate::wiki::sheet::{Citation, Marked};
use indexmap::IndexMap;
use std::collections::{BTreeSet, HashSet};

/// Every part and footnote whose marks are not those of its condition.
pub fn check(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let mut groups: IndexMap<&Condition, Vec<&Marked>> = IndexMap::new();
    for marked in &subject.sheet.marked {
        // What is always there is adapted with what is around it.
        if marked.own != Condition::True {
            groups.entry(&marked.own).or_default().push(marked);
        }
    }
    let mut found = Vec::new();
    for (condition, parts) in groups {
        // What is never shown is told as such.
        if subject.vocabulary.is_possible(condition) {
            found.extend(of_parts(subject, condition, &parts));
        }
    }
    found.extend(notes(subject));
    found
}

/// The marks that something has which is shown while `condition` holds.
fn expected(subject: &Subject<'_, '_, '_>, condition: &Condition) -> Marks {
    let vocabulary = subject.vocabulary;
    let adapted = adapted(vocabulary.dataset, condition);
    let mut marks = marks(vocabulary, condition, &adapted);
    // Where publications are not known, anything may be meant.
    let unknown = vocabulary.wiki.editions.iter().copied();
    let unknown = unknown.filter(|ix| !vocabulary.dataset.edition(*ix).1.publications_known);
    marks.sometimes.extend(unknown);
    marks
}

fn of_parts(
    subject: &Subject<'_, '_, '_>,
    condition: &Condition,
    parts: &[&Marked],
) -> Vec<Diagnostic> {
    let expected = expected(subject, condition);
    let (right, wrong): (Vec<&Marked>, Vec<&Marked>) =
        parts.iter().partition(|part| fits(part, &expected));
    let example = right.iter().find(|part| part.around.is_empty());
    let mut found: Vec<_> = wrong
        .into_iter()
        .map(|part| wrong_part(subject, condition, part, &expected, example.copied()))
        .collect();
    if let Some((first, others)) = right.split_first() {
        let differing = others.iter().filter(|part| !is_alike(part, first));
        found.extend(differing.map(|part| uneven(subject, part, first)));
    }
    found
}

/// Whether a part has the marks of its condition; it may repeat those of what is around it, or
/// leave them to that.
fn fits(part: &Marked, expected: &Marks) -> bool {
    let with_around: Editions = part.marks.union(&part.around).copied().collect();
    let allowed: Editions = expected.sometimes.union(&part.around).copied().collect();
    expected.always.is_subset(&with_around) && part.marks.is_subset(&allowed)
}

/// Whether two parts have the same marks but for those of what is around them.
fn is_alike(one: &Marked, other: &Marked) -> bool {
    let around: Editions = one.around.union(&other.around).copied().collect();
    let [one, other]: [Editions; 2] =
        [one, other].map(|part| part.marks.union(&around).copied().collect());
    one == other
}

fn classes(subject: &Subject<'_, '_, '_>, marks: &Editions) -> String {
    match marks.is_empty() {
        true => "no mark".to_owned(),
        false => format!("`{}`", subject.vocabulary.marks_for(marks).join(" ")),
    }
}

fn wrong_part(
    subject: &Subject<'_, '_, '_>,
    condition: &Condition,
    part: &Marked,
    expected: &Marks,
    example: Option<&Marked>,
) -> Diagnostic {
    let class = subject.page.at(&part.range);
    let has = classes(subject, &part.marks);
    let allowed: Editions = expected.sometimes.union(&part.around).copied().collect();
    let kept: Editions = part.marks.intersection(&allowed).copied().collect();
    let needed = expected.always.difference(&part.around).copied();
    let right: Editions = kept.iter().copied().chain(needed).collect();
    let missing = right.difference(&part.marks).copied().collect();
    let surplus = part.marks.difference(&right).copied().collect();
    let message = format!("`{class}` is marked wrongly: it has {has}");
    let finding = subject.found("wrong-marks", message, &part.range);
    let finding = match example {
        Some(example) => {
            let label = format!("here it has {}", classes(subject, &example.marks));
            finding.also(subject.place(&example.range), label)
        }
        None => finding,
    };
    warning(finding)
        .note(reasons(subject, condition, &missing, &surplus))
        .help(match right.is_empty() {
            true => format!("remove {has}"),
            false => format!("mark it {}", classes(subject, &right)),
        })
}

/// Why something has to be marked for the editions that are `missing`, and not for the `surplus`.
fn reasons(
    subject: &Subject<'_, '_, '_>,
    condition: &Condition,
    missing: &Editions,
    surplus: &Editions,
) -> String {
    let dataset = subject.vocabulary.dataset;
    let mut elements: BTreeSet<ElementIx> = BTreeSet::new();
    condition.variables(&mut |variable| {
        if let Variable::Element(element) = variable {
            elements.insert(element);
        }
    });
    let mut reasons: IndexMap<(bool, Vec<&str>), Vec<&str>> = IndexMap::new();
    for (editions, is_published) in [(missing, false), (surplus, true)] {
        for edition in editions {
            let known = elements.iter().map(|element| dataset.element(*element));
            let known = known.filter(|(_, it)| it.published.contains(edition) == is_published);
            let names = known.map(|(id, _)| id.as_str()).collect();
            let editions = reasons.entry((is_published, names)).or_default();
            editions.push(dataset.edition(*edition).0.as_str());
        }
    }
    let reasons = reasons.iter().map(|((is_published, names), editions)| {
        let not = if *is_published {
            ["not ", ""]
        } else {
            ["", "not "]
        };
        let adapted = format!("{}adapted in {}", not[0], listed(editions, "and"));
        match names.is_empty() {
            true => adapted,
            false => {
                let names = names.join(", ");
                format!(
                    "{adapted}, for which these were {}published: {names}",
                    not[1]
                )
            }
        }
    });
    reasons.collect::<Vec<_>>().join("; ")
}

/// Two parts with the same condition, of which either may be right.
fn uneven(subject: &Subject<'_, '_, '_>, part: &Marked, first: &Marked) -> Diagnostic {
    let class = subject.page.at(&part.range);
    let [here, there] = [part, first].map(|part| classes(subject, &part.marks));
    let message = format!("`{class}` has {here} here and {there} elsewhere");
    let finding = warning(subject.found("uneven-marks", message, &part.range));
    finding
        .also(subject.place(&first.range), format!("here it has {there}"))
        .note("what is adapted depends on the elements selected, so either may be meant")
        .help("mark it alike everywhere")
}

/// How many uses of a footnote are looked at.
const MOST_USES: usize = 200;

/// Footnotes that are marked less than their own condition says, or for editions for which
/// everything was published.
fn notes(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let mut uses: IndexMap<(usize, &str), Vec<&Citation>> = IndexMap::new();
    for citation in &subject.sheet.citations {
        if let Some(name) = citation.name.as_deref().filter(|_| !citation.is_in_list) {
            uses.entry((citation.list, name))
                .or_default()
                .push(citation);
        }
    }
    let mut found = Vec::new();
    let mut known: HashSet<(usize, &str)> = HashSet::new();
    let defined = subject.sheet.citations.iter();
    for citation in defined.filter(|citation| citation.definition.is_some()) {
        // A second definition is told as such.
        if let Some(name) = citation.name.as_deref()
            && !known.insert((citation.list, name))
        {
            continue;
        }
        let own = [citation];
        let uses = match &citation.name {
            Some(name) => uses.get(&(citation.list, name.as_str())).map(Vec::as_slice),
            None => Some(own.as_slice()),
        };
        if let Some(uses) = uses.filter(|uses| uses.len() <= MOST_USES) {
            found.extend(note(subject, citation, uses));
        }
    }
    found
}

fn note(
    subject: &Subject<'_, '_, '_>,
    citation: &Citation,
    uses: &[&Citation],
) -> Option<Diagnostic> {
    let definition = citation.definition.as_ref()?;
    let cited: BTreeSet<&Condition> = uses.iter().map(|it| &it.context).collect();
    let cited = Condition::or(cited.into_iter().cloned());
    let shown = Condition::and([definition.when.clone(), cited]);
    if definition.is_misspelt || !subject.vocabulary.is_possible(&shown) {
        return None;
    }
    let here = expected(subject, &shown);
    let own = expected(subject, &definition.when);
    let missing: Editions = here.always.difference(&definition.marks).copied().collect();
    let allowed: Editions = here.sometimes.union(&own.sometimes).copied().collect();
    let surplus: Editions = definition.marks.difference(&allowed).copied().collect();
    if missing.is_empty() && surplus.is_empty() {
        return None;
    }
    let has = classes(subject, &definition.marks);
    let message = format!("this footnote is marked wrongly: it has {has}");
    let finding = warning(subject.found("wrong-marks", message, &definition.range));
    let right: Editions = definition.marks.union(&missing).copied().collect();
    let right: Editions = right.difference(&surplus).copied().collect();
    let is_own = missing.is_subset(&own.always);
    let because = if is_own { &definition.when } else { &shown };
    Some(
        finding
            .note(reasons(subject, because, &missing, &surplus))
            .help(match right.is_empty() {
                true => format!("remove {has}"),
                false => format!("mark all of its text {}", classes(subject, &right)),
            }),
    )
}
