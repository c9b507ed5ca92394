//! Does what a journal says, in the build that wrote it or in the one after it was killed; what to do
//! is decided before.

use super::folder::{Found, clear, control, found, holds, make_parents, remove, staged};
use super::journal::{Line, Mark, hash, puts, read, write};
use super::{OnStep, PublishError, Published, Result, cannot};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Refuses, all at once, what stands in the way of the lines with these numbers.
pub(super) fn refuse(out: &Path, lines: &[Line], numbers: &[usize]) -> Result<()> {
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

/// Does what the journal says, with the staged files of these numbers; what else is to be done and
/// is done already is passed over.
pub(super) fn replay(
    out: &Path,
    mut lines: Vec<Line>,
    left: &[usize],
    step: OnStep,
) -> Result<Published> {
    let mut done = Published::default();
    let mut made = "";
    for n in left {
        step("place");
        let path = lines[*n].path.as_str();
        let (from, to) = (out.join(staged(path)), out.join(path));
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
pub(super) fn recover_with(out: &Path, step: OnStep) -> Result<()> {
    let Some(lines) = read(out, "journal")? else {
        return clear(out);
    };
    let mut left = Vec::new();
    for n in puts(&lines) {
        // One that a power cut tore is not placed: the build that follows writes the page.
        let Line {
            hash: whole, path, ..
        } = &lines[n];
        if holds(out, &staged(path), |found| hash(found) == *whole)? {
            left.push(n);
        }
    }
    refuse(out, &lines, &left)?;
    replay(out, lines, &left, step).map(drop)
}
