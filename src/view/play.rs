//! The order of play: the exact condition of every phase, part and step, and what a selection
//! shows of them, numbered without gaps.

use super::untold::{UntoldPlan, untold};
use super::{Plan, Scope, TextView, adapted};
use crate::logic::Condition;
use crate::model::*;
use indexmap::IndexMap;

/// Everything of the order of play that any selection could show.
#[derive(Debug)]
pub struct PlayPlan<'d> {
    /// The dataset.
    pub dataset: &'d Dataset,
    /// What of the selection is fixed beforehand.
    pub scope: Scope,
    /// The phases, in order.
    pub phases: Vec<PhasePlan<'d>>,
    /// The markers, each with where some step shown has it.
    pub legend: Vec<WordPlan<'d>>,
    /// The elements that no step is about.
    pub untold: Vec<UntoldPlan>,
}

/// A phase.
#[derive(Debug)]
pub struct PhasePlan<'d> {
    /// The phase.
    pub phase: &'d Phase,
    /// Holds where one of its steps is shown: a phase in which nothing happens is left out.
    pub shown: Condition,
    /// How often it is played.
    pub repeat: Option<WordPlan<'d>>,
    /// Its parts; a phase that has steps right away has one without a title.
    pub parts: Vec<PlayPartPlan<'d>>,
}

/// A part of a phase.
#[derive(Debug)]
pub struct PlayPartPlan<'d> {
    /// The part; `None` where the steps stand in the phase itself.
    pub part: Option<&'d PhasePart>,
    /// Holds where one of its steps is shown.
    pub shown: Condition,
    /// How often it is played.
    pub repeat: Option<WordPlan<'d>>,
    /// Its steps.
    pub steps: Vec<StepPlan<'d>>,
}

/// A step.
#[derive(Debug)]
pub struct StepPlan<'d> {
    /// The step.
    pub step: &'d PlayStep,
    /// Holds where it is shown, given that the step around it is.
    pub when: Condition,
    /// Holds where it is shown.
    pub shown: Condition,
    /// Holds where it is adapted, given that it is shown.
    pub adapted: Condition,
    /// Who acts.
    pub who: Option<WordPlan<'d>>,
    /// Whose rules say so.
    pub rule_sets: Vec<WordPlan<'d>>,
    /// What is to be remembered.
    pub markers: Vec<WordPlan<'d>>,
    /// The steps below it.
    pub steps: Vec<StepPlan<'d>>,
}

/// A word at something.
#[derive(Debug)]
pub struct WordPlan<'d> {
    /// Its id.
    pub id: &'d str,
    /// The word.
    pub word: &'d PlayWord,
    /// The number of a marker.
    pub number: Option<&'d str>,
    /// Holds where it is said, given that what it stands at is shown.
    pub when: Condition,
}

/// What a reader sees of the order of play.
#[derive(Debug)]
pub struct PlayView<'d> {
    /// The dataset.
    pub dataset: &'d Dataset,
    /// What was selected.
    pub selection: Selection,
    /// The language of the texts.
    pub language: LanguageIx,
    /// The phases in which something happens.
    pub phases: Vec<PhaseView<'d>>,
    /// The markers that some step shown has.
    pub legend: Vec<WordView<'d>>,
    /// The elements selected that no step is about, each with its name.
    pub untold: Vec<(&'d ElementId, TextView)>,
}

/// A phase as shown.
#[derive(Debug)]
pub struct PhaseView<'d> {
    /// Its id.
    pub id: &'d StepId,
    /// Its number, if it has one: `2`, `2b`.
    pub number: Option<String>,
    /// What it is called.
    pub title: TextView,
    /// How often it is played.
    pub repeat: Option<WordView<'d>>,
    /// Its parts in which something happens.
    pub parts: Vec<PlayPartView<'d>>,
}

/// A part as shown.
#[derive(Debug)]
pub struct PlayPartView<'d> {
    /// Its id and title; `None` where the steps stand in the phase itself.
    pub head: Option<PartHead<'d>>,
    /// How often it is played.
    pub repeat: Option<WordView<'d>>,
    /// Its steps.
    pub steps: Vec<StepView<'d>>,
}

