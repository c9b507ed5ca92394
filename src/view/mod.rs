//! What a selection shows: the one place where that is decided. Renderers only draw its result.

mod adapted;
mod facts;
mod faq;
mod lists;
mod matrix;
mod page;
mod plan;
mod play;
mod ready;
mod scope;
mod sheet;
mod untold;

pub use adapted::adapted;
pub use facts::{Fact, facts};
pub use faq::*;
pub use lists::*;
pub use matrix::*;
pub use page::*;
pub use plan::*;
pub use play::*;
pub use ready::{ReadyKind, ReadySheet};
pub use scope::{Scope, in_edition};
pub use sheet::*;
pub use untold::UntoldPlan;

use crate::model::*;
use indexmap::IndexMap;

/// What a reader sees.
#[derive(Debug)]
pub struct View<'d> {
    /// The dataset.
    pub dataset: &'d Dataset,
    /// What was selected.
    pub selection: Selection,
    /// The language of the texts.
    pub language: LanguageIx,
    /// The tables that are not empty.
    pub tables: Vec<TableView<'d>>,
    /// The notes shown, in the order of the dataset.
    pub notes: Vec<NoteView<'d>>,
    /// The general lists that are not empty.
    pub lists: Vec<ListView<'d>>,
}

/// A text as shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextView {
    /// Its characters, without markup.
    pub text: String,
    /// The language that it is in: another than the reader's where that lacks the text.
    pub language: LanguageIx,
}

/// A table.
#[derive(Debug)]
pub struct TableView<'d> {
    /// Its id.
    pub id: &'d TableId,
    /// What it is called.
    pub title: TextView,
    /// Its columns.
    pub figures: Vec<FigureView<'d>>,
    /// Its sections, each with at least one row.
    pub sections: Vec<SectionView<'d>>,
    /// The notes cited in it, by their labels.
    pub notes: Vec<Mark<'d>>,
}

/// A note and its label in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark<'d> {
    /// The note.
    pub id: &'d NoteId,
    /// Its label in the table, from 1.
    pub label: usize,
}

/// A column.
#[derive(Debug)]
pub struct FigureView<'d> {
    /// Its id.
    pub id: &'d FigureId,
    /// What it is called.
    pub name: TextView,
    /// The notes on it.
    pub notes: Vec<Mark<'d>>,
    /// Whether it is adapted.
    pub adapted: bool,
}

/// A section.
#[derive(Debug)]
pub struct SectionView<'d> {
    /// Its id.
    pub id: &'d SectionId,
    /// What it is called.
    pub title: TextView,
    /// Its rows.
    pub rows: Vec<RowView<'d>>,
}

/// A row.
#[derive(Debug)]
pub struct RowView<'d> {
    /// Its id.
    pub question: &'d QuestionId,
    /// How it is asked.
    pub text: TextView,
    /// The notes on it.
    pub notes: Vec<Mark<'d>>,
    /// Whether it is adapted.
    pub adapted: bool,
    /// Its cells, one for each column.
    pub cells: Vec<CellView<'d>>,
}

/// A cell.
#[derive(Clone, Debug)]
pub struct CellView<'d> {
    /// The figure of its column.
    pub figure: &'d FigureId,
    /// The answer.
    pub answer: Shown<'d>,
    /// What a number or text says.
    pub text: Option<TextView>,
    /// The notes on it.
    pub notes: Vec<Mark<'d>>,
    /// Whether its row, its column or its claim is adapted.
    pub adapted: bool,
    /// The claim that won, then those that agree with it.
    pub claims: Vec<&'d Claim>,
}

/// A footnote.
#[derive(Debug)]
pub struct NoteView<'d> {
    /// Its id.
    pub id: &'d NoteId,
    /// Whether it is adapted.
    pub adapted: bool,
    /// Its parts that are shown.
    pub parts: Vec<PartView>,
}

/// A part of a footnote.
#[derive(Debug)]
pub struct PartView {
    /// Who speaks.
    pub speaker: Speaker,
    /// What is said.
    pub text: TextView,
}

impl<'d> View<'d> {
    /// The note that a mark stands for.
    pub fn note(&self, mark: &Mark<'d>) -> Option<&NoteView<'d>> {
        self.notes.iter().find(|note| note.id == mark.id)
    }
}

/// What a reader of `language` sees of `dataset` for `selection`.
pub fn view<'d>(dataset: &'d Dataset, selection: &Selection, language: LanguageIx) -> View<'d> {
    Plan::new(dataset).view(selection, language)
}

