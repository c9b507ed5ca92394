//! Works out where figures' answers break the dataset's invariants; the rules report it.

use super::subject::Subject;
use crate::logic::Condition;
use crate::model::*;

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

/// Every way in which a figure breaks an invariant in some selection that shows all the answers.
pub fn broken<'d>(subject: &Subject<'d>) -> Vec<Broken<'d>> {
    let mut found = Vec::new();
    for (id, invariant) in &subject.dataset.invariants {
        for figure in asked(subject, invariant) {
            let premises = premises(subject, invariant, figure);
            for conclusion in &invariant.then {
                let claims = subject.answers(&conclusion.question, figure).iter();
                for (claim, shown) in claims.filter(|(claim, _)| !conclusion.holds(&claim.answer)) {
                    for (claims, premise) in &premises {
                        let within = invariant.within.clone();
                        let when = Condition::and([premise.clone(), shown.clone(), within]);
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

/// The figures that are asked the first of the premises; all others do not fulfil it.
fn asked<'d>(subject: &Subject<'d>, invariant: &Invariant) -> Vec<&'d FigureId> {
    let first = invariant.when.first().into_iter();
    first
        .flat_map(|clause| subject.asked(&clause.question))
        .collect()
}

/// Every combination of answers that fulfils all premises, with when it is shown.
fn premises<'d>(
    subject: &Subject<'d>,
    invariant: &'d Invariant,
    figure: &'d FigureId,
) -> Vec<(Vec<&'d Claim>, Condition)> {
    let mut combinations = vec![(Vec::new(), Condition::True)];
    for premise in &invariant.when {
        let claims = subject.answers(&premise.question, figure).iter();
        let fulfilling = claims.filter(|(claim, _)| premise.holds(&claim.answer));
        let fulfilling: Vec<_> = fulfilling.collect();
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
