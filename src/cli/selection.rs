//! The options that every command with a selection has; what they mean is `selection`'s.

use super::{Failure, colour_on_stderr, drawn, unknown};
use crate::diagnostic::render_human;
use crate::load::{Loaded, faults, load, load_for_lint};
use crate::model::{Dataset, LanguageIx, Selection};
use crate::selection::{SelectionError, edition_of, from_address, from_names};
use clap::Args;
use std::path::PathBuf;

/// What to show of which dataset, and in which language.
#[derive(Args, Debug)]
pub struct ViewArgs {
    /// The folder of the dataset
    #[arg(long, default_value = "rules", value_name = "DIR")]
    pub rules: PathBuf,
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// The language of the texts
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Option<String>,
}

impl ViewArgs {
    /// The dataset, the selection and the language that the options mean. What is wrong elsewhere
    /// in the dataset does not keep this selection from being shown.
    ///
    /// # Errors
    /// The dataset does not load, a name is not known, or a cell of the selection has no answer or
    /// two.
    pub fn load(&self) -> Result<(Loaded, Selection, LanguageIx), Failure> {
        // Where not even the linter can read it, there may be more to say.
        let loaded = load_for_lint(&self.rules).or_else(|_| load(&self.rules));
        let loaded = loaded.map_err(drawn)?;
        let selection = self.selection.selection(&loaded.dataset)?;
        let faults = faults(&loaded.dataset, &selection);
        if !faults.is_empty() {
            let colour = colour_on_stderr();
            return Err(Failure(render_human(&loaded.files, &faults, colour)));
        }
        let language = language(&loaded.dataset, self.lang.as_deref())?;
        Ok((loaded, selection, language))
    }
}

/// What to show: names, or a page's address.
#[derive(Args, Debug)]
pub struct SelectionArgs {
    #[command(flatten)]
    pub names: NamesArgs,
    /// The selection as the address of a page
    #[arg(
        long = "selection",
        value_name = "URL",
        conflicts_with_all = ["edition", "with", "all", "without"]
    )]
    pub address: Option<String>,
}

impl SelectionArgs {
    /// The selection that the options mean.
    ///
    /// # Errors
    /// Every name that is not known, each with the nearest ones.
    pub fn selection(&self, dataset: &Dataset) -> Result<Selection, Failure> {
        match &self.address {
            Some(address) => from_address(dataset, address).map_err(|errors| failure(&errors)),
            None => self.names.selection(dataset),
        }
    }
}

/// What to show, by names.
#[derive(Args, Debug)]
pub struct NamesArgs {
    /// The edition of the rules
    #[arg(long, value_name = "EDITION")]
    pub edition: Option<String>,
    /// Expansions and elements, by comma
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub with: Vec<String>,
    /// All expansions
    #[arg(long, conflicts_with = "with")]
    pub all: bool,
    /// Expansions and elements to leave out, by comma
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub without: Vec<String>,
}

impl NamesArgs {
    /// Whether the elements are named.
    pub fn names_elements(&self) -> bool {
        self.all || !self.with.is_empty() || !self.without.is_empty()
    }

    /// The selection that the names mean.
    ///
    /// # Errors
    /// Every name that is not known, each with the nearest ones.
    pub fn selection(&self, dataset: &Dataset) -> Result<Selection, Failure> {
        let edition = self.edition.as_deref();
        let edition = edition.map(|name| edition_of(dataset, name)).transpose();
        let elements = from_names(
            dataset,
            self.all,
            &trimmed(&self.with),
            &trimmed(&self.without),
        );
        match (edition, elements) {
            (Ok(edition), Ok(elements)) => Ok(Selection {
                edition: edition.unwrap_or(dataset.default_edition),
                elements,
            }),
            (edition, elements) => {
                let mut errors: Vec<_> = edition.err().into_iter().collect();
                errors.extend(elements.err().unwrap_or_default());
                Err(failure(&errors))
            }
        }
    }
}

fn trimmed(names: &[String]) -> Vec<String> {
    let names = names.iter().map(|name| name.trim().to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

/// The language with `code`, or the first.
///
/// # Errors
/// The dataset has no such language.
pub fn language(dataset: &Dataset, code: Option<&str>) -> Result<LanguageIx, Failure> {
    let Some(code) = code else {
        return Ok(LanguageIx(0));
    };
    dataset.language_ix(code).ok_or_else(|| {
        let known = dataset.languages.iter().map(|l| l.code.as_str());
        unknown("language", code, known)
    })
}

fn failure(errors: &[SelectionError]) -> Failure {
    let lines = errors.iter().map(|error| format!("error: {error}"));
    let mut lines: Vec<_> = lines.collect();
    let is_unlike_any = |error: &SelectionError| error.nearest.is_empty() && error.known.is_empty();
    if errors.iter().any(is_unlike_any) {
        lines.push(
            "help: the dataset names expansions and elements in its folder expansions".into(),
        );
    }
    Failure(lines.join("\n"))
}
