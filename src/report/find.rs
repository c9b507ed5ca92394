//! Finds what is open in a plan, cell by cell and note by note.

use super::{
    Citation, CitedBy, Excepted, Gap, NoRule, NotEntered, OpenNote, Resolved, Spot, Where,
    WherePart,
};
use crate::logic::{Condition, satisfiable};
use crate::model::*;
use crate::view::{
    CellPlan, ColumnPlan, NotePlan, Plan, RowPlan, SectionPlan, Shown, TablePlan, in_edition,
};

/// Every element that can be selected, in each edition that can be, the default one first.
pub fn everything(plan: &Plan<'_>) -> Vec<Selection> {
    let dataset = plan.dataset;
    let others = dataset.editions().map(|(ix, ..)| ix);
    let others = others.filter(|ix| *ix != dataset.default_edition);
    let editions = std::iter::once(dataset.default_edition).chain(others);
    let all = editions.map(|edition| {
        let elements = ElementSet::full(dataset.elements.len());
        plan.scope.apply(&Selection { edition, elements })
    });
    all.collect()
}

/// Every cell of every table.
pub fn spots<'p, 'd>(plan: &'p Plan<'d>) -> Vec<Spot<'p, 'd>> {
    let mut spots = Vec::new();
    for table in &plan.tables {
        for section in &table.sections {
            for row in &section.rows {
                for (column, cell) in table.columns.iter().zip(&row.cells) {
                    spots.push(Spot {
                        table,
                        section,
                        row,
                        column,
                        cell,
                    });
                }
            }
        }
    }
    spots
}

/// Finds what is open in a plan.
pub struct Finder<'p, 'd> {
    plan: &'p Plan<'d>,
    dataset: &'d Dataset,
    everything: Vec<Selection>,
}

impl<'p, 'd> Finder<'p, 'd> {
    /// Looks at what `plan` can show.
    pub fn new(plan: &'p Plan<'d>) -> Self {
        Self {
            plan,
            dataset: plan.dataset,
            everything: everything(plan),
        }
    }

    /// Whether some selection makes `condition` hold. Most often everything together does, which
    /// is asked first because it is cheap.
    fn can_hold(&self, condition: &Condition) -> bool {
        self.everything.iter().any(|all| condition.holds(all))
            || satisfiable(condition, self.dataset.editions.len())
    }

    fn fix(&self, condition: &Condition) -> Condition {
        self.plan.scope.fix(condition)
    }

    /// The editions that can be selected.
    fn editions(&self) -> impl Iterator<Item = (EditionIx, &'d Edition)> {
        let fixed = self.plan.scope.edition;
        let editions = self.dataset.editions();
        let editions = editions.filter(move |(ix, ..)| fixed.is_none_or(|fixed| fixed == *ix));
        editions.map(|(ix, _, edition)| (ix, edition))
    }

    /// The editions in which some claim about the cell can hold.
    fn claimed_editions(&self, claims: &[Claim]) -> Vec<EditionIx> {
        let whens: Vec<_> = claims.iter().map(|claim| self.fix(&claim.when)).collect();
        let editions = self.editions().map(|(ix, _)| ix);
        let claimed = |ix: &EditionIx| {
            let mut here = whens.iter().map(|when| in_edition(when, *ix));
            here.any(|when| when != Condition::False)
        };
        editions.filter(claimed).collect()
    }

    /// Where `condition` holds, among `editions`.
    fn place(&self, condition: &Condition, editions: &[EditionIx]) -> Where {
        let condition = self.fix(condition);
        let mut parts: Where = Vec::new();
        for edition in editions {
            let here = in_edition(&condition, *edition);
            if here == Condition::False {
                continue;
            }
            match parts.iter_mut().find(|part| part.condition == here) {
                Some(part) => part.editions.push(*edition),
                None => parts.push(WherePart {
                    editions: vec![*edition],
                    condition: here,
                }),
            }
        }
        match parts.as_mut_slice() {
            [part] if part.editions == editions && part.condition == Condition::True => Vec::new(),
            [part] if part.editions == editions => {
                part.editions.clear();
                parts
            }
            _ => parts,
        }
    }

