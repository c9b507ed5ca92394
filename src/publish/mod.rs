//! Puts the files of a site into a folder, each as it is made, so that a killed build is finished by
//! the next one; it does not make the pages, and it leaves alone what it did not write.
//!
//! A [`Publisher`] takes the pages one by one, from several threads and in any order. What stands in
//! OUT with the same bytes is only noted, other pages are staged at once, so that none is held in
//! memory: only its path and its hash are, until the commit.
//!
//! All that is not a page lies in `OUT/.rulegrid/`: `lock` (held while a build runs), `manifest`
//! (what is ours), `stage/PATH` (the new bytes of a page) and `journal` (what to do with them). The
//! rename of `journal` into place is the commit: before it no page is touched, after it every step
//! can be done again, so [`recover`] finishes what a killed build left.
//!
//! - Ours is what the manifest lists, and what stood there with exactly the bytes of a page
//!   (adopted). A page edited by hand is written over while the site has it; when the site drops
//!   it, it is kept and no longer ours.
//! - Of the folders only those that we made are removed, and only when empty.
//! - Nothing is written or removed through a symbolic link below OUT; OUT itself may be one.
//! - A page never takes the place of a folder, nor a folder that of a page: such a change of the
//!   site is refused, even if all of it is ours.
//! - Only journal and manifest are synced to the disk. After a power cut (not after a kill) pages
//!   may be torn until the next build, which compares every byte, writes them anew.

mod folder;
mod journal;
mod replay;

use folder::{
    CONTROL, Found, Lock, clear, found, holds, is_safe, lock, make_parents, parents, staged,
};
use journal::{Line, Mark, hash, puts, read, write};
use rayon::prelude::*;
use replay::{recover_with, refuse, replay};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One file of the site: a relative path with `/`, and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// Below OUT, with `/` between names.
    pub path: String,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// How many files a build wrote, found unchanged, and removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Published {
    /// New or changed.
    pub written: usize,
    /// Left alone, with their time of change.
    pub unchanged: usize,
    /// Of the site before and not of this one.
    pub removed: usize,
}

/// Why a site was not published.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The system refused an action on a path.
    #[error("cannot {0} {path}: {2}; see to its permissions and to free space, then build again", path = .1.display())]
    Io(&'static str, PathBuf, #[source] io::Error),
    /// Files, folders or links that are not ours stand where pages must go.
    #[error("this stands in the way of the site and is not for a build to replace; move it away or choose another folder, then build again:{}", listed(.0))]
    InTheWay(BTreeSet<PathBuf>),
    /// A page has a path that is not safe on every system.
    #[error(
        "{0:?} cannot be the path of a page: give names joined by `/`, each of 1 to 255 bytes, not `.rulegrid`, without `\\`, `:` and control characters, and with no dot or space at the end"
    )]
    UnsafePath(String),
    /// Two pages have paths that some systems take for one.
    #[error(
        "the site has {0:?} and {1:?}, which not every system can hold in one folder; rename one"
    )]
    Collision(String, String),
    /// OUT is there and no folder.
    #[error("{} is no folder; move it away or choose another folder for the site", .0.display())]
    OutIsNoFolder(PathBuf),
    /// Another process publishes in the same folder.
    #[error("another build is running in {}; build again when it has ended", .0.display())]
    Busy(PathBuf),
    /// Manifest or journal cannot be trusted.
    #[error("{} is damaged or of another version of rulegrid, and nothing was done with it; delete it and build again (old pages may then have to be moved away by hand)", .0.display())]
    Damaged(PathBuf),
}

/// The result of all that can fail here.
type Result<T, E = PublishError> = std::result::Result<T, E>;
/// Called before each step of a build with its name; a test can stop it there by a panic.
type OnStep<'a> = &'a mut dyn FnMut(&str);

/// The paths, each on a line of its own.
fn listed(paths: &BTreeSet<PathBuf>) -> String {
    let line = |path: &PathBuf| format!("\n  {}", path.display());
    paths.iter().map(line).collect()
}

