//! Finds out which table, figure and question the parts of a page are: by the ids that a page may
//! name, by their conditions, by their order, and by the words that their labels share with the
//! dataset's. Never by position alone.

use super::classes::Vocabulary;
use super::sheet::{Column, Line, Question, Sheet, SheetCell, SheetList, SheetTable};
use crate::logic::{Condition, Variable};
use crate::model::*;
use crate::search::words_of;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What the parts of a page are.
#[derive(Debug)]
pub struct Matching {
    /// The language of the page's labels.
    pub language: LanguageIx,
    /// Its tables, as [`Sheet::tables`].
    pub tables: Vec<MatchedTable>,
    /// Its lists, as [`Sheet::item_lists`].
    pub lists: Vec<MatchedList>,
}

/// What a list and its items are.
#[derive(Debug, Default)]
pub struct MatchedList {
    /// The list; `None` where the dataset has none like it.
    pub id: Option<ListId>,
    /// Its items, as [`SheetList::items`].
    pub items: Vec<Option<String>>,
}

/// What the parts of a table are.
#[derive(Debug, Default)]
pub struct MatchedTable {
    /// The table; `None` where the dataset has none like it.
    pub id: Option<TableId>,
    /// Its columns, as [`SheetTable::columns`].
    pub figures: Vec<Option<FigureId>>,
    /// Its headings and rows, as [`SheetTable::lines`].
    pub lines: Vec<Option<Meaning>>,
}

/// What a line of a table is.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// The heading of a section.
    Section(SectionId),
    /// A question in a section.
    Question(SectionId, QuestionId),
}

/// Matches the parts of a page with the dataset; in `language`, else in the one that its labels
/// share most words with.
pub fn matching(
    sheet: &Sheet,
    vocabulary: &Vocabulary<'_>,
    language: Option<LanguageIx>,
) -> Matching {
    let language = language.unwrap_or_else(|| language_of(sheet, vocabulary.dataset));
    let mut matcher = Matcher {
        vocabulary,
        language,
        kinds: HashMap::new(),
        by_variables: HashMap::new(),
    };
    let ids = matcher.table_ids(sheet);
    let tables = sheet.tables.iter().zip(ids);
    let tables = tables.map(|(table, id)| matcher.table(table, id)).collect();
    Matching {
        language,
        tables,
        lists: matcher.lists(sheet),
    }
}

/// The beginnings of the words of a text: enough to tell words apart, whatever their endings.
type Stems = BTreeSet<String>;

fn stems(text: &str) -> Stems {
    let words = words_of(text).into_iter();
    words.map(|word| word.chars().take(5).collect()).collect()
}

/// How much two texts share, from 0 to 1.
fn alikeness(one: &Stems, other: &Stems) -> f64 {
    let both = one.intersection(other).count();
    let all = one.len() + other.len();
    if all == 0 {
        0.0
    } else {
        2.0 * both as f64 / all as f64
    }
}

/// Everything that a text may say, whatever is selected.
pub fn whole_text(text: &Text) -> String {
    joined(text, " ", &|_| true)
}

/// What a text says where those conditions hold that `holds` says.
pub fn text_where(text: &Text, holds: &impl Fn(&Condition) -> bool) -> String {
    joined(text, "", holds)
}

/// The alternatives of a text for which `holds` is true, each with `before` in front.
fn joined(text: &Text, before: &str, holds: &impl Fn(&Condition) -> bool) -> String {
    fn inlines(
        all: &[Inline],
        before: &str,
        holds: &impl Fn(&Condition) -> bool,
        out: &mut String,
    ) {
        for inline in all {
            match inline {
                Inline::Text(text) => out.push_str(text),
                Inline::Choice(alternatives) => {
                    for (_, inner) in alternatives.iter().filter(|(when, _)| holds(when)) {
                        out.push_str(before);
                        inlines(inner, before, holds, out);
                    }
                }
                other => inlines(other.inside(), before, holds, out),
            }
        }
    }
    let mut out = String::new();
    for block in &text.blocks {
        if let BlockKind::Paragraph(all) = &block.kind {
            inlines(all, before, holds, &mut out);
        }
    }
    out
}

