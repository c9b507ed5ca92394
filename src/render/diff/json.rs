//! What changed, for programs.

use super::{shown, value_word};
use crate::diff::{Answered, Diff, Fact, Mark, Part, Place, TextChange, Thing, ThingChange, Value};
use crate::model::*;
use crate::render::open_word;
use serde_json::{Map, Value as Json, json};

/// The version of the shape of [`json()`]; it grows when the shape changes incompatibly.
pub const SCHEMA: u32 = 1;

/// The changes for programs:
///
/// ```text
/// {"schema": 1,
///  "things": [{"kind", "id", "change": "added|removed|renamed",
///              "texts": [{"language", "from": [{"speaker", "text", "mark"}] or null, "to",
///                         "selection"}]},
///             {…, "change": "moved", "from": [place], "to": [place]},
///             {…, "change": "shown|hidden", "selection"},
///             {…, "change": "note-added|note-removed", "note", "selection"}],
///  "facts": [{"table", "question", "figure", "edition",
///             "answers": [{"from": ANSWER or null, "to": ANSWER or null,
///                          "condition" or null, "selection"}],
///             "marks": [{"mark": "note|source|adapted", "id" or null, "change": "added|removed",
///                        "condition" or null, "selection"}]}]}
/// ANSWER: {"answer": "yes|no|n/a|undefined|number|text", "texts": {language: text} or null,
///          "open": "no-rule|not-entered" or null, "sources": [{"id", "line" or null}],
///          "notes": [id]}
/// ```
///
/// `kind` is a language, source, edition, expansion, element, table, section, figure, question,
/// note, entry (of the FAQ), step (of the order of play, or a phase or part of it) or item (of a
/// general list, or the list itself). `mark` is true for what a step is marked with: a word's name,
/// and `must` or `may` as in the dataset. `shown` is what is seen in selections in which it was not,
/// `hidden` what no longer is. `selection` is the smallest selection in which the change is seen, as for
/// `show --selection`; where it names what only one version has, that version shows it, and the
/// other one without that.
/// `condition` is what must be selected for it beside the edition, as in the dataset; null where
/// it is seen wherever the cell is.
pub fn json(diff: &Diff<'_>) -> Json {
    let teller = Programs { diff };
    json!({
        "schema": SCHEMA,
        "things": diff.things.iter().map(|thing| teller.thing(thing)).collect::<Vec<_>>(),
        "facts": diff.facts.iter().map(|fact| teller.fact(fact)).collect::<Vec<_>>(),
    })
}

struct Programs<'p, 'd> {
    diff: &'p Diff<'d>,
}

impl Programs<'_, '_> {
    fn thing(&self, thing: &Thing) -> Json {
        let mut told = json!({
            "kind": thing.kind.as_str(),
            "id": thing.id,
            "change": thing.change.as_str(),
        });
        let more = match &thing.change {
            ThingChange::Added(texts)
            | ThingChange::Removed(texts)
            | ThingChange::Renamed(texts) => {
                let texts = texts.iter().map(|text| self.text(text));
                vec![("texts", json!(texts.collect::<Vec<_>>()))]
            }
            ThingChange::Moved(from, to) => vec![("from", json!(from)), ("to", json!(to))],
            ThingChange::Shown(_, selection) => {
                vec![("selection", json!(self.diff.common.address(selection)))]
            }
            ThingChange::Cites(note, _, selection) => vec![
                ("note", json!(note.as_str())),
                ("selection", json!(self.diff.common.address(selection))),
            ],
        };
        for (key, value) in more {
            told[key] = value;
        }
        told
    }

    fn text(&self, text: &TextChange) -> Json {
        let parts = |parts: &Option<Vec<Part>>| {
            let parts = parts.as_ref()?.iter().map(|part| {
                let speaker = part.role.speaker().map(Speaker::as_str);
                json!({"speaker": speaker, "text": part.text, "mark": part.role.is_mark()})
            });
            Some(parts.collect::<Vec<_>>())
        };
        json!({
            "language": text.language,
            "from": parts(&text.from),
            "to": parts(&text.to),
            "selection": self.diff.common.address(&text.selection),
        })
    }

    fn fact(&self, fact: &Fact) -> Json {
        let answers = fact.answers.iter().map(|change| {
            json!({
                "from": change.from.as_ref().map(|answered| self.answered(answered)),
                "to": change.to.as_ref().map(|answered| self.answered(answered)),
                "condition": self.condition(&change.place),
                "selection": self.diff.common.address(&change.place.selection),
            })
        });
        let marks = fact.marks.iter().map(|change| {
            let (mark, id) = match &change.mark {
                Mark::Note(id) => ("note", Some(id.as_str())),
                Mark::Source(id) => ("source", Some(id.as_str())),
                Mark::Adapted => ("adapted", None),
            };
            json!({
                "mark": mark,
                "id": id,
                "change": if change.is_new { "added" } else { "removed" },
                "condition": self.condition(&change.place),
                "selection": self.diff.common.address(&change.place.selection),
            })
        });
        json!({
            "table": fact.table.as_str(),
            "question": fact.question.as_str(),
            "figure": fact.figure.as_str(),
            "edition": self.diff.common.edition(fact.edition).0.as_str(),
            "answers": answers.collect::<Vec<_>>(),
            "marks": marks.collect::<Vec<_>>(),
        })
    }

    fn condition(&self, place: &Place) -> Option<String> {
        let written = self.diff.common.written(&place.condition);
        (!written.is_empty()).then_some(written)
    }

    fn answered(&self, answered: &Answered) -> Json {
        let sources = answered.sources.iter();
        let sources = sources.map(|(id, line)| json!({"id": id.as_str(), "line": line}));
        let notes = answered.notes.iter().map(NoteId::as_str);
        json!({
            "answer": value_word(&answered.value),
            "texts": self.texts(&answered.value),
            "open": shown(&answered.value).and_then(open_word),
            "sources": sources.collect::<Vec<_>>(),
            "notes": notes.collect::<Vec<_>>(),
        })
    }

    /// What a number or text says in each language of both versions.
    fn texts(&self, value: &Value) -> Option<Map<String, Json>> {
        let languages = self.diff.common.languages.iter().cloned();
        match value {
            Value::Plain(Answer::Number(number)) => {
                let number = json!(number.to_string());
                Some(languages.map(|code| (code, number.clone())).collect())
            }
            Value::Text(texts) => {
                let texts = texts.iter().map(|text| json!(text));
                Some(languages.zip(texts).collect())
            }
            _ => None,
        }
    }
}
