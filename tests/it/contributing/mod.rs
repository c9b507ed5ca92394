//! CONTRIBUTING.md is true: its examples are done, block by block, on a copy of the dataset, and do
//! what the page says.
//!
//! A block says by its kind what happens, and the paragraph before it in which file:
//!
//! - `yaml`, `rust`: the file is created, or, after the word “append”, goes on with the block;
//! - `diff`: lines of the file change, which stand in it exactly once;
//! - `console`: commands of the program, and what they print; `…` is anything;
//! - `sh`: commands for a person, of which only is checked that there are such.

mod twin_presets;

use crate::cli::{Ran, run_in};
use crate::support::small_dataset;
use rulegrid::lint::Subject;
use rulegrid::load::load_for_lint;
use rulegrid::model::LanguageIx;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The rest of a line, or lines left out.
const REST: &str = "…";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    std::fs::read_to_string(root().join("CONTRIBUTING.md")).expect("the page")
}

/// A fenced block of the page.
#[derive(Debug)]
struct Block<'p> {
    /// The line of the page, from 1.
    line: usize,
    kind: &'p str,
    /// The paragraph before it, or the line of it that is nearest.
    before: &'p str,
    lines: Vec<&'p str>,
}

impl Block<'_> {
    /// The file that it is about: the first name in backticks before it.
    fn path(&self) -> &str {
        let path = self.before.split('`').nth(1);
        path.unwrap_or_else(|| panic!("line {}: no file is named before it", self.line))
    }

    fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let (mut before, mut is_open) = ("", false);
    for (line, number) in page.lines().zip(1..) {
        match (line.strip_prefix("```"), is_open) {
            (Some(kind), false) => {
                let (line, lines) = (number, Vec::new());
                let block = Block {
                    line,
                    kind,
                    before,
                    lines,
                };
                blocks.push(block);
                is_open = true;
            }
            (Some(end), true) => {
                assert_eq!(end, "", "line {number}: the end of a block");
                is_open = false;
            }
            (None, true) => blocks.last_mut().expect("an open block").lines.push(line),
            (None, false) if !line.is_empty() => before = line,
            (None, false) => {}
        }
    }
    assert!(!is_open, "the last block ends");
    blocks
}

/// A copy of the dataset in a repository, in which the examples are done.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Self {
        let copy = Self(tempfile::tempdir().expect("a folder"));
        copy_folder(&root().join("rules"), &copy.0.path().join("rules"));
        copy.git(&["init", "--quiet"]);
        copy.git(&["add", "--all"]);
        copy.git(&["commit", "--quiet", "--message", "before"]);
        copy
    }

    fn git(&self, arguments: &[&str]) {
        let mut command = Command::new("git");
        command
            .current_dir(self.0.path())
            .args(["-c", "user.name=a"]);
        command
            .args(["-c", "user.email=a@example.org"])
            .args(arguments);
        for name in ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"] {
            command.env(name, "/dev/null");
        }
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
            command.env_remove(name);
        }
        assert!(command.status().expect("git").success(), "{arguments:?}");
    }

    /// The file in the copy. What is no part of the dataset comes from the repository when it is
    /// first named.
    fn file(&self, path: &str) -> PathBuf {
        let file = self.0.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        let original = root().join(path);
        if !file.exists() && !path.starts_with("rules/") && original.exists() {
            std::fs::copy(original, &file).expect("a copy");
        }
        file
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.file(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
    }

    fn write(&self, path: &str, text: &str) {
        std::fs::write(self.file(path), text).expect("a file");
    }

    /// Does what a block says.
    fn replay(&self, block: &Block<'_>) {
        match block.kind {
            "yaml" | "rust" if block.before.contains("append") => {
                let so_far = self.read(block.path());
                self.write(block.path(), &(so_far + &block.text()));
            }
            "yaml" | "rust" => {
                assert!(block.before.contains("Create"), "line {}", block.line);
                assert!(!self.file(block.path()).exists(), "line {}", block.line);
                let is_of_dataset = block.path().starts_with("rules/");
                let names_schema = block.lines[0].contains("$schema=../schemas/");
                assert!(names_schema || !is_of_dataset, "line {}", block.line);
                self.write(block.path(), &block.text());
            }
            "diff" => {
                let changed = changed(&self.read(block.path()), block);
                self.write(block.path(), &changed);
            }
            "console" => {
                for (command, expected) in commands(block) {
                    self.run(block, command, &expected);
                }
            }
            "sh" => block.lines.iter().for_each(|line| assert_there_is(line)),
            kind => panic!("line {}: nobody replays `{kind}`", block.line),
        }
    }

    /// Runs a command; it prints what is expected, and fails only where findings are expected.
    fn run(&self, block: &Block<'_>, command: &str, expected: &[&str]) {
        let mut words = command.split(' ');
        assert_eq!(words.next(), Some("rulegrid"), "line {}", block.line);
        let Ran { code, out, err } = run_in(self.0.path(), &words.collect::<Vec<_>>());
        let printed: Vec<_> = out.trim_end().lines().collect();
        assert!(
            is_like(&printed, expected),
            "line {}: `{command}` prints\n{out}{err}",
            block.line
        );
        let is_told = command.contains(" diff ") || expected.iter().any(|l| l.contains("error["));
        assert_eq!(
            (code, err.as_str()),
            (i32::from(is_told), ""),
            "`{command}`"
        );
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).expect("a copy");
        }
    }
}

