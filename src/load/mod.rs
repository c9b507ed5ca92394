//! Loads a dataset from a folder in two passes: YAML into raw shapes (one error a file), then raw
//! shapes into the model, which goes on after every error and reports them all. Nobody else reads
//! YAML.

mod cell;
mod check;
mod conditions;
mod context;
mod expansions;
mod facts;
mod faq;
mod files;
mod game;
mod glossary;
mod icons;
mod invariants;
mod kind;
mod lists;
mod loader;
mod markup;
mod notes;
mod pages;
mod play;
mod presets;
mod raw;
mod resolutions;
mod schema;
mod tables;
mod terms;
mod wiki;
mod words;
mod yaml;

pub use schema::{FileSchema, schemas};
pub use words::{WORDS_FILE, words, words_in};

use crate::diagnostic::{Diagnostic, FileIx, Files};
use crate::model::Dataset;
pub use check::faults;
pub(crate) use check::{cells, missing_answers};
use context::Context;
use facts::Doubts;
use loader::Loader;

use std::path::Path;

/// Why a dataset did not load.
#[derive(Debug)]
pub enum LoadError {
    /// The folder cannot be read.
    Folder(String),
    /// The dataset has errors, all of them listed.
    Dataset(Files, Vec<Diagnostic>),
}

/// A dataset with the files that it came from.
#[derive(Debug)]
pub struct Loaded {
    /// What the files say.
    pub dataset: Dataset,
    /// The files, for messages that point into them.
    pub files: Files,
}

/// Loads the dataset in `dir` and checks that its tables can be shown: every cell has an answer,
/// and where sources differ a resolution decides.
///
/// # Errors
/// All errors of all files, each with its place; or that the folder cannot be read.
pub fn load(dir: &Path) -> Result<Loaded, LoadError> {
    let Reading {
        dataset,
        mut context,
        doubts,
    } = read(dir)?;
    if let Some(dataset) = &dataset {
        let mut found = check::missing_answers_by_row(dataset, &doubts);
        found.extend(check::conflicts(dataset, &doubts, None));
        for diagnostic in found {
            context.report(diagnostic);
        }
    }
    finished(dataset, context)
}

/// Loads the dataset in `dir` for the linter, which itself judges whether its tables can be shown.
///
/// # Errors
/// As [`load`].
pub fn load_for_lint(dir: &Path) -> Result<Loaded, LoadError> {
    let reading = read(dir)?;
    finished(reading.dataset, reading.context)
}

fn finished(dataset: Option<Dataset>, context: Context) -> Result<Loaded, LoadError> {
    let files = context.files;
    match dataset {
        Some(dataset) if context.diagnostics.is_empty() => Ok(Loaded { dataset, files }),
        _ => Err(LoadError::Dataset(files, context.diagnostics)),
    }
}

/// Every two claims for one cell that differ in a selection that shows it, where no resolution
/// decides.
pub(crate) fn conflicts(dataset: &Dataset) -> Vec<Diagnostic> {
    check::conflicts(dataset, &Doubts::default(), None)
}

/// What both passes made of a folder.
struct Reading {
    /// `None` where it cannot be told, or is too large to look at.
    dataset: Option<Dataset>,
    context: Context,
    doubts: Doubts,
}

fn read(dir: &Path) -> Result<Reading, LoadError> {
    if !dir.is_dir() {
        let name = dir.display();
        return Err(LoadError::Folder(match dir.exists() {
            true => format!("`{name}` is a file, not the folder of a dataset"),
            false => format!("there is no folder `{name}`"),
        }));
    }
    let mut loader = Loader::default();
    let mut doubts = Doubts::default();
    let raw = files::read(dir, &mut loader.context).map_err(LoadError::Folder)?;
    let dataset = assemble(&mut loader, raw, &mut doubts);
    let mut context = loader.context;
    let too_large = dataset.as_ref().and_then(check::too_large);
    let dataset = dataset.filter(|_| too_large.is_none());
    if let Some(diagnostic) = too_large {
        context.report(diagnostic);
    }
    Ok(Reading {
        dataset,
        context,
        doubts,
    })
}

