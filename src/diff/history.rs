//! Earlier versions of a dataset, one folder each, and what changed from each to the next. Their
//! names are their only dates: no clock and no time of a file is read.

use super::{Diff, Narrow};
use crate::load::{LoadError, Loaded, load};
use crate::model::{Dataset, is_day};
use std::cmp::Ordering;
use std::path::Path;

/// The earlier versions of a dataset, the oldest first.
#[derive(Debug, Default)]
pub struct History {
    /// The versions.
    pub versions: Vec<Version>,
}

/// An earlier version.
#[derive(Debug)]
pub struct Version {
    /// What it is called.
    pub name: VersionName,
    /// What it says.
    pub loaded: Loaded,
}

/// The name of a version: an ISO date (`2026-11-30`), a version (`v1.2`), or a date and then more
/// (`2026-11-30-v1.2`). It can be the name of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionName(String);

/// Why there is no history.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The folder cannot be read.
    #[error("the history cannot be read: {0}")]
    Folder(String),
    /// A name is not one of a version.
    #[error(
        "`{0}` is not the name of a version\n\
         help: versions are named by an ISO date or a number, such as `2026-11-30` or `v1.2`: \
         letters, digits, `.`, `-` and `_`, with a digit"
    )]
    Name(String),
    /// A name begins like a date and is none.
    #[error(
        "there is no such day as that of the version `{0}`\n\
         help: write year, month and day: `2026-11-30`"
    )]
    Day(String),
    /// The version that is built is not the newest.
    #[error(
        "the version being built is called `{0}`, which does not come after `{1}` of the history\n\
         help: name a later one with --release"
    )]
    NotNewest(String, String),
    /// A version does not load.
    #[error("the version `{0}` of the history does not load")]
    Dataset(String, Box<LoadError>),
}

/// A version, and what changed since the one before.
#[derive(Debug)]
pub struct Step<'h> {
    /// Its name; none for the version that is being built, where it has none.
    pub name: Option<VersionName>,
    /// The one before, and what changed since; none for the first version.
    pub since: Option<(VersionName, Diff<'h>)>,
}

impl VersionName {
    /// Takes a name.
    ///
    /// # Errors
    /// It is neither a date nor a version.
    pub fn new(name: &str) -> Result<Self, HistoryError> {
        let is_known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
        let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        let is_short = name.len() <= 100;
        let has_digit = name.contains(|c: char| c.is_ascii_digit());
        if !(begins && is_short && has_digit && name.chars().all(is_known)) {
            return Err(HistoryError::Name(name.to_owned()));
        }
        match date_in(name) {
            Some((_, false)) => Err(HistoryError::Day(name.to_owned())),
            _ => Ok(Self(name.to_owned())),
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The day that the name begins with, if it does: `2026-11-30`.
    pub fn date(&self) -> Option<&str> {
        date_in(&self.0).map(|(date, _)| date)
    }
}

impl PartialOrd for VersionName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Numbers in names count as numbers: `v1.9` comes before `v1.10`.
impl Ord for VersionName {
    fn cmp(&self, other: &Self) -> Ordering {
        let (own, others) = (pieces(&self.0), pieces(&other.0));
        own.cmp(&others).then_with(|| self.0.cmp(&other.0))
    }
}

/// A name as numbers and what is between them; a number is compared by its length, then its
/// digits, and comes before everything else.
fn pieces(name: &str) -> Vec<(usize, &str)> {
    let is_digit = |c: &u8| c.is_ascii_digit();
    let pieces = name.as_bytes().chunk_by(|a, b| is_digit(a) == is_digit(b));
    let mut at = 0;
    let pieces = pieces.map(|piece| {
        let text = &name[at..at + piece.len()];
        at += piece.len();
        match text.starts_with(|c: char| c.is_ascii_digit()) {
            true => {
                let digits = text.trim_start_matches('0');
                (digits.len() + 1, digits)
            }
            false => (usize::MAX, text),
        }
    });
    pieces.collect()
}

/// The date that `name` begins with, and whether there is such a day.
fn date_in(name: &str) -> Option<(&str, bool)> {
    let date = name.get(..10)?;
    let shape = date.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    let ends = !name[10..].starts_with(|c: char| c.is_ascii_digit());
    if !shape || !ends {
        return None;
    }
    Some((date, is_day(date)))
}

impl History {
    /// The versions in the folders of `dir`, whose names are those of the versions; files and
    /// hidden folders are passed over.
    ///
    /// # Errors
    /// A folder that cannot be read, has no name of a version, or holds a dataset that does not
    /// load.
    pub fn read(dir: &Path) -> Result<Self, HistoryError> {
        let unreadable =
            |error: std::io::Error| HistoryError::Folder(format!("{}: {error}", dir.display()));
        let mut names = Vec::new();
        for entry in std::fs::read_dir(dir).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.starts_with('.') && entry.path().is_dir() {
                names.push((name, entry.path()));
            }
        }
        names.sort();
        let named = names
            .into_iter()
            .map(|(name, path)| Ok((VersionName::new(&name)?, path)));
        let mut named = named.collect::<Result<Vec<_>, HistoryError>>()?;
        named.sort();
        let versions = named.into_iter().map(|(name, path)| match load(&path) {
            Ok(loaded) => Ok(Version { name, loaded }),
            Err(error) => Err(HistoryError::Dataset(name.0, Box::new(error))),
        });
        let versions = versions.collect::<Result<_, _>>()?;
        Ok(Self { versions })
    }

    /// Every version and what changed since the one before, the oldest first and at last the
    /// dataset that is built, `current`; none where there is no earlier version.
    ///
    /// # Errors
    /// The name of `current` does not come after the others.
    pub fn steps<'h>(
        &'h self,
        current: &'h Dataset,
        name: Option<VersionName>,
        narrow: &Narrow,
    ) -> Result<Vec<Step<'h>>, HistoryError> {
        let Some(last) = self.versions.last() else {
            return Ok(Vec::new());
        };
        if let Some(name) = name.as_ref().filter(|name| **name <= last.name) {
            let (name, last) = (name.0.clone(), last.name.0.clone());
            return Err(HistoryError::NotNewest(name, last));
        }
        let earlier = self.versions.iter();
        let earlier = earlier.map(|v| (Some(v.name.clone()), &v.loaded.dataset));
        let mut steps = Vec::new();
        let mut before: Option<&Version> = None;
        for (at, (name, dataset)) in earlier.chain([(name, current)]).enumerate() {
            let since = before.map(|version| {
                let diff = Diff::new(&version.loaded.dataset, dataset, narrow.clone());
                (version.name.clone(), diff)
            });
            steps.push(Step { name, since });
            before = self.versions.get(at);
        }
        Ok(steps)
    }
}
