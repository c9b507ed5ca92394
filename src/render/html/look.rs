//! How a site looks: its templates, style sheet, scripts and pictures, those built into the program
//! or those in folders. It renders nothing.

use super::script::{ROOMS, joined, lean};
use super::{RenderError, render_error};
use crate::load::WORDS_FILE;
use crate::nearest::did_you_mean;
use crate::publish::SiteFile;
use crate::render::TYPST;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tera::Tera;

/// Pictures that are copied as they are: path and bytes.
const PICTURES: [(&str, &[u8]); 4] = [
    ("mark.svg", include_bytes!("../../../site/mark.svg")),
    ("icon-192.png", include_bytes!("../../../site/icon-192.png")),
    ("icon-512.png", include_bytes!("../../../site/icon-512.png")),
    ("preview.png", include_bytes!("../../../site/preview.png")),
];

/// The style sheet and the script of the search: path and text.
const TEXTS: [(&str, &str); 2] = [
    ("style.css", include_str!("../../../site/style.css")),
    ("search.js", include_str!("../../../site/search.js")),
];

/// The templates, by name.
const TEMPLATES: [(&str, &str); 20] = [
    ("play.html", include_str!("../../../templates/play.html")),
    ("lists.html", include_str!("../../../templates/lists.html")),
    ("faq.html", include_str!("../../../templates/faq.html")),
    (
        "reading.html",
        include_str!("../../../templates/reading.html"),
    ),
    (
        "sheets.html",
        include_str!("../../../templates/sheets.html"),
    ),
    (
        "glossary.html",
        include_str!("../../../templates/glossary.html"),
    ),
    ("page.html", include_str!("../../../templates/page.html")),
    ("table.html", include_str!("../../../templates/table.html")),
    (
        "content.html",
        include_str!("../../../templates/content.html"),
    ),
    ("front.html", include_str!("../../../templates/front.html")),
    ("root.html", include_str!("../../../templates/root.html")),
    (
        "report.html",
        include_str!("../../../templates/report.html"),
    ),
    (
        "overview.html",
        include_str!("../../../templates/overview.html"),
    ),
    ("embed.html", include_str!("../../../templates/embed.html")),
    (
        "matrix.html",
        include_str!("../../../templates/matrix.html"),
    ),
    ("rules.html", include_str!("../../../templates/rules.html")),
    ("rule.html", include_str!("../../../templates/rule.html")),
    (
        "changes.html",
        include_str!("../../../templates/changes.html"),
    ),
    (
        "version.html",
        include_str!("../../../templates/version.html"),
    ),
    (
        "changes.xml",
        include_str!("../../../templates/changes.xml"),
    ),
];

/// The script of every page, joined from its rooms.
pub(super) const SCRIPT: &str = "rulegrid.js";
/// The script of the service worker, before it is told what the site consists of.
const WORKER: (&str, &str) = ("sw.js", include_str!("../../../site/sw.js"));

/// What only the server sends; it has its own.
const SERVED: [&str; 2] = ["serve.css", "serve.js"];

/// The templates and the copied files of a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    /// By name.
    templates: Vec<(&'static str, String)>,
    /// By path.
    assets: Vec<(&'static str, Vec<u8>)>,
    pub(super) worker: String,
}

/// A file of a look that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// There is no such folder.
    #[error("there is no folder `{}`", .0.display())]
    NoFolder(PathBuf),
    /// The system refused to read a file, or it is not text.
    #[error("cannot read `{path}`: {1}", path = .0.display())]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// Files that look as if they changed the site and do not, with the names near to theirs.
    #[error("no part of the site is called like this, so that nothing would read it:{}", listed(.0))]
    Unknown(Vec<(PathBuf, Option<String>)>),
}

/// The files, each on a line of its own.
fn listed(files: &[(PathBuf, Option<String>)]) -> String {
    let line = |(path, near): &(PathBuf, Option<String>)| {
        let near = near.as_ref().map(|near| format!(" ({near})"));
        format!("\n  {}{}", path.display(), near.unwrap_or_default())
    };
    files.iter().map(line).collect()
}

impl Look {
    /// The look that is part of the program.
    pub fn built_in() -> Self {
        let pictures = PICTURES.map(|(path, bytes)| (path, bytes.to_vec()));
        let texts = TEXTS.map(|(path, text)| (path, lean(text).into_bytes()));
        let script = (SCRIPT, script_of(&built_in_rooms()));
        Self {
            templates: TEMPLATES.map(|(name, text)| (name, text.to_owned())).into(),
            assets: pictures.into_iter().chain(texts).chain([script]).collect(),
            worker: WORKER.1.to_owned(),
        }
    }

    /// The look of two folders, one of templates and one of the other files, each as it is written
    /// there; a file that a folder lacks is the built-in one, and so are all where no folder is
    /// named. A folder may have the script of the pages as a whole, or rooms of it in `script/`.
    ///
    /// # Errors
    /// A folder that is not there, a file that cannot be read, or templates, style sheets and scripts
    /// that are called like none of the site.
    pub fn read(templates: Option<&Path>, site: Option<&Path>) -> Result<Self, LookError> {
        let mut look = Self::built_in();
        for folder in [templates, site].into_iter().flatten() {
            check_folder(folder)?;
        }
        look.check_names(templates, site)?;
        if let Some(folder) = templates {
            for (name, text) in &mut look.templates {
                replace(folder, name, text, |path| fs::read_to_string(path))?;
            }
        }
        if let Some(folder) = site {
            let rooms = script_of(&rooms_of(folder)?);
            for (name, bytes) in &mut look.assets {
                if *name == SCRIPT {
                    bytes.clone_from(&rooms);
                }
                replace(folder, name, bytes, |path| fs::read(path))?;
            }
            replace(folder, WORKER.0, &mut look.worker, |path| {
                fs::read_to_string(path)
            })?;
        }
        Ok(look)
    }

