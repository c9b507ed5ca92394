//! The pages of the FAQ: all of it, what is new, and what is about an expansion or two. It decides
//! nothing.

mod bearing;
mod entry;

use super::press::framed;
use super::rules::Rules;
use super::text::Writer;
use super::*;
use crate::logic::Condition;
use crate::view::{FaqChapter, FaqEntryPlan, FaqNode, FaqPart, FaqPlan, Pair};
pub(super) use bearing::BearingContext;
use entry::FaqEntryContext;

/// A page of the FAQ.
#[derive(Serialize)]
pub(super) struct FaqPage {
    #[serde(flatten)]
    page: PageContext,
    lead: String,
    /// The other pages of the FAQ that belong here.
    ways: Vec<WayContext>,
    /// What each chapter has a page of.
    topics: Vec<WayContext>,
    chapters: Vec<ChapterContext>,
    /// The class of what stands there where nothing is to be seen.
    empty_class: String,
}

/// The way to another page.
#[derive(Serialize)]
struct WayContext {
    name: String,
    href: String,
    current: bool,
    class: String,
    count: usize,
}

#[derive(Serialize)]
struct ChapterContext {
    html_id: String,
    class: String,
    title: String,
    href: Option<String>,
    parts: Vec<FaqPartContext>,
}

#[derive(Serialize)]
struct FaqPartContext {
    html_id: String,
    class: String,
    /// The other expansion, with the page of both.
    title: String,
    href: Option<String>,
    entries: Vec<FaqEntryContext>,
}

framed!(FaqPage);

impl Press<'_, '_> {
    /// A page of the FAQ; `None` where it has nothing.
    pub(super) fn faq_page(
        &self,
        faq: &FaqPlan<'_>,
        kind: Kind<'_>,
        language: LanguageIx,
    ) -> Option<FaqPage> {
        (faq.entries().len() > 0).then_some(())?;
        let mut builder = Builder {
            site: self,
            faq,
            kind,
            language,
            rules: Rules::default(),
        };
        let chapters = match kind {
            Kind::Faq => faq.chapters(),
            Kind::FaqTopic(id) => vec![faq.about(faq.topic(id)?)],
            Kind::FaqPair(one, other) => vec![faq.about_both(*faq.pairs().get(&(one, other))?)],
            Kind::FaqNewest => return builder.newest(),
            _ => return None,
        };
        let contexts = chapters.iter().map(|chapter| builder.chapter(chapter));
        let contexts = contexts.collect();
        let shown = Condition::or(chapters.iter().map(|chapter| chapter.shown.clone()));
        let plans = chapters.iter().flat_map(|chapter| &chapter.parts);
        let plans: Vec<_> = plans.flat_map(|part| all_of(&part.nodes)).collect();
        Some(builder.page(contexts, &shown, &plans))
    }
}

/// Entries with all below them, in reading order.
fn all_of<'p, 'd>(nodes: &[FaqNode<'p, 'd>]) -> Vec<&'p FaqEntryPlan<'d>> {
    let mut all = Vec::new();
    for node in nodes {
        all.push(node.plan);
        all.extend(all_of(&node.below));
    }
    all
}

struct Builder<'b, 'd> {
    site: &'b Press<'b, 'd>,
    faq: &'b FaqPlan<'b>,
    kind: Kind<'b>,
    language: LanguageIx,
    rules: Rules,
}

