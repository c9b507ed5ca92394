//! What changed between two versions of a dataset: in the terminal, as Markdown for a changelog,
//! and as JSON; it decides nothing. Pages are another renderer's, which takes its words from here,
//! too.

mod json;
mod lines;

pub use json::{SCHEMA, json};
pub use lines::{markdown, text};

use super::{answer_label, answer_word, speaker_label};
use crate::diff::{
    Answered, Diff, Kind, Mark, MarkChange, Part, Place, Role, TextChange, ThingChange, Value,
};
use crate::logic::{Condition, Wording};
use crate::model::*;
use crate::view::Shown;

/// Puts changes into the words of a language.
pub(super) struct Teller<'t, 'd> {
    /// The changes.
    pub diff: &'t Diff<'d>,
    /// The words of the interface.
    pub words: &'t Words,
    /// The code of the language.
    pub code: &'t str,
}

impl<'t> Teller<'t, '_> {
    /// The interface word `id`.
    pub fn word<'w>(&'w self, id: &'w str) -> &'w str {
        self.words.get(self.code, id)
    }

    /// What a kind of things is called.
    pub fn kind(&self, kind: Kind) -> String {
        self.word(&format!("changes-{}", kind.as_str())).to_owned()
    }

    /// What happened to a thing, in a word or two.
    pub fn change(&self, change: &ThingChange) -> String {
        let id = format!("changes-{}", change.as_str());
        self.word(&id).to_owned()
    }

    /// What a figure is called.
    pub fn figure(&self, id: &FigureId, selection: &Selection) -> String {
        self.read(id.as_str(), selection, |dataset| {
            dataset.figures.get(id).map(|figure| &figure.name)
        })
    }

    /// How a question is asked in a table.
    pub fn question(&self, id: &QuestionId, table: &TableId, selection: &Selection) -> String {
        self.read(id.as_str(), selection, |dataset| {
            let question = dataset.questions.get(id);
            question.map(|question| question.text_in(table))
        })
    }

    /// What a table is called.
    pub fn table(&self, id: &TableId, selection: &Selection) -> String {
        self.read(id.as_str(), selection, |dataset| {
            dataset.tables.get(id).map(|table| &table.title)
        })
    }

    /// What editions are called.
    pub fn editions(&self, editions: &[EditionIx]) -> String {
        let names = editions.iter().map(|ix| self.edition(*ix));
        names.collect::<Vec<_>>().join(", ")
    }

    fn edition(&self, ix: EditionIx) -> String {
        let (id, _) = self.diff.common.edition(ix);
        let selection = self.diff.common.smallest(&Condition::Edition(ix));
        let Some(selection) = selection else {
            return id.to_string();
        };
        self.read(id.as_str(), &selection, |dataset| {
            dataset.editions.get(id).map(|edition| &edition.name)
        })
    }

    /// What a source is called.
    pub fn source(&self, id: &SourceId, selection: &Selection) -> String {
        self.read(id.as_str(), selection, |dataset| {
            dataset.sources.get(id).map(|source| &source.title)
        })
    }

    fn read(
        &self,
        id: &str,
        selection: &Selection,
        text: impl Fn(&'t Dataset) -> Option<&'t Localized>,
    ) -> String {
        let read = self.diff.common.read(self.code, selection, text);
        read.map_or_else(|| id.to_owned(), |(text, _)| text)
    }

    /// What a note says.
    pub fn note(&self, id: &NoteId, selection: &Selection) -> String {
        let common = &self.diff.common;
        let read = [&common.new, &common.old].into_iter().find_map(|side| {
            let note = side.dataset.notes.get(id)?;
            let own = side.own(common, selection)?;
            let language = side.dataset.language_ix(self.code);
            let language = language.unwrap_or(LanguageIx(0));
            let parts = note.parts.iter().filter(|part| part.when.holds(&own));
            let parts = parts.map(|part| part.text.get(language).1.plain(&own));
            Some(one_line(&parts.collect::<Vec<_>>().join(" ")))
        });
        read.unwrap_or_else(|| id.to_string())
    }

    /// A condition on elements in words: `brake and (coolant or without air jet)`.
    pub fn condition(&self, condition: &Condition, selection: &Selection) -> String {
        let element = |ix| {
            let (id, _) = self.diff.common.element(ix);
            self.read(id.as_str(), selection, |dataset| {
                dataset.elements.get(id).map(|element| &element.name)
            })
        };
        let wording = Wording {
            and: self.word("condition-and"),
            or: self.word("condition-or"),
            not: self.word("condition-without"),
            edition: &|ix| self.edition(ix),
            element: &element,
        };
        wording.of(condition)
    }

    /// What must be selected for something to be seen; empty where that is nothing.
    pub fn place(&self, place: &Place) -> String {
        let said = self.condition(&place.condition, &place.selection);
        match place.condition {
            Condition::True | Condition::Not(_) => said,
            _ => format!("{} {said}", self.word("condition-with")),
        }
    }

    /// A selection: its edition, and what is selected with that.
    pub fn selection(&self, selection: &Selection) -> String {
        let edition = self.edition(selection.edition);
        let elements = selection.elements.iter().map(Condition::Element);
        let elements = Place {
            condition: Condition::and(elements),
            selection: selection.clone(),
        };
        match self.place(&elements).as_str() {
            "" => edition,
            elements => format!("{edition}, {elements}"),
        }
    }

    /// What stands in a cell; a word of its own where the cell is not shown.
    pub fn answer(&self, answered: Option<&Answered>) -> String {
        match answered.map(|answered| &answered.value) {
            None => self.word("changes-not-shown").to_owned(),
            Some(Value::Plain(Answer::Number(number))) => number.to_string(),
            Some(Value::Text(texts)) => {
                let languages = self.diff.common.languages.iter();
                let mut texts = languages.zip(texts);
                let first = texts.clone().next();
                let own = texts.find(|(code, _)| *code == self.code).or(first);
                own.map(|(_, text)| one_line(text)).unwrap_or_default()
            }
            Some(value) => {
                let label = shown(value).and_then(answer_label).unwrap_or_default();
                self.word(label).to_owned()
            }
        }
    }

    /// What else changed with an answer.
    pub fn mark(&self, change: &MarkChange) -> String {
        let selection = &change.place.selection;
        let ending = if change.is_new { "added" } else { "removed" };
        let (kind, said) = match &change.mark {
            Mark::Note(id) => ("note", self.note(id, selection)),
            Mark::Source(id) => ("source", self.source(id, selection)),
            Mark::Adapted => ("adapted", String::new()),
        };
        let word = self.word(&format!("changes-{kind}-{ending}")).to_owned();
        self.said(word, &said)
    }

    /// A word and what is said of it.
    pub fn said(&self, word: String, said: &str) -> String {
        match said {
            "" => word,
            said => format!("{word}{}{said}", self.word("colon")),
        }
    }

    /// What something says: a note's parts with who speaks, and marks in brackets.
    pub fn parts(&self, parts: &[Part]) -> String {
        let parts = parts
            .iter()
            .filter(|part| part.role != Role::Text || !part.text.is_empty());
        let mut parts = parts.peekable();
        let mut said = Vec::new();
        while let Some(part) = parts.next() {
            let text = one_line(&part.text);
            said.push(match part.role {
                Role::Label if parts.peek().is_some() => {
                    format!("{text}{}", self.word("colon").trim_end_matches(' '))
                }
                Role::Text | Role::Label => text,
                Role::Said(speaker) => format!("({}) {text}", self.word(speaker_label(speaker))),
                Role::Mark => format!("[{text}]"),
                Role::Force(force) => format!("[{}]", self.word(force.as_str())),
            });
        }
        said.join(" ")
    }

    /// Of several texts the one in this language, or else the first.
    pub fn own_text<'c>(&self, texts: &'c [TextChange]) -> Option<&'c TextChange> {
        let own = texts.iter().find(|text| text.language == self.code);
        own.or(texts.first())
    }
}

/// A value as the view would show it; `None` for a text, which is not in the dataset any more.
pub(super) fn shown(value: &Value) -> Option<Shown<'_>> {
    match value {
        Value::Plain(answer) => Some(Shown::Claimed(answer)),
        Value::NotEntered => Some(Shown::NotEntered),
        Value::Text(_) => None,
    }
}

/// The word for a value in JSON and HTML.
pub(super) fn value_word(value: &Value) -> &'static str {
    shown(value).map_or("text", answer_word)
}

fn one_line(text: &str) -> String {
    // Spaces that do not break belong to the text.
    let words = text
        .split([' ', '\n', '\t'])
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
