//! A question as a matrix: every figure of every table that asks it as a row, the editions as
//! columns. It arranges what the plans of the editions hold and decides nothing of its own.

use super::{ColumnPlan, Plan, RowPlan, Scope, SectionPlan, TablePlan, VariantPlan};
use crate::logic::Condition;
use crate::model::*;

/// The plan of each edition, in which only elements are left to select.
pub struct Editions<'d> {
    plans: Vec<(EditionIx, Plan<'d>)>,
}

impl<'d> Editions<'d> {
    /// The plans of all editions that `scope` leaves to select.
    pub fn new(dataset: &'d Dataset, scope: &Scope) -> Self {
        let left = |edition: EditionIx| scope.edition.is_none_or(|fixed| fixed == edition);
        let editions = dataset.editions().map(|(edition, ..)| edition);
        let plans = editions.filter(|edition| left(*edition)).map(|edition| {
            let own = Scope {
                edition: Some(edition),
                elements: scope.elements.clone(),
            };
            (edition, Plan::within(dataset, own))
        });
        let plans = plans.collect();
        Self { plans }
    }

    /// The editions, in the order of the columns.
    pub fn all(&self) -> impl Iterator<Item = EditionIx> {
        self.plans.iter().map(|(edition, _)| *edition)
    }

    /// The plan of `edition`, or of the first one where it is not among these; `None` where there
    /// is none.
    pub fn plan(&self, edition: EditionIx) -> Option<&Plan<'d>> {
        let own = self.plans.iter().find(|(known, _)| *known == edition);
        own.or(self.plans.first()).map(|(_, plan)| plan)
    }

    /// The questions that some table asks in some edition, in the order of the tables.
    pub fn questions(&self) -> Vec<&'d QuestionId> {
        let mut questions = Vec::new();
        for (_, plan) in &self.plans {
            for table in &plan.tables {
                for row in table.sections.iter().flat_map(|section| &section.rows) {
                    if !questions.contains(&row.id) {
                        questions.push(row.id);
                    }
                }
            }
        }
        questions
    }

    /// The matrix of a question; empty where no edition asks it.
    pub fn matrix(&self, question: &QuestionId) -> Matrix<'_, 'd> {
        let mut groups: Vec<MatrixGroup<'_, 'd>> = Vec::new();
        for (at, (_, plan)) in self.plans.iter().enumerate() {
            for (table, section, row) in rows(plan, question) {
                let known = groups.iter().position(|group| group.table == table.id);
                let group = known.unwrap_or_else(|| {
                    groups.push(MatrixGroup {
                        table: table.id,
                        title: &table.table.title,
                        section: section.title,
                        rows: Vec::new(),
                    });
                    groups.len() - 1
                });
                for (column, cell) in table.columns.iter().zip(&row.cells) {
                    let row_of_figure = groups[group].row(column, self.plans.len());
                    row_of_figure.cells[at] = Some(MatrixCell {
                        shown: Condition::and([row.shown.clone(), column.shown.clone()]),
                        adapted: Condition::or([row.adapted.clone(), column.adapted.clone()]),
                        variants: &cell.variants,
                        row,
                    });
                }
            }
        }
        Matrix { groups }
    }
}

/// The rows of a plan that ask `question`.
fn rows<'p, 'd>(
    plan: &'p Plan<'d>,
    question: &QuestionId,
) -> Vec<(&'p TablePlan<'d>, &'p SectionPlan<'d>, &'p RowPlan<'d>)> {
    let mut found = Vec::new();
    for table in &plan.tables {
        for section in &table.sections {
            let rows = section.rows.iter().filter(|row| row.id == question);
            found.extend(rows.map(|row| (table, section, row)));
        }
    }
    found
}

/// A question and its answers.
pub struct Matrix<'p, 'd> {
    /// The figures, table by table.
    pub groups: Vec<MatrixGroup<'p, 'd>>,
}

impl<'p, 'd> Matrix<'p, 'd> {
    /// How the question is asked: by the first table that asks it.
    pub fn row(&self) -> Option<&'p RowPlan<'d>> {
        let rows = self.groups.iter().flat_map(|group| &group.rows);
        let mut cells = rows.flat_map(|row| row.cells.iter().flatten());
        cells.next().map(|cell| cell.row)
    }
}

/// The figures of one table that are asked the question.
pub struct MatrixGroup<'p, 'd> {
    /// The table.
    pub table: &'d TableId,
    /// What it is called.
    pub title: &'d Localized,
    /// The title of the section in which the table asks it.
    pub section: &'d Localized,
    /// The figures.
    pub rows: Vec<MatrixRow<'p, 'd>>,
}

impl<'p, 'd> MatrixGroup<'p, 'd> {
    /// The row of the column's figure, which is added if it is not there yet.
    fn row(&mut self, column: &'p ColumnPlan<'d>, editions: usize) -> &mut MatrixRow<'p, 'd> {
        let known = self.rows.iter().position(|row| row.column.id == column.id);
        let at = known.unwrap_or_else(|| {
            let mut cells = Vec::new();
            cells.resize_with(editions, || None);
            self.rows.push(MatrixRow { column, cells });
            self.rows.len() - 1
        });
        &mut self.rows[at]
    }
}

/// A figure and its answers, edition by edition.
pub struct MatrixRow<'p, 'd> {
    /// The figure.
    pub column: &'p ColumnPlan<'d>,
    /// Its answer in each edition; `None` where the edition never asks.
    pub cells: Vec<Option<MatrixCell<'p, 'd>>>,
}

impl MatrixRow<'_, '_> {
    /// Holds where some edition shows an answer.
    pub fn shown(&self) -> Condition {
        let cells = self.cells.iter().flatten();
        Condition::or(cells.map(|cell| cell.shown.clone()))
    }
}

/// An answer in one edition.
pub struct MatrixCell<'p, 'd> {
    /// Holds where the table of that edition shows the cell.
    pub shown: Condition,
    /// Holds where its row or column is adapted, given that it is shown.
    pub adapted: Condition,
    /// What may stand in it: exactly one of these holds where it is shown.
    pub variants: &'p [VariantPlan<'d>],
    /// The row that it belongs to.
    pub row: &'p RowPlan<'d>,
}
