//! Reads what tables are made of: figures, questions, sections and the tables themselves.
//! It does not read what stands in their cells.

use super::context::{Context, Parsed, place};
use super::facts::Doubts;
use super::kind;
use super::loader::{Declared, Layout, Loader};
use super::raw::*;
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::model::*;
use indexmap::{IndexMap, IndexSet};
use std::collections::{HashMap, HashSet};

/// Note ids as written, to be checked once the notes are known.
pub type Cited = Vec<(FileIx, Scalar)>;

/// The figures; their notes are added to `cited`.
pub fn figures(
    loader: &mut Loader,
    raw: Option<Parsed<Entries<RawFigure>>>,
    cited: &mut Cited,
) -> IndexMap<FigureId, Figure> {
    let mut figures = IndexMap::new();
    let Some(Parsed { file, value }) = raw else {
        return figures;
    };
    for (id, (key, raw)) in loader.context.unique(file, value) {
        loader.context.is_id(file, &key, None);
        let names = &loader.names;
        let when = names.optional(&mut loader.context, file, raw.when.as_ref());
        let figure = Figure {
            when,
            name: loader.localized(file, raw.name, Layout::OneLine),
            words: loader.search_words(file, raw.words),
            notes: notes_of(file, raw.notes, cited),
            place: place(file, &key),
        };
        figures.insert(FigureId::new(id), figure);
    }
    figures
}

fn notes_of(file: FileIx, raw: Option<Vec<Scalar>>, cited: &mut Cited) -> Vec<NoteId> {
    let raw = raw.unwrap_or_default();
    let ids = raw.iter().map(|note| NoteId::new(note.value.clone()));
    let ids = ids.collect();
    cited.extend(raw.into_iter().map(|note| (file, note)));
    ids
}

/// The questions of the overview, each of which some table asks.
pub fn overview(
    loader: &mut Loader,
    (file, raw): (FileIx, Vec<Scalar>),
    tables: &IndexMap<TableId, Table>,
) -> Vec<QuestionId> {
    let sections = tables.values().flat_map(|table| &table.sections);
    let asked: IndexSet<_> = sections.flat_map(|(_, questions)| questions).collect();
    let mut overview = Vec::new();
    for scalar in &raw {
        let id = QuestionId::new(scalar.value.clone());
        if asked.contains(&id) {
            overview.push(id);
            continue;
        }
        let known = asked.iter().map(|id| id.as_str());
        let (at, name) = (place(file, scalar), &scalar.value);
        loader.context.unknown(kind::QUESTION, at, name, known);
    }
    overview
}

/// The questions; their notes are added to `cited`. Exceptions name one of `tables`.
pub fn questions(
    loader: &mut Loader,
    raw: Option<Parsed<Entries<RawQuestion>>>,
    tables: &[String],
    cited: &mut Cited,
) -> IndexMap<QuestionId, Question> {
    let mut questions = IndexMap::new();
    let Some(Parsed { file, value }) = raw else {
        return questions;
    };
    for (id, (key, raw)) in loader.context.unique(file, value) {
        loader.context.is_id(file, &key, Some('/'));
        let names = &loader.names;
        let when = names.optional(&mut loader.context, file, raw.when.as_ref());
        let mut when_in = HashMap::new();
        let exceptions = raw.when_in.unwrap_or_default();
        for (_, (key, own)) in loader.context.unique(file, exceptions) {
            if let Some(table) = table_of(loader, file, &key, tables) {
                let names = &loader.names;
                let own = names.optional(&mut loader.context, file, Some(&own));
                when_in.insert(table, own);
            }
        }
        let text = loader.localized(file, raw.text, Layout::OneLine);
        let mut text_in = HashMap::new();
        let exceptions = raw.text_in.unwrap_or_default();
        for (_, (key, own)) in loader.context.unique(file, exceptions) {
            if let Some(table) = table_of(loader, file, &key, tables) {
                let own = loader.localized(file, own, Layout::OneLine);
                text_in.insert(table, own);
            }
        }
        let question = Question {
            when,
            when_in,
            text,
            text_in,
            words: loader.search_words(file, raw.words),
            notes: notes_of(file, raw.notes, cited),
            by: raw.by.map(|by| Actor {
                place: place(file, &by.figure),
                figure: FigureId::new(by.figure.value),
                does: QuestionId::new(by.does.value),
            }),
            at: loader.lines(file, raw.at),
            place: place(file, &key),
        };
        questions.insert(QuestionId::new(id), question);
    }
    questions
}

