//! A question, a figure or an expansion as a matrix: the cells that concern it as rows, the editions,
//! or the selected one, as columns. It arranges what the plans of the editions hold and decides nothing of its own.

mod needs;
mod rows;

use super::{CellPlan, ColumnPlan, Plan, RowPlan, Scope, SectionPlan, TablePlan};
use crate::logic::{Condition, Variable};
use crate::model::*;
use indexmap::{IndexMap, IndexSet};
use needs::needed;
use rayon::prelude::*;
use rows::Draft;
pub use rows::{Heading, Matrix, MatrixAnswer, MatrixCell, MatrixGroup, MatrixRow};
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// The plans whose cells are the columns of matrices.
pub struct Columns<'d> {
    dataset: &'d Dataset,
    /// Each with its edition; without one where the reader selects that, too.
    plans: Vec<(Option<EditionIx>, Plan<'d>)>,
    /// What each question is about.
    subjects: HashMap<&'d QuestionId, Subjects<'d>>,
    /// Where the cells of each question stand.
    by_question: HashMap<&'d QuestionId, Vec<Place>>,
    /// Where the cells of each figure stand.
    by_figure: HashMap<&'d FigureId, Vec<Place>>,
    by_condition: OnceLock<ByCondition>,
}

/// Where cells stand that are shown under the same condition: tables ask the same few again and
/// again, so that each is looked at once.
struct ByCondition {
    places: IndexMap<Condition, Vec<Place>>,
    /// The numbers of the conditions that name an element of an expansion.
    of_expansion: HashMap<ExpansionId, Vec<usize>>,
}

/// Where a cell stands: plan, table, section, row and column, by their numbers. Places are in the
/// order of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place([usize; 5]);

/// What a question is about.
#[derive(Clone, Debug, Default)]
pub struct Subjects<'d> {
    /// The figures that do what is asked, or that its condition names.
    pub figures: BTreeSet<&'d FigureId>,
    /// The elements that its condition names, apart from those that are one of these figures.
    pub elements: BTreeSet<ElementIx>,
    /// Those of the figures without which it is not asked, and the one that does it.
    needed: BTreeSet<&'d FigureId>,
}

impl<'d> Columns<'d> {
    /// A column for each edition that `scope` leaves to select: only elements are left to select.
    /// `whole` is the plan of everything.
    pub fn by_edition(whole: &Plan<'d>, scope: &Scope) -> Self {
        let left = |edition: &EditionIx| scope.edition.is_none_or(|fixed| fixed == *edition);
        let editions = whole.dataset.editions().map(|(edition, ..)| edition);
        let editions: Vec<_> = editions.filter(left).collect();
        Self::in_each(whole, &editions, scope)
    }

    /// A single column for the edition that the reader selects.
    pub fn selected(whole: &Plan<'d>, scope: &Scope) -> Self {
        let plan = whole.narrowed(scope.clone());
        Self::of(whole.dataset, vec![(None, plan)])
    }

    /// A column for each of these editions: only elements are left to select.
    pub fn of_editions(whole: &Plan<'d>, editions: &[EditionIx]) -> Self {
        Self::in_each(whole, editions, &Scope::default())
    }

    /// A column for each of these editions, with the elements that `scope` leaves to select.
    fn in_each(whole: &Plan<'d>, editions: &[EditionIx], scope: &Scope) -> Self {
        let plans = editions.par_iter().map(|edition| {
            let own = Scope {
                edition: Some(*edition),
                elements: scope.elements.clone(),
            };
            (Some(*edition), whole.narrowed(own))
        });
        Self::of(whole.dataset, plans.collect())
    }

