//! The order of play as things to compare: each phase, part and step with what it says, what it is
//! marked with and what it stands in. It compares nothing.

use super::Role;
use super::common::Side;
use super::texts::{Words, WordsPart};
use super::things::Listed;
use crate::logic::Condition;
use crate::model::*;
use crate::view::{PhasePlan, PlayPartPlan, StepPlan, WordPlan};
use indexmap::IndexMap;

/// All phases, parts and steps that a version can show, by id.
pub fn steps<'d>(side: &Side<'d>) -> IndexMap<String, Listed<'d>> {
    let mut lister = Lister {
        side,
        all: IndexMap::new(),
    };
    for phase in side.plan.play().phases {
        lister.phase(&phase);
    }
    lister.all
}

struct Lister<'s, 'd> {
    side: &'s Side<'d>,
    all: IndexMap<String, Listed<'d>>,
}

impl<'d> Lister<'_, 'd> {
    fn phase(&mut self, plan: &PhasePlan<'d>) {
        let id = &plan.phase.id;
        let title = self.title(&plan.phase.title, plan.repeat.as_ref());
        self.add(id, None, &plan.shown, title);
        for part in &plan.parts {
            self.part(part, id);
        }
    }

    fn part(&mut self, plan: &PlayPartPlan<'d>, phase: &StepId) {
        if let Some(part) = plan.part {
            let title = self.title(&part.title, plan.repeat.as_ref());
            self.add(&part.id, Some(phase), &plan.shown, title);
        }
        let around = plan.part.map_or(phase, |part| &part.id);
        for step in &plan.steps {
            self.step(step, around);
        }
    }

    fn step(&mut self, plan: &StepPlan<'d>, around: &StepId) {
        let id = &plan.step.id;
        let parts = self.said(plan);
        self.add(id, Some(around), &plan.shown, parts);
        for below in &plan.steps {
            self.step(below, id);
        }
    }

    fn add(
        &mut self,
        id: &StepId,
        around: Option<&StepId>,
        shown: &Condition,
        parts: Vec<WordsPart<'d>>,
    ) {
        let shown = self.side.translated(shown);
        let listed = Listed::new(Words { shown, parts });
        let places = around.map(StepId::to_string).into_iter().collect();
        self.all.insert(id.to_string(), Listed { places, ..listed });
    }

    fn title(&self, title: &'d Localized, repeat: Option<&WordPlan<'d>>) -> Vec<WordsPart<'d>> {
        let repeat = repeat.map(|repeat| self.mark(repeat));
        let title = WordsPart::text(Role::Text, title);
        [title].into_iter().chain(repeat).collect()
    }

    /// What a step says, in the order in which it is shown.
    fn said(&self, plan: &StepPlan<'d>) -> Vec<WordsPart<'d>> {
        let step = plan.step;
        let label = step.label.as_ref();
        let label = label.map(|label| WordsPart::text(Role::Label, label));
        let who = plan.who.as_ref().map(|who| self.mark(who));
        let marks = plan.rule_sets.iter().chain(&plan.markers);
        let mut parts: Vec<_> = label.into_iter().collect();
        parts.push(WordsPart::text(Role::Text, &step.text));
        parts.extend(who);
        parts.extend(step.force.map(forced));
        parts.extend(marks.map(|mark| self.mark(mark)));
        parts
    }

    fn mark(&self, plan: &WordPlan<'d>) -> WordsPart<'d> {
        WordsPart {
            when: self.side.translated(&plan.when),
            after: plan.number,
            ..WordsPart::text(Role::Mark, &plan.word.name)
        }
    }
}

fn forced<'d>(force: Force) -> WordsPart<'d> {
    WordsPart {
        role: Role::Force(force),
        when: Condition::True,
        text: None,
        after: Some(force.as_str()),
    }
}
