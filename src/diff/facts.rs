//! Cells that show something else, edition by edition. Two cells differ where some selection shows
//! different things in them, which is decided on decision diagrams; no selection is tried.

use super::common::{Common, Side};
use super::texts::readings_of_cell;
use super::{AnswerChange, Answered, Fact, Mark, MarkChange, Place, Value};
use crate::logic::{Condition, condensed};
use crate::model::*;
use crate::view::{CellPlan, ColumnPlan, RowPlan, Shown};
use indexmap::IndexMap;

type Cell<'d> = (&'d QuestionId, &'d FigureId);

/// Where a cell stands in a version: in one table, or in several.
type Spots<'p, 'd> = Vec<(
    &'d TableId,
    &'p RowPlan<'d>,
    &'p ColumnPlan<'d>,
    &'p CellPlan<'d>,
)>;

/// All cells that differ, in the order of the new version's tables, then of the old one's.
pub fn facts(common: &Common<'_>) -> Vec<Fact> {
    let [old, new] = [&common.old, &common.new].map(cells);
    let gone = old.iter().filter(|(cell, _)| !new.contains_key(*cell));
    let nowhere = Vec::new();
    let mut found = Vec::new();
    for (cell, spots) in new.iter().chain(gone) {
        let Some((table, ..)) = spots.first() else {
            continue;
        };
        for edition in common.compared() {
            let [before, after] =
                [(&common.old, &old), (&common.new, &new)].map(|(side, cells)| {
                    let spots = cells.get(cell).unwrap_or(&nowhere);
                    Seen::new(common, side, spots, *edition)
                });
            if before == after {
                continue;
            }
            let comparison = Comparison {
                common,
                edition: *edition,
                old: &before,
                new: &after,
            };
            let (answers, marks) = (comparison.answers(), comparison.marks());
            if !answers.is_empty() || !marks.is_empty() {
                found.push(Fact {
                    table: (*table).clone(),
                    question: cell.0.clone(),
                    figure: cell.1.clone(),
                    edition: *edition,
                    answers,
                    marks,
                });
            }
        }
    }
    found
}

/// The cells of a version, in the order of its tables.
fn cells<'p, 'd>(side: &'p Side<'d>) -> IndexMap<Cell<'d>, Spots<'p, 'd>> {
    let mut cells: IndexMap<Cell<'d>, Spots<'p, 'd>> = IndexMap::new();
    for table in &side.plan.tables {
        for row in table.sections.iter().flat_map(|section| &section.rows) {
            for (column, cell) in table.columns.iter().zip(&row.cells) {
                let spots = cells.entry((row.id, column.id)).or_default();
                spots.push((table.id, row, column, cell));
            }
        }
    }
    cells
}

/// What one version shows in a cell in an edition, in the common space; each condition implies that
/// the cell is shown.
#[derive(Debug)]
struct Seen<'d> {
    shown: Condition,
    adapted: Condition,
    variants: Vec<Variant<'d>>,
}

/// One of the things that may stand in it.
#[derive(Debug)]
struct Variant<'d> {
    when: Condition,
    value: Value,
    notes: Vec<(&'d NoteId, Condition)>,
    sources: Vec<(&'d Claim, Condition)>,
}

/// Equal where nothing can differ; what is not equal may still be the same in every selection.
impl PartialEq for Seen<'_> {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Variant<'_>, b: &Variant<'_>| {
            let sources = a.sources.iter().zip(&b.sources);
            let mut sources =
                sources.map(|((a, when), (b, or))| a.source == b.source && when == or);
            (&a.when, &a.value, &a.notes) == (&b.when, &b.value, &b.notes)
                && a.sources.len() == b.sources.len()
                && sources.all(|same| same)
        };
        let mut variants = self.variants.iter().zip(&other.variants);
        (&self.shown, &self.adapted) == (&other.shown, &other.adapted)
            && self.variants.len() == other.variants.len()
            && variants.all(|(a, b)| same(a, b))
    }
}

impl<'d> Seen<'d> {
    fn new(
        common: &Common<'d>,
        side: &Side<'d>,
        spots: &Spots<'_, 'd>,
        edition: EditionIx,
    ) -> Self {
        let mut seen = Self {
            shown: Condition::False,
            adapted: Condition::False,
            variants: Vec::new(),
        };
        let (Some(own), Some((.., cell))) = (side.own_edition(edition), spots.first()) else {
            return seen;
        };
        let here = |condition: &Condition| side.translated_in(condition, own);
        let mut adapted = Vec::new();
        let mut shown = Vec::new();
        for (_, row, column, _) in spots {
            let spot = Condition::and([here(&row.shown), here(&column.shown)]);
            let heads = Condition::or([here(&row.adapted), here(&column.adapted)]);
            adapted.push(Condition::and([spot.clone(), heads]));
            shown.push(spot);
        }
        seen.shown = Condition::or(shown);
        for variant in &cell.variants {
            let when = Condition::and([seen.shown.clone(), here(&variant.when)]);
            if when == Condition::False {
                continue;
            }
            adapted.push(Condition::and([when.clone(), here(&variant.adapted)]));
            let notes = variant.notes.iter().filter_map(|id| {
                let own = &side.dataset.notes.get(id)?.when;
                Some((id, Condition::and([when.clone(), here(own)])))
            });
            let notes: Vec<_> = notes.collect();
            let sources = variant.sources.iter();
            let sources =
                sources.map(|(claim, holds)| (*claim, Condition::and([when.clone(), here(holds)])));
            let sources: Vec<_> = sources.collect();
            let values = values(common, side, variant.answer, &when, edition);
            let variants = values.into_iter().map(|(value, when)| Variant {
                when,
                value,
                notes: notes.clone(),
                sources: sources.clone(),
            });
            seen.variants.extend(variants);
        }
        seen.adapted = Condition::or(adapted);
        seen
    }