    fn of(dataset: &'d Dataset, plans: Vec<(Option<EditionIx>, Plan<'d>)>) -> Self {
        let subjects = subjects(dataset, &plans);
        let mut by_question: HashMap<_, Vec<_>> = HashMap::new();
        let mut by_figure: HashMap<_, Vec<_>> = HashMap::new();
        for (place, at) in cells(&plans) {
            by_question.entry(at.row.id).or_default().push(place);
            by_figure.entry(at.column.id).or_default().push(place);
        }
        Self {
            dataset,
            plans,
            subjects,
            by_question,
            by_figure,
            by_condition: OnceLock::new(),
        }
    }

    /// What a question is about; nothing where no edition asks it.
    pub fn subjects(&self, question: &QuestionId) -> Subjects<'d> {
        self.subjects.get(question).cloned().unwrap_or_default()
    }

    /// The edition of each column, if it has one.
    pub fn editions(&self) -> impl Iterator<Item = Option<EditionIx>> {
        self.plans.iter().map(|(edition, _)| *edition)
    }

    /// The plan in which `edition` is selected, or else the first one; `None` where there is none.
    pub fn plan(&self, edition: Option<EditionIx>) -> Option<&Plan<'d>> {
        let own = self.plans.iter().find(|(known, _)| *known == edition);
        own.or(self.plans.first()).map(|(_, plan)| plan)
    }

    /// The plans of all columns.
    pub fn plans(&self) -> impl Iterator<Item = &Plan<'d>> {
        self.plans.iter().map(|(_, plan)| plan)
    }

    /// The questions that some table asks in some edition, in the order of the tables.
    pub fn questions(&self) -> Vec<&'d QuestionId> {
        let tables = self.plans.iter().flat_map(|(_, plan)| &plan.tables);
        let sections = tables.flat_map(|table| &table.sections);
        let rows = sections.flat_map(|section| &section.rows);
        let questions: IndexSet<_> = rows.map(|row| row.id).collect();
        questions.into_iter().collect()
    }

    /// The figures of all tables, in their order.
    pub fn figures(&self) -> Vec<&'d FigureId> {
        let tables = self.plans.iter().flat_map(|(_, plan)| &plan.tables);
        let columns = tables.flat_map(|table| &table.columns);
        let figures: IndexSet<_> = columns.map(|column| column.id).collect();
        figures.into_iter().collect()
    }

    /// All figures that are asked a question, table by table; empty where no edition asks it.
    pub fn of_question(&self, question: &QuestionId) -> Matrix<'_, 'd> {
        let cells = self.by_question.get(question).into_iter().flatten();
        self.matrix(cells.map(|place| (*place, Heading::Table(self.at(*place).table.id))))
    }

    /// The cells that both the first and the last column answer, and not with the same, section by
    /// section; each is shown just where the two differ.
    pub fn of_differences(&self) -> Matrix<'_, 'd> {
        let cells = cells(&self.plans);
        let cells = cells.map(|(place, at)| (place, Heading::Part(at.section.id, at.table.id)));
        let editions = self.dataset.editions.len();
        let groups = self
            .drafts(cells)
            .into_iter()
            .filter_map(|(heading, drafts)| {
                let drafts = drafts.into_values();
                let drafts = drafts.filter_map(|draft| draft.where_it_differs(editions));
                let rows: Vec<_> = drafts.map(Draft::row).collect();
                (!rows.is_empty()).then(|| MatrixGroup::new(heading, rows))
            });
        Matrix::new(groups.collect())
    }

    /// All questions that a figure is asked, section by section, then what others are asked about
    /// it, question by question; empty where no edition has it.
    pub fn of_figure(&self, figure: &FigureId) -> Matrix<'_, 'd> {
        let own = self.by_figure.get(figure).into_iter().flatten();
        let own = own.map(|place| {
            let at = self.at(*place);
            (*place, Heading::Section(at.section.id, at.table.id))
        });
        let about = self.subjects.iter();
        let about = about.filter(|(_, subjects)| subjects.needed.contains(figure));
        let others = about.filter_map(|(question, _)| self.by_question.get(question));
        let others: BTreeSet<_> = others.flatten().copied().collect();
        let others = others.into_iter().filter_map(|place| {
            let at = self.at(place);
            (at.column.id != figure).then_some((place, Heading::Others(at.row.id)))
        });
        self.matrix(own.chain(others))
    }

    /// All cells that there would not be without an expansion: those that need no other one, then
    /// for each other expansion those that need both.
    pub fn of_expansion(&self, expansion: &ExpansionId) -> Matrix<'_, 'd> {
        let mut found = Vec::new();
        let known = self.by_condition();
        let own = known.of_expansion.get(expansion).into_iter().flatten();
        for (shown, places) in own.filter_map(|at| known.places.get_index(*at)) {
            let mut needed = needed(self.dataset, shown, expansion);
            if needed.is_empty() {
                continue;
            }
            needed.retain(|other| *other != expansion);
            let headings = match needed.as_slice() {
                [] => vec![Heading::Alone],
                others => others.iter().map(|other| Heading::With(other)).collect(),
            };
            let cells = places.iter();
            found.extend(cells.flat_map(|place| headings.iter().map(|to| (*place, *to))));
        }
        // Stable: a cell's headings stay in their order.
        found.sort_by_key(|(place, _)| *place);
        let mut groups = self.groups(found.into_iter());
        let order = |heading: &Heading<'_>| match heading {
            Heading::With(other) => self.dataset.expansions.get_index_of(*other),
            _ => None,
        };
        groups.sort_by_key(|group| order(&group.heading));
        Matrix::new(groups)
    }

    /// The columns and rows that there would not be in some selection without an expansion.
    pub fn added_by(&self, expansion: &ExpansionId) -> Added<'d> {
        let own = self.dataset.expansions.get(expansion);
        let own = own.map_or(&[][..], |own| &own.elements);
        let names = |shown: &Condition| {
            let mut names = false;
            shown.variables(&mut |variable| {
                names |= matches!(variable, Variable::Element(element) if own.contains(&element));
            });
            names
        };
        let mut added = Added::default();
        let tables = self.plans.iter().flat_map(|(_, plan)| &plan.tables);
        for table in tables {
            for column in table.columns.iter().filter(|column| names(&column.shown)) {
                let columns = added.columns.entry(table.id).or_default();
                let shown = columns.entry(column.id).or_insert(Condition::False);
                *shown = Condition::or([shown.clone(), column.shown.clone()]);
            }
            for section in &table.sections {
                for row in section.rows.iter().filter(|row| names(&row.shown)) {
                    let rows = added.rows.entry(section.id).or_default();
                    let shown = rows.entry(row.id).or_insert((row.text, Condition::False));
                    shown.1 = Condition::or([shown.1.clone(), row.shown.clone()]);
                }
            }
        }
        added
    }

    /// Where cells stand, by the condition under which they are shown.
    fn by_condition(&self) -> &ByCondition {
        self.by_condition.get_or_init(|| {
            let mut places: IndexMap<_, Vec<_>> = IndexMap::new();
            for (place, at) in cells(&self.plans) {
                places.entry(at.shown()).or_default().push(place);
            }
            let mut of_expansion: HashMap<ExpansionId, Vec<_>> = HashMap::new();
            for (at, shown) in places.keys().enumerate() {
                let mut named = BTreeSet::new();
                shown.variables(&mut |variable| {
                    if let Variable::Element(element) = variable {
                        named.extend(self.dataset.element(element).1.expansions());
                    }
                });
                for expansion in named {
                    of_expansion.entry(expansion.clone()).or_default().push(at);
                }
            }
            ByCondition {
                places,
                of_expansion,
            }
        })
    }

    /// The cell at a place of these columns.
    fn at(&self, Place([plan, table, section, row, column]): Place) -> At<'_, 'd> {
        // Places are numbers of parts of these plans, which never change.
        let table = &self.plans[plan].1.tables[table];
        let section = &table.sections[section];
        let row = &section.rows[row];
        At {
            table,
            section,
            row,
            column: &table.columns[column],
            cell: &row.cells[column],
        }
    }

    /// These cells, in this order, each under its heading.
    fn matrix(&self, cells: impl Iterator<Item = (Place, Heading<'d>)>) -> Matrix<'_, 'd> {
        Matrix::new(self.groups(cells))
    }

    fn groups(
        &self,
        cells: impl Iterator<Item = (Place, Heading<'d>)>,
    ) -> Vec<MatrixGroup<'_, 'd>> {
        let drafts = self.drafts(cells).into_iter();
        let groups = drafts.map(|(heading, drafts)| {
            let rows = drafts.into_values().map(Draft::row);
            MatrixGroup::new(heading, rows.collect())
        });
        groups.collect()
    }

    fn drafts(&self, cells: impl Iterator<Item = (Place, Heading<'d>)>) -> Drafts<'_, 'd> {
        let mut groups = Drafts::new();
        for (place, heading) in cells {
            let at = self.at(place);
            let rows = groups.entry(heading).or_default();
            let row = rows.entry((at.row.id, at.column.id));
            let row = row.or_insert_with(|| Draft::new(at, self.plans.len()));
            let Place([plan, ..]) = place;
            row.put(plan, at);
        }
        groups
    }
}

/// Rows by question and figure, under their headings.
type Drafts<'p, 'd> =
    IndexMap<Heading<'d>, IndexMap<(&'d QuestionId, &'d FigureId), Draft<'p, 'd>>>;

/// What the questions of all editions are about.
fn subjects<'d>(
    dataset: &'d Dataset,
    plans: &[(Option<EditionIx>, Plan<'d>)],
) -> HashMap<&'d QuestionId, Subjects<'d>> {
    let mut figures = HashMap::new();
    for (id, figure) in &dataset.figures {
        for element in figure.elements() {
            figures.entry(element).or_insert(id);
        }
    }
    let mut all: HashMap<&QuestionId, Subjects<'_>> = HashMap::new();
    let tables = plans.iter().flat_map(|(_, plan)| &plan.tables);
    let rows = tables.flat_map(|table| table.sections.iter().flat_map(|section| &section.rows));
    for row in rows {
        let subjects = all.entry(row.id).or_default();
        if let Some(by) = &row.question.by
            && let Some((figure, _)) = dataset.figures.get_key_value(&by.figure)
        {
            subjects.figures.insert(figure);
            subjects.needed.insert(figure);
        }
        row.shown.variables(&mut |variable| {
            let Variable::Element(element) = variable else {
                return;
            };
            let without = |named| (named == variable).then_some(false);
            match figures.get(&element) {
                Some(figure) => {
                    subjects.figures.insert(figure);
                    if row.shown.given(&without) == Condition::False {
                        subjects.needed.insert(figure);
                    }
                }
                None => {
                    subjects.elements.insert(element);
                }
            }
        });
    }
    all
}

/// A cell of a plan with what it stands in.
#[derive(Clone, Copy)]
struct At<'p, 'd> {
    table: &'p TablePlan<'d>,
    section: &'p SectionPlan<'d>,
    row: &'p RowPlan<'d>,
    column: &'p ColumnPlan<'d>,
    cell: &'p CellPlan<'d>,
}

impl<'p, 'd> At<'p, 'd> {
    fn shown(&self) -> Condition {
        Condition::and([self.row.shown.clone(), self.column.shown.clone()])
    }
}

/// Every cell of the plans, row by row, and where it stands.
fn cells<'p, 'd>(
    plans: &'p [(Option<EditionIx>, Plan<'d>)],
) -> impl Iterator<Item = (Place, At<'p, 'd>)> {
    let plans = plans.iter().enumerate();
    let tables = plans.flat_map(|(p, (_, plan))| {
        let tables = plan.tables.iter().enumerate();
        tables.map(move |(t, table)| ([p, t], table))
    });
    let rows = tables.flat_map(|(at, table)| {
        let sections = table.sections.iter().enumerate();
        sections.flat_map(move |(s, section)| {
            let rows = section.rows.iter().enumerate();
            rows.map(move |(r, row)| (at, s, r, table, section, row))
        })
    });
    rows.flat_map(|([p, t], s, r, table, section, row)| {
        let cells = table.columns.iter().zip(&row.cells).enumerate();
        cells.map(move |(c, (column, cell))| {
            let at = At {
                table,
                section,
                row,
                column,
                cell,
            };
            (Place([p, t, s, r, c]), at)
        })
    })
}

/// What an expansion adds to tables, each with where it is shown.
#[derive(Debug, Default)]
pub struct Added<'d> {
    /// Figures, table by table.
    pub columns: IndexMap<&'d TableId, IndexMap<&'d FigureId, Condition>>,
    /// Questions, section by section, with how the first table that asks them does.
    pub rows: IndexMap<&'d SectionId, IndexMap<&'d QuestionId, (&'d Localized, Condition)>>,
}
