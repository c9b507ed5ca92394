//! The index of one language: which words every figure and question can be found by, and how much
//! each word says. It ranks nothing.

use super::alike::alikeness;
use super::fold::words_of;
use crate::model::*;
use crate::view::{Plan, TablePlan};
use indexmap::{IndexMap, IndexSet};
use std::collections::{BTreeSet, HashMap};

/// A figure or a question by its words, each a position in the index's words.
#[derive(Debug)]
pub struct Entry<Id> {
    /// The id in the dataset.
    pub id: Id,
    /// What it is called, in each of the ways in which that can be said.
    pub names: Vec<Vec<usize>>,
    /// Other words that tell it from others, such as its section's title.
    pub more: Vec<usize>,
}

/// A cell of some table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The position of the table in the plan.
    pub table: usize,
    /// The position of the question in the index.
    pub question: usize,
    /// The position of the figure in the index.
    pub figure: usize,
}

/// What can be asked for in one language.
#[derive(Debug)]
pub struct Index<'d> {
    /// The language.
    pub language: LanguageIx,
    /// Every word, and its weight: rare words weigh more.
    pub words: Vec<(String, u32)>,
    /// The figures, in the order of the tables.
    pub figures: Vec<Entry<&'d FigureId>>,
    /// The questions, in the order of the tables.
    pub questions: Vec<Entry<&'d QuestionId>>,
    /// The cells in reading order.
    pub cells: Vec<Slot>,
}

impl<'d> Index<'d> {
    /// The index of what `plan` can show.
    pub fn new(plan: &Plan<'d>, language: LanguageIx) -> Self {
        let mut builder = Builder {
            plan,
            language,
            words: IndexSet::new(),
            listed: listed(plan.dataset, language),
        };
        let mut figures = IndexMap::new();
        let mut questions = IndexMap::new();
        let mut cells = Vec::new();
        for (at, table) in plan.tables.iter().enumerate() {
            for column in &table.columns {
                let entry = || builder.figure(column.id, column.figure);
                figures.entry(column.id).or_insert_with(entry);
            }
            for section in &table.sections {
                for row in &section.rows {
                    let question = questions.entry(row.id);
                    let position = question.index();
                    let entry = question.or_insert_with(|| Entry {
                        id: row.id,
                        names: Vec::new(),
                        more: Vec::new(),
                    });
                    builder.question(entry, row.question, [row.text, section.title]);
                    cells.extend(cells_of(at, table, position, &figures));
                }
            }
        }
        let figures: Vec<_> = figures.into_values().collect();
        let questions: Vec<_> = questions.into_values().collect();
        let words = weighed(&builder.words, &builder.listed, &figures, &questions);
        Self {
            language,
            words,
            figures,
            questions,
            cells,
        }
    }
}

fn cells_of<'d, V>(
    table: usize,
    plan: &TablePlan<'d>,
    question: usize,
    figures: &IndexMap<&'d FigureId, V>,
) -> Vec<Slot> {
    let columns = plan.columns.iter();
    let figures = columns.filter_map(|column| figures.get_index_of(column.id));
    let slots = figures.map(|figure| Slot {
        table,
        question,
        figure,
    });
    slots.collect()
}

struct Builder<'p, 'd> {
    plan: &'p Plan<'d>,
    language: LanguageIx,
    words: IndexSet<String>,
    /// The words that the dataset lists to be searched by.
    listed: BTreeSet<String>,
}

