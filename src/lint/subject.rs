//! What all rules look at: the dataset, its plan, and exact answers about its conditions; it
//! judges nothing.

use crate::diagnostic::Files;
use crate::load::Loaded;
use crate::logic::{self, Condition};
use crate::model::*;
use crate::selection::{address_of, witness_address};
use crate::view::{Plan, Shown};
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// A dataset under examination.
pub struct Subject<'d> {
    /// The dataset.
    pub dataset: &'d Dataset,
    /// The files that it came from.
    pub files: &'d Files,
    /// Everything that can be seen in it, and when.
    pub plan: Plan<'d>,
    /// The claims that are shown in each cell, each with when it is.
    answers: HashMap<&'d QuestionId, IndexMap<&'d FigureId, Vec<Answered<'d>>>>,
    /// Where something shown cites each note, whatever the note's own condition says.
    citations: HashMap<&'d NoteId, Vec<Condition>>,
}

/// A claim that is shown in a cell, and when.
pub type Answered<'d> = (&'d Claim, Condition);

impl<'d> Subject<'d> {
    /// The dataset with its plan.
    pub fn new(loaded: &'d Loaded) -> Self {
        let dataset = &loaded.dataset;
        let files = &loaded.files;
        let plan = Plan::new(dataset);
        let mut subject = Self {
            dataset,
            files,
            plan,
            answers: HashMap::new(),
            citations: HashMap::new(),
        };
        subject.look_at_tables();
        subject
    }

    /// Fills what is looked up by cell, question and note.
    fn look_at_tables(&mut self) {
        let Self {
            plan,
            answers,
            citations,
            ..
        } = self;
        let mut cite = |notes: &'d [NoteId], when: Condition| {
            for note in notes {
                citations.entry(note).or_default().push(when.clone());
            }
        };
        for table in &plan.tables {
            let some_row = Condition::or(table.sections.iter().map(|s| s.shown.clone()));
            for column in &table.columns {
                let shown = [column.shown.clone(), some_row.clone()];
                cite(&column.figure.notes, Condition::and(shown));
            }
            for row in table.sections.iter().flat_map(|section| &section.rows) {
                let shown = [row.shown.clone(), table.shown.clone()];
                cite(&row.question.notes, Condition::and(shown));
                for (column, cell) in table.columns.iter().zip(&row.cells) {
                    let of_row = answers.entry(row.id).or_default();
                    let of_cell = of_row.entry(column.id).or_default();
                    for variant in &cell.variants {
                        let shown = [&row.shown, &column.shown, &variant.when];
                        let shown = Condition::and(shown.map(Condition::clone));
                        cite(variant.notes, shown.clone());
                        if matches!(variant.answer, Shown::Claimed(_))
                            && let Some((claim, _)) = variant.sources.first()
                        {
                            of_cell.push((claim, shown));
                        }
                    }
                }
            }
        }
    }

    /// The claims that are shown in a cell, each with when it is.
    pub fn answers(&self, question: &QuestionId, figure: &FigureId) -> &[Answered<'d>] {
        let of_row = self.answers.get(question);
        let found = of_row.and_then(|of_row| of_row.get(figure));
        found.map_or(&[], Vec::as_slice)
    }

    /// The claims that are shown in all cells.
    pub fn all_answers(&self) -> impl Iterator<Item = &Answered<'d>> {
        let rows = self.answers.values();
        rows.flat_map(|of_row| of_row.values().flatten())
    }

    /// The figures that are asked a question.
    pub fn asked(&self, question: &QuestionId) -> impl Iterator<Item = &'d FigureId> {
        let of_row = self.answers.get(question).into_iter();
        of_row.flat_map(|of_row| of_row.keys().copied())
    }

    /// Where something shown cites the note, whatever the note's own condition says.
    pub fn citations(&self, note: &NoteId) -> Condition {
        let all = self.citations.get(note).into_iter().flatten();
        Condition::or(all.cloned())
    }

    /// Whether some selection makes `condition` hold.
    pub fn can_hold(&self, condition: &Condition) -> bool {
        logic::satisfiable(condition, self.dataset.editions.len())
    }

    /// Whether `consequence` holds wherever `condition` does.
    pub fn implies(&self, condition: &Condition, consequence: &Condition) -> bool {
        logic::implies(condition, consequence, self.dataset.editions.len())
    }

    /// Of several things the one that the smallest selection proves, and that selection as the
    /// address of a page; `None` where none of their conditions ever holds.
    pub fn smallest<T>(
        &self,
        all: impl IntoIterator<Item = (Condition, T)>,
    ) -> Option<(String, T)> {
        let editions = self.dataset.editions.len();
        let all = all.into_iter();
        let proven = all.filter_map(|(when, it)| Some((logic::witness(&when, editions)?, it)));
        let (witness, it) = proven.min_by_key(|(witness, _)| witness.size())?;
        Some((address_of(self.dataset, &witness), it))
    }

    /// The smallest selection in which `condition` holds, as the address of a page; `None` where
    /// it never holds.
    pub fn witness(&self, condition: &Condition) -> Option<String> {
        witness_address(self.dataset, condition)
    }
}

/// A cell: its question and its figure.
pub type Cell = (QuestionId, FigureId);

/// Every cell with when some table shows it, which may be never.
pub fn cells(subject: &Subject<'_>) -> Vec<(Cell, Condition)> {
    let mut cells: IndexMap<Cell, Vec<Condition>> = IndexMap::new();
    for (_, cell, shown) in crate::load::cells(subject.dataset) {
        cells.entry(cell).or_default().push(shown);
    }
    let cells = cells.into_iter();
    cells
        .map(|(cell, shown)| (cell, Condition::or(shown)))
        .collect()
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

/// The default edition with every element.
pub fn everything(dataset: &Dataset) -> Selection {
    Selection {
        edition: dataset.default_edition,
        elements: ElementSet::full(dataset.elements.len()),
    }
}

/// The default edition without any element.
pub fn nothing(dataset: &Dataset) -> Selection {
    Selection {
        edition: dataset.default_edition,
        elements: ElementSet::empty(dataset.elements.len()),
    }
}