/// What a part is called.
#[derive(Debug)]
pub struct PartHead<'d> {
    /// Its id.
    pub id: &'d StepId,
    /// Its number, if its phase has one: `2A`.
    pub number: Option<String>,
    /// What it is called.
    pub title: TextView,
}

/// A step as shown.
#[derive(Debug)]
pub struct StepView<'d> {
    /// Its id.
    pub id: &'d StepId,
    /// Its number among those beside it: `1` right in a part, `a` below that; deeper steps, and
    /// those of phases that are not counted, have none.
    pub number: Option<String>,
    /// What it is about.
    pub label: Option<TextView>,
    /// What happens.
    pub text: TextView,
    /// Who acts.
    pub who: Option<WordView<'d>>,
    /// Whether it has to be done.
    pub force: Option<Force>,
    /// Whose rules say so.
    pub rule_sets: Vec<WordView<'d>>,
    /// What is to be remembered.
    pub markers: Vec<WordView<'d>>,
    /// Whether it is adapted.
    pub adapted: bool,
    /// The steps below it.
    pub steps: Vec<StepView<'d>>,
}

/// A word as shown.
#[derive(Debug)]
pub struct WordView<'d> {
    /// Its id.
    pub id: &'d str,
    /// The word.
    pub name: TextView,
    /// What it means.
    pub text: Option<TextView>,
    /// The number of a marker.
    pub number: Option<&'d str>,
}

impl<'d> Plan<'d> {
    /// The plan of the order of play.
    pub fn play(&self) -> PlayPlan<'d> {
        let words = &self.dataset.play.words;
        let builder = Builder {
            words,
            dataset: self.dataset,
            scope: &self.scope,
        };
        let phases = self.dataset.play.phases.iter();
        let phases: Vec<_> = phases.filter_map(|phase| builder.phase(phase)).collect();
        PlayPlan {
            dataset: self.dataset,
            scope: self.scope.clone(),
            legend: builder.legend(&phases),
            phases,
            untold: untold(self.dataset, &self.scope),
        }
    }
}

struct Builder<'d, 's> {
    words: &'d PlayWords,
    dataset: &'d Dataset,
    scope: &'s Scope,
}

