//! What the template of a sheet reads: words, texts and numbers, all of them plain. It decides
//! nothing.

use super::Print;
use super::frame::FrameContext;
use super::grid::{Need, Paper, Part, parts};
use crate::model::{Dataset, Icon, LanguageIx, Words};
use crate::render::{Reader, answer_label, answer_word, capital, open_word, speaker_label};
use crate::view::{CellView, Grid, Head, Mark, Sheet, Subject, TextView};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A sheet.
#[derive(Serialize)]
pub struct SheetContext<'s> {
    #[serde(flatten)]
    frame: FrameContext<'s>,
    /// The word for what the rows are.
    asked: &'static str,
    tables: Vec<TableContext<'s>>,
    /// The answers that need a word, in the order of the legend.
    legend: Vec<&'static str>,
    /// Who speaks in the notes.
    speakers: BTreeMap<&'static str, &'s str>,
    adapted: bool,
}

#[derive(Serialize)]
struct TableContext<'s> {
    title: Option<LineContext<'s>>,
    columns: Vec<HeadContext<'s>>,
    sections: Vec<SectionContext<'s>>,
    parts: Vec<PartContext>,
    notes: Vec<NoteContext<'s>>,
}

/// The columns of a part, and how it fits on the paper.
#[derive(Serialize)]
struct PartContext {
    from: usize,
    to: usize,
    #[serde(flatten)]
    part: Part,
}

/// A text, and its language where that is not the sheet's.
#[derive(Serialize)]
pub struct LineContext<'s> {
    text: &'s str,
    language: Option<&'s str>,
}

impl<'s> LineContext<'s> {
    /// A text on a sheet in `language`.
    pub fn new(text: &'s TextView, language: LanguageIx, dataset: &'s Dataset) -> Self {
        let other = text.language != language;
        Self {
            text: &text.text,
            language: other.then(|| dataset.languages[text.language.index()].code.as_str()),
        }
    }
}

#[derive(Serialize)]
struct HeadContext<'s> {
    #[serde(flatten)]
    line: LineContext<'s>,
    icon: Option<String>,
    marks: Vec<usize>,
    adapted: bool,
}

#[derive(Serialize)]
struct SectionContext<'s> {
    title: LineContext<'s>,
    rows: Vec<RowContext<'s>>,
}

#[derive(Serialize)]
struct RowContext<'s> {
    head: HeadContext<'s>,
    cells: Vec<CellContext<'s>>,
}

#[derive(Serialize)]
struct CellContext<'s> {
    answer: &'static str,
    open: Option<&'static str>,
    #[serde(flatten)]
    line: LineContext<'s>,
    marks: Vec<usize>,
    adapted: bool,
}

#[derive(Serialize)]
struct NoteContext<'s> {
    label: usize,
    adapted: bool,
    parts: Vec<SaidContext<'s>>,
}

#[derive(Serialize)]
struct SaidContext<'s> {
    speaker: &'static str,
    #[serde(flatten)]
    line: LineContext<'s>,
}

/// The answers of the legend, in its order, with the words that explain them.
const LEGEND: [(&str, &str, &str); 5] = [
    ("yes", "answer-yes", "legend-yes"),
    ("no", "answer-no", "legend-no"),
    ("n/a", "answer-na", "legend-na"),
    ("undefined", "answer-undefined", "legend-undefined"),
    ("not-entered", "answer-not-entered", "legend-not-entered"),
];

/// The other words that the template uses.
const WORDS: [&str; 5] = [
    "answer",
    "empty-table",
    "figure",
    "question",
    "summary-lead",
];

impl<'s> SheetContext<'s> {
    /// What the template reads of `sheet`.
    pub fn new(sheet: &'s Sheet<'_, '_>, words: &'s Words, print: &'s Print) -> Self {
        let reader = Reader {
            view: sheet.view,
            words,
        };
        let printer = Printer {
            sheet,
            paper: print.paper,
            reader,
        };
        printer.sheet(print)
    }
}

struct Printer<'s, 'v, 'd> {
    sheet: &'s Sheet<'v, 'd>,
    paper: Paper,
    reader: Reader<'s, 'd>,
}

