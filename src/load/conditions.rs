//! Resolves conditions: names become elements and editions, derived names their formulas.
//! Parsing them and reasoning about them are `logic`'s.

use super::context::{Context, place};
use super::kind;
use super::raw::Scalar;
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::logic::{Condition, Expression, parse};
use crate::model::{Derived, EditionIx, ElementIx, WrittenCondition};
use crate::nearest::{did_you_mean, listed};
use indexmap::IndexMap;
use std::ops::Range;

/// How many names a condition may have when its derived conditions are written out: one that
/// names another twice, and so on, would be larger than memory.
const MOST_NAMES: usize = 1_000;
/// What means something else in conditions and cells, and so names nothing.
const RESERVED: [&str; 6] = ["and", "or", "not", "edition", "if", "else"];

/// What the names in conditions mean.
#[derive(Debug, Default)]
pub struct Names {
    /// The editions.
    pub editions: IndexMap<String, EditionIx>,
    /// The elements, each with the place of its declaration.
    pub elements: IndexMap<String, (ElementIx, Place)>,
    /// The derived conditions, expanded; `None` for one that is wrong, which is reported already.
    pub derived: IndexMap<String, Option<Condition>>,
    /// The expansions with their elements' names, for advice only: conditions name elements.
    pub expansions: IndexMap<String, Vec<String>>,
    /// Derived conditions that are not expanded yet; the first is the one being read.
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
            let inner = range.start + inner.start..range.start + inner.end;
            context.place_in(file, scalar, inner)
        };
        match parse(text) {
            Ok(expression) => {
                let size = self.size(&expression);
                if size <= MOST_NAMES {
                    let condition = self.resolve(context, &expression, &place_of);
                    if condition.is_some() {
                        let start = text.len() - text.trim_start().len();
                        let place = place_of(context, start..text.trim_end().len());
                        context
                            .conditions
                            .push(WrittenCondition { expression, place });
                    }
                    return condition;
                }
                let message = format!(
                    "this condition has {size} names when its derived conditions are written out"
                );
                let place = place_of(context, 0..text.len());
                let help = format!("it may have {MOST_NAMES}; say it in a simpler way");
                context.report(Diagnostic::new("too-large", message, place).help(help));
                None
            }
            Err(error) => {
                let place = place_of(context, error.range);
                let message = format!("this is not a condition: {}", error.message);
                let help = "a condition is names with `and`, `or`, `not`, parentheses and \
                            `edition E`: `brake and (coolant or not air-jet)`";
                context.report(Diagnostic::new("bad-condition", message, place).help(help));
                None
            }
        }
    }

    /// How many names the expression has when its derived conditions are written out.
    fn size(&self, expression: &Expression) -> usize {
        match expression {
            Expression::And(parts) | Expression::Or(parts) => {
                let sizes = parts.iter().map(|part| self.size(part));
                sizes.fold(0, usize::saturating_add)
            }
            Expression::Not(inner) => self.size(inner),
            Expression::Edition(..) => 1,
            Expression::Name(name, _) => match self.derived.get(name) {
                Some(Some(derived)) => derived_size(derived),
                _ => 1,
            },
        }
    }

    /// The condition, or true where there is none; a wrong one is reported and counts as false, so
    /// that nothing is asked of what it belongs to.
    pub fn optional(
        &self,
        context: &mut Context,
        file: FileIx,
        scalar: Option<&Scalar>,
    ) -> Condition {
        let Some(scalar) = scalar else {
            return Condition::True;
        };
        let condition = self.condition(context, file, scalar);
        condition.unwrap_or(Condition::False)
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
                    context.unknown(kind::EDITION, place, edition, known);
                }
                found.map(Condition::Edition)
            }
            Expression::Name(name, range) => {
                if let Some((element, _)) = self.elements.get(name) {
                    return Some(Condition::Element(*element));
                }
                if let Some(derived) = self.derived.get(name) {
                    return derived.clone();
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
        match self.later.iter().position(|later| later == name) {
            Some(0) => return diagnostic.help("a derived condition cannot name itself"),
            Some(_) => {
                let help = format!("`{name}` is derived further down; move it above");
                return diagnostic.help(help);
            }
            None => {}
        }
        if let Some(elements) = self.expansions.get(name) {
            let elements: Vec<_> = elements.iter().map(String::as_str).collect();
            let elements = listed(&elements, "and");
            let help =
                format!("`{name}` is an expansion; conditions name elements, here {elements}");
            return diagnostic.help(help);
        }
        let known = || self.elements.keys().chain(self.derived.keys());
        let near = did_you_mean(name, known().map(String::as_str));
        diagnostic.help(near.unwrap_or_else(|| {
            "elements are declared in the folder expansions, derived conditions in game.yaml".into()
        }))
    }
}

fn derived_size(condition: &Condition) -> usize {
    let mut size = 0;
    condition.variables(&mut |_| size += 1);
    size
}

/// Expands the derived conditions one after the other; each may name those above it.
pub fn add_derived(
    context: &mut Context,
    file: FileIx,
    derived: IndexMap<String, (Scalar, Scalar)>,
    names: &mut Names,
) -> IndexMap<String, Derived> {
    let mut all = IndexMap::new();
    names.later = derived.keys().cloned().collect();
    for (name, (key, formula)) in derived {
        is_name(context, file, &key);
        if let Some((_, element)) = names.elements.get(&name) {
            let element = element.clone();
            let message = format!("`{name}` is both an element and a derived condition");
            context.report(
                Diagnostic::new("duplicate-id", message, place(file, &key))
                    .label("derived here")
                    .also(element, "the element")
                    .help("rename one of the two"),
            );
        }
        let condition = names.condition(context, file, &formula);
        if let Some(when) = condition.clone() {
            let place = place(file, &key);
            all.insert(name.clone(), Derived { when, place });
        }
        names.later.retain(|later| *later != name);
        names.derived.insert(name, condition);
    }
    all
}

/// Whether conditions can name what `key` declares; reports it if not.
pub fn is_name(context: &mut Context, file: FileIx, key: &Scalar) -> bool {
    let is_free = !RESERVED.contains(&key.value.as_str());
    if !is_free {
        let message = format!("`{}` is a word of conditions and names nothing", key.value);
        context.error("bad-id", message, file, key);
    }
    context.is_id(file, key, None) && is_free
}
