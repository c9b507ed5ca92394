//! Reads pages: Markdown files called `ID.LANGUAGE.md` that begin with YAML between two lines of
//! `---`; the languages of a page must say the same in the same order.

use super::context::{Context, Parsed, place, start_of};
use super::game::is_language;
use super::kind;
use super::loader::{Layout, Loader};
use super::markup::{Outline, PageTags, Things};
use super::raw::{RawPage, Scalar};
use super::yaml::parse_before;
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::model::*;
use indexmap::IndexMap;

/// The folder of a dataset that holds them.
pub const FOLDER: &str = "pages";
/// The line before and behind the head of a page.
const FENCE: &str = "---\n";

/// A file of a page.
#[derive(Debug)]
pub struct RawPageFile {
    id: String,
    language: String,
    file: FileIx,
}

/// The file of a page by its name; `None` and a message where it is called in another way.
pub fn named(name: &str, file: FileIx, context: &mut Context) -> Option<RawPageFile> {
    let stem = name.strip_suffix(".md");
    let parts = stem.and_then(|stem| stem.split_once('.'));
    match parts {
        Some((id, language)) if is_id(id, None) && is_language(language) => Some(RawPageFile {
            id: id.to_owned(),
            language: language.to_owned(),
            file,
        }),
        _ => {
            let message = format!("`{FOLDER}/{name}` is not a page of a dataset");
            let help = "pages are called by an id and a language: `big-box.en.md`";
            context.report(Diagnostic::new("stray-file", message, start_of(file)).help(help));
            None
        }
    }
}

/// A page in one language.
struct InLanguage {
    file: FileIx,
    head: RawPage,
    title: Option<Text>,
    elsewhere: IndexMap<EditionIx, (Option<Text>, Place)>,
    text: Option<Text>,
    /// The text as it stands, for the places of what is in it.
    body: Scalar,
    outline: Outline,
}

/// All pages, in the order of their names.
pub fn pages(
    loader: &mut Loader,
    raw: Vec<RawPageFile>,
    things: &Things<'_>,
) -> IndexMap<PageId, Page> {
    let mut by_id: IndexMap<String, Vec<RawPageFile>> = IndexMap::new();
    for file in raw {
        by_id.entry(file.id.clone()).or_default().push(file);
    }
    let mut pages = IndexMap::new();
    for (id, files) in by_id {
        if let Some(page) = page(loader, &id, files, things) {
            pages.insert(PageId::new(id), page);
        }
    }
    pages
}

fn page(
    loader: &mut Loader,
    id: &str,
    files: Vec<RawPageFile>,
    things: &Things<'_>,
) -> Option<Page> {
    let errors_before = loader.context.diagnostics.len();
    let start = start_of(files.first()?.file);
    let mut read: Vec<Option<InLanguage>> = Vec::new();
    read.resize_with(loader.languages.len(), || None);
    for RawPageFile { language, file, .. } in files {
        let Some(ix) = loader.languages.iter().position(|l| l.code == language) else {
            let known = loader.languages.iter().map(|l| l.code.as_str());
            let (at, context) = (start_of(file), &mut loader.context);
            context.unknown(kind::LANGUAGE, at, &language, known);
            continue;
        };
        read[ix] = in_language(loader, file, ix, things);
    }
    if loader.context.diagnostics.len() > errors_before {
        return None;
    }
    let Some(first) = read.first().and_then(Option::as_ref) else {
        let language = loader.languages.first()?;
        let message = format!("the page `{id}` is missing in `{}`", language.code);
        let help = format!(
            "write `{FOLDER}/{id}.{}.md`: where another language lacks a page, it is shown",
            language.code
        );
        loader
            .context
            .report(Diagnostic::new("missing-text", message, start).help(help));
        return None;
    };
    for (ix, other) in read.iter().enumerate().skip(1) {
        match other {
            Some(other) => compare(loader, id, first, other, ix),
            None => loader.missing_texts[ix] += 1,
        }
    }
    let (expansion, source) = (first.head.expansion.value.clone(), &first.head.source.value);
    let (expansion, source) = (ExpansionId::new(expansion), SourceId::new(source.clone()));
    let editions = editions(loader, first);
    check_covered(loader, id, first, &editions);
    let localized = |of: &dyn Fn(&InLanguage) -> (Option<Text>, Place)| {
        let texts = read.iter().map(|own| match own {
            Some(own) => of(own),
            None => (None, start_of(first.file)),
        });
        let (texts, places) = texts.unzip();
        Localized::new(texts, places)
    };
    let elsewhere = first.elsewhere.keys().filter_map(|edition| {
        let nothing = || (None, start_of(first.file));
        let text = localized(&|own| own.elsewhere.get(edition).cloned().unwrap_or_else(nothing))?;
        Some((*edition, text))
    });
    let elsewhere = elsewhere.collect();
    Some(Page {
        title: localized(&|own| (own.title.clone(), place(own.file, &own.head.title)))?,
        expansion,
        editions,
        elsewhere,
        source,
        text: localized(&|own| (own.text.clone(), start_of(own.file)))?,
        place: start,
    })
}

