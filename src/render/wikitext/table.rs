//! A table: its head, its headings, its rows and their cells.

use super::TooLarge;
use super::escape::attribute;
use super::kept::Kept;
use super::words::Words;
use crate::logic::Condition;
use crate::model::*;
use crate::view::{CellPlan, ColumnPlan, RowPlan, SectionPlan, Shown, TablePlan};
use crate::wiki::{Editions, PageAnswer, answer_of, marks};
use std::collections::HashSet;

/// A use of a footnote and when it is shown.
pub(super) type Use<'d> = (&'d NoteId, Condition);

/// What writes a table.
pub(super) struct Writer<'w, 'd> {
    pub(super) words: Words<'w, 'd>,
    pub(super) table: &'w TablePlan<'d>,
    /// Every use of a footnote in the order of the page.
    pub(super) uses: Vec<Use<'d>>,
}

/// Which uses of footnotes are written already.
#[derive(Default)]
pub(super) struct Progress<'d> {
    pub(super) defined: HashSet<&'d NoteId>,
}

impl<'w, 'd> Writer<'w, 'd> {
    pub(super) fn new(words: Words<'w, 'd>, table: &'w TablePlan<'d>) -> Self {
        let mut writer = Self {
            words,
            table,
            uses: Vec::new(),
        };
        writer.uses = writer.all_uses();
        writer
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &'w RowPlan<'d>> {
        let table: &'w TablePlan<'d> = self.table;
        table.sections.iter().flat_map(|section| &section.rows)
    }

    /// The whole table.
    pub(super) fn table(&self, kept: Option<&Kept<'_, '_>>) -> Result<String, TooLarge> {
        let mut progress = Progress::default();
        let wiki = self.words.vocabulary.wiki;
        let opening = match kept {
            Some(kept) => kept.opening().to_owned(),
            None if wiki.table.is_empty() => "{|".to_owned(),
            None => format!("{{| class=\"{}\"", attribute(&wiki.table)),
        };
        let always = format!("class=\"{}{}\"", wiki.show, wiki.always);
        let mut out = format!(
            "{opening}\n|- style=\"vertical-align:bottom; text-align:center;\" {always}\n! |\n"
        );
        for column in &self.table.columns {
            out.push_str(&self.head(column, kept, &mut progress)?);
        }
        for section in &self.table.sections {
            out.push_str(&self.heading(section)?);
            for row in &section.rows {
                out.push_str(&self.row(row, &mut progress)?);
            }
        }
        let span = self.table.columns.len() + 1;
        out.push_str(&format!(
            "\n|- style=\"vertical-align:middle; text-align:left;\" {always}\n\
             | colspan=\"{span}\" | <references />\n|}}"
        ));
        Ok(out)
    }

    fn head(
        &self,
        column: &ColumnPlan<'d>,
        kept: Option<&Kept<'_, '_>>,
        progress: &mut Progress<'d>,
    ) -> Result<String, TooLarge> {
        let class = self
            .words
            .class_with(&column.shown, &column.adapted, column.id)?;
        let name = match kept.and_then(|kept| kept.head(column.id)) {
            Some(head) => head,
            None => self.words.line(&column.figure.name, &column.shown)?,
        };
        let notes = self.notes(&column.figure.notes, &column.shown, progress)?;
        let id = column.id;
        Ok(format!(
            "! class=\"{class}\" data-figure=\"{id}\" | {name}{notes}\n"
        ))
    }

    /// A heading: a short condition is written itself, others as that of the section.
    fn heading(&self, section: &SectionPlan<'d>) -> Result<String, TooLarge> {
        const SHORT: usize = 60;
        let wiki = self.words.vocabulary.wiki;
        let own = self.words.vocabulary.class_for(&section.shown);
        let own = own.filter(|class| class.len() <= SHORT);
        let of_section = || {
            let word = wiki.section_words.get(section.id.as_str())?;
            Some(format!("{}{word}", wiki.show))
        };
        let class = own.or_else(of_section);
        let class = class.ok_or_else(|| TooLarge(section.id.to_string()))?;
        let title = self.words.line(section.title, &section.shown)?;
        let span = self.table.columns.len() + 1;
        Ok(format!(
            "\n|- style=\"vertical-align:middle;text-align:center;\" class=\"{class}\"\n\
             | colspan=\"{span}\" style=\"background: #cccccc;\" | '''{title}'''\n"
        ))
    }

    fn row(&self, row: &'w RowPlan<'d>, progress: &mut Progress<'d>) -> Result<String, TooLarge> {
        let class = self.words.class_with(&row.shown, &row.adapted, row.id)?;
        let label = self.words.line(row.text, &row.shown)?;
        let notes = self.notes(&row.question.notes, &row.shown, progress)?;
        let id = row.id;
        let mut out = format!(
            "\n|- style=\"vertical-align:middle;text-align:center;\" class=\"{class}\" \
             data-question=\"{id}\"\n| style=\"text-align:left;\" | {label}{notes}\n"
        );
        for (column, cell) in self.table.columns.iter().zip(&row.cells) {
            let class = self
                .words
                .class_with(&column.shown, &column.adapted, column.id)?;
            let content = self.cell(row, column, cell, progress)?;
            out.push_str(&format!("| class=\"{class}\" | {content}\n"));
        }
        Ok(out)
    }

    /// What may stand in a cell that is shown while `around` holds, on pages.
    pub(super) fn variants(
        &self,
        around: &Condition,
        cell: &'w CellPlan<'d>,
    ) -> Vec<Variant<'w, 'd>> {
        let variants = cell.variants.iter().map(|variant| Variant {
            when: self.words.vocabulary.on_pages(&variant.when),
            answer: variant.answer,
            adapted: &variant.adapted,
            notes: variant.notes,
        });
        let is_seen = |variant: &Variant<'_, '_>| {
            let when = [around.clone(), variant.when.clone()];
            self.words.vocabulary.is_possible(&Condition::and(when))
        };
        let mut variants: Vec<_> = variants.filter(is_seen).collect();
        for variant in &mut variants {
            if self
                .words
                .vocabulary
                .implies(&self.words.vocabulary.on_pages(around), &variant.when)
            {
                variant.when = Condition::True;
            }
        }
        variants
    }

    fn cell(
        &self,
        row: &'w RowPlan<'d>,
        column: &ColumnPlan<'d>,
        cell: &'w CellPlan<'d>,
        progress: &mut Progress<'d>,
    ) -> Result<String, TooLarge> {
        let around = Condition::and([row.shown.clone(), column.shown.clone()]);
        let known = [(&row.shown, &row.adapted), (&column.shown, &column.adapted)];
        let known =
            known.map(|(shown, adapted)| marks(self.words.vocabulary, shown, adapted).always);
        let known: Editions = known.into_iter().flatten().collect();
        let mut pieces: Vec<Piece> = Vec::new();
        let mut cited = String::new();
        for variant in self.variants(&around, cell) {
            let here = Condition::and([around.clone(), variant.when.clone()]);
            let piece = self.piece(&variant, &here, &known)?;
            match pieces.iter_mut().find(|other| other.says_the_same(&piece)) {
                Some(other) => {
                    other.when = Condition::or([other.when.clone(), piece.when]);
                }
                None => pieces.push(piece),
            }
            let notes = self.notes(variant.notes, &here, progress)?;
            if notes.is_empty() || variant.when == Condition::True {
                cited.push_str(&notes);
            } else {
                let class = self.words.class(&variant.when, row.id)?;
                cited.push_str(&format!("<span class=\"{class}\">{notes}</span>"));
            }
        }
        let around = self.words.vocabulary.on_pages(&around);
        let mut out = String::new();
        for piece in pieces {
            let is_always = self.words.vocabulary.implies(&around, &piece.when);
            let when = if is_always {
                None
            } else {
                Some(self.words.class(&piece.when, row.id)?)
            };
            let marks = self.words.vocabulary.marks_for(&piece.marks);
            let classes = piece.sign.iter().cloned().chain(when).chain(marks);
            let classes: Vec<_> = classes.collect();
            let is_bare = classes.is_empty() && !piece.text.contains("<span");
            out.push_str(&match (is_bare, classes.is_empty()) {
                (true, _) => piece.text,
                (false, true) => format!("<span>{}</span>", piece.text),
                (false, false) => {
                    format!(
                        "<span class=\"{}\">{}</span>",
                        classes.join(" "),
                        piece.text
                    )
                }
            });
        }
        Ok(out + &cited)
    }

    /// What a variant shows; what is `known` to be adapted around it is not said once more.
    fn piece(
        &self,
        variant: &Variant<'_, '_>,
        here: &Condition,
        known: &Editions,
    ) -> Result<Piece, TooLarge> {
        let mut own = marks(self.words.vocabulary, here, variant.adapted).always;
        own.retain(|edition| !known.contains(edition));
        let sign = match answer_of(variant.answer) {
            PageAnswer::Sign(sign) => {
                let mut signs = self.words.vocabulary.wiki.answers.iter();
                signs
                    .find(|(known, _)| *known == sign)
                    .map(|(_, class)| class.clone())
            }
            PageAnswer::Number(_) | PageAnswer::Text => None,
        };
        let text = match variant.answer {
            Shown::Claimed(Answer::Number(number)) => number.to_string(),
            Shown::Claimed(Answer::Text(id)) => self.words.cell_text(id, here)?,
            Shown::Claimed(_) | Shown::NotEntered => String::new(),
        };
        Ok(Piece {
            sign,
            text,
            marks: own,
            when: variant.when.clone(),
        })
    }
}

/// A part of a cell: a sign, or a text.
struct Piece {
    /// The class of the sign.
    sign: Option<String>,
    text: String,
    marks: Editions,
    when: Condition,
}

impl Piece {
    fn says_the_same(&self, other: &Self) -> bool {
        (&self.sign, &self.text, &self.marks) == (&other.sign, &other.text, &other.marks)
    }
}

/// What may stand in a cell.
pub(super) struct Variant<'w, 'd> {
    pub(super) when: Condition,
    answer: Shown<'d>,
    adapted: &'w Condition,
    pub(super) notes: &'d [NoteId],
}
