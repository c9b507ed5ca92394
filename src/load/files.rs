//! Finds the dataset's files and reads each into its raw shape; one syntax or shape error a file.

use super::context::{Context, Parsed, start_of};
use super::icons::{self, RawIcon};
use super::pages::{self, RawPageFile};
use super::raw::*;
use super::yaml::parse;
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::nearest::did_you_mean;
use std::collections::HashSet;
use std::path::Path;

/// How large one file may be, in bytes.
const LARGEST_FILE: u64 = 32 * 1024 * 1024;
/// What some editors put before a text.
const BYTE_ORDER_MARK: &str = "\u{feff}";
/// How long one line of it may be, in bytes.
const LONGEST_LINE: usize = 20_000;

/// The files that a dataset may have beside its folders; those which it must have come first.
const FILES: [&str; 10] = [
    "game.yaml",
    "figures.yaml",
    "questions.yaml",
    "sections.yaml",
    "presets.yaml",
    "cell-texts.yaml",
    "glossary.yaml",
    "invariants.yaml",
    "lint.yaml",
    "wiki.yaml",
];
/// The code of the message about a file that no dataset has.
const STRAY: &str = "stray-file";
/// The folders that hold further files.
const FOLDERS: &str =
    "expansions/, tables/, notes/, facts/, faq/, pages/, play/, lists/ and terms/";
/// How many of [`FILES`] there must be.
const NECESSARY: usize = 4;

/// Every file of the dataset in its raw shape.
#[derive(Debug, Default)]
pub struct RawFiles {
    pub game: Option<Parsed<RawGame>>,
    pub presets: Option<Parsed<Entries<RawPreset>>>,
    pub figures: Option<Parsed<Entries<RawFigure>>>,
    pub questions: Option<Parsed<Entries<RawQuestion>>>,
    pub sections: Option<Parsed<Entries<RawText>>>,
    pub cell_texts: Option<Parsed<Entries<RawCellText>>>,
    pub glossary: Option<Parsed<Entries<RawGlossaryPart>>>,
    pub resolutions: Option<Parsed<Vec<RawResolution>>>,
    pub invariants: Option<Parsed<Entries<RawInvariant>>>,
    pub lint: Option<Parsed<RawLint>>,
    pub wiki: Option<Parsed<RawWiki>>,
    pub expansions: Vec<Parsed<RawExpansion>>,
    pub tables: Vec<Parsed<RawTable>>,
    pub notes: Vec<Parsed<Entries<RawNote>>>,
    pub facts: Vec<Parsed<RawFacts>>,
    pub play: Vec<Parsed<RawPhase>>,
    pub lists: Vec<Parsed<RawList>>,
    pub faq: Vec<Parsed<RawFaq>>,
    pub icons: Vec<RawIcon>,
    pub pages: Vec<RawPageFile>,
    /// With the language, taken from the name of the file.
    pub terms: Vec<(String, Parsed<RawTerms>)>,
}

/// Reads all files below `dir`, in the order of their paths.
///
/// # Errors
/// A message where the folder itself cannot be read; everything else is collected in `context`.
pub fn read(dir: &Path, context: &mut Context) -> Result<RawFiles, String> {
    let mut raw = RawFiles::default();
    let mut muted = Vec::new();
    let mut found = HashSet::new();
    let is_shown = |name: &std::ffi::OsStr| !name.to_string_lossy().starts_with('.');
    let entries = walkdir::WalkDir::new(dir).follow_links(true);
    let entries = entries.sort_by_file_name().into_iter();
    // Editors leave hidden files and links beside what they edit.
    for entry in entries.filter_entry(|e| e.depth() == 0 || is_shown(e.file_name())) {
        let entry = entry.map_err(|e| format!("cannot read the dataset: {e}"))?;
        let extension = entry.path().extension().map(|e| e.to_ascii_lowercase());
        let below = entry.path().strip_prefix(dir).unwrap_or(entry.path());
        let is_page = below.parent() == Some(Path::new(pages::FOLDER));
        let is_read = extension
            .is_some_and(|e| e == "yaml" || e == "yml" || e == "svg" || (e == "md" && is_page));
        if !entry.file_type().is_file() || !is_read {
            continue;
        }
        let names = below.iter().map(|name| name.to_string_lossy());
        let path = names.collect::<Vec<_>>().join("/");
        let path = path.replace(char::is_control, "\u{fffd}");
        let errors_before = context.diagnostics.len();
        read_file(entry.path(), &path, context, &mut raw);
        if context.diagnostics.len() > errors_before {
            muted.extend(consequences(&path));
        }
        found.insert(path);
    }
    // Without the game nothing else is asked for, nor judged where it stands.
    let has_game = found.contains(FILES[0]);
    if !has_game {
        context.diagnostics.retain(|found| found.code != STRAY);
    }
    let necessary = &FILES[..if has_game { NECESSARY } else { 1 }];
    for path in necessary.iter().filter(|path| !found.contains(**path)) {
        let file = context.files.add((*path).to_owned(), String::new());
        let message = format!("the file `{path}` is missing");
        let diagnostic = Diagnostic::new("missing-file", message, start_of(file));
        let help = match (has_game, folder_with_game(&found)) {
            (true, _) => "write it: no table can be shown without it".to_owned(),
            (false, None) => {
                "a dataset begins with it; name the folder that holds it with --rules DIR"
                    .to_owned()
            }
            (false, Some(folder)) => {
                let folder = dir.join(folder);
                format!(
                    "it stands in a folder of this one: --rules {}",
                    folder.display()
                )
            }
        };
        context.report(diagnostic.help(help));
        muted.extend(consequences(path));
    }
    context.muted = muted;
    Ok(raw)
}

