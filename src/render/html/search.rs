//! The index of the site's search, a script for each language: by which words what is found, what
//! it leads to, and what stands in every cell when. It decides nothing.

use super::selector::{boxes, selectable};
use super::*;
use crate::logic::Condition;
use crate::render::{answer_label, answer_word};
use crate::search::{Entry, Index};
use crate::view::{CellPlan, RowPlan, Shown, VariantPlan};
use indexmap::IndexSet;
use std::collections::BTreeMap;

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

/// A piece of a text: characters, or alternatives of which the first that holds is there.
#[derive(Serialize, PartialEq, Eq, Hash)]
#[serde(untagged)]
enum Piece {
    Text(String),
    Choice(Vec<(When, Line)>),
}

/// A text in one line.
#[derive(Serialize, PartialEq, Eq, Hash)]
#[serde(untagged)]
enum Line {
    Plain(String),
    Pieces(Vec<Piece>),
}

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
struct TablePart {
    path: String,
    columns: Vec<LinePart>,
    rows: Vec<RowPart>,
    /// Its notes, each with when it is shown.
    notes: Vec<(usize, When)>,
}

/// A column, or what a row shares with it.
#[derive(Serialize)]
struct LinePart {
    /// The position of its figure or question.
    of: usize,
    shown: When,
    adapted: When,
    notes: Vec<usize>,
}

#[derive(Serialize)]
struct RowPart {
    #[serde(flatten)]
    line: LinePart,
    text: Line,
    /// Its section, where its text alone does not tell it from others.
    section: Option<Line>,
    /// The place of its row in a figure's page.
    anchor: String,
    /// What may stand in its cells, by position.
    cells: Vec<usize>,
}

#[derive(Serialize, PartialEq, Eq, Hash)]
struct VariantPart {
    when: When,
    answer: &'static str,
    /// The interface word for the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Line>,
    adapted: When,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<usize>,
}

#[derive(Serialize)]
struct NotePart {
    anchor: String,
    /// Its parts, each with when it is there.
    parts: Vec<(When, Line)>,
}

#[derive(Serialize)]
struct ExpansionPart {
    path: String,
    name: Line,
    number: Option<u32>,
    /// The names of its elements.
    elements: Vec<Line>,
}

/// A page, or a place in one.
#[derive(Serialize)]
struct OtherPart {
    path: String,
    name: Line,
    /// What else it is about.
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

    fn table(&mut self, table: &TablePlan<'_>) -> TablePart {
        let columns = table.columns.iter().map(|column| LinePart {
            of: position(&self.index.figures, column.id),
            shown: self.when(&column.shown),
            adapted: self.when(&column.adapted),
            notes: self.notes(&column.figure.notes),
        });
        let columns = columns.collect();
        let mut rows = Vec::new();
        for section in &table.sections {
            for row in &section.rows {
                rows.push(self.row(row, section.title));
            }
        }
        let notes = table.notes.iter().filter_map(|(id, (_, when))| {
            Some((self.site.plan.notes.get_index_of(*id)?, self.when(when)))
        });
        let notes = notes.collect();
        TablePart {
            path: self.path(Kind::Table(table.id)),
            columns,
            rows,
            notes,
        }
    }

    fn row(&mut self, row: &RowPlan<'_>, section: &Localized) -> RowPart {
        let cells = row.cells.iter().map(|cell| self.cell(cell));
        let cells = cells.collect();
        let section = self.is_ambiguous(row).then(|| self.line(section));
        RowPart {
            line: LinePart {
                of: position(&self.index.questions, row.id),
                shown: self.when(&row.shown),
                adapted: self.when(&row.adapted),
                notes: self.notes(&row.question.notes),
            },
            text: self.line(row.text),
            section,
            anchor: html_id("q", row.id.as_str()),
            cells,
        }
    }

    /// Whether another question is asked in the same words.
    fn is_ambiguous(&self, row: &RowPlan<'_>) -> bool {
        let tables = self.site.plan.tables.iter();
        let mut rows = tables.flat_map(|table| table.sections.iter().flat_map(|s| &s.rows));
        rows.any(|other| other.id != row.id && other.text == row.text)
    }

    fn cell(&mut self, cell: &CellPlan<'_>) -> usize {
        let variants = cell.variants.iter().map(|variant| self.variant(variant));
        let variants = variants.collect();
        self.cells.insert_full(variants).0
    }

    fn variant(&mut self, variant: &VariantPlan<'_>) -> VariantPart {
        let text = match variant.answer {
            Shown::Claimed(Answer::Number(number)) => Some(Line::Plain(number.to_string())),
            Shown::Claimed(Answer::Text(id)) => {
                let text = self.site.plan.dataset.cell_texts.get(id);
                text.map(|text| self.line(&text.text))
            }
            _ => None,
        };
        VariantPart {
            when: self.when(&variant.when),
            answer: answer_word(variant.answer),
            said: answer_label(variant.answer),
            text,
            adapted: self.when(&variant.adapted),
            notes: self.notes(variant.notes),
        }
    }

    /// The positions of notes.
    fn notes(&self, notes: &[NoteId]) -> Vec<usize> {
        let known = &self.site.plan.notes;
        let positions = notes.iter().filter_map(|note| known.get_index_of(note));
        positions.collect()
    }

