//! Reads the general lists, in the order of their files' names; when their items are shown is the
//! view's.

use super::context::{Parsed, place};
use super::loader::{Declared, Layout, Loader};
use super::raw::*;
use crate::diagnostic::Diagnostic;
use crate::model::*;
use indexmap::IndexMap;

/// The lists of all files.
pub fn lists(loader: &mut Loader, raw: Vec<Parsed<RawList>>) -> IndexMap<ListId, GeneralList> {
    let mut declared = Declared::new("list");
    let mut lists = IndexMap::new();
    for Parsed { file, value: raw } in raw {
        loader.context.is_id(file, &raw.id, None);
        let is_new = declared.add(&mut loader.context, file, &raw.id);
        let source = loader.source(file, &raw.source);
        if raw.items.all.is_empty() {
            let message = format!("the list `{}` has no items", raw.id.value);
            let diagnostic = Diagnostic::new("missing-entry", message, place(file, &raw.id));
            loader
                .context
                .report(diagnostic.help("write them, or remove the list"));
        }
        let mut items = IndexMap::new();
        for (id, (key, raw)) in loader.context.unique(file, raw.items) {
            loader.context.is_id(file, &key, None);
            let names = &loader.names;
            let when = names.optional(&mut loader.context, file, raw.when.as_ref());
            let at = source.clone().zip(raw.at);
            let item = ListItem {
                when,
                text: loader.localized(file, raw.text, Layout::OneLine),
                at: at
                    .map(|(source, at)| loader.lines_of(file, source, &at))
                    .into_iter()
                    .collect(),
                place: place(file, &key),
            };
            items.insert(id, item);
        }
        let list = GeneralList {
            title: loader.localized(file, raw.title, Layout::OneLine),
            text: loader.localized(file, raw.text, Layout::OneLine),
            items,
            place: place(file, &raw.id),
        };
        if is_new {
            lists.insert(ListId::new(raw.id.value), list);
        }
    }
    lists
}
