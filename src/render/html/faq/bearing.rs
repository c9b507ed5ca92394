//! The entries that bear on what a page of another kind is about, as a list of links.

use super::*;

/// The entries that bear on what a page is about.
#[derive(Serialize)]
pub(in crate::render::html) struct BearingContext {
    class: String,
    /// The page of the FAQ that has them all, if one has.
    all: Option<String>,
    entries: Vec<BearingEntryContext>,
}

#[derive(Serialize)]
struct BearingEntryContext {
    class: String,
    editions: String,
    date: Option<String>,
    text: String,
    href: String,
}

impl Press<'_, '_> {
    /// The entries that bear on what a page of another kind is about, as a list of links.
    pub(in crate::render::html) fn bearing(
        &self,
        faq: &FaqPlan<'_>,
        kind: Kind<'_>,
        language: LanguageIx,
        rules: &mut Rules,
    ) -> Option<BearingContext> {
        let (plans, all) = match kind {
            Kind::Question(id) => (faq.on_question(id), None),
            Kind::Figure(id) => (faq.on_figure(id), None),
            Kind::Expansion(id) => (faq.on_expansion(id), Some(Kind::FaqTopic(id))),
            _ => return None,
        };
        (!plans.is_empty()).then_some(())?;
        // On pages of expansions the edition is selected, on the others all stand side by side.
        let shown = |plan: &FaqEntryPlan<'_>| match all {
            Some(_) => plan.shown.clone(),
            None => plan.in_any_edition.clone(),
        };
        let class = rules.shown(&Condition::or(plans.iter().map(|plan| shown(plan))));
        let mut builder = Builder {
            site: self,
            faq,
            kind,
            language,
            rules: std::mem::take(rules),
        };
        let entries = plans.iter().map(|plan| BearingEntryContext {
            class: builder.rules.shown(&shown(plan)),
            editions: builder.editions(plan.entry),
            date: plan.entry.newest().map(|month| month.to_string()),
            text: builder.said(&plan.entry.says),
            href: builder.permalink(plan.id),
        });
        let entries = entries.collect();
        let all = all.map(|kind| builder.href(kind));
        *rules = builder.rules;
        Some(BearingContext {
            class,
            all,
            entries,
        })
    }
}
