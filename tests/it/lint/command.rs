//! `rulegrid lint` and `rulegrid explain` as a person meets them.

use crate::cli::run_with;
use crate::support::{FACTS, TABLE, small_dataset};
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
    let table = TABLE.replace("fr: Héros", "fr: '{Hero.many}'");
    let files = [
        ("questions.yaml", questions.as_bytes()),
        ("tables/main.yaml", table.as_bytes()),
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

/// What `--fix` makes of a file of facts in the small dataset.
fn fixed_facts(facts: &str) -> (i32, String) {
    let dir = small_dataset(&[("facts/book.yaml", facts.as_bytes())]);
    let (code, _, _) = lint(dir.path(), &["--fix"]);
    let written = std::fs::read_to_string(dir.path().join("facts/book.yaml")).expect("a file");
    assert_eq!(
        lint(dir.path(), &["--fix"]).1,
        lint(dir.path(), &[]).1,
        "the second run does nothing"
    );
    (code, written)
}

/// Cells that are written in a way that a move could break stay where they are.
#[test]
fn what_is_written_otherwise_is_not_moved() {
    let with = |row: &str| FACTS.replace("strength: {at: 20, knight: 3, squire: 1 @25}", row);
    for row in [
        "strength: { at: 20, squire: 1 @25, knight: 3 @20}",
        "strength: {\"at\": 20, squire: 1 @25, knight: 3 @20}",
        "strength: {squire: 1 @25, at: 20, knight: 3 @20}",
        "strength: {at: 20, squire: '1 @25', knight: \"3 @20\"}",
        "strength: {at: 20, squire: &one 1, knight: *one}",
        "strength: {at: 20, squire: 1, # small\n      knight: 3}",
    ] {
        assert_eq!(fixed_facts(&with(row)), (1, with(row)), "{row}");
    }
}

#[test]
fn what_is_moved_keeps_what_stands_around_it() {
    let ends = |text: &str| text.replace('\n', "\r\n");
    let (old, new) = (ends(UNORDERED), ends(ORDERED));
    assert_eq!(fixed_facts(&old), (0, new.clone()));
    assert_eq!(fixed_facts(old.trim_end()), (0, new.trim_end().to_owned()));
    let marked = format!("\u{feff}{UNORDERED}");
    assert_eq!(fixed_facts(&marked), (0, format!("\u{feff}{ORDERED}")));
}

/// Figures in the wrong order, and what else stands in their file.
fn fixed_figures(figures: &str) -> (i32, String) {
    let dir = small_dataset(&[("figures.yaml", figures.as_bytes())]);
    let (code, _, _) = lint(dir.path(), &["--fix"]);
    let written = std::fs::read_to_string(dir.path().join("figures.yaml")).expect("a file");
    (code, written)
}

#[test]
fn comments_stay_with_what_they_are_about() {
    let knight = "knight: {name: {en: knight, fr: chevalier}}\n";
    let squire = "# Small.\nsquire: {when: bear, name: {en: squire, fr: écuyer}}\n";
    let end = "# The end.\n";
    let moved = fixed_figures(&format!("{squire}{knight}{end}"));
    assert_eq!(
        moved,
        (1, format!("{squire}{knight}{end}")),
        "the head is not moved"
    );
    let head = "# Who is who.\n\n";
    let moved = fixed_figures(&format!("{head}{squire}{knight}{end}...\n"));
    assert_eq!(moved, (0, format!("{head}{knight}{squire}{end}...\n")));
    // A comment with an empty line below it may head several entries.
    let loose = format!("{head}{squire}# Tall.\n\n{knight}");
    assert_eq!(fixed_figures(&loose), (1, loose.clone()));
    // A line of a text is no comment, whatever it begins with.
    let text =
        "squire:\n  when: bear\n  name:\n    en: squire\n    fr: |\n      écuyer\n      #deux\n";
    let moved = fixed_figures(&format!("{head}{text}{knight}"));
    assert_eq!(moved, (0, format!("{head}{knight}{text}")));
}

/// Conditions in blocks, and ones that touch the words around them.
#[test]
fn simpler_conditions_are_written_wherever_they_stand() {
    let figures = "knight:\n  name: {en: knight, fr: chevalier}\nsquire:\n  when: |\n    bear or (bear and dragon)\n  name: {en: squire, fr: écuyer}\n";
    let fixed = fixed_figures(figures);
    assert_eq!(fixed, (0, figures.replace(" or (bear and dragon)", "")));
    let facts = FACTS.replace("no if dragon else", "no if(dragon or dragon)else");
    assert_eq!(fixed_facts(&facts), (0, FACTS.to_owned()));
}

/// Two tables may have the same figures in another order.
#[test]
fn each_table_has_its_own_order() {
    let game = crate::support::GAME.replace("tables: [main]", "tables: [main, other]");
    let questions = format!(
        "{}fast: {{text: {{en: how fast?, fr: quelle vitesse ?}}}}\n",
        crate::support::QUESTIONS
    );
    let other = "id: other\ntitle: {en: Others, fr: Autres}\nfigures: [squire, knight]\nsections:\n  all: [fast]\n";
    let facts = format!("{FACTS}  other:\n    fast: {{at: 30, knight: 1, squire: 2}}\n");
    let files = [
        ("game.yaml", game.as_str()),
        ("questions.yaml", &questions),
        ("tables/other.yaml", other),
        ("facts/book.yaml", &facts),
    ];
    let files = files.map(|(path, text)| (path, text.as_bytes()));
    let dir = small_dataset(&files);
    let (code, out, _) = lint(dir.path(), &["--fix"]);
    assert_eq!((code, out.as_str()), (0, "no findings\n"));
    let written = std::fs::read_to_string(dir.path().join("facts/book.yaml")).expect("a file");
    assert!(
        written.ends_with("    fast: {at: 31, squire: 2, knight: 1 @30}\n"),
        "{written}"
    );
}

#[cfg(unix)]
#[test]
fn links_and_rights_stay() {
    use std::os::unix::fs::PermissionsExt;
    let dir = small_dataset(&[("facts/book.yaml", UNORDERED.as_bytes())]);
    let home = dir.path().join("facts/book.yaml");
    let target = dir.path().join("book.txt");
    std::fs::rename(&home, &target).expect("a file");
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).expect("rights");
    std::os::unix::fs::symlink(&target, &home).expect("a link");
    let (code, ..) = lint(dir.path(), &["--fix"]);
    assert_eq!(code, 0);
    assert!(home.is_symlink());
    assert_eq!(std::fs::read_to_string(&target).expect("a file"), ORDERED);
    let mode = std::fs::metadata(&target)
        .expect("a file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
}

/// A witness can be shown although the dataset has a conflict elsewhere; the conflict itself is
/// shown with both claims.
#[test]
fn witnesses_can_be_pasted_into_show() {
    let wiki = "source: wiki\neditions: [E1]\nclaims:\n  main:\n    strength: {knight: 4}\n";
    let dir = small_dataset(&[("facts/wiki.yaml", wiki.as_bytes())]);
    let rules = dir.path().to_str().expect("a path");
    let (_, out, _) = lint(dir.path(), &[]);
    let witness = out
        .split_once("both hold in ")
        .expect("a witness")
        .1
        .lines()
        .next()
        .expect("a line");
    let shown = run_with(&["show", "--rules", rules, "--selection", witness], &[]);
    assert_eq!((shown.code, shown.out.as_str()), (2, ""));
    assert!(
        shown.err.contains("`book` says 3") && shown.err.contains("`wiki` says 4"),
        "{}",
        shown.err
    );
    let elsewhere = run_with(
        &["show", "--rules", rules, "--selection", "?ed=E2&x=dragon"],
        &[],
    );
    assert_eq!((elsewhere.code, elsewhere.err.as_str()), (0, ""));
}
