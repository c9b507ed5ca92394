//! Writes findings as JSON, for programs. It chooses none of them.

use super::{Annotation, Diagnostic, Edit, Files, in_order};
use serde_json::{Value, json};

/// The findings as a document, in the order in which a person sees them. Lines and columns count
/// from 1, columns in characters.
pub fn render_json(files: &Files, findings: &[Diagnostic]) -> String {
    let findings = in_order(findings).into_iter();
    let findings: Vec<_> = findings.map(|finding| entry(files, finding)).collect();
    format!("{:#}\n", json!({"schema": 1, "findings": findings}))
}

fn entry(files: &Files, finding: &Diagnostic) -> Value {
    let also = finding.secondary.iter().map(|other| place(files, other));
    json!({
        "rule": finding.code,
        "severity": finding.severity.as_str(),
        "message": finding.message,
        "about": finding.about,
        "place": place(files, &finding.primary),
        "also": also.collect::<Vec<_>>(),
        "notes": finding.notes,
        "help": finding.help,
        "fix": finding.fix.as_ref().map(|fix| {
            let edits = fix.edits.iter().map(|edit| change(files, edit));
            json!({"what": fix.what, "edits": edits.collect::<Vec<_>>()})
        }),
    })
}

fn place(files: &Files, annotation: &Annotation) -> Value {
    let (line, column) = files.line_and_column(&annotation.place);
    json!({
        "file": files.path(&annotation.place),
        "line": line,
        "column": column,
        "label": annotation.label,
    })
}

fn change(files: &Files, edit: &Edit) -> Value {
    let (line, column) = files.line_and_column(&edit.place);
    let (end_line, end_column) = files.line_and_column(&edit.place.end());
    json!({
        "file": files.path(&edit.place),
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "with": edit.with,
    })
}
