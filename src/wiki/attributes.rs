//! Reads the attributes of tags, rows and cells; a quote that never closes ends where the tag or
//! line does, so that nothing behind it is lost.

use super::markup::{Attribute, defect};
use crate::diagnostic::{Diagnostic, FileIx};
use std::ops::Range;

/// Where attributes stand, which decides where a broken one ends.
#[derive(Clone, Copy, PartialEq)]
pub enum Within {
    /// Behind the name of a tag: up to `>`.
    Tag,
    /// Behind the marker of a row or before the `|` of a cell: all of the text.
    Line,
}

/// What was read.
#[derive(Debug, Default)]
pub struct Attributes {
    /// The attributes.
    pub all: Vec<Attribute>,
    /// Where they end: at the `>` of a tag, or at the end of the text.
    pub end: usize,
}

/// Reads attributes in `text[range]`; what is wrong is added to `broken`.
pub fn attributes(
    file: FileIx,
    text: &str,
    range: Range<usize>,
    within: Within,
    broken: &mut Vec<Diagnostic>,
) -> Attributes {
    let mut reader = Reader {
        file,
        text,
        at: range.start,
        end: range.end,
        within,
        broken,
    };
    reader.read()
}

struct Reader<'t, 'b> {
    file: FileIx,
    text: &'t str,
    at: usize,
    end: usize,
    within: Within,
    broken: &'b mut Vec<Diagnostic>,
}

impl Reader<'_, '_> {
    fn byte(&self) -> Option<u8> {
        let byte = self.text.as_bytes().get(self.at).copied();
        byte.filter(|_| self.at < self.end)
    }

    /// Moves on while `wanted` holds, and tells over what.
    fn skip(&mut self, wanted: impl Fn(u8) -> bool) -> Range<usize> {
        let start = self.at;
        while self.byte().is_some_and(&wanted) {
            self.at += 1;
        }
        start..self.at
    }

    fn is_over(&self) -> bool {
        match self.byte() {
            None => true,
            Some(byte) => self.within == Within::Tag && matches!(byte, b'>' | b'<'),
        }
    }

    fn read(&mut self) -> Attributes {
        let mut all: Vec<Attribute> = Vec::new();
        loop {
            self.skip(|b| b.is_ascii_whitespace() || b == b'/');
            if self.is_over() {
                let end = self.at;
                return Attributes { all, end };
            }
            let is_name = |b: u8| !b.is_ascii_whitespace() && !b"=\"'<>/".contains(&b);
            let name = self.skip(is_name);
            if name.is_empty() {
                self.stray();
                continue;
            }
            let before = self.at;
            self.skip(|b| b.is_ascii_whitespace());
            if self.byte() != Some(b'=') {
                self.at = before;
                self.bare(name);
                continue;
            }
            self.at += 1;
            self.skip(|b| b == b' ' || b == b'\t');
            let value = self.value();
            let attribute = Attribute {
                name: self.text[name.clone()].to_ascii_lowercase(),
                value,
                range: name.start..self.at,
            };
            if let Some(first) = all.iter().find(|known| known.name == attribute.name) {
                let message = format!("the attribute `{}` stands twice", attribute.name);
                let first = first.range.clone();
                let file = self.file;
                let twice = defect(file, "repeated-attribute", message, attribute.range);
                self.broken.push(
                    twice
                        .label("browsers ignore this one")
                        .also(
                            crate::diagnostic::Place { file, range: first },
                            "first here",
                        )
                        .help("put both values into one attribute"),
                );
                continue;
            }
            all.push(attribute);
        }
    }

    /// The value of an attribute, in quotes or without.
    fn value(&mut self) -> Range<usize> {
        let quote = match self.byte() {
            Some(quote @ (b'"' | b'\'')) => quote,
            _ => {
                let is_tag = self.within == Within::Tag;
                let mut value =
                    self.skip(|b| !(b.is_ascii_whitespace() || is_tag && b"<>".contains(&b)));
                let is_empty_tag = is_tag && self.byte() == Some(b'>');
                if is_empty_tag && self.text[value.clone()].ends_with('/') {
                    value.end -= 1;
                }
                return value;
            }
        };
        let opened = self.at;
        self.at += 1;
        let value = self.skip(|b| b != quote && !b"<>".contains(&b));
        let is_next = self.text[value.clone()].ends_with('=');
        if self.byte() == Some(quote) && !is_next {
            self.at += 1;
            return value;
        }
        // The quote found opens the value of the next attribute.
        let next = self.text[value.clone()].rfind(char::is_whitespace);
        let value = match next.filter(|_| is_next) {
            Some(next) => value.start..value.start + next,
            None => value,
        };
        self.at = self.at.min(if is_next { value.end } else { self.at });
        let value = value.start..value.start + self.text[value].trim_end().len();
        let message = "this quote never closes";
        let help = "put the quote that closes it behind the value";
        let found = defect(
            self.file,
            "open-quote",
            message,
            opened..value.end.max(opened + 1),
        );
        self.broken
            .push(found.label("the value is taken to end here").help(help));
        value
    }

    /// Something that begins no attribute.
    fn stray(&mut self) {
        let start = self.at;
        self.skip(|b| !b.is_ascii_whitespace() && !b"<>/".contains(&b));
        // What stops the search at once is passed over, so that it goes on.
        if self.at == start {
            let rest = self.text[start..].chars().next();
            self.at += rest.map_or(1, char::len_utf8);
        }
        self.no_attribute(start..self.at);
    }

    /// A name without a value: in tags it may be an attribute of its own.
    fn bare(&mut self, name: Range<usize>) {
        if self.within == Within::Line {
            self.no_attribute(name);
        }
    }

    fn no_attribute(&mut self, range: Range<usize>) {
        let range =
            self.text.floor_char_boundary(range.start)..self.text.ceil_char_boundary(range.end);
        let message = format!("`{}` is no attribute", self.text[range.clone()].trim());
        let help = match self.within {
            Within::Tag => "attributes are written `name=\"value\"`",
            Within::Line => {
                "attributes are written `name=\"value\"`; the text of a cell stands behind `|`"
            }
        };
        let found = defect(self.file, "no-attribute", message, range);
        self.broken.push(found.help(help));
    }
}
