//! Texts with conditional parts, as a tree; it does not parse them and does not render markup.

use super::{Answer, ElementId, ExpansionId, FigureId, QuestionId, Speaker, TableId};
use crate::diagnostic::Place;
use crate::logic::{Condition, Facts};
use std::collections::BTreeSet;

/// A text: paragraphs and lists, any of which may depend on a condition.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// In reading order.
    pub blocks: Vec<Block>,
    /// Every `{if}` and `{else}` that was written in it, in the order in which they stand.
    pub branches: Vec<Branch>,
    /// The terms that stand in it, whatever their form.
    pub terms: BTreeSet<String>,
}

/// Texts are equal that say the same, wherever they stand.
impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.blocks == other.blocks
    }
}

/// A conditional part as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The conditions of the parts around it.
    pub within: Condition,
    /// Its own condition; that of an `{else}` is the contrary of its `{if}`'s.
    pub when: Condition,
    /// Where the tag stands.
    pub place: Place,
}

/// A paragraph or a list, and when it is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Holds where the block is part of the text.
    pub when: Condition,
    /// What stands there.
    pub kind: BlockKind,
}

/// What a block holds.
#[derive(Clone, Debug, PartialEq)]
pub enum BlockKind {
    /// Running text.
    Paragraph(Vec<Inline>),
    /// Items with bullets, or numbers if `ordered`.
    List {
        /// Numbered rather than bulleted.
        ordered: bool,
        /// In order.
        items: Vec<Item>,
    },
    /// A heading of a page.
    Heading {
        /// How deep it stands, from 2: the title of the page is the first.
        level: u8,
        /// What links to it say; each stands once in its page.
        anchor: String,
        /// Its words.
        text: Vec<Inline>,
    },
    /// A table of a page; the first cell of a row is its head.
    Table {
        /// The heads of the columns.
        head: Vec<Vec<Inline>>,
        /// In order.
        rows: Vec<TableRow>,
    },
    /// In a page, the figures that answer a question in one way; which these are the view says.
    Facts {
        /// What is asked for.
        query: FactsQuery,
        /// The remarks that stand behind it.
        remarks: Vec<Inline>,
    },
}

/// A row of a page's table, and when it is there.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Holds where the row is part of the table.
    pub when: Condition,
    /// Its cells, as many as the table has columns.
    pub cells: Vec<Vec<Inline>>,
}

/// Which figures a page lists.
#[derive(Clone, Debug, PartialEq)]
pub struct FactsQuery {
    /// The question.
    pub question: QuestionId,
    /// How they answer it.
    pub answer: Answer,
    /// The only table whose figures are listed; those of all where there is none.
    pub table: Option<TableId>,
}

/// One item of a list, and when it is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Holds where the item is part of the list.
    pub when: Condition,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// A piece of running text.
#[derive(Clone, Debug, PartialEq)]
pub enum Inline {
    /// Plain characters.
    Text(String),
    /// Emphasised text.
    Emphasis(Vec<Inline>),
    /// Strongly emphasised text.
    Strong(Vec<Inline>),
    /// A link; `to` is `http(s)`, `mailto` or relative, never a script.
    Link {
        /// The address.
        to: String,
        /// The text of the link.
        text: Vec<Inline>,
    },
    /// Alternatives, of which at most one holds in any selection.
    Choice(Vec<(Condition, Vec<Inline>)>),
    /// The name of a thing of the dataset, which leads to the page about it.
    Name {
        /// The thing.
        of: Named,
        /// What it is called.
        text: Vec<Inline>,
    },
    /// A remark of a page on what it stands with.
    Remark(Remark),
}

impl Inline {
    /// The pieces around which it puts markup. Alternatives have none: which of them stands there
    /// depends.
    pub fn inside(&self) -> &[Inline] {
        match self {
            Inline::Emphasis(inner)
            | Inline::Strong(inner)
            | Inline::Link { text: inner, .. }
            | Inline::Name { text: inner, .. } => inner,
            Inline::Text(_) | Inline::Choice(_) | Inline::Remark(_) => &[],
        }
    }
}

/// A thing of the dataset that pages name.
#[derive(Clone, Debug, PartialEq)]
pub enum Named {
    /// A figure.
    Figure(FigureId),
    /// An element.
    Element(ElementId),
    /// An expansion.
    Expansion(ExpansionId),
    /// A table.
    Table(TableId),
}

/// What a page remarks on a statement; it is no part of the running text.
#[derive(Clone, Debug, PartialEq)]
pub enum Remark {
    /// Who says it, and from when that is, `5/2013`.
    Said(Speaker, Option<String>),
    /// The source has lost it; it is put together from what the source says elsewhere.
    Rebuilt,
    /// The lines of the page's source that say it: first and last of each run.
    At(Vec<(u32, u32)>),
}

impl Text {
    /// A text without conditions: one paragraph of plain characters.
    pub fn of(plain: impl Into<String>) -> Self {
        let kind = BlockKind::Paragraph(vec![Inline::Text(plain.into())]);
        let when = Condition::True;
        Self {
            blocks: vec![Block { when, kind }],
            ..Self::default()
        }
    }

    /// The text as a selection shows it, without markup: paragraphs are parted by an empty line,
    /// each item stands on a line of its own behind `- `.
    pub fn plain(&self, facts: &impl Facts) -> String {
        let mut out = String::new();
        plain_blocks(&self.blocks, facts, "", &mut out);
        out.trim().to_owned()
    }

