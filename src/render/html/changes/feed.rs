//! The Atom feed of the versions.
//!
//! It holds no date that nobody gave. Atom wants one for each entry, so that only versions are in it
//! whose names begin with one; a feed without any bears the first day that computers count from,
//! which is the same in every build.

use super::*;

/// What a feed without any version bears for a date.
const NO_DATE: &str = "1970-01-01";

/// Whose name the ids of a feed bear, where it is not known where the site stands: a domain that
/// is nobody's.
const AUTHORITY: &str = "rulegrid.invalid,2000";

/// The feed.
#[derive(Serialize)]
pub(super) struct FeedContext {
    language: String,
    id: String,
    title: String,
    updated: String,
    author: String,
    /// Its own address, if that is known.
    own: Option<String>,
    href: String,
    entries: Vec<EntryContext>,
}

#[derive(Serialize)]
struct EntryContext {
    id: String,
    title: String,
    updated: String,
    href: String,
    summary: String,
}

fn at_midnight(date: &str) -> String {
    format!("{date}T00:00:00Z")
}

/// `text` without characters that XML does not allow.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

impl Press<'_, '_> {
    pub(super) fn feed(&self, language: LanguageIx, versions: &[Step<'_>]) -> FeedContext {
        let dataset = self.plan.dataset;
        let code = self.code(language);
        let dated = versions.iter().rev();
        let dated = dated.filter_map(|version| Some((version, date(version)?)));
        let entries = dated.map(|(version, date)| {
            let address = Address::new(Kind::Version(page_name(version)), language);
            let page = address.path(dataset);
            EntryContext {
                id: self.feed_id(&page),
                title: self.name(language, version),
                updated: at_midnight(date),
                href: self.href_in_feed(&page),
                summary: self.summary(language, version),
            }
        });
        let entries: Vec<_> = entries.collect();
        let newest = entries.iter().map(|entry| entry.updated.clone()).max();
        let game = dataset.title.get(language).1.plain(&self.initial(None));
        let path = self.feed_path(language);
        FeedContext {
            language: code.to_owned(),
            id: self.feed_id(&path),
            title: format!("{game} · {}", self.word(code, "changes-title")),
            updated: newest.unwrap_or_else(|| at_midnight(NO_DATE)),
            author: game,
            own: self.canonical(&path).map(|address| printable(&address)),
            href: self.href_in_feed(&Address::new(Kind::Changes, language).path(dataset)),
            entries,
        }
    }

    /// The id of a feed or entry: where its page will stand, or a `tag:` address.
    fn feed_id(&self, path: &str) -> String {
        match self.canonical(path) {
            Some(address) => printable(&address),
            None => format!("tag:{AUTHORITY}:{}/{path}", self.plan.dataset.id),
        }
    }

    /// The way from a feed to a page of its language.
    fn href_in_feed(&self, path: &str) -> String {
        match self.canonical(path) {
            Some(address) => printable(&address),
            None => path
                .split_once('/')
                .map_or(path, |(_, rest)| rest)
                .to_owned(),
        }
    }
}
