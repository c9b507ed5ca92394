//! `rulegrid show`: the tables for a selection, or the order of play, in the terminal or for a
//! program.

use super::selection::{SelectionArgs, language, load_selected};
use super::{Failure, Outcome, colour_on_stdout, interface_words, write_result};
use crate::model::{Dataset, TableId};
use crate::nearest::did_you_mean;
use crate::render::{csv, json, markdown, play, text};
use crate::view::{Plan, View, view};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The options of `rulegrid show`.
#[derive(Args, Debug)]
pub struct Show {
    /// The folder of the dataset
    #[arg(long, default_value = "rules", value_name = "DIR")]
    rules: PathBuf,
    #[command(flatten)]
    selection: SelectionArgs,
    /// The language of the texts
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// One table only
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    /// The order of play instead of the tables
    #[arg(long, conflicts_with = "table")]
    play: bool,
    /// How to show them
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// Tables that fit the window
    Text,
    /// For programs
    Json,
    /// One line for each cell
    Csv,
    /// Pipe tables
    Markdown,
}

impl Show {
    /// Shows it.
    pub fn run(&self) -> Outcome {
        let (loaded, selection) = load_selected(&self.rules, &self.selection)?;
        let dataset = &loaded.dataset;
        let language = language(dataset, self.lang.as_deref())?;
        let words = interface_words(dataset)?;
        if self.play {
            let view = Plan::new(dataset).play().view(&selection, language);
            return write_result(&match self.format {
                Format::Text => play::text(&view, &words, terminal()),
                Format::Json => format!("{:#}\n", play::json(&view)),
                Format::Csv => play::csv(&view),
                Format::Markdown => play::markdown(&view, &words),
            });
        }
        let table = self.table.as_deref();
        let table = table.map(|name| table_of(dataset, name)).transpose()?;
        let mut view = view(dataset, &selection, language);
        if let Some(table) = table {
            keep_only(&mut view, table);
        }
        write_result(&match self.format {
            Format::Text => text::document(&view, &words, terminal()),
            Format::Json => format!("{:#}\n", json::document(&view)),
            Format::Csv => csv::document(&view),
            Format::Markdown => markdown::document(&view, &words),
        })
    }
}

fn table_of<'d>(dataset: &'d Dataset, name: &str) -> Result<&'d TableId, Failure> {
    let known = dataset.tables.get_key_value(name);
    known.map(|(id, _)| id).ok_or_else(|| {
        let names = dataset.tables.keys().map(TableId::as_str);
        let all: Vec<_> = names.clone().collect();
        let help = did_you_mean(name, names);
        let help = help.unwrap_or_else(|| format!("the tables are {}", all.join(", ")));
        Failure(format!("error: there is no table `{name}`\nhelp: {help}"))
    })
}

/// Leaves one table in the view, and the notes that it cites; no list.
fn keep_only(view: &mut View<'_>, table: &TableId) {
    view.lists.clear();
    view.tables.retain(|shown| shown.id == table);
    let cited: Vec<_> = view.tables.iter().flat_map(|t| &t.notes).collect();
    view.notes
        .retain(|note| cited.iter().any(|mark| mark.id == note.id));
}

/// The window, or 100 columns without colour where the output is not one.
pub fn terminal() -> text::Terminal {
    let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    let window = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    text::Terminal {
        width: window.or(columns).unwrap_or(100).clamp(20, 400),
        colour: colour_on_stdout(),
    }
}