/// The language whose questions share most words with the labels of the page.
fn language_of(sheet: &Sheet, dataset: &Dataset) -> LanguageIx {
    let lines = sheet.tables.iter().flat_map(|table| &table.lines);
    let labels = lines.map(|line| match line {
        Line::Heading(heading) => stems(&heading.face.text),
        Line::Row(row) => stems(&row.face.text),
    });
    let labels: Vec<_> = labels.collect();
    let shared = |language: LanguageIx| {
        let texts = dataset.questions.values().map(|question| &question.text);
        let known = texts.filter_map(|text| text.exactly(language));
        let known: HashSet<_> = known.flat_map(|text| stems(&whole_text(text))).collect();
        let words = labels.iter().flatten();
        words.filter(|word| known.contains(*word)).count()
    };
    let languages = dataset.languages().map(|(language, _)| language);
    // Of several equal ones the first: it is the one that texts fall back to.
    let best = languages.rev_by(shared);
    best.unwrap_or(LanguageIx(0))
}

/// The first of the greatest.
trait Greatest: Iterator<Item = LanguageIx> + Sized {
    fn rev_by(self, value: impl Fn(LanguageIx) -> usize) -> Option<LanguageIx> {
        let mut best: Option<(LanguageIx, usize)> = None;
        for item in self {
            let count = value(item);
            if best.is_none_or(|(_, most)| count > most) {
                best = Some((item, count));
            }
        }
        best.map(|(item, _)| item)
    }
}

impl<I: Iterator<Item = LanguageIx>> Greatest for I {}

/// A line of the dataset's table.
struct Wanted {
    meaning: Meaning,
    looks: Looks,
}

/// What lines and items are told apart by.
struct Looks {
    /// The condition; a heading has none.
    kind: Option<usize>,
    variables: BTreeSet<ElementIx>,
    stems: Stems,
}

struct Matcher<'v, 'd> {
    vocabulary: &'v Vocabulary<'d>,
    language: LanguageIx,
    /// Numbers for conditions: equal ones have the same.
    kinds: HashMap<Condition, usize>,
    by_variables: HashMap<BTreeSet<ElementIx>, Vec<(Condition, usize)>>,
}

fn elements_of(condition: &Condition) -> BTreeSet<ElementIx> {
    let mut elements = BTreeSet::new();
    condition.variables(&mut |variable| {
        if let Variable::Element(element) = variable {
            elements.insert(element);
        }
    });
    elements
}

impl Matcher<'_, '_> {
    /// A number that equal conditions share.
    fn kind(&mut self, condition: &Condition) -> usize {
        if let Some(kind) = self.kinds.get(condition) {
            return *kind;
        }
        let next = self.kinds.len();
        let alike = self.by_variables.entry(elements_of(condition)).or_default();
        let known = alike.iter();
        let mut known = known.filter(|(known, _)| self.vocabulary.is_equal(known, condition));
        let kind = known.next().map_or(next, |(_, kind)| *kind);
        if kind == next {
            alike.push((condition.clone(), kind));
        }
        self.kinds.insert(condition.clone(), kind);
        kind
    }

    /// Which of the dataset's tables each table is: by its anchor, else by its columns.
    fn table_ids(&mut self, sheet: &Sheet) -> Vec<Option<TableId>> {
        let anchors = &self.vocabulary.wiki.anchors;
        let by_anchor = |table: &SheetTable| {
            let own = table.anchors.iter();
            let mut found = own.filter_map(|own| anchors.iter().find(|(_, anchor)| *anchor == own));
            found.next().map(|(id, _)| id.clone())
        };
        let mut ids: Vec<Option<TableId>> = sheet.tables.iter().map(by_anchor).collect();
        let mut taken = HashSet::new();
        for id in &mut ids {
            if let Some(own) = id.clone()
                && !taken.insert(own)
            {
                *id = None;
            }
        }
        for (at, table) in sheet.tables.iter().enumerate() {
            if ids[at].is_none() {
                ids[at] = self.by_columns(table, &taken);
                taken.extend(ids[at].clone());
            }
        }
        ids
    }

    fn by_columns(&mut self, table: &SheetTable, taken: &HashSet<TableId>) -> Option<TableId> {
        let dataset = self.vocabulary.dataset;
        let mut best: Option<(usize, TableId)> = None;
        for (id, known) in &dataset.tables {
            if taken.contains(id) {
                continue;
            }
            let figures = self.figures(&table.columns, known);
            let found = figures.iter().flatten().count();
            let is_enough = 2 * found > table.columns.len();
            if is_enough && best.as_ref().is_none_or(|(most, _)| found > *most) {
                best = Some((found, id.clone()));
            }
        }
        best.map(|(_, id)| id)
    }

