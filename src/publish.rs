//! Puts the files of a site into a folder so that a killed build is finished by the next one; it
//! does not make the pages, and it leaves alone what it did not write.
//!
//! All that is not a page lies in `OUT/.rulegrid/`: `lock` (held while a build runs), `manifest`
//! (what is ours), `stage/N` (new bytes) and `journal` (what to do with them). The rename of
//! `journal` into place is the commit: before it no page is touched, after it every step can be
//! done again, so [`recover`] finishes what a killed build left.
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

use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The folder in OUT for all that is not a page.
const CONTROL: &str = ".rulegrid";
/// How many files are staged at once, on all cores.
const AT_ONCE: usize = 64;
/// The first line of manifest and journal.
const FORMAT: &str = "rulegrid 1";

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
    /// OUT is no folder.
    #[error("{} is a file; move it away or choose another folder for the site", .0.display())]
    OutIsFile(PathBuf),
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

/// What is to be done with a path; in the manifest all is `Keep`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
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
struct Line {
    mark: Mark,
    hash: u64,
    path: String,
}

/// The numbers of the lines that put a staged file into place.
fn puts(lines: &[Line]) -> Vec<usize> {
    let is_put = |n: &usize| matches!(lines[*n].mark, Mark::New | Mark::Over);
    (0..lines.len()).filter(is_put).collect()
}

