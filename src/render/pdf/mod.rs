//! A sheet as a PDF: tagged, with its fonts, the same bytes for the same sheet. What stands on it is
//! decided by [`Sheet`]; how it looks by the Typst template.

mod context;
mod frame;
mod grid;
mod letters;
mod play;
mod templates;
mod world;

use crate::diagnostic::{Diagnostic, Files};
use crate::model::Words;
use crate::view::{PlayView, Sheet};
use context::SheetContext;
pub use grid::Paper;
use letters::printable;
pub use letters::{Lacking, STAND_IN};
use play::PlayContext;
use serde::Serialize;
use sha2::{Digest, Sha256};
pub use templates::{Template, Templates, Unreadable};
use typst::ecow::EcoVec;
use world::TypstWorld;

/// How a sheet is printed.
#[derive(Clone, Debug, Default)]
pub struct Print {
    /// The size of the paper.
    pub paper: Paper,
    /// The address of the same tables on the web, if they are there.
    pub address: Option<String>,
    /// The templates.
    pub templates: Templates,
}

/// A sheet that was made.
#[derive(Debug)]
pub struct Printed {
    /// The PDF.
    pub bytes: Vec<u8>,
    /// What may be wrong in its templates: a font that is not there.
    pub warnings: TemplateMessages,
}

/// What is wrong in templates.
#[derive(Debug)]
pub struct TemplateMessages {
    /// The templates.
    pub files: Files,
    /// What is wrong, each with its place.
    pub found: Vec<Diagnostic>,
}

/// What a sheet is made from: equal sources give equal bytes.
#[derive(Debug)]
pub struct Source {
    template: Template,
    frame: Template,
    data: Vec<u8>,
    lacking: Vec<Lacking>,
}

impl Source {
    /// What `sheet` is made from.
    pub fn new(sheet: &Sheet<'_, '_>, words: &Words, print: &Print) -> Self {
        let context = SheetContext::new(sheet, words, print);
        Self::of(&print.templates.sheet, &context, print)
    }

    /// What a turn card of the order of play is made from.
    pub fn of_play(view: &PlayView<'_>, words: &Words, print: &Print) -> Self {
        let context = PlayContext::new(view, words, print);
        Self::of(&print.templates.play, &context, print)
    }

    fn of(template: &Template, context: &impl Serialize, print: &Print) -> Self {
        // A context holds texts, numbers and lists only, which JSON can always say.
        let data = serde_json::to_value(context).unwrap_or_default();
        let (data, lacking) = printable(data);
        Self {
            template: template.clone(),
            frame: print.templates.frame.clone(),
            data: data.to_string().into_bytes(),
            lacking,
        }
    }

    /// The characters that no font of sheets has: [`STAND_IN`] is printed for each.
    pub fn lacking(&self) -> &[Lacking] {
        &self.lacking
    }

    /// A key of what the sheet is made from; it stands in the PDF as part of the name of the
    /// program that made it.
    pub fn key(&self) -> String {
        let mut hash = Sha256::new();
        let (frame, template) = (self.frame.text.as_bytes(), self.template.text.as_bytes());
        for part in [frame, template, self.data.as_slice()] {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        let hash = hash.finalize();
        let hex: String = hash
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!("Rulegrid {} {hex}", env!("CARGO_PKG_VERSION"))
    }

    /// Whether `pdf` was made from the same source.
    pub fn made(&self, pdf: &[u8]) -> bool {
        let key = self.key();
        pdf.windows(key.len()).any(|part| part == key.as_bytes())
    }

    /// The PDF.
    ///
    /// # Errors
    /// What is wrong in the templates.
    pub fn pdf(self) -> Result<Printed, TemplateMessages> {
        let key = self.key();
        let world = TypstWorld::new(&self.template, &self.frame, self.data);
        let explained = |found: EcoVec<_>| world.explained([&self.template, &self.frame], &found);
        match world.pdf(key) {
            Ok((bytes, warnings)) => Ok(Printed {
                bytes,
                warnings: explained(warnings),
            }),
            Err(errors) => Err(explained(errors)),
        }
    }
}
