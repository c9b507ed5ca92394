//! The FAQ: when each entry is shown, in which order and nesting entries are read, and which of
//! them bear on what. It looks up and sorts; nobody else decides it.

use super::Scope;
use crate::logic::{Condition, implies, in_editions};
use crate::model::*;
use indexmap::{IndexMap, IndexSet};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// All entries that can be shown, chapter by chapter.
#[derive(Debug)]
pub struct FaqPlan<'d> {
    /// The dataset.
    pub dataset: &'d Dataset,
    scope: Scope,
    entries: IndexMap<&'d FaqId, FaqEntryPlan<'d>>,
    pairs: IndexSet<Pair<'d>>,
    /// The positions of the entries about each expansion.
    by_topic: IndexMap<&'d ExpansionId, Vec<usize>>,
    /// Those of the entries that decide a cell of each question.
    by_question: HashMap<&'d QuestionId, Vec<usize>>,
    /// Those of the entries that name each figure or decide a cell of it.
    by_figure: HashMap<&'d FigureId, Vec<usize>>,
}

/// An entry.
#[derive(Debug)]
pub struct FaqEntryPlan<'d> {
    /// Its id.
    pub id: &'d FaqId,
    /// The entry.
    pub entry: &'d FaqEntry,
    /// Holds where it is shown: in its editions, with some element of each expansion that it is
    /// about.
    pub shown: Condition,
    /// Holds where it is shown on a page on which the editions stand side by side.
    pub in_any_edition: Condition,
}

/// An entry with those that are read below it.
#[derive(Debug)]
pub struct FaqNode<'p, 'd> {
    /// The entry.
    pub plan: &'p FaqEntryPlan<'d>,
    /// The entry below which the source has it, where it stands alone here: that one is not among
    /// these entries, or is not shown everywhere where this one is.
    pub above: Option<&'d FaqId>,
    /// The entries below it, shown only where it is.
    pub below: Vec<FaqNode<'p, 'd>>,
}

/// The entries that belong to an expansion, or to none.
#[derive(Debug)]
pub struct FaqChapter<'p, 'd> {
    /// The expansion.
    pub topic: Option<&'d ExpansionId>,
    /// Holds where one of its entries is shown.
    pub shown: Condition,
    /// First what is about it alone, then what is about it and another one.
    pub parts: Vec<FaqPart<'p, 'd>>,
}

/// The entries of a chapter that are about the same other expansion, or about none.
#[derive(Debug)]
pub struct FaqPart<'p, 'd> {
    /// The other expansion.
    pub with: Option<&'d ExpansionId>,
    /// Holds where one of its entries is shown.
    pub shown: Condition,
    /// Its entries.
    pub nodes: Vec<FaqNode<'p, 'd>>,
}

/// Two different expansions in the order of the dataset.
pub type Pair<'d> = (&'d ExpansionId, &'d ExpansionId);

impl<'d> FaqPlan<'d> {
    /// The plan of the entries that are left where `scope` fixes some of the selection.
    pub fn new(dataset: &'d Dataset, scope: &Scope) -> Self {
        let plans = dataset.faq.iter().map(|(id, entry)| {
            let plan = FaqEntryPlan {
                id,
                entry,
                shown: shown(dataset, entry, scope),
                in_any_edition: scope.fix(&of_all(dataset, &entry.topics)),
            };
            (id, plan)
        });
        let mut entries: IndexMap<_, _> = plans
            .filter(|(_, plan)| plan.shown != Condition::False)
            .collect();
        // Stable: what is about the same stays in the order of the source.
        entries.sort_by_key(|_, plan| {
            let mut topics = plan.entry.topics.iter();
            let mut next = || topics.next().and_then(|id| position(dataset, id));
            (next(), next())
        });
        let mut plan = Self {
            dataset,
            scope: scope.clone(),
            entries,
            pairs: IndexSet::new(),
            by_topic: IndexMap::new(),
            by_question: HashMap::new(),
            by_figure: HashMap::new(),
        };
        plan.look_up();
        plan
    }