/// The text with the lines of a `diff` block changed.
fn changed(text: &str, block: &Block<'_>) -> String {
    let lines: Vec<_> = text.lines().collect();
    let old = block
        .lines
        .iter()
        .filter_map(|l| l.strip_prefix([' ', '-']));
    let old: Vec<_> = old.collect();
    let is_here = |at: &usize| {
        lines[*at..]
            .iter()
            .zip(&old)
            .all(|(l, o)| rest(l, o).is_some())
    };
    let places: Vec<_> = (0..=lines.len() - old.len()).filter(is_here).collect();
    let [at] = places[..] else {
        panic!(
            "line {}: `{}` has these lines {} times, not once",
            block.line,
            block.path(),
            places.len()
        );
    };
    let (mut new, mut here, mut left) = (lines[..at].join("\n"), at, "");
    for line in &block.lines {
        let (mark, line) = line.split_at(1);
        if mark != "+" {
            left = rest(lines[here], line).expect("the line that was found");
            here += 1;
        }
        if mark != "-" {
            let with_rest = line
                .strip_suffix(REST)
                .map(|start| format!("{start}{left}"));
            new += &format!("\n{}", with_rest.as_deref().unwrap_or(line));
        }
    }
    lines[here..]
        .iter()
        .for_each(|line| new += &format!("\n{line}"));
    new.trim_start_matches('\n').to_owned() + "\n"
}

/// What `…` stands for, if `line` is like `pattern`.
fn rest<'l>(line: &'l str, pattern: &str) -> Option<&'l str> {
    match pattern.strip_suffix(REST) {
        Some(start) => line.strip_prefix(start),
        None => (line == pattern).then_some(""),
    }
}

/// Whether these lines are the expected ones, `…` alone being any number of lines, and at the start
/// of a line what it begins with.
fn is_like(lines: &[&str], expected: &[&str]) -> bool {
    match (lines, expected) {
        (_, [first, after @ ..]) if *first == REST => {
            (0..=lines.len()).any(|left_out| is_like(&lines[left_out..], after))
        }
        ([line, lines @ ..], [first, after @ ..]) => {
            let end = first.strip_prefix(REST);
            (line == first || end.is_some_and(|end| line.ends_with(end))) && is_like(lines, after)
        }
        (lines, expected) => lines.is_empty() && expected.is_empty(),
    }
}

/// The commands of a `console` block, each with the lines that it prints.
fn commands<'p>(block: &Block<'p>) -> Vec<(&'p str, Vec<&'p str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in &block.lines {
        match line.strip_prefix("$ ") {
            Some(command) => commands.push((command, Vec::new())),
            None => commands.last_mut().expect("a command").1.push(line),
        }
    }
    commands
}

