//! All facts of a dataset for programs and spreadsheets, as JSON or CSV, whatever is selected. A
//! text reads as it does in the default edition with everything selected.

use super::answer_word;
use crate::diagnostic::Files;
use crate::logic::written;
use crate::model::*;
use crate::view::{Fact, Plan, Shown, facts};
use serde_json::{Value, json};

/// The version of the JSON's shape; it grows when the shape changes incompatibly.
pub const SCHEMA: u32 = 1;

const HEADER: [&str; 17] = [
    "table",
    "section",
    "question",
    "label",
    "figure",
    "name",
    "answer",
    "text",
    "notes",
    "source",
    "source_line",
    "editions",
    "condition",
    "taken",
    "speaker",
    "file",
    "file_line",
];

/// What is exported: a dataset's facts in one language, with the files in which they stand.
pub struct Export<'e, 'd> {
    dataset: &'d Dataset,
    files: &'e Files,
    language: LanguageIx,
    /// The selection by which conditional parts of texts are read.
    reading: Selection,
    facts: Vec<Fact<'d>>,
}

impl<'e, 'd> Export<'e, 'd> {
    /// The facts of a plan, with the files that its dataset was loaded from.
    pub fn new(plan: &Plan<'d>, files: &'e Files, language: LanguageIx) -> Self {
        let dataset = plan.dataset;
        Self {
            dataset,
            files,
            language,
            reading: Selection {
                edition: dataset.default_edition,
                elements: ElementSet::full(dataset.elements.len()),
            },
            facts: facts(plan),
        }
    }

    /// One line for each fact, below a head; lists inside a field are parted by spaces. A cell in
    /// which sources differ has a line for each of them.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let head = HEADER.map(str::to_owned);
        let lines = self.facts.iter().map(|fact| self.line(fact));
        for line in std::iter::once(head).chain(lines) {
            // Writing to memory does not fail, and every line has as many fields as the head.
            let _ = writer.write_record(line);
        }
        let bytes = writer.into_inner().unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn line(&self, fact: &Fact<'_>) -> [String; HEADER.len()] {
        let claim = fact.claim;
        let (file, line) = self.place(claim);
        [
            fact.table.to_string(),
            fact.section.to_string(),
            fact.question.to_string(),
            self.label(fact),
            fact.figure.to_string(),
            self.name(fact.figure),
            answer_word(Shown::Claimed(&claim.answer)).to_owned(),
            self.answer_text(&claim.answer).unwrap_or_default(),
            ids(&claim.notes).join(" "),
            claim.source.to_string(),
            claim.line.map_or(String::new(), |line| line.to_string()),
            self.editions(fact).join(" "),
            written(self.dataset, &fact.when),
            if fact.taken { "yes" } else { "no" }.to_owned(),
            self.speaker(&claim.source).to_owned(),
            file,
            line.to_string(),
        ]
    }

    /// The facts, and all that they name: sources, editions, expansions, elements, figures,
    /// questions, notes and resolutions.
    pub fn json(&self) -> Value {
        let dataset = self.dataset;
        let sources = dataset.sources.iter().map(|(id, source)| {
            json!({
                "id": id.as_str(),
                "title": self.plain(&source.title),
                "speaker": source.speaks.as_str(),
            })
        });
        let editions = dataset
            .editions
            .iter()
            .map(|(id, edition)| json!({"id": id.as_str(), "name": self.plain(&edition.name)}));
        let figures = dataset.figures.iter().map(|(id, figure)| {
            json!({
                "id": id.as_str(),
                "name": self.plain(&figure.name),
                "condition": written(dataset, &figure.when),
                "notes": ids(&figure.notes),
            })
        });
        let questions = dataset.questions.iter().map(|(id, question)| {
            json!({
                "id": id.as_str(),
                "text": self.plain(&question.text),
                "condition": written(dataset, &question.when),
                "notes": ids(&question.notes),
            })
        });
        json!({
            "schema": SCHEMA,
            "game": dataset.id,
            "title": self.plain(&dataset.title),
            "date": dataset.date,
            "language": dataset.languages[self.language.index()].code,
            "sources": sources.collect::<Vec<_>>(),
            "editions": editions.collect::<Vec<_>>(),
            "expansions": self.expansions(),
            "elements": self.elements(),
            "figures": figures.collect::<Vec<_>>(),
            "questions": questions.collect::<Vec<_>>(),
            "notes": self.notes(),
            "facts": self.facts.iter().map(|fact| self.fact(fact)).collect::<Vec<_>>(),
            "resolutions": self.resolutions(),
        })
    }

