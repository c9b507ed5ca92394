//! `rulegrid wiki`: pages of a wiki that say what the dataset says, checked, compared and written.

use super::selection::language;
use super::{Failure, Outcome, colour_on_stdout, dataset, write_result};
use crate::diagnostic::{FileIx, Files, render_findings, render_github, render_json};
use crate::load::Loaded;
use crate::model::LanguageIx;
use crate::render::wiki::{csv, json, text};
use crate::render::wikitext;
use crate::wiki::{
    Facts, Matching, Page, Sheet, Vocabulary, check, compare, facts_of_dataset, facts_of_page,
    matching, place_cells, read, sheet,
};
use clap::{Args, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How large a page may be, in bytes.
const LARGEST_PAGE: u64 = 16 * 1024 * 1024;

/// The options of `rulegrid wiki`.
#[derive(Args, Debug)]
pub struct Wiki {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Find what would mislead a reader or a program on pages of the wiki
    Check(Check),
    /// Tell what two pages, or a page and the dataset, say otherwise; words are not compared
    Compare(Compare),
    /// Write the dataset as tables and lists of the wiki
    Export(Export),
}

/// The options of `rulegrid wiki check`.
#[derive(Args, Debug)]
struct Check {
    /// The sources of the pages
    #[arg(required = true, value_name = "FILE")]
    pages: Vec<PathBuf>,
    /// The folder of the dataset
    #[arg(long, default_value = "rules", value_name = "DIR")]
    rules: PathBuf,
    /// The language of the pages, where their words do not tell it
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// How to show the findings
    #[arg(long, value_enum, default_value = "human")]
    format: CheckFormat,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum CheckFormat {
    /// With the lines of the pages
    Human,
    /// For programs
    Json,
    /// For the checks of GitHub: workflow commands
    Github,
}

/// The options of `rulegrid wiki compare`.
#[derive(Args, Debug)]
struct Compare {
    /// The source of a page
    page: PathBuf,
    /// The source of another page; without it, the page is compared with the dataset
    other: Option<PathBuf>,
    /// The folder of the dataset, which says what the pages mean
    #[arg(long, default_value = "rules", value_name = "DIR")]
    rules: PathBuf,
    /// How to show the differences
    #[arg(long, value_enum, default_value = "text")]
    format: CompareFormat,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum CompareFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For spreadsheets: a line for each difference
    Csv,
}

/// The options of `rulegrid wiki export`.
#[derive(Args, Debug)]
struct Export {
    /// The folder of the dataset
    #[arg(long, default_value = "rules", value_name = "DIR")]
    rules: PathBuf,
    /// The language of the texts; of a page, the one that its words are in
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// The source of a page: its tables and general lists are written anew, everything around them
    /// stays
    #[arg(long, value_name = "PAGE")]
    into: Option<PathBuf>,
}

impl Wiki {
    /// Runs what is asked for: 0 where nothing is wrong or differs, else 1.
    pub fn run(&self) -> Outcome {
        match &self.command {
            Command::Check(check) => check.run(),
            Command::Compare(compare) => compare.run(),
            Command::Export(export) => export.run(),
        }
    }
}

impl Check {
    fn run(&self) -> Outcome {
        let Loaded { dataset, .. } = dataset(&self.rules)?;
        let code = self.lang.as_deref();
        let language = code
            .map(|code| language(&dataset, Some(code)))
            .transpose()?;
        let vocabulary = Vocabulary::new(&dataset);
        let mut files = Files::default();
        let mut found = Vec::new();
        for path in &self.pages {
            let (file, source) = page(path, &mut files)?;
            found.extend(check(&read(file, &source), &vocabulary, language));
        }
        write_result(&match self.format {
            CheckFormat::Human => render_findings(&files, &found, colour_on_stdout()),
            CheckFormat::Json => render_json(&files, &found),
            CheckFormat::Github => render_github(&files, &found, ""),
        })?;
        Ok(ExitCode::from(u8::from(!found.is_empty())))
    }
}

impl Compare {
    fn run(&self) -> Outcome {
        let Loaded { dataset, mut files } = dataset(&self.rules)?;
        let vocabulary = Vocabulary::new(&dataset);
        let one = facts(&self.page, &mut files, &vocabulary, None)?;
        let (other, name) = match &self.other {
            Some(path) => {
                let other = facts(path, &mut files, &vocabulary, None)?;
                (other, shown(path))
            }
            None => {
                let plan = vocabulary.plan();
                (
                    facts_of_dataset(&plan, &vocabulary),
                    "the dataset".to_owned(),
                )
            }
        };
        let comparison = compare(&one, &other, &vocabulary);
        let page = shown(&self.page);
        let sides = [page.as_str(), name.as_str()];
        write_result(&match self.format {
            CompareFormat::Text => text(&comparison, sides, &files),
            CompareFormat::Json => format!("{:#}\n", json(&comparison, sides, &files)),
            CompareFormat::Csv => csv(&comparison, &files),
        })?;
        Ok(ExitCode::from(u8::from(!comparison.is_equal())))
    }
}

impl Export {
    fn run(&self) -> Outcome {
        let Loaded { dataset, mut files } = dataset(&self.rules)?;
        let code = self.lang.as_deref();
        let language = code
            .map(|code| language(&dataset, Some(code)))
            .transpose()?;
        let vocabulary = Vocabulary::new(&dataset);
        let plan = vocabulary.plan();
        let too_large = |error| Failure(format!("error: {error}\nhelp: divide what it belongs to"));
        let Some(path) = &self.into else {
            let language = language.unwrap_or(LanguageIx(0));
            let text = wikitext::page(&plan, &vocabulary, language).map_err(too_large)?;
            return write_result(&text);
        };
        let (file, source) = page(path, &mut files)?;
        let page = read(file, &source);
        let (sheet, matching) = understood(&page, &vocabulary, language, path)?;
        let (text, missing) =
            wikitext::into_page(&plan, &vocabulary, &page, &sheet, &matching).map_err(too_large)?;
        for what in missing {
            anstream::eprintln!("warning: `{}` has no {what}", shown(path));
        }
        write_result(&text)
    }
}

/// What the page in the file `path` says.
fn facts(
    path: &Path,
    files: &mut Files,
    vocabulary: &Vocabulary<'_>,
    language: Option<LanguageIx>,
) -> Result<Facts, Failure> {
    let (file, source) = page(path, files)?;
    let page = read(file, &source);
    let (sheet, matching) = understood(&page, vocabulary, language, path)?;
    Ok(facts_of_page(&page, &sheet, &matching, vocabulary))
}

/// The tables of a page, and what their parts are.
fn understood(
    page: &Page<'_>,
    vocabulary: &Vocabulary<'_>,
    language: Option<LanguageIx>,
    path: &Path,
) -> Result<(Sheet, Matching), Failure> {
    let mut sheet = sheet(page, vocabulary);
    place_cells(&mut sheet, vocabulary);
    if sheet.tables.is_empty() {
        let path = shown(path);
        return Err(Failure(format!(
            "error: there is no table of figures in `{path}`\nhelp: `rulegrid wiki check {path}` \
             tells what is missing"
        )));
    }
    let matching = matching(&sheet, vocabulary, language);
    Ok((sheet, matching))
}

/// The path as messages show it.
fn shown(path: &Path) -> String {
    path.to_string_lossy().replace(char::is_control, "\u{fffd}")
}

/// The source of the page in the file `path`, added to `files`.
fn page(path: &Path, files: &mut Files) -> Result<(FileIx, String), Failure> {
    let source = source(path).map_err(|why| {
        let path = shown(path);
        Failure(format!(
            "error: `{path}` {why}\nhelp: save the source of a page, as the wiki shows it for \
             editing, as a text in UTF-8"
        ))
    })?;
    let file = files.add(shown(path), source.clone());
    Ok((file, source))
}

/// The text of a file; or why it is none.
fn source(path: &Path) -> Result<String, String> {
    let meta = std::fs::metadata(path).map_err(|error| format!("cannot be read: {error}"))?;
    if meta.is_dir() {
        return Err("is a folder".to_owned());
    }
    if meta.len() > LARGEST_PAGE {
        let most = LARGEST_PAGE / 1024 / 1024;
        return Err(format!(
            "is larger than {most} MB, which no page of a wiki is"
        ));
    }
    let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|_| "is no text in UTF-8".to_owned())?;
    if text.contains('\0') {
        return Err("is no text".to_owned());
    }
    Ok(text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text))
}
