//! Rows whose cells do not fit the columns: missing, too many, in another order, without an answer.

use super::Subject;
use crate::diagnostic::Diagnostic;
use crate::logic::Condition;
use crate::wiki::classes::Class;
use crate::wiki::facts::MOST_ANSWERS;
use crate::wiki::sheet::{Column, Face, Line, Question, SheetCell, SheetTable};

/// Every cell that does not fit its column, and every column without a cell.
pub fn check(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for table in &subject.sheet.tables {
        for line in &table.lines {
            match line {
                Line::Row(row) => {
                    found.extend(missing(subject, table, row));
                    found.extend(stray_bar(subject, &row.face));
                    let in_order = in_order(&row.columns);
                    for (at, cell) in row.cells.iter().enumerate() {
                        let misfit = misfit(subject, table, row, at);
                        let is_misplaced = misfit.is_none() && !in_order[at];
                        found.extend(misfit);
                        if is_misplaced {
                            found.extend(misplaced(subject, table, row, at));
                        }
                        found.extend(answers(subject, row, cell));
                        found.extend(stray_bar(subject, &cell.face));
                    }
                }
                Line::Heading(heading) => {
                    let columns = table.columns.len() + 1;
                    if let Some(span) = heading.span.filter(|span| *span != columns) {
                        let message = format!("this heading spans {span} columns of {columns}");
                        let help = format!("write `colspan=\"{columns}\"`");
                        let finding = subject.found("colspan", message, &heading.face.range);
                        found.push(finding.help(help));
                    }
                }
            }
        }
    }
    found
}

/// A `|` in the text of a label or cell, which was meant to part two cells.
fn stray_bar(subject: &Subject<'_, '_, '_>, face: &Face) -> Option<Diagnostic> {
    face.text.contains('|').then(|| {
        let message = "a `|` stands in this text";
        let finding = subject.found("stray-bar", message, &face.content);
        finding
            .note("readers see it, and what is behind it, in this cell")
            .help("begin a cell with `||`, or write `&#124;`")
    })
}

/// What a column is called; where only a template says that, its class.
fn name(subject: &Subject<'_, '_, '_>, column: &Column) -> String {
    let classes = column.head.classes.place();
    match classes {
        Some(range) if column.head.text.is_empty() => subject.page.at(&range).to_owned(),
        _ => column.head.text.clone(),
    }
}

/// The columns for which a row has no cell.
fn missing(
    subject: &Subject<'_, '_, '_>,
    table: &SheetTable,
    row: &Question,
) -> Option<Diagnostic> {
    let missing = (0..table.columns.len()).filter(|at| !row.columns.contains(&Some(*at)));
    let missing: Vec<_> = missing.collect();
    let first = *missing.first()?;
    // A cell that stands in no column may be the one that is missing; that is told by itself.
    if row.cells.len() >= table.columns.len() {
        return None;
    }
    let names: Vec<_> = missing
        .iter()
        .map(|at| name(subject, &table.columns[*at]))
        .collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let names = crate::nearest::listed(&names, "and");
    let message = match missing.len() {
        1 => format!("this row has no cell for the column {names}"),
        count => format!("this row has no cells for {count} columns: {names}"),
    };
    let finding = subject.found("missing-cell", message, &row.face.range);
    let head = subject.place(&table.columns[first].head.range);
    Some(
        finding
            .also(head, "the column")
            .note("the cells behind a missing one stand in the wrong columns")
            .help("add it, with the classes of its column"),
    )
}

/// A cell that fits no column, or not the one in which it stands.
fn misfit(
    subject: &Subject<'_, '_, '_>,
    table: &SheetTable,
    row: &Question,
    at: usize,
) -> Option<Diagnostic> {
    let cell = &row.cells[at];
    let classes = &cell.face.classes;
    let range = classes.place().unwrap_or(cell.face.range.clone());
    let Some(column) = row.columns.get(at).copied().flatten() else {
        let is_too_many = at >= table.columns.len();
        let message = match is_too_many {
            true => "this cell is one too many",
            false => "this cell fits no column that is left",
        };
        let finding = subject.found("extra-cell", message, &range);
        let count = table.columns.len();
        return Some(
            finding
                .note(format!("the table has {count} columns for figures"))
                .help("remove it, or mend its classes"),
        );
    };
    let head = &table.columns[column].head;
    let name = name(subject, &table.columns[column]);
    let is_unknown = classes
        .all
        .iter()
        .any(|(_, class)| *class == Class::Unknown);
    let is_alike = subject.vocabulary.is_equal(&cell.face.when, &head.when);
    if is_alike || is_unknown {
        return None;
    }
    let message = match classes.condition() {
        None => format!("this cell is shown when its column `{name}` is not"),
        Some(_) => format!("this cell does not have the condition of its column `{name}`"),
    };
    let finding = subject.found("cell-condition", message, &range);
    let label = format!("the column is shown with: {}", written(subject, &head.when));
    let class = head.classes.place();
    let class = class.map(|range| subject.page.at(&range).to_owned());
    let help = class.map_or("give it the classes of its column".to_owned(), |class| {
        format!("write `{class}`, as at the head of the column")
    });
    Some(finding.also(subject.place(&head.range), label).help(help))
}

