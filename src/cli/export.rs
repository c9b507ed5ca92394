//! `rulegrid export`: all facts of a dataset for a program or a spreadsheet.

use super::selection::language;
use super::{Outcome, dataset, write_result};
use crate::render::export::Export as Exported;
use crate::view::Plan;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The options of `rulegrid export`.
#[derive(Args, Debug)]
pub struct Export {
    /// As what
    #[arg(value_enum)]
    format: Format,
    /// The folder of the dataset
    #[arg(long, default_value = "rules", value_name = "DIR")]
    rules: PathBuf,
    /// The language of the texts
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// The facts, and all that they name
    Json,
    /// One line for each fact
    Csv,
}

impl Export {
    /// Writes the facts to stdout.
    pub fn run(&self) -> Outcome {
        let loaded = dataset(&self.rules)?;
        let language = language(&loaded.dataset, self.lang.as_deref())?;
        let plan = Plan::new(&loaded.dataset);
        let exported = Exported::new(&plan, &loaded.files, language);
        write_result(&match self.format {
            Format::Json => format!("{:#}\n", exported.json()),
            Format::Csv => exported.csv(),
        })
    }
}
