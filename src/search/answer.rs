//! The answer to what was asked, for a selection; where the selection does not show it, for the
//! smallest one around it that does. What is shown is decided by the view.

use super::entries::EntryIndex;
use super::index::{Index, Slot};
use super::rank::{Found, Mostly};
use crate::logic::{Condition, satisfiable, witness};
use crate::model::*;
use crate::view::{
    CellView, FaqPlan, FigureView, Mark, NoteView, Plan, RowPlan, RowView, SectionView, Shown,
    View, in_edition,
};

/// What was understood of a question, and what there is to say.
#[derive(Debug)]
pub struct Asked<'d> {
    /// What was understood.
    pub meaning: Meaning<'d>,
    /// What its selection shows, in the language of the answer.
    pub view: View<'d>,
    /// The elements that had to be added to the selection so that it is shown.
    pub added: Vec<ElementIx>,
    /// Whether the answer holds for the selection that was asked about.
    pub is_selected: bool,
    /// The entries of the FAQ that decide the answer.
    pub entries: Vec<Entry<'d>>,
    /// Others that its selection shows and that bear on what was asked.
    pub related: Vec<Entry<'d>>,
}

/// An entry of the FAQ with its id.
pub type Entry<'d> = (&'d FaqId, &'d FaqEntry);

/// What was understood.
#[derive(Debug)]
pub enum Meaning<'d> {
    /// A figure and a question.
    Cell {
        /// The figure.
        figure: &'d FigureId,
        /// The question.
        question: &'d QuestionId,
        /// Whether the answer is another with other elements, in the same edition.
        depends: bool,
        /// What the editions in which it is asked say, if they do not all say the same.
        editions: Vec<OtherEdition<'d>>,
    },
    /// A figure only.
    Figure(&'d FigureId),
    /// A question only, and others that are nearly as good.
    Questions(Vec<&'d QuestionId>),
    /// Nothing; the nearest known words.
    Nothing(Vec<String>),
}

/// What an edition says, with the same elements.
#[derive(Debug)]
pub struct OtherEdition<'d> {
    /// The edition.
    pub edition: EditionIx,
    /// Its answer, with the number or text that stands there.
    pub cell: CellView<'d>,
}

/// How many entries are named that only bear on what was asked.
const MOST_RELATED: usize = 4;

/// Answers `text`, asked in any language of the dataset: in `language`, or else in the one in
/// which it was asked.
pub fn ask<'d>(
    plan: &Plan<'d>,
    text: &str,
    selection: &Selection,
    language: Option<LanguageIx>,
) -> Asked<'d> {
    let languages = plan.dataset.languages().map(|(ix, _)| ix);
    let preferred = language.into_iter();
    let others = languages.filter(|ix| Some(*ix) != language);
    let indexes = preferred.chain(others).map(|ix| Index::new(plan, ix));
    let indexes: Vec<_> = indexes.collect();
    let found = indexes.iter().map(|index| (index, index.find(text)));
    // The first of equals.
    let best = found.reduce(|a, b| if b.1.score > a.1.score { b } else { a });
    let asking = Asking {
        plan,
        selection: plan.scope.apply(selection),
        language: language.unwrap_or_else(|| {
            let understood = best.as_ref().filter(|(_, found)| found.score > 0);
            understood.map_or(LanguageIx(0), |(index, _)| index.language)
        }),
    };
    let mut asked = match best {
        Some((index, Mostly { found, .. })) => match found {
            Found::Cell(slot) => asking.cell(index, slot),
            Found::Figure(at) => asking.figure(index.figures[at].id),
            Found::Questions(all) => {
                asking.questions(all.iter().map(|at| index.questions[*at].id).collect())
            }
            Found::Nothing => {
                let near = indexes.iter().flat_map(|index| index.nearest(text));
                asking.nothing(near.map(str::to_owned).collect())
            }
        },
        None => asking.nothing(Vec::new()),
    };
    asked.add_entries(plan, text);
    asked
}

struct Asking<'p, 'd> {
    plan: &'p Plan<'d>,
    selection: Selection,
    language: LanguageIx,
}