/// The second pass. `None` only where there is no game, edition or language to begin with.
fn assemble(loader: &mut Loader, mut raw: files::RawFiles, doubts: &mut Doubts) -> Option<Dataset> {
    let game = raw.game?;
    expansions::in_shelf_order(&mut raw.expansions);
    let declared = game::declare(loader, game, &raw.expansions)?;
    read_terms(loader, raw.terms);
    let (title, sources, editions) = declared.texts.read(loader, declared.file);
    let (expansions, elements) = expansions::expansions(loader, raw.expansions);
    let presets = presets::presets(loader, raw.presets, &expansions, &elements);
    let mut cited = Vec::new();
    let figures = tables::figures(loader, raw.figures, &mut cited);
    let names: Vec<_> = declared.tables.iter().map(|t| t.value.clone()).collect();
    let questions = tables::questions(loader, raw.questions, &names, &mut cited);
    let sections = tables::sections(loader, raw.sections);
    let notes = notes::notes(loader, raw.notes);
    let cell_texts = notes::cell_texts(loader, raw.cell_texts);
    notes::check_cited(loader, &cited, &notes);
    let parts = tables::Parts {
        figures: &figures,
        questions: &questions,
        sections: &sections,
    };
    let order = (declared.file, declared.tables);
    let tables = tables::tables(loader, raw.tables, order, &parts, doubts);
    tables::check_used(loader, &tables, &figures, &questions);
    let targets = facts::Targets {
        tables: &tables,
        notes: &notes,
        cell_texts: &cell_texts,
    };
    let mut claims = facts::claims(loader, raw.facts, &targets, doubts);
    let known = faq::Known {
        targets: &targets,
        expansions: &expansions,
        figures: &figures,
    };
    let faq = faq::faq(loader, raw.faq, &known, &mut claims, doubts);
    let resolutions = resolutions::resolutions(loader, raw.resolutions, &tables, doubts);
    let known = invariants::Known {
        figures: &figures,
        questions: &questions,
    };
    let invariants = invariants::invariants(loader, raw.invariants, &known);
    let (severities, allowances) = invariants::settings(loader, raw.lint);
    tables::check_actors(loader, &figures, &questions);
    let overview = tables::overview(loader, (declared.file, declared.overview), &tables);
    let glossary = glossary::glossary(loader, raw.glossary, &tables, &figures);
    let lists = lists::lists(loader, raw.lists);
    let words = (declared.file, declared.play);
    let play::PlayRead {
        play,
        doubts: play_doubts,
    } = play::play(loader, words, raw.play);
    let known = wiki::Known {
        tables: &tables,
        questions: &questions,
    };
    let wiki = wiki::wiki(loader, raw.wiki, &known);
    let icons = icons::icons(
        &mut loader.context,
        &raw.icons,
        &figures,
        &elements,
        &tables,
    );
    let things = markup::Things {
        figures: &figures,
        elements: &elements,
        expansions: &expansions,
        questions: &questions,
        tables: &tables,
    };
    let pages = pages::pages(loader, raw.pages, &things);
    let dataset = Dataset {
        id: declared.id,
        title,
        date: declared.date,
        corrections: declared.corrections,
        overview,
        languages: loader.languages.clone(),
        words: declared.words,
        sources,
        editions,
        default_edition: declared.default_edition,
        expansions,
        elements,
        presets,
        figures,
        questions,
        sections,
        tables,
        pages,
        icons,
        glossary,
        play,
        lists,
        faq,
        wiki,
        notes,
        cell_texts,
        claims,
        resolutions,
        invariants,
        allowances,
        severities,
        derived: declared.derived,
        conditions: std::mem::take(&mut loader.context.conditions),
        missing_texts: loader.missing_texts.clone(),
    };
    for diagnostic in play::check(&dataset, &play_doubts) {
        loader.context.report(diagnostic);
    }
    Some(dataset)
}

/// The terms of every language; a file for no language of the dataset is an error.
fn read_terms(loader: &mut Loader, raw: Vec<(String, context::Parsed<raw::RawTerms>)>) {
    let mut by_language: Vec<(Option<FileIx>, terms::Terms)> = Vec::new();
    by_language.resize_with(loader.languages.len(), Default::default);
    for (language, parsed) in raw {
        let file = parsed.file;
        let terms = terms::read(&mut loader.context, parsed, &loader.names);
        let Some(ix) = loader.languages.iter().position(|l| l.code == language) else {
            let known = loader.languages.iter().map(|l| l.code.as_str());
            let (at, context) = (context::start_of(file), &mut loader.context);
            context.unknown(kind::LANGUAGE, at, &language, known);
            continue;
        };
        if let Some(first) = by_language[ix].0 {
            let message = format!("the terms of `{language}` stand in two files");
            let diagnostic = Diagnostic::new("duplicate-id", message, context::start_of(file))
                .label("again here")
                .also(context::start_of(first), "first here")
                .help("put them into one file");
            loader.context.report(diagnostic);
        }
        by_language[ix] = (Some(file), terms);
    }
    loader.terms = by_language.into_iter().map(|(_, terms)| terms).collect();
}
