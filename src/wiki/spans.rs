//! Finds what lies beyond the lines of a page: comments, `nowiki`, templates and links, in which
//! no marker of a table counts. One walk; what never closes is ordinary text.

use super::markup::defect;
use crate::diagnostic::{Diagnostic, FileIx};
use std::ops::Range;

/// What a span is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// `<!-- … -->`, `<nowiki>…</nowiki>` and the like: nothing in it is read.
    Hidden,
    /// `{{…}}`
    Template,
    /// `[[…]]`
    Link,
}

/// A part of the page that is one piece.
#[derive(Clone, Debug)]
pub struct Span {
    /// What it is.
    pub kind: Kind,
    /// From its first to its last character.
    pub range: Range<usize>,
}

/// The outermost spans of `text`, in order.
pub fn spans(file: FileIx, text: &str, broken: &mut Vec<Diagnostic>) -> Vec<Span> {
    let mut finder = Finder {
        file,
        text,
        open: Vec::new(),
        found: Vec::new(),
        broken,
        no_closing: Vec::new(),
    };
    finder.walk();
    outermost(finder.found)
}

fn outermost(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| span.range.start);
    let mut end = 0;
    spans.retain(|span| {
        let is_outermost = span.range.start >= end;
        end = end.max(span.range.end);
        is_outermost
    });
    spans
}

/// What hides text, and by what that ends.
const HIDING: [(&str, &str); 4] = [
    ("<!--", "-->"),
    ("<nowiki>", "</nowiki>"),
    ("<pre>", "</pre>"),
    ("<math>", "</math>"),
];
/// What pairs, and what that is; longer ones first.
const PAIRS: [(&str, &str, Kind); 3] = [
    ("{{{", "}}}", Kind::Template),
    ("{{", "}}", Kind::Template),
    ("[[", "]]", Kind::Link),
];
/// How deep templates may be nested: further ones are text.
const DEEPEST: usize = 100;

struct Finder<'t, 'b> {
    file: FileIx,
    text: &'t str,
    /// What is open: the position in [`PAIRS`], and where it begins.
    open: Vec<(usize, usize)>,
    found: Vec<Span>,
    broken: &'b mut Vec<Diagnostic>,
    /// Endings that stand nowhere further down, so that they are not looked for again.
    no_closing: Vec<&'static str>,
}

impl Finder<'_, '_> {
    fn walk(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            at = match bytes[at] {
                b'\n' => {
                    self.line(at + 1);
                    at + 1
                }
                b'<' => self.hidden(at),
                b'{' | b'[' => self.opening(at),
                b'}' | b']' => self.closing(at),
                _ => at + 1,
            };
        }
        self.forget_all();
    }

    /// A table's marker ends what was never closed before it.
    fn line(&mut self, at: usize) {
        let rest = self.text[at..].trim_start_matches([' ', '\t']);
        let is_row = ["|-", "{|", "|+"]
            .iter()
            .any(|marker| rest.starts_with(marker));
        let is_end = rest.starts_with("|}") && !rest.starts_with("|}}");
        let is_cell = rest.starts_with(['|', '!']);
        if is_row || is_end {
            self.forget_all();
        } else if is_cell
            && self
                .open
                .iter()
                .any(|(pair, _)| PAIRS[*pair].2 == Kind::Link)
        {
            let (links, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.open)
                .into_iter()
                .partition(|(pair, _)| PAIRS[*pair].2 == Kind::Link);
            self.open = others;
            links.into_iter().for_each(|link| self.forget(link));
        }
    }

    fn hidden(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let Some((opening, closing)) = HIDING.iter().find(|(opening, _)| {
            rest.get(..opening.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(opening))
        }) else {
            return at + 1;
        };
        let known = self.no_closing.contains(closing);
        let end = (!known).then(|| rest.find(closing)).flatten();
        let Some(end) = end else {
            self.no_closing.push(closing);
            let message = format!("`{opening}` never closes");
            let help = format!("write `{closing}` where it ends");
            let found = defect(self.file, "open-tag", message, at..at + opening.len());
            self.broken.push(found.help(help));
            return at + opening.len();
        };
        let range = at..at + end + closing.len();
        let end = range.end;
        let kind = Kind::Hidden;
        self.found.push(Span { kind, range });
        end
    }

    fn opening(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let pair = PAIRS
            .iter()
            .position(|(opening, ..)| rest.starts_with(opening));
        match pair {
            // `{{|` opens a table in a template's argument, `{|` one on the page.
            Some(pair) if self.open.len() < DEEPEST => {
                self.open.push((pair, at));
                at + PAIRS[pair].0.len()
            }
            _ => at + 1,
        }
    }

    fn closing(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let closes = |(pair, _): &(usize, usize)| rest.starts_with(PAIRS[*pair].1);
        let Some(position) = self.open.iter().rposition(closes) else {
            return at + 1;
        };
        let within = self.open.split_off(position + 1);
        within.into_iter().for_each(|one| self.forget(one));
        let Some((pair, start)) = self.open.pop() else {
            return at + 1;
        };
        let (_, closing, kind) = PAIRS[pair];
        let range = start..at + closing.len();
        self.found.push(Span { kind, range });
        at + closing.len()
    }

    fn forget_all(&mut self) {
        let open = std::mem::take(&mut self.open);
        open.into_iter().for_each(|one| self.forget(one));
    }

    fn forget(&mut self, (pair, start): (usize, usize)) {
        let (opening, closing, _) = PAIRS[pair];
        let message = format!("`{opening}` never closes");
        let help = format!("write `{closing}` where it ends");
        let found = defect(
            self.file,
            "open-brackets",
            message,
            start..start + opening.len(),
        );
        self.broken.push(found.help(help));
    }
}
