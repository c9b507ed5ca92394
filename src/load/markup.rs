//! Parses texts: Markdown with `{term.form}` and `{if CONDITION}…{else}…{/if}`, into a tree. Text
//! is parsed once: what stands in a term or a tag is never read as Markdown again. The text of a
//! page has headings, tables, `{if}` around blocks and the tags of `page_tags` beside.

use super::conditions::Names;
use super::context::{Context, place};
use super::page_tags::{PageNames, PageTag, Wrong};
use super::raw::Scalar;
use super::terms::{NoTerm, Terms, key};
use crate::diagnostic::{Diagnostic, FileIx};
use crate::logic::Condition;
use crate::model::{Block, BlockKind, Branch, FactsQuery, Inline, Item, TableRow, Text, is_id};
use crate::nearest::{did_you_mean, listed};
use indexmap::IndexMap;
use pulldown_cmark::{
    Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, TextMergeWithOffset,
};
use std::collections::BTreeSet;
use std::ops::Range;

/// How deep lists, emphasis and conditions may nest.
const DEEPEST: usize = 16;
/// How long a text may be, in bytes.
const LONGEST: usize = 100_000;
/// After how many errors the rest of a text is not read.
const MOST_ERRORS: usize = 20;

/// What a text may refer to.
#[derive(Clone, Copy)]
pub struct Vocabulary<'v> {
    /// The code of the text's language.
    pub language: &'v str,
    /// Elements, editions and derived conditions.
    pub names: &'v Names,
    /// The terms of the text's language.
    pub terms: &'v Terms,
    /// What the tags of pages may name, where the text belongs to a page.
    pub page: Option<PageNames<'v>>,
}

/// What stands in a page in its order, but for its words: with it the languages of a page are
/// compared. Each with the bytes of the text in which it stands.
pub type Outline = Vec<(String, Range<usize>)>;

/// Parses the text that `scalar` holds, and lists what stands in it where it belongs to a page;
/// what is wrong is reported and left out.
pub fn text(
    context: &mut Context,
    file: FileIx,
    scalar: &Scalar,
    vocabulary: Vocabulary<'_>,
) -> (Text, Outline) {
    let nothing = || (Text::default(), Outline::new());
    if scalar.value.len() > LONGEST {
        let message = format!("this text is longer than {LONGEST} bytes");
        let diagnostic = Diagnostic::new("too-large", message, place(file, scalar));
        context.report(diagnostic.help("divide it into several texts"));
        return nothing();
    }
    if !is_printable(context, file, scalar) {
        return nothing();
    }
    let most_errors = context.diagnostics.len() + MOST_ERRORS;
    let mut reader = Reader {
        context,
        file,
        scalar,
        vocabulary,
        frames: vec![Frame::of(Container::Root, 0..0)],
        branches: Vec::new(),
        terms: BTreeSet::new(),
        outline: Outline::new(),
        anchors: IndexMap::new(),
        links: Vec::new(),
        is_too_deep: false,
    };
    let options = match vocabulary.page {
        Some(_) => Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES,
        None => Options::empty(),
    };
    let parser = Parser::new_ext(&scalar.value, options).into_offset_iter();
    for (event, range) in TextMergeWithOffset::new(parser) {
        reader.event(event, range);
        if reader.is_too_deep || reader.context.diagnostics.len() >= most_errors {
            return nothing();
        }
    }
    reader.close_conditions();
    reader.close_blocks();
    reader.check_links();
    let root = reader.frames.swap_remove(0);
    let text = Text {
        blocks: root.into_blocks(),
        branches: reader.branches,
        terms: reader.terms,
    };
    (text, reader.outline)
}