/// A cell that stands before or behind others though its column does not.
fn misplaced(
    subject: &Subject<'_, '_, '_>,
    table: &SheetTable,
    row: &Question,
    at: usize,
) -> Option<Diagnostic> {
    let column = row.columns[at]?;
    let face = &row.cells[at].face;
    let range = face.classes.place().unwrap_or(face.range.clone());
    let own = &table.columns[column];
    let message = format!(
        "this cell of the column `{}` stands in another order than the columns",
        name(subject, own)
    );
    let before = row
        .columns
        .iter()
        .flatten()
        .filter(|it| **it < column)
        .max();
    let help = match before {
        Some(before) => {
            let before = name(subject, &table.columns[*before]);
            format!("put it behind the cell of the column `{before}`")
        }
        None => "put it before the other cells for figures".to_owned(),
    };
    let finding = subject.found("cell-order", message, &range);
    Some(
        finding
            .also(subject.place(&own.head.range), "the column")
            .note("readers see the answer in the column where the cell stands")
            .help(help),
    )
}

/// In a longer row, only cells that stand before all earlier columns are out of order.
const MOST_ORDERED: usize = 200;

/// Which of a row's cells stand in the order of their columns: as many as can be, and rather those
/// that stand where their column does. Cells behind a missing one are shifted, but in order.
fn in_order(columns: &[Option<usize>]) -> Vec<bool> {
    let mut is_kept: Vec<bool> = columns.iter().map(Option::is_none).collect();
    let placed = columns.iter().enumerate();
    let placed = placed.filter_map(|(at, column)| Some((at, (*column)?)));
    let placed: Vec<_> = placed.collect();
    let is_ordered = placed.windows(2).all(|pair| pair[0].1 < pair[1].1);
    if is_ordered || placed.len() > MOST_ORDERED {
        let mut last = None;
        for (at, column) in placed {
            is_kept[at] = last < Some(column);
            last = last.max(Some(column));
        }
        return is_kept;
    }
    // The heaviest ascending sequence that ends with each cell, and the cell before it there.
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for (position, (at, column)) in placed.iter().enumerate() {
        let own = 2 * placed.len() + usize::from(at == column);
        let earlier = (0..position).filter(|other| placed[*other].1 < *column);
        let before = earlier.max_by_key(|other| best[*other].0);
        best.push((own + before.map_or(0, |other| best[other].0), before));
    }
    let mut next = (0..best.len()).max_by_key(|position| best[*position].0);
    while let Some(position) = next {
        is_kept[placed[position].0] = true;
        next = best[position].1;
    }
    is_kept
}

fn written(subject: &Subject<'_, '_, '_>, condition: &Condition) -> String {
    subject.vocabulary.written(condition)
}

/// A cell that gives no answer, or several at once, or in some selection none.
fn answers(subject: &Subject<'_, '_, '_>, row: &Question, cell: &SheetCell) -> Vec<Diagnostic> {
    let vocabulary = subject.vocabulary;
    let shown = Condition::and([row.face.when.clone(), cell.face.when.clone()]);
    if !vocabulary.is_possible(&shown) {
        return Vec::new();
    }
    if cell.answers.is_empty() || cell.face.text.is_empty() && is_blank(cell) {
        let finding = subject.found("no-answer", "this cell gives no answer", &cell.face.range);
        return vec![finding.help("give it an answer")];
    }
    let mut found = Vec::new();
    let looked_at = &cell.answers[..cell.answers.len().min(MOST_ANSWERS)];
    for (at, one) in looked_at.iter().enumerate() {
        for other in &looked_at[at + 1..] {
            let both = [shown.clone(), one.when.clone(), other.when.clone()];
            if one.answer != other.answer && vocabulary.is_possible(&Condition::and(both)) {
                let (one, other) = (one.answer.word(), other.answer.word());
                let message = format!("this cell answers both {one} and {other}");
                let finding = subject.found("two-answers", message, &cell.face.range);
                found.push(finding.help("say when each of them holds, or remove one"));
            }
        }
    }
    let some = Condition::or(looked_at.iter().map(|given| given.when.clone()));
    if !vocabulary.implies(&shown, &some) {
        let message = "this cell gives no answer in some selections that show it";
        let finding = subject.found("no-answer", message, &cell.face.range);
        let note = format!("it answers only with: {}", written(subject, &some));
        found.push(finding.note(note).help("give an answer for the others"));
    }
    found
}

/// Whether a cell without signs has no text either.
fn is_blank(cell: &SheetCell) -> bool {
    let is_sign = |answer: &crate::wiki::sheet::PageAnswer| {
        matches!(answer, crate::wiki::sheet::PageAnswer::Sign(_))
    };
    !cell.answers.iter().any(|given| is_sign(&given.answer))
}
