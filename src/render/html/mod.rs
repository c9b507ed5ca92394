//! The site: a page for each table and language that filters itself without a script, ready-made
//! pages for each preset, a front page, a report of what is open and what changed for each language,
//! a root page that offers the languages, and pages that explain the linter's rules.

mod beside;
mod cells;
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
mod press;
mod report;
mod rules;
mod script;
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
use matrix::Arranged;
use press::Press;
use rayon::prelude::*;
use rules::Rules;
use selector::{SelectorContext, selector};
use serde::Serialize;
use sha2::{Digest, Sha256};
pub use single::Prepared;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use table::{TableBuilder, TableContext};
use tera::{Context, Tera};
#[cfg(feature = "serve")]
pub(crate) use text::escaped;
#[cfg(not(feature = "serve"))]
use text::escaped;

/// Pictures that are copied as they are: path and bytes.
const PICTURES: [(&str, &[u8]); 4] = [
    ("mark.svg", include_bytes!("../../../site/mark.svg")),
    ("icon-192.png", include_bytes!("../../../site/icon-192.png")),
    ("icon-512.png", include_bytes!("../../../site/icon-512.png")),
    ("preview.png", include_bytes!("../../../site/preview.png")),
];

/// The style sheet and the script of the search: path and text.
const TEXTS: [(&str, &str); 2] = [
    ("style.css", include_str!("../../../site/style.css")),
    ("search.js", include_str!("../../../site/search.js")),
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

/// What every page has of its own.
#[derive(Serialize)]
struct PageContext {
    /// What it has in common with others.
    #[serde(skip)]
    frame: Arc<Context>,
    language: String,
    title: String,
    heading: String,
    style: String,
    /// Rules beside those of the conditions.
    further_style: String,
    csp: String,
    languages: Vec<LinkContext>,
    tables: Vec<LinkContext>,
    presets: Vec<PresetContext>,
    /// The sheets for print, those of the page's preset where it has one.
    sheets: Option<String>,
    canonical: Option<String>,
    /// The addresses of the same page in other languages; whole ones where they are known.
    alternates: Vec<AlternateContext>,
    /// The table with its notes and legend, as HTML.
    content: Option<String>,
    /// The icons that the page uses, as symbols.
    symbols: String,
    /// The whole page, where this is a bare one.
    whole: Option<String>,
    selector: Option<SelectorContext>,
}

/// What the part of a page needs that does not depend on how it opens.
#[derive(Serialize)]
struct ContentContext<'c> {
    table: &'c TableContext,
    speakers: Vec<SpeakerContext>,
}

/// A table's part of its pages, and the rules by which it filters itself.
struct Content {
    html: String,
    heading: String,
    /// The elements that it depends on.
    elements: BTreeSet<ElementIx>,
    rules: Rules,
    /// The rules as a style sheet.
    style: String,
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

impl Site<'_, '_> {
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
        Press::new(self, look)?.files(look, versions)
    }
}

impl<'s, 'd> Press<'s, 'd> {
    /// All files of the site.
    fn files(&self, look: &Look, versions: &[Step<'_>]) -> Result<Vec<SiteFile>, RenderError> {
        let mut files = look.files();
        files.push(self.render("root.html", "index.html", &self.root_page())?);
        let dataset = self.plan.dataset;
        let matrices = self.matrices();
        let report = Report::new(self.plan);
        let kinds = self.kinds(&matrices);
        // Page by page, since what a page arranges is the same in all languages.
        let made = kinds.par_iter().with_max_len(1).map(|kind| {
            let arranged = self.arranged(*kind, &matrices);
            let languages = dataset.languages().map(|(language, _)| {
                let address = Address::new(*kind, language);
                self.pages(address, &matrices, arranged.as_ref(), &report)
            });
            languages.collect::<Result<Vec<_>, _>>()
        });
        let mut made = made.collect::<Result<Vec<_>, _>>()?;
        let mut shown = Vec::new();
        for (n, (language, _)) in dataset.languages().enumerate() {
            for (kind, pages) in kinds.iter().zip(&mut made) {
                let pages = std::mem::take(&mut pages[n]);
                if !pages.is_empty() {
                    shown.push(Address::new(*kind, language));
                    files.extend(pages);
                }
            }
        }
        files.extend(self.sitemap(&shown));
        let languages: Vec<_> = dataset.languages().map(|(language, _)| language).collect();
        let indexes = languages.into_par_iter();
        let indexes = indexes.map(|language| self.search_indexes(&matrices.faq, language));
        let indexes = indexes.collect::<Result<Vec<_>, _>>()?;
        files.extend(indexes.into_iter().flatten());
        files.extend(self.changes_pages(&matrices.by_edition, versions)?);
        files.extend(self.lint_rule_pages()?);
        files.push(self.manifest());
        files.push(self.worker(look, &files));
        Ok(files)
    }

    /// What pages arrange anew.
    fn matrices(&self) -> Matrices<'d> {
        let Plan { dataset, scope, .. } = self.plan;
        let everything;
        let whole = match *scope == Scope::default() {
            true => self.plan,
            false => {
                everything = Plan::new(dataset);
                &everything
            }
        };
        let (by_edition, selected) = rayon::join(
            || Columns::by_edition(whole, scope),
            || Columns::selected(whole, scope),
        );
        let compared = self.compared();
        Matrices {
            by_edition,
            selected,
            compared: compared
                .map(|(edition, with)| (edition, Columns::of_editions(whole, &[with, edition])))
                .collect(),
            faq: FaqPlan::new(dataset, scope),
        }
    }

