//! The conditions in the markup of a text: which there are, and the text with those of one version in
//! the common space. It compares nothing.

use super::common::Side;
use crate::logic::Condition;
use crate::model::*;

/// Adds a condition that does not hold always or never, once.
pub fn add(condition: &Condition, all: &mut Vec<Condition>) {
    let is_constant = matches!(condition, Condition::True | Condition::False);
    if !is_constant && !all.contains(condition) {
        all.push(condition.clone());
    }
}

/// Adds every condition that a part of `blocks` depends on.
pub fn conditions(blocks: &[Block], all: &mut Vec<Condition>) {
    for block in blocks {
        add(&block.when, all);
        match &block.kind {
            BlockKind::Paragraph(inlines) | BlockKind::Heading { text: inlines, .. } => {
                inline_conditions(inlines, all);
            }
            BlockKind::Table { head, rows } => {
                rows.iter().for_each(|row| add(&row.when, all));
                let cells = head.iter().chain(rows.iter().flat_map(|row| &row.cells));
                cells.for_each(|cell| inline_conditions(cell, all));
            }
            BlockKind::Facts { .. } => {}
            BlockKind::List { items, .. } => {
                for item in items {
                    add(&item.when, all);
                    conditions(&item.blocks, all);
                }
            }
        }
    }
}

/// Adds every condition that a part of `inlines` depends on.
pub fn inline_conditions(inlines: &[Inline], all: &mut Vec<Condition>) {
    for inline in inlines {
        inline_conditions(inline.inside(), all);
        let Inline::Choice(alternatives) = inline else {
            continue;
        };
        for (when, inner) in alternatives {
            add(when, all);
            inline_conditions(inner, all);
        }
    }
}

/// A text of one side with its conditions in the common space.
pub fn translated(side: &Side<'_>, text: &Text) -> Text {
    Text {
        blocks: translated_blocks(side, &text.blocks),
        ..Text::default()
    }
}

fn translated_blocks(side: &Side<'_>, blocks: &[Block]) -> Vec<Block> {
    let block = |block: &Block| Block {
        when: side.translated(&block.when),
        kind: match &block.kind {
            BlockKind::Paragraph(inlines) => {
                BlockKind::Paragraph(translated_inlines(side, inlines))
            }
            BlockKind::List { ordered, items } => {
                let items = items.iter().map(|item| Item {
                    when: side.translated(&item.when),
                    blocks: translated_blocks(side, &item.blocks),
                });
                BlockKind::List {
                    ordered: *ordered,
                    items: items.collect(),
                }
            }
            BlockKind::Heading {
                level,
                anchor,
                text,
            } => BlockKind::Heading {
                level: *level,
                anchor: anchor.clone(),
                text: translated_inlines(side, text),
            },
            BlockKind::Table { head, rows } => {
                let cells = |cells: &[Vec<Inline>]| {
                    let cells = cells.iter().map(|cell| translated_inlines(side, cell));
                    cells.collect::<Vec<_>>()
                };
                let rows = rows.iter().map(|row| TableRow {
                    when: side.translated(&row.when),
                    cells: cells(&row.cells),
                });
                BlockKind::Table {
                    head: cells(head),
                    rows: rows.collect(),
                }
            }
            facts @ BlockKind::Facts { .. } => facts.clone(),
        },
    };
    blocks.iter().map(block).collect()
}

fn translated_inlines(side: &Side<'_>, inlines: &[Inline]) -> Vec<Inline> {
    let inner = |inlines: &[Inline]| translated_inlines(side, inlines);
    let inline = |inline: &Inline| match inline {
        Inline::Text(text) => Inline::Text(text.clone()),
        Inline::Emphasis(inlines) => Inline::Emphasis(inner(inlines)),
        Inline::Strong(inlines) => Inline::Strong(inner(inlines)),
        Inline::Link { to, text } => Inline::Link {
            to: to.clone(),
            text: inner(text),
        },
        Inline::Name { of, text } => Inline::Name {
            of: of.clone(),
            text: inner(text),
        },
        Inline::Remark(remark) => Inline::Remark(remark.clone()),
        Inline::Choice(alternatives) => {
            let alternatives = alternatives.iter();
            let alternatives =
                alternatives.map(|(when, inlines)| (side.translated(when), inner(inlines)));
            Inline::Choice(alternatives.collect())
        }
    };
    inlines.iter().map(inline).collect()
}
