//! What the second pass needs everywhere: languages, names, terms, and reading a text in all
//! languages; what each file holds is read by the rooms beside it.

use super::conditions::Names;
use super::context::{Context, place};
use super::kind;
use super::markup::{self, Outline, PageTags, Vocabulary};
use super::raw::{OneOrMany, RawLines, RawText, RawWords, Scalar};
use super::terms::Terms;
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::model::{
    EditionIx, ElementIx, Language, Localized, SearchWords, SourceId, SourceLines, Speaker, Text,
};
use indexmap::IndexMap;

/// The state of the second pass.
#[derive(Debug, Default)]
pub struct Loader {
    /// Files and messages.
    pub context: Context,
    /// The languages; the first is the one that missing texts fall back to.
    pub languages: Vec<Language>,
    /// What conditions may name.
    pub names: Names,
    /// The terms, by language.
    pub terms: Vec<Terms>,
    /// How long each source is, by its id; `None` where it has no lines.
    pub source_lines: IndexMap<String, Option<u32>>,
    /// How many texts are missing, by language.
    pub missing_texts: Vec<usize>,
}

/// How a text may be laid out.
#[derive(Clone, Copy, PartialEq)]
pub enum Layout {
    /// A label or name: one paragraph.
    OneLine,
    /// Paragraphs and lists.
    Blocks,
}

impl Loader {
    /// A text in all languages. What is wrong is reported; a text that is there in no language
    /// counts as empty, so that loading goes on.
    pub fn localized(&mut self, file: FileIx, raw: RawText, layout: Layout) -> Localized {
        let range = raw
            .all
            .first()
            .map_or(raw.span.clone(), |(key, _)| key.span.clone());
        let errors_before = self.context.diagnostics.len();
        let mut texts: Vec<Option<Text>> = vec![None; self.languages.len()];
        let whole = Place {
            file,
            range: range.clone(),
        };
        let mut places = vec![whole.clone(); self.languages.len()];
        for (_, (key, value)) in self.context.unique(file, raw) {
            let Some(ix) = self.language(file, &key) else {
                continue;
            };
            texts[ix] = self.text(file, &value, ix, layout);
            places[ix] = place(file, &value);
        }
        for (missing, text) in self.missing_texts.iter_mut().zip(&texts) {
            *missing += usize::from(text.is_none());
        }
        Localized::new(texts, places).unwrap_or_else(|| {
            let is_reported = self.context.diagnostics.len() > errors_before;
            if let Some(language) = self.languages.first().filter(|_| !is_reported) {
                let message = format!("the text is missing in `{}`", language.code);
                let diagnostic = Diagnostic::new("missing-text", message, whole.clone());
                let help = "every text needs it: where another language lacks one, it is shown";
                self.context.report(diagnostic.help(help));
            }
            Localized::of(Text::default(), whole)
        })
    }

    /// The position of the language that `key` names; reports it where there is none.
    pub fn language(&mut self, file: FileIx, key: &Scalar) -> Option<usize> {
        let found = self.languages.iter().position(|l| l.code == key.value);
        if found.is_none() {
            let known = self.languages.iter().map(|l| l.code.as_str());
            let (at, name) = (place(file, key), &key.value);
            self.context.unknown(kind::LANGUAGE, at, name, known);
        }
        found
    }

    /// What readers search by, in each language that lists such words.
    pub fn search_words(&mut self, file: FileIx, raw: Option<RawWords>) -> SearchWords {
        let mut all = vec![Vec::new(); self.languages.len()];
        for (_, (key, words)) in self.context.unique(file, raw.unwrap_or_default()) {
            let language = self.language(file, &key);
            for word in words {
                let mut parts = word.value.split(|c: char| !c.is_alphanumeric());
                if parts.all(|part| part.chars().nth(1).is_none()) {
                    let message = "there is no word of two letters or more here".to_owned();
                    self.context.error("empty-text", message, file, &word);
                } else if let Some(ix) = language {
                    all[ix].push(word.value);
                }
            }
        }
        all
    }

    fn text(&mut self, file: FileIx, value: &Scalar, ix: usize, layout: Layout) -> Option<Text> {
        let (text, _) = self.text_of(file, value, ix, layout, None)?;
        Some(text)
    }