fn table_of(loader: &mut Loader, file: FileIx, key: &Scalar, tables: &[String]) -> Option<TableId> {
    if tables.contains(&key.value) {
        return Some(TableId::new(key.value.clone()));
    }
    let known = tables.iter().map(String::as_str);
    let at = place(file, key);
    let context = &mut loader.context;
    context.unknown(kind::TABLE, at, &key.value, known);
    None
}

/// Checks that the figures and questions that `by` names exist.
pub fn check_actors(
    loader: &mut Loader,
    figures: &IndexMap<FigureId, Figure>,
    questions: &IndexMap<QuestionId, Question>,
) {
    for actor in questions
        .values()
        .filter_map(|question| question.by.as_ref())
    {
        let at = || actor.place.clone();
        let context = &mut loader.context;
        if !figures.contains_key(&actor.figure) {
            let known = figures.keys().map(FigureId::as_str);
            let name = actor.figure.as_str();
            context.unknown(kind::FIGURE, at(), name, known);
        }
        if !questions.contains_key(&actor.does) {
            let known = questions.keys().map(QuestionId::as_str);
            let name = actor.does.as_str();
            context.unknown(kind::QUESTION, at(), name, known);
        }
    }
}

/// The titles of the sections.
pub fn sections(
    loader: &mut Loader,
    raw: Option<Parsed<Entries<RawText>>>,
) -> IndexMap<SectionId, Localized> {
    let mut sections = IndexMap::new();
    let Some(Parsed { file, value }) = raw else {
        return sections;
    };
    for (id, (key, title)) in loader.context.unique(file, value) {
        loader.context.is_id(file, &key, None);
        let title = loader.localized(file, title, Layout::OneLine);
        sections.insert(SectionId::new(id), title);
    }
    sections
}

/// What tables may refer to.
pub struct Parts<'p> {
    /// The figures.
    pub figures: &'p IndexMap<FigureId, Figure>,
    /// The questions.
    pub questions: &'p IndexMap<QuestionId, Question>,
    /// The sections.
    pub sections: &'p IndexMap<SectionId, Localized>,
}

/// How pages are called that are not those of tables.
const RESERVED: [&str; 2] = ["index", "report"];

/// The tables in the order that `game.yaml` gives. Those with a wrong row or column are added to
/// `doubts`.
pub fn tables(
    loader: &mut Loader,
    raw: Vec<Parsed<RawTable>>,
    order: (FileIx, Vec<Scalar>),
    parts: &Parts<'_>,
    doubts: &mut Doubts,
) -> IndexMap<TableId, Table> {
    let mut declared = Declared::new("table");
    let mut read = IndexMap::new();
    for Parsed { file, value: raw } in raw {
        let errors_before = loader.context.diagnostics.len();
        if loader.context.is_id(file, &raw.id, None) && RESERVED.contains(&raw.id.value.as_str()) {
            let id = &raw.id.value;
            let message = format!("a table cannot be called `{id}`: another page of the site is");
            let diagnostic = Diagnostic::new("bad-id", message, place(file, &raw.id));
            loader.context.report(diagnostic.help("give it another id"));
        }
        if !declared.add(&mut loader.context, file, &raw.id) {
            continue;
        }
        let title = loader.localized(file, raw.title, Layout::OneLine);
        let mut figures = Vec::new();
        let mut seen = Declared::new("column");
        for figure in &raw.figures {
            let context = &mut loader.context;
            let first = seen.add(context, file, figure);
            let known = context.look_up(kind::FIGURE, file, figure, parts.figures);
            figures.extend(known.filter(|_| first).map(|(id, _)| id.clone()));
        }
        let sections = table_sections(loader, file, raw.sections, parts);
        let is_of_things = raw.of.is_some_and(|of| match of.value.as_str() {
            "figures" => false,
            "things" => true,
            _ => {
                let context = &mut loader.context;
                context.expected_one_of(file, &of, &["figures", "things"]);
                false
            }
        });
        let table = Table {
            title,
            figures,
            sections,
            is_of_things,
        };
        if loader.context.diagnostics.len() > errors_before {
            doubts.add_columns_and_rows(&raw.id.value);
        }
        read.insert(raw.id.value.clone(), (place(file, &raw.id), table));
    }
    in_order(loader, read, order, &declared)
}

