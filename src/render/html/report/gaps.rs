//! What is not entered yet, edition by edition.

use super::*;

#[derive(Serialize)]
pub(super) struct NotEnteredPart {
    pub(super) count: usize,
    editions: Vec<EditionContext>,
}

#[derive(Serialize)]
struct EditionContext {
    name: Phrase,
    count: usize,
    tables: Vec<GapsContext>,
}

#[derive(Serialize)]
struct GapsContext {
    title: Phrase,
    href: String,
    missing: usize,
    entered: usize,
    gaps: Vec<GapContext>,
}

#[derive(Serialize)]
struct GapContext {
    title: Phrase,
    missing: usize,
    entered: usize,
    figures: Vec<Phrase>,
    questions: Vec<Phrase>,
}

impl Reporter<'_, '_> {
    pub(super) fn not_entered(&self, report: &Report<'_, '_>) -> NotEnteredPart {
        let editions = report.not_entered.iter();
        NotEnteredPart {
            count: editions.clone().map(NotEntered::missing).sum(),
            editions: editions.map(|edition| self.edition(edition)).collect(),
        }
    }

    fn edition(&self, open: &NotEntered<'_, '_>) -> EditionContext {
        let here = Condition::Edition(open.edition);
        let read = reading(self.plan, &here);
        let tables = open.tables.iter().map(|(table, gaps)| GapsContext {
            title: self.phrase(&table.table.title, &read),
            href: self.href(table, "table", &here),
            missing: gaps.iter().map(|gap| gap.missing).sum(),
            entered: gaps.iter().map(|gap| gap.entered).sum(),
            gaps: gaps.iter().map(|gap| self.gap(gap, &read)).collect(),
        });
        EditionContext {
            name: self.title(&self.dataset.edition(open.edition).1.name),
            count: open.missing(),
            tables: tables.collect(),
        }
    }

    fn gap(&self, gap: &Gap<'_, '_>, read: &Selection) -> GapContext {
        let figures = gap.figures.iter();
        let questions = gap.questions.iter();
        GapContext {
            title: self.phrase(gap.section.title, read),
            missing: gap.missing,
            entered: gap.entered,
            figures: figures
                .map(|column| self.phrase(&column.figure.name, read))
                .collect(),
            questions: questions.map(|row| self.phrase(row.text, read)).collect(),
        }
    }
}
