//! What of a page is shown: whether its edition is covered, and which figures its lists hold. On a
//! page about an expansion the elements of that count as selected in its lists.

use super::{ColumnPlan, Plan, RowPlan, Shown, VariantPlan};
use crate::logic::{Condition, Variable, in_editions};
use crate::model::*;
use indexmap::IndexMap;

/// A page with where its parts are shown.
#[derive(Debug)]
pub struct PagePlan<'p, 'd> {
    /// The plan of what can be seen.
    pub plan: &'p Plan<'d>,
    /// Its id.
    pub id: &'d PageId,
    /// The page.
    pub page: &'d Page,
    /// Holds in the editions that it covers.
    pub covered: Condition,
}

/// A figure in a list of a page.
#[derive(Debug)]
pub struct ListedFigure<'d> {
    /// Its id.
    pub id: &'d FigureId,
    /// The figure.
    pub figure: &'d Figure,
    /// Holds where it is listed.
    pub shown: Condition,
    /// Holds where it is adapted, given that it is listed.
    pub adapted: Condition,
    /// The notes on its answer, and where each is shown, given that it is listed.
    pub notes: IndexMap<&'d NoteId, Condition>,
}

impl<'d> ListedFigure<'d> {
    /// A figure that is listed nowhere yet.
    fn nowhere(column: &ColumnPlan<'d>) -> Self {
        Self {
            id: column.id,
            figure: column.figure,
            shown: Condition::False,
            adapted: Condition::False,
            notes: IndexMap::new(),
        }
    }
}

/// One of the answers that a figure may give.
struct AnswerPlan<'p, 'd> {
    row: &'p RowPlan<'d>,
    column: &'p ColumnPlan<'d>,
    variant: &'p VariantPlan<'d>,
}

impl AnswerPlan<'_, '_> {
    fn shown(&self) -> Condition {
        let shown = [&self.row.shown, &self.column.shown, &self.variant.when];
        Condition::and(shown.map(Condition::clone))
    }
}

/// What a reader sees of a page.
#[derive(Debug, PartialEq, Eq)]
pub struct PageView<'d> {
    /// What the page says instead of its text, in an edition that it does not cover.
    pub elsewhere: Option<String>,
    /// Its blocks, where it covers the edition.
    pub blocks: Vec<PageBlock<'d>>,
}

/// A block of a page as it is seen.
#[derive(Debug, PartialEq, Eq)]
pub enum PageBlock<'d> {
    /// Words.
    Text(String),
    /// A list of figures, which may be empty.
    Figures(Vec<&'d FigureId>),
}

impl<'p, 'd> PagePlan<'p, 'd> {
    /// The page `id`; `None` where there is none.
    pub fn new(plan: &'p Plan<'d>, id: &PageId) -> Option<Self> {
        let (id, page) = plan.dataset.pages.get_key_value(id)?;
        let covered = in_editions(&page.editions, plan.dataset.editions.len());
        Some(Self {
            plan,
            id,
            page,
            covered: plan.scope.fix(&covered),
        })
    }

    /// What the page says in the editions that it does not cover, each with where it is shown.
    pub fn elsewhere(&self) -> impl Iterator<Item = (Condition, &'d Localized)> {
        let plan = self.plan;
        let all = self.page.elsewhere.iter().map(move |(edition, text)| {
            let here = plan.scope.fix(&Condition::Edition(*edition));
            (here, text)
        });
        all.filter(|(here, _)| *here != Condition::False)
    }

    /// The selection with which the page opens: its expansion and nothing else, in an edition that
    /// it covers, as far as that is left to select.
    pub fn opening(&self) -> Selection {
        let dataset = self.plan.dataset;
        let default = dataset.default_edition;
        let editions = &self.page.editions;
        let own = editions.iter().find(|edition| **edition == default);
        let mut elements = ElementSet::empty(dataset.elements.len());
        for element in self.elements() {
            elements.set(*element, true);
        }
        let edition = own.or(editions.first()).copied().unwrap_or(default);
        self.plan.scope.apply(&Selection { edition, elements })
    }

