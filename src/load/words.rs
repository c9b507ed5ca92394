//! Reads the words of the interface, which are part of the program; those of a game are its
//! dataset's.

use super::context::{Context, Parsed};
use super::raw::{Entries, Scalar};
use super::yaml::parse;
use crate::diagnostic::{Diagnostic, Files};
use crate::model::Words;
use std::collections::HashMap;

/// The file of the words: by id, then by language.
const WORDS: &str = include_str!("../../templates/words.yaml");

/// The words of the interface in all languages.
///
/// # Errors
/// The words of the program itself are wrong; the tests see to it that they are not.
pub fn words() -> Result<Words, (Files, Vec<Diagnostic>)> {
    let mut context = Context::default();
    let file = context.files.add("words.yaml".to_owned(), WORDS.to_owned());
    let parsed: Option<Parsed<Entries<Entries<Scalar>>>> = parse(file, &mut context);
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
