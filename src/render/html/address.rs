//! Where the pages of a site stand: their kinds, their paths, and the way from each to the root. It
//! does not know what they say.

use crate::model::*;

/// What a page shows.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind<'a> {
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
pub(super) struct Address<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) language: LanguageIx,
    pub(super) preset: Option<&'a PresetId>,
}

impl<'a> Address<'a> {
    /// The page of a language that opens without a preset.
    pub(super) fn new(kind: Kind<'a>, language: LanguageIx) -> Self {
        Self {
            kind,
            language,
            preset: None,
        }
    }

    /// The path of the page: `ro/followers.html`, `ro/preset/majors/followers.html`.
    pub(super) fn path(&self, dataset: &Dataset) -> String {
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

    /// The same page in a language; that of the root is the front page.
    pub(super) fn in_language(self, language: LanguageIx) -> Self {
        let kind = match self.kind {
            Kind::Root => Kind::Front,
            same => same,
        };
        Self {
            kind,
            language,
            ..self
        }
    }

    /// The way from the page to the root of the site.
    pub(super) fn to_root(self) -> &'static str {
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

/// The page of an expansion, in the folder of its language.
pub(super) fn expansion_page(id: &ExpansionId) -> String {
    format!("expansion/{id}.html")
}

/// A page written in Markdown, in the folder of its language.
pub(super) fn reading_page(id: &PageId) -> String {
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