    /// What decides in a cell on which sources differ; `None` where nothing is decided.
    pub fn resolved(&self, spot: Spot<'p, 'd>) -> Option<Resolved<'p, 'd>> {
        let resolutions = self.dataset.resolutions.get(&spot.key())?;
        let claims = spot.claims(self.dataset);
        let editions = self.claimed_editions(claims);
        let mut taken = Vec::new();
        let mut shown = Vec::new();
        for resolution in resolutions {
            let differ = self.differ(resolution, claims);
            let decides = Condition::and([spot.shown(), self.fix(&resolution.when), differ]);
            if self.can_hold(&decides) {
                taken.push((resolution, self.place(&resolution.when, &editions)));
                shown.push(decides);
            }
        }
        let said = claims.iter().filter(|claim| {
            let when = self.fix(&claim.when);
            self.can_hold(&Condition::and([spot.shown(), when]))
        });
        let said = said.map(|claim| (claim, self.place(&claim.when, &editions)));
        (!taken.is_empty()).then(|| Resolved {
            spot,
            said: said.collect(),
            taken,
            shown: Condition::or(shown),
        })
    }

    /// Where the source that `resolution` takes and another one differ.
    fn differ(&self, resolution: &Resolution, claims: &[Claim]) -> Condition {
        let mut differ = Vec::new();
        for taken in claims.iter().filter(|c| c.source == resolution.take) {
            for other in claims.iter().filter(|other| other.answer != taken.answer) {
                let both = [self.fix(&taken.when), self.fix(&other.when)];
                differ.push(Condition::and(both));
            }
        }
        Condition::or(differ)
    }

    /// The answers of a cell which say that there is no official rule.
    pub fn no_rule(&self, spot: Spot<'p, 'd>) -> Vec<NoRule<'p, 'd>> {
        let open = |answer| matches!(answer, Shown::Claimed(Answer::Undefined));
        let mut found = Vec::new();
        for variant in spot.cell.variants.iter().filter(|v| open(v.answer)) {
            let shown = Condition::and([spot.shown(), variant.when.clone()]);
            if self.can_hold(&shown) {
                let editions = self.claimed_editions(spot.claims(self.dataset));
                found.push(NoRule {
                    spot,
                    place: self.place(&variant.when, &editions),
                    notes: variant.notes,
                    shown,
                });
            }
        }
        found
    }

    /// The notes in which nobody speaks yet.
    pub fn notes(&self) -> Vec<OpenNote<'p, 'd>> {
        let notes = self.plan.notes.iter();
        notes.filter_map(|(id, note)| self.note(id, note)).collect()
    }

    fn note(&self, id: &'d NoteId, plan: &'p NotePlan<'d>) -> Option<OpenNote<'p, 'd>> {
        let editions: Vec<_> = self.editions().map(|(ix, _)| ix).collect();
        let mut parts = Vec::new();
        let mut open = Vec::new();
        let unsaid = plan.note.parts.iter();
        for part in unsaid.filter(|part| part.speaker == Speaker::Nobody) {
            let when = self.fix(&part.when);
            if self.can_hold(&Condition::and([plan.shown.clone(), when.clone()])) {
                parts.push((part, self.place(&part.when, &editions)));
                open.push(when);
            }
        }
        let when = Condition::and([self.fix(&plan.note.when), Condition::or(open)]);
        if when == Condition::False {
            return None;
        }
        let tables = self.plan.tables.iter();
        let tables = tables.filter(|table| table.notes.contains_key(id));
        let cited = tables.flat_map(|table| self.citations(table, id, &when));
        let cited: Vec<_> = cited.collect();
        (!cited.is_empty()).then_some(OpenNote { id, parts, cited })
    }

    /// What in `table` cites the note `id`, which is shown where it is cited and `when` holds.
    fn citations(
        &self,
        table: &'p TablePlan<'d>,
        id: &NoteId,
        when: &Condition,
    ) -> Vec<Citation<'p, 'd>> {
        let mut found = Vec::new();
        let mut cite = |section, by, shown: Condition| {
            let shown = Condition::and([shown, when.clone()]);
            if self.can_hold(&shown) {
                found.push(Citation {
                    table,
                    section,
                    by,
                    shown,
                });
            }
        };
        for column in &table.columns {
            if column.figure.notes.contains(id) {
                let shown = [column.shown.clone(), table.shown.clone()];
                cite(None, CitedBy::Figure(column), Condition::and(shown));
            }
        }
        let sections = table.sections.iter();
        let rows = sections.flat_map(|section| section.rows.iter().map(move |row| (section, row)));
        for (section, row) in rows {
            if row.question.notes.contains(id) {
                let shown = [row.shown.clone(), table.shown.clone()];
                cite(Some(section), CitedBy::Question(row), Condition::and(shown));
            }
            let (columns, shown) = self.citing_cells(table, row, id, when);
            if !columns.is_empty() {
                let shown = Condition::and([row.shown.clone(), shown]);
                cite(Some(section), CitedBy::Cells(row, columns), shown);
            }
        }
        found
    }