    /// The figures of columns: by the ids that the page names, by condition, then in the order in
    /// which both sides have one left.
    fn figures(&mut self, columns: &[Column], table: &Table) -> Vec<Option<FigureId>> {
        let dataset = self.vocabulary.dataset;
        let mut left: Vec<_> = table.figures.clone();
        let mut found = vec![None; columns.len()];
        for (column, found) in columns.iter().zip(&mut found) {
            let at = left
                .iter()
                .position(|id| column.key.as_deref() == Some(id.as_str()));
            *found = at.map(|at| left.remove(at));
        }
        for (column, found) in columns.iter().zip(&mut found) {
            if found.is_some() || column.head.classes.condition().is_none() && column.key.is_some()
            {
                continue;
            }
            let kind = self.kind(&column.head.when);
            let at = left.iter().position(|id| {
                let figure = dataset.figures.get(id);
                let when = figure.map(|figure| self.vocabulary.on_pages(&figure.when));
                when.is_some_and(|when| self.kind(&when) == kind)
            });
            *found = at.map(|at| left.remove(at));
        }
        let open = found.iter_mut().filter(|found| found.is_none());
        let open: Vec<_> = open.collect();
        if open.len() == left.len() {
            open.into_iter()
                .zip(left)
                .for_each(|(open, id)| *open = Some(id));
        }
        found
    }

    fn table(&mut self, table: &SheetTable, id: Option<TableId>) -> MatchedTable {
        let dataset = self.vocabulary.dataset;
        let Some((id, known)) = id.and_then(|id| dataset.tables.get_key_value(&id)) else {
            return MatchedTable {
                id: None,
                figures: vec![None; table.columns.len()],
                lines: vec![None; table.lines.len()],
            };
        };
        MatchedTable {
            figures: self.figures(&table.columns, known),
            lines: self.lines(table, id, known),
            id: Some(id.clone()),
        }
    }

    fn wanted(&mut self, id: &TableId, table: &Table) -> Vec<Wanted> {
        let dataset = self.vocabulary.dataset;
        let mut wanted = Vec::new();
        for (section, questions) in &table.sections {
            let title = dataset.sections.get(section);
            let title = title.map(|title| stems(&whole_text(title.get(self.language).1)));
            wanted.push(Wanted {
                meaning: Meaning::Section(section.clone()),
                looks: Looks {
                    kind: None,
                    variables: BTreeSet::new(),
                    stems: title.unwrap_or_default(),
                },
            });
            for question_id in questions {
                let Some(question) = dataset.questions.get(question_id) else {
                    continue;
                };
                let when = self.vocabulary.on_pages(question.when_in(id));
                let text = question.text_in(id).get(self.language).1;
                wanted.push(Wanted {
                    meaning: Meaning::Question(section.clone(), question_id.clone()),
                    looks: self.looks(&when, &whole_text(text)),
                });
            }
        }
        wanted
    }

    fn lines(&mut self, table: &SheetTable, id: &TableId, known: &Table) -> Vec<Option<Meaning>> {
        let wanted = self.wanted(id, known);
        let mut found: Vec<Option<usize>> = vec![None; table.lines.len()];
        let mut taken = vec![false; wanted.len()];
        for (line, found) in table.lines.iter().zip(&mut found) {
            let key = match line {
                Line::Row(row) => row.key.as_deref(),
                Line::Heading(_) => None,
            };
            let names = |wanted: &Wanted| match &wanted.meaning {
                Meaning::Question(_, question) => key == Some(question.as_str()),
                Meaning::Section(_) => false,
            };
            let at = wanted.iter().position(names).filter(|at| !taken[*at]);
            if let Some(at) = at {
                taken[at] = true;
                *found = Some(at);
            }
        }
        let open: Vec<_> = (0..found.len()).filter(|at| found[*at].is_none()).collect();
        let left: Vec<_> = (0..wanted.len()).filter(|at| !taken[*at]).collect();
        let lines: Vec<_> = open.iter().map(|at| self.seen(&table.lines[*at])).collect();
        let others: Vec<_> = left.iter().map(|at| &wanted[*at].looks).collect();
        for (line, other) in open.into_iter().zip(pairs(&lines, &others)) {
            found[line] = other.map(|other| left[other]);
        }
        let found = found.into_iter();
        found
            .map(|at| at.map(|at| wanted[at].meaning.clone()))
            .collect()
    }

