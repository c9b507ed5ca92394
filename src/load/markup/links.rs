//! The headings of a page, the links that lead to them, and where a link may lead at all.

use super::Reader;
use super::frame::Container;
use crate::diagnostic::Diagnostic;
use crate::model::is_id;
use crate::nearest::did_you_mean;
use pulldown_cmark::{HeadingLevel, LinkType};
use std::ops::Range;

impl Reader<'_> {
    /// A link of a text; one that a browser should not follow is reported.
    pub fn link(&mut self, kind: LinkType, to: String, range: &Range<usize>) -> Container {
        let to = match kind {
            LinkType::Email => format!("mailto:{to}"),
            _ => to,
        };
        if !is_safe_address(&to) {
            let message = format!("a link may not lead to `{}`", to.escape_debug());
            let help = "links are relative or begin with https://, http:// or mailto:, without \
                        spaces, backslashes and tags";
            self.report("unsafe-link", message, range.clone(), Some(help));
        } else if self.vocabulary.page.is_some() {
            self.add_to_outline(&format!("a link to `{to}`"), range);
            self.links.push((to.clone(), range.clone()));
        }
        Container::Link(to)
    }

    /// A heading of a page; one of another level, or without an anchor of its own, is reported.
    pub fn heading(
        &mut self,
        level: HeadingLevel,
        anchor: &str,
        range: &Range<usize>,
    ) -> Container {
        let depth = level as u8;
        self.add_to_outline(&format!("the heading `#{anchor}` of level {depth}"), range);
        if !(2..=4).contains(&depth) {
            let message = "a heading of this level does not belong in a page".to_owned();
            let help = "the title is the first level: write `##`, `###` or `####`";
            self.report("foreign-markup", message, range.clone(), Some(help));
        }
        if !is_id(anchor, None) {
            let message = match anchor {
                "" => "this heading has no anchor".to_owned(),
                other => format!("`{other}` is not an anchor"),
            };
            let help = "write one at its end, lower-case words joined by hyphens: `{#the-menu}`";
            self.report("bad-id", message, range.clone(), Some(help));
        } else if let Some(first) = self.anchors.get(anchor).cloned() {
            let message = format!("the anchor `#{anchor}` stands twice");
            let place = |range| self.context.place_in(self.file, self.scalar, range);
            let diagnostic = Diagnostic::new("duplicate-id", message, place(range.clone()))
                .label("again here")
                .also(place(first), "first here")
                .help("give one of the headings another");
            self.context.report(diagnostic);
        } else {
            self.anchors.insert(anchor.to_owned(), range.clone());
        }
        Container::Heading(depth, anchor.to_owned())
    }

    /// Reports every link of a page that leads to none of its headings and to no address.
    pub fn check_links(&mut self) {
        for (to, range) in std::mem::take(&mut self.links) {
            let Some(anchor) = to.strip_prefix('#') else {
                if !to.contains(':') {
                    let message = format!("nobody can tell whether there is a page `{to}`");
                    let help = "link to a heading, `#the-menu`, or an address, `https://…`; \
                                `{figure …}`, `{expansion …}` and `{table …}` lead to pages";
                    self.report("broken-link", message, range, Some(help));
                }
                continue;
            };
            if !self.anchors.contains_key(anchor) {
                let message = format!("no heading of this page has the anchor `#{anchor}`");
                let help = did_you_mean(anchor, self.anchors.keys().map(String::as_str));
                self.report("broken-link", message, range, help.as_deref());
            }
        }
    }
}

/// Whether a link may lead there: relative, or of a scheme that runs nothing. Browsers pass over
/// spaces and control characters, and take a backslash for a slash.
fn is_safe_address(address: &str) -> bool {
    let is_odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '{' | '}');
    if address.is_empty() || address.contains(is_odd) || address.starts_with("//") {
        return false;
    }
    let scheme = address.split(['/', '?', '#']).next().unwrap_or("");
    scheme.split_once(':').is_none_or(|(scheme, _)| {
        let mut safe = ["http", "https", "mailto"].into_iter();
        safe.any(|safe| scheme.eq_ignore_ascii_case(safe))
    })
}
