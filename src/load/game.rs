//! Reads `game.yaml`: languages, sources, editions, derived conditions, and what else it says of the
//! game as a whole.

use super::conditions::add_derived;
use super::context::{Parsed, place};
use super::expansions::declare_elements;
use super::loader::{Layout, Loader};
use super::markup::is_printable;
use super::raw::*;
use super::words::own_words;
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::model::*;
use indexmap::IndexMap;

/// How many of each there may be: more than any game has.
const MOST_LANGUAGES: usize = 100;
const MOST_EDITIONS: usize = 100;

/// What `game.yaml` declares, apart from its texts.
pub struct Declarations {
    /// The game's file with the texts still to be read.
    pub texts: GameTexts,
    /// The order of the tables.
    pub tables: Vec<Scalar>,
    /// The words of the order of play.
    pub play: Option<RawPlayWords>,
    /// The questions of the overview.
    pub overview: Vec<Scalar>,
    /// The day of the dataset.
    pub date: Option<String>,
    /// The address at which corrections are suggested.
    pub corrections: Option<String>,
    /// What parts of the interface are called.
    pub words: Words,
    /// The derived conditions.
    pub derived: IndexMap<String, Derived>,
    /// The edition that is selected where none is named.
    pub default_edition: EditionIx,
    /// The file.
    pub file: FileIx,
    /// The game's id.
    pub id: String,
}

/// The parts of `game.yaml` that hold texts, which need the terms to be known first.
pub struct GameTexts {
    title: RawText,
    sources: Vec<(SourceId, RawText, Speaker, Option<u32>)>,
    editions: RawEditions,
}

/// Declares languages, sources, editions, elements and derived conditions; `None` and a message
/// where there is no language or no edition.
pub fn declare(
    loader: &mut Loader,
    game: Parsed<RawGame>,
    expansions: &[Parsed<RawExpansion>],
) -> Option<Declarations> {
    let Parsed { file, value: game } = game;
    loader.context.is_id(file, &game.id, None);
    let has_languages = has_some(loader, file, &game.languages, "language", MOST_LANGUAGES);
    let has_editions = has_some(loader, file, &game.editions, "edition", MOST_EDITIONS);
    if !has_languages || !has_editions {
        return None;
    }
    languages(loader, file, game.languages);
    let sources = sources(loader, file, game.sources);
    let (editions, default_edition) = editions(loader, file, game.editions);
    declare_elements(loader, expansions);
    let date = game.date.and_then(|date| day(loader, file, date));
    let corrections = game.corrections;
    let corrections = corrections.and_then(|address| corrections_address(loader, file, &address));
    let derived = game.derived.unwrap_or_default();
    let derived = loader.context.unique(file, derived);
    let derived = add_derived(&mut loader.context, file, derived, &mut loader.names);
    let words = own_words(loader, file, game.words.unwrap_or_default());
    Some(Declarations {
        texts: GameTexts {
            title: game.title,
            sources,
            editions,
        },
        tables: game.tables,
        play: game.play,
        overview: game.overview.unwrap_or_default(),
        date,
        corrections,
        words,
        derived,
        default_edition,
        file,
        id: game.id.value,
    })
}

/// A day as `2026-11-30`; reports what is none.
fn day(loader: &mut Loader, file: FileIx, scalar: Scalar) -> Option<String> {
    if is_day(&scalar.value) {
        return Some(scalar.value);
    }
    let message = format!("`{}` is not a day", scalar.value);
    let diagnostic = Diagnostic::new("not-a-day", message, place(file, &scalar));
    let help = "write year, month and day: `2026-11-30`";
    loader.context.report(diagnostic.help(help));
    None
}

