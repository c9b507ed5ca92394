//! The words of the interface in each language. The words of the game are the dataset's, which may
//! also call parts of the interface otherwise.

use std::collections::HashMap;

/// Interface words of every language that has them; other languages fall back to English.
#[derive(Clone, Debug, Default)]
pub struct Words(HashMap<String, HashMap<String, String>>);

/// The language that missing words fall back to.
const FALLBACK: &str = "en";

impl Words {
    /// The words, by language and by id.
    pub fn new(by_language: HashMap<String, HashMap<String, String>>) -> Self {
        Self(by_language)
    }

    /// The word `id` in the language with `code`, else in English, else the id itself.
    pub fn get<'w>(&'w self, code: &str, id: &'w str) -> &'w str {
        let in_language = |code: &str| self.0.get(code).and_then(|words| words.get(id));
        in_language(code)
            .or_else(|| in_language(FALLBACK))
            .map_or(id, String::as_str)
    }

    /// These words, with those of `own` in place of them where it has some.
    #[must_use]
    pub fn with(&self, own: &Self) -> Self {
        let mut all = self.clone();
        for (code, words) in &own.0 {
            let words = words.iter().map(|(id, word)| (id.clone(), word.clone()));
            all.0.entry(code.clone()).or_default().extend(words);
        }
        all
    }

    /// Whether there is a word `id`.
    pub fn has(&self, id: &str) -> bool {
        self.0
            .get(FALLBACK)
            .is_some_and(|words| words.contains_key(id))
    }

    /// The ids of all words.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let words = self.0.get(FALLBACK).into_iter();
        words.flat_map(|words| words.keys().map(String::as_str))
    }

    /// Every word in the language with `code`, English where it has none.
    pub fn all(&self, code: &str) -> HashMap<&str, &str> {
        self.ids().map(|id| (id, self.get(code, id))).collect()
    }
}
