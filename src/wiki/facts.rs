//! What a page, or the dataset, says in its tables, in one form for both, so that they can be
//! compared: answers, conditions, marks and footnotes of columns, rows and cells.

use super::classes::{Editions, Vocabulary};
use super::markup::Page;
use super::matching::{MatchedList, MatchedTable, Matching, Meaning};
use super::sheet::{
    Citation, Definition, Face, Given, Line, PageAnswer, Question, Sheet, SheetList, SheetTable,
};
use crate::diagnostic::Place;
use crate::logic::Condition;
use crate::model::*;
use crate::view::{ColumnPlan, ListPlan, Plan, RowPlan, Shown, TablePlan, VariantPlan, adapted};
use indexmap::IndexMap;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How many answers one cell may give; further ones are not looked at.
pub(super) const MOST_ANSWERS: usize = 32;

/// What one side says.
#[derive(Debug, Default)]
pub struct Facts {
    /// Its tables.
    pub tables: IndexMap<TableId, TableFacts>,
    /// Its general lists.
    pub lists: IndexMap<ListId, ListFacts>,
    /// Tables, rows, columns and items that the dataset has none like: what they are, and where they
    /// stand.
    pub strays: Vec<(String, Place)>,
}

/// What is said in a list.
#[derive(Debug, Default)]
pub struct ListFacts {
    /// Where it stands.
    pub place: Option<Place>,
    /// Its items.
    pub items: IndexMap<String, ItemFacts>,
}

/// What is said of an item.
#[derive(Clone, Debug)]
pub struct ItemFacts {
    /// When it is shown.
    pub when: Condition,
    /// Where it is adapted.
    pub marks: Marks,
    /// Where it stands.
    pub place: Option<Place>,
}

/// What is said in a table.
#[derive(Debug, Default)]
pub struct TableFacts {
    /// Where it stands, on a page.
    pub place: Option<Place>,
    /// The columns.
    pub columns: IndexMap<FigureId, PartFacts>,
    /// The rows.
    pub rows: IndexMap<QuestionId, PartFacts>,
    /// The cells.
    pub cells: HashMap<(QuestionId, FigureId), CellFacts>,
    /// The footnotes.
    pub notes: IndexMap<String, NoteFacts>,
}

/// What is said of a row or a column.
#[derive(Clone, Debug)]
pub struct PartFacts {
    /// The section of a row.
    pub section: Option<SectionId>,
    /// When it is shown.
    pub when: Condition,
    /// Where it is adapted; of a column, what its head says.
    pub marks: Marks,
    /// Of a column, what most of its cells say.
    pub usual: Marks,
    /// Its footnotes.
    pub notes: Cited,
    /// Where it stands.
    pub place: Option<Place>,
}

/// What is said in a cell.
#[derive(Clone, Debug, Default)]
pub struct CellFacts {
    /// The answers, each with when it is given and where it is adapted by itself.
    pub answers: BTreeMap<PageAnswer, (Condition, Marks)>,
    /// Its footnotes.
    pub notes: Cited,
    /// Where it is adapted though neither its row nor its column is.
    pub more: Editions,
    /// Where it is not marked though its column is.
    pub less: Editions,
    /// Where it stands.
    pub place: Option<Place>,
}

/// What is said of a footnote.
#[derive(Clone, Debug)]
pub struct NoteFacts {
    /// Who speaks.
    pub speakers: Vec<Speaker>,
    /// Where it is adapted.
    pub marks: Marks,
    /// Whether it may be shown while nothing cites it that is shown.
    pub is_idle: bool,
    /// Where it stands.
    pub place: Option<Place>,
}

/// The footnotes that something cites, by their ids, each with when it is shown there.
pub type Cited = BTreeMap<String, Condition>;

/// Editions in which something is adapted: certainly, and perhaps, depending on the elements chosen.
/// Pages know no such difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Wherever it is shown.
    pub always: Editions,
    /// Somewhere.
    pub sometimes: Editions,
}

impl Marks {
    fn of(editions: Editions) -> Self {
        Self {
            always: editions.clone(),
            sometimes: editions,
        }
    }

    /// Whether both can be meant by the same marks.
    pub fn fits(&self, other: &Self) -> bool {
        self.always.is_subset(&other.sometimes) && other.always.is_subset(&self.sometimes)
    }
}