    fn seen(&mut self, line: &Line) -> Looks {
        match line {
            Line::Heading(heading) => Looks {
                kind: None,
                variables: BTreeSet::new(),
                stems: stems(&heading.face.text),
            },
            Line::Row(row) => self.looks(&row.face.when, &row.face.text),
        }
    }

    fn looks(&mut self, when: &Condition, text: &str) -> Looks {
        Looks {
            kind: Some(self.kind(when)),
            variables: elements_of(when),
            stems: stems(text),
        }
    }

    /// Which lists the lists of a page are, and which items their items: by their conditions, their
    /// order and their words.
    fn lists(&mut self, sheet: &Sheet) -> Vec<MatchedList> {
        let dataset = self.vocabulary.dataset;
        let left = dataset.lists.iter();
        let left = left.map(|(id, known)| {
            let conditions = known.items.values();
            let conditions = conditions.map(|item| self.vocabulary.on_pages(&item.when));
            (id, known, self.kinds(conditions))
        });
        let mut left: Vec<_> = left.collect();
        let lists = sheet.item_lists.iter();
        let lists = lists.map(|list| {
            let items = list.items.iter();
            let own = self.kinds(items.map(|item| item.when.clone()));
            let at = left.iter().position(|(.., theirs)| is_alike(&own, theirs));
            let Some((id, known, _)) = at.map(|at| left.remove(at)) else {
                return MatchedList {
                    id: None,
                    items: vec![None; list.items.len()],
                };
            };
            let found = self.items(list, known);
            let name = |at: usize| known.items.get_index(at).map(|(id, _)| id.clone());
            MatchedList {
                id: Some(id.clone()),
                items: found.into_iter().map(|at| name(at?)).collect(),
            }
        });
        lists.collect()
    }

    /// The numbers of conditions that do not always hold.
    fn kinds(&mut self, conditions: impl Iterator<Item = Condition>) -> Vec<usize> {
        let conditions = conditions.filter(|condition| *condition != Condition::True);
        conditions.map(|condition| self.kind(&condition)).collect()
    }

    /// Which of the items of `known` those of a list are, as positions.
    fn items(&mut self, list: &SheetList, known: &GeneralList) -> Vec<Option<usize>> {
        let keyed = list.items.iter().map(|item| {
            let key = item.key.as_deref()?;
            known.items.get_index_of(key)
        });
        let mut found: Vec<_> = keyed.collect();
        let open: Vec<_> = (0..found.len()).filter(|at| found[*at].is_none()).collect();
        let left = (0..known.items.len()).filter(|at| !found.contains(&Some(*at)));
        let left: Vec<_> = left.collect();
        let seen = open.iter().map(|at| {
            let item = &list.items[*at];
            self.looks(&item.when, &item.text)
        });
        let seen: Vec<_> = seen.collect();
        let wanted = left.iter().map(|at| {
            let item = &known.items[*at];
            let when = self.vocabulary.on_pages(&item.when);
            self.looks(&when, &whole_text(item.text.get(self.language).1))
        });
        let wanted: Vec<_> = wanted.collect();
        let wanted: Vec<_> = wanted.iter().collect();
        for (at, other) in open.into_iter().zip(pairs(&seen, &wanted)) {
            found[at] = other.map(|other| left[other]);
        }
        found
    }
}

/// A list with so many times the items of another one is not like it.
const MOST_ITEMS: usize = 4;

/// Whether most conditions of either list are some of the other's, too.
fn is_alike(own: &[usize], theirs: &[usize]) -> bool {
    let shares_most = |some: &[usize], others: &[usize]| {
        2 * some.iter().filter(|kind| others.contains(kind)).count() > some.len()
    };
    own.len() <= MOST_ITEMS * theirs.len() && shares_most(own, theirs) && shares_most(theirs, own)
}

/// For each line, which of the `others` it is: in the order of both, then those that stand
/// elsewhere.
fn pairs(lines: &[Looks], others: &[&Looks]) -> Vec<Option<usize>> {
    let mut found = vec![None; lines.len()];
    let mut taken = vec![false; others.len()];
    let value = |line: usize, other: usize| likeness(&lines[line], others[other]);
    for (line, other) in aligned(lines.len(), others.len(), value) {
        found[line] = Some(other);
        taken[other] = true;
    }
    for (line, found) in lines.iter().zip(&mut found) {
        if found.is_some() || line.kind.is_none() {
            continue;
        }
        let left = (0..others.len()).filter(|other| !taken[*other]);
        let best = left
            .map(|other| (likeness(line, others[other]), other))
            .max_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((value, other)) = best
            && value >= MOVED
        {
            taken[other] = true;
            *found = Some(other);
        }
    }
    found
}

