//! Texts in the languages of a dataset. It knows no markup.

use super::{LanguageIx, Text};
use crate::diagnostic::Place;

/// A language of the dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Language {
    /// Its code: `ro`.
    pub code: String,
    /// Its name in itself: `Română`.
    pub name: String,
}

/// A text in every language of the dataset; the first is always there.
#[derive(Clone, Debug)]
pub struct Localized {
    texts: Vec<Option<Text>>,
    places: Vec<Place>,
}

/// Texts are equal that say the same, wherever they stand.
impl PartialEq for Localized {
    fn eq(&self, other: &Self) -> bool {
        self.texts == other.texts
    }
}

impl Localized {
    /// A text in several languages, by [`LanguageIx`], with where each stands or would have to
    /// stand; `None` where the first language is missing.
    pub fn new(texts: Vec<Option<Text>>, places: Vec<Place>) -> Option<Self> {
        texts.first()?.as_ref()?;
        (texts.len() == places.len()).then_some(Self { texts, places })
    }

    /// A text in the first language only.
    pub fn of(text: Text, place: Place) -> Self {
        Self {
            texts: vec![Some(text)],
            places: vec![place],
        }
    }

    /// Where the text in `language` stands; where there is none, where the first one does.
    pub fn place(&self, language: LanguageIx) -> &Place {
        // `new` and `of` see to it that the first language has its place.
        self.places.get(language.index()).unwrap_or(&self.places[0])
    }

    /// The text in `language`, else in the first one; with the language that it is really in.
    pub fn get(&self, language: LanguageIx) -> (LanguageIx, &Text) {
        match self.texts.get(language.index()) {
            Some(Some(text)) => (language, text),
            // `new` and `of` see to it that the first language has its text.
            _ => (LanguageIx(0), self.texts[0].as_ref().expect("first text")),
        }
    }

    /// The text in `language`, without falling back.
    pub fn exactly(&self, language: LanguageIx) -> Option<&Text> {
        self.texts.get(language.index())?.as_ref()
    }
}

/// Words that readers search by and no text holds, by [`LanguageIx`].
pub type SearchWords = Vec<Vec<String>>;
