//! Marks that differ between parts with the same condition: such parts are adapted in the same
//! editions, or one of them is marked wrongly.

use super::{Subject, warning};
use crate::diagnostic::Diagnostic;
use crate::logic::Condition;
use crate::wiki::classes::Editions;
use crate::wiki::sheet::{Marked, Part};
use indexmap::IndexMap;

/// Every part whose marks are not those that parts with its condition mostly have.
pub fn check(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let mut groups: IndexMap<(Part, &Condition), Vec<&Marked>> = IndexMap::new();
    for marked in &subject.sheet.marked {
        // What is always there is adapted with what is around it.
        if marked.own != Condition::True {
            groups
                .entry((marked.part, &marked.own))
                .or_default()
                .push(marked);
        }
    }
    let mut found = Vec::new();
    for parts in groups.into_values() {
        let mut counts: IndexMap<&Editions, (usize, &Marked)> = IndexMap::new();
        for part in &parts {
            counts.entry(&part.marks).or_insert((0, part)).0 += 1;
        }
        // Of several equally frequent ones the first.
        let usual = counts.iter().rev().max_by_key(|(_, (count, _))| *count);
        let Some((usual, (count, first))) = usual else {
            continue;
        };
        let differing = parts.iter().filter(|part| !fits(part, usual));
        found.extend(differing.map(|part| differs(subject, part, usual, *count, first)));
    }
    found
}

/// Whether a part has the usual marks; it may repeat those of its row, or leave them to it.
fn fits(part: &Marked, usual: &Editions) -> bool {
    let with_row: Editions = part.marks.union(&part.around).copied().collect();
    let usual_with_row: Editions = usual.union(&part.around).copied().collect();
    with_row == usual_with_row
}

fn differs(
    subject: &Subject<'_, '_, '_>,
    part: &Marked,
    usual: &Editions,
    count: usize,
    first: &Marked,
) -> Diagnostic {
    let written = |marks: &Editions| match marks.is_empty() {
        true => "no mark".to_owned(),
        false => format!("`{}`", subject.vocabulary.marks_for(marks).join(" ")),
    };
    let class = subject.page.at(&part.range);
    let own = written(&part.marks);
    let others = written(usual);
    let message = format!("`{class}` has {own} here and {others} elsewhere");
    let times = if count == 1 { "once" } else { "mostly" };
    let finding = warning(subject.found("uneven-marks", message, &part.range));
    finding
        .also(
            subject.place(&first.range),
            format!("{times} {others}, as here"),
        )
        .help("mark it alike everywhere")
}
