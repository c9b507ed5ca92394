//! Finds the entries of the FAQ that a few typed words are about. The script of the site does the
//! same step by step, by the same whole numbers.

use super::alike::alikeness;
use super::fold::words_of;
use super::rank::MOST_WORDS;
use crate::model::*;
use crate::view::FaqPlan;
use indexmap::{IndexMap, IndexSet};
use std::cmp::Reverse;

/// The entries of the FAQ in one language, by their words.
#[derive(Debug)]
pub struct EntryIndex<'d> {
    /// Every word with its weight: rare words weigh more.
    words: IndexMap<String, u64>,
    /// The entries in their order, each word a position.
    entries: Vec<(&'d FaqId, Vec<usize>)>,
}

impl<'d> EntryIndex<'d> {
    /// The index of the entries that `faq` can show.
    pub fn new(faq: &FaqPlan<'d>, language: LanguageIx) -> Self {
        let dataset = faq.dataset;
        let everything = Selection {
            edition: dataset.default_edition,
            elements: ElementSet::full(dataset.elements.len()),
        };
        let mut holders: IndexMap<String, u64> = IndexMap::new();
        let mut entries = Vec::new();
        for plan in faq.entries() {
            let texts = plan.entry.says.texts().into_iter();
            let texts = texts.map(|text| text.get(language).1.plain(&everything));
            let words: IndexSet<_> = texts.flat_map(|text| words_of(&text)).collect();
            let positions = words.into_iter().map(|word| {
                let held = holders.entry(word);
                let position = held.index();
                *held.or_default() += 1;
                position
            });
            entries.push((plan.id, positions.collect()));
        }
        let count = entries.len() as u64;
        let weight = |held: u64| (10_000 * count / held.max(1)).isqrt();
        let words = holders.into_iter();
        let words = words.map(|(word, held)| (word, weight(held))).collect();
        Self { words, entries }
    }

    /// The entries that hold at least two thirds of what `text` says and any entry does, best first.
    pub fn find(&self, text: &str) -> Vec<&'d FaqId> {
        let typed: IndexSet<_> = words_of(text).into_iter().take(MOST_WORDS).collect();
        let typed = typed.iter().map(|word| self.scores(word));
        let typed: Vec<_> = typed.collect();
        let most = typed.iter().filter_map(|scores| scores.iter().max());
        let possible: u64 = most.sum();
        let score = |words: &[usize]| -> u64 {
            let best = typed
                .iter()
                .filter_map(|scores| words.iter().map(|word| scores[*word]).max());
            best.sum()
        };
        let scored = self.entries.iter().map(|(id, words)| (*id, score(words)));
        let mut found: Vec<_> = scored
            .filter(|(_, score)| *score > 0 && score * 3 >= possible * 2)
            .collect();
        // Stable: of equals the first.
        found.sort_by_key(|(_, score)| Reverse(*score));
        found.into_iter().map(|(id, _)| id).collect()
    }

    /// How much each word says where `typed` was typed.
    fn scores(&self, typed: &str) -> Vec<u64> {
        let forgiven = !self.words.contains_key(typed);
        let scores = self.words.iter();
        let scores = scores.map(|(word, weight)| {
            let alike = alikeness(typed, word, forgiven);
            u64::from(alike) * weight
        });
        scores.collect()
    }
}
