//! Parses one cell of a row of claims: `yes if brake else n/a (final-scoring) @1970`; it looks
//! nothing up.
//!
//! ```text
//! cell   = answer ("if" CONDITION "else" answer)* ["(" note… ")"] ["@" LINE]
//! answer = "yes" | "no" | "n/a" | "undefined" | NUMBER | "text" ID
//! ```

use crate::nearest::did_you_mean;
use std::ops::Range;

/// A cell as written; ranges are byte ranges of its text.
#[derive(Debug, PartialEq)]
pub struct Cell<'t> {
    /// The answers, each with the condition behind its `if`; the last has none.
    pub answers: Vec<(RawAnswer<'t>, Option<Range<usize>>)>,
    /// The notes cited.
    pub notes: Vec<Range<usize>>,
    /// The line, where it is not the one below the cell before.
    pub line: Option<Line>,
}

/// A line of the source, and where `@LINE` stands.
pub type Line = (u32, Range<usize>);

/// An answer as written.
#[derive(Clone, Debug, PartialEq)]
pub enum RawAnswer<'t> {
    Yes,
    No,
    NotApplicable,
    Undefined,
    Number(u32),
    /// The id of a text, and where it stands.
    Text(&'t str, Range<usize>),
}

/// Why a cell cannot be read, and where.
pub type CellError = (String, Range<usize>);

/// The answers that are words.
const WORDS: [&str; 4] = ["yes", "no", "n/a", "undefined"];
/// How many answers a cell may have.
const MOST_ANSWERS: usize = 16;

/// Parses `text`, which is one cell.
///
/// # Errors
/// The first thing in it that is no part of a cell, with its place in `text`.
pub fn parse(text: &str) -> Result<Cell<'_>, CellError> {
    let (answers_end, line) = line(text)?;
    let (answers_end, notes) = notes(text, answers_end)?;
    let mut answers = Vec::new();
    let mut rest = 0..answers_end;
    loop {
        let end = find_word(text, rest.clone(), "if").unwrap_or(rest.end);
        let answer = answer(text, rest.start..end)?;
        if end == rest.end {
            answers.push((answer, None));
            break;
        }
        let condition = end + 2..rest.end;
        let Some(or_else) = find_word(text, condition.clone(), "else") else {
            let message = "this `if` has no `else`: the answer elsewhere is missing";
            return Err((message.to_owned(), end..end + 2));
        };
        if answers.len() + 2 > MOST_ANSWERS {
            let message = format!("a cell with more than {MOST_ANSWERS} answers");
            return Err((message, end..end + 2));
        }
        answers.push((answer, Some(trim(text, condition.start..or_else))));
        rest = or_else + 4..rest.end;
    }
    Ok(Cell {
        answers,
        notes,
        line,
    })
}

/// Splits the `@LINE` off the end: where the rest ends, and the line.
fn line(text: &str) -> Result<(usize, Option<Line>), CellError> {
    let Some(at) = text.rfind(" @") else {
        return Ok((text.len(), None));
    };
    let range = trim(text, at + 1..text.len());
    let digits = &text[range.start + 1..range.end];
    match number(digits) {
        Some(Ok(line)) => Ok((at, Some((line, range)))),
        Some(Err(too_large)) => Err((too_large, range)),
        None if digits.is_empty() => Err(("a line number is missing behind `@`".into(), range)),
        None => Err((
            format!("expected a line number behind `@`, found `{digits}`"),
            range,
        )),
    }
}

/// The number that a text of digits is; a message where it is too large.
fn number(text: &str) -> Option<Result<u32, String>> {
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let too_large = |_| format!("the number {text} is too large");
    is_number.then(|| text.parse().map_err(too_large))
}