/// Whether the text has no control characters, which a terminal would obey; reports it if it has.
pub fn is_printable(context: &mut Context, file: FileIx, scalar: &Scalar) -> bool {
    let is_wrong = |c: char| c.is_control() && c != '\n' && c != '\t';
    let Some((at, wrong)) = scalar.value.char_indices().find(|(_, c)| is_wrong(*c)) else {
        return true;
    };
    let place = context.place_in(file, scalar, at..at + wrong.len_utf8());
    let message = format!(
        "the control character U+{:04X} is no text",
        u32::from(wrong)
    );
    context.report(Diagnostic::new("control-character", message, place).help("remove it"));
    false
}

/// What is being built: the innermost frame is the last.
struct Frame {
    container: Container,
    /// Where it opened, in the text.
    opened: Range<usize>,
    inlines: Vec<Inline>,
    blocks: Vec<Block>,
    items: Vec<Item>,
    /// The list of figures that the paragraph is.
    facts: Option<FactsQuery>,
    /// Where the paragraph closes an `{if}` around blocks.
    closes: Option<Range<usize>>,
}

enum Container {
    Root,
    Paragraph,
    Heading(u8, String),
    /// The head and the rows read so far.
    Table(Vec<Vec<Inline>>, Vec<TableRow>),
    /// The head of a table or one of its rows, with the cells read so far.
    Row {
        is_head: bool,
        cells: Vec<Vec<Inline>>,
    },
    Cell,
    /// `{if …}` around blocks.
    BlockIf(Condition),
    Emphasis,
    Strong,
    Link(String),
    List {
        ordered: bool,
    },
    Item,
    /// `{if …}`; with the inlines of its first branch once `{else}` is read.
    If(Condition, Option<Vec<Inline>>),
    /// Markup that texts do not have; its contents are kept as text.
    Foreign,
}

impl Frame {
    fn of(container: Container, opened: Range<usize>) -> Self {
        Self {
            container,
            opened,
            inlines: Vec::new(),
            blocks: Vec::new(),
            items: Vec::new(),
            facts: None,
            closes: None,
        }
    }

    /// Whether whole blocks of the text stand right in it.
    fn holds_blocks(&self) -> bool {
        matches!(self.container, Container::Root | Container::BlockIf(_))
    }

    /// The blocks of the frame; loose inlines (of a tight list item) become a paragraph.
    fn into_blocks(mut self) -> Vec<Block> {
        if !self.inlines.is_empty() {
            self.blocks.insert(0, paragraph(self.inlines));
        }
        self.blocks
    }
}

/// A paragraph; one that is a single `{if}` without `{else}` carries the condition itself.
fn paragraph(inlines: Vec<Inline>) -> Block {
    let (when, inlines) = conditional(inlines);
    Block {
        when,
        kind: BlockKind::Paragraph(inlines),
    }
}

/// Running text, and when it is there: where it is, but for remarks on it, a single `{if}` without
/// `{else}`, under that condition.
fn conditional(mut inlines: Vec<Inline>) -> (Condition, Vec<Inline>) {
    let is_aside = |inline: &Inline| match inline {
        Inline::Remark(_) => true,
        Inline::Text(text) => text.trim().is_empty(),
        _ => false,
    };
    let mut said = (0..inlines.len()).filter(|at| !is_aside(&inlines[*at]));
    let (Some(only), None) = (said.next(), said.next()) else {
        return (Condition::True, inlines);
    };
    let Inline::Choice(alternatives) = &mut inlines[only] else {
        return (Condition::True, inlines);
    };
    let [(when, inner)] = alternatives.as_mut_slice() else {
        return (Condition::True, inlines);
    };
    let (when, inner) = (when.clone(), std::mem::take(inner));
    inlines.splice(only..=only, inner);
    (when, inlines)
}