    /// Notes which entries are about what.
    fn look_up(&mut self) {
        let dataset = self.dataset;
        let mut pairs = IndexSet::new();
        for (at, plan) in self.entries.values().enumerate() {
            let entry = plan.entry;
            for topic in &entry.topics {
                self.by_topic.entry(topic).or_default().push(at);
            }
            if let [one, other] = entry.topics.as_slice() {
                pairs.insert(self.pair(one, other));
            }
            let decided = entry.decides.iter();
            let questions: BTreeSet<_> = decided.map(|(question, _)| question).collect();
            for question in questions {
                self.by_question.entry(question).or_default().push(at);
            }
            let decided = entry.decides.iter().map(|(_, figure)| figure);
            let figures: BTreeSet<_> = decided.chain(&entry.figures).collect();
            for figure in figures {
                self.by_figure.entry(figure).or_default().push(at);
            }
        }
        self.by_topic.sort_by_key(|id, _| position(dataset, id));
        pairs.sort_by_key(|(one, other)| (position(dataset, one), position(dataset, other)));
        self.pairs = pairs;
    }

    /// Whether any entry is left where `scope` fixes some of the selection.
    pub fn is_possible(dataset: &Dataset, scope: &Scope) -> bool {
        let mut entries = dataset.faq.values();
        entries.any(|entry| shown(dataset, entry, scope) != Condition::False)
    }

    /// Whether the entry `id` is left where `scope` fixes some of the selection.
    pub fn can_show(dataset: &Dataset, id: &FaqId, scope: &Scope) -> bool {
        let entry = dataset.faq.get(id);
        entry.is_some_and(|entry| shown(dataset, entry, scope) != Condition::False)
    }

