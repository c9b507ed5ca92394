//! An entry of the FAQ, with what it decides and the entries below it.

use super::*;
use crate::render::html::corrections::PlaceContext;
use crate::render::{answer_label, answer_word};
use crate::view::Shown;

#[derive(Serialize)]
pub(super) struct FaqEntryContext {
    html_id: String,
    class: String,
    /// What it is about, where its chapter does not say it.
    topics: String,
    topics_href: String,
    editions: String,
    date: Option<String>,
    updated: Option<String>,
    is_official: bool,
    /// The interface word for how its heading is known, if no heading stands there.
    heading: Option<String>,
    question: Option<String>,
    text: String,
    example: Option<String>,
    decides: Vec<DecidedContext>,
    /// The entry below which the source has it, where it stands alone.
    above: Option<String>,
    source: String,
    lines: String,
    place: Option<PlaceContext>,
    permalink: String,
    below: Vec<FaqEntryContext>,
}

/// A cell that an entry decides.
#[derive(Serialize)]
struct DecidedContext {
    figure: String,
    question: String,
    answer: &'static str,
    said: String,
    href: String,
}

impl<'b> Builder<'b, '_> {
    pub(super) fn entries(
        &mut self,
        nodes: &[FaqNode<'_, 'b>],
        names_topics: bool,
    ) -> Vec<FaqEntryContext> {
        let entries = nodes.iter().map(|node| self.entry(node, names_topics));
        entries.collect()
    }

    fn entry(&mut self, node: &FaqNode<'_, 'b>, names_topics: bool) -> FaqEntryContext {
        let FaqEntryPlan { id, entry, .. } = node.plan;
        let (question, text) = match &entry.says {
            FaqText::Statement(text) => (None, self.blocks(text)),
            FaqText::Question { question, answer } => {
                (Some(self.blocks(question)), self.blocks(answer))
            }
        };
        let heading = match entry.heading {
            FaqHeading::Stated => None,
            FaqHeading::Reconstructed => Some(self.word("faq-reconstructed")),
            FaqHeading::Missing => Some(self.word("faq-missing")),
        };
        let (topics, topics_href) = match names_topics {
            true => self.about(&entry.topics),
            false => Default::default(),
        };
        // All together, the ways to correct would be a seventh of the page: they stand on the pages
        // that its headings lead to.
        let is_elsewhere = self.kind == Kind::Faq && !entry.topics.is_empty();
        let place =
            (!is_elsewhere).then(|| self.site.place(&entry.place, id.as_str(), self.language));
        let lines = entry.lines.iter().map(ToString::to_string);
        FaqEntryContext {
            html_id: html_id("faq", id.as_str()),
            class: self.rules.shown(&node.plan.shown),
            topics,
            topics_href,
            editions: self.editions(entry),
            date: entry.date.map(|month| month.to_string()),
            updated: entry.updated.map(|month| month.to_string()),
            is_official: entry.status == FaqStatus::Official,
            heading,
            question,
            text,
            example: entry.example.as_ref().map(|text| self.blocks(text)),
            decides: self.decides(id, entry),
            above: node.above.map(|id| self.permalink(id)),
            source: self.source(&entry.source),
            lines: lines.collect::<Vec<_>>().join(", "),
            place: place.flatten(),
            permalink: self.permalink(id),
            below: self.entries(&node.below, false),
        }
    }

    /// What an entry is about, and the page of that.
    pub(super) fn about(&self, topics: &'b [ExpansionId]) -> (String, String) {
        match topics {
            [] => (self.word("faq-general"), self.href(Kind::Faq)),
            [one] => (self.name(one), self.href(Kind::FaqTopic(one))),
            [one, other, ..] => {
                let (one, other) = self.faq.pair(one, other);
                let names = [self.name(one), self.name(other)].join(" + ");
                (names, self.pair_href((one, other)))
            }
        }
    }

    /// The cells that an entry decides, with the answer that it gives.
    fn decides(&mut self, id: &FaqId, entry: &FaqEntry) -> Vec<DecidedContext> {
        let dataset = self.site.plan.dataset;
        let mut decided = Vec::new();
        let there =
            |(question, figure): &&(QuestionId, FigureId)| self.site.has_cell(question, figure);
        let cells: Vec<_> = entry.decides.iter().filter(there).collect();
        for cell in cells {
            let claims = dataset.claims.get(cell).into_iter().flatten();
            for claim in claims.filter(|claim| claim.entry.as_ref() == Some(id)) {
                let (question, figure) = cell;
                let (Some(asked), Some(answering)) =
                    (dataset.questions.get(question), dataset.figures.get(figure))
                else {
                    continue;
                };
                let anchor = html_id("q", question.as_str());
                decided.push(DecidedContext {
                    figure: self.line(&answering.name),
                    question: self.line(&asked.text),
                    answer: answer_word(Shown::Claimed(&claim.answer)),
                    said: self.answer(&claim.answer),
                    href: format!("{}#{anchor}", self.href(Kind::Figure(figure))),
                });
            }
        }
        decided
    }

    fn answer(&mut self, answer: &Answer) -> String {
        match answer {
            Answer::Number(number) => number.to_string(),
            Answer::Text(id) => {
                let text = self.site.plan.dataset.cell_texts.get(id);
                text.map_or(String::new(), |text| self.line(&text.text))
            }
            word => {
                let label = answer_label(Shown::Claimed(word));
                label.map_or(String::new(), |label| self.word(label))
            }
        }
    }

    fn source(&self, id: &SourceId) -> String {
        let source = self.site.plan.dataset.sources.get(id);
        source.map_or(String::new(), |source| escaped(&self.plain(&source.title)))
    }
}
