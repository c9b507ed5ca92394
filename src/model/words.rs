//! The words of the interface in each language; the words of the game are the dataset's.

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

    /// Every word in the language with `code`, English where it has none.
    pub fn all(&self, code: &str) -> HashMap<&str, &str> {
        let ids = self.0.get(FALLBACK).into_iter().flat_map(|w| w.keys());
        ids.map(|id| (id.as_str(), self.get(code, id))).collect()
    }
}
