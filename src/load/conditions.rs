//! Resolves conditions: names become elements and editions, derived names their formulas.

use super::context::{Context, place};
use super::raw::Scalar;
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::logic::{Condition, Expression, parse};
use crate::model::{EditionIx, ElementIx};
use crate::nearest::did_you_mean;
use indexmap::IndexMap;
use std::ops::Range;

/// What the names in conditions mean.
#[derive(Debug, Default)]
pub struct Names {
    /// The editions.
    pub editions: IndexMap<String, EditionIx>,
    /// The elements, each with the place of its declaration.
    pub elements: IndexMap<String, (ElementIx, Place)>,
    /// The derived conditions, expanded.
    pub derived: IndexMap<String, Condition>,
    /// The expansions with their elements' names, for advice only: conditions name elements.
    pub expansions: IndexMap<String, Vec<String>>,
    /// Derived conditions that are not expanded yet.
    pub later: Vec<String>,
}

impl Names {
    /// The condition that `scalar` holds; `None` and messages where it holds none.
    pub fn condition(
        &self,
        context: &mut Context,
        file: FileIx,
        scalar: &Scalar,
    ) -> Option<Condition> {
        let whole = 0..scalar.value.len();
        self.condition_in(context, file, scalar, whole)
    }

    /// The condition that stands in `range` of the scalar's text.
    pub fn condition_in(
        &self,
        context: &mut Context,
        file: FileIx,
        scalar: &Scalar,
        range: Range<usize>,
    ) -> Option<Condition> {
        let text = &scalar.value[range.clone()];
        let place_of = |context: &Context, inner: Range<usize>| {
            // The needle is the whole condition, so that the right one of several is found.
            let whole = context.place_in(file, scalar, range.clone());
            if whole.range.len() == text.len() {
                let start = whole.range.start;
                Place {
                    file,
                    range: start + inner.start..start + inner.end,
                }
            } else {
                whole
            }
        };
        match parse(text) {
            Ok(expression) => self.resolve(context, &expression, &place_of),
            Err(error) => {
                let place = place_of(context, error.range);
                let message = format!("this is not a condition: {}", error.message);
                let help = "a condition is names with `and`, `or`, `not`, parentheses and \
                            `edition E`: `dragon and (castles or not tower)`";
                context.report(Diagnostic::new("bad-condition", message, place).help(help));
                None
            }
        }
    }

    /// The condition, or true where there is none; a wrong one is reported and counts as true, so
    /// that loading goes on.
    pub fn optional(
        &self,
        context: &mut Context,
        file: FileIx,
        scalar: Option<&Scalar>,
    ) -> Condition {
        scalar
            .and_then(|scalar| self.condition(context, file, scalar))
            .unwrap_or(Condition::True)
    }

    fn resolve(
        &self,
        context: &mut Context,
        expression: &Expression,
        place_of: &impl Fn(&Context, Range<usize>) -> Place,
    ) -> Option<Condition> {
        let mut all = |parts: &[Expression]| {
            let parts: Vec<_> = parts
                .iter()
                .map(|part| self.resolve(context, part, place_of))
                .collect();
            parts.into_iter().collect::<Option<Vec<_>>>()
        };
        match expression {
            Expression::And(parts) => all(parts).map(Condition::and),
            Expression::Or(parts) => all(parts).map(Condition::or),
            Expression::Not(inner) => self
                .resolve(context, inner, place_of)
                .map(Condition::negate),
            Expression::Edition(edition, range) => {
                let found = self.editions.get(edition).copied();
                if found.is_none() {
                    let place = place_of(context, range.clone());
                    let known = self.editions.keys().map(String::as_str);
                    context.unknown("edition", "unknown-edition", place, edition, known);
                }
                found.map(Condition::Edition)
            }
            Expression::Name(name, range) => {
                if let Some((element, _)) = self.elements.get(name) {
                    return Some(Condition::Element(*element));
                }
                if let Some(derived) = self.derived.get(name) {
                    return Some(derived.clone());
                }
                let place = place_of(context, range.clone());
                context.report(self.unknown_name(name, place));
                None
            }
        }
    }

    fn unknown_name(&self, name: &str, place: Place) -> Diagnostic {
        let message = format!("there is no element or derived condition `{name}`");
        let diagnostic = Diagnostic::new("unknown-element", message, place);
        if self.later.iter().any(|later| later == name) {
            let help = format!("`{name}` is derived further down; move it above");
            return diagnostic.help(help);
        }
        if let Some(elements) = self.expansions.get(name) {
            let elements: Vec<_> = elements.iter().map(|e| format!("`{e}`")).collect();
            let help = format!(
                "`{name}` is an expansion; conditions name elements: {}",
                elements.join(", ")
            );
            return diagnostic.help(help);
        }
        let known = || self.elements.keys().chain(self.derived.keys());
        match did_you_mean(name, known().map(String::as_str)) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

/// Expands the derived conditions one after the other; each may name those above it.
pub fn add_derived(
    context: &mut Context,
    file: FileIx,
    derived: IndexMap<String, (Scalar, Scalar)>,
    names: &mut Names,
) {
    names.later = derived.keys().cloned().collect();
    for (name, (key, formula)) in derived {
        names.later.retain(|later| *later != name);
        if !context.is_id(file, &key, None) {
            continue;
        }
        if let Some((_, element)) = names.elements.get(&name) {
            let element = element.clone();
            let message = format!("`{name}` is both an element and a derived condition");
            context.report(
                Diagnostic::new("duplicate-id", message, place(file, &key))
                    .label("derived here")
                    .also(element, "the element"),
            );
            continue;
        }
        let condition = names.optional(context, file, Some(&formula));
        names.derived.insert(name, condition);
    }
}
