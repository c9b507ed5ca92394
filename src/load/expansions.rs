//! Reads expansions with their elements. It selects nothing.

use super::conditions::is_name;
use super::context::{Parsed, place};
use super::loader::{Declared, Layout, Loader};
use super::raw::*;
use crate::diagnostic::{Diagnostic, FileIx};
use crate::model::*;
use indexmap::IndexMap;

/// How many elements there may be: more than any game has, and as many as can be counted.
const MOST_ELEMENTS: usize = 10_000;

/// The expansions in the order in which they are shown: by group, numbered ones first, those that
/// share elements behind others of their number, then by id.
pub fn in_shelf_order(raw: &mut [Parsed<RawExpansion>]) {
    raw.sort_by_key(|parsed| {
        let raw = &parsed.value;
        let group = Group::ALL
            .into_iter()
            .position(|group| group.as_str() == raw.group.value);
        let number = raw
            .number
            .as_ref()
            .and_then(|n| n.value.parse::<u32>().ok());
        let shares = raw.shares.is_some();
        let id = raw.id.value.clone();
        (group, number.unwrap_or(u32::MAX), shares, id)
    });
}

/// Declares the elements of all expansions, so that conditions can name them.
pub fn declare_elements(loader: &mut Loader, expansions: &[Parsed<RawExpansion>]) {
    let mut elements = Declared::new("element");
    for Parsed { file, value } in expansions {
        let shared = value.shares.iter().flatten();
        let mut names: Vec<_> = shared.map(|element| element.value.clone()).collect();
        for (key, _) in value.elements.iter().flat_map(|own| &own.all) {
            let ix = loader.names.elements.len();
            if ix == MOST_ELEMENTS {
                let message = format!("there are more than {MOST_ELEMENTS} elements");
                let diagnostic = Diagnostic::new("too-large", message, place(*file, key));
                let diagnostic = diagnostic.help("divide the dataset into several games");
                loader.context.report(diagnostic);
                return;
            }
            if is_name(&mut loader.context, *file, key)
                && elements.add(&mut loader.context, *file, key)
                && let Ok(ix) = u16::try_from(ix)
            {
                let entry = (ElementIx(ix), place(*file, key));
                loader.names.elements.insert(key.value.clone(), entry);
                names.push(key.value.clone());
            }
        }
        let id = value.id.value.clone();
        loader.names.expansions.insert(id, names);
    }
}

/// The expansions with their elements, both in the order of the dataset.
pub fn expansions(
    loader: &mut Loader,
    raw: Vec<Parsed<RawExpansion>>,
) -> (
    IndexMap<ExpansionId, Expansion>,
    IndexMap<ElementId, Element>,
) {
    let mut declared = Declared::new("expansion");
    let mut expansions = IndexMap::new();
    let mut elements = IndexMap::new();
    for Parsed { file, value: raw } in raw {
        loader.context.is_id(file, &raw.id, None);
        declared.add(&mut loader.context, file, &raw.id);
        let id = ExpansionId::new(raw.id.value.clone());
        let mut own = shared(loader, file, &raw);
        let name = loader.localized(file, raw.name, Layout::OneLine);
        let number = raw.number.as_ref();
        let number = number.and_then(|number| loader.context.number(file, number));
        let group = group(loader, file, &raw.group);
        for (key, element) in raw.elements.into_iter().flat_map(|own| own.all) {
            let declared = loader.names.elements.get(&key.value);
            let Some((ix, at)) = declared.cloned() else {
                continue;
            };
            if at != place(file, &key) {
                continue;
            }
            own.push(ix);
            let element = read_element(loader, file, &id, element);
            elements.insert(ElementId::new(key.value), element);
        }
        check_shared_name(loader, file, &raw.id, &own);
        let expansion = Expansion {
            group,
            number,
            name,
            elements: own,
        };
        expansions.insert(id, expansion);
    }
    for (id, expansion) in &expansions {
        for ix in &expansion.elements {
            if let Some((_, element)) = elements.get_index_mut(ix.index())
                && element.expansion != *id
            {
                element.shared_by.push(id.clone());
            }
        }
    }
    (expansions, elements)
}

/// The elements of other expansions that an expansion brings, too.
fn shared(loader: &mut Loader, file: FileIx, raw: &RawExpansion) -> Vec<ElementIx> {
    let own = raw.elements.iter().flat_map(|own| &own.all);
    let mut listed: IndexMap<_, _> = own.map(|(key, _)| (&key.value, key)).collect();
    let mut shared = Vec::new();
    for element in raw.shares.iter().flatten() {
        let Some(ix) = loader.element(file, element) else {
            continue;
        };
        if let Some(first) = listed.insert(&element.value, element) {
            let message = format!("the expansion lists `{}` twice", element.value);
            let diagnostic = Diagnostic::new("duplicate-id", message, place(file, element))
                .label("again here")
                .also(place(file, first), "first here")
                .help("`shares` lists elements that other expansions declare, each once");
            loader.context.report(diagnostic);
            continue;
        }
        shared.push(ix);
    }
    shared
}

fn read_element(
    loader: &mut Loader,
    file: FileIx,
    expansion: &ExpansionId,
    raw: RawElement,
) -> Element {
    let published = raw.published.iter();
    let published = published.filter_map(|edition| loader.edition(file, edition));
    let published = published.collect();
    let name = loader.localized(file, raw.name, Layout::OneLine);
    let remark = raw
        .remark
        .map(|remark| loader.localized(file, remark, Layout::OneLine));
    Element {
        expansion: expansion.clone(),
        shared_by: Vec::new(),
        published,
        basis: raw.basis.value,
        name,
        remark,
    }
}

/// A name that is both an expansion and an element must mean the same set.
fn check_shared_name(loader: &mut Loader, file: FileIx, id: &Scalar, own: &[ElementIx]) {
    let Some((element, at)) = loader.names.elements.get(&id.value) else {
        return;
    };
    if own != [*element] {
        let message = format!(
            "`{}` is an expansion and an element, which choose different things",
            id.value
        );
        let diagnostic = Diagnostic::new("ambiguous-name", message, place(file, id))
            .label("the expansion")
            .also(at.clone(), "the element")
            .help("only an expansion with that one element may share its name");
        loader.context.report(diagnostic);
    }
}

fn group(loader: &mut Loader, file: FileIx, scalar: &Scalar) -> Group {
    let context = &mut loader.context;
    let group = context.one_of(file, scalar, Group::ALL, Group::as_str);
    group.unwrap_or(Group::Other)
}
