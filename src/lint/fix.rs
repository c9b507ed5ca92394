//! Applies the fixes of findings to the texts of files; it does not write them.

use crate::diagnostic::{Diagnostic, Edit, FileIx, Files, Fix};
use std::collections::BTreeMap;

/// A file whose text fixes have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// Its path below the folder of the dataset.
    pub path: String,
    /// The new text.
    pub text: String,
    /// How many fixes changed it.
    pub count: usize,
}

/// The files that the fixes of `findings` change. A fix that overlaps one before it is left for the
/// next run, whole.
pub fn fixed(files: &Files, findings: &[Diagnostic]) -> Vec<Fixed> {
    let mut taken: BTreeMap<FileIx, Vec<&Edit>> = BTreeMap::new();
    let mut counts: BTreeMap<FileIx, usize> = BTreeMap::new();
    for fix in findings.iter().filter_map(|finding| finding.fix.as_ref()) {
        if fix.edits.iter().any(|edit| overlaps(&taken, edit)) {
            continue;
        }
        for edit in &fix.edits {
            taken.entry(edit.place.file).or_default().push(edit);
        }
        for file in files_of(fix) {
            *counts.entry(file).or_default() += 1;
        }
    }
    let changed = taken.into_iter().filter_map(|(ix, edits)| {
        let file = files.get(ix)?;
        Some(Fixed {
            path: file.path.clone(),
            text: edited(&file.text, edits),
            count: counts.get(&ix).copied().unwrap_or(0),
        })
    });
    changed.collect()
}

fn files_of(fix: &Fix) -> Vec<FileIx> {
    let mut files: Vec<_> = fix.edits.iter().map(|edit| edit.place.file).collect();
    files.sort_unstable();
    files.dedup();
    files
}

fn overlaps(taken: &BTreeMap<FileIx, Vec<&Edit>>, edit: &Edit) -> bool {
    let own = &edit.place.range;
    let others = taken.get(&edit.place.file).into_iter().flatten();
    others
        .map(|other| &other.place.range)
        .any(|other| own.start < other.end && other.start < own.end || own == other)
}

fn edited(text: &str, mut edits: Vec<&Edit>) -> String {
    edits.sort_by_key(|edit| edit.place.range.start);
    let mut out = String::with_capacity(text.len());
    let mut rest = 0;
    for edit in edits {
        out.push_str(&text[rest..edit.place.range.start]);
        out.push_str(&edit.with);
        rest = edit.place.range.end;
    }
    out.push_str(&text[rest..]);
    out
}
