//! Texts as HTML: every character is escaped, every conditional part carries its class. It
//! does not parse them and never lets markup through.

use super::rules::Rules;
use crate::logic::Condition;
use crate::model::*;
use crate::view::{Plan, adapted};

/// Turns texts into HTML for one page.
pub struct Writer<'w, 'd> {
    /// What is shown when.
    pub plan: &'w Plan<'d>,
    /// The language of the page.
    pub language: LanguageIx,
    /// The conditions of the page.
    pub rules: &'w mut Rules,
}

impl Writer<'_, '_> {
    /// A label or name, without a paragraph around it.
    pub fn line(&mut self, text: &Localized) -> String {
        let (language, text) = text.get(self.language);
        let mut out = String::new();
        for inline in text.inlines() {
            self.inline(inline, &mut out);
        }
        match self.foreign(language) {
            Some(code) => format!("<span lang=\"{code}\">{out}</span>"),
            None => out,
        }
    }

    /// A text with its paragraphs and lists.
    pub fn blocks(&mut self, text: &Localized) -> String {
        let (language, text) = text.get(self.language);
        let mut out = String::new();
        for block in &text.blocks {
            self.block(block, &mut out);
        }
        match self.foreign(language) {
            Some(code) => format!("<div lang=\"{code}\">{out}</div>"),
            None => out,
        }
    }

    /// The code of `language`, where it is not that of the page.
    fn foreign(&self, language: LanguageIx) -> Option<String> {
        let code = &self.plan.dataset.languages[language.index()].code;
        (language != self.language).then(|| escaped(code))
    }

    /// The classes of a part that is there where `when` holds; `None` where it never is.
    fn classes(&mut self, when: &Condition) -> Option<String> {
        let shown = self.plan.scope.fix(when);
        if shown == Condition::False {
            return None;
        }
        let adapted = self.plan.scope.fix(&adapted(self.plan.dataset, when));
        Some(joined(&[
            self.rules.shown(&shown),
            self.rules.adapted(&adapted),
        ]))
    }

    fn block(&mut self, block: &Block, out: &mut String) {
        let Some(classes) = self.classes(&block.when) else {
            return;
        };
        match &block.kind {
            BlockKind::Paragraph(inlines) => {
                out.push_str(&open("p", &classes));
                for inline in inlines {
                    self.inline(inline, out);
                }
                out.push_str("</p>");
            }
            BlockKind::List { ordered, items } => {
                let tag = if *ordered { "ol" } else { "ul" };
                // The list goes with its items; it is adapted only where they are.
                let shown = self.rules.shown(&self.plan.scope.fix(&block.when));
                out.push_str(&open(tag, &shown));
                for item in items {
                    let Some(classes) = self.classes(&item.when) else {
                        continue;
                    };
                    out.push_str(&open("li", &classes));
                    match item.blocks.as_slice() {
                        [
                            Block {
                                when: Condition::True,
                                kind: BlockKind::Paragraph(inlines),
                            },
                        ] => inlines.iter().for_each(|inline| self.inline(inline, out)),
                        blocks => blocks.iter().for_each(|block| self.block(block, out)),
                    }
                    out.push_str("</li>");
                }
                out.push_str(&format!("</{tag}>"));
            }
        }
    }

    fn inline(&mut self, inline: &Inline, out: &mut String) {
        match inline {
            Inline::Text(text) => out.push_str(&escaped(text)),
            Inline::Emphasis(inner) => self.wrapped("<em>", inner, "</em>", out),
            Inline::Strong(inner) => self.wrapped("<strong>", inner, "</strong>", out),
            Inline::Link { to, text } => {
                let start = format!("<a href=\"{}\">", escaped(to));
                self.wrapped(&start, text, "</a>", out);
            }
            Inline::Choice(alternatives) => {
                for (when, inner) in alternatives {
                    match self.classes(when) {
                        None => {}
                        Some(classes) if classes.is_empty() => self.wrapped("", inner, "", out),
                        Some(classes) => {
                            self.wrapped(&open("span", &classes), inner, "</span>", out);
                        }
                    }
                }
            }
        }
    }

    fn wrapped(&mut self, start: &str, inner: &[Inline], end: &str, out: &mut String) {
        out.push_str(start);
        for inline in inner {
            self.inline(inline, out);
        }
        out.push_str(end);
    }
}

/// The start tag of `tag` with `classes`, if there are any.
fn open(tag: &str, classes: &str) -> String {
    if classes.is_empty() {
        format!("<{tag}>")
    } else {
        format!("<{tag} class=\"{classes}\">")
    }
}

/// The classes that are not empty, parted by spaces.
pub fn joined(classes: &[String]) -> String {
    let classes = classes.iter().filter(|class| !class.is_empty());
    classes.cloned().collect::<Vec<_>>().join(" ")
}

/// `text` with every character escaped that HTML would read as markup, in text and attributes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}
