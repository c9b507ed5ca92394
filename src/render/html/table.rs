//! A table page's context: what the template needs, with conditions turned into classes. It
//! decides nothing.

use super::cells::Cell;
use super::icons::Sprite;
use super::notes::{Mark, NoteContext, PartContext};
use super::rules::{Inputs, Rules};
use super::text::{Writer, escaped, joined};
use super::{figure_page, html_id, question_page};
use crate::logic::Condition;
use crate::model::*;
use crate::render::{answer_label, answer_word, open_word};
use crate::view::*;
use indexmap::IndexMap;
use serde::Serialize;

/// A table.
#[derive(Serialize)]
pub struct TableContext {
    id: String,
    /// What it is called.
    pub title: String,
    /// The class of the table itself.
    class: String,
    /// The class of the sentence that stands there where the table is empty.
    empty_class: String,
    /// The sources of cells, each with the selector of its condition behind it: a list for each
    /// number that a cell may have, parted by `|`, that of most cells first.
    sources: String,
    columns: Vec<ColumnContext>,
    sections: Vec<SectionContext>,
    notes: Vec<NoteContext>,
    /// The class of the list of notes: it goes with the last of them.
    notes_class: String,
}

#[derive(Serialize)]
struct ColumnContext {
    id: String,
    html_id: String,
    class: String,
    adapted: String,
    icon: String,
    name: String,
    /// The page of the figure, behind [`HERE`](super::HERE); none where it is asked nothing.
    href: Option<String>,
    /// As HTML.
    marks: String,
}

#[derive(Serialize)]
struct SectionContext {
    html_id: String,
    class: String,
    title: String,
    rows: Vec<RowContext>,
}

#[derive(Serialize)]
struct RowContext {
    id: String,
    html_id: String,
    class: String,
    adapted: String,
    text: String,
    /// The page of the question, behind [`HERE`](super::HERE); none where nobody is asked.
    href: Option<String>,
    /// As HTML.
    marks: String,
    /// As HTML.
    cells: String,
}

/// Makes the contexts of one table's page.
pub struct TableBuilder<'b, 'd> {
    plan: &'b Plan<'d>,
    table: &'b TablePlan<'d>,
    words: &'b Words,
    inputs: &'b Inputs,
    language: LanguageIx,
    rules: Rules,
    sprite: Sprite<'d>,
    /// The word before the number of a note, escaped.
    see: String,
    /// The lists of sources, with how many cells have each.
    sources: IndexMap<String, usize>,
}

impl<'b, 'd> TableBuilder<'b, 'd> {
    /// A builder for `table` in `language`.
    pub fn new(
        plan: &'b Plan<'d>,
        table: &'b TablePlan<'d>,
        words: &'b Words,
        inputs: &'b Inputs,
        language: LanguageIx,
    ) -> Self {
        Self {
            plan,
            table,
            words,
            inputs,
            language,
            rules: Rules::default(),
            sprite: Sprite::new(&plan.dataset.icons),
            see: escaped(words.get(&plan.dataset.languages[language.index()].code, "see-note")),
            sources: lists_of_sources(inputs, table),
        }
    }

    /// The table, and the conditions and the icons that it uses.
    pub fn build(mut self) -> (TableContext, Rules, String) {
        let table = self.table;
        let columns = table.columns.iter().map(|column| self.column(column));
        let columns = columns.collect();
        let sections = table.sections.iter().map(|section| self.section(section));
        let sections: Vec<_> = sections.collect();
        let notes = table.notes.iter();
        let notes = notes.filter_map(|(id, (label, when))| self.note(id, *label, when));
        let notes = notes.collect();
        let some_note = Condition::or(table.notes.values().map(|(_, when)| when.clone()));
        let sources = std::mem::take(&mut self.sources);
        let sources = sources.into_keys().collect::<Vec<_>>().join("|");
        let context = TableContext {
            id: table.id.to_string(),
            title: self.writer().line(&table.table.title),
            class: self.rules.shown(&table.shown),
            empty_class: match table.shown.clone().negate() {
                // Class rules say when something is shown; this never is.
                Condition::False => "never".to_owned(),
                empty => self.rules.shown(&empty),
            },
            sources,
            columns,
            sections,
            notes,
            notes_class: self.rules.shown(&some_note),
        };
        (context, self.rules, self.sprite.symbols())
    }

    fn writer(&mut self) -> Writer<'_, 'd> {
        Writer {
            plan: self.plan,
            language: self.language,
            rules: &mut self.rules,
        }
    }

    fn word(&self, id: &'static str) -> String {
        let code = &self.plan.dataset.languages[self.language.index()].code;
        escaped(self.words.get(code, id))
    }

    fn column(&mut self, column: &ColumnPlan<'d>) -> ColumnContext {
        let has_rows = !self.table.sections.is_empty();
        ColumnContext {
            id: column.id.to_string(),
            html_id: html_id("f", column.id.as_str()),
            class: self.rules.shown(&column.shown),
            adapted: self.rules.adapted(&column.adapted),
            icon: self.sprite.figure(column.id),
            name: self.writer().line(&column.figure.name),
            href: has_rows.then(|| figure_page(column.id)),
            marks: self.marks(&column.figure.notes),
        }
    }