/// The folder below this one that holds a dataset, if one does.
fn folder_with_game(found: &HashSet<String>) -> Option<&str> {
    let folders = found
        .iter()
        .filter_map(|path| path.strip_suffix("/game.yaml"));
    folders.min()
}

fn read_file(file: &Path, path: &str, context: &mut Context, raw: &mut RawFiles) {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let Some(file) = text_of(file, path, context) else {
        return;
    };
    if let Some(id) = name.strip_suffix(".svg") {
        raw_icon(folder, id, file, context, raw);
        return;
    }
    if folder == pages::FOLDER {
        raw.pages.extend(pages::named(name, file, context));
        return;
    }
    match (folder, name) {
        ("", "game.yaml") => raw.game = parse(file, context),
        ("", "presets.yaml") => raw.presets = parse(file, context),
        ("", "figures.yaml") => raw.figures = parse(file, context),
        ("", "questions.yaml") => raw.questions = parse(file, context),
        ("", "sections.yaml") => raw.sections = parse(file, context),
        ("", "cell-texts.yaml") => raw.cell_texts = parse(file, context),
        ("", "glossary.yaml") => raw.glossary = parse(file, context),
        ("", "invariants.yaml") => raw.invariants = parse(file, context),
        ("", "lint.yaml") => raw.lint = parse(file, context),
        ("", "wiki.yaml") => raw.wiki = parse(file, context),
        ("facts", "resolutions.yaml") => raw.resolutions = parse(file, context),
        ("expansions", _) => raw.expansions.extend(parse(file, context)),
        ("tables", _) => raw.tables.extend(parse(file, context)),
        ("notes", _) => raw.notes.extend(parse(file, context)),
        ("facts", _) => raw.facts.extend(parse(file, context)),
        ("play", _) => raw.play.extend(parse(file, context)),
        ("lists", _) => raw.lists.extend(parse(file, context)),
        ("faq", _) => raw.faq.extend(parse(file, context)),
        ("terms", _) => {
            let language = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let parsed = parse(file, context).map(|parsed| (language.to_owned(), parsed));
            raw.terms.extend(parsed);
        }
        _ => {
            let message = format!("`{path}` is not a file of a dataset");
            let help = did_you_mean(path, FILES.into_iter()).unwrap_or_else(|| {
                let files = FILES.join(", ");
                format!("these are {files}, and those right in {FOLDERS}")
            });
            context.report(Diagnostic::new(STRAY, message, start_of(file)).help(help));
        }
    }
}

fn raw_icon(folder: &str, id: &str, file: FileIx, context: &mut Context, raw: &mut RawFiles) {
    let known = icons::FOLDERS.into_iter().find(|known| *known == folder);
    if let Some(folder) = known {
        let id = id.to_owned();
        raw.icons.push(RawIcon { folder, id, file });
        return;
    }
    let message = format!("`{folder}/{id}.svg` is not an icon of a dataset");
    let message = message.replace("`/", "`");
    let folders = icons::FOLDERS.join(", ");
    let help = format!("icons are called by ids and stand right in {folders}");
    context.report(Diagnostic::new(STRAY, message, start_of(file)).help(help));
}

