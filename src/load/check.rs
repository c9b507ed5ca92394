//! Checks on the whole dataset without which no table can be shown: every cell has an answer, and
//! sources that differ have a resolution.

use crate::diagnostic::Diagnostic;
use crate::logic::{Condition, satisfiable};
use crate::model::*;

/// Messages about cells without an answer and about unresolved conflicts.
pub fn cells(dataset: &Dataset) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (id, table) in &dataset.tables {
        for question in table.sections.iter().flat_map(|(_, rows)| rows) {
            for figure in &table.figures {
                let cell = (question.clone(), figure.clone());
                found.extend(missing_answer(dataset, id, &cell));
                found.extend(conflicts(dataset, &cell));
            }
        }
    }
    found
}

/// Editions in which every cell needs a claim, as a condition.
fn claims_needed(dataset: &Dataset) -> Condition {
    let needed = dataset.editions().filter(|(.., e)| !e.missing_is_undefined);
    Condition::or(needed.map(|(ix, ..)| Condition::Edition(ix)))
}

fn missing_answer(
    dataset: &Dataset,
    table: &TableId,
    cell: &(QuestionId, FigureId),
) -> Option<Diagnostic> {
    let (question_id, figure_id) = cell;
    let question = dataset.questions.get(question_id)?;
    let figure = dataset.figures.get(figure_id)?;
    let claims = dataset.claims.get(cell).map_or(&[][..], Vec::as_slice);
    let claimed = Condition::or(claims.iter().map(|claim| claim.when.clone()));
    let open = Condition::and([
        claims_needed(dataset),
        claimed.negate(),
        question.when_in(table).clone(),
        figure.when.clone(),
    ]);
    if !satisfiable(&open, dataset.editions.len()) {
        return None;
    }
    let message = format!("the answer to `{question_id}` is missing for `{figure_id}`");
    let diagnostic = match claims.first() {
        Some(claim) => Diagnostic::new("missing-answer", message, claim.place.clone())
            .label("this does not hold in every selection that shows the cell"),
        None => Diagnostic::new("missing-answer", message, question.place.clone())
            .label("the question")
            .also(figure.place.clone(), "the figure"),
    };
    let help = "add it to the row in a file of the folder facts, `n/a` if it does not apply";
    Some(diagnostic.help(help))
}

fn conflicts(dataset: &Dataset, cell: &(QuestionId, FigureId)) -> Vec<Diagnostic> {
    let claims = dataset.claims.get(cell).map_or(&[][..], Vec::as_slice);
    let resolutions = dataset.resolutions.get(cell).map_or(&[][..], Vec::as_slice);
    let mut found = Vec::new();
    for (at, one) in claims.iter().enumerate() {
        for other in claims[at + 1..].iter().filter(|o| o.answer != one.answer) {
            let uncovered = resolutions.iter().map(|r| r.when.clone().negate());
            let both = [one.when.clone(), other.when.clone()];
            let open = Condition::and(both.into_iter().chain(uncovered));
            if satisfiable(&open, dataset.editions.len()) {
                let (question, figure) = cell;
                let message = format!("sources differ on `{question}` for `{figure}`");
                let diagnostic = Diagnostic::new("conflict", message, one.place.clone())
                    .label(format!("`{}` says this", one.source))
                    .also(other.place.clone(), format!("`{}` says this", other.source))
                    .help("say which source is taken, and why, in facts/resolutions.yaml");
                found.push(diagnostic);
            }
        }
    }
    found
}
