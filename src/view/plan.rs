//! The plan: everything that any selection could show, each part with the exact condition under
//! which it is seen. Pages that filter themselves are made from it; a view is it, evaluated.

use super::adapted::adapted;
use super::lists::ListPlan;
use super::scope::Scope;
use crate::logic::{Condition, in_editions};
use crate::model::*;
use indexmap::IndexMap;
use std::collections::HashMap;

/// All tables, and all notes that they cite.
#[derive(Debug)]
pub struct Plan<'d> {
    /// The dataset.
    pub dataset: &'d Dataset,
    /// What of the selection is fixed beforehand.
    pub scope: Scope,
    /// The tables in order.
    pub tables: Vec<TablePlan<'d>>,
    /// The notes that some table cites, in the order of the dataset.
    pub notes: IndexMap<&'d NoteId, NotePlan<'d>>,
    /// The general lists.
    pub lists: Vec<ListPlan<'d>>,
}

/// A table.
#[derive(Debug)]
pub struct TablePlan<'d> {
    /// Its id.
    pub id: &'d TableId,
    /// The table.
    pub table: &'d Table,
    /// Holds where one of its columns and one of its rows is shown.
    pub shown: Condition,
    /// Its columns.
    pub columns: Vec<ColumnPlan<'d>>,
    /// Its rows.
    pub sections: Vec<SectionPlan<'d>>,
    /// The notes cited in it with their labels (from 1), in the order of first citation with
    /// everything selected; and when each is shown in this table.
    pub notes: IndexMap<&'d NoteId, (usize, Condition)>,
}

/// A column.
#[derive(Debug)]
pub struct ColumnPlan<'d> {
    /// Its id.
    pub id: &'d FigureId,
    /// The figure.
    pub figure: &'d Figure,
    /// Holds where the column is shown.
    pub shown: Condition,
    /// Holds where it is adapted, given that it is shown.
    pub adapted: Condition,
}

/// A section.
#[derive(Debug)]
pub struct SectionPlan<'d> {
    /// Its id.
    pub id: &'d SectionId,
    /// What it is called.
    pub title: &'d Localized,
    /// Holds where one of its rows is shown.
    pub shown: Condition,
    /// Its rows.
    pub rows: Vec<RowPlan<'d>>,
}

/// A row.
#[derive(Debug)]
pub struct RowPlan<'d> {
    /// Its id.
    pub id: &'d QuestionId,
    /// The question.
    pub question: &'d Question,
    /// How this table asks it.
    pub text: &'d Localized,
    /// Holds where the row is shown.
    pub shown: Condition,
    /// Holds where it is adapted, given that it is shown.
    pub adapted: Condition,
    /// Its cells, one for each column.
    pub cells: Vec<CellPlan<'d>>,
}

/// A cell.
#[derive(Debug)]
pub struct CellPlan<'d> {
    /// The figure of its column.
    pub figure: &'d FigureId,
    /// What may stand in it: exactly one of these holds where row and column are shown.
    pub variants: Vec<VariantPlan<'d>>,
}

/// One of the things that may stand in a cell.
#[derive(Debug)]
pub struct VariantPlan<'d> {
    /// Holds where it stands there, given that row and column are shown.
    pub when: Condition,
    /// The answer.
    pub answer: Shown<'d>,
    /// Holds where the claim as such is adapted.
    pub adapted: Condition,
    /// The notes that it cites.
    pub notes: &'d [NoteId],
    /// The claim that wins, and every claim that agrees with it, each with when it holds.
    pub sources: Vec<(&'d Claim, Condition)>,
}

/// What is shown in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shown<'d> {
    /// A source's answer; `undefined` means that there is no official rule.
    Claimed(&'d Answer),
    /// No source has said anything yet, in an edition that allows for it.
    NotEntered,
}

/// A footnote.
#[derive(Debug)]
pub struct NotePlan<'d> {
    /// The note.
    pub note: &'d Note,
    /// Holds where something shown in any table cites it and its own condition holds.
    pub shown: Condition,
    /// Holds where it is adapted, given that it is shown.
    pub adapted: Condition,
}

/// What one speaker says in a footnote.
#[derive(Debug)]
pub struct NotePartPlan<'d> {
    /// The part.
    pub part: &'d NotePart,
    /// Holds where it is shown, given that its note is; never false.
    pub shown: Condition,
    /// Holds where it is adapted, given that it is shown.
    pub adapted: Condition,
}

impl<'d> Plan<'d> {
    /// The plan of the whole dataset.
    pub fn new(dataset: &'d Dataset) -> Self {
        Self::within(dataset, Scope::default())
    }

    /// The plan of what can be seen where `scope` fixes some of the selection: everything that it
    /// rules out is gone.
    pub fn within(dataset: &'d Dataset, scope: Scope) -> Self {
        match scope == Scope::default() {
            true => Self::alone(dataset, scope),
            false => Self::new(dataset).narrowed(scope),
        }
    }