/// What `page` says, as far as it is known what its parts are.
pub fn facts_of_page(
    page: &Page<'_>,
    sheet: &Sheet,
    matching: &Matching,
    vocabulary: &Vocabulary<'_>,
) -> Facts {
    let (mut definitions, mut names) = (HashMap::new(), HashMap::new());
    let mut uses: HashMap<(usize, &str), Vec<&Citation>> = HashMap::new();
    for citation in &sheet.citations {
        if let Some(name) = citation.name.as_deref().filter(|_| !citation.is_in_list) {
            uses.entry((citation.list, name))
                .or_default()
                .push(citation);
        }
        if let (Some(name), Some(definition)) = (&citation.name, &citation.definition) {
            let name = name.as_str();
            definitions
                .entry((citation.list, name))
                .or_insert(definition);
            names.entry(definition.text.as_str()).or_insert(name);
        }
    }
    let reader = PageReader {
        page,
        sheet,
        vocabulary,
        definitions,
        uses,
        names,
    };
    let mut facts = Facts::default();
    for (table, matched) in sheet.tables.iter().zip(&matching.tables) {
        let Some(id) = &matched.id else {
            let what = "a table".to_owned();
            facts.strays.push((
                what,
                page.place(&(table.range.start..table.range.start + 2)),
            ));
            continue;
        };
        let read = reader.table(table, matched, &mut facts.strays);
        facts.tables.insert(id.clone(), read);
    }
    for (list, matched) in sheet.item_lists.iter().zip(&matching.lists) {
        if let Some(id) = &matched.id {
            let read = reader.list(list, matched, &mut facts.strays);
            facts.lists.insert(id.clone(), read);
        }
    }
    facts
}