impl<'b> Builder<'b, '_> {
    fn page(
        mut self,
        chapters: Vec<ChapterContext>,
        shown: &Condition,
        plans: &[&FaqEntryPlan<'_>],
    ) -> FaqPage {
        let site = self.site;
        let empty_class = match shown.clone().negate() {
            Condition::False => "never".to_owned(),
            empty => self.rules.shown(&empty),
        };
        let topics = self.topics();
        let initial = Selection {
            edition: self.faq.edition_of(plans),
            ..site.everything()
        };
        let initial = site.plan.scope.apply(&initial);
        let address = Address::new(self.kind, self.language);
        let lead = self.word(match self.kind {
            Kind::FaqNewest => "faq-newest-lead",
            _ => "faq-lead",
        });
        let ways = self.ways();
        FaqPage {
            page: site.filtered_page(address, self.title(), &initial, self.rules),
            lead,
            ways,
            topics,
            chapters,
            empty_class,
        }
    }

    /// What is new, month by month; `None` where nothing has a date.
    fn newest(mut self) -> Option<FaqPage> {
        let faq = self.faq;
        let months = faq.by_month();
        let mut chapters = Vec::new();
        for (month, nodes) in &months {
            let plans = nodes.iter().map(|node| node.plan.shown.clone());
            let class = self.rules.shown(&Condition::or(plans));
            let html_id = format!("since-{month}");
            let entries = self.entries(nodes, true);
            chapters.push(ChapterContext {
                href: Some(format!("#{html_id}")),
                class,
                title: month.to_string(),
                parts: vec![FaqPartContext {
                    html_id: format!("new-{month}"),
                    class: String::new(),
                    title: String::new(),
                    href: None,
                    entries,
                }],
                html_id,
            });
        }
        let plans: Vec<_> = months.iter().flat_map(|(_, nodes)| all_of(nodes)).collect();
        let shown = Condition::or(plans.iter().map(|plan| plan.shown.clone()));
        (!plans.is_empty()).then(|| self.page(chapters, &shown, &plans))
    }

    fn title(&self) -> String {
        let word = self.word_of("faq");
        match self.kind {
            Kind::FaqTopic(id) => format!("{} · {word}", self.plain_name(id)),
            Kind::FaqPair(one, other) => {
                let names = [one, other].map(|id| self.plain_name(id));
                format!("{} · {word}", names.join(" + "))
            }
            Kind::FaqNewest => format!("{word} · {}", self.word_of("faq-newest")),
            _ => self.word_of("faq-title"),
        }
    }

    /// The ways to the other pages that everybody looks for, and to those of what this one is about.
    fn ways(&self) -> Vec<WayContext> {
        let mut ways = vec![(Kind::Faq, self.word("faq-by-expansion"))];
        if self.faq.entries().any(|plan| plan.entry.newest().is_some()) {
            ways.push((Kind::FaqNewest, self.word("faq-newest")));
        }
        match self.kind {
            Kind::FaqTopic(id) => ways.push((Kind::Expansion(id), self.name(id))),
            Kind::FaqPair(one, other) => {
                ways.extend([one, other].map(|id| (Kind::FaqTopic(id), self.name(id))));
            }
            _ => {}
        }
        let ways = ways.into_iter().map(|(kind, name)| WayContext {
            name,
            href: self.href(kind),
            current: kind == self.kind,
            class: String::new(),
            count: 0,
        });
        ways.collect()
    }

    /// On the page of an expansion its pairs, on that of all entries the expansions.
    fn topics(&mut self) -> Vec<WayContext> {
        let faq = self.faq;
        let mut ways = Vec::new();
        match self.kind {
            Kind::FaqTopic(id) => {
                let pairs = faq.pairs().iter().copied();
                for pair in pairs.filter(|(one, other)| *one == id || *other == id) {
                    let with = if pair.0 == id { pair.1 } else { pair.0 };
                    let kind = Kind::FaqPair(pair.0, pair.1);
                    ways.push(self.way(with, kind, &[pair.0, pair.1]));
                }
            }
            Kind::Faq => {
                for id in faq.topics() {
                    ways.push(self.way(id, Kind::FaqTopic(id), &[id]));
                }
            }
            _ => {}
        }
        ways
    }

    /// The way to what is about all of `topics`, called after one of them.
    fn way(&mut self, name: &ExpansionId, kind: Kind<'_>, topics: &[&ExpansionId]) -> WayContext {
        let count = self.faq.count(topics);
        let selected = self.faq.selected(topics.iter().copied());
        WayContext {
            name: self.name(name),
            href: self.href(kind),
            current: false,
            class: self.rules.shown(&selected),
            count,
        }
    }

    fn chapter(&mut self, chapter: &FaqChapter<'_, 'b>) -> ChapterContext {
        let is_whole = self.kind == Kind::Faq;
        let id = chapter.topic.map_or("general", ExpansionId::as_str);
        let parts = chapter.parts.iter();
        let parts = parts.map(|part| self.part(id, chapter.topic, part));
        let parts = parts.collect();
        ChapterContext {
            html_id: html_id("about", id),
            class: self.rules.shown(&chapter.shown),
            title: match chapter.topic {
                _ if !is_whole => String::new(),
                Some(id) => self.name(id),
                None => self.word("faq-general"),
            },
            href: chapter.topic.map(|id| self.href(Kind::FaqTopic(id))),
            parts,
        }
    }

    fn part(
        &mut self,
        id: &str,
        topic: Option<&'b ExpansionId>,
        part: &FaqPart<'_, 'b>,
    ) -> FaqPartContext {
        let both = topic.zip(part.with);
        let is_pair = matches!(self.kind, Kind::FaqPair(..));
        let with = part.with.map_or("itself", ExpansionId::as_str);
        FaqPartContext {
            html_id: format!("about-{id}_{with}"),
            class: self.rules.shown(&part.shown),
            title: match part.with {
                Some(with) if !is_pair => self.name(with),
                _ => String::new(),
            },
            href: both.map(|(one, other)| self.pair_href(self.faq.pair(one, other))),
            entries: self.entries(&part.nodes, false),
        }
    }

    /// What an entry says, question and answer one after the other.
    fn said(&mut self, says: &FaqText) -> String {
        let texts = says.texts().into_iter();
        texts.map(|text| self.blocks(text)).collect()
    }

    fn blocks(&mut self, text: &Localized) -> String {
        self.writer().blocks(text)
    }

    fn line(&mut self, text: &Localized) -> String {
        self.writer().line(text)
    }

    fn writer(&mut self) -> Writer<'_, '_> {
        Writer {
            plan: self.site.plan,
            language: self.language,
            rules: &mut self.rules,
        }
    }

    fn editions(&self, entry: &FaqEntry) -> String {
        let dataset = self.site.plan.dataset;
        let ids = entry.editions.iter();
        let ids = ids.map(|edition| dataset.edition(*edition).0.as_str());
        ids.collect::<Vec<_>>().join(", ")
    }

    fn name(&self, id: &ExpansionId) -> String {
        escaped(&self.plain_name(id))
    }

    fn plain_name(&self, id: &ExpansionId) -> String {
        let expansion = self.site.plan.dataset.expansions.get(id);
        expansion.map_or(String::new(), |expansion| self.plain(&expansion.name))
    }

    fn plain(&self, text: &Localized) -> String {
        text.get(self.language).1.plain(&self.site.everything())
    }

    fn word(&self, id: &str) -> String {
        escaped(&self.word_of(id))
    }

    fn word_of(&self, id: &str) -> String {
        let code = &self.site.plan.dataset.languages[self.language.index()].code;
        self.site.word(code, id)
    }

    /// The place of an entry in the page of all.
    fn permalink(&self, id: &FaqId) -> String {
        let anchor = html_id("faq", id.as_str());
        match self.kind {
            Kind::Faq => format!("#{anchor}"),
            _ => format!("{}#{anchor}", self.href(Kind::Faq)),
        }
    }

    fn pair_href(&self, (one, other): Pair<'_>) -> String {
        self.href(Kind::FaqPair(one, other))
    }

    /// The way to another page of the same language.
    fn href(&self, to: Kind<'_>) -> String {
        let root = Address::new(self.kind, self.language).to_root();
        let to = Address::new(to, self.language);
        format!("{root}{}", to.path(self.site.plan.dataset))
    }
}
