//! The pages of what changed in each version of the dataset, and the Atom feed of the versions, in
//! one language: puts the differences into words and links each fact to its cell. It decides
//! nothing, and all of its texts are plain: the templates escape them.
//!
//! The feed holds no date that nobody gave. Atom wants one for each entry, so that only versions
//! are in it whose names begin with one; a feed without any bears the first day that computers
//! count from, which is the same in every build.

use super::press::framed;
use super::*;
use crate::diff::{AnswerChange, Answered, Diff, Fact, Group, Kind as ThingKind, Part};
use crate::diff::{Step, TableGroup, TextChange, Thing, ThingChange, VersionName};
use crate::render::diff::{Teller, value_word};
use std::collections::HashSet;

/// The page of the version that is being built, where it has no name; no version is called so.
const CURRENT: &str = "current";
/// What a feed without any version bears for a date.
const NO_DATE: &str = "1970-01-01";
/// Whose name the ids of a feed bear, where it is not known where the site stands: a domain that
/// is nobody's.
const AUTHORITY: &str = "rulegrid.invalid,2000";

/// The list of versions.
#[derive(Serialize)]
struct VersionsPage {
    #[serde(flatten)]
    page: PageContext,
    versions: Vec<VersionContext>,
    /// Whether some version is not in the feed.
    undated: bool,
}

#[derive(Serialize)]
struct VersionContext {
    name: String,
    href: String,
    since: Option<String>,
    summary: String,
}

/// What changed in one version.
#[derive(Serialize)]
struct VersionPage {
    #[serde(flatten)]
    page: PageContext,
    since: Option<String>,
    summary: String,
    kinds: Vec<KindContext>,
    in_tables: Vec<TableChanges>,
}

#[derive(Serialize)]
struct KindContext {
    id: &'static str,
    title: String,
    things: Vec<ThingContext>,
}

#[derive(Serialize)]
struct ThingContext {
    id: String,
    change: &'static str,
    word: String,
    text: String,
    href: Option<String>,
    texts: Vec<TextContext>,
}

#[derive(Serialize)]
struct TextContext {
    /// The language, where it is not the page's.
    lang: Option<String>,
    from: Option<String>,
    to: Option<String>,
}

#[derive(Serialize)]
struct TableChanges {
    html_id: String,
    title: String,
    count: usize,
    groups: Vec<GroupContext>,
}

#[derive(Serialize)]
struct GroupContext {
    editions: String,
    facts: Vec<FactContext>,
}

#[derive(Serialize)]
struct FactContext {
    question: String,
    figure: String,
    figure_name: String,
    text: String,
    /// The way to the cell, if the site still has it.
    href: Option<String>,
    answers: Vec<AnswersContext>,
    marks: Vec<MarkContext>,
}

#[derive(Serialize)]
struct AnswersContext {
    from: AnswerContext,
    to: AnswerContext,
    place: String,
    sources: Vec<ClaimContext>,
}

#[derive(Serialize)]
struct AnswerContext {
    word: Option<&'static str>,
    text: String,
}

#[derive(Serialize)]
struct ClaimContext {
    title: String,
    line: Option<u32>,
}

#[derive(Serialize)]
struct MarkContext {
    text: String,
    place: String,
}

/// The feed.
#[derive(Serialize)]
struct FeedContext {
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

/// What the site has pages for.
struct Known<'k> {
    figures: HashMap<&'k str, &'k FigureId>,
    questions: HashMap<&'k str, &'k QuestionId>,
    cells: HashSet<(&'k QuestionId, &'k FigureId)>,
}

framed!(VersionsPage, VersionPage);

impl Press<'_, '_> {
    /// The way from a page to the list of versions.
    pub(super) fn changes_href(&self, language: LanguageIx, root: &str) -> String {
        let list = Address::new(Kind::Changes, language);
        format!("{root}{}", list.path(self.plan.dataset))
    }

    /// The way from a page to the feed.
    pub(super) fn feed_href(&self, language: LanguageIx, root: &str) -> String {
        format!("{root}{}", self.feed_path(language))
    }

    fn feed_path(&self, language: LanguageIx) -> String {
        format!("{}/changes.xml", self.code(language))
    }

    fn code(&self, language: LanguageIx) -> &str {
        &self.plan.dataset.languages[language.index()].code
    }

