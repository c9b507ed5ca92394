//! Checks the order of play exactly, over every possible selection: every step can be shown,
//! alternatives never are together, and nothing is announced that does not follow.

use super::PlayDoubts;
use crate::diagnostic::Diagnostic;
use crate::logic::{Condition, satisfiable};
use crate::model::*;
use crate::nearest::did_you_mean;
use crate::selection::witness_address;
use indexmap::IndexMap;
use std::collections::{BTreeSet, HashSet};

/// Everything that is wrong with the order of play, but for what hangs on `doubts`.
pub fn check(dataset: &Dataset, doubts: &PlayDoubts) -> Vec<Diagnostic> {
    let checker = Checker {
        dataset,
        doubtful: &doubts.steps,
        steps: shown_steps(&dataset.play),
    };
    let mut found = checker.unreachable();
    found.extend(checker.alternatives());
    found.extend(checker.nothing_follows());
    found.extend(checker.idle_markers());
    found.extend(checker.continued());
    if !doubts.words {
        found.extend(checker.unused_words());
    }
    found
}

/// Every step with when it is shown.
type ShownSteps<'d> = IndexMap<&'d StepId, (&'d PlayStep, Condition)>;

fn shown_steps(play: &Play) -> ShownSteps<'_> {
    let mut steps = IndexMap::new();
    play.each_step(&mut |step, around| {
        let shown = Condition::and([around.clone(), step.when.clone()]);
        steps.insert(&step.id, (step, shown));
    });
    steps
}

struct Checker<'d, 'c> {
    dataset: &'d Dataset,
    doubtful: &'c HashSet<StepId>,
    steps: ShownSteps<'d>,
}

