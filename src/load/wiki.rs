//! Reads how pages of a wiki say what the dataset says; what is not told follows from the ids.

use super::context::Parsed;
use super::kind;
use super::loader::Loader;
use super::raw::*;
use crate::diagnostic::FileIx;
use crate::logic::Condition;
use crate::model::*;
use indexmap::IndexMap;

/// What the vocabulary of pages may refer to.
pub struct Known<'k> {
    /// The tables.
    pub tables: &'k IndexMap<TableId, Table>,
    /// The questions.
    pub questions: &'k IndexMap<QuestionId, Question>,
}

/// The vocabulary of pages; where the dataset does not tell it, what its ids make.
pub fn wiki(loader: &mut Loader, raw: Option<Parsed<RawWiki>>, known: &Known<'_>) -> Wiki {
    let (file, raw) = match raw {
        Some(Parsed { file, value }) => (file, value),
        None => (FileIx(0), RawWiki::default()),
    };
    let page = raw.page.unwrap_or_default();
    let word = |scalar: Option<Scalar>, otherwise: &str| {
        scalar.map_or_else(|| otherwise.to_owned(), |scalar| scalar.value)
    };
    let always = word(page.always, "All");
    let show = word(page.show, "show");
    let footnote = page.footnote.map(|scalar| scalar.value);
    let words = words(loader, file, raw.words, &always);
    let (sections, section_words) = sections(loader, file, raw.sections, known);
    Wiki {
        mark: word(page.mark, "mark"),
        table: word(page.table, ""),
        footnote: footnote.unwrap_or_else(|| format!("{show}Footnote")),
        show,
        always,
        editions: editions(loader, file, raw.editions),
        words,
        sections,
        section_words,
        anchors: anchors(loader, file, raw.tables, known.tables),
        answers: answers(loader, file, raw.answers),
        speakers: speakers(loader, file, raw.speakers),
        classes: texts(raw.classes),
        doubled: texts(raw.doubled),
    }
}

fn texts(raw: Option<Vec<Scalar>>) -> Vec<String> {
    let scalars = raw.unwrap_or_default().into_iter();
    scalars.map(|scalar| scalar.value).collect()
}

/// The editions that pages are about: all, unless some are named.
fn editions(loader: &mut Loader, file: FileIx, raw: Option<Vec<Scalar>>) -> Vec<EditionIx> {
    match raw {
        None => loader.names.editions.values().copied().collect(),
        Some(raw) => {
            let known = raw.iter().filter_map(|name| loader.edition(file, name));
            known.collect()
        }
    }
}

/// The words of conditions: those that are told, then those that the ids of all others make. Every
/// element, derived condition and edition has a word between `_` as well, which no other word can be
/// mistaken for.
fn words(
    loader: &mut Loader,
    file: FileIx,
    raw: Option<Entries<Scalar>>,
    always: &str,
) -> IndexMap<String, Condition> {
    let mut words = IndexMap::from([(always.to_owned(), Condition::True)]);
    for (word, (_, formula)) in loader.context.unique(file, raw.unwrap_or_default()) {
        let names = &loader.names;
        if let Some(condition) = names.condition(&mut loader.context, file, &formula) {
            words.insert(word, condition);
        }
    }
    let names = &loader.names;
    let elements = names.elements.iter();
    let elements = elements.map(|(id, (ix, _))| (id.clone(), Condition::Element(*ix)));
    let derived = names.derived.iter();
    let derived = derived.filter_map(|(id, when)| Some((id.clone(), when.clone()?)));
    let of_ids: Vec<_> = elements.chain(derived).collect();
    let editions = names.editions.iter();
    let editions = editions.map(|(id, ix)| (id.clone(), Condition::Edition(*ix)));
    for (id, condition) in of_ids.iter().cloned().chain(editions.clone()) {
        // Where a word is told, the id makes no other one.
        if !words.values().any(|known| *known == condition) {
            words.entry(capitals(&id)).or_insert(condition);
        }
    }
    for (id, condition) in of_ids {
        words.entry(format!("_{id}_")).or_insert(condition);
    }
    for (id, condition) in editions {
        words.entry(format!("_edition-{id}_")).or_insert(condition);
    }
    words
}

