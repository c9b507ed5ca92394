//! The Typst templates of sheets: those built into the program, or those of a folder or a file. It
//! runs none of them.

use crate::render::TYPST;
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// A template: what it is called in messages, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name, or its path.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Whether it is part of the program, so that a reader of messages cannot change it.
    pub is_built_in: bool,
}

/// The templates of sheets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Templates {
    /// That of tables.
    pub sheet: Template,
    /// That of a turn card.
    pub play: Template,
    /// What both import: the head, the foot and the looks of every sheet.
    pub frame: Template,
}

/// A template that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read `{path}`: {1}", path = .0.display())]
pub struct Unreadable(PathBuf, #[source] Error);

impl Default for Templates {
    /// Those that are part of the program.
    fn default() -> Self {
        let [sheet, play, frame] = TYPST.map(|(name, text)| Template {
            name: name.to_owned(),
            text: text.to_owned(),
            is_built_in: true,
        });
        Self { sheet, play, frame }
    }
}

impl Templates {
    /// The templates of a folder, those built in where it lacks one.
    ///
    /// # Errors
    /// One that is there and cannot be read.
    pub fn of_folder(folder: &Path) -> Result<Self, Unreadable> {
        let mut templates = Self::default();
        for own in [
            &mut templates.sheet,
            &mut templates.play,
            &mut templates.frame,
        ] {
            match Template::read(&folder.join(&own.name)) {
                Err(Unreadable(_, error)) if error.kind() == ErrorKind::NotFound => {}
                read => *own = read?,
            }
        }
        Ok(templates)
    }

    /// The same frame around what the template of a file makes, for sheets of all kinds.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn with_file(mut self, path: &Path) -> Result<Self, Unreadable> {
        self.sheet = Template::read(path)?;
        self.play = self.sheet.clone();
        Ok(self)
    }
}

impl Template {
    fn read(path: &Path) -> Result<Self, Unreadable> {
        let text = fs::read_to_string(path);
        Ok(Self {
            text: text.map_err(|error| Unreadable(path.to_owned(), error))?,
            name: path.display().to_string(),
            is_built_in: false,
        })
    }
}
