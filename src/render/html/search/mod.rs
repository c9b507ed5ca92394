//! The index of the site's search, a script for each language: by which words what is found, what
//! it leads to, and what stands in every cell when. It decides nothing.

mod places;
mod tables;
mod text;

use super::selector::{boxes, selectable};
use super::*;
use crate::logic::Condition;
use crate::search::{Entry, Index};
use indexmap::IndexSet;
use places::OtherPart;
use std::collections::BTreeMap;
use tables::{NotePart, TablePart, VariantPart};
use text::Line;

/// The interface words that the search says, by the names that its script knows.
const SAID: [&str; 16] = [
    "answer-yes",
    "answer-no",
    "answer-na",
    "answer-undefined",
    "not-entered",
    "adapted",
    "search-answer",
    "search-figure",
    "search-question",
    "search-expansion",
    "search-note",
    "search-page",
    "search-entry",
    "search-found",
    "search-none",
    "search-not-selected",
];

/// The path of a language's index, from the root of the site.
pub(super) fn index_path(language: &str) -> String {
    format!("search/{language}.js")
}

/// The path of a language's index of the FAQ, which is loaded when something is typed.
pub(super) fn faq_index_path(language: &str) -> String {
    format!("search/{language}-faq.js")
}

/// A condition by its position among all distinct ones.
type When = usize;

#[derive(Serialize)]
struct IndexFile<'i> {
    /// The id of the game.
    game: &'i str,
    boxes: String,
    /// The edition of a selection that names none.
    edition: String,
    /// The editions that can be selected; none where it is fixed.
    selectable: Vec<&'i str>,
    /// All editions with their names.
    editions: Vec<(String, Line)>,
    said: BTreeMap<&'i str, &'i str>,
    /// The words, parted by spaces, and their weights.
    words: String,
    weights: Vec<u32>,
    /// From which score on a word says that something is meant.
    enough: u32,
    figures: Vec<EntryPart<'i>>,
    questions: Vec<EntryPart<'i>>,
    tables: Vec<TablePart>,
    /// What may stand in a cell, each distinct list once.
    cells: Vec<Vec<VariantPart>>,
    notes: Vec<NotePart>,
    expansions: Vec<ExpansionPart>,
    /// Pages of other kinds, and places in them.
    pages: Vec<OtherPart>,
    /// The conditions as selectors, each once.
    conditions: Vec<String>,
}

/// A figure or a question.
#[derive(Serialize)]
struct EntryPart<'i> {
    path: String,
    name: Line,
    names: &'i [Vec<usize>],
    more: &'i [usize],
}

#[derive(Serialize)]
struct ExpansionPart {
    path: String,
    name: Line,
    number: Option<u32>,
    /// The names of its elements.
    elements: Vec<Line>,
}

/// The entries of the FAQ.
#[derive(Serialize)]
struct FaqFile<'i> {
    /// The page that has them all.
    path: String,
    /// The id of each, when it is shown, and what it says.
    entries: Vec<(&'i str, When, Vec<Line>)>,
    /// The conditions as selectors, each once.
    conditions: Vec<String>,
}

impl Press<'_, '_> {
    /// The indexes of a language, as the scripts that hand them to the search: that of the tables,
    /// and that of the FAQ, if there is one.
    pub(super) fn search_indexes(
        &self,
        faq: &FaqPlan<'_>,
        language: LanguageIx,
    ) -> Result<Vec<SiteFile>, RenderError> {
        let code = &self.plan.dataset.languages[language.index()].code;
        let index = Index::new(self.plan, language);
        let mut builder = Builder {
            site: self,
            index: &index,
            language,
            conditions: IndexSet::new(),
            cells: IndexSet::new(),
        };
        let mut files = vec![script(index_path(code), "index", &builder.file())?];
        if faq.entries().len() > 0 {
            let path = faq_index_path(code);
            files.push(script(path, "faq", &builder.faq_file(faq))?);
        }
        Ok(files)
    }
}

/// A script that hands `index` to the search under a name.
fn script(path: String, name: &str, index: &impl Serialize) -> Result<SiteFile, RenderError> {
    let json = serde_json::to_string(index).map_err(|error| RenderError {
        page: path.clone(),
        why: error.to_string(),
    })?;
    let bytes = format!("rulegrid.{name}={json};\n").into_bytes();
    Ok(SiteFile { path, bytes })
}

