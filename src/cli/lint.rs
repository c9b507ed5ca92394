//! `rulegrid lint`: contradictions and dead parts of a dataset.

use super::{Failure, Outcome, colour_on_stdout, drawn, write_result};
use crate::diagnostic::{
    Diagnostic, Explained, Severity, render_findings, render_github, render_json, render_sarif,
};
use crate::lint::{Fixed, RULES, SUGGESTIONS, fixed, lint};
use crate::load::{Loaded, load_for_lint};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How often fixes are applied: one may make room for another.
const MOST_ROUNDS: usize = 10;

/// The options of `rulegrid lint`.
#[derive(Args, Debug)]
pub struct Lint {
    /// The folder of the dataset
    #[arg(long, default_value = "rules", value_name = "DIR")]
    rules: PathBuf,
    /// How to show the findings
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Point at what is worth a look, too; that is never an error
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
            for _ in 0..MOST_ROUNDS {
                let files = fixed(&loaded.files, &found);
                if files.is_empty() {
                    break;
                }
                loaded = self.write(&files)?;
                found = lint(&loaded, self.suggest);
            }
        }
        write_result(&self.drawn(&loaded, &found))?;
        let is_clean = found.iter().all(|f| f.severity == Severity::Suggestion);
        Ok(ExitCode::from(u8::from(!is_clean)))
    }

    /// Writes the files and loads the dataset again; writes nothing if it would not load.
    fn write(&self, files: &[Fixed]) -> Result<Loaded, Failure> {
        let failed = |error: std::io::Error| Failure(format!("error: cannot write a fix: {error}"));
        let mut old = Vec::new();
        for file in files {
            let path = self.rules.join(&file.path);
            old.push((path.clone(), std::fs::read(&path).map_err(failed)?));
            replace(&path, file.text.as_bytes()).map_err(failed)?;
        }
        match load_for_lint(&self.rules) {
            Ok(loaded) => {
                for file in files {
                    let fixes = if file.count == 1 { "fix" } else { "fixes" };
                    anstream::eprintln!("{}: {} {fixes}", file.path, file.count);
                }
                Ok(loaded)
            }
            Err(error) => {
                for (path, bytes) in old {
                    replace(&path, &bytes).map_err(failed)?;
                }
                let Failure(messages) = drawn(error);
                let what = "error: a fix would break the dataset, so nothing was changed";
                Err(Failure(format!("{messages}{what}")))
            }
        }
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

/// Writes beside the file and renames, so that a file is never half written.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".rulegrid-new");
    let beside = PathBuf::from(beside);
    std::fs::write(&beside, bytes)?;
    std::fs::rename(&beside, path)
}
