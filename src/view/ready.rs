//! Which sheets for print a site has ready: the tables and the order of play of each preset, or of
//! the boxes that a site is fixed to, in each edition that is left open, in each language.

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
    /// The preset for which it is; none where the boxes are fixed.
    pub preset: Option<&'d PresetId>,
    /// What that selects, in one of its editions.
    pub selection: Selection,
    /// The language of its texts.
    pub language: LanguageIx,
}

impl ReadySheet<'_> {
    /// Its place in the site: `ro/pdf/majors-C2.pdf`, `ro/pdf/play/majors-C2.pdf`, or `ro/pdf/C2.pdf`
    /// where the boxes are fixed.
    pub fn path(&self, dataset: &Dataset) -> String {
        let code = &dataset.languages[self.language.index()].code;
        let edition = dataset.edition(self.selection.edition).0;
        let folder = match self.kind {
            ReadyKind::Tables => "pdf",
            ReadyKind::Play => "pdf/play",
        };
        let preset = self.preset.map(|preset| format!("{preset}-"));
        let preset = preset.unwrap_or_default();
        format!("{code}/{folder}/{preset}{edition}.pdf")
    }
}

/// Elements that a site has sheets of.
struct Boxes<'d> {
    preset: Option<&'d PresetId>,
    /// The only edition for which they are.
    edition: Option<EditionIx>,
    elements: ElementSet,
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
            for boxes in self.ready_boxes() {
                let fixed = boxes.edition.or(self.scope.edition);
                let editions = dataset.editions().map(|(edition, ..)| edition);
                for edition in editions.filter(|edition| fixed.is_none_or(|it| it == *edition)) {
                    let elements = boxes.elements.clone();
                    let selection = Selection { edition, elements };
                    sheets.extend(kinds.iter().map(|kind| ReadySheet {
                        kind: *kind,
                        preset: boxes.preset,
                        selection: selection.clone(),
                        language,
                    }));
                }
            }
        }
        sheets
    }

    fn ready_boxes(&self) -> Vec<Boxes<'d>> {
        if let Some(elements) = &self.scope.elements {
            return vec![Boxes {
                preset: None,
                edition: None,
                elements: elements.clone(),
            }];
        }
        let presets = self.dataset.presets.iter();
        let presets = presets.filter(|(_, preset)| self.scope.allows(preset));
        let boxes = presets.map(|(id, preset)| {
            let mut elements = ElementSet::empty(self.dataset.elements.len());
            preset.elements.iter().for_each(|e| elements.set(*e, true));
            Boxes {
                preset: Some(id),
                edition: preset.edition,
                elements,
            }
        });
        boxes.collect()
    }
}