/// That the commands of a line exist: of the program, of cargo, of the repository.
fn assert_there_is(line: &str) {
    let commands = line.split('#').next().expect("a command").trim();
    for command in commands.split(" && ") {
        let is_setting = |word: &&str| word.contains('=');
        let words: Vec<_> = command.split(' ').skip_while(is_setting).collect();
        match words[..] {
            ["cargo", "run", "--", name, ..] => {
                assert_eq!(run_in(root(), &["help", name]).code, 0, "{line}");
            }
            ["cargo", "test", "--test", "it", tests] => {
                let module = tests.split("::").next().expect("a module");
                let modules = include_str!("../main.rs");
                assert!(modules.contains(&format!("mod {module};")), "{line}");
            }
            ["cargo", "fmt" | "clippy", ..] => {}
            ["cargo", alias] => {
                let config = include_str!("../../../.cargo/config.toml");
                assert!(config.contains(&format!("\n{alias} = ")), "{line}");
            }
            [script] => assert!(root().join(script).is_file(), "{line}"),
            _ => panic!("there may be no such command: {line}"),
        }
    }
}

#[test]
fn every_block_does_what_the_page_says() {
    let page = page();
    let copy = Copy::new();
    let blocks = blocks(&page);
    for block in &blocks {
        copy.replay(block);
    }
    let kinds: Vec<_> = blocks.iter().map(|block| block.kind).collect();
    for kind in ["yaml", "rust", "diff", "console", "sh"] {
        assert!(kinds.contains(&kind), "{kind}");
    }
    let words = copy.read("templates/words.yaml");
    let words: BTreeMap<String, BTreeMap<String, String>> =
        serde_saphyr::from_str(&words).expect("words");
    assert_eq!(words["answer-yes"]["de"], "ja");
}

/// Every example ends with a dataset that passes the linter, so that each of them can be the last.
#[test]
fn every_example_of_the_dataset_is_linted() {
    let page = page();
    let (_, examples) = page.split_once("\n# Worked examples\n").expect("examples");
    let (examples, _) = examples
        .split_once("\n# Licences")
        .expect("what comes after them");
    for example in examples.split("\n## ").skip(1) {
        let title = example.lines().next().expect("a title");
        let is_dataset = example.contains("```yaml") && !example.contains("```rust");
        let (_, last) = example.rsplit_once("```console\n").unwrap_or_default();
        assert!(
            !is_dataset || last.starts_with("$ rulegrid lint\n"),
            "{title}"
        );
    }
}

/// The rule of the page is the one that is compiled here, and finds what its case says.
#[test]
fn the_rule_finds_what_the_page_says() {
    let page = page();
    let blocks = blocks(&page);
    let rule = blocks.iter().find(|b| b.kind == "rust").expect("a rule");
    assert_eq!(rule.text(), include_str!("twin_presets.rs"));
    let cases = format!("tests/it/lint/{}.yaml", twin_presets::RULE.code);
    let case = blocks.iter().find(|b| b.before.contains(&cases));
    let case = case.expect("a case").text();
    let (_, case) = case.split_once("--- presets.yaml\n").expect("a file");
    let (comments, lines): (Vec<_>, Vec<_>) = case.lines().partition(|l| l.starts_with('#'));
    let presets = lines.join("\n") + "\n";
    let dir = small_dataset(&[("presets.yaml", presets.as_bytes())]);
    let loaded = load_for_lint(dir.path()).expect("a dataset");
    let found = (twin_presets::RULE.check)(&Subject::new(&loaded));
    let [finding] = &found[..] else {
        panic!("{found:?}");
    };
    let second = loaded.dataset.presets.values().nth(1).expect("a preset");
    assert_eq!(finding.primary.place, *second.name.place(LanguageIx(0)));
    let (line, column) = loaded.files.line_and_column(&finding.primary.place);
    assert_eq!(lines.get(line - 1), lines.last(), "{finding:?}");
    let marks = "^".repeat(finding.primary.place.range.len());
    let comment = format!(
        "#{}{marks} {}: {}",
        " ".repeat(column - 2),
        finding.code,
        finding.message
    );
    assert_eq!(comments, [comment.as_str()]);
    let found = (twin_presets::RULE.check)(&Subject::new(crate::support::loaded()));
    assert_eq!(found, [], "the repository’s presets");
}
