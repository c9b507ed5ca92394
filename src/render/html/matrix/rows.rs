//! The rows of a matrix, group by group, with their cells. It decides nothing.

use super::super::cells::Cell;
use super::super::notes::MarkContext;
use super::super::text::joined;
use super::super::*;
use super::Builder;
use super::sources::{ClaimContext, ReasonContext};
use crate::logic::Condition;
use crate::render::{answer_label, answer_word, open_word};
use crate::view::{Heading, MatrixCell, MatrixGroup, MatrixRow, Shown, VariantPlan};

#[derive(Serialize)]
pub(super) struct GroupContext {
    kind: &'static str,
    html_id: String,
    title: String,
    href: Option<String>,
    class: String,
    rows: Vec<RowContext>,
}

#[derive(Serialize)]
pub(super) struct RowContext {
    question: String,
    figure: String,
    html_id: Option<String>,
    class: String,
    /// What the question is about, for looking up pairs.
    about: String,
    icon: String,
    name: String,
    /// The page of what the row is called after.
    href: String,
    /// The question, where the row is called after the figure and that does not say it.
    asked: Option<String>,
    marks: Vec<MarkContext>,
    /// As HTML.
    cells: String,
    claims: Vec<ClaimContext>,
    reasons: Vec<ReasonContext>,
}