    /// All entries.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &FaqEntryPlan<'d>> {
        self.entries.values()
    }

    /// The entry `id`, if it can be shown.
    pub fn get(&self, id: &FaqId) -> Option<&FaqEntryPlan<'d>> {
        self.entries.get(id)
    }

    /// The expansions that some entry is about, in the order of the dataset.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &'d ExpansionId> {
        self.by_topic.keys().copied()
    }

    /// The expansion of that id, if some entry is about it.
    pub fn topic(&self, id: &ExpansionId) -> Option<&'d ExpansionId> {
        self.by_topic.get_key_value(id).map(|(id, _)| *id)
    }

    /// The pairs of expansions that some entry is about, in the order of the dataset.
    pub fn pairs(&self) -> &IndexSet<Pair<'d>> {
        &self.pairs
    }

    /// How many entries are about all of `topics`.
    pub fn count(&self, topics: &[&ExpansionId]) -> usize {
        let Some((first, others)) = topics.split_first() else {
            return self.entries.len();
        };
        let about = self.on_expansion(first).into_iter();
        let is_one = |id: &&ExpansionId, plan: &FaqEntryPlan<'_>| plan.entry.topics.contains(id);
        about
            .filter(|plan| others.iter().all(|id| is_one(id, plan)))
            .count()
    }

    /// Holds where something of each of `topics` is selected.
    pub fn selected<'t>(&self, topics: impl IntoIterator<Item = &'t ExpansionId>) -> Condition {
        self.scope.fix(&of_all(self.dataset, topics))
    }

    /// Two expansions in the order of the dataset.
    pub fn pair(&self, one: &'d ExpansionId, other: &'d ExpansionId) -> Pair<'d> {
        match position(self.dataset, one) > position(self.dataset, other) {
            true => (other, one),
            false => (one, other),
        }
    }

    /// All entries, expansion by expansion; first those that are about none.
    pub fn chapters(&self) -> Vec<FaqChapter<'_, 'd>> {
        let mut chapters: IndexMap<_, Vec<_>> = IndexMap::new();
        for node in self.nested(self.entries(), |_| true) {
            let topic = node.plan.entry.topics.first();
            chapters.entry(topic).or_default().push(node);
        }
        let chapters = chapters.into_iter();
        chapters
            .map(|(topic, nodes)| self.chapter(topic, nodes))
            .collect()
    }

    /// What is about an expansion, alone or with others.
    pub fn about(&self, topic: &'d ExpansionId) -> FaqChapter<'_, 'd> {
        let about = self.on_expansion(topic).into_iter();
        let nodes = self.nested(about, |plan| plan.entry.topics.contains(topic));
        self.chapter(Some(topic), nodes)
    }

    /// What is about both of two expansions.
    pub fn about_both(&self, (one, other): Pair<'d>) -> FaqChapter<'_, 'd> {
        let about = self.on_expansion(one).into_iter();
        let nodes = self.nested(about, |plan| {
            let topics = &plan.entry.topics;
            topics.contains(one) && topics.contains(other)
        });
        self.chapter(Some(one), nodes)
    }

    /// The entries that have a date, newest first, month by month.
    pub fn by_month(&self) -> Vec<(Month, Vec<FaqNode<'_, 'd>>)> {
        let mut months: IndexMap<Month, Vec<_>> = IndexMap::new();
        for plan in self.entries() {
            if let Some(month) = plan.entry.newest() {
                months.entry(month).or_default().push(FaqNode {
                    plan,
                    above: plan.entry.under.as_ref(),
                    below: Vec::new(),
                });
            }
        }
        months.sort_by_key(|month, _| Reverse(*month));
        months.into_iter().collect()
    }

    /// The entries that decide a cell of a question.
    pub fn on_question(&self, question: &QuestionId) -> Vec<&FaqEntryPlan<'d>> {
        self.at(self.by_question.get(question))
    }

    /// The entries that name a figure or decide a cell of it.
    pub fn on_figure(&self, figure: &FigureId) -> Vec<&FaqEntryPlan<'d>> {
        self.at(self.by_figure.get(figure))
    }

    /// The entries that are about an expansion.
    pub fn on_expansion(&self, expansion: &ExpansionId) -> Vec<&FaqEntryPlan<'d>> {
        self.at(self.by_topic.get(expansion))
    }

    /// The entries that decide a cell, or name both its figure and the one that does what is asked.
    pub fn on_cell(&self, question: &QuestionId, figure: &FigureId) -> Vec<&FaqEntryPlan<'d>> {
        let asked = self.dataset.questions.get(question);
        let actor = asked.and_then(|question| question.by.as_ref());
        let bears = |plan: &&FaqEntryPlan<'_>| {
            let mut decides = plan.entry.decides.iter();
            let decides = decides.any(|(q, f)| q == question && f == figure);
            let names = |figure| plan.entry.figures.contains(figure);
            decides || names(figure) && actor.is_some_and(|actor| names(&actor.figure))
        };
        let of_figure = self.on_figure(figure).into_iter();
        of_figure.filter(bears).collect()
    }

    /// The edition in which most of `entries` are shown, the default one among equals: a page of
    /// entries opens with it.
    pub fn edition_of(&self, entries: &[&FaqEntryPlan<'_>]) -> EditionIx {
        let mut counts: HashMap<EditionIx, usize> = HashMap::new();
        for edition in entries.iter().flat_map(|plan| &plan.entry.editions) {
            *counts.entry(*edition).or_default() += 1;
        }
        let default = self.dataset.default_edition;
        let most = counts
            .into_iter()
            .max_by_key(|(edition, count)| (*count, *edition == default, Reverse(*edition)));
        most.map_or(default, |(edition, _)| edition)
    }

    /// The entries at these positions.
    fn at(&self, positions: Option<&Vec<usize>>) -> Vec<&FaqEntryPlan<'d>> {
        let positions = positions.into_iter().flatten();
        positions
            .filter_map(|at| Some(self.entries.get_index(*at)?.1))
            .collect()
    }

    /// Those of `entries` that `is_one` holds for, with those below them. An entry is read below
    /// another one only if that is shown wherever it is itself.
    fn nested<'p>(
        &'p self,
        entries: impl Iterator<Item = &'p FaqEntryPlan<'d>>,
        is_one: impl Fn(&FaqEntryPlan<'d>) -> bool,
    ) -> Vec<FaqNode<'p, 'd>> {
        let mut below: HashMap<&FaqId, Vec<_>> = HashMap::new();
        let mut roots = Vec::new();
        for plan in entries.filter(|plan| is_one(plan)) {
            let above = plan.entry.under.as_ref();
            let parent = above.and_then(|id| self.get(id));
            let parent = parent.filter(|parent| is_one(parent) && self.holds_with(plan, parent));
            match parent {
                Some(parent) => below.entry(parent.id).or_default().push(plan),
                None => roots.push((plan, above)),
            }
        }
        let nodes = roots
            .into_iter()
            .map(|(plan, above)| node(plan, above, &mut below));
        nodes.collect()
    }

    fn holds_with(&self, plan: &FaqEntryPlan<'_>, parent: &FaqEntryPlan<'_>) -> bool {
        implies(&plan.shown, &parent.shown, self.dataset.editions.len())
    }

    /// A chapter of `nodes`: what is about no other expansion, then the others in their order.
    fn chapter<'p>(
        &self,
        topic: Option<&'d ExpansionId>,
        nodes: Vec<FaqNode<'p, 'd>>,
    ) -> FaqChapter<'p, 'd> {
        let mut parts: IndexMap<Option<&ExpansionId>, Vec<_>> = IndexMap::new();
        for node in nodes {
            let mut topics = node.plan.entry.topics.iter();
            let with = topics.find(|id| Some(*id) != topic);
            parts.entry(with).or_default().push(node);
        }
        parts.sort_by_key(|with, _| with.and_then(|id| position(self.dataset, id)));
        // All entries of a part are about the same, so that their editions tell them apart.
        let of_topic = self.selected(topic);
        let mut in_some = Vec::new();
        let mut all = Vec::new();
        for (with, nodes) in parts {
            let rest = Condition::and([self.selected(with), self.in_some_edition(&nodes)]);
            in_some.push(rest.clone());
            let shown = Condition::and([of_topic.clone(), rest]);
            all.push(FaqPart { with, shown, nodes });
        }
        FaqChapter {
            topic,
            shown: Condition::and([of_topic, Condition::or(in_some)]),
            parts: all,
        }
    }

    /// Holds in each edition of one of `nodes`.
    fn in_some_edition(&self, nodes: &[FaqNode<'_, '_>]) -> Condition {
        let editions = nodes.iter().flat_map(|node| &node.plan.entry.editions);
        let editions: BTreeSet<_> = editions.copied().collect();
        let editions: Vec<_> = editions.into_iter().collect();
        let holds = in_editions(&editions, self.dataset.editions.len());
        self.scope.fix(&holds)
    }
}