struct PageReader<'p, 't, 'd> {
    page: &'p Page<'t>,
    sheet: &'p Sheet,
    vocabulary: &'p Vocabulary<'d>,
    /// The footnotes of each list, by name.
    definitions: HashMap<(usize, &'p str), &'p Definition>,
    /// The uses of the footnotes of each list, by name.
    uses: HashMap<(usize, &'p str), Vec<&'p Citation>>,
    /// The names of footnotes, by what they say.
    names: HashMap<&'p str, &'p str>,
}

impl<'p> PageReader<'p, '_, '_> {
    fn table(
        &self,
        table: &SheetTable,
        matched: &MatchedTable,
        strays: &mut Vec<(String, Place)>,
    ) -> TableFacts {
        let mut facts = TableFacts {
            place: Some(self.page.place(&(table.range.start..table.range.start + 2))),
            ..TableFacts::default()
        };
        let usual = usual_marks(table);
        for (at, (column, figure)) in table.columns.iter().zip(&matched.figures).enumerate() {
            let Some(figure) = figure else {
                let what = format!("the column `{}`", column.head.text);
                strays.push((what, self.page.place(&column.head.range)));
                continue;
            };
            let name = format!("header@{figure}");
            let mut part = self.part(&column.head, &name, &mut facts.notes);
            part.usual = Marks::of(usual[at].clone());
            facts.columns.insert(figure.clone(), part);
        }
        for (line, meaning) in table.lines.iter().zip(&matched.lines) {
            let Line::Row(row) = line else {
                continue;
            };
            let Some(Meaning::Question(section, question)) = meaning else {
                let what = format!("the row `{}`", row.face.text);
                strays.push((what, self.page.place(&row.face.range)));
                continue;
            };
            let name = format!("{}@question", slug(question));
            let mut part = self.part(&row.face, &name, &mut facts.notes);
            part.section = Some(section.clone());
            facts.rows.insert(question.clone(), part);
            self.cells(&usual, matched, row, question, &mut facts);
        }
        facts
    }

    fn list(
        &self,
        list: &SheetList,
        matched: &MatchedList,
        strays: &mut Vec<(String, Place)>,
    ) -> ListFacts {
        let mut facts = ListFacts {
            place: Some(self.page.place(&list.range)),
            items: IndexMap::new(),
        };
        for (item, id) in list.items.iter().zip(&matched.items) {
            let place = self.page.place(&item.range);
            let Some(id) = id else {
                strays.push((format!("the item `{}`", item.text), place));
                continue;
            };
            let read = ItemFacts {
                when: item.when.clone(),
                marks: Marks::of(item.marks.clone()),
                place: Some(place),
            };
            facts.items.insert(id.clone(), read);
        }
        facts
    }

    fn part(&self, face: &Face, name: &str, notes: &mut IndexMap<String, NoteFacts>) -> PartFacts {
        PartFacts {
            section: None,
            when: face.when.clone(),
            marks: Marks::of(face.marks.clone()),
            usual: Marks::default(),
            notes: self.cited(face, name, notes),
            place: Some(self.page.place(&face.range)),
        }
    }

    fn cells(
        &self,
        usual: &[Editions],
        matched: &MatchedTable,
        row: &Question,
        question: &QuestionId,
        facts: &mut TableFacts,
    ) {
        for (cell, column) in row.cells.iter().zip(&row.columns) {
            let Some(column) = *column else {
                continue;
            };
            let Some(Some(figure)) = matched.figures.get(column) else {
                continue;
            };
            let usual = &usual[column];
            let own = &cell.face.marks;
            let known: Editions = usual.union(&row.face.marks).copied().collect();
            let name = format!("{}@{figure}", slug(question));
            let around: Editions = known.union(own).copied().collect();
            let read = CellFacts {
                answers: merged(self.vocabulary, &cell.answers, &around),
                notes: self.cited(&cell.face, &name, &mut facts.notes),
                more: own.difference(&known).copied().collect(),
                less: usual
                    .difference(&own.union(&row.face.marks).copied().collect())
                    .copied()
                    .collect(),
                place: Some(self.page.place(&cell.face.range)),
            };
            facts.cells.insert((question.clone(), figure.clone()), read);
        }
    }

    /// The footnotes that something cites; those without a name are called `name`.
    fn cited(&self, face: &Face, name: &str, notes: &mut IndexMap<String, NoteFacts>) -> Cited {
        let mut cited = Cited::new();
        for citation in face
            .citations
            .iter()
            .filter_map(|at| self.sheet.citations.get(*at))
        {
            let alike = || citation.definition.as_ref().and_then(|own| self.alike(own));
            let id = match citation.name.as_deref().or_else(alike) {
                Some(name) => name.to_lowercase(),
                None => name.to_owned(),
            };
            let definition = self.definition(citation.list, citation.name.as_deref());
            let definition = citation.definition.as_ref().or(definition);
            let own = definition.map_or(Condition::True, |note| note.when.clone());
            let when = Condition::and([citation.own.clone(), own]);
            if let Some(definition) = definition {
                notes.entry(id.clone()).or_insert_with(|| NoteFacts {
                    speakers: definition.speakers.clone(),
                    marks: Marks::of(definition.marks.clone()),
                    is_idle: self.is_idle(citation, definition),
                    place: Some(self.page.place(&definition.range)),
                });
            }
            let known = cited.entry(id).or_insert(Condition::False);
            *known = Condition::or([known.clone(), when]);
        }
        cited
    }

    /// Whether the footnote that `citation` names may be shown while none of its uses is.
    fn is_idle(&self, citation: &Citation, definition: &Definition) -> bool {
        let own = [citation];
        let name = citation.name.as_deref();
        let uses = name.and_then(|name| self.uses.get(&(citation.list, name)));
        let uses = uses.map_or(own.as_slice(), Vec::as_slice);
        let list = self.sheet.lists.get(citation.list);
        list.is_some_and(|list| idle(self.vocabulary, list, definition, uses).is_some())
    }

    /// The name under which the page says the same elsewhere.
    fn alike(&self, definition: &Definition) -> Option<&'p str> {
        self.names.get(definition.text.as_str()).copied()
    }

    fn definition(&self, list: usize, name: Option<&str>) -> Option<&'p Definition> {
        self.definitions.get(&(list, name?)).copied()
    }
}

/// So many uses of a footnote are looked at for when some use is shown.
const MOST_CONTEXTS: usize = 100;

/// When a footnote in a list that is shown while `list` holds is shown while none of its `uses` is;
/// `None` where that cannot be. A footnote without a condition is shown with its list.
pub(super) fn idle(
    vocabulary: &Vocabulary<'_>,
    list: &Condition,
    definition: &Definition,
    uses: &[&Citation],
) -> Option<Condition> {
    let contexts: BTreeSet<&Condition> = uses.iter().map(|it| &it.context).collect();
    if definition.when == Condition::True || contexts.len() > MOST_CONTEXTS {
        return None;
    }
    let cited = Condition::or(contexts.into_iter().cloned());
    let shown = Condition::and([list.clone(), definition.when.clone()]);
    let is_cited = vocabulary.implies(&shown, &cited);
    (!is_cited).then(|| Condition::and([shown, cited.negate()]))
}

