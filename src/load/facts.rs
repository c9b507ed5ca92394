//! Reads what the sources say about each cell, and which source is taken where they differ.

use super::cell::{self, RawAnswer};
use super::context::{Parsed, place};
use super::loader::{Layout, Loader};
use super::notes::undefined_note;
use super::raw::*;
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::logic::{Condition, in_editions};
use crate::model::*;
use indexmap::IndexMap;
use std::collections::HashMap;
use std::ops::Range;

/// What claims may refer to.
pub struct Targets<'t> {
    /// The tables.
    pub tables: &'t IndexMap<TableId, Table>,
    /// The footnotes.
    pub notes: &'t IndexMap<NoteId, Note>,
    /// The texts that stand in cells.
    pub cell_texts: &'t IndexMap<CellTextId, CellText>,
}

/// Claims by cell, in the order in which the sources are declared.
pub type Claims = HashMap<(QuestionId, FigureId), Vec<Claim>>;

/// The claims of all files.
pub fn claims(
    loader: &mut Loader,
    mut raw: Vec<Parsed<RawFacts>>,
    targets: &Targets<'_>,
) -> Claims {
    let order = loader.source_lines.clone();
    raw.sort_by_key(|parsed| order.get_index_of(&parsed.value.source.value));
    let mut reader = Reader {
        loader,
        targets,
        claims: HashMap::new(),
        seen: HashMap::new(),
    };
    for parsed in raw {
        reader.file(parsed);
    }
    reader.claims
}

struct Reader<'r, 't> {
    loader: &'r mut Loader,
    targets: &'r Targets<'t>,
    claims: Claims,
    /// Where each source's claim about each cell stands, for the same editions.
    seen: HashMap<(SourceId, Vec<EditionIx>, QuestionId, FigureId), Place>,
}

/// What all claims of a file share.
struct Sheet {
    file: FileIx,
    source: SourceId,
    has_lines: bool,
    editions: Vec<EditionIx>,
    when: Condition,
}

impl Reader<'_, '_> {
    fn file(&mut self, parsed: Parsed<RawFacts>) {
        let Parsed { file, value: raw } = parsed;
        let source = self.loader.source(file, &raw.source);
        let mut editions = Vec::new();
        for edition in &raw.editions {
            match self.loader.names.editions.get(&edition.value) {
                Some(ix) => editions.push(*ix),
                None => {
                    let known = self.loader.names.editions.keys().map(String::as_str);
                    let (at, name) = (place(file, edition), &edition.value);
                    let context = &mut self.loader.context;
                    context.unknown("edition", "unknown-edition", at, name, known);
                }
            }
        }
        let source = source.unwrap_or_else(|| SourceId::new(raw.source.value));
        let lines = self.loader.source_lines.get(source.as_str());
        let sheet = Sheet {
            file,
            has_lines: matches!(lines, Some(Some(_))),
            when: in_editions(&editions, self.loader.names.editions.len()),
            editions,
            source,
        };
        for (_, (key, rows)) in self.loader.context.unique(file, raw.claims) {
            let known = self.targets.tables.keys().map(TableId::as_str);
            let Some((id, table)) = self.targets.tables.get_key_value(key.value.as_str()) else {
                let context = &mut self.loader.context;
                context.unknown(
                    "table",
                    "unknown-table",
                    place(file, &key),
                    &key.value,
                    known,
                );
                continue;
            };
            for (_, (key, cells)) in self.loader.context.unique(file, rows) {
                self.row(&sheet, id, table, &key, cells);
            }
        }
    }

    fn row(
        &mut self,
        sheet: &Sheet,
        table_id: &TableId,
        table: &Table,
        key: &Scalar,
        cells: Entries<Scalar>,
    ) {
        let questions = table.sections.iter().flat_map(|(_, questions)| questions);
        let known = || questions.clone().map(QuestionId::as_str);
        if !known().any(|known| known == key.value) {
            let kind = format!("question in the table `{table_id}` named");
            let at = place(sheet.file, key);
            let context = &mut self.loader.context;
            context.unknown(&kind, "unknown-question", at, &key.value, known());
            return;
        }
        let question = QuestionId::new(key.value.clone());
        let mut cells = self.loader.context.unique(sheet.file, cells);
        let mut next_line = self.first_line(sheet, key, cells.shift_remove("at"));
        for (figure, (key, value)) in cells {
            if !table.figures.iter().any(|known| known.as_str() == figure) {
                let known = table.figures.iter().map(FigureId::as_str);
                let kind = format!("figure in the table `{table_id}` named");
                let at = place(sheet.file, &key);
                let context = &mut self.loader.context;
                context.unknown(&kind, "unknown-figure", at, &figure, known);
                continue;
            }
            let cell = (question.clone(), FigureId::new(figure));
            self.cell(sheet, cell, &key, &value, &mut next_line);
        }
    }

    /// The line of the row's first cell; a source with lines needs it.
    fn first_line(
        &mut self,
        sheet: &Sheet,
        key: &Scalar,
        at: Option<(Scalar, Scalar)>,
    ) -> Option<u32> {
        match at {
            Some((_, line)) => {
                let number = self.loader.context.number(sheet.file, &line)?;
                let source = &sheet.source;
                self.loader.check_line(sheet.file, &line, source, number);
                Some(number)
            }
            None => {
                if sheet.has_lines {
                    let message = format!("the line of this row in `{}` is missing", sheet.source);
                    let at = place(sheet.file, key);
                    let diagnostic = Diagnostic::new("missing-line", message, at);
                    let help = "write `at: LINE`, the line of the row's first cell";
                    self.loader.context.report(diagnostic.help(help));
                }
                None
            }
        }
    }

