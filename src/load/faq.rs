//! Reads the entries of the FAQ; what an entry decides becomes a claim of its source.

use super::context::{Context, Parsed, place};
use super::facts::{self, Claims, Doubts, Reader, Sheet, Targets};
use super::kind;
use super::loader::{Declared, Layout, Loader};
use super::raw::*;
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::logic::{Condition, in_editions};
use crate::model::*;
use indexmap::IndexMap;

/// How many expansions an entry may be about.
const MOST_TOPICS: usize = 2;

/// Below how many others an entry may stand: pages are made level by level.
const MOST_LEVELS: usize = 8;

/// What entries may refer to.
pub struct Known<'k> {
    /// What claims may refer to.
    pub targets: &'k Targets<'k>,
    /// The expansions.
    pub expansions: &'k IndexMap<ExpansionId, Expansion>,
    /// The figures.
    pub figures: &'k IndexMap<FigureId, Figure>,
}

/// What one file says of all its entries.
struct Chapter {
    file: FileIx,
    source: SourceId,
    /// The languages in which all its texts are, by [`LanguageIx`].
    languages: Vec<bool>,
}

/// A reference to another entry.
struct Under {
    file: FileIx,
    scalar: Scalar,
}

/// The answers that an entry gives, row by row.
type RawDecisions = Entries<Entries<Scalar>>;

/// The entries of all files; what they decide is added to `claims`, what may be missing of that to
/// `doubts`.
pub fn faq(
    loader: &mut Loader,
    raw: Vec<Parsed<RawFaq>>,
    known: &Known<'_>,
    claims: &mut Claims,
    doubts: &mut Doubts,
) -> IndexMap<FaqId, FaqEntry> {
    let mut declared = Declared::new("entry");
    let mut entries = IndexMap::new();
    let mut under = Vec::new();
    let mut decisions = Vec::new();
    for Parsed { file, value } in raw {
        let chapter = chapter(loader, file, &value);
        for (key, mut raw) in value.entries.all {
            loader.context.is_id(file, &key, None);
            if !declared.add(&mut loader.context, file, &key) {
                continue;
            }
            let id = FaqId::new(key.value.clone());
            if let Some(scalar) = raw.under.take() {
                under.push((id.clone(), Under { file, scalar }));
            }
            if let Some(decides) = raw.decides.take() {
                let names = &loader.names;
                let when = names.optional(&mut loader.context, file, raw.when.as_ref());
                decisions.push((id.clone(), file, when, decides));
            }
            let entry = entry(loader, &chapter, &key, raw, known);
            entries.insert(id, entry);
        }
    }
    nest(loader, under, &mut entries);
    let mut reader = Reader {
        loader,
        targets: known.targets,
        claims: std::mem::take(claims),
        doubts,
    };
    for (id, file, when, decides) in decisions {
        if let Some(entry) = entries.get_mut(&id) {
            entry.decides = decide(&mut reader, file, (&id, entry), when, decides);
        }
    }
    *claims = reader.claims;
    in_order_of_sources(loader, claims);
    entries
}

/// What a file says of all its entries; what is wrong is reported.
fn chapter(loader: &mut Loader, file: FileIx, raw: &RawFaq) -> Chapter {
    let source = loader.source(file, &raw.source);
    let mut languages = vec![false; loader.languages.len()];
    for language in &raw.languages {
        if let Some(ix) = loader.language(file, language) {
            languages[ix] = true;
        }
    }
    Chapter {
        file,
        source: source.unwrap_or_else(|| SourceId::new(raw.source.value.clone())),
        languages,
    }
}

fn entry(
    loader: &mut Loader,
    chapter: &Chapter,
    key: &Scalar,
    raw: RawFaqEntry,
    known: &Known<'_>,
) -> FaqEntry {
    let file = chapter.file;
    let date = month(loader, file, raw.date.as_ref());
    let updated = month(loader, file, raw.updated.as_ref());
    if let (Some(date), Some(updated), Some(at)) = (date, updated, &raw.updated)
        && updated < date
    {
        let message = format!("this was updated in {updated}, before it was said in {date}");
        loader.context.error("bad-date", message, file, at);
    }
    let context = &mut loader.context;
    let figures = raw.figures.iter().flatten();
    let figures = context.look_up_all(kind::FIGURE, file, figures, known.figures);
    let elements = raw.elements.iter().flatten();
    let elements = elements.filter_map(|name| loader.element(file, name));
    let elements = elements.collect();
    FaqEntry {
        source: chapter.source.clone(),
        lines: lines(loader, chapter, key, &raw.at),
        topics: topics(loader, file, &raw.topics, known.expansions),
        heading: heading(&mut loader.context, file, &raw.heading),
        figures,
        elements,
        editions: editions(loader, file, key, &raw.editions),
        status: status(&mut loader.context, file, raw.status.as_ref()),
        date,
        updated,
        says: says(loader, chapter, key, (raw.text, raw.question, raw.answer)),
        example: raw.example.map(|text| text_of(loader, chapter, text)),
        under: None,
        decides: Vec::new(),
        place: place(file, key),
    }
}