fn node<'p, 'd>(
    plan: &'p FaqEntryPlan<'d>,
    above: Option<&'d FaqId>,
    below: &mut HashMap<&FaqId, Vec<&'p FaqEntryPlan<'d>>>,
) -> FaqNode<'p, 'd> {
    let own = below.remove(plan.id).unwrap_or_default();
    FaqNode {
        plan,
        above,
        below: own
            .into_iter()
            .map(|plan| node(plan, None, below))
            .collect(),
    }
}

fn position(dataset: &Dataset, id: &ExpansionId) -> Option<usize> {
    dataset.expansions.get_index_of(id)
}

/// Holds where some element of each of `topics` is selected.
fn of_all<'t>(dataset: &Dataset, topics: impl IntoIterator<Item = &'t ExpansionId>) -> Condition {
    let topics = topics.into_iter();
    Condition::and(topics.map(|id| some_element(dataset, id)))
}

/// Holds where some element of an expansion is selected.
fn some_element(dataset: &Dataset, id: &ExpansionId) -> Condition {
    let expansion = dataset.expansions.get(id).into_iter();
    let elements = expansion.flat_map(|expansion| &expansion.elements);
    Condition::or(elements.copied().map(Condition::Element))
}

/// Where an entry is shown: in its editions, with some element of each of its expansions.
fn shown(dataset: &Dataset, entry: &FaqEntry, scope: &Scope) -> Condition {
    let topics = of_all(dataset, &entry.topics);
    let editions = in_editions(&entry.editions, dataset.editions.len());
    scope.fix(&Condition::and([editions, topics]))
}
