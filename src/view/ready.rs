//! Which sheets for print a site has ready: the tables and the order of play of each preset, in each
//! edition that it leaves open, in each language.

use super::Plan;
use crate::model::*;

/// What stands on a sheet that a site has ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadyKind {
    /// All tables.
    Tables,
    /// The order of play.
    Play,
}

/// A sheet that a site has ready.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadySheet<'d> {
    /// What stands on it.
    pub kind: ReadyKind,
    /// The preset for which it is.
    pub preset: &'d PresetId,
    /// What that selects, in one of its editions.
    pub selection: Selection,
    /// The language of its texts.
    pub language: LanguageIx,
}

impl ReadySheet<'_> {
    /// Its place in the site: `ro/pdf/majors-C2.pdf`, `ro/pdf/play/majors-C2.pdf`.
    pub fn path(&self, dataset: &Dataset) -> String {
        let code = &dataset.languages[self.language.index()].code;
        let edition = dataset.edition(self.selection.edition).0;
        let folder = match self.kind {
            ReadyKind::Tables => "pdf",
            ReadyKind::Play => "pdf/play",
        };
        format!("{code}/{folder}/{}-{edition}.pdf", self.preset)
    }
}

impl<'d> Plan<'d> {
    /// The sheets that a site has ready, language by language, in the dataset's order.
    pub fn ready_sheets(&self) -> Vec<ReadySheet<'d>> {
        let dataset = self.dataset;
        let kinds: &[ReadyKind] = match dataset.play.phases.is_empty() {
            true => &[ReadyKind::Tables],
            false => &[ReadyKind::Tables, ReadyKind::Play],
        };
        let mut sheets = Vec::new();
        for (language, _) in dataset.languages() {
            let presets = dataset.presets.iter();
            for (id, preset) in presets.filter(|(_, preset)| self.scope.allows(preset)) {
                let fixed = preset.edition.or(self.scope.edition);
                let editions = dataset.editions().map(|(edition, ..)| edition);
                for edition in editions.filter(|edition| fixed.is_none_or(|it| it == *edition)) {
                    let mut elements = ElementSet::empty(dataset.elements.len());
                    preset.elements.iter().for_each(|e| elements.set(*e, true));
                    let selection = Selection { edition, elements };
                    sheets.extend(kinds.iter().map(|kind| ReadySheet {
                        kind: *kind,
                        preset: id,
                        selection: selection.clone(),
                        language,
                    }));
                }
            }
        }
        sheets
    }
}
