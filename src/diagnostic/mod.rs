//! One type for every message about the dataset, and how a person reads it; it finds nothing wrong
//! by itself.

mod github;
mod human;
mod json;
mod sarif;

pub use github::render_github;
pub use human::{render_findings, render_human, render_of_look};
pub use json::render_json;
pub use sarif::{Explained, render_sarif};

use std::ops::Range;

/// How many messages are collected; a dataset with more is broken in some way that the first ones
/// show.
pub const MOST: usize = 10_000;

/// A file of the dataset as it was read.
#[derive(Debug)]
pub struct SourceFile {
    /// Its path below the dataset's folder, with `/`.
    pub path: String,
    /// Its text; invalid bytes replaced, so that messages can show it.
    pub text: String,
    /// Where its lines begin.
    lines: Vec<usize>,
}

/// Which file, as a position in [`Files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileIx(pub u32);

/// The files that places point into.
#[derive(Debug, Default)]
pub struct Files(Vec<SourceFile>);

impl Files {
    /// Adds a file.
    pub fn add(&mut self, path: String, text: String) -> FileIx {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        self.0.push(SourceFile { path, text, lines });
        FileIx(u32::try_from(self.0.len() - 1).unwrap_or(u32::MAX))
    }

    /// The file at `ix`.
    pub fn get(&self, ix: FileIx) -> Option<&SourceFile> {
        self.0.get(ix.0 as usize)
    }

    /// All files.
    pub fn iter(&self) -> impl Iterator<Item = &SourceFile> {
        self.0.iter()
    }

    /// The path of the file that `place` is in, relative to the dataset.
    pub fn path(&self, place: &Place) -> &str {
        self.get(place.file).map_or("", |file| file.path.as_str())
    }

    /// The line and column (from 1, in characters) at which `place` begins.
    pub fn line_and_column(&self, place: &Place) -> (usize, usize) {
        let start = self.inside(place).range.start;
        self.get(place.file).map_or((1, 1), |file| {
            let line = file.lines.partition_point(|line| *line <= start);
            let before = &file.text[file.lines[line - 1]..start];
            (line, before.chars().count() + 1)
        })
    }

    /// The bytes before which the line (from 1) and column (from 1, in characters) begins.
    pub fn offset(&self, file: FileIx, line: usize, column: usize) -> usize {
        self.get(file).map_or(0, |file| {
            let start = file.lines.get(line.saturating_sub(1));
            let start = start.copied().unwrap_or(file.text.len());
            let mut chars = file.text[start..].char_indices();
            let at = chars.nth(column.saturating_sub(1)).map(|(at, _)| at);
            at.map_or(file.text.len(), |at| start + at)
        })
    }

    /// `place`, moved inside its file and onto character boundaries.
    pub fn inside(&self, place: &Place) -> Place {
        let text = self.get(place.file).map_or("", |file| file.text.as_str());
        let start = text.floor_char_boundary(place.range.start);
        let end = text.ceil_char_boundary(place.range.end.max(start));
        let range = start..end;
        Place {
            file: place.file,
            range,
        }
    }
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub file: FileIx,
    /// The bytes of its text.
    pub range: Range<usize>,
}

impl Place {
    /// The empty place behind this one.
    pub fn end(&self) -> Self {
        let (file, end) = (self.file, self.range.end);
        let range = end..end;
        Self { file, range }
    }
}

/// A place and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Where.
    pub place: Place,
    /// What; may be empty.
    pub label: String,
}

/// How much a message matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It is wrong.
    Error,
    /// It should be otherwise, and nobody reads anything wrong because of it.
    Warning,
    /// It is worth a look; there may be nothing wrong at all.
    Suggestion,
}

impl Severity {
    /// All, the gravest first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Suggestion];

    /// The word for it, in `lint.yaml` and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Suggestion => "suggestion",
        }
    }
}

/// A change of files that mends what a message is about, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does: `write the simpler condition`.
    pub what: String,
    /// What is put in place of what; the places do not overlap.
    pub edits: Vec<Edit>,
}

/// A part of a file and what is to stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub place: Place,
    /// By what.
    pub with: String,
}

/// One thing that is wrong: what, where, why, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable name of the kind of message: `unknown-element`.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where it is wrong.
    pub primary: Annotation,
    /// Other places that the reader needs to see.
    pub secondary: Vec<Annotation>,
    /// The id of what it is about, by which an allowance names it; empty where nothing can allow it.
    pub about: String,
    /// Why it is wrong: the rule behind it, the selection that proves it.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
    /// How to mend it without a person, where that is safe.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A message about one place.
    pub fn new(code: &'static str, message: impl Into<String>, place: Place) -> Self {
        let label = String::new();
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: Annotation { place, label },
            secondary: Vec::new(),
            about: String::new(),
            notes: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// Says `label` at the place itself.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.primary.label = label.into();
        self
    }

    /// Shows another place.
    #[must_use]
    pub fn also(mut self, place: Place, label: impl Into<String>) -> Self {
        let label = label.into();
        self.secondary.push(Annotation { place, label });
        self
    }

    /// Says what it is about.
    #[must_use]
    pub fn about(mut self, id: impl Into<String>) -> Self {
        self.about = id.into();
        self
    }

    /// Says why.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn fix(mut self, what: impl Into<String>, edits: Vec<Edit>) -> Self {
        let what = what.into();
        self.fix = Some(Fix { what, edits });
        self
    }
}

/// The messages in the order of their places.
pub fn in_order(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut sorted: Vec<_> = diagnostics.iter().collect();
    sorted.sort_by_key(|d| {
        let place = &d.primary.place;
        (place.file, place.range.start, place.range.end, &d.message)
    });
    sorted
}