    fn cell(
        &mut self,
        sheet: &Sheet,
        cell: (QuestionId, FigureId),
        key: &Scalar,
        value: &Scalar,
        next_line: &mut Option<u32>,
    ) {
        let file = sheet.file;
        let here = place(file, key);
        let parsed = match cell::parse(&value.value) {
            Ok(parsed) => parsed,
            Err((message, range)) => {
                let at = self.loader.context.place_in(file, value, range);
                let help = "a cell is `yes`, `no`, `n/a`, `undefined`, a number or `text ID`, \
                            then `(notes)` and `@LINE` where needed; \
                            `ANSWER if CONDITION else ANSWER` where it depends";
                let diagnostic = Diagnostic::new("bad-cell", message, at).help(help);
                self.loader.context.report(diagnostic);
                // The cell has an answer, if a wrong one: it shall not be called missing, too.
                let claim = self.placeholder(sheet, here);
                self.claims.entry(cell).or_default().push(claim);
                return;
            }
        };
        if let Some(line) = parsed.line {
            self.loader.check_line(file, value, &sheet.source, line);
            *next_line = Some(line);
        }
        let line = *next_line;
        *next_line = next_line.and_then(|line| line.checked_add(1));
        let seen = (
            sheet.source.clone(),
            sheet.editions.clone(),
            cell.0.clone(),
            cell.1.clone(),
        );
        if let Some(first) = self.seen.get(&seen) {
            let message = format!("`{}` already says this of `{}`", sheet.source, key.value);
            let diagnostic = Diagnostic::new("repeated-claim", message, here)
                .label("again here")
                .also(first.clone(), "first here");
            self.loader.context.report(diagnostic);
            return;
        }
        self.seen.insert(seen, here);
        let notes = self.notes(file, value, &parsed.notes);
        let mut elsewhere = sheet.when.clone();
        for (answer, when) in parsed.answers {
            let own = when.and_then(|range| {
                let names = &self.loader.names;
                names.condition_in(&mut self.loader.context, file, value, range)
            });
            let own = own.unwrap_or(Condition::True);
            let claim = Claim {
                source: sheet.source.clone(),
                line,
                when: Condition::and([elsewhere.clone(), own.clone()]),
                answer: self.answer(file, value, answer),
                notes: notes.clone(),
                place: place(file, value),
            };
            elsewhere = Condition::and([elsewhere, own.negate()]);
            self.claims.entry(cell.clone()).or_default().push(claim);
        }
    }

    fn placeholder(&self, sheet: &Sheet, place: Place) -> Claim {
        Claim {
            source: sheet.source.clone(),
            line: None,
            when: sheet.when.clone(),
            answer: Answer::Undefined,
            notes: Vec::new(),
            place,
        }
    }

    fn notes(&mut self, file: FileIx, value: &Scalar, notes: &[Range<usize>]) -> Vec<NoteId> {
        let mut ids = Vec::new();
        for range in notes {
            let id = &value.value[range.clone()];
            if !self.targets.notes.contains_key(id) {
                let at = self.loader.context.place_in(file, value, range.clone());
                let diagnostic = undefined_note(id, at, self.targets.notes);
                self.loader.context.report(diagnostic);
            }
            ids.push(NoteId::new(id));
        }
        ids
    }

    fn answer(&mut self, file: FileIx, value: &Scalar, answer: RawAnswer<'_>) -> Answer {
        match answer {
            RawAnswer::Yes => Answer::Yes,
            RawAnswer::No => Answer::No,
            RawAnswer::NotApplicable => Answer::NotApplicable,
            RawAnswer::Undefined => Answer::Undefined,
            RawAnswer::Number(number) => Answer::Number(number),
            RawAnswer::Text(id, range) => {
                if !self.targets.cell_texts.contains_key(id) {
                    let at = self.loader.context.place_in(file, value, range);
                    let known = self.targets.cell_texts.keys().map(CellTextId::as_str);
                    let context = &mut self.loader.context;
                    context.unknown("text for cells", "unknown-text", at, id, known);
                }
                Answer::Text(CellTextId::new(id))
            }
        }
    }
}

/// Resolutions by cell.
pub type Resolutions = HashMap<(QuestionId, FigureId), Vec<Resolution>>;

/// The resolutions; each names cells that some table has.
pub fn resolutions(
    loader: &mut Loader,
    raw: Option<Parsed<Vec<RawResolution>>>,
    tables: &IndexMap<TableId, Table>,
) -> Resolutions {
    let mut resolutions: Resolutions = HashMap::new();
    let Some(Parsed { file, value }) = raw else {
        return resolutions;
    };
    for raw in value {
        let Some(take) = loader.source(file, &raw.take) else {
            continue;
        };
        let names = &loader.names;
        let when = names.optional(&mut loader.context, file, raw.when.as_ref());
        let because = loader.localized(file, raw.because, Layout::Blocks);
        for figure in &raw.figures {
            let in_table = tables.values().any(|table| {
                let asks = |(_, rows): &(SectionId, Vec<QuestionId>)| {
                    rows.iter().any(|q| q.as_str() == raw.question.value)
                };
                table.sections.iter().any(asks)
                    && table.figures.iter().any(|f| f.as_str() == figure.value)
            });
            let place = place(file, figure);
            if !in_table {
                let message = format!(
                    "no table has a cell for `{}` and `{}`",
                    raw.question.value, figure.value
                );
                let diagnostic = Diagnostic::new("no-such-cell", message, place);
                loader.context.report(diagnostic);
                continue;
            }
            let cell = (
                QuestionId::new(raw.question.value.clone()),
                FigureId::new(figure.value.clone()),
            );
            resolutions.entry(cell).or_default().push(Resolution {
                when: when.clone(),
                take: take.clone(),
                because: because.clone(),
                place,
            });
        }
    }
    resolutions
}
