//! Parses texts: Markdown with `{term.form}` and `{if CONDITION}…{else}…{/if}`, into a tree. Text
//! is parsed once: what stands in a term or a tag is never read as Markdown again.

use super::conditions::Names;
use super::context::{Context, place};
use super::raw::Scalar;
use super::terms::{NoTerm, Terms, key};
use crate::diagnostic::{Diagnostic, FileIx};
use crate::logic::Condition;
use crate::model::{Block, BlockKind, Branch, Inline, Item, Text};
use crate::nearest::{did_you_mean, listed};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd, TextMergeWithOffset};
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
}

/// Parses the text that `scalar` holds; what is wrong is reported and left out.
pub fn text(
    context: &mut Context,
    file: FileIx,
    scalar: &Scalar,
    vocabulary: Vocabulary<'_>,
) -> Text {
    if scalar.value.len() > LONGEST {
        let message = format!("this text is longer than {LONGEST} bytes");
        let diagnostic = Diagnostic::new("too-large", message, place(file, scalar));
        context.report(diagnostic.help("divide it into several texts"));
        return Text::default();
    }
    if !is_printable(context, file, scalar) {
        return Text::default();
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
        is_too_deep: false,
    };
    let parser = Parser::new_ext(&scalar.value, Options::empty()).into_offset_iter();
    for (event, range) in TextMergeWithOffset::new(parser) {
        reader.event(event, range);
        if reader.is_too_deep || reader.context.diagnostics.len() >= most_errors {
            return Text::default();
        }
    }
    reader.close_conditions();
    let root = reader.frames.swap_remove(0);
    Text {
        blocks: root.into_blocks(),
        branches: reader.branches,
        terms: reader.terms,
    }
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
}

enum Container {
    Root,
    Paragraph,
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
        }
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
fn paragraph(mut inlines: Vec<Inline>) -> Block {
    let mut when = Condition::True;
    if let [Inline::Choice(alternatives)] = inlines.as_mut_slice()
        && let [(condition, inner)] = alternatives.as_mut_slice()
    {
        when = condition.clone();
        inlines = std::mem::take(inner);
    }
    Block {
        when,
        kind: BlockKind::Paragraph(inlines),
    }
}

struct Reader<'r> {
    context: &'r mut Context,
    file: FileIx,
    scalar: &'r Scalar,
    vocabulary: Vocabulary<'r>,
    frames: Vec<Frame>,
    branches: Vec<Branch>,
    terms: BTreeSet<String>,
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
        let container = match tag {
            Tag::Paragraph => Container::Paragraph,
            Tag::Emphasis => Container::Emphasis,
            Tag::Strong => Container::Strong,
            Tag::Item => Container::Item,
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

    fn end(&mut self, _tag: TagEnd) {
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
            Container::Paragraph => self.parent().blocks.push(paragraph(inlines)),
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
            let help = "write `{/if}` where the conditional part ends";
            self.report(
                "open-if",
                message.to_owned(),
                frame.opened.clone(),
                Some(help),
            );
            self.finish(frame);
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
        match tag.trim() {
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
            term => self.term(term, range),
        }
    }

    /// Notes a conditional part inside of the first `outer` frames.
    fn add_branch(&mut self, when: Condition, outer: usize, range: Range<usize>) {
        let around = self.frames[..outer].iter();
        let within = around.filter_map(|frame| match &frame.container {
            Container::If(condition, None) => Some(condition.clone()),
            Container::If(condition, Some(_)) => Some(condition.clone().negate()),
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
            let message = "nothing stands between this `{if}` and its end".to_owned();
            let help = "write what belongs there, or remove both tags";
            self.report("empty-part", message, frame.opened.clone(), Some(help));
        }
    }

    fn term(&mut self, term: &str, range: Range<usize>) {
        let Some((word, form)) = term.split_once('.') else {
            let message = format!("`{{{term}}}` is no tag");
            let help = "tags are `{term.form}`, `{if CONDITION}`, `{else}` and `{/if}`";
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