/// The marks that most cells of each column have.
fn usual_marks(table: &SheetTable) -> Vec<Editions> {
    let mut counts: Vec<IndexMap<&Editions, usize>> = vec![IndexMap::new(); table.columns.len()];
    for (column, counts) in table.columns.iter().zip(&mut counts) {
        counts.insert(&column.head.marks, 1);
    }
    for line in &table.lines {
        let Line::Row(row) = line else {
            continue;
        };
        for (cell, column) in row.cells.iter().zip(&row.columns) {
            if let Some(counts) = column.and_then(|column| counts.get_mut(column)) {
                *counts.entry(&cell.face.marks).or_default() += 1;
            }
        }
    }
    let usual = counts.into_iter().map(|counts| {
        // Of several equally frequent ones the first.
        let most = counts.iter().rev().max_by_key(|(_, count)| **count);
        most.map(|(marks, _)| (*marks).clone()).unwrap_or_default()
    });
    usual.collect()
}

/// `event/after-scoring` as it stands in the names of footnotes.
fn slug(question: &QuestionId) -> String {
    question.as_str().replace('/', "-")
}

/// The answers with when each is given, and their marks beside those of what is `around` them.
fn merged(
    vocabulary: &Vocabulary<'_>,
    given: &[Given],
    around: &Editions,
) -> BTreeMap<PageAnswer, (Condition, Marks)> {
    let mut answers: BTreeMap<PageAnswer, (Condition, Marks)> = BTreeMap::new();
    for one in given.iter().take(MOST_ANSWERS) {
        let when = vocabulary.on_pages(&one.when);
        let marks = Marks::of(one.marks.difference(around).copied().collect());
        match answers.get_mut(&one.answer) {
            Some((known, known_marks)) => {
                *known = Condition::or([known.clone(), when]);
                known_marks.always = known_marks
                    .always
                    .intersection(&marks.always)
                    .copied()
                    .collect();
                known_marks.sometimes.extend(marks.sometimes);
            }
            None => {
                answers.insert(one.answer.clone(), (when, marks));
            }
        }
    }
    answers
}

/// What the dataset says, in the editions that pages are about.
pub fn facts_of_dataset(plan: &Plan<'_>, vocabulary: &Vocabulary<'_>) -> Facts {
    let reader = DatasetReader { plan, vocabulary };
    let tables = plan.tables.iter();
    let tables = tables.map(|table| (table.id.clone(), reader.table(table)));
    let lists = plan.lists.iter();
    let lists = lists.map(|list| (list.id.clone(), reader.list(list)));
    Facts {
        tables: tables.collect(),
        lists: lists.collect(),
        strays: Vec::new(),
    }
}

struct DatasetReader<'p, 'd> {
    plan: &'p Plan<'d>,
    vocabulary: &'p Vocabulary<'d>,
}

impl DatasetReader<'_, '_> {
    fn table(&self, table: &TablePlan<'_>) -> TableFacts {
        let mut facts = TableFacts::default();
        for (id, (_, shown)) in &table.notes {
            facts.notes.extend(self.note(id, shown));
        }
        for column in &table.columns {
            facts.columns.insert(column.id.clone(), self.column(column));
        }
        for section in &table.sections {
            for row in &section.rows {
                facts.rows.insert(row.id.clone(), self.row(section.id, row));
                for (column, cell) in table.columns.iter().zip(&row.cells) {
                    let shown = Condition::and([row.shown.clone(), column.shown.clone()]);
                    let parts = [(&row.shown, &row.adapted), (&column.shown, &column.adapted)];
                    let around =
                        parts.map(|(shown, adapted)| marks(self.vocabulary, shown, adapted).always);
                    let around = around.into_iter().flatten().collect();
                    let read = self.cell(&shown, &cell.variants, &around);
                    facts
                        .cells
                        .insert((row.id.clone(), column.id.clone()), read);
                }
            }
        }
        facts
    }

    fn list(&self, list: &ListPlan<'_>) -> ListFacts {
        let items = list.items.iter().map(|item| {
            let read = ItemFacts {
                when: self.vocabulary.on_pages(&item.shown),
                marks: marks(self.vocabulary, &item.shown, &item.adapted),
                place: Some(item.item.place.clone()),
            };
            (item.id.to_owned(), read)
        });
        ListFacts {
            place: Some(list.list.place.clone()),
            items: items.collect(),
        }
    }