/// The address at which corrections are suggested; reports one that no browser should follow.
fn corrections_address(loader: &mut Loader, file: FileIx, scalar: &Scalar) -> Option<String> {
    let address = &scalar.value;
    let is_known = ["https://", "http://", "mailto:"]
        .iter()
        .any(|start| address.starts_with(start));
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"'<>`\\".contains(c);
    if is_known && address.chars().all(is_plain) {
        return Some(address.clone());
    }
    let message = "this is not an address for corrections";
    let diagnostic = Diagnostic::new("bad-address", message, place(file, scalar))
        .help("it begins with https:// or mailto: and may hold {file}, {line} and {about}");
    loader.context.report(diagnostic);
    None
}

/// Whether there is at least one entry, and not more than `most`; reports it if not.
fn has_some<V>(
    loader: &mut Loader,
    file: FileIx,
    entries: &Entries<V>,
    kind: &str,
    most: usize,
) -> bool {
    let range = entries.span.clone();
    let count = entries.all.len();
    let diagnostic = if count == 0 {
        let message = format!("the game has no {kind}");
        let diagnostic = Diagnostic::new("missing-entry", message, Place { file, range });
        diagnostic.help(format!("write at least one {kind} here"))
    } else if count > most {
        let message = format!("there are more than {most} {kind}s");
        let diagnostic = Diagnostic::new("too-large", message, Place { file, range });
        diagnostic.help("divide it into several games")
    } else {
        return true;
    };
    loader.context.report(diagnostic);
    false
}

