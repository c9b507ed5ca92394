//! The shapes of the YAML files, every scalar with its place; it does not check what they say.

use crate::model::{Group, Speaker};
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

/// A text by language.
pub type RawText = Entries<Scalar>;

/// Lists of words by language.
pub type RawWords = Entries<Vec<Scalar>>;

/// Lines by source.
pub type RawLines = Entries<OneOrMany>;

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }
    )*};
}

/// The words for who speaks.
fn speakers() -> [&'static str; Speaker::ALL.len()] {
    Speaker::ALL.map(Speaker::as_str)
}

/// The words for the shelves of expansions.
fn groups() -> [&'static str; Group::ALL.len()] {
    Group::ALL.map(Group::as_str)
}

shapes! {
    /// `game.yaml`
    RawGame {
        /// What the dataset is called in data.
        id: Scalar,
        /// What the game is called.
        title: RawText,
        /// The codes of the languages with their own names; the first is the fallback.
        languages: Entries<Scalar>,
        /// Where facts come from.
        sources: Entries<RawSource>,
        /// The editions of the rules, in the order in which they are shown.
        editions: Entries<RawEdition>,
        /// The tables, in the order in which they are shown.
        tables: Vec<Scalar>,
        /// The questions of the overview.
        overview: Option<Vec<Scalar>>,
        /// An address with `{file}`, `{line}` and `{about}` at which readers suggest corrections.
        corrections: Option<Scalar>,
        /// The day from which the dataset is: `2026-11-30`.
        date: Option<Scalar>,
        /// Named conditions.
        derived: Option<Entries<Scalar>>,
        /// The words of the order of play.
        play: Option<RawPlayWords>,
        /// What parts of the interface are called, by the interface's own words.
        words: Option<Entries<RawText>>,
    }
    /// A source in `game.yaml`.
    RawSource {
        /// What it is.
        title: RawText,
        /// Who is heard in it.
        #[schemars(extend("enum" = speakers()))]
        speaks: Scalar,
        /// How many lines it has, if claims point into them.
        lines: Option<Scalar>,
    }
    /// An edition in `game.yaml`.
    RawEdition {
        /// What it is called.
        name: RawText,
        /// Whether it is selected where none is named.
        default: Option<Scalar>,
        /// What a cell is that no source answers: an error, or `undefined`.
        #[schemars(extend("enum" = ["undefined"]))]
        missing: Option<Scalar>,
        /// Whether it is known which elements were published for it.
        #[schemars(extend("enum" = ["not-entered"]))]
        publications: Option<Scalar>,
        compared_with: Option<Scalar>,
    }
    /// `expansions/*.yaml`
    RawExpansion {
        /// The id by which it is selected.
        id: Scalar,
        /// On which shelf it stands.
        #[schemars(extend("enum" = groups()))]
        group: Scalar,
        /// Its number.
        number: Option<Scalar>,
        /// What it is called.
        name: RawText,
        /// Elements of other expansions that its box brings, too.
        shares: Option<Vec<Scalar>>,
        /// The parts of it that rules depend on.
        elements: Option<Entries<RawElement>>,
    }
    /// An element of an expansion.
    RawElement {
        /// The editions that it was published for.
        published: Vec<Scalar>,
        /// How that is known.
        basis: Scalar,
        /// What it is called.
        name: RawText,
        /// What else a reader should know of it.
        remark: Option<RawText>,
    }
    /// A part of `glossary.yaml`.
    RawGlossaryPart {
        /// What the part is called.
        title: RawText,
        /// Its entries.
        entries: Entries<RawGlossaryEntry>,
    }
    /// An entry of the glossary.
    RawGlossaryEntry {
        /// The condition under which it belongs to the game.
        when: Option<Scalar>,
        /// The word.
        name: RawText,
        /// What it means.
        text: RawText,
        /// The tables that list such figures.
        tables: Option<Vec<Scalar>>,
        /// Such figures, by edition.
        figures: Option<Entries<Vec<Scalar>>>,
        /// The editions whose list is put together from several places of a source.
        reconstructed: Option<Vec<Scalar>>,
        /// Lines of sources.
        at: Option<RawLines>,
    }
    /// The words of the order of play in `game.yaml`.
    RawPlayWords {
        actors: Option<Entries<RawPlayWord>>,
        repeats: Option<Entries<RawPlayWord>>,
        rule_sets: Option<Entries<RawPlayWord>>,
        markers: Option<Entries<RawPlayWord>>,
    }
    /// A word of the order of play.
    RawPlayWord {
        when: Option<Scalar>,
        name: RawText,
        text: Option<RawText>,
    }
    /// `play/*.yaml`: either `parts` or `steps`.
    RawPhase {
        id: Scalar,
        source: Scalar,
        title: RawText,
        number: Option<Scalar>,
        repeat: Option<Scalar>,
        at: Option<OneOrMany>,
        parts: Option<Vec<RawPhasePart>>,
        steps: Option<Vec<RawStep>>,
    }
    /// A part of a phase.
    RawPhasePart {
        id: Scalar,
        title: RawText,
        repeat: Option<Scalar>,
        at: Option<OneOrMany>,
        steps: Vec<RawStep>,
    }
    /// A step, and those below it.
    RawStep {
        id: Scalar,
        at: Option<OneOrMany>,
        when: Option<Scalar>,
        who: Option<Scalar>,
        must: Option<Scalar>,
        may: Option<Scalar>,
        rule_sets: Option<Vec<Scalar>>,
        markers: Option<Vec<Scalar>>,
        label: Option<RawText>,
        text: RawText,
        alternative_of: Option<Scalar>,
        steps: Option<Vec<RawStep>>,
    }
    /// `lists/*.yaml`
    RawList {
        id: Scalar,
        source: Scalar,
        title: RawText,
        text: RawText,
        items: Entries<RawListItem>,
    }
    /// An item of a list.
    RawListItem {
        at: Option<OneOrMany>,
        when: Option<Scalar>,
        text: RawText,
    }
    /// An entry of `presets.yaml`.
    RawPreset {
        /// What it is called.
        name: RawText,
        /// The edition, if it fixes one.
        edition: Option<Scalar>,
        /// The expansions and elements that it selects.
        with: Vec<Scalar>,
    }
    /// An entry of `figures.yaml`.
    RawFigure {
        /// The condition under which it is in play.
        when: Option<Scalar>,
        /// What it is called.
        name: RawText,
        /// What else readers call it, by language.
        words: Option<RawWords>,
        /// Notes on the figure as such.
        notes: Option<Vec<Scalar>>,
    }
    /// An entry of `questions.yaml`.
    RawQuestion {
        /// The condition under which it is asked.
        when: Option<Scalar>,
        /// Where a table asks it under another condition.
        when_in: Option<Entries<Scalar>>,
        /// How it is asked.
        text: RawText,
        /// Where a table asks it in other words.
        text_in: Option<Entries<RawText>>,
        /// What else readers say when they ask it, by language.
        words: Option<RawWords>,
        /// Notes on the question as such.
        notes: Option<Vec<Scalar>>,
        /// The figure that does it, and the question which says that it does such things.
        by: Option<RawActor>,
        /// Lines of sources.
        at: Option<RawLines>,
    }
    /// Who does what a question asks about.
    RawActor {
        /// The figure that acts.
        figure: Scalar,
        /// The question that its own row answers.
        does: Scalar,
    }
    /// `tables/*.yaml`
    RawTable {
        /// Its id.
        id: Scalar,
        /// What its columns are: `figures`, or `things` that are none.
        #[schemars(extend("enum" = ["figures", "things"]))]
        of: Option<Scalar>,
        /// What it is called.
        title: RawText,
        /// Its columns.
        figures: Vec<Scalar>,
        /// Its rows: questions by section.
        sections: Entries<Vec<Scalar>>,
    }
    /// What stands at the head of `pages/*.md`.
    RawPage {
        title: Scalar,
        expansion: Scalar,
        editions: Vec<Scalar>,
        elsewhere: Option<Entries<Scalar>>,
        source: Scalar,
    }
    /// An entry of `notes/*.yaml`: either `speaks` and `text`, or `parts`.
    RawNote {
        /// Its own condition, where that is narrower than its citations.
        when: Option<Scalar>,
        /// Lines of sources.
        at: Option<RawLines>,
        /// Who speaks.
        #[schemars(extend("enum" = speakers()))]
        speaks: Option<Scalar>,
        /// What is said.
        text: Option<RawText>,
        /// What several speakers say.
        parts: Option<Vec<RawNotePart>>,
    }
    /// A part of a note.
    RawNotePart {
        /// Who speaks.
        #[schemars(extend("enum" = speakers()))]
        speaks: Scalar,
        /// The condition under which it belongs to the note.
        when: Option<Scalar>,
        /// What is said.
        text: RawText,
    }
    /// An entry of `cell-texts.yaml`.
    RawCellText {
        /// Lines of sources.
        at: Option<RawLines>,
        /// What stands in the cell.
        text: RawText,
    }
    /// `facts/SOURCE.yaml`: claims by table, question and figure (and `at`).
    RawFacts {
        /// Who says it.
        source: Scalar,
        /// The editions in which the claims hold.
        editions: Vec<Scalar>,
        /// By table and question: figures with their answers, and `at`, the line of the first of them in the source.
        claims: Entries<Entries<Entries<Scalar>>>,
    }
    /// `faq/*.yaml`
    RawFaq {
        source: Scalar,
        languages: Vec<Scalar>,
        entries: Entries<RawFaqEntry>,
    }
    /// An entry of the FAQ: either `text`, or `question` and `answer`.
    RawFaqEntry {
        topics: Vec<Scalar>,
        heading: Scalar,
        at: OneOrMany,
        figures: Option<Vec<Scalar>>,
        elements: Option<Vec<Scalar>>,
        editions: Vec<Scalar>,
        status: Option<Scalar>,
        date: Option<Scalar>,
        updated: Option<Scalar>,
        text: Option<RawText>,
        question: Option<RawText>,
        answer: Option<RawText>,
        example: Option<RawText>,
        under: Option<Scalar>,
        when: Option<Scalar>,
        decides: Option<Entries<Entries<Scalar>>>,
    }
    /// An entry of `invariants.yaml`.
    RawInvariant {
        when: Option<Scalar>,
        /// Questions with the answers that it begins with.
        r#if: Entries<Vec<Scalar>>,
        /// Questions with the answers that follow.
        then: Entries<Vec<Scalar>>,
        /// Why.
        because: RawText,
        /// Cells for which it does not hold.
        except: Option<Vec<RawException>>,
    }
    /// An exception to an invariant.
    RawException {
        /// The figure.
        figure: Scalar,
        /// The question, if it is not all of them.
        question: Option<Scalar>,
        /// Why.
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
        /// `error`, `warning` or `suggestion`, by rule.
        severities: Option<Entries<Scalar>>,
        /// Findings that are allowed.
        allow: Option<Vec<RawAllowance>>,
    }
    /// A finding that is allowed.
    RawAllowance {
        /// The code of the rule.
        rule: Scalar,
        /// What the finding is about.
        of: Scalar,
        /// Why.
        because: RawText,
    }
    /// An entry of `facts/resolutions.yaml`.
    RawResolution {
        /// The question.
        question: Scalar,
        /// The figures.
        figures: Vec<Scalar>,
        /// The source that is taken.
        take: Scalar,
        /// Where; everywhere if it is left out.
        when: Option<Scalar>,
        /// Why.
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
