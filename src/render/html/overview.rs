//! The overview: every figure of every table as a row, a few questions of all tables as columns. The
//! dataset names the questions; this decides nothing.

use super::icons::Sprite;
use super::press::framed;
use super::rules::Rules;
use super::text::{Writer, joined};
use super::*;
use crate::logic::Condition;
use crate::render::{answer_label, answer_word, open_word};
use crate::view::{CellPlan, ColumnPlan, RowPlan, Shown, VariantPlan};

/// The page.
#[derive(Serialize)]
pub(super) struct OverviewPage {
    #[serde(flatten)]
    page: PageContext,
    columns: Vec<ColumnContext>,
    groups: Vec<GroupContext>,
}

#[derive(Serialize)]
struct ColumnContext {
    question: String,
    name: String,
    href: String,
    class: String,
}

#[derive(Serialize)]
struct GroupContext {
    html_id: String,
    title: String,
    icon: String,
    href: String,
    class: String,
    rows: Vec<RowContext>,
}

#[derive(Serialize)]
struct RowContext {
    figure: String,
    icon: String,
    name: String,
    href: String,
    class: String,
    cells: Vec<CellContext>,
}

#[derive(Serialize)]
struct CellContext {
    question: String,
    answer: &'static str,
    open: Option<&'static str>,
    class: String,
    content: String,
    /// Where its notes stand, and the class of the mark that leads there.
    notes: Option<(String, String)>,
}

framed!(OverviewPage);

impl Press<'_, '_> {
    /// The overview in a language; `None` where the dataset names no questions for it.
    pub(super) fn overview_page(&self, language: LanguageIx) -> Option<OverviewPage> {
        if self.plan.dataset.overview.is_empty() {
            return None;
        }
        let builder = Builder {
            site: self,
            language,
            rules: Rules::default(),
            sprite: Sprite::new(&self.plan.dataset.icons),
        };
        Some(builder.page())
    }
}

struct Builder<'b, 'd> {
    site: &'b Press<'b, 'd>,
    language: LanguageIx,
    rules: Rules,
    sprite: Sprite<'d>,
}

/// A question of the overview: its rows, one for each table that asks it.
struct Asked<'b, 'd> {
    rows: Vec<(&'d TableId, &'b RowPlan<'d>)>,
}

impl<'b, 'd> Builder<'b, 'd> {
    fn page(mut self) -> OverviewPage {
        let asked = self.asked();
        let columns = asked.iter().map(|asked| self.column(asked)).collect();
        let tables = self.site.plan.tables.iter();
        let tables = tables.filter(|table| !table.table.is_of_things);
        let groups = tables.map(|table| self.group(table, &asked)).collect();
        let site = self.site;
        let address = Address::new(Kind::Overview, self.language);
        let title = self.word("overview");
        let mut page = site.filtered_page(address, title, &site.initial(None), self.rules);
        page.symbols = self.sprite.symbols();
        OverviewPage {
            page,
            columns,
            groups,
        }
    }

    fn asked(&self) -> Vec<Asked<'b, 'd>> {
        let plan = self.site.plan;
        let mut all = Vec::new();
        for id in &plan.dataset.overview {
            let mut found: Option<Asked<'b, 'd>> = None;
            for table in &plan.tables {
                for section in &table.sections {
                    for row in section.rows.iter().filter(|row| row.id == id) {
                        let asked = found.get_or_insert_with(|| Asked { rows: Vec::new() });
                        asked.rows.push((table.id, row));
                    }
                }
            }
            all.extend(found);
        }
        all
    }

    fn column(&mut self, asked: &Asked<'b, 'd>) -> ColumnContext {
        // `asked` holds at least one row.
        let (_, first) = asked.rows[0];
        ColumnContext {
            question: first.id.to_string(),
            name: self.line(first.text),
            href: question_page(first.id),
            class: self.rules.shown(&asked.shown()),
        }
    }

    fn group(&mut self, table: &'b TablePlan<'d>, asked: &[Asked<'b, 'd>]) -> GroupContext {
        let rows = table.columns.iter().enumerate();
        let rows = rows.map(|(at, column)| self.row(table.id, column, at, asked));
        let rows = rows.collect();
        let shown = Condition::or(table.columns.iter().map(|column| column.shown.clone()));
        GroupContext {
            html_id: html_id("o", table.id.as_str()),
            title: self.line(&table.table.title),
            icon: self.sprite.table(table.id),
            href: format!("{}.html", table.id),
            class: self.rules.shown(&shown),
            rows,
        }
    }

