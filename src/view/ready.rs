//! Which sheets for print a site has ready: each preset, in each edition that it leaves open, in
//! each language.

use super::Plan;
use crate::model::*;

/// A sheet that a site has ready.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadySheet<'d> {
    /// The preset whose tables it has.
    pub preset: &'d PresetId,
    /// What that selects, in one of its editions.
    pub selection: Selection,
    /// The language of its texts.
    pub language: LanguageIx,
}

impl ReadySheet<'_> {
    /// Its place in the site: `ro/pdf/majors-C2.pdf`.
    pub fn path(&self, dataset: &Dataset) -> String {
        let code = &dataset.languages[self.language.index()].code;
        let edition = dataset.edition(self.selection.edition).0;
        format!("{code}/pdf/{}-{edition}.pdf", self.preset)
    }
}

impl<'d> Plan<'d> {
    /// The sheets that a site has ready, language by language, in the dataset's order.
    pub fn ready_sheets(&self) -> Vec<ReadySheet<'d>> {
        let dataset = self.dataset;
        let mut sheets = Vec::new();
        for (language, _) in dataset.languages() {
            let presets = dataset.presets.iter();
            for (id, preset) in presets.filter(|(_, preset)| self.scope.allows(preset)) {
                let fixed = preset.edition.or(self.scope.edition);
                let editions = dataset.editions().map(|(edition, ..)| edition);
                for edition in editions.filter(|edition| fixed.is_none_or(|it| it == *edition)) {
                    let mut elements = ElementSet::empty(dataset.elements.len());
                    preset.elements.iter().for_each(|e| elements.set(*e, true));
                    sheets.push(ReadySheet {
                        preset: id,
                        selection: Selection { edition, elements },
                        language,
                    });
                }
            }
        }
        sheets
    }
}