impl<'d> Plan<'d> {
    /// What a reader of `language` sees for `selection`.
    pub fn view(&self, selection: &Selection, language: LanguageIx) -> View<'d> {
        let selection = self.scope.apply(selection);
        let evaluator = Evaluator {
            dataset: self.dataset,
            selection: &selection,
            language,
        };
        let shown = self.tables.iter().filter(|t| t.shown.holds(&selection));
        let tables = shown.map(|table| evaluator.table(table)).collect();
        let shown = self.notes.iter().filter(|(_, n)| n.shown.holds(&selection));
        let notes = shown.map(|(id, note)| evaluator.note(id, note)).collect();
        let lists = self.lists.iter();
        let lists = lists.filter_map(|list| list.view(&selection, &|text| evaluator.text(text)));
        let lists = lists.collect();
        View {
            dataset: self.dataset,
            language,
            tables,
            notes,
            lists,
            selection,
        }
    }
}

struct Evaluator<'d, 's> {
    dataset: &'d Dataset,
    selection: &'s Selection,
    language: LanguageIx,
}

type TableNotes<'d> = IndexMap<&'d NoteId, (usize, crate::logic::Condition)>;

impl<'d> Evaluator<'d, '_> {
    fn text(&self, text: &Localized) -> TextView {
        let (language, text) = text.get(self.language);
        let text = text.plain(self.selection);
        TextView { text, language }
    }

    fn table(&self, plan: &TablePlan<'d>) -> TableView<'d> {
        let columns = plan.columns.iter();
        let columns: Vec<_> = columns
            .map(|column| (column.shown.holds(self.selection), column))
            .collect();
        let figures = columns.iter().filter(|(shown, _)| *shown);
        let figures = figures.map(|(_, column)| FigureView {
            id: column.id,
            name: self.text(&column.figure.name),
            notes: self.marks(&plan.notes, &column.figure.notes),
            adapted: column.adapted.holds(self.selection),
        });
        let sections = plan.sections.iter();
        let sections = sections.filter(|section| section.shown.holds(self.selection));
        let sections = sections.map(|section| {
            let rows = section.rows.iter();
            let rows = rows.filter(|row| row.shown.holds(self.selection));
            SectionView {
                id: section.id,
                title: self.text(section.title),
                rows: rows.map(|row| self.row(plan, row, &columns)).collect(),
            }
        });
        let notes = plan.notes.iter();
        let notes = notes.filter(|(_, (_, when))| when.holds(self.selection));
        TableView {
            id: plan.id,
            title: self.text(&plan.table.title),
            figures: figures.collect(),
            sections: sections.collect(),
            notes: notes
                .map(|(id, (label, _))| Mark { id, label: *label })
                .collect(),
        }
    }

    fn row(
        &self,
        table: &TablePlan<'d>,
        plan: &RowPlan<'d>,
        columns: &[(bool, &ColumnPlan<'d>)],
    ) -> RowView<'d> {
        let adapted = plan.adapted.holds(self.selection);
        let cells = columns.iter().zip(&plan.cells);
        let cells = cells.filter(|((shown, _), _)| *shown);
        let cells = cells.filter_map(|((_, column), cell)| {
            let adapted = adapted || column.adapted.holds(self.selection);
            self.cell(table, cell, adapted)
        });
        RowView {
            question: plan.id,
            text: self.text(plan.text),
            notes: self.marks(&table.notes, &plan.question.notes),
            adapted,
            cells: cells.collect(),
        }
    }

    /// The cell; loading sees to it that one of its variants holds.
    fn cell(
        &self,
        table: &TablePlan<'d>,
        plan: &CellPlan<'d>,
        adapted: bool,
    ) -> Option<CellView<'d>> {
        let mut variants = plan.variants.iter();
        let variant = variants.find(|variant| variant.when.holds(self.selection))?;
        let text = match variant.answer {
            Shown::Claimed(Answer::Number(number)) => Some(TextView {
                text: number.to_string(),
                language: self.language,
            }),
            Shown::Claimed(Answer::Text(id)) => {
                let text = self.dataset.cell_texts.get(id);
                text.map(|text| self.text(&text.text))
            }
            _ => None,
        };
        let sources = variant.sources.iter();
        let sources = sources.filter(|(_, when)| when.holds(self.selection));
        Some(CellView {
            figure: plan.figure,
            answer: variant.answer,
            text,
            notes: self.marks(&table.notes, variant.notes),
            adapted: adapted || variant.adapted.holds(self.selection),
            claims: sources.map(|(claim, _)| *claim).collect(),
        })
    }

    /// The marks of those `notes` that are shown.
    fn marks(&self, table: &TableNotes<'d>, notes: &[NoteId]) -> Vec<Mark<'d>> {
        let marks = notes.iter().filter_map(|note| {
            let (id, (label, when)) = table.get_key_value(note)?;
            let label = *label;
            when.holds(self.selection).then_some(Mark { id, label })
        });
        marks.collect()
    }

    fn note(&self, id: &'d NoteId, plan: &NotePlan<'d>) -> NoteView<'d> {
        let parts = plan.note.parts.iter();
        let parts = parts.filter(|part| part.when.holds(self.selection));
        NoteView {
            id,
            adapted: plan.adapted.holds(self.selection),
            parts: parts
                .map(|part| PartView {
                    speaker: part.speaker,
                    text: self.text(&part.text),
                })
                .collect(),
        }
    }
}
