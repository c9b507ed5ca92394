//! The style rules by which a page filters itself: the conditions that the page needs become
//! classes, and the classes become rules. It does not know what carries a class.

use crate::logic::{Condition, CssNames, Variable, selector};
use crate::model::{Dataset, EditionIx, ElementIx, ExpansionId};
use indexmap::IndexSet;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The conditions that one page has used so far.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    shown: Conditions,
    adapted: Conditions,
}

/// Conditions in order. Every cell asks for its own, so that looking one up must be quick.
type Conditions = IndexSet<Condition, ahash::RandomState>;

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
    pub fn css(&self, inputs: &Inputs) -> String {
        let mut css = String::new();
        for (n, condition) in self.shown.iter().enumerate() {
            let shown = inputs.when(condition);
            if !shown.is_empty() {
                // Writing to a string cannot fail.
                let _ = write!(css, ":root:not({shown}) .k{n}{{display:none}}");
            }
        }
        for (n, condition) in self.adapted.iter().enumerate() {
            let here = inputs.when(condition);
            let comma = if n > 0 { "," } else { "" };
            let root = format!(":root:has(#mark-adapted:checked){here}");
            let _ = write!(css, "{comma}{root} tr.a{n}>*,{root} .a{n}:not(tr)");
        }
        if !self.adapted.is_empty() {
            css.push_str("{--adapted:var(--adapted-on);--adapted-word:inline-block}");
        }
        css
    }
}

fn class(set: &mut Conditions, condition: &Condition, letter: char) -> String {
    let n = set
        .get_index_of(condition)
        .unwrap_or_else(|| set.insert_full(condition.clone()).0);
    format!("{letter}{n}")
}

fn classes(set: &mut Conditions, parts: &[Condition], letter: char) -> String {
    let parts = parts.iter().map(|part| class(set, part, letter));
    parts.collect::<Vec<_>>().join(" ")
}

/// The inputs of pages, as selectors that match them where they are set.
pub struct Inputs {
    editions: Vec<String>,
    elements: Vec<String>,
}

impl Inputs {
    /// The inputs of a dataset.
    pub fn new(dataset: &Dataset) -> Self {
        let editions = dataset.editions();
        let editions = editions.map(|(ix, ..)| format!("#{}:checked", edition_input(dataset, ix)));
        let elements = dataset.elements.iter().map(|(id, element)| {
            let boxes = element.expansions();
            let boxes = boxes.filter(|expansion| only_element(dataset, expansion).is_none());
            let boxes = boxes.map(expansion_input).chain([format!("x-{id}")]);
            let boxes = boxes.map(|input| format!("#{input}:checked"));
            boxes.collect::<Vec<_>>().join(",")
        });
        Self {
            editions: editions.collect(),
            elements: elements.collect(),
        }
    }

    /// The selector behind `:root` that matches where `condition` holds; the script reads it, too.
    pub fn when(&self, condition: &Condition) -> String {
        selector(condition, self)
    }
}

impl CssNames for Inputs {
    fn edition(&self, edition: EditionIx) -> &str {
        self.editions
            .get(edition.index())
            .map_or("*", String::as_str)
    }

    fn element(&self, element: ElementIx) -> &str {
        self.elements
            .get(element.index())
            .map_or("*", String::as_str)
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