impl<'d> Asking<'_, 'd> {
    fn cell(&self, index: &Index<'d>, slot: Slot) -> Asked<'d> {
        let figure = index.figures[slot.figure].id;
        let question = index.questions[slot.question].id;
        let table = &self.plan.tables[slot.table];
        let mut rows = table.sections.iter().flat_map(|section| &section.rows);
        let row = rows.find(|row| row.id == question);
        let at = table.columns.iter().position(|c| c.id == figure);
        let (Some(row), Some(at)) = (row, at) else {
            return self.nothing(Vec::new());
        };
        let shown = Condition::and([row.shown.clone(), table.columns[at].shown.clone()]);
        let selection = self.showing(&shown);
        let meaning = Meaning::Cell {
            figure,
            question,
            depends: self.depends(row, at, &shown, selection.edition),
            editions: self.editions(figure, question, &selection),
        };
        self.asked(meaning, selection)
    }

    fn figure(&self, figure: &'d FigureId) -> Asked<'d> {
        let columns = self.plan.tables.iter().flat_map(|table| &table.columns);
        let columns = columns.filter(|column| column.id == figure);
        let shown = Condition::or(columns.map(|column| column.shown.clone()));
        self.asked(Meaning::Figure(figure), self.showing(&shown))
    }

    fn questions(&self, questions: Vec<&'d QuestionId>) -> Asked<'d> {
        let sections = self.plan.tables.iter().flat_map(|table| &table.sections);
        let rows = sections.flat_map(|section| &section.rows);
        let rows = rows.filter(|row| Some(&row.id) == questions.first());
        let shown = Condition::or(rows.map(|row| row.shown.clone()));
        self.asked(Meaning::Questions(questions), self.showing(&shown))
    }

    fn nothing(&self, near: Vec<String>) -> Asked<'d> {
        self.asked(Meaning::Nothing(near), self.selection.clone())
    }

    fn asked(&self, meaning: Meaning<'d>, selection: Selection) -> Asked<'d> {
        let added = selection.elements.iter();
        let added = added.filter(|element| !self.selection.elements.contains(*element));
        Asked {
            meaning,
            added: added.collect(),
            is_selected: selection == self.selection,
            entries: Vec::new(),
            related: Vec::new(),
            view: self.plan.view(&selection, self.language),
        }
    }

    /// The selection, or the one nearest to it in which `shown` holds: with the fewest elements
    /// added, else without those that were chosen, else in another edition.
    fn showing(&self, shown: &Condition) -> Selection {
        let Selection { edition, elements } = &self.selection;
        if shown.holds(&self.selection) {
            return self.selection.clone();
        }
        let count = self.plan.dataset.editions.len();
        let here = in_edition(shown, *edition);
        let beside = here.given(&|variable| match variable {
            crate::logic::Variable::Element(e) if elements.contains(e) => Some(true),
            _ => None,
        });
        let with = |start: ElementSet, edition, more: &[ElementIx]| {
            let mut elements = start;
            more.iter().for_each(|element| elements.set(*element, true));
            Selection { edition, elements }
        };
        let none = || ElementSet::empty(self.plan.dataset.elements.len());
        if let Some(found) = witness(&beside, count) {
            return with(elements.clone(), *edition, &found.elements);
        }
        if let Some(found) = witness(&here, count) {
            return with(none(), *edition, &found.elements);
        }
        match witness(shown, count) {
            Some(found) => with(none(), found.edition, &found.elements),
            None => self.selection.clone(),
        }
    }

    /// Whether other elements make another answer in `edition`.
    fn depends(&self, row: &RowPlan<'d>, at: usize, shown: &Condition, edition: EditionIx) -> bool {
        let count = self.plan.dataset.editions.len();
        let possible = row.cells[at].variants.iter().filter(|variant| {
            let when = Condition::and([shown.clone(), variant.when.clone()]);
            satisfiable(&in_edition(&when, edition), count)
        });
        let mut answers = possible.map(|variant| variant.answer);
        let first = answers.next();
        answers.any(|answer| Some(answer) != first)
    }

    /// What each edition says, if they do not all say the same; one that says nothing yet does
    /// not differ.
    fn editions(
        &self,
        figure: &FigureId,
        question: &QuestionId,
        selection: &Selection,
    ) -> Vec<OtherEdition<'d>> {
        let editions = self.plan.dataset.editions();
        let cells = editions.filter_map(|(edition, ..)| {
            let elements = selection.elements.clone();
            let view = self
                .plan
                .view(&Selection { edition, elements }, self.language);
            let cell = located(&view, figure, question)?.cell.clone();
            (cell.answer != Shown::NotEntered).then_some(OtherEdition { edition, cell })
        });
        let cells: Vec<_> = cells.collect();
        let same = |other: &OtherEdition<'d>| other.cell.answer == cells[0].cell.answer;
        if cells.iter().all(same) {
            return Vec::new();
        }
        cells
    }
}

/// A cell with what stands around it.
#[derive(Clone, Copy, Debug)]
pub struct Located<'v, 'd> {
    /// Its column.
    pub figure: &'v FigureView<'d>,
    /// Its section.
    pub section: &'v SectionView<'d>,
    /// Its row.
    pub row: &'v RowView<'d>,
    /// The cell.
    pub cell: &'v CellView<'d>,
}

fn located<'v, 'd>(
    view: &'v View<'d>,
    figure: &FigureId,
    question: &QuestionId,
) -> Option<Located<'v, 'd>> {
    let mut cells = cells(view);
    cells.find(|at| at.figure.id == figure && at.row.question == question)
}

fn cells<'v, 'd>(view: &'v View<'d>) -> impl Iterator<Item = Located<'v, 'd>> {
    view.tables.iter().flat_map(|table| {
        let rows = table.sections.iter();
        let rows = rows.flat_map(|section| section.rows.iter().map(move |row| (section, row)));
        rows.flat_map(|(section, row)| {
            let cells = table.figures.iter().zip(&row.cells);
            cells.map(move |(figure, cell)| Located {
                figure,
                section,
                row,
                cell,
            })
        })
    })
}

impl<'d> Asked<'d> {
    /// Adds the entries of the FAQ that decide the answer, and those that bear on it or hold what
    /// was asked.
    fn add_entries(&mut self, plan: &Plan<'d>, text: &str) {
        let faq = FaqPlan::new(plan.dataset, &plan.scope);
        let claims = self.answer().map_or(&[][..], |at| &at.cell.claims);
        let deciding = claims.iter().filter_map(|claim| claim.entry.as_ref());
        let mut entries: Vec<Entry<'d>> = Vec::new();
        for plan in deciding.filter_map(|id| faq.get(id)) {
            if !entries.iter().any(|(id, _)| *id == plan.id) {
                entries.push((plan.id, plan.entry));
            }
        }
        let on_cell = match &self.meaning {
            Meaning::Cell {
                figure, question, ..
            } => faq.on_cell(question, figure),
            _ => Vec::new(),
        };
        let found = EntryIndex::new(&faq, self.view.language).find(text);
        let found = found.into_iter().filter_map(|id| faq.get(id));
        let mut related: Vec<Entry<'d>> = Vec::new();
        for plan in on_cell.into_iter().chain(found) {
            let mut known = entries.iter().chain(&related);
            let is_new = !known.any(|(id, _)| *id == plan.id);
            if is_new && plan.shown.holds(&self.view.selection) {
                related.push((plan.id, plan.entry));
            }
        }
        related.truncate(MOST_RELATED);
        self.entries = entries;
        self.related = related;
    }

    /// The cell that answers, if both a figure and a question were understood.
    pub fn answer(&self) -> Option<Located<'_, 'd>> {
        match &self.meaning {
            Meaning::Cell {
                figure, question, ..
            } => located(&self.view, figure, question),
            _ => None,
        }
    }

    /// The cells that there are on the figure or on the question, where only one was understood.
    pub fn listed(&self) -> Vec<Located<'_, 'd>> {
        let of = |at: &Located<'_, 'd>| match &self.meaning {
            Meaning::Figure(figure) => at.figure.id == *figure,
            Meaning::Questions(questions) => Some(&at.row.question) == questions.first(),
            _ => false,
        };
        cells(&self.view).filter(of).collect()
    }

    /// The notes on the answer: those of the cell, of its row and of its column, each once.
    pub fn notes(&self) -> Vec<&NoteView<'d>> {
        let Some(at) = self.answer() else {
            return Vec::new();
        };
        let mut marks: Vec<&Mark<'d>> = Vec::new();
        for mark in at
            .cell
            .notes
            .iter()
            .chain(&at.row.notes)
            .chain(&at.figure.notes)
        {
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        let notes = marks.into_iter().filter_map(|mark| self.view.note(mark));
        notes.collect()
    }
}
