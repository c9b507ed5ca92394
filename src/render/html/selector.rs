//! The selector's context: editions and expansions as inputs, and which of them are set. What they do
//! is in the rules of the page.

use super::rules::{Rules, edition_input};
use super::text::Writer;
use crate::model::*;
use crate::selection::address;
use crate::view::Plan;
use serde::Serialize;
use std::collections::BTreeSet;

/// The inputs of a page.
#[derive(Serialize)]
pub struct SelectorContext {
    /// The id of the game.
    game: String,
    /// The edition with which the page opens.
    edition: String,
    /// The selection with which the page opens, as an address.
    start: String,
    /// All expansions with their elements, as the script reads them; empty where the elements are
    /// fixed.
    boxes: String,
    /// The ids of the editions that can be selected, here or on other pages, as the script reads
    /// them; empty where the edition is fixed.
    pub(super) selectable: String,
    /// Empty where the edition is fixed.
    editions: Vec<InputContext>,
    /// Empty where the elements are fixed, or none matters on this page.
    groups: Vec<GroupContext>,
}

#[derive(Serialize)]
struct InputContext {
    html_id: String,
    value: String,
    name: String,
    checked: bool,
    remark: Option<String>,
}

#[derive(Serialize)]
struct GroupContext {
    id: &'static str,
    expansions: Vec<ExpansionContext>,
}

#[derive(Serialize)]
struct ExpansionContext {
    number: Option<u32>,
    /// The box of the whole expansion, or of its only element.
    input: InputContext,
    /// The boxes of its elements, where it has several.
    elements: Vec<InputContext>,
}

/// The inputs for those of `elements` that are left to select in `plan`, set as `initial` says.
pub fn selector(
    plan: &Plan<'_>,
    elements: &BTreeSet<ElementIx>,
    initial: &Selection,
    language: LanguageIx,
    rules: &mut Rules,
) -> SelectorContext {
    let mut builder = Builder {
        plan,
        elements,
        initial,
        language,
        rules,
    };
    let dataset = plan.dataset;
    SelectorContext {
        game: dataset.id.clone(),
        edition: dataset.edition(initial.edition).0.to_string(),
        start: address(dataset, initial),
        boxes: boxes(plan),
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

/// `beasts:dragon,bear promo:bear-cub`, in the order of the dataset.
pub fn boxes(plan: &Plan<'_>) -> String {
    if plan.scope.elements.is_some() {
        return String::new();
    }
    let dataset = plan.dataset;
    let expansions = dataset.expansions.iter();
    let expansions = expansions.filter(|(_, expansion)| !expansion.elements.is_empty());
    let boxes = expansions.map(|(id, expansion)| {
        let elements = expansion.elements.iter();
        let elements: Vec<_> = elements.map(|e| dataset.element(*e).0.as_str()).collect();
        format!("{id}:{}", elements.join(","))
    });
    boxes.collect::<Vec<_>>().join(" ")
}

struct Builder<'b, 'd> {
    plan: &'b Plan<'d>,
    elements: &'b BTreeSet<ElementIx>,
    initial: &'b Selection,
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

    fn editions(&mut self) -> Vec<InputContext> {
        if self.plan.scope.edition.is_some() {
            return Vec::new();
        }
        let dataset = self.plan.dataset;
        let editions = dataset.editions().map(|(ix, id, edition)| InputContext {
            html_id: edition_input(dataset, ix),
            value: id.to_string(),
            name: self.line(&edition.name),
            checked: ix == self.initial.edition,
            remark: None,
        });
        editions.collect()
    }

    fn groups(&mut self) -> Vec<GroupContext> {
        if self.plan.scope.elements.is_some() {
            return Vec::new();
        }
        let dataset = self.plan.dataset;
        let mut groups = Vec::new();
        for group in Group::ALL {
            let members = dataset.expansions.iter().filter(|(_, e)| e.group == group);
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
        let is_chosen = |element: &ElementIx| self.initial.elements.contains(*element);
        let whole = expansion.elements.iter().all(is_chosen);
        let name = self.line(&expansion.name);
        let (input, elements) = if let [only] = expansion.elements.as_slice() {
            let mut input = self.element(*only, whole);
            input.name = name;
            (input, Vec::new())
        } else {
            let elements = own.iter().map(|element| {
                let chosen = !whole && is_chosen(element);
                (*element, chosen)
            });
            let elements: Vec<_> = elements.collect();
            let elements = elements.into_iter().map(|(e, on)| self.element(e, on));
            let elements = elements.collect();
            let input = InputContext {
                html_id: format!("p-{id}"),
                value: id.to_string(),
                name,
                checked: whole,
                remark: None,
            };
            (input, elements)
        };
        Some(ExpansionContext {
            number: expansion.number,
            input,
            elements,
        })
    }

    fn element(&mut self, element: ElementIx, checked: bool) -> InputContext {
        let (id, declared) = self.plan.dataset.element(element);
        let remark = declared.remark.as_ref().map(|remark| self.line(remark));
        InputContext {
            html_id: format!("x-{id}"),
            value: id.to_string(),
            name: self.line(&declared.name),
            checked,
            remark,
        }
    }
}
