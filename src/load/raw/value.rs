//! The values that the shapes of the files are made of: scalars with their places, mappings that
//! keep repeated keys, and values that are written in two ways.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// What stands where lines of a source are named, for messages.
pub const NUMBERS: &str = "a number or a list of numbers";
/// What stands where a form of a term is, for messages.
pub const FORM: &str = "a word or the forms of an edition";

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
                f.write_str(NUMBERS)
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
                f.write_str(FORM)
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
