//! The shapes of the YAML files, every scalar with its place; it does not check what they say.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// A scalar as text, with its place; nothing (`key:`) is an empty one.
#[derive(Clone, Debug, Default)]
pub struct Scalar {
    /// Its text, without quotes and escapes.
    pub value: String,
    /// The bytes of the file in which it is written, or the alias that stands for it.
    pub span: Range<usize>,
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<Option<String>>::deserialize(deserializer)?;
        let span = bytes(&spanned);
        let value = spanned.value.unwrap_or_default();
        Ok(Self { value, span })
    }
}

/// The bytes of the file in which a value is written; of a collection its beginning.
fn bytes<T>(spanned: &Spanned<T>) -> Range<usize> {
    let span = spanned.referenced.span();
    let number = |bytes: Option<u64>| bytes.and_then(|bytes| usize::try_from(bytes).ok());
    let start = number(span.byte_offset()).unwrap_or(0);
    start..start.saturating_add(number(span.byte_len()).unwrap_or(0))
}

/// The entries of a mapping in their order, repeated keys included.
#[derive(Debug)]
pub struct Entries<V> {
    /// Keys and values.
    pub all: Vec<(Scalar, V)>,
    /// Where the mapping begins.
    pub span: Range<usize>,
}

impl<V> Default for Entries<V> {
    fn default() -> Self {
        let all = Vec::new();
        Self { all, span: 0..0 }
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<Pairs<V>>::deserialize(deserializer)?;
        let span = bytes(&spanned);
        let all = spanned.value.0;
        Ok(Self { all, span })
    }
}

struct Pairs<V>(Vec<(Scalar, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Pairs<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for PairsVisitor<V> {
            type Value = Pairs<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("entries `key: value`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(PairsVisitor(PhantomData))
    }
}

/// One scalar, or a list of them.
#[derive(Debug)]
pub struct OneOrMany(pub Vec<Scalar>);

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        enum Inner {
            One(String),
            Many(Vec<Scalar>),
        }
        struct ScalarOrList;
        impl<'de> Visitor<'de> for ScalarOrList {
            type Value = Inner;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a list of numbers")
            }

            fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
                Ok(Inner::One(number.to_string()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
                Ok(Inner::One(number.to_string()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Inner::One(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::new();
                while let Some(next) = seq.next_element()? {
                    all.push(next);
                }
                Ok(Inner::Many(all))
            }
        }
        impl<'de> Deserialize<'de> for Inner {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(ScalarOrList)
            }
        }
        let spanned = Spanned::<Inner>::deserialize(deserializer)?;
        let span = bytes(&spanned);
        Ok(Self(match spanned.value {
            Inner::One(value) => vec![Scalar { value, span }],
            Inner::Many(all) => all,
        }))
    }
}

/// A text by language.
pub type RawText = Entries<Scalar>;

/// Lists of words by language.
pub type RawWords = Entries<Vec<Scalar>>;

/// Lines by source.
pub type RawLines = Entries<OneOrMany>;

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, serde::Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        #[allow(missing_docs, reason = "the fields are described in rules/README.md")]
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
        overview: Option<Vec<Scalar>>,
        corrections: Option<Scalar>,
        date: Option<Scalar>,
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
    /// A part of `glossary.yaml`.
    RawGlossaryPart {
        title: RawText,
        entries: Entries<RawGlossaryEntry>,
    }
    /// An entry of the glossary.
    RawGlossaryEntry {
        when: Option<Scalar>,
        name: RawText,
        text: RawText,
        tables: Option<Vec<Scalar>>,
        at: Option<RawLines>,
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
        words: Option<RawWords>,
        notes: Option<Vec<Scalar>>,
    }
    /// An entry of `questions.yaml`.
    RawQuestion {
        when: Option<Scalar>,
        when_in: Option<Entries<Scalar>>,
        text: RawText,
        text_in: Option<Entries<RawText>>,
        words: Option<RawWords>,
        notes: Option<Vec<Scalar>>,
        by: Option<RawActor>,
        at: Option<RawLines>,
    }
    /// Who does what a question asks about.
    RawActor {
        figure: Scalar,
        does: Scalar,
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
    /// `wiki.yaml`; a dataset without it says nothing about pages.
    #[derive(Default)]
    RawWiki {
        editions: Option<Vec<Scalar>>,
        page: Option<RawWikiPage>,
        words: Option<Entries<Scalar>>,
        sections: Option<Entries<Scalar>>,
        tables: Option<Entries<Scalar>>,
        answers: Option<Entries<Scalar>>,
        speakers: Option<Entries<Scalar>>,
        classes: Option<Vec<Scalar>>,
        doubled: Option<Vec<Scalar>>,
    }
    /// What classes begin with on pages of a wiki.
    #[derive(Default)]
    RawWikiPage {
        show: Option<Scalar>,
        mark: Option<Scalar>,
        always: Option<Scalar>,
        footnote: Option<Scalar>,
        table: Option<Scalar>,
    }
    /// `lint.yaml`
    RawLint {
        severities: Option<Entries<Scalar>>,
        allow: Option<Vec<RawAllowance>>,
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
    Word(Scalar),
    /// The forms of one edition.
    Edition(Entries<Scalar>),
}

impl<'de> Deserialize<'de> for RawForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        enum Inner {
            Word(String),
            Edition(Vec<(Scalar, Scalar)>),
        }
        struct WordOrForms;
        impl<'de> Visitor<'de> for WordOrForms {
            type Value = Inner;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word or the forms of an edition")
            }

            fn visit_str<E>(self, word: &str) -> Result<Self::Value, E> {
                Ok(Inner::Word(word.to_owned()))
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(Inner::Word(String::new()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let pairs = Pairs::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Inner::Edition(pairs.0))
            }
        }
        impl<'de> Deserialize<'de> for Inner {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(WordOrForms)
            }
        }
        let spanned = Spanned::<Inner>::deserialize(deserializer)?;
        let span = bytes(&spanned);
        Ok(match spanned.value {
            Inner::Word(value) => Self::Word(Scalar { value, span }),
            Inner::Edition(all) => Self::Edition(Entries { all, span }),
        })
    }
}
