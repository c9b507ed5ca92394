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
    groups: Vec<SheetGroup>,
}

/// The sheets of a preset, or of the boxes that the site is fixed to.
#[derive(Serialize)]
struct SheetGroup {
    preset: Option<PresetHead>,
    editions: Vec<EditionSheets>,
}

#[derive(Serialize)]
struct PresetHead {
    html_id: String,
    name: String,
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
        let own = self.sheets.iter();
        let own: Vec<_> = own.filter(|sheet| sheet.language == language).collect();
        if own.is_empty() {
            return None;
        }
        let address = Address::new(Kind::Sheets, language);
        let mut page = self.front_frame(address);
        let code = page.language.clone();
        page.title = self.word(&code, "sheets");
        page.heading = escaped(&page.title);
        let mut groups: IndexMap<_, Vec<_>> = IndexMap::new();
        for sheet in own {
            groups.entry(sheet.preset).or_default().push(sheet);
        }
        let groups = groups.into_iter().map(|(preset, sheets)| SheetGroup {
            preset: preset.and_then(|id| self.preset_head(id, language)),
            editions: self.editions_of(&sheets),
        });
        let groups = groups.collect();
        Some(SheetsPage { page, groups })
    }

    fn preset_head(&self, id: &PresetId, language: LanguageIx) -> Option<PresetHead> {
        let preset = self.plan.dataset.presets.get(id)?;
        Some(PresetHead {
            html_id: html_id("p", id.as_str()),
            name: preset.name.get(language).1.plain(&self.everything()),
        })
    }

    /// The ways to sheets, edition by edition.
    fn editions_of(&self, sheets: &[&ReadySheet<'_>]) -> Vec<EditionSheets> {
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
