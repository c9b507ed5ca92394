//! Looking up two things together on a figure's page: what each row is about, and the rules that
//! narrow the page. It decides nothing.

use super::super::*;
use super::Builder;
use crate::logic::Condition;
use crate::render::capital;
use crate::view::{Heading, Matrix, MatrixRow};
use indexmap::IndexSet;

/// Something that a figure can be looked up together with.
#[derive(Serialize)]
pub(super) struct PairContext {
    value: String,
    name: String,
    class: String,
}

impl Builder<'_, '_> {
    /// What a row of a figure's page is about beside the figure: `f-saw x-brake`.
    pub(super) fn about(&self, row: &MatrixRow<'_, '_>, heading: Heading<'_>) -> String {
        let Kind::Figure(own) = self.kind else {
            return String::new();
        };
        let dataset = self.site.plan.dataset;
        let subjects = self.columns.subjects(row.question);
        let figures = subjects.figures.iter().copied();
        let other = matches!(heading, Heading::Others(_)).then_some(row.figure);
        let figures = figures.chain(other).filter(|figure| *figure != own);
        let figures = figures.map(|figure| html_id("f", figure.as_str()));
        let elements = subjects.elements.iter();
        let elements = elements.map(|e| html_id("x", dataset.element(*e).0.as_str()));
        let all: IndexSet<_> = figures.chain(elements).collect();
        all.into_iter().collect::<Vec<_>>().join(" ")
    }

    /// What a figure's page can be narrowed to: figures, then elements, in the dataset's order.
    pub(super) fn pairs(&mut self, matrix: &Matrix<'_, '_>) -> Vec<PairContext> {
        let named = matrix.groups.iter().flat_map(|group| {
            let about = |row| self.about(row, group.heading);
            group.rows.iter().map(about).collect::<Vec<_>>()
        });
        let named: IndexSet<_> = named
            .flat_map(|about| about.split(' ').map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let dataset = self.site.plan.dataset;
        let figures = dataset.figures.iter();
        let figures =
            figures.map(|(id, it)| (html_id("f", id.as_str()), &it.name, it.when.clone()));
        let elements = (0u16..).map(ElementIx).zip(&dataset.elements);
        let elements = elements
            .map(|(ix, (id, it))| (html_id("x", id.as_str()), &it.name, Condition::Element(ix)));
        let all = figures.chain(elements);
        let named = all.filter(|(value, ..)| named.contains(value));
        let pairs = named.map(|(value, name, when)| {
            // In any of the columns: what is there in one edition alone is looked up, too.
            let plans = self.columns.plans();
            let when = Condition::or(plans.map(|plan| plan.scope.fix(&when)));
            PairContext {
                value,
                name: capital(&self.line_of(name)),
                class: self.rules.shown(&when),
            }
        });
        pairs.collect()
    }
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
