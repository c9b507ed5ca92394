//! The page of the sheets for print that the site has ready. It decides nothing.

use super::press::framed;
use super::*;
use crate::view::{ReadyKind, ReadySheet};
use indexmap::IndexMap;

/// The page.
#[derive(Serialize)]
pub(super) struct SheetsPage {
    #[serde(flatten)]
    page: PageContext,
    presets: Vec<PresetSheets>,
}

#[derive(Serialize)]
struct PresetSheets {
    html_id: String,
    name: String,
    editions: Vec<EditionSheets>,
}

/// The ways to the sheets of an edition.
#[derive(Serialize)]
struct EditionSheets {
    name: String,
    tables: Option<String>,
    play: Option<String>,
}

framed!(SheetsPage);

impl Press<'_, '_> {
    /// The page in a language; `None` where the site has no sheets.
    pub(super) fn sheets_page(&self, language: LanguageIx) -> Option<SheetsPage> {
        let own = self
            .sheets
            .iter()
            .filter(|sheet| sheet.language == language);
        let own: Vec<_> = own.collect();
        if own.is_empty() {
            return None;
        }
        let address = Address::new(Kind::Sheets, language);
        let mut page = self.front_frame(address);
        let code = page.language.clone();
        page.title = self.word(&code, "sheets");
        page.heading = escaped(&page.title);
        let presets = self.presets().map(|(id, preset)| PresetSheets {
            html_id: html_id("p", id.as_str()),
            name: preset.name.get(language).1.plain(&self.everything()),
            editions: self.editions_of(own.iter().filter(|sheet| sheet.preset == id)),
        });
        let presets = presets.collect();
        Some(SheetsPage { page, presets })
    }

    /// The ways to the sheets of a preset, edition by edition.
    fn editions_of<'s>(
        &self,
        sheets: impl Iterator<Item = &'s &'s ReadySheet<'s>>,
    ) -> Vec<EditionSheets> {
        let dataset = self.plan.dataset;
        let mut editions = IndexMap::new();
        for sheet in sheets {
            let edition = sheet.selection.edition;
            let name = &dataset.edition(edition).1.name;
            let own = editions.entry(edition).or_insert_with(|| EditionSheets {
                name: name.get(sheet.language).1.plain(&sheet.selection),
                tables: None,
                play: None,
            });
            let href = Some(format!("../{}", sheet.path(dataset)));
            match sheet.kind {
                ReadyKind::Tables => own.tables = href,
                ReadyKind::Play => own.play = href,
            }
        }
        editions.into_values().collect()
    }
}