/// Splits the `(note …)` off the end of the first `end` bytes.
fn notes(text: &str, end: usize) -> Result<(usize, Vec<Range<usize>>), CellError> {
    let kept = text[..end].trim_end();
    let Some(inside) = kept.strip_suffix(')') else {
        return match kept.rfind('(') {
            Some(open) if !kept[open..].contains(')') => {
                Err(("this `(` does not close".to_owned(), open..open + 1))
            }
            _ => Ok((kept.len(), Vec::new())),
        };
    };
    let Some(open) = inside.rfind('(') else {
        let range = kept.len() - 1..kept.len();
        return Err(("this `)` closes nothing".to_owned(), range));
    };
    let words = inside[open + 1..].split_whitespace();
    let start_of = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let notes = words.map(|word| start_of(word)..start_of(word) + word.len());
    Ok((open, notes.collect()))
}

fn answer(text: &str, range: Range<usize>) -> Result<RawAnswer<'_>, CellError> {
    let range = trim(text, range);
    let word = &text[range.clone()];
    match word {
        "yes" => return Ok(RawAnswer::Yes),
        "no" => return Ok(RawAnswer::No),
        "n/a" => return Ok(RawAnswer::NotApplicable),
        "undefined" => return Ok(RawAnswer::Undefined),
        _ => {}
    }
    if let Some(id) = word.strip_prefix("text ") {
        let id = id.trim();
        return Ok(RawAnswer::Text(id, range.end - id.len()..range.end));
    }
    match number(word) {
        Some(Ok(number)) => return Ok(RawAnswer::Number(number)),
        Some(Err(too_large)) => return Err((too_large, range)),
        None => {}
    }
    let message = match did_you_mean(word, WORDS.into_iter()) {
        _ if word.is_empty() => "an answer is missing here".to_owned(),
        Some(near) => format!("`{word}` is no answer; {near}"),
        None => format!("`{word}` is no answer"),
    };
    Err((message, range))
}

/// Where `word` stands as a word of its own in `range` of the text.
fn find_word(text: &str, range: Range<usize>, word: &str) -> Option<usize> {
    let part = &text[range.clone()];
    let is_edge = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || c == '(' || c == ')');
    part.match_indices(word)
        .find(|(at, _)| {
            is_edge(part[..*at].chars().next_back())
                && is_edge(part[at + word.len()..].chars().next())
        })
        .map(|(at, _)| range.start + at)
}

fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        match parse(text) {
            Ok(cell) => {
                let answers = cell.answers.iter().map(|(answer, when)| {
                    let when = when.clone().map(|when| format!(" if <{}>", &text[when]));
                    format!("{answer:?}{}", when.unwrap_or_default())
                });
                let answers: Vec<_> = answers.collect();
                let notes: Vec<_> = cell.notes.iter().map(|n| &text[n.clone()]).collect();
                let line = cell.line.map(|(line, _)| line);
                format!("{} {notes:?} {line:?}", answers.join(", "))
            }
            Err((message, range)) => format!("{message} at {range:?}"),
        }
    }

    #[test]
    fn reads_every_form() {
        assert_eq!(shape("yes"), "Yes [] None");
        assert_eq!(shape("n/a @12"), "NotApplicable [] Some(12)");
        assert_eq!(shape("2 (a b@c) @7"), r#"Number(2) ["a", "b@c"] Some(7)"#);
        assert_eq!(shape("text x@y (n)"), r#"Text("x@y", 5..8) ["n"] None"#);
        assert_eq!(
            shape("yes if (a or b) else no if c else n/a (n)"),
            r#"Yes if <(a or b)>, No if <c>, NotApplicable ["n"] None"#
        );
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        assert_eq!(
            shape("jes"),
            "`jes` is no answer; did you mean `yes`? at 0..3"
        );
        assert_eq!(shape(""), "an answer is missing here at 0..0");
        assert_eq!(
            shape("yes if a"),
            "this `if` has no `else`: the answer elsewhere is missing at 4..6"
        );
        assert_eq!(
            shape("yes @x"),
            "expected a line number behind `@`, found `x` at 4..6"
        );
        assert_eq!(shape("+3"), "`+3` is no answer at 0..2");
        assert_eq!(
            shape("99999999999"),
            "the number 99999999999 is too large at 0..11"
        );
        assert_eq!(shape("yes (n"), "this `(` does not close at 4..5");
        assert_eq!(shape("yes)"), "this `)` closes nothing at 3..4");
    }
}
