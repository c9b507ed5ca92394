//! Cells on which sources differ, and what no official rule says: cells and notes.

use super::*;
use crate::render::{answer_label, answer_word};
use crate::view::{ColumnPlan, Shown};

#[derive(Serialize)]
pub(super) struct ResolvedContext {
    cell: SpotContext,
    said: Vec<SaidContext>,
    taken: Vec<TakenContext>,
}

#[derive(Serialize)]
struct SaidContext {
    answer: &'static str,
    text: Phrase,
    source: Phrase,
    line: Option<u32>,
    places: Vec<String>,
}

#[derive(Serialize)]
struct TakenContext {
    source: Phrase,
    places: Vec<String>,
    because: Phrase,
}

#[derive(Serialize)]
pub(super) struct NoRulePart {
    pub(super) count: usize,
    cells: Grouped<NoRuleContext>,
    notes: Vec<OpenNoteContext>,
}

#[derive(Serialize)]
struct NoRuleContext {
    cell: SpotContext,
    places: Vec<String>,
    notes: Vec<NoteLinkContext>,
}

#[derive(Serialize)]
struct NoteLinkContext {
    label: usize,
    href: String,
    parts: Vec<Phrase>,
}

#[derive(Serialize)]
struct OpenNoteContext {
    parts: Vec<OpenPartContext>,
    cited: Vec<CitedContext>,
}

#[derive(Serialize)]
struct OpenPartContext {
    text: Phrase,
    places: Vec<String>,
}

#[derive(Serialize)]
struct CitedContext {
    table: Phrase,
    section: Option<Phrase>,
    /// The figures whose cells cite it; none where a head does.
    figures: Vec<Phrase>,
    name: Phrase,
    href: String,
}

impl<'d> Reporter<'_, 'd> {
    pub(super) fn resolved(&self, resolved: &Resolved<'_, '_>) -> ResolvedContext {
        let read = reading(self.plan, &resolved.shown);
        let said = resolved.said.iter().map(|(claim, place)| SaidContext {
            answer: answer_word(Shown::Claimed(&claim.answer)),
            text: self.answer(&claim.answer, &read),
            source: self.source(&claim.source),
            line: claim.line,
            places: self.places(place),
        });
        let taken = resolved.taken.iter();
        let taken = taken.map(|(resolution, place)| TakenContext {
            source: self.source(&resolution.take),
            places: self.places(place),
            because: self.phrase(&resolution.because, &read),
        });
        ResolvedContext {
            cell: self.spot(&resolved.spot, &resolved.shown, &read),
            said: said.collect(),
            taken: taken.collect(),
        }
    }

    fn answer(&self, answer: &Answer, read: &Selection) -> Phrase {
        match answer {
            Answer::Number(number) => own_words(number.to_string()),
            Answer::Text(id) => match self.dataset.cell_texts.get(id) {
                Some(text) => self.phrase(&text.text, read),
                None => own_words(id.to_string()),
            },
            answer => {
                let label = answer_label(Shown::Claimed(answer)).unwrap_or_default();
                own_words(self.word(label))
            }
        }
    }

    pub(super) fn no_rules(&self, report: &Report<'_, 'd>) -> NoRulePart {
        let cells = self.grouped(
            &report.no_rule,
            |cell| &cell.spot,
            |cell| self.no_rule(cell),
        );
        let notes: Vec<_> = report.notes.iter().map(|note| self.note(note)).collect();
        NoRulePart {
            count: cells.count + notes.len(),
            cells,
            notes,
        }
    }

    fn no_rule(&self, cell: &NoRule<'_, '_>) -> NoRuleContext {
        let read = reading(self.plan, &cell.shown);
        let table = cell.spot.table;
        let notes = cell.notes.iter().filter_map(|id| {
            let (label, _) = table.notes.get(id)?;
            let parts = self.dataset.notes.get(id)?.parts.iter();
            let parts = parts.filter(|part| part.when.holds(&read));
            Some(NoteLinkContext {
                label: *label,
                href: self.href(table, &html_id("n", id.as_str()), &cell.shown),
                parts: parts.map(|part| self.phrase(&part.text, &read)).collect(),
            })
        });
        NoRuleContext {
            cell: self.spot(&cell.spot, &cell.shown, &read),
            places: self.places(&cell.place),
            notes: notes.collect(),
        }
    }

    fn note(&self, note: &OpenNote<'_, '_>) -> OpenNoteContext {
        let shown = Condition::or(note.cited.iter().map(|cited| cited.shown.clone()));
        let parts = note.parts.iter().map(|(part, place)| {
            let shown = Condition::and([shown.clone(), part.when.clone()]);
            OpenPartContext {
                text: self.phrase(&part.text, &reading(self.plan, &shown)),
                places: self.places(place),
            }
        });
        OpenNoteContext {
            parts: parts.collect(),
            cited: note.cited.iter().map(|cited| self.cited(cited)).collect(),
        }
    }

    fn cited(&self, cited: &Citation<'_, '_>) -> CitedContext {
        let read = reading(self.plan, &cited.shown);
        let figure = |column: &ColumnPlan<'_>| self.phrase(&column.figure.name, &read);
        let (name, anchor, figures) = match &cited.by {
            CitedBy::Figure(column) => {
                let anchor = html_id("f", column.id.as_str());
                (figure(column), anchor, Vec::new())
            }
            CitedBy::Question(row) => (
                self.phrase(row.text, &read),
                html_id("q", row.id.as_str()),
                Vec::new(),
            ),
            CitedBy::Cells(row, columns) => (
                self.phrase(row.text, &read),
                html_id("q", row.id.as_str()),
                columns.iter().map(|column| figure(column)).collect(),
            ),
        };
        CitedContext {
            table: self.title(&cited.table.table.title),
            section: cited.section.map(|section| self.title(section.title)),
            figures,
            name,
            href: self.href(cited.table, &anchor, &cited.shown),
        }
    }
}
