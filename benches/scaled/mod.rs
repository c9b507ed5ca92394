//! Writes a dataset that is many times as large as the repository's: copies of everything but
//! sources, editions and terms, side by side, each with names of its own. There are as many presets
//! as before, each with the boxes of all copies, and neither pages in Markdown nor those of the wiki.

use serde_json::{Map, Value, json};
use std::path::Path;
use walkdir::WalkDir;

/// The dataset in `from`, `times` over, in a folder of its own.
pub fn scaled(from: &Path, times: usize) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for entry in WalkDir::new(from) {
        let entry = entry.expect("an entry");
        let path = entry.path().strip_prefix(from).expect("a path");
        let path = path.to_str().expect("a path");
        let text = || std::fs::read_to_string(entry.path()).expect("a file");
        match path.rsplit_once('.') {
            Some(("wiki", _)) => {}
            Some((_, "yaml")) => write(dir.path(), path, &text(), times),
            Some((icon, "svg")) => {
                for copy in 0..times {
                    let name = Copy(copy).name(icon);
                    save(dir.path(), &format!("{name}.svg"), &text());
                }
            }
            _ => {}
        }
    }
    dir
}

/// Writes the copies of one file: into one file if the dataset has only one of the kind.
fn write(dir: &Path, path: &str, text: &str, times: usize) {
    let (folder, name) = path.split_once('/').unwrap_or(("", path));
    if folder == "terms" {
        return save(dir, path, text);
    }
    let value: Value =
        serde_saphyr::from_str_with_options(text, serde_saphyr::options! { strict_booleans: true })
            .expect("YAML");
    let copies = (0..times).map(|copy| Copy(copy).file(folder, name, value.clone()));
    let is_single = folder.is_empty() || name == "resolutions.yaml";
    if is_single {
        let whole = copies.reduce(merged).expect("a copy");
        save(dir, path, &format!("{whole:#}\n"));
    } else {
        for (copy, value) in copies.enumerate() {
            save(
                dir,
                &format!("{folder}/{copy}-{name}"),
                &format!("{value:#}\n"),
            );
        }
    }
}

fn save(dir: &Path, path: &str, text: &str) {
    let path = dir.join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// Both values: lists behind each other, entries side by side.
fn merged(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Array(mut one), Value::Array(other)) => {
            for item in other {
                let is_known = item.is_string() && one.contains(&item);
                one.extend((!is_known).then_some(item));
            }
            Value::Array(one)
        }
        (Value::Object(mut one), Value::Object(other)) => {
            for (key, value) in other {
                let value = match one.remove(&key) {
                    Some(known) => merged(known, value),
                    None => value,
                };
                one.insert(key, value);
            }
            Value::Object(one)
        }
        (one, _) => one,
    }
}

/// One of the copies; it knows the shapes of files.
struct Copy(usize);

impl Copy {
    fn name(&self, id: &str) -> String {
        // What presets and tables say instead of names.
        let is_word = matches!(id, "published" | "all" | "figures" | "things");
        if is_word || id.starts_with("group ") {
            return id.to_owned();
        }
        format!("{id}-k{}", self.0)
    }

    fn file(&self, folder: &str, name: &str, value: Value) -> Value {
        match (folder, name) {
            ("", "game.yaml") => self.fields(value),
            ("", "lint.yaml" | "presets.yaml") => self.fields(value),
            ("tables" | "play" | "lists" | "faq", _) => self.fields(value),
            ("expansions", _) => {
                let mut value = self.fields(value);
                value["elements"] = self.keys(value["elements"].take());
                value
            }
            ("facts", "resolutions.yaml") => self.fields(value),
            ("facts", _) => self.facts(value),
            _ => self.keys(value),
        }
    }

    /// A mapping whose keys are ids.
    fn keys(&self, value: Value) -> Value {
        let entries = entries(value).into_iter();
        let entries = entries.map(|(key, value)| (self.name(&key), self.fields(value)));
        Value::Object(entries.collect())
    }

    /// A mapping whose keys are fields, or a list of such.
    fn fields(&self, value: Value) -> Value {
        match value {
            Value::Array(items) => items.into_iter().map(|item| self.fields(item)).collect(),
            Value::Object(fields) => {
                let fields = fields.into_iter();
                let fields = fields.map(|(key, value)| {
                    let value = self.field(&key, value);
                    (key, value)
                });
                Value::Object(fields.collect())
            }
            Value::String(text) => Value::String(self.text(&text)),
            other => other,
        }
    }

