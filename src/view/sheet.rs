//! What stands on a sheet for print: the tables of a view, one question or one figure of them, or
//! what differs between figures. It decides what is on a sheet, not how it is laid out.

use super::{CellView, FigureView, Mark, NoteView, RowView, TableView, TextView, View};
use crate::model::*;
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// What a sheet is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Tables, as they are; all of them where none is named.
    Tables(Vec<TableId>),
    /// One question, put to all figures.
    Question(QuestionId),
    /// Everything about one figure.
    Figure(FigureId),
    /// The questions that not all figures of a table answer alike.
    Summary,
}

/// A sheet.
#[derive(Debug)]
pub struct Sheet<'v, 'd> {
    /// What it is taken from.
    pub view: &'v View<'d>,
    /// What it is about.
    pub subject: Subject,
    /// Its tables, none of them empty.
    pub grids: Vec<Grid<'d>>,
}

/// A table of a sheet.
#[derive(Debug)]
pub struct Grid<'d> {
    /// What it is called; nothing where the sheet's title says it.
    pub title: Option<TextView>,
    /// Its columns.
    pub columns: Vec<Head<'d>>,
    /// Its sections, each with at least one row.
    pub sections: Vec<GridSection<'d>>,
    /// The notes cited, by their labels.
    pub notes: Vec<Mark<'d>>,
}

/// The head of a column or row.
#[derive(Clone, Debug)]
pub struct Head<'d> {
    /// What it says.
    pub text: TextView,
    /// The figure, where it is one.
    pub figure: Option<&'d FigureId>,
    /// The notes on it.
    pub notes: Vec<Mark<'d>>,
    /// Whether it is adapted.
    pub adapted: bool,
}

/// Rows under a title.
#[derive(Debug)]
pub struct GridSection<'d> {
    /// What they have in common.
    pub title: TextView,
    /// The rows: a head, and a cell for each column.
    pub rows: Vec<(Head<'d>, Vec<CellView<'d>>)>,
}

impl<'d> View<'d> {
    /// The sheet about `subject`.
    pub fn sheet(&self, subject: Subject) -> Sheet<'_, 'd> {
        let mut grids: Vec<_> = match &subject {
            Subject::Tables(only) => {
                let wanted = |table: &&TableView| only.is_empty() || only.contains(table.id);
                let tables = self.tables.iter().filter(wanted);
                tables.map(|table| whole(table, |_| true)).collect()
            }
            Subject::Summary => {
                let tables = self.tables.iter();
                tables.map(|table| whole(table, differs)).collect()
            }
            Subject::Question(question) => vec![self.question(question)],
            Subject::Figure(figure) => vec![self.figure(figure)],
        };
        grids.retain(|grid| !grid.sections.is_empty());
        // Labels stay those of the table where all of it is there; elsewhere they count anew.
        if !matches!(subject, Subject::Tables(_)) {
            grids.iter_mut().for_each(Grid::relabel);
        }
        Sheet {
            view: self,
            subject,
            grids,
        }
    }

    fn question(&self, question: &QuestionId) -> Grid<'d> {
        let tables = self.tables.iter().filter_map(|table| {
            let mut rows = table.sections.iter().flat_map(|section| &section.rows);
            let row = rows.find(|row| row.question == question)?;
            let figures = table.figures.iter().zip(&row.cells);
            let rows = figures.map(|(figure, cell)| {
                let mut head = Head::of(figure);
                // What is said of the row holds for each of its cells here.
                head.notes.extend(&row.notes);
                head.adapted |= row.adapted;
                (head, vec![cell.clone()])
            });
            let rows: Vec<_> = rows.collect();
            let title = table.title.clone();
            (!rows.is_empty()).then_some(GridSection { title, rows })
        });
        Grid::single(tables.collect())
    }

    fn figure(&self, figure: &FigureId) -> Grid<'d> {
        let tables = self.tables.iter().filter_map(|table| {
            let at = table.figures.iter().position(|f| f.id == figure)?;
            Some((at, &table.sections))
        });
        let sections = tables.flat_map(|(at, sections)| {
            sections.iter().map(move |section| {
                let rows = section.rows.iter().filter_map(|row| {
                    let cell = row.cells.get(at)?;
                    Some((Head::asked(row), vec![cell.clone()]))
                });
                GridSection {
                    title: section.title.clone(),
                    rows: rows.collect(),
                }
            })
        });
        Grid::single(sections.collect())
    }
}

impl<'d> Sheet<'_, 'd> {
    /// The note that a mark stands for.
    pub fn note(&self, mark: &Mark<'d>) -> Option<&NoteView<'d>> {
        self.view.note(mark)
    }
}

impl<'d> Head<'d> {
    fn of(figure: &FigureView<'d>) -> Self {
        Self {
            text: figure.name.clone(),
            figure: Some(figure.id),
            notes: figure.notes.clone(),
            adapted: figure.adapted,
        }
    }

    fn asked(row: &RowView<'d>) -> Self {
        Self {
            text: row.text.clone(),
            figure: None,
            notes: row.notes.clone(),
            adapted: row.adapted,
        }
    }
}

impl<'d> Grid<'d> {
    /// One column of answers, whose head the sheet's title makes needless.
    fn single(mut sections: Vec<GridSection<'d>>) -> Self {
        sections.retain(|section| !section.rows.is_empty());
        Self {
            title: None,
            columns: Vec::new(),
            sections,
            notes: Vec::new(),
        }
    }

    /// Numbers the notes anew, in the order in which they are cited.
    fn relabel(&mut self) {
        let mut labels: IndexMap<&'d NoteId, usize> = IndexMap::new();
        let mut relabel = |marks: &mut Vec<Mark<'d>>| {
            let mut seen = BTreeSet::new();
            marks.retain(|mark| seen.insert(mark.id));
            for mark in marks {
                let next = labels.len() + 1;
                mark.label = *labels.entry(mark.id).or_insert(next);
            }
        };
        for column in &mut self.columns {
            relabel(&mut column.notes);
        }
        for (head, cells) in self.sections.iter_mut().flat_map(|s| &mut s.rows) {
            relabel(&mut head.notes);
            for cell in cells {
                relabel(&mut cell.notes);
            }
        }
        let notes = labels.into_iter();
        self.notes = notes.map(|(id, label)| Mark { id, label }).collect();
    }
}

/// A table with those of its rows that are `wanted`.
fn whole<'d>(table: &TableView<'d>, wanted: impl Fn(&RowView<'d>) -> bool) -> Grid<'d> {
    let sections = table.sections.iter().filter_map(|section| {
        let rows = section.rows.iter().filter(|row| wanted(row));
        let rows: Vec<_> = rows
            .map(|row| (Head::asked(row), row.cells.clone()))
            .collect();
        let title = section.title.clone();
        (!rows.is_empty()).then_some(GridSection { title, rows })
    });
    Grid {
        title: Some(table.title.clone()),
        columns: table.figures.iter().map(Head::of).collect(),
        sections: sections.collect(),
        notes: table.notes.clone(),
    }
}

/// Whether not all figures answer a question alike.
fn differs(row: &RowView<'_>) -> bool {
    let pairs = row.cells.iter().zip(row.cells.iter().skip(1));
    let mut pairs =
        pairs.map(|(one, other)| (one.answer, &one.text) != (other.answer, &other.text));
    pairs.any(|differ| differ)
}
