//! What every page has of its own around what it says: its title, its ways to other pages, its rules
//! and its selector. What pages have in common is not made here.

use super::selector::{SelectorContext, selector};
use super::*;
use std::sync::Arc;

/// What every page has of its own.
#[derive(Serialize)]
pub(super) struct PageContext {
    /// What it has in common with others.
    #[serde(skip)]
    pub(super) frame: Arc<Context>,
    pub(super) language: String,
    pub(super) title: String,
    pub(super) heading: String,
    pub(super) style: String,
    /// Rules beside those of the conditions.
    pub(super) further_style: String,
    pub(super) csp: String,
    pub(super) languages: Vec<LinkContext>,
    pub(super) tables: Vec<LinkContext>,
    pub(super) presets: Vec<LinkContext>,
    /// The sheets for print, those of the page's preset where it has one.
    pub(super) sheets: Option<String>,
    pub(super) canonical: Option<String>,
    /// The addresses of the same page in other languages; whole ones where they are known.
    pub(super) alternates: Vec<AlternateContext>,
    /// The table with its notes and legend, as HTML.
    pub(super) content: Option<String>,
    /// The icons that the page uses, as symbols.
    pub(super) symbols: String,
    /// The whole page, where this is a bare one.
    pub(super) whole: Option<String>,
    pub(super) selector: Option<SelectorContext>,
}

#[derive(Serialize)]
pub(super) struct LinkContext {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) href: String,
    pub(super) current: bool,
}

#[derive(Serialize)]
pub(super) struct AlternateContext {
    pub(super) language: String,
    pub(super) href: String,
}

#[derive(Serialize)]
pub(super) struct SourceContext {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) speaker_word: String,
}

#[derive(Serialize)]
pub(super) struct SpeakerContext {
    pub(super) id: &'static str,
    pub(super) word: String,
}

/// With more tables, heads of pages lead to the list of them instead of naming each.
pub(super) const MOST_IN_HEAD: usize = 8;

impl Press<'_, '_> {
    /// The page at `address`, which opens with `initial` and filters itself by `rules`, those of all
    /// that stands on it; with the inputs for what they name.
    pub(super) fn filtered_page(
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
    pub(super) fn page(
        &self,
        address: Address<'_>,
        title: String,
        initial: &Selection,
        style: String,
    ) -> PageContext {
        let dataset = self.plan.dataset;
        let language = &dataset.languages[address.language.index()].code;
        let root = address.to_root();
        PageContext {
            frame: self.frame(address, initial),
            language: language.clone(),
            heading: String::new(),
            title,
            csp: csp(&[&style]),
            style,
            further_style: String::new(),
            languages: self.languages(address, root),
            tables: self.table_links(address, initial),
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

    /// The tables that the head of the page at `address` names: all, or where these are too many
    /// only the one that it shows.
    fn table_links(&self, address: Address<'_>, initial: &Selection) -> Vec<LinkContext> {
        let are_few = self.plan.tables.len() <= MOST_IN_HEAD;
        let is_here = |table: &TableId| address.kind == Kind::Table(table);
        let tables = self.plan.tables.iter();
        let tables = tables.filter(|table| are_few || is_here(table.id));
        let links = tables.map(|table| {
            let kind = Kind::Table(table.id);
            let to = Address { kind, ..address };
            LinkContext {
                id: table.id.to_string(),
                name: table.table.title.get(address.language).1.plain(initial),
                href: format!("{}{}", address.to_root(), to.path(self.plan.dataset)),
                current: is_here(table.id),
            }
        });
        links.collect()
    }

    /// The pages that compare editions.
    pub(super) fn compared_links(&self, address: Address<'_>, root: &str) -> Vec<LinkContext> {
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
    pub(super) fn compared_title(&self, edition: EditionIx, language: LanguageIx) -> String {
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
    pub(super) fn canonical(&self, path: &str) -> Option<String> {
        let base = self.base_url?.trim_end_matches('/');
        Some(format!("{base}/{path}"))
    }

    pub(super) fn word(&self, language: &str, id: &str) -> String {
        self.words.get(language, id).to_owned()
    }

    /// The address of the same page in every language, as a whole where the site's is known, and of
    /// the page that offers the languages.
    fn alternates(&self, address: Address<'_>) -> Vec<AlternateContext> {
        let root = address.to_root();
        let dataset = self.plan.dataset;
        let whole = |path: String| self.canonical(&path).unwrap_or(format!("{root}{path}"));
        let languages = dataset.languages();
        let languages = languages.map(|(language, declared)| AlternateContext {
            language: declared.code.clone(),
            href: whole(address.in_language(language).path(dataset)),
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
    pub(super) fn languages(&self, address: Address<'_>, root: &str) -> Vec<LinkContext> {
        let dataset = self.plan.dataset;
        let languages = dataset.languages().map(|(ix, language)| LinkContext {
            id: language.code.clone(),
            name: language.name.clone(),
            href: format!("{root}{}", address.in_language(ix).path(dataset)),
            current: ix == address.language,
        });
        languages.collect()
    }
}

/// The policy of a page: nothing but the site's own style sheet and script and this page's rules.
pub(super) fn csp(styles: &[&str]) -> String {
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
