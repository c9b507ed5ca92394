//! The site: a page for each table and language that filters itself without a script, ready-made
//! pages for each preset, a front page, a report of what is open and what changed for each language,
//! a root page that offers the languages, and pages that explain the linter's rules.

mod changes;
mod lint_rules;
mod matrix;
mod report;
mod rules;
mod selector;
mod table;
mod text;

use crate::diff::Step;
use crate::model::*;
use crate::publish::SiteFile;
use crate::report::Report;
use crate::selection;
use crate::view::{Editions, Plan, TablePlan};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rules::Rules;
use selector::{SelectorContext, selector};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use table::{TableBuilder, TableContext};
use tera::{Context, Tera};
use text::escaped;

/// Files that are copied as they are: path and bytes.
const ASSETS: [(&str, &[u8]); 2] = [
    ("style.css", include_bytes!("../../../site/style.css")),
    ("rulegrid.js", include_bytes!("../../../site/rulegrid.js")),
];

/// The templates, by name.
const TEMPLATES: [(&str, &str); 12] = [
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
    /// What is open in the dataset.
    Report,
    /// The versions of the dataset.
    Changes,
    /// What changed in one version, by the name of its page.
    Version(&'a str),
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
                Kind::Question(_) | Kind::Figure(_) | Kind::Changes | Kind::Version(_) => "../../",
                _ => "../",
            },
        }
    }
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
    csp: String,
    words: HashMap<String, String>,
    languages: Vec<LinkContext>,
    home: String,
    tables: Vec<LinkContext>,
    presets: Vec<PresetContext>,
    /// The report of what is open, where the page speaks one of the dataset's languages.
    report: Option<String>,
    /// The versions of the dataset, and the feed of what changed in them.
    changes: String,
    feed: String,
    canonical: Option<String>,
    sources: Vec<SourceContext>,
    /// The table with its notes and legend, as HTML.
    content: Option<String>,
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
}

#[derive(Serialize)]
struct LinkContext {
    id: String,
    name: String,
    href: String,
    current: bool,
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
        let mut tera = Tera::default();
        tera.add_raw_templates(TEMPLATES)
            .map_err(|error| render_error("templates", &error))?;
        let mut files: Vec<_> = ASSETS
            .iter()
            .map(|(path, bytes)| SiteFile {
                path: (*path).to_owned(),
                bytes: bytes.to_vec(),
            })
            .collect();
        files.push(render(&tera, "root.html", "index.html", &self.root_page())?);
        let dataset = self.plan.dataset;
        for (language, _) in dataset.languages() {
            let presets = self.presets();
            let presets = presets.map(|(id, preset)| (Some(id), Some(preset)));
            let openings: Vec<_> = [(None, None)].into_iter().chain(presets).collect();
            for table in &self.plan.tables {
                let content = self.content(&tera, language, table)?;
                for (id, preset) in &openings {
                    let address = Address {
                        preset: *id,
                        ..Address::new(Kind::Table(table.id), language)
                    };
                    let page = self.table_page(address, table, &content, *preset);
                    let path = address.path(dataset);
                    files.push(render(&tera, "table.html", &path, &page)?);
                }
            }
            let address = Address::new(Kind::Front, language);
            let page = self.front_page(address);
            files.push(render(&tera, "front.html", &address.path(dataset), &page)?);
        }
        let report = Report::new(self.plan);
        for (language, _) in dataset.languages() {
            let path = Address::new(Kind::Report, language).path(dataset);
            let page = self.report_page(&report, language);
            files.push(render(&tera, "report.html", &path, &page)?);
        }
        let editions = Editions::new(dataset, &self.plan.scope);
        for (language, _) in dataset.languages() {
            let questions = editions.questions().into_iter().map(Kind::Question);
            let figures = editions.figures().into_iter().map(Kind::Figure);
            for kind in questions.chain(figures) {
                if let Some(page) = self.matrix_page(&editions, kind, language) {
                    let path = Address::new(kind, language).path(dataset);
                    files.push(render(&tera, "matrix.html", &path, &page)?);
                }
            }
        }
        files.extend(self.changes_pages(&tera, &editions, versions)?);
        files.extend(self.lint_rule_pages(&tera)?);
        Ok(files)
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
        let (context, rules) = builder.build();
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
        let here = if preset.is_some() { "../../" } else { "" };
        page.content = Some(content.html.replace(HERE, here));
        page.selector = Some(selector);
        page
    }

    fn front_page(&self, address: Address<'_>) -> PageContext {
        let initial = self.initial(None);
        let title = self.plan.dataset.title.get(address.language).1;
        let title = title.plain(&initial);
        let mut page = self.page(address, title, &initial, Rules::default());
        page.heading = escaped(&page.title);
        page
    }

    /// The page that offers the languages; it stands at the root and speaks the first of them.
    fn root_page(&self) -> PageContext {
        let address = Address::new(Kind::Root, LanguageIx(0));
        let mut page = self.front_page(address);
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
        let sources = dataset.sources.values().map(|source| SourceContext {
            title: text(&source.title),
            speaker_word: self.word(language, crate::render::speaker_label(source.speaks)),
        });
        let home = Address::new(Kind::Front, address.language);
        let report = Address::new(Kind::Report, address.language);
        PageContext {
            language: language.clone(),
            heading: String::new(),
            game: text(&dataset.title),
            title,
            root,
            csp: csp(&style),
            style,
            words: self.template_words(language),
            languages: self.languages(address, root),
            home: format!("{root}{}", home.path(dataset)),
            tables: tables.collect(),
            presets: presets.collect(),
            report: Some(format!("{root}{}", report.path(dataset))),
            changes: self.changes_href(address.language, root),
            feed: self.feed_href(address.language, root),
            canonical: self.canonical(&address.path(dataset)),
            sources: sources.collect(),
            content: None,
            selector: None,
            fixed: !self.plan.scope.is_open(),
        }
    }

    /// The address of the page at `path`, if it is known where the site will stand.
    fn canonical(&self, path: &str) -> Option<String> {
        let base = self.base_url?.trim_end_matches('/');
        Some(format!("{base}/{path}"))
    }

    fn word(&self, language: &str, id: &str) -> String {
        self.words.get(language, id).to_owned()
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
fn csp(style: &str) -> String {
    let hash = STANDARD.encode(Sha256::digest(style.as_bytes()));
    format!(
        "default-src 'none'; style-src 'self' 'sha256-{hash}'; img-src 'self'; \
         script-src 'self'; base-uri 'none'; form-action 'none'"
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

/// The page of a question, in the folder of its language.
fn question_page(id: &QuestionId) -> String {
    format!("question/{}.html", id.as_str().replace('/', "_"))
}

/// The page of a figure, in the folder of its language.
fn figure_page(id: &FigureId) -> String {
    format!("figure/{id}.html")
}

/// The HTML id of a dataset id behind a prefix: `q-removal_dragon`, `n-place-field__barn`.
fn html_id(prefix: &str, id: &str) -> String {
    format!("{prefix}-{}", id.replace('/', "_").replace('@', "__"))
}
