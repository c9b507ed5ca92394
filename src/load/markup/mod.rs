//! Parses texts: Markdown with `{term.form}` and `{if CONDITION}…{else}…{/if}`, into a tree. Text
//! is parsed once: what stands in a term or a tag is never read as Markdown again. The text of a
//! page has headings, tables, `{if}` around blocks and the tags of `page_tags` beside.

mod frame;
mod links;
mod page_tags;
mod tags;

pub use page_tags::{PageTags, Things};

use super::conditions::Names;
use super::context::{Context, place};
use super::raw::Scalar;
use super::terms::Terms;
use crate::diagnostic::{Diagnostic, FileIx};
use crate::model::{Branch, Inline, Text};
use frame::{Container, Frame};
use indexmap::IndexMap;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset};
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
    pub page: Option<PageTags<'v>>,
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

/// Reads one text. The rooms beside this one each add a part of it.
struct Reader<'r> {
    context: &'r mut Context,
    file: FileIx,
    scalar: &'r Scalar,
    vocabulary: Vocabulary<'r>,
    /// What is being built: the innermost frame is the last, the root the first.
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
            Event::End(tag) => self.end(tag),
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
            } => self.link(link_type, dest_url.into_string(), &range),
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

    fn add_to_outline(&mut self, what: &str, range: &Range<usize>) {
        if self.vocabulary.page.is_some() {
            self.outline.push((what.to_owned(), range.clone()));
        }
    }

    fn not_in_texts(&mut self, what: &str, range: Range<usize>) -> Container {
        self.foreign(what, range);
        Container::Foreign
    }

    fn foreign(&mut self, what: &str, range: Range<usize>) {
        let message = format!("{what} does not belong in a text");
        let help = match self.vocabulary.page {
            None => "texts have paragraphs, lists, *emphasis*, **strong emphasis** and links",
            Some(_) => {
                "pages have headings, paragraphs, lists, tables, *emphasis*, **strong emphasis** \
                 and links"
            }
        };
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
