//! `rulegrid show`: the tables for a selection, or the order of play, in the terminal or for a
//! program.

use super::selection::ViewArgs;
use super::{Outcome, colour_on_stdout, interface_words, known, write_result};
use crate::model::TableId;
use crate::render::{csv, json, markdown, play, text};
use crate::view::{Plan, View, view};
use clap::{Args, ValueEnum};

/// The options of `rulegrid show`.
#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    view: ViewArgs,
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
        let (loaded, selection, language) = self.view.load()?;
        let dataset = &loaded.dataset;
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
        let table = table.map(|name| known("table", &dataset.tables, name));
        let table = table.transpose()?;
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
