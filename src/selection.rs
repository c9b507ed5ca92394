//! Selections as people write them: names on a command line, or the address of a page.
//!
//! In an address, `ed` is the edition and `x` a list that is read from left to right: an expansion
//! or element adds, with `-` before it takes away. The canonical form names whole expansions
//! first, then elements that stand in none of them, in the order of the dataset.

use crate::logic::{self, Condition, Witness};
use crate::model::*;
use indexmap::IndexSet;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

/// Why a selection cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectionError {
    /// What is not known: an edition, an expansion or element, …
    pub kind: &'static str,
    /// What was written.
    pub name: String,
    /// The nearest known names.
    pub nearest: Vec<String>,
    /// All known names, where these are few and none is near.
    pub known: Vec<String>,
}

/// How many names are few enough to be listed.
const FEW: usize = 6;

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} `{}`", self.kind, self.name)?;
        if !self.nearest.is_empty() {
            let names: Vec<_> = self.nearest.iter().map(|n| format!("`{n}`")).collect();
            write!(f, "; did you mean {}?", names.join(" or "))?;
        } else if !self.known.is_empty() {
            let names: Vec<_> = self.known.iter().map(String::as_str).collect();
            write!(f, "; known are {}", crate::nearest::listed(&names, "and"))?;
        }
        Ok(())
    }
}

impl std::error::Error for SelectionError {}

/// The elements that a name chooses: those of an expansion, or the one element.
///
/// # Errors
/// The name is neither; the nearest known ones are given.
pub fn elements_of(dataset: &Dataset, name: &str) -> Result<Vec<ElementIx>, SelectionError> {
    if let Some(expansion) = dataset.expansions.get(name) {
        return Ok(expansion.elements.clone());
    }
    if let Some(element) = dataset.element_ix(name) {
        return Ok(vec![element]);
    }
    let expansions = dataset.expansions.keys().map(ExpansionId::as_str);
    let known = expansions.chain(dataset.elements.keys().map(ElementId::as_str));
    Err(unknown("expansion or element", name, known))
}

/// The edition that a name means.
///
/// # Errors
/// There is none of that name; the nearest known ones are given.
pub fn edition_of(dataset: &Dataset, name: &str) -> Result<EditionIx, SelectionError> {
    dataset.edition_ix(name).ok_or_else(|| {
        let known = dataset.editions.keys().map(EditionId::as_str);
        unknown("edition", name, known)
    })
}

fn unknown<'n>(
    kind: &'static str,
    name: &str,
    known: impl Iterator<Item = &'n str> + Clone,
) -> SelectionError {
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let nearest = crate::nearest::nearest(name, known.clone());
    let few = |known: &Vec<&str>| nearest.is_empty() && known.len() <= FEW;
    let known = Some(known.collect()).filter(few).unwrap_or_default();
    SelectionError {
        kind,
        name: name.to_owned(),
        nearest: owned(nearest),
        known: owned(known),
    }
}

/// The elements chosen by names: all or none, then `with`, then less `without`.
///
/// # Errors
/// All names that are not known.
pub fn from_names(
    dataset: &Dataset,
    all: bool,
    with: &[String],
    without: &[String],
) -> Result<ElementSet, Vec<SelectionError>> {
    let count = dataset.elements.len();
    let mut set = if all {
        ElementSet::full(count)
    } else {
        ElementSet::empty(count)
    };
    let mut errors = Vec::new();
    for (names, chosen) in [(with, true), (without, false)] {
        for name in names {
            match elements_of(dataset, name) {
                Ok(elements) => elements.into_iter().for_each(|e| set.set(e, chosen)),
                Err(error) => errors.push(error),
            }
        }
    }
    if errors.is_empty() {
        Ok(set)
    } else {
        Err(errors)
    }
}

