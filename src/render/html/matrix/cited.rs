//! The marks of notes in a matrix, and the list of the notes that they cite. It decides nothing.

use super::super::notes::{Mark, NoteContext, PartContext};
use super::super::*;
use super::Builder;
use crate::logic::Condition;
use crate::view::NotePartPlan;

impl Builder<'_, '_> {
    /// The marks of `notes`, as HTML, which stand where `shown` holds; the page counts them for
    /// itself.
    pub(super) fn marks(
        &mut self,
        notes: &[NoteId],
        edition: Option<EditionIx>,
        shown: &Condition,
    ) -> String {
        let mut marks = String::new();
        for id in notes {
            let Some(note) = self.site.plan.dataset.notes.get(id) else {
                continue;
            };
            let own = self
                .columns
                .plan(edition)
                .map(|plan| plan.scope.fix(&note.when));
            let own = own.unwrap_or(Condition::False);
            if own == Condition::False {
                continue;
            }
            let cited = self
                .cited
                .entry(id.clone())
                .or_insert((edition, Vec::new()));
            cited.1.push(Condition::and([shown.clone(), own.clone()]));
            let label = self.cited.get_index_of(id).map_or(0, |at| at + 1);
            let class = self.rules.shown(&own);
            Mark { id, label, class }.write(&self.see, &mut marks);
        }
        marks
    }

    /// The notes cited. They are marked as adapted where one edition is selected; where the editions
    /// stand side by side, a note belongs to several of them. And the class of their list.
    pub(super) fn notes(&mut self) -> (Vec<NoteContext>, String) {
        let cited = std::mem::take(&mut self.cited);
        let all = cited.values().flat_map(|(_, when)| when.clone());
        let class = self.rules.shown(&Condition::or(all));
        let mut notes = Vec::new();
        for (at, (id, (edition, when))) in cited.into_iter().enumerate() {
            let note = self.site.plan.dataset.notes.get(&id);
            let (Some(note), Some(plan)) = (note, self.columns.plan(edition)) else {
                continue;
            };
            let marked = |condition: &Condition| match edition {
                Some(_) => Condition::False,
                None => condition.clone(),
            };
            let mut parts = Vec::new();
            for NotePartPlan {
                part,
                shown,
                adapted,
            } in plan.parts(note)
            {
                let own = self.rules.adapted(&marked(&adapted));
                let classes = [self.rules.shown(&shown), own];
                let text = self.writer(plan).blocks(&part.text);
                parts.push(PartContext::new(part, &classes, |id| self.word(id), text));
            }
            let known = plan.notes.get(&id).map(|note| marked(&note.adapted));
            let classes = [
                self.rules.shown(&Condition::or(when)),
                self.rules.adapted(&known.unwrap_or(Condition::False)),
            ];
            notes.push(NoteContext::new(&id, at + 1, &classes, parts));
        }
        (notes, class)
    }
}
