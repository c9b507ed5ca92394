//! What a figure does to others, against what its own row says that it does.

use super::subject::Answered;
use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::logic::Condition;
use crate::model::*;
use indexmap::IndexMap;

/// The rule.
pub const RULE: Rule = Rule {
    code: "inverse-facts",
    severity: Severity::Error,
    is_fixed: false,
    title: "what is done to figures and what the doer does disagree",
    explanation: "\
A question names the figure that acts and the question which says that it acts so. Some figure
answers yes to the one exactly where the actor answers yes to the other: if the grinder sharpens
anything, its own row says that it sharpens tools, and the other way round.

    sharpened/wet-grinder:
      by: {figure: wet-grinder, does: sharpens-tools}

Mend the answer that is wrong. Several questions may have the same actor and the same `does`; a yes
to one of them is enough.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut acts: IndexMap<(&FigureId, &QuestionId), Vec<(&QuestionId, &Actor)>> = IndexMap::new();
    for (id, question) in &subject.dataset.questions {
        if let Some(by) = &question.by {
            acts.entry((&by.figure, &by.does))
                .or_default()
                .push((id, by));
        }
    }
    let mut found = Vec::new();
    for ((figure, does), questions) in acts {
        let mut done = Vec::new();
        for (question, _) in &questions {
            let figures = subject.asked(question);
            done.extend(figures.flat_map(|figure| subject.answers(question, figure)));
        }
        let own = subject.answers(does, figure);
        let act = Act {
            figure,
            does,
            own,
            done,
        };
        found.extend(denied(subject, &act));
        let actor = &questions[0].1.place;
        found.extend(idle(subject, &act).map(|finding| finding.also(actor.clone(), "the actor")));
    }
    found
}

/// What a figure says that it does, and what is said of it elsewhere.
struct Act<'a, 'd> {
    figure: &'a FigureId,
    does: &'a QuestionId,
    /// Its own answers to `does`.
    own: &'a [Answered<'d>],
    /// All figures' answers to the questions in which it acts.
    done: Vec<&'a Answered<'d>>,
}

/// A figure's yes where the actor's own row is shown and says otherwise.
fn denied(subject: &Subject<'_>, act: &Act<'_, '_>) -> Option<Diagnostic> {
    let Act {
        figure,
        does,
        own,
        done,
    } = act;
    let denials = own.iter().filter(|(claim, _)| claim.answer != Answer::Yes);
    let pairs = denials.flat_map(|(denial, denied)| {
        let yes = done.iter().filter(|(claim, _)| claim.answer == Answer::Yes);
        yes.map(move |(claim, shown)| {
            let both = Condition::and([denied.clone(), shown.clone()]);
            (both, (denial, claim))
        })
    });
    let (witness, (denial, claim)) = subject.smallest(pairs)?;
    let message = format!("`{does}` denies what the {figure} does elsewhere");
    let diagnostic = Diagnostic::new(RULE.code, message, denial.place.clone());
    Some(
        diagnostic
            .about(format!("{does} {figure}"))
            .label(format!("{} here", denial.answer))
            .also(
                claim.place.clone(),
                format!("but the {figure} does it here"),
            )
            .note(format!("both hold in {witness}"))
            .help("mend the answer that is wrong"),
    )
}

/// The actor's own yes where it does nothing to any figure that is shown.
fn idle(subject: &Subject<'_>, act: &Act<'_, '_>) -> Option<Diagnostic> {
    let Act {
        figure,
        does,
        own,
        done,
    } = act;
    let asked = Condition::or(done.iter().map(|(_, shown)| shown.clone()));
    let yes = done.iter().filter(|(claim, _)| claim.answer == Answer::Yes);
    let happens = Condition::or(yes.map(|(_, shown)| shown.clone()));
    let claims = own.iter().filter(|(claim, _)| claim.answer == Answer::Yes);
    let idle = claims.map(|(claim, shown)| {
        let idle = [shown.clone(), asked.clone(), happens.clone().negate()];
        (Condition::and(idle), claim)
    });
    let (witness, claim) = subject.smallest(idle)?;
    let message = format!("`{does}` says that the {figure} does what happens to no figure");
    let diagnostic = Diagnostic::new(RULE.code, message, claim.place.clone());
    Some(
        diagnostic
            .about(format!("{does} {figure}"))
            .label("yes here")
            .note(format!("no figure answers yes in {witness}"))
            .help("mend this answer, or that of the figure to which it happens"),
    )
}
