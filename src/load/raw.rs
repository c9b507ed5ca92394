//! The shapes of the YAML files, every scalar with its place; it does not check what they say.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A scalar as text, with its place.
pub type Scalar = serde_saphyr::Spanned<String>;

/// The entries of a mapping in their order, repeated keys included.
#[derive(Debug)]
pub struct Entries<V>(pub Vec<(Scalar, V)>);

impl<V> Default for Entries<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for EntriesVisitor<V> {
            type Value = Entries<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

/// One scalar, or a list of them.
#[derive(Debug)]
pub struct OneOrMany(pub Vec<Scalar>);

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ScalarOrList;
        impl<'de> Visitor<'de> for ScalarOrList {
            type Value = Vec<String>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a list of numbers")
            }

            fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
                Ok(vec![number.to_string()])
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(vec![text.to_owned()])
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::new();
                while let Some(next) = seq.next_element::<String>()? {
                    all.push(next);
                }
                Ok(all)
            }
        }
        struct Inner(Vec<String>);
        impl<'de> Deserialize<'de> for Inner {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(ScalarOrList).map(Inner)
            }
        }
        let spanned = serde_saphyr::Spanned::<Inner>::deserialize(deserializer)?;
        let (referenced, defined) = (spanned.referenced, spanned.defined);
        let scalars = spanned.value.0.into_iter();
        Ok(Self(
            scalars
                .map(|text| Scalar::new(text, referenced, defined))
                .collect(),
        ))
    }
}

/// A text by language.
pub type RawText = Entries<Scalar>;

/// Lines by source.
pub type RawLines = Entries<OneOrMany>;

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, serde::Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        #[allow(missing_docs, reason = "the fields are described in FORMAT")]
        pub struct $name { $(pub $field: $type,)* }
    )*};
}

shapes! {
    /// `game.yaml`
    RawGame {
        id: Scalar,
        title: RawText,
        languages: Entries<Scalar>,
        sources: Entries<RawSource>,
        editions: Entries<RawEdition>,
        tables: Vec<Scalar>,
        derived: Option<Entries<Scalar>>,
    }
    /// A source in `game.yaml`.
    RawSource {
        title: RawText,
        speaks: Scalar,
        lines: Option<Scalar>,
    }
    /// An edition in `game.yaml`.
    RawEdition {
        name: RawText,
        default: Option<Scalar>,
        missing: Option<Scalar>,
        publications: Option<Scalar>,
    }
    /// `expansions/*.yaml`
    RawExpansion {
        id: Scalar,
        group: Scalar,
        number: Option<Scalar>,
        name: RawText,
        elements: Entries<RawElement>,
    }
    /// An element of an expansion.
    RawElement {
        published: Vec<Scalar>,
        basis: Scalar,
        name: RawText,
        remark: Option<RawText>,
    }
    /// An entry of `presets.yaml`.
    RawPreset {
        name: RawText,
        edition: Option<Scalar>,
        with: Vec<Scalar>,
    }
    /// An entry of `figures.yaml`.
    RawFigure {
        when: Option<Scalar>,
        name: RawText,
        notes: Option<Vec<Scalar>>,
    }
    /// An entry of `questions.yaml`.
    RawQuestion {
        when: Option<Scalar>,
        when_in: Option<Entries<Scalar>>,
        text: RawText,
        text_in: Option<Entries<RawText>>,
        notes: Option<Vec<Scalar>>,
        at: Option<RawLines>,
    }
    /// `tables/*.yaml`
    RawTable {
        id: Scalar,
        title: RawText,
        figures: Vec<Scalar>,
        sections: Entries<Vec<Scalar>>,
    }
    /// An entry of `notes/*.yaml`: either `speaks` and `text`, or `parts`.
    RawNote {
        when: Option<Scalar>,
        at: Option<RawLines>,
        speaks: Option<Scalar>,
        text: Option<RawText>,
        parts: Option<Vec<RawNotePart>>,
    }
    /// A part of a note.
    RawNotePart {
        speaks: Scalar,
        when: Option<Scalar>,
        text: RawText,
    }
    /// An entry of `cell-texts.yaml`.
    RawCellText {
        at: Option<RawLines>,
        text: RawText,
    }
    /// `facts/SOURCE.yaml`: claims by table, question and figure (and `at`).
    RawFacts {
        source: Scalar,
        editions: Vec<Scalar>,
        claims: Entries<Entries<Entries<Scalar>>>,
    }
    /// An entry of `invariants.yaml`.
    RawInvariant {
        r#if: Entries<Vec<Scalar>>,
        then: Entries<Vec<Scalar>>,
        because: RawText,
        except: Option<Vec<RawException>>,
    }
    /// An exception to an invariant.
    RawException {
        figure: Scalar,
        question: Option<Scalar>,
        because: RawText,
    }
    /// `lint.yaml`
    RawLint {
        allow: Vec<RawAllowance>,
    }
    /// A finding that is allowed.
    RawAllowance {
        rule: Scalar,
        of: Scalar,
        because: RawText,
    }
    /// An entry of `facts/resolutions.yaml`.
    RawResolution {
        question: Scalar,
        figures: Vec<Scalar>,
        take: Scalar,
        when: Option<Scalar>,
        because: RawText,
    }
}

/// `terms/LANGUAGE.yaml`: forms by term; a form is a word, or an edition's own forms.
pub type RawTerms = Entries<Entries<RawForm>>;

/// A form of a term, or an edition's block of forms.
#[derive(Debug)]
pub enum RawForm {
    /// The word in this form.
    Word(String),
    /// The forms of one edition.
    Edition(Entries<Scalar>),
}

impl<'de> Deserialize<'de> for RawForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WordOrForms;
        impl<'de> Visitor<'de> for WordOrForms {
            type Value = RawForm;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word, or an edition's forms")
            }

            fn visit_str<E>(self, word: &str) -> Result<Self::Value, E> {
                Ok(RawForm::Word(word.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(RawForm::Edition(Entries(entries)))
            }
        }
        deserializer.deserialize_any(WordOrForms)
    }
}