    /// The running text of the first paragraphs, for texts that are one line (labels, names).
    pub fn inlines(&self) -> impl Iterator<Item = &Inline> {
        self.blocks.iter().flat_map(|block| match &block.kind {
            BlockKind::Paragraph(inlines) => inlines.as_slice(),
            _ => &[],
        })
    }

    /// Whether the text is a single paragraph that is always there, as labels and names are.
    pub fn is_one_line(&self) -> bool {
        matches!(
            self.blocks.as_slice(),
            [Block {
                when: Condition::True,
                kind: BlockKind::Paragraph(_)
            }]
        )
    }

    /// Calls `visit` with every condition that a part of the text depends on, and that part's
    /// plain text as `facts` show it.
    pub fn conditional_parts(
        &self,
        facts: &impl Facts,
        visit: &mut impl FnMut(&Condition, String),
    ) {
        visit_blocks(&self.blocks, facts, visit);
    }
}

fn plain_blocks(blocks: &[Block], facts: &impl Facts, indent: &str, out: &mut String) {
    for block in blocks.iter().filter(|block| block.when.holds(facts)) {
        match &block.kind {
            BlockKind::Paragraph(inlines) => {
                if !out.is_empty() && !out.ends_with("- ") && !out.ends_with(". ") {
                    let gap = if indent.is_empty() { "\n\n" } else { "\n" };
                    out.push_str(gap);
                    out.push_str(indent);
                }
                plain_inlines(inlines, facts, out);
            }
            BlockKind::List { ordered, items } => {
                let shown = items.iter().filter(|item| item.when.holds(facts));
                for (n, item) in shown.enumerate() {
                    let gap = match (out.is_empty(), n, indent.is_empty()) {
                        (true, ..) => "",
                        (_, 0, true) => "\n\n",
                        _ => "\n",
                    };
                    out.push_str(gap);
                    out.push_str(indent);
                    if *ordered {
                        out.push_str(&format!("{}. ", n + 1));
                    } else {
                        out.push_str("- ");
                    }
                    plain_blocks(&item.blocks, facts, &format!("{indent}  "), out);
                }
            }
            BlockKind::Heading { text, .. } => {
                if !out.is_empty() {
                    out.push_str("\n\n");
                }
                plain_inlines(text, facts, out);
            }
            BlockKind::Table { head, rows } => {
                let shown = rows.iter().filter(|row| row.when.holds(facts));
                let lines = std::iter::once(head).chain(shown.map(|row| &row.cells));
                for (n, cells) in lines.enumerate() {
                    if !out.is_empty() {
                        out.push_str(if n == 0 { "\n\n" } else { "\n" });
                    }
                    for (n, cell) in cells.iter().enumerate() {
                        out.push_str(if n == 0 { "" } else { " | " });
                        plain_inlines(cell, facts, out);
                    }
                }
            }
            // Which figures these are the view says.
            BlockKind::Facts { .. } => {}
        }
    }
}

fn plain_inlines(inlines: &[Inline], facts: &impl Facts, out: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(text) => out.push_str(text),
            Inline::Choice(alternatives) => {
                let chosen = alternatives.iter().find(|(when, _)| when.holds(facts));
                if let Some((_, inner)) = chosen {
                    plain_inlines(inner, facts, out);
                }
            }
            other => plain_inlines(other.inside(), facts, out),
        }
    }
}

fn visit_blocks(blocks: &[Block], facts: &impl Facts, visit: &mut impl FnMut(&Condition, String)) {
    let text_of = |blocks: &[Block]| {
        Text {
            blocks: blocks.to_vec(),
            ..Text::default()
        }
        .plain(facts)
    };
    for block in blocks {
        match &block.kind {
            BlockKind::Paragraph(inlines) | BlockKind::Heading { text: inlines, .. } => {
                visit_block(block, facts, visit);
                visit_inlines(inlines, facts, visit);
            }
            // The condition of a list is that of its items.
            BlockKind::List { items, .. } => {
                for item in items {
                    if item.when != Condition::True {
                        visit(&item.when, text_of(&item.blocks));
                    }
                    visit_blocks(&item.blocks, facts, visit);
                }
            }
            // The condition of a table is that of its rows, unless it stands in an `{if}`.
            BlockKind::Table { head, rows } => {
                visit_block(block, facts, visit);
                for row in rows.iter().filter(|row| row.when != Condition::True) {
                    let mut text = String::new();
                    plain_inlines(&row.cells.concat(), facts, &mut text);
                    visit(&row.when, text);
                }
                let cells = head.iter().chain(rows.iter().flat_map(|row| &row.cells));
                cells.for_each(|cell| visit_inlines(cell, facts, visit));
            }
            BlockKind::Facts { .. } => visit_block(block, facts, visit),
        }
    }
}

/// Visits the condition of a block, if it has one.
fn visit_block(block: &Block, facts: &impl Facts, visit: &mut impl FnMut(&Condition, String)) {
    if block.when != Condition::True {
        let inner = Block {
            when: Condition::True,
            ..block.clone()
        };
        let text = Text {
            blocks: vec![inner],
            ..Text::default()
        };
        visit(&block.when, text.plain(facts));
    }
}

fn visit_inlines(
    inlines: &[Inline],
    facts: &impl Facts,
    visit: &mut impl FnMut(&Condition, String),
) {
    for inline in inlines {
        visit_inlines(inline.inside(), facts, visit);
        let Inline::Choice(alternatives) = inline else {
            continue;
        };
        for (when, inner) in alternatives {
            let mut text = String::new();
            plain_inlines(inner, facts, &mut text);
            visit(when, text);
            visit_inlines(inner, facts, visit);
        }
    }
}