    fn note(&mut self, id: &NoteId, note: &Note) -> NotePart {
        let parts = note.parts.iter();
        let parts = parts.map(|part| (self.when(&part.when), self.line(&part.text)));
        NotePart {
            parts: parts.collect(),
            anchor: html_id("n", id.as_str()),
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

    /// The order of play with its phases and their parts, and the lists.
    fn other_pages(&mut self, code: &str) -> Vec<OtherPart> {
        let dataset = self.site.plan.dataset;
        let mut pages = Vec::new();
        let whole = |kind, word| OtherPart {
            path: Address::new(kind, self.language).path(dataset),
            name: Line::Plain(self.site.word(code, word)),
            elements: Vec::new(),
        };
        if !dataset.play.phases.is_empty() {
            pages.push(whole(Kind::Play, "play"));
        }
        if !dataset.lists.is_empty() {
            pages.push(whole(Kind::Lists, "lists"));
        }
        for phase in self.site.plan.play().phases {
            let parts = phase.parts.iter().filter_map(|part| part.part);
            let heads = parts.map(|part| (&part.id, &part.title));
            for (id, title) in [(&phase.phase.id, &phase.phase.title)]
                .into_iter()
                .chain(heads)
            {
                pages.push(self.place(Kind::Play, "play", ("phase", id.as_str()), title));
            }
        }
        for list in &self.site.plan.lists {
            let id = ("l", list.id.as_str());
            pages.push(self.place(Kind::Lists, "lists", id, &list.list.title));
        }
        pages
    }

    /// A place in a page, which is found by the page's name as well.
    fn place(
        &mut self,
        kind: Kind<'_>,
        word: &str,
        (prefix, id): (&str, &str),
        title: &Localized,
    ) -> OtherPart {
        let code = &self.site.plan.dataset.languages[self.language.index()].code;
        OtherPart {
            path: format!("{}#{}", self.path(kind), html_id(prefix, id)),
            name: self.line(title),
            elements: vec![Line::Plain(self.site.word(code, word))],
        }
    }

    /// A page written in Markdown, with those of its headings that are always there.
    fn reading(&mut self, id: &PageId, page: &Page) -> Vec<OtherPart> {
        let code = &self.site.plan.dataset.languages[self.language.index()].code;
        let path = format!("{code}/{}", reading_page(id));
        let mut parts = vec![OtherPart {
            path: path.clone(),
            name: self.line(&page.title),
            elements: Vec::new(),
        }];
        let blocks = &page.text.get(self.language).1.blocks;
        for block in blocks.iter().filter(|it| it.when == Condition::True) {
            if let BlockKind::Heading { anchor, text, .. } = &block.kind {
                let mut pieces = Vec::new();
                self.inlines(text, &mut pieces);
                parts.push(OtherPart {
                    path: format!("{path}#{}", html_id("s", anchor)),
                    name: joined(pieces),
                    elements: vec![self.line(&page.title)],
                });
            }
        }
        parts
    }

    /// A text with its parts in one line.
    fn line(&mut self, text: &Localized) -> Line {
        let (_, text) = text.get(self.language);
        let mut pieces = Vec::new();
        self.blocks(&text.blocks, &mut pieces);
        match joined(pieces) {
            Line::Plain(text) => Line::Plain(text.trim_start().to_owned()),
            pieces => pieces,
        }
    }

    fn blocks(&mut self, blocks: &[Block], out: &mut Vec<Piece>) {
        for block in blocks {
            self.part(&block.when, out, &mut |builder, out| match &block.kind {
                BlockKind::Paragraph(inlines) | BlockKind::Heading { text: inlines, .. } => {
                    builder.inlines(inlines, out);
                }
                // These stand in pages alone, of which the search knows title and headings.
                BlockKind::Table { .. } | BlockKind::Facts { .. } => {}
                BlockKind::List { items, .. } => {
                    for item in items {
                        builder.part(&item.when, out, &mut |builder, out| {
                            out.push(Piece::Text(" -".to_owned()));
                            builder.blocks(&item.blocks, out);
                        });
                    }
                }
            });
        }
    }

    /// A part that is there where `when` holds, parted by a space from what is before it.
    fn part(
        &mut self,
        when: &Condition,
        out: &mut Vec<Piece>,
        write: &mut dyn FnMut(&mut Self, &mut Vec<Piece>),
    ) {
        let mut inner = vec![Piece::Text(" ".to_owned())];
        write(self, &mut inner);
        match self.when(when) {
            0 => out.append(&mut inner),
            when => out.push(Piece::Choice(vec![(when, joined(inner))])),
        }
    }

    fn inlines(&mut self, inlines: &[Inline], out: &mut Vec<Piece>) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => out.push(Piece::Text(text.clone())),
                Inline::Choice(alternatives) => {
                    let alternatives = alternatives.iter().map(|(when, inner)| {
                        let mut pieces = Vec::new();
                        self.inlines(inner, &mut pieces);
                        (self.when(when), joined(pieces))
                    });
                    out.push(Piece::Choice(alternatives.collect()));
                }
                other => self.inlines(other.inside(), out),
            }
        }
    }
}

/// The position of the entry `id`; the index has one for each row and column.
fn position<Id: PartialEq>(entries: &[Entry<Id>], id: Id) -> usize {
    let position = entries.iter().position(|entry| entry.id == id);
    position.unwrap_or_default()
}

/// Pieces with neighbouring characters joined.
fn joined(pieces: Vec<Piece>) -> Line {
    let mut all: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (all.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
            (_, piece) => all.push(piece),
        }
    }
    match all.as_mut_slice() {
        [] => Line::Plain(String::new()),
        [Piece::Text(text)] => Line::Plain(std::mem::take(text)),
        _ => Line::Pieces(all),
    }
}
