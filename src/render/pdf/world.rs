//! Runs Typst on templates and their data, all in memory: it reads no files, loads no packages and
//! knows no time.

use super::{Template, TemplateMessages};
use crate::diagnostic::{Diagnostic, FileIx, Files, Place, Severity};
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

/// What Typst says.
type Messages = EcoVec<SourceDiagnostic>;

/// The same for all sheets.
struct Shared {
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
        library: LazyHash::new(Library::builder().with_features(features).build()),
        book: LazyHash::new(FontBook::from_fonts(&fonts)),
        fonts,
    }
});

/// Whether the fonts of sheets can draw a character.
pub fn has_glyph(character: char) -> bool {
    let fonts = SHARED.fonts.iter();
    let code = u32::from(character);
    // A text can stand in each of them.
    fonts
        .map(|font| font.info())
        .all(|info| info.coverage.contains(code))
}

/// Templates and their data.
pub struct TypstWorld {
    template: Source,
    frame: Source,
    data: Bytes,
}

impl TypstWorld {
    /// The world in which `template` reads `data` as `sheet.json` and may import `frame`.
    pub fn new(template: &Template, frame: &Template, data: Vec<u8>) -> Self {
        Self {
            template: Source::new(file_id("sheet.typ"), template.text.clone()),
            frame: Source::new(file_id("frame.typ"), frame.text.clone()),
            data: Bytes::new(data),
        }
    }

    /// The PDF, after the rules of PDF/UA-1, made by a program called `creator`, and what Typst
    /// warns of.
    ///
    /// # Errors
    /// What Typst finds wrong in the template or the data, with places in them.
    pub fn pdf(&self, creator: String) -> Result<(Vec<u8>, Messages), Messages> {
        let compiled = typst::compile::<PagedDocument>(self);
        let document = compiled.output?;
        let options = PdfOptions {
            ident: Smart::Auto,
            creator: Smart::Custom(Some(creator)),
            // PDF/UA-1 asks nothing that another standard would forbid.
            standards: PdfStandards::new(&[PdfStandard::Ua_1]).unwrap_or_default(),
            ..PdfOptions::default()
        };
        let bytes = typst_pdf::pdf(&document, &options)?;
        Ok((bytes, compiled.warnings))
    }

    /// What Typst found, with its places in the templates, which are called as in `templates`:
    /// first the one that is run, then the frame, if it is not the built-in one.
    pub fn explained(
        &self,
        [template, frame]: [&Template; 2],
        found: &[SourceDiagnostic],
    ) -> TemplateMessages {
        let mut files = Files::default();
        let mut add = |it: &Template| files.add(it.name.clone(), it.text.clone());
        let mut shown = vec![(self.template.id(), add(template))];
        if !frame.is_built_in {
            shown.push((self.frame.id(), add(frame)));
        }
        let place = |span: DiagSpan| {
            let of_span = |(id, _): &&(FileId, FileIx)| span.id() == Some(*id);
            let file = shown.iter().find(of_span)?.1;
            let range = self.range(span)?;
            Some(Place { file, range })
        };
        let start = Place {
            file: shown[0].1,
            range: 0..0,
        };
        let told = found.iter().map(|found| {
            // Where the fault is in a function of Typst, its call in a template is named.
            let calls = found.trace.iter().map(|point| DiagSpan::from(point.span));
            let mut places = [found.span].into_iter().chain(calls).filter_map(place);
            let first = places.next().unwrap_or_else(|| start.clone());
            let message = found.message.to_string();
            let mut told = Diagnostic::new("template", message, first.clone());
            told.severity = match found.severity {
                typst::diag::Severity::Error => Severity::Error,
                typst::diag::Severity::Warning => Severity::Warning,
            };
            // What leads there from the other template.
            let from = places.find(|place| place.file != first.file);
            let told = from
                .into_iter()
                .fold(told, |told, from| told.also(from, "from here"));
            let hints = found.hints.iter();
            hints.fold(told, |told, hint| told.help(hint.v.to_string()))
        });
        TemplateMessages {
            found: told.collect(),
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
        [&self.template, &self.frame]
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
