//! One type for every message about the dataset, and how a person reads it; it finds nothing wrong
//! by itself.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::ops::Range;

/// How many messages are collected; a dataset with more is broken in some way that the first ones
/// show.
pub const MOST: usize = 10_000;
/// How far a place may lie from the message's own, in bytes, to be drawn in the same excerpt.
const SAME_EXCERPT: usize = 2_000;

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

/// A place and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Where.
    pub place: Place,
    /// What; may be empty.
    pub label: String,
}

/// One thing that is wrong: what, where, why, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable name of the kind of message: `unknown-element`.
    pub code: &'static str,
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
}

impl Diagnostic {
    /// A message about one place.
    pub fn new(code: &'static str, message: impl Into<String>, place: Place) -> Self {
        let label = String::new();
        Self {
            code,
            message: message.into(),
            primary: Annotation { place, label },
            secondary: Vec::new(),
            about: String::new(),
            notes: Vec::new(),
            help: None,
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

/// The messages in the order of their places, each drawn with its source lines, and their count.
pub fn render_human(files: &Files, diagnostics: &[Diagnostic], colour: bool) -> String {
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut out = String::new();
    for diagnostic in in_order(diagnostics) {
        out.push_str(&renderer.render(&[group(files, diagnostic)]));
        out.push_str("\n\n");
    }
    let count = diagnostics.len();
    let errors = if count == 1 { "error" } else { "errors" };
    let at_least = if count < MOST { "" } else { "at least " };
    out.push_str(&format!("{at_least}{count} {errors} in the dataset\n"));
    out
}

fn group<'a>(files: &'a Files, diagnostic: &'a Diagnostic) -> Group<'a> {
    let title = Level::ERROR
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code);
    let primary = &diagnostic.primary.place;
    let (here, elsewhere): (Vec<_>, Vec<_>) = diagnostic.secondary.iter().partition(|other| {
        let place = &other.place;
        let distance = place.range.start.abs_diff(primary.range.start);
        place.file == primary.file && distance <= SAME_EXCERPT
    });
    let own = (AnnotationKind::Primary, &diagnostic.primary);
    let context = |other| (AnnotationKind::Context, other);
    let all: Vec<_> = [own]
        .into_iter()
        .chain(here.into_iter().map(context))
        .collect();
    let mut group = excerpt(files, &all).map_or_else(
        || title.clone().element(Origin::path(path(files, primary))),
        |excerpt| title.clone().element(excerpt),
    );
    for other in elsewhere {
        group = match excerpt(files, &[context(other)]) {
            Some(excerpt) => group.element(excerpt),
            None => group.element(Origin::path(path(files, &other.place))),
        };
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    group
}

fn path<'a>(files: &'a Files, place: &Place) -> &'a str {
    files.get(place.file).map_or("", |file| file.path.as_str())
}

/// The lines of one file on which the annotations are, which lie near each other; nothing of an
/// empty file. Only these lines are looked at: a file may be large and have many errors.
fn excerpt<'a>(
    files: &'a Files,
    annotations: &[(AnnotationKind, &'a Annotation)],
) -> Option<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let places = annotations.iter().map(|(_, annotation)| &annotation.place);
    let file = files.get(places.clone().next()?.file)?;
    if file.text.is_empty() {
        return None;
    }
    let ranges: Vec<_> = places
        .map(|place| drawn(files, &file.text, place))
        .collect();
    let first = ranges.iter().map(|range| range.start).min()?;
    let last = ranges.iter().map(|range| range.end).max()?;
    let line = file.lines.partition_point(|line| *line <= first);
    let start = file.lines[line - 1];
    let after = file.lines.partition_point(|line| *line <= last);
    let end = file.lines.get(after).copied().unwrap_or(file.text.len());
    let lines = file.text[start..end].trim_end_matches(['\r', '\n']);
    let mut snippet = Snippet::source(lines).line_start(line).path(&file.path);
    for ((kind, annotation), range) in annotations.iter().zip(ranges) {
        let range = range.start - start..range.end - start;
        let label = Some(annotation.label.as_str()).filter(|label| !label.is_empty());
        snippet = snippet.annotation(kind.span(range).label(label));
    }
    Some(snippet)
}

/// What is underlined for a place: without the line ends behind it, and of a long text only the
/// first line.
fn drawn(files: &Files, text: &str, place: &Place) -> Range<usize> {
    let range = files.inside(place).range;
    let marked = &text[range.clone()];
    let mut kept = marked.trim_end();
    if kept.len() > SAME_EXCERPT {
        kept = kept.lines().next().unwrap_or("");
        kept = &kept[..kept.floor_char_boundary(SAME_EXCERPT)];
    }
    range.start..range.start + kept.len()
}
