//! Texts that stand twice, or in another language than the page.

use super::{Subject, warning};
use crate::diagnostic::Diagnostic;
use crate::logic::{Condition, Variable};
use crate::model::{Dataset, LanguageIx, Localized};
use crate::nearest::listed;
use crate::search::words_of;
use crate::wiki::markup::{Element, Node, attribute};
use crate::wiki::matching::{Meaning, text_where, whole_text};
use crate::wiki::sheet::{Face, Line};
use indexmap::IndexMap;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

/// Every text that stands twice, and every label that is not in the page's language.
pub fn check(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    nodes(subject, &subject.page.nodes, &mut found);
    let mut labels = untranslated(subject);
    let ranges: Vec<_> = labels
        .iter()
        .map(|label| label.primary.place.range.clone())
        .collect();
    found.append(&mut labels);
    let mut runs = Vec::new();
    let known = Known::new(subject);
    // Bare text around everything is the wiki's own, or the page's name.
    for node in &subject.page.nodes {
        if !matches!(node, Node::Text(_)) {
            foreign_runs(subject, &known, std::slice::from_ref(node), &mut runs);
        }
    }
    // What is said of a label as a whole is not said of its words once more.
    runs.retain(|run| {
        let at = run.primary.place.range.start;
        !ranges.iter().any(|label| label.contains(&at))
    });
    found.extend(runs);
    found
}

/// The words that the dataset's texts have in each language.
struct Known {
    own: HashSet<String>,
    others: Vec<(LanguageIx, HashSet<String>)>,
}

impl Known {
    fn new(subject: &Subject<'_, '_, '_>) -> Self {
        let dataset = subject.vocabulary.dataset;
        let of = |language: LanguageIx| -> HashSet<String> {
            let texts = all_texts(dataset).filter_map(|text| text.exactly(language));
            texts.flat_map(|text| words_of(&whole_text(text))).collect()
        };
        let own = subject.matching.language;
        let others = dataset.languages().map(|(language, _)| language);
        let others = others.filter(|language| *language != own);
        Self {
            own: of(own),
            others: others.map(|language| (language, of(language))).collect(),
        }
    }
}

fn all_texts(dataset: &Dataset) -> impl Iterator<Item = &Localized> {
    let questions = dataset.questions.values().map(|question| &question.text);
    let figures = dataset.figures.values().map(|figure| &figure.name);
    let parts = dataset.notes.values().flat_map(|note| &note.parts);
    let cells = dataset.cell_texts.values().map(|text| &text.text);
    let elements = dataset.elements.values().map(|element| &element.name);
    let terms = dataset
        .glossary
        .values()
        .flat_map(|part| part.entries.values());
    let texts = questions.chain(figures).chain(dataset.sections.values());
    let texts = texts
        .chain(parts.map(|part| &part.text))
        .chain(cells)
        .chain(elements);
    let lists = dataset.lists.values();
    let items = lists.flat_map(|list| list.items.values().map(|item| &item.text));
    texts.chain(items).chain(terms.map(|entry| &entry.text))
}

/// How many words that only another language has make a text one in that language.
const MOST_FOREIGN: usize = 2;
/// A text of one word is one in another language if it has so many letters: shorter ones are alike
/// by chance.
const LONG_WORD: usize = 5;

/// Running text in which several words are another language's, and none is the page's alone.
fn foreign_runs(
    subject: &Subject<'_, '_, '_>,
    known: &Known,
    all: &[Node],
    found: &mut Vec<Diagnostic>,
) {
    for node in all {
        match node {
            Node::Element(element) => foreign_runs(subject, known, &element.children, found),
            Node::Table(table) => {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    foreign_runs(subject, known, &cell.content, found);
                }
            }
            Node::Text(range) => found.extend(foreign_run(subject, known, range)),
            Node::Template(_) | Node::Link(_) => {}
        }
    }
}

fn foreign_run(
    subject: &Subject<'_, '_, '_>,
    known: &Known,
    range: &Range<usize>,
) -> Option<Diagnostic> {
    let text = subject.page.at(range);
    let words = words_of(text);
    let least = match words.as_slice() {
        [] => return None,
        [word] if word.chars().count() < LONG_WORD => return None,
        [_] => 1,
        _ => MOST_FOREIGN,
    };
    let (language, count) = known
        .others
        .iter()
        .map(|(language, theirs)| {
            let foreign = words
                .iter()
                .filter(|w| theirs.contains(*w) && !known.own.contains(*w));
            (*language, foreign.count())
        })
        .max_by_key(|(_, count)| *count)?;
    let theirs = known.others.iter().find(|(other, _)| *other == language)?;
    let own = words
        .iter()
        .filter(|w| known.own.contains(*w) && !theirs.1.contains(*w))
        .count();
    if count < least || 2 * count < words.len() || own > 0 {
        return None;
    }
    let trimmed = text.trim();
    let start = range.start + (text.len() - text.trim_start().len());
    let name = |ix: LanguageIx| &subject.vocabulary.dataset.languages[ix.index()].name;
    let first: String = trimmed.chars().take(60).collect();
    let finding = subject.found(
        "untranslated-text",
        format!("`{first}` is not translated"),
        &(start..start + trimmed.len()),
    );
    let page = name(subject.matching.language);
    let note = format!("the page is in {page}, this is {}", name(language));
    Some(warning(finding).note(note).help("translate it"))
}

