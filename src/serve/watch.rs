//! Tells that something in some folders changed, once for all that is done at a time; it does not
//! tell what. A folder may vanish and come back.

use notify_debouncer_full::file_id::{FileId, get_file_id};
use notify_debouncer_full::notify::{RecommendedWatcher, RecursiveMode, Result};
use notify_debouncer_full::{
    DebounceEventResult, DebouncedEvent, Debouncer, RecommendedCache, new_debouncer,
};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// How long it must be quiet before a change is told.
const QUIET: Duration = Duration::from_millis(40);
/// How often it is looked whether the folders are still the same.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Some folders under watch.
pub struct Watch {
    debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
    changes: Receiver<Change>,
    folders: Vec<Folder>,
}

struct Folder {
    path: PathBuf,
    /// The folder that is watched under this path; none where there is none.
    watched: Option<FileId>,
}

/// What was changed: whether one of the folders themselves is no longer what it was.
struct Change {
    is_of_folder: bool,
}

impl Watch {
    /// Watches these folders, also those that are not there yet.
    ///
    /// # Errors
    /// The system does not tell of changes.
    pub fn new(folders: impl Iterator<Item = PathBuf>) -> Result<Self> {
        let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        let folders = folders.map(|path| Folder {
            path: absolute(path),
            watched: None,
        });
        let folders: Vec<_> = folders.collect();
        let paths: Vec<_> = folders.iter().map(|folder| folder.path.clone()).collect();
        let (sender, changes) = mpsc::channel();
        let debouncer = new_debouncer(QUIET, None, move |result: DebounceEventResult| {
            if let Some(change) = change(&result, &paths) {
                // Whoever no longer waits needs not be told.
                let _ = sender.send(change);
            }
        })?;
        let mut watch = Self {
            debouncer,
            changes,
            folders,
        };
        watch.watch_anew();
        Ok(watch)
    }

    /// Waits until something has changed; false where nothing will be told any more.
    pub fn wait(&mut self) -> bool {
        loop {
            match self.changes.recv_timeout(LOOK_AGAIN) {
                Ok(change) => {
                    self.heed(&change);
                    self.is_more();
                    return true;
                }
                Err(RecvTimeoutError::Timeout) if self.watch_anew() => return true,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    /// Whether something has changed since, without waiting for it.
    pub fn is_more(&mut self) -> bool {
        let changes: Vec<_> = self.changes.try_iter().collect();
        for change in &changes {
            self.heed(change);
        }
        !changes.is_empty()
    }

    fn heed(&mut self, change: &Change) {
        if change.is_of_folder {
            // One that was removed and made again may have the same identity.
            for folder in &mut self.folders {
                folder.watched = None;
            }
            self.watch_anew();
        }
    }

    /// Watches what stands under the paths now; whether that is something else than before.
    fn watch_anew(&mut self) -> bool {
        let mut is_other = false;
        for folder in &mut self.folders {
            let now = get_file_id(&folder.path).ok();
            if folder.watched == now {
                continue;
            }
            is_other = true;
            // The watch on a folder that is gone may have gone with it.
            let _ = self.debouncer.unwatch(&folder.path);
            let watched = match &now {
                Some(_) => self.debouncer.watch(&folder.path, RecursiveMode::Recursive),
                None => Ok(()),
            };
            // What cannot be watched now is tried again.
            folder.watched = now.filter(|_| watched.is_ok());
        }
        is_other
    }
}

/// What happened, if more happened than that something was read.
fn change(result: &DebounceEventResult, folders: &[PathBuf]) -> Option<Change> {
    let Ok(events) = result else {
        return Some(Change { is_of_folder: true });
    };
    let is_written = |event: &&DebouncedEvent| !event.kind.is_access();
    let is_folder = |path: &PathBuf| folders.iter().any(|folder| folder == Path::new(path));
    let mut written = events.iter().filter(is_written).peekable();
    written.peek()?;
    let is_of_folder = written.any(|event| event.paths.iter().any(is_folder));
    Some(Change { is_of_folder })
}
