//! Rules that only point at what is worth a look: where the data is nearly regular, slips hide.

pub mod lone_yes;
pub mod odd_one_out;
pub mod one_sided_term;

use super::{Rule, Subject};
use crate::model::*;
use crate::view::Shown;

/// A cell as it is with everything selected in the default edition.
struct Cell<'d> {
    question: &'d QuestionId,
    figure: &'d FigureId,
    claim: &'d Claim,
}

/// The cells that everything selected shows, table by table and row by row.
fn rows<'d>(subject: &Subject<'d>) -> Vec<Vec<Cell<'d>>> {
    let everything = super::everything(subject.dataset);
    let mut all = Vec::new();
    for table in &subject.plan.tables {
        for row in table.sections.iter().flat_map(|section| &section.rows) {
            let mut cells = Vec::new();
            for (column, cell) in table.columns.iter().zip(&row.cells) {
                let is_shown = row.shown.holds(&everything) && column.shown.holds(&everything);
                let mut variants = cell.variants.iter();
                let variant = variants.find(|variant| variant.when.holds(&everything));
                if let Some(variant) = variant.filter(|_| is_shown)
                    && matches!(variant.answer, Shown::Claimed(_))
                    && let Some((claim, _)) = variant.sources.first()
                {
                    cells.push(Cell {
                        question: row.id,
                        figure: column.id,
                        claim,
                    });
                }
            }
            all.push(cells);
        }
    }
    all
}
