//! Headings whose condition is not that of the rows below them.

use super::{Subject, warning};
use crate::diagnostic::Diagnostic;
use crate::logic::Condition;
use crate::wiki::classes::Class;
use crate::wiki::sheet::{Heading, Line, Question, SheetTable};

/// Every heading that is hidden while a row below it is shown, or shown while none is.
pub fn check(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let tables = subject.sheet.tables.iter();
    tables.flat_map(|table| headings(subject, table)).collect()
}

fn headings(subject: &Subject<'_, '_, '_>, table: &SheetTable) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut open: Option<(&Heading, Vec<&Question>)> = None;
    for line in &table.lines {
        match (line, &mut open) {
            (Line::Heading(heading), _) => {
                let before = open.replace((heading, Vec::new()));
                found.extend(
                    before.and_then(|(heading, rows)| judged(subject, table, heading, &rows)),
                );
            }
            (Line::Row(row), Some((_, rows))) => rows.push(row),
            (Line::Row(_), None) => {}
        }
    }
    found.extend(open.and_then(|(heading, rows)| judged(subject, table, heading, &rows)));
    found
}

fn judged(
    subject: &Subject<'_, '_, '_>,
    table: &SheetTable,
    heading: &Heading,
    rows: &[&Question],
) -> Option<Diagnostic> {
    let vocabulary = subject.vocabulary;
    let within = |condition: &Condition| Condition::and([table.within.clone(), condition.clone()]);
    let face = &heading.face;
    let range = face.classes.place().unwrap_or(face.range.clone());
    let hidden = rows.iter();
    let mut hidden = hidden.filter(|row| !vocabulary.implies(&within(&row.face.when), &face.when));
    if let Some(row) = hidden.next() {
        let class = subject.page.at(&range);
        let message =
            format!("this heading may be hidden while a row below it is shown (`{class}`)");
        let finding = subject.found("heading-condition", message, &range);
        let label = format!(
            "this row is shown with: {}",
            vocabulary.written(&row.face.when)
        );
        return Some(
            finding
                .also(subject.place(&row.face.range), label)
                .note(format!(
                    "the heading is shown only with: {}",
                    vocabulary.written(&face.when)
                ))
                .help("give the heading the condition of its rows"),
        );
    }
    let some = Condition::or(rows.iter().map(|row| row.face.when.clone()));
    let is_section = face
        .classes
        .all
        .iter()
        .any(|(_, class)| matches!(class, Class::ShowsSection(_)));
    let is_idle =
        !rows.is_empty() && !is_section && !vocabulary.implies(&within(&face.when), &some);
    is_idle.then(|| {
        let message = "this heading may be shown while no row below it is";
        let finding = warning(subject.found("heading-condition", message, &range));
        let note = format!("some row is shown only with: {}", vocabulary.written(&some));
        finding
            .note(note)
            .help("give the heading the condition of its rows")
    })
}
