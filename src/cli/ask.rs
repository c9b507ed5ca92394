//! `rulegrid ask`: the answer to a question in a few words.

use super::selection::{SelectionArgs, language};
use super::show::terminal;
use super::{Failure, Outcome, dataset, interface_words, write_result};
use crate::model::{Dataset, ElementSet, Selection};
use crate::render::ask::{json, text};
use crate::search::{Meaning, ask};
use crate::view::Plan;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// The options of `rulegrid ask`.
#[derive(Args, Debug)]
#[command(mut_arg("address", |arg| arg.help(
    "The selection as the address of a page; without any, everything is selected"
)))]
pub struct Ask {
    /// The question, in any of the dataset's languages: "may the laser cut acrylic"
    #[arg(required = true, value_name = "WORDS")]
    words: Vec<String>,
    /// The folder of the dataset
    #[arg(long, default_value = "rules", value_name = "DIR")]
    rules: PathBuf,
    #[command(flatten)]
    selection: SelectionArgs,
    /// The language of the answer, if not that of the question
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// How to answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

impl Ask {
    /// Answers it; without an answer, says what was understood.
    pub fn run(&self) -> Outcome {
        let loaded = dataset(&self.rules)?;
        let dataset = &loaded.dataset;
        let selection = self.selection(dataset)?;
        let lang = self.lang.as_deref();
        let lang = lang.map(|code| language(dataset, Some(code))).transpose()?;
        let plan = Plan::new(dataset);
        let asked = ask(&plan, &self.words.join(" "), &selection, lang);
        let words = interface_words(dataset)?;
        let result = match self.format {
            Format::Text => text(&asked, &words, terminal().width),
            Format::Json => format!("{:#}\n", json(&asked)),
        };
        write_result(&result)?;
        let is_for_people = matches!(self.format, Format::Text);
        if is_for_people && matches!(asked.meaning, Meaning::Nothing(_)) {
            anstream::eprintln!(
                "help: name a figure and what is asked of it; `rulegrid show --all` lists both"
            );
        }
        Ok(ExitCode::from(u8::from(asked.answer().is_none())))
    }

    /// The selection that the options mean; everything where they name no elements.
    fn selection(&self, dataset: &Dataset) -> Result<Selection, Failure> {
        let mut selection = self.selection.selection(dataset)?;
        if self.selection.address.is_none() && !self.selection.names.names_elements() {
            selection.elements = ElementSet::full(dataset.elements.len());
        }
        Ok(selection)
    }
}
