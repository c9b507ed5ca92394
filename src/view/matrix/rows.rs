//! What a matrix holds: groups of rows, their cells column by column, and what stands in these where.
//! It does not choose the cells.

use super::At;
use crate::logic::{Condition, condensed, satisfiable};
use crate::model::*;
use crate::view::{Shown, VariantPlan};
use std::collections::BTreeSet;

/// Cells with their answers in all columns.
pub struct Matrix<'p, 'd> {
    /// Holds where some row is shown.
    pub shown: Condition,
    /// The numbers of the columns that ever say something.
    pub columns: Vec<usize>,
    /// The rows, group by group.
    pub groups: Vec<MatrixGroup<'p, 'd>>,
}

impl<'p, 'd> Matrix<'p, 'd> {
    pub(super) fn new(groups: Vec<MatrixGroup<'p, 'd>>) -> Self {
        Self {
            shown: Condition::or(groups.iter().map(|group| group.shown.clone())),
            columns: saying(&groups),
            groups,
        }
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &MatrixRow<'p, 'd>> {
        self.groups.iter().flat_map(|group| &group.rows)
    }
}

/// The columns in which some row has answers.
fn saying(groups: &[MatrixGroup<'_, '_>]) -> Vec<usize> {
    let rows = groups.iter().flat_map(|group| &group.rows);
    let columns = rows.flat_map(|row| {
        let cells = row.cells.iter().enumerate();
        cells.filter_map(|(column, cell)| cell.as_ref().map(|_| column))
    });
    columns.collect::<BTreeSet<_>>().into_iter().collect()
}

/// What the rows of a group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heading<'d> {
    /// The figures of a table.
    Table(&'d TableId),
    /// The questions of a section of a table.
    Section(&'d SectionId, &'d TableId),
    /// The cells of a section of a table, of whatever figures.
    Part(&'d SectionId, &'d TableId),
    /// What others are asked about the figure that the matrix is about.
    Others(&'d QuestionId),
    /// What needs no other expansion than the one that the matrix is about.
    Alone,
    /// What needs another expansion, too.
    With(&'d ExpansionId),
}

/// Rows that belong together.
pub struct MatrixGroup<'p, 'd> {
    /// Why.
    pub heading: Heading<'d>,
    /// Holds where some of the rows are shown.
    pub shown: Condition,
    /// The rows.
    pub rows: Vec<MatrixRow<'p, 'd>>,
}

impl<'p, 'd> MatrixGroup<'p, 'd> {
    pub(super) fn new(heading: Heading<'d>, rows: Vec<MatrixRow<'p, 'd>>) -> Self {
        Self {
            heading,
            shown: Condition::or(rows.iter().map(|row| row.shown.clone())),
            rows,
        }
    }
}

/// A figure's answers to a question, column by column.
pub struct MatrixRow<'p, 'd> {
    /// The table.
    pub table: &'d TableId,
    /// The question.
    pub question: &'d QuestionId,
    /// How the table asks it.
    pub text: &'d Localized,
    /// The question itself.
    pub asked: &'d Question,
    /// The figure.
    pub figure: &'d FigureId,
    /// The figure itself.
    pub answering: &'d Figure,
    /// Holds where some column shows an answer.
    pub shown: Condition,
    /// What stands in each column; `None` where that never asks.
    pub cells: Vec<Option<MatrixCell<'p, 'd>>>,
}

/// What one column says of a row.
pub struct MatrixCell<'p, 'd> {
    /// What may stand in it: exactly one of these where the column asks.
    pub answers: Vec<MatrixAnswer<'p, 'd>>,
    /// Holds where the row is shown and the column does not ask.
    pub unasked: Condition,
}

/// One answer of a cell.
pub struct MatrixAnswer<'p, 'd> {
    /// The answer.
    pub variant: &'p VariantPlan<'d>,
    /// Holds where it is shown.
    pub shown: Condition,
    /// Holds where it is shown, given that the row is.
    pub within: Condition,
    /// Holds where it, its row or its column is adapted, given that it is shown.
    pub adapted: Condition,
}

/// A row whose cells are still being found.
pub(super) struct Draft<'p, 'd> {
    at: At<'p, 'd>,
    cells: Vec<Option<DraftCell<'p, 'd>>>,
}

struct DraftCell<'p, 'd> {
    at: At<'p, 'd>,
    shown: Condition,
}

impl<'p, 'd> Draft<'p, 'd> {
    /// The row of a cell, without any.
    pub(super) fn new(at: At<'p, 'd>, columns: usize) -> Self {
        let mut cells = Vec::new();
        cells.resize_with(columns, || None);
        Self { at, cells }
    }

    /// Puts a cell into a column.
    pub(super) fn put(&mut self, column: usize, at: At<'p, 'd>) {
        let shown = at.shown();
        self.cells[column] = Some(DraftCell { at, shown });
    }

    /// The row, narrowed to where its first and its last cell hold different answers, in a dataset
    /// of so many editions; `None` where they never do.
    pub(super) fn where_it_differs(mut self, editions: usize) -> Option<Self> {
        let [Some(old), .., Some(new)] = &self.cells[..] else {
            return None;
        };
        let mut differs = Vec::new();
        for before in &old.at.cell.variants {
            for after in &new.at.cell.variants {
                let (Shown::Claimed(one), Shown::Claimed(other)) = (before.answer, after.answer)
                else {
                    continue;
                };
                let both = [&old.shown, &new.shown, &before.when, &after.when];
                let both = Condition::and(both.map(Condition::clone));
                if one != other && satisfiable(&both, editions) {
                    differs.push(both);
                }
            }
        }
        let differs = condensed(&Condition::or(differs), &Condition::True);
        for cell in self.cells.iter_mut().flatten() {
            cell.shown = differs.clone();
        }
        (differs != Condition::False).then_some(self)
    }

    /// The row with all its cells.
    pub(super) fn row(self) -> MatrixRow<'p, 'd> {
        let shown = self.cells.iter().flatten().map(|cell| cell.shown.clone());
        let shown = Condition::or(shown);
        let cells = self.cells.iter();
        let cells = cells.map(|cell| cell.as_ref().map(|cell| cell.finished(&shown)));
        MatrixRow {
            table: self.at.table.id,
            question: self.at.row.id,
            text: self.at.row.text,
            asked: self.at.row.question,
            figure: self.at.column.id,
            answering: self.at.column.figure,
            cells: cells.collect(),
            shown,
        }
    }
}

impl<'p, 'd> DraftCell<'p, 'd> {
    /// The cell in a row that is shown where `row_shown` holds.
    fn finished(&self, row_shown: &Condition) -> MatrixCell<'p, 'd> {
        let is_always = self.shown == *row_shown;
        let around = [&self.at.row.adapted, &self.at.column.adapted];
        let around = Condition::or(around.map(Condition::clone));
        let answers = self.at.cell.variants.iter().map(|variant| {
            let shown = Condition::and([self.shown.clone(), variant.when.clone()]);
            MatrixAnswer {
                variant,
                within: if is_always {
                    variant.when.clone()
                } else {
                    shown.clone()
                },
                adapted: Condition::or([around.clone(), variant.adapted.clone()]),
                shown,
            }
        });
        MatrixCell {
            answers: answers.collect(),
            unasked: match is_always {
                true => Condition::False,
                false => self.shown.clone().negate(),
            },
        }
    }
}
