//! The answer to a question in a few words, for people and as JSON; it decides nothing.

use super::{Reader, answer_word, json, open_word, speaker_label};
use crate::model::{ElementIx, FaqEntry, FaqId, FaqText, Localized, Words};
use crate::search::{Asked, Located, Meaning};
use crate::view::{CellView, NoteView};
use serde_json::{Value, json};

/// The answer for a person who reads `width` columns.
pub fn text(asked: &Asked<'_>, words: &Words, width: usize) -> String {
    let view = &asked.view;
    let page = Page {
        asked,
        reader: Reader { view, words },
    };
    let mut out = String::new();
    for line in page.lines() {
        let indent = line.len() - line.trim_start().len();
        let indent = " ".repeat(indent);
        let options = textwrap::Options::new(width)
            .subsequent_indent(&indent)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        out.push_str(&textwrap::fill(&line, options));
        out.push('\n');
    }
    out
}

struct Page<'p, 'd> {
    asked: &'p Asked<'d>,
    reader: Reader<'p, 'd>,
}

impl Page<'_, '_> {
    fn lines(&self) -> Vec<String> {
        let word = |id| self.reader.word(id).to_owned();
        let mut lines = Vec::new();
        match &self.asked.meaning {
            Meaning::Cell { depends, .. } => {
                if let Some(at) = self.asked.answer() {
                    lines.extend(self.answer(&at));
                }
                lines.extend(depends.then(|| word("ask-depends")));
            }
            Meaning::Figure(_) => {
                let listed = self.asked.listed();
                lines.extend(listed.first().map(|at| at.figure.name.text.clone()));
                lines.push(word("ask-figure-only"));
                lines.extend(listed.iter().map(|at| {
                    let row = self.question(at);
                    format!("  {row} {}", self.reader.cell(at.cell))
                }));
            }
            Meaning::Questions(_) => {
                let listed = self.asked.listed();
                lines.extend(listed.first().map(|at| self.question(at)));
                lines.push(word("ask-question-only"));
                lines.extend(listed.iter().map(|at| {
                    let name = &at.figure.name.text;
                    format!("  {name}: {}", self.reader.cell(at.cell))
                }));
                lines.extend(self.related());
            }
            Meaning::Nothing(near) => {
                lines.push(word("ask-nothing"));
                if !near.is_empty() {
                    lines.push(format!("{} {}", word("ask-nearest"), near.join(", ")));
                }
            }
        }
        lines.extend(self.entries("ask-see-also", &self.asked.related));
        lines.extend(self.selection());
        lines
    }

    /// Entries of the FAQ under a word of the interface, each with its id.
    fn entries(&self, word: &str, entries: &[(&FaqId, &FaqEntry)]) -> Vec<String> {
        let said = entries.iter().map(|(id, entry)| {
            let texts = entry.says.texts().into_iter();
            let texts: Vec<_> = texts.map(|text| self.name(text)).collect();
            format!("  {} ({id})", texts.join(" ").replace('\n', " "))
        });
        let mut lines: Vec<_> = said.collect();
        if !lines.is_empty() {
            lines.insert(0, self.reader.word(word).to_owned());
        }
        lines
    }

    /// The question of a row, with its section where that is needed to understand it.
    fn question(&self, at: &Located<'_, '_>) -> String {
        let rows = self.asked.view.tables.iter().flat_map(|t| &t.sections);
        let rows = rows.flat_map(|section| &section.rows);
        let same = rows.filter(|row| row.text == at.row.text && row.question != at.row.question);
        match same.count() {
            0 => at.row.text.text.clone(),
            _ => format!("{}: {}", at.section.title.text, at.row.text.text),
        }
    }

    fn answer(&self, at: &Located<'_, '_>) -> Vec<String> {
        let name = &at.figure.name.text;
        let mut lines = vec![
            format!("{name} · {}", self.question(at)),
            format!("  {}", self.marked(at.cell)),
        ];
        for note in self.asked.notes() {
            lines.extend(self.note(note));
        }
        lines.extend(self.entries("faq", &self.asked.entries));
        let sources = at.cell.claims.iter().filter_map(|claim| {
            let source = self.reader.view.dataset.sources.get(&claim.source)?;
            let title = self.name(&source.title);
            let line = claim.line.map(|line| {
                let word = self.reader.word("report-line");
                format!(", {word} {line}")
            });
            Some(format!("  {title}{}", line.unwrap_or_default()))
        });
        let sources: Vec<_> = sources.collect();
        if !sources.is_empty() {
            lines.push(self.reader.word("sources").to_owned());
            lines.extend(sources);
        }
        lines.extend(self.editions());
        lines
    }

    fn marked(&self, cell: &CellView<'_>) -> String {
        let answer = self.reader.cell(cell);
        if cell.adapted {
            format!("{answer} ({})", self.reader.word("adapted-explained"))
        } else {
            answer.to_owned()
        }
    }

    fn note(&self, note: &NoteView<'_>) -> Vec<String> {
        let parts = note.parts.iter().flat_map(|part| {
            let speaker = self.reader.word(speaker_label(part.speaker));
            let text = format!("{speaker}: {}", part.text.text);
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            lines.map(|line| format!("  {line}")).collect::<Vec<_>>()
        });
        parts.collect()
    }

    fn editions(&self) -> Vec<String> {
        let Meaning::Cell { editions, .. } = &self.asked.meaning else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        if !editions.is_empty() {
            lines.push(self.reader.word("ask-editions-differ").to_owned());
        }
        lines.extend(editions.iter().map(|other| {
            let (_, edition) = self.reader.view.dataset.edition(other.edition);
            let answer = self.reader.cell(&other.cell);
            format!("  {}: {answer}", self.name(&edition.name))
        }));
        lines
    }

