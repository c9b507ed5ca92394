//! What a text is built of while it is read: frames that are open, and what becomes of one that
//! closes.

use super::Reader;
use crate::logic::Condition;
use crate::model::{Block, BlockKind, FactsQuery, Inline, Item, TableRow};
use std::ops::Range;

/// Something that is open, and what was read of it so far.
pub struct Frame {
    /// What it is.
    pub container: Container,
    /// Where it opened, in the text.
    pub opened: Range<usize>,
    /// The running text in it.
    pub inlines: Vec<Inline>,
    /// The blocks in it.
    pub blocks: Vec<Block>,
    /// The items of a list.
    pub items: Vec<Item>,
    /// The list of figures that the paragraph is.
    pub facts: Option<FactsQuery>,
    /// Where the paragraph closes an `{if}` around blocks.
    pub closes: Option<Range<usize>>,
}

/// What can be open.
pub enum Container {
    /// The whole text.
    Root,
    /// A paragraph.
    Paragraph,
    /// A heading, with its level and its anchor.
    Heading(u8, String),
    /// The head and the rows read so far.
    Table(Vec<Vec<Inline>>, Vec<TableRow>),
    /// The head of a table or one of its rows, with the cells read so far.
    Row {
        is_head: bool,
        cells: Vec<Vec<Inline>>,
    },
    /// A cell of such a row.
    Cell,
    /// `{if …}` around blocks.
    BlockIf(Condition),
    /// `*…*`.
    Emphasis,
    /// `**…**`.
    Strong,
    /// A link, with where it leads.
    Link(String),
    /// A list.
    List { ordered: bool },
    /// An item of a list.
    Item,
    /// `{if …}`; with the inlines of its first branch once `{else}` is read.
    If(Condition, Option<Vec<Inline>>),
    /// Markup that texts do not have; its contents are kept as text.
    Foreign,
}

impl Frame {
    /// A frame that opens.
    pub fn of(container: Container, opened: Range<usize>) -> Self {
        Self {
            container,
            opened,
            inlines: Vec::new(),
            blocks: Vec::new(),
            items: Vec::new(),
            facts: None,
            closes: None,
        }
    }

    /// Whether whole blocks of the text stand right in it.
    pub fn holds_blocks(&self) -> bool {
        matches!(self.container, Container::Root | Container::BlockIf(_))
    }

    /// The blocks of the frame; loose inlines (of a tight list item) become a paragraph.
    pub fn into_blocks(mut self) -> Vec<Block> {
        if !self.inlines.is_empty() {
            self.blocks.insert(0, paragraph(self.inlines));
        }
        self.blocks
    }
}

/// A paragraph; one that is a single `{if}` without `{else}` carries the condition itself.
fn paragraph(inlines: Vec<Inline>) -> Block {
    let (when, inlines) = conditional(inlines);
    Block {
        when,
        kind: BlockKind::Paragraph(inlines),
    }
}

/// Running text, and when it is there: where it is, but for remarks on it, a single `{if}` without
/// `{else}`, under that condition.
fn conditional(mut inlines: Vec<Inline>) -> (Condition, Vec<Inline>) {
    let mut said = (0..inlines.len()).filter(|at| !is_aside(&inlines[*at]));
    let (Some(only), None) = (said.next(), said.next()) else {
        return (Condition::True, inlines);
    };
    let Inline::Choice(alternatives) = &mut inlines[only] else {
        return (Condition::True, inlines);
    };
    let [(when, inner)] = alternatives.as_mut_slice() else {
        return (Condition::True, inlines);
    };
    let (when, inner) = (when.clone(), std::mem::take(inner));
    inlines.splice(only..=only, inner);
    (when, inlines)
}

/// Whether it says nothing itself: a remark, or the space around one.
fn is_aside(inline: &Inline) -> bool {
    match inline {
        Inline::Remark(_) => true,
        Inline::Text(text) => text.trim().is_empty(),
        _ => false,
    }
}