    fn row(
        &mut self,
        table: &TableId,
        column: &'b ColumnPlan<'d>,
        at: usize,
        asked: &[Asked<'b, 'd>],
    ) -> RowContext {
        let mut cells = Vec::new();
        for asked in asked {
            let own = asked.rows.iter().find(|(of, _)| *of == table);
            match own {
                Some((_, row)) => {
                    let cell = &row.cells[at];
                    cells.extend(self.cells(asked, row, column, cell));
                }
                None => {
                    let class = self.rules.shown(&asked.shown());
                    cells.push(self.nothing(asked, class));
                }
            }
        }
        RowContext {
            figure: column.id.to_string(),
            icon: self.sprite.figure(column.id),
            name: self.line(&column.figure.name),
            href: figure_page(column.id),
            class: self.rules.shown(&column.shown),
            cells,
        }
    }

    /// What may stand in a cell, of which one is shown where the column is.
    fn cells(
        &mut self,
        asked: &Asked<'b, 'd>,
        row: &'b RowPlan<'d>,
        column: &'b ColumnPlan<'d>,
        cell: &'b CellPlan<'d>,
    ) -> Vec<CellContext> {
        let mut cells = Vec::new();
        for variant in &cell.variants {
            let shown = Condition::and([row.shown.clone(), variant.when.clone()]);
            let adapted = [&row.adapted, &column.adapted, &variant.adapted];
            let adapted = Condition::or(adapted.map(Condition::clone));
            cells.push(CellContext {
                question: row.id.to_string(),
                answer: answer_word(variant.answer),
                open: open_word(variant.answer),
                class: joined(&[self.rules.shown(&shown), self.rules.adapted(&adapted)]),
                content: self.content(variant),
                notes: self.notes(row, column, variant),
            });
        }
        let elsewhere = Condition::and([asked.shown(), row.shown.clone().negate()]);
        if elsewhere != Condition::False {
            let class = self.rules.shown(&elsewhere);
            cells.push(self.nothing(asked, class));
        }
        cells
    }

    fn nothing(&self, asked: &Asked<'b, 'd>, class: String) -> CellContext {
        CellContext {
            question: asked.rows[0].1.id.to_string(),
            answer: "",
            open: None,
            class,
            content: String::new(),
            notes: None,
        }
    }

    fn content(&mut self, variant: &VariantPlan<'d>) -> String {
        match (answer_label(variant.answer), variant.answer) {
            (Some(label), _) => escaped(&self.word(label)),
            (None, Shown::Claimed(Answer::Number(number))) => number.to_string(),
            (None, Shown::Claimed(Answer::Text(id))) => {
                let text = self.site.plan.dataset.cell_texts.get(id);
                text.map_or(String::new(), |text| self.line(&text.text))
            }
            (None, _) => String::new(),
        }
    }

    fn notes(
        &mut self,
        row: &RowPlan<'d>,
        column: &ColumnPlan<'d>,
        variant: &VariantPlan<'d>,
    ) -> Option<(String, String)> {
        let plan = self.site.plan;
        let notes = variant.notes.iter().filter_map(|id| plan.notes.get(id));
        let some = Condition::or(notes.map(|note| plan.scope.fix(&note.note.when)));
        if some == Condition::False {
            return None;
        }
        let anchor = html_id("q", row.id.as_str());
        let href = format!("{}#{anchor}", figure_page(column.id));
        Some((href, self.rules.shown(&some)))
    }

    fn line(&mut self, text: &Localized) -> String {
        let mut writer = Writer {
            plan: self.site.plan,
            language: self.language,
            rules: &mut self.rules,
        };
        writer.line(text)
    }

    fn word(&self, id: &str) -> String {
        let code = &self.site.plan.dataset.languages[self.language.index()].code;
        self.site.word(code, id)
    }
}

impl Asked<'_, '_> {
    /// Holds where some table asks it.
    fn shown(&self) -> Condition {
        Condition::or(self.rows.iter().map(|(_, row)| row.shown.clone()))
    }
}
