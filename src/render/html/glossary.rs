//! The glossary: words of the game with what each edition calls them. It decides nothing.

use super::icons::Sprite;
use super::press::framed;
use super::rules::Rules;
use super::text::Writer;
use super::*;
use crate::logic::{Condition, in_editions};
use indexmap::IndexMap;

/// The page.
#[derive(Serialize)]
pub(super) struct GlossaryPage {
    #[serde(flatten)]
    page: PageContext,
    parts: Vec<PartContext>,
}

#[derive(Serialize)]
struct PartContext {
    html_id: String,
    title: String,
    entries: Vec<EntryContext>,
}

#[derive(Serialize)]
struct EntryContext {
    html_id: String,
    class: String,
    name: String,
    /// What editions call it, where they do not all call it the same.
    names: Vec<NameContext>,
    text: String,
    tables: Vec<TableLink>,
    /// Its figures, for editions with the same ones.
    lists: Vec<ListContext>,
    /// The lines of sources that bear it.
    sources: Vec<String>,
}

#[derive(Serialize)]
struct ListContext {
    /// Where one of these editions is selected.
    class: String,
    is_reconstructed: bool,
    figures: Vec<FigureLink>,
}

#[derive(Serialize)]
struct FigureLink {
    class: String,
    icon: String,
    name: String,
    href: String,
}

#[derive(Serialize)]
struct NameContext {
    editions: String,
    name: String,
}

#[derive(Serialize)]
struct TableLink {
    icon: String,
    name: String,
    href: String,
}

framed!(GlossaryPage);

impl Press<'_, '_> {
    /// The glossary in a language; `None` where the dataset has none.
    pub(super) fn glossary_page(&self, language: LanguageIx) -> Option<GlossaryPage> {
        if self.plan.dataset.glossary.is_empty() {
            return None;
        }
        let builder = Builder {
            site: self,
            language,
            rules: Rules::default(),
            sprite: Sprite::new(&self.plan.dataset.icons),
        };
        Some(builder.page())
    }
}

struct Builder<'b, 'd> {
    site: &'b Press<'b, 'd>,
    language: LanguageIx,
    rules: Rules,
    sprite: Sprite<'d>,
}

impl Builder<'_, '_> {
    fn page(mut self) -> GlossaryPage {
        let site = self.site;
        let parts = site.plan.dataset.glossary.iter();
        let parts = parts.map(|(id, part)| self.part(id, part)).collect();
        let address = Address::new(Kind::Glossary, self.language);
        let code = &site.plan.dataset.languages[self.language.index()].code;
        let title = site.word(code, "glossary");
        let mut page = site.filtered_page(address, title, &site.everything(), self.rules);
        page.symbols = self.sprite.symbols();
        GlossaryPage { page, parts }
    }

    fn part(&mut self, id: &str, part: &GlossaryPart) -> PartContext {
        let entries = part.entries.iter().filter_map(|(id, entry)| {
            let shown = self.site.plan.scope.fix(&entry.when);
            (shown != crate::logic::Condition::False).then(|| EntryContext {
                html_id: html_id("w", id),
                class: self.rules.shown(&shown),
                names: self.names(&entry.name),
                tables: self.tables(&entry.tables),
                lists: self.lists(entry),
                sources: self.sources(&entry.at),
                name: self.writer().line(&entry.name),
                text: self.writer().blocks(&entry.text),
            })
        });
        let entries = entries.collect();
        PartContext {
            html_id: html_id("s", id),
            title: self.writer().line(&part.title),
            entries,
        }
    }

    fn writer(&mut self) -> Writer<'_, '_> {
        Writer {
            plan: self.site.plan,
            language: self.language,
            rules: &mut self.rules,
        }
    }

    /// The names that editions give, each with the editions; none where they agree.
    fn names(&self, name: &Localized) -> Vec<NameContext> {
        let dataset = self.site.plan.dataset;
        let mut names: IndexMap<String, Vec<&str>> = IndexMap::new();
        for (edition, id, _) in dataset.editions() {
            let elements = ElementSet::full(dataset.elements.len());
            let selection = Selection { edition, elements };
            let own = name.get(self.language).1.plain(&selection);
            names.entry(own).or_default().push(id.as_str());
        }
        if names.len() < 2 {
            return Vec::new();
        }
        let names = names.into_iter().map(|(name, editions)| NameContext {
            editions: editions.join(", "),
            name,
        });
        names.collect()
    }

    fn tables(&mut self, tables: &[TableId]) -> Vec<TableLink> {
        let known = tables.iter().filter_map(|id| {
            let (id, table) = self.site.plan.dataset.tables.get_key_value(id)?;
            Some(TableLink {
                icon: self.sprite.table(id),
                name: self.writer().line(&table.title),
                href: format!("{id}.html"),
            })
        });
        known.collect()
    }

    /// The figures of an entry, a list for all editions that have the same.
    fn lists(&mut self, entry: &GlossaryEntry) -> Vec<ListContext> {
        let dataset = self.site.plan.dataset;
        let mut lists: IndexMap<(Vec<&FigureId>, bool), Vec<EditionIx>> = IndexMap::new();
        for (edition, ..) in dataset.editions() {
            let figures = entry.figures_in(dataset, edition);
            let is_reconstructed = entry.reconstructed.contains(&edition);
            let same = lists.entry((figures, is_reconstructed)).or_default();
            same.push(edition);
        }
        let lists = lists
            .into_iter()
            .filter(|((figures, _), _)| !figures.is_empty());
        let lists = lists.filter_map(|((figures, is_reconstructed), editions)| {
            let here = in_editions(&editions, dataset.editions.len());
            let here = self.site.plan.scope.fix(&here);
            (here != Condition::False).then(|| ListContext {
                class: self.rules.shown(&here),
                is_reconstructed,
                figures: figures
                    .into_iter()
                    .filter_map(|id| self.figure(id))
                    .collect(),
            })
        });
        lists.collect()
    }

    fn figure(&mut self, id: &FigureId) -> Option<FigureLink> {
        let (id, figure) = self.site.plan.dataset.figures.get_key_value(id)?;
        let shown = self.site.plan.scope.fix(&figure.when);
        (shown != Condition::False).then(|| FigureLink {
            class: self.rules.shown(&shown),
            icon: self.sprite.figure(id),
            name: self.writer().line(&figure.name),
            href: figure_page(id),
        })
    }

    /// `Title of the source, 12, 34`.
    fn sources(&self, at: &SourceLines) -> Vec<String> {
        let dataset = self.site.plan.dataset;
        let sources = at.iter().filter_map(|(id, lines)| {
            let title = &dataset.sources.get(id)?.title;
            let title = title.get(self.language).1.plain(&self.site.everything());
            let lines = lines.iter().map(ToString::to_string);
            Some(format!("{title}, {}", lines.collect::<Vec<_>>().join(", ")))
        });
        sources.collect()
    }
}
