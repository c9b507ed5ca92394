//! The site: a page for each table and language that filters itself without a script, ready-made
//! pages for each preset, a front page, a report of what is open and what changed for each language,
//! a root page that offers the languages, and pages that explain the linter's rules.

mod beside;
mod changes;
mod corrections;
mod faq;
mod front;
mod glossary;
mod icons;
mod lint_rules;
mod lists;
mod look;
mod matrix;
mod notes;
mod overview;
mod page;
mod play;
mod report;
mod rules;
mod search;
mod selector;
mod sheets;
mod single;
mod table;
mod text;

use crate::diagnostic::Files;
use crate::diff::Step;
use crate::model::*;
use crate::publish::SiteFile;
use crate::report::Report;
use crate::selection;
use crate::view::{Columns, FaqPlan, ListPlan, Plan, ReadySheet, Scope, TablePlan};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
pub use look::{Look, LookError};
use rayon::prelude::*;
use rules::Rules;
use selector::{SelectorContext, selector};
use serde::Serialize;
use sha2::{Digest, Sha256};
pub use single::Prepared;
use std::collections::HashMap;
use table::{TableBuilder, TableContext};
use tera::{Context, Tera};
#[cfg(feature = "serve")]
pub(crate) use text::escaped;
#[cfg(not(feature = "serve"))]
use text::escaped;

/// Files that are copied as they are: path and bytes.
const ASSETS: [(&str, &[u8]); 7] = [
    ("mark.svg", include_bytes!("../../../site/mark.svg")),
    ("icon-192.png", include_bytes!("../../../site/icon-192.png")),
    ("icon-512.png", include_bytes!("../../../site/icon-512.png")),
    ("preview.png", include_bytes!("../../../site/preview.png")),
    ("style.css", include_bytes!("../../../site/style.css")),
    ("rulegrid.js", include_bytes!("../../../site/rulegrid.js")),
    ("search.js", include_bytes!("../../../site/search.js")),
];

/// The templates, by name.
const TEMPLATES: [(&str, &str); 20] = [
    ("play.html", include_str!("../../../templates/play.html")),
    ("lists.html", include_str!("../../../templates/lists.html")),
    ("faq.html", include_str!("../../../templates/faq.html")),
    (
        "reading.html",
        include_str!("../../../templates/reading.html"),
    ),
    (
        "sheets.html",
        include_str!("../../../templates/sheets.html"),
    ),
    (
        "glossary.html",
        include_str!("../../../templates/glossary.html"),
    ),
    ("page.html", include_str!("../../../templates/page.html")),
    ("table.html", include_str!("../../../templates/table.html")),
    (
        "content.html",
        include_str!("../../../templates/content.html"),
    ),
    ("front.html", include_str!("../../../templates/front.html")),
    ("root.html", include_str!("../../../templates/root.html")),
    (
        "report.html",
        include_str!("../../../templates/report.html"),
    ),
    (
        "overview.html",
        include_str!("../../../templates/overview.html"),
    ),
    ("embed.html", include_str!("../../../templates/embed.html")),
    (
        "matrix.html",
        include_str!("../../../templates/matrix.html"),
    ),
    ("rules.html", include_str!("../../../templates/rules.html")),
    ("rule.html", include_str!("../../../templates/rule.html")),
    (
        "changes.html",
        include_str!("../../../templates/changes.html"),
    ),
    (
        "version.html",
        include_str!("../../../templates/version.html"),
    ),
    (
        "changes.xml",
        include_str!("../../../templates/changes.xml"),
    ),
];

/// What the pages are made from.
pub struct Site<'s, 'd> {
    /// Everything that can be seen.
    pub plan: &'s Plan<'d>,
    /// The words of the interface.
    pub words: &'s Words,
    /// Where the site will stand, if that is known: pages then say so to search engines.
    pub base_url: Option<&'s str>,
    /// The files of the dataset, if facts shall name their place in them.
    pub files: Option<&'s Files>,
    /// The sheets for print that it has ready.
    pub sheets: &'s [ReadySheet<'d>],
}

/// Why a page could not be made: a template's error, with the names of page and template.
#[derive(Debug, thiserror::Error)]
#[error("the page {page} cannot be made: {why}")]
pub struct RenderError {
    page: String,
    why: String,
}

