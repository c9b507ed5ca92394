//! Reads conditions as people write them; names stay names, looking them up is the caller's.
//!
//! ```text
//! or   = and ("or" and)*
//! and  = not ("and" not)*
//! not  = "not" not | atom
//! atom = "edition" EDITION | NAME | "(" or ")"
//! ```

use std::ops::Range;

/// How deep parentheses and `not` may nest; more is an error, never a stack overflow.
const DEEPEST: usize = 64;

/// A condition as written, each name with its place (byte range) in the text.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// An element or a derived condition.
    Name(String, Range<usize>),
    /// `edition E`; the range is that of `E`.
    Edition(String, Range<usize>),
    /// `not …`
    Not(Box<Expression>),
    /// `… and …`
    And(Vec<Expression>),
    /// `… or …`
    Or(Vec<Expression>),
}

impl std::fmt::Display for Expression {
    /// As a person would write it, with no more parentheses than it needs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |f: &mut std::fmt::Formatter<'_>, parts: &[Self], with: &str| {
            for (at, part) in parts.iter().enumerate() {
                f.write_str(if at > 0 { with } else { "" })?;
                match part {
                    Self::Or(_) | Self::And(_) if with != " or " || matches!(part, Self::Or(_)) => {
                        write!(f, "({part})")?;
                    }
                    _ => write!(f, "{part}")?,
                }
            }
            Ok(())
        };
        match self {
            Self::Name(name, _) => f.write_str(name),
            Self::Edition(edition, _) => write!(f, "edition {edition}"),
            Self::Not(inner) => match **inner {
                Self::And(_) | Self::Or(_) => write!(f, "not ({inner})"),
                _ => write!(f, "not {inner}"),
            },
            Self::And(parts) => list(f, parts, " and "),
            Self::Or(parts) => list(f, parts, " or "),
        }
    }
}

/// Why a text is not a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseError {
    /// What was found and what was expected.
    pub message: String,
    /// Where, as a byte range of the text; empty at the end of the text.
    pub range: Range<usize>,
}

/// Parses `text`; the first error ends it.
///
/// # Errors
/// What was found in place of what was expected, and where.
pub fn parse(text: &str) -> Result<Expression, ParseError> {
    let mut parser = Parser {
        text,
        tokens: tokens(text),
        next: 0,
        depth: 0,
    };
    let expression = parser.or()?;
    match parser.peek() {
        None => Ok(expression),
        Some(range) if &text[range.clone()] == ")" => Err(error("this `)` closes nothing", range)),
        Some(range) => {
            let message = format!("expected `and` or `or` before `{}`", &text[range.clone()]);
            Err(error(message, range))
        }
    }
}

fn error(message: impl Into<String>, range: Range<usize>) -> ParseError {
    ParseError {
        message: message.into(),
        range,
    }
}

/// Words and parentheses, as byte ranges.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let is_word = !c.is_whitespace() && c != '(' && c != ')';
        match tokens.last_mut() {
            Some(last) if is_word && in_word => last.end = end,
            _ if !c.is_whitespace() => tokens.push(at..end),
            _ => {}
        }
        in_word = is_word;
    }
    tokens
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Range<usize>>,
    next: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<Range<usize>> {
        self.tokens.get(self.next).cloned()
    }

    fn word(&self) -> Option<&str> {
        self.peek().map(|range| &self.text[range])
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.word() == Some(word);
        self.next += usize::from(found);
        found
    }

    fn end(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        end..end
    }

    fn chain(
        &mut self,
        operator: &str,
        part: fn(&mut Self) -> Result<Expression, ParseError>,
        join: fn(Vec<Expression>) -> Expression,
    ) -> Result<Expression, ParseError> {
        let first = part(self)?;
        let mut parts = vec![first];
        while self.take(operator) {
            parts.push(part(self)?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => join(parts),
        })
    }

    fn or(&mut self) -> Result<Expression, ParseError> {
        self.chain("or", Self::and, Expression::Or)
    }

    fn and(&mut self) -> Result<Expression, ParseError> {
        self.chain("and", Self::not, Expression::And)
    }

    fn not(&mut self) -> Result<Expression, ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let at = self.peek().unwrap_or_else(|| self.end());
            return Err(error(format!("nested deeper than {DEEPEST} levels"), at));
        }
        let result = if self.take("not") {
            self.not().map(|inner| Expression::Not(Box::new(inner)))
        } else {
            self.atom()
        };
        self.depth -= 1;
        result
    }

    fn atom(&mut self) -> Result<Expression, ParseError> {
        let Some(range) = self.peek() else {
            return Err(error("a name is missing here", self.end()));
        };
        self.next += 1;
        match &self.text[range.clone()] {
            "(" => {
                let inner = self.or()?;
                if self.take(")") {
                    Ok(inner)
                } else if let Some(next) = self.peek() {
                    let message = format!(
                        "expected `and`, `or` or `)` before `{}`",
                        &self.text[next.clone()]
                    );
                    Err(error(message, next))
                } else {
                    Err(error("this `(` does not close", range))
                }
            }
            ")" => Err(error("a name is missing before `)`", range)),
            word @ ("and" | "or") => {
                Err(error(format!("a name is missing before `{word}`"), range))
            }
            "edition" => match self.peek() {
                Some(next)
                    if !matches!(&self.text[next.clone()], "(" | ")" | "and" | "or" | "not") =>
                {
                    self.next += 1;
                    Ok(Expression::Edition(
                        self.text[next.clone()].to_owned(),
                        next,
                    ))
                }
                Some(next) => Err(error("the edition is missing here", next)),
                None => Err(error("the edition is missing here", self.end())),
            },
            name => Ok(Expression::Name(name.to_owned(), range)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        fn show(expression: &Expression) -> String {
            let list = |parts: &[Expression], with: &str| {
                let parts: Vec<_> = parts.iter().map(show).collect();
                format!("({})", parts.join(with))
            };
            match expression {
                Expression::Name(name, _) => name.clone(),
                Expression::Edition(edition, _) => format!("={edition}"),
                Expression::Not(inner) => format!("!{}", show(inner)),
                Expression::And(parts) => list(parts, "&"),
                Expression::Or(parts) => list(parts, "|"),
            }
        }
        match parse(text) {
            Ok(expression) => show(&expression),
            Err(e) => format!("{} at {:?}", e.message, e.range),
        }
    }

    #[test]
    fn and_binds_closer_than_or_and_not_closest() {
        assert_eq!(shape("a or b and not c"), "(a|(b&!c))");
        assert_eq!(
            shape("brake and (coolant or not air-jet)"),
            "(brake&(coolant|!air-jet))"
        );
        assert_eq!(shape(" edition C3.1 "), "=C3.1");
    }

    #[test]
    fn errors_name_their_place() {
        assert_eq!(shape(""), "a name is missing here at 0..0");
        assert_eq!(shape("a and"), "a name is missing here at 5..5");
        assert_eq!(shape("a b"), "expected `and` or `or` before `b` at 2..3");
        assert_eq!(shape("(a or b"), "this `(` does not close at 0..1");
        assert_eq!(shape("a)"), "this `)` closes nothing at 1..2");
        assert_eq!(
            shape("edition and a"),
            "the edition is missing here at 8..11"
        );
    }

    #[test]
    fn deep_nesting_is_an_error() {
        assert!(shape(&"(".repeat(10_000)).starts_with("nested deeper than 64 levels"));
        assert!(shape(&"not ".repeat(10_000)).starts_with("nested deeper than 64 levels"));
    }
}
