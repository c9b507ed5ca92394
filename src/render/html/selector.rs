//! The selector's context: editions and expansions as inputs, and which of them are set. What they do
//! is in the rules of the page.

use super::cells::attribute;
use super::press::Press;
use super::rules::{Rules, edition_input, expansion_input, only_element};
use super::text::Writer;
use crate::model::*;
use crate::selection::{address, shelf};
use crate::view::Plan;
use serde::Serialize;
use std::collections::{BTreeSet, HashSet};

/// The inputs of a page.
#[derive(Serialize)]
pub struct SelectorContext {
    /// The id of the game.
    game: String,
    /// The edition with which the page opens.
    edition: String,
    /// The selection with which the page opens, as an address; `*` where all boxes are set.
    start: String,
    /// Whether elements are left to select, here or on other pages.
    is_open: bool,
    /// The ids of the editions that can be selected, here or on other pages, as the script reads
    /// them; empty where the edition is fixed.
    pub(super) selectable: String,
    /// The inputs of the editions, as HTML; empty where the edition is fixed.
    editions: Vec<String>,
    /// Empty where the elements are fixed, or none matters on this page.
    groups: Vec<GroupContext>,
}

/// An input with its label.
struct Choice {
    html_id: String,
    value: String,
    /// As HTML.
    name: String,
    checked: bool,
    /// As HTML.
    remark: Option<String>,
}

impl Choice {
    /// A radio button of the editions.
    fn radio(&self) -> String {
        self.html(" type=\"radio\" name=\"ed\"", None)
    }

    /// A checkbox, with a number before its name if it has one. It is written here and not by a
    /// template: a site has more than a hundred thousand.
    fn checkbox(&self, number: Option<u32>) -> String {
        self.html(" type=\"checkbox\"", number)
    }

    fn html(&self, kind: &str, number: Option<u32>) -> String {
        let mut html = format!("<label class=\"choice\"><input{kind}");
        attribute("id", &self.html_id, &mut html);
        attribute("value", &self.value, &mut html);
        html.push_str(if self.checked { " checked>" } else { ">" });
        if let Some(number) = number {
            html.push_str(&format!(" <b>{number}</b>"));
        }
        html.push_str(" <span>");
        html.push_str(&self.name);
        if let Some(remark) = &self.remark {
            html.push_str(&format!(" <small>{remark}</small>"));
        }
        html.push_str("</span></label>");
        html
    }
}

#[derive(Serialize)]
struct GroupContext {
    id: &'static str,
    expansions: Vec<ExpansionContext>,
}

#[derive(Serialize)]
struct ExpansionContext {
    /// The box of the whole expansion, or of its only element, as HTML.
    input: String,
    /// The boxes of its elements, as HTML, where it has several.
    elements: Vec<String>,
    /// Its elements that have their boxes with other expansions.
    shared: Vec<SharedContext>,
}

#[derive(Serialize)]
struct SharedContext {
    id: String,
    name: String,
    /// The expansion with which its box stands.
    of: String,
}

/// The inputs for those of `elements` that are left to select in `plan`, set as `initial` says.
pub fn selector(
    press: &Press<'_, '_>,
    plan: &Plan<'_>,
    elements: &BTreeSet<ElementIx>,
    initial: &Selection,
    language: LanguageIx,
    rules: &mut Rules,
) -> SelectorContext {
    let opening = press.opening(initial);
    let dataset = plan.dataset;
    let mut builder = Builder {
        plan,
        elements,
        initial,
        opening: &opening,
        language,
        rules,
    };
    SelectorContext {
        game: dataset.id.clone(),
        edition: dataset.edition(initial.edition).0.to_string(),
        start: opening.start.clone(),
        is_open: plan.scope.elements.is_none(),
        selectable: selectable(plan).join(" "),
        editions: builder.editions(),
        groups: builder.groups(),
    }
}

/// The ids of the editions that can be selected.
pub fn selectable<'d>(plan: &Plan<'d>) -> Vec<&'d str> {
    match plan.scope.edition {
        Some(_) => Vec::new(),
        None => plan
            .dataset
            .editions
            .keys()
            .map(EditionId::as_str)
            .collect(),
    }
}

/// `beasts:lion,bear promo:~bear,bear-cub`, in the order of the dataset; `~` stands before elements
/// that another expansion declares.
pub fn boxes(plan: &Plan<'_>) -> String {
    if plan.scope.elements.is_some() {
        return String::new();
    }
    let dataset = plan.dataset;
    let expansions = dataset.expansions.iter();
    let expansions = expansions.filter(|(_, expansion)| !expansion.elements.is_empty());
    let boxes = expansions.map(|(id, expansion)| {
        let elements = expansion.elements.iter().map(|element| {
            let (element, declared) = dataset.element(*element);
            let shared = if declared.expansion == *id { "" } else { "~" };
            format!("{shared}{element}")
        });
        let elements: Vec<_> = elements.collect();
        format!("{id}:{}", elements.join(","))
    });
    boxes.collect::<Vec<_>>().join(" ")
}