/// Turns an error of the system into one that names the action and the path.
fn cannot(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> PublishError {
    move |source| PublishError::Io(action, path.to_path_buf(), source)
}

/// The result, or none where nothing stands at the path.
fn if_there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

/// What is to be done with each path, and its hash.
type Plan = BTreeMap<String, (Mark, u64)>;
/// The hashes of what is ours by path, as in the manifest.
type Ours = BTreeMap<String, u64>;

/// The pages that came so far.
#[derive(Default)]
struct Added {
    /// The paths, by what they are where capital and small letters are one.
    paths: BTreeMap<String, String>,
    pages: Plan,
}

impl Added {
    /// Notes that a page comes, if its path is safe and can stand in one folder with the others.
    fn claim(&mut self, path: &str) -> Result<()> {
        if !is_safe(path) {
            return Err(PublishError::UnsafePath(path.to_owned()));
        }
        let lower = path.to_lowercase();
        if let Some(other) = self.rival(&lower) {
            // The same pair, whichever of them came first.
            let (first, second) = (path.min(other), path.max(other));
            return Err(PublishError::Collision(first.to_owned(), second.to_owned()));
        }
        self.paths.insert(lower, path.to_owned());
        Ok(())
    }

    /// The page that stands at the path, or where a folder of the path must be, or in the path as
    /// in a folder.
    fn rival(&self, lower: &str) -> Option<&str> {
        let mut above = parents(lower).chain([lower]);
        if let Some(rival) = above.find_map(|above| self.paths.get(above)) {
            return Some(rival);
        }
        let folder = format!("{lower}/");
        let (next, rival) = self.paths.range(folder.clone()..).next()?;
        next.starts_with(&folder).then_some(rival)
    }
}

/// A build at work in a folder, in which no other can be at work before this one is dropped. No page
/// in it changes before the commit; dropped without one, it discards what it staged.
pub struct Publisher {
    out: PathBuf,
    ours: Ours,
    added: Mutex<Added>,
    _lock: Lock,
}

impl Publisher {
    /// Begins a build in OUT, which is made if need be; what a killed one left there is finished
    /// first.
    ///
    /// # Errors
    /// As [`recover`].
    pub fn open(out: &Path) -> Result<Self> {
        Self::open_with(out, &mut |_| ())
    }

    /// Takes a page: notes it where OUT has it already, else stages it. A build of which a page was
    /// refused must not be committed: it would lack that page.
    ///
    /// # Errors
    /// A path that leads out of OUT, or cannot stand beside that of another page; OUT cannot be read
    /// or written.
    pub fn add(&self, file: &SiteFile) -> Result<()> {
        self.add_with(file, &mut |_| ())
    }

    /// Makes OUT hold all that was added, and no other file that an earlier build wrote. Says how
    /// many files were written, left as they were, and removed.
    ///
    /// # Errors
    /// A file in the way that no build wrote; OUT cannot be read or written. Nothing was changed
    /// then, or the next build finishes it.
    pub fn commit(self) -> Result<Published> {
        self.commit_with(&mut |_| ())
    }

    fn open_with(out: &Path, step: OnStep) -> Result<Self> {
        let lock = lock(out)?;
        recover_with(out, step)?;
        let manifest = read(out, "manifest")?.unwrap_or_default().into_iter();
        Ok(Self {
            out: out.to_owned(),
            ours: manifest.map(|line| (line.path, line.hash)).collect(),
            added: Mutex::default(),
            _lock: lock,
        })
    }

    fn add_with(&self, file: &SiteFile, step: OnStep) -> Result<()> {
        let SiteFile { path, bytes } = file;
        self.added().claim(path)?;
        let mark = if holds(&self.out, path, |found| found == bytes)? {
            Mark::Keep
        } else if self.ours.contains_key(path) {
            Mark::Over
        } else {
            Mark::New
        };
        if mark != Mark::Keep {
            step("stage");
            self.stage(file)?;
        }
        let line = (mark, hash(bytes));
        self.added().pages.insert(path.clone(), line);
        Ok(())
    }

    fn commit_with(self, step: OnStep) -> Result<Published> {
        let unchanged = self.added().pages.len();
        let lines = self.lines()?;
        let is_kept =
            |line: &Line| line.mark == Mark::Keep && self.ours.get(&line.path) == Some(&line.hash);
        if lines.iter().all(is_kept) {
            return Ok(Published {
                unchanged,
                ..Published::default()
            });
        }
        let left = puts(&lines);
        refuse(&self.out, &lines, &left)?;
        step("commit");
        write(&self.out, "journal", &lines)?;
        replay(&self.out, lines, &left, step)
    }

    fn added(&self) -> MutexGuard<'_, Added> {
        // What is noted is whole, even if somebody panicked who noted it.
        self.added.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a page to where the commit finds it.
    fn stage(&self, file: &SiteFile) -> Result<()> {
        let path = staged(&file.path);
        let to = self.out.join(&path);
        let write = || File::create_new(&to).and_then(|mut staged| staged.write_all(&file.bytes));
        let written = match write() {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                make_parents(&self.out, &path)?;
                write()
            }
            other => other,
        };
        written.map_err(cannot("write", &to))
    }

    /// What it takes to turn what is ours into what was added, by path.
    fn lines(&self) -> Result<Vec<Line>> {
        let pages = std::mem::take(&mut self.added().pages);
        let dropped = |(path, hash): (&String, &u64)| (path.clone(), (Mark::Drop, *hash));
        let mut plan: Plan = self.ours.iter().map(dropped).collect();
        let folders: BTreeSet<_> = pages.keys().flat_map(|path| parents(path)).collect();
        for above in folders {
            let folder = format!("{above}/");
            if self.ours.contains_key(&folder) || found(&self.out, above)? == Found::Nothing {
                plan.insert(folder, (Mark::Keep, 0));
            }
        }
        plan.extend(pages);
        let line = |(path, (mark, hash))| Line { mark, hash, path };
        Ok(plan.into_iter().map(line).collect())
    }
}

impl Drop for Publisher {
    /// Discards what is staged, unless it is committed. After a panic that is left to the next build,
    /// as after a kill.
    fn drop(&mut self) {
        let journal = found(&self.out, &format!("{CONTROL}/journal"));
        if !std::thread::panicking() && matches!(journal, Ok(Found::Nothing)) {
            // What cannot be removed now, the next build removes.
            let _ = clear(&self.out);
        }
    }
}

/// Finishes what a killed build left in OUT, if anything; every [`Publisher`] starts with it.
///
/// # Errors
/// OUT cannot be read or written, or another build is at work in it.
pub fn recover(out: &Path) -> Result<()> {
    if found(out, CONTROL)? == Found::Nothing {
        return Ok(());
    }
    let _lock = lock(out)?;
    recover_with(out, &mut |_| ())
}

/// Makes OUT hold these files, and no other file that an earlier build wrote.
///
/// # Errors
/// As those of a [`Publisher`].
pub fn publish(out: &Path, files: &[SiteFile]) -> Result<Published> {
    let publisher = Publisher::open(out)?;
    files.par_iter().try_for_each(|file| publisher.add(file))?;
    publisher.commit()
}

/// [`publish`] on one thread, calling `step` before each step.
#[doc(hidden)]
pub fn publish_with(out: &Path, files: &[SiteFile], step: OnStep) -> Result<Published> {
    let publisher = Publisher::open_with(out, step)?;
    for file in files {
        publisher.add_with(file, step)?;
    }
    publisher.commit_with(step)
}
