//! `rulegrid lint` and `rulegrid explain` as a person meets them.

use crate::cli::run_with;
use crate::support::{FACTS, small_dataset};
use rulegrid::lint::{RULES, SUGGESTIONS};
use std::path::Path;

fn lint(dir: &Path, arguments: &[&str]) -> (i32, String, String) {
    let rules = dir.to_str().expect("a path");
    let all: Vec<_> = ["lint", "--rules", rules]
        .iter()
        .chain(arguments)
        .copied()
        .collect();
    let ran = run_with(&all, &[]);
    (ran.code, ran.out, ran.err)
}

const UNORDERED: &str = "\
# What the book says.
source: book
editions: [E1, E2]
claims:
  main:
    # How strong they are.
    strength: {at: 20, knight: 3, squire: 1 @25} # see the picture
    eaten: {at: 11, squire: no if dragon or dragon and bear else yes, knight: yes (raw) @10}
";
const ORDERED: &str = "\
# What the book says.
source: book
editions: [E1, E2]
claims:
  main:
    eaten: {at: 10, knight: yes (raw), squire: no if dragon else yes}
    # How strong they are.
    strength: {at: 20, knight: 3, squire: 1 @25} # see the picture
";

#[test]
fn nothing_wrong_is_zero() {
    let dir = small_dataset(&[]);
    assert_eq!(
        lint(dir.path(), &[]),
        (0, "no findings\n".to_owned(), String::new())
    );
}

#[test]
fn findings_are_one_and_say_what_fix_would_do() {
    let dir = small_dataset(&[("facts/book.yaml", UNORDERED.as_bytes())]);
    let (code, out, err) = lint(dir.path(), &[]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(
        out.ends_with("3 warnings\n`rulegrid lint --fix` mends 3 of them\n"),
        "{out}"
    );
    let written = std::fs::read_to_string(dir.path().join("facts/book.yaml")).expect("a file");
    assert_eq!(written, UNORDERED);
}

#[test]
fn fixes_keep_comments_and_lines_and_come_to_an_end() {
    let dir = small_dataset(&[("facts/book.yaml", UNORDERED.as_bytes())]);
    let (code, out, err) = lint(dir.path(), &["--fix"]);
    assert_eq!((code, out.as_str()), (0, "no findings\n"), "{err}");
    assert!(err.starts_with("facts/book.yaml: "), "{err}");
    let written = std::fs::read_to_string(dir.path().join("facts/book.yaml")).expect("a file");
    assert_eq!(written, ORDERED);
    let again = lint(dir.path(), &["--fix"]);
    assert_eq!(again, (0, "no findings\n".to_owned(), String::new()));
    let files = std::fs::read_dir(dir.path().join("facts")).expect("a folder");
    assert_eq!(files.count(), 1, "nothing else is left there");
}

#[test]
fn what_cannot_be_fixed_is_left_and_one() {
    let wrong = FACTS.replace("squire: 1 @25", "squire: undefined @25");
    let wiki = "source: wiki\neditions: [E1]\nclaims:\n  main:\n    strength: {knight: 4}\n";
    let files = [
        ("facts/book.yaml", wrong.as_bytes()),
        ("facts/wiki.yaml", wiki.as_bytes()),
    ];
    let dir = small_dataset(&files);
    let (code, out, err) = lint(dir.path(), &["--fix"]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(
        out.contains("conflicting-claims") && out.ends_with("1 error\n"),
        "{out}"
    );
}

#[test]
fn what_does_not_load_is_two_and_no_lint() {
    let wrong = FACTS.replace("knight: 3", "knight: jes");
    let dir = small_dataset(&[("facts/book.yaml", wrong.as_bytes())]);
    for arguments in [
        &["--fix"][..],
        &["--format", "json"],
        &["--format", "sarif"],
        &["--suggest"],
    ] {
        let (code, out, err) = lint(dir.path(), arguments);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(
            err.contains("error[bad-cell]: `jes` is no answer; did you mean `yes`?"),
            "{err}"
        );
    }
    let nowhere = lint(&dir.path().join("nowhere"), &[]);
    assert_eq!((nowhere.0, nowhere.1.as_str()), (2, ""));
}

#[test]
fn suggestions_are_never_an_error() {
    let questions = "eaten: {when: beast, text: {en: 'can the {hero.one} be eaten?', fr: le héros peut être mangé ?}}\nstrength: {text: {en: 'how strong is the {hero.one}?', fr: 'quelle force a le {hero.one} ?'}}\n";
    let terms = "hero: {one: héros, many: héros, E1: {one: champion, many: champions}}\n";
    let files = [
        ("questions.yaml", questions.as_bytes()),
        ("terms/fr.yaml", terms.as_bytes()),
    ];
    let dir = small_dataset(&files);
    assert_eq!(lint(dir.path(), &[]).0, 0);
    let (code, out, _) = lint(dir.path(), &["--suggest"]);
    assert_eq!(code, 0);
    assert!(out.ends_with("1 suggestion\n"), "{out}");
}

#[test]
fn severities_are_set_in_the_dataset() {
    let setting = "severities: {unordered: suggestion, simpler-condition: error}\n";
    let files = [
        ("facts/book.yaml", UNORDERED.as_bytes()),
        ("lint.yaml", setting.as_bytes()),
    ];
    let dir = small_dataset(&files);
    let (code, out, _) = lint(dir.path(), &[]);
    assert_eq!(code, 1);
    assert!(
        out.contains("error[simpler-condition]") && out.contains("suggestion[unordered]"),
        "{out}"
    );
    assert!(out.contains("1 error, 2 suggestions\n"), "{out}");
}

#[test]
fn explain_shows_the_page_of_each_rule() {
    for rule in RULES.into_iter().chain(SUGGESTIONS) {
        let ran = run_with(&["explain", rule.code], &[]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(
            ran.out
                .starts_with(&format!("{} ({}): ", rule.code, rule.severity.as_str()))
        );
        assert!(ran.out.ends_with('\n') && ran.out.contains(rule.explanation));
    }
    let unknown = run_with(&["explain", "conflicting-claim"], &[]);
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    assert!(
        unknown.err.contains("did you mean `conflicting-claims`?"),
        "{}",
        unknown.err
    );
}
