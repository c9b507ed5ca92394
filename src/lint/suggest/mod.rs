//! Rules that only point at what is worth a look: where the data is nearly regular, slips hide.

pub mod lone_yes;
pub mod odd_one_out;
pub mod one_sided_term;

use super::{Rule, Subject};
use crate::model::*;

/// A cell as it is with everything selected in the default edition.
struct Cell<'d> {
    question: &'d QuestionId,
    figure: &'d FigureId,
    claim: &'d Claim,
}

/// The cells that everything selected shows, table by table and row by row.
fn rows<'d>(subject: &Subject<'d>) -> Vec<Vec<Cell<'d>>> {
    let everything = super::everything(subject.dataset);
    let view = subject.plan.view(&everything, LanguageIx(0));
    let sections = view.tables.into_iter().flat_map(|table| table.sections);
    let rows = sections.flat_map(|section| section.rows).map(|row| {
        let question = row.question;
        let cells = row.cells.into_iter().filter_map(|cell| {
            Some(Cell {
                question,
                figure: cell.figure,
                claim: cell.claims.first()?,
            })
        });
        cells.collect()
    });
    rows.collect()
}
