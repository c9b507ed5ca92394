//! The rows of a matrix, group by group, with their cells. It decides nothing.

use super::super::cells::{Cell, attribute};
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
    /// Its place on the page, if others lead to it.
    html_id: Option<String>,
    /// The row with the name in its head, as HTML: both stay open.
    head: String,
    claims: Vec<ClaimContext>,
    reasons: Vec<ReasonContext>,
    /// As HTML.
    cells: String,
}

/// What the head of a row says.
struct Head {
    /// What the question is about, for looking up pairs.
    about: String,
    class: String,
    icon: String,
    name: String,
    /// The page of what the row is called after.
    href: String,
    /// The question, where the row is called after the figure and that does not say it.
    asked: Option<String>,
    marks: String,
}

impl Head {
    /// The head of `row`, which others lead to by `html_id`. It is written here for the reason for
    /// which cells are.
    fn html(&self, row: &MatrixRow<'_, '_>, html_id: Option<&str>) -> String {
        let mut html = String::from("<tr");
        attribute("id", html_id.unwrap_or_default(), &mut html);
        attribute("data-question", row.question.as_str(), &mut html);
        attribute("data-figure", row.figure.as_str(), &mut html);
        attribute("data-about", &self.about, &mut html);
        attribute("class", &self.class, &mut html);
        let Self {
            href, icon, name, ..
        } = self;
        html.push_str("><th scope=\"row\"><a");
        attribute("href", href, &mut html);
        for part in [">", icon, name, "</a>"] {
            html.push_str(part);
        }
        if let Some(asked) = &self.asked {
            html.push_str(" · ");
            html.push_str(asked);
        }
        html.push_str(&self.marks);
        html
    }
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
            class: self.rules.shown(&group.shown),
            rows,
        }
    }

    fn row(
        &mut self,
        row: &MatrixRow<'_, '_>,
        heading: Heading<'_>,
        default: Option<EditionIx>,
    ) -> RowContext {
        let shown = &row.shown;
        let columns = self.shown.clone();
        let is_figure = !matches!(heading, Heading::Section(..));
        let is_both = matches!(
            heading,
            Heading::With(_) | Heading::Alone | Heading::Part(..)
        );
        let notes = match is_figure {
            true => &row.answering.notes,
            false => &row.asked.notes,
        };
        let mut marks = self.marks(notes, default, shown);
        if is_both {
            marks.push_str(&self.marks(&row.asked.notes, default, shown));
        }
        let mut cells = String::new();
        for (column, edition) in columns {
            match row.cells.get(column).and_then(Option::as_ref) {
                Some(cell) => self.cell(edition, cell, &mut cells),
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
        let head = Head {
            about: self.about(row, heading),
            class: self.rules.shown(shown),
            icon: match is_figure {
                true => self.sprite.figure(row.figure),
                false => String::new(),
            },
            name: self.line(name, default),
            href: format!("{}{anchor}", self.href(to)),
            asked: is_both.then(|| self.line(row.text, default)),
            marks,
        };
        RowContext {
            head: head.html(row, html_id.as_deref()),
            html_id,
            claims: match explains {
                true => self.claims(&cell),
                false => Vec::new(),
            },
            reasons: match explains {
                true => self.reasons(&cell),
                false => Vec::new(),
            },
            cells,
        }
    }

    /// Writes the cells of a column, of which one is shown where the row is: its answers, and an
    /// empty one where the column does not ask.
    fn cell(&mut self, edition: Option<EditionIx>, cell: &MatrixCell<'_, '_>, out: &mut String) {
        for answer in &cell.answers {
            let variant = answer.variant;
            let class = joined(&[
                self.rules.shown(&answer.within),
                self.rules.adapted(&answer.adapted),
            ]);
            let content = self.content(edition, variant);
            let marks = self.marks(variant.notes, edition, &answer.shown);
            let html = Cell {
                column: self.column(edition),
                answer: answer_word(variant.answer),
                open: open_word(variant.answer),
                sources: None,
                class: &class,
                content: &content,
                marks: &marks,
            };
            html.write(out);
        }
        if cell.unasked != Condition::False {
            let class = self.rules.shown(&cell.unasked);
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
            marks: "",
        };
        html.write(out);
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