    /// The columns whose cells in `row` cite the note `id`, and where one of them does.
    fn citing_cells(
        &self,
        table: &'p TablePlan<'d>,
        row: &'p RowPlan<'d>,
        id: &NoteId,
        when: &Condition,
    ) -> (Vec<&'p ColumnPlan<'d>>, Condition) {
        let mut columns = Vec::new();
        let mut shown = Vec::new();
        for (column, cell) in table.columns.iter().zip(&row.cells) {
            let citing = cell.variants.iter().filter(|v| v.notes.contains(id));
            let citing = Condition::or(citing.map(|variant| variant.when.clone()));
            let cites = Condition::and([column.shown.clone(), citing]);
            let seen = [row.shown.clone(), cites.clone(), when.clone()];
            if cites != Condition::False && self.can_hold(&Condition::and(seen)) {
                columns.push(column);
                shown.push(cites);
            }
        }
        (columns, Condition::or(shown))
    }

    /// For each edition that allows for it, what is missing.
    pub fn not_entered(&self) -> Vec<NotEntered<'p, 'd>> {
        let open = self.editions().filter(|(_, e)| e.missing_is_undefined);
        let reports = open.map(|(edition, _)| {
            let tables = self.plan.tables.iter().map(|table| {
                let gaps = table.sections.iter();
                let gaps = gaps.map(|section| self.gap(table, section, edition));
                (table, gaps.filter(|gap| gap.missing + gap.entered > 0))
            });
            let tables = tables.map(|(table, gaps)| (table, gaps.collect::<Vec<_>>()));
            let tables = tables.filter(|(_, gaps)| gaps.iter().any(|gap| gap.missing > 0));
            NotEntered {
                edition,
                tables: tables.collect(),
            }
        });
        reports.filter(|open| !open.tables.is_empty()).collect()
    }

    /// What is missing in a section in `edition`.
    fn gap(
        &self,
        table: &'p TablePlan<'d>,
        section: &'p SectionPlan<'d>,
        edition: EditionIx,
    ) -> Gap<'p, 'd> {
        let mut gap = Gap {
            section,
            missing: 0,
            entered: 0,
            figures: Vec::new(),
            questions: Vec::new(),
        };
        let mut has_answer = vec![false; table.columns.len()];
        for row in &section.rows {
            let mut row_has_answer = false;
            for (n, (column, cell)) in table.columns.iter().zip(&row.cells).enumerate() {
                let shown = [&row.shown, &column.shown].map(|when| in_edition(when, edition));
                let shown = Condition::and(shown);
                if !self.can_hold(&shown) {
                    continue;
                }
                let (entered, missing) = self.entered(cell, &shown, edition);
                gap.missing += usize::from(missing);
                gap.entered += usize::from(!missing);
                has_answer[n] |= entered;
                row_has_answer |= entered;
            }
            if row_has_answer {
                gap.questions.push(row);
            }
        }
        let columns = table.columns.iter().zip(has_answer);
        let columns = columns.filter(|(_, has)| *has).map(|(column, _)| column);
        gap.figures = columns.collect();
        gap
    }

    /// Whether a cell that is shown where `shown` holds has an answer in some selection of
    /// `edition`, and whether it lacks one in some.
    fn entered(&self, cell: &CellPlan<'d>, shown: &Condition, edition: EditionIx) -> (bool, bool) {
        let holds = |wanted: bool| {
            let variants = cell.variants.iter();
            let mut variants = variants.filter(|v| (v.answer == Shown::NotEntered) == wanted);
            variants.any(|variant| {
                let when = in_edition(&variant.when, edition);
                when != Condition::False && self.can_hold(&Condition::and([shown.clone(), when]))
            })
        };
        (holds(false), holds(true))
    }

    /// The exceptions to invariants, each with the first cell that it is about.
    pub fn exceptions(&self, spots: &[Spot<'p, 'd>]) -> Vec<Excepted<'p, 'd>> {
        let mut found = Vec::new();
        for (id, invariant) in &self.dataset.invariants {
            for exception in &invariant.except {
                let spot = spots.iter().find(|spot| {
                    is_about(invariant, exception, spot) && self.can_hold(&spot.shown())
                });
                found.extend(spot.map(|spot| Excepted {
                    id,
                    invariant,
                    exception,
                    spot: *spot,
                }));
            }
        }
        found
    }
}

/// Whether the answer of a cell is one that `exception` exempts from `invariant`.
fn is_about(invariant: &Invariant, exception: &Exception, spot: &Spot<'_, '_>) -> bool {
    let asked = |question: &QuestionId| question == spot.row.id;
    let demanded = || invariant.then.iter().any(|clause| asked(&clause.question));
    exception.figure == *spot.column.id && exception.question.as_ref().map_or_else(demanded, asked)
}
