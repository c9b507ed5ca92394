//! `rulegrid new`: a small dataset to begin with, whose comments teach the format.

use super::write::Draft;
use super::{Failure, Outcome};
use clap::Args;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The files of the dataset: path and text.
const FILES: [(&str, &str); 14] = [
    ("game.yaml", include_str!("../../templates/new/game.yaml")),
    (
        "figures.yaml",
        include_str!("../../templates/new/figures.yaml"),
    ),
    (
        "questions.yaml",
        include_str!("../../templates/new/questions.yaml"),
    ),
    (
        "sections.yaml",
        include_str!("../../templates/new/sections.yaml"),
    ),
    (
        "presets.yaml",
        include_str!("../../templates/new/presets.yaml"),
    ),
    (
        "cell-texts.yaml",
        include_str!("../../templates/new/cell-texts.yaml"),
    ),
    (
        "expansions/frost.yaml",
        include_str!("../../templates/new/expansions/frost.yaml"),
    ),
    (
        "expansions/visitors.yaml",
        include_str!("../../templates/new/expansions/visitors.yaml"),
    ),
    (
        "facts/forum.yaml",
        include_str!("../../templates/new/facts/forum.yaml"),
    ),
    (
        "facts/resolutions.yaml",
        include_str!("../../templates/new/facts/resolutions.yaml"),
    ),
    (
        "facts/rulebook.yaml",
        include_str!("../../templates/new/facts/rulebook.yaml"),
    ),
    (
        "notes/workers.yaml",
        include_str!("../../templates/new/notes/workers.yaml"),
    ),
    (
        "tables/workers.yaml",
        include_str!("../../templates/new/tables/workers.yaml"),
    ),
    (
        "terms/en.yaml",
        include_str!("../../templates/new/terms/en.yaml"),
    ),
];

/// The options of `rulegrid new`.
#[derive(Args, Debug)]
pub struct New {
    /// The folder of the new dataset; it must be empty or not there yet
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl New {
    /// Writes it.
    pub fn run(&self) -> Outcome {
        let folder = self.folder.display();
        check_empty(&self.folder)?;
        let was_there = self.folder.exists();
        for (at, (path, text)) in FILES.iter().enumerate() {
            let path = self.folder.join(path);
            if let Err(error) = write(&path, text) {
                take_back(&self.folder, was_there, at);
                let path = path.display();
                return Err(Failure(format!("error: cannot write {path}: {error}")));
            }
        }
        anstream::eprintln!(
            "{} files in {folder}; look at them with `rulegrid serve --rules {folder} --open`",
            FILES.len()
        );
        Ok(ExitCode::SUCCESS)
    }
}

/// Whether nothing is there that could be lost.
fn check_empty(folder: &Path) -> Result<(), Failure> {
    let name = folder.display();
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure(format!(
            "error: the folder `{name}` is not empty\nhelp: name another one, or one that is not there yet"
        ))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure(format!(
            "error: cannot use `{name}`: {error}\nhelp: name a folder that is not there yet"
        ))),
    }
}

/// Writes a file that is not there yet, and the folders above it.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    Draft::new(path, text.as_bytes())?.place_new()
}

/// Removes the first `count` files again, and the folders that are empty without them.
fn take_back(folder: &Path, was_there: bool, count: usize) {
    for (path, _) in &FILES[..count] {
        let _ = fs::remove_file(folder.join(path));
    }
    let below = FILES.iter().filter_map(|(path, _)| path.split_once('/'));
    for (name, _) in below {
        let _ = fs::remove_dir(folder.join(name));
    }
    if !was_there {
        let _ = fs::remove_dir(folder);
    }
}
