//! Writes the fixes of findings into a dataset: each is tried in a copy first and kept only if the
//! dataset still loads and says the same; then all files are changed, or none.

use super::write::{Draft, write};
use crate::diagnostic::Diagnostic;
use crate::lint::{Fixed, fixed, lint};
use crate::load::{Loaded, load_for_lint};
use crate::model::{Dataset, ElementIx, ElementSet, LanguageIx, Selection};
use crate::render::json;
use crate::view::Plan;
use indexmap::IndexMap;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use walkdir::WalkDir;

/// How often all findings are looked through: one fix may make room for another.
const MOST_ROUNDS: usize = 10;
/// What some editors put at the start of a file; it is no part of the text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Mends what can be mended in the dataset in `rules`, which is `loaded`: how many fixes changed
/// each file.
///
/// # Errors
/// A file that cannot be read or written, named; no file is changed then.
pub fn fix(
    rules: &Path,
    loaded: &Loaded,
    suggest: bool,
) -> Result<IndexMap<String, usize>, String> {
    let copy = Copy::of(rules)?;
    let before = meaning(&loaded.dataset);
    let mut counts: IndexMap<String, usize> = IndexMap::new();
    for _ in 0..MOST_ROUNDS {
        let Ok(now) = load_for_lint(copy.folder.path()) else {
            break;
        };
        let files = copy.safe_fixes(&now, &lint(&now, suggest), &before)?;
        if files.is_empty() {
            break;
        }
        copy.write(&files)?;
        for file in files {
            *counts.entry(file.path).or_default() += file.count;
        }
    }
    let paths: Vec<_> = counts.keys().cloned().collect();
    copy.bring_home(rules, &paths)?;
    Ok(counts)
}

/// A copy of a dataset's files, removed when dropped.
struct Copy {
    folder: TempDir,
}

impl Copy {
    fn of(rules: &Path) -> Result<Self, String> {
        let folder = TempDir::with_prefix("rulegrid-fix-");
        let folder = folder.map_err(|error| failed("write", &std::env::temp_dir(), &error))?;
        let copy = Self { folder };
        for entry in WalkDir::new(rules).follow_links(true) {
            let entry = entry.map_err(|error| format!("error: cannot read a file: {error}"))?;
            let below = entry.path().strip_prefix(rules).unwrap_or(entry.path());
            let to = copy.path(below);
            let made = if entry.file_type().is_dir() {
                std::fs::create_dir_all(&to)
            } else {
                std::fs::read(entry.path()).and_then(|bytes| std::fs::write(&to, bytes))
            };
            made.map_err(|error| failed("copy", entry.path(), &error))?;
        }
        Ok(copy)
    }

    fn path(&self, below: &Path) -> PathBuf {
        self.folder.path().join(below)
    }

    /// Whether the copy with these files still loads and says what it said before; the files are
    /// as they were afterwards.
    fn keeps_meaning(&self, files: &[Fixed], before: &[String]) -> Result<bool, String> {
        let old: Result<Vec<_>, _> = files.iter().map(|file| self.read(&file.path)).collect();
        let old = old?;
        self.write(files)?;
        let same =
            load_for_lint(self.folder.path()).is_ok_and(|now| meaning(&now.dataset) == before);
        for (file, bytes) in files.iter().zip(old) {
            self.replace(&file.path, &bytes)?;
        }
        Ok(same)
    }

    /// The files with all fixes; where these together would break something, with those that
    /// alone would not.
    fn safe_fixes(
        &self,
        now: &Loaded,
        found: &[Diagnostic],
        before: &[String],
    ) -> Result<Vec<Fixed>, String> {
        let all = fixed(&now.files, found);
        if self.keeps_meaning(&all, before)? {
            return Ok(all);
        }
        let mut safe = Vec::new();
        for finding in found.iter().filter(|finding| finding.fix.is_some()) {
            let alone = fixed(&now.files, std::slice::from_ref(finding));
            if self.keeps_meaning(&alone, before)? {
                safe.push(finding.clone());
            }
        }
        let safe = fixed(&now.files, &safe);
        let is_safe = self.keeps_meaning(&safe, before)?;
        Ok(if is_safe { safe } else { Vec::new() })
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let path = self.path(path.as_ref());
        std::fs::read(&path).map_err(|error| failed("read", &path, &error))
    }

    fn write(&self, files: &[Fixed]) -> Result<(), String> {
        for file in files {
            let has_mark = self.read(&file.path)?.starts_with(BYTE_ORDER_MARK);
            let mark = if has_mark { BYTE_ORDER_MARK } else { &[] };
            self.replace(&file.path, &[mark, file.text.as_bytes()].concat())?;
        }
        Ok(())
    }

    fn replace(&self, path: &str, bytes: &[u8]) -> Result<(), String> {
        let path = self.path(path.as_ref());
        std::fs::write(&path, bytes).map_err(|error| failed("write", &path, &error))
    }

    /// Puts the changed files into the dataset: links, owners and rights stay. All are written beside
    /// what they replace first; if one then cannot take its place, those before it get back what
    /// they had.
    fn bring_home(&self, rules: &Path, paths: &[String]) -> Result<(), String> {
        let unchanged = |error| format!("{error}\nhelp: nothing was changed");
        let drafts: Result<Vec<_>, _> = paths.iter().map(|path| self.draft(rules, path)).collect();
        let mut done: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        for (home, old, draft) in drafts.map_err(unchanged)? {
            if let Err(error) = draft.place() {
                for (home, old) in done {
                    write(&home, &old).map_err(|error| failed("restore", &home, &error))?;
                }
                return Err(unchanged(failed("write", &home, &error)));
            }
            done.push((home, old));
        }
        Ok(())
    }

    /// The place of a file in the dataset, what stands there, and what is to.
    fn draft(&self, rules: &Path, path: &str) -> Result<(PathBuf, Vec<u8>, Draft), String> {
        let home = rules.join(path);
        let old = std::fs::read(&home).map_err(|error| failed("read", &home, &error))?;
        let draft = Draft::new(&home, &self.read(path)?);
        let draft = draft.map_err(|error| failed("write", &home, &error))?;
        Ok((home, old, draft))
    }
}

fn failed(what: &str, path: &Path, error: &std::io::Error) -> String {
    format!("error: cannot {what} `{}`: {error}", path.display())
}

/// What a dataset says: every claim with its line and notes, and what is shown with nothing and with
/// everything in every edition and language, and with each element alone and with all but each.
fn meaning(dataset: &Dataset) -> Vec<String> {
    let mut said = Vec::new();
    for ((question, figure), claims) in &dataset.claims {
        for claim in claims {
            let (source, answer) = (&claim.source, &claim.answer);
            let (line, notes) = (claim.line, &claim.notes);
            said.push(format!(
                "{question} {figure} {source} {answer} {line:?} {notes:?}"
            ));
        }
    }
    let plan = Plan::new(dataset);
    let mut see = |selection: &Selection, language| {
        let view = plan.view(selection, language);
        said.push(json::document(&view).to_string());
    };
    let count = dataset.elements.len();
    let ends = [ElementSet::empty(count), ElementSet::full(count)];
    for (language, _) in dataset.languages() {
        for (edition, ..) in dataset.editions() {
            for elements in ends.clone() {
                see(&Selection { edition, elements }, language);
            }
        }
    }
    let edition = dataset.default_edition;
    for element in (0u16..).map(ElementIx).take(count) {
        for (mut elements, chosen) in ends.iter().cloned().zip([true, false]) {
            elements.set(element, chosen);
            see(&Selection { edition, elements }, LanguageIx(0));
        }
    }
    said.sort();
    said
}
