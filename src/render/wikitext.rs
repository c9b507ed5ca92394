//! The dataset as tables and lists of a wiki: what a plan holds, in the editions that pages are
//! about, written with the classes of the dataset's vocabulary. It decides nothing about what is
//! shown.

use crate::logic::Condition;
use crate::model::*;
use crate::view::{
    CellPlan, ColumnPlan, ListPlan, Plan, RowPlan, SectionPlan, Shown, TablePlan, adapted,
};
use crate::wiki::{
    Editions, MatchedTable, Matching, Page, PageAnswer, Sheet, SheetTable, Vocabulary,
};
use crate::wiki::{answer_of, marks};
use std::collections::HashMap;
use std::ops::Range;

/// Something cannot be written: a condition with more alternatives than a class can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the condition of {0} has too many alternatives for a class")]
pub struct TooLarge(String);

/// The dataset as a page of its own: the general lists, then each table under its title, in an
/// element with its anchor.
///
/// # Errors
/// [`TooLarge`]
pub fn page(
    plan: &Plan<'_>,
    vocabulary: &Vocabulary<'_>,
    language: LanguageIx,
) -> Result<String, TooLarge> {
    let words = Words {
        plan,
        vocabulary,
        language,
    };
    let mut out = String::new();
    for list in &plan.lists {
        let title = words.line(&list.list.title, &Condition::True)?;
        let text = words.line(&list.list.text, &Condition::True)?;
        let items = words.items(list)?;
        out.push_str(&format!("== {title} ==\n\n{text}\n<ul>{items}</ul>\n\n"));
    }
    for table in &plan.tables {
        let writer = Writer::new(words, table);
        let anchor = vocabulary.wiki.anchors.get(table.id);
        let anchor = anchor.map_or(table.id.as_str(), String::as_str);
        let title = words.line(&table.table.title, &Condition::True)?;
        out.push_str(&format!(
            "== {title} ==\n\n<div id=\"{}\">\n\n{}\n</div>\n\n",
            attribute(anchor),
            writer.table(None)?
        ));
    }
    Ok(out)
}

/// `source`, the text of `page`, with its figure tables and the items of its general lists written
/// anew: everything around them stays, and so do the tables' own attributes and what stands at the
/// heads of their columns. Tables and lists that the page lacks, or never closes, are named.
///
/// # Errors
/// [`TooLarge`]
pub fn into_page(
    plan: &Plan<'_>,
    vocabulary: &Vocabulary<'_>,
    page: &Page<'_>,
    sheet: &Sheet,
    matching: &Matching,
) -> Result<(String, Vec<String>), TooLarge> {
    let words = Words {
        plan,
        vocabulary,
        language: matching.language,
    };
    let mut missing = Vec::new();
    let mut written = Vec::new();
    for list in &plan.lists {
        let mut lists = sheet.item_lists.iter().zip(&matching.lists);
        let old = lists.find(|(_, matched)| matched.id.as_ref() == Some(list.id));
        match old.and_then(|(old, _)| old.inner.clone()) {
            Some(inner) => written.push((inner, words.items(list)?)),
            None => missing.push(format!("list `{}`", list.id)),
        }
    }
    for table in &plan.tables {
        let mut tables = sheet.tables.iter().zip(&matching.tables);
        let old = tables.find(|(_, matched)| matched.id.as_ref() == Some(table.id));
        let Some((old, MatchedTable { figures, .. })) = old else {
            missing.push(format!("table `{}`", table.id));
            continue;
        };
        let kept = Kept {
            page,
            sheet,
            old,
            figures,
        };
        let text = Writer::new(words, table).table(Some(&kept))?;
        written.push((old.range.clone(), text));
    }
    written.sort_by_key(|(range, _)| range.start);
    let mut out = String::new();
    let mut end = 0;
    for (range, text) in written {
        // A table within another one goes with that.
        if range.start >= end {
            out.push_str(page.at(&(end..range.start)));
            out.push_str(&text);
            end = range.end;
        }
    }
    out.push_str(page.at(&(end..page.text.len())));
    Ok((out, missing))
}

