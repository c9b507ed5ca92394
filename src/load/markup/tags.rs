//! What stands between braces in a text: conditions, terms, and the tags of pages; what these last
//! mean is `page_tags`' to know.

use super::Reader;
use super::frame::{Container, Frame};
use super::page_tags::{PageTag, Wrong};
use crate::load::terms::{NoTerm, key};
use crate::logic::Condition;
use crate::model::{Branch, Inline};
use crate::nearest::{did_you_mean, listed};
use std::ops::Range;

impl Reader<'_> {
    /// Splits a run of characters at its `{…}`.
    pub fn characters(&mut self, text: &str, range: Range<usize>) {
        // Where an entity or escape changed the text, ranges inside it are those of the whole run.
        let exact = self.scalar.value.get(range.clone()) == Some(text);
        let place = |inner: Range<usize>| {
            if exact {
                range.start + inner.start..range.start + inner.end
            } else {
                range.clone()
            }
        };
        let mut rest = 0;
        while let Some(open) = text[rest..].find('{').map(|at| rest + at) {
            if open > rest {
                self.push(Inline::Text(text[rest..open].to_owned()));
            }
            let Some(close) = text[open..].find('}').map(|at| open + at) else {
                let message = "this `{` does not close".to_owned();
                let help = "write `}` where the tag ends";
                self.report("bad-tag", message, place(open..open + 1), Some(help));
                return;
            };
            self.tag(&text[open + 1..close], place(open..close + 1), exact);
            rest = close + 1;
        }
        if rest < text.len() {
            self.push(Inline::Text(text[rest..].to_owned()));
        }
    }

    /// What stands between one pair of braces; `exact` where its range is not that of a whole run.
    fn tag(&mut self, tag: &str, range: Range<usize>, exact: bool) {
        let tag_text = tag.trim();
        if ["/if", "else"].contains(&tag_text) || tag_text.starts_with("if ") {
            self.add_to_outline(&format!("`{{{tag_text}}}`"), &range);
        }
        match tag_text {
            "/if" if self.closes_blocks() => self.parent().closes = Some(range),
            "/if" => self.close_if(range),
            "else" => self.begin_else(range),
            tag_text if tag_text.starts_with("if ") => {
                let start = range.start + 1 + tag.find("if ").unwrap_or(0) + 3;
                let condition = match exact {
                    true => start..range.end - 1,
                    false => range.clone(),
                };
                self.open_if(condition, range);
            }
            term => match self.vocabulary.page.and_then(|page| page.tag(term)) {
                Some(tag) => self.page_tag(term, tag, range),
                None => self.term(term, range),
            },
        }
    }

    /// Opens the `{if}` that stands in `range`, with its condition in the range `condition`.
    fn open_if(&mut self, condition: Range<usize>, range: Range<usize>) {
        let names = self.vocabulary.names;
        let condition = names
            .condition_in(self.context, self.file, self.scalar, condition)
            .unwrap_or(Condition::True);
        self.add_branch(condition.clone(), self.frames.len(), range.clone());
        self.open(Container::If(condition, None), range);
    }

    fn begin_else(&mut self, range: Range<usize>) {
        let inlines = std::mem::take(&mut self.parent().inlines);
        if let Container::If(condition, first @ None) = &mut self.parent().container {
            *first = Some(inlines);
            let otherwise = condition.clone().negate();
            let inner = self.frames.len() - 1;
            self.add_branch(otherwise, inner, range);
        } else {
            self.parent().inlines = inlines;
            let message = "this `{else}` belongs to no `{if}`".to_owned();
            let help = "an `{if}` has one `{else}`, in the same paragraph, item and emphasis";
            self.report("stray-tag", message, range, Some(help));
        }
    }

    fn close_if(&mut self, range: Range<usize>) {
        if !matches!(self.parent().container, Container::If(..)) {
            let message = "this `{/if}` closes no `{if}` of its paragraph, item or emphasis";
            let help = "open and close it in the same paragraph, item and emphasis";
            self.report("stray-tag", message.to_owned(), range, Some(help));
        } else if let Some(frame) = self.frames.pop() {
            self.check_filled(&frame);
            self.finish(frame);
        }
    }

    /// Whether a `{/if}` here can only close a part of several blocks.
    fn closes_blocks(&self) -> bool {
        match self.frames.as_slice() {
            [.., outer, paragraph] => {
                matches!(outer.container, Container::BlockIf(_))
                    && matches!(paragraph.container, Container::Paragraph)
                    && paragraph.inlines.is_empty()
            }
            _ => false,
        }
    }

    fn page_tag(&mut self, tag: &str, meant: Result<PageTag, Wrong>, range: Range<usize>) {
        self.add_to_outline(&format!("`{{{tag}}}`"), &range);
        let is_alone = match self.frames.as_slice() {
            [.., outer, paragraph] => {
                outer.holds_blocks()
                    && matches!(paragraph.container, Container::Paragraph)
                    && paragraph.facts.is_none()
            }
            _ => false,
        };
        match meant {
            Ok(PageTag::Inline(inline)) => self.push(inline),
            Ok(PageTag::Facts(query)) if is_alone => self.parent().facts = Some(query),
            Ok(PageTag::Facts(_)) => {
                let message = "a list of figures is a paragraph of its own".to_owned();
                let help = "write `{facts …}` on a line of its own, with empty lines around";
                self.report("stray-tag", message, range, Some(help));
            }
            Err((code, message, help)) => self.report(code, message, range, help.as_deref()),
        }
    }

    /// Notes a conditional part inside of the first `outer` frames.
    fn add_branch(&mut self, when: Condition, outer: usize, range: Range<usize>) {
        let around = self.frames[..outer].iter();
        let within = around.filter_map(|frame| match &frame.container {
            Container::If(condition, None) => Some(condition.clone()),
            Container::If(condition, Some(_)) => Some(condition.clone().negate()),
            Container::BlockIf(condition) => Some(condition.clone()),
            _ => None,
        });
        let within = Condition::and(within);
        let place = self.context.place_in(self.file, self.scalar, range);
        self.branches.push(Branch {
            within,
            when,
            place,
        });
    }

    /// Reports an `{if}` that says nothing in either case.
    fn check_filled(&mut self, frame: &Frame) {
        if let Container::If(_, first) = &frame.container
            && frame.inlines.is_empty()
            && first.as_ref().is_none_or(Vec::is_empty)
        {
            self.report_empty(frame.opened.clone());
        }
    }

    pub fn report_empty(&mut self, opened: Range<usize>) {
        let message = "nothing stands between this `{if}` and its end".to_owned();
        let help = "write what belongs there, or remove both tags";
        self.report("empty-part", message, opened, Some(help));
    }

    fn term(&mut self, term: &str, range: Range<usize>) {
        let Some((word, form)) = term.split_once('.') else {
            let message = format!("`{{{term}}}` is no tag");
            let help = match self.vocabulary.page {
                None => "tags are `{term.form}`, `{if CONDITION}`, `{else}` and `{/if}`",
                Some(_) => {
                    "tags of pages are `{term.form}`, `{if CONDITION}`, `{else}`, `{/if}`, \
                     `{facts …}`, `{figure …}`, `{element …}`, `{expansion …}`, `{table …}`, \
                     `{at …}`, `{rebuilt}` and who speaks: `{publisher 5/2013}`"
                }
            };
            self.report("bad-tag", message, range, Some(help));
            return;
        };
        match self.vocabulary.terms.inline(word, form) {
            Ok(inline) => {
                self.terms.insert(key(word));
                self.push(inline);
            }
            Err(NoTerm::Term(known)) => {
                let language = self.vocabulary.language;
                let near = did_you_mean(word, known.into_iter());
                let help = near.unwrap_or_else(|| format!("add it to terms/{language}.yaml"));
                let message = format!("there is no term `{word}` in `{language}`");
                self.report("unknown-term", message, range, Some(&help));
            }
            Err(NoTerm::Form(known)) => {
                let near = did_you_mean(form, known.iter().copied());
                let all = || format!("its forms are {}", listed(&known, "and"));
                let help = near.unwrap_or_else(all);
                let message = format!("the term `{word}` has no form `{form}`");
                self.report("unknown-form", message, range, Some(&help));
            }
        }
    }

    /// Reports every `{if}` that is still open: it has to close where it opened.
    pub fn close_conditions(&mut self) {
        while matches!(self.parent().container, Container::If(..)) {
            let Some(frame) = self.frames.pop() else {
                return;
            };
            let message = "this `{if}` does not close within its paragraph, item or emphasis";
            let help = match self.vocabulary.page {
                None => "write `{/if}` where the conditional part ends",
                Some(_) => {
                    "write `{/if}` where the conditional part ends; around several blocks both \
                     stand on lines of their own, with empty lines around"
                }
            };
            self.report(
                "open-if",
                message.to_owned(),
                frame.opened.clone(),
                Some(help),
            );
            self.finish(frame);
        }
    }

    /// Whether the paragraph that ends is nothing but the `{if}` or `{/if}` around blocks of a
    /// page; it is closed then, and the part opened or closed.
    pub fn is_block_tag(&mut self) -> bool {
        let [.., outer, paragraph, last] = self.frames.as_mut_slice() else {
            // The end of a part needs a root, the part and the paragraph.
            return false;
        };
        let is_opening = self.vocabulary.page.is_some()
            && outer.holds_blocks()
            && matches!(paragraph.container, Container::Paragraph)
            && paragraph.inlines.is_empty()
            && last.inlines.is_empty();
        if is_opening && let Container::If(condition, None) = &last.container {
            let part = Container::BlockIf(condition.clone());
            let opened = last.opened.clone();
            self.frames.truncate(self.frames.len() - 2);
            self.open(part, opened);
            return true;
        }
        let Some(closes) = last.closes.take() else {
            return false;
        };
        if !last.inlines.is_empty() || last.facts.is_some() {
            let message = "text stands beside this `{/if}`, which closes a part of several blocks";
            let help = "leave it on a line of its own, with empty lines around";
            self.report("stray-tag", message.to_owned(), closes, Some(help));
            return false;
        }
        self.frames.pop();
        if let Some(part) = self.frames.pop() {
            self.finish(part);
        }
        true
    }

    /// Reports every `{if}` around blocks that is still open at the end of the text.
    pub fn close_blocks(&mut self) {
        while matches!(self.parent().container, Container::BlockIf(_)) {
            let Some(frame) = self.frames.pop() else {
                return;
            };
            let message = "this `{if}` around blocks does not close".to_owned();
            let help = "write `{/if}` on a line of its own where the conditional part ends";
            self.report("open-if", message, frame.opened.clone(), Some(help));
            self.finish(frame);
        }
    }
}
