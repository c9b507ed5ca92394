//! Compiles a condition to a CSS selector that matches `:root` exactly when it holds; it does not
//! decide what the condition is used for.

use super::Condition;
use crate::model::{EditionIx, ElementIx};

/// Which inputs of a page stand for an edition or an element.
pub trait CssNames {
    /// The id of the edition's radio button.
    fn edition(&self, edition: EditionIx) -> String;
    /// The ids of the checkboxes any of which selects the element.
    fn element(&self, element: ElementIx) -> Vec<String>;
}

/// A compound selector, to be written directly behind `:root`; empty where the condition always
/// holds. It matches nothing where the condition never holds.
pub fn selector(condition: &Condition, names: &impl CssNames) -> String {
    match condition {
        Condition::True => String::new(),
        Condition::False => ":not(*)".to_owned(),
        Condition::Edition(edition) => has_checked(&[names.edition(*edition)]),
        Condition::Element(element) => has_checked(&names.element(*element)),
        Condition::Not(inner) => format!(":not({})", or_any(selector(inner, names))),
        Condition::And(parts) => parts.iter().map(|part| selector(part, names)).collect(),
        Condition::Or(parts) => {
            let parts: Vec<_> = parts
                .iter()
                .map(|part| or_any(selector(part, names)))
                .collect();
            format!(":is({})", parts.join(","))
        }
    }
}

fn has_checked(inputs: &[String]) -> String {
    let inputs: Vec<_> = inputs.iter().map(|id| format!("#{id}:checked")).collect();
    format!(":has({})", inputs.join(","))
}

fn or_any(selector: String) -> String {
    if selector.is_empty() {
        "*".to_owned()
    } else {
        selector
    }
}
