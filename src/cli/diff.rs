//! `rulegrid diff`: what readers see otherwise in another version of a dataset.

use super::selection::language;
use super::show::terminal;
use super::{Failure, Outcome, colour_on_stderr, interface_words, write_result};
use crate::diagnostic::render_human;
use crate::diff::{Diff as Changes, Narrow, Source};
use crate::load::{LoadError, Loaded, load};
use crate::model::{Dataset, EditionId};
use crate::render::diff::{json, markdown, text};
use crate::selection::edition_of;
use clap::{Args, ValueEnum};
use std::path::Path;
use std::process::ExitCode;

/// The folder of the dataset, where none is named.
const FOLDER: &str = "rules";

/// The options of `rulegrid diff`.
#[derive(Args, Debug)]
pub struct Diff {
    /// The version before: a folder, a git revision (HEAD~1), or a folder in one (v1.2:rules)
    old: String,
    /// The version after
    #[arg(default_value = FOLDER)]
    new: String,
    /// One edition only
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
    /// The language of the texts
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// How to show the changes
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// For a changelog
    Markdown,
}

impl Diff {
    /// Shows the changes: 0 where there are none, else 1.
    pub fn run(&self) -> Outcome {
        let old = source(&self.old, &self.new)?;
        let new = source(&self.new, &self.old)?;
        let (old, new) = (loaded(&old)?, loaded(&new)?);
        let (old, new) = (&old.dataset, &new.dataset);
        let edition = self.edition.as_deref();
        let edition = edition.map(|name| edition_in(name, old, new)).transpose()?;
        let language = language(new, self.lang.as_deref())?;
        let code = &new.languages[language.index()].code;
        let narrow = Narrow {
            edition,
            elements: None,
        };
        let changes = Changes::new(old, new, narrow);
        let words = interface_words(new)?;
        write_result(&match self.format {
            Format::Text => text(&changes, &words, code, terminal().width),
            Format::Json => format!("{:#}\n", json(&changes)),
            Format::Markdown => markdown(&changes, &words, code),
        })?;
        Ok(ExitCode::from(u8::from(!changes.is_empty())))
    }
}

/// The version `name`; a revision alone means the folder of the other version as it was then.
fn source(name: &str, other: &str) -> Result<Source, Failure> {
    let beside = [other, FOLDER].map(Path::new);
    let beside = beside.into_iter().find(|folder| folder.is_dir());
    let found = Source::find(name, beside.unwrap_or(Path::new(".")));
    found.map_err(|error| Failure(format!("error: {error}")))
}

fn loaded(source: &Source) -> Result<Loaded, Failure> {
    load(source.folder()).map_err(|error| not_loaded(source.name(), error))
}

/// Why the version `name` did not load.
pub fn not_loaded(name: &str, error: LoadError) -> Failure {
    match error {
        LoadError::Folder(message) => Failure(format!("error: {message}")),
        LoadError::Dataset(files, diagnostics) => {
            let drawn = render_human(&files, &diagnostics, colour_on_stderr());
            Failure(format!("in `{name}`:\n{drawn}"))
        }
    }
}

/// An edition of either version.
fn edition_in(name: &str, old: &Dataset, new: &Dataset) -> Result<EditionId, Failure> {
    let known = [new, old].into_iter().find_map(|dataset| {
        let ix = edition_of(dataset, name).ok()?;
        Some(dataset.edition(ix).0.clone())
    });
    known.ok_or_else(|| match edition_of(new, name) {
        Err(error) => Failure(format!("error: {error}")),
        Ok(_) => Failure(format!("error: there is no edition `{name}`")),
    })
}
