//! Reads the glossary; it checks that its tables and terms are known, not what its texts say.

use super::context::{Parsed, place};
use super::kind;
use super::loader::{Layout, Loader};
use super::raw::*;
use crate::diagnostic::FileIx;
use crate::model::*;
use indexmap::IndexMap;

/// The glossary, part by part; empty where the dataset has none.
pub fn glossary(
    loader: &mut Loader,
    raw: Option<Parsed<Entries<RawGlossaryPart>>>,
    tables: &IndexMap<TableId, Table>,
    figures: &IndexMap<FigureId, Figure>,
) -> IndexMap<String, GlossaryPart> {
    let mut parts = IndexMap::new();
    let Some(Parsed { file, value }) = raw else {
        return parts;
    };
    for (id, (key, raw)) in loader.context.unique(file, value) {
        loader.context.is_id(file, &key, None);
        let title = loader.localized(file, raw.title, Layout::OneLine);
        let mut entries = IndexMap::new();
        for (id, (key, raw)) in loader.context.unique(file, raw.entries) {
            loader.context.is_id(file, &key, None);
            let names = &loader.names;
            let when = names.optional(&mut loader.context, file, raw.when.as_ref());
            let listed = raw.tables.iter().flatten();
            let context = &mut loader.context;
            let listed = context.look_up_all(kind::TABLE, file, listed, tables);
            let lists = figures_by_edition(loader, file, raw.figures, figures);
            let reconstructed = raw.reconstructed.iter().flatten();
            let reconstructed = reconstructed.filter_map(|edition| loader.edition(file, edition));
            let reconstructed = reconstructed.collect();
            let entry = GlossaryEntry {
                when,
                name: loader.localized(file, raw.name, Layout::OneLine),
                text: loader.localized(file, raw.text, Layout::Blocks),
                tables: listed,
                figures: lists,
                reconstructed,
                at: loader.lines(file, raw.at),
                place: place(file, &key),
            };
            entries.insert(id, entry);
        }
        parts.insert(id, GlossaryPart { title, entries });
    }
    parts
}

/// The figures that an entry lists, edition by edition.
fn figures_by_edition(
    loader: &mut Loader,
    file: FileIx,
    raw: Option<Entries<Vec<Scalar>>>,
    known: &IndexMap<FigureId, Figure>,
) -> IndexMap<EditionIx, Vec<FigureId>> {
    let mut lists = IndexMap::new();
    for (_, (edition, raw)) in loader.context.unique(file, raw.unwrap_or_default()) {
        let listed = loader.context.look_up_all(kind::FIGURE, file, &raw, known);
        if let Some(edition) = loader.edition(file, &edition) {
            lists.insert(edition, listed);
        }
    }
    lists
}