impl<'d> Builder<'_, 'd> {
    /// The words of `text`, each once.
    fn words(&mut self, text: &str) -> Vec<usize> {
        let mut all = Vec::new();
        for word in words_of(text) {
            let (at, _) = self.words.insert_full(word);
            if !all.contains(&at) {
                all.push(at);
            }
        }
        all
    }

    /// The ways in which the editions say `text`.
    fn texts(&self, text: &Localized) -> Vec<String> {
        let dataset = self.plan.dataset;
        let (_, text) = text.get(self.language);
        let mut texts = Vec::new();
        for (edition, ..) in dataset.editions() {
            let elements = ElementSet::full(dataset.elements.len());
            let selection = self.plan.scope.apply(&Selection { edition, elements });
            add_new(&mut texts, text.plain(&selection));
        }
        texts
    }

    /// The words of the ways in which the editions say `text`.
    fn ways(&mut self, text: &Localized) -> Vec<Vec<usize>> {
        let mut ways = Vec::new();
        for text in self.texts(text) {
            add_new(&mut ways, self.words(&text));
        }
        ways
    }

    fn figure(&mut self, id: &'d FigureId, figure: &Figure) -> Entry<&'d FigureId> {
        let mut names = self.ways(&figure.name);
        for name in figure
            .words
            .get(self.language.index())
            .into_iter()
            .flatten()
        {
            add_new(&mut names, self.words(name));
        }
        let more = self.words(id.as_str());
        Entry { id, names, more }
    }

    /// Adds what a table says of a question.
    fn question(
        &mut self,
        entry: &mut Entry<&'d QuestionId>,
        question: &Question,
        [text, section]: [&Localized; 2],
    ) {
        let mut more: Vec<_> = self.ways(section).concat();
        for text in self.texts(text) {
            let (text, asides) = without_asides(&text);
            add_new(&mut entry.names, self.words(&text));
            more.extend(self.words(&asides));
        }
        more.extend(self.words(entry.id.as_str()));
        let own = question.words.get(self.language.index());
        more.extend(own.into_iter().flatten().flat_map(|word| self.words(word)));
        for word in more {
            if !is_short(&self.words[word], &self.listed) {
                add_new(&mut entry.more, word);
            }
        }
    }
}

/// `text` without what stands in parentheses, and that: nobody types it to say what is meant.
fn without_asides(text: &str) -> (String, String) {
    let (mut outside, mut inside) = (String::new(), String::new());
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(c),
            _ => inside.push(c),
        }
        if matches!(c, '(' | ')') {
            outside.push(' ');
            inside.push(' ');
        }
    }
    (outside, inside)
}

fn add_new<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// Whether a word is an article or the like, which says little however rare it is: one of two
/// letters, unless the dataset lists it to be searched by.
fn is_short(word: &str, listed: &BTreeSet<String>) -> bool {
    word.chars().nth(2).is_none() && !listed.contains(word)
}

/// The words that the dataset lists to search by, where they are single ones.
fn listed(dataset: &Dataset, language: LanguageIx) -> BTreeSet<String> {
    let figures = dataset.figures.values().map(|figure| &figure.words);
    let questions = dataset.questions.values().map(|question| &question.words);
    let all = figures.chain(questions);
    let all = all
        .filter_map(|words| words.get(language.index()))
        .flatten();
    let single = all.filter_map(|words| <[String; 1]>::try_from(words_of(words)).ok());
    single.flatten().collect()
}

/// Words with their weights: the rarer among the entries, with its inflected forms, the heavier.
fn weighed<F, Q>(
    words: &IndexSet<String>,
    listed: &BTreeSet<String>,
    figures: &[Entry<F>],
    questions: &[Entry<Q>],
) -> Vec<(String, u32)> {
    let mut holders: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); words.len()];
    let figures = figures.iter().map(|entry| (&entry.names, &entry.more));
    let questions = questions.iter().map(|entry| (&entry.names, &entry.more));
    let mut entries = 0u32;
    for (at, (names, more)) in figures.chain(questions).enumerate() {
        for word in names.iter().flatten().chain(more) {
            holders[*word].insert(at);
        }
        entries += 1;
    }
    // Words that are alike begin with the same letters.
    let mut by_start: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, word) in words.iter().enumerate() {
        by_start.entry(start(word)).or_default().push(at);
    }
    let weight = |word: &String| {
        let beside = by_start.get(&start(word)).into_iter().flatten();
        let alike = beside.filter(|at| alikeness(word, &words[**at], false) > 0);
        let held: BTreeSet<_> = alike.flat_map(|at| &holders[*at]).collect();
        let rarity = f64::from(entries + 1) / held.len().max(1) as f64;
        // Squared, so that many common words do not outweigh a rare one; at most some ten thousand.
        let says = if is_short(word, listed) { 5.0 } else { 20.0 };
        (rarity.ln().powi(2) * says).round() as u32
    };
    words
        .iter()
        .map(|word| (word.clone(), weight(word)))
        .collect()
}

fn start(word: &str) -> String {
    word.chars().take(3).collect()
}