fn nodes(subject: &Subject<'_, '_, '_>, all: &[Node], found: &mut Vec<Diagnostic>) {
    found.extend(doubled(subject, all));
    found.extend(needless_switches(subject, all));
    for node in all {
        match node {
            Node::Element(element) => nodes(subject, &element.children, found),
            Node::Table(table) => {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    nodes(subject, &cell.content, found);
                }
            }
            _ => {}
        }
    }
}

/// What stands twice in a row within one run of text: words, phrases, marks of punctuation.
fn doubled(subject: &Subject<'_, '_, '_>, all: &[Node]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for node in all {
        if let Node::Text(range) = node {
            let text = subject.page.at(range);
            let ranges = doubled_words(subject, text)
                .into_iter()
                .chain(doubled_phrases(text))
                .chain(doubled_marks(text));
            found.extend(ranges.map(|(what, at)| {
                let whole = range.start + at.start..range.start + at.end;
                let message = format!("`{what}` stands twice");
                let finding = warning(subject.found("doubled-text", message, &whole));
                finding.help("remove one of the two")
            }));
        }
    }
    found
}

/// Texts that stand twice, each with where both stand.
type Doubled<'t> = Vec<(&'t str, Range<usize>)>;

fn position(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

fn doubled_words<'t>(subject: &Subject<'_, '_, '_>, text: &'t str) -> Doubled<'t> {
    let mut found = Vec::new();
    let mut before: Option<&str> = None;
    for word in text.split_whitespace() {
        let is_word = word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
        let lower = word.to_lowercase();
        if let Some(known) = before
            && is_word
            && known.to_lowercase() == lower
            && !subject.vocabulary.wiki.doubled.contains(&lower)
        {
            found.push((
                word,
                position(text, known)..position(text, word) + word.len(),
            ));
        }
        before = is_word.then_some(word);
    }
    found
}

/// So many words in a row make a phrase.
const PHRASE: usize = 3;

/// Phrases that stand twice with no more than a word, and no punctuation, between.
fn doubled_phrases(text: &str) -> Doubled<'_> {
    let words = text.split(|c: char| !c.is_alphabetic());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let lower: Vec<_> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut found = Vec::new();
    let mut next = 0;
    for at in 0..words.len() {
        let Some(first) = lower.get(at..at + PHRASE) else {
            break;
        };
        let second = (PHRASE..=PHRASE + 1)
            .map(|distance| at + distance)
            .find(|other| lower.get(*other..other + PHRASE) == Some(first));
        // One word over and over is told as such.
        let is_phrase = first.iter().any(|word| *word != first[0]);
        let Some(second) = second.filter(|_| is_phrase && at >= next) else {
            continue;
        };
        let start = position(text, words[at]);
        let [middle, end] = [at, second].map(|first| {
            let last = words[first + PHRASE - 1];
            position(text, last) + last.len()
        });
        let is_one_run = |c: char| c.is_alphabetic() || c.is_whitespace() || "'’-".contains(c);
        if text[start..end].chars().all(is_one_run) {
            found.push((&text[start..middle], start..end));
            next = second + PHRASE;
        }
    }
    found
}

/// Two marks of punctuation where one is enough; three are meant.
fn doubled_marks(text: &str) -> Doubled<'_> {
    let mut found = Vec::new();
    for run in text.split(|c: char| !matches!(c, '?' | ';')) {
        if matches!(run, "??" | ";;") {
            let start = position(text, run);
            found.push((&run[..1], start..start + run.len()));
        }
    }
    found
}

/// Elements side by side, one of which is always shown, that all say the same.
fn needless_switches(subject: &Subject<'_, '_, '_>, all: &[Node]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let is_said = |node: &&Node| match node {
        Node::Text(range) => !subject.page.at(range).trim().is_empty(),
        _ => true,
    };
    let said: Vec<_> = all.iter().filter(is_said).collect();
    for pair in said.windows(2) {
        let [Node::Element(one), Node::Element(other)] = pair else {
            continue;
        };
        let (Some(first), Some(second)) = (plain(subject, one), plain(subject, other)) else {
            continue;
        };
        // Two things may be called alike.
        if [one, other].map(is_named) == [true, true] {
            continue;
        }
        let conditions = [one, other].map(|it| condition(subject, it));
        let [Some(first_when), Some(second_when)] = conditions else {
            continue;
        };
        let either = Condition::or([first_when.clone(), second_when.clone()]);
        let both = Condition::and([first_when, second_when]);
        let marks = [one, other].map(|it| {
            let classes = &it.tag.attributes;
            subject.vocabulary.classes(subject.page, classes).marks()
        });
        let is_switch = subject.vocabulary.implies(&Condition::True, &either);
        if first == second
            && marks[0] == marks[1]
            && is_switch
            && !subject.vocabulary.is_possible(&both)
        {
            let end = other.close.as_ref().unwrap_or(&other.tag.range).end;
            let whole = one.tag.range.start..end;
            let message = format!("`{first}` is written twice, for conditions of which one holds");
            let finding = warning(subject.found("doubled-text", message, &whole));
            found.push(finding.help("write it once, without a condition"));
        }
    }
    found
}

