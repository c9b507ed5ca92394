//! A site of which single files are made when they are asked for: the same bytes as those of the
//! whole site, from the same code. What many files need is made once, when the first needs it.

use super::*;
use std::sync::OnceLock;

/// A site with its templates parsed.
pub struct Prepared<'p, 'd> {
    press: Press<'p, 'd>,
    look: &'p Look,
    versions: &'p [Step<'p>],
    matrices: OnceLock<Matrices<'d>>,
    report: OnceLock<Report<'p, 'd>>,
    addresses: OnceLock<HashMap<String, Address<'p>>>,
}

impl<'p, 'd> Prepared<'p, 'd> {
    /// The site, with the versions of the dataset that it tells of.
    ///
    /// # Errors
    /// A template that does not parse.
    pub fn new(
        site: &'p Site<'p, 'd>,
        look: &'p Look,
        versions: &'p [Step<'p>],
    ) -> Result<Self, RenderError> {
        Ok(Self {
            press: Press::new(site, look)?,
            look,
            versions,
            matrices: OnceLock::new(),
            report: OnceLock::new(),
            addresses: OnceLock::new(),
        })
    }

    /// The file of the site at `path`; `None` where it has no such file. Several threads may ask at
    /// once, but not those of rayon: what is made once is made by them together, and one that waits
    /// for another begins with something else, which may be what waits for this.
    ///
    /// # Errors
    /// A template that does not render.
    pub fn file(&self, path: &str) -> Result<Option<SiteFile>, RenderError> {
        if let Some(file) = self.press.copied_file(self.look, path) {
            return Ok(Some(file));
        }
        let address = self.table_at(path);
        if let Some(address) = address.or_else(|| self.addresses().get(path).copied()) {
            return self.page(address);
        }
        let plan = self.press.plan;
        let code = path.strip_prefix("search/").unwrap_or_default();
        let code = code.split(['.', '-']).next().unwrap_or_default();
        let group = match path {
            _ if !code.is_empty() => match plan.dataset.language_ix(code) {
                Some(language) => self.press.search_indexes(&self.matrices().faq, language)?,
                None => Vec::new(),
            },
            "manifest.webmanifest" => vec![self.press.manifest()],
            // They tell of all files, so that all are made.
            "sw.js" | "sitemap.xml" => self.press.files(self.look, self.versions)?,
            _ if path.starts_with("rules/") => self.press.lint_rule_pages()?,
            _ if path.contains("/changes") => {
                let columns = &self.matrices().by_edition;
                self.press.changes_pages(columns, self.versions)?
            }
            _ => Vec::new(),
        };
        Ok(group.into_iter().find(|file| file.path == path))
    }

    /// The page at `address`.
    fn page(&self, address: Address<'_>) -> Result<Option<SiteFile>, RenderError> {
        let press = &self.press;
        match address.kind {
            Kind::Root => {
                let page = press.root_page();
                press.render("root.html", "index.html", &page).map(Some)
            }
            Kind::Table(id) | Kind::Embed(id) => {
                let Some(table) = press.plan.tables.iter().find(|table| table.id == id) else {
                    return Ok(None);
                };
                let content = press.content(address.language, table)?;
                press.table_file(address, table, &content).map(Some)
            }
            _ => {
                let report = self.report.get_or_init(|| Report::new(press.plan));
                let matrices = self.matrices();
                let arranged = press.arranged(address.kind, matrices);
                press.single_page(address, matrices, arranged.as_ref(), report)
            }
        }
    }

    fn matrices(&self) -> &Matrices<'d> {
        self.matrices.get_or_init(|| self.press.matrices())
    }

    /// The page of a table at `path`, which needs nothing that is made for many pages.
    fn table_at(&self, path: &str) -> Option<Address<'p>> {
        let Plan {
            dataset, tables, ..
        } = self.press.site().plan;
        let languages = dataset.languages().map(|(language, _)| language);
        let mut addresses = languages.flat_map(|language| {
            let tables = tables.iter();
            tables.flat_map(move |table| self.press.table_addresses(language, table.id))
        });
        addresses.find(|address| address.path(dataset) == path)
    }

    /// The other pages that are made one by one, by their paths.
    fn addresses(&self) -> &HashMap<String, Address<'p>> {
        self.addresses.get_or_init(|| {
            let dataset = self.press.plan.dataset;
            let kinds = self.press.kinds(self.matrices());
            let kinds = kinds.iter().filter(|kind| !matches!(kind, Kind::Table(_)));
            let kinds: Vec<_> = kinds.collect();
            let mut addresses = vec![Address::new(Kind::Root, LanguageIx(0))];
            for (language, _) in dataset.languages() {
                let own = kinds.iter().map(|kind| Address::new(**kind, language));
                addresses.extend(own);
            }
            let addresses = addresses.into_iter();
            addresses.map(|to| (to.path(dataset), to)).collect()
        })
    }
}
