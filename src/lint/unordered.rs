//! Entries that do not stand in the order of the tables; of the layout of files it knows how the
//! cells of a row are written.

use super::layout::{line_end, line_start, reordered, whole_lines};
use super::{Rule, Subject};
use crate::diagnostic::{Diagnostic, Edit, FileIx, Place, Severity};
use crate::model::*;
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeMap;
use std::ops::Range;

/// The rule.
pub const RULE: Rule = Rule {
    code: "unordered",
    severity: Severity::Warning,
    is_fixed: true,
    title: "entries that stand in another order than the tables",
    explanation: "\
Figures, questions, the rows of facts and the cells of a row stand in the order in which the tables
show them, so that a change touches one place and two files can be read side by side.

    work/alone: {at: 10, band-saw: no, hand-saw: yes}     # the table has the hand saw first

`--fix` puts them in order; comments move with the line below them, and cells keep the lines of
their source. What stands on several lines is left to you.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let order = Order::of(subject.dataset);
    let mut found = Vec::new();
    found.extend(declarations(
        subject,
        "figures",
        figures(subject.dataset, &order),
    ));
    found.extend(declarations(
        subject,
        "questions",
        questions(subject.dataset, &order),
    ));
    let rows = rows(subject);
    for row in &rows {
        found.extend(cells_of(subject, row));
    }
    found.extend(rows_of_tables(subject, &rows));
    found
}

/// In which order the tables show figures and questions.
struct Order<'d> {
    figures: IndexSet<&'d FigureId>,
    questions: IndexSet<&'d QuestionId>,
    /// Each cell's table.
    tables: IndexMap<(&'d QuestionId, &'d FigureId), &'d TableId>,
}

impl<'d> Order<'d> {
    fn of(dataset: &'d Dataset) -> Self {
        let mut order = Self {
            figures: IndexSet::new(),
            questions: IndexSet::new(),
            tables: IndexMap::new(),
        };
        for (id, table) in &dataset.tables {
            order.figures.extend(&table.figures);
            for question in table.sections.iter().flat_map(|(_, rows)| rows) {
                order.questions.insert(question);
                for figure in &table.figures {
                    order.tables.entry((question, figure)).or_insert(id);
                }
            }
        }
        order
    }
}

/// Something that has a rank among its neighbours.
struct Entry<'d> {
    name: &'d str,
    place: &'d Place,
    rank: Option<usize>,
}

fn figures<'d>(dataset: &'d Dataset, order: &Order<'d>) -> Vec<Entry<'d>> {
    let entries = dataset.figures.iter().map(|(id, figure)| Entry {
        name: id.as_str(),
        place: &figure.place,
        rank: order.figures.get_index_of(id),
    });
    entries.collect()
}

fn questions<'d>(dataset: &'d Dataset, order: &Order<'d>) -> Vec<Entry<'d>> {
    let entries = dataset.questions.iter().map(|(id, question)| Entry {
        name: id.as_str(),
        place: &question.place,
        rank: order.questions.get_index_of(id),
    });
    entries.collect()
}

/// The first of the entries that stands behind one which it should precede.
fn first_late<'e, 'd>(entries: &'e [Entry<'d>]) -> Option<(&'e Entry<'d>, &'e Entry<'d>)> {
    let pairs = entries.windows(2).map(|pair| (&pair[0], &pair[1]));
    let mut late = pairs.filter(|(before, after)| after.rank < before.rank);
    late.next()
}

/// The declarations of a file, each a mapping of its own at the left margin.
fn declarations(subject: &Subject<'_>, what: &str, entries: Vec<Entry<'_>>) -> Option<Diagnostic> {
    let (before, late) = first_late(&entries)?;
    let message = format!("the {what} are not in the order of the tables");
    let finding = finding(message, what, late, before);
    let starts: Vec<_> = entries.iter().map(|e| e.place.range.start).collect();
    let file = late.place.file;
    let text = text(subject, file);
    let ranks: Vec<_> = entries.iter().map(|entry| entry.rank).collect();
    let lines = whole_lines(text, &starts, text.len());
    Some(with_fix(finding, file, text, lines, &ranks))
}

