//! What the frame of every sheet reads: title, selection, address and words. It knows nothing of
//! what stands between head and foot.

use super::Print;
use super::grid::Paper;
use crate::model::Words;
use crate::render::Voice;
use qrcode::{EcLevel, QrCode};
use serde::Serialize;
use std::collections::BTreeMap;

/// The frame of a sheet.
#[derive(Serialize)]
pub struct FrameContext<'s> {
    language: &'s str,
    paper: &'static str,
    game: String,
    title: String,
    /// Whether what stands on it shall be small, to need few pages.
    dense: bool,
    edition: String,
    chosen: String,
    /// How many expansions are chosen, at least in part.
    boxes: usize,
    date: Option<&'s str>,
    address: Option<&'s str>,
    /// The address as rows of a QR code, `#` for dark; empty where it is too long for one.
    qr: Vec<String>,
    words: BTreeMap<&'static str, &'s str>,
}

/// The words that every template may use.
const WORDS: [&str; 12] = [
    "adapted",
    "adapted-explained",
    "boxes",
    "colon",
    "continued",
    "dataset-of",
    "first-page",
    "legend",
    "notes",
    "notes-by",
    "qr-code",
    "sheet-page",
];

impl<'s> FrameContext<'s> {
    /// The frame of a sheet called `title` for the selection of `voice`, with the words that its
    /// template uses.
    pub fn new(
        voice: &Voice<'s, 's>,
        title: String,
        dense: bool,
        print: &'s Print,
        words: impl Iterator<Item = &'static str>,
    ) -> Self {
        let dataset = voice.dataset;
        let selection = voice.selection();
        let language = dataset.languages[voice.language.index()].code.as_str();
        let address = print.address.as_deref();
        let word = |id| (id, Words::get(voice.words, language, id));
        Self {
            language,
            paper: Paper::name(print.paper),
            game: voice.plain(&dataset.title),
            title,
            dense,
            edition: selection.edition,
            chosen: selection.chosen,
            boxes: selection.boxes,
            date: dataset.date.as_deref(),
            address,
            qr: address.map(qr_code).unwrap_or_default(),
            words: WORDS.into_iter().chain(words).map(word).collect(),
        }
    }
}

/// The rows of a QR code of `address`; none where it is too long.
fn qr_code(address: &str) -> Vec<String> {
    let Ok(code) = QrCode::with_error_correction_level(address, EcLevel::L) else {
        return Vec::new();
    };
    let dark = |colour: &qrcode::Color| {
        if *colour == qrcode::Color::Dark {
            '#'
        } else {
            '.'
        }
    };
    let modules: Vec<_> = code.to_colors().iter().map(dark).collect();
    let rows = modules.chunks(code.width());
    rows.map(|row| row.iter().collect()).collect()
}
