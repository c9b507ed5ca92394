//! `rulegrid build`: the site, written so that a killed build leaves no half of it.

use super::diff::not_loaded;
use super::look::LookArgs;
use super::selection::NamesArgs;
use super::{Failure, Outcome, dataset, web_address};
use crate::diff::{History, HistoryError, Narrow, Step, VersionName};
use crate::model::{Dataset, Words};
use crate::publish::{PublishError, Publisher, SiteFile};
use crate::render::html::{RenderError, Site};
use crate::view::{Plan, ReadySheet, Scope};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The options of `rulegrid build`.
#[derive(Args, Debug)]
pub struct Build {
    /// The folder of the dataset
    #[arg(long, default_value = "rules", value_name = "DIR")]
    rules: PathBuf,
    /// The folder of the site
    #[arg(long, default_value = "dist", value_name = "DIR")]
    out: PathBuf,
    /// Where the site will stand, for links that search engines need
    #[arg(long, value_name = "URL", value_parser = web_address)]
    base_url: Option<String>,
    /// Earlier versions of the dataset, one folder each, named by dates or versions: the site tells
    /// what changed
    #[arg(long, value_name = "DIR")]
    history: Option<PathBuf>,
    /// What the version being built is called: a date (2026-11-30), or a version
    #[arg(long, value_name = "NAME", requires = "history")]
    release: Option<String>,
    /// Sheets for print, too: each preset, in each edition and language
    #[arg(long)]
    pdf: bool,
    /// Open the site in a browser when it is built
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    selection: NamesArgs,
}

impl Build {
    /// Builds it.
    pub fn run(&self) -> Outcome {
        #[cfg(not(feature = "pdf"))]
        if self.pdf {
            return Err(super::pdf::not_built());
        }
        let loaded = dataset(&self.rules)?;
        self.check_out()?;
        let dataset = &loaded.dataset;
        let selection = self.selection.selection(dataset)?;
        let scope = Scope {
            edition: self
                .selection
                .edition
                .is_some()
                .then_some(selection.edition),
            elements: self
                .selection
                .names_elements()
                .then_some(selection.elements),
        };
        let history = self.history()?;
        let versions = self.versions(&history, dataset, &scope)?;
        let plan = Plan::within(dataset, scope);
        let (look, words) = self.look.read()?;
        let words = words.with(&dataset.words);
        let sheets = match self.pdf {
            true => plan.ready_sheets(),
            false => Vec::new(),
        };
        let site = Site {
            plan: &plan,
            words: &words,
            base_url: self.base_url.as_deref(),
            files: Some(&loaded.files),
            sheets: &sheets,
        };
        // Before any page is made, since a page that cannot be written is made in vain.
        let publisher = Publisher::open(&self.out)?;
        let add = |file: SiteFile| publisher.add(&file).map_err(Failure::from);
        site.files_into(&look, &versions, add)?;
        for sheet in self.sheets(&plan, &sheets, &words)? {
            publisher.add(&sheet)?;
        }
        let published = publisher.commit()?;
        anstream::eprintln!(
            "{} files in {}: {} written, {} unchanged, {} removed",
            published.written + published.unchanged,
            self.out.display(),
            published.written,
            published.unchanged,
            published.removed
        );
        for ((_, language), missing) in dataset.languages().zip(&dataset.missing_texts) {
            if *missing > 0 {
                let code = &language.code;
                anstream::eprintln!("{missing} texts are missing in `{code}`");
            }
        }
        if self.open {
            self.open_site()?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Whether the site would lie among the files of the dataset, which then would not load.
    fn check_out(&self) -> Result<(), Failure> {
        let is_inside = match (self.rules.canonicalize(), whole_path(&self.out)) {
            (Ok(rules), Some(out)) => out.starts_with(rules),
            _ => false,
        };
        match is_inside {
            true => Err(Failure(format!(
                "error: `{}` lies in the folder of the dataset\nhelp: name another folder for the site \
                 with --out",
                self.out.display()
            ))),
            false => Ok(()),
        }
    }

    /// The sheets, those unchanged as the last build left them.
    #[cfg(feature = "pdf")]
    fn sheets(
        &self,
        plan: &Plan<'_>,
        sheets: &[ReadySheet<'_>],
        words: &Words,
    ) -> Result<Vec<SiteFile>, Failure> {
        let templates = self.look.typst()?;
        let base_url = self.base_url.as_deref();
        super::pdf::ready(plan, sheets, words, &templates, &self.out, base_url)
    }

    #[cfg(not(feature = "pdf"))]
    fn sheets(
        &self,
        _: &Plan<'_>,
        _: &[ReadySheet<'_>],
        _: &Words,
    ) -> Result<Vec<SiteFile>, Failure> {
        Ok(Vec::new())
    }

    /// The earlier versions of the dataset.
    fn history(&self) -> Result<History, Failure> {
        let history = self.history.as_deref().map(History::read).transpose();
        Ok(history.map_err(no_history)?.unwrap_or_default())
    }

    /// What changed in each version, in what the site can show.
    fn versions<'h>(
        &self,
        history: &'h History,
        dataset: &'h Dataset,
        scope: &Scope,
    ) -> Result<Vec<Step<'h>>, Failure> {
        let name = self.release.as_deref().map(VersionName::new).transpose();
        let elements = scope.elements.as_ref().map(|elements| {
            let ids = elements.iter().map(|ix| dataset.element(ix).0.clone());
            ids.collect()
        });
        let narrow = Narrow {
            edition: scope.edition.map(|ix| dataset.edition(ix).0.clone()),
            elements,
        };
        let steps = history.steps(dataset, name.map_err(no_history)?, &narrow);
        steps.map_err(no_history)
    }

    /// Opens the site in the system's browser; where there is none, says where the site is.
    fn open_site(&self) -> Result<(), Failure> {
        let page = self.out.join("index.html");
        let page = page.canonicalize().unwrap_or(page);
        anstream::eprintln!("the site is at file://{}", page.display());
        if let Err(error) = opener::open(&page) {
            anstream::eprintln!("no browser could be opened ({error}); open that address in one");
        }
        Ok(())
    }
}

impl From<PublishError> for Failure {
    fn from(error: PublishError) -> Self {
        Self(format!("error: {error}"))
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        Self(format!("error: {error}"))
    }
}

/// The path without links and `..`, of which the last parts need not be there yet.
fn whole_path(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    path.ancestors().find_map(|above| {
        let whole = above.canonicalize().ok()?;
        Some(whole.join(path.strip_prefix(above).ok()?))
    })
}

fn no_history(error: HistoryError) -> Failure {
    match error {
        HistoryError::Dataset(name, error) => not_loaded(&name, *error),
        error => Failure(format!("error: {error}")),
    }
}
