//! Elements that begin in an item of a list and go on behind its line, with which the item ends.

use super::Subject;
use crate::diagnostic::Diagnostic;
use crate::wiki::markup::{Element, Node};

/// What a line begins with that is an item of a list.
const MARKERS: [u8; 4] = [b'*', b'#', b':', b';'];
/// Elements that the wiki takes out before it looks for lists.
const APART: [&str; 5] = [
    "translate",
    "onlyinclude",
    "includeonly",
    "noinclude",
    "references",
];

/// Every element that is torn, the outermost of them.
pub fn check(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let text = subject.page.text;
    let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
    let mut walk = Walk {
        subject,
        lines: std::iter::once(0).chain(breaks).collect(),
        found: Vec::new(),
    };
    walk.nodes(&subject.page.nodes, 0);
    walk.found
}

struct Walk<'w, 's, 't, 'd> {
    subject: &'w Subject<'s, 't, 'd>,
    /// Where lines begin.
    lines: Vec<usize>,
    found: Vec<Diagnostic>,
}

impl Walk<'_, '_, '_, '_> {
    /// Looks at `nodes`, whose text is read by itself from `from` on.
    fn nodes(&mut self, nodes: &[Node], from: usize) {
        for node in nodes {
            match node {
                Node::Element(element) if element.tag.name == "ref" => {
                    self.nodes(&element.children, element.tag.range.end);
                }
                Node::Element(element) => match self.torn(element, from) {
                    Some(torn) => self.found.push(torn),
                    None => self.nodes(&element.children, from),
                },
                Node::Table(table) => {
                    for cell in table.rows.iter().flat_map(|row| &row.cells) {
                        self.nodes(&cell.content, cell.start);
                    }
                }
                Node::Text(_) | Node::Template(_) | Node::Link(_) => {}
            }
        }
    }

    /// The beginning of the line in which `at` stands.
    fn line(&self, at: usize) -> usize {
        let behind = self.lines.partition_point(|line| *line <= at);
        self.lines[behind.saturating_sub(1)]
    }

    fn torn(&self, element: &Element, from: usize) -> Option<Diagnostic> {
        let close = element.close.as_ref()?;
        let tag = &element.tag;
        let line = self.line(tag.range.start);
        let first = self.subject.page.text.as_bytes().get(line.max(from))?;
        let is_torn = MARKERS.contains(first)
            && self.line(close.start) != line
            && !APART.contains(&tag.name.as_str());
        is_torn.then(|| {
            let name = &tag.name;
            let message = format!("the item of the list ends within this `<{name}>`");
            let finding = self.subject.found("torn-element", message, &tag.range);
            finding
                .also(self.subject.place(close), "closed here, on another line")
                .note("an item of a list that begins with `*`, `#`, `:` or `;` is one line")
                .help("write the item on one line")
        })
    }
}
