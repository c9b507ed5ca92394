//! Works out where figures' answers break the dataset's invariants; the rules report it.

use super::subject::Subject;
use crate::logic::Condition;
use crate::model::*;
use crate::view::Shown;

/// An invariant that one figure's answers break.
pub struct Broken<'d> {
    /// The invariant's id.
    pub id: &'d str,
    /// The invariant.
    pub invariant: &'d Invariant,
    /// The figure.
    pub figure: &'d FigureId,
    /// Where all the answers are shown together.
    pub when: Condition,
    /// The claims that make the invariant apply, one for each of its premises.
    pub premises: Vec<&'d Claim>,
    /// The claim that it forbids.
    pub conclusion: &'d Claim,
    /// The exception that covers it, if one does.
    pub exception: Option<&'d Exception>,
}

/// A claim as the answer to a question, and when it is shown.
type Answered<'d> = (&'d Claim, Condition);

/// Every way in which a figure breaks an invariant in some selection that shows all the answers.
pub fn broken<'d>(subject: &Subject<'d>) -> Vec<Broken<'d>> {
    let mut found = Vec::new();
    for (id, invariant) in &subject.dataset.invariants {
        for figure in subject.dataset.figures.keys() {
            let premises = premises(subject, invariant, figure);
            for conclusion in &invariant.then {
                let forbidden = answers(subject, &conclusion.question, figure, |answer| {
                    !conclusion.holds(answer)
                });
                for (claim, shown) in forbidden {
                    for (claims, premise) in &premises {
                        let when = Condition::and([premise.clone(), shown.clone()]);
                        if subject.can_hold(&when) {
                            found.push(Broken {
                                id,
                                invariant,
                                figure,
                                when,
                                premises: claims.clone(),
                                conclusion: claim,
                                exception: exception(invariant, figure, &conclusion.question),
                            });
                        }
                    }
                }
            }
        }
    }
    found
}

fn exception<'d>(
    invariant: &'d Invariant,
    figure: &FigureId,
    question: &QuestionId,
) -> Option<&'d Exception> {
    invariant.except.iter().find(|exception| {
        exception.figure == *figure
            && exception
                .question
                .as_ref()
                .is_none_or(|only| only == question)
    })
}

/// Every combination of answers that fulfils all premises, with when it is shown.
fn premises<'d>(
    subject: &Subject<'d>,
    invariant: &'d Invariant,
    figure: &'d FigureId,
) -> Vec<(Vec<&'d Claim>, Condition)> {
    let mut combinations = vec![(Vec::new(), Condition::True)];
    for premise in &invariant.when {
        let fulfilling = answers(subject, &premise.question, figure, |answer| {
            premise.holds(answer)
        });
        let mut extended = Vec::new();
        for (claims, when) in &combinations {
            for (claim, shown) in &fulfilling {
                let mut claims = claims.clone();
                claims.push(*claim);
                let when = Condition::and([when.clone(), shown.clone()]);
                extended.push((claims, when));
            }
        }
        combinations = extended;
    }
    combinations
}

/// The winning claims on a question for a figure whose answers are `wanted`, with when each is
/// shown.
fn answers<'d>(
    subject: &Subject<'d>,
    question: &QuestionId,
    figure: &FigureId,
    wanted: impl Fn(&Answer) -> bool,
) -> Vec<Answered<'d>> {
    let mut found = Vec::new();
    for table in &subject.plan.tables {
        let rows = table.sections.iter().flat_map(|section| &section.rows);
        let Some(row) = rows.into_iter().find(|row| row.id == question) else {
            continue;
        };
        let columns = table.columns.iter().zip(&row.cells);
        for (column, cell) in columns.filter(|(column, _)| column.id == figure) {
            for variant in &cell.variants {
                let Shown::Claimed(answer) = variant.answer else {
                    continue;
                };
                let Some((claim, _)) = variant.sources.first().filter(|_| wanted(answer)) else {
                    continue;
                };
                let shown = [&row.shown, &column.shown, &variant.when];
                found.push((*claim, Condition::and(shown.map(Condition::clone))));
            }
        }
    }
    found
}