struct Reader<'r> {
    context: &'r mut Context,
    file: FileIx,
    scalar: &'r Scalar,
    vocabulary: Vocabulary<'r>,
    frames: Vec<Frame>,
    branches: Vec<Branch>,
    terms: BTreeSet<String>,
    outline: Outline,
    /// The headings by what links to them say, and where they stand.
    anchors: IndexMap<String, Range<usize>>,
    /// The links within the page.
    links: Vec<(String, Range<usize>)>,
    /// The text nests so deeply that the rest of it is not read.
    is_too_deep: bool,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => {
                self.end(tag);
            }
            Event::Text(text) => self.characters(&text, range),
            Event::SoftBreak => self.push(Inline::Text(" ".to_owned())),
            // Raw HTML is text like any other, its tags included.
            Event::Html(text) => self.characters(&text.replace('\n', " "), range),
            Event::InlineHtml(text) => self.characters(&text, range),
            Event::Code(text) => self.push(Inline::Text(text.into_string())),
            Event::HardBreak | Event::Rule => self.foreign("a break", range),
            Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => self.foreign("this markup", range),
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        let is_page = self.vocabulary.page.is_some();
        let container = match tag {
            Tag::Paragraph => {
                self.add_to_outline("a paragraph", &range);
                Container::Paragraph
            }
            Tag::Heading { level, id, .. } if is_page => {
                self.heading(level, id.as_deref().unwrap_or(""), &range)
            }
            Tag::Table(_) if is_page => Container::Table(Vec::new(), Vec::new()),
            Tag::TableHead | Tag::TableRow if is_page => {
                let is_head = tag == Tag::TableHead;
                self.add_to_outline("a row of a table", &range);
                let cells = Vec::new();
                Container::Row { is_head, cells }
            }
            Tag::TableCell if is_page => Container::Cell,
            Tag::Emphasis => Container::Emphasis,
            Tag::Strong => Container::Strong,
            Tag::Item => {
                self.add_to_outline("an item", &range);
                Container::Item
            }
            Tag::List(first) => Container::List {
                ordered: first.is_some(),
            },
            Tag::Link {
                dest_url,
                link_type,
                ..
            } => {
                let to = match link_type {
                    LinkType::Email => format!("mailto:{dest_url}"),
                    _ => dest_url.into_string(),
                };
                if !is_safe_address(&to) {
                    let message = format!("a link may not lead to `{}`", to.escape_debug());
                    let help = "links are relative or begin with https://, http:// or mailto:, \
                                without spaces, backslashes and tags";
                    self.report("unsafe-link", message, range.clone(), Some(help));
                } else if is_page {
                    self.add_to_outline(&format!("a link to `{to}`"), &range);
                    self.links.push((to.clone(), range.clone()));
                }
                Container::Link(to)
            }
            Tag::HtmlBlock => Container::Paragraph,
            Tag::Heading { .. } => self.not_in_texts("a heading", range.clone()),
            Tag::BlockQuote(_) => self.not_in_texts("a quotation", range.clone()),
            Tag::CodeBlock(_) => self.not_in_texts("a block of code", range.clone()),
            Tag::Image { .. } => self.not_in_texts("an image", range.clone()),
            _ => self.not_in_texts("this markup", range.clone()),
        };
        self.open(container, range);
    }

    fn open(&mut self, container: Container, range: Range<usize>) {
        if self.frames.len() > DEEPEST && !self.is_too_deep {
            let message = format!("lists, emphasis and `{{if}}` nest deeper than {DEEPEST} levels");
            let help = "write it as several paragraphs or notes";
            self.report("deep-markup", message, range.clone(), Some(help));
            self.is_too_deep = true;
        }
        self.frames.push(Frame::of(container, range));
    }

    fn end(&mut self, tag: TagEnd) {
        if tag == TagEnd::Paragraph && self.is_block_tag() {
            return;
        }
        self.close_conditions();
        // The root is never closed: every end has its start, and conditions are closed above.
        if self.frames.len() > 1
            && let Some(frame) = self.frames.pop()
        {
            self.finish(frame);
        }
    }

    fn finish(&mut self, mut frame: Frame) {
        let inlines = std::mem::take(&mut frame.inlines);
        match frame.container {
            Container::Emphasis => self.push(Inline::Emphasis(inlines)),
            Container::Strong => self.push(Inline::Strong(inlines)),
            Container::Link(to) => self.push(Inline::Link { to, text: inlines }),
            Container::Paragraph => {
                let block = match frame.facts {
                    Some(query) => self.facts(query, inlines, frame.opened),
                    None => paragraph(inlines),
                };
                self.parent().blocks.push(block);
            }
            Container::Heading(level, anchor) => {
                let (when, text) = conditional(inlines);
                let kind = BlockKind::Heading {
                    level,
                    anchor,
                    text,
                };
                self.parent().blocks.push(Block { when, kind });
            }
            Container::Cell => {
                if let Container::Row { cells, .. } = &mut self.parent().container {
                    cells.push(inlines);
                }
            }
            Container::Row { is_head, cells } => {
                let mut cells = cells.into_iter();
                let (when, first) = match cells.next() {
                    Some(first) if !is_head => conditional(first),
                    first => (Condition::True, first.unwrap_or_default()),
                };
                let cells: Vec<_> = std::iter::once(first).chain(cells).collect();
                if let Container::Table(head, rows) = &mut self.parent().container {
                    match is_head {
                        true => *head = cells,
                        false => rows.push(TableRow { when, cells }),
                    }
                }
            }
            Container::Table(head, rows) => {
                let when = Condition::True;
                let kind = BlockKind::Table { head, rows };
                self.parent().blocks.push(Block { when, kind });
            }
            Container::BlockIf(condition) => {
                if frame.blocks.is_empty() {
                    self.report_empty(frame.opened);
                }
                let blocks = frame.blocks.into_iter().map(|block| Block {
                    when: Condition::and([condition.clone(), block.when]),
                    ..block
                });
                let blocks: Vec<_> = blocks.collect();
                self.parent().blocks.extend(blocks);
            }
            Container::Foreign => {
                let blocks = std::mem::take(&mut frame.blocks);
                let parent = self.parent();
                parent.inlines.extend(inlines);
                parent.blocks.extend(blocks);
            }
            Container::Item => {
                frame.inlines = inlines;
                let mut blocks = frame.into_blocks();
                let mut when = Condition::True;
                if let [only] = blocks.as_mut_slice() {
                    std::mem::swap(&mut when, &mut only.when);
                }
                self.parent().items.push(Item { when, blocks });
            }
            Container::List { ordered } => {
                let items = std::mem::take(&mut frame.items);
                let when = Condition::or(items.iter().map(|item| item.when.clone()));
                let kind = BlockKind::List { ordered, items };
                let parent = self.parent();
                // The loose text of a tight item stands before its inner list.
                if !parent.inlines.is_empty() {
                    let loose = std::mem::take(&mut parent.inlines);
                    parent.blocks.push(paragraph(loose));
                }
                parent.blocks.push(Block { when, kind });
            }
            Container::If(condition, first) => {
                let alternatives = match first {
                    Some(first) => vec![(condition.clone(), first), (condition.negate(), inlines)],
                    None => vec![(condition, inlines)],
                };
                self.push(Inline::Choice(alternatives));
            }
            Container::Root => {}
        }
    }

    fn parent(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        // The root frame is there from the start and never popped.
        &mut self.frames[last]
    }

    fn push(&mut self, inline: Inline) {
        let inlines = &mut self.parent().inlines;
        match (inlines.last_mut(), inline) {
            (Some(Inline::Text(last)), Inline::Text(text)) => last.push_str(&text),
            (_, inline) => inlines.push(inline),
        }
    }

    /// Reports every `{if}` that is still open: it has to close where it opened.
    fn close_conditions(&mut self) {
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
    fn is_block_tag(&mut self) -> bool {
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
    fn close_blocks(&mut self) {
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

    fn heading(&mut self, level: HeadingLevel, anchor: &str, range: &Range<usize>) -> Container {
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
    fn check_links(&mut self) {
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

    /// A list of figures with the remarks behind it.
    fn facts(&mut self, query: FactsQuery, remarks: Vec<Inline>, opened: Range<usize>) -> Block {
        let is_aside = |inline: &Inline| match inline {
            Inline::Remark(_) => true,
            Inline::Text(text) => text.trim().is_empty(),
            _ => false,
        };
        if !remarks.iter().all(is_aside) {
            let message = "text stands beside this list of figures".to_owned();
            let help = "leave `{facts …}` a paragraph of its own, with its citation alone";
            self.report("stray-tag", message, opened, Some(help));
        }
        let kind = BlockKind::Facts { query, remarks };
        let when = Condition::True;
        Block { when, kind }
    }

    fn add_to_outline(&mut self, what: &str, range: &Range<usize>) {
        if self.vocabulary.page.is_some() {
            self.outline.push((what.to_owned(), range.clone()));
        }
    }

    /// Splits a run of characters at its `{…}`.
    fn characters(&mut self, text: &str, range: Range<usize>) {
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

    fn tag(&mut self, tag: &str, range: Range<usize>, exact: bool) {
        let tag_text = tag.trim();
        if ["/if", "else"].contains(&tag_text) || tag_text.starts_with("if ") {
            self.add_to_outline(&format!("`{{{tag_text}}}`"), &range);
        }
        match tag_text {
            "/if" if self.closes_blocks() => self.parent().closes = Some(range),
            "/if" => {
                if matches!(self.parent().container, Container::If(..)) {
                    if let Some(frame) = self.frames.pop() {
                        self.check_filled(&frame);
                        self.finish(frame);
                    }
                } else {
                    let message =
                        "this `{/if}` closes no `{if}` of its paragraph, item or emphasis";
                    let help = "open and close it in the same paragraph, item and emphasis";
                    self.report("stray-tag", message.to_owned(), range, Some(help));
                }
            }
            "else" => {
                let inlines = std::mem::take(&mut self.parent().inlines);
                if let Container::If(condition, first @ None) = &mut self.parent().container {
                    *first = Some(inlines);
                    let otherwise = condition.clone().negate();
                    let inner = self.frames.len() - 1;
                    self.add_branch(otherwise, inner, range);
                } else {
                    self.parent().inlines = inlines;
                    let message = "this `{else}` belongs to no `{if}`".to_owned();
                    let help =
                        "an `{if}` has one `{else}`, in the same paragraph, item and emphasis";
                    self.report("stray-tag", message, range, Some(help));
                }
            }
            tag_text if tag_text.starts_with("if ") => {
                let start = range.start + 1 + tag.find("if ").unwrap_or(0) + 3;
                let inner = if exact {
                    start..range.end - 1
                } else {
                    range.clone()
                };
                let names = self.vocabulary.names;
                let condition = names
                    .condition_in(self.context, self.file, self.scalar, inner)
                    .unwrap_or(Condition::True);
                self.add_branch(condition.clone(), self.frames.len(), range.clone());
                self.open(Container::If(condition, None), range);
            }
            term => match self.vocabulary.page.and_then(|page| page.tag(term)) {
                Some(tag) => self.page_tag(term, tag, range),
                None => self.term(term, range),
            },
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

    fn report_empty(&mut self, opened: Range<usize>) {
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

    fn not_in_texts(&mut self, what: &str, range: Range<usize>) -> Container {
        self.foreign(what, range);
        Container::Foreign
    }

    fn foreign(&mut self, what: &str, range: Range<usize>) {
        let message = format!("{what} does not belong in a text");
        let help = "texts have paragraphs, lists, *emphasis*, **strong emphasis** and links";
        self.report("foreign-markup", message, range, Some(help));
    }

    fn report(
        &mut self,
        code: &'static str,
        message: String,
        range: Range<usize>,
        help: Option<&str>,
    ) {
        let place = self.context.place_in(self.file, self.scalar, range);
        let mut diagnostic = Diagnostic::new(code, message, place);
        diagnostic.help = help.map(str::to_owned);
        self.context.report(diagnostic);
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