    /// Where each answer stands; none where the cell is not shown.
    fn answers(&self) -> Vec<(Option<&Value>, Condition)> {
        let mut answers = vec![(None, self.shown.clone().negate())];
        for variant in &self.variants {
            let value = Some(&variant.value);
            match answers.iter_mut().find(|(known, _)| *known == value) {
                Some((_, when)) => *when = Condition::or([when.clone(), variant.when.clone()]),
                None => answers.push((value, variant.when.clone())),
            }
        }
        answers
    }

    /// Where each note, each source and the mark of what is adapted is shown.
    fn marks(&self) -> Vec<(Mark, Condition)> {
        let mut marks: Vec<(Mark, Condition)> = Vec::new();
        let mut add = |mark: Mark, when: Condition| match marks
            .iter_mut()
            .find(|(known, _)| *known == mark)
        {
            Some((_, known)) => *known = Condition::or([known.clone(), when]),
            None => marks.push((mark, when)),
        };
        for variant in &self.variants {
            // The notes of a text with several readings are cited by each of them.
            for (note, when) in &variant.notes {
                add(Mark::Note((*note).clone()), when.clone());
            }
            for (claim, when) in &variant.sources {
                add(Mark::Source(claim.source.clone()), when.clone());
            }
        }
        add(Mark::Adapted, self.adapted.clone());
        marks
    }
}

/// An answer, or what a text says where it says different things.
fn values<'d>(
    common: &Common<'d>,
    side: &Side<'d>,
    answer: Shown<'d>,
    when: &Condition,
    edition: EditionIx,
) -> Vec<(Value, Condition)> {
    let Shown::Claimed(answer) = answer else {
        return vec![(Value::NotEntered, when.clone())];
    };
    let Answer::Text(id) = answer else {
        return vec![(Value::Plain(answer.clone()), when.clone())];
    };
    let Some(text) = side.dataset.cell_texts.get(id) else {
        return Vec::new();
    };
    let within = Condition::and([Condition::Edition(edition), when.clone()]);
    let readings = readings_of_cell(common, side, &text.text, &within).into_iter();
    let readings = readings.map(|(texts, when)| {
        let when = crate::view::in_edition(&when, edition);
        (Value::Text(texts), when)
    });
    readings.collect()
}

/// What a cell shows before and after in an edition.
struct Comparison<'c, 'd> {
    common: &'c Common<'d>,
    edition: EditionIx,
    old: &'c Seen<'d>,
    new: &'c Seen<'d>,
}

impl Comparison<'_, '_> {
    /// The answers that are others in some selection.
    fn answers(&self) -> Vec<AnswerChange> {
        let care = Condition::or([self.old.shown.clone(), self.new.shown.clone()]);
        let mut found = Vec::new();
        for (from, before) in self.old.answers() {
            for (to, after) in self.new.answers() {
                if from == to {
                    continue;
                }
                let when = Condition::and([before.clone(), after]);
                if let Some(place) = self.place(&when, &care) {
                    found.push(AnswerChange {
                        from: from.map(|value| self.answered(self.old, value, &when)),
                        to: to.map(|value| self.answered(self.new, value, &when)),
                        place,
                    });
                }
            }
        }
        found
    }

    /// What else is shown or not shown any more with an answer, where both versions show one.
    fn marks(&self) -> Vec<MarkChange> {
        let both = Condition::and([self.old.shown.clone(), self.new.shown.clone()]);
        let (old, new) = (self.old.marks(), self.new.marks());
        let of = |marks: &[(Mark, Condition)], mark: &Mark| {
            let found = marks.iter().find(|(known, _)| known == mark);
            found.map_or(Condition::False, |(_, when)| when.clone())
        };
        let gone = old
            .iter()
            .filter(|(mark, _)| new.iter().all(|(n, _)| n != mark));
        let all = new.iter().chain(gone).map(|(mark, _)| mark);
        let mut found = Vec::new();
        for mark in all {
            for (with, without, is_new) in [(&new, &old, true), (&old, &new, false)] {
                let when = [both.clone(), of(with, mark), of(without, mark).negate()];
                if let Some(place) = self.place(&Condition::and(when), &both) {
                    found.push(MarkChange {
                        mark: mark.clone(),
                        is_new,
                        place,
                    });
                }
            }
        }
        found
    }

    /// The place where `when` holds, given that `care` does; `None` where it never holds.
    fn place(&self, when: &Condition, care: &Condition) -> Option<Place> {
        let here = Condition::and([Condition::Edition(self.edition), when.clone()]);
        let selection = self.common.smallest(&here)?;
        Some(Place {
            condition: condensed(when, care),
            selection,
        })
    }

    /// An answer with those who give it and what it cites, where `when` holds.
    fn answered(&self, seen: &Seen<'_>, value: &Value, when: &Condition) -> Answered {
        let mut answered = Answered {
            value: value.clone(),
            sources: Vec::new(),
            notes: Vec::new(),
        };
        let edition = Condition::Edition(self.edition);
        let within = |other: &Condition| {
            let all = [edition.clone(), when.clone(), other.clone()];
            self.common.can_hold(&Condition::and(all))
        };
        for variant in seen.variants.iter().filter(|v| v.value == *value) {
            for (claim, holds) in &variant.sources {
                let said = (claim.source.clone(), claim.line);
                if !answered.sources.contains(&said) && within(holds) {
                    answered.sources.push(said);
                }
            }
            for (note, shown) in &variant.notes {
                if !answered.notes.contains(note) && within(shown) {
                    answered.notes.push((*note).clone());
                }
            }
        }
        answered
    }
}
