//! Ids of the dataset's things, each kind a type of its own; it does not look anything up.

use std::fmt;

/// Whether `text` has the shape of an id: `[a-z0-9]+(-[a-z0-9]+)*`, such words joined by `join`.
///
/// `join` is `/` for questions, `@` for notes and cell texts, and `None` for everything else.
pub fn is_id(text: &str, join: Option<char>) -> bool {
    let word = |part: &str| {
        part.split('-').all(|run| {
            !run.is_empty()
                && run
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
    };
    match join {
        Some(join) => text.split(join).all(word),
        None => word(text),
    }
}

/// Whether `text` has the shape of an edition's id: letters, digits and single dots (`R2`).
pub fn is_edition_id(text: &str) -> bool {
    text.split('.')
        .all(|run| !run.is_empty() && run.bytes().all(|b| b.is_ascii_alphanumeric()))
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(String);

        impl $name {
            /// The id as it stands in the dataset.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Takes `text` as an id; that it has the shape of one is checked where it is declared.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }
    )*};
}

ids! {
    /// A source of facts: `standard`.
    SourceId
    /// An edition: `R2`.
    EditionId
    /// A product on the shelf: `extraction`.
    ExpansionId
    /// A part of a product that rules depend on: `coolant`.
    ElementId
    /// A figure: `band-saw`.
    FigureId
    /// A question: `material/acrylic`.
    QuestionId
    /// A section of a table: `materials`.
    SectionId
    /// A table: `saws`.
    TableId
    /// A footnote: `head@laser-cutter`.
    NoteId
    /// A short text that stands in a cell: `distance@laser-cutter`.
    CellTextId
    /// A ready-made selection: `everything`.
    PresetId
    /// A phase, part or step of the order of play: `switch-on`.
    StepId
    /// A general list: `what-needs-power`.
    ListId
    /// An entry of the FAQ: `gloves-at-the-saw`.
    FaqId
    /// A page in Markdown: `extraction`.
    PageId
}

/// The position of an edition in the dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EditionIx(pub u16);

/// The position of an element in the dataset, counted over all expansions in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementIx(pub u16);

/// The position of a language in the dataset; 0 is the language that missing texts fall back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LanguageIx(pub u16);

impl EditionIx {
    /// The position as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl ElementIx {
    /// The position as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl LanguageIx {
    /// The position as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_lower_case_words_joined_by_hyphens() {
        for good in ["a", "20th-anniversary", "c3", "gq11"] {
            assert!(is_id(good, None), "{good}");
        }
        for bad in ["", "-a", "a-", "a--b", "A", "ă", "a/b", "a b", "a_b"] {
            assert!(!is_id(bad, None), "{bad}");
        }
        assert!(is_id("work/wet", Some('/')));
        assert!(!is_id("removal/", Some('/')));
        assert!(is_id("head@band-saw", Some('@')));
    }

    #[test]
    fn edition_ids_hold_no_hyphen() {
        assert!(is_edition_id("C3.1"));
        for bad in ["C3-1", "", "C3.", ".1", "C 3"] {
            assert!(!is_edition_id(bad), "{bad}");
        }
    }
}