impl Reader<'_> {
    /// Puts what a frame holds into the one around it.
    pub fn finish(&mut self, mut frame: Frame) {
        let inlines = std::mem::take(&mut frame.inlines);
        match frame.container {
            Container::Emphasis => self.push(Inline::Emphasis(inlines)),
            Container::Strong => self.push(Inline::Strong(inlines)),
            Container::Link(to) => self.push(Inline::Link { to, text: inlines }),
            Container::Paragraph => {
                let block = match frame.facts {
                    Some(query) => self.facts(query, inlines, frame.opened),
                    None => paragraph(inlines),
                };
                self.parent().blocks.push(block);
            }
            Container::Heading(level, anchor) => {
                let (when, text) = conditional(inlines);
                let kind = BlockKind::Heading {
                    level,
                    anchor,
                    text,
                };
                self.parent().blocks.push(Block { when, kind });
            }
            Container::Cell => {
                if let Container::Row { cells, .. } = &mut self.parent().container {
                    cells.push(inlines);
                }
            }
            Container::Row { is_head, cells } => self.finish_row(is_head, cells),
            Container::Table(head, rows) => {
                let when = Condition::True;
                let kind = BlockKind::Table { head, rows };
                self.parent().blocks.push(Block { when, kind });
            }
            Container::BlockIf(condition) => {
                if frame.blocks.is_empty() {
                    self.report_empty(frame.opened);
                }
                let blocks = frame.blocks.into_iter().map(|block| Block {
                    when: Condition::and([condition.clone(), block.when]),
                    ..block
                });
                let blocks: Vec<_> = blocks.collect();
                self.parent().blocks.extend(blocks);
            }
            Container::Foreign => {
                let blocks = std::mem::take(&mut frame.blocks);
                let parent = self.parent();
                parent.inlines.extend(inlines);
                parent.blocks.extend(blocks);
            }
            Container::Item => {
                frame.inlines = inlines;
                let mut blocks = frame.into_blocks();
                let mut when = Condition::True;
                if let [only] = blocks.as_mut_slice() {
                    std::mem::swap(&mut when, &mut only.when);
                }
                self.parent().items.push(Item { when, blocks });
            }
            Container::List { ordered } => self.finish_list(ordered, frame.items),
            Container::If(condition, first) => {
                let alternatives = match first {
                    Some(first) => vec![(condition.clone(), first), (condition.negate(), inlines)],
                    None => vec![(condition, inlines)],
                };
                self.push(Inline::Choice(alternatives));
            }
            Container::Root => {}
        }
    }

    /// A row goes with the condition of its first cell, if that is one whole `{if}`.
    fn finish_row(&mut self, is_head: bool, cells: Vec<Vec<Inline>>) {
        let mut cells = cells.into_iter();
        let (when, first) = match cells.next() {
            Some(first) if !is_head => conditional(first),
            first => (Condition::True, first.unwrap_or_default()),
        };
        let cells: Vec<_> = std::iter::once(first).chain(cells).collect();
        if let Container::Table(head, rows) = &mut self.parent().container {
            match is_head {
                true => *head = cells,
                false => rows.push(TableRow { when, cells }),
            }
        }
    }

    /// A list is there where some of its items are.
    fn finish_list(&mut self, ordered: bool, items: Vec<Item>) {
        let when = Condition::or(items.iter().map(|item| item.when.clone()));
        let kind = BlockKind::List { ordered, items };
        let parent = self.parent();
        // The loose text of a tight item stands before its inner list.
        if !parent.inlines.is_empty() {
            let loose = std::mem::take(&mut parent.inlines);
            parent.blocks.push(paragraph(loose));
        }
        parent.blocks.push(Block { when, kind });
    }

    /// A list of figures with the remarks behind it.
    fn facts(&mut self, query: FactsQuery, remarks: Vec<Inline>, opened: Range<usize>) -> Block {
        if !remarks.iter().all(is_aside) {
            let message = "text stands beside this list of figures".to_owned();
            let help = "leave `{facts …}` a paragraph of its own, with its citation alone";
            self.report("stray-tag", message, opened, Some(help));
        }
        let kind = BlockKind::Facts { query, remarks };
        let when = Condition::True;
        Block { when, kind }
    }
}
