//! Reads a file of YAML into a raw shape; it does not look at what the shape says.

mod error;
mod tree;
pub mod written;

use super::context::{Context, Parsed};
use crate::diagnostic::FileIx;
use error::explained;
use serde::de::DeserializeOwned;
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy};

/// How deep mappings and lists may nest.
pub const DEEPEST: usize = 64;

/// The file in the shape `T`; `None` and a message where it has another.
pub fn parse<T: DeserializeOwned>(file: FileIx, context: &mut Context) -> Option<Parsed<T>> {
    let end = context.files.get(file).map_or(0, |f| f.text.len());
    parse_before(end, file, context)
}

/// What stands in the file before `end` in the shape `T`, as [`parse`].
pub fn parse_before<T: DeserializeOwned>(
    end: usize,
    file: FileIx,
    context: &mut Context,
) -> Option<Parsed<T>> {
    let text = context.files.get(file).and_then(|f| f.text.get(..end));
    let text = text.unwrap_or("");
    match serde_saphyr::from_str_with_options(text, options()) {
        Ok(value) => Some(Parsed { file, value }),
        Err(error) => {
            let diagnostic = explained(context, file, &error);
            context.report(diagnostic);
            None
        }
    }
}

/// Nothing that costs more than it shows, and nothing that is read in another way than it looks.
pub fn options() -> serde_saphyr::Options {
    serde_saphyr::options! {
        strict_booleans: true,
        merge_keys: MergeKeyPolicy::Error,
        // Repeated keys are reported by the second pass, with both places.
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        // A text that begins with `!` would lose its first word.
        reject_unsupported_tags: true,
        reject_tagged_field_names: true,
        with_snippet: false,
        budget: serde_saphyr::budget! {
            max_nodes: 4_000_000,
            max_events: 8_000_000,
            max_depth: DEEPEST,
            max_aliases: 1_000,
            max_anchors: 1_000,
        },
    }
}
