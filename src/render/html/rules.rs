//! The style rules by which a page filters itself: the conditions that the page needs become
//! classes, and the classes become rules. It does not know what carries a class.

use crate::logic::{Condition, CssNames, Variable, selector};
use crate::model::{Dataset, EditionIx, ElementIx, ExpansionId};
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// The conditions that one page has used so far.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    shown: IndexSet<Condition>,
    adapted: IndexSet<Condition>,
}

impl Rules {
    /// The classes of something that is shown where `condition` holds; empty where it always does.
    /// Each part of a conjunction is a class of its own, since many conditions share their parts.
    pub fn shown(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::And(parts) => classes(&mut self.shown, parts, 'k'),
            Condition::True => String::new(),
            other => class(&mut self.shown, other, 'k'),
        }
    }

    /// The classes of something that is adapted where `condition` holds; empty where it never is.
    /// Each part of a disjunction is a class of its own.
    pub fn adapted(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Or(parts) => classes(&mut self.adapted, parts, 'a'),
            Condition::False => String::new(),
            other => class(&mut self.adapted, other, 'a'),
        }
    }

    /// The elements that the page's conditions name.
    pub fn elements(&self) -> BTreeSet<ElementIx> {
        let mut elements = BTreeSet::new();
        for condition in self.shown.iter().chain(&self.adapted) {
            condition.variables(&mut |variable| {
                if let Variable::Element(element) = variable {
                    elements.insert(element);
                }
            });
        }
        elements
    }

    /// The rules. What is hidden is gone for everybody, screen readers included.
    pub fn css(&self, dataset: &Dataset) -> String {
        let names = Inputs(dataset);
        let mut css = String::new();
        for (n, condition) in self.shown.iter().enumerate() {
            let hidden = match selector(condition, &names) {
                always if always.is_empty() => continue,
                some => format!(":not({some})"),
            };
            css.push_str(&format!(":root{hidden} .k{n}{{display:none}}"));
        }
        let marked: Vec<_> = self
            .adapted
            .iter()
            .enumerate()
            .map(|(n, condition)| {
                let here = selector(condition, &names);
                let root = format!(":root:has(#mark-adapted:checked){here}");
                format!("{root} tr.a{n}>*,{root} .a{n}:not(tr)")
            })
            .collect();
        if !marked.is_empty() {
            css.push_str(&marked.join(","));
            css.push_str("{--adapted:var(--adapted-on);--adapted-word:inline-block}");
        }
        css
    }
}

/// The selector behind `:root` that matches where `condition` holds, for the script to read.
pub fn when(dataset: &Dataset, condition: &Condition) -> String {
    selector(condition, &Inputs(dataset))
}

fn class(set: &mut IndexSet<Condition>, condition: &Condition, letter: char) -> String {
    let n = set
        .get_index_of(condition)
        .unwrap_or_else(|| set.insert_full(condition.clone()).0);
    format!("{letter}{n}")
}

fn classes(set: &mut IndexSet<Condition>, parts: &[Condition], letter: char) -> String {
    let parts = parts.iter().map(|part| class(set, part, letter));
    parts.collect::<Vec<_>>().join(" ")
}

/// The ids of the page's inputs.
struct Inputs<'d>(&'d Dataset);

impl CssNames for Inputs<'_> {
    fn edition(&self, edition: EditionIx) -> String {
        edition_input(self.0, edition)
    }

    fn element(&self, element: ElementIx) -> Vec<String> {
        let (id, declared) = self.0.element(element);
        let boxes = declared.expansions();
        let boxes = boxes.filter(|expansion| only_element(self.0, expansion).is_none());
        let mut inputs: Vec<_> = boxes.map(expansion_input).collect();
        inputs.push(format!("x-{id}"));
        inputs
    }
}

/// The element that is all of an expansion and declared by it: one input stands for both.
pub fn only_element(dataset: &Dataset, id: &ExpansionId) -> Option<ElementIx> {
    match dataset.expansions.get(id)?.elements[..] {
        [only] if dataset.element(only).1.expansion == *id => Some(only),
        _ => None,
    }
}

/// The id of the checkbox of an expansion that is not one with its only element.
pub fn expansion_input(id: &ExpansionId) -> String {
    format!("p-{id}")
}

/// The id of the radio button of an edition: `ed-C3-1`.
pub fn edition_input(dataset: &Dataset, edition: EditionIx) -> String {
    format!(
        "ed-{}",
        dataset.edition(edition).0.as_str().replace('.', "-")
    )
}
