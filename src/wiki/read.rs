//! Reads wikitext into a tree. Markers of tables at the beginning of lines go before everything
//! else, so that no broken tag hides the rows behind it.

use super::attributes::{Attributes, Within, attributes};
use super::markup::{Attribute, Cell, Element, Node, Page, Row, Table, Tag, defect};
use super::spans::{Kind, Span, spans};
use crate::diagnostic::{Diagnostic, FileIx, MOST, Place};
use crate::nearest::nearest;
use std::ops::Range;

/// How deep elements and tables may be nested; what is deeper is text.
const DEEPEST: usize = 60;
/// Elements that have no content.
const VOID: [&str; 5] = ["br", "hr", "wbr", "img", "languages"];
/// Elements that pages may have.
const KNOWN: [&str; 48] = [
    "abbr",
    "b",
    "big",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "hr",
    "i",
    "img",
    "includeonly",
    "ins",
    "kbd",
    "languages",
    "li",
    "math",
    "noinclude",
    "nowiki",
    "ol",
    "onlyinclude",
    "p",
    "pre",
    "ref",
    "references",
    "s",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "translate",
    "tt",
    "u",
    "ul",
    "wbr",
];

/// The page in `text`.
pub fn read(file: FileIx, text: &str) -> Page<'_> {
    let mut broken = Vec::new();
    let spans = spans(file, text, &mut broken);
    let mut reader = Reader {
        file,
        text,
        spans,
        next_span: 0,
        stack: vec![Open::new(What::Page, 0)],
        broken,
        has_told_depth: false,
    };
    reader.page();
    let nodes = reader.finish();
    let mut broken = reader.broken;
    broken.truncate(MOST);
    Page {
        file,
        text,
        nodes,
        broken,
    }
}

/// Something that is open.
#[derive(Debug)]
struct Open {
    what: What,
    start: usize,
    children: Vec<Node>,
    rows: Vec<Row>,
    cells: Vec<Cell>,
    attributes: Vec<Attribute>,
    /// Of a row, the end of the line that begins it; of a cell, where its content begins.
    line_end: usize,
    /// Of an element, a closing tag of another name that may have been meant for it.
    wrong_close: Option<Range<usize>>,
    /// Of an element, the tag that closes it.
    close: Option<Range<usize>>,
}

#[derive(Clone, Debug)]
enum What {
    Page,
    Table,
    Row,
    Cell { is_header: bool },
    Element(Tag),
}

impl Open {
    fn new(what: What, start: usize) -> Self {
        Self {
            what,
            start,
            children: Vec::new(),
            rows: Vec::new(),
            cells: Vec::new(),
            attributes: Vec::new(),
            line_end: start,
            wrong_close: None,
            close: None,
        }
    }

    fn tag(&self) -> Option<&Tag> {
        match &self.what {
            What::Element(tag) => Some(tag),
            _ => None,
        }
    }

    fn is_table(&self) -> bool {
        matches!(self.what, What::Table)
    }
}

struct Reader<'t> {
    file: FileIx,
    text: &'t str,
    spans: Vec<Span>,
    /// The first span that does not end before what is read.
    next_span: usize,
    stack: Vec<Open>,
    broken: Vec<Diagnostic>,
    has_told_depth: bool,
}

impl<'t> Reader<'t> {
    fn report(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        at: Range<usize>,
        help: &str,
    ) {
        if self.broken.len() < MOST {
            let found = defect(self.file, code, message, at);
            self.broken.push(found.help(help));
        }
    }

    fn place(&self, range: Range<usize>) -> Place {
        let file = self.file;
        Place { file, range }
    }

    /// The span at or behind `at`; positions are asked for in order.
    fn span_from(&mut self, at: usize) -> Option<Span> {
        while self.spans.get(self.next_span)?.range.end <= at {
            self.next_span += 1;
        }
        self.spans.get(self.next_span).cloned()
    }

    /// Goes through the lines; content between markers is read as one piece.
    fn page(&mut self) {
        let text = self.text;
        let mut content = 0;
        let mut line = 0;
        while line < text.len() {
            let end = self.line_end(line);
            let inside = self.span_from(line);
            let is_inside = inside.is_some_and(|span| span.range.start < line);
            if !is_inside && self.has_marker(line..end) {
                let next_span = self.next_span;
                self.next_span = self.spans.partition_point(|s| s.range.end <= content);
                self.content(content..line);
                self.next_span = next_span;
                content = self.marked(line..end);
            }
            line = (end + 1).min(text.len()).max(line + 1);
        }
        self.next_span = self.spans.partition_point(|s| s.range.end <= content);
        self.content(content..text.len());
    }

