//! Where the files of a site go as soon as they are made; it notes what the service worker says of
//! them, and keeps none.

use super::beside::digits;
use crate::publish::SiteFile;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The hashes of files by path.
pub(super) type Hashes = BTreeMap<String, String>;

/// What takes files, from several threads and in any order, and what it was given so far.
pub(super) struct Outlet<'o, E> {
    take: &'o (dyn Fn(SiteFile) -> Result<(), E> + Sync),
    hashes: Mutex<Hashes>,
}

impl<'o, E> Outlet<'o, E> {
    /// An outlet that hands all files to `take`.
    pub(super) fn new(take: &'o (dyn Fn(SiteFile) -> Result<(), E> + Sync)) -> Self {
        Self {
            take,
            hashes: Mutex::default(),
        }
    }

    /// Hands on a file.
    ///
    /// # Errors
    /// What the taker refuses.
    pub(super) fn send(&self, file: SiteFile) -> Result<(), E> {
        let hash = digits(Sha256::digest(&file.bytes));
        // Each is noted whole, even if somebody panicked who noted one.
        let mut hashes = self.hashes.lock().unwrap_or_else(PoisonError::into_inner);
        hashes.insert(file.path.clone(), hash);
        drop(hashes);
        (self.take)(file)
    }

    /// The same for several files.
    ///
    /// # Errors
    /// What the taker refuses.
    pub(super) fn send_all(&self, files: impl IntoIterator<Item = SiteFile>) -> Result<(), E> {
        files.into_iter().try_for_each(|file| self.send(file))
    }

    /// The hashes of all files that it was given.
    pub(super) fn into_hashes(self) -> Hashes {
        let hashes = self.hashes.into_inner();
        hashes.unwrap_or_else(PoisonError::into_inner)
    }
}
