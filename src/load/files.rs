//! Finds the dataset's files and reads each into its raw shape; one syntax or shape error a file.

use super::context::{Context, Parsed, start_of};
use super::raw::*;
use crate::diagnostic::{Diagnostic, FileIx, Place};
use serde::de::DeserializeOwned;
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy};
use std::path::Path;

/// How large one file may be, in bytes.
const LARGEST_FILE: u64 = 32 * 1024 * 1024;

/// Every file of the dataset in its raw shape.
#[derive(Debug, Default)]
pub struct RawFiles {
    pub game: Option<Parsed<RawGame>>,
    pub presets: Option<Parsed<Entries<RawPreset>>>,
    pub figures: Option<Parsed<Entries<RawFigure>>>,
    pub questions: Option<Parsed<Entries<RawQuestion>>>,
    pub sections: Option<Parsed<Entries<RawText>>>,
    pub cell_texts: Option<Parsed<Entries<RawCellText>>>,
    pub resolutions: Option<Parsed<Vec<RawResolution>>>,
    pub invariants: Option<Parsed<Entries<RawInvariant>>>,
    pub lint: Option<Parsed<RawLint>>,
    pub expansions: Vec<Parsed<RawExpansion>>,
    pub tables: Vec<Parsed<RawTable>>,
    pub notes: Vec<Parsed<Entries<RawNote>>>,
    pub facts: Vec<Parsed<RawFacts>>,
    /// With the language, taken from the name of the file.
    pub terms: Vec<(String, Parsed<RawTerms>)>,
    /// Codes of messages that would only follow from files which could not be read.
    pub consequences: Vec<&'static str>,
}

/// Reads all files below `dir`, in the order of their paths.
///
/// # Errors
/// A message where the folder itself cannot be read; everything else is collected in `context`.
pub fn read(dir: &Path, context: &mut Context) -> Result<RawFiles, String> {
    let mut raw = RawFiles::default();
    for entry in walkdir::WalkDir::new(dir).sort_by_file_name() {
        let entry = entry.map_err(|e| format!("cannot read the dataset: {e}"))?;
        let is_yaml = entry
            .path()
            .extension()
            .is_some_and(|e| e == "yaml" || e == "yml");
        if !entry.file_type().is_file() || !is_yaml {
            continue;
        }
        let below = entry.path().strip_prefix(dir).unwrap_or(entry.path());
        let path = below.to_string_lossy().replace('\\', "/");
        read_file(entry.path(), path, context, &mut raw);
    }
    Ok(raw)
}

fn read_file(file: &Path, path: String, context: &mut Context, raw: &mut RawFiles) {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let Some(file) = text_of(file, &path, context) else {
        raw.consequences.extend(consequences(folder, name));
        return;
    };
    let errors_before = context.diagnostics.len();
    match (folder, name) {
        ("", "game.yaml") => raw.game = parse(file, context),
        ("", "presets.yaml") => raw.presets = parse(file, context),
        ("", "figures.yaml") => raw.figures = parse(file, context),
        ("", "questions.yaml") => raw.questions = parse(file, context),
        ("", "sections.yaml") => raw.sections = parse(file, context),
        ("", "cell-texts.yaml") => raw.cell_texts = parse(file, context),
        ("", "invariants.yaml") => raw.invariants = parse(file, context),
        ("", "lint.yaml") => raw.lint = parse(file, context),
        ("facts", "resolutions.yaml") => raw.resolutions = parse(file, context),
        ("expansions", _) => raw.expansions.extend(parse(file, context)),
        ("tables", _) => raw.tables.extend(parse(file, context)),
        ("notes", _) => raw.notes.extend(parse(file, context)),
        ("facts", _) => raw.facts.extend(parse(file, context)),
        ("terms", _) => {
            let language = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let parsed = parse(file, context).map(|parsed| (language.to_owned(), parsed));
            raw.terms.extend(parsed);
        }
        _ => {
            let message = format!("nothing reads the file `{path}`");
            let help = "the dataset is game.yaml, presets.yaml, figures.yaml, questions.yaml, \
                        sections.yaml, cell-texts.yaml, invariants.yaml, lint.yaml and the folders expansions, tables, notes, \
                        facts and terms";
            context.report(Diagnostic::new("stray-file", message, start_of(file)).help(help));
        }
    }
    if context.diagnostics.len() > errors_before {
        raw.consequences.extend(consequences(folder, name));
    }
}

