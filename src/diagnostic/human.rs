//! Draws messages for people, with the lines of the files that they are about.

use super::{Annotation, Diagnostic, Files, MOST, Place, Severity, in_order};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::ops::Range;

/// How far a place may lie from the message's own, in bytes, to be drawn in the same excerpt.
const SAME_EXCERPT: usize = 2_000;

/// The messages in the order of their places, each drawn with its source lines, and their count.
pub fn render_human(files: &Files, diagnostics: &[Diagnostic], colour: bool) -> String {
    let drawn = drawn_all(files, diagnostics, colour);
    format!("{drawn}{} in the dataset\n", counted(diagnostics))
}

/// Messages about templates and words of the interface, which are no part of a dataset, likewise.
pub fn render_of_look(files: &Files, diagnostics: &[Diagnostic], colour: bool) -> String {
    let drawn = drawn_all(files, diagnostics, colour);
    format!("{drawn}{}\n", counted(diagnostics))
}

fn counted(errors: &[Diagnostic]) -> String {
    let count = errors.len();
    let word = if count == 1 { "error" } else { "errors" };
    let at_least = if count < MOST { "" } else { "at least " };
    format!("{at_least}{count} {word}")
}

/// What a linter found, drawn likewise, with the counts of each severity.
pub fn render_findings(files: &Files, findings: &[Diagnostic], colour: bool) -> String {
    if findings.is_empty() {
        return "no findings\n".to_owned();
    }
    let mut out = drawn_all(files, findings, colour);
    let counts = Severity::ALL.into_iter().filter_map(|severity| {
        let of_it = findings.iter().filter(|f| f.severity == severity);
        match (of_it.count(), severity.as_str()) {
            (0, _) => None,
            (1, word) => Some(format!("1 {word}")),
            (count, word) => Some(format!("{count} {word}s")),
        }
    });
    out.push_str(&counts.collect::<Vec<_>>().join(", "));
    out.push('\n');
    let fixable = findings.iter().filter(|f| f.fix.is_some()).count();
    if fixable > 0 {
        let them = if fixable == 1 {
            "one of them"
        } else {
            "of them"
        };
        let count = if fixable == 1 {
            String::new()
        } else {
            format!("{fixable} ")
        };
        out.push_str(&format!("`rulegrid lint --fix` mends {count}{them}\n"));
    }
    out
}

fn drawn_all(files: &Files, diagnostics: &[Diagnostic], colour: bool) -> String {
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
    out
}

fn group<'a>(files: &'a Files, diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Suggestion => Level::INFO.with_name("suggestion"),
    };
    let title = level
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
        || title.clone().element(Origin::path(files.path(primary))),
        |excerpt| title.clone().element(excerpt),
    );
    for other in elsewhere {
        group = match excerpt(files, &[context(other)]) {
            Some(excerpt) => group.element(excerpt),
            None => group.element(Origin::path(files.path(&other.place))),
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