fn finding(message: String, about: &str, late: &Entry<'_>, before: &Entry<'_>) -> Diagnostic {
    Diagnostic::new(RULE.code, message, late.place.clone())
        .label(format!("`{}` belongs before", late.name))
        .also(before.place.clone(), format!("`{}`", before.name))
        .about(about)
        .help("move it to where the table has it")
}

/// A row of a file of facts.
struct Row<'d> {
    question: &'d QuestionId,
    table: Option<&'d TableId>,
    file: FileIx,
    cells: Vec<(&'d FigureId, &'d Claim)>,
}

/// The rows of all files, in the order in which they stand there.
fn rows<'d>(subject: &Subject<'d>) -> Vec<Row<'d>> {
    let order = Order::of(subject.dataset);
    let mut cells: BTreeMap<(FileIx, usize), (&QuestionId, &FigureId, &Claim)> = BTreeMap::new();
    for ((question, figure), claims) in &subject.dataset.claims {
        // An entry of the FAQ has no rows of a table.
        for claim in claims.iter().filter(|claim| claim.entry.is_none()) {
            let at = (claim.place.file, claim.place.range.start);
            // An answer with an `else` is several claims in one place.
            cells.entry(at).or_insert((question, figure, claim));
        }
    }
    let mut rows: Vec<Row<'d>> = Vec::new();
    for ((file, _), (question, figure, claim)) in cells {
        let table = order.tables.get(&(question, figure)).copied();
        match rows.last_mut() {
            Some(row) if (row.file, row.question, row.table) == (file, question, table) => {
                row.cells.push((figure, claim));
            }
            _ => rows.push(Row {
                question,
                table,
                file,
                cells: vec![(figure, claim)],
            }),
        }
    }
    rows
}

fn cells_of(subject: &Subject<'_>, row: &Row<'_>) -> Option<Diagnostic> {
    let table = &subject.dataset.tables.get(row.table?)?.figures;
    let entries = row.cells.iter().map(|(figure, claim)| Entry {
        name: figure.as_str(),
        place: &claim.place,
        rank: table.iter().position(|known| known == *figure),
    });
    let entries: Vec<_> = entries.collect();
    let (before, late) = first_late(&entries)?;
    let message = format!(
        "the cells of `{}` are not in the order of the table",
        row.question
    );
    let finding = finding(message, row.question.as_str(), late, before);
    let rank = |figure: &FigureId| table.iter().position(|known| known == figure);
    Some(match ordered_cells(text(subject, row.file), row, rank) {
        Some(edit) => finding.fix("put the cells in order", vec![edit]),
        None => finding,
    })
}

/// The cells of a row on one line, in order, each with the line of the source that it has now.
fn ordered_cells(
    text: &str,
    row: &Row<'_>,
    rank: impl Fn(&FigureId) -> Option<usize>,
) -> Option<Edit> {
    let first = &row.cells.first()?.1.place.range;
    let last = &row.cells.last()?.1.place.range;
    let open = text.get(..first.start)?.rfind('{')? + 1;
    let written = text.get(open..last.end)?;
    // Quotes, anchors and aliases are more than a cell; a line end or comment is more than a row.
    if written.contains(['\n', '#', '\'', '"', '&', '*']) {
        return None;
    }
    let has_lines = row.cells.iter().any(|(_, claim)| claim.line.is_some());
    let first_start = if has_lines {
        open + behind_line(written)?
    } else {
        open
    };
    let mut starts = vec![first_start];
    let ends: Vec<_> = row
        .cells
        .iter()
        .map(|(_, claim)| claim.place.range.end)
        .collect();
    for end in &ends[..ends.len() - 1] {
        starts.push(end + text.get(*end..)?.find(',')? + 1);
    }
    let mut cells: Vec<_> = row.cells.iter().zip(starts).zip(ends).collect();
    cells.sort_by_key(|(((figure, _), _), _)| rank(figure));
    let mut parts = Vec::new();
    let mut next = None;
    for (((_, claim), start), end) in cells {
        let cell = text.get(start..end)?.trim();
        match claim.line {
            None => parts.push(cell.to_owned()),
            Some(line) => {
                let bare = cell.rfind(" @").map_or(cell, |at| &cell[..at]);
                if parts.is_empty() {
                    parts.push(format!("at: {line}"));
                }
                let follows = next.is_none_or(|next| next == line);
                let own = if follows {
                    String::new()
                } else {
                    format!(" @{line}")
                };
                parts.push(format!("{bare}{own}"));
                next = line.checked_add(1);
            }
        }
    }
    let place = Place {
        file: row.file,
        range: open..last.end,
    };
    let with = parts.join(", ");
    Some(Edit { place, with })
}