fn condition(subject: &Subject<'_, '_, '_>, element: &Element) -> Option<Condition> {
    let classes = subject
        .vocabulary
        .classes(subject.page, &element.tag.attributes);
    Some(subject.vocabulary.on_pages(&classes.condition()?))
}

/// Whether the page says by an id what an element is.
fn is_named(element: &Element) -> bool {
    attribute(&element.tag.attributes, "data-item").is_some()
}

/// The text of an element that holds nothing else.
fn plain<'s>(subject: &'s Subject<'_, '_, '_>, element: &Element) -> Option<&'s str> {
    match element.children.as_slice() {
        [Node::Text(range)] => {
            let text = subject.page.at(range).trim();
            (!text.is_empty()).then_some(text)
        }
        _ => None,
    }
}

/// Labels that say what the dataset says in another language, and not in the page's.
fn untranslated(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let dataset = subject.vocabulary.dataset;
    let mut found = Vec::new();
    let tables = subject.sheet.tables.iter().zip(&subject.matching.tables);
    for (table, matched) in tables {
        for (column, figure) in table.columns.iter().zip(&matched.figures) {
            let figure = figure.as_ref().and_then(|id| dataset.figures.get(id));
            found.extend(figure.and_then(|figure| foreign(subject, &column.head, &figure.name)));
        }
        for (line, meaning) in table.lines.iter().zip(&matched.lines) {
            let face = match line {
                Line::Heading(heading) => &heading.face,
                Line::Row(row) => &row.face,
            };
            let text = meaning.as_ref().and_then(|meaning| match meaning {
                Meaning::Section(id) => dataset.sections.get(id),
                Meaning::Question(_, id) => {
                    let table = matched.id.as_ref()?;
                    Some(dataset.questions.get(id)?.text_in(table))
                }
            });
            found.extend(text.and_then(|text| foreign(subject, face, text)));
        }
    }
    found
}

/// A label that is like the dataset's in another language and unlike that in the page's.
fn foreign(subject: &Subject<'_, '_, '_>, face: &Face, text: &Localized) -> Option<Diagnostic> {
    let own = subject.matching.language;
    let label: BTreeSet<String> = words_of(&face.text).into_iter().collect();
    let words = |language: LanguageIx| -> Option<BTreeSet<String>> {
        Some(
            words_of(&whole_text(text.exactly(language)?))
                .into_iter()
                .collect(),
        )
    };
    let shared = |language| -> Option<(usize, usize)> {
        let words = words(language)?;
        Some((label.intersection(&words).count(), words.len()))
    };
    let (in_own, _) = shared(own)?;
    if label.is_empty() || in_own > 0 {
        return None;
    }
    let languages = subject.vocabulary.dataset.languages();
    let other = languages
        .filter(|(language, _)| *language != own)
        .find(|(language, _)| {
            // Most of the label's words, and none that could be a name in both languages.
            shared(*language)
                .is_some_and(|(shared, _)| 2 * shared >= label.len().max(1) && shared > 0)
        })?;
    let is_plain = !subject.page.at(&face.said).contains('<');
    let what = if is_plain {
        format!("`{}`", face.text)
    } else {
        "this text".to_owned()
    };
    let message = format!("{what} is not translated");
    let finding = warning(subject.found("untranslated-text", message, &face.said));
    let own = &subject.vocabulary.dataset.languages[own.index()];
    Some(
        finding
            .note(format!(
                "the page is in {}, this is {}",
                own.name, other.1.name
            ))
            .help(format!("the dataset says: {}", said(subject, text))),
    )
}

/// What a text of the dataset says in the page's language with everything selected, for each
/// edition in which it says something else.
fn said(subject: &Subject<'_, '_, '_>, text: &Localized) -> String {
    let dataset = subject.vocabulary.dataset;
    let text = text.get(subject.matching.language).1;
    let mut readings: IndexMap<String, Vec<&str>> = IndexMap::new();
    for edition in &subject.vocabulary.wiki.editions {
        let reading = text_where(text, &|when| {
            let known = when.given(&|variable| match variable {
                Variable::Edition(other) => Some(other == *edition),
                Variable::Element(_) => Some(true),
            });
            known == Condition::True
        });
        let editions = readings.entry(reading.trim().to_owned()).or_default();
        editions.push(dataset.edition(*edition).0.as_str());
    }
    if let Some((reading, _)) = readings.first().filter(|_| readings.len() == 1) {
        return reading.clone();
    }
    let readings = readings
        .iter()
        .map(|(reading, editions)| format!("{reading} (in {})", listed(editions, "and")));
    readings.collect::<Vec<_>>().join(", ")
}