/// The lines on which an entry rests; a source without lines has none.
fn lines(loader: &mut Loader, chapter: &Chapter, key: &Scalar, raw: &OneOrMany) -> Vec<u32> {
    let mut lines = Vec::new();
    for scalar in &raw.0 {
        if let Some(line) = loader.context.number(chapter.file, scalar)
            && loader.check_line(place(chapter.file, scalar), &chapter.source, line)
        {
            lines.push(line);
        }
    }
    if raw.0.is_empty() {
        let message = format!("the entry `{}` names no line of its source", key.value);
        let at = place(chapter.file, key);
        let diagnostic = Diagnostic::new("missing-line", message, at);
        let help = "write `at: LINE` or `at: [LINE, LINE]`, where the source says it";
        loader.context.report(diagnostic.help(help));
    }
    lines
}

fn topics(
    loader: &mut Loader,
    file: FileIx,
    raw: &[Scalar],
    known: &IndexMap<ExpansionId, Expansion>,
) -> Vec<ExpansionId> {
    let mut topics: Vec<ExpansionId> = Vec::new();
    for scalar in raw {
        match loader.context.look_up(kind::EXPANSION, file, scalar, known) {
            Some((id, _)) if topics.contains(id) => {
                let message = format!("`{id}` is named twice");
                loader.context.error("duplicate-id", message, file, scalar);
            }
            Some((id, _)) => topics.push(id.clone()),
            None => {}
        }
    }
    if let Some(third) = raw.get(MOST_TOPICS) {
        let message = format!("an entry is about at most {MOST_TOPICS} expansions");
        let diagnostic = Diagnostic::new("bad-entry", message, place(file, third));
        let help = "divide it into several entries";
        loader.context.report(diagnostic.help(help));
    }
    topics
}

fn heading(context: &mut Context, file: FileIx, raw: &Scalar) -> FaqHeading {
    let heading = context.one_of(file, raw, FaqHeading::ALL, FaqHeading::as_str);
    heading.unwrap_or(FaqHeading::Missing)
}

fn status(context: &mut Context, file: FileIx, raw: Option<&Scalar>) -> FaqStatus {
    let Some(raw) = raw else {
        return FaqStatus::Official;
    };
    let status = context.one_of(file, raw, FaqStatus::ALL, FaqStatus::as_str);
    status.unwrap_or(FaqStatus::NotFullyOfficial)
}

fn editions(loader: &mut Loader, file: FileIx, key: &Scalar, raw: &[Scalar]) -> Vec<EditionIx> {
    if raw.is_empty() {
        let message = format!("the entry `{}` holds in no edition", key.value);
        let diagnostic = Diagnostic::new("missing-entry", message, place(file, key));
        let help = "name the editions that the source speaks of in `editions`";
        loader.context.report(diagnostic.help(help));
    }
    let known = raw.iter().filter_map(|scalar| loader.edition(file, scalar));
    known.collect()
}

fn month(loader: &mut Loader, file: FileIx, raw: Option<&Scalar>) -> Option<Month> {
    let raw = raw?;
    let month = Month::parse(&raw.value);
    if month.is_none() {
        let message = format!("`{}` is not a month", raw.value);
        let diagnostic = Diagnostic::new("bad-date", message, place(file, raw));
        let help = "write year and month as in `2025-10`";
        loader.context.report(diagnostic.help(help));
    }
    month
}

type RawSays = (Option<RawText>, Option<RawText>, Option<RawText>);

/// What an entry says: a statement, or a question with its answer.
fn says(loader: &mut Loader, chapter: &Chapter, key: &Scalar, raw: RawSays) -> FaqText {
    match raw {
        (Some(text), None, None) => FaqText::Statement(text_of(loader, chapter, text)),
        (None, Some(question), Some(answer)) => FaqText::Question {
            question: text_of(loader, chapter, question),
            answer: text_of(loader, chapter, answer),
        },
        _ => {
            let message = format!("the entry `{}` does not say what it says", key.value);
            let at = place(chapter.file, key);
            let help = "it has either a `text`, or a `question` and its `answer`";
            let diagnostic = Diagnostic::new("bad-entry", message, at.clone());
            loader.context.report(diagnostic.help(help));
            FaqText::Statement(Localized::of(Text::default(), at))
        }
    }
}

