//! Checks without which no table can be shown: every cell has an answer, and where sources differ
//! a resolution decides. The linter reports the same as findings.

use crate::diagnostic::Diagnostic;
use crate::logic::Condition;
use crate::model::*;
use crate::selection::witness_address;

/// A cell: its question and its figure.
type Cell = (QuestionId, FigureId);

/// Every cell that some selection shows and no source answers, in an edition that needs one.
pub fn missing_answers(dataset: &Dataset) -> Vec<Diagnostic> {
    let needed = dataset.editions().filter(|(.., e)| !e.missing_is_undefined);
    let needed = Condition::or(needed.map(|(ix, ..)| Condition::Edition(ix)));
    let mut found = Vec::new();
    for (cell, shown) in cells(dataset) {
        let claims = dataset.claims.get(&cell).map_or(&[][..], Vec::as_slice);
        let claimed = Condition::or(claims.iter().map(|claim| claim.when.clone()));
        let open = Condition::and([needed.clone(), claimed.negate(), shown]);
        let Some(witness) = witness_address(dataset, &open) else {
            continue;
        };
        let (question, figure) = &cell;
        let message = format!("the answer to `{question}` is missing for `{figure}`");
        let diagnostic = match claims.first() {
            Some(claim) => Diagnostic::new("missing-answer", message, claim.place.clone())
                .label("this does not hold in every selection that shows the cell"),
            None => Diagnostic::new(
                "missing-answer",
                message,
                dataset.questions[question].place.clone(),
            )
            .label("the question")
            .also(dataset.figures[figure].place.clone(), "the figure"),
        };
        found.push(
            diagnostic
                .about(format!("{question} {figure}"))
                .note(format!("the cell is shown and empty in {witness}"))
                .help(
                    "add it to the row in a file of the folder facts, `n/a` if it does not apply",
                ),
        );
    }
    found
}

/// Every two claims for one cell that differ in a selection that shows it, where no resolution
/// applies.
pub fn conflicts(dataset: &Dataset) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (cell, shown) in cells(dataset) {
        let claims = dataset.claims.get(&cell).map_or(&[][..], Vec::as_slice);
        for (at, one) in claims.iter().enumerate() {
            for other in claims[at + 1..].iter().filter(|o| o.answer != one.answer) {
                let open = unresolved(dataset, &cell, one, other);
                let open = Condition::and([shown.clone(), open]);
                if let Some(witness) = witness_address(dataset, &open) {
                    found.push(conflict(&cell, one, other, &witness));
                }
            }
        }
    }
    found
}

/// Where two claims hold and no resolution of the cell does.
fn unresolved(dataset: &Dataset, cell: &Cell, one: &Claim, other: &Claim) -> Condition {
    let resolutions = dataset.resolutions.get(cell).into_iter().flatten();
    let uncovered = resolutions.map(|resolution| resolution.when.clone().negate());
    let both = [one.when.clone(), other.when.clone()];
    Condition::and(both.into_iter().chain(uncovered))
}

fn conflict(cell: &Cell, one: &Claim, other: &Claim, witness: &str) -> Diagnostic {
    let (question, figure) = cell;
    let says = |claim: &Claim| format!("`{}` says {}", claim.source, claim.answer);
    let message = format!("sources differ on `{question}` for `{figure}`");
    Diagnostic::new("conflicting-claims", message, one.place.clone())
        .about(format!("{question} {figure}"))
        .label(says(one))
        .also(other.place.clone(), says(other))
        .note(format!("both hold in {witness}"))
        .help("say which source is taken, and why, in facts/resolutions.yaml")
}

/// Every cell of every table, with when its row and its column are shown.
fn cells(dataset: &Dataset) -> Vec<(Cell, Condition)> {
    let mut cells = Vec::new();
    for (id, table) in &dataset.tables {
        for question_id in table.sections.iter().flat_map(|(_, rows)| rows) {
            for figure_id in &table.figures {
                let question = dataset.questions.get(question_id);
                let figure = dataset.figures.get(figure_id);
                if let (Some(question), Some(figure)) = (question, figure) {
                    let shown = [question.when_in(id).clone(), figure.when.clone()];
                    let cell = (question_id.clone(), figure_id.clone());
                    cells.push((cell, Condition::and(shown)));
                }
            }
        }
    }
    cells
}
