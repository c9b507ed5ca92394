//! The parts of wikitext that tables are made of, as a tree with places; it does not know what
//! classes mean.

use crate::diagnostic::{Diagnostic, FileIx, Place};
use std::ops::Range;

/// A page as it was read.
#[derive(Debug)]
pub struct Page<'t> {
    /// The file that places point into.
    pub file: FileIx,
    /// The text.
    pub text: &'t str,
    /// What stands in it, in order.
    pub nodes: Vec<Node>,
    /// What is broken in it: tags, attributes and tables that do not close, and the like.
    pub broken: Vec<Diagnostic>,
}

impl Page<'_> {
    /// The place of some bytes.
    pub fn place(&self, range: &Range<usize>) -> Place {
        Place {
            file: self.file,
            range: range.clone(),
        }
    }

    /// The text of some bytes.
    pub fn at(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or("")
    }
}

/// A piece of a page.
#[derive(Debug)]
pub enum Node {
    /// Characters.
    Text(Range<usize>),
    /// An element of HTML or of an extension.
    Element(Element),
    /// `{{name|…}}`, as a whole.
    Template(Range<usize>),
    /// `[[target|…]]`, as a whole.
    Link(Range<usize>),
    /// `{|` … `|}`.
    Table(Table),
}

/// An element and what stands in it.
#[derive(Debug)]
pub struct Element {
    /// Its opening tag.
    pub tag: Tag,
    /// What stands between its tags.
    pub children: Vec<Node>,
    /// The tag that closes it; `None` where there is none.
    pub close: Option<Range<usize>>,
}

impl Element {
    /// An element without content.
    pub(super) fn empty(tag: Tag) -> Self {
        Self {
            tag,
            children: Vec::new(),
            close: None,
        }
    }
}

/// A tag.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The name in lower case.
    pub name: String,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// From `<` to `>`.
    pub range: Range<usize>,
}

/// `name="value"`
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name in lower case.
    pub name: String,
    /// The value without its quotes.
    pub value: Range<usize>,
    /// The whole.
    pub range: Range<usize>,
}

/// A table.
#[derive(Debug)]
pub struct Table {
    /// From `{|` to behind `|}`.
    pub range: Range<usize>,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Its rows; cells before the first `|-` are a row, too.
    pub rows: Vec<Row>,
}

/// A row.
#[derive(Debug)]
pub struct Row {
    /// The line that begins it.
    pub range: Range<usize>,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug)]
pub struct Cell {
    /// Whether it is a header (`!`).
    pub is_header: bool,
    /// The whole, from its marker to its last character.
    pub range: Range<usize>,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// What stands in it.
    pub content: Vec<Node>,
    /// Where that begins.
    pub start: usize,
}

/// The value of the attribute `name`.
pub fn attribute<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes.iter().find(|attribute| attribute.name == name)
}

/// A defect of the markup.
pub(super) fn defect(
    file: FileIx,
    code: &'static str,
    message: impl Into<String>,
    range: Range<usize>,
) -> Diagnostic {
    Diagnostic::new(code, message, Place { file, range })
}
