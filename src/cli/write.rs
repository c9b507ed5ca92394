//! Writes files whole or not at all: a killed program or a full disk leaves the old file or the new
//! one, never half of one. Sites are not written here, see `publish`.

use std::fs;
use std::io::{Error, ErrorKind, Result, Write};
use std::path::Path;
use tempfile::{Builder, TempPath};

/// New bytes beside the file that they are for, on the disk already; gone when dropped.
pub struct Draft(TempPath, std::path::PathBuf);

impl Draft {
    /// For the file `to`, or the one that the link `to` leads to; rights and, where the system
    /// allows it, the owner stay.
    ///
    /// # Errors
    /// The system refuses it; nothing is changed then.
    pub fn new(to: &Path, bytes: &[u8]) -> Result<Self> {
        let to = match to.is_symlink() {
            true => to.canonicalize()?,
            false => to.to_owned(),
        };
        let old = fs::metadata(&to).ok();
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        if !folder.is_dir() {
            let message = format!("there is no folder `{}`", folder.display());
            return Err(Error::new(ErrorKind::NotFound, message));
        }
        let mut builder = Builder::new();
        // As any file that a program makes: for whom the system lets it be.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        if let Some(old) = old {
            #[cfg(unix)]
            keep_owner(file.path(), &old);
            file.as_file().set_permissions(old.permissions())?;
        }
        file.as_file().sync_all()?;
        Ok(Self(file.into_temp_path(), to))
    }

    /// Takes the place of the file.
    ///
    /// # Errors
    /// The system refuses it; the file is what it was then.
    pub fn place(self) -> Result<()> {
        self.0.persist(self.1).map_err(|error| error.error)
    }

    /// Takes a place where nothing stands yet.
    ///
    /// # Errors
    /// Something stands there, or the system refuses it.
    pub fn place_new(self) -> Result<()> {
        self.0
            .persist_noclobber(self.1)
            .map_err(|error| error.error)
    }
}

/// What may not be given away stays with who writes it.
#[cfg(unix)]
fn keep_owner(path: &Path, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    let _ = chown(path, Some(old.uid()), Some(old.gid()));
}

/// Writes `bytes` to `path`: to a device or pipe as they come, in place of a file as a whole.
///
/// # Errors
/// It is a folder, or the system refuses it; a file is what it was then.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Err(Error::other("it is a folder")),
        Ok(meta) if !meta.is_file() => fs::OpenOptions::new()
            .write(true)
            .open(path)?
            .write_all(bytes),
        _ => Draft::new(path, bytes)?.place(),
    }
}