impl<'d> Builder<'d, '_> {
    fn phase(&self, phase: &'d Phase) -> Option<PhasePlan<'d>> {
        let parts: Vec<_> = match &phase.body {
            PhaseBody::Steps(steps) => {
                let whole = self.part(None, None, steps);
                whole.into_iter().collect()
            }
            PhaseBody::Parts(parts) => {
                let parts = parts.iter();
                parts
                    .filter_map(|part| self.part(Some(part), part.repeat.as_deref(), &part.steps))
                    .collect()
            }
        };
        (!parts.is_empty()).then(|| PhasePlan {
            phase,
            shown: Condition::or(parts.iter().map(|part| part.shown.clone())),
            repeat: self.word(&self.words.repeats, phase.repeat.as_deref()),
            parts,
        })
    }

    fn part(
        &self,
        part: Option<&'d PhasePart>,
        repeat: Option<&'d str>,
        steps: &'d [PlayStep],
    ) -> Option<PlayPartPlan<'d>> {
        let steps = self.steps(steps, &Condition::True);
        (!steps.is_empty()).then(|| PlayPartPlan {
            part,
            shown: Condition::or(steps.iter().map(|step| step.shown.clone())),
            repeat: self.word(&self.words.repeats, repeat),
            steps,
        })
    }

    fn steps(&self, steps: &'d [PlayStep], around: &Condition) -> Vec<StepPlan<'d>> {
        let steps = steps.iter();
        steps.filter_map(|step| self.step(step, around)).collect()
    }

    /// A step; `around` holds where all around it is shown, whatever is fixed.
    fn step(&self, step: &'d PlayStep, around: &Condition) -> Option<StepPlan<'d>> {
        let whole = Condition::and([around.clone(), step.when.clone()]);
        let shown = self.scope.fix(&whole);
        let rule_sets = step.rule_sets.iter();
        (shown != Condition::False).then(|| StepPlan {
            step,
            when: self.scope.fix(&step.when),
            shown,
            adapted: self.scope.fix(&adapted(self.dataset, &whole)),
            who: self.word(&self.words.actors, step.who.as_deref()),
            rule_sets: rule_sets
                .filter_map(|id| self.word(&self.words.rule_sets, Some(id)))
                .collect(),
            markers: self.markers(&step.markers),
            steps: self.steps(&step.steps, &whole),
        })
    }

    fn markers(&self, markers: &'d [StepMarker]) -> Vec<WordPlan<'d>> {
        let markers = markers.iter().filter_map(|marker| {
            let number = marker.number.as_deref();
            let word = self.word(&self.words.markers, Some(&marker.id))?;
            Some(WordPlan { number, ..word })
        });
        markers.collect()
    }

    fn word(
        &self,
        words: &'d IndexMap<String, PlayWord>,
        id: Option<&'d str>,
    ) -> Option<WordPlan<'d>> {
        let (id, word) = words.get_key_value(id?)?;
        let when = self.scope.fix(&word.when);
        (when != Condition::False).then_some(WordPlan {
            id,
            word,
            number: None,
            when,
        })
    }

    fn legend(&self, phases: &[PhasePlan<'d>]) -> Vec<WordPlan<'d>> {
        let mut said: IndexMap<&str, Vec<Condition>> = IndexMap::new();
        let parts = phases.iter().flat_map(|phase| &phase.parts);
        for step in parts.flat_map(|part| &part.steps) {
            each(step, &mut |step| {
                for marker in &step.markers {
                    let both = [step.shown.clone(), marker.when.clone()];
                    let said = said.entry(marker.id).or_default();
                    said.push(Condition::and(both));
                }
            });
        }
        let markers = self.words.markers.iter();
        let legend = markers.filter_map(|(id, word)| {
            let when = Condition::or(said.swap_remove(id.as_str())?);
            Some(WordPlan {
                id,
                word,
                number: None,
                when,
            })
        });
        legend.collect()
    }
}

/// Calls `visit` with a step and all below it.
fn each<'p, 'd>(step: &'p StepPlan<'d>, visit: &mut impl FnMut(&'p StepPlan<'d>)) {
    visit(step);
    for below in &step.steps {
        each(below, visit);
    }
}

impl<'d> PlayPlan<'d> {
    /// Calls `visit` with every step, those around first.
    pub fn each_step<'p>(&'p self, visit: &mut impl FnMut(&'p StepPlan<'d>)) {
        let parts = self.phases.iter().flat_map(|phase| &phase.parts);
        for step in parts.flat_map(|part| &part.steps) {
            each(step, visit);
        }
    }

    /// What a reader of `language` sees for `selection`.
    pub fn view(&self, selection: &Selection, language: LanguageIx) -> PlayView<'d> {
        let selection = self.scope.apply(selection);
        let evaluator = Evaluator {
            selection: &selection,
            language,
        };
        let phases = evaluator.phases(&self.phases);
        let legend = evaluator.words(&self.legend);
        let untold = self.untold.iter();
        let untold = untold.filter(|plan| plan.shown.holds(&selection));
        let untold = untold.map(|plan| {
            let (id, element) = self.dataset.element(plan.element);
            (id, evaluator.text(&element.name))
        });
        let untold = untold.collect();
        PlayView {
            dataset: self.dataset,
            language,
            phases,
            legend,
            untold,
            selection,
        }
    }
}

/// How far phases and their parts are counted.
#[derive(Default)]
struct Count {
    /// Numbers of phases.
    phase: usize,
    /// Phases with the same number.
    same: usize,
    /// Parts of them.
    part: usize,
}

impl Count {
    /// The number of the next phase.
    fn next(&mut self, counted: &Counted) -> Option<String> {
        match counted {
            Counted::Not => None,
            Counted::Number => {
                *self = Self {
                    phase: self.phase + 1,
                    same: 1,
                    part: 0,
                };
                Some(self.phase.to_string())
            }
            Counted::Continues => {
                self.same += 1;
                Some(format!("{}{}", self.phase, letters(self.same)))
            }
        }
    }

    /// The number of the next part.
    fn next_part(&mut self) -> String {
        self.part += 1;
        format!("{}{}", self.phase, letters(self.part).to_uppercase())
    }
}

/// `a`, `b`, …, `z`, `aa`, …, for 1 and on, as lists in HTML have them.
fn letters(number: usize) -> String {
    let mut left = number;
    let mut out = Vec::new();
    while left > 0 {
        let digit = u8::try_from((left - 1) % 26).unwrap_or(0);
        out.push(char::from(b'a' + digit));
        left = (left - 1) / 26;
    }
    out.iter().rev().collect()
}

struct Evaluator<'s> {
    selection: &'s Selection,
    language: LanguageIx,
}