/// What is kept of the table that a page had.
struct Kept<'k, 't> {
    page: &'k Page<'t>,
    sheet: &'k Sheet,
    old: &'k SheetTable,
    figures: &'k [Option<FigureId>],
}

impl Kept<'_, '_> {
    /// The line that begins the table.
    fn opening(&self) -> &str {
        let text = self.page.at(&self.old.range);
        text.lines().next().unwrap_or("{|").trim_end()
    }

    /// What stands at the head of a figure's column before its footnotes, with closing tags mended.
    fn head(&self, figure: &FigureId) -> Option<String> {
        let at = self
            .figures
            .iter()
            .position(|own| own.as_ref() == Some(figure))?;
        let head = &self.old.columns.get(at)?.head;
        let notes = head
            .citations
            .iter()
            .filter_map(|at| self.sheet.citations.get(*at));
        let end = notes
            .map(|note| note.range.start)
            .min()
            .unwrap_or(head.content.end);
        let text = self.mended(head.content.start..end);
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// What stands in `range`, without closing tags that close nothing, and with the right one where
    /// a tag is closed by another.
    fn mended(&self, range: Range<usize>) -> String {
        let mut out = String::new();
        let mut at = range.start;
        let broken = self.page.broken.iter().filter(|broken| {
            let wrong = &broken.primary.place.range;
            range.start <= wrong.start && wrong.end <= range.end
        });
        let mut broken: Vec<_> = broken.collect();
        broken.sort_by_key(|broken| broken.primary.place.range.start);
        for broken in broken {
            let wrong = &broken.primary.place.range;
            let right = match broken.code {
                "stray-close" => String::new(),
                "wrong-close" => {
                    let opening = broken.secondary.first();
                    let opening = opening.map(|opening| self.page.at(&opening.place.range));
                    let name = opening.unwrap_or_default().trim_start_matches('<');
                    let name = name.split(|c: char| !c.is_alphanumeric()).next();
                    format!("</{}>", name.unwrap_or_default())
                }
                _ => continue,
            };
            out.push_str(self.page.at(&(at..wrong.start)));
            out.push_str(&right);
            at = wrong.end;
        }
        out + self.page.at(&(at..range.end))
    }
}

/// A use of a footnote and when it is shown.
type Use<'d> = (&'d NoteId, Condition);

struct Writer<'w, 'd> {
    words: Words<'w, 'd>,
    table: &'w TablePlan<'d>,
    /// Every use of a footnote in the order of the page.
    uses: Vec<Use<'d>>,
}

/// Which uses of footnotes are written already.
#[derive(Default)]
struct Progress<'d> {
    defined: HashMap<&'d NoteId, ()>,
}

impl<'w, 'd> Writer<'w, 'd> {
    fn new(words: Words<'w, 'd>, table: &'w TablePlan<'d>) -> Self {
        let mut writer = Self {
            words,
            table,
            uses: Vec::new(),
        };
        writer.uses = writer.all_uses();
        writer
    }

