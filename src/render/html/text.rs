//! Texts as HTML: every character is escaped, every conditional part carries its class. It
//! does not parse them and never lets markup through.

use super::rules::Rules;
use super::{HERE, html_id};
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

    /// A block with its classes; a list of figures is left to whoever knows these.
    pub fn block(&mut self, block: &Block, out: &mut String) {
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
            BlockKind::Heading {
                level,
                anchor,
                text,
            } => {
                let id = html_id("s", anchor);
                let classes = match classes.as_str() {
                    "" => String::new(),
                    some => format!(" class=\"{some}\""),
                };
                out.push_str(&format!("<h{level} id=\"{id}\"{classes}>"));
                self.wrapped("", text, &format!("</h{level}>"), out);
            }
            BlockKind::Table { head, rows } => self.table(head, rows, &classes, out),
            BlockKind::Facts { .. } => {}
        }
    }

    /// The words of a heading, for links to it.
    pub fn heading_words(&mut self, block: &Block, out: &mut String) {
        if let BlockKind::Heading { text, .. } = &block.kind {
            for inline in text {
                match inline {
                    // A link within a link is none.
                    Inline::Name { text, .. } | Inline::Link { text, .. } => {
                        self.wrapped("", text, "", out);
                    }
                    other => self.inline(other, out),
                }
            }
        }
    }

    fn table(&mut self, head: &[Vec<Inline>], rows: &[TableRow], classes: &str, out: &mut String) {
        let class = joined(&["wide".to_owned(), classes.to_owned()]);
        out.push_str(&format!(
            "<div class=\"{class}\" tabindex=\"0\"><table><thead><tr>"
        ));
        for cell in head {
            self.wrapped("<th scope=\"col\">", cell, "</th>", out);
        }
        out.push_str("</tr></thead><tbody>");
        for row in rows {
            let Some(classes) = self.classes(&row.when) else {
                continue;
            };
            out.push_str(&open("tr", &classes));
            for (n, cell) in row.cells.iter().enumerate() {
                match n {
                    0 => self.wrapped("<th scope=\"row\">", cell, "</th>", out),
                    _ => self.wrapped("<td>", cell, "</td>", out),
                }
            }
            out.push_str("</tr>");
        }
        out.push_str("</tbody></table></div>");
    }

    fn inline(&mut self, inline: &Inline, out: &mut String) {
        match inline {
            Inline::Text(text) => out.push_str(&escaped(text)),
            Inline::Emphasis(inner) => self.wrapped("<em>", inner, "</em>", out),
            Inline::Strong(inner) => self.wrapped("<strong>", inner, "</strong>", out),
            Inline::Link { to, text } => {
                let to = match to.strip_prefix('#') {
                    Some(anchor) => format!("#{}", html_id("s", anchor)),
                    None => to.clone(),
                };
                let start = format!("<a href=\"{}\">", escaped(&to));
                self.wrapped(&start, text, "</a>", out);
            }
            Inline::Name { of, text } => {
                let start = format!("<a href=\"{HERE}{}\">", self.page_of(of));
                self.wrapped(&start, text, "</a>", out);
            }
            Inline::Remark(remark) => out.push_str(&remark_html(remark)),
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

    /// The page about a thing, in the folder of its language.
    fn page_of(&self, of: &Named) -> String {
        match of {
            Named::Figure(id) => super::figure_page(id),
            Named::Expansion(id) => super::expansion_page(id),
            Named::Table(id) => format!("{id}.html"),
            Named::Element(id) => {
                let element = self.plan.dataset.elements.get(id);
                element.map_or(String::new(), |it| super::expansion_page(&it.expansion))
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

/// Stands in the HTML of a remark for its word in the page's language; the page puts it there.
pub const REBUILT: &str = "@rebuilt@";
/// As [`REBUILT`], with the word for a speaker between the two.
pub const SAID: [&str; 2] = ["@said-", "@"];

/// A remark beside running text.
pub fn remark_html(remark: &Remark) -> String {
    match remark {
        Remark::Said(speaker, date) => {
            let id = speaker.as_str();
            let date = date.as_ref();
            let date = date.map(|date| format!(" <small>{}</small>", escaped(date)));
            let [before, behind] = SAID;
            format!(
                "<span class=\"who\"><svg class=\"speaker\" role=\"img\"><title>{before}{id}{behind}\
                 </title><use href=\"#i-{id}\"/></svg>{}</span>",
                date.unwrap_or_default()
            )
        }
        Remark::Rebuilt => format!("<small class=\"rebuilt\">{REBUILT}</small>"),
        Remark::At(runs) => {
            let runs = runs.iter().map(|(first, last)| match first == last {
                true => first.to_string(),
                false => format!("{first}–{last}"),
            });
            let runs = runs.collect::<Vec<_>>().join(", ");
            format!("<small class=\"at\">{runs}</small>")
        }
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
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out
}