impl Evaluator<'_> {
    fn text(&self, text: &Localized) -> TextView {
        let (language, text) = text.get(self.language);
        let text = text.plain(self.selection);
        TextView { text, language }
    }

    fn phases<'d>(&self, plans: &[PhasePlan<'d>]) -> Vec<PhaseView<'d>> {
        let mut count = Count::default();
        let shown = plans.iter().filter(|plan| plan.shown.holds(self.selection));
        let phases = shown.map(|plan| {
            let number = count.next(&plan.phase.counted);
            PhaseView {
                id: &plan.phase.id,
                title: self.text(&plan.phase.title),
                repeat: self.word(plan.repeat.as_ref()),
                parts: self.parts(&plan.parts, number.is_some().then_some(&mut count)),
                number,
            }
        });
        phases.collect()
    }

    /// The parts; `count` goes on where their phase is counted.
    fn parts<'d>(
        &self,
        plans: &[PlayPartPlan<'d>],
        mut count: Option<&mut Count>,
    ) -> Vec<PlayPartView<'d>> {
        let is_counted = count.is_some();
        let shown = plans.iter().filter(|plan| plan.shown.holds(self.selection));
        let parts = shown.map(|plan| PlayPartView {
            head: plan.part.map(|part| PartHead {
                id: &part.id,
                number: count.as_deref_mut().map(Count::next_part),
                title: self.text(&part.title),
            }),
            repeat: self.word(plan.repeat.as_ref()),
            steps: self.steps(&plan.steps, is_counted.then_some(0)),
        });
        parts.collect()
    }

    /// The steps, of which `depth` are around; `None` where they are not counted.
    fn steps<'d>(&self, plans: &[StepPlan<'d>], depth: Option<usize>) -> Vec<StepView<'d>> {
        let shown = plans.iter().filter(|plan| plan.when.holds(self.selection));
        let steps = shown.enumerate().map(|(at, plan)| StepView {
            id: &plan.step.id,
            number: match depth {
                Some(0) => Some((at + 1).to_string()),
                Some(1) => Some(letters(at + 1)),
                _ => None,
            },
            label: plan.step.label.as_ref().map(|label| self.text(label)),
            text: self.text(&plan.step.text),
            who: self.word(plan.who.as_ref()),
            force: plan.step.force,
            rule_sets: self.words(&plan.rule_sets),
            markers: self.words(&plan.markers),
            adapted: plan.adapted.holds(self.selection),
            steps: self.steps(&plan.steps, depth.map(|depth| depth + 1)),
        });
        steps.collect()
    }

    fn words<'d>(&self, plans: &[WordPlan<'d>]) -> Vec<WordView<'d>> {
        let words = plans.iter();
        words.filter_map(|plan| self.word(Some(plan))).collect()
    }

    fn word<'d>(&self, plan: Option<&WordPlan<'d>>) -> Option<WordView<'d>> {
        let plan = plan.filter(|plan| plan.when.holds(self.selection))?;
        Some(WordView {
            id: plan.id,
            name: self.text(&plan.word.name),
            text: plan.word.text.as_ref().map(|text| self.text(text)),
            number: plan.number,
        })
    }
}
