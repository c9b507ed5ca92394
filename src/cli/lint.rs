//! `rulegrid lint`: contradictions and dead parts of a dataset.

use super::{Outcome, colour_on_stdout, drawn, write_result};
use crate::diagnostic::{Diagnostic, Files, render_human};
use crate::lint::lint;
use crate::load::load_for_lint;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// The options of `rulegrid lint`.
#[derive(Args, Debug)]
pub struct Lint {
    /// The folder of the dataset
    #[arg(long, default_value = "rules", value_name = "DIR")]
    rules: PathBuf,
    /// How to show the findings
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// With the lines of the files
    Human,
    /// For programs
    Json,
}

impl Lint {
    /// Lints it: 0 where nothing is found, else 1.
    pub fn run(&self) -> Outcome {
        let loaded = load_for_lint(&self.rules).map_err(drawn)?;
        let found = lint(&loaded.dataset);
        let text = match self.format {
            Format::Human if found.is_empty() => "no findings\n".to_owned(),
            Format::Human => render_human(&loaded.files, &found, colour_on_stdout()),
            Format::Json => format!("{:#}\n", document(&loaded.files, &found)),
        };
        write_result(&text)?;
        Ok(ExitCode::from(u8::from(!found.is_empty())))
    }
}

/// The findings for programs, in the order in which a person sees them.
fn document(files: &Files, found: &[Diagnostic]) -> Value {
    let place = |annotation: &crate::diagnostic::Annotation| {
        let (line, column) = files.line_and_column(&annotation.place);
        let file = files.get(annotation.place.file);
        json!({
            "file": file.map_or("", |file| file.path.as_str()),
            "line": line,
            "column": column,
            "label": annotation.label,
        })
    };
    let findings = crate::diagnostic::in_order(found).into_iter();
    let findings = findings.map(|finding| {
        json!({
            "rule": finding.code,
            "message": finding.message,
            "about": finding.about,
            "place": place(&finding.primary),
            "also": finding.secondary.iter().map(place).collect::<Vec<_>>(),
            "notes": finding.notes,
            "help": finding.help,
        })
    });
    json!({"schema": 1, "findings": findings.collect::<Vec<_>>()})
}
