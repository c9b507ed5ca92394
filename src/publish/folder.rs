//! What stands below OUT: it looks without following links, makes and removes; it does not know what
//! a build wants there.

use super::{PublishError, Result, cannot, if_there};
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder in OUT for all that is not a page.
pub(super) const CONTROL: &str = ".rulegrid";
/// The folder in it for new bytes.
const STAGE: &str = ".rulegrid/stage";

/// Whether a path names a file below OUT and outside of [`CONTROL`], on every system.
pub(super) fn is_safe(path: &str) -> bool {
    path.split('/').all(|name| {
        (1..=255).contains(&name.len())
            && !name.eq_ignore_ascii_case(CONTROL)
            && !name.ends_with(['.', ' '])
            && !name.contains(|c: char| c.is_control() || c == '\\' || c == ':')
    })
}

/// The folders above a path, outermost first, without their last `/`.
pub(super) fn parents(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

/// What stands at a path below OUT, no link followed.
#[derive(PartialEq)]
pub(super) enum Found {
    Nothing,
    File,
    Folder,
    /// A link or special file here, or anything but a folder above.
    Other(PathBuf),
}

/// What stands at a path below OUT.
pub(super) fn found(out: &Path, path: &str) -> Result<Found> {
    for above in parents(path).chain([path]) {
        let at = out.join(above);
        match if_there(fs::symlink_metadata(&at)).map_err(cannot("read", &at))? {
            None => return Ok(Found::Nothing),
            Some(meta) if meta.is_dir() => {}
            Some(meta) if meta.is_file() && above == path => return Ok(Found::File),
            Some(_) => return Ok(Found::Other(at)),
        }
    }
    Ok(Found::Folder)
}

/// Whether a plain file stands at the path and its bytes are as asked.
pub(super) fn holds(out: &Path, path: &str, asked: impl Fn(&[u8]) -> bool) -> Result<bool> {
    let at = out.join(path);
    Ok(found(out, path)? == Found::File && asked(&fs::read(&at).map_err(cannot("read", &at))?))
}

/// Makes the folders above a path, through no link.
pub(super) fn make_parents(out: &Path, path: &str) -> Result<()> {
    for above in parents(path) {
        let at = out.join(above);
        match fs::create_dir(&at) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => made.map_err(cannot("create", &at))?,
        }
        if found(out, above)? != Found::Folder {
            return Err(PublishError::InTheWay([at].into()));
        }
    }
    Ok(())
}

/// Removes a file, if there is one.
pub(super) fn remove(path: &Path) -> Result<()> {
    if_there(fs::remove_file(path))
        .map(drop)
        .map_err(cannot("remove", path))
}

/// A path in [`CONTROL`].
pub(super) fn control(out: &Path, name: &str) -> PathBuf {
    out.join(CONTROL).join(name)
}

/// Where the new bytes of a page wait for the commit, below OUT.
pub(super) fn staged(path: &str) -> String {
    format!("{STAGE}/{path}")
}

/// Removes all that is staged.
pub(super) fn clear(out: &Path) -> Result<()> {
    let stage = out.join(STAGE);
    if_there(fs::remove_dir_all(&stage))
        .map(drop)
        .map_err(cannot("remove", &stage))
}

/// The lock on a folder, until dropped.
pub(super) struct Lock(File);

impl Drop for Lock {
    /// Unlocks even if a process that is just being started still shares the file.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// The lock on OUT, which is made if need be.
pub(super) fn lock(out: &Path) -> Result<Lock> {
    // A file, a device, or a link that leads nowhere.
    if !out.is_dir() && out.symlink_metadata().is_ok() {
        return Err(PublishError::OutIsNoFolder(out.to_path_buf()));
    }
    fs::create_dir_all(out).map_err(cannot("create", out))?;
    let name = format!("{CONTROL}/lock");
    make_parents(out, &name)?;
    let path = out.join(&name);
    if !matches!(found(out, &name)?, Found::Nothing | Found::File) {
        return Err(PublishError::InTheWay([path].into()));
    }
    let opened = File::options().create(true).append(true).open(&path);
    let file = opened.map_err(cannot("create", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => Err(PublishError::Busy(out.to_path_buf())),
        Err(TryLockError::Error(error)) => Err(cannot("lock", &path)(error)),
    }
}