/// The selection that an address means: a whole one, or only its `?ed=…&x=…`.
///
/// # Errors
/// All names that are not known.
pub fn from_address(dataset: &Dataset, address: &str) -> Result<Selection, Vec<SelectionError>> {
    let query = address.split_once('?').map_or(address, |(_, query)| query);
    let query = query.split('#').next().unwrap_or("");
    let mut selection = Selection {
        edition: dataset.default_edition,
        elements: ElementSet::empty(dataset.elements.len()),
    };
    let mut errors = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = percent_decoded(value);
        match key {
            "ed" => match edition_of(dataset, &value) {
                Ok(edition) => selection.edition = edition,
                Err(error) => errors.push(error),
            },
            "x" => {
                for name in value.split(',').filter(|name| !name.is_empty()) {
                    let (name, chosen) = match name.strip_prefix('-') {
                        Some(name) => (name, false),
                        None => (name, true),
                    };
                    match elements_of(dataset, name) {
                        Ok(elements) => elements
                            .into_iter()
                            .for_each(|element| selection.elements.set(element, chosen)),
                        Err(error) => errors.push(error),
                    }
                }
            }
            _ => {}
        }
    }
    if errors.is_empty() {
        Ok(selection)
    } else {
        Err(errors)
    }
}

/// What elements are called: whole expansions, and elements that stand in none of these.
#[derive(Debug, PartialEq, Eq)]
pub struct Shelf<'d> {
    /// The expansions, in the order of the dataset.
    pub expansions: IndexSet<&'d ExpansionId>,
    /// The elements, in the order in which the expansions list them.
    pub elements: IndexSet<ElementIx>,
}

/// The shelf on which just `chosen` stands.
///
/// Expansions can share elements. Of those that are chosen as a whole, the largest come first, of
/// equal ones the earlier, and one is not named all of whose elements stand in named ones already.
pub fn shelf<'d>(dataset: &'d Dataset, chosen: &ElementSet) -> Shelf<'d> {
    let is_chosen = |element: &ElementIx| chosen.contains(*element);
    let expansions = dataset.expansions.iter();
    let whole = expansions.filter(|(_, expansion)| expansion.elements.iter().all(is_chosen));
    let mut whole: Vec<_> = whole.collect();
    whole.sort_by_key(|(_, expansion)| Reverse(expansion.elements.len()));
    let mut told: BTreeSet<&ElementIx> = BTreeSet::new();
    whole.retain(|(_, expansion)| {
        let before = told.len();
        told.extend(&expansion.elements);
        told.len() > before
    });
    let mut named: IndexSet<_> = whole.into_iter().map(|(id, _)| id).collect();
    named.sort_by_key(|id| dataset.expansions.get_index_of(*id));
    let listed = dataset.expansions.values().flat_map(|e| &e.elements);
    let left = listed.filter(|element| is_chosen(element) && !told.contains(element));
    Shelf {
        expansions: named,
        elements: left.copied().collect(),
    }
}

/// The canonical address of a selection: `?ed=R2&x=extraction,brake`.
pub fn address(dataset: &Dataset, selection: &Selection) -> String {
    let shelf = shelf(dataset, &selection.elements);
    let elements = shelf.elements.iter();
    let elements = elements.map(|element| dataset.element(*element).0.as_str());
    let expansions = shelf.expansions.iter().map(|id| id.as_str());
    let names: Vec<_> = expansions.chain(elements).collect();
    let edition = dataset.edition(selection.edition).0;
    if names.is_empty() {
        format!("?ed={edition}")
    } else {
        format!("?ed={edition}&x={}", names.join(","))
    }
}

/// The smallest selection in which `condition` holds, as an address that can be pasted into
/// `show --selection` or behind a page's name; `None` where it never holds.
pub fn witness_address(dataset: &Dataset, condition: &Condition) -> Option<String> {
    let witness = logic::witness(condition, dataset.editions.len())?;
    Some(address_of(dataset, &witness))
}

/// The address of the selection that a witness is.
pub fn address_of(dataset: &Dataset, witness: &Witness) -> String {
    let mut elements = ElementSet::empty(dataset.elements.len());
    for element in &witness.elements {
        elements.set(*element, true);
    }
    let edition = witness.edition;
    address(dataset, &Selection { edition, elements })
}

/// `%2C` and the like, and `+`, as the characters they stand for; what is wrong stays as it is.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let hex = hex.filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (first, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = &tail[2..];
            }
            (b'+', _) => {
                bytes.push(b' ');
                rest = tail;
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
