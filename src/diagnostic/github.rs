//! Writes findings as workflow commands, which GitHub shows beside the lines of a change. It
//! chooses none of them.

use super::{Diagnostic, Files, Severity, in_order};

/// One command a line. `root` is put before the paths, which are relative to the dataset.
pub fn render_github(files: &Files, findings: &[Diagnostic], root: &str) -> String {
    let lines = in_order(findings).into_iter();
    lines.map(|finding| command(files, finding, root)).collect()
}

fn command(files: &Files, finding: &Diagnostic, root: &str) -> String {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Suggestion => "notice",
    };
    let place = &finding.primary.place;
    let (line, column) = files.line_and_column(place);
    let (end_line, end_column) = files.line_and_column(&place.end());
    // Columns count only within one line, and the last one is part of the range.
    let columns = if end_line == line {
        let last = end_column.saturating_sub(1).max(column);
        format!(",col={column},endColumn={last}")
    } else {
        String::new()
    };
    format!(
        "::{level} file={},line={line},endLine={end_line}{columns},title={}::{}\n",
        property(&format!("{root}{}", files.path(place))),
        property(finding.code),
        data(&message(files, finding, root)),
    )
}

/// Everything there is to say, since a command shows no second place.
fn message(files: &Files, finding: &Diagnostic, root: &str) -> String {
    let mut lines = vec![finding.message.clone()];
    for other in &finding.secondary {
        let (line, _) = files.line_and_column(&other.place);
        let path = files.path(&other.place);
        lines.push(format!("{root}{path}:{line}: {}", other.label));
    }
    lines.extend(finding.notes.iter().cloned());
    lines.extend(finding.help.iter().map(|help| format!("help: {help}")));
    lines.join("\n")
}

/// The text of a command.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, in which commas and colons have a meaning, too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
