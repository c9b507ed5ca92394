//! Runs Typst on a template and its data, both in memory: it reads no files, loads no packages and
//! knows no time.

use super::TemplateError;
use crate::diagnostic::{Diagnostic, Files, Place};
use std::sync::LazyLock;
use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::ecow::EcoVec;
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{DiagSpan, FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Feature, Library, LibraryExt, World, WorldExt};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

/// The fonts of sheets: Source Sans 3, under the SIL Open Font License.
const FONTS: [&[u8]; 3] = [
    include_bytes!("../../../templates/fonts/SourceSans3-Regular.ttf"),
    include_bytes!("../../../templates/fonts/SourceSans3-Italic.ttf"),
    include_bytes!("../../../templates/fonts/SourceSans3-SemiBold.ttf"),
];

/// What templates may import: the head, the foot and the looks of every sheet.
pub const FRAME: &str = include_str!("../../../templates/frame.typ");
/// The name under which they do.
const FRAME_NAME: &str = "frame.typ";

/// The same for all sheets.
struct Shared {
    frame: Source,
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
}

static SHARED: LazyLock<Shared> = LazyLock::new(|| {
    let fonts: Vec<_> = FONTS
        .iter()
        .flat_map(|bytes| Font::iter(Bytes::new(*bytes)))
        .collect();
    let features = [Feature::A11yExtras].into_iter().collect();
    Shared {
        frame: Source::new(file_id(FRAME_NAME), FRAME.to_owned()),
        library: LazyHash::new(Library::builder().with_features(features).build()),
        book: LazyHash::new(FontBook::from_fonts(&fonts)),
        fonts,
    }
});

/// A template and its data.
pub struct TypstWorld {
    template: Source,
    data: Bytes,
}

impl TypstWorld {
    /// The world in which `template` reads `data` as `sheet.json`.
    pub fn new(template: String, data: Vec<u8>) -> Self {
        Self {
            template: Source::new(file_id("sheet.typ"), template),
            data: Bytes::new(data),
        }
    }

    /// The PDF, after the rules of PDF/UA-1, made by a program called `creator`.
    ///
    /// # Errors
    /// What Typst finds wrong in the template or the data, with places in them.
    pub fn pdf(&self, creator: String) -> Result<Vec<u8>, EcoVec<SourceDiagnostic>> {
        let document = typst::compile::<PagedDocument>(self).output?;
        let options = PdfOptions {
            ident: Smart::Auto,
            creator: Smart::Custom(Some(creator)),
            // PDF/UA-1 asks nothing that another standard would forbid.
            standards: PdfStandards::new(&[PdfStandard::Ua_1]).unwrap_or_default(),
            ..PdfOptions::default()
        };
        typst_pdf::pdf(&document, &options)
    }

    /// What Typst found, with its places in the template called `name`.
    pub fn explained(&self, name: String, found: &[SourceDiagnostic]) -> TemplateError {
        let mut files = Files::default();
        let file = files.add(name, self.template.text().to_owned());
        let errors = found.iter().map(|found| {
            // Where the fault is in a function of Typst, its call in the template is named.
            let calls = found.trace.iter().map(|point| DiagSpan::from(point.span));
            let spans = [found.span].into_iter().chain(calls);
            let mut spans = spans.filter(|span| span.id() == Some(self.template.id()));
            let range = spans.find_map(|span| self.range(span)).unwrap_or_default();
            let place = Place { file, range };
            let message = found.message.to_string();
            let error = Diagnostic::new("template", message, place);
            let hints = found.hints.iter();
            hints.fold(error, |error, hint| error.help(hint.v.to_string()))
        });
        TemplateError {
            errors: errors.collect(),
            files,
        }
    }
}

fn file_id(name: &str) -> FileId {
    // The names are written in this file and are plain.
    let path = VirtualPath::new(name).unwrap();
    RootedPath::new(VirtualRoot::Project, path).intern()
}

impl World for TypstWorld {
    fn library(&self) -> &LazyHash<Library> {
        &SHARED.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &SHARED.book
    }

    fn main(&self) -> FileId {
        self.template.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        [&self.template, &SHARED.frame]
            .into_iter()
            .find(|source| source.id() == id)
            .cloned()
            .ok_or(FileError::NotSource)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        match id == file_id("sheet.json") {
            true => Ok(self.data.clone()),
            false => Err(FileError::AccessDenied),
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        SHARED.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
