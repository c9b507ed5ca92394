//! The order of play: phases of a turn, their parts, and nested steps. It decides nothing about
//! what is shown and reads no files.

use super::{Localized, SourceLines, StepId};
use crate::diagnostic::Place;
use crate::logic::Condition;
use indexmap::IndexMap;

/// The order of play; empty where the dataset has none.
#[derive(Debug, Default)]
pub struct Play {
    /// The words that its steps are marked with.
    pub words: PlayWords,
    /// The phases, in order.
    pub phases: Vec<Phase>,
}

/// What steps may be marked with, each kind by id.
#[derive(Debug, Default)]
pub struct PlayWords {
    /// Who acts.
    pub actors: IndexMap<String, PlayWord>,
    /// How often something is done.
    pub repeats: IndexMap<String, PlayWord>,
    /// Whose rules say so, where publishers differ; they label, they never filter.
    pub rule_sets: IndexMap<String, PlayWord>,
    /// What else is to be remembered at a step.
    pub markers: IndexMap<String, PlayWord>,
}

/// A word that steps are marked with.
#[derive(Debug)]
pub struct PlayWord {
    /// When it is said.
    pub when: Condition,
    /// The word.
    pub name: Localized,
    /// What it means, for the legend.
    pub text: Option<Localized>,
    /// Where it is declared.
    pub place: Place,
}

/// A phase of a turn.
#[derive(Debug)]
pub struct Phase {
    /// Its id.
    pub id: StepId,
    /// What it is called.
    pub title: Localized,
    /// How it is counted.
    pub counted: Counted,
    /// How often it is played, by the id of a word.
    pub repeat: Option<String>,
    /// Where sources say it.
    pub at: SourceLines,
    /// What happens in it.
    pub body: PhaseBody,
    /// Where it is declared.
    pub place: Place,
}

/// How a phase is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// It has no number.
    Not,
    /// It has a number of its own.
    Number,
    /// It goes on with the number of the phase before it, with a letter: `2b`.
    Continues,
}

/// What a phase holds.
#[derive(Debug)]
pub enum PhaseBody {
    /// Parts with titles.
    Parts(Vec<PhasePart>),
    /// Steps right away.
    Steps(Vec<PlayStep>),
}

/// A part of a phase.
#[derive(Debug)]
pub struct PhasePart {
    /// Its id.
    pub id: StepId,
    /// What it is called.
    pub title: Localized,
    /// How often it is played, by the id of a word.
    pub repeat: Option<String>,
    /// Where sources say it.
    pub at: SourceLines,
    /// What happens in it.
    pub steps: Vec<PlayStep>,
    /// Where it is declared.
    pub place: Place,
}

/// A step.
#[derive(Debug)]
pub struct PlayStep {
    /// Its id.
    pub id: StepId,
    /// When it is there, given that the step around it is.
    pub when: Condition,
    /// Who acts, by the id of a word.
    pub who: Option<String>,
    /// Whether it has to be done, where that is said.
    pub force: Option<Force>,
    /// Whose rules say so, by the ids of words; everybody's where there is none.
    pub rule_sets: Vec<String>,
    /// What is to be remembered.
    pub markers: Vec<StepMarker>,
    /// What it is about, in two or three words.
    pub label: Option<Localized>,
    /// What happens.
    pub text: Localized,
    /// The step that it stands for in other selections.
    pub alternative_of: Option<StepId>,
    /// Where sources say it.
    pub at: SourceLines,
    /// The steps below it.
    pub steps: Vec<PlayStep>,
    /// Where it is declared.
    pub place: Place,
}

/// Whether a step has to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// It has to be done.
    Must,
    /// Somebody decides whether it is done.
    May,
}

impl Force {
    /// The word for it in the dataset and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::May => "may",
        }
    }
}

/// A marker at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepMarker {
    /// The id of the marker's word.
    pub id: String,
    /// Its number there: `1a`.
    pub number: Option<String>,
}

impl Phase {
    /// Its steps, those of all its parts in order; without the ones below them.
    pub fn steps(&self) -> impl Iterator<Item = &PlayStep> {
        let (parts, steps) = match &self.body {
            PhaseBody::Parts(parts) => (parts.as_slice(), [].as_slice()),
            PhaseBody::Steps(steps) => ([].as_slice(), steps.as_slice()),
        };
        parts.iter().flat_map(|part| &part.steps).chain(steps)
    }
}

impl Play {
    /// Calls `visit` with every step, those around first, and when all around it is there.
    pub fn each_step<'p>(&'p self, visit: &mut impl FnMut(&'p PlayStep, &Condition)) {
        for step in self.phases.iter().flat_map(Phase::steps) {
            each_below(step, &Condition::True, visit);
        }
    }
}

fn each_below<'p>(
    step: &'p PlayStep,
    around: &Condition,
    visit: &mut impl FnMut(&'p PlayStep, &Condition),
) {
    visit(step, around);
    let around = Condition::and([around.clone(), step.when.clone()]);
    for below in &step.steps {
        each_below(below, &around, visit);
    }
}
