//! Compiles a condition to a CSS selector that matches `:root` exactly when it holds; it does not
//! decide what the condition is used for.

use super::Condition;
use crate::model::{EditionIx, ElementIx};

/// Which inputs of a page stand for an edition or an element, as lists of selectors: `#x-brake:checked`.
pub trait CssNames {
    /// The edition's radio button, where it is set.
    fn edition(&self, edition: EditionIx) -> &str;
    /// The checkboxes any of which selects the element, where they are set.
    fn element(&self, element: ElementIx) -> &str;
}

/// A compound selector, to be written directly behind `:root`; empty where the condition always
/// holds. It matches nothing where the condition never holds.
pub fn selector(condition: &Condition, names: &impl CssNames) -> String {
    let mut out = String::new();
    write(condition, names, &mut out);
    out
}

fn write(condition: &Condition, names: &impl CssNames, out: &mut String) {
    match condition {
        Condition::True => {}
        Condition::False => out.push_str(":not(*)"),
        Condition::Edition(edition) => has(names.edition(*edition), out),
        Condition::Element(element) => has(names.element(*element), out),
        Condition::Not(inner) => {
            out.push_str(":not(");
            write_or_any(inner, names, out);
            out.push(')');
        }
        Condition::And(parts) => parts.iter().for_each(|part| write(part, names, out)),
        Condition::Or(parts) => {
            out.push_str(":is(");
            for (n, part) in parts.iter().enumerate() {
                out.push_str(if n > 0 { "," } else { "" });
                write_or_any(part, names, out);
            }
            out.push(')');
        }
    }
}

fn has(inputs: &str, out: &mut String) {
    out.push_str(":has(");
    out.push_str(inputs);
    out.push(')');
}

/// The selector, or one that everything matches in place of an empty one.
fn write_or_any(condition: &Condition, names: &impl CssNames, out: &mut String) {
    let start = out.len();
    write(condition, names, out);
    if out.len() == start {
        out.push('*');
    }
}
