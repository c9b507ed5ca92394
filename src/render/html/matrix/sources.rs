//! What sources say of a cell, and why one is taken where they differ. It decides nothing.

use super::super::corrections::PlaceContext;
use super::super::*;
use super::Builder;
use crate::logic::Condition;
use crate::render::answer_word;
use crate::view::Shown;

/// What one source says of a figure.
#[derive(Serialize)]
pub(super) struct ClaimContext {
    answer: &'static str,
    content: String,
    source: String,
    line: Option<u32>,
    editions: String,
    /// The entry of the FAQ that says it.
    entry: Option<String>,
    /// Where that stands in the dataset, and the way to suggest a correction.
    place: Option<PlaceContext>,
}

/// Why a source is taken where sources differ.
#[derive(Serialize)]
pub(super) struct ReasonContext {
    source: String,
    because: String,
}

impl Builder<'_, '_> {
    /// Everything that sources say of a cell.
    pub(super) fn claims(&mut self, cell: &(QuestionId, FigureId)) -> Vec<ClaimContext> {
        let dataset = self.site.plan.dataset;
        let claims = dataset.claims.get(cell).map_or(&[][..], Vec::as_slice);
        let about = format!("{}, {}", cell.1, cell.0);
        let claims = claims.iter().filter_map(|claim| {
            let holds = self.columns.editions().flatten().filter(|edition| {
                crate::view::in_edition(&claim.when, *edition) != Condition::False
            });
            let holds: Vec<_> = holds.collect();
            let ids = holds
                .iter()
                .map(|edition| dataset.edition(*edition).0.as_str());
            let editions = ids.collect::<Vec<_>>().join(", ");
            if holds.is_empty() && matches!(self.kind, Kind::Compared(_)) {
                return None;
            }
            let words = holds.first().copied().or(Some(dataset.default_edition));
            Some(ClaimContext {
                answer: answer_word(Shown::Claimed(&claim.answer)),
                content: self.answer(words, &claim.answer),
                source: self.source(&claim.source),
                line: claim.line,
                editions,
                entry: claim.entry.as_ref().and_then(|id| self.entry_href(id)),
                place: self.site.place(&claim.place, &about, self.language),
            })
        });
        claims.collect()
    }

    /// Where the site has the entry, if it does.
    fn entry_href(&self, id: &FaqId) -> Option<String> {
        let Plan { dataset, scope, .. } = self.site.plan;
        let anchor = html_id("faq", id.as_str());
        let is_there = FaqPlan::can_show(dataset, id, scope);
        is_there.then(|| format!("{}#{anchor}", self.href(Kind::Faq)))
    }

    pub(super) fn reasons(&mut self, cell: &(QuestionId, FigureId)) -> Vec<ReasonContext> {
        let resolutions = self.site.plan.dataset.resolutions.get(cell);
        let resolutions = resolutions.map_or(&[][..], Vec::as_slice);
        let reasons = resolutions.iter().map(|resolution| ReasonContext {
            source: self.source(&resolution.take),
            because: self.line_of(&resolution.because),
        });
        reasons.collect()
    }

    fn source(&self, id: &SourceId) -> String {
        let source = self.site.plan.dataset.sources.get(id);
        source.map_or(String::new(), |source| self.line_of(&source.title))
    }
}