/// Codes of the messages that other files would get only because this file could not be read.
fn consequences(folder: &str, name: &str) -> &'static [&'static str] {
    match (folder, name) {
        ("", "figures.yaml") => &["unknown-figure", "missing-answer", "no-such-cell"],
        ("", "questions.yaml") => &["unknown-question", "missing-answer", "no-such-cell"],
        ("", "sections.yaml") => &["unknown-section"],
        ("", "cell-texts.yaml") => &["unknown-text"],
        ("facts", "resolutions.yaml") => &["conflicting-claims"],
        ("facts", _) => &["missing-answer"],
        ("expansions", _) => &["unknown-element", "missing-answer"],
        ("tables", _) => &[
            "unknown-table",
            "unused-figure",
            "unused-question",
            "no-such-cell",
        ],
        ("notes", _) => &["undefined-note"],
        ("terms", _) => &["unknown-term", "unknown-form"],
        _ => &[],
    }
}

/// Adds the file to the context; `None` and a message where it cannot be read as text.
fn text_of(file: &Path, path: &str, context: &mut Context) -> Option<FileIx> {
    let size = file.metadata().map_or(0, |meta| meta.len());
    let read = if size > LARGEST_FILE {
        Err(format!("is larger than {} MB", LARGEST_FILE / 1024 / 1024))
    } else {
        std::fs::read(file).map_err(|e| format!("cannot be read: {e}"))
    };
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(why) => {
            let ix = context.files.add(path.to_owned(), String::new());
            let message = format!("the file `{path}` {why}");
            context.report(Diagnostic::new("unreadable-file", message, start_of(ix)));
            return None;
        }
    };
    match String::from_utf8(bytes) {
        Ok(text) => {
            let text = text
                .strip_prefix('\u{feff}')
                .map_or(text.clone(), str::to_owned);
            let is_empty = text.lines().all(|line| {
                let line = line.trim();
                line.is_empty() || line.starts_with('#') || line == "---"
            });
            let ix = context.files.add(path.to_owned(), text);
            if is_empty {
                let message = format!("the file `{path}` is empty");
                let help = "write its entries or remove the file";
                context.report(Diagnostic::new("empty-file", message, start_of(ix)).help(help));
                return None;
            }
            Some(ix)
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let ix = context.files.add(path.to_owned(), text);
            let range = at..at + '\u{fffd}'.len_utf8();
            let message = format!("the file `{path}` is not UTF-8");
            context.report(
                Diagnostic::new("not-utf-8", message, Place { file: ix, range })
                    .label("the first byte that is not")
                    .help("save the file as UTF-8"),
            );
            None
        }
    }
}

/// The file in the shape `T`; `None` and a message where it has another.
pub fn parse<T: DeserializeOwned>(file: FileIx, context: &mut Context) -> Option<Parsed<T>> {
    let text = context.files.get(file).map_or("", |f| f.text.as_str());
    match serde_saphyr::from_str_with_options(text, options()) {
        Ok(value) => Some(Parsed { file, value }),
        Err(error) => {
            let error = error.without_snippet();
            let span = error.location().map(|location| location.span());
            let bytes = |b: Option<u64>| b.and_then(|b| usize::try_from(b).ok());
            let start = span.and_then(|s| bytes(s.byte_offset())).unwrap_or(0);
            let len = span.and_then(|s| bytes(s.byte_len())).unwrap_or(0);
            let range = start..(start + len.min(60)).min(text.len().max(start));
            let message = plain_message(&error.to_string());
            context.report(Diagnostic::new("yaml", message, Place { file, range }));
            None
        }
    }
}

/// The crate's message without its own "error:" and place, which are drawn here.
fn plain_message(message: &str) -> String {
    let first = message.lines().next().unwrap_or(message);
    let message = first.strip_prefix("error: ").unwrap_or(first);
    match message.split_once(": ") {
        Some((place, rest)) if place.starts_with("line ") => rest.to_owned(),
        _ => message.to_owned(),
    }
}

fn options() -> serde_saphyr::Options {
    serde_saphyr::options! {
        strict_booleans: true,
        merge_keys: MergeKeyPolicy::Error,
        // Repeated keys are reported by the second pass, with both places.
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        with_snippet: false,
        budget: serde_saphyr::budget! {
            max_nodes: 4_000_000,
            max_events: 8_000_000,
            max_depth: 64,
            max_aliases: 1_000,
            max_anchors: 1_000,
        },
    }
}
