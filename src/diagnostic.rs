//! One type for every message about the dataset, and how a person reads it; it finds nothing wrong
//! by itself.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// A file of the dataset as it was read.
#[derive(Debug)]
pub struct SourceFile {
    /// Its path below the dataset's folder, with `/`.
    pub path: String,
    /// Its text; invalid bytes replaced, so that messages can show it.
    pub text: String,
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
        self.0.push(SourceFile { path, text });
        FileIx(u32::try_from(self.0.len() - 1).unwrap_or(u32::MAX))
    }

    /// The file at `ix`.
    pub fn get(&self, ix: FileIx) -> Option<&SourceFile> {
        self.0.get(ix.0 as usize)
    }

    /// The line and column (from 1, in characters) at which `place` begins.
    pub fn line_and_column(&self, place: &Place) -> (usize, usize) {
        let text = self.get(place.file).map_or("", |file| file.text.as_str());
        let before = text.get(..place.range.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
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
    out.push_str(&format!("{count} {errors} in the dataset\n"));
    out
}

fn group<'a>(files: &'a Files, diagnostic: &'a Diagnostic) -> Group<'a> {
    let title = Level::ERROR
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code);
    let primary = &diagnostic.primary.place;
    let snippet = |file: FileIx, annotations: Vec<(AnnotationKind, &'a Annotation)>| {
        let (path, text) = files
            .get(file)
            .map_or(("", ""), |f| (f.path.as_str(), f.text.as_str()));
        let mut snippet = Snippet::source(text).path(path);
        for (kind, annotation) in annotations {
            let range = char_range(text, &annotation.place.range);
            let label = Some(annotation.label.as_str()).filter(|label| !label.is_empty());
            snippet = snippet.annotation(kind.span(range).label(label));
        }
        snippet
    };
    let (here, elsewhere): (Vec<_>, Vec<_>) = diagnostic
        .secondary
        .iter()
        .partition(|annotation| annotation.place.file == primary.file);
    let mut annotations = vec![(AnnotationKind::Primary, &diagnostic.primary)];
    annotations.extend(here.into_iter().map(|a| (AnnotationKind::Context, a)));
    let mut group = title.element(snippet(primary.file, annotations));
    for annotation in elsewhere {
        let file = annotation.place.file;
        group = group.element(snippet(file, vec![(AnnotationKind::Context, annotation)]));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    group
}

/// `range`, moved onto character boundaries inside `text`.
fn char_range(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(range.start);
    let end = text.ceil_char_boundary(range.end.max(start));
    start..end
}