    /// Whether the folders have files that nothing would read: what is misspelt would change nothing
    /// and nobody would be told.
    fn check_names(&self, templates: Option<&Path>, site: Option<&Path>) -> Result<(), LookError> {
        let own = self.templates.iter().map(|(name, _)| *name);
        let printed = TYPST.map(|(name, _)| name);
        let own = own.chain(printed).chain([WORDS_FILE]).collect::<Vec<_>>();
        let assets = self.assets.iter().map(|(path, _)| *path);
        let assets = assets.chain([WORKER.0]).chain(SERVED).collect::<Vec<_>>();
        let rooms = ROOMS.map(|(name, _)| format!("{name}.js"));
        let rooms: Vec<_> = rooms.iter().map(String::as_str).collect();
        let mut unknown = Vec::new();
        if let Some(folder) = templates {
            unknown.extend(unknown_in(folder, &["html", "typ", "xml", "yaml"], &own)?);
        }
        if let Some(folder) = site {
            unknown.extend(unknown_in(folder, &["css", "js"], &assets)?);
            unknown.extend(unknown_in(&folder.join("script"), &["js"], &rooms)?);
        }
        match unknown.is_empty() {
            true => Ok(()),
            false => Err(LookError::Unknown(unknown)),
        }
    }

    /// The templates, parsed.
    ///
    /// # Errors
    /// One that does not parse, with its place.
    pub(super) fn tera(&self) -> Result<Tera, RenderError> {
        let mut tera = Tera::default();
        let templates = self.templates.iter();
        let templates = templates.map(|(name, text)| (*name, text.as_str()));
        tera.add_raw_templates(templates)
            .map_err(|error| render_error("templates", &error))?;
        Ok(tera)
    }

    /// The files beside the pages, but for the service worker.
    pub(super) fn files(&self) -> Vec<SiteFile> {
        let files = self.assets.iter();
        files.map(|(path, bytes)| site_file(path, bytes)).collect()
    }

    /// The one of these at `path`, if there is one.
    pub(super) fn file(&self, path: &str) -> Option<SiteFile> {
        let (path, bytes) = self.assets.iter().find(|(own, _)| *own == path)?;
        Some(site_file(path, bytes))
    }
}

/// Rooms of the script, each with its text.
type Rooms = Vec<(&'static str, String)>;

fn built_in_rooms() -> Rooms {
    ROOMS.map(|(name, text)| (name, lean(text))).into()
}

/// The rooms that a folder has, and the built-in ones that it lacks.
fn rooms_of(folder: &Path) -> Result<Rooms, LookError> {
    let mut rooms = built_in_rooms();
    for (name, text) in &mut rooms {
        let path = format!("script/{name}.js");
        replace(folder, &path, text, |path| fs::read_to_string(path))?;
    }
    Ok(rooms)
}

fn script_of(rooms: &[(&'static str, String)]) -> Vec<u8> {
    let rooms = rooms.iter().map(|(name, text)| (*name, text.as_str()));
    joined(rooms).into_bytes()
}

fn site_file(path: &str, bytes: &[u8]) -> SiteFile {
    SiteFile {
        path: path.to_owned(),
        bytes: bytes.to_vec(),
    }
}

/// The files of a folder that end like those of a site and are called like none that is `known`, in
/// the order of their names.
fn unknown_in(
    folder: &Path,
    endings: &[&str],
    known: &[&str],
) -> Result<Vec<(PathBuf, Option<String>)>, LookError> {
    let unreadable = |error| LookError::Unreadable(folder.to_owned(), error);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(unreadable)?,
    };
    let mut unknown = Vec::new();
    for entry in entries {
        let path = entry.map_err(unreadable)?.path();
        let ending = path.extension().and_then(OsStr::to_str);
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        // What begins with a dot is an editor's.
        let is_ours = ending.is_some_and(|ending| endings.contains(&ending));
        if is_ours && !name.starts_with('.') && !known.contains(&name) {
            let near = did_you_mean(name, known.iter().copied());
            unknown.push((path, near));
        }
    }
    unknown.sort();
    Ok(unknown)
}

fn check_folder(folder: &Path) -> Result<(), LookError> {
    match folder.is_dir() {
        true => Ok(()),
        false => Err(LookError::NoFolder(folder.to_owned())),
    }
}

/// Puts what `read` makes of a folder's file in place of `built_in`, if the folder has it.
fn replace<T>(
    folder: &Path,
    name: &str,
    built_in: &mut T,
    read: impl Fn(&Path) -> std::io::Result<T>,
) -> Result<(), LookError> {
    let path = folder.join(name);
    match read(&path) {
        Ok(own) => *built_in = own,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(LookError::Unreadable(path, error)),
    }
    Ok(())
}
