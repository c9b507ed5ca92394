//! All facts of a dataset, whatever is selected: what each claim says in each cell, where, and
//! whether readers are shown it. It filters nothing.

use super::plan::{CellPlan, ColumnPlan, Plan, RowPlan};
use super::scope::in_edition;
use crate::logic::{Condition, satisfiable};
use crate::model::*;

/// What one claim says in one cell, in the editions in which it says so under one condition.
#[derive(Debug)]
pub struct Fact<'d> {
    /// The table.
    pub table: &'d TableId,
    /// The section.
    pub section: &'d SectionId,
    /// The question of the row.
    pub question: &'d QuestionId,
    /// The figure of the column.
    pub figure: &'d FigureId,
    /// The claim.
    pub claim: &'d Claim,
    /// The editions.
    pub editions: Vec<EditionIx>,
    /// Where, in those editions, row and column are shown and the claim holds; on elements only.
    pub when: Condition,
    /// Whether the answer that readers are shown there can be this claim's.
    pub taken: bool,
}

/// The facts of a plan, in the order of its tables, rows, columns and sources.
pub fn facts<'d>(plan: &Plan<'d>) -> Vec<Fact<'d>> {
    let mut facts = Vec::new();
    for table in &plan.tables {
        for section in &table.sections {
            for row in &section.rows {
                for (column, cell) in table.columns.iter().zip(&row.cells) {
                    let claims = claims(plan.dataset, row, column);
                    facts.extend(claims.flat_map(|claim| {
                        let places = places(plan.dataset, row, column, claim);
                        let said = move |(editions, when)| Fact {
                            table: table.id,
                            section: section.id,
                            question: row.id,
                            figure: column.id,
                            claim,
                            editions,
                            when,
                            taken: is_taken(cell, claim),
                        };
                        places.into_iter().map(said).collect::<Vec<_>>()
                    }));
                }
            }
        }
    }
    facts
}

fn claims<'d>(
    dataset: &'d Dataset,
    row: &RowPlan<'d>,
    column: &ColumnPlan<'d>,
) -> impl Iterator<Item = &'d Claim> {
    let claims = dataset.claims.get(&(row.id.clone(), column.id.clone()));
    claims.into_iter().flatten()
}

/// The editions in which the claim can be heard in the cell, those together in which that has the
/// same condition.
fn places(
    dataset: &Dataset,
    row: &RowPlan<'_>,
    column: &ColumnPlan<'_>,
    claim: &Claim,
) -> Vec<(Vec<EditionIx>, Condition)> {
    let parts = [&row.shown, &column.shown, &claim.when];
    let heard = Condition::and(parts.map(Condition::clone));
    let mut places: Vec<(Vec<EditionIx>, Condition)> = Vec::new();
    for (edition, _, _) in dataset.editions() {
        let here = in_edition(&heard, edition);
        if !satisfiable(&here, dataset.editions.len()) {
            continue;
        }
        match places.iter_mut().find(|(_, when)| *when == here) {
            Some((editions, _)) => editions.push(edition),
            None => places.push((vec![edition], here)),
        }
    }
    places
}

fn is_taken(cell: &CellPlan<'_>, claim: &Claim) -> bool {
    let sources = cell.variants.iter().flat_map(|variant| &variant.sources);
    sources
        .into_iter()
        .any(|(shown, _)| std::ptr::eq(*shown, claim))
}
