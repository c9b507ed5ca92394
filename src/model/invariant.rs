//! What the linter is told: implications between questions, and findings that are allowed; it
//! checks nothing.

use super::{Answer, FigureId, Localized, QuestionId};
use crate::diagnostic::Place;
use crate::logic::Condition;

/// An implication between questions that holds for every figure but its exceptions.
#[derive(Debug)]
pub struct Invariant {
    /// The selections for which it is said.
    pub within: Condition,
    /// It applies where all of these hold.
    pub when: Vec<Clause>,
    /// Then each of these must hold.
    pub then: Vec<Clause>,
    /// Why.
    pub because: Localized,
    /// The figures that are exceptions.
    pub except: Vec<Exception>,
    /// Where it is declared.
    pub place: Place,
}

/// A question and the answers to it that count.
#[derive(Debug)]
pub struct Clause {
    /// The question.
    pub question: QuestionId,
    /// The answers.
    pub answers: Vec<AnswerPattern>,
}

/// One answer, or all of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerPattern {
    /// This answer.
    Exactly(Answer),
    /// Any number.
    AnyNumber,
    /// Any text.
    AnyText,
}

impl Clause {
    /// Whether `answer` is one of those that count.
    pub fn holds(&self, answer: &Answer) -> bool {
        self.answers.iter().any(|pattern| match pattern {
            AnswerPattern::Exactly(exactly) => exactly == answer,
            AnswerPattern::AnyNumber => matches!(answer, Answer::Number(_)),
            AnswerPattern::AnyText => matches!(answer, Answer::Text(_)),
        })
    }
}

/// A figure that is an exception to an invariant.
#[derive(Debug)]
pub struct Exception {
    /// The figure.
    pub figure: FigureId,
    /// The only question that it is an exception for; all, if there is none.
    pub question: Option<QuestionId>,
    /// Why.
    pub because: Localized,
    /// Where it is listed.
    pub place: Place,
}

/// A finding that is allowed.
#[derive(Debug)]
pub struct Allowance {
    /// The code of the rule.
    pub rule: String,
    /// The id of what the finding is about.
    pub of: String,
    /// Why it is allowed.
    pub because: Localized,
    /// Where it is listed.
    pub place: Place,
}
