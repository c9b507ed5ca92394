//! The command line: what can be asked for, and how it ends. One file for each subcommand.

mod ask;
mod build;
mod completions;
mod diff;
mod explain;
mod export;
pub mod fix;
mod lint;
mod look;
mod new;
mod pdf;
mod schema;
mod selection;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod wiki;
mod write;

use crate::diagnostic::{Diagnostic, Files, render_human, render_of_look};
use crate::load::{LoadError, Loaded, load, words};
use crate::model::{Dataset, Words};
use crate::nearest::did_you_mean;
use clap::{Parser, Subcommand};
use indexmap::IndexMap;
use std::borrow::Borrow;
use std::hash::Hash;
use std::path::Path;
use std::process::ExitCode;

/// Rule facts as filtered tables.
#[derive(Parser, Debug)]
#[command(name = "rulegrid", version, about, long_about = None)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Show the tables for an edition and expansions
    Show(show::Show),
    /// Answer a question in a few words
    Ask(ask::Ask),
    /// Build the site
    Build(build::Build),
    /// Show the site in a browser while it is being edited
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    /// Make a sheet for print
    Pdf(pdf::Pdf),
    /// Tell what readers see otherwise in another version of the dataset
    Diff(diff::Diff),
    /// Write out all facts, for programs and spreadsheets
    Export(export::Export),
    /// Write out the JSON Schemas of the dataset's files
    Schema(schema::Schema),
    /// Begin a dataset for another game
    New(new::New),
    /// Find contradictions in the dataset
    Lint(lint::Lint),
    /// Explain a rule of the linter
    Explain(explain::Explain),
    /// Check, compare and write pages of a wiki
    Wiki(wiki::Wiki),
    /// Write out what a shell needs to complete commands
    Completions(completions::Completions),
    /// Write out the manual page
    Man(completions::Man),
}

/// The command ran, but could not do what it was asked to.
#[derive(Debug)]
struct Failure(String);

type Outcome = Result<ExitCode, Failure>;

/// Runs the program: 0 done and clean, 1 findings or no answer, 2 could not run.
pub fn run() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Show(show) => show.run(),
        Command::Ask(ask) => ask.run(),
        Command::Build(build) => build.run(),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => serve.run(),
        Command::Pdf(pdf) => pdf.run(),
        Command::Diff(diff) => diff.run(),
        Command::Export(export) => export.run(),
        Command::Schema(schema) => schema.run(),
        Command::New(new) => new.run(),
        Command::Lint(lint) => lint.run(),
        Command::Explain(explain) => explain.run(),
        Command::Wiki(wiki) => wiki.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    outcome.unwrap_or_else(|Failure(message)| {
        anstream::eprintln!("{}", message.trim_end());
        ExitCode::from(2)
    })
}

/// The dataset in `dir`, or its errors drawn for a person.
fn dataset(dir: &Path) -> Result<Loaded, Failure> {
    load(dir).map_err(drawn)
}

/// Why a dataset did not load, drawn for a person.
fn drawn(error: LoadError) -> Failure {
    match error {
        LoadError::Folder(message) => Failure(format!(
            "error: {message}\nhelp: name the dataset's folder with --rules DIR"
        )),
        LoadError::Dataset(files, diagnostics) => {
            Failure(render_human(&files, &diagnostics, colour_on_stderr()))
        }
    }
}

/// Takes the address of a site.
///
/// # Errors
/// It is not a whole one.
fn web_address(text: &str) -> Result<String, String> {
    let is_whole = ["https://", "http://"]
        .iter()
        .any(|start| text.starts_with(start));
    match is_whole {
        true => Ok(text.to_owned()),
        false => Err("it begins with https:// or http://".to_owned()),
    }
}

/// The id among `all` things of a kind that is called `name`.
///
/// # Errors
/// There is none; with the nearest ones, or all where none is near.
fn known<'d, Id, Thing>(
    kind: &str,
    all: &'d IndexMap<Id, Thing>,
    name: &str,
) -> Result<&'d Id, Failure>
where
    Id: Borrow<str> + Hash + Eq,
{
    let id = all.get_key_value(name).map(|(id, _)| id);
    id.ok_or_else(|| unknown(kind, name, all.keys().map(Borrow::borrow)))
}

/// That there is no thing of a kind called `name`, with the nearest of the `known` ones, or all
/// where none is near.
fn unknown<'n>(kind: &str, name: &str, known: impl Iterator<Item = &'n str> + Clone) -> Failure {
    let all = || known.clone().collect::<Vec<_>>().join(", ");
    let help = did_you_mean(name, known.clone());
    let help = help.unwrap_or_else(|| format!("the {kind}s are {}", all()));
    Failure(format!("error: there is no {kind} `{name}`\nhelp: {help}"))
}

/// The words of the interface, as `dataset` calls them.
fn interface_words(dataset: &Dataset) -> Result<Words, Failure> {
    let words = words().map_err(words_drawn)?;
    Ok(words.with(&dataset.words))
}

/// What is wrong with the words of the interface, drawn for a person.
fn words_drawn((files, found): (Files, Vec<Diagnostic>)) -> Failure {
    Failure(render_of_look(&files, &found, colour_on_stderr()))
}

fn colour_on_stderr() -> bool {
    let choice = anstream::AutoStream::choice(&std::io::stderr());
    choice != anstream::ColorChoice::Never
}

fn colour_on_stdout() -> bool {
    let choice = anstream::AutoStream::choice(&std::io::stdout());
    choice != anstream::ColorChoice::Never
}

/// Writes a result to stdout; a reader that has gone (`| head`) is no failure.
fn write_result(text: &str) -> Outcome {
    use std::io::Write;
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure(format!("error: cannot write the result: {error}")))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
