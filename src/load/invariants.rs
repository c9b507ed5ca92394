//! Reads what the linter is told: invariants between questions, and findings that are allowed.

use super::context::{Parsed, place};
use super::kind;
use super::loader::{Layout, Loader};
use super::raw::*;
use crate::diagnostic::{FileIx, Place, Severity};
use crate::model::*;
use indexmap::IndexMap;

/// What invariants may refer to.
pub struct Known<'k> {
    /// The figures.
    pub figures: &'k IndexMap<FigureId, Figure>,
    /// The questions.
    pub questions: &'k IndexMap<QuestionId, Question>,
}

/// The invariants.
pub fn invariants(
    loader: &mut Loader,
    raw: Option<Parsed<Entries<RawInvariant>>>,
    known: &Known<'_>,
) -> IndexMap<String, Invariant> {
    let mut invariants = IndexMap::new();
    let Some(Parsed { file, value }) = raw else {
        return invariants;
    };
    for (id, (key, raw)) in loader.context.unique(file, value) {
        loader.context.is_id(file, &key, None);
        let names = &loader.names;
        let invariant = Invariant {
            within: names.optional(&mut loader.context, file, raw.when.as_ref()),
            when: clauses(loader, file, raw.r#if, known),
            then: clauses(loader, file, raw.then, known),
            because: loader.localized(file, raw.because, Layout::Blocks),
            except: exceptions(loader, file, raw.except.unwrap_or_default(), known),
            place: place(file, &key),
        };
        invariants.insert(id, invariant);
    }
    invariants
}

fn clauses(
    loader: &mut Loader,
    file: FileIx,
    raw: Entries<Vec<Scalar>>,
    known: &Known<'_>,
) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for (_, (key, words)) in loader.context.unique(file, raw) {
        let Some(question) = question(loader, file, &key, known) else {
            continue;
        };
        let answers = words.iter().filter_map(|word| pattern(loader, file, word));
        let answers = answers.collect();
        clauses.push(Clause { question, answers });
    }
    clauses
}

fn question(
    loader: &mut Loader,
    file: FileIx,
    name: &Scalar,
    known: &Known<'_>,
) -> Option<QuestionId> {
    let context = &mut loader.context;
    let found = context.look_up(kind::QUESTION, file, name, known.questions);
    found.map(|(id, _)| id.clone())
}

fn pattern(loader: &mut Loader, file: FileIx, word: &Scalar) -> Option<AnswerPattern> {
    let exactly = match word.value.as_str() {
        "yes" => Answer::Yes,
        "no" => Answer::No,
        "n/a" => Answer::NotApplicable,
        "undefined" => Answer::Undefined,
        "number" => return Some(AnswerPattern::AnyNumber),
        "text" => return Some(AnswerPattern::AnyText),
        number => match number.parse() {
            Ok(number) => Answer::Number(number),
            Err(_) => {
                let words = ["yes", "no", "n/a", "undefined", "number", "text"];
                loader.context.expected_one_of(file, word, &words);
                return None;
            }
        },
    };
    Some(AnswerPattern::Exactly(exactly))
}

fn exceptions(
    loader: &mut Loader,
    file: FileIx,
    raw: Vec<RawException>,
    known: &Known<'_>,
) -> Vec<Exception> {
    let mut exceptions = Vec::new();
    for raw in raw {
        // One for an unknown figure is kept: nothing more follows from it.
        let context = &mut loader.context;
        context.look_up(kind::FIGURE, file, &raw.figure, known.figures);
        let only = raw.question.as_ref();
        exceptions.push(Exception {
            place: place(file, &raw.figure),
            figure: FigureId::new(raw.figure.value),
            question: only.and_then(|name| question(loader, file, name, known)),
            because: loader.localized(file, raw.because, Layout::Blocks),
        });
    }
    exceptions
}

/// How grave the findings of rules are, and the findings that are allowed.
pub fn settings(loader: &mut Loader, raw: Option<Parsed<RawLint>>) -> (Severities, Vec<Allowance>) {
    let mut severities = IndexMap::new();
    let Some(Parsed { file, value }) = raw else {
        return (severities, Vec::new());
    };
    let raw_severities = value.severities.unwrap_or_default();
    for (rule, (key, word)) in loader.context.unique(file, raw_severities) {
        let (context, all) = (&mut loader.context, Severity::ALL);
        if let Some(severity) = context.one_of(file, &word, all, Severity::as_str) {
            severities.insert(rule, (severity, place(file, &key)));
        }
    }
    let allow = value.allow.unwrap_or_default().into_iter();
    let allow = allow.map(|raw| Allowance {
        place: place(file, &raw.of),
        rule: raw.rule.value,
        of: raw.of.value,
        because: loader.localized(file, raw.because, Layout::Blocks),
    });
    (severities, allow.collect())
}

type Severities = IndexMap<String, (Severity, Place)>;
