//! Reads the ready-made selections.

use super::context::{Parsed, place};
use super::kind;
use super::loader::{Layout, Loader};
use super::raw::*;
use crate::diagnostic::{Diagnostic, FileIx};
use crate::model::*;
use indexmap::IndexMap;

/// The ready-made selections.
pub fn presets(
    loader: &mut Loader,
    raw: Option<Parsed<Entries<RawPreset>>>,
    expansions: &IndexMap<ExpansionId, Expansion>,
    elements: &IndexMap<ElementId, Element>,
) -> IndexMap<PresetId, Preset> {
    let mut presets = IndexMap::new();
    let Some(Parsed { file, value }) = raw else {
        return presets;
    };
    for (id, (key, raw)) in loader.context.unique(file, value) {
        loader.context.is_id(file, &key, None);
        let edition = raw.edition.as_ref();
        let edition = edition.and_then(|edition| loader.edition(file, edition));
        let mut chosen = Vec::new();
        for with in &raw.with {
            chosen.extend(preset_elements(
                loader, file, with, edition, expansions, elements,
            ));
        }
        chosen.sort_unstable();
        chosen.dedup();
        let name = loader.localized(file, raw.name, Layout::OneLine);
        let preset = Preset {
            name,
            edition,
            elements: chosen,
        };
        presets.insert(PresetId::new(id), preset);
    }
    presets
}

/// What one word of a preset's `with` chooses.
fn preset_elements(
    loader: &mut Loader,
    file: FileIx,
    with: &Scalar,
    edition: Option<EditionIx>,
    expansions: &IndexMap<ExpansionId, Expansion>,
    elements: &IndexMap<ElementId, Element>,
) -> Vec<ElementIx> {
    let all = || (0u16..).map(ElementIx).zip(elements.values());
    if with.value == "all" {
        return all().map(|(ix, _)| ix).collect();
    }
    if with.value == "published" {
        let Some(edition) = edition else {
            let message = "`published` needs the preset to name its edition".to_owned();
            loader.context.error("no-edition", message, file, with);
            return Vec::new();
        };
        return all()
            .filter(|(_, element)| element.published.contains(&edition))
            .map(|(ix, _)| ix)
            .collect();
    }
    if let Some(group) = with.value.strip_prefix("group ") {
        let group = group.trim();
        if !Group::ALL.into_iter().any(|known| known.as_str() == group) {
            let message = format!("there is no group `{group}`");
            let diagnostic = Diagnostic::new("unknown-group", message, place(file, with));
            let known = Group::ALL.into_iter().map(Group::as_str);
            loader.context.unknown_name(diagnostic, group, known);
        }
        let of_group = expansions.values().filter(|e| e.group.as_str() == group);
        return of_group.flat_map(|e| e.elements.clone()).collect();
    }
    if let Some(expansion) = expansions.get(with.value.as_str()) {
        return expansion.elements.clone();
    }
    if let Some((ix, _)) = loader.names.elements.get(&with.value) {
        return vec![*ix];
    }
    let known = expansions.keys().map(ExpansionId::as_str);
    let known = known.chain(elements.keys().map(ElementId::as_str));
    let (at, name) = (place(file, with), &with.value);
    let context = &mut loader.context;
    context.unknown(kind::EXPANSION_OR_ELEMENT, at, name, known);
    Vec::new()
}
