//! Finds where the characters of a scalar's text stand in the file: quotes, escapes, folded lines
//! and the indentation of blocks make the two differ. It knows nothing else of YAML.

use std::ops::Range;

/// The bytes of `written` (a scalar as it stands in the file) that the bytes `range` of its text
/// `value` come from; `None` where the one does not make the other.
pub fn find(written: &str, value: &str, range: Range<usize>) -> Option<Range<usize>> {
    let styles = [Style::Double, Style::Single, Style::Plain];
    styles.into_iter().find_map(|style| {
        let inner = style.inside(written)?;
        let shift = inner.start;
        let found = align(&written[inner], value, &range, style)?;
        Some(found.start + shift..found.end + shift)
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Style {
    Double,
    Single,
    /// Plain or a block: what is written is meant, but for line ends and indentation.
    Plain,
}

impl Style {
    /// The part between the quotes.
    fn inside(self, written: &str) -> Option<Range<usize>> {
        let quote = match self {
            Self::Double => '"',
            Self::Single => '\'',
            Self::Plain => return Some(0..written.len()),
        };
        let inner = written.strip_prefix(quote)?.strip_suffix(quote)?;
        Some(1..1 + inner.len())
    }
}

/// Walks through both texts side by side.
fn align(written: &str, value: &str, range: &Range<usize>, style: Style) -> Option<Range<usize>> {
    let mut at = 0;
    let mut start = None;
    let mut last_end = 0;
    for (offset, wanted) in value.char_indices() {
        if offset >= range.end && start.is_some() {
            break;
        }
        let found = match next(written, at, wanted, style) {
            Some(found) => found,
            // The last line end of a block may stand behind what the parser calls the scalar.
            None if wanted == '\n' && written[at..].trim().is_empty() => at..at,
            None => return None,
        };
        if offset >= range.start && start.is_none() {
            start = Some(found.start);
        }
        at = found.end;
        if offset < range.end {
            last_end = found.end;
        }
    }
    let start = start.unwrap_or(at);
    Some(start..last_end.max(start))
}

/// Where the character `wanted` is written, from `at` on.
fn next(written: &str, mut at: usize, wanted: char, style: Style) -> Option<Range<usize>> {
    loop {
        let rest = &written[at..];
        let found = rest.chars().next()?;
        let end = at + found.len_utf8();
        if style == Style::Double && found == '\\' {
            let (meant, len) = escape(&rest[1..])?;
            match meant {
                Some(meant) if meant == wanted => return Some(at..end + len),
                Some(_) => return None,
                None => at = end + len,
            }
        } else if style == Style::Single && rest.starts_with("''") {
            return (wanted == '\'').then_some(at..at + 2);
        } else if found == wanted || (matches!(wanted, ' ' | '\n') && found == '\n') {
            return Some(at..end);
        } else if found.is_whitespace() {
            at = end;
        } else {
            return None;
        }
    }
}

/// What the escape behind a backslash means, and its bytes; nothing for the end of a line.
fn escape(text: &str) -> Option<(Option<char>, usize)> {
    let kind = text.chars().next()?;
    let hex = |digits: usize| {
        let code = u32::from_str_radix(text.get(1..=digits)?, 16).ok()?;
        Some((Some(char::from_u32(code)?), 1 + digits))
    };
    let meant = match kind {
        'x' => return hex(2),
        'u' => return hex(4),
        'U' => return hex(8),
        '\n' => return Some((None, 1)),
        '\r' => return Some((None, 2)),
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        other => other,
    };
    Some((Some(meant), kind.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written for `part` of `value`.
    fn found<'w>(written: &'w str, value: &str, part: &str) -> Option<&'w str> {
        let start = value.find(part).expect("the part");
        find(written, value, start..start + part.len()).map(|range| &written[range])
    }

    #[test]
    fn finds_the_characters_in_every_style() {
        assert_eq!(found("a b c", "a b c", "b"), Some("b"));
        assert_eq!(found("'it''s b'", "it's b", "b"), Some("b"));
        assert_eq!(found("'it''s b'", "it's b", "t's"), Some("t''s"));
        assert_eq!(found(r#""\u00e9t\n\x62""#, "ét\nb", "b"), Some(r"\x62"));
        assert_eq!(found("\"a \\\n  b\"", "a b", "b"), Some("b"));
        assert_eq!(
            found("\"quoted\" word\n", "\"quoted\" word", "word"),
            Some("word")
        );
        assert_eq!(
            found("a\n   b\n\n   c\n", "a b\nc", "b\nc"),
            Some("b\n\n   c")
        );
        assert_eq!(found("a\r\n  b\r\n", "a\nb\n", "b"), Some("b"));
        assert_eq!(found("a\n  b", "a\nb\n", "b\n"), Some("b"));
    }

    #[test]
    fn an_empty_range_stands_behind_what_is_before_it() {
        assert_eq!(find("'a b'", "a b", 3..3), Some(4..4));
        assert_eq!(find("a\n  b", "a b", 1..1), Some(1..1));
        assert_eq!(find("''", "", 0..0), Some(1..1));
    }

    #[test]
    fn what_is_not_written_is_not_found() {
        assert_eq!(found("*alias", "text", "ex"), None);
        assert_eq!(found("", "text", "ex"), None);
        assert_eq!(found("\"\\u12\"", "x", "x"), None);
    }
}