/// Where the first cell begins in a row that is written `at: LINE, FIGURE: …`.
fn behind_line(row: &str) -> Option<usize> {
    let rest = row.strip_prefix("at: ")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_so = rest.get(digits..)?.starts_with(", ");
    is_so.then_some("at: ".len() + digits + 1)
}

/// The rows of each table of each file.
fn rows_of_tables(subject: &Subject<'_>, rows: &[Row<'_>]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for rows in rows.chunk_by(|one, other| (one.file, one.table) == (other.file, other.table)) {
        let Some(table) = rows[0].table else {
            continue;
        };
        let entries = rows.iter().filter_map(|row| {
            Some(Entry {
                name: row.question.as_str(),
                place: &row.cells.first()?.1.place,
                rank: position(subject.dataset, table, row.question),
            })
        });
        let entries: Vec<_> = entries.collect();
        let Some((before, late)) = first_late(&entries) else {
            continue;
        };
        let message = format!("the rows of `{table}` are not in the order of the table");
        let finding = finding(message, table.as_str(), late, before);
        let text = text(subject, rows[0].file);
        let starts: Vec<_> = entries.iter().map(|e| e.place.range.start).collect();
        let end = rows.last().and_then(|row| row.cells.last());
        let end = end.map_or(text.len(), |(_, claim)| claim.place.range.end);
        let are_lines = rows.iter().all(|row| is_one_line(text, row));
        let lines = whole_lines(text, &starts, end).filter(|_| are_lines);
        let ranks: Vec<_> = entries.iter().map(|entry| entry.rank).collect();
        found.push(with_fix(finding, rows[0].file, text, lines, &ranks));
    }
    found
}

fn position(dataset: &Dataset, table: &TableId, question: &QuestionId) -> Option<usize> {
    let sections = &dataset.tables.get(table)?.sections;
    let mut rows = sections.iter().flat_map(|(_, rows)| rows);
    rows.position(|row| row == question)
}

/// Whether the row begins and ends on one line.
fn is_one_line(text: &str, row: &Row<'_>) -> bool {
    let (Some((_, first)), Some((_, last))) = (row.cells.first(), row.cells.last()) else {
        return false;
    };
    let start = line_start(text, first.place.range.start);
    let last_cell = last.place.range.end;
    let row_text = text.get(start..last_cell).unwrap_or("").trim_start();
    let behind = text.get(last_cell..line_end(text, last_cell));
    let closes = behind.is_some_and(|behind| behind.trim_start().starts_with('}'));
    closes && !row_text.contains('\n') && row_text.starts_with(row.question.as_str())
}

/// The finding with a fix that puts the entries' lines in the order of their ranks, where they can
/// be moved.
fn with_fix(
    finding: Diagnostic,
    file: FileIx,
    text: &str,
    lines: Option<Vec<Range<usize>>>,
    ranks: &[Option<usize>],
) -> Diagnostic {
    match lines.and_then(|lines| reordered(text, &lines, ranks)) {
        Some((range, with)) => {
            let place = Place { file, range };
            finding.fix("put them in order", vec![Edit { place, with }])
        }
        None => finding,
    }
}

fn text<'d>(subject: &Subject<'d>, file: FileIx) -> &'d str {
    subject.files.get(file).map_or("", |file| &file.text)
}