    fn field(&self, key: &str, value: Value) -> Value {
        match key {
            "when" => json!(self.condition(value.as_str().expect("a condition"))),
            "derived" | "when-in" => {
                let entries = entries(value).into_iter();
                let entries = entries.map(|(key, value)| {
                    let value = self.condition(value.as_str().expect("a condition"));
                    (self.name(&key), json!(value))
                });
                Value::Object(entries.collect())
            }
            "text-in" | "entries" => self.keys(value),
            "sections" => {
                let entries = entries(value).into_iter();
                let entries = entries.map(|(id, rows)| (self.name(&id), self.ids(rows)));
                Value::Object(entries.collect())
            }
            "if" | "then" => {
                let entries = entries(value).into_iter();
                let entries = entries.map(|(id, answers)| (self.name(&id), answers));
                Value::Object(entries.collect())
            }
            "decides" => {
                let cells = |cells| {
                    let cells = entries(cells).into_iter();
                    let cells = cells.map(|(figure, cell)| match cell {
                        Value::String(cell) => (self.name(&figure), json!(self.cell(&cell))),
                        other => (self.name(&figure), other),
                    });
                    Value::Object(cells.collect())
                };
                let rows = entries(value).into_iter();
                let rows = rows.map(|(question, row)| (self.name(&question), cells(row)));
                Value::Object(rows.collect())
            }
            "id" | "figure" | "does" | "question" | "of" | "under" | "alternative-of"
                if value.is_string() =>
            {
                json!(self.name(value.as_str().expect("an id")))
            }
            "figures" | "tables" | "with" | "topics" | "overview" | "shares"
                if value.is_array() =>
            {
                self.ids(value)
            }
            "elements" if value.is_array() => self.ids(value),
            // Those of each edition.
            "figures" if value.is_object() => {
                let editions = entries(value).into_iter();
                let editions = editions.map(|(edition, ids)| (edition, self.ids(ids)));
                Value::Object(editions.collect())
            }
            "notes" if value.is_array() => self.ids(value),
            "languages" | "sources" | "editions" | "published" | "at" | "take" | "rule"
            | "number" | "severities" => value,
            _ => self.fields(value),
        }
    }

    fn ids(&self, value: Value) -> Value {
        let ids = value.as_array().expect("a list").iter();
        ids.map(|id| json!(self.name(id.as_str().expect("an id"))))
            .collect()
    }

    fn facts(&self, mut value: Value) -> Value {
        let tables = entries(value["claims"].take())
            .into_iter()
            .map(|(table, rows)| {
                let rows = entries(rows).into_iter().map(|(question, cells)| {
                    let cells = entries(cells).into_iter().map(|(figure, cell)| match cell {
                        Value::String(cell) => (self.name(&figure), json!(self.cell(&cell))),
                        other if figure == "at" => (figure, other),
                        other => (self.name(&figure), other),
                    });
                    (self.name(&question), Value::Object(cells.collect()))
                });
                (self.name(&table), Value::Object(rows.collect()))
            });
        value["claims"] = Value::Object(tables.collect());
        value
    }

    /// `yes if a else no (note) @12` with its names.
    fn cell(&self, cell: &str) -> String {
        let (cell, line) = cell
            .split_once(" @")
            .map_or((cell, None), |(cell, line)| (cell, Some(line)));
        let (answers, notes) = cell
            .split_once(" (")
            .map_or((cell, None), |(a, n)| (a, Some(n)));
        let mut out = match answers.split_once(" if ") {
            Some((answer, rest)) => {
                let (when, or_else) = rest.split_once(" else ").expect("an else");
                format!(
                    "{} if {} else {}",
                    self.answer(answer),
                    self.condition(when),
                    self.answer(or_else)
                )
            }
            None => self.answer(answers),
        };
        if let Some(notes) = notes {
            let notes = notes
                .trim_end_matches(')')
                .split_whitespace()
                .map(|id| self.name(id));
            out.push_str(&format!(" ({})", notes.collect::<Vec<_>>().join(" ")));
        }
        if let Some(line) = line {
            out.push_str(&format!(" @{line}"));
        }
        out
    }

    fn answer(&self, answer: &str) -> String {
        match answer.strip_prefix("text ") {
            Some(id) => format!("text {}", self.name(id)),
            None => answer.to_owned(),
        }
    }

    fn condition(&self, text: &str) -> String {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut is_edition = false;
        let words = spaced.split_whitespace().map(|word| {
            let keeps = is_edition || matches!(word, "(" | ")" | "and" | "or" | "not" | "edition");
            is_edition = word == "edition";
            if keeps {
                word.to_owned()
            } else {
                self.name(word)
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// A text with the conditions of its parts.
    fn text(&self, text: &str) -> String {
        let mut parts = text.split("{if ");
        let mut out = parts.next().unwrap_or("").to_owned();
        for part in parts {
            let (condition, rest) = part.split_once('}').expect("a tag");
            out.push_str(&format!("{{if {}}}{rest}", self.condition(condition)));
        }
        out
    }
}

fn entries(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(entries) => entries,
        _ => Map::new(),
    }
}
