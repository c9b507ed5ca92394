//! Footnotes as the templates need them, and their marks as HTML. It decides nothing.

use super::cells::attribute;
use super::html_id;
use super::text::joined;
use crate::model::{NoteId, NotePart};
use crate::render::speaker_label;
use serde::Serialize;
use std::fmt::Write;

/// The mark of a note beside what cites it.
pub struct Mark<'m> {
    /// The note.
    pub id: &'m NoteId,
    /// The label that it bears.
    pub label: usize,
    /// As which it is shown.
    pub class: String,
}

impl Mark<'_> {
    /// Writes the mark as HTML; `see` says what it is a link to, escaped.
    pub fn write(&self, see: &str, out: &mut String) {
        let Self { id, label, class } = self;
        out.push_str("<sup");
        attribute("class", class, out);
        let html_id = html_id("n", id.as_str());
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "><a href=\"#{html_id}\" data-note=\"{id}\" aria-label=\"{see} {label}\">{label}</a></sup>"
        );
    }
}

/// A note in the list below.
#[derive(Serialize)]
pub struct NoteContext {
    id: String,
    html_id: String,
    label: usize,
    class: String,
    parts: Vec<PartContext>,
}

impl NoteContext {
    /// The note `id`, which bears `label` and is shown and marked as `classes` say.
    pub fn new(id: &NoteId, label: usize, classes: &[String], parts: Vec<PartContext>) -> Self {
        Self {
            id: id.to_string(),
            html_id: html_id("n", id.as_str()),
            label,
            class: joined(classes),
            parts,
        }
    }
}

/// What one speaker says in a note.
#[derive(Serialize)]
pub struct PartContext {
    class: String,
    speaker: &'static str,
    speaker_word: String,
    text: String,
}

impl PartContext {
    /// A part that is shown and marked as `classes` say; `word` finds a word of the interface, `text`
    /// is what is said, as HTML.
    pub fn new(
        part: &NotePart,
        classes: &[String],
        word: impl Fn(&'static str) -> String,
        text: String,
    ) -> Self {
        Self {
            class: joined(classes),
            speaker: part.speaker.as_str(),
            speaker_word: word(speaker_label(part.speaker)),
            text,
        }
    }
}
