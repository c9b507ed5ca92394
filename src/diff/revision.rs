//! Finds a version of a dataset: a folder, or a revision that git reads into a temporary one. It
//! changes nothing in the repository and loads nothing.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A version's folder; a temporary one is removed with it.
#[derive(Debug)]
pub struct Source {
    name: String,
    folder: PathBuf,
    _temporary: Option<TempDir>,
}

/// Why there is no such version.
#[derive(Debug, thiserror::Error)]
pub enum RevisionError {
    /// A file stands where a folder is wanted.
    #[error("`{0}` is a file, not the folder of a dataset\nhelp: name the folder that it is in")]
    IsFile(String),
    /// There is no folder, and git is not there to be asked.
    #[error(
        "there is no folder `{0}`, and without the command `git` no revision can be read\n\
         help: name a folder, or install git"
    )]
    NoGit(String),
    /// There is neither a folder nor a revision.
    #[error(
        "there is no folder `{name}`, and git knows no such revision: {why}\n\
         help: name a folder, a revision such as `HEAD~1`, or a folder in a revision such as \
         `v1.2:rules`"
    )]
    Unknown {
        /// What was asked for.
        name: String,
        /// What git says.
        why: String,
    },
    /// The revision has a file of that name.
    #[error("`{0}` is a file in its revision, not the folder of a dataset")]
    NoFolder(String),
    /// Git could not write the folder.
    #[error("git cannot read `{name}`: {why}")]
    Unreadable {
        /// What was asked for.
        name: String,
        /// What git or the system says.
        why: String,
    },
}

impl Source {
    /// The folder `name`, or the git revision of that name: `v1.2:rules` is a folder of a
    /// revision, counted from the top of the repository; `HEAD~1` alone is the folder `beside` as
    /// it was then.
    ///
    /// # Errors
    /// There is neither, or git is not there.
    pub fn find(name: &str, beside: &Path) -> Result<Self, RevisionError> {
        let folder = PathBuf::from(name);
        if folder.is_dir() {
            return Ok(Self {
                name: name.to_owned(),
                folder,
                _temporary: None,
            });
        }
        if folder.exists() {
            return Err(RevisionError::IsFile(name.to_owned()));
        }
        let git = Git {
            name,
            at: if name.contains(':') {
                Path::new(".")
            } else {
                beside
            },
        };
        let temporary = git.folder()?;
        Ok(Self {
            name: name.to_owned(),
            folder: temporary.path().join(FILES),
            _temporary: Some(temporary),
        })
    }

    /// What it was asked for by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The folder of a revision's files in a temporary folder.
const FILES: &str = "files";

/// One revision, and where git is asked for it.
struct Git<'g> {
    name: &'g str,
    at: &'g Path,
}

impl Git<'_> {
    /// The files of the revision in a temporary folder.
    fn folder(&self) -> Result<TempDir, RevisionError> {
        let tree = self.tree()?;
        let unreadable = |why: std::io::Error| self.unreadable(why.to_string());
        let temporary = tempfile::tempdir().map_err(unreadable)?;
        let files = temporary.path().join(FILES);
        std::fs::create_dir(&files).map_err(unreadable)?;
        // An index and a work tree of its own leave those of the repository alone.
        let index = temporary.path().join("index");
        self.done(|git| git.env("GIT_INDEX_FILE", &index).args(["read-tree", &tree]))?;
        self.done(|git| {
            git.env("GIT_INDEX_FILE", &index)
                .env("GIT_WORK_TREE", &files)
                .args(["checkout-index", "--all"])
        })?;
        Ok(temporary)
    }

    /// The name of the tree that holds the dataset.
    fn tree(&self) -> Result<String, RevisionError> {
        let object = match self.name.contains(':') {
            true => self.name.to_owned(),
            false => format!("{}:./", self.name),
        };
        let kind = self.run(|git| git.args(["cat-file", "-t", "--end-of-options", &object]))?;
        if !kind.status.success() {
            return Err(RevisionError::Unknown {
                name: self.name.to_owned(),
                why: said(&kind),
            });
        }
        if String::from_utf8_lossy(&kind.stdout).trim() != "tree" {
            return Err(RevisionError::NoFolder(self.name.to_owned()));
        }
        let found = ["rev-parse", "--verify", "--end-of-options", &object];
        let found = self.done(|git| git.args(found))?;
        Ok(String::from_utf8_lossy(&found.stdout).trim().to_owned())
    }

    /// What a command of git gave that must succeed.
    fn done(
        &self,
        arguments: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Result<Output, RevisionError> {
        let output = self.run(arguments)?;
        if output.status.success() {
            return Ok(output);
        }
        Err(self.unreadable(said(&output)))
    }

    fn run(
        &self,
        arguments: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Result<Output, RevisionError> {
        let mut git = Command::new("git");
        git.arg("-C").arg(self.at).env("LC_ALL", "C");
        // No program that the repository's settings name is run for a look at its files.
        git.args(["-c", "core.fsmonitor=false"]);
        arguments(&mut git)
            .output()
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound => RevisionError::NoGit(self.name.to_owned()),
                _ => self.unreadable(error.to_string()),
            })
    }

    fn unreadable(&self, why: String) -> RevisionError {
        RevisionError::Unreadable {
            name: self.name.to_owned(),
            why,
        }
    }
}

/// The first line of what git said went wrong.
fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("fatal: ").to_owned()
}
