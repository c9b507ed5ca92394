//! What is written alike in tables and lists: classes, texts and items.

use super::TooLarge;
use super::escape::{at_the_beginning, escaped};
use crate::logic::Condition;
use crate::model::*;
use crate::view::{ListPlan, Plan, adapted};
use crate::wiki::{Vocabulary, marks};

/// What is written alike in tables and lists: classes and texts.
#[derive(Clone, Copy)]
pub(super) struct Words<'w, 'd> {
    pub(super) plan: &'w Plan<'d>,
    pub(super) vocabulary: &'w Vocabulary<'d>,
    pub(super) language: LanguageIx,
}

impl Words<'_, '_> {
    /// The items of a list, as they stand between its tags.
    pub(super) fn items(&self, list: &ListPlan<'_>) -> Result<String, TooLarge> {
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

    /// A text of a cell that is shown while `around` holds.
    pub(super) fn cell_text(
        &self,
        id: &CellTextId,
        around: &Condition,
    ) -> Result<String, TooLarge> {
        let text = self.plan.dataset.cell_texts.get(id);
        text.map_or(Ok(String::new()), |text| self.line(&text.text, around))
    }

    /// The class of something that is shown under a condition; `about` names it in errors.
    pub(super) fn class(
        &self,
        condition: &Condition,
        about: &impl std::fmt::Display,
    ) -> Result<String, TooLarge> {
        let class = self.vocabulary.class_for(condition);
        class.ok_or_else(|| TooLarge(format!("`{about}`")))
    }

    /// The classes of something that is shown and adapted under these conditions.
    pub(super) fn class_with(
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
    pub(super) fn line(&self, text: &Localized, around: &Condition) -> Result<String, TooLarge> {
        let mut out = String::new();
        let around = self.vocabulary.on_pages(around);
        self.inlines(text.get(self.language).1.inlines(), &around, &mut out)?;
        Ok(at_the_beginning(out.trim()))
    }

    /// A text with paragraphs and lists that is shown while `around` holds.
    pub(super) fn text(&self, text: &Localized, around: &Condition) -> Result<String, TooLarge> {
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
