//! The front page of a language: tables, figures, expansions and ready-made selections. It decides
//! nothing.

use super::icons::Sprite;
use super::press::framed;
use super::*;

/// The page.
#[derive(Serialize)]
pub(super) struct FrontPage {
    #[serde(flatten)]
    page: PageContext,
    /// The tables with their figures.
    shelves: Vec<ShelfContext>,
    /// The expansions, group by group.
    expansions: Vec<ShelfContext>,
    /// The pages written in Markdown.
    readings: Vec<ItemContext>,
}

#[derive(Serialize)]
struct ShelfContext {
    icon: String,
    title: String,
    /// The page of the table.
    href: Option<String>,
    items: Vec<ItemContext>,
}

#[derive(Serialize)]
struct ItemContext {
    number: Option<u32>,
    icon: String,
    name: String,
    href: String,
}

framed!(FrontPage);

impl Press<'_, '_> {
    /// The front page of a language.
    pub(super) fn front_page(&self, address: Address<'_>) -> FrontPage {
        let mut sprite = Sprite::new(&self.plan.dataset.icons);
        let language = address.language;
        let shelves = self.table_shelves(language, &mut sprite);
        let expansions = self.expansion_shelves(language);
        let readings = self.plan.dataset.pages.iter();
        let readings = readings.map(|(id, page)| ItemContext {
            number: None,
            icon: String::new(),
            name: self.name_in(&page.title, language),
            href: reading_page(id),
        });
        let readings = readings.collect();
        let mut page = self.front_frame(address);
        page.symbols = sprite.symbols();
        FrontPage {
            page,
            shelves,
            expansions,
            readings,
        }
    }

    /// The frame of a page that names the game alone.
    pub(super) fn front_frame(&self, address: Address<'_>) -> PageContext {
        let initial = self.initial(None);
        let title = self.plan.dataset.title.get(address.language).1;
        let title = title.plain(&initial);
        let mut page = self.page(address, title, &initial, String::new());
        page.heading = escaped(&page.title);
        page
    }

    fn table_shelves(&self, language: LanguageIx, sprite: &mut Sprite<'_>) -> Vec<ShelfContext> {
        let name = |text| self.name_in(text, language);
        let shelves = self.plan.tables.iter().map(|table| {
            let items = table.columns.iter().map(|column| ItemContext {
                number: None,
                icon: sprite.figure(column.id),
                name: name(&column.figure.name),
                href: figure_page(column.id),
            });
            // The gallery is one of figures.
            let items = match table.table.is_of_things {
                true => Vec::new(),
                false => items.collect(),
            };
            ShelfContext {
                icon: sprite.table(table.id),
                title: name(&table.table.title),
                href: Some(format!("{}.html", table.id)),
                items,
            }
        });
        shelves.collect()
    }

    fn expansion_shelves(&self, language: LanguageIx) -> Vec<ShelfContext> {
        let dataset = self.plan.dataset;
        let code = &dataset.languages[language.index()].code;
        let mut shelves = Vec::new();
        for group in Group::ALL {
            let own = dataset.expansions.iter().filter(|(_, e)| e.group == group);
            let items = own.map(|(id, expansion)| ItemContext {
                number: expansion.number,
                icon: String::new(),
                name: self.name_in(&expansion.name, language),
                href: expansion_page(id),
            });
            let items: Vec<_> = items.collect();
            if !items.is_empty() {
                shelves.push(ShelfContext {
                    icon: String::new(),
                    title: self.word(code, &format!("group-{}", group.as_str())),
                    href: None,
                    items,
                });
            }
        }
        shelves
    }

    /// A name as everything selected shows it.
    fn name_in(&self, text: &Localized, language: LanguageIx) -> String {
        text.get(language).1.plain(&self.everything())
    }
}
