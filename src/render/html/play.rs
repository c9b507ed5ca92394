//! The order of play: a page that filters and numbers itself. It decides nothing.

use super::press::framed;
use super::rules::Rules;
use super::text::Writer;
use super::*;
use crate::logic::{Condition, Variable};
use crate::view::{PhasePlan, PlayPartPlan, PlayPlan, StepPlan, WordPlan};

/// The page.
#[derive(Serialize)]
pub(super) struct PlayPage {
    #[serde(flatten)]
    page: PageContext,
    phases: Vec<PhaseContext>,
    legend: Vec<WordContext>,
    untold: Option<UntoldContext>,
    /// The class of the sentence that nothing is shown; `None` where something always is.
    empty: Option<String>,
}

/// What no step is about.
#[derive(Serialize)]
struct UntoldContext {
    class: String,
    /// Each with its class.
    elements: Vec<(String, String)>,
}

#[derive(Serialize)]
struct PhaseContext {
    html_id: String,
    class: String,
    counted: &'static str,
    title: String,
    repeat: Option<WordContext>,
    parts: Vec<PartContext>,
}

#[derive(Serialize)]
struct PartContext {
    html_id: String,
    class: String,
    /// Empty where the steps stand in the phase itself.
    title: String,
    repeat: Option<WordContext>,
    steps: Vec<StepContext>,
}

#[derive(Serialize)]
struct StepContext {
    html_id: String,
    id: String,
    class: String,
    /// The class that marks it as adapted; empty where it never is.
    adapted: String,
    /// Whether the word stands at it; where the step around it is adapted as well, it does there.
    is_marked: bool,
    label: Option<String>,
    href: Option<String>,
    text: String,
    who: Option<WordContext>,
    force: Option<&'static str>,
    rule_sets: Vec<WordContext>,
    markers: Vec<WordContext>,
    steps: Vec<StepContext>,
}

#[derive(Serialize)]
struct WordContext {
    class: String,
    id: String,
    name: String,
    number: Option<String>,
    text: Option<String>,
}

framed!(PlayPage);

impl Press<'_, '_> {
    /// The order of play in a language; `None` where the dataset has none.
    pub(super) fn play_page(&self, language: LanguageIx) -> Option<PlayPage> {
        let plan = self.plan.play();
        let builder = Builder {
            site: self,
            language,
            rules: Rules::default(),
        };
        (!plan.phases.is_empty()).then(|| builder.page(&plan))
    }
}

struct Builder<'b, 'd> {
    site: &'b Press<'b, 'd>,
    language: LanguageIx,
    rules: Rules,
}

impl Builder<'_, '_> {
    fn page(mut self, play: &PlayPlan<'_>) -> PlayPage {
        let phases = play.phases.iter().map(|phase| self.phase(phase)).collect();
        let legend = play.legend.iter().map(|word| self.word(word)).collect();
        let untold = self.untold(play);
        let some_phase = Condition::or(play.phases.iter().map(|phase| phase.shown.clone()));
        let empty = some_phase.negate();
        let empty = (empty != Condition::False).then(|| self.rules.shown(&empty));
        let site = self.site;
        let address = Address::new(Kind::Play, self.language);
        let code = &site.plan.dataset.languages[self.language.index()].code;
        let title = site.word(code, "play");
        let page = site.filtered_page(address, title, &site.initial(None), self.rules);
        PlayPage {
            page,
            phases,
            legend,
            untold,
            empty,
        }
    }

    fn untold(&mut self, play: &PlayPlan<'_>) -> Option<UntoldContext> {
        let some = Condition::or(play.untold.iter().map(|plan| plan.shown.clone()));
        (!play.untold.is_empty()).then(|| UntoldContext {
            class: self.rules.shown(&some),
            elements: play
                .untold
                .iter()
                .map(|plan| {
                    let name = &play.dataset.element(plan.element).1.name;
                    (self.rules.shown(&plan.shown), self.line(name))
                })
                .collect(),
        })
    }

    fn line(&mut self, text: &Localized) -> String {
        let mut writer = Writer {
            plan: self.site.plan,
            language: self.language,
            rules: &mut self.rules,
        };
        writer.line(text)
    }

    fn phase(&mut self, plan: &PhasePlan<'_>) -> PhaseContext {
        let counted = match plan.phase.counted {
            Counted::Not => "not",
            Counted::Number => "number",
            Counted::Continues => "continued",
        };
        PhaseContext {
            html_id: html_id("phase", plan.phase.id.as_str()),
            class: self.rules.shown(&plan.shown),
            counted,
            title: self.line(&plan.phase.title),
            repeat: plan.repeat.as_ref().map(|repeat| self.word(repeat)),
            parts: plan.parts.iter().map(|part| self.part(part)).collect(),
        }
    }

    fn part(&mut self, plan: &PlayPartPlan<'_>) -> PartContext {
        let part = plan.part;
        PartContext {
            html_id: part.map_or(String::new(), |part| html_id("phase", part.id.as_str())),
            class: self.rules.shown(&plan.shown),
            title: part.map_or(String::new(), |part| self.line(&part.title)),
            repeat: plan.repeat.as_ref().map(|repeat| self.word(repeat)),
            steps: plan
                .steps
                .iter()
                .map(|step| self.step(step, true))
                .collect(),
        }
    }

    /// A step; `is_first` where none is around it.
    fn step(&mut self, plan: &StepPlan<'_>, is_first: bool) -> StepContext {
        let step = plan.step;
        StepContext {
            html_id: html_id("step", step.id.as_str()),
            id: step.id.to_string(),
            class: self.rules.shown(&plan.when),
            adapted: self.rules.adapted(&plan.adapted),
            is_marked: is_first || plan.when != Condition::True,
            label: step.label.as_ref().map(|label| self.line(label)),
            href: self.expansion(&plan.when),
            text: self.line(&step.text),
            who: plan.who.as_ref().map(|who| self.word(who)),
            force: step.force.map(Force::as_str),
            rule_sets: plan.rule_sets.iter().map(|set| self.word(set)).collect(),
            markers: plan.markers.iter().map(|one| self.word(one)).collect(),
            steps: plan.steps.iter().map(|s| self.step(s, false)).collect(),
        }
    }

    fn word(&mut self, plan: &WordPlan<'_>) -> WordContext {
        WordContext {
            class: self.rules.shown(&plan.when),
            id: plan.id.to_owned(),
            name: self.line(&plan.word.name),
            number: plan.number.map(str::to_owned),
            text: plan.word.text.as_ref().map(|text| self.line(text)),
        }
    }

    /// The page of the expansion that brings the only element of a condition.
    fn expansion(&self, when: &Condition) -> Option<String> {
        let mut elements = Vec::new();
        when.variables(&mut |variable| {
            if let Variable::Element(element) = variable {
                elements.push(element);
            }
        });
        let [only] = elements[..] else {
            return None;
        };
        let (_, element) = self.site.plan.dataset.element(only);
        Some(expansion_page(&element.expansion))
    }
}
