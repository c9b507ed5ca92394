//! `rulegrid schema`: the JSON Schema of the dataset's files, for editors that complete and check
//! while somebody types.

use super::write::write;
use super::{Failure, Outcome, write_result};
use crate::load::{FileSchema, schemas};
use crate::nearest::did_you_mean;
use clap::Args;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The options of `rulegrid schema`.
#[derive(Args, Debug)]
pub struct Schema {
    /// One kind of file: game, expansion, figures, … Without it, all of them by the names of their
    /// files
    #[arg(value_name = "KIND")]
    kind: Option<String>,
    /// Write a file for each kind into a folder
    #[arg(long, value_name = "DIR", conflicts_with = "kind")]
    out: Option<PathBuf>,
}

impl Schema {
    /// Writes the schemas to stdout or into a folder.
    pub fn run(&self) -> Outcome {
        let schemas = schemas();
        if let Some(folder) = &self.out {
            return into_folder(folder, &schemas);
        }
        let shown = match &self.kind {
            Some(kind) => one(&schemas, kind)?.schema.clone(),
            None => by_file(&schemas),
        };
        write_result(&format!("{shown:#}\n"))
    }
}

fn one<'s>(schemas: &'s [FileSchema], kind: &str) -> Result<&'s FileSchema, Failure> {
    schemas.iter().find(|s| s.name == kind).ok_or_else(|| {
        let names = schemas.iter().map(|schema| schema.name);
        let all = names.clone().collect::<Vec<_>>().join(", ");
        let help = did_you_mean(kind, names).unwrap_or(format!("the kinds are {all}"));
        Failure(format!(
            "error: there is no kind of file `{kind}`\nhelp: {help}"
        ))
    })
}

fn by_file(schemas: &[FileSchema]) -> Value {
    let entries = schemas.iter();
    let entries = entries.map(|schema| (schema.files.to_owned(), schema.schema.clone()));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn into_folder(folder: &Path, schemas: &[FileSchema]) -> Outcome {
    let cannot = |path: &Path, error| {
        let path = path.display();
        Failure(format!("error: cannot write {path}: {error}"))
    };
    std::fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
    for schema in schemas {
        let path = folder.join(format!("{}.json", schema.name));
        let text = format!("{:#}\n", schema.schema);
        write(&path, text.as_bytes()).map_err(|error| cannot(&path, error))?;
    }
    anstream::eprintln!("{} schemas in {}", schemas.len(), folder.display());
    Ok(ExitCode::SUCCESS)
}