/// Codes of the messages that other files would get only because this file could not be read.
fn consequences(path: &str) -> &'static [&'static str] {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    match (folder, name) {
        ("", "figures.yaml") => &[
            "unknown-figure",
            "unknown-icon",
            "missing-answer",
            "no-such-cell",
        ],
        ("", "questions.yaml") => &["unknown-question", "missing-answer", "no-such-cell"],
        ("", "sections.yaml") => &["unknown-section"],
        ("", "cell-texts.yaml") => &["unknown-text"],
        ("facts", "resolutions.yaml") => &["conflicting-claims"],
        ("facts", _) => &["missing-answer"],
        ("faq", _) => &["missing-answer", "unknown-entry"],
        ("expansions", _) => &[
            "unknown-element",
            "unknown-expansion",
            "unknown-icon",
            "missing-answer",
            "conflicting-claims",
        ],
        ("tables", _) => &[
            "unknown-table",
            "unknown-icon",
            "unused-figure",
            "unused-question",
            "no-such-cell",
        ],
        ("notes", _) => &["undefined-note"],
        ("play", _) => &["unused-play-word", "unknown-step", "continues-nothing"],
        ("terms", _) => &["unknown-term", "unknown-form"],
        _ => &[],
    }
}

/// Adds the file to the context; `None` and a message where it cannot be read as text.
fn text_of(file: &Path, path: &str, context: &mut Context) -> Option<FileIx> {
    let size = file.metadata().map_or(0, |meta| meta.len());
    let read = if size > LARGEST_FILE {
        let why = format!("is larger than {} MB", LARGEST_FILE / 1024 / 1024);
        Err((why, "divide it into several files"))
    } else {
        let read = std::fs::read(file);
        read.map_err(|e| (format!("cannot be read: {e}"), "see to its permissions"))
    };
    let bytes = match read {
        Ok(bytes) => bytes,
        Err((why, help)) => {
            let ix = context.files.add(path.to_owned(), String::new());
            let message = format!("the file `{path}` {why}");
            let diagnostic = Diagnostic::new("unreadable-file", message, start_of(ix));
            context.report(diagnostic.help(help));
            return None;
        }
    };
    let bytes = match bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()) {
        Some(rest) => rest.to_vec(),
        None => bytes,
    };
    match String::from_utf8(bytes) {
        Ok(text) => {
            // YAML knows lines that end as on Windows; Markdown is read as it stands.
            let text = match path.ends_with(".md") {
                true => text.replace("\r\n", "\n"),
                false => text,
            };
            let ix = context.files.add(path.to_owned(), text);
            is_readable(ix, context).then_some(ix)
        }
        Err(error) => {
            let bytes = error.as_bytes();
            let is_utf_16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
            let code = if is_utf_16 { "UTF-16" } else { "not UTF-8" };
            let message = format!("the text of `{path}` is {code}");
            let at = error.utf8_error().valid_up_to();
            let range = at..at + '\u{fffd}'.len_utf8();
            let text = String::from_utf8_lossy(bytes).into_owned();
            let file = context.files.add(path.to_owned(), text);
            context.report(
                Diagnostic::new("not-utf-8", message, Place { file, range })
                    .label("the first byte that is not")
                    .help("save the file as UTF-8"),
            );
            None
        }
    }
}

/// Reports a file without entries, or with a line that no person wrote.
fn is_readable(file: FileIx, context: &mut Context) -> bool {
    let Some(source) = context.files.get(file) else {
        return false;
    };
    let is_blank = |line: &str| {
        let line = line.trim();
        line.is_empty() || line.starts_with('#') || line == "---" || line == "..."
    };
    let diagnostic = if source.text.lines().all(is_blank) {
        let message = format!("the file `{}` holds nothing", source.path);
        let help = "write its entries or remove the file";
        Diagnostic::new("empty-file", message, start_of(file)).help(help)
    } else if let Some(line) = source.text.lines().find(|line| line.len() > LONGEST_LINE) {
        let start = line.as_ptr() as usize - source.text.as_ptr() as usize;
        let message = format!("this line is longer than {LONGEST_LINE} bytes");
        let range = start..start;
        Diagnostic::new("too-large", message, Place { file, range }).help("divide it")
    } else {
        return true;
    };
    context.report(diagnostic);
    false
}
