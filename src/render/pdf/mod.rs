//! A sheet as a PDF: tagged, with its fonts, the same bytes for the same sheet. What stands on it is
//! decided by [`Sheet`]; how it looks by the Typst template.

mod context;
mod frame;
mod grid;
mod play;
mod world;

use crate::diagnostic::{Diagnostic, Files};
use crate::model::Words;
use crate::view::{PlayView, Sheet};
use context::SheetContext;
pub use grid::Paper;
use play::PlayContext;
use serde::Serialize;
use sha2::{Digest, Sha256};
use world::TypstWorld;

/// The template of tables: its name and its text.
const SHEET: (&str, &str) = ("sheet.typ", include_str!("../../../templates/sheet.typ"));
/// The template of a turn card.
const PLAY: (&str, &str) = ("play.typ", include_str!("../../../templates/play.typ"));

/// How a sheet is printed.
#[derive(Clone, Debug, Default)]
pub struct Print {
    /// The size of the paper.
    pub paper: Paper,
    /// The address of the same tables on the web, if they are there.
    pub address: Option<String>,
    /// A template to use instead of Rulegrid's own: its name for messages, and its text.
    pub template: Option<(String, String)>,
}

/// Why a sheet could not be made: what is wrong in its template.
#[derive(Debug)]
pub struct TemplateError {
    /// The template.
    pub files: Files,
    /// What is wrong, each with its place.
    pub errors: Vec<Diagnostic>,
}

/// What a sheet is made from: equal sources give equal bytes.
#[derive(Debug)]
pub struct Source {
    name: String,
    template: String,
    data: Vec<u8>,
}

impl Source {
    /// What `sheet` is made from.
    pub fn new(sheet: &Sheet<'_, '_>, words: &Words, print: &Print) -> Self {
        Self::of(SHEET, &SheetContext::new(sheet, words, print), print)
    }

    /// What a turn card of the order of play is made from.
    pub fn of_play(view: &PlayView<'_>, words: &Words, print: &Print) -> Self {
        Self::of(PLAY, &PlayContext::new(view, words, print), print)
    }

    fn of((name, text): (&str, &str), context: &impl Serialize, print: &Print) -> Self {
        let own = || (name.to_owned(), text.to_owned());
        let (name, template) = print.template.clone().unwrap_or_else(own);
        Self {
            name,
            template,
            // A context holds texts, numbers and lists only, which JSON can always say.
            data: serde_json::to_vec(context).unwrap_or_default(),
        }
    }

    /// A key of what the sheet is made from; it stands in the PDF as part of the name of the
    /// program that made it.
    pub fn key(&self) -> String {
        let mut hash = Sha256::new();
        let frame = world::FRAME.as_bytes();
        for part in [frame, self.template.as_bytes(), self.data.as_slice()] {
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
    /// What is wrong in the template.
    pub fn pdf(self) -> Result<Vec<u8>, TemplateError> {
        let key = self.key();
        let world = TypstWorld::new(self.template, self.data);
        world
            .pdf(key)
            .map_err(|found| world.explained(self.name, &found))
    }
}
