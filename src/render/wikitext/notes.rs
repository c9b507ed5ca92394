//! Footnotes of a table: where they are used, cited and defined, and what they say.

use super::TooLarge;
use super::table::{Progress, Use, Writer};
use crate::logic::Condition;
use crate::model::*;
use crate::view::adapted;
use crate::wiki::marks;

impl<'d> Writer<'_, 'd> {
    /// The uses of all footnotes, each under its own condition and the footnote's.
    pub(super) fn all_uses(&self) -> Vec<Use<'d>> {
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

    /// Citations of footnotes by something that is shown while `around` holds; the first citation
    /// in a table says what the footnote says.
    pub(super) fn notes(
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
            let is_first = progress.defined.insert(id);
            let cited = match is_first {
                true => self.definition(id, note)?,
                false => format!("<ref name=\"{id}\" />"),
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
