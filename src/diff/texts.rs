//! Texts of two versions, compared by what they say in each selection; the markup around their
//! characters is not looked at.

use super::common::{Common, Side};
use super::markup::{add, conditions, inline_conditions, translated};
use super::{Part, Role, TextChange};
use crate::logic::Condition;
use crate::model::*;

/// A text with more readings is compared only in so many of them.
const MOST_READINGS: usize = 512;

/// What something says: its parts, each with when it is there.
#[derive(Debug)]
pub struct Words<'d> {
    /// Holds where it is seen, in the common space.
    pub shown: Condition,
    /// Its parts, in order.
    pub parts: Vec<WordsPart<'d>>,
}

/// A part of what something says.
#[derive(Debug)]
pub struct WordsPart<'d> {
    /// What it is.
    pub role: Role,
    /// Holds where the part is there, in the common space.
    pub when: Condition,
    /// What is said.
    pub text: Option<&'d Localized>,
    /// What follows, the same in every language: the number of a marker.
    pub after: Option<&'d str>,
}

/// What something says in one language, in the common space.
struct Spoken<'d> {
    parts: Vec<SpokenPart<'d>>,
}

/// A part of it.
#[derive(PartialEq)]
struct SpokenPart<'d> {
    role: Role,
    when: Condition,
    text: Option<Text>,
    after: Option<&'d str>,
}

impl<'d> WordsPart<'d> {
    /// A text that is there wherever the whole is.
    pub fn text(role: Role, text: &'d Localized) -> Self {
        Self {
            role,
            when: Condition::True,
            text: Some(text),
            after: None,
        }
    }
}

impl<'d> Words<'d> {
    /// A name that is seen where `shown` holds.
    pub fn name(shown: Condition, text: &'d Localized) -> Self {
        Self {
            shown,
            parts: vec![WordsPart::text(Role::Text, text)],
        }
    }

    fn spoken(&self, side: &Side<'d>, language: LanguageIx) -> Spoken<'d> {
        let parts = self.parts.iter().map(|part| SpokenPart {
            role: part.role,
            when: part.when.clone(),
            text: part.text.map(|text| translated(side, text.get(language).1)),
            after: part.after,
        });
        Spoken {
            parts: parts.collect(),
        }
    }
}

impl Spoken<'_> {
    fn read(&self, selection: &Selection) -> Vec<Part> {
        let shown = self.parts.iter();
        let shown = shown.filter(|part| part.when.holds(selection));
        let parts = shown.map(|part| Part {
            role: part.role,
            text: part.read(selection),
        });
        parts.collect()
    }
}

impl SpokenPart<'_> {
    fn read(&self, selection: &Selection) -> String {
        let text = self.text.as_ref().map(|text| text.plain(selection));
        let after = self.after.map(str::to_owned);
        text.into_iter().chain(after).collect::<Vec<_>>().join(" ")
    }

    fn blocks(&self) -> &[Block] {
        self.text.as_ref().map_or(&[], |text| &text.blocks)
    }
}

/// What something says on one side only, in each language of it; as it is read in the smallest
/// selection of the default edition that shows it, or else of any.
pub fn said<'d>(
    common: &Common<'d>,
    side: &Side<'d>,
    words: &Words<'d>,
) -> Vec<(String, Vec<Part>, Selection)> {
    let knows = side.knows();
    let default = Condition::Edition(side.dataset.default_edition);
    let default = Condition::and([side.translated(&default), knows.clone()]);
    let shown = Condition::and([words.shown.clone(), common.within()]);
    let wanted = [
        Condition::and([shown.clone(), default.clone()]),
        Condition::and([shown, knows.clone()]),
        default,
        knows,
    ];
    let Some(selection) = wanted.iter().find_map(|when| common.smallest(when)) else {
        return Vec::new();
    };
    let languages = side.dataset.languages();
    let read = languages.map(|(ix, language)| {
        let parts = words.spoken(side, ix).read(&selection);
        (language.code.clone(), parts, selection.clone())
    });
    read.collect()
}

/// Where something that both versions have says something else: for each language of both the
/// smallest selection in which both show it and the texts differ.
pub fn changes<'d>(common: &Common<'d>, old: &Words<'d>, new: &Words<'d>) -> Vec<TextChange> {
    let shown = [
        old.shown.clone(),
        new.shown.clone(),
        common.old.knows(),
        common.new.knows(),
        common.within(),
    ];
    let shown = Condition::and(shown);
    let changes = common.languages.iter().filter_map(|code| {
        let spoken = |side: &Side<'d>, words: &Words<'d>| {
            let language = side.dataset.language_ix(code)?;
            Some(words.spoken(side, language))
        };
        let from = spoken(&common.old, old)?;
        let to = spoken(&common.new, new)?;
        change(common, code, &from, &to, &shown)
    });
    changes.collect()
}

