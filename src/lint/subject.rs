//! What all rules look at: the dataset, its plan, and exact answers about its conditions; it
//! judges nothing.

use crate::diagnostic::Place;
use crate::logic::{self, Condition};
use crate::model::*;
use crate::selection::witness_address;
use crate::view::Plan;
use std::collections::HashSet;

/// A dataset under examination.
pub struct Subject<'d> {
    /// The dataset.
    pub dataset: &'d Dataset,
    /// Everything that can be seen in it, and when.
    pub plan: Plan<'d>,
}

impl<'d> Subject<'d> {
    /// The dataset with its plan.
    pub fn new(dataset: &'d Dataset) -> Self {
        let plan = Plan::new(dataset);
        Self { dataset, plan }
    }

    /// Whether some selection makes `condition` hold.
    pub fn can_hold(&self, condition: &Condition) -> bool {
        logic::satisfiable(condition, self.dataset.editions.len())
    }

    /// Whether `consequence` holds wherever `condition` does.
    pub fn implies(&self, condition: &Condition, consequence: &Condition) -> bool {
        logic::implies(condition, consequence, self.dataset.editions.len())
    }

    /// The smallest selection in which `condition` holds, as the address of a page; `None` where
    /// it never holds.
    pub fn witness(&self, condition: &Condition) -> Option<String> {
        witness_address(self.dataset, condition)
    }
}

/// A cell: its question and its figure.
pub type Cell = (QuestionId, FigureId);

/// Every cell of every table, with when its row and its column are shown. A cell that stands in
/// two tables comes twice, since they may ask under different conditions.
pub fn cells(subject: &Subject<'_>) -> Vec<(Cell, Condition)> {
    let mut cells = Vec::new();
    for table in &subject.plan.tables {
        for row in table.sections.iter().flat_map(|section| &section.rows) {
            for column in &table.columns {
                let shown = Condition::and([row.shown.clone(), column.shown.clone()]);
                cells.push(((row.id.clone(), column.id.clone()), shown));
            }
        }
    }
    cells
}

/// The claims about a cell.
pub fn claims<'d>(dataset: &'d Dataset, cell: &Cell) -> &'d [Claim] {
    dataset.claims.get(cell).map_or(&[], Vec::as_slice)
}

/// The resolutions for a cell.
pub fn resolutions<'d>(dataset: &'d Dataset, cell: &Cell) -> &'d [Resolution] {
    dataset.resolutions.get(cell).map_or(&[], Vec::as_slice)
}

/// Every note that a figure, a question or any claim cites.
pub fn cited_notes(dataset: &Dataset) -> HashSet<&NoteId> {
    let of_figures = dataset.figures.values().flat_map(|figure| &figure.notes);
    let of_questions = dataset.questions.values().flat_map(|q| &q.notes);
    let of_claims = dataset.claims.values().flatten().flat_map(|c| &c.notes);
    of_figures.chain(of_questions).chain(of_claims).collect()
}

/// Where something shown cites the note, whatever the note's own condition says.
pub fn citations(subject: &Subject<'_>, note: &NoteId) -> Condition {
    let mut all = Vec::new();
    for table in &subject.plan.tables {
        let some_row = Condition::or(table.sections.iter().map(|s| s.shown.clone()));
        for column in &table.columns {
            if column.figure.notes.contains(note) {
                all.push(Condition::and([column.shown.clone(), some_row.clone()]));
            }
        }
        for row in table.sections.iter().flat_map(|section| &section.rows) {
            if row.question.notes.contains(note) {
                all.push(Condition::and([row.shown.clone(), table.shown.clone()]));
            }
            for (column, cell) in table.columns.iter().zip(&row.cells) {
                for variant in cell.variants.iter().filter(|v| v.notes.contains(note)) {
                    let parts = [&row.shown, &column.shown, &variant.when];
                    all.push(Condition::and(parts.map(Condition::clone)));
                }
            }
        }
    }
    Condition::or(all)
}

/// A text of the dataset, what it is, and where.
pub struct TextOf<'d> {
    /// What it is, for messages: ``the note `princess` ``.
    pub what: String,
    /// The text.
    pub text: &'d Localized,
    /// Where the thing that it belongs to is declared.
    pub place: &'d Place,
}

/// The texts of figures, questions, notes, cells and resolutions.
pub fn texts(dataset: &Dataset) -> Vec<TextOf<'_>> {
    let mut texts = Vec::new();
    for (id, figure) in &dataset.figures {
        texts.push(TextOf {
            what: format!("the figure `{id}`"),
            text: &figure.name,
            place: &figure.place,
        });
    }
    for (id, question) in &dataset.questions {
        texts.push(TextOf {
            what: format!("the question `{id}`"),
            text: &question.text,
            place: &question.place,
        });
        for (table, text) in &question.text_in {
            texts.push(TextOf {
                what: format!("the question `{id}` in the table `{table}`"),
                text,
                place: &question.place,
            });
        }
    }
    for (id, note) in &dataset.notes {
        for part in &note.parts {
            texts.push(TextOf {
                what: format!("the note `{id}`"),
                text: &part.text,
                place: &note.place,
            });
        }
    }
    for (id, cell) in &dataset.cell_texts {
        texts.push(TextOf {
            what: format!("the cell text `{id}`"),
            text: &cell.text,
            place: &cell.place,
        });
    }
    for resolution in dataset.resolutions.values().flatten() {
        texts.push(TextOf {
            what: "this resolution".to_owned(),
            text: &resolution.because,
            place: &resolution.place,
        });
    }
    texts
}

/// The default edition without any element.
pub fn nothing(dataset: &Dataset) -> Selection {
    Selection {
        edition: dataset.default_edition,
        elements: ElementSet::empty(dataset.elements.len()),
    }
}