impl<'d> Checker<'d, '_> {
    /// The steps of which something exact can be said.
    fn sure(&self) -> impl Iterator<Item = (&'d PlayStep, &Condition)> {
        let steps = self.steps.values();
        let sure = steps.filter(|(step, _)| !self.doubtful.contains(&step.id));
        sure.map(|(step, shown)| (*step, shown))
    }

    /// Whether some selection makes `condition` hold.
    fn can_hold(&self, condition: &Condition) -> bool {
        satisfiable(condition, self.dataset.editions.len())
    }

    /// The smallest selection in which `condition` holds, as a note; `None` where it never does.
    fn proof(&self, condition: &Condition, what: &str) -> Option<String> {
        let address = witness_address(self.dataset, condition)?;
        Some(format!("{what} in {address}"))
    }

    /// Steps that no selection shows; of those below such a one nothing more is said.
    fn unreachable(&self) -> Vec<Diagnostic> {
        let mut below = HashSet::new();
        let mut found = Vec::new();
        for (step, shown) in self.sure() {
            let is_below = below.contains(&step.id);
            if !is_below && self.can_hold(shown) {
                continue;
            }
            below.extend(step.steps.iter().map(|step| &step.id));
            if !is_below {
                let message = format!("no selection can show the step `{}`", step.id);
                found.push(
                    Diagnostic::new("unreachable-step", message, step.place.clone())
                        .help("mend its condition or those around it, or remove it"),
                );
            }
        }
        found
    }

    fn alternatives(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut groups: IndexMap<&StepId, Vec<&StepId>> = IndexMap::new();
        for (step, _) in self.steps.values() {
            let Some(first) = &step.alternative_of else {
                continue;
            };
            match self.steps.get_key_value(first) {
                Some((first, (named, _))) if named.alternative_of.is_none() => {
                    groups
                        .entry(first)
                        .or_insert_with(|| vec![first])
                        .push(&step.id);
                }
                Some((_, (named, _))) => found.push(no_first_alternative(step, named)),
                None => found.push(self.unknown_alternative(step, first)),
            }
        }
        for group in groups.values() {
            for (at, one) in group.iter().enumerate() {
                for other in &group[at + 1..] {
                    found.extend(self.together(one, other));
                }
            }
        }
        found
    }

    fn unknown_alternative(&self, step: &PlayStep, first: &StepId) -> Diagnostic {
        let message = format!(
            "`{}` is the alternative of no step: there is no `{first}`",
            step.id
        );
        let diagnostic = Diagnostic::new("unknown-step", message, step.place.clone());
        let known = self.steps.keys().map(|id| id.as_str());
        match did_you_mean(first.as_str(), known) {
            Some(help) => diagnostic.help(help),
            None => diagnostic.help("name the first of the alternatives"),
        }
    }

    /// That two alternatives can be shown together, if they can.
    fn together(&self, one: &StepId, other: &StepId) -> Option<Diagnostic> {
        if self.doubtful.contains(one) || self.doubtful.contains(other) {
            return None;
        }
        let ((one, one_shown), (other, other_shown)) = (&self.steps[one], &self.steps[other]);
        let both = Condition::and([one_shown.clone(), other_shown.clone()]);
        let proof = self.proof(&both, "both are shown")?;
        let message = format!(
            "the alternatives `{}` and `{}` can be shown together",
            one.id, other.id
        );
        let diagnostic = Diagnostic::new("alternatives-together", message, other.place.clone())
            .also(one.place.clone(), "the other one")
            .note(proof)
            .help("make their conditions exclude each other");
        Some(diagnostic)
    }

    /// Steps whose text ends with a colon where no step below them is shown.
    fn nothing_follows(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (step, shown) in self.sure() {
            if !self.announces(&step.text)
                || step.steps.iter().any(|s| self.doubtful.contains(&s.id))
            {
                continue;
            }
            let below = Condition::or(step.steps.iter().map(|step| step.when.clone()));
            let alone = Condition::and([shown.clone(), below.negate()]);
            if let Some(proof) = self.proof(&alone, "nothing does") {
                let message = format!(
                    "the step `{}` ends with a colon, and nothing may follow",
                    step.id
                );
                found.push(
                    Diagnostic::new("nothing-follows", message, step.place.clone())
                        .note(proof)
                        .help("narrow its condition to those of the steps below it, or end it with a full stop"),
                );
            }
        }
        found
    }

    /// Whether the text ends with a colon, in any language.
    fn announces(&self, text: &Localized) -> bool {
        let selection = Selection {
            edition: self.dataset.default_edition,
            elements: ElementSet::full(self.dataset.elements.len()),
        };
        let mut languages = self.dataset.languages();
        languages.any(|(language, _)| {
            let own = text.exactly(language);
            own.is_some_and(|own| own.plain(&selection).ends_with(':'))
        })
    }

    /// Markers at steps where their own condition never holds.
    fn idle_markers(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (step, shown) in self.sure() {
            for marker in &step.markers {
                let Some(word) = self.dataset.play.words.markers.get(&marker.id) else {
                    continue;
                };
                let both = Condition::and([shown.clone(), word.when.clone()]);
                if self.can_hold(shown) && !self.can_hold(&both) {
                    let message = format!(
                        "the marker `{}` is never shown at the step `{}`",
                        marker.id, step.id
                    );
                    found.push(
                        Diagnostic::new("unreachable-marker", message, step.place.clone())
                            .also(word.place.clone(), "the marker")
                            .help("remove it from the step, or mend one of the conditions"),
                    );
                }
            }
        }
        found
    }

    /// Phases that continue a number where the phase that has it is not shown.
    fn continued(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut numbered: Option<&Phase> = None;
        for phase in &self.dataset.play.phases {
            match phase.counted {
                Counted::Not => {}
                Counted::Number => numbered = Some(phase),
                Counted::Continues => found.extend(self.continues_nothing(phase, numbered)),
            }
        }
        found
    }

    fn continues_nothing(&self, phase: &Phase, numbered: Option<&Phase>) -> Option<Diagnostic> {
        let before = numbered.map_or(Condition::False, some_step);
        let alone = Condition::and([some_step(phase), before.negate()]);
        let proof = self.proof(&alone, "it stands alone")?;
        let message = format!("the phase `{}` continues none that is shown", phase.id);
        let diagnostic = Diagnostic::new("continues-nothing", message, phase.place.clone());
        let diagnostic = match numbered {
            Some(before) => diagnostic.also(before.place.clone(), "the phase before it"),
            None => diagnostic,
        };
        Some(diagnostic.note(proof).help("remove its `number`"))
    }

    /// Words that no step, part or phase is marked with.
    fn unused_words(&self) -> Vec<Diagnostic> {
        let Play { words, phases } = &self.dataset.play;
        let mut used: BTreeSet<&str> = BTreeSet::new();
        for phase in phases {
            used.extend(phase.repeat.as_deref());
            if let PhaseBody::Parts(parts) = &phase.body {
                used.extend(parts.iter().filter_map(|part| part.repeat.as_deref()));
            }
        }
        for (step, _) in self.steps.values() {
            used.extend(step.who.as_deref());
            used.extend(step.rule_sets.iter().map(String::as_str));
            used.extend(step.markers.iter().map(|marker| marker.id.as_str()));
        }
        let kinds = [
            &words.actors,
            &words.repeats,
            &words.rule_sets,
            &words.markers,
        ];
        let unused = kinds.into_iter().flatten();
        let unused = unused.filter(|(id, _)| !used.contains(id.as_str()));
        let messages = unused.map(|(id, word)| {
            let message = format!("nothing in the order of play is marked with `{id}`");
            Diagnostic::new("unused-play-word", message, word.place.clone())
                .help("use it at a step, or remove it")
        });
        messages.collect()
    }
}

/// Holds where one of the phase's steps is shown.
fn some_step(phase: &Phase) -> Condition {
    Condition::or(phase.steps().map(|step| step.when.clone()))
}

/// That a step is the alternative of one that is itself an alternative.
fn no_first_alternative(step: &PlayStep, named: &PlayStep) -> Diagnostic {
    let message = format!(
        "`{}` is the alternative of `{}`, which is one itself",
        step.id, named.id
    );
    Diagnostic::new("bad-alternative", message, step.place.clone())
        .also(named.place.clone(), "that one")
        .help("name the first of the alternatives")
}
