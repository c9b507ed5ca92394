//! A condition that could be written with less, or that says nothing.

use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Edit, Files, Place, Severity};
use crate::logic::{Condition, Expression, simpler};

/// The rule.
pub const RULE: Rule = Rule {
    code: "simpler-condition",
    severity: Severity::Warning,
    is_fixed: true,
    title: "a condition has parts that change nothing",
    explanation: "\
The condition holds in the same selections without some of its parts. Exactly one edition is
selected, so that `edition R1 and not edition R2` is `edition R1`; and derived conditions count as
what they stand for.

    when: brake or (brake and coolant)     # is: brake

`--fix` writes the simpler form. A condition that always holds is no condition: remove it.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let dataset = subject.dataset;
    let meaning = |name: &Expression| match name {
        Expression::Edition(id, _) => dataset.edition_ix(id).map(Condition::Edition),
        Expression::Name(id, _) => match dataset.derived.get(id) {
            Some(derived) => Some(derived.when.clone()),
            None => dataset.element_ix(id).map(Condition::Element),
        },
        _ => None,
    };
    // A dataset that loads names nothing unknown.
    let meaning = |name: &Expression| meaning(name).unwrap_or(Condition::False);
    let mut found = Vec::new();
    for written in &dataset.conditions {
        if matches!(
            written.expression,
            Expression::Name(..) | Expression::Edition(..)
        ) {
            continue;
        }
        let place = written.place.clone();
        let whole = written.expression.condition(&meaning);
        if !subject.can_hold(&whole) {
            continue; // What depends on it is unreachable, which is said there.
        }
        if !subject.can_hold(&whole.negate()) {
            let message = "this condition always holds";
            let diagnostic = Diagnostic::new(RULE.code, message, place);
            let diagnostic = diagnostic.help("remove it, or write what was meant");
            found.push(diagnostic.about(written.expression.to_string()));
            continue;
        }
        let editions = dataset.editions.len();
        if let Some(simple) = simpler(&written.expression, &meaning, editions) {
            let message = format!("this condition says no more than `{simple}`");
            let with = spaced(subject.files, &place, &simple.to_string());
            let edit = Edit {
                place: place.clone(),
                with,
            };
            found.push(
                Diagnostic::new(RULE.code, message, place)
                    .about(written.expression.to_string())
                    .help(format!("write `{simple}`"))
                    .fix("write the simpler condition", vec![edit]),
            );
        }
    }
    found
}

/// The text with a space on each side where a word stands directly beside its place.
fn spaced(files: &Files, place: &Place, text: &str) -> String {
    let whole = files.get(place.file).map_or("", |file| file.text.as_str());
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let before = whole.get(..place.range.start).unwrap_or("");
    let behind = whole.get(place.range.end..).unwrap_or("");
    let before = if is_word(before.chars().next_back()) {
        " "
    } else {
        ""
    };
    let behind = if is_word(behind.chars().next()) {
        " "
    } else {
        ""
    };
    format!("{before}{text}{behind}")
}