    /// The other questions that may have been meant.
    fn related(&self) -> Vec<String> {
        let Meaning::Questions(questions) = &self.asked.meaning else {
            return Vec::new();
        };
        let others = questions.iter().skip(1).filter_map(|id| {
            let question = self.reader.view.dataset.questions.get(*id)?;
            Some(format!("  {} ({id})", self.name(&question.text)))
        });
        let mut lines: Vec<_> = others.collect();
        if !lines.is_empty() {
            lines.insert(0, self.reader.word("ask-related").to_owned());
        }
        lines
    }

    /// For which selection the answer is, where that is another than was asked about.
    fn selection(&self) -> Option<String> {
        if self.asked.is_selected {
            return None;
        }
        let view = self.reader.view;
        let edition = self.name(&view.dataset.edition(view.selection.edition).1.name);
        let added = self.asked.added.iter();
        let added = added.map(|element| self.name(&view.dataset.element(*element).1.name));
        let named = [edition].into_iter().chain(added).collect::<Vec<_>>();
        let word = self.reader.word("ask-not-selected");
        Some(format!("{word} {}", named.join(", ")))
    }

    fn name(&self, text: &Localized) -> String {
        let view = self.reader.view;
        text.get(view.language).1.plain(&view.selection)
    }
}

/// The answer for a program.
pub fn json(asked: &Asked<'_>) -> Value {
    let view = &asked.view;
    let dataset = view.dataset;
    let id = |element: ElementIx| dataset.element(element).0.as_str();
    let (mut figure, mut question, mut near) = (None, None, Vec::new());
    let mut editions = Vec::new();
    let mut depends = false;
    match &asked.meaning {
        Meaning::Cell {
            figure: of,
            question: on,
            depends: may,
            editions: others,
        } => {
            (figure, question, depends) = (Some(of.as_str()), Some(on.as_str()), *may);
            editions.extend(others.iter().map(|other| {
                let mut value = answer(Some(&other.cell));
                value["edition"] = json!(dataset.edition(other.edition).0.as_str());
                value
            }));
        }
        Meaning::Figure(of) => figure = Some(of.as_str()),
        Meaning::Questions(all) => {
            question = all.first().map(|id| id.as_str());
            near.extend(all.iter().skip(1).map(|id| id.as_str()));
        }
        Meaning::Nothing(words) => near.extend(words.iter().map(String::as_str)),
    }
    let at = asked.answer();
    let claims = at.iter().flat_map(|at| &at.cell.claims);
    let sources = claims.clone().map(|claim| claim.source.as_str());
    let cited = claims.map(|claim| json!({"source": claim.source.as_str(), "line": claim.line}));
    let entries = asked.entries.iter().map(|found| entry(asked, *found));
    let related = asked.related.iter().map(|found| entry(asked, *found));
    let listed = asked.listed();
    let listed = listed.iter().map(|at| {
        let mut value = answer(Some(at.cell));
        value["figure"] = json!(at.figure.id.as_str());
        value["question"] = json!(at.row.question.as_str());
        value
    });
    let mut document = json!({
        "schema": json::SCHEMA,
        "question": question,
        "figure": figure,
    });
    let cell = answer(at.map(|at| at.cell));
    let rest = json!({
        "adapted": at.is_some_and(|at| at.cell.adapted),
        "notes": asked.notes().into_iter().map(json::note).collect::<Vec<_>>(),
        "sources": sources.collect::<Vec<_>>(),
        "cited": cited.collect::<Vec<_>>(),
        "entries": entries.collect::<Vec<_>>(),
        "related": related.collect::<Vec<_>>(),
        "language": dataset.languages[view.language.index()].code,
        "edition": dataset.edition(view.selection.edition).0.as_str(),
        "elements": view.selection.elements.iter().map(id).collect::<Vec<_>>(),
        "selected": asked.is_selected,
        "added": asked.added.iter().map(|e| id(*e)).collect::<Vec<_>>(),
        "depends": depends,
        "editions": editions,
        "listed": listed.collect::<Vec<_>>(),
        "nearest": near,
    });
    for part in [cell, rest] {
        if let (Some(all), Value::Object(part)) = (document.as_object_mut(), part) {
            all.extend(part);
        }
    }
    document
}

/// An entry of the FAQ; `asked` is null where it is a statement.
fn entry(found: &Asked<'_>, (id, entry): (&FaqId, &FaqEntry)) -> Value {
    let view = &found.view;
    let plain = |text: &Localized| text.get(view.language).1.plain(&view.selection);
    let (asked, text) = match &entry.says {
        FaqText::Statement(text) => (None, plain(text)),
        FaqText::Question { question, answer } => (Some(plain(question)), plain(answer)),
    };
    let editions = entry.editions.iter();
    let editions = editions.map(|edition| view.dataset.edition(*edition).0.as_str());
    json!({
        "id": id.as_str(),
        "asked": asked,
        "text": text,
        "example": entry.example.as_ref().map(plain),
        "editions": editions.collect::<Vec<_>>(),
        "status": entry.status.as_str(),
        "date": entry.date.map(|month| month.to_string()),
        "updated": entry.updated.map(|month| month.to_string()),
        "source": entry.source.as_str(),
        "lines": entry.lines,
    })
}

/// Answer, text and why it is open; null where there is no answer.
fn answer(cell: Option<&CellView<'_>>) -> Value {
    let text = cell.and_then(|cell| cell.text.as_ref());
    json!({
        "answer": cell.map(|cell| answer_word(cell.answer)),
        "text": text.map(|text| text.text.as_str()),
        "open": cell.and_then(|cell| open_word(cell.answer)),
    })
}
