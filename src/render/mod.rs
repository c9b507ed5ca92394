//! Renderers: each draws a view or a plan in one format and decides nothing.

pub mod csv;
pub mod html;
pub mod json;
pub mod markdown;
pub mod text;

use crate::model::{Answer, Speaker};
use crate::view::Shown;

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
        Shown::NotEntered | Shown::Claimed(Answer::Undefined) => Some("answer-undefined"),
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
