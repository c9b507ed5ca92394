//! What is open in a dataset, cell by cell: where sources differ and what decides, what no official
//! rule says, what is not entered yet, and what the linter is told to pass over. It finds and
//! groups; it knows no language and no format.

mod find;

use crate::logic::{Condition, witness};
use crate::model::*;
use crate::view::{CellPlan, ColumnPlan, Plan, RowPlan, Scope, SectionPlan, TablePlan};
use find::{Finder, everything, spots};

/// Everything that is open, of what a plan can show; each list in the order of the tables.
#[derive(Debug)]
pub struct Report<'p, 'd> {
    /// Cells on which sources differ and a resolution decides.
    pub resolved: Vec<Resolved<'p, 'd>>,
    /// Cells of which a source says that there is no official rule.
    pub no_rule: Vec<NoRule<'p, 'd>>,
    /// Notes in which nobody speaks yet, since there is no official rule.
    pub notes: Vec<OpenNote<'p, 'd>>,
    /// For each edition that allows for it, what nobody has entered yet.
    pub not_entered: Vec<NotEntered<'p, 'd>>,
    /// The exceptions to invariants.
    pub exceptions: Vec<Excepted<'p, 'd>>,
    /// The findings that the linter allows. They are about the whole dataset, so that there are
    /// none where the plan fixes some of the selection.
    pub allowances: &'d [Allowance],
}

/// A cell and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'p, 'd> {
    /// Its table.
    pub table: &'p TablePlan<'d>,
    /// Its section.
    pub section: &'p SectionPlan<'d>,
    /// Its row.
    pub row: &'p RowPlan<'d>,
    /// Its column.
    pub column: &'p ColumnPlan<'d>,
    /// What may stand in it.
    pub cell: &'p CellPlan<'d>,
}

/// Where something holds, given that its cell is shown; empty where it holds in every edition in
/// question, whatever else is selected.
pub type Where = Vec<WherePart>;

/// Some editions, and what must be selected in them.
#[derive(Clone, Debug, PartialEq)]
pub struct WherePart {
    /// The editions; empty if it is every edition in question.
    pub editions: Vec<EditionIx>,
    /// What must be selected, beside the edition.
    pub condition: Condition,
}

/// A cell on which sources differ.
#[derive(Debug)]
pub struct Resolved<'p, 'd> {
    /// The cell.
    pub spot: Spot<'p, 'd>,
    /// What each source says, and where.
    pub said: Vec<(&'d Claim, Where)>,
    /// What decides, and where.
    pub taken: Vec<(&'d Resolution, Where)>,
    /// Where something is decided.
    pub shown: Condition,
}

/// A cell of which a source says that there is no official rule.
#[derive(Debug)]
pub struct NoRule<'p, 'd> {
    /// The cell.
    pub spot: Spot<'p, 'd>,
    /// Where it says so.
    pub place: Where,
    /// The notes that it cites.
    pub notes: &'d [NoteId],
    /// Where that is shown.
    pub shown: Condition,
}

/// A note in which nobody speaks yet.
#[derive(Debug)]
pub struct OpenNote<'p, 'd> {
    /// Its id.
    pub id: &'d NoteId,
    /// The parts in which nobody speaks, and where each belongs to the note.
    pub parts: Vec<(&'d NotePart, Where)>,
    /// What cites it; at least one.
    pub cited: Vec<Citation<'p, 'd>>,
}

/// What cites a note.
#[derive(Debug)]
pub struct Citation<'p, 'd> {
    /// The table.
    pub table: &'p TablePlan<'d>,
    /// The section; none for the head of a column.
    pub section: Option<&'p SectionPlan<'d>>,
    /// What in the table.
    pub by: CitedBy<'p, 'd>,
    /// Where citation and note are shown.
    pub shown: Condition,
}

/// What in a table cites a note.
#[derive(Debug)]
pub enum CitedBy<'p, 'd> {
    /// The head of a column.
    Figure(&'p ColumnPlan<'d>),
    /// The head of a row.
    Question(&'p RowPlan<'d>),
    /// Cells of a row, by their columns.
    Cells(&'p RowPlan<'d>, Vec<&'p ColumnPlan<'d>>),
}

/// What nobody has entered yet for an edition.
#[derive(Debug)]
pub struct NotEntered<'p, 'd> {
    /// The edition.
    pub edition: EditionIx,
    /// The tables in which something is missing, with all of their sections that it shows.
    pub tables: Vec<(&'p TablePlan<'d>, Vec<Gap<'p, 'd>>)>,
}

/// A section of a table in which something is missing.
#[derive(Debug)]
pub struct Gap<'p, 'd> {
    /// The section.
    pub section: &'p SectionPlan<'d>,
    /// How many of its cells lack an answer in some selection.
    pub missing: usize,
    /// How many have one in every selection.
    pub entered: usize,
    /// The figures that have some answer.
    pub figures: Vec<&'p ColumnPlan<'d>>,
    /// The questions that have some answer.
    pub questions: Vec<&'p RowPlan<'d>>,
}

/// An exception to an invariant.
#[derive(Debug)]
pub struct Excepted<'p, 'd> {
    /// The id of the invariant.
    pub id: &'d str,
    /// The invariant.
    pub invariant: &'d Invariant,
    /// The exception.
    pub exception: &'d Exception,
    /// The first cell that it is about.
    pub spot: Spot<'p, 'd>,
}

impl<'p, 'd> Report<'p, 'd> {
    /// What is open of what `plan` can show.
    pub fn new(plan: &'p Plan<'d>) -> Self {
        let finder = Finder::new(plan);
        let spots = spots(plan);
        let whole = plan.scope == Scope::default();
        Self {
            resolved: spots.iter().filter_map(|s| finder.resolved(*s)).collect(),
            no_rule: spots.iter().flat_map(|s| finder.no_rule(*s)).collect(),
            notes: finder.notes(),
            not_entered: finder.not_entered(),
            exceptions: finder.exceptions(&spots),
            allowances: if whole { &plan.dataset.allowances } else { &[] },
        }
    }
}

impl<'d> Spot<'_, 'd> {
    /// Where row and column are shown.
    pub fn shown(&self) -> Condition {
        Condition::and([self.row.shown.clone(), self.column.shown.clone()])
    }

    fn key(&self) -> (QuestionId, FigureId) {
        (self.row.id.clone(), self.column.id.clone())
    }

    fn claims(&self, dataset: &'d Dataset) -> &'d [Claim] {
        dataset.claims.get(&self.key()).map_or(&[], Vec::as_slice)
    }
}

impl NotEntered<'_, '_> {
    /// How many cells of all tables lack an answer.
    pub fn missing(&self) -> usize {
        let gaps = self.tables.iter().flat_map(|(_, gaps)| gaps);
        gaps.map(|gap| gap.missing).sum()
    }
}

/// The selection with which texts about something are read that is shown where `shown` holds:
/// everything, if that shows it, in the default edition before others; else as little as does.
pub fn reading(plan: &Plan<'_>, shown: &Condition) -> Selection {
    let mut choices = everything(plan);
    if let Some(found) = choices.iter().position(|choice| shown.holds(choice)) {
        return choices.swap_remove(found);
    }
    let Some(least) = witness(shown, plan.dataset.editions.len()) else {
        return choices.swap_remove(0);
    };
    let mut elements = ElementSet::empty(plan.dataset.elements.len());
    least.elements.iter().for_each(|e| elements.set(*e, true));
    let edition = least.edition;
    plan.scope.apply(&Selection { edition, elements })
}