impl<'d> Builder<'_, 'd> {
    pub(super) fn group(
        &mut self,
        group: &MatrixGroup<'_, '_>,
        default: Option<EditionIx>,
    ) -> GroupContext {
        let rows = group.rows.iter();
        let rows = rows.map(|row| self.row(row, group.heading, default));
        let rows = rows.collect();
        let shown = Condition::or(group.rows.iter().map(MatrixRow::shown));
        let dataset = self.site.plan.dataset;
        let mut title =
            |text: Option<&Localized>| text.map_or(String::new(), |text| self.line(text, default));
        let (kind, id, title, to) = match group.heading {
            Heading::Table(id) => {
                let title = title(dataset.tables.get(id).map(|table| &table.title));
                ("table", id.as_str(), title, Some(Kind::Table(id)))
            }
            Heading::Section(id, table) => {
                let title = title(dataset.sections.get(id));
                ("section", id.as_str(), title, Some(Kind::Table(table)))
            }
            Heading::Part(id, table) => {
                let table_title = title(dataset.tables.get(table).map(|table| &table.title));
                let title = title(dataset.sections.get(id));
                let title = format!("{table_title} · {title}");
                ("part", id.as_str(), title, Some(Kind::Table(table)))
            }
            Heading::Others(id) => {
                let title = title(group.rows.first().map(|row| row.text));
                ("others", id.as_str(), title, Some(Kind::Question(id)))
            }
            Heading::With(id) => {
                let title = title(dataset.expansions.get(id).map(|it| &it.name));
                ("with", id.as_str(), title, Some(Kind::Expansion(id)))
            }
            Heading::Alone => ("alone", "alone", self.word("matrix-alone"), None),
        };
        let anchor = match (self.kind, group.heading) {
            (Kind::Question(question), _) => format!("#{}", html_id("q", question.as_str())),
            (_, Heading::Section(..) | Heading::Part(..)) => format!("#{}", html_id("s", id)),
            _ => String::new(),
        };
        let html_id = match group.heading {
            Heading::Part(_, table) => html_id(kind, &format!("{table}@{id}")),
            _ => html_id(kind, id),
        };
        GroupContext {
            kind,
            html_id,
            title,
            href: to.map(|to| format!("{}{anchor}", self.href(to))),
            class: self.rules.shown(&shown),
            rows,
        }
    }

    fn row(
        &mut self,
        row: &MatrixRow<'_, '_>,
        heading: Heading<'_>,
        default: Option<EditionIx>,
    ) -> RowContext {
        let shown = row.shown();
        let all: Vec<_> = self.columns.editions().collect();
        let is_figure = !matches!(heading, Heading::Section(..));
        let is_both = matches!(
            heading,
            Heading::With(_) | Heading::Alone | Heading::Part(..)
        );
        let notes = match is_figure {
            true => &row.answering.notes,
            false => &row.asked.notes,
        };
        let mut marks = self.marks(notes, default, &shown);
        if is_both {
            marks.extend(self.marks(&row.asked.notes, default, &shown));
        }
        let mut cells = String::new();
        for (edition, cell) in all.into_iter().zip(&row.cells) {
            match cell {
                Some(cell) => self.cell(edition, cell, &shown, &mut cells),
                None => self.nothing(edition, "", &mut cells),
            }
        }
        let (name, to) = match is_figure {
            true => (&row.answering.name, Kind::Figure(row.figure)),
            false => (row.text, Kind::Question(row.question)),
        };
        let question = html_id("q", row.question.as_str());
        let (html_id, anchor) = match heading {
            Heading::Table(_) => (Some(html_id("f", row.figure.as_str())), ""),
            Heading::Section(..) => (Some(question.clone()), ""),
            Heading::Part(..) => {
                let both = format!("{}@{}", row.question, row.figure);
                (Some(html_id("c", &both)), question.as_str())
            }
            _ => (None, question.as_str()),
        };
        let anchor = match anchor {
            "" => String::new(),
            question => format!("#{question}"),
        };
        let cell = (row.question.clone(), row.figure.clone());
        // On other pages the row leads to the figure's page, which has them.
        let explains = html_id.is_some();
        RowContext {
            question: row.question.to_string(),
            figure: row.figure.to_string(),
            html_id,
            class: self.rules.shown(&shown),
            about: self.about(row, heading),
            icon: match is_figure {
                true => self.sprite.figure(row.figure),
                false => String::new(),
            },
            name: self.line(name, default),
            href: format!("{}{anchor}", self.href(to)),
            asked: is_both.then(|| self.line(row.text, default)),
            marks,
            cells,
            claims: match explains {
                true => self.claims(&cell),
                false => Vec::new(),
            },
            reasons: match explains {
                true => self.reasons(&cell),
                false => Vec::new(),
            },
        }
    }

    /// Writes the cells of a column, of which one is shown where the row is, which `row_shown` says:
    /// its answers, and an empty one where the column does not ask.
    fn cell(
        &mut self,
        edition: Option<EditionIx>,
        cell: &MatrixCell<'_, '_>,
        row_shown: &Condition,
        out: &mut String,
    ) {
        let is_always = cell.shown == *row_shown;
        for variant in cell.variants {
            let shown = Condition::and([cell.shown.clone(), variant.when.clone()]);
            let adapted = Condition::or([cell.adapted.clone(), variant.adapted.clone()]);
            let class = joined(&[
                self.rules
                    .shown(if is_always { &variant.when } else { &shown }),
                self.rules.adapted(&adapted),
            ]);
            let content = self.content(edition, variant);
            let marks = self.marks(variant.notes, edition, &shown);
            let html = Cell {
                column: self.column(edition),
                answer: answer_word(variant.answer),
                open: open_word(variant.answer),
                sources: None,
                class: &class,
                content: &content,
                marks: &marks,
            };
            html.write(&self.see, out);
        }
        let unasked = cell.shown.clone().negate();
        if unasked != Condition::False && !is_always {
            let class = self.rules.shown(&unasked);
            self.nothing(edition, &class, out);
        }
    }

    /// The column of an edition, if it has one.
    fn column(&self, edition: Option<EditionIx>) -> Option<(&'static str, &'d str)> {
        let id = edition.map(|edition| self.site.plan.dataset.edition(edition).0);
        id.map(|id| ("data-edition", id.as_str()))
    }

    /// Writes an empty cell.
    fn nothing(&self, edition: Option<EditionIx>, class: &str, out: &mut String) {
        let html = Cell {
            column: self.column(edition),
            answer: "",
            open: None,
            sources: None,
            class,
            content: "",
            marks: &[],
        };
        html.write(&self.see, out);
    }

    fn content(&mut self, edition: Option<EditionIx>, variant: &VariantPlan<'_>) -> String {
        match variant.answer {
            Shown::NotEntered => self.word("answer-not-entered"),
            Shown::Claimed(answer) => self.answer(edition, answer),
        }
    }

    /// An answer in words.
    pub(super) fn answer(&mut self, edition: Option<EditionIx>, answer: &Answer) -> String {
        match answer {
            Answer::Number(number) => number.to_string(),
            Answer::Text(id) => {
                let text = self.site.plan.dataset.cell_texts.get(id);
                text.map_or(String::new(), |text| self.line(&text.text, edition))
            }
            word => {
                let label = answer_label(Shown::Claimed(word));
                label.map_or(String::new(), |label| self.word(label))
            }
        }
    }
}