/// What the words of sections mean, and the word for each section.
fn sections(
    loader: &mut Loader,
    file: FileIx,
    raw: Option<Entries<Scalar>>,
    known: &Known<'_>,
) -> (IndexMap<String, Condition>, IndexMap<String, String>) {
    let mut shown: IndexMap<&str, Vec<Condition>> = IndexMap::new();
    for (id, table) in known.tables {
        for (section, questions) in &table.sections {
            let rows = questions.iter().filter_map(|id| known.questions.get(id));
            let rows = rows.map(|question| question.when_in(id).clone());
            shown.entry(section.as_str()).or_default().extend(rows);
        }
    }
    let (mut meanings, mut words) = (IndexMap::new(), IndexMap::new());
    for (word, (_, section)) in loader.context.unique(file, raw.unwrap_or_default()) {
        let found = loader
            .context
            .look_up(kind::SECTION, file, &section, &shown);
        let Some((_, rows)) = found else {
            continue;
        };
        meanings.insert(word.clone(), Condition::or(rows.iter().cloned()));
        words.entry(section.value).or_insert(word);
    }
    for (section, rows) in shown {
        let word = format!("Section{}", capitals(section));
        let word = words.entry(section.to_owned()).or_insert(word).clone();
        let condition = meanings.entry(word);
        condition.or_insert_with(|| Condition::or(rows));
    }
    (meanings, words)
}

/// The anchors of the tables that pages have; where none is told, pages have all, by their ids.
fn anchors(
    loader: &mut Loader,
    file: FileIx,
    raw: Option<Entries<Scalar>>,
    tables: &IndexMap<TableId, Table>,
) -> IndexMap<TableId, String> {
    let Some(raw) = raw else {
        let ids = tables.keys();
        return ids.map(|id| (id.clone(), id.to_string())).collect();
    };
    let mut anchors = IndexMap::new();
    for (_, (key, anchor)) in loader.context.unique(file, raw) {
        if let Some((id, _)) = loader.context.look_up(kind::TABLE, file, &key, tables) {
            anchors.insert(id.clone(), anchor.value);
        }
    }
    anchors
}

/// The classes of answers; `answer-yes` and the like where none is told.
fn answers(
    loader: &mut Loader,
    file: FileIx,
    raw: Option<Entries<Scalar>>,
) -> Vec<(AnswerSign, String)> {
    let of_word = |sign: AnswerSign| format!("answer-{}", sign.as_str().replace('/', "-"));
    let mut answers: Vec<_> = AnswerSign::ALL.map(|sign| (sign, of_word(sign))).into();
    for (_, (key, class)) in loader.context.unique(file, raw.unwrap_or_default()) {
        let context = &mut loader.context;
        let sign = context.one_of(file, &key, AnswerSign::ALL, AnswerSign::as_str);
        let known = answers.iter_mut().find(|(known, _)| Some(*known) == sign);
        if let Some((_, known)) = known {
            *known = class.value;
        }
    }
    answers
}

/// The templates of speakers; their names in capitals where none at all is told.
fn speakers(
    loader: &mut Loader,
    file: FileIx,
    raw: Option<Entries<Scalar>>,
) -> Vec<(Speaker, String)> {
    let stated = Speaker::ALL
        .into_iter()
        .filter(|it| *it != Speaker::Unstated);
    let Some(raw) = raw else {
        return stated.map(|it| (it, capitals(it.as_str()))).collect();
    };
    let mut speakers = Vec::new();
    for (word, (key, template)) in loader.context.unique(file, raw) {
        match stated.clone().find(|it| it.as_str() == word) {
            Some(speaker) => speakers.push((speaker, template.value)),
            None => {
                let words = Speaker::ALL.map(Speaker::as_str);
                loader.context.expected_one_of(file, &key, &words);
            }
        }
    }
    speakers
}
