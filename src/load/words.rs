//! Reads the words of the interface: those that are part of the program, those of a folder in place
//! of them, and what a dataset calls parts of the interface otherwise.

use super::context::{Context, Parsed, place, start_of};
use super::kind;
use super::loader::Loader;
use super::markup::is_printable;
use super::raw::{Entries, RawText, Scalar};
use super::yaml::parse;
use crate::diagnostic::{Diagnostic, FileIx, Files};
use crate::model::Words;
use std::collections::HashMap;
use std::path::Path;

/// The file of the words: by id, then by language.
const WORDS: &str = include_str!("../../templates/words.yaml");
/// What the file of the words of the interface is called, in a folder of templates.
pub const WORDS_FILE: &str = "words.yaml";

/// The words of the interface in all languages.
///
/// # Errors
/// The words of the program itself are wrong; the tests see to it that they are not.
pub fn words() -> Result<Words, (Files, Vec<Diagnostic>)> {
    read(|context| Some(context.files.add(WORDS_FILE.to_owned(), WORDS.to_owned())))
}

/// The words of the interface from `words.yaml` in a folder; those of the program where it has no
/// such file.
///
/// # Errors
/// All that is wrong with the file.
pub fn words_in(folder: &Path) -> Result<Words, (Files, Vec<Diagnostic>)> {
    let path = folder.join(WORDS_FILE);
    if !path.exists() {
        return words();
    }
    read(|context| match std::fs::read_to_string(&path) {
        Ok(text) => Some(context.files.add(path.display().to_string(), text)),
        Err(error) => {
            let file = context.files.add(path.display().to_string(), String::new());
            let message = format!("the words of the interface cannot be read: {error}");
            context.report(Diagnostic::new("unreadable-file", message, start_of(file)));
            None
        }
    })
}

/// The words of the file that `open` adds.
fn read(
    open: impl FnOnce(&mut Context) -> Option<FileIx>,
) -> Result<Words, (Files, Vec<Diagnostic>)> {
    let mut context = Context::default();
    let file = open(&mut context);
    let parsed = file.and_then(|file| parse::<Entries<Entries<Scalar>>>(file, &mut context));
    let mut by_language: HashMap<String, HashMap<String, String>> = HashMap::new();
    if let Some(Parsed { file, value }) = parsed {
        for (id, (_, texts)) in context.unique(file, value) {
            for (language, (_, text)) in context.unique(file, texts) {
                let words = by_language.entry(language).or_default();
                words.insert(id.clone(), text.value);
            }
        }
    }
    if context.diagnostics.is_empty() {
        Ok(Words::new(by_language))
    } else {
        Err((context.files, context.diagnostics))
    }
}

/// What the dataset calls parts of the interface, in its languages. A word that the interface does
/// not have is reported.
pub fn own_words(loader: &mut Loader, file: FileIx, raw: Entries<RawText>) -> Words {
    // Nobody waits for the program's words where a dataset has none of its own.
    if raw.all.is_empty() {
        return Words::default();
    }
    // The tests see to it that the program's own words are good.
    let known = words().unwrap_or_default();
    let mut by_language: HashMap<String, HashMap<String, String>> = HashMap::new();
    for (id, (key, texts)) in loader.context.unique(file, raw) {
        if !known.has(&id) {
            let at = place(file, &key);
            let context = &mut loader.context;
            let mut ids: Vec<_> = known.ids().collect();
            ids.sort_unstable();
            context.unknown(kind::WORD, at, &id, ids.into_iter());
        }
        for (language, (key, text)) in loader.context.unique(file, texts) {
            is_printable(&mut loader.context, file, &text);
            if text.value.trim().is_empty() {
                let message = "this word is empty".to_owned();
                loader.context.error("empty-text", message, file, &text);
            }
            if loader.language(file, &key).is_some() {
                let words = by_language.entry(language).or_default();
                words.insert(id.clone(), text.value);
            }
        }
    }
    Words::new(by_language)
}