    /// What pages of a kind arrange anew, in all languages alike.
    fn arranged<'m>(&self, kind: Kind<'m>, matrices: &'m Matrices<'_>) -> Option<Arranged<'m>> {
        let columns = match kind {
            Kind::Expansion(_) => &matrices.selected,
            Kind::Compared(edition) => {
                let mut compared = matrices.compared.iter();
                let (_, columns) = compared.find(|(own, _)| *own == edition)?;
                columns
            }
            _ => &matrices.by_edition,
        };
        Arranged::new(columns, kind)
    }

    /// What each language has a page of.
    fn kinds<'k>(&self, matrices: &Matrices<'k>) -> Vec<Kind<'k>>
    where
        's: 'k,
    {
        let plan = self.site().plan;
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
        kinds.extend(plan.tables.iter().map(|table| Kind::Table(table.id)));
        kinds.extend(columns.questions().into_iter().map(Kind::Question));
        kinds.extend(columns.figures().into_iter().map(Kind::Figure));
        let expansions = &plan.dataset.expansions;
        kinds.extend(expansions.keys().map(Kind::Expansion));
        let compared = self.compared();
        kinds.extend(compared.map(|(edition, _)| Kind::Compared(edition)));
        let faq = &matrices.faq;
        kinds.extend([Kind::Faq, Kind::FaqNewest]);
        kinds.extend(faq.topics().map(Kind::FaqTopic));
        let pairs = faq.pairs().iter();
        kinds.extend(pairs.map(|(one, other)| Kind::FaqPair(one, other)));
        kinds.extend(plan.dataset.pages.keys().map(Kind::Page));
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
        address: Address<'_>,
        matrices: &Matrices<'_>,
        arranged: Option<&Arranged<'_>>,
        report: &Report<'_, '_>,
    ) -> Result<Vec<SiteFile>, RenderError> {
        let path = address.path(self.plan.dataset);
        let language = address.language;
        let page = match address.kind {
            Kind::Table(id) => {
                let table = self.plan.tables.iter().find(|table| table.id == id);
                return table.map_or(Ok(Vec::new()), |table| self.table_pages(language, table));
            }
            // The first is made once, the others with what they belong to.
            Kind::Root | Kind::Embed(_) | Kind::Changes | Kind::Version(_) => None,
            Kind::Front => {
                let page = self.front_page(address);
                Some(self.render("front.html", &path, &page)?)
            }
            Kind::Report => {
                let page = self.report_page(report, language);
                Some(self.render("report.html", &path, &page)?)
            }
            Kind::Glossary => match self.glossary_page(language) {
                Some(page) => Some(self.render("glossary.html", &path, &page)?),
                None => None,
            },
            Kind::Play => match self.play_page(language) {
                Some(page) => Some(self.render("play.html", &path, &page)?),
                None => None,
            },
            Kind::Lists => match self.lists_page(language) {
                Some(page) => Some(self.render("lists.html", &path, &page)?),
                None => None,
            },
            Kind::Sheets => match self.sheets_page(language) {
                Some(page) => Some(self.render("sheets.html", &path, &page)?),
                None => None,
            },
            Kind::Overview => match self.overview_page(language) {
                Some(page) => Some(self.render("overview.html", &path, &page)?),
                None => None,
            },
            Kind::Faq | Kind::FaqNewest | Kind::FaqTopic(_) | Kind::FaqPair(..) => {
                match self.faq_page(&matrices.faq, address.kind, language) {
                    Some(page) => Some(self.render("faq.html", &path, &page)?),
                    None => None,
                }
            }
            Kind::Page(id) => match self.reading_page(id, language) {
                Some(page) => Some(self.render("reading.html", &path, &page)?),
                None => None,
            },
            Kind::Question(_) | Kind::Figure(_) | Kind::Expansion(_) | Kind::Compared(_) => {
                let page = arranged.and_then(|arranged| {
                    self.matrix_page(arranged, &matrices.faq, address.kind, language)
                });
                match page {
                    Some(page) => Some(self.render("matrix.html", &path, &page)?),
                    None => None,
                }
            }
        };
        Ok(page.into_iter().collect())
    }

    /// A table's page, as it opens by itself and with each preset, and bare for a frame.
    fn table_pages(
        &self,
        language: LanguageIx,
        table: &TablePlan<'_>,
    ) -> Result<Vec<SiteFile>, RenderError> {
        let content = self.content(language, table)?;
        let addresses = self.table_addresses(language, table.id).into_iter();
        let files = addresses.map(|address| self.table_file(address, table, &content));
        files.collect()
    }

    /// Where a table's pages stand: by itself, with each preset, and bare for a frame.
    fn table_addresses<'a>(&self, language: LanguageIx, table: &'a TableId) -> Vec<Address<'a>>
    where
        's: 'a,
    {
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
        address: Address<'_>,
        table: &TablePlan<'_>,
        content: &Content,
    ) -> Result<SiteFile, RenderError> {
        let dataset = self.plan.dataset;
        let preset = address.preset.and_then(|id| dataset.presets.get(id));
        let page = self.table_page(address, table, content, preset);
        let template = match address.kind {
            Kind::Embed(_) => "embed.html",
            _ => "table.html",
        };
        self.render(template, &address.path(dataset), &page)
    }

    /// A table with its notes and legend, rendered once for all pages that show it.
    fn content(&self, language: LanguageIx, table: &TablePlan<'_>) -> Result<Content, RenderError> {
        let code = &self.plan.dataset.languages[language.index()].code;
        let builder = TableBuilder::new(self.plan, table, self.words, &self.inputs, language);
        let (context, mut rules, symbols) = builder.build();
        let speakers = Speaker::ALL.into_iter().map(|speaker| SpeakerContext {
            id: speaker.as_str(),
            word: self.word(code, crate::render::speaker_label(speaker)),
        });
        let part = ContentContext {
            table: &context,
            speakers: speakers.collect(),
        };
        let html = self.render_part("content.html", table.id.as_str(), language, &part)?;
        // Its names need the same rules whatever it opens with.
        let elements = rules.elements();
        let initial = self.initial(None);
        selector(self, self.plan, &elements, &initial, language, &mut rules);
        Ok(Content {
            html: String::from_utf8_lossy(&html.bytes).into_owned(),
            heading: context.title,
            style: rules.css(&self.inputs),
            elements,
            rules,
            symbols,
        })
    }

    fn table_page(
        &self,
        address: Address<'_>,
        table: &TablePlan<'_>,
        content: &Content,
        preset: Option<&Preset>,
    ) -> PageContext {
        let mut rules = content.rules.clone();
        let initial = self.initial(preset);
        let elements = &content.elements;
        let selector = selector(
            self,
            self.plan,
            elements,
            &initial,
            address.language,
            &mut rules,
        );
        let title = table.table.title.get(address.language).1.plain(&initial);
        let mut page = self.page(address, title, &initial, content.style.clone());
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

    /// The page at `address`, which opens with `initial` and filters itself by `rules`, those of all
    /// that stands on it; with the inputs for what they name.
    fn filtered_page(
        &self,
        address: Address<'_>,
        title: String,
        initial: &Selection,
        mut rules: Rules,
    ) -> PageContext {
        let (elements, language) = (rules.elements(), address.language);
        let selector = selector(self, self.plan, &elements, initial, language, &mut rules);
        let mut page = self.page(address, title, initial, rules.css(&self.inputs));
        page.heading = escaped(&page.title);
        page.selector = Some(selector);
        page
    }

    /// The page at `address`, which opens with `initial` and filters itself by `style`.
    fn page(
        &self,
        address: Address<'_>,
        title: String,
        initial: &Selection,
        style: String,
    ) -> PageContext {
        let dataset = self.plan.dataset;
        let language = &dataset.languages[address.language.index()].code;
        let root = address.to_root();
        let tables = self.plan.tables.iter().map(|table| {
            let to = Address {
                kind: Kind::Table(table.id),
                ..address
            };
            LinkContext {
                id: table.id.to_string(),
                name: table.table.title.get(address.language).1.plain(initial),
                href: format!("{root}{}", to.path(dataset)),
                current: address.kind == to.kind,
            }
        });
        PageContext {
            frame: self.frame(address, initial),
            language: language.clone(),
            heading: String::new(),
            title,
            csp: csp(&[&style]),
            style,
            further_style: String::new(),
            languages: self.languages(address, root),
            tables: tables.collect(),
            presets: match address.kind {
                Kind::Front | Kind::Table(_) => self.preset_links(address, initial),
                // What is ready made opens a table, and is offered there.
                _ => Vec::new(),
            },
            sheets: (!self.sheets.is_empty()).then(|| {
                let sheets = Address::new(Kind::Sheets, address.language);
                let preset = address.preset.map(|id| html_id("p", id.as_str()));
                let anchor = preset.map_or(String::new(), |id| format!("#{id}"));
                format!("{root}{}{anchor}", sheets.path(dataset))
            }),
            canonical: self.canonical(&self.whole(address).unwrap_or(address).path(dataset)),
            alternates: self.alternates(address),
            content: None,
            symbols: String::new(),
            whole: self
                .whole(address)
                .map(|to| format!("{root}{}", to.path(dataset))),
            selector: None,
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

/// The HTML id of a dataset id behind a prefix: `q-work_wet`, `n-head__band-saw`.
fn html_id(prefix: &str, id: &str) -> String {
    format!("{prefix}-{}", id.replace('/', "_").replace('@', "__"))
}