struct Builder<'b, 'd> {
    site: &'b Press<'b, 'd>,
    index: &'b Index<'d>,
    language: LanguageIx,
    conditions: IndexSet<String>,
    cells: IndexSet<Vec<VariantPart>>,
}

impl<'b> Builder<'b, '_> {
    fn file(&mut self) -> IndexFile<'b> {
        // Position 0 is the condition that always holds.
        self.when(&Condition::True);
        let (site, index) = (self.site, self.index);
        let dataset = site.plan.dataset;
        let code = &dataset.languages[self.language.index()].code;
        let initial = site.initial(None);
        let editions = dataset.editions();
        let editions = editions.map(|(_, id, known)| (id.to_string(), self.line(&known.name)));
        let editions: Vec<_> = editions.collect();
        let figures = index.figures.iter().map(|entry| {
            let name = dataset.figures.get(entry.id).map(|figure| &figure.name);
            self.entry(entry, Kind::Figure(entry.id), name)
        });
        let figures = figures.collect();
        let questions = index.questions.iter().map(|entry| {
            let text = dataset
                .questions
                .get(entry.id)
                .map(|question| &question.text);
            self.entry(entry, Kind::Question(entry.id), text)
        });
        let questions = questions.collect();
        let tables = site.plan.tables.iter().map(|table| self.table(table));
        let tables = tables.collect();
        let notes = site.plan.notes.iter();
        let notes = notes.map(|(id, plan)| self.note(id, plan.note)).collect();
        let expansions = dataset.expansions.iter();
        let expansions = expansions.map(|(id, expansion)| self.expansion(id, expansion));
        let expansions = expansions.collect();
        let mut pages = self.other_pages(code);
        for (id, page) in &dataset.pages {
            pages.extend(self.reading(id, page));
        }
        let words: Vec<_> = index.words.iter().map(|(word, _)| word.as_str()).collect();
        IndexFile {
            game: &dataset.id,
            boxes: boxes(site.plan),
            edition: dataset.edition(initial.edition).0.to_string(),
            selectable: selectable(site.plan),
            editions,
            said: SAID
                .iter()
                .map(|id| (*id, site.words.get(code, id)))
                .collect(),
            words: words.join(" "),
            weights: index.words.iter().map(|(_, weight)| *weight).collect(),
            enough: index.enough(),
            figures,
            questions,
            tables,
            cells: std::mem::take(&mut self.cells).into_iter().collect(),
            notes,
            expansions,
            pages,
            conditions: std::mem::take(&mut self.conditions).into_iter().collect(),
        }
    }

    fn faq_file<'f>(&mut self, faq: &FaqPlan<'f>) -> FaqFile<'f> {
        self.when(&Condition::True);
        let entries = faq.entries().map(|plan| {
            let texts = plan.entry.says.texts().into_iter();
            let texts = texts.map(|text| self.line(text)).collect();
            (plan.id.as_str(), self.when(&plan.shown), texts)
        });
        let entries = entries.collect();
        FaqFile {
            path: self.path(Kind::Faq),
            entries,
            conditions: std::mem::take(&mut self.conditions).into_iter().collect(),
        }
    }

    /// The position of a condition, with what is fixed worked out.
    fn when(&mut self, condition: &Condition) -> When {
        let fixed = self.site.plan.scope.fix(condition);
        let selector = self.site.inputs.when(&fixed);
        self.conditions.insert_full(selector).0
    }

    /// The path of a page of this language.
    fn path(&self, kind: Kind<'_>) -> String {
        Address::new(kind, self.language).path(self.site.plan.dataset)
    }

    fn entry<Id>(
        &mut self,
        entry: &'b Entry<Id>,
        kind: Kind<'_>,
        name: Option<&Localized>,
    ) -> EntryPart<'b> {
        EntryPart {
            path: self.path(kind),
            name: name.map_or(Line::Plain(String::new()), |name| self.line(name)),
            names: &entry.names,
            more: &entry.more,
        }
    }

    fn expansion(&mut self, id: &ExpansionId, expansion: &Expansion) -> ExpansionPart {
        let dataset = self.site.plan.dataset;
        let code = &dataset.languages[self.language.index()].code;
        let elements = expansion.elements.iter();
        let elements = elements.map(|element| self.line(&dataset.element(*element).1.name));
        ExpansionPart {
            elements: elements.collect(),
            path: format!("{code}/{}", expansion_page(id)),
            name: self.line(&expansion.name),
            number: expansion.number,
        }
    }
}