/// The names of boxes and elements that the site was built with, where they are fixed: an address
/// may name them, and selects nothing by it.
pub fn fixed(plan: &Plan<'_>) -> String {
    let (dataset, Some(elements)) = (plan.dataset, &plan.scope.elements) else {
        return String::new();
    };
    let boxes = dataset.expansions.iter().filter(|(_, expansion)| {
        let mut own = expansion.elements.iter();
        own.len() > 0 && own.all(|element| elements.contains(*element))
    });
    let boxes = boxes.map(|(id, _)| id.as_str());
    let elements = elements.iter().map(|ix| dataset.element(ix).0.as_str());
    boxes.chain(elements).collect::<Vec<_>>().join(" ")
}

/// A selection with which pages open, as the boxes that are set then.
pub struct Opening {
    start: String,
    expansions: HashSet<ExpansionId>,
    elements: HashSet<ElementIx>,
}

impl Opening {
    /// The boxes of a selection.
    pub fn new(dataset: &Dataset, initial: &Selection) -> Self {
        let shelf = shelf(dataset, &initial.elements);
        let everything = ElementSet::full(dataset.elements.len());
        Self {
            start: match initial.elements == everything {
                true => "*".to_owned(),
                false => address(dataset, initial),
            },
            expansions: shelf.expansions.into_iter().cloned().collect(),
            elements: shelf.elements.into_iter().collect(),
        }
    }
}

struct Builder<'b, 'd> {
    plan: &'b Plan<'d>,
    elements: &'b BTreeSet<ElementIx>,
    initial: &'b Selection,
    opening: &'b Opening,
    language: LanguageIx,
    rules: &'b mut Rules,
}

impl Builder<'_, '_> {
    fn line(&mut self, text: &Localized) -> String {
        let mut writer = Writer {
            plan: self.plan,
            language: self.language,
            rules: self.rules,
        };
        writer.line(text)
    }

    fn editions(&mut self) -> Vec<String> {
        if self.plan.scope.edition.is_some() {
            return Vec::new();
        }
        let dataset = self.plan.dataset;
        let editions = dataset.editions().map(|(ix, id, edition)| {
            let input = Choice {
                html_id: edition_input(dataset, ix),
                value: id.to_string(),
                name: self.line(&edition.name),
                checked: ix == self.initial.edition,
                remark: None,
            };
            input.radio()
        });
        editions.collect()
    }

    fn groups(&mut self) -> Vec<GroupContext> {
        if self.plan.scope.elements.is_some() {
            return Vec::new();
        }
        let expansions = &self.plan.dataset.expansions;
        let used = self.elements.iter();
        let used = used.flat_map(|element| self.plan.dataset.element(*element).1.expansions());
        // In the order of the dataset.
        let used: BTreeSet<_> = used.filter_map(|id| expansions.get_index_of(id)).collect();
        let mut groups = Vec::new();
        for group in Group::ALL {
            let members = used.iter().filter_map(|at| expansions.get_index(*at));
            let members = members.filter(|(_, expansion)| expansion.group == group);
            let members = members.filter_map(|(id, expansion)| self.expansion(id, expansion));
            let expansions: Vec<_> = members.collect();
            if !expansions.is_empty() {
                let id = group.as_str();
                groups.push(GroupContext { id, expansions });
            }
        }
        groups
    }

    fn expansion(&mut self, id: &ExpansionId, expansion: &Expansion) -> Option<ExpansionContext> {
        let used = |element: &&ElementIx| self.elements.contains(element);
        let own: Vec<_> = expansion.elements.iter().filter(used).copied().collect();
        if own.is_empty() {
            return None;
        }
        let name = self.line(&expansion.name);
        if let Some(only) = only_element(self.plan.dataset, id) {
            let checked = self.is_checked(only) || self.opening.expansions.contains(id);
            let mut input = self.element(only, checked);
            input.name = name;
            return Some(ExpansionContext {
                input: input.checkbox(expansion.number),
                elements: Vec::new(),
                shared: Vec::new(),
            });
        }
        let dataset = self.plan.dataset;
        let is_own = |element: &ElementIx| dataset.element(*element).1.expansion == *id;
        let (own, shared): (Vec<_>, Vec<_>) = own.into_iter().partition(is_own);
        let elements = own.into_iter().map(|element| {
            let checked = self.is_checked(element);
            self.element(element, checked).checkbox(None)
        });
        let elements = elements.collect();
        let shared = shared.into_iter().map(|element| {
            let (id, element) = dataset.element(element);
            SharedContext {
                id: id.to_string(),
                name: self.line(&element.name),
                of: self.name_of(&element.expansion),
            }
        });
        let shared = shared.collect();
        let input = Choice {
            html_id: expansion_input(id),
            value: id.to_string(),
            name,
            checked: self.opening.expansions.contains(id),
            remark: None,
        };
        Some(ExpansionContext {
            input: input.checkbox(expansion.number),
            elements,
            shared,
        })
    }

    /// Whether an element is selected alone, not with an expansion.
    fn is_checked(&self, element: ElementIx) -> bool {
        self.opening.elements.contains(&element)
    }

    fn name_of(&mut self, id: &ExpansionId) -> String {
        let expansion = self.plan.dataset.expansions.get(id);
        expansion.map_or(String::new(), |expansion| self.line(&expansion.name))
    }

    fn element(&mut self, element: ElementIx, checked: bool) -> Choice {
        let (id, declared) = self.plan.dataset.element(element);
        let remark = declared.remark.as_ref().map(|remark| self.line(remark));
        Choice {
            html_id: format!("x-{id}"),
            value: id.to_string(),
            name: self.line(&declared.name),
            checked,
            remark,
        }
    }
}
