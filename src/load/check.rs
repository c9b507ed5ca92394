//! Checks without which no table can be shown: every cell has an answer, and where sources differ
//! a resolution decides. The linter reports the same as findings.

use super::facts::Doubts;
use crate::diagnostic::{Diagnostic, Place};
use crate::logic::{Condition, Witness, witness};
use crate::model::*;
use crate::nearest::listed;
use crate::selection::address_of;
use indexmap::IndexMap;

/// How many cells one table may have.
const MOST_CELLS: usize = 250_000;
/// How many figures are named of a row without answers.
const MOST_NAMED: usize = 5;

/// A cell: its question and its figure.
type Cell = (QuestionId, FigureId);

/// A table with more cells than can be looked at; nothing else is checked then.
pub fn too_large(dataset: &Dataset) -> Option<Diagnostic> {
    let size = |table: &Table| {
        let rows = table.sections.iter().map(|(_, rows)| rows.len());
        rows.sum::<usize>().saturating_mul(table.figures.len())
    };
    let mut tables = dataset.tables.iter();
    let (id, table) = tables.find(|(_, table)| size(table) > MOST_CELLS)?;
    let place = dataset.figures.get(table.figures.first()?)?.place.clone();
    let message = format!("the table `{id}` has more than {MOST_CELLS} cells");
    let help = "divide it into several tables";
    Some(Diagnostic::new("too-large", message, place).help(help))
}

/// Every cell that some selection shows and no source answers, in an edition that needs one.
pub fn missing_answers(dataset: &Dataset) -> Vec<Diagnostic> {
    let missing = missing(dataset, &Doubts::default(), None).into_iter();
    let messages = missing.map(|missing| missing.message(dataset, &[]));
    messages.collect()
}

/// As [`missing_answers`], one message for all cells of a row that no source answers at all, and
/// none where another error may be the reason.
pub fn missing_answers_by_row(dataset: &Dataset, doubts: &Doubts) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut missing = missing(dataset, doubts, None).into_iter().peekable();
    while let Some(first) = missing.next() {
        let is_same_row = |other: &Missing<'_>| {
            first.claim.is_none() && other.claim.is_none() && other.cell.0 == first.cell.0
        };
        let mut others = Vec::new();
        while let Some(other) = missing.next_if(is_same_row) {
            others.push(other.cell.1);
        }
        found.push(first.message(dataset, &others));
    }
    found
}

/// A cell without an answer.
struct Missing<'d> {
    cell: Cell,
    /// What a source says in other selections.
    claim: Option<&'d Claim>,
    /// The address of a selection that shows the cell.
    witness: String,
}

impl Missing<'_> {
    /// The message about the cell, and about those of `others` in the same row.
    fn message(&self, dataset: &Dataset, others: &[FigureId]) -> Diagnostic {
        let (question, figure) = &self.cell;
        let figures = [figure].into_iter().chain(others);
        let named = figures.take(MOST_NAMED).map(FigureId::as_str);
        let mut names = listed(&named.collect::<Vec<_>>(), "and");
        if let Some(more @ 1..) = (others.len() + 1).checked_sub(MOST_NAMED) {
            names.push_str(&format!(" (and {more} more)"));
        }
        let message = format!("the answer to `{question}` is missing for {names}");
        let diagnostic = match self.claim {
            Some(claim) => Diagnostic::new("missing-answer", message, claim.place.clone())
                .label("this does not hold in every selection that shows the cell"),
            None => {
                let (row, column) = (&dataset.questions[question], &dataset.figures[figure]);
                Diagnostic::new("missing-answer", message, row.place.clone())
                    .label("the question")
                    .also(column.place.clone(), "the figure")
            }
        };
        let help = "add it to the row in a file of the folder facts, `n/a` if it does not apply";
        diagnostic
            .about(format!("{question} {figure}"))
            .note(format!("the cell is shown and empty in {}", self.witness))
            .help(help)
    }
}

/// What makes a selection impossible to show: cells without an answer, and claims that differ
/// without a resolution.
pub fn faults(dataset: &Dataset, selection: &Selection) -> Vec<Diagnostic> {
    let doubts = Doubts::default();
    let missing = missing(dataset, &doubts, Some(selection));
    let missing = missing.iter().map(|missing| missing.message(dataset, &[]));
    missing
        .chain(conflicts(dataset, &doubts, Some(selection)))
        .collect()
}

/// The smallest selection in which `condition` holds, or `only` that one, if it holds there.
fn proof(dataset: &Dataset, condition: &Condition, only: Option<&Selection>) -> Option<Witness> {
    match only {
        None => witness(condition, dataset.editions.len()),
        Some(selection) => condition.holds(selection).then(|| Witness {
            edition: selection.edition,
            elements: selection.elements.iter().collect(),
        }),
    }
}

