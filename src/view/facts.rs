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
                        let places = places(plan.dataset, row, column, (cell, claim));
                        let said = move |place: Place| Fact {
                            table: table.id,
                            section: section.id,
                            question: row.id,
                            figure: column.id,
                            claim,
                            editions: place.editions,
                            when: place.when,
                            taken: place.taken,
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

/// Where a claim can be heard in a cell.
struct Place {
    editions: Vec<EditionIx>,
    when: Condition,
    taken: bool,
}

/// Where the claim can be heard in the cell: those editions together in which that has the same
/// condition, and the claim is taken in all of them or in none.
fn places(
    dataset: &Dataset,
    row: &RowPlan<'_>,
    column: &ColumnPlan<'_>,
    (cell, claim): (&CellPlan<'_>, &Claim),
) -> Vec<Place> {
    let parts = [&row.shown, &column.shown, &claim.when];
    let heard = Condition::and(parts.map(Condition::clone));
    let mut places: Vec<Place> = Vec::new();
    for (edition, _, _) in dataset.editions() {
        let when = in_edition(&heard, edition);
        let can_hold = |when: &Condition| satisfiable(when, dataset.editions.len());
        if !can_hold(&when) {
            continue;
        }
        let taken = when_taken(cell, claim).any(|taken| {
            let taken = in_edition(taken, edition);
            can_hold(&Condition::and([when.clone(), taken]))
        });
        let same = |place: &&mut Place| place.when == when && place.taken == taken;
        match places.iter_mut().find(same) {
            Some(place) => place.editions.push(edition),
            None => places.push(Place {
                editions: vec![edition],
                when,
                taken,
            }),
        }
    }
    places
}

/// Where the answer that readers are shown is the claim's, given that it is heard.
fn when_taken<'p>(cell: &'p CellPlan<'_>, claim: &'p Claim) -> impl Iterator<Item = &'p Condition> {
    let variants = cell.variants.iter().filter(|variant| {
        let mut sources = variant.sources.iter();
        sources.any(|(shown, _)| std::ptr::eq(*shown, claim))
    });
    variants.map(|variant| &variant.when)
}
