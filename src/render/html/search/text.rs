//! Texts of the index: characters and alternatives, in one line.

use super::*;

/// A piece of a text: characters, or alternatives of which the first that holds is there.
#[derive(Serialize, PartialEq, Eq, Hash)]
#[serde(untagged)]
pub(super) enum Piece {
    Text(String),
    Choice(Vec<(When, Line)>),
}

/// A text in one line.
#[derive(Serialize, PartialEq, Eq, Hash)]
#[serde(untagged)]
pub(super) enum Line {
    Plain(String),
    Pieces(Vec<Piece>),
}

/// Pieces with neighbouring characters joined.
fn joined(pieces: Vec<Piece>) -> Line {
    let mut all: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (all.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
            (_, piece) => all.push(piece),
        }
    }
    match all.as_mut_slice() {
        [] => Line::Plain(String::new()),
        [Piece::Text(text)] => Line::Plain(std::mem::take(text)),
        _ => Line::Pieces(all),
    }
}

impl Builder<'_, '_> {
    /// A text with its parts in one line.
    pub(super) fn line(&mut self, text: &Localized) -> Line {
        let (_, text) = text.get(self.language);
        let mut pieces = Vec::new();
        self.blocks(&text.blocks, &mut pieces);
        match joined(pieces) {
            Line::Plain(text) => Line::Plain(text.trim_start().to_owned()),
            pieces => pieces,
        }
    }

    fn blocks(&mut self, blocks: &[Block], out: &mut Vec<Piece>) {
        for block in blocks {
            self.part(&block.when, out, &mut |builder, out| match &block.kind {
                BlockKind::Paragraph(inlines) | BlockKind::Heading { text: inlines, .. } => {
                    builder.inlines(inlines, out);
                }
                // These stand in pages alone, of which the search knows title and headings.
                BlockKind::Table { .. } | BlockKind::Facts { .. } => {}
                BlockKind::List { items, .. } => {
                    for item in items {
                        builder.part(&item.when, out, &mut |builder, out| {
                            out.push(Piece::Text(" -".to_owned()));
                            builder.blocks(&item.blocks, out);
                        });
                    }
                }
            });
        }
    }

    /// A part that is there where `when` holds, parted by a space from what is before it.
    fn part(
        &mut self,
        when: &Condition,
        out: &mut Vec<Piece>,
        write: &mut dyn FnMut(&mut Self, &mut Vec<Piece>),
    ) {
        let mut inner = vec![Piece::Text(" ".to_owned())];
        write(self, &mut inner);
        match self.when(when) {
            0 => out.append(&mut inner),
            when => out.push(Piece::Choice(vec![(when, joined(inner))])),
        }
    }

    /// Running text in one line.
    pub(super) fn words(&mut self, inlines: &[Inline]) -> Line {
        let mut pieces = Vec::new();
        self.inlines(inlines, &mut pieces);
        joined(pieces)
    }

    fn inlines(&mut self, inlines: &[Inline], out: &mut Vec<Piece>) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => out.push(Piece::Text(text.clone())),
                Inline::Choice(alternatives) => {
                    let alternatives = alternatives.iter().map(|(when, inner)| {
                        let line = self.words(inner);
                        (self.when(when), line)
                    });
                    out.push(Piece::Choice(alternatives.collect()));
                }
                other => self.inlines(other.inside(), out),
            }
        }
    }
}