/// A hash that tells an edit or a torn file, not a forgery: in the manner of FNV-1a, but over words
/// of eight bytes and folded after each.
fn hash(bytes: &[u8]) -> u64 {
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

/// Whether a path names a file below OUT and outside of [`CONTROL`], on every system.
fn is_safe(path: &str) -> bool {
    path.split('/').all(|name| {
        (1..=255).contains(&name.len())
            && !name.eq_ignore_ascii_case(CONTROL)
            && !name.ends_with(['.', ' '])
            && !name.contains(|c: char| c.is_control() || c == '\\' || c == ':')
    })
}

/// The folders above a path, outermost first, without their last `/`.
fn parents(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

/// The bytes of the site by path.
type Site<'a> = BTreeMap<&'a str, &'a [u8]>;
/// The hashes of what is ours by path, as in the manifest.
type Ours = BTreeMap<String, u64>;

/// The site, if the paths are safe and can stand in one folder.
fn checked(files: &[SiteFile]) -> Result<Site<'_>> {
    let mut folded = BTreeMap::new();
    for SiteFile { path, .. } in files {
        if !is_safe(path) {
            return Err(PublishError::UnsafePath(path.clone()));
        }
        if let Some(first) = folded.insert(path.to_lowercase(), path) {
            return Err(PublishError::Collision(first.clone(), path.clone()));
        }
    }
    for (lower, path) in &folded {
        if let Some(first) = parents(lower).find_map(|above| folded.get(above)) {
            return Err(PublishError::Collision(first.to_string(), path.to_string()));
        }
    }
    Ok(files
        .iter()
        .map(|file| (file.path.as_str(), file.bytes.as_slice()))
        .collect())
}

/// What stands at a path below OUT, no link followed.
#[derive(PartialEq)]
enum Found {
    Nothing,
    File,
    Folder,
    /// A link or special file here, or anything but a folder above.
    Other(PathBuf),
}

/// What stands at a path below OUT.
fn found(out: &Path, path: &str) -> Result<Found> {
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
fn holds(out: &Path, path: &str, asked: impl Fn(&[u8]) -> bool) -> Result<bool> {
    let at = out.join(path);
    Ok(found(out, path)? == Found::File && asked(&fs::read(&at).map_err(cannot("read", &at))?))
}

/// Refuses, all at once, what stands in the way of the lines with these numbers.
fn refuse(out: &Path, lines: &[Line], numbers: &[usize]) -> Result<()> {
    let mut in_the_way = BTreeSet::new();
    for line in numbers.iter().map(|n| &lines[*n]) {
        match found(out, &line.path)? {
            Found::Nothing => {}
            Found::File if line.mark == Mark::Over => {}
            Found::File | Found::Folder => drop(in_the_way.insert(out.join(&line.path))),
            Found::Other(at) => drop(in_the_way.insert(at)),
        }
    }
    if in_the_way.is_empty() {
        Ok(())
    } else {
        Err(PublishError::InTheWay(in_the_way))
    }
}

/// Makes the folders above a path, through no link.
fn make_parents(out: &Path, path: &str) -> Result<()> {
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
fn remove(path: &Path) -> Result<()> {
    if_there(fs::remove_file(path))
        .map(drop)
        .map_err(cannot("remove", path))
}

/// A path in [`CONTROL`].
fn control(out: &Path, name: &str) -> PathBuf {
    out.join(CONTROL).join(name)
}

/// Removes all that is staged.
fn clear(out: &Path) -> Result<()> {
    let stage = control(out, "stage");
    if_there(fs::remove_dir_all(&stage))
        .map(drop)
        .map_err(cannot("remove", &stage))
}

/// The lock on a folder, until dropped.
struct Lock(File);

impl Drop for Lock {
    /// Unlocks even if a process that is just being started still shares the file.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// The lock on OUT, which is made if need be.
fn lock(out: &Path) -> Result<Lock> {
    if out.is_file() {
        return Err(PublishError::OutIsFile(out.to_path_buf()));
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

/// The lines of manifest or journal, if there is one.
fn read(out: &Path, name: &str) -> Result<Option<Vec<Line>>> {
    let path = control(out, name);
    let Some(bytes) = if_there(fs::read(&path)).map_err(cannot("read", &path))? else {
        return Ok(None);
    };
    let lines = str::from_utf8(&bytes).ok().and_then(decoded);
    lines.map(Some).ok_or(PublishError::Damaged(path))
}

/// Replaces manifest or journal, all or nothing, and on the disk before this returns.
fn write(out: &Path, name: &str, lines: &[Line]) -> Result<()> {
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

/// What it takes to turn what is ours into the site.
fn plan(out: &Path, ours: &Ours, site: &Site) -> Result<Vec<Line>> {
    let dropped = |(path, hash): (&String, &u64)| (path.clone(), (Mark::Drop, *hash));
    let mut lines: BTreeMap<_, _> = ours.iter().map(dropped).collect();
    let folders: BTreeSet<_> = site.keys().flat_map(|path| parents(path)).collect();
    for above in folders {
        let folder = format!("{above}/");
        if ours.contains_key(&folder) || found(out, above)? == Found::Nothing {
            lines.insert(folder, (Mark::Keep, 0));
        }
    }
    let pages = site.par_iter().map(|(path, bytes)| {
        let mark = if holds(out, path, |found| found == *bytes)? {
            Mark::Keep
        } else if ours.contains_key(*path) {
            Mark::Over
        } else {
            Mark::New
        };
        Ok((path.to_string(), (mark, hash(bytes))))
    });
    lines.extend(pages.collect::<Result<Vec<_>>>()?);
    let line = |(path, (mark, hash))| Line { mark, hash, path };
    Ok(lines.into_iter().map(line).collect())
}

/// Does what the journal says, with the staged files of these numbers; what else is to be done and
/// is done already is passed over.
fn replay(out: &Path, mut lines: Vec<Line>, left: &[usize], step: OnStep) -> Result<Published> {
    let mut done = Published::default();
    let mut made = "";
    for n in left {
        step("place");
        let path = lines[*n].path.as_str();
        let (from, to) = (control(out, &format!("stage/{n}")), out.join(path));
        // Pages of a folder follow each other.
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if folder != made {
            make_parents(out, path)?;
            made = folder;
        }
        fs::rename(from, &to).map_err(cannot("rename a page to", &to))?;
    }
    // Backwards, so that a folder comes after all that was in it.
    for line in lines.iter().rev().filter(|line| line.mark == Mark::Drop) {
        step("remove");
        let at = out.join(&line.path);
        if let Some(folder) = line.path.strip_suffix('/') {
            if found(out, folder)? == Found::Folder {
                // Fails if it holds what is not ours; and an empty folder harms nobody.
                let _ = fs::remove_dir(at);
            }
        } else if holds(out, &line.path, |found| hash(found) == line.hash)? {
            remove(&at)?;
            done.removed += 1;
        }
    }
    lines.retain(|line| line.mark != Mark::Drop);
    lines.iter_mut().for_each(|line| line.mark = Mark::Keep);
    let pages = lines.iter().filter(|line| !line.path.ends_with('/'));
    done.written = left.len();
    done.unchanged = pages.count() - done.written;
    step("manifest");
    write(out, "manifest", &lines)?;
    step("finish");
    remove(&control(out, "journal"))?;
    step("clear");
    clear(out)?;
    Ok(done)
}

/// Finishes a killed build from its journal, or discards what it staged without one.
fn recover_with(out: &Path, step: OnStep) -> Result<()> {
    let Some(lines) = read(out, "journal")? else {
        return clear(out);
    };
    let mut left = Vec::new();
    for n in puts(&lines) {
        // One that a power cut tore is not placed: the build that follows writes the page.
        let staged = format!("{CONTROL}/stage/{n}");
        if holds(out, &staged, |found| hash(found) == lines[n].hash)? {
            left.push(n);
        }
    }
    refuse(out, &lines, &left)?;
    replay(out, lines, &left, step).map(drop)
}

/// Finishes what a killed build left in OUT, if anything; every [`publish`] starts with it.
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

/// Makes OUT hold the site: all of these files, and no other file that an earlier build wrote.
/// Says how many files were written, left as they were, and removed.
///
/// # Errors
/// As [`recover`]; a path that leads out of OUT or stands twice; a file in the way that no build
/// wrote. Nothing was changed then, or the next build finishes it.
pub fn publish(out: &Path, files: &[SiteFile]) -> Result<Published> {
    publish_with(out, files, &mut |_| ())
}

/// [`publish`], calling `step` before each step.
#[doc(hidden)]
pub fn publish_with(out: &Path, files: &[SiteFile], step: OnStep) -> Result<Published> {
    let site = checked(files)?;
    let _lock = lock(out)?;
    recover_with(out, step)?;
    let manifest = read(out, "manifest")?.unwrap_or_default();
    let ours: Ours = manifest
        .into_iter()
        .map(|line| (line.path, line.hash))
        .collect();
    let lines = plan(out, &ours, &site)?;
    let kept = |line: &Line| line.mark == Mark::Keep && ours.get(&line.path) == Some(&line.hash);
    if lines.iter().all(kept) {
        let unchanged = site.len();
        return Ok(Published {
            unchanged,
            ..Published::default()
        });
    }
    let left = puts(&lines);
    refuse(out, &lines, &left)?;
    let stage = control(out, "stage");
    fs::create_dir(&stage).map_err(cannot("create", &stage))?;
    for some in left.chunks(AT_ONCE) {
        some.iter().for_each(|_| step("stage"));
        some.par_iter().try_for_each(|n| {
            let to = stage.join(n.to_string());
            fs::write(&to, site[lines[*n].path.as_str()]).map_err(cannot("write", &to))
        })?;
    }
    step("commit");
    write(out, "journal", &lines)?;
    replay(out, lines, &left, step)
}
