//! Reads which source is taken where sources differ, and why; it does not judge whether they do.

use super::context::{Parsed, place};
use super::facts::{Doubts, is_cell};
use super::loader::{Layout, Loader};
use super::raw::*;
use crate::logic::Condition;
use crate::model::*;
use indexmap::IndexMap;
use std::collections::HashMap;

/// Resolutions by cell.
pub type Resolutions = HashMap<(QuestionId, FigureId), Vec<Resolution>>;

/// The resolutions; each names cells that some table has. Cells of a wrong one are added to
/// `doubts`.
pub fn resolutions(
    loader: &mut Loader,
    raw: Option<Parsed<Vec<RawResolution>>>,
    tables: &IndexMap<TableId, Table>,
    doubts: &mut Doubts,
) -> Resolutions {
    let mut resolutions: Resolutions = HashMap::new();
    let Some(Parsed { file, value }) = raw else {
        return resolutions;
    };
    for raw in value {
        let take = loader.source(file, &raw.take);
        let names = &loader.names;
        let when = match &raw.when {
            Some(when) => names.condition(&mut loader.context, file, when),
            None => Some(Condition::True),
        };
        let because = loader.localized(file, raw.because, Layout::Blocks);
        for figure in &raw.figures {
            if !is_cell(loader, file, &raw.question, figure, tables) {
                continue;
            }
            let cell = (
                QuestionId::new(raw.question.value.clone()),
                FigureId::new(figure.value.clone()),
            );
            let (Some(when), Some(take)) = (when.clone(), take.clone()) else {
                doubts.add_cell(cell);
                continue;
            };
            resolutions.entry(cell).or_default().push(Resolution {
                when,
                take,
                because: because.clone(),
                place: place(file, figure),
            });
        }
    }
    resolutions
}
