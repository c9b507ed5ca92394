//! The pages of what changed in each version of the dataset, in one language, with their feed. It
//! decides nothing, and all of its texts are plain: the templates escape them.

mod feed;
mod telling;

use super::press::framed;
use super::*;
use crate::diff::VersionName;
use telling::{KindContext, Known, TableChanges, Writer};

/// The page of the version that is being built, where it has no name; no version is called so.
const CURRENT: &str = "current";

/// The list of versions.
#[derive(Serialize)]
struct VersionsPage {
    #[serde(flatten)]
    page: PageContext,
    versions: Vec<VersionContext>,
    /// Whether some version is not in the feed.
    undated: bool,
}

#[derive(Serialize)]
struct VersionContext {
    name: String,
    href: String,
    since: Option<String>,
    summary: String,
}

/// What changed in one version.
#[derive(Serialize)]
struct VersionPage {
    #[serde(flatten)]
    page: PageContext,
    since: Option<String>,
    summary: String,
    kinds: Vec<KindContext>,
    in_tables: Vec<TableChanges>,
}

framed!(VersionsPage, VersionPage);

impl Press<'_, '_> {
    /// The way from a page to the list of versions.
    pub(super) fn changes_href(&self, language: LanguageIx, root: &str) -> String {
        let list = Address::new(Kind::Changes, language);
        format!("{root}{}", list.path(self.plan.dataset))
    }

    /// The way from a page to the feed.
    pub(super) fn feed_href(&self, language: LanguageIx, root: &str) -> String {
        format!("{root}{}", self.feed_path(language))
    }

    fn feed_path(&self, language: LanguageIx) -> String {
        format!("{}/changes.xml", self.code(language))
    }

    fn code(&self, language: LanguageIx) -> &str {
        &self.plan.dataset.languages[language.index()].code
    }

    /// The list of versions, the page of each, and the feed, in every language.
    pub(super) fn changes_pages(
        &self,
        columns: &Columns<'_>,
        versions: &[Step<'_>],
    ) -> Result<Vec<SiteFile>, RenderError> {
        let known = Known::new(columns);
        let dataset = self.plan.dataset;
        let mut files = Vec::new();
        for (language, _) in dataset.languages() {
            let path = Address::new(Kind::Changes, language).path(dataset);
            let list = self.versions_page(language, versions);
            files.push(self.render("changes.html", &path, &list)?);
            for version in versions {
                let path = Address::new(Kind::Version(page_name(version)), language).path(dataset);
                let page = self.version_page(language, version, &known);
                files.push(self.render("version.html", &path, &page)?);
            }
            let path = self.feed_path(language);
            let feed = self.feed(language, versions);
            files.push(self.render_part("changes.xml", &path, language, &feed)?);
        }
        Ok(files)
    }

    fn versions_page(&self, language: LanguageIx, versions: &[Step<'_>]) -> VersionsPage {
        let title = self.word(self.code(language), "changes-title");
        let address = Address::new(Kind::Changes, language);
        let mut page = self.page(address, title, &self.initial(None), String::new());
        page.heading = escaped(&page.title);
        let links = versions.iter().rev().map(|version| VersionContext {
            name: self.name(language, version),
            href: format!("{}.html", page_name(version)),
            since: since(version),
            summary: self.summary(language, version),
        });
        VersionsPage {
            page,
            versions: links.collect(),
            undated: versions.iter().any(|version| date(version).is_none()),
        }
    }

    /// What a version is called.
    fn name(&self, language: LanguageIx, version: &Step<'_>) -> String {
        match &version.name {
            Some(name) => name.as_str().to_owned(),
            None => self.word(self.code(language), "changes-current"),
        }
    }

    /// How much changed in a version, in a line.
    fn summary(&self, language: LanguageIx, version: &Step<'_>) -> String {
        let word = |id| self.word(self.code(language), id);
        let Some((_, diff)) = &version.since else {
            return word("changes-first");
        };
        if diff.is_empty() {
            return word("changes-none");
        }
        let counts = [
            ("changes-cells", diff.cells()),
            ("changes-things", diff.things.len()),
        ];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        let counts = counts.map(|(id, count)| format!("{} {count}", word(id)));
        counts.collect::<Vec<_>>().join(" · ")
    }

    fn version_page(
        &self,
        language: LanguageIx,
        version: &Step<'_>,
        known: &Known<'_>,
    ) -> VersionPage {
        let address = Address::new(Kind::Version(page_name(version)), language);
        let name = self.name(language, version);
        let what = self.word(self.code(language), "changes-title");
        let title = format!("{name} · {what}");
        let mut page = self.page(address, title, &self.initial(None), String::new());
        page.heading = escaped(&name);
        let mut changes = VersionPage {
            page,
            since: since(version),
            summary: self.summary(language, version),
            kinds: Vec::new(),
            in_tables: Vec::new(),
        };
        if let Some((_, diff)) = &version.since {
            let writer = Writer::new(self, language, known, diff);
            changes.kinds = writer.kinds(diff);
            let tables = diff.tables();
            changes.in_tables = tables.iter().map(|table| writer.table(table)).collect();
        }
        changes
    }
}

/// The name of a version's page.
fn page_name<'s>(version: &'s Step<'_>) -> &'s str {
    version.name.as_ref().map_or(CURRENT, VersionName::as_str)
}

fn since(version: &Step<'_>) -> Option<String> {
    let (name, _) = version.since.as_ref()?;
    Some(name.as_str().to_owned())
}

fn date<'s>(version: &'s Step<'_>) -> Option<&'s str> {
    version.name.as_ref()?.date()
}
