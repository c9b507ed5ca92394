//! What changed between two versions of a dataset: in the terminal, as Markdown for a changelog,
//! and as JSON; it decides nothing. Pages are another renderer's, which takes its words from here.

use super::markdown::escaped;
use super::{answer_label, answer_word, open_word, speaker_label};
use crate::diff::{
    AnswerChange, Answered, Diff, Fact, Kind, Mark, MarkChange, Part, Place, TextChange, Thing,
    ThingChange, Value,
};
use crate::logic::{Condition, Wording};
use crate::model::*;
use crate::view::Shown;
use serde_json::{Map, Value as Json, json};

/// The version of the shape of [`json()`]; it grows when the shape changes incompatibly.
pub const SCHEMA: u32 = 1;

/// The changes for a person who reads `width` columns.
pub fn text(diff: &Diff<'_>, words: &Words, code: &str, width: usize) -> String {
    let teller = Teller { diff, words, code };
    let mut out = String::new();
    for line in teller.lines() {
        let (indent, line) = match line {
            Line::Title(text) => (0, text),
            Line::Subtitle(text) => (2, text),
            Line::Item(sign, subject, said) => (4, format!("{sign} {subject}: {said}")),
            Line::Detail(text) => (8, text),
        };
        let first = " ".repeat(indent);
        let further = " ".repeat(indent + 4);
        let options = textwrap::Options::new(width)
            .initial_indent(&first)
            .subsequent_indent(&further)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        out.push_str(&textwrap::fill(&line, options));
        out.push('\n');
    }
    out
}

/// The changes as a part of a changelog.
pub fn markdown(diff: &Diff<'_>, words: &Words, code: &str) -> String {
    let teller = Teller { diff, words, code };
    let mut out = String::new();
    let mut in_list = false;
    for line in teller.lines() {
        let is_item = matches!(line, Line::Item(..) | Line::Detail(_));
        if is_item != in_list || !is_item {
            out.push_str(if out.is_empty() { "" } else { "\n" });
        }
        in_list = is_item;
        out.push_str(&match line {
            Line::Title(text) => format!("### {}\n", escaped(&text)),
            Line::Subtitle(text) => format!("#### {}\n", escaped(&text)),
            Line::Item(_, subject, said) => {
                format!("- **{}**: {}\n", escaped(&subject), escaped(&said))
            }
            Line::Detail(text) => format!("  - {}\n", escaped(&text)),
        });
    }
    out
}