    /// The same, from the plan of everything.
    #[must_use]
    pub fn narrowed(&self, scope: Scope) -> Self {
        let mut plan = Self::alone(self.dataset, scope);
        plan.take_from_whole(self);
        plan
    }

    /// The parts of a note that can be shown.
    pub fn parts(&self, note: &'d Note) -> Vec<NotePartPlan<'d>> {
        let parts = note.parts.iter().filter_map(|part| {
            let shown = self.scope.fix(&part.when);
            (shown != Condition::False).then(|| NotePartPlan {
                part,
                adapted: self.scope.fix(&adapted(self.dataset, &part.when)),
                shown,
            })
        });
        parts.collect()
    }

    /// A plan whose notes are labelled, and adapted, by what it holds itself.
    fn alone(dataset: &'d Dataset, scope: Scope) -> Self {
        let builder = Builder {
            dataset,
            scope: &scope,
        };
        let tables = dataset.tables.iter();
        let tables: Vec<_> = tables.map(|(id, table)| builder.table(id, table)).collect();
        let notes = builder.notes(&tables);
        Self {
            dataset,
            tables,
            notes,
            lists: super::lists(dataset, &scope),
            scope,
        }
    }

    /// Takes from `whole`, the plan of everything, what a fixed selection must not change: the
    /// labels of notes, which mean the same note wherever they are quoted, and where notes are
    /// adapted, which follows from all their citations.
    fn take_from_whole(&mut self, whole: &Self) {
        for (id, note) in &mut self.notes {
            if let Some(known) = whole.notes.get(id) {
                note.adapted = self.scope.fix(&known.adapted);
            }
        }
        for (table, all) in self.tables.iter_mut().zip(&whole.tables) {
            for (id, (label, _)) in &mut table.notes {
                if let Some((known, _)) = all.notes.get(id) {
                    *label = *known;
                }
            }
            // What is fixed may rule out the first citation, but not the place in the list.
            table
                .notes
                .sort_by(|_, (one, _), _, (other, _)| one.cmp(other));
        }
    }
}

struct Builder<'d, 's> {
    dataset: &'d Dataset,
    scope: &'s Scope,
}

impl<'d> Builder<'d, '_> {
    fn table(&self, id: &'d TableId, table: &'d Table) -> TablePlan<'d> {
        let columns: Vec<_> = table
            .figures
            .iter()
            .filter_map(|figure| self.column(figure))
            .collect();
        let mut sections = Vec::new();
        for (section_id, questions) in &table.sections {
            let rows: Vec<_> = questions
                .iter()
                .filter_map(|question| self.row(id, question, &columns))
                .collect();
            let Some((section_id, title)) = self.dataset.sections.get_key_value(section_id) else {
                continue;
            };
            if !rows.is_empty() {
                sections.push(SectionPlan {
                    id: section_id,
                    title,
                    shown: Condition::or(rows.iter().map(|row| row.shown.clone())),
                    rows,
                });
            }
        }
        let some_column = Condition::or(columns.iter().map(|column| column.shown.clone()));
        let some_row = Condition::or(sections.iter().map(|section| section.shown.clone()));
        let notes = self.table_notes(&columns, &sections);
        TablePlan {
            id,
            table,
            shown: Condition::and([some_column, some_row]),
            columns,
            sections,
            notes,
        }
    }

    fn column(&self, id: &'d FigureId) -> Option<ColumnPlan<'d>> {
        let figure = self.dataset.figures.get(id)?;
        let shown = self.scope.fix(&figure.when);
        (shown != Condition::False).then(|| ColumnPlan {
            id,
            figure,
            adapted: self.adapted(&figure.when),
            shown,
        })
    }

    fn row(
        &self,
        table: &TableId,
        id: &'d QuestionId,
        columns: &[ColumnPlan<'d>],
    ) -> Option<RowPlan<'d>> {
        let question = self.dataset.questions.get(id)?;
        let when = question.when_in(table);
        let shown = self.scope.fix(when);
        (shown != Condition::False).then(|| RowPlan {
            id,
            question,
            text: question.text_in(table),
            adapted: self.adapted(when),
            cells: columns.iter().map(|c| self.cell(id, c.id)).collect(),
            shown,
        })
    }

    fn cell(&self, question: &'d QuestionId, figure: &'d FigureId) -> CellPlan<'d> {
        let key = (question.clone(), figure.clone());
        let claims = self.dataset.claims.get(&key).map_or(&[][..], Vec::as_slice);
        let resolutions = self.dataset.resolutions.get(&key);
        let resolutions = resolutions.map_or(&[][..], Vec::as_slice);
        let mut variants = Vec::new();
        let mut earlier = Vec::new();
        for claim in in_order_of_winning(claims, resolutions) {
            let (winner, wins) = claim;
            let before = Condition::or(earlier.iter().cloned()).negate();
            let when = Condition::and([wins.clone(), before]);
            earlier.push(wins);
            let when = self.scope.fix(&when);
            if when != Condition::False {
                variants.push(self.variant(winner, when, claims));
            }
        }
        variants.extend(self.not_entered(claims));
        CellPlan { figure, variants }
    }

    fn variant(&self, winner: &'d Claim, when: Condition, claims: &'d [Claim]) -> VariantPlan<'d> {
        let agreeing = claims
            .iter()
            .filter(|claim| claim.answer == winner.answer && !std::ptr::eq(*claim, winner));
        let mut sources = vec![(winner, Condition::True)];
        sources.extend(agreeing.map(|claim| (claim, self.scope.fix(&claim.when))));
        VariantPlan {
            when,
            answer: Shown::Claimed(&winner.answer),
            adapted: self.adapted(&winner.when),
            notes: &winner.notes,
            sources,
        }
    }

    /// The variant for editions in which nothing has been entered.
    fn not_entered(&self, claims: &[Claim]) -> Option<VariantPlan<'d>> {
        let claimed = Condition::or(claims.iter().map(|claim| claim.when.clone()));
        let mut open = Vec::new();
        let mut partly = Vec::new();
        for (edition, _, known) in self.dataset.editions() {
            if !known.missing_is_undefined {
                continue;
            }
            match super::scope::in_edition(&claimed, edition) {
                Condition::True => {}
                Condition::False => open.push(edition),
                some => partly.push(Condition::and([Condition::Edition(edition), some.negate()])),
            }
        }
        partly.insert(0, in_editions(&open, self.dataset.editions.len()));
        let when = self.scope.fix(&Condition::or(partly));
        (when != Condition::False).then_some(VariantPlan {
            when,
            answer: Shown::NotEntered,
            adapted: Condition::False,
            notes: &[],
            sources: Vec::new(),
        })
    }

    fn adapted(&self, shown: &Condition) -> Condition {
        self.scope.fix(&adapted(self.dataset, shown))
    }

    /// The notes of a table in the order of first citation, labelled, each with when it is shown.
    fn table_notes(
        &self,
        columns: &[ColumnPlan<'d>],
        sections: &[SectionPlan<'d>],
    ) -> IndexMap<&'d NoteId, (usize, Condition)> {
        let mut cited: IndexMap<&'d NoteId, Vec<Condition>> = IndexMap::new();
        for_each_citation(columns, sections, &mut |note, when| {
            cited.entry(note).or_default().push(when);
        });
        cited
            .into_iter()
            .enumerate()
            .filter_map(|(at, (id, when))| {
                let own = &self.dataset.notes.get(id)?.when;
                let shown = Condition::and([Condition::or(when), self.scope.fix(own)]);
                (shown != Condition::False).then_some((id, (at + 1, shown)))
            })
            .collect()
    }

    fn notes(&self, tables: &[TablePlan<'d>]) -> IndexMap<&'d NoteId, NotePlan<'d>> {
        let mut shown: HashMap<&'d NoteId, Vec<Condition>> = HashMap::new();
        for table in tables {
            for (id, (_, when)) in &table.notes {
                shown.entry(id).or_default().push(when.clone());
            }
        }
        let notes = self.dataset.notes.iter();
        let plans = notes.filter_map(|(id, note)| {
            let when = Condition::or(shown.remove(id)?);
            let plan = NotePlan {
                note,
                adapted: self.adapted(&when),
                shown: when,
            };
            Some((id, plan))
        });
        plans.collect()
    }
}

/// Each claim with the condition under which it wins unless one before it does: claims of the
/// source that a resolution takes come first, then all claims in the order of their sources.
fn in_order_of_winning<'d>(
    claims: &'d [Claim],
    resolutions: &[Resolution],
) -> Vec<(&'d Claim, Condition)> {
    let mut order = Vec::new();
    for resolution in resolutions {
        for claim in claims.iter().filter(|c| c.source == resolution.take) {
            let wins = Condition::and([resolution.when.clone(), claim.when.clone()]);
            order.push((claim, wins));
        }
    }
    order.extend(claims.iter().map(|claim| (claim, claim.when.clone())));
    order
}

/// Calls `cite` for each citation of a note, in reading order, with when it is shown.
fn for_each_citation<'d>(
    columns: &[ColumnPlan<'d>],
    sections: &[SectionPlan<'d>],
    cite: &mut impl FnMut(&'d NoteId, Condition),
) {
    let some_column = Condition::or(columns.iter().map(|column| column.shown.clone()));
    let some_row = Condition::or(sections.iter().map(|section| section.shown.clone()));
    for column in columns {
        for note in &column.figure.notes {
            cite(
                note,
                Condition::and([column.shown.clone(), some_row.clone()]),
            );
        }
    }
    for row in sections.iter().flat_map(|section| &section.rows) {
        for note in &row.question.notes {
            cite(
                note,
                Condition::and([row.shown.clone(), some_column.clone()]),
            );
        }
        for (column, cell) in columns.iter().zip(&row.cells) {
            for variant in &cell.variants {
                let shown = [&row.shown, &column.shown, &variant.when];
                for note in variant.notes {
                    cite(note, Condition::and(shown.map(Condition::clone)));
                }
            }
        }
    }
}
