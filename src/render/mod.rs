//! Renderers: each draws a view or a plan in one format and decides nothing.

pub mod ask;
pub mod csv;
pub mod diff;
pub mod html;
pub mod json;
pub mod markdown;
pub mod text;

use crate::model::{Answer, Speaker, Words};
use crate::view::{CellView, Shown, View};

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

/// Puts a view into words for its reader.
struct Reader<'r, 'd> {
    view: &'r View<'d>,
    words: &'r Words,
}

impl<'r> Reader<'r, '_> {
    /// The interface word `id` in the reader's language.
    fn word(&self, id: &'r str) -> &'r str {
        let language = &self.view.dataset.languages[self.view.language.index()];
        self.words.get(&language.code, id)
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
