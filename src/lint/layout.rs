//! The lines of entries of a file and their comments, and these in another order; it knows neither
//! YAML nor what the entries are.

use std::ops::Range;

/// The lines of each entry: from the comments above it to the next one; the last ends with its own
/// text, before `end`. `None` where two entries share a line, or where a comment stands between
/// them that an empty line parts from what is below: it may head several.
pub fn whole_lines(text: &str, starts: &[usize], end: usize) -> Option<Vec<Range<usize>>> {
    let mut begins: Vec<usize> = Vec::new();
    for start in starts {
        let own = line_start(text, *start);
        if begins.last().is_some_and(|last| own <= *last) {
            return None;
        }
        begins.push(with_comments_above(text, own)?);
    }
    let first = *begins.first()?;
    let end = without_tail(text, first, line_end(text, end));
    let ends = begins.iter().skip(1).copied().chain([end]);
    let lines: Vec<_> = begins
        .iter()
        .copied()
        .zip(ends)
        .map(|(a, b)| a..b)
        .collect();
    let has_loose = lines
        .iter()
        .any(|range| has_loose_comment(&text[range.clone()]));
    (!has_loose).then_some(lines)
}

/// How far a line is indented.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The start of the comment lines directly above the line that starts at `line` and as far
/// indented; `None` where the file begins with them, so that they may be about all of it.
fn with_comments_above(text: &str, line: usize) -> Option<usize> {
    let indented = indentation(&text[line..line_end(text, line)]);
    let mut start = line;
    while start > 0 {
        let above = line_start(text, start - 1);
        let comment = &text[above..start];
        if !comment.trim_start().starts_with('#') || indentation(comment) != indented {
            break;
        }
        start = above;
    }
    let is_head = start == 0 && start < line;
    (!is_head).then_some(start)
}

/// `end` without the empty lines, comments and marks of the document's end before it.
fn without_tail(text: &str, start: usize, mut end: usize) -> usize {
    loop {
        let last = line_start(text, end.saturating_sub(1));
        let line = text[last..end].trim();
        let is_tail = line.is_empty() || line.starts_with('#') || line == "...";
        if !is_tail || last <= start {
            return end;
        }
        end = last;
    }
}

/// Whether a comment at the entry's own depth has an empty line below it.
fn has_loose_comment(entry: &str) -> bool {
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    let lines: Vec<_> = entry.lines().collect();
    let own = lines.iter().find(|line| !is_comment(line));
    let indented = own.map_or(0, |line| indentation(line));
    lines.windows(2).any(|pair| {
        is_comment(pair[0]) && indentation(pair[0]) <= indented && pair[1].trim().is_empty()
    })
}

/// Where the line begins in which the byte `at` stands.
pub fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// Behind the line end that follows `at`.
pub fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

/// The lines in the order of their ranks: which part of the text is replaced, and by what.
pub fn reordered(
    text: &str,
    lines: &[Range<usize>],
    ranks: &[Option<usize>],
) -> Option<(Range<usize>, String)> {
    let (first, last) = (lines.first()?, lines.last()?);
    let mut sorted: Vec<_> = lines.iter().zip(ranks).collect();
    sorted.sort_by_key(|(_, rank)| **rank);
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let lines = sorted.iter().map(|(range, _)| {
        let line = &text[(*range).clone()];
        let end = if line.ends_with('\n') { "" } else { line_end };
        format!("{line}{end}")
    });
    let mut with: String = lines.collect();
    if !text[..last.end].ends_with('\n') {
        // A file without a line end at its end keeps to that.
        with.truncate(with.trim_end_matches(['\r', '\n']).len());
    }
    Some((first.start..last.end, with))
}
