//! Attributes of style that set nothing, since they are written as others are.

use super::{Subject, each_attributes, warning};
use crate::diagnostic::Diagnostic;
use crate::wiki::markup::Attribute;
use std::ops::Range;

/// Every declaration of a style that is written with `=`, and every property that is written as an
/// attribute.
pub fn check(subject: &Subject<'_, '_, '_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    each_attributes(&subject.page.nodes, &mut |attributes| {
        for attribute in attributes {
            match attribute.name.as_str() {
                "style" => found.extend(declarations(subject, attribute)),
                name if is_property(name) => found.push(bare(subject, attribute)),
                _ => {}
            }
        }
    });
    found
}

/// Properties of styles have hyphens in their names, attributes have none but for these.
fn is_property(name: &str) -> bool {
    name.contains('-') && !name.starts_with("data-") && !name.starts_with("aria-")
}

/// What in a style is no declaration.
fn declarations(subject: &Subject<'_, '_, '_>, style: &Attribute) -> Vec<Diagnostic> {
    let value = subject.page.at(&style.value);
    let declarations = value.split(';').map(str::trim);
    let broken = declarations.filter_map(|declaration| {
        let (property, set) = declaration.split_once('=')?;
        (!declaration.contains(':')).then(|| {
            let start =
                style.value.start + (declaration.as_ptr() as usize - value.as_ptr() as usize);
            let right = format!("{}: {}", property.trim(), set.trim());
            unset(
                subject,
                declaration,
                &right,
                &(start..start + declaration.len()),
            )
        })
    });
    broken.collect()
}

fn bare(subject: &Subject<'_, '_, '_>, attribute: &Attribute) -> Diagnostic {
    let value = subject.page.at(&attribute.value).trim();
    let right = format!("style=\"{}: {value};\"", attribute.name);
    let whole = subject.page.at(&attribute.range);
    unset(subject, whole, &right, &attribute.range)
}

fn unset(
    subject: &Subject<'_, '_, '_>,
    written: &str,
    right: &str,
    range: &Range<usize>,
) -> Diagnostic {
    let message = format!("`{written}` sets nothing");
    let finding = subject.found("broken-style", message, range);
    warning(finding).help(format!("write `{right}`"))
}
