//! The JSON Schema of every file of a dataset, derived from the raw shapes that read them. It
//! describes shapes only: whether names are known and texts are sound, loading a dataset tells.

use super::raw::*;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;
use std::borrow::Cow;

/// The schema of one kind of file.
#[derive(Debug)]
pub struct FileSchema {
    /// What the kind is called: `expansion`.
    pub name: &'static str,
    /// Which files of a dataset are of the kind: `expansions/*.yaml`.
    pub files: &'static str,
    /// The schema, of draft 2020-12.
    pub schema: Value,
}

/// The schemas of all kinds of files, in the order of `rules/README.md`. Where two kinds fit the
/// name of a file, the first is meant.
pub fn schemas() -> Vec<FileSchema> {
    vec![
        file::<RawGame>("game", "game.yaml"),
        file::<RawExpansion>("expansion", "expansions/*.yaml"),
        file::<Entries<RawPreset>>("presets", "presets.yaml"),
        file::<Entries<RawFigure>>("figures", "figures.yaml"),
        file::<Entries<RawQuestion>>("questions", "questions.yaml"),
        file::<Entries<RawText>>("sections", "sections.yaml"),
        file::<RawTable>("table", "tables/*.yaml"),
        file::<Vec<RawResolution>>("resolutions", "facts/resolutions.yaml"),
        file::<RawFacts>("facts", "facts/*.yaml"),
        file::<Entries<RawNote>>("notes", "notes/*.yaml"),
        file::<RawFaq>("faq", "faq/*.yaml"),
        file::<RawPhase>("phase", "play/*.yaml"),
        file::<RawList>("list", "lists/*.yaml"),
        file::<Entries<RawCellText>>("cell-texts", "cell-texts.yaml"),
        file::<Entries<RawGlossaryPart>>("glossary", "glossary.yaml"),
        file::<Entries<RawInvariant>>("invariants", "invariants.yaml"),
        file::<RawWiki>("wiki", "wiki.yaml"),
        file::<RawLint>("lint", "lint.yaml"),
        file::<RawTerms>("terms", "terms/*.yaml"),
    ]
}

fn file<T: JsonSchema>(name: &'static str, files: &'static str) -> FileSchema {
    let schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>();
    let mut schema = schema.to_value();
    if let Some(object) = schema.as_object_mut() {
        object.insert("title".to_owned(), Value::from(files));
    }
    FileSchema {
        name,
        files,
        schema,
    }
}

impl JsonSchema for Scalar {
    fn schema_name() -> Cow<'static, str> {
        "Scalar".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "number", "boolean", "null"]})
    }
}

impl<V: JsonSchema> JsonSchema for Entries<V> {
    fn schema_name() -> Cow<'static, str> {
        format!("EntriesOf{}", V::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let entry = generator.subschema_for::<V>();
        json_schema!({"type": "object", "additionalProperties": entry})
    }
}

impl JsonSchema for OneOrMany {
    fn schema_name() -> Cow<'static, str> {
        "OneOrMany".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<Scalar>();
        json_schema!({"anyOf": [one, {"type": "array", "items": one}]})
    }
}

impl JsonSchema for RawForm {
    fn schema_name() -> Cow<'static, str> {
        "Form".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let word = generator.subschema_for::<Scalar>();
        let edition = generator.subschema_for::<Entries<Scalar>>();
        json_schema!({"anyOf": [word, edition]})
    }
}