fn missing<'d>(
    dataset: &'d Dataset,
    doubts: &Doubts,
    only: Option<&Selection>,
) -> Vec<Missing<'d>> {
    let needed = dataset.editions().filter(|(.., e)| !e.missing_is_undefined);
    let needed = Condition::or(needed.map(|(ix, ..)| Condition::Edition(ix)));
    let mut found = Vec::new();
    for (table, cell, shown) in cells(dataset) {
        if doubts.has_cell(&cell) || doubts.has_row(table, &cell.0) {
            continue;
        }
        let claims = dataset.claims.get(&cell).map_or(&[][..], Vec::as_slice);
        let claimed = Condition::or(claims.iter().map(|claim| claim.when.clone()));
        let open = Condition::and([needed.clone(), claimed.negate(), shown]);
        if let Some(witness) = proof(dataset, &open, only) {
            let witness = address_of(dataset, &witness);
            let claim = claims.first();
            found.push(Missing {
                cell,
                claim,
                witness,
            });
        }
    }
    found
}

/// Every two claims for one cell that differ in a selection that shows it, where no resolution
/// decides; none where another error may be the reason. Of `only` one selection, if there is one.
pub fn conflicts(dataset: &Dataset, doubts: &Doubts, only: Option<&Selection>) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for (_, cell, shown) in cells(dataset) {
        if doubts.has_cell(&cell) {
            continue;
        }
        let claims = dataset.claims.get(&cell).map_or(&[][..], Vec::as_slice);
        // An answer with an `else` is several claims in one place; the smallest witness counts.
        let mut of_cell: IndexMap<(&Place, &Place), (Witness, [&Claim; 2])> = IndexMap::new();
        for (at, one) in claims.iter().enumerate() {
            for other in claims[at + 1..].iter().filter(|o| o.answer != one.answer) {
                let open = unresolved(dataset, &cell, one, other);
                let open = Condition::and([shown.clone(), open]);
                let Some(witness) = proof(dataset, &open, only) else {
                    continue;
                };
                let both = (&one.place, &other.place);
                let known = of_cell.get(&both).map(|(known, _)| known.size());
                if known.is_none_or(|known| witness.size() < known) {
                    of_cell.insert(both, (witness, [one, other]));
                }
            }
        }
        let of_cell = of_cell.into_values();
        found.extend(of_cell.map(|(witness, [one, other])| {
            conflict(&cell, one, other, &address_of(dataset, &witness))
        }));
    }
    found
}

/// Where two claims hold and no resolution of the cell decides: none applies whose source says
/// something there.
fn unresolved(dataset: &Dataset, cell: &Cell, one: &Claim, other: &Claim) -> Condition {
    let claims = dataset.claims.get(cell).map_or(&[][..], Vec::as_slice);
    let resolutions = dataset.resolutions.get(cell).into_iter().flatten();
    // Taking a source does not tell which of its own claims to take.
    let is_own =
        |resolution: &&Resolution| one.source == other.source && resolution.take == one.source;
    let uncovered = resolutions
        .filter(|resolution| !is_own(resolution))
        .map(|resolution| {
            let taken = claims.iter().filter(|c| c.source == resolution.take);
            let says = Condition::or(taken.map(|claim| claim.when.clone()));
            Condition::and([resolution.when.clone(), says]).negate()
        });
    let both = [one.when.clone(), other.when.clone()];
    Condition::and(both.into_iter().chain(uncovered))
}

fn conflict(cell: &Cell, one: &Claim, other: &Claim, witness: &str) -> Diagnostic {
    let (question, figure) = cell;
    let says = |claim: &Claim| format!("`{}` says {}", claim.source, claim.answer);
    let (message, help) = if one.source == other.source {
        let source = &one.source;
        (
            format!("`{source}` contradicts itself on `{question}` for `{figure}`"),
            "mend the claim that is wrong: a resolution cannot tell them apart",
        )
    } else {
        (
            format!("sources differ on `{question}` for `{figure}`"),
            "say which source is taken, and why, in facts/resolutions.yaml",
        )
    };
    Diagnostic::new("conflicting-claims", message, one.place.clone())
        .about(format!("{question} {figure}"))
        .label(says(one))
        .also(other.place.clone(), says(other))
        .note(format!("both hold in {witness}"))
        .help(help)
}

/// Every cell of every table, with when its row and its column are shown.
fn cells(dataset: &Dataset) -> Vec<(&TableId, Cell, Condition)> {
    let mut cells = Vec::new();
    for (id, table) in &dataset.tables {
        for question_id in table.sections.iter().flat_map(|(_, rows)| rows) {
            for figure_id in &table.figures {
                let question = dataset.questions.get(question_id);
                let figure = dataset.figures.get(figure_id);
                if let (Some(question), Some(figure)) = (question, figure) {
                    let shown = [question.when_in(id).clone(), figure.when.clone()];
                    let cell = (question_id.clone(), figure_id.clone());
                    cells.push((id, cell, Condition::and(shown)));
                }
            }
        }
    }
    cells
}
