//! The pages of a table: by itself, as each preset opens it, and bare for a frame, all around the same
//! content.

use super::table::{TableBuilder, TableContext};
use super::*;

/// What the part of a page needs that does not depend on how it opens.
#[derive(Serialize)]
pub(super) struct ContentContext<'c> {
    pub(super) table: &'c TableContext,
    pub(super) speakers: Vec<SpeakerContext>,
}

/// A table's part of its pages, and the rules by which it filters itself.
pub(super) struct Content {
    pub(super) html: String,
    pub(super) heading: String,
    /// The elements that it depends on.
    pub(super) elements: BTreeSet<ElementIx>,
    pub(super) rules: Rules,
    /// The rules as a style sheet.
    pub(super) style: String,
    pub(super) symbols: String,
}

impl<'s> Press<'s, '_> {
    /// Hands on a table's page, as it opens by itself and with each preset, and bare for a frame.
    pub(super) fn table_pages<E: From<RenderError>>(
        &self,
        language: LanguageIx,
        table: &TablePlan<'_>,
        outlet: &Outlet<'_, E>,
    ) -> Result<(), E> {
        let content = self.content(language, table)?;
        let mut addresses = self.table_addresses(language, table.id).into_iter();
        addresses.try_for_each(|address| outlet.send(self.table_file(address, table, &content)?))
    }

    /// Where a table's pages stand: by itself, with each preset, and bare for a frame.
    pub(super) fn table_addresses<'a>(
        &self,
        language: LanguageIx,
        table: &'a TableId,
    ) -> Vec<Address<'a>>
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
    pub(super) fn table_file(
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
    pub(super) fn content(
        &self,
        language: LanguageIx,
        table: &TablePlan<'_>,
    ) -> Result<Content, RenderError> {
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
}