/// Reads one file.
fn in_language(
    loader: &mut Loader,
    file: FileIx,
    ix: usize,
    things: &Things<'_>,
) -> Option<InLanguage> {
    let (head, body) = head_and_body(&mut loader.context, file)?;
    check_known(loader, file, &head, things);
    let lines = loader.source_lines.get(&head.source.value);
    let tags = PageTags {
        things,
        language: LanguageIx(u16::try_from(ix).ok()?),
        lines: lines.copied().flatten(),
    };
    let title = loader.text_of(file, &head.title, ix, Layout::OneLine, None);
    let mut elsewhere = IndexMap::new();
    for (key, value) in head.elsewhere.iter().flat_map(|all| &all.all) {
        if let Some(edition) = loader.edition(file, key) {
            let text = loader.text_of(file, value, ix, Layout::OneLine, Some(tags));
            let text = text.map(|(text, _)| text);
            elsewhere.insert(edition, (text, place(file, value)));
        }
    }
    let (text, outline) = loader.text_of(file, &body, ix, Layout::Blocks, Some(tags))?;
    Some(InLanguage {
        file,
        head,
        title: title.map(|(text, _)| text),
        elsewhere,
        text: Some(text),
        body,
        outline,
    })
}

/// The head of a file, and what stands below it.
fn head_and_body(context: &mut Context, file: FileIx) -> Option<(RawPage, Scalar)> {
    let text = context.files.get(file).map_or("", |f| f.text.as_str());
    let end = text.strip_prefix(FENCE).and_then(|rest| {
        let end = rest.find(&format!("\n{FENCE}"))?;
        Some(FENCE.len() + end + 1)
    });
    let Some(end) = end else {
        let message = "this page does not begin with what it is about";
        let help = "write its title, expansion, editions and source in YAML at its beginning, \
                    between two lines of `---`";
        context.report(Diagnostic::new("bad-page", message, start_of(file)).help(help));
        return None;
    };
    let below = end + FENCE.len();
    let body = Scalar {
        value: text[below..].to_owned(),
        span: below..text.len(),
    };
    let Parsed { value, .. } = parse_before(end, file, context)?;
    Some((value, body))
}

/// Reports an expansion or a source that the dataset does not have.
fn check_known(loader: &mut Loader, file: FileIx, head: &RawPage, things: &Things<'_>) {
    loader.source(file, &head.source);
    let (context, expansions) = (&mut loader.context, things.expansions);
    context.look_up(kind::EXPANSION, file, &head.expansion, expansions);
    for name in &head.editions {
        loader.edition(file, name);
    }
}

/// The editions that a page covers; its names are known to be right.
fn editions(loader: &Loader, page: &InLanguage) -> Vec<EditionIx> {
    let named = page.head.editions.iter();
    let known = named.filter_map(|name| loader.names.editions.get(&name.value).copied());
    known.collect()
}