    /// The list of versions, the page of each, and the feed, in every language.
    pub(super) fn changes_pages(
        &self,
        columns: &Columns<'_>,
        versions: &[Step<'_>],
    ) -> Result<Vec<SiteFile>, RenderError> {
        let known = known(columns);
        let dataset = self.plan.dataset;
        let mut files = Vec::new();
        for (language, _) in dataset.languages() {
            let path = Address::new(Kind::Changes, language).path(dataset);
            let list = self.versions_page(language, versions);
            files.push(self.render("changes.html", &path, &list)?);
            for version in versions {
                let path = Address::new(Kind::Version(page_name(version)), language).path(dataset);
                let page = self.version_page(language, version, &known);
                files.push(self.render("version.html", &path, &page)?);
            }
            let path = self.feed_path(language);
            let feed = self.feed(language, versions);
            files.push(self.render_part("changes.xml", &path, language, &feed)?);
        }
        Ok(files)
    }

    fn versions_page(&self, language: LanguageIx, versions: &[Step<'_>]) -> VersionsPage {
        let title = self.word(self.code(language), "changes-title");
        let address = Address::new(Kind::Changes, language);
        let mut page = self.page(address, title, &self.initial(None), String::new());
        page.heading = escaped(&page.title);
        let links = versions.iter().rev().map(|version| VersionContext {
            name: self.name(language, version),
            href: format!("{}.html", page_name(version)),
            since: since(version),
            summary: self.summary(language, version),
        });
        VersionsPage {
            page,
            versions: links.collect(),
            undated: versions.iter().any(|version| date(version).is_none()),
        }
    }

    /// What a version is called.
    fn name(&self, language: LanguageIx, version: &Step<'_>) -> String {
        match &version.name {
            Some(name) => name.as_str().to_owned(),
            None => self.word(self.code(language), "changes-current"),
        }
    }

    /// How much changed in a version, in a line.
    fn summary(&self, language: LanguageIx, version: &Step<'_>) -> String {
        let word = |id| self.word(self.code(language), id);
        let Some((_, diff)) = &version.since else {
            return word("changes-first");
        };
        if diff.is_empty() {
            return word("changes-none");
        }
        let counts = [
            ("changes-cells", diff.cells()),
            ("changes-things", diff.things.len()),
        ];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        let counts = counts.map(|(id, count)| format!("{} {count}", word(id)));
        counts.collect::<Vec<_>>().join(" · ")
    }

    fn version_page(
        &self,
        language: LanguageIx,
        version: &Step<'_>,
        known: &Known<'_>,
    ) -> VersionPage {
        let address = Address::new(Kind::Version(page_name(version)), language);
        let name = self.name(language, version);
        let what = self.word(self.code(language), "changes-title");
        let title = format!("{name} · {what}");
        let mut page = self.page(address, title, &self.initial(None), String::new());
        page.heading = escaped(&name);
        let mut changes = VersionPage {
            page,
            since: since(version),
            summary: self.summary(language, version),
            kinds: Vec::new(),
            in_tables: Vec::new(),
        };
        if let Some((_, diff)) = &version.since {
            let writer = Writer {
                site: self,
                language,
                known,
                teller: Teller {
                    diff,
                    words: self.words,
                    code: self.code(language),
                },
            };
            changes.kinds = writer.kinds(diff);
            let tables = diff.tables();
            changes.in_tables = tables.iter().map(|table| writer.table(table)).collect();
        }
        changes
    }

    fn feed(&self, language: LanguageIx, versions: &[Step<'_>]) -> FeedContext {
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

/// Puts the changes of a version into words.
struct Writer<'w, 'd> {
    site: &'w Press<'w, 'w>,
    language: LanguageIx,
    known: &'w Known<'w>,
    teller: Teller<'w, 'd>,
}

impl Writer<'_, '_> {
    fn kinds(&self, diff: &Diff<'_>) -> Vec<KindContext> {
        let kinds = diff.things.chunk_by(|a, b| a.kind == b.kind);
        let kinds = kinds.map(|things| KindContext {
            id: things[0].kind.as_str(),
            title: self.teller.kind(things[0].kind),
            things: things.iter().map(|thing| self.thing(thing)).collect(),
        });
        kinds.collect()
    }

    fn thing(&self, thing: &Thing) -> ThingContext {
        let own = |texts: &[TextChange], side: fn(&TextChange) -> Option<&Vec<Part>>| {
            let text = self.teller.own_text(texts).and_then(side);
            text.map_or(String::new(), |parts| self.teller.parts(parts))
        };
        let mut texts = Vec::new();
        let text = match &thing.change {
            ThingChange::Added(all) => own(all, |text| text.to.as_ref()),
            ThingChange::Removed(all) => own(all, |text| text.from.as_ref()),
            ThingChange::Renamed(all) => {
                texts = all.iter().map(|text| self.text(text)).collect();
                thing.id.clone()
            }
            ThingChange::Moved(from, to) => {
                let (from, to) = (from.join(", "), to.join(", "));
                format!("{}: {from} → {to}", thing.id)
            }
            ThingChange::Cites(note, _, selection) => {
                format!("{}: {}", thing.id, self.teller.note(note, selection))
            }
        };
        ThingContext {
            id: thing.id.clone(),
            change: thing.change.as_str(),
            word: self.teller.change(&thing.change),
            text,
            href: self.page_of(thing),
            texts,
        }
    }

    /// The way to the page of a figure or a question.
    fn page_of(&self, thing: &Thing) -> Option<String> {
        match thing.kind {
            ThingKind::Figure => {
                let id = self.known.figures.get(thing.id.as_str())?;
                Some(self.href(Kind::Figure(id)))
            }
            ThingKind::Question => {
                let id = self.known.questions.get(thing.id.as_str())?;
                Some(self.href(Kind::Question(id)))
            }
            _ => None,
        }
    }

    fn href(&self, kind: Kind<'_>) -> String {
        let to = Address::new(kind, self.language);
        let root = Address::new(Kind::Changes, self.language).to_root();
        let path = to.path(self.site.plan.dataset);
        let folder = format!("{}/", self.site.code(self.language));
        match path.strip_prefix(&folder) {
            Some(rest) => format!("../{rest}"),
            None => format!("{root}{path}"),
        }
    }

    fn text(&self, text: &TextChange) -> TextContext {
        let said = |parts: &Option<Vec<Part>>| {
            let said = self.teller.parts(parts.as_ref()?);
            (!said.is_empty()).then_some(said)
        };
        let own = self.site.code(self.language);
        TextContext {
            lang: (text.language != own).then(|| text.language.clone()),
            from: said(&text.from),
            to: said(&text.to),
        }
    }

    fn table(&self, table: &TableGroup<'_>) -> TableChanges {
        let facts = table.groups.iter().flat_map(|group| &group.facts);
        let place = facts.filter_map(|fact| fact.place()).next();
        let title = place.map(|place| self.teller.table(table.table, &place.selection));
        TableChanges {
            html_id: html_id("t", table.table.as_str()),
            title: title.unwrap_or_else(|| table.table.to_string()),
            count: table.count(),
            groups: table.groups.iter().map(|group| self.group(group)).collect(),
        }
    }

    fn group(&self, group: &Group<'_>) -> GroupContext {
        let facts = group.facts.iter().filter_map(|fact| self.fact(fact));
        GroupContext {
            editions: self.teller.editions(&group.editions),
            facts: facts.collect(),
        }
    }

    fn fact(&self, fact: &Fact) -> Option<FactContext> {
        let selection = &fact.place()?.selection;
        let cell = self.known.cells.get(&(&fact.question, &fact.figure));
        let href = cell.map(|(question, figure)| {
            let anchor = html_id("q", question.as_str());
            format!("{}#{anchor}", self.href(Kind::Figure(figure)))
        });
        let marks = fact.marks.iter().map(|mark| MarkContext {
            text: self.teller.mark(mark),
            place: self.teller.place(&mark.place),
        });
        Some(FactContext {
            question: fact.question.to_string(),
            figure: fact.figure.to_string(),
            figure_name: self.teller.figure(&fact.figure, selection),
            text: self.teller.question(&fact.question, &fact.table, selection),
            href,
            answers: fact
                .answers
                .iter()
                .map(|change| self.answers(change))
                .collect(),
            marks: marks.collect(),
        })
    }

    fn answers(&self, change: &AnswerChange) -> AnswersContext {
        let answer = |answered: &Option<Answered>| AnswerContext {
            word: answered
                .as_ref()
                .map(|answered| value_word(&answered.value)),
            text: self.teller.answer(answered.as_ref()),
        };
        let by = change.to.as_ref().or(change.from.as_ref());
        let sources = by.into_iter().flat_map(|answered| &answered.sources);
        let sources = sources.map(|(id, line)| ClaimContext {
            title: self.teller.source(id, &change.place.selection),
            line: *line,
        });
        AnswersContext {
            from: answer(&change.from),
            to: answer(&change.to),
            place: self.teller.place(&change.place),
            sources: sources.collect(),
        }
    }
}

fn known<'k>(columns: &'k Columns<'k>) -> Known<'k> {
    let mut cells = HashSet::new();
    for plan in columns
        .editions()
        .filter_map(|edition| columns.plan(edition))
    {
        for table in &plan.tables {
            for row in table.sections.iter().flat_map(|section| &section.rows) {
                cells.extend(table.columns.iter().map(|column| (row.id, column.id)));
            }
        }
    }
    let figures = columns.figures().into_iter();
    let questions = columns.questions().into_iter();
    Known {
        figures: figures.map(|id| (id.as_str(), id)).collect(),
        questions: questions.map(|id| (id.as_str(), id)).collect(),
        cells,
    }
}

/// The name of a version's page.
fn page_name<'s>(version: &'s Step<'_>) -> &'s str {
    version.name.as_ref().map_or(CURRENT, VersionName::as_str)
}

fn since(version: &Step<'_>) -> Option<String> {
    let (name, _) = version.since.as_ref()?;
    Some(name.as_str().to_owned())
}

fn date<'s>(version: &'s Step<'_>) -> Option<&'s str> {
    version.name.as_ref()?.date()
}

fn at_midnight(date: &str) -> String {
    format!("{date}T00:00:00Z")
}

/// `text` without characters that XML does not allow.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}