/// How likely a row is another one if both have the same condition and share no word.
const SAME_CONDITION: f64 = 4.0;
/// Less than this is no likeness.
const LEAST: f64 = 1.5;
/// What stands elsewhere has to be this alike.
const MOVED: f64 = 6.0;
/// How many pairs of rows are compared.
const MOST_PAIRS: usize = 4_000_000;

/// How likely a line of a page is a line of the dataset; not at all below [`LEAST`].
fn likeness(line: &Looks, wanted: &Looks) -> f64 {
    let words = 4.0 * alikeness(&line.stems, &wanted.stems);
    match (line.kind, wanted.kind) {
        (None, None) => LEAST + words,
        (Some(one), Some(other)) if one == other => SAME_CONDITION + words,
        (Some(_), Some(_)) if !line.variables.is_disjoint(&wanted.variables) => 1.0 + words,
        (Some(_), Some(_)) => words,
        _ => 0.0,
    }
}

/// Pairs of two rows of things, in the order of both, that are as alike as can be.
fn aligned(ones: usize, others: usize, value: impl Fn(usize, usize) -> f64) -> Vec<(usize, usize)> {
    let width = others + 1;
    // No table has so many rows; without its order, ids and words alone tell what its rows are.
    if ones.saturating_mul(width) > MOST_PAIRS {
        return Vec::new();
    }
    let mut best = vec![0.0f32; (ones + 1) * width];
    let worth = |one, other| {
        let value = value(one, other);
        if value < LEAST { -1.0 } else { value as f32 }
    };
    for one in (0..ones).rev() {
        for other in (0..others).rev() {
            let skip = best[(one + 1) * width + other].max(best[one * width + other + 1]);
            let pair = worth(one, other) + best[(one + 1) * width + other + 1];
            best[one * width + other] = if worth(one, other) > 0.0 {
                skip.max(pair)
            } else {
                skip
            };
        }
    }
    let (mut one, mut other) = (0, 0);
    let mut pairs = Vec::new();
    while one < ones && other < others {
        let here = best[one * width + other];
        let worth = worth(one, other);
        if worth > 0.0 && here == worth + best[(one + 1) * width + other + 1] {
            pairs.push((one, other));
            (one, other) = (one + 1, other + 1);
        } else if here == best[(one + 1) * width + other] {
            one += 1;
        } else {
            other += 1;
        }
    }
    pairs
}

/// In which column each cell of a row stands: by condition, those at the right position first; then
/// those whose classes tell nothing, if there is one for each column left.
pub fn columns_of(
    columns: &[Column],
    cells: &[SheetCell],
    vocabulary: &Vocabulary<'_>,
) -> Vec<Option<usize>> {
    let is_equal =
        |cell: &SheetCell, column: &Column| vocabulary.is_equal(&cell.face.when, &column.head.when);
    let mut found = vec![None; cells.len()];
    let mut free: Vec<bool> = vec![true; columns.len()];
    for (at, (cell, column)) in cells.iter().zip(columns).enumerate() {
        if is_equal(cell, column) {
            found[at] = Some(at);
            free[at] = false;
        }
    }
    for (at, cell) in cells.iter().enumerate() {
        if found[at].is_none() && cell.face.classes.condition().is_some() {
            let column = (0..columns.len()).find(|c| free[*c] && is_equal(cell, &columns[*c]));
            if let Some(column) = column {
                found[at] = Some(column);
                free[column] = false;
            }
        }
    }
    let left: Vec<_> = (0..columns.len()).filter(|column| free[*column]).collect();
    let open: Vec<_> = (0..cells.len()).filter(|at| found[*at].is_none()).collect();
    if left.len() == open.len() {
        for (at, column) in open.into_iter().zip(left) {
            found[at] = Some(column);
        }
    }
    found
}

/// Tells in which columns the cells of all rows stand.
pub fn place_cells(sheet: &mut Sheet, vocabulary: &Vocabulary<'_>) {
    for table in &mut sheet.tables {
        for line in &mut table.lines {
            if let Line::Row(Question { cells, columns, .. }) = line {
                *columns = columns_of(&table.columns, cells, vocabulary);
            }
        }
    }
}
