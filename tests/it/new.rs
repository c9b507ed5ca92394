//! `rulegrid new`: what it writes is a dataset without a fault, and nothing is ever written over.

use crate::cli::run_with;
use std::fs;

#[test]
fn a_new_dataset_is_linted_shown_and_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("my/game");
    let dir = dir.to_str().expect("UTF-8");
    let made = run_with(&["new", dir], &[]);
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(made.err.contains("rulegrid serve --rules"), "{}", made.err);

    let linted = run_with(&["lint", "--suggest", "--rules", dir], &[]);
    assert_eq!((linted.code, linted.out.as_str()), (0, "no findings\n"));

    let shown = run_with(&["show", "--all", "--rules", dir], &[]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    for part in [
        "Second edition",
        "beekeeper",
        "goes home in frost?",
        "house rule",
    ] {
        assert!(shown.out.contains(part), "{part}: {}", shown.out);
    }
    let first = run_with(&["show", "--edition", "E1", "--rules", dir], &[]);
    assert!(
        first.out.contains("farmhand") && !first.out.contains("beekeeper"),
        "{}",
        first.out
    );

    let out = folder.path().join("site");
    let site = out.to_str().expect("UTF-8");
    let built = run_with(&["build", "--rules", dir, "--out", site], &[]);
    assert_eq!(built.code, 0, "{}", built.err);
    let page = fs::read_to_string(out.join("en/workers.html")).expect("a page");
    // What the dataset calls a part of the interface.
    assert!(page.contains("What lies on your table"));
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("mine"), "mine").expect("a file");
    let dir = folder.path().to_str().expect("UTF-8");
    let refused = run_with(&["new", dir], &[]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("is not empty"), "{}", refused.err);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);

    let file = folder.path().join("mine");
    let refused = run_with(&["new", file.to_str().expect("UTF-8")], &[]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("cannot use"), "{}", refused.err);
}