/// A line of text or Markdown.
enum Line {
    /// A kind of things, or a table.
    Title(String),
    /// Editions.
    Subtitle(String),
    /// A change: its sign, what it is about, and what happened.
    Item(char, String, String),
    /// More about the change before.
    Detail(String),
}

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

    /// A condition on elements in words: `dragon and (castles or without tower)`.
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
    fn said(&self, word: String, said: &str) -> String {
        match said {
            "" => word,
            said => format!("{word}{}{said}", self.word("colon")),
        }
    }

    /// The parts of a text, a note's with who speaks.
    pub fn parts(&self, parts: &[Part]) -> String {
        let parts = parts.iter().map(|part| match part.speaker {
            Some(speaker) => {
                let speaker = self.word(speaker_label(speaker));
                format!("({speaker}) {}", one_line(&part.text))
            }
            None => one_line(&part.text),
        });
        parts.collect::<Vec<_>>().join(" ")
    }

    /// Of several texts the one in this language, or else the first.
    pub fn own_text<'c>(&self, texts: &'c [TextChange]) -> Option<&'c TextChange> {
        let own = texts.iter().find(|text| text.language == self.code);
        own.or(texts.first())
    }

    fn lines(&self) -> Vec<Line> {
        if self.diff.is_empty() {
            return vec![Line::Title(self.word("changes-none").to_owned())];
        }
        let mut lines = Vec::new();
        for things in self.diff.things.chunk_by(|a, b| a.kind == b.kind) {
            lines.push(Line::Title(self.kind(things[0].kind)));
            things
                .iter()
                .for_each(|thing| self.thing(thing, &mut lines));
        }
        for table in self.diff.tables() {
            let facts = table.groups.iter().flat_map(|group| &group.facts);
            let place = facts.filter_map(|fact| fact.place()).next();
            lines.extend(place.map(|place| Line::Title(self.table(table.table, &place.selection))));
            for group in &table.groups {
                lines.push(Line::Subtitle(self.editions(&group.editions)));
                group
                    .facts
                    .iter()
                    .for_each(|fact| self.fact(fact, &mut lines));
            }
        }
        lines
    }

    fn thing(&self, thing: &Thing, lines: &mut Vec<Line>) {
        let item = |sign, said: String| {
            let said = self.said(self.change(&thing.change), &said);
            Line::Item(sign, thing.id.clone(), said)
        };
        match &thing.change {
            ThingChange::Added(texts) => {
                let to = self.own_text(texts).and_then(|text| text.to.as_ref());
                lines.push(item(
                    '+',
                    to.map_or(String::new(), |parts| self.parts(parts)),
                ));
            }
            ThingChange::Removed(texts) => {
                let from = self.own_text(texts).and_then(|text| text.from.as_ref());
                lines.push(item(
                    '-',
                    from.map_or(String::new(), |parts| self.parts(parts)),
                ));
            }
            ThingChange::Renamed(texts) => {
                lines.push(item('~', String::new()));
                lines.extend(texts.iter().map(|text| {
                    let side = |parts: &Option<Vec<Part>>| {
                        parts
                            .as_ref()
                            .map_or(String::new(), |parts| self.parts(parts))
                    };
                    let (from, to) = (side(&text.from), side(&text.to));
                    let address = self.diff.common.address(&text.selection);
                    Line::Detail(format!("{}: {from} → {to}  {address}", text.language))
                }));
            }
            ThingChange::Moved(from, to) => {
                lines.push(item(
                    '~',
                    format!("{} → {}", from.join(", "), to.join(", ")),
                ));
            }
            ThingChange::Cites(note, is_new, selection) => {
                let sign = if *is_new { '+' } else { '-' };
                lines.push(item(sign, self.note(note, selection)));
            }
        }
    }

    fn fact(&self, fact: &Fact, lines: &mut Vec<Line>) {
        let Some(place) = fact.place() else {
            return;
        };
        let figure = self.figure(&fact.figure, &place.selection);
        let question = self.question(&fact.question, &fact.table, &place.selection);
        let subject = format!("{figure} · {question}");
        let mut answers = fact.answers.iter();
        let sign = |answer: &AnswerChange| match (&answer.from, &answer.to) {
            (None, _) => '+',
            (_, None) => '-',
            _ => '~',
        };
        let (sign, said) = match answers.next() {
            Some(answer) => (sign(answer), self.answer_change(answer)),
            None => ('~', self.marks_only(fact)),
        };
        lines.push(Line::Item(sign, subject, said));
        lines.extend(answers.map(|answer| Line::Detail(self.answer_change(answer))));
        let told = usize::from(fact.answers.is_empty());
        let marks = fact.marks.iter().skip(told);
        lines.extend(marks.map(|mark| Line::Detail(self.mark_change(mark))));
    }

    /// What the first of the marks says, where no answer changed.
    fn marks_only(&self, fact: &Fact) -> String {
        let first = fact.marks.first();
        first.map_or(String::new(), |mark| self.mark_change(mark))
    }

    fn answer_change(&self, change: &AnswerChange) -> String {
        let answer = |answered: &Option<Answered>| self.answer(answered.as_ref());
        let said = format!("{} → {}", answer(&change.from), answer(&change.to));
        let by = change.to.as_ref().or(change.from.as_ref());
        let sources = by.into_iter().flat_map(|answered| &answered.sources);
        let sources = sources.map(|(id, line)| match line {
            Some(line) => format!("{id} {line}"),
            None => id.to_string(),
        });
        let sources = sources.collect::<Vec<_>>().join(", ");
        let said = match sources.as_str() {
            "" => said,
            sources => format!("{said} ({sources})"),
        };
        self.somewhere(said, &change.place)
    }

    fn mark_change(&self, change: &MarkChange) -> String {
        self.somewhere(self.mark(change), &change.place)
    }

    /// What is said, where, and the address that shows it.
    fn somewhere(&self, said: String, place: &Place) -> String {
        let address = self.diff.common.address(&place.selection);
        match self.place(place).as_str() {
            "" => format!("{said}  {address}"),
            place => format!("{said}, {place}  {address}"),
        }
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

/// The changes for programs:
///
/// ```text
/// {"schema": 1,
///  "things": [{"kind", "id", "change": "added|removed|renamed",
///              "texts": [{"language", "from": [{"speaker", "text"}] or null, "to", "selection"}]},
///             {…, "change": "moved", "from": [place], "to": [place]},
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
/// `kind` is a language, source, edition, expansion, element, table, section, figure, question or
/// note. `selection` is the smallest selection in which the change is seen, as for
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
                let speaker = part.speaker.map(Speaker::as_str);
                json!({"speaker": speaker, "text": part.text})
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