/// What a page shows.
#[derive(Clone, Copy, PartialEq)]
enum Kind<'a> {
    /// The languages; it stands at the root of the site.
    Root,
    /// The tables of a language.
    Front,
    /// One table.
    Table(&'a TableId),
    /// One question, asked of all figures.
    Question(&'a QuestionId),
    /// One figure with all that it is asked.
    Figure(&'a FigureId),
    /// One expansion with what it brings.
    Expansion(&'a ExpansionId),
    /// What one edition answers otherwise than the one that it is compared with.
    Compared(EditionIx),
    /// One page written in Markdown.
    Page(&'a PageId),
    /// One table, bare for a frame.
    Embed(&'a TableId),
    /// All figures with a few questions.
    Overview,
    /// What words of the game mean.
    Glossary,
    /// The order of play.
    Play,
    /// The general lists.
    Lists,
    /// All of the FAQ, expansion by expansion.
    Faq,
    /// What is new in the FAQ.
    FaqNewest,
    /// What the FAQ says about one expansion.
    FaqTopic(&'a ExpansionId),
    /// What it says about two, in the order of the dataset.
    FaqPair(&'a ExpansionId, &'a ExpansionId),
    /// The sheets for print.
    Sheets,
    /// What is open in the dataset.
    Report,
    /// The versions of the dataset.
    Changes,
    /// What changed in one version, by the name of its page.
    Version(&'a str),
}

impl Kind<'_> {
    /// Whether its page stands in a folder below that of its language.
    fn is_deep(self) -> bool {
        matches!(
            self,
            Kind::Question(_)
                | Kind::Figure(_)
                | Kind::Expansion(_)
                | Kind::Compared(_)
                | Kind::Page(_)
                | Kind::Embed(_)
                | Kind::Faq
                | Kind::FaqNewest
                | Kind::FaqTopic(_)
                | Kind::FaqPair(..)
                | Kind::Changes
                | Kind::Version(_)
        )
    }
}

/// A page's place in the site.
#[derive(Clone, Copy)]
struct Address<'a> {
    kind: Kind<'a>,
    language: LanguageIx,
    preset: Option<&'a PresetId>,
}

impl<'a> Address<'a> {
    /// The page of a language that opens without a preset.
    fn new(kind: Kind<'a>, language: LanguageIx) -> Self {
        Self {
            kind,
            language,
            preset: None,
        }
    }

    /// The path of the page: `ro/followers.html`, `ro/preset/majors/followers.html`.
    fn path(&self, dataset: &Dataset) -> String {
        let language = &dataset.languages[self.language.index()].code;
        let folder = match self.preset {
            Some(preset) => format!("{language}/preset/{preset}"),
            None => language.clone(),
        };
        match self.kind {
            Kind::Root => "index.html".to_owned(),
            Kind::Front => format!("{folder}/index.html"),
            Kind::Table(table) => format!("{folder}/{table}.html"),
            Kind::Question(id) => format!("{folder}/{}", question_page(id)),
            Kind::Figure(id) => format!("{folder}/{}", figure_page(id)),
            Kind::Expansion(id) => format!("{folder}/{}", expansion_page(id)),
            Kind::Compared(edition) => {
                let id = dataset.edition(edition).0.as_str().replace('.', "-");
                format!("{folder}/edition/{id}.html")
            }
            Kind::Page(id) => format!("{folder}/{}", reading_page(id)),
            Kind::Embed(table) => format!("{folder}/embed/{table}.html"),
            Kind::Overview => format!("{folder}/overview.html"),
            Kind::Glossary => format!("{folder}/glossary.html"),
            Kind::Play => format!("{folder}/play.html"),
            Kind::Lists => format!("{folder}/lists.html"),
            Kind::Faq => format!("{folder}/faq/index.html"),
            Kind::FaqNewest => format!("{folder}/faq/newest.html"),
            Kind::FaqTopic(id) => format!("{folder}/faq/{id}.html"),
            Kind::FaqPair(one, other) => format!("{folder}/faq/{one}_{other}.html"),
            Kind::Sheets => format!("{folder}/sheets.html"),
            Kind::Report => format!("{folder}/report.html"),
            Kind::Changes => format!("{folder}/changes/index.html"),
            Kind::Version(name) => format!("{folder}/changes/{name}.html"),
        }
    }

    /// The way from the page to the root of the site.
    fn to_root(self) -> &'static str {
        match self.preset {
            _ if self.kind == Kind::Root => "",
            Some(_) => "../../../",
            None => match self.kind {
                kind if kind.is_deep() => "../../",
                _ => "../",
            },
        }
    }
}

/// What pages arrange anew: the columns of matrices, and the FAQ.
struct Matrices<'d> {
    by_edition: Columns<'d>,
    selected: Columns<'d>,
    /// Each edition that is compared with another one, in columns of the two.
    compared: Vec<(EditionIx, Columns<'d>)>,
    faq: FaqPlan<'d>,
}

/// What every page has.
#[derive(Serialize)]
struct PageContext {
    language: String,
    title: String,
    heading: String,
    game: String,
    root: &'static str,
    style: String,
    /// Rules beside those of the conditions.
    further_style: String,
    csp: String,
    words: HashMap<String, String>,
    languages: Vec<LinkContext>,
    home: String,
    tables: Vec<LinkContext>,
    presets: Vec<PresetContext>,
    /// The report of what is open, where the page speaks one of the dataset's languages.
    report: Option<String>,
    overview: Option<String>,
    glossary: Option<String>,
    play: Option<String>,
    lists: Option<String>,
    /// What changed from edition to edition.
    compared: Vec<LinkContext>,
    faq: Option<String>,
    /// The pages written in Markdown, where there are any.
    pages: Option<String>,
    /// The sheets for print, those of the page's preset where it has one.
    sheets: Option<String>,
    /// The versions of the dataset, and the feed of what changed in them.
    changes: String,
    feed: String,
    canonical: Option<String>,
    /// The addresses of the same page in other languages; whole ones where they are known.
    alternates: Vec<AlternateContext>,
    /// The picture of the site, where its address is known.
    preview: Option<String>,
    /// The day of the dataset.
    date: Option<String>,
    sources: Vec<SourceContext>,
    /// The indexes of the search in the page's language, from the root of the site.
    index: String,
    faq_index: Option<String>,
    /// The table with its notes and legend, as HTML.
    content: Option<String>,
    /// The icons that the page uses, as symbols.
    symbols: String,
    /// The whole page, where this is a bare one.
    whole: Option<String>,
    selector: Option<SelectorContext>,
    fixed: bool,
}

/// What the part of a page needs that does not depend on how it opens.
#[derive(Serialize)]
struct ContentContext<'c> {
    table: &'c TableContext,
    words: &'c HashMap<String, String>,
    speakers: Vec<SpeakerContext>,
}

/// A table's part of its pages, and the rules by which it filters itself.
struct Content {
    html: String,
    heading: String,
    rules: Rules,
    symbols: String,
}

#[derive(Serialize)]
struct LinkContext {
    id: String,
    name: String,
    href: String,
    current: bool,
}

#[derive(Serialize)]
struct AlternateContext {
    language: String,
    href: String,
}

#[derive(Serialize)]
struct PresetContext {
    #[serde(flatten)]
    link: LinkContext,
    /// Its selection as an address, without the edition where it leaves that open.
    selection: String,
}

#[derive(Serialize)]
struct SourceContext {
    id: String,
    title: String,
    speaker_word: String,
}

#[derive(Serialize)]
struct SpeakerContext {
    id: &'static str,
    word: String,
}

impl<'d> Site<'_, 'd> {
    /// All files of the site, without earlier versions of the dataset.
    ///
    /// # Errors
    /// A template that does not parse or render.
    pub fn files(&self) -> Result<Vec<SiteFile>, RenderError> {
        self.files_since(&[])
    }

    /// All files of the site, with what changed in each version of the dataset.
    ///
    /// # Errors
    /// A template that does not parse or render.
    pub fn files_since(&self, versions: &[Step<'_>]) -> Result<Vec<SiteFile>, RenderError> {
        self.files_with(&Look::built_in(), versions)
    }

    /// The same with the templates and copied files of `look`.
    ///
    /// # Errors
    /// A template that does not parse or render.
    pub fn files_with(
        &self,
        look: &Look,
        versions: &[Step<'_>],
    ) -> Result<Vec<SiteFile>, RenderError> {
        let tera = look.tera()?;
        let mut files = look.files();
        files.push(render(&tera, "root.html", "index.html", &self.root_page())?);
        let dataset = self.plan.dataset;
        let matrices = self.matrices();
        let report = Report::new(self.plan);
        let languages = dataset.languages().map(|(language, _)| language);
        let pages: Vec<_> = languages
            .flat_map(|language| {
                let kinds = self.kinds(&matrices).into_iter();
                kinds.map(move |kind| Address::new(kind, language))
            })
            .collect();
        let made: Result<Vec<_>, _> = pages
            .par_iter()
            .map(|address| self.pages(&tera, *address, &matrices, &report))
            .collect();
        let made = made?;
        let shown = pages
            .iter()
            .zip(&made)
            .filter(|(_, files)| !files.is_empty());
        let shown: Vec<_> = shown.map(|(address, _)| *address).collect();
        files.extend(self.sitemap(&shown));
        files.extend(made.into_iter().flatten());
        for (language, _) in dataset.languages() {
            files.extend(self.search_indexes(&matrices.faq, language)?);
        }
        files.extend(self.changes_pages(&tera, &matrices.by_edition, versions)?);
        files.extend(self.lint_rule_pages(&tera)?);
        files.push(self.manifest());
        files.push(self.worker(look, &files));
        Ok(files)
    }

    /// Whether the site has a page for the question.
    fn asks(&self, question: &QuestionId) -> bool {
        let tables = self.plan.tables.iter().filter(|it| !it.columns.is_empty());
        let mut rows = tables.flat_map(|it| it.sections.iter().flat_map(|section| &section.rows));
        rows.any(|row| row.id == question)
    }

    /// Whether the site answers the question for the figure.
    fn has_cell(&self, question: &QuestionId, figure: &FigureId) -> bool {
        let mut tables = self.plan.tables.iter();
        tables.any(|table| {
            let mut rows = table.sections.iter().flat_map(|section| &section.rows);
            let mut columns = table.columns.iter();
            rows.any(|row| row.id == question) && columns.any(|column| column.id == figure)
        })
    }

    /// What pages arrange anew.
    fn matrices(&self) -> Matrices<'d> {
        let Plan { dataset, scope, .. } = self.plan;
        let compared = self.compared();
        Matrices {
            by_edition: Columns::by_edition(dataset, scope),
            selected: Columns::selected(dataset, scope),
            compared: compared
                .map(|(edition, with)| (edition, Columns::of_editions(dataset, &[with, edition])))
                .collect(),
            faq: FaqPlan::new(dataset, scope),
        }
    }

    /// What each language has a page of.
    fn kinds<'k>(&'k self, matrices: &Matrices<'k>) -> Vec<Kind<'k>> {
        let columns = &matrices.by_edition;
        let mut kinds = vec![
            Kind::Front,
            Kind::Report,
            Kind::Overview,
            Kind::Glossary,
            Kind::Play,
            Kind::Lists,
            Kind::Sheets,
        ];
        kinds.extend(self.plan.tables.iter().map(|table| Kind::Table(table.id)));
        kinds.extend(columns.questions().into_iter().map(Kind::Question));
        kinds.extend(columns.figures().into_iter().map(Kind::Figure));
        let expansions = &self.plan.dataset.expansions;
        kinds.extend(expansions.keys().map(Kind::Expansion));
        let compared = self.compared();
        kinds.extend(compared.map(|(edition, _)| Kind::Compared(edition)));
        let faq = &matrices.faq;
        kinds.extend([Kind::Faq, Kind::FaqNewest]);
        kinds.extend(faq.topics().into_iter().map(Kind::FaqTopic));
        let pairs = faq.pairs().into_iter();
        kinds.extend(pairs.map(|(one, other)| Kind::FaqPair(one, other)));
        kinds.extend(self.plan.dataset.pages.keys().map(Kind::Page));
        kinds
    }

    /// The editions that are compared with another one, where both can be selected.
    fn compared(&self) -> impl Iterator<Item = (EditionIx, EditionIx)> {
        let is_open = self.plan.scope == Scope::default();
        let editions = self.plan.dataset.editions().filter(move |_| is_open);
        editions.filter_map(|(edition, _, declared)| Some((edition, declared.compared_with?)))
    }

    /// The page at `address`; a table's also as each preset opens it, and bare for a frame. None
    /// where there is nothing to say.
    fn pages(
        &self,
        tera: &Tera,
        address: Address<'_>,
        matrices: &Matrices<'_>,
        report: &Report<'_, '_>,
    ) -> Result<Vec<SiteFile>, RenderError> {
        let path = address.path(self.plan.dataset);
        let language = address.language;
        let page = match address.kind {
            Kind::Table(id) => {
                let table = self.plan.tables.iter().find(|table| table.id == id);
                return table.map_or(Ok(Vec::new()), |table| {
                    self.table_pages(tera, language, table)
                });
            }
            // The first is made once, the others with what they belong to.
            Kind::Root | Kind::Embed(_) | Kind::Changes | Kind::Version(_) => None,
            Kind::Front => {
                let page = self.front_page(address);
                Some(render(tera, "front.html", &path, &page)?)
            }
            Kind::Report => {
                let page = self.report_page(report, language);
                Some(render(tera, "report.html", &path, &page)?)
            }
            Kind::Glossary => match self.glossary_page(language) {
                Some(page) => Some(render(tera, "glossary.html", &path, &page)?),
                None => None,
            },
            Kind::Play => match self.play_page(language) {
                Some(page) => Some(render(tera, "play.html", &path, &page)?),
                None => None,
            },
            Kind::Lists => match self.lists_page(language) {
                Some(page) => Some(render(tera, "lists.html", &path, &page)?),
                None => None,
            },
            Kind::Sheets => match self.sheets_page(language) {
                Some(page) => Some(render(tera, "sheets.html", &path, &page)?),
                None => None,
            },
            Kind::Overview => match self.overview_page(language) {
                Some(page) => Some(render(tera, "overview.html", &path, &page)?),
                None => None,
            },
            Kind::Faq | Kind::FaqNewest | Kind::FaqTopic(_) | Kind::FaqPair(..) => {
                match self.faq_page(&matrices.faq, address.kind, language) {
                    Some(page) => Some(render(tera, "faq.html", &path, &page)?),
                    None => None,
                }
            }
            Kind::Page(id) => match self.reading_page(id, language) {
                Some(page) => Some(render(tera, "reading.html", &path, &page)?),
                None => None,
            },
            Kind::Question(_) | Kind::Figure(_) | Kind::Expansion(_) | Kind::Compared(_) => {
                let columns = match address.kind {
                    Kind::Expansion(_) => &matrices.selected,
                    Kind::Compared(edition) => {
                        let mut compared = matrices.compared.iter();
                        let own = compared.find(|(own, _)| *own == edition);
                        own.map_or(&matrices.by_edition, |(_, columns)| columns)
                    }
                    _ => &matrices.by_edition,
                };
                match self.matrix_page(columns, &matrices.faq, address.kind, language) {
                    Some(page) => Some(render(tera, "matrix.html", &path, &page)?),
                    None => None,
                }
            }
        };
        Ok(page.into_iter().collect())
    }

    /// A table's page, as it opens by itself and with each preset, and bare for a frame.
    fn table_pages(
        &self,
        tera: &Tera,
        language: LanguageIx,
        table: &TablePlan<'_>,
    ) -> Result<Vec<SiteFile>, RenderError> {
        let content = self.content(tera, language, table)?;
        let addresses = self.table_addresses(language, table.id).into_iter();
        let files = addresses.map(|address| self.table_file(tera, address, table, &content));
        files.collect()
    }

    /// Where a table's pages stand: by itself, with each preset, and bare for a frame.
    fn table_addresses<'a>(&'a self, language: LanguageIx, table: &'a TableId) -> Vec<Address<'a>> {
        let page = Address::new(Kind::Table(table), language);
        let presets = self.presets().map(|(id, _)| Address {
            preset: Some(id),
            ..page
        });
        let embed = Address::new(Kind::Embed(table), language);
        [page].into_iter().chain(presets).chain([embed]).collect()
    }

    /// One of a table's pages.
    fn table_file(
        &self,
        tera: &Tera,
        address: Address<'_>,
        table: &TablePlan<'_>,
        content: &Content,
    ) -> Result<SiteFile, RenderError> {
        let dataset = self.plan.dataset;
        let preset = address.preset.and_then(|id| dataset.presets.get(id));
        let mut page = self.table_page(address, table, content, preset);
        let template = match address.kind {
            Kind::Embed(_) => {
                page.presets = Vec::new();
                "embed.html"
            }
            _ => "table.html",
        };
        render(tera, template, &address.path(dataset), &page)
    }

    /// A table with its notes and legend, rendered once for all pages that show it.
    fn content(
        &self,
        tera: &Tera,
        language: LanguageIx,
        table: &TablePlan<'_>,
    ) -> Result<Content, RenderError> {
        let code = &self.plan.dataset.languages[language.index()].code;
        let builder = TableBuilder::new(self.plan, table, self.words, language);
        let (context, rules, symbols) = builder.build();
        let speakers = Speaker::ALL.into_iter().map(|speaker| SpeakerContext {
            id: speaker.as_str(),
            word: self.word(code, crate::render::speaker_label(speaker)),
        });
        let html = render(
            tera,
            "content.html",
            table.id.as_str(),
            &ContentContext {
                table: &context,
                words: &self.template_words(code),
                speakers: speakers.collect(),
            },
        )?;
        Ok(Content {
            html: String::from_utf8_lossy(&html.bytes).into_owned(),
            heading: context.title,
            rules,
            symbols,
        })
    }

    /// The words of a language under the names that templates use: `_` for `-`.
    fn template_words(&self, code: &str) -> HashMap<String, String> {
        let words = self.words.all(code).into_iter();
        words
            .map(|(id, word)| (id.replace('-', "_"), word.to_owned()))
            .collect()
    }

    /// The presets that the site has pages for.
    fn presets(&self) -> impl Iterator<Item = (&PresetId, &Preset)> {
        let presets = self.plan.dataset.presets.iter();
        presets.filter(|(_, preset)| self.plan.scope.allows(preset))
    }

    /// The selection with which a page opens.
    fn initial(&self, preset: Option<&Preset>) -> Selection {
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

    fn table_page(
        &self,
        address: Address<'_>,
        table: &TablePlan<'_>,
        content: &Content,
        preset: Option<&Preset>,
    ) -> PageContext {
        let elements = content.rules.elements();
        let mut rules = content.rules.clone();
        let initial = self.initial(preset);
        let selector = selector(self.plan, &elements, &initial, address.language, &mut rules);
        let title = table.table.title.get(address.language).1.plain(&initial);
        let mut page = self.page(address, title, &initial, rules);
        if let Some(preset) = preset {
            let name = preset.name.get(address.language).1.plain(&initial);
            page.title = format!("{} · {name}", page.title);
        }
        page.heading = content.heading.clone();
        let here = match address.kind {
            _ if preset.is_some() => "../../",
            Kind::Embed(_) => "../",
            _ => "",
        };
        page.content = Some(content.html.replace(HERE, here));
        page.symbols = content.symbols.clone();
        page.selector = Some(selector);
        page
    }

    /// The page that offers the languages; it stands at the root and speaks the first of them.
    fn root_page(&self) -> PageContext {
        let address = Address::new(Kind::Root, LanguageIx(0));
        let mut page = self.front_frame(address);
        page.canonical = self.base_url.map(str::to_owned);
        page
    }

    fn page(
        &self,
        address: Address<'_>,
        title: String,
        initial: &Selection,
        rules: Rules,
    ) -> PageContext {
        let dataset = self.plan.dataset;
        let language = &dataset.languages[address.language.index()].code;
        let root = address.to_root();
        let style = rules.css(dataset);
        let text = |text: &Localized| text.get(address.language).1.plain(initial);
        let link = |id: &str, name: String, to: Address<'_>, current: bool| LinkContext {
            id: id.to_owned(),
            name,
            href: format!("{root}{}", to.path(dataset)),
            current,
        };
        let tables = self.plan.tables.iter().map(|table| {
            let to = Address {
                kind: Kind::Table(table.id),
                ..address
            };
            let name = text(&table.table.title);
            link(table.id.as_str(), name, to, address.kind == to.kind)
        });
        let presets = self.presets();
        let presets = presets.map(|(id, preset)| {
            let selection = selection::address(dataset, &self.initial(Some(preset)));
            let selection = match (preset.edition, selection.split_once('&')) {
                (Some(_), _) => selection,
                (None, Some((_, elements))) => format!("?{elements}"),
                (None, None) => "?x=".to_owned(),
            };
            let first = self.plan.tables.first().map(|table| Kind::Table(table.id));
            let kind = match address.kind {
                Kind::Table(_) => address.kind,
                other => first.unwrap_or(other),
            };
            let to = Address {
                preset: Some(id),
                ..Address::new(kind, address.language)
            };
            let current = address.preset == Some(id);
            PresetContext {
                link: link(id.as_str(), text(&preset.name), to, current),
                selection,
            }
        });
        let sources = dataset.sources.iter().map(|(id, source)| SourceContext {
            id: id.to_string(),
            title: text(&source.title),
            speaker_word: self.word(language, crate::render::speaker_label(source.speaks)),
        });
        let home = Address::new(Kind::Front, address.language);
        let to = |kind| {
            let to = Address::new(kind, address.language);
            format!("{root}{}", to.path(dataset))
        };
        let report = Address::new(Kind::Report, address.language);
        PageContext {
            language: language.clone(),
            heading: String::new(),
            game: text(&dataset.title),
            title,
            root,
            csp: csp(&[&style]),
            style,
            further_style: String::new(),
            words: self.template_words(language),
            languages: self.languages(address, root),
            home: format!("{root}{}", home.path(dataset)),
            tables: tables.collect(),
            presets: presets.collect(),
            report: Some(format!("{root}{}", report.path(dataset))),
            overview: (!dataset.overview.is_empty()).then(|| to(Kind::Overview)),
            glossary: (!dataset.glossary.is_empty()).then(|| to(Kind::Glossary)),
            play: (!dataset.play.phases.is_empty()).then(|| to(Kind::Play)),
            lists: (!dataset.lists.is_empty()).then(|| to(Kind::Lists)),
            compared: self.compared_links(address, root),
            faq: FaqPlan::is_possible(dataset, &self.plan.scope).then(|| to(Kind::Faq)),
            pages: (!dataset.pages.is_empty()).then(|| to(Kind::Front) + "#pages"),
            sheets: (!self.sheets.is_empty()).then(|| {
                let preset = address.preset.map(|id| html_id("p", id.as_str()));
                let anchor = preset.map_or(String::new(), |id| format!("#{id}"));
                to(Kind::Sheets) + &anchor
            }),
            canonical: self.canonical(&self.whole(address).unwrap_or(address).path(dataset)),
            alternates: self.alternates(address),
            preview: self.canonical("preview.png"),
            date: dataset.date.clone(),
            changes: self.changes_href(address.language, root),
            feed: self.feed_href(address.language, root),
            sources: sources.collect(),
            index: search::index_path(language),
            faq_index: FaqPlan::is_possible(dataset, &self.plan.scope)
                .then(|| search::faq_index_path(language)),
            content: None,
            symbols: String::new(),
            whole: self
                .whole(address)
                .map(|to| format!("{root}{}", to.path(dataset))),
            selector: None,
            fixed: !self.plan.scope.is_open(),
        }
    }

    /// The pages that compare editions.
    fn compared_links(&self, address: Address<'_>, root: &str) -> Vec<LinkContext> {
        let dataset = self.plan.dataset;
        let compared = self.compared().map(|(edition, _)| {
            let to = Address::new(Kind::Compared(edition), address.language);
            LinkContext {
                id: dataset.edition(edition).0.to_string(),
                name: self.compared_title(edition, address.language),
                href: format!("{root}{}", to.path(dataset)),
                current: address.kind == to.kind,
            }
        });
        compared.collect()
    }

    /// What the page is called that compares an edition with another one.
    fn compared_title(&self, edition: EditionIx, language: LanguageIx) -> String {
        let dataset = self.plan.dataset;
        let word = self.word(&dataset.languages[language.index()].code, "compared-title");
        let name = &dataset.edition(edition).1.name;
        word.replace("{edition}", &name.get(language).1.plain(&self.everything()))
    }

    /// The page that the one at `address` shows barely, if it does.
    fn whole<'a>(&self, address: Address<'a>) -> Option<Address<'a>> {
        let Kind::Embed(table) = address.kind else {
            return None;
        };
        Some(Address::new(Kind::Table(table), address.language))
    }

    /// The address of the page at `path`, if it is known where the site will stand.
    fn canonical(&self, path: &str) -> Option<String> {
        let base = self.base_url?.trim_end_matches('/');
        Some(format!("{base}/{path}"))
    }

    fn word(&self, language: &str, id: &str) -> String {
        self.words.get(language, id).to_owned()
    }

    /// The address of the same page in every language, as a whole where the site's is known, and of
    /// the page that offers the languages.
    fn alternates(&self, address: Address<'_>) -> Vec<AlternateContext> {
        let root = address.to_root();
        let dataset = self.plan.dataset;
        let whole = |path: String| self.canonical(&path).unwrap_or(format!("{root}{path}"));
        let languages = dataset.languages().map(|(language, declared)| {
            let kind = match address.kind {
                Kind::Root => Kind::Front,
                same => same,
            };
            let to = Address {
                kind,
                language,
                ..address
            };
            AlternateContext {
                language: declared.code.clone(),
                href: whole(to.path(dataset)),
            }
        });
        let mut alternates: Vec<_> = languages.collect();
        if matches!(address.kind, Kind::Root | Kind::Front) {
            let language = "x-default".to_owned();
            let href = whole(Address::new(Kind::Root, LanguageIx(0)).path(dataset));
            alternates.push(AlternateContext { language, href });
        }
        alternates
    }

    /// The same page in every language.
    fn languages(&self, address: Address<'_>, root: &str) -> Vec<LinkContext> {
        let dataset = self.plan.dataset;
        let languages = dataset.languages().map(|(ix, language)| {
            let kind = match address.kind {
                Kind::Root => Kind::Front,
                same => same,
            };
            let to = Address {
                kind,
                language: ix,
                ..address
            };
            LinkContext {
                id: language.code.clone(),
                name: language.name.clone(),
                href: format!("{root}{}", to.path(dataset)),
                current: ix == address.language,
            }
        });
        languages.collect()
    }
}

/// The policy of a page: nothing but the site's own style sheet and script and this page's rules.
fn csp(styles: &[&str]) -> String {
    let styles = styles.iter().filter(|style| !style.is_empty());
    let hashes = styles.map(|style| {
        let hash = STANDARD.encode(Sha256::digest(style.as_bytes()));
        format!(" 'sha256-{hash}'")
    });
    format!(
        "default-src 'none'; style-src 'self'{}; img-src 'self'; script-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'",
        hashes.collect::<String>()
    )
}

fn render(
    tera: &Tera,
    template: &str,
    path: &str,
    context: &impl Serialize,
) -> Result<SiteFile, RenderError> {
    let context = Context::from_serialize(context).map_err(|e| render_error(path, &e))?;
    let html = tera.render(template, &context);
    let html = html.map_err(|e| render_error(path, &e))?;
    Ok(SiteFile {
        path: path.to_owned(),
        bytes: html.into_bytes(),
    })
}

fn render_error(page: &str, error: &tera::Error) -> RenderError {
    let mut why = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        why.push_str(&format!(": {inner}"));
        cause = inner.source();
    }
    RenderError {
        page: page.to_owned(),
        why,
    }
}

/// Stands in a table's content for the way from its page to the folder of its language.
const HERE: &str = "@here@";

/// The page of an expansion, in the folder of its language.
fn expansion_page(id: &ExpansionId) -> String {
    format!("expansion/{id}.html")
}

/// A page written in Markdown, in the folder of its language.
fn reading_page(id: &PageId) -> String {
    format!("page/{id}.html")
}

/// The page of a question, in the folder of its language.
pub(crate) fn question_page(id: &QuestionId) -> String {
    format!("question/{}.html", id.as_str().replace('/', "_"))
}

/// The page of a figure, in the folder of its language.
pub(crate) fn figure_page(id: &FigureId) -> String {
    format!("figure/{id}.html")
}

/// The HTML id of a dataset id behind a prefix: `q-removal_dragon`, `n-place-field__barn`.
fn html_id(prefix: &str, id: &str) -> String {
    format!("{prefix}-{}", id.replace('/', "_").replace('@', "__"))
}