    fn section(&mut self, section: &SectionPlan<'d>) -> SectionContext {
        let rows = section.rows.iter().map(|row| self.row(row)).collect();
        SectionContext {
            html_id: html_id("s", section.id.as_str()),
            class: self.rules.shown(&section.shown),
            title: self.writer().line(section.title),
            rows,
        }
    }

    fn row(&mut self, row: &RowPlan<'d>) -> RowContext {
        let table = self.table;
        let cells = table.columns.iter().zip(&row.cells);
        let mut html = String::new();
        for (column, cell) in cells {
            for variant in &cell.variants {
                self.cell(column, variant, &mut html);
            }
        }
        RowContext {
            id: row.id.to_string(),
            html_id: html_id("q", row.id.as_str()),
            class: self.rules.shown(&row.shown),
            adapted: self.rules.adapted(&row.adapted),
            text: self.writer().line(row.text),
            href: (!table.columns.is_empty()).then(|| question_page(row.id)),
            marks: self.marks(&row.question.notes),
            cells: html,
        }
    }

    fn cell(&mut self, column: &ColumnPlan<'d>, variant: &VariantPlan<'d>, out: &mut String) {
        let adapted = Condition::or([column.adapted.clone(), variant.adapted.clone()]);
        let class = joined(&[
            self.rules.shown(&column.shown),
            self.rules.shown(&variant.when),
            self.rules.adapted(&adapted),
        ]);
        let content = match (answer_label(variant.answer), variant.answer) {
            (_, Shown::NotEntered) => self.word("answer-not-entered"),
            (Some(label), _) => self.word(label),
            (None, Shown::Claimed(Answer::Number(number))) => number.to_string(),
            (None, Shown::Claimed(Answer::Text(id))) => {
                let text = self.plan.dataset.cell_texts.get(id);
                text.map_or(String::new(), |text| self.writer().line(&text.text))
            }
            (None, Shown::Claimed(_)) => String::new(),
        };
        let sources = self.sources.get_index_of(&sources(self.inputs, variant));
        let html = Cell {
            column: Some(("data-figure", column.id.as_str())),
            answer: answer_word(variant.answer),
            open: open_word(variant.answer),
            sources: sources.filter(|number| *number > 0),
            class: &class,
            content: &content,
            marks: &self.marks(variant.notes),
        };
        html.write(out);
    }

    /// The marks of `notes`, as HTML. A mark is shown exactly when its note is; where it stands is hidden
    /// or shown by the cell around it, so that only the note's own condition is left.
    fn marks(&mut self, notes: &[NoteId]) -> String {
        let mut marks = String::new();
        for id in notes {
            let (Some((label, _)), Some(plan)) =
                (self.table.notes.get(id), self.plan.notes.get(id))
            else {
                continue;
            };
            let own = self.plan.scope.fix(&plan.note.when);
            let (label, class) = (*label, self.rules.shown(&own));
            Mark { id, label, class }.write(&self.see, &mut marks);
        }
        marks
    }

    fn note(&mut self, id: &NoteId, label: usize, when: &Condition) -> Option<NoteContext> {
        let plan = self.plan.notes.get(id)?;
        let mut parts = Vec::new();
        for NotePartPlan {
            part,
            shown,
            adapted,
        } in self.plan.parts(plan.note)
        {
            let classes = [self.rules.shown(&shown), self.rules.adapted(&adapted)];
            let text = self.writer().blocks(&part.text);
            parts.push(PartContext::new(part, &classes, |id| self.word(id), text));
        }
        let classes = [self.rules.shown(when), self.rules.adapted(&plan.adapted)];
        Some(NoteContext::new(id, label, &classes, parts))
    }
}

/// The sources that say what a cell says, each with the selector of its condition behind it.
fn sources(inputs: &Inputs, variant: &VariantPlan<'_>) -> String {
    let sources = variant.sources.iter();
    let sources = sources.filter(|(_, condition)| *condition != Condition::False);
    let sources =
        sources.map(|(claim, condition)| format!("{}{}", claim.source, inputs.when(condition)));
    sources.collect::<Vec<_>>().join(" ")
}

/// All lists of sources that cells have, the most frequent first, with how many cells have each.
fn lists_of_sources(inputs: &Inputs, table: &TablePlan<'_>) -> IndexMap<String, usize> {
    let rows = table.sections.iter().flat_map(|section| &section.rows);
    let cells = rows.flat_map(|row| &row.cells);
    let mut lists = IndexMap::new();
    for variant in cells.flat_map(|cell| &cell.variants) {
        *lists.entry(sources(inputs, variant)).or_insert(0) += 1;
    }
    lists.sort_by(|_, one, _, other| other.cmp(one));
    lists
}
