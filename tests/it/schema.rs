//! The JSON Schemas: what they say of the dataset's files, and of files that are wrong.

use crate::support::{rules, small_dataset};
use jsonschema::Validator;
use rulegrid::load::{FileSchema, schemas};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Whether a pattern with at most one `*` fits the path of a file.
fn fits(pattern: &str, path: &str) -> bool {
    pattern
        .split_once('*')
        .map_or(pattern == path, |(head, tail)| {
            path.starts_with(head) && path.ends_with(tail)
        })
}

fn schema_of(path: &str) -> FileSchema {
    let mut known = schemas().into_iter();
    let found = known.find(|schema| fits(schema.files, path));
    found.unwrap_or_else(|| panic!("no schema fits {path}"))
}

/// The YAML files below a folder, with their paths in it.
fn files(dir: &Path) -> Vec<(String, PathBuf)> {
    let entries = walkdir::WalkDir::new(dir).sort_by_file_name().into_iter();
    let entries = entries.map(|entry| entry.expect("an entry").into_path());
    let entries = entries.filter(|path| path.extension().is_some_and(|e| e == "yaml"));
    let below = |path: PathBuf| {
        let name = path.strip_prefix(dir).expect("a file of the folder");
        (name.to_string_lossy().replace('\\', "/"), path)
    };
    entries.map(below).collect()
}

fn value(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a file");
    serde_saphyr::from_str(&text).expect("YAML")
}

#[test]
fn every_file_of_the_dataset_is_valid_and_names_its_schema() {
    let mut validators: BTreeMap<&str, Validator> = BTreeMap::new();
    let files = files(&rules());
    assert!(files.len() > 60, "{}", files.len());
    for (name, path) in files {
        let schema = schema_of(&name);
        let validator = validators
            .entry(schema.name)
            .or_insert_with(|| jsonschema::validator_for(&schema.schema).expect("a schema"));
        let errors: Vec<_> = validator
            .iter_errors(&value(&path))
            .map(|error| format!("{name} {}: {error}", error.instance_path()))
            .collect();
        assert_eq!(errors, Vec::<String>::new());
        let up = "../".repeat(name.matches('/').count());
        let line = format!(
            "# yaml-language-server: $schema={up}schemas/{}.json",
            schema.name
        );
        let text = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(text.lines().next(), Some(line.as_str()), "{name}");
    }
}

#[test]
fn the_schemas_beside_the_dataset_are_those_of_the_program() {
    let folder = rules().join("schemas");
    let mut written = std::fs::read_dir(&folder).expect("a folder").count();
    for schema in schemas() {
        let path = folder.join(format!("{}.json", schema.name));
        let text = std::fs::read_to_string(&path).expect("a schema");
        let help = "write them anew: cargo run -- schema --out rules/schemas";
        assert!(
            text == format!("{:#}\n", schema.schema),
            "{}: {help}",
            schema.name
        );
        written -= 1;
    }
    assert_eq!(written, 0, "more files than schemas");
}

#[test]
fn a_small_dataset_is_valid_too() {
    let dir = small_dataset(&[]);
    for (name, path) in files(dir.path()) {
        let schema = schema_of(&name).schema;
        assert!(jsonschema::is_valid(&schema, &value(&path)), "{name}");
    }
}

#[test]
fn what_is_no_shape_of_a_file_is_invalid() {
    let wrong = [
        ("figures.yaml", "bear: {name: {en: bear}, when: [bear]}"),
        ("figures.yaml", "bear: {when: bear}"),
        ("figures.yaml", "bear: {name: {en: bear}, wen: bear}"),
        ("questions.yaml", "eat: {text: {en: eats?}, by: bear}"),
        ("notes/main.yaml", "a: {speaks: nobody-else, text: {en: a}}"),
        (
            "expansions/a.yaml",
            "{id: a, group: huge, name: {en: a}, elements: {}}",
        ),
        ("facts/a.yaml", "{source: a, editions: E1, claims: {}}"),
        ("facts/resolutions.yaml", "{question: a}"),
        ("terms/en.yaml", "bear: {one: [bear]}"),
        ("game.yaml", "{id: a}"),
    ];
    for (path, text) in wrong {
        let schema = schema_of(path).schema;
        let value: Value = serde_saphyr::from_str(text).expect("YAML");
        assert!(!jsonschema::is_valid(&schema, &value), "{path}: {text}");
    }
}

#[test]
fn what_people_complete_from_is_described() {
    for schema in schemas() {
        let text = schema.schema.to_string();
        assert_eq!(
            schema.schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        let described = text.matches("\"description\"").count();
        let fields = text.matches("\"properties\"").count();
        assert!(
            described >= fields,
            "{}: {described} of {fields}",
            schema.name
        );
    }
}
