//! Reads what the sources say about each cell. Whether they differ is judged elsewhere.

use super::cell::{self, RawAnswer};
use super::context::{Parsed, place};
use super::kind;
use super::loader::Loader;
use super::notes::undefined_note;
use super::raw::*;
use crate::diagnostic::{Diagnostic, FileIx};
use crate::logic::{Condition, in_editions};
use crate::model::*;
use crate::nearest::did_you_mean;
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};
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

/// Where an error that is reported already may be the reason why a claim is missing or differs.
#[derive(Debug, Default)]
pub struct Doubts {
    all: bool,
    /// Tables of which not all columns and rows are known.
    vague: HashSet<String>,
    tables: HashSet<TableId>,
    rows: HashSet<(TableId, QuestionId)>,
    cells: HashSet<(QuestionId, FigureId)>,
}

impl Doubts {
    /// Not all columns and rows of the table `id` are known.
    pub fn add_columns_and_rows(&mut self, id: &str) {
        self.vague.insert(id.to_owned());
    }

    /// What is said of a cell is not all known.
    pub fn add_cell(&mut self, cell: (QuestionId, FigureId)) {
        self.cells.insert(cell);
    }

    /// Whether a claim may be missing in a row only because of another error.
    pub fn has_row(&self, table: &TableId, question: &QuestionId) -> bool {
        let row = (table.clone(), question.clone());
        self.all || self.tables.contains(table) || self.rows.contains(&row)
    }

    /// Whether the claims about a cell are not all known.
    pub fn has_cell(&self, cell: &(QuestionId, FigureId)) -> bool {
        self.cells.contains(cell)
    }
}

/// The claims of all files; where they may not be all is added to `doubts`.
pub fn claims(
    loader: &mut Loader,
    mut raw: Vec<Parsed<RawFacts>>,
    targets: &Targets<'_>,
    doubts: &mut Doubts,
) -> Claims {
    let order = loader.source_lines.clone();
    raw.sort_by_key(|parsed| order.get_index_of(&parsed.value.source.value));
    let mut reader = Reader {
        loader,
        targets,
        claims: HashMap::new(),
        doubts,
    };
    for parsed in raw {
        reader.file(parsed);
    }
    reader.claims
}

/// Reads cells into claims.
pub struct Reader<'r, 't> {
    /// Names and messages.
    pub loader: &'r mut Loader,
    /// What claims may refer to.
    pub targets: &'r Targets<'t>,
    /// The claims read so far.
    pub claims: Claims,
    /// What may be missing.
    pub doubts: &'r mut Doubts,
}

/// What all claims of a file, or of an entry of the FAQ, share.
pub struct Sheet {
    /// The file.
    pub file: FileIx,
    /// Who says them.
    pub source: SourceId,
    /// Whether all editions that it names are known.
    pub knows_editions: bool,
    /// Holds in these editions.
    pub when: Condition,
    /// The entry, if they are one's.
    pub entry: Option<FaqId>,
}

impl Reader<'_, '_> {
    fn file(&mut self, parsed: Parsed<RawFacts>) {
        let Parsed { file, value: raw } = parsed;
        let source = self.loader.source(file, &raw.source);
        let editions = raw.editions.iter();
        let editions = editions.filter_map(|edition| self.loader.edition(file, edition));
        let editions: Vec<_> = editions.collect();
        if raw.editions.is_empty() {
            let message = "these facts hold in no edition";
            let at = place(file, &raw.source);
            let diagnostic = Diagnostic::new("missing-entry", message, at);
            let help = "name the editions that the source speaks of in `editions`";
            self.loader.context.report(diagnostic.help(help));
        }
        let source = source.unwrap_or_else(|| SourceId::new(raw.source.value));
        let sheet = Sheet {
            file,
            when: in_editions(&editions, self.loader.names.editions.len()),
            knows_editions: !editions.is_empty() && editions.len() == raw.editions.len(),
            source,
            entry: None,
        };
        for (_, (key, rows)) in self.loader.context.unique(file, raw.claims) {
            let (context, tables) = (&mut self.loader.context, self.targets.tables);
            let table = context.look_up(kind::TABLE, file, &key, tables);
            self.doubts.all |= table.is_none();
            for (_, (key, cells)) in self.loader.context.unique(file, rows) {
                self.row(&sheet, table, &key, cells);
            }
        }
    }