/// A text; it has to be there in the languages of its chapter, and only there counts as missing.
fn text_of(loader: &mut Loader, chapter: &Chapter, raw: RawText) -> Localized {
    let missing_before = loader.missing_texts.clone();
    let errors_before = loader.context.diagnostics.len();
    let text = loader.localized(chapter.file, raw, Layout::Blocks);
    loader.missing_texts = missing_before;
    let is_reported = loader.context.diagnostics.len() > errors_before;
    for (ix, is_due) in chapter.languages.iter().enumerate() {
        let language = LanguageIx(u16::try_from(ix).unwrap_or(u16::MAX));
        if *is_due && !is_reported && text.exactly(language).is_none() {
            let code = &loader.languages[ix].code;
            let message = format!("the text is missing in `{code}`");
            let at = text.place(language).clone();
            let diagnostic = Diagnostic::new("missing-text", message, at);
            let help = "write it: the file says in `languages` that it is written in it";
            loader.context.report(diagnostic.help(help));
        }
    }
    text
}

/// Puts entries below those that they name; what is not known, or ends in itself, is reported.
fn nest(loader: &mut Loader, under: Vec<(FaqId, Under)>, entries: &mut IndexMap<FaqId, FaqEntry>) {
    for (id, Under { file, scalar }) in under {
        let parent = loader.context.look_up(kind::ENTRY, file, &scalar, entries);
        let Some(parent) = parent.map(|(parent, _)| parent.clone()) else {
            continue;
        };
        let above: Vec<_> = chain(entries, &parent).take(MOST_LEVELS + 1).collect();
        if above.contains(&&id) {
            let message = format!("the entry `{id}` stands below itself");
            let diagnostic = Diagnostic::new("circular-entry", message, place(file, &scalar));
            let help = "name the entry below which the source says it, or none";
            loader.context.report(diagnostic.help(help));
        } else if above.len() > MOST_LEVELS {
            loader.context.report(too_deep(&id, place(file, &scalar)));
        } else if let Some(entry) = entries.get_mut(&id) {
            entry.under = Some(parent);
        }
    }
    // What was put below others may have got some above it later.
    for (id, entry) in entries.iter() {
        if chain(entries, id).nth(MOST_LEVELS + 1).is_some() {
            loader.context.report(too_deep(id, entry.place.clone()));
        }
    }
}

fn too_deep(id: &FaqId, at: Place) -> Diagnostic {
    let message = format!("the entry `{id}` stands below more than {MOST_LEVELS} others");
    let help = "let it stand below one of those further up";
    Diagnostic::new("bad-entry", message, at).help(help)
}

/// An entry, the one that it stands below, and so on.
fn chain<'e>(
    entries: &'e IndexMap<FaqId, FaqEntry>,
    id: &'e FaqId,
) -> impl Iterator<Item = &'e FaqId> {
    std::iter::successors(Some(id), |id| entries.get(*id)?.under.as_ref())
}

/// The cells that an entry answers; each answer becomes a claim, in the entry's editions and `when`.
fn decide(
    reader: &mut Reader<'_, '_>,
    file: FileIx,
    (id, entry): (&FaqId, &FaqEntry),
    when: Condition,
    raw: RawDecisions,
) -> Vec<(QuestionId, FigureId)> {
    let editions = in_editions(&entry.editions, reader.loader.names.editions.len());
    let sheet = Sheet {
        file,
        source: entry.source.clone(),
        knows_editions: !entry.editions.is_empty(),
        when: Condition::and([editions, when]),
        entry: Some(id.clone()),
    };
    let mut decided = Vec::new();
    for (_, (question, cells)) in reader.loader.context.unique(file, raw) {
        for (_, (figure, answer)) in reader.loader.context.unique(file, cells) {
            let tables = reader.targets.tables;
            let is_cell = facts::is_cell(reader.loader, file, &question, &figure, tables);
            let cell = is_cell.then(|| {
                let question = QuestionId::new(question.value.clone());
                (question, FigureId::new(figure.value))
            });
            decided.extend(cell.clone());
            let mut line = entry.lines.first().copied();
            reader.cell(&sheet, cell, &answer, &mut line);
        }
    }
    decided
}

/// Puts the claims of each cell into the order of the sources.
fn in_order_of_sources(loader: &Loader, claims: &mut Claims) {
    let order = &loader.source_lines;
    for of_cell in claims.values_mut() {
        of_cell.sort_by_key(|claim| order.get_index_of(claim.source.as_str()));
    }
}
