//! Looking up two things together on a figure's page: what each row is about, and the rules that
//! narrow the page. It decides nothing.

use super::super::*;
use super::Builder;
use crate::logic::Condition;
use crate::render::capital;
use crate::view::{Heading, Matrix, MatrixRow};
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// Something that a figure can be looked up together with.
#[derive(Serialize)]
pub(super) struct PairContext {
    value: String,
    name: String,
    class: String,
}

impl<'d> Builder<'_, 'd> {
    /// What a row of a figure's page is about beside the figure: `f-saw x-brake`.
    pub(super) fn about(&self, row: &MatrixRow<'_, '_>, heading: Heading<'_>) -> String {
        let names = self.others(row, heading).map(|other| self.value(other));
        let names: IndexSet<_> = names.collect();
        names.into_iter().collect::<Vec<_>>().join(" ")
    }

    /// The figures and elements that a row of a figure's page is about beside the figure.
    fn others(
        &self,
        row: &MatrixRow<'_, '_>,
        heading: Heading<'_>,
    ) -> impl Iterator<Item = Other> + use<'d> {
        let dataset = self.site.plan.dataset;
        let mut others = Vec::new();
        if let Kind::Figure(own) = self.kind {
            let subjects = self.columns.subjects(row.question);
            let asked = matches!(heading, Heading::Others(_)).then_some(row.figure);
            let figures = subjects.figures.iter().copied().chain(asked);
            let figures = figures.filter(|figure| *figure != own);
            let figures = figures.filter_map(|figure| dataset.figures.get_index_of(figure));
            others.extend(figures.map(Other::Figure));
            others.extend(subjects.elements.into_iter().map(Other::Element));
        }
        others.into_iter()
    }

    /// How the page names something that a row is about.
    fn value(&self, other: Other) -> String {
        let dataset = self.site.plan.dataset;
        match other {
            Other::Figure(at) => {
                let figure = dataset.figures.get_index(at);
                figure.map_or(String::new(), |(id, _)| html_id("f", id.as_str()))
            }
            Other::Element(element) => html_id("x", dataset.element(element).0.as_str()),
        }
    }

    /// What a figure's page can be narrowed to: figures, then elements, in the dataset's order.
    pub(super) fn pairs(&mut self, matrix: &Matrix<'_, '_>) -> Vec<PairContext> {
        let groups = matrix.groups.iter();
        let named = groups.flat_map(|group| {
            let others = |row| self.others(row, group.heading);
            group.rows.iter().flat_map(others).collect::<Vec<_>>()
        });
        let named: BTreeSet<_> = named.collect();
        let dataset = self.site.plan.dataset;
        let pairs = named.into_iter().filter_map(|other| {
            let (name, when) = match other {
                Other::Figure(at) => {
                    let (_, figure) = dataset.figures.get_index(at)?;
                    (&figure.name, figure.when.clone())
                }
                Other::Element(element) => {
                    let name = &dataset.element(element).1.name;
                    (name, Condition::Element(element))
                }
            };
            // In any of the columns: what is there in one edition alone is looked up, too.
            let plans = self.columns.plans();
            let when = Condition::or(plans.map(|plan| plan.scope.fix(&when)));
            Some(PairContext {
                value: self.value(other),
                name: capital(&self.line_of(name)),
                class: self.rules.shown(&when),
            })
        });
        pairs.collect()
    }
}

/// What a row is about beside the figure of the page; figures come first, in the dataset's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Other {
    /// The figure at this place.
    Figure(usize),
    Element(ElementIx),
}

/// The rules that narrow a figure's page to what it is looked up together with: a row that is not
/// about it goes, and a group without such a row.
pub(super) fn pair_style(pairs: &[PairContext]) -> String {
    let rules = pairs.iter().map(|pair| {
        let value = &pair.value;
        format!(
            ":root:has(#with [value={value}]:checked) .matrix :is(tr[data-question],tbody)\
             :not([data-about~={value}],:has([data-about~={value}])){{display:none}}"
        )
    });
    rules.collect()
}