    /// A row; its cells are read even where it is not known whose they are.
    fn row(
        &mut self,
        sheet: &Sheet,
        table: Option<(&TableId, &Table)>,
        key: &Scalar,
        cells: Entries<Scalar>,
    ) {
        let question = table.and_then(|(id, table)| self.question(sheet.file, id, table, key));
        let mut cells = self.loader.context.unique(sheet.file, cells);
        let mut next_line = self.first_line(sheet, key, cells.shift_remove("at"));
        for (_, (key, value)) in cells {
            let row = table.zip(question.as_ref());
            let figure = row.and_then(|((id, table), question)| {
                let figure = self.figure(sheet.file, id, table, &key);
                if figure.is_none() {
                    self.doubts.rows.insert((id.clone(), question.clone()));
                }
                figure
            });
            let cell = question.clone().zip(figure);
            self.cell(sheet, cell, &value, &mut next_line);
        }
    }

    /// The question of the table that `key` names.
    fn question(
        &mut self,
        file: FileIx,
        id: &TableId,
        table: &Table,
        key: &Scalar,
    ) -> Option<QuestionId> {
        let known = || table.sections.iter().flat_map(|(_, questions)| questions);
        let found = known().find(|known| known.as_str() == key.value);
        if found.is_none() && !self.doubts.vague.contains(id.as_str()) {
            self.doubts.tables.insert(id.clone());
            let message = format!("the table `{id}` does not ask `{}`", key.value);
            let diagnostic = Diagnostic::new("unknown-question", message, place(file, key))
                .help("correct the name, or add the question to the table");
            let known = known().map(QuestionId::as_str);
            let context = &mut self.loader.context;
            context.unknown_name(diagnostic, &key.value, known);
        }
        found.cloned()
    }

