//! The one figure for which something does not follow that follows for all others.

use super::{Cell, Rule, Subject, rows};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::*;
use indexmap::IndexMap;

/// The rule.
pub const RULE: Rule = Rule {
    code: "odd-one-out",
    severity: Severity::Suggestion,
    is_fixed: false,
    title: "an answer that differs from what follows for all other figures",
    explanation: "\
For all figures but one, an answer to one question comes with the same answer to another: whatever
cuts aluminium cuts acrylic. The one figure may be special, or its answer a slip.

Look at both answers; if they are right, nothing is to be done. If the rule behind them is plain,
write it down as an invariant.
",
    check,
};

/// For how many figures it has to hold.
const SUPPORT: usize = 8;
/// From how many such regularities on an answer is worth a look.
const REGULARITIES: usize = 6;

type Answers<'d> = IndexMap<&'d QuestionId, IndexMap<&'d FigureId, &'d Claim>>;

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let answers = answers(&rows(subject));
    let mut odd: IndexMap<(&QuestionId, &FigureId), Vec<Regularity<'_>>> = IndexMap::new();
    for (premise, of_premise) in &answers {
        for (conclusion, of_conclusion) in &answers {
            for broken in broken(premise, of_premise, of_conclusion) {
                odd.entry((conclusion, broken.figure))
                    .or_default()
                    .push(broken);
            }
        }
    }
    let odd = odd
        .iter()
        .filter(|(_, broken)| broken.len() >= REGULARITIES);
    odd.map(|((question, figure), broken)| finding(question, figure, broken))
        .collect()
}

fn answers<'d>(rows: &[Vec<Cell<'d>>]) -> Answers<'d> {
    let mut all: Answers<'d> = IndexMap::new();
    for cell in rows.iter().flatten() {
        let of_question = all.entry(cell.question).or_default();
        of_question.insert(cell.figure, cell.claim);
    }
    all
}

/// That all figures which answer the premise so answer the conclusion alike, but one.
struct Regularity<'d> {
    premise: &'d QuestionId,
    given: &'d Answer,
    usual: &'d Answer,
    support: usize,
    figure: &'d FigureId,
    claim: &'d Claim,
}

fn broken<'d>(
    premise: &'d QuestionId,
    of_premise: &IndexMap<&'d FigureId, &'d Claim>,
    of_conclusion: &IndexMap<&'d FigureId, &'d Claim>,
) -> Vec<Regularity<'d>> {
    let mut found = Vec::new();
    for given in [&Answer::Yes, &Answer::No, &Answer::NotApplicable] {
        let both = of_premise
            .iter()
            .filter(|(_, claim)| claim.answer == *given);
        let both = both.filter_map(|(figure, _)| Some((*figure, *of_conclusion.get(figure)?)));
        let both: Vec<_> = both.collect();
        if both.len() <= SUPPORT {
            continue;
        }
        // The usual answer is that of two of any three.
        let Some(usual) = both[..3]
            .iter()
            .map(|(_, claim)| &claim.answer)
            .find(|answer| {
                both.iter()
                    .filter(|(_, claim)| claim.answer == **answer)
                    .count()
                    + 1
                    == both.len()
            })
        else {
            continue;
        };
        // What nearly all figures answer anyway says nothing.
        let usually = of_conclusion
            .values()
            .filter(|claim| claim.answer == *usual)
            .count();
        if usually * 3 > of_conclusion.len() * 2 {
            continue;
        }
        let odd = both.iter().find(|(_, claim)| claim.answer != *usual);
        found.extend(odd.map(|(figure, claim)| Regularity {
            premise,
            given,
            usual,
            support: both.len() - 1,
            figure,
            claim,
        }));
    }
    found
}

fn finding(question: &QuestionId, figure: &FigureId, broken: &[Regularity<'_>]) -> Diagnostic {
    let first = &broken[0];
    let message = format!(
        "`{figure}` answers {} to `{question}` where {} would be usual",
        first.claim.answer, first.usual
    );
    let mut diagnostic = Diagnostic::new(RULE.code, message, first.claim.place.clone());
    for broken in broken.iter().take(3) {
        diagnostic = diagnostic.note(format!(
            "the {} other figures that answer {} to `{}` answer {} here",
            broken.support, broken.given, broken.premise, broken.usual
        ));
    }
    diagnostic
        .about(format!("{question} {figure}"))
        .help("look whether the figure is special, or its answer a slip")
}
