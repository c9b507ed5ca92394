//! What all rooms of the loader share: the files, the messages collected so far, and small checks
//! on names; it knows nothing of the dataset's shapes.

use super::kind::Kind;
use super::raw::{Entries, Scalar};
use super::yaml::written;
use crate::diagnostic::{Diagnostic, FileIx, Files, MOST, Place};
use crate::model::{WrittenCondition, is_id};
use crate::nearest::{did_you_mean, listed};
use indexmap::IndexMap;
use std::borrow::Borrow;
use std::hash::Hash;
use std::ops::Range;

/// How many names are listed where none is near.
const SHORT_LIST: usize = 6;

/// The state of one load.
#[derive(Debug, Default)]
pub struct Context {
    /// The files read.
    pub files: Files,
    /// The messages collected.
    pub diagnostics: Vec<Diagnostic>,
    /// The conditions read.
    pub conditions: Vec<WrittenCondition>,
    /// Codes of messages that would only follow from files which could not be read.
    pub muted: Vec<&'static str>,
}

/// A file that was read and has the right shape.
#[derive(Debug)]
pub struct Parsed<T> {
    /// The file.
    pub file: FileIx,
    /// What it holds.
    pub value: T,
}

impl Context {
    /// Collects a message, its places moved onto characters of their files.
    pub fn report(&mut self, mut diagnostic: Diagnostic) {
        if self.muted.contains(&diagnostic.code) || self.diagnostics.len() >= MOST {
            return;
        }
        let others = diagnostic.secondary.iter_mut();
        for annotation in others.chain([&mut diagnostic.primary]) {
            annotation.place = self.files.inside(&annotation.place);
        }
        self.diagnostics.push(diagnostic);
    }

    /// Collects a message about the whole of `scalar`.
    pub fn error(&mut self, code: &'static str, message: String, file: FileIx, scalar: &Scalar) {
        let place = place(file, scalar);
        self.report(Diagnostic::new(code, message, place));
    }

    /// The place of the bytes `range` of the scalar's text; that of the whole scalar where they
    /// cannot be told, as behind an alias.
    pub fn place_in(&self, file: FileIx, scalar: &Scalar, range: Range<usize>) -> Place {
        let whole = self.files.inside(&place(file, scalar));
        let text = self.files.get(file).map_or("", |f| f.text.as_str());
        let written = text.get(whole.range.clone()).unwrap_or("");
        // The text of a page stands as it is.
        if written == scalar.value {
            let start = whole.range.start;
            let range = start + range.start..start + range.end;
            return Place { file, range };
        }
        match written::find(written, &scalar.value, range) {
            Some(found) => Place {
                file,
                range: whole.range.start + found.start..whole.range.start + found.end,
            },
            None => whole,
        }
    }

    /// The entries as a map; a key that stands twice is reported with both places.
    pub fn unique<V>(
        &mut self,
        file: FileIx,
        entries: Entries<V>,
    ) -> IndexMap<String, (Scalar, V)> {
        let mut map: IndexMap<String, (Scalar, V)> = IndexMap::new();
        for (key, value) in entries.all {
            if let Some((first, _)) = map.get(&key.value) {
                let first = place(file, first);
                self.report(repeated_key(&key.value, first, place(file, &key)));
            } else {
                map.insert(key.value.clone(), (key, value));
            }
        }
        map
    }

