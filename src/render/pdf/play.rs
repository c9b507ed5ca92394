//! What the template of a turn card reads: the order of play as a selection shows it. It decides
//! nothing.

use super::Print;
use super::context::LineContext;
use super::frame::FrameContext;
use crate::model::{Dataset, LanguageIx, Words};
use crate::render::{Voice, capital};
use crate::view::{PhaseView, PlayPartView, PlayView, StepView, TextView, WordView};
use serde::Serialize;

/// A turn card.
#[derive(Serialize)]
pub struct PlayContext<'s> {
    #[serde(flatten)]
    frame: FrameContext<'s>,
    phases: Vec<PhaseContext<'s>>,
    /// The markers in use, with what they mean.
    markers: Vec<(LineContext<'s>, Option<LineContext<'s>>)>,
    adapted: bool,
    /// What no step is about.
    untold: Vec<LineContext<'s>>,
}

#[derive(Serialize)]
struct PhaseContext<'s> {
    number: Option<&'s str>,
    title: LineContext<'s>,
    repeat: Option<LineContext<'s>>,
    parts: Vec<PartContext<'s>>,
}

#[derive(Serialize)]
struct PartContext<'s> {
    number: Option<&'s str>,
    title: Option<LineContext<'s>>,
    repeat: Option<LineContext<'s>>,
    steps: Vec<StepContext<'s>>,
}

#[derive(Serialize)]
struct StepContext<'s> {
    number: Option<&'s str>,
    label: Option<LineContext<'s>>,
    #[serde(flatten)]
    line: LineContext<'s>,
    who: Option<LineContext<'s>>,
    force: Option<&'static str>,
    rule_sets: Vec<LineContext<'s>>,
    markers: Vec<MarkerContext<'s>>,
    adapted: bool,
    steps: Vec<StepContext<'s>>,
}

#[derive(Serialize)]
struct MarkerContext<'s> {
    #[serde(flatten)]
    line: LineContext<'s>,
    number: Option<&'s str>,
}

/// The other words that the template uses.
const WORDS: [&str; 4] = ["empty-play", "may", "must", "play-untold"];
/// How many letters a card has at most in large print on one page.
const LETTERS_OF_LARGE_PRINT: usize = 3_500;

impl<'s> PlayContext<'s> {
    /// What the template reads of `view`.
    pub fn new(view: &'s PlayView<'_>, words: &'s Words, print: &'s Print) -> Self {
        let voice = Voice {
            dataset: view.dataset,
            selection: &view.selection,
            language: view.language,
            words,
        };
        let title = capital(voice.word("play"));
        let steps = view.phases.iter().flat_map(|phase| &phase.parts);
        let steps = || steps.clone().flat_map(|part| &part.steps);
        let dense = steps().map(letters).sum::<usize>() > LETTERS_OF_LARGE_PRINT;
        let printer = Printer {
            dataset: view.dataset,
            language: view.language,
        };
        Self {
            frame: FrameContext::new(&voice, title, dense, print, WORDS.into_iter()),
            phases: view.phases.iter().map(|it| printer.phase(it)).collect(),
            markers: view
                .legend
                .iter()
                .map(|marker| {
                    let text = marker.text.as_ref();
                    (printer.word(marker), text.map(|text| printer.line(text)))
                })
                .collect(),
            adapted: steps().any(has_adapted),
            untold: view.untold.iter().map(|(_, it)| printer.line(it)).collect(),
        }
    }
}

fn letters(step: &StepView<'_>) -> usize {
    let own = step.text.text.chars().count();
    own + step.steps.iter().map(letters).sum::<usize>()
}

fn has_adapted(step: &StepView<'_>) -> bool {
    step.adapted || step.steps.iter().any(has_adapted)
}

struct Printer<'d> {
    dataset: &'d Dataset,
    language: LanguageIx,
}

impl<'s> Printer<'s> {
    fn line(&self, text: &'s TextView) -> LineContext<'s> {
        LineContext::new(text, self.language, self.dataset)
    }

    fn word(&self, word: &'s WordView<'_>) -> LineContext<'s> {
        self.line(&word.name)
    }

    fn phase(&self, phase: &'s PhaseView<'_>) -> PhaseContext<'s> {
        PhaseContext {
            number: phase.number.as_deref(),
            title: self.line(&phase.title),
            repeat: phase.repeat.as_ref().map(|it| self.word(it)),
            parts: phase.parts.iter().map(|part| self.part(part)).collect(),
        }
    }

    fn part(&self, part: &'s PlayPartView<'_>) -> PartContext<'s> {
        let head = part.head.as_ref();
        PartContext {
            number: head.and_then(|head| head.number.as_deref()),
            title: head.map(|head| self.line(&head.title)),
            repeat: part.repeat.as_ref().map(|it| self.word(it)),
            steps: part.steps.iter().map(|step| self.step(step)).collect(),
        }
    }

    fn step(&self, step: &'s StepView<'_>) -> StepContext<'s> {
        let marker = |marker: &'s WordView<'_>| MarkerContext {
            line: self.word(marker),
            number: marker.number,
        };
        StepContext {
            number: step.number.as_deref(),
            label: step.label.as_ref().map(|label| self.line(label)),
            line: self.line(&step.text),
            who: step.who.as_ref().map(|who| self.word(who)),
            force: step.force.map(|force| force.as_str()),
            rule_sets: step.rule_sets.iter().map(|it| self.word(it)).collect(),
            markers: step.markers.iter().map(marker).collect(),
            adapted: step.adapted,
            steps: step.steps.iter().map(|step| self.step(step)).collect(),
        }
    }
}
