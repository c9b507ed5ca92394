//! What all rooms of the loader share: the files, the messages collected so far, and small checks
//! on names; it knows nothing of the dataset's shapes.

use super::raw::{Entries, Scalar};
use crate::diagnostic::{Diagnostic, FileIx, Files, Place};
use crate::nearest::did_you_mean;
use indexmap::IndexMap;
use std::ops::Range;

/// The state of one load.
#[derive(Debug, Default)]
pub struct Context {
    /// The files read.
    pub files: Files,
    /// The messages collected.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file that was read and has the right shape.
#[derive(Debug)]
pub struct Parsed<T> {
    /// The file.
    pub file: FileIx,
    /// What it holds.
    pub value: T,
}

impl Context {
    /// Collects a message.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Collects a message about the whole of `scalar`.
    pub fn error(&mut self, code: &'static str, message: String, file: FileIx, scalar: &Scalar) {
        let place = place(file, scalar);
        self.report(Diagnostic::new(code, message, place));
    }

    /// The place of `range` of the scalar's text. Quotes, escapes and the indentation of blocks
    /// make text and file differ; then the same characters are looked for in the file.
    pub fn place_in(&self, file: FileIx, scalar: &Scalar, range: Range<usize>) -> Place {
        let whole = place(file, scalar);
        let text = self.files.get(file).map_or("", |f| f.text.as_str());
        let written = text.get(whole.range.clone()).unwrap_or("");
        let value = scalar.value.as_str();
        let quote = usize::from(written.starts_with(['"', '\'']));
        let start = whole.range.start;
        if written.get(quote..).is_some_and(|w| w.starts_with(value)) {
            let range = start + quote + range.start..start + quote + range.end;
            return Place { file, range };
        }
        let needle = value.get(range.clone()).unwrap_or("");
        let earlier = value
            .get(..range.start)
            .map_or(0, |before| before.matches(needle).count());
        match written.match_indices(needle).nth(earlier) {
            Some((at, _)) if !needle.is_empty() => Place {
                file,
                range: start + at..start + at + needle.len(),
            },
            _ => whole,
        }
    }

    /// The entries as a map; a key that stands twice is reported with both places.
    pub fn unique<V>(
        &mut self,
        file: FileIx,
        entries: Entries<V>,
    ) -> IndexMap<String, (Scalar, V)> {
        let mut map: IndexMap<String, (Scalar, V)> = IndexMap::new();
        for (key, value) in entries.0 {
            if let Some((first, _)) = map.get(&key.value) {
                let message = format!("the key `{}` stands here twice", key.value);
                let first = place(file, first);
                self.report(
                    Diagnostic::new("duplicate-key", message, place(file, &key))
                        .label("again here")
                        .also(first, "first here")
                        .help("remove one of the two, or give it its own name"),
                );
            } else {
                map.insert(key.value.clone(), (key, value));
            }
        }
        map
    }

    /// Reports that `scalar` names no known `kind`, with the nearest of the known names.
    pub fn unknown<'n>(
        &mut self,
        kind: &str,
        code: &'static str,
        at: Place,
        name: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        let message = format!("there is no {kind} `{name}`");
        let mut diagnostic = Diagnostic::new(code, message, at);
        if let Some(help) = did_you_mean(name, known) {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }

    /// Whether `scalar` has the shape of an id; reports it if not.
    pub fn is_id(&mut self, file: FileIx, scalar: &Scalar, join: Option<char>) -> bool {
        let good = crate::model::is_id(&scalar.value, join);
        if !good {
            let joined = join.map_or(String::new(), |c| format!(", such words joined by `{c}`"));
            let message = format!("`{}` is not an id", scalar.value);
            let help = format!("an id is lower-case letters and digits joined by hyphens{joined}");
            let place = place(file, scalar);
            self.report(Diagnostic::new("bad-id", message, place).help(help));
        }
        good
    }

    /// The number that `scalar` holds; reports it if it holds none.
    pub fn number(&mut self, file: FileIx, scalar: &Scalar) -> Option<u32> {
        let number = scalar.value.parse().ok();
        if number.is_none() {
            let message = format!("expected a number, found `{}`", scalar.value);
            self.error("not-a-number", message, file, scalar);
        }
        number
    }

    /// Reports that `scalar` holds none of the `expected` words.
    pub fn expected_one_of(&mut self, file: FileIx, scalar: &Scalar, expected: &[&str]) {
        let words: Vec<_> = expected.iter().map(|word| format!("`{word}`")).collect();
        let message = format!("expected {}, found `{}`", words.join(" or "), scalar.value);
        self.error("unexpected-word", message, file, scalar);
    }
}

/// The place of a scalar.
pub fn place(file: FileIx, scalar: &Scalar) -> Place {
    let span = scalar.referenced.span();
    let start = to_usize(span.byte_offset());
    let range = start..start + to_usize(span.byte_len());
    Place { file, range }
}

fn to_usize(bytes: Option<u64>) -> usize {
    bytes
        .and_then(|bytes| usize::try_from(bytes).ok())
        .unwrap_or(0)
}

/// The start of `file`, for messages about the whole of it.
pub fn start_of(file: FileIx) -> Place {
    Place { file, range: 0..0 }
}
