//! Manifest and journal, the two lists by which a build knows what is ours and what is to be done: it
//! reads and writes them whole; it does nothing of what they say.

use super::folder::{CONTROL, control, is_safe, remove};
use super::{PublishError, Result, cannot, if_there};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// The first line of manifest and journal.
const FORMAT: &str = "rulegrid 1";

/// What is to be done with a path; in the manifest all is `Keep`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Ours and stays; a folder of ours is made when a page needs it.
    Keep,
    /// Gets staged bytes; nothing stood there.
    New,
    /// Gets staged bytes in place of a page of ours.
    Over,
    /// Is removed: a page if it is as we wrote it, a folder if it is empty.
    Drop,
}

/// A line of manifest or journal. The path of a folder ends with `/`, and its hash is 0.
pub(super) struct Line {
    pub(super) mark: Mark,
    pub(super) hash: u64,
    pub(super) path: String,
}

/// The numbers of the lines that put a staged file into place.
pub(super) fn puts(lines: &[Line]) -> Vec<usize> {
    let is_put = |n: &usize| matches!(lines[*n].mark, Mark::New | Mark::Over);
    (0..lines.len()).filter(is_put).collect()
}

/// A hash that tells an edit or a torn file, not a forgery: in the manner of FNV-1a, but over words
/// of eight bytes and folded after each.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let ends = [last, (bytes.len() as u64).to_le_bytes()];
    words
        .iter()
        .chain(&ends)
        .fold(0xcbf2_9ce4_8422_2325, |hash, word| {
            let product = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            product ^ (product >> 32)
        })
}

/// The text of a journal: format, lines, and a hash of them. Paths hold no control characters
/// (see [`is_safe`]), so they need no escapes.
fn encoded(lines: &[Line]) -> String {
    let mut text = FORMAT.to_string();
    for Line { mark, hash, path } in lines {
        text.push_str(&format!("\n{mark:?} {hash:016x} {path}"));
    }
    let sum = hash(text.as_bytes());
    format!("{text}\nend {sum:016x}\n")
}

/// The lines of a text that [`encoded`] made, or none if it is not whole.
fn decoded(text: &str) -> Option<Vec<Line>> {
    let (body, end) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    let mut lines = body.split('\n');
    if end != format!("end {:016x}", hash(body.as_bytes())) || lines.next() != Some(FORMAT) {
        return None;
    }
    let line = |line: &str| {
        let (name, rest) = line.split_once(' ')?;
        let (hash, path) = rest.split_once(' ')?;
        let mut marks = [Mark::Keep, Mark::New, Mark::Over, Mark::Drop].into_iter();
        is_safe(path.strip_suffix('/').unwrap_or(path)).then_some(Line {
            mark: marks.find(|mark| format!("{mark:?}") == name)?,
            hash: u64::from_str_radix(hash, 16).ok()?,
            path: path.to_string(),
        })
    };
    lines.map(line).collect()
}

/// The lines of manifest or journal, if there is one.
pub(super) fn read(out: &Path, name: &str) -> Result<Option<Vec<Line>>> {
    let path = control(out, name);
    let Some(bytes) = if_there(fs::read(&path)).map_err(cannot("read", &path))? else {
        return Ok(None);
    };
    let lines = str::from_utf8(&bytes).ok().and_then(decoded);
    lines.map(Some).ok_or(PublishError::Damaged(path))
}

/// Replaces manifest or journal, all or nothing, and on the disk before this returns.
pub(super) fn write(out: &Path, name: &str, lines: &[Line]) -> Result<()> {
    let (path, draft) = (control(out, name), control(out, &format!("{name}.new")));
    remove(&draft)?;
    let written = File::create_new(&draft).and_then(|mut file| {
        file.write_all(encoded(lines).as_bytes())?;
        file.sync_all()
    });
    written.map_err(cannot("write", &draft))?;
    fs::rename(&draft, &path).map_err(cannot("rename a file to", &path))?;
    if cfg!(unix) {
        // Makes the rename last, too; elsewhere a folder cannot be opened for that.
        let folder = out.join(CONTROL);
        let synced = File::open(&folder).and_then(|folder| folder.sync_all());
        synced.map_err(cannot("sync", &folder))?;
    }
    Ok(())
}