    /// The figures of a list in the order of the tables, those left out that never stand in it.
    pub fn figures(&self, query: &FactsQuery) -> Vec<ListedFigure<'d>> {
        let mut listed: IndexMap<&'d FigureId, ListedFigure<'d>> = IndexMap::new();
        for answer in self.answers(query) {
            let shown = self.here(&answer.shown());
            if shown != Condition::False {
                let figure = listed.entry(answer.column.id);
                let figure = figure.or_insert_with(|| ListedFigure::nowhere(answer.column));
                self.list(figure, &answer, shown);
            }
        }
        listed.into_values().collect()
    }

    /// Everything that may stand in some cell and answers as asked.
    fn answers(&self, query: &FactsQuery) -> Vec<AnswerPlan<'p, 'd>> {
        let mut answers = Vec::new();
        let tables = self.plan.tables.iter();
        let tables = tables.filter(|t| query.table.as_ref().is_none_or(|own| own == t.id));
        for table in tables {
            let rows = table.sections.iter().flat_map(|section| &section.rows);
            for row in rows.filter(|row| *row.id == query.question) {
                for (column, cell) in table.columns.iter().zip(&row.cells) {
                    let variants = cell.variants.iter();
                    let variants = variants.filter(|v| v.answer == Shown::Claimed(&query.answer));
                    answers.extend(variants.map(|variant| AnswerPlan {
                        row,
                        column,
                        variant,
                    }));
                }
            }
        }
        answers
    }

    /// Adds to a listed figure that it answers so where `shown` holds.
    fn list(&self, figure: &mut ListedFigure<'d>, answer: &AnswerPlan<'_, 'd>, shown: Condition) {
        let AnswerPlan {
            row,
            column,
            variant,
        } = answer;
        let adapted = [&row.adapted, &column.adapted, &variant.adapted];
        let adapted = self.here(&Condition::or(adapted.map(Condition::clone)));
        let adapted = Condition::and([shown.clone(), adapted]);
        figure.adapted = Condition::or([figure.adapted.clone(), adapted]);
        figure.shown = Condition::or([figure.shown.clone(), shown]);
        for id in variant.notes {
            let Some((id, note)) = self.plan.dataset.notes.get_key_value(id) else {
                continue;
            };
            let own = self.plan.scope.fix(&note.when);
            let when = self.here(&Condition::and([variant.when.clone(), own]));
            let known = figure.notes.entry(id).or_insert(Condition::False);
            *known = Condition::or([known.clone(), when]);
        }
    }

    /// What a reader of `language` sees for `selection`.
    pub fn view(&self, selection: &Selection, language: LanguageIx) -> PageView<'d> {
        let selection = self.plan.scope.apply(selection);
        if !self.covered.holds(&selection) {
            let mut elsewhere = self.elsewhere();
            let own = elsewhere.find(|(here, _)| here.holds(&selection));
            return PageView {
                elsewhere: own.map(|(_, text)| text.get(language).1.plain(&selection)),
                blocks: Vec::new(),
            };
        }
        let blocks = &self.page.text.get(language).1.blocks;
        let shown = blocks.iter().filter(|block| block.when.holds(&selection));
        let blocks = shown.filter_map(|block| match &block.kind {
            BlockKind::Facts { query, .. } => {
                let figures = self.figures(query).into_iter();
                let figures = figures.filter(|figure| figure.shown.holds(&selection));
                Some(PageBlock::Figures(
                    figures.map(|figure| figure.id).collect(),
                ))
            }
            _ => {
                let text = Text {
                    blocks: vec![block.clone()],
                    ..Text::default()
                };
                let text = text.plain(&selection);
                (!text.is_empty()).then_some(PageBlock::Text(text))
            }
        });
        PageView {
            elsewhere: None,
            blocks: blocks.collect(),
        }
    }

    /// The elements of its expansion.
    fn elements(&self) -> &'d [ElementIx] {
        let expansion = self.plan.dataset.expansions.get(&self.page.expansion);
        expansion.map_or(&[], |expansion| &expansion.elements)
    }

    /// `condition` with the elements of the page's expansion selected.
    fn here(&self, condition: &Condition) -> Condition {
        condition.given(&|variable| match variable {
            Variable::Element(element) => self.elements().contains(&element).then_some(true),
            Variable::Edition(_) => None,
        })
    }
}
