//! Small datasets with the findings that are expected of them, written as comments in their files.
//!
//! A file of this folder holds cases (`=== NAME`) of files (`--- PATH`), which are added to the
//! small dataset or replace its own. Below a line stands what is found in it:
//!
//! ```text
//!     strength: {knight: 4}
//! #                      ^ conflicting-claims: sources differ on `strength` for `knight`
//! ```
//!
//! Carets are under the finding's place (a caret right behind `#` means that it begins at the
//! margin, under the `#`), hyphens under the other places that it shows. All findings of a case are
//! listed. With `EXPECT=overwrite` the comments are written anew, to be read and committed.

use crate::support::small_dataset;
use rulegrid::diagnostic::{Annotation, Files, render_findings};
use rulegrid::lint::{fixed, lint};
use rulegrid::load::{Loaded, load_for_lint};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// One dataset of a file of cases.
struct Case<'t> {
    name: &'t str,
    /// Paths and texts, without the comments.
    files: Vec<(&'t str, String)>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/lint")
}

/// The codes that have a file of cases.
pub fn codes() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the folder of cases");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.into_string().expect("a name"));
    let mut codes: Vec<_> = names
        .filter_map(|n| n.strip_suffix(".yaml").map(str::to_owned))
        .collect();
    codes.sort();
    codes
}

/// The datasets of all cases.
pub fn all() -> impl Iterator<Item = Loaded> {
    codes().into_iter().flat_map(|code| {
        let written = written(&code);
        cases(&written).iter().map(load).collect::<Vec<_>>()
    })
}

/// The dataset of one case.
pub fn load_one(code: &str, name: &str) -> Loaded {
    let written = written(code);
    let cases = cases(&written);
    let case = cases.iter().find(|case| case.name == name);
    load(case.expect("the case"))
}

fn written(code: &str) -> String {
    let path = folder().join(format!("{code}.yaml"));
    std::fs::read_to_string(path).expect("the cases")
}

/// Checks all cases of a rule, and shows how its findings are drawn.
pub fn check(code: &str) -> String {
    let path = folder().join(format!("{code}.yaml"));
    let written = written(code);
    let (mut with_findings, mut drawn) = (String::new(), String::new());
    for case in cases(&written) {
        let loaded = load(&case);
        let found = lint(&loaded, true);
        assert!(
            found.iter().any(|f| f.code == code) != case.name.starts_with("nothing"),
            "{code}: {}",
            case.name
        );
        writeln!(with_findings, "=== {}", case.name).expect("a string");
        for (path, text) in &case.files {
            writeln!(with_findings, "--- {path}").expect("a string");
            let comments = comments(&loaded.files, &found, path);
            with_findings.push_str(&annotated(text, &comments));
        }
        let of_files = |path: &str| case.files.iter().any(|(known, _)| *known == path);
        for finding in &found {
            let path = loaded.files.path(&finding.primary.place);
            assert!(
                of_files(path),
                "{code}: {}: {} in {path}",
                case.name,
                finding.message
            );
        }
        if !found.is_empty() {
            writeln!(
                drawn,
                "=== {}\n{}",
                case.name,
                render_findings(&loaded.files, &found, false)
            )
            .expect("a string");
        }
        for file in fixed(&loaded.files, &found) {
            writeln!(drawn, "--- {} fixed\n{}", file.path, file.text).expect("a string");
        }
    }
    if std::env::var("EXPECT").is_ok_and(|value| value == "overwrite") {
        std::fs::write(&path, &with_findings).expect("the cases written");
    } else {
        assert_eq!(written, with_findings, "the findings of {code}");
    }
    drawn
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            let files = Vec::new();
            cases.push(Case { name, files });
        } else if let Some(path) = line.strip_prefix("--- ") {
            cases
                .last_mut()
                .expect("a case")
                .files
                .push((path, String::new()));
        } else if !is_comment(line) {
            let (_, text) = cases
                .last_mut()
                .expect("a case")
                .files
                .last_mut()
                .expect("a file");
            text.push_str(line);
            text.push('\n');
        }
    }
    cases
}

/// Whether the line says what is expected.
fn is_comment(line: &str) -> bool {
    let marks = line.strip_prefix('#').map(str::trim_start);
    marks.is_some_and(|marks| marks.starts_with(['^', '-']))
}

fn load(case: &Case<'_>) -> Loaded {
    let files: Vec<_> = case
        .files
        .iter()
        .map(|(path, text)| (*path, text.as_bytes()))
        .collect();
    let dir = small_dataset(&files);
    match load_for_lint(dir.path()) {
        Ok(loaded) => loaded,
        Err(error) => panic!("{}: the dataset does not load: {error:?}", case.name),
    }
}

/// The comments of a file: line, and what stands below it.
fn comments(
    files: &Files,
    found: &[rulegrid::diagnostic::Diagnostic],
    path: &str,
) -> Vec<(usize, String)> {
    let mut comments = Vec::new();
    let mut add = |annotation: &Annotation, mark: &str, text: String| {
        if files.path(&annotation.place) == path {
            let (line, column) = files.line_and_column(&annotation.place);
            let (end_line, end) = files.line_and_column(&annotation.place.end());
            let length = if end_line == line { end - column } else { 1 };
            let marks = mark.repeat(length.max(1));
            let marks = match column {
                1 => format!("#{}", &marks[..marks.len() - 1]),
                _ => format!("#{}{marks}", " ".repeat(column - 2)),
            };
            let marks = if column == 1 && length < 2 {
                format!("#{mark}")
            } else {
                marks
            };
            comments.push((line, format!("{marks} {text}").trim_end().to_owned()));
        }
    };
    for finding in found {
        add(
            &finding.primary,
            "^",
            format!("{}: {}", finding.code, finding.message),
        );
        for other in &finding.secondary {
            add(other, "-", other.label.clone());
        }
    }
    comments.sort();
    comments.dedup();
    comments
}

fn annotated(text: &str, comments: &[(usize, String)]) -> String {
    let mut out = String::new();
    for (line, number) in text.lines().zip(1..) {
        writeln!(out, "{line}").expect("a string");
        for (_, comment) in comments.iter().filter(|(at, _)| *at == number) {
            writeln!(out, "{comment}").expect("a string");
        }
    }
    out
}