fn change(
    common: &Common<'_>,
    code: &str,
    from: &Spoken<'_>,
    to: &Spoken<'_>,
    shown: &Condition,
) -> Option<TextChange> {
    // Only what is not the same in both can make them differ.
    let conditions = differing(from, to);
    let read = |selection: &Selection| (from.read(selection), to.read(selection));
    let cases = match from.parts == to.parts {
        true => Vec::new(),
        false => readings(common, &conditions, shown, read),
    };
    let differ = cases.into_iter().filter(|((old, new), _)| old != new);
    let found = differ.filter_map(|(_, when)| common.smallest(&when));
    let selection = found.min_by_key(|s| (s.elements.iter().count(), s.edition))?;
    Some(TextChange {
        language: code.to_owned(),
        from: Some(from.read(&selection)),
        to: Some(to.read(&selection)),
        selection,
    })
}

/// The conditions of what two texts do not begin and do not end with alike.
fn differing(from: &Spoken<'_>, to: &Spoken<'_>) -> Vec<Condition> {
    let mut all = Vec::new();
    let (from, to) = middles(&from.parts, &to.parts);
    match (from, to) {
        ([old], [new]) if (old.role, &old.when) == (new.role, &new.when) => {
            add(&old.when, &mut all);
            differing_blocks(old.blocks(), new.blocks(), &mut all);
        }
        _ => {
            for part in from.iter().chain(to) {
                add(&part.when, &mut all);
                conditions(part.blocks(), &mut all);
            }
        }
    }
    all
}

fn differing_blocks(old: &[Block], new: &[Block], all: &mut Vec<Condition>) {
    let (old, new) = middles(old, new);
    if let ([old], [new]) = (old, new)
        && let (BlockKind::Paragraph(before), BlockKind::Paragraph(after)) = (&old.kind, &new.kind)
        && old.when == new.when
    {
        add(&old.when, all);
        let (before, after) = middles(before, after);
        inline_conditions(before, all);
        inline_conditions(after, all);
        return;
    }
    conditions(old, all);
    conditions(new, all);
}

/// Two lists without what they begin and end with alike.
fn middles<'m, T: PartialEq>(old: &'m [T], new: &'m [T]) -> (&'m [T], &'m [T]) {
    let same = |(a, b): &(&T, &T)| a == b;
    let first = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[first..], &new[first..]);
    let last = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count();
    (&old[..old.len() - last], &new[..new.len() - last])
}

/// What a text of a cell says in the languages of both versions, and where, within `shown`.
pub fn readings_of_cell<'d>(
    common: &Common<'d>,
    side: &Side<'d>,
    text: &'d Localized,
    shown: &Condition,
) -> Vec<(Vec<String>, Condition)> {
    let languages = common.languages.iter();
    let languages = languages.filter_map(|code| side.dataset.language_ix(code));
    let texts: Vec<_> = languages
        .map(|language| translated(side, text.get(language).1))
        .collect();
    let mut all = Vec::new();
    texts
        .iter()
        .for_each(|text| conditions(&text.blocks, &mut all));
    readings(common, &all, shown, |selection| {
        texts.iter().map(|text| text.plain(selection)).collect()
    })
}

/// What `read` makes of the selections within `within`, where that depends on nothing but which of
/// `conditions` hold; each with where it is so.
fn readings<T: PartialEq>(
    common: &Common<'_>,
    conditions: &[Condition],
    within: &Condition,
    read: impl Fn(&Selection) -> T,
) -> Vec<(T, Condition)> {
    let mut cases = vec![within.clone()];
    for condition in conditions {
        let mut split = Vec::new();
        for case in cases {
            let with = Condition::and([case.clone(), condition.clone()]);
            let without = Condition::and([case, condition.clone().negate()]);
            let possible = [with, without].into_iter();
            split.extend(possible.filter(|case| common.can_hold(case)));
        }
        split.truncate(MOST_READINGS);
        cases = split;
    }
    let mut found: Vec<(T, Vec<Condition>)> = Vec::new();
    for case in cases {
        let Some(selection) = common.smallest(&case) else {
            continue;
        };
        let said = read(&selection);
        match found.iter_mut().find(|(known, _)| *known == said) {
            Some((_, cases)) => cases.push(case),
            None => found.push((said, vec![case])),
        }
    }
    let found = found.into_iter();
    found
        .map(|(said, cases)| (said, Condition::or(cases)))
        .collect()
}