/// Reports every edition that the page neither covers nor says a word about.
fn check_covered(loader: &mut Loader, id: &str, page: &InLanguage, covered: &[EditionIx]) {
    let all: Vec<_> = loader.names.editions.iter().collect();
    let open = all
        .into_iter()
        .filter(|(_, edition)| covered.contains(edition) == page.elsewhere.contains_key(*edition));
    let open: Vec<_> = open
        .map(|(name, edition)| (name.clone(), *edition))
        .collect();
    for (name, edition) in open {
        let (message, help) = match covered.contains(&edition) {
            true => (
                format!("the page `{id}` covers {name} and says what stands there `elsewhere`"),
                format!("remove {name} from one of the two"),
            ),
            false => (
                format!("the page `{id}` does not cover {name} and does not say where to look"),
                format!("add {name} to `editions`, or a sentence for it to `elsewhere`"),
            ),
        };
        let at = start_of(page.file);
        let diagnostic = Diagnostic::new("bad-page", message, at).help(help);
        loader.context.report(diagnostic);
    }
}

/// Reports where a page in another language first says something else than in the first one.
fn compare(loader: &mut Loader, id: &str, first: &InLanguage, other: &InLanguage, ix: usize) {
    let [code, of_first] = [ix, 0].map(|ix| loader.languages[ix].code.clone());
    let heads = [
        (&first.head.expansion, &other.head.expansion),
        (&first.head.source, &other.head.source),
    ];
    for (ours, theirs) in heads.into_iter().filter(|(a, b)| a.value != b.value) {
        let message = format!(
            "the page `{id}` has `{}` in `{code}` and `{}` in `{of_first}`",
            theirs.value, ours.value
        );
        let diagnostic = Diagnostic::new("unequal-pages", message, place(other.file, theirs));
        let diagnostic = diagnostic.also(place(first.file, ours), "the first language");
        let help = "a page is about the same in all languages";
        loader.context.report(diagnostic.help(help));
    }
    let same = |page: &InLanguage| {
        let editions = editions(loader, page);
        let elsewhere: Vec<_> = page.elsewhere.keys().copied().collect();
        (editions, elsewhere)
    };
    if same(first) != same(other) {
        let message =
            format!("the page `{id}` covers other editions in `{code}` than in `{of_first}`");
        let diagnostic = Diagnostic::new("unequal-pages", message, start_of(other.file));
        let diagnostic = diagnostic.also(start_of(first.file), "the first language");
        let help = "give every language the same `editions` and `elsewhere`, in the same order";
        loader.context.report(diagnostic.help(help));
    }
    let (ours, theirs) = (&first.outline, &other.outline);
    let both = ours.iter().zip(theirs);
    let equal = both.take_while(|((a, _), (b, _))| a == b).count();
    if equal == ours.len().max(theirs.len()) {
        return;
    }
    let at = |loader: &Loader, page: &InLanguage| {
        let end = page.body.value.len();
        let (what, range) = match page.outline.get(equal) {
            Some((what, range)) => (what.clone(), range.clone()),
            None => ("the end".to_owned(), end..end),
        };
        // Of a long part its beginning says enough.
        let line = page.body.value[range.clone()].find('\n');
        let range = range.start..line.map_or(range.end, |line| range.start + line);
        (what, loader.context.place_in(page.file, &page.body, range))
    };
    let (ours, here) = at(loader, first);
    let (theirs, there) = at(loader, other);
    let message =
        format!("the page `{id}` has {theirs} in `{code}` where it has {ours} in `{of_first}`");
    let diagnostic = Diagnostic::new("unequal-pages", message, there)
        .label(format!("{theirs} in `{code}`"))
        .also(here, format!("{ours} in `{of_first}`"))
        .help("give every language the same headings, parts, conditions and citations, in the same order");
    loader.context.report(diagnostic);
}