    fn column(&self, column: &ColumnPlan<'_>) -> PartFacts {
        PartFacts {
            section: None,
            when: self.vocabulary.on_pages(&column.shown),
            marks: marks(self.vocabulary, &column.shown, &column.adapted),
            usual: marks(self.vocabulary, &column.shown, &column.adapted),
            notes: self.cited(&column.figure.notes, &Condition::True),
            place: Some(column.figure.place.clone()),
        }
    }

    fn row(&self, section: &SectionId, row: &RowPlan<'_>) -> PartFacts {
        PartFacts {
            section: Some(section.clone()),
            when: self.vocabulary.on_pages(&row.shown),
            marks: marks(self.vocabulary, &row.shown, &row.adapted),
            usual: Marks::default(),
            notes: self.cited(&row.question.notes, &Condition::True),
            place: Some(row.question.place.clone()),
        }
    }

    /// A cell; what is `around` it is adapted anyway.
    fn cell(
        &self,
        shown: &Condition,
        variants: &[VariantPlan<'_>],
        around: &Editions,
    ) -> CellFacts {
        let mut facts = CellFacts::default();
        for variant in variants {
            let when = self.vocabulary.on_pages(&variant.when);
            let here = Condition::and([shown.clone(), when.clone()]);
            if when == Condition::False || !self.vocabulary.is_possible(&here) {
                continue;
            }
            let mut marks = marks(self.vocabulary, &here, &variant.adapted);
            marks.always.retain(|edition| !around.contains(edition));
            let (known, known_marks) = facts
                .answers
                .entry(answer_of(variant.answer))
                .or_insert_with(|| (Condition::False, marks.clone()));
            *known = Condition::or([known.clone(), when.clone()]);
            known_marks.always = known_marks
                .always
                .intersection(&marks.always)
                .copied()
                .collect();
            known_marks.sometimes.extend(marks.sometimes);
            for (note, own) in self.cited(variant.notes, &when) {
                let known = facts.notes.entry(note).or_insert(Condition::False);
                *known = Condition::or([known.clone(), own]);
            }
            let place = variant
                .sources
                .first()
                .map(|(claim, _)| claim.place.clone());
            facts.place = facts.place.or(place);
        }
        facts
    }

    /// The footnotes that something cites while `when` holds.
    fn cited(&self, notes: &[NoteId], when: &Condition) -> Cited {
        let known = notes.iter().filter_map(|id| {
            let note = self.plan.dataset.notes.get(id)?;
            let own = self.vocabulary.on_pages(&note.when);
            Some((id.to_string(), Condition::and([when.clone(), own])))
        });
        known.collect()
    }

    /// A footnote of a table that shows it while `shown` holds.
    fn note(&self, id: &NoteId, shown: &Condition) -> Option<(String, NoteFacts)> {
        let plan = self.plan.notes.get(id)?;
        let adapted = adapted(self.plan.dataset, shown);
        let facts = NoteFacts {
            speakers: self.speakers(plan.note),
            marks: marks(self.vocabulary, shown, &adapted),
            is_idle: false,
            place: Some(plan.note.place.clone()),
        };
        Some((id.to_string(), facts))
    }
}

impl DatasetReader<'_, '_> {
    /// Who speaks in a footnote, as far as pages have a template for it.
    fn speakers(&self, note: &Note) -> Vec<Speaker> {
        let known = &self.vocabulary.wiki.speakers;
        let speakers = note.parts.iter().map(|part| part.speaker);
        speakers
            .filter(|it| known.iter().any(|(known, _)| known == it))
            .collect()
    }
}

/// What pages write for an answer; what is not entered yet is undefined there.
pub fn answer_of(shown: Shown<'_>) -> PageAnswer {
    match shown {
        Shown::NotEntered => PageAnswer::Sign(AnswerSign::Undefined),
        Shown::Claimed(Answer::Number(number)) => PageAnswer::Number(*number),
        Shown::Claimed(answer) => AnswerSign::of(answer).map_or(PageAnswer::Text, PageAnswer::Sign),
    }
}

/// Where something is adapted that is shown while `shown` holds.
pub fn marks(vocabulary: &Vocabulary<'_>, shown: &Condition, adapted: &Condition) -> Marks {
    let mut marks = Marks::default();
    for edition in &vocabulary.wiki.editions {
        let here = [Condition::Edition(*edition), shown.clone()];
        let here = Condition::and(here);
        let both = Condition::and([here.clone(), adapted.clone()]);
        if vocabulary.is_possible(&both) {
            marks.sometimes.insert(*edition);
            if vocabulary.implies(&here, adapted) {
                marks.always.insert(*edition);
            }
        }
    }
    marks
}