    /// What `scalar` names among the `known` things of a kind; reports it where there is no such.
    pub fn look_up<'k, Id, Thing>(
        &mut self,
        kind: Kind,
        file: FileIx,
        scalar: &Scalar,
        known: &'k IndexMap<Id, Thing>,
    ) -> Option<(&'k Id, &'k Thing)>
    where
        Id: Borrow<str> + Hash + Eq,
    {
        let found = known.get_key_value(scalar.value.as_str());
        if found.is_none() {
            let names = known.keys().map(Borrow::borrow);
            self.unknown(kind, place(file, scalar), &scalar.value, names);
        }
        found
    }

    /// What all of `scalars` name among the `known` things of a kind; what is none is reported.
    pub fn look_up_all<'s, Id, Thing>(
        &mut self,
        kind: Kind,
        file: FileIx,
        scalars: impl IntoIterator<Item = &'s Scalar>,
        known: &IndexMap<Id, Thing>,
    ) -> Vec<Id>
    where
        Id: Borrow<str> + Hash + Eq + Clone,
    {
        let scalars = scalars.into_iter();
        let found = scalars.filter_map(|scalar| self.look_up(kind, file, scalar, known));
        found.map(|(id, _)| id.clone()).collect()
    }

    /// Reports that there is no thing of the kind called `name`, with the nearest of the known
    /// names.
    pub fn unknown<'n>(
        &mut self,
        kind: Kind,
        at: Place,
        name: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        let message = format!("there is no {} `{name}`", kind.name);
        let help = format!("every {} is declared in {}", kind.name, kind.home);
        self.unknown_name(
            Diagnostic::new(kind.code, message, at).help(help),
            name,
            known,
        );
    }

    /// Reports that a name is not known, with the nearest of the known ones; with all where these
    /// are few and none is near; else with the help that the diagnostic has.
    pub fn unknown_name<'n>(
        &mut self,
        mut diagnostic: Diagnostic,
        name: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        let known: Vec<_> = known.collect();
        let near = did_you_mean(name, known.iter().copied());
        let few = (1..=SHORT_LIST).contains(&known.len());
        let all = few.then(|| match known.as_slice() {
            [only] => format!("there is only `{only}`"),
            known => format!("known are {}", listed(known, "and")),
        });
        diagnostic.help = near.or(all).or(diagnostic.help);
        self.report(diagnostic);
    }

    /// Whether `scalar` has the shape of an id; reports it if not.
    pub fn is_id(&mut self, file: FileIx, scalar: &Scalar, join: Option<char>) -> bool {
        let good = is_id(&scalar.value, join);
        if !good {
            let joined = join.map_or(String::new(), |c| format!(", such words joined by `{c}`"));
            let message = match scalar.value.as_str() {
                "" => "an id is missing here".to_owned(),
                id => format!("`{id}` is not an id"),
            };
            let help = format!("an id is lower-case letters and digits joined by hyphens{joined}");
            let place = place(file, scalar);
            self.report(Diagnostic::new("bad-id", message, place).help(help));
        }
        good
    }

    /// The number that `scalar` holds; reports it if it holds none.
    pub fn number(&mut self, file: FileIx, scalar: &Scalar) -> Option<u32> {
        let text = scalar.value.as_str();
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        if number.is_none() {
            let (message, help) = if digits {
                let message = format!("the number {text} is too large");
                (message, format!("the largest is {}", u32::MAX))
            } else {
                let message = format!("expected a whole number, found `{text}`");
                (message, "write it in digits: `20`".to_owned())
            };
            let place = place(file, scalar);
            self.report(Diagnostic::new("not-a-number", message, place).help(help));
        }
        number
    }

    /// Which of `all` the word is that `scalar` holds; reports it if it is none.
    pub fn one_of<T: Copy, const N: usize>(
        &mut self,
        file: FileIx,
        scalar: &Scalar,
        all: [T; N],
        word: impl Fn(T) -> &'static str,
    ) -> Option<T> {
        let found = all.into_iter().find(|one| word(*one) == scalar.value);
        if found.is_none() {
            self.expected_one_of(file, scalar, &all.map(word));
        }
        found
    }

    /// Reports that `scalar` holds none of the `expected` words.
    pub fn expected_one_of(&mut self, file: FileIx, scalar: &Scalar, expected: &[&str]) {
        let found = &scalar.value;
        let message = format!("expected {}, found `{found}`", listed(expected, "or"));
        let mut diagnostic = Diagnostic::new("unexpected-word", message, place(file, scalar));
        diagnostic.help = did_you_mean(found, expected.iter().copied());
        self.report(diagnostic);
    }
}

/// The message that a key stands twice in one mapping.
pub fn repeated_key(key: &str, first: Place, again: Place) -> Diagnostic {
    let message = format!("`{key}` stands twice in the same mapping");
    Diagnostic::new("duplicate-key", message, again)
        .label("again here")
        .also(first, "first here")
        .help("remove one of the two, or give it its own name")
}

/// The place of a scalar.
pub fn place(file: FileIx, scalar: &Scalar) -> Place {
    let range = scalar.span.clone();
    Place { file, range }
}

/// The start of `file`, for messages about the whole of it.
pub fn start_of(file: FileIx) -> Place {
    Place { file, range: 0..0 }
}
