//! Writes findings as SARIF 2.1.0 (OASIS, 2020; errata 01, 2023), which code hosts and editors read.

use super::{Annotation, Diagnostic, Files, Fix, Place, Severity, in_order};
use indexmap::IndexMap;
use serde_json::{Map, Value, json};

/// A rule as the log explains it.
pub struct Explained<'r> {
    /// Its code.
    pub code: &'r str,
    /// What it finds, in a few words.
    pub title: &'r str,
    /// Its page, in Markdown.
    pub explanation: &'r str,
}

/// The findings as a log of one run, in the order of their places. `root` is put before the paths,
/// which are relative to the dataset; `rules` are all that were looked for.
pub fn render_sarif(
    files: &Files,
    findings: &[Diagnostic],
    rules: &[Explained<'_>],
    root: &str,
) -> String {
    let log = Log { files, root };
    let descriptors: Vec<_> = rules.iter().map(descriptor).collect();
    let results = in_order(findings).into_iter();
    let results = results.map(|finding| {
        let rule = rules.iter().position(|rule| rule.code == finding.code);
        log.result(finding, rule)
    });
    let driver = json!({
        "name": "rulegrid",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": descriptors,
    });
    let document = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": driver},
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Vec<_>>(),
        }],
    });
    format!("{document:#}\n")
}

fn descriptor(rule: &Explained<'_>) -> Value {
    json!({
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.explanation.trim()},
        "help": {"text": rule.explanation.trim(), "markdown": rule.explanation.trim()},
    })
}

struct Log<'l> {
    files: &'l Files,
    root: &'l str,
}

impl Log<'_> {
    fn result(&self, finding: &Diagnostic, rule: Option<usize>) -> Value {
        let level = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Suggestion => "note",
        };
        let mut text = vec![finding.message.clone()];
        text.extend(finding.notes.iter().cloned());
        text.extend(finding.help.iter().map(|help| format!("help: {help}")));
        let mut result = Map::new();
        result.insert("ruleId".to_owned(), json!(finding.code));
        if let Some(rule) = rule {
            result.insert("ruleIndex".to_owned(), json!(rule));
        }
        result.insert("level".to_owned(), json!(level));
        result.insert("message".to_owned(), json!({"text": text.join("\n")}));
        let primary = self.location(&finding.primary, None);
        result.insert("locations".to_owned(), json!([primary]));
        if !finding.secondary.is_empty() {
            let others = finding.secondary.iter().enumerate();
            let others = others.map(|(at, other)| self.location(other, Some(at)));
            let others: Vec<_> = others.collect();
            result.insert("relatedLocations".to_owned(), json!(others));
        }
        if let Some(fix) = &finding.fix {
            result.insert("fixes".to_owned(), json!([self.fix(fix)]));
        }
        Value::Object(result)
    }

    fn location(&self, annotation: &Annotation, id: Option<usize>) -> Value {
        let mut location = Map::new();
        if let Some(id) = id {
            location.insert("id".to_owned(), json!(id));
        }
        let physical = json!({
            "artifactLocation": {"uri": self.uri(&annotation.place)},
            "region": self.region(&annotation.place),
        });
        location.insert("physicalLocation".to_owned(), physical);
        if !annotation.label.is_empty() {
            let label = json!({"text": annotation.label});
            location.insert("message".to_owned(), label);
        }
        Value::Object(location)
    }

    fn fix(&self, fix: &Fix) -> Value {
        let mut by_file: IndexMap<String, Vec<Value>> = IndexMap::new();
        for edit in &fix.edits {
            by_file
                .entry(self.uri(&edit.place))
                .or_default()
                .push(json!({
                    "deletedRegion": self.region(&edit.place),
                    "insertedContent": {"text": edit.with},
                }));
        }
        let changes = by_file.into_iter().map(|(uri, replacements)| {
            json!({"artifactLocation": {"uri": uri}, "replacements": replacements})
        });
        json!({
            "description": {"text": fix.what},
            "artifactChanges": changes.collect::<Vec<_>>(),
        })
    }

    /// Lines and columns count from 1; the end column is the first one behind the region.
    fn region(&self, place: &Place) -> Value {
        let (line, column) = self.files.line_and_column(place);
        let (end_line, end_column) = self.files.line_and_column(&place.end());
        json!({
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
        })
    }

    /// The path as a reference, relative unless the path is not: everything but letters, digits and `-._~/` is escaped.
    fn uri(&self, place: &Place) -> String {
        let path = format!("{}{}", self.root, self.files.path(place));
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
        let scheme = if path.starts_with('/') { "file://" } else { "" };
        path.bytes().fold(scheme.to_owned(), |mut uri, byte| {
            if plain(byte) {
                uri.push(char::from(byte));
            } else {
                uri.push_str(&format!("%{byte:02X}"));
            }
            uri
        })
    }
}
