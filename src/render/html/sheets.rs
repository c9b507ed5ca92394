//! The page of the sheets for print that the site has ready. It decides nothing.

use super::press::framed;
use super::*;
use crate::view::{ReadyKind, ReadySheet};

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
    sheets: Vec<SheetLink>,
}

/// A way to a sheet.
#[derive(Serialize)]
struct SheetLink {
    /// The name of its edition.
    edition: String,
    href: String,
    is_play: bool,
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
        let presets = self.presets().map(|(id, preset)| {
            let sheets = own.iter().filter(|sheet| sheet.preset == id);
            PresetSheets {
                html_id: html_id("p", id.as_str()),
                name: preset.name.get(language).1.plain(&self.everything()),
                sheets: sheets.map(|sheet| self.sheet_link(sheet)).collect(),
            }
        });
        let presets = presets.collect();
        Some(SheetsPage { page, presets })
    }

    fn sheet_link(&self, sheet: &ReadySheet<'_>) -> SheetLink {
        let dataset = self.plan.dataset;
        let edition = dataset.edition(sheet.selection.edition).1;
        SheetLink {
            edition: edition.name.get(sheet.language).1.plain(&sheet.selection),
            href: format!("../{}", sheet.path(dataset)),
            is_play: sheet.kind == ReadyKind::Play,
        }
    }
}