    fn expansions(&self) -> Vec<Value> {
        let expansions = self.dataset.expansions.iter().map(|(id, expansion)| {
            let elements = expansion.elements.iter();
            let elements = elements.map(|ix| self.dataset.element(*ix).0.as_str());
            json!({
                "id": id.as_str(),
                "name": self.plain(&expansion.name),
                "group": expansion.group.as_str(),
                "number": expansion.number,
                "elements": elements.collect::<Vec<_>>(),
            })
        });
        expansions.collect()
    }

    fn elements(&self) -> Vec<Value> {
        let elements = self.dataset.elements.iter().map(|(id, element)| {
            let published = element.published.iter();
            let published = published.map(|ix| self.dataset.edition(*ix).0.as_str());
            json!({
                "id": id.as_str(),
                "name": self.plain(&element.name),
                "published": published.collect::<Vec<_>>(),
            })
        });
        elements.collect()
    }

    fn notes(&self) -> Vec<Value> {
        let notes = self.dataset.notes.iter().map(|(id, note)| {
            let parts = note.parts.iter().map(|part| {
                json!({
                    "speaker": part.speaker.as_str(),
                    "condition": written(self.dataset, &part.when),
                    "text": self.plain(&part.text),
                })
            });
            json!({
                "id": id.as_str(),
                "condition": written(self.dataset, &note.when),
                "parts": parts.collect::<Vec<_>>(),
            })
        });
        notes.collect()
    }

    fn fact(&self, fact: &Fact<'_>) -> Value {
        let claim = fact.claim;
        let (file, line) = self.place(claim);
        json!({
            "table": fact.table.as_str(),
            "section": fact.section.as_str(),
            "question": fact.question.as_str(),
            "figure": fact.figure.as_str(),
            "answer": answer_word(Shown::Claimed(&claim.answer)),
            "text": self.answer_text(&claim.answer),
            "notes": ids(&claim.notes),
            "source": {"id": claim.source.as_str(), "line": claim.line},
            "editions": self.editions(fact),
            "condition": written(self.dataset, &fact.when),
            "taken": fact.taken,
            "place": {"file": file, "line": line},
        })
    }

    /// The resolutions of cells, in the order of the facts.
    fn resolutions(&self) -> Vec<Value> {
        let mut seen = std::collections::HashSet::new();
        let cells = self.facts.iter().map(|fact| (fact.question, fact.figure));
        let cells = cells.filter(|cell| seen.insert(*cell));
        let resolved = cells.flat_map(|(question, figure)| {
            let key = (question.clone(), figure.clone());
            let all = self.dataset.resolutions.get(&key).into_iter().flatten();
            all.map(move |resolution| {
                json!({
                    "question": question.as_str(),
                    "figure": figure.as_str(),
                    "take": resolution.take.as_str(),
                    "condition": written(self.dataset, &resolution.when),
                    "because": self.plain(&resolution.because),
                })
            })
        });
        resolved.collect()
    }

    fn plain(&self, text: &Localized) -> String {
        text.get(self.language).1.plain(&self.reading)
    }

    /// How the fact's table asks its question.
    fn label(&self, fact: &Fact<'_>) -> String {
        let question = self.dataset.questions.get(fact.question);
        question.map_or(String::new(), |question| {
            self.plain(question.text_in(fact.table))
        })
    }

    fn name(&self, figure: &FigureId) -> String {
        let figure = self.dataset.figures.get(figure);
        figure.map_or(String::new(), |figure| self.plain(&figure.name))
    }

    /// A number or text, as readers see it.
    fn answer_text(&self, answer: &Answer) -> Option<String> {
        match answer {
            Answer::Number(number) => Some(number.to_string()),
            Answer::Text(id) => {
                let text = self.dataset.cell_texts.get(id)?;
                Some(self.plain(&text.text))
            }
            Answer::Yes | Answer::No | Answer::NotApplicable | Answer::Undefined => None,
        }
    }

    fn editions(&self, fact: &Fact<'_>) -> Vec<&str> {
        let editions = fact.editions.iter();
        let ids = editions.map(|ix| self.dataset.edition(*ix).0.as_str());
        ids.collect()
    }

    fn speaker(&self, source: &SourceId) -> &'static str {
        let source = self.dataset.sources.get(source);
        source.map_or("", |source| source.speaks.as_str())
    }

    /// The dataset's file in which the claim stands, and its line there.
    fn place(&self, claim: &Claim) -> (String, usize) {
        let path = self.files.path(&claim.place).to_owned();
        (path, self.files.line_and_column(&claim.place).0)
    }
}

fn ids(notes: &[NoteId]) -> Vec<&str> {
    notes.iter().map(NoteId::as_str).collect()
}