/// Whether `text` has the shape of a language's code.
pub fn is_language(text: &str) -> bool {
    let first = text.split('-').next().unwrap_or("");
    let parts = text.split('-').all(|part| {
        (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    parts && first.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Reports an id that differs from an earlier one only in its capital letters: they would be one
/// file or address.
fn check_unlike(
    loader: &mut Loader,
    file: FileIx,
    seen: &mut IndexMap<String, Scalar>,
    key: &Scalar,
    kind: &str,
) {
    let Some(first) = seen.insert(key.value.to_lowercase(), key.clone()) else {
        return;
    };
    let message = format!(
        "the {kind}s `{}` and `{}` differ only in capital letters",
        first.value, key.value
    );
    let diagnostic = Diagnostic::new("duplicate-id", message, place(file, key))
        .label("again here")
        .also(place(file, &first), "first here")
        .help("rename or remove one of the two");
    loader.context.report(diagnostic);
}

fn languages(loader: &mut Loader, file: FileIx, raw: Entries<Scalar>) {
    let mut seen = IndexMap::new();
    for (code, (key, name)) in loader.context.unique(file, raw) {
        check_unlike(loader, file, &mut seen, &key, "language");
        if name.value.trim().is_empty() {
            let message = format!("the name of the language `{code}` is missing");
            loader.context.error("empty-text", message, file, &name);
        }
        is_printable(&mut loader.context, file, &name);
        if !is_language(&code) {
            let message = format!("`{code}` is not the code of a language");
            let help = "codes are those of BCP 47: `en`, `ro`, `pt-BR`";
            let place = place(file, &key);
            let diagnostic = Diagnostic::new("bad-language", message, place);
            loader.context.report(diagnostic.help(help));
        }
        let name = name.value;
        loader.languages.push(Language { code, name });
    }
    loader.missing_texts = vec![0; loader.languages.len()];
}

fn sources(
    loader: &mut Loader,
    file: FileIx,
    raw: Entries<RawSource>,
) -> Vec<(SourceId, RawText, Speaker, Option<u32>)> {
    let mut sources = Vec::new();
    for (id, (key, source)) in loader.context.unique(file, raw) {
        loader.context.is_id(file, &key, None);
        let speaker = loader.speaker(file, &source.speaks);
        // A wrong number is reported once: as far as that goes, the source has every line.
        let lines = source.lines.as_ref();
        let lines = lines.map(|lines| loader.context.number(file, lines).unwrap_or(u32::MAX));
        loader.source_lines.insert(id.clone(), lines);
        sources.push((SourceId::new(id), source.title, speaker, lines));
    }
    sources
}

type RawEditions = Vec<(EditionId, RawText, Flags)>;

/// What an edition says of itself beside its name.
struct Flags {
    missing_is_undefined: bool,
    publications_known: bool,
    compared_with: Option<EditionIx>,
}

fn editions(
    loader: &mut Loader,
    file: FileIx,
    raw: Entries<RawEdition>,
) -> (RawEditions, EditionIx) {
    let mut editions: RawEditions = Vec::new();
    let mut default = None;
    let mut compared = Vec::new();
    let mut seen = IndexMap::new();
    for ((id, (key, edition)), ix) in loader.context.unique(file, raw).into_iter().zip(0u16..) {
        check_unlike(loader, file, &mut seen, &key, "edition");
        if !is_edition_id(&id) {
            let message = format!("`{id}` is not the id of an edition");
            let help = "it is letters and digits, with single dots: `C3.1`";
            let place = place(file, &key);
            let diagnostic = Diagnostic::new("bad-id", message, place);
            loader.context.report(diagnostic.help(help));
        }
        let mut flag = |value: &Option<Scalar>, word: &str| match value {
            Some(scalar) if scalar.value == word => true,
            Some(scalar) => {
                loader.context.expected_one_of(file, scalar, &[word]);
                false
            }
            None => false,
        };
        let flags = Flags {
            missing_is_undefined: flag(&edition.missing, "undefined"),
            publications_known: !flag(&edition.publications, "not-entered"),
            compared_with: None,
        };
        if flag(&edition.default, "true") {
            if let Some((_, first)) = &default {
                let message = "two editions are the default";
                let diagnostic = Diagnostic::new("duplicate-key", message, place(file, &key))
                    .label("again here")
                    .also(place(file, first), "first here")
                    .help("remove `default: true` from one of the two");
                loader.context.report(diagnostic);
            }
            default = Some((EditionIx(ix), key.clone()));
        }
        loader.names.editions.insert(id.clone(), EditionIx(ix));
        compared.push(edition.compared_with.map(|with| (key, with)));
        editions.push((EditionId::new(id), edition.name, flags));
    }
    for ((.., flags), compared) in editions.iter_mut().zip(compared) {
        flags.compared_with =
            compared.and_then(|(own, with)| compared_with(loader, file, &own, &with));
    }
    let default = default.map_or(EditionIx(0), |(ix, _)| ix);
    (editions, default)
}

/// The edition with which the one called `own` is compared.
fn compared_with(
    loader: &mut Loader,
    file: FileIx,
    own: &Scalar,
    with: &Scalar,
) -> Option<EditionIx> {
    if own.value == with.value {
        let message = format!("`{}` is compared with itself", own.value);
        loader
            .context
            .error("circular-edition", message, file, with);
        return None;
    }
    loader.edition(file, with)
}

impl GameTexts {
    /// The game's title, sources and editions with their texts.
    #[allow(clippy::type_complexity, reason = "taken apart where it is called")]
    pub fn read(
        self,
        loader: &mut Loader,
        file: FileIx,
    ) -> (
        Localized,
        IndexMap<SourceId, Source>,
        IndexMap<EditionId, Edition>,
    ) {
        let title = loader.localized(file, self.title, Layout::OneLine);
        let mut sources = IndexMap::new();
        for (id, title, speaks, lines) in self.sources {
            let title = loader.localized(file, title, Layout::OneLine);
            let source = Source {
                title,
                speaks,
                lines,
            };
            sources.insert(id, source);
        }
        let mut editions = IndexMap::new();
        for (id, name, flags) in self.editions {
            let edition = Edition {
                name: loader.localized(file, name, Layout::OneLine),
                missing_is_undefined: flags.missing_is_undefined,
                publications_known: flags.publications_known,
                compared_with: flags.compared_with,
            };
            editions.insert(id, edition);
        }
        (title, sources, editions)
    }
}