impl<'s, 'd> Printer<'s, '_, 'd> {
    fn sheet(&self, print: &'s Print) -> SheetContext<'s> {
        let cells = || self.rows().flat_map(|(_, cells)| cells);
        let shown: BTreeSet<_> = cells().map(legend_of).collect();
        let heads = self.sheet.grids.iter().flat_map(|grid| &grid.columns);
        let mut heads = heads.chain(self.rows().map(|(head, _)| head));
        let adapted = heads.any(|head| head.adapted) || cells().any(|cell| cell.adapted);
        let cited = self.sheet.grids.iter().flat_map(|grid| &grid.notes);
        let notes = cited.filter_map(|mark| self.sheet.note(mark));
        let speakers = notes.flat_map(|note| &note.parts).map(|part| part.speaker);
        let words = LEGEND.iter().flat_map(|(_, word, text)| [*word, *text]);
        let title = capital(&self.title());
        let dense = self.sheet.subject == Subject::Summary;
        let voice = self.reader.voice();
        SheetContext {
            frame: FrameContext::new(&voice, title, dense, print, words.chain(WORDS)),
            asked: match self.sheet.subject {
                Subject::Question(_) => "figure",
                _ => "question",
            },
            tables: self
                .sheet
                .grids
                .iter()
                .map(|grid| self.table(grid))
                .collect(),
            legend: LEGEND
                .iter()
                .map(|(answer, ..)| *answer)
                .filter(|answer| shown.contains(answer))
                .collect(),
            speakers: speakers
                .map(|speaker| (speaker.as_str(), self.reader.word(speaker_label(speaker))))
                .collect(),
            adapted,
        }
    }

    fn rows(&self) -> impl Iterator<Item = &'s (Head<'d>, Vec<CellView<'d>>)> {
        let sections = self.sheet.grids.iter().flat_map(|grid| &grid.sections);
        sections.flat_map(|section| &section.rows)
    }

    /// What the sheet is called.
    fn title(&self) -> String {
        let dataset = self.sheet.view.dataset;
        match &self.sheet.subject {
            Subject::Tables(_) => self.reader.plain(&dataset.title),
            Subject::Summary => self.reader.word("sheet-summary").to_owned(),
            Subject::Figure(figure) => {
                let figure = dataset.figures.get(figure);
                figure.map_or(String::new(), |figure| self.reader.plain(&figure.name))
            }
            Subject::Question(question) => {
                let question = dataset.questions.get(question);
                question.map_or(String::new(), |question| self.reader.plain(&question.text))
            }
        }
    }

    fn line(&self, text: &'s TextView) -> LineContext<'s> {
        let view = self.sheet.view;
        LineContext::new(text, view.language, view.dataset)
    }

    fn table(&self, grid: &'s Grid<'d>) -> TableContext<'s> {
        let sections = grid.sections.iter().map(|section| SectionContext {
            title: self.line(&section.title),
            rows: section
                .rows
                .iter()
                .map(|(head, cells)| RowContext {
                    head: self.head(head),
                    cells: cells.iter().map(|cell| self.cell(cell)).collect(),
                })
                .collect(),
        });
        let parts = parts(self.paper, &self.needs(grid)).into_iter();
        TableContext {
            title: grid.title.as_ref().map(|title| self.line(title)),
            columns: grid.columns.iter().map(|head| self.head(head)).collect(),
            sections: sections.collect(),
            parts: parts
                .map(|part| PartContext {
                    from: part.columns.start,
                    to: part.columns.end,
                    part,
                })
                .collect(),
            notes: grid
                .notes
                .iter()
                .filter_map(|mark| self.note(mark))
                .collect(),
        }
    }

    /// What each column needs; a table without heads has one column of answers.
    fn needs(&self, grid: &Grid<'d>) -> Vec<Need> {
        let mut needs = vec![Need::default(); grid.columns.len().max(1)];
        let mut add = |at: usize, text: &str, marks: &[Mark<'_>]| {
            let words = text.split_whitespace().map(|word| word.chars().count());
            let need: &mut Need = &mut needs[at];
            // A cell's first word stands beside its symbol, its last beside its marks.
            need.word = need
                .word
                .max(words.max().unwrap_or(0) + 2 * marks.len().min(1));
            need.text = need.text.max(text.chars().count());
        };
        for (at, head) in grid.columns.iter().enumerate() {
            add(at, &head.text.text, &head.notes);
        }
        let rows = grid.sections.iter().flat_map(|section| &section.rows);
        for (at, cell) in rows.flat_map(|(_, cells)| cells.iter().enumerate()) {
            add(at, self.reader.cell(cell), &cell.notes);
        }
        needs
    }

    fn head(&self, head: &'s Head<'d>) -> HeadContext<'s> {
        let icons = &self.sheet.view.dataset.icons;
        let icon = head.figure.and_then(|figure| icons.figures.get(figure));
        HeadContext {
            line: self.line(&head.text),
            icon: icon.map(picture),
            marks: labels(&head.notes),
            adapted: head.adapted,
        }
    }

    fn cell(&self, cell: &'s CellView<'d>) -> CellContext<'s> {
        let line = match (answer_label(cell.answer), &cell.text) {
            (None, Some(text)) => self.line(text),
            (Some("not-entered"), _) => self.word("answer-not-entered"),
            (Some(label), _) => self.word(label),
            (None, None) => self.word(""),
        };
        CellContext {
            answer: answer_word(cell.answer),
            open: open_word(cell.answer),
            line,
            marks: labels(&cell.notes),
            adapted: cell.adapted,
        }
    }

    fn word(&self, id: &'static str) -> LineContext<'s> {
        LineContext {
            text: self.reader.words.get(self.reader.language(), id),
            language: None,
        }
    }

    fn note(&self, mark: &Mark<'d>) -> Option<NoteContext<'s>> {
        let note = self.sheet.note(mark)?;
        let parts = note.parts.iter().map(|part| SaidContext {
            speaker: part.speaker.as_str(),
            line: self.line(&part.text),
        });
        Some(NoteContext {
            label: mark.label,
            adapted: note.adapted,
            parts: parts.collect(),
        })
    }
}

/// Which answer of the legend a cell has; that of a number or text is none.
fn legend_of(cell: &CellView<'_>) -> &'static str {
    match open_word(cell.answer) {
        Some("not-entered") => "not-entered",
        _ => answer_word(cell.answer),
    }
}

fn labels(marks: &[Mark<'_>]) -> Vec<usize> {
    marks.iter().map(|mark| mark.label).collect()
}

/// An icon as a picture of its own.
fn picture(icon: &Icon) -> String {
    let (view_box, shapes) = (icon.view_box(), icon.shapes());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view_box}\" fill=\"#555\" color=\"#555\">{shapes}</svg>"
    )
}
