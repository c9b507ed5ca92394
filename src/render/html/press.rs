//! A site while its pages are made: what many of them share is made once, here. It does not know
//! what a single page says.

use super::rules::Inputs;
use super::selector::Opening;
use super::*;
use serde_json::json;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};
use tera::Value;

/// A site with its templates parsed.
pub(super) struct Press<'s, 'd> {
    site: &'s Site<'s, 'd>,
    tera: Tera,
    /// What pages filter themselves by.
    pub(super) inputs: Inputs,
    /// The words of each language, by the names that templates use.
    words: Vec<Value>,
    /// The selection of each preset that the site has pages for, as an address without the edition
    /// where the preset leaves that open.
    selections: Vec<(&'s PresetId, &'s Preset, String)>,
    /// The tables that ask each question.
    asked: HashMap<&'d QuestionId, Vec<&'s TablePlan<'d>>>,
    frames: Mutex<HashMap<FrameKey, Arc<Context>>>,
    openings: Mutex<HashMap<Selection, Arc<Opening>>>,
}

/// What a frame depends on: the language, the way to the root, and the selection with which pages
/// open, since its edition chooses the words of titles.
type FrameKey = (LanguageIx, &'static str, Selection);

/// What pages of a language have in common that stand equally deep and open with the same selection.
#[derive(Serialize)]
pub(super) struct FrameContext {
    pub(super) game: String,
    pub(super) root: &'static str,
    pub(super) home: String,
    /// The report of what is open, where pages speak one of the dataset's languages.
    pub(super) report: Option<String>,
    pub(super) overview: Option<String>,
    /// The list of all tables, where they are too many to be named.
    pub(super) all_tables: Option<String>,
    pub(super) glossary: Option<String>,
    pub(super) play: Option<String>,
    pub(super) lists: Option<String>,
    /// What changed from edition to edition.
    pub(super) compared: Vec<LinkContext>,
    pub(super) faq: Option<String>,
    /// The pages written in Markdown, where there are any.
    pub(super) pages: Option<String>,
    /// The versions of the dataset, and the feed of what changed in them.
    pub(super) changes: String,
    pub(super) feed: String,
    /// The picture of the site, where its address is known.
    pub(super) preview: Option<String>,
    /// The day of the dataset.
    pub(super) date: Option<String>,
    pub(super) sources: Vec<SourceContext>,
    /// The indexes of the search in the language, from the root of the site.
    pub(super) index: String,
    pub(super) faq_index: Option<String>,
    pub(super) fixed: bool,
}

/// A page as its template needs it.
pub(super) trait Framed: Serialize {
    /// What it has in common with others.
    fn frame(&self) -> &Context;
}

impl Framed for PageContext {
    fn frame(&self) -> &Context {
        &self.frame
    }
}

/// Says of pages that their `page` holds what they have in common with others.
macro_rules! framed {
    ($($page:ty),+) => {$(
        impl crate::render::html::press::Framed for $page {
            fn frame(&self) -> &tera::Context {
                crate::render::html::press::Framed::frame(&self.page)
            }
        }
    )+};
}
pub(super) use framed;

impl<'s, 'd> Deref for Press<'s, 'd> {
    type Target = Site<'s, 'd>;

    fn deref(&self) -> &Self::Target {
        self.site
    }
}

impl<'s, 'd> Press<'s, 'd> {
    /// The site with the templates of `look`.
    ///
    /// # Errors
    /// A template that does not parse.
    pub(super) fn new(site: &'s Site<'s, 'd>, look: &Look) -> Result<Self, RenderError> {
        let dataset = site.plan.dataset;
        let words = dataset.languages();
        let words = words.map(|(_, language)| template_words(site.words, &language.code));
        let presets = dataset.presets.iter();
        let presets = presets.filter(|(_, preset)| site.plan.scope.allows(preset));
        let selections = presets.map(|(id, preset)| (id, preset, site.selection_of(preset)));
        let mut asked: HashMap<_, Vec<_>> = HashMap::new();
        for table in &site.plan.tables {
            for row in table.sections.iter().flat_map(|section| &section.rows) {
                asked.entry(row.id).or_default().push(table);
            }
        }
        Ok(Self {
            asked,
            tera: look.tera()?,
            inputs: Inputs::new(dataset),
            words: words.collect(),
            selections: selections.collect(),
            frames: Mutex::default(),
            openings: Mutex::default(),
            site,
        })
    }

    /// The site, for as long as that lives.
    pub(super) fn site(&self) -> &'s Site<'s, 'd> {
        self.site
    }

    /// The file of a page at `path`.
    ///
    /// # Errors
    /// A template that does not render.
    pub(super) fn render(
        &self,
        template: &str,
        path: &str,
        page: &impl Framed,
    ) -> Result<SiteFile, RenderError> {
        let own = Context::from_serialize(page).map_err(|e| render_error(path, &e))?;
        let mut context = page.frame().clone();
        context.extend(own);
        self.rendered(template, path, &context)
    }

    /// The same for a part of pages, which has only the words of a language in common with others.
    pub(super) fn render_part(
        &self,
        template: &str,
        path: &str,
        language: LanguageIx,
        part: &impl Serialize,
    ) -> Result<SiteFile, RenderError> {
        let mut context = Context::from_serialize(part).map_err(|e| render_error(path, &e))?;
        context.insert_value("words", self.words_of(language));
        self.rendered(template, path, &context)
    }

    fn rendered(
        &self,
        template: &str,
        path: &str,
        context: &Context,
    ) -> Result<SiteFile, RenderError> {
        let html = self.tera.render(template, context);
        let html = html.map_err(|e| render_error(path, &e))?;
        Ok(SiteFile {
            path: path.to_owned(),
            bytes: html.into_bytes(),
        })
    }

    fn words_of(&self, language: LanguageIx) -> Value {
        self.words[language.index()].clone()
    }

    /// Whether the site has a page for the question.
    pub(super) fn asks(&self, question: &QuestionId) -> bool {
        let tables = self.tables_of(question);
        tables.iter().any(|table| !table.columns.is_empty())
    }

    /// Whether the site answers the question for the figure.
    pub(super) fn has_cell(&self, question: &QuestionId, figure: &FigureId) -> bool {
        let mut tables = self.tables_of(question).iter();
        tables.any(|table| table.columns.iter().any(|column| column.id == figure))
    }

    /// What the script is told of the whole site, as JSON: all expansions with their elements, none
    /// where these are fixed, and what each preset selects.
    pub(super) fn site_data(&self) -> String {
        let presets = self.selections.iter();
        let presets = presets.map(|(id, _, selection)| (id.as_str(), json!(selection)));
        let presets: serde_json::Map<_, _> = presets
            .map(|(id, selection)| (id.to_owned(), selection))
            .collect();
        let (boxes, fixed) = (selector::boxes(self.plan), selector::fixed(self.plan));
        json!({"boxes": boxes, "fixed": fixed, "presets": presets}).to_string()
    }

    /// The tables that ask a question.
    fn tables_of(&self, question: &QuestionId) -> &[&'s TablePlan<'d>] {
        let asked = self.asked.get(question);
        asked.map_or(&[], Vec::as_slice)
    }

    /// The presets that the site has pages for.
    pub(super) fn presets(&self) -> impl Iterator<Item = (&'s PresetId, &'s Preset)> {
        let presets = self.selections.iter();
        presets.map(|(id, preset, _)| (*id, *preset))
    }

    /// The ready-made selections, as pages of the kind at `address` offer them.
    pub(super) fn preset_links(
        &self,
        address: Address<'_>,
        initial: &Selection,
    ) -> Vec<LinkContext> {
        let first = self.plan.tables.first().map(|table| Kind::Table(table.id));
        let kind = match address.kind {
            Kind::Table(_) => address.kind,
            other => first.unwrap_or(other),
        };
        let links = self.selections.iter().map(|(id, preset, _)| {
            let to = Address {
                preset: Some(id),
                ..Address::new(kind, address.language)
            };
            LinkContext {
                id: id.to_string(),
                name: preset.name.get(address.language).1.plain(initial),
                href: format!("{}{}", address.to_root(), to.path(self.plan.dataset)),
                current: address.preset == Some(*id),
            }
        });
        links.collect()
    }

    /// What the page at `address`, which opens with `initial`, has in common with others.
    pub(super) fn frame(&self, address: Address<'_>, initial: &Selection) -> Arc<Context> {
        let key = (address.language, address.to_root(), initial.clone());
        once(&self.frames, &key, || {
            let words = self.words_of(address.language);
            self.frame_context(address, initial).with(words)
        })
    }

    /// The boxes that are set where a page opens with `initial`.
    pub(super) fn opening(&self, initial: &Selection) -> Arc<Opening> {
        once(&self.openings, initial, || {
            Arc::new(Opening::new(self.plan.dataset, initial))
        })
    }

    fn frame_context(&self, address: Address<'_>, initial: &Selection) -> FrameContext {
        let dataset = self.plan.dataset;
        let language = &dataset.languages[address.language.index()].code;
        let root = address.to_root();
        let text = |text: &Localized| text.get(address.language).1.plain(initial);
        let to = |kind| {
            let to = Address::new(kind, address.language);
            format!("{root}{}", to.path(dataset))
        };
        let sources = dataset.sources.iter().map(|(id, source)| SourceContext {
            id: id.to_string(),
            title: text(&source.title),
            speaker_word: self.word(language, crate::render::speaker_label(source.speaks)),
        });
        let has_faq = FaqPlan::is_possible(dataset, &self.plan.scope);
        FrameContext {
            game: text(&dataset.title),
            root,
            home: to(Kind::Front),
            report: Some(to(Kind::Report)),
            overview: (!dataset.overview.is_empty()).then(|| to(Kind::Overview)),
            all_tables: (self.plan.tables.len() > MOST_IN_HEAD)
                .then(|| to(Kind::Front) + "#tables"),
            glossary: (!dataset.glossary.is_empty()).then(|| to(Kind::Glossary)),
            play: (!dataset.play.phases.is_empty()).then(|| to(Kind::Play)),
            lists: (!dataset.lists.is_empty()).then(|| to(Kind::Lists)),
            compared: self.compared_links(address, root),
            faq: has_faq.then(|| to(Kind::Faq)),
            pages: (!dataset.pages.is_empty()).then(|| to(Kind::Front) + "#pages"),
            changes: self.changes_href(address.language, root),
            feed: self.feed_href(address.language, root),
            preview: self.canonical("preview.png"),
            date: dataset.date.clone(),
            sources: sources.collect(),
            index: search::index_path(language),
            faq_index: has_faq.then(|| search::faq_index_path(language)),
            fixed: !self.plan.scope.is_open(),
        }
    }
}