    /// The figure of the table that `key` names.
    fn figure(
        &mut self,
        file: FileIx,
        id: &TableId,
        table: &Table,
        key: &Scalar,
    ) -> Option<FigureId> {
        let mut known = table.figures.iter();
        let found = known.find(|known| known.as_str() == key.value);
        if found.is_none() && !self.doubts.vague.contains(id.as_str()) {
            let message = format!("the table `{id}` has no figure `{}`", key.value);
            let diagnostic = Diagnostic::new("unknown-figure", message, place(file, key))
                .help("correct the name, or add the figure to the table");
            let known = table.figures.iter().map(FigureId::as_str);
            let context = &mut self.loader.context;
            context.unknown_name(diagnostic, &key.value, known);
        }
        found.cloned()
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
                let at = place(sheet.file, &line);
                let is_line = self.loader.check_line(at, &sheet.source, number);
                is_line.then_some(number)
            }
            None => {
                let lines = self.loader.source_lines.get(sheet.source.as_str());
                if matches!(lines, Some(Some(_))) {
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

    /// A cell; nothing is claimed where it is not known which one it is.
    pub fn cell(
        &mut self,
        sheet: &Sheet,
        cell: Option<(QuestionId, FigureId)>,
        value: &Scalar,
        next_line: &mut Option<u32>,
    ) {
        let file = sheet.file;
        let parsed = match cell::parse(&value.value) {
            Ok(parsed) => parsed,
            Err((message, range)) => {
                let at = self.loader.context.place_in(file, value, range);
                let help = "a cell is `yes`, `no`, `n/a`, `undefined`, a number or `text ID`, \
                            then `(notes)` and `@LINE` where needed; \
                            `ANSWER if CONDITION else ANSWER` where it depends";
                let diagnostic = Diagnostic::new("bad-cell", message, at).help(help);
                self.loader.context.report(diagnostic);
                self.doubts.cells.extend(cell);
                return;
            }
        };
        if let Some((line, range)) = parsed.line {
            let at = self.loader.context.place_in(file, value, range);
            let is_line = self.loader.check_line(at, &sheet.source, line);
            *next_line = is_line.then_some(line);
        } else if let Some(line) = *next_line
            && !self
                .loader
                .check_line(place(file, value), &sheet.source, line)
        {
            *next_line = None;
        }
        let line = *next_line;
        *next_line = next_line.and_then(|line| line.checked_add(1));
        let notes = self.notes(file, value, &parsed.notes);
        let mut elsewhere = sheet.when.clone();
        let mut is_whole = sheet.knows_editions;
        let mut claims = Vec::new();
        for (answer, when) in parsed.answers {
            let own = match when {
                Some(range) => {
                    let names = &self.loader.names;
                    let context = &mut self.loader.context;
                    let own = names.condition_in(context, file, value, range);
                    is_whole &= own.is_some();
                    own.unwrap_or(Condition::True)
                }
                None => Condition::True,
            };
            claims.push(Claim {
                source: sheet.source.clone(),
                line,
                when: Condition::and([elsewhere.clone(), own.clone()]),
                answer: self.answer(file, value, answer),
                notes: notes.clone(),
                entry: sheet.entry.clone(),
                place: place(file, value),
            });
            elsewhere = Condition::and([elsewhere, own.negate()]);
        }
        if let Some(cell) = cell {
            if !is_whole {
                self.doubts.cells.insert(cell.clone());
            }
            self.claims.entry(cell).or_default().extend(claims);
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
            let note = NoteId::new(id);
            if ids.contains(&note) {
                let at = self.loader.context.place_in(file, value, range.clone());
                let message = format!("this cell cites the note `{id}` twice");
                let diagnostic = Diagnostic::new("duplicate-id", message, at);
                self.loader.context.report(diagnostic.help("cite it once"));
            } else {
                ids.push(note);
            }
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
                    let near = did_you_mean(id, known);
                    let help = near.unwrap_or_else(|| "define it in cell-texts.yaml".to_owned());
                    let message = format!("there is no text `{id}` for cells");
                    let diagnostic = Diagnostic::new("unknown-text", message, at);
                    self.loader.context.report(diagnostic.help(help));
                }
                Answer::Text(CellTextId::new(id))
            }
        }
    }
}

/// Whether some table has a cell for `figure` in the row of `question`; reports it if none has.
pub fn is_cell(
    loader: &mut Loader,
    file: FileIx,
    question: &Scalar,
    figure: &Scalar,
    tables: &IndexMap<TableId, Table>,
) -> bool {
    fn rows(table: &Table) -> impl Iterator<Item = &QuestionId> {
        table.sections.iter().flat_map(|(_, rows)| rows)
    }
    let asks = |table: &&Table| rows(table).any(|row| row.as_str() == question.value);
    let asking = tables.values().filter(asks);
    let mut figures = asking.clone().flat_map(|table| &table.figures);
    if figures.any(|known| known.as_str() == figure.value) {
        return true;
    }
    let (asked, given) = (&question.value, &figure.value);
    if asking.clone().next().is_none() {
        let message = format!("no table asks `{asked}`");
        let diagnostic = Diagnostic::new("no-such-cell", message, place(file, question))
            .help("correct the name, or add the question to a table");
        let known = tables.values().flat_map(rows).map(QuestionId::as_str);
        loader.context.unknown_name(diagnostic, asked, known);
    } else {
        let message = format!("no table that asks `{asked}` has the figure `{given}`");
        let diagnostic = Diagnostic::new("no-such-cell", message, place(file, figure))
            .help("correct the name, or add the figure to such a table");
        let known = asking
            .flat_map(|table| &table.figures)
            .map(FigureId::as_str);
        loader.context.unknown_name(diagnostic, given, known);
    }
    false
}
