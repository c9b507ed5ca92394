//! `rulegrid lint`: contradictions and dead parts of a dataset.

use super::fix::fix;
use super::{Failure, Outcome, colour_on_stdout, drawn, write_result};
use crate::diagnostic::{
    Diagnostic, Explained, Severity, render_findings, render_github, render_json, render_sarif,
};
use crate::lint::{RULES, SUGGESTIONS, lint};
use crate::load::{Loaded, load_for_lint};
use clap::{Args, ValueEnum};
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
    /// Point at what is worth a look, too; that is an error only where lint.yaml says so
    #[arg(long)]
    suggest: bool,
    /// Mend what can be mended safely; comments and layout stay
    #[arg(long)]
    fix: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// With the lines of the files
    Human,
    /// For programs
    Json,
    /// For code hosts and editors (SARIF 2.1.0)
    Sarif,
    /// For the checks of GitHub: workflow commands
    Github,
}

impl Lint {
    /// Lints it: 0 where nothing is wrong, else 1.
    pub fn run(&self) -> Outcome {
        let mut loaded = load_for_lint(&self.rules).map_err(drawn)?;
        let mut found = lint(&loaded, self.suggest);
        if self.fix {
            let fixed = fix(&self.rules, &loaded, self.suggest).map_err(Failure)?;
            for (path, fixes) in &fixed {
                let word = if *fixes == 1 { "fix" } else { "fixes" };
                anstream::eprintln!("{path}: {fixes} {word}");
            }
            if !fixed.is_empty() {
                loaded = load_for_lint(&self.rules).map_err(drawn)?;
                found = lint(&loaded, self.suggest);
            }
        }
        write_result(&self.drawn(&loaded, &found))?;
        let is_clean = found.iter().all(|f| f.severity == Severity::Suggestion);
        Ok(ExitCode::from(u8::from(!is_clean)))
    }

    fn drawn(&self, loaded: &Loaded, found: &[Diagnostic]) -> String {
        let files = &loaded.files;
        match self.format {
            Format::Human => render_findings(files, found, colour_on_stdout()),
            Format::Json => render_json(files, found),
            Format::Sarif => {
                let rules = RULES.into_iter().chain(SUGGESTIONS);
                let rules = rules.map(|rule| Explained {
                    code: rule.code,
                    title: rule.title,
                    explanation: rule.explanation,
                });
                render_sarif(files, found, &rules.collect::<Vec<_>>(), &self.root())
            }
            Format::Github => render_github(files, found, &self.root()),
        }
    }

    /// The folder of the dataset as it stands before the paths of its files.
    fn root(&self) -> String {
        let parts = self.rules.components();
        let parts = parts.filter(|part| *part != std::path::Component::CurDir);
        let folder = parts.collect::<PathBuf>();
        let folder = folder.to_string_lossy().replace('\\', "/");
        match folder.as_str() {
            "" => String::new(),
            folder => format!("{}/", folder.trim_end_matches('/')),
        }
    }
}