/// What is known under `key`, made if it is not yet. Two who ask at once may both make it.
fn once<K: Clone + Eq + Hash, V>(
    known: &Mutex<HashMap<K, Arc<V>>>,
    key: &K,
    make: impl FnOnce() -> Arc<V>,
) -> Arc<V> {
    // What is in the map is whole, even if somebody panicked who held it.
    let known = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(value) = known().get(key) {
        return value.clone();
    }
    let value = make();
    known().insert(key.clone(), value.clone());
    value
}

impl FrameContext {
    /// The frame with the words of its language.
    pub(super) fn with(&self, words: Value) -> Arc<Context> {
        // It consists of texts and lists of these, which always become values.
        let mut frame = Context::from_serialize(self).unwrap_or_default();
        frame.insert_value("words", words);
        Arc::new(frame)
    }
}

/// The words of a language by the names that templates use: `_` for `-`, which means less there.
pub(super) fn template_words(words: &Words, code: &str) -> Value {
    let words = words.all(code).into_iter();
    let words = words.map(|(id, word)| (id.replace('-', "_"), word));
    Value::from_serializable(&words.collect::<HashMap<_, _>>())
}

impl Site<'_, '_> {
    /// The selection with which a page opens.
    pub(super) fn initial(&self, preset: Option<&Preset>) -> Selection {
        let dataset = self.plan.dataset;
        let mut initial = Selection {
            edition: dataset.default_edition,
            elements: ElementSet::empty(dataset.elements.len()),
        };
        if let Some(preset) = preset {
            initial.edition = preset.edition.unwrap_or(initial.edition);
            for element in &preset.elements {
                initial.elements.set(*element, true);
            }
        }
        self.plan.scope.apply(&initial)
    }

    fn selection_of(&self, preset: &Preset) -> String {
        let selection = selection::address(self.plan.dataset, &self.initial(Some(preset)));
        match (preset.edition, selection.split_once('&')) {
            (Some(_), _) => selection,
            (None, Some((_, elements))) => format!("?{elements}"),
            (None, None) => "?x=".to_owned(),
        }
    }
}