/// The tables in the order of `game.yaml`; one that has no place there comes last.
fn in_order(
    loader: &mut Loader,
    mut read: IndexMap<String, (Place, Table)>,
    (file, order): (FileIx, Vec<Scalar>),
    declared: &Declared<'_>,
) -> IndexMap<TableId, Table> {
    let mut tables = IndexMap::new();
    let mut seen = Declared::new("table");
    for name in &order {
        let context = &mut loader.context;
        let first = seen.add(context, file, name);
        if !declared.has(&name.value) {
            let at = place(file, name);
            context.unknown(kind::TABLE, at, &name.value, declared.names());
        } else if first && let Some((_, table)) = read.shift_remove(&name.value) {
            tables.insert(TableId::new(name.value.clone()), table);
        }
    }
    for (id, (at, table)) in read {
        let message = format!("the table `{id}` has no place in the order of tables");
        let diagnostic = Diagnostic::new("unordered-table", message, at);
        let help = "add it to `tables` in game.yaml";
        loader.context.report(diagnostic.help(help));
        tables.insert(TableId::new(id), table);
    }
    tables
}

fn table_sections(
    loader: &mut Loader,
    file: FileIx,
    raw: Entries<Vec<Scalar>>,
    parts: &Parts<'_>,
) -> Vec<(SectionId, Vec<QuestionId>)> {
    let mut rows = Declared::new("row");
    let mut sections = Vec::new();
    for (id, (key, questions)) in loader.context.unique(file, raw) {
        let context = &mut loader.context;
        // The rows of an unknown section are kept: they are judged all the same.
        context.look_up(kind::SECTION, file, &key, parts.sections);
        let mut own = Vec::new();
        for question in &questions {
            let first = rows.add(context, file, question);
            let known = context.look_up(kind::QUESTION, file, question, parts.questions);
            own.extend(known.filter(|_| first).map(|(id, _)| id.clone()));
        }
        sections.push((SectionId::new(id), own));
    }
    sections
}

/// Reports questions and figures that no table shows, unless a wrong name may be the reason.
pub fn check_used(
    loader: &mut Loader,
    tables: &IndexMap<TableId, Table>,
    figures: &IndexMap<FigureId, Figure>,
    questions: &IndexMap<QuestionId, Question>,
) {
    let context = &mut loader.context;
    let is_reported = |context: &Context, code| context.diagnostics.iter().any(|d| d.code == code);
    if !is_reported(context, "unknown-figure") {
        let used: HashSet<_> = tables.values().flat_map(|table| &table.figures).collect();
        for (id, figure) in figures.iter().filter(|(id, _)| !used.contains(id)) {
            let message = format!("no table has the figure `{id}`");
            let diagnostic = Diagnostic::new("unused-figure", message, figure.place.clone());
            let help = "add it to `figures` in a file of tables/, or remove it";
            context.report(diagnostic.help(help));
        }
    }
    if !is_reported(context, "unknown-question") {
        let sections = tables.values().flat_map(|table| &table.sections);
        let used: HashSet<_> = sections.flat_map(|(_, questions)| questions).collect();
        for (id, question) in questions.iter().filter(|(id, _)| !used.contains(id)) {
            let message = format!("no table asks `{id}`");
            let diagnostic = Diagnostic::new("unused-question", message, question.place.clone());
            let help = "add it to a section in a file of tables/, or remove it";
            context.report(diagnostic.help(help));
        }
    }
}
