//! Renderers: each draws a view or a plan in one format and decides nothing.

pub mod ask;
pub mod csv;
pub mod diff;
pub mod export;
pub mod html;
pub mod json;
pub mod markdown;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod play;
pub mod text;
pub mod wiki;
pub mod wikitext;

use crate::model::{Answer, Dataset, LanguageIx, Localized, Selection, Speaker, Words};
use crate::selection::shelf;
use crate::view::{CellView, Shown, View};

/// The templates of sheets for print, by name: tables, turn cards, and the frame of both.
pub const TYPST: [(&str, &str); 3] = [
    ("sheet.typ", include_str!("../../templates/sheet.typ")),
    ("play.typ", include_str!("../../templates/play.typ")),
    ("frame.typ", include_str!("../../templates/frame.typ")),
];

/// The word for an answer in JSON, CSV and HTML.
pub fn answer_word(answer: Shown<'_>) -> &'static str {
    match answer {
        Shown::NotEntered | Shown::Claimed(Answer::Undefined) => "undefined",
        Shown::Claimed(Answer::Yes) => "yes",
        Shown::Claimed(Answer::No) => "no",
        Shown::Claimed(Answer::NotApplicable) => "n/a",
        Shown::Claimed(Answer::Number(_)) => "number",
        Shown::Claimed(Answer::Text(_)) => "text",
    }
}

/// Why an answer is undefined, in JSON and CSV; `None` where it is not.
pub fn open_word(answer: Shown<'_>) -> Option<&'static str> {
    match answer {
        Shown::NotEntered => Some("not-entered"),
        Shown::Claimed(Answer::Undefined) => Some("no-rule"),
        Shown::Claimed(_) => None,
    }
}

/// The id of the interface word that a person reads for an answer; `None` for numbers and texts,
/// which speak for themselves.
pub fn answer_label(answer: Shown<'_>) -> Option<&'static str> {
    match answer {
        Shown::Claimed(Answer::Yes) => Some("answer-yes"),
        Shown::Claimed(Answer::No) => Some("answer-no"),
        Shown::Claimed(Answer::NotApplicable) => Some("answer-na"),
        Shown::Claimed(Answer::Undefined) => Some("answer-undefined"),
        Shown::NotEntered => Some("not-entered"),
        Shown::Claimed(Answer::Number(_) | Answer::Text(_)) => None,
    }
}

/// The id of the interface word for a speaker.
pub fn speaker_label(speaker: Speaker) -> &'static str {
    match speaker {
        Speaker::Publisher => "speaker-publisher",
        Speaker::Community => "speaker-community",
        Speaker::Nobody => "speaker-nobody",
        Speaker::Difference => "speaker-difference",
        Speaker::HouseRule => "speaker-house-rule",
        Speaker::Unstated => "speaker-unstated",
    }
}

/// `text` with its first letter as a capital; one that begins with markup stays as it is.
fn capital(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).collect()
}

/// A selection in words.
struct Selected {
    /// The edition.
    edition: String,
    /// The expansions, with their elements where not all are chosen; or that none is.
    chosen: String,
    /// How many expansions are chosen, at least in part.
    #[cfg_attr(not(feature = "pdf"), allow(dead_code))]
    boxes: usize,
}

/// What the words of a reader depend on.
struct Voice<'r, 'd> {
    dataset: &'d Dataset,
    selection: &'r Selection,
    language: LanguageIx,
    words: &'r Words,
}

impl<'r> Voice<'r, '_> {
    /// The code of the reader's language.
    fn language(&self) -> &str {
        &self.dataset.languages[self.language.index()].code
    }

    /// The interface word `id` in the reader's language.
    fn word(&self, id: &'r str) -> &'r str {
        self.words.get(self.language(), id)
    }

    /// A text of the dataset as the reader's selection shows it.
    fn plain(&self, text: &Localized) -> String {
        text.get(self.language).1.plain(self.selection)
    }

    /// The selection in words.
    fn selection(&self) -> Selected {
        let Self {
            dataset, selection, ..
        } = self;
        let shelf = shelf(dataset, &selection.elements);
        let mut chosen = Vec::new();
        for (id, expansion) in &dataset.expansions {
            let mut words = self.plain(&expansion.name);
            if !shelf.expansions.contains(id) {
                let left = shelf.elements.iter().map(|e| dataset.element(*e).1);
                let own = left.filter(|element| element.expansion == *id);
                let own: Vec<_> = own.map(|element| self.plain(&element.name)).collect();
                if own.is_empty() {
                    continue;
                }
                words.push_str(&format!(" ({})", own.join(", ")));
            }
            chosen.push(words);
        }
        Selected {
            edition: self.plain(&dataset.edition(selection.edition).1.name),
            boxes: chosen.len(),
            chosen: match chosen.is_empty() {
                true => self.word("no-elements").to_owned(),
                false => chosen.join("; "),
            },
        }
    }
}

/// Puts a view into words for its reader.
struct Reader<'r, 'd> {
    view: &'r View<'d>,
    words: &'r Words,
}

impl<'r, 'd> Reader<'r, 'd> {
    fn voice(&self) -> Voice<'r, 'd> {
        Voice {
            dataset: self.view.dataset,
            selection: &self.view.selection,
            language: self.view.language,
            words: self.words,
        }
    }

    /// The code of the reader's language.
    fn language(&self) -> &'d str {
        &self.view.dataset.languages[self.view.language.index()].code
    }

    /// The interface word `id` in the reader's language.
    fn word(&self, id: &'r str) -> &'r str {
        self.words.get(self.language(), id)
    }

    /// A text of the dataset as the reader's selection shows it.
    #[cfg(feature = "pdf")]
    fn plain(&self, text: &Localized) -> String {
        self.voice().plain(text)
    }

    /// What stands in a cell, without its marks.
    fn cell<'c>(&self, cell: &'c CellView<'_>) -> &'c str
    where
        'r: 'c,
    {
        match (answer_label(cell.answer), &cell.text) {
            (Some(label), _) => self.word(label),
            (None, Some(text)) => &text.text,
            (None, None) => "",
        }
    }
}
