//! A question, or a figure, as a matrix: every figure that is asked the question, or every question
//! that the figure is asked, as a row, the editions as columns. It arranges what the plans of the
//! editions hold and decides nothing of its own.

use super::{CellPlan, ColumnPlan, Plan, RowPlan, Scope, SectionPlan, TablePlan, VariantPlan};
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

    /// The figures of all tables, in their order.
    pub fn figures(&self) -> Vec<&'d FigureId> {
        let mut figures = Vec::new();
        for (_, plan) in &self.plans {
            for column in plan.tables.iter().flat_map(|table| &table.columns) {
                if !figures.contains(&column.id) {
                    figures.push(column.id);
                }
            }
        }
        figures
    }

    /// All figures that are asked a question, table by table; `None` where no edition asks it.
    pub fn of_question(&self, question: &QuestionId) -> Option<Matrix<'_, 'd>> {
        self.matrix(|table, section, row, column| {
            (row.id == question).then(|| Place {
                group: table.id.as_str(),
                title: &table.table.title,
                head: &column.figure.name,
                notes: &column.figure.notes,
                subject: row.text,
                subject_notes: &row.question.notes,
                around: section.title,
            })
        })
    }

    /// All questions that a figure is asked, section by section; `None` where no edition has it.
    pub fn of_figure(&self, figure: &FigureId) -> Option<Matrix<'_, 'd>> {
        self.matrix(|table, section, row, column| {
            (column.id == figure).then(|| Place {
                group: section.id.as_str(),
                title: section.title,
                head: row.text,
                notes: &row.question.notes,
                subject: &column.figure.name,
                subject_notes: &column.figure.notes,
                around: &table.table.title,
            })
        })
    }

    fn matrix(
        &self,
        place: impl Fn(
            &TablePlan<'d>,
            &SectionPlan<'d>,
            &RowPlan<'d>,
            &ColumnPlan<'d>,
        ) -> Option<Place<'d>>,
    ) -> Option<Matrix<'_, 'd>> {
        let mut matrix: Option<Matrix<'_, 'd>> = None;
        for (at, (_, plan)) in self.plans.iter().enumerate() {
            for (table, section, row, column, cell) in cells(plan) {
                let Some(place) = place(table, section, row, column) else {
                    continue;
                };
                let matrix = matrix.get_or_insert_with(|| Matrix::of(&place));
                let key = (row.id, column.id);
                let row_of_it = matrix.row(&place, table.id, key, self.plans.len());
                row_of_it.cells[at] = Some(MatrixCell {
                    shown: Condition::and([row.shown.clone(), column.shown.clone()]),
                    adapted: Condition::or([row.adapted.clone(), column.adapted.clone()]),
                    variants: &cell.variants,
                });
            }
        }
        matrix
    }
}

/// Where a cell belongs in a matrix.
struct Place<'d> {
    /// The id of its group, and what the group is called.
    group: &'d str,
    title: &'d Localized,
    /// What the row is called, and the notes on it.
    head: &'d Localized,
    notes: &'d [NoteId],
    /// What the matrix is about, the notes on it, and what that belongs to.
    subject: &'d Localized,
    subject_notes: &'d [NoteId],
    around: &'d Localized,
}

type CellOf<'p, 'd> = (
    &'p TablePlan<'d>,
    &'p SectionPlan<'d>,
    &'p RowPlan<'d>,
    &'p ColumnPlan<'d>,
    &'p CellPlan<'d>,
);

/// Every cell of a plan with what it stands in, row by row.
fn cells<'p, 'd>(plan: &'p Plan<'d>) -> Vec<CellOf<'p, 'd>> {
    let mut found = Vec::new();
    for table in &plan.tables {
        for section in &table.sections {
            for row in &section.rows {
                let cells = table.columns.iter().zip(&row.cells);
                found.extend(cells.map(|(column, cell)| (table, section, row, column, cell)));
            }
        }
    }
    found
}

/// Something with its answers in all editions.
pub struct Matrix<'p, 'd> {
    /// What it is about: how the question is asked, or what the figure is called.
    pub subject: &'d Localized,
    /// The notes on that.
    pub notes: &'d [NoteId],
    /// The section of the question, or the table of the figure.
    pub around: &'d Localized,
    /// The rows: those of a question table by table, those of a figure section by section.
    pub groups: Vec<MatrixGroup<'p, 'd>>,
}

impl<'p, 'd> Matrix<'p, 'd> {
    fn of(place: &Place<'d>) -> Self {
        Self {
            subject: place.subject,
            notes: place.subject_notes,
            around: place.around,
            groups: Vec::new(),
        }
    }

    /// The row of a cell, which is added if it is not there yet.
    fn row(
        &mut self,
        place: &Place<'d>,
        table: &'d TableId,
        (question, figure): (&'d QuestionId, &'d FigureId),
        editions: usize,
    ) -> &mut MatrixRow<'p, 'd> {
        let known = self.groups.iter().position(|group| group.id == place.group);
        let group = known.unwrap_or_else(|| {
            self.groups.push(MatrixGroup {
                id: place.group,
                title: place.title,
                table,
                rows: Vec::new(),
            });
            self.groups.len() - 1
        });
        let rows = &mut self.groups[group].rows;
        let is_it = |row: &MatrixRow<'_, '_>| (row.question, row.figure) == (question, figure);
        let at = rows.iter().position(is_it).unwrap_or_else(|| {
            let mut cells = Vec::new();
            cells.resize_with(editions, || None);
            rows.push(MatrixRow {
                question,
                figure,
                head: place.head,
                notes: place.notes,
                cells,
            });
            rows.len() - 1
        });
        &mut rows[at]
    }
}

/// Rows that belong together.
pub struct MatrixGroup<'p, 'd> {
    /// The id of the table or section.
    pub id: &'d str,
    /// What it is called.
    pub title: &'d Localized,
    /// The table that the rows are from.
    pub table: &'d TableId,
    /// The rows.
    pub rows: Vec<MatrixRow<'p, 'd>>,
}

/// A figure's answers to a question, edition by edition.
pub struct MatrixRow<'p, 'd> {
    /// The question.
    pub question: &'d QuestionId,
    /// The figure.
    pub figure: &'d FigureId,
    /// What the row is called: the figure's name, or the question.
    pub head: &'d Localized,
    /// The notes on that.
    pub notes: &'d [NoteId],
    /// The answer in each edition; `None` where the edition never asks.
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
}