    fn line_end(&self, line: usize) -> usize {
        let rest = &self.text.as_bytes()[line..];
        line + rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())
    }

    fn has_marker(&self, line: Range<usize>) -> bool {
        let trimmed = self.text[line].trim_start_matches([' ', '\t', ':']);
        let in_table = self.stack.iter().any(Open::is_table);
        trimmed.starts_with("{|")
            || trimmed.starts_with("|}") && !trimmed.starts_with("|}}")
            || in_table && trimmed.starts_with(['|', '!'])
            || !in_table && trimmed.starts_with("|-")
    }

    /// Reads a line that begins with a marker, up to where running text may begin. White space before
    /// the marker is no fault: the wiki takes it away.
    fn marked(&mut self, line: Range<usize>) -> usize {
        let text = &self.text[line.clone()];
        let indent = text.len() - text.trim_start_matches([' ', '\t', ':']).len();
        let start = line.start + indent;
        let marker = &self.text[start..line.end];
        if marker.starts_with("{|") {
            self.open_table(start, line.end);
        } else if marker.starts_with("|}") {
            return self.close_table(start);
        } else if marker.starts_with("|-") {
            self.row(start, line.end);
        } else if marker.starts_with("|+") {
            self.close_to(Open::is_table, start);
        } else {
            return self.cells(start..line.end);
        }
        line.end
    }

    fn open_table(&mut self, start: usize, end: usize) {
        if self.stack.len() >= DEEPEST {
            return self.too_deep(start..start + 2);
        }
        // A table is not looked for within the tags that a cell has left open.
        let read = self.attributes(start + 2..end);
        let mut open = Open::new(What::Table, start);
        open.attributes = read.all;
        self.stack.push(open);
    }

    fn close_table(&mut self, start: usize) -> usize {
        if !self.stack.iter().any(Open::is_table) {
            let help = "remove it, or write `{|` where the table begins";
            self.report(
                "stray-close",
                "`|}` closes no table",
                start..start + 2,
                help,
            );
        } else {
            self.close_to(Open::is_table, start);
            self.close_top(start + 2);
        }
        start + 2
    }

    fn row(&mut self, start: usize, end: usize) {
        if !self.stack.iter().any(Open::is_table) {
            let help = "write `{|` where the table begins";
            self.report(
                "stray-row",
                "this row stands in no table",
                start..start + 2,
                help,
            );
            return;
        }
        self.close_to(Open::is_table, start);
        let dashes = self.text[start..end].trim_start_matches('|').len();
        let behind = self.text[start..end]
            .trim_start_matches('|')
            .trim_start_matches('-')
            .len();
        let from = end - behind.min(dashes);
        let mut open = Open::new(What::Row, start);
        open.line_end = start + self.text[start..end].trim_end().len();
        open.attributes = self.attributes(from..end).all;
        self.stack.push(open);
    }

    /// The cells that begin on one line; the text of the last one goes on from the end.
    fn cells(&mut self, line: Range<usize>) -> usize {
        let is_header = self.text[line.clone()].starts_with('!');
        let mut start = line.start;
        let mut marker = 1;
        loop {
            let (end, next) = self.cell_end(start + marker..line.end, is_header);
            let content = self.cell(start, start + marker..end, is_header);
            if !matches!(next, Next::Nothing) {
                self.content(content..end);
            }
            match next {
                Next::Cell => (start, marker) = (end, 2),
                Next::Row => {
                    let help = "begin a new line before `|-`";
                    let message = "the marker of a row stands behind a cell";
                    let at = end..end + 2;
                    self.report("glued-row", message, at, help);
                    self.row(end, line.end);
                    return line.end;
                }
                Next::Nothing => return content,
            }
        }
    }

    /// Where the cell that begins at `range.start` ends on its line, and what comes then.
    fn cell_end(&mut self, range: Range<usize>, is_header: bool) -> (usize, Next) {
        let bytes = self.text.as_bytes();
        let mut at = range.start;
        while at < range.end {
            if let Some(span) = self.span_from(at)
                && span.range.start <= at
            {
                at = span.range.end;
                continue;
            }
            let two = bytes.get(at..at + 2).unwrap_or(&[]);
            if two == b"||" || is_header && two == b"!!" {
                return (at, Next::Cell);
            }
            let is_free = at > range.start && bytes[at - 1].is_ascii_whitespace();
            if two == b"|-" && is_free && self.is_row_line(at..range.end) {
                return (at, Next::Row);
            }
            at += 1;
        }
        // A comment or template may end on a line below.
        (range.end.max(range.start), Next::Nothing)
    }

    /// Whether what stands at the end of a line is a row's marker with its attributes.
    fn is_row_line(&self, range: Range<usize>) -> bool {
        let rest = self.text[range]
            .trim_start_matches('|')
            .trim_start_matches('-')
            .trim();
        let starts = ["class=", "style=", "id=", "data-", "align=", "valign="];
        rest.is_empty() || starts.iter().any(|start| rest.starts_with(start))
    }

    /// Opens a cell; where its content begins.
    fn cell(&mut self, start: usize, range: Range<usize>, is_header: bool) -> usize {
        self.close_to(|open| matches!(open.what, What::Row | What::Table), start);
        if self.stack.last().is_some_and(Open::is_table) {
            self.stack.push(Open::new(What::Row, start));
        }
        let mut open = Open::new(What::Cell { is_header }, start);
        let (own, content) = self.cell_attributes(range);
        open.attributes = own;
        open.line_end = content;
        self.stack.push(open);
        content
    }

    /// The attributes before the first `|`, and where the content begins.
    fn cell_attributes(&mut self, range: Range<usize>) -> (Vec<Attribute>, usize) {
        let bytes = self.text.as_bytes();
        let mut at = range.start;
        while at < range.end {
            if let Some(span) = self.span_from(at)
                && span.range.start <= at
            {
                // A link or template before the `|` belongs to the text of the cell.
                return self.unparted_attributes(range);
            }
            if bytes[at] == b'|' {
                let read = self.attributes(range.start..at);
                return (read.all, at + 1);
            }
            at += 1;
        }
        self.unparted_attributes(range)
    }

    /// Attributes that no `|` parts from the text behind them.
    fn unparted_attributes(&mut self, range: Range<usize>) -> (Vec<Attribute>, usize) {
        let text = &self.text[range.clone()];
        let trimmed = text.trim_start();
        let is_meant = ["class=", "style=", "colspan="]
            .iter()
            .any(|it| trimmed.starts_with(it));
        if !is_meant {
            return (Vec::new(), range.start);
        }
        let start = range.end - trimmed.len();
        let end = text.find('<').map_or(range.end, |at| range.start + at);
        let file = self.file;
        let read = attributes(file, self.text, start..end, Within::Tag, &mut Vec::new());
        let last = read.all.last().map_or(start, |last| last.range.end);
        let message = "no `|` parts these attributes from the text of the cell";
        self.report(
            "unparted-attributes",
            message,
            start..last,
            "write `|` behind them",
        );
        (read.all, last)
    }

    fn attributes(&mut self, range: Range<usize>) -> Attributes {
        attributes(self.file, self.text, range, Within::Line, &mut self.broken)
    }

    /// Reads text with tags, templates and links into what is open.
    fn content(&mut self, range: Range<usize>) {
        let bytes = self.text.as_bytes();
        let mut at = range.start;
        if let Some(span) = self.span_from(at)
            && span.range.start < at
        {
            at = span.range.end;
        }
        let mut text = at;
        while at < range.end {
            match bytes[at] {
                b'<' | b'{' | b'[' => {}
                _ => {
                    at += 1;
                    continue;
                }
            }
            if let Some(span) = self.span_from(at)
                && span.range.start <= at
            {
                self.push_text(text..at);
                let end = span.range.end;
                match span.kind {
                    Kind::Hidden => {}
                    Kind::Template => self.push(Node::Template(at..end)),
                    Kind::Link => self.push(Node::Link(at..end)),
                }
                (at, text) = (end, end);
                continue;
            }
            if bytes[at] == b'<'
                && let Some(end) = self.tag(at, range.end, text)
            {
                (at, text) = (end, end);
                continue;
            }
            at += 1;
        }
        self.push_text(text..range.end.max(text));
    }

    fn push(&mut self, node: Node) {
        if let Some(open) = self.stack.last_mut() {
            open.children.push(node);
        }
    }

    fn push_text(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.push(Node::Text(range));
        }
    }

    /// Reads the tag at `at`, if one is there: where it ends. Text from `text` on comes before it.
    fn tag(&mut self, at: usize, limit: usize, text: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let is_closing = bytes.get(at + 1) == Some(&b'/');
        let start = at + 1 + usize::from(is_closing);
        let rest = &bytes[start.min(limit)..limit];
        let length = rest
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
        if length == 0 || !rest[0].is_ascii_alphabetic() {
            return None;
        }
        let name = self.text[start..start + length].to_ascii_lowercase();
        if !KNOWN.contains(&name.as_str()) {
            self.unknown_tag(&name, at..start + length);
            return None;
        }
        self.push_text(text..at);
        let mut found = Vec::new();
        let file = self.file;
        let range = start + length..limit;
        let read = attributes(file, self.text, range, Within::Tag, &mut found);
        self.broken.extend(found);
        let is_whole = bytes.get(read.end) == Some(&b'>') && read.end < limit;
        // What never ends ends with its last attribute.
        let last = read
            .all
            .last()
            .map_or(start + length, |last| last.range.end);
        let end = if is_whole { read.end + 1 } else { last };
        if !is_whole {
            let message = "this tag never ends";
            self.report("broken-tag", message, at..end, "write `>` where it ends");
        }
        let is_empty = is_whole && bytes[read.end - 1] == b'/';
        let tag = Tag {
            name,
            attributes: read.all,
            range: at..end,
        };
        if is_closing {
            self.close_tag(&tag);
        } else {
            self.open_tag(tag, is_empty);
        }
        Some(end)
    }

    fn unknown_tag(&mut self, name: &str, range: Range<usize>) {
        if self.broken.len() >= MOST {
            return;
        }
        let near = nearest(name, KNOWN.into_iter());
        if let Some(near) = near.first()
            && name.len() > 2
        {
            let message = format!("there is no element `{name}`");
            let help = format!("did you mean `{near}`?");
            self.report("unknown-tag", message, range, &help);
        }
    }

    fn open_tag(&mut self, tag: Tag, is_empty: bool) {
        if tag.name == "li" {
            self.close_item(tag.range.start);
        }
        if is_empty || VOID.contains(&tag.name.as_str()) {
            return self.push(Node::Element(Element::empty(tag)));
        }
        if self.stack.len() >= DEEPEST {
            return self.too_deep(tag.range);
        }
        let start = tag.range.start;
        self.stack.push(Open::new(What::Element(tag), start));
    }

    /// An item of a list ends where the next one begins.
    fn close_item(&mut self, at: usize) {
        let names = self.stack.iter().rev().map_while(|open| open.tag());
        let names = names.map(|tag| tag.name.as_str());
        let until = names.take_while(|name| !matches!(*name, "ul" | "ol"));
        if let Some(depth) = until.clone().position(|name| name == "li") {
            for _ in 0..=depth {
                self.never_closes("the next item begins", at);
                self.close_top(at);
            }
        }
    }

    fn too_deep(&mut self, at: Range<usize>) {
        if !self.has_told_depth {
            self.has_told_depth = true;
            let message = format!("nested deeper than {DEEPEST} levels");
            self.report("too-deep", message, at, "close what stands around it");
        }
    }

    fn close_tag(&mut self, tag: &Tag) {
        if VOID.contains(&tag.name.as_str()) {
            let message = format!("`</{}>` closes nothing", tag.name);
            let help = format!("write `<{} />`", tag.name);
            self.report("stray-close", message, tag.range.clone(), &help);
            // Browsers read `</br>` as a break.
            return self.push(Node::Element(Element::empty(tag.clone())));
        }
        let mut above = 0;
        let mut found = false;
        for open in self.stack.iter().rev() {
            match open.tag() {
                Some(open) if open.name == tag.name => {
                    found = true;
                    break;
                }
                // Notes are read by themselves: what is around one does not close in it.
                Some(open) if open.name != "ref" => above += 1,
                _ => break,
            }
        }
        if !found {
            return self.stray(tag);
        }
        let what = format!("`</{}>`", tag.name);
        for _ in 0..above {
            self.never_closes(&format!("{what} closes what is around it"), tag.range.start);
            self.close_top(tag.range.start);
        }
        self.late_stray();
        if let Some(open) = self.stack.last_mut() {
            open.close = Some(tag.range.clone());
        }
        self.close_top(tag.range.end);
    }

    /// A closing tag for which nothing is open: perhaps the element above was meant.
    fn stray(&mut self, tag: &Tag) {
        let range = tag.range.clone();
        match self.stack.last_mut() {
            Some(open) if open.tag().is_some() && open.wrong_close.is_none() => {
                open.wrong_close = Some(range);
            }
            _ => self.closes_nothing(range),
        }
    }

    /// The stray tag in an element that was closed after all.
    fn late_stray(&mut self) {
        if let Some(range) = self
            .stack
            .last_mut()
            .and_then(|open| open.wrong_close.take())
        {
            self.closes_nothing(range);
        }
    }

    fn closes_nothing(&mut self, range: Range<usize>) {
        let message = format!("`{}` closes nothing", &self.text[range.clone()]);
        self.report(
            "stray-close",
            message,
            range,
            "remove it, or write the tag that opens it",
        );
    }

    /// Reports that the element on top never closes.
    fn never_closes(&mut self, why: &str, at: usize) {
        let Some(tag) = self.stack.last().and_then(Open::tag).cloned() else {
            return;
        };
        let wrong = self
            .stack
            .last_mut()
            .and_then(|open| open.wrong_close.take());
        let closing = format!("`</{}>`", tag.name);
        let found = match wrong {
            Some(wrong) => {
                let message = format!(
                    "`<{}>` is closed by `{}`",
                    tag.name,
                    &self.text[wrong.clone()]
                );
                defect(self.file, "wrong-close", message, wrong)
                    .also(self.place(tag.range), "opened here")
                    .help(format!("write {closing}"))
            }
            None => {
                let message = format!("`<{}>` never closes", tag.name);
                let at = at.min(self.text.len());
                defect(self.file, "open-tag", message, tag.range)
                    .also(self.place(at..at), format!("{why} here"))
                    .help(format!("write {closing} where it ends"))
            }
        };
        if self.broken.len() < MOST {
            self.broken.push(found);
        }
    }

    /// Closes what is open down to something of the kind that is `wanted`, which stays open.
    fn close_to(&mut self, wanted: impl Fn(&Open) -> bool, at: usize) {
        while self.stack.len() > 1 && !self.stack.last().is_some_and(&wanted) {
            self.never_closes("the cell ends", at);
            self.close_top(at);
        }
    }

    /// Closes what is on top and puts it into what is below it.
    fn close_top(&mut self, at: usize) {
        if self.stack.len() < 2 {
            return;
        }
        let Some(open) = self.stack.pop() else {
            return;
        };
        let Some(parent) = self.stack.last_mut() else {
            return;
        };
        let range = open.start..at.max(open.start);
        match open.what {
            What::Page => {}
            What::Element(tag) => {
                parent.children.push(Node::Element(Element {
                    tag,
                    children: open.children,
                    close: open.close,
                }));
            }
            What::Table => parent.children.push(Node::Table(Table {
                range,
                attributes: open.attributes,
                rows: open.rows,
            })),
            What::Row => parent.rows.push(Row {
                range: open.start..open.line_end,
                attributes: open.attributes,
                cells: open.cells,
            }),
            What::Cell { is_header } => {
                let end = open.start + self.text[range.clone()].trim_end().len();
                parent.cells.push(Cell {
                    is_header,
                    range: open.start..end,
                    attributes: open.attributes,
                    content: open.children,
                    start: open.line_end.min(end),
                });
            }
        }
    }

    fn finish(&mut self) -> Vec<Node> {
        let end = self.text.len();
        while self.stack.len() > 1 {
            if self.stack.last().is_some_and(Open::is_table) {
                let start = self.stack.last().map_or(0, |open| open.start);
                let message = "this table never closes";
                self.report(
                    "open-table",
                    message,
                    start..start + 2,
                    "write `|}` where it ends",
                );
            }
            self.never_closes("the page ends", end);
            self.close_top(end);
        }
        self.late_stray();
        self.stack
            .pop()
            .map(|page| page.children)
            .unwrap_or_default()
    }
}

/// What follows a cell on its line.
enum Next {
    Cell,
    Row,
    Nothing,
}
