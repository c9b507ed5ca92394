//! The general lists, and the figures of each table as a list: a page that filters itself. It
//! decides nothing.

use super::icons::Sprite;
use super::press::framed;
use super::rules::Rules;
use super::text::{Writer, joined};
use super::*;

/// The page.
#[derive(Serialize)]
pub(super) struct ListsPage {
    #[serde(flatten)]
    page: PageContext,
    groups: Vec<ListContext>,
}

#[derive(Serialize)]
struct ListContext {
    html_id: String,
    class: String,
    title: String,
    /// What the items have in common; empty where the title says it.
    text: String,
    /// The page of the table whose figures are listed.
    href: Option<String>,
    items: Vec<ItemContext>,
}

#[derive(Serialize)]
struct ItemContext {
    html_id: String,
    class: String,
    is_adapted: bool,
    icon: String,
    text: String,
    href: Option<String>,
}

framed!(ListsPage);

impl Press<'_, '_> {
    /// The lists in a language; `None` where the dataset has none.
    pub(super) fn lists_page(&self, language: LanguageIx) -> Option<ListsPage> {
        let builder = Builder {
            site: self,
            language,
            rules: Rules::default(),
            sprite: Sprite::new(&self.plan.dataset.icons),
        };
        (!self.plan.lists.is_empty()).then(|| builder.page())
    }
}

struct Builder<'b, 'd> {
    site: &'b Press<'b, 'd>,
    language: LanguageIx,
    rules: Rules,
    sprite: Sprite<'d>,
}

impl Builder<'_, '_> {
    fn page(mut self) -> ListsPage {
        let site = self.site;
        let tables = site.plan.tables.iter();
        let mut groups: Vec<_> = tables.map(|table| self.figures(table)).collect();
        groups.extend(site.plan.lists.iter().map(|list| self.list(list)));
        let address = Address::new(Kind::Lists, self.language);
        let code = &site.plan.dataset.languages[self.language.index()].code;
        let title = site.word(code, "lists");
        let mut page = site.filtered_page(address, title, &site.initial(None), self.rules);
        page.symbols = self.sprite.symbols();
        ListsPage { page, groups }
    }

    fn line(&mut self, text: &Localized) -> String {
        let mut writer = Writer {
            plan: self.site.plan,
            language: self.language,
            rules: &mut self.rules,
        };
        writer.line(text)
    }

    fn list(&mut self, plan: &ListPlan<'_>) -> ListContext {
        let items = plan.items.iter().map(|item| {
            let shown = self.rules.shown(&item.shown);
            let adapted = self.rules.adapted(&item.adapted);
            ItemContext {
                html_id: format!("{}_{}", html_id("i", plan.id.as_str()), item.id),
                is_adapted: !adapted.is_empty(),
                class: joined(&[shown, adapted]),
                icon: String::new(),
                text: self.line(&item.item.text),
                href: None,
            }
        });
        let items = items.collect();
        ListContext {
            html_id: html_id("l", plan.id.as_str()),
            class: self.rules.shown(&plan.shown),
            title: self.line(&plan.list.title),
            text: self.line(&plan.list.text),
            href: None,
            items,
        }
    }

    /// The figures of a table.
    fn figures(&mut self, table: &TablePlan<'_>) -> ListContext {
        let has_rows = !table.sections.is_empty();
        let items = table.columns.iter().map(|column| {
            let shown = self.rules.shown(&column.shown);
            let adapted = self.rules.adapted(&column.adapted);
            ItemContext {
                html_id: format!("{}_{}", html_id("i", table.id.as_str()), column.id),
                is_adapted: !adapted.is_empty(),
                class: joined(&[shown, adapted]),
                icon: self.sprite.figure(column.id),
                text: self.line(&column.figure.name),
                href: has_rows.then(|| figure_page(column.id)),
            }
        });
        let items = items.collect();
        let shown = table.columns.iter().map(|column| column.shown.clone());
        ListContext {
            html_id: html_id("l", table.id.as_str()),
            class: self.rules.shown(&crate::logic::Condition::or(shown)),
            title: self.line(&table.table.title),
            text: String::new(),
            href: Some(format!("{}.html", table.id)),
            items,
        }
    }
}
