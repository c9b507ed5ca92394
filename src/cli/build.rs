//! `rulegrid build`: the site, written so that a killed build leaves no half of it.

use super::selection::SelectionArgs;
use super::{Failure, Outcome, dataset, interface_words};
use crate::publish::publish;
use crate::render::html::Site;
use crate::view::{Plan, Scope};
use clap::Args;
use std::path::PathBuf;
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
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Open the site in a browser when it is built
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    selection: SelectionArgs,
}

impl Build {
    /// Builds it.
    pub fn run(&self) -> Outcome {
        let loaded = dataset(&self.rules)?;
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
        let plan = Plan::within(dataset, scope);
        let words = interface_words()?;
        let site = Site {
            plan: &plan,
            words: &words,
            base_url: self.base_url.as_deref(),
            files: Some(&loaded.files),
        };
        let failed = |error: &dyn std::error::Error| Failure(format!("error: {error}"));
        let files = site.files().map_err(|error| failed(&error))?;
        let published = publish(&self.out, &files).map_err(|error| failed(&error))?;
        anstream::eprintln!(
            "{} files in {}: {} written, {} unchanged, {} removed",
            files.len(),
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
