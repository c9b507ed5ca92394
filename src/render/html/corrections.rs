//! The way to suggest a correction of a fact: the address that the dataset names, or a letter.
//! It sends nothing.

use super::Press;
use super::text::escaped;
use crate::diagnostic::Place;
use crate::model::{Dataset, LanguageIx};
use serde::Serialize;

/// Where something stands in the dataset, and the way to suggest a correction there.
#[derive(Serialize)]
pub struct PlaceContext {
    file: String,
    line: usize,
    href: String,
}

impl Press<'_, '_> {
    /// The place of `about`; `None` where pages shall not name files.
    pub(super) fn place(
        &self,
        place: &Place,
        about: &str,
        language: LanguageIx,
    ) -> Option<PlaceContext> {
        let files = self.files?;
        let dataset = self.plan.dataset;
        let (line, _) = files.line_and_column(place);
        let file = files.path(place).to_owned();
        let word = self.word(&dataset.languages[language.index()].code, "correct-subject");
        let href = correction(dataset, &word, &file, line, about);
        Some(PlaceContext {
            href: escaped(&href),
            file,
            line,
        })
    }
}

/// The address at which a correction of line `line` of `file` can be suggested. `subject` is how
/// such a letter begins, `about` the fact.
///
/// The dataset's address may hold `{file}`, `{line}` and `{about}`. Where it names none, it is a
/// letter without an addressee (RFC 6068), so that a reader can at least pass it on.
fn correction(dataset: &Dataset, subject: &str, file: &str, line: usize, about: &str) -> String {
    let line = line.to_string();
    match &dataset.corrections {
        Some(address) => address
            .replace("{file}", &encoded(file))
            .replace("{line}", &line)
            .replace("{about}", &encoded(about)),
        None => {
            let subject = encoded(&format!("{subject}: {file}:{line} ({about})"));
            format!("mailto:?subject={subject}")
        }
    }
}

/// `text` with every byte escaped that has a meaning in an address.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'/'
            | b':'
            | b','
            | b'('
            | b')' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