    /// The text in the language at `ix`, and what stands in it; `None` where it is empty, which is
    /// reported. With `page` it belongs to a page, whose tags may name that.
    pub fn text_of(
        &mut self,
        file: FileIx,
        value: &Scalar,
        ix: usize,
        layout: Layout,
        page: Option<PageTags<'_>>,
    ) -> Option<(Text, Outline)> {
        let empty = Terms::default();
        let language = self.languages.get(ix).map_or("", |l| l.code.as_str());
        let vocabulary = Vocabulary {
            language,
            names: &self.names,
            terms: self.terms.get(ix).unwrap_or(&empty),
            page,
        };
        let errors_before = self.context.diagnostics.len();
        let (text, outline) = markup::text(&mut self.context, file, value, vocabulary);
        if text.blocks.is_empty() {
            if self.context.diagnostics.len() == errors_before {
                let message = "this text is empty";
                let diagnostic = Diagnostic::new("empty-text", message, place(file, value));
                let help = "write it, or leave the language out";
                self.context.report(diagnostic.help(help));
            }
            return None;
        }
        if layout == Layout::OneLine && !text.is_one_line() {
            let message =
                "a name or label is one paragraph, without lists, and not all of it in one `{if}`";
            let diagnostic = Diagnostic::new("long-label", message, place(file, value));
            let help = "write it in one line; a longer text belongs into a note";
            self.context.report(diagnostic.help(help));
        }
        Some((text, outline))
    }

    /// The source that `scalar` names.
    pub fn source(&mut self, file: FileIx, scalar: &Scalar) -> Option<SourceId> {
        let known = &self.source_lines;
        let (id, _) = self.context.look_up(kind::SOURCE, file, scalar, known)?;
        Some(SourceId::new(id.clone()))
    }

    /// The edition that `scalar` names.
    pub fn edition(&mut self, file: FileIx, scalar: &Scalar) -> Option<EditionIx> {
        let known = &self.names.editions;
        let (_, edition) = self.context.look_up(kind::EDITION, file, scalar, known)?;
        Some(*edition)
    }

    /// The element that `scalar` names.
    pub fn element(&mut self, file: FileIx, scalar: &Scalar) -> Option<ElementIx> {
        let known = &self.names.elements;
        let (_, (element, _)) = self.context.look_up(kind::ELEMENT, file, scalar, known)?;
        Some(*element)
    }

    /// Lines of sources, each checked against the length of its source.
    pub fn lines(&mut self, file: FileIx, raw: Option<RawLines>) -> SourceLines {
        let mut all = Vec::new();
        for (_, (key, lines)) in self.context.unique(file, raw.unwrap_or_default()) {
            let Some(source) = self.source(file, &key) else {
                continue;
            };
            all.push(self.lines_of(file, source, &lines));
        }
        all
    }

    /// Lines of one source, each checked against its length.
    pub fn lines_of(
        &mut self,
        file: FileIx,
        source: SourceId,
        lines: &OneOrMany,
    ) -> (SourceId, Vec<u32>) {
        let mut numbers = Vec::new();
        for line in &lines.0 {
            if let Some(number) = self.context.number(file, line) {
                self.check_line(place(file, line), &source, number);
                numbers.push(number);
            }
        }
        (source, numbers)
    }

    /// Whether the source has such a line; reports it if not.
    pub fn check_line(&mut self, at: Place, source: &SourceId, line: u32) -> bool {
        let (message, help) = match self.source_lines.get(source.as_str()) {
            Some(Some(lines)) if line == 0 || line > *lines => (
                format!("there is no line {line} in `{source}`, which has {lines} lines"),
                "write the line on which the source says it",
            ),
            Some(None) => (
                format!("`{source}` has no lines that could be named"),
                "remove the line, or say in game.yaml how many `lines` the source has",
            ),
            _ => return true,
        };
        let diagnostic = Diagnostic::new("no-such-line", message, at);
        self.context.report(diagnostic.help(help));
        false
    }

    /// Who speaks.
    pub fn speaker(&mut self, file: FileIx, scalar: &Scalar) -> Speaker {
        let (context, all) = (&mut self.context, Speaker::ALL);
        let speaker = context.one_of(file, scalar, all, Speaker::as_str);
        speaker.unwrap_or(Speaker::Unstated)
    }
}

/// The ids of one kind declared so far, so that a second declaration can be shown with the first.
#[derive(Debug)]
pub struct Declared<'k> {
    kind: &'k str,
    places: IndexMap<String, Place>,
}

impl<'k> Declared<'k> {
    /// No ids of `kind` yet.
    pub fn new(kind: &'k str) -> Self {
        let places = IndexMap::new();
        Self { kind, places }
    }

    /// Declares the id that `key` holds; false where it was declared before, which is reported.
    pub fn add(&mut self, context: &mut Context, file: FileIx, key: &Scalar) -> bool {
        let here = place(file, key);
        let Some(first) = self.places.get(&key.value) else {
            self.places.insert(key.value.clone(), here);
            return true;
        };
        let message = format!("the {} `{}` is declared twice", self.kind, key.value);
        context.report(
            Diagnostic::new("duplicate-id", message, here)
                .label("again here")
                .also(first.clone(), "first here")
                .help("rename or remove one of the two"),
        );
        false
    }

    /// Whether the id was declared.
    pub fn has(&self, id: &str) -> bool {
        self.places.contains_key(id)
    }

    /// The ids declared.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }
}
