//! The examples for datasets elsewhere: their files are read, and the commands in them are run on a
//! clean dataset, one with a finding, and one that does not load.

use crate::support::{FIGURES, NOTES, small_dataset};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// A repository with the small dataset in `rules/`, some files of it replaced.
fn repository(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let repository = tempfile::tempdir().expect("a folder");
    let dataset = small_dataset(files).keep();
    std::fs::rename(dataset, repository.path().join("rules")).expect("moved");
    repository
}

/// The three datasets: clean, with a finding, and one that does not load.
fn repositories() -> [tempfile::TempDir; 3] {
    let uncited = NOTES.to_owned() + "idle:\n  speaks: publisher\n  text: {en: Idle., fr: Vain.}\n";
    let broken = FIGURES.replace("bear", "baer");
    [
        repository(&[]),
        repository(&[("notes/main.yaml", uncited.as_bytes())]),
        repository(&[("figures.yaml", broken.as_bytes())]),
    ]
}

/// Runs a line as CI does: with the program on the path, and ending at the first failure.
fn run(line: &str, folder: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_rulegrid"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [program.parent().expect("a folder").to_owned()];
    let folders = folders.into_iter().chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).expect("a path");
    let mut shell = Command::new("bash");
    shell.args(["-e", "-c", line]).env("PATH", path);
    shell.current_dir(folder).output().expect("bash runs")
}

fn codes(line: &str) -> [Option<i32>; 3] {
    repositories().map(|repository| run(line, repository.path()).status.code())
}

fn read(text: &str) -> Value {
    serde_saphyr::from_str(text).expect("YAML")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn the_hook_stops_a_commit_that_is_wrong() {
    let read = read(include_str!("../../examples/ci/pre-commit.yaml"));
    let hook = &read["repos"][0]["hooks"][0];
    assert_eq!(text(&hook["language"]), "system");
    assert_eq!(hook["pass_filenames"], Value::Bool(false));
    assert_eq!(codes(text(&hook["entry"])), [Some(0), Some(1), Some(2)]);
}

#[test]
fn the_action_shows_what_is_found_and_fails() {
    let read = read(include_str!("../../examples/ci/github-action.yml"));
    let steps = read["jobs"]["lint"]["steps"].as_array().expect("steps");
    let lines = steps.iter().filter_map(|step| step["run"].as_str());
    let lines: Vec<_> = lines.filter(|l| l.starts_with("rulegrid ")).collect();
    let [keep, show] = lines[..] else {
        panic!("two steps run the program: {lines:?}");
    };
    // What is found is kept for the upload; a dataset that does not load ends it.
    assert_eq!(codes(keep), [Some(0), Some(0), Some(1)], "{keep}");
    assert_eq!(codes(show), [Some(0), Some(1), Some(2)], "{show}");
    let [_, found, _] = repositories();
    run(keep, found.path());
    let upload = steps
        .iter()
        .find_map(|step| step["with"]["sarif_file"].as_str());
    let kept = found.path().join(upload.expect("an upload"));
    let kept = std::fs::read_to_string(kept).expect("what is uploaded");
    let kept: Value = serde_json::from_str(&kept).expect("JSON");
    let result = &kept["runs"][0]["results"][0];
    assert_eq!(text(&result["ruleId"]), "uncited-note");
    let shown = run(show, found.path()).stdout;
    let shown = String::from_utf8(shown).expect("UTF-8");
    assert!(
        shown.starts_with("::warning file=rules/notes/main.yaml,"),
        "{shown}"
    );
}