    /// The uses of all footnotes, each under its own condition and the footnote's.
    fn all_uses(&self) -> Vec<Use<'d>> {
        let mut uses = Vec::new();
        for column in &self.table.columns {
            for note in &column.figure.notes {
                uses.push((note, column.shown.clone()));
            }
        }
        for row in self.rows() {
            for note in &row.question.notes {
                uses.push((note, row.shown.clone()));
            }
            for (column, cell) in self.table.columns.iter().zip(&row.cells) {
                let around = Condition::and([row.shown.clone(), column.shown.clone()]);
                for variant in self.variants(&around, cell) {
                    for note in variant.notes {
                        let when = [around.clone(), variant.when.clone()];
                        uses.push((note, Condition::and(when)));
                    }
                }
            }
        }
        let uses = uses.into_iter().filter_map(|(id, when)| {
            let own = &self.words.plan.dataset.notes.get(id)?.when;
            let when = Condition::and([when, own.clone()]);
            Some((id, self.words.vocabulary.on_pages(&when)))
        });
        uses.filter(|(_, when)| self.words.vocabulary.is_possible(when))
            .collect()
    }

    fn rows(&self) -> impl Iterator<Item = &'w RowPlan<'d>> {
        let table: &'w TablePlan<'d> = self.table;
        table.sections.iter().flat_map(|section| &section.rows)
    }

    /// The whole table.
    fn table(&self, kept: Option<&Kept<'_, '_>>) -> Result<String, TooLarge> {
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
    fn variants(&self, around: &Condition, cell: &'w CellPlan<'d>) -> Vec<Variant<'w, 'd>> {
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

    /// Citations of footnotes by something that is shown while `around` holds; the first citation
    /// in a table says what the footnote says.
    fn notes(
        &self,
        notes: &'d [NoteId],
        around: &Condition,
        progress: &mut Progress<'d>,
    ) -> Result<String, TooLarge> {
        let around = self.words.vocabulary.on_pages(around);
        let mut out = String::new();
        for id in notes {
            let Some(note) = self.words.plan.dataset.notes.get(id) else {
                continue;
            };
            let own = self.words.vocabulary.on_pages(&note.when);
            if !self
                .words
                .vocabulary
                .is_possible(&Condition::and([around.clone(), own.clone()]))
            {
                continue;
            }
            let cited = match progress.defined.insert(id, ()) {
                Some(()) => format!("<ref name=\"{id}\" />"),
                None => self.definition(id, note)?,
            };
            if self.words.vocabulary.implies(&around, &own) {
                out.push_str(&cited);
            } else {
                let class = self.words.class(&own, id)?;
                out.push_str(&format!("<span class=\"{class}\">{cited}</span>"));
            }
        }
        Ok(out)
    }

    fn definition(&self, id: &NoteId, note: &Note) -> Result<String, TooLarge> {
        let uses = self.uses.iter().filter(|(used, _)| *used == id);
        let uses: Vec<_> = uses.map(|(_, when)| when).collect();
        let shown = self.words.vocabulary.some_of(uses.iter().copied());
        let class = self.words.vocabulary.class_for(&shown);
        let (shown, class) = match class {
            Some(class) => (shown, class),
            None => (Condition::True, self.words.class(&Condition::True, id)?),
        };
        let mut classes = vec![self.words.vocabulary.wiki.footnote.clone(), class];
        if uses.len() > 1 {
            for (number, when) in uses.iter().enumerate() {
                let link = self
                    .words
                    .class(&self.words.vocabulary.beyond(when, &shown), id)?;
                classes.push(format!("{link}_{number}"));
            }
        }
        let in_table = self.table.notes.get(id).map(|(_, when)| when);
        let in_table = in_table.cloned().unwrap_or(Condition::False);
        let adapted = adapted(self.words.plan.dataset, &in_table);
        let marks = marks(self.words.vocabulary, &in_table, &adapted).always;
        let mut text = String::new();
        for part in &note.parts {
            text.push_str(&self.note_part(id, part, &shown)?);
        }
        if !marks.is_empty() {
            let marks = self.words.vocabulary.marks_for(&marks).join(" ");
            text = format!("<span class=\"{marks}\">\n{text}</span>");
        } else {
            text = format!("\n{text}");
        }
        let classes = classes.join(" ");
        Ok(format!(
            "<ref name=\"{id}\">\n<span class=\"{classes}\">{text}</span>\n</ref>"
        ))
    }

    /// A part of a footnote that is shown while `around` holds.
    fn note_part(
        &self,
        id: &NoteId,
        part: &NotePart,
        around: &Condition,
    ) -> Result<String, TooLarge> {
        let when = self.words.vocabulary.on_pages(&part.when);
        let here = Condition::and([around.clone(), when.clone()]);
        if !self.words.vocabulary.is_possible(&here) {
            return Ok(String::new());
        }
        let mut text = String::new();
        let speakers = self.words.vocabulary.wiki.speakers.iter();
        let mut speakers = speakers.filter(|(speaker, _)| *speaker == part.speaker);
        if let Some((_, template)) = speakers.next() {
            text.push_str(&format!("{{{{{template}}}}}\n"));
        }
        text.push_str(&self.words.text(&part.text, &here)?);
        text.push('\n');
        if self.words.vocabulary.implies(around, &when) {
            return Ok(text);
        }
        let class = self.words.class(&when, id)?;
        Ok(format!("<span class=\"{class}\">\n{text}</span>\n"))
    }
}

/// What is written alike in tables and lists: classes and texts.
#[derive(Clone, Copy)]
struct Words<'w, 'd> {
    plan: &'w Plan<'d>,
    vocabulary: &'w Vocabulary<'d>,
    language: LanguageIx,
}

impl Words<'_, '_> {
    /// The items of a list, as they stand between its tags.
    fn items(&self, list: &ListPlan<'_>) -> Result<String, TooLarge> {
        let mut out = "\n".to_owned();
        for item in &list.items {
            let class = self.class_with(&item.shown, &item.adapted, &item.id)?;
            let text = self.line(&item.item.text, &item.shown)?;
            let id = item.id;
            out.push_str(&format!(
                "<li class=\"{class}\" data-item=\"{id}\">{text}</li>\n"
            ));
        }
        Ok(out)
    }

    fn cell_text(&self, id: &CellTextId, around: &Condition) -> Result<String, TooLarge> {
        let text = self.plan.dataset.cell_texts.get(id);
        text.map_or(Ok(String::new()), |text| self.line(&text.text, around))
    }

    fn class(
        &self,
        condition: &Condition,
        about: &impl std::fmt::Display,
    ) -> Result<String, TooLarge> {
        let class = self.vocabulary.class_for(condition);
        class.ok_or_else(|| TooLarge(format!("`{about}`")))
    }

    /// The classes of something that is shown and adapted under these conditions.
    fn class_with(
        &self,
        shown: &Condition,
        adapted: &Condition,
        about: &impl std::fmt::Display,
    ) -> Result<String, TooLarge> {
        let mut classes = vec![self.class(shown, about)?];
        let marks = marks(self.vocabulary, shown, adapted);
        classes.extend(self.vocabulary.marks_for(&marks.always));
        Ok(classes.join(" "))
    }

    /// A label, name or title: a text of one line that is shown while `around` holds.
    fn line(&self, text: &Localized, around: &Condition) -> Result<String, TooLarge> {
        let mut out = String::new();
        let around = self.vocabulary.on_pages(around);
        self.inlines(text.get(self.language).1.inlines(), &around, &mut out)?;
        Ok(at_the_beginning(out.trim()))
    }

    /// A text with paragraphs and lists that is shown while `around` holds.
    fn text(&self, text: &Localized, around: &Condition) -> Result<String, TooLarge> {
        let mut out = String::new();
        let around = self.vocabulary.on_pages(around);
        self.blocks(&text.get(self.language).1.blocks, &around, &mut out)?;
        Ok(out.trim().to_owned())
    }

    fn blocks(
        &self,
        blocks: &[Block],
        around: &Condition,
        out: &mut String,
    ) -> Result<(), TooLarge> {
        for (at, block) in blocks.iter().enumerate() {
            let mut own = String::new();
            let here = Condition::and([around.clone(), block.when.clone()]);
            match &block.kind {
                BlockKind::Paragraph(inlines) => {
                    self.inlines(inlines, &here, &mut own)?;
                    own = at_the_beginning(own.trim());
                }
                BlockKind::Heading { text, .. } => self.inlines(text, &here, &mut own)?,
                // Only pages to read hold these, and they are not exported.
                BlockKind::Table { .. } | BlockKind::Facts { .. } => {}
                BlockKind::List { ordered, items } => {
                    let tag = if *ordered { "ol" } else { "ul" };
                    own.push_str(&format!("<{tag}>\n"));
                    for item in items {
                        let here = Condition::and([here.clone(), item.when.clone()]);
                        let mut text = String::new();
                        self.blocks(&item.blocks, &here, &mut text)?;
                        own.push_str(&self.within("li", &item.when, around, text.trim())?);
                        own.push('\n');
                    }
                    own.push_str(&format!("</{tag}>"));
                }
            }
            let is_list = |block: &Block| matches!(block.kind, BlockKind::List { .. });
            let is_parted = at > 0 && !is_list(block) && !is_list(&blocks[at - 1]);
            out.push_str(if is_parted { "<br /><br />\n" } else { "" });
            // The condition of a list is that of its items.
            let when = if is_list(block) {
                &Condition::True
            } else {
                &block.when
            };
            out.push_str(&self.within("span", when, around, &own)?);
            out.push('\n');
        }
        Ok(())
    }

    /// `text` where it is shown while `when` holds, too, in what is shown while `around` holds.
    fn within(
        &self,
        tag: &str,
        when: &Condition,
        around: &Condition,
        text: &str,
    ) -> Result<String, TooLarge> {
        let when = self.vocabulary.on_pages(when);
        let both = Condition::and([around.clone(), when.clone()]);
        if text.is_empty() || !self.vocabulary.is_possible(&both) {
            return Ok(String::new());
        }
        if self.vocabulary.implies(around, &when) {
            return Ok(match tag {
                "span" => text.to_owned(),
                tag => format!("<{tag}>{text}</{tag}>"),
            });
        }
        let adapted = adapted(self.plan.dataset, &when);
        let class = self.class_with(&when, &adapted, &"a text")?;
        Ok(format!("<{tag} class=\"{class}\">{text}</{tag}>"))
    }

    fn inlines<'i>(
        &self,
        inlines: impl IntoIterator<Item = &'i Inline>,
        around: &Condition,
        out: &mut String,
    ) -> Result<(), TooLarge> {
        for inline in inlines {
            match inline {
                Inline::Text(text) => out.push_str(&escaped(text)),
                Inline::Emphasis(inner) => self.enclosed("em", inner, around, out)?,
                Inline::Strong(inner) => self.enclosed("strong", inner, around, out)?,
                Inline::Link { to, text } => {
                    out.push_str(&format!("[{} ", escaped(to).replace(' ', "%20")));
                    self.inlines(text, around, out)?;
                    out.push(']');
                }
                Inline::Name { text, .. } => self.inlines(text, around, out)?,
                Inline::Remark(_) => {}
                Inline::Choice(alternatives) => {
                    for (when, inner) in alternatives {
                        let mut text = String::new();
                        let here = Condition::and([around.clone(), when.clone()]);
                        self.inlines(inner, &here, &mut text)?;
                        out.push_str(&self.within("span", when, around, &text)?);
                    }
                }
            }
        }
        Ok(())
    }

    fn enclosed(
        &self,
        tag: &str,
        inner: &[Inline],
        around: &Condition,
        out: &mut String,
    ) -> Result<(), TooLarge> {
        out.push_str(&format!("<{tag}>"));
        self.inlines(inner, around, out)?;
        out.push_str(&format!("</{tag}>"));
        Ok(())
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
struct Variant<'w, 'd> {
    when: Condition,
    answer: Shown<'d>,
    adapted: &'w Condition,
    notes: &'d [NoteId],
}

/// Characters that mean something in wikitext, as entities.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' => out.push_str("&#124;"),
            '[' => out.push_str("&#91;"),
            ']' => out.push_str("&#93;"),
            '{' => out.push_str("&#123;"),
            '}' => out.push_str("&#125;"),
            '\'' if before == '\'' => out.push_str("&#39;"),
            '!' if before == '!' => out.push_str("&#33;"),
            '~' if before == '~' => out.push_str("&#126;"),
            '_' if before == '_' => out.push_str("&#95;"),
            '\n' | '\r' | '\t' => out.push(' '),
            c => out.push(c),
        }
        before = c;
    }
    out
}

/// A text whose first character would mean something at the beginning of a line.
fn at_the_beginning(text: &str) -> String {
    match text.chars().next() {
        Some(c @ ('*' | '#' | ':' | ';' | '=' | '!' | '-')) => {
            format!("&#{};{}", u32::from(c), &text[c.len_utf8()..])
        }
        _ => text.to_owned(),
    }
}

/// The value of an attribute.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
