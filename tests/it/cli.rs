//! The program as a person or a script meets it: the real binary, its output, its messages and how
//! it ends.

use crate::support::*;
use proptest::prelude::*;
use rulegrid::load::words;
use rulegrid::model::{ElementSet, Selection};
use rulegrid::render::text;
use rulegrid::selection::from_address;
use rulegrid::view::view;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use unicode_width::UnicodeWidthStr;

/// How a run ended.
#[derive(Debug, PartialEq)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The output of a run that did what it was asked to without a word.
    fn result(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The message of a run that could not do what it was asked to.
    fn failure(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        self.err
    }
}

/// The program with these arguments and an environment that says nothing about the terminal.
fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulegrid"));
    command.args(arguments).stdin(Stdio::null());
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(name);
    }
    command
}

pub fn run_with(arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
    ran(program(arguments).envs(environment.iter().copied()))
}

/// Runs it in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Ran {
    ran(program(arguments).current_dir(folder))
}

fn ran(command: &mut Command) -> Ran {
    let output = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran {
        code: output.status.code().expect("an exit status"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

fn run(arguments: &[&str]) -> Ran {
    run_with(arguments, &[])
}

/// The small dataset, and what it takes to name it.
struct Small(tempfile::TempDir);

impl Small {
    fn new() -> Self {
        Self(small_dataset(&[]))
    }

    fn path(&self) -> &str {
        self.0.path().to_str().expect("UTF-8")
    }

    /// `show` of it with these arguments.
    fn show(&self, arguments: &[&str]) -> Ran {
        self.show_with(arguments, &[])
    }

    fn show_with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
        let rules = ["show", "--rules", self.path()];
        run_with(&[&rules, arguments].concat(), environment)
    }
}

fn assert_snapshot(name: &str, text: &str) {
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(format!("cli__{name}"), text);
    });
}

mod show {
    use super::*;

    #[test]
    fn in_every_format() {
        let small = Small::new();
        let text = |columns| {
            small
                .show_with(&["--all"], &[("COLUMNS", columns)])
                .result()
        };
        assert_snapshot("show_text_80", &text("80"));
        assert_snapshot("show_text_40", &text("40"));
        for format in ["markdown", "csv", "json"] {
            let shown = small.show(&["--all", "--format", format]).result();
            assert_snapshot(&format!("show_{format}"), &shown);
        }
    }

    #[test]
    fn the_base_game_of_the_default_edition_unless_told_otherwise() {
        let small = Small::new();
        let shown = small.show(&[]).result();
        assert_snapshot("show_base_game", &shown);
        assert_eq!(small.show(&["--edition", "E2"]).result(), shown);
        assert_eq!(
            small.show(&["--lang", "en", "--table", "main"]).result(),
            shown
        );
        assert_ne!(small.show(&["--edition", "E1"]).result(), shown);
    }

    #[test]
    fn in_another_language_and_edition() {
        let shown = Small::new().show(&["--edition", "E1", "--with", "dragon", "--lang", "fr"]);
        assert_snapshot("show_french", &shown.result());
    }

    #[test]
    fn with_and_without_take_expansions_and_elements() {
        let small = Small::new();
        let show = |arguments: &[&str]| {
            let format = ["--format", "json"];
            let shown = small.show(&[arguments, &format].concat()).result();
            let json: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
            let elements = json["elements"].as_array().expect("a list").clone();
            let elements = elements
                .iter()
                .map(|e| e.as_str().expect("an id").to_owned());
            elements.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(show(&["--with", "beasts"]), "dragon bear");
        assert_eq!(show(&["--with", "bear"]), "bear");
        assert_eq!(show(&["--with", "bear, dragon"]), "dragon bear");
        assert_eq!(show(&["--with", "bear", "--with", "dragon"]), "dragon bear");
        assert_eq!(show(&["--with", "beasts", "--without", "dragon"]), "bear");
        assert_eq!(show(&["--all", "--without", "bear"]), "dragon");
        assert_eq!(show(&["--all", "--without", "beasts"]), "");
        assert_eq!(show(&["--without", "bear"]), "");
        assert_eq!(show(&["--with", ""]), "");
    }

    #[test]
    fn addresses_mean_what_options_mean() {
        let small = Small::new();
        let address = |address: &str| small.show(&["--selection", address]).result();
        let bear = small.show(&["--edition", "E1", "--with", "bear"]).result();
        for same in [
            "https://example.org/en/main.html?ed=E1&x=bear#top",
            "file:///home/me/dist/en/main.html?x=bear&ed=E1",
            "?ed=E1&x=beasts,-dragon",
            "ed=E1&x=bear",
            "?ed=%45%31&x=%62ear",
            "?ed=E1&x=beasts%2C-dragon",
            "?ed=E2&ed=E1&x=-bear,,bear,&x=&q=%zz&&",
        ] {
            assert_eq!(address(same), bear, "{same}");
        }
        let base = small.show(&[]).result();
        for same in [
            "",
            "?",
            "#",
            "https://example.org/",
            "?=&&=",
            "%",
            "?q=%",
            "nonsense",
        ] {
            assert_eq!(address(same), base, "{same}");
        }
    }

    #[test]
    fn what_is_not_known_is_said_with_what_is_near() {
        let small = Small::new();
        let mut all = String::new();
        for arguments in [
            &["--edition", "E3"][..],
            &["--edition", "second"],
            &["--with", "baer,beast,dragon"],
            &["--without", "dargon"],
            &["--edition", "e1", "--with", "wolf", "--without", "baer"],
            &["--lang", "de"],
            &["--table", "mian"],
            &["--table", "nothing-like-it"],
            &["--format", "jsn"],
            &["--format", "xml"],
            &["--selection", "?ed=E3&x=baer,-%64argon"],
            &["--selection", "?x=%FF%00%0A"],
            &["--with", "bear", "--all"],
            &["--selection", "?ed=E1", "--edition", "E1"],
            &["--selection", "?ed=E1", "--without", "bear"],
            &["--wiht", "bear"],
            &["--edition"],
            &["extra"],
        ] {
            let said = small.show(arguments).failure();
            all += &format!("$ rulegrid show {}\n{said}\n", arguments.join(" "));
        }
        assert!(run(&[]).failure().contains("Usage: rulegrid <COMMAND>"));
        for arguments in [
            &["shwo"][..],
            &["show", "--rules", "no/such/folder"],
            &["build", "--base-url", "example.org"],
        ] {
            let said = run(arguments).failure();
            all += &format!("$ rulegrid {}\n{said}\n", arguments.join(" "));
        }
        assert_snapshot("unknown", &all);
    }

    #[test]
    fn a_broken_dataset_is_drawn_on_stderr() {
        let broken = FIGURES.replace("bear", "baer");
        let dir = small_dataset(&[("figures.yaml", broken.as_ref())]);
        let path = dir.path().to_str().expect("UTF-8");
        let said = run(&["show", "--rules", path]).failure();
        assert_snapshot("broken_dataset", &said);
    }
}

mod colour {
    use super::*;

    const ESCAPE: char = '\u{1b}';

    #[test]
    fn only_where_it_is_wanted() {
        let small = Small::new();
        let show = |environment: &[(&str, &str)]| small.show_with(&["--all"], environment).result();
        let plain = show(&[]);
        assert!(!plain.contains(ESCAPE), "piped");
        let forced = show(&[("CLICOLOR_FORCE", "1")]);
        assert!(forced.contains(ESCAPE), "forced");
        assert_eq!(without_colour(&forced), plain);
        assert_eq!(show(&[("NO_COLOR", "1")]), plain);
        assert_eq!(show(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]), plain);
        assert_eq!(show(&[("CLICOLOR_FORCE", "")]), plain);
        assert_eq!(show(&[("TERM", "dumb")]), plain);
        for format in ["json", "csv", "markdown"] {
            let arguments = ["--all", "--format", format];
            let shown = small.show_with(&arguments, &[("CLICOLOR_FORCE", "1")]);
            assert!(!shown.result().contains(ESCAPE), "{format}");
        }
    }

    #[test]
    fn of_messages_too() {
        let broken = FIGURES.replace("bear", "baer");
        let dir = small_dataset(&[("figures.yaml", broken.as_ref())]);
        let path = dir.path().to_str().expect("UTF-8");
        let arguments = ["show", "--rules", path];
        let plain = run(&arguments).failure();
        assert!(!plain.contains(ESCAPE), "piped");
        let forced = run_with(&arguments, &[("CLICOLOR_FORCE", "1")]).failure();
        assert!(forced.contains(ESCAPE), "forced");
        assert_eq!(without_colour(&forced), plain);
        assert_eq!(run_with(&arguments, &[("NO_COLOR", "1")]).failure(), plain);
    }

    fn without_colour(text: &str) -> String {
        let mut parts = text.split(ESCAPE);
        let first = parts.next().unwrap_or("").to_owned();
        let behind = |part: &str| part.split_once('m').map(|(_, rest)| rest.to_owned());
        first + &parts.filter_map(behind).collect::<String>()
    }
}

mod width {
    use super::*;

    fn assert_fits(text: &str, width: usize, what: &str) {
        for line in text.lines() {
            assert!(
                line.width() <= width,
                "{what}: {} columns\n{line}",
                line.width()
            );
        }
    }

    fn assert_all_fits(widths: &[usize]) {
        let words = words().expect("words");
        let dataset = dataset();
        for (edition, ..) in dataset.editions() {
            let elements = ElementSet::full(dataset.elements.len());
            let selection = Selection { edition, elements };
            for (language, name) in dataset.languages() {
                let view = view(dataset, &selection, language);
                for width in widths.iter().copied() {
                    let colour = false;
                    let shown = text::document(&view, &words, text::Terminal { width, colour });
                    assert_fits(&shown, width, &format!("{} {width}", name.code));
                }
            }
        }
    }

    #[test]
    fn nothing_is_wider_than_the_window() {
        assert_all_fits(&[80, 120, 200]);
    }

    #[test]
    fn nothing_is_wider_than_a_narrow_window() {
        assert_all_fits(&[20, 40, 60]);
    }

    #[test]
    fn columns_says_how_wide_it_is() {
        let rules = rules();
        let rules = rules.to_str().expect("UTF-8");
        let lang = ["--lang", "ro", "--table", "followers"];
        let arguments = [&["show", "--rules", rules, "--all"], &lang[..]].concat();
        let narrow = run_with(&arguments, &[("COLUMNS", "80")]).result();
        assert_fits(&narrow, 80, "COLUMNS=80");
        let wide = run_with(&arguments, &[("COLUMNS", "200")]).result();
        assert_fits(&wide, 200, "COLUMNS=200");
        assert!(wide.lines().any(|line| line.width() > 100));
        let small = Small::new();
        let show = |columns| {
            small
                .show_with(&["--all"], &[("COLUMNS", columns)])
                .result()
        };
        let unset = small.show(&["--all"]).result();
        for nonsense in ["", "wide", "-5", "99999999999999999999"] {
            assert_eq!(show(nonsense), unset, "{nonsense}");
        }
        assert_fits(&show("1"), 20, "COLUMNS=1");
    }
}

mod pipes {
    use super::*;

    #[test]
    fn a_reader_that_goes_is_no_failure() {
        let rules = rules();
        let rules = rules.to_str().expect("UTF-8");
        let arguments = ["show", "--rules", rules, "--all", "--format", "json"];
        let mut command = program(&arguments);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut pipe = child.stdout.take().expect("a pipe");
        let mut first = [0; 10];
        pipe.read_exact(&mut first).expect("some output");
        drop(pipe);
        let output = child.wait_with_output().expect("an end");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.as_ref()), (Some(0), ""));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_a_failure() {
        let small = Small::new();
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut command = program(&["show", "--rules", small.path()]);
        let output = command.stdout(full.expect("/dev/full")).output();
        let output = output.expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: cannot write the result"), "{said}");
    }
}

mod help {
    use super::*;

    #[test]
    fn says_what_there_is() {
        for command in ["show", "build"] {
            assert_snapshot(
                &format!("help_{command}"),
                &run(&[command, "--help"]).result(),
            );
        }
        let all = run(&["--help"]).result();
        for command in ["show", "build"] {
            assert!(all.contains(&format!("\n  {command} ")), "{all}");
        }
        // Each has a sentence.
        let listed = all.split_once("Commands:\n").expect("commands").1;
        for line in listed.lines().take_while(|line| !line.is_empty()) {
            assert!(line.split_whitespace().count() > 2, "{line}");
        }
        let version = run(&["--version"]).result();
        assert_eq!(version, format!("rulegrid {}\n", env!("CARGO_PKG_VERSION")));
    }
}

mod build {
    use super::*;

    /// All files below a folder with their bytes.
    fn tree(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        for entry in std::fs::read_dir(dir).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                found.extend(tree(&path));
            } else {
                let bytes = std::fs::read(&path).expect("a file");
                found.insert(path, bytes);
            }
        }
        found
    }

    fn build(rules: &str, out: &Path) -> Ran {
        let out = out.to_str().expect("UTF-8");
        run(&["build", "--rules", rules, "--out", out])
    }

    #[test]
    fn results_are_files_and_messages_go_to_stderr() {
        let small = Small::new();
        let dir = tempfile::tempdir().expect("a folder");
        let out = dir.path().join("new/site");
        let ran = build(small.path(), &out);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""));
        assert!(ran.err.contains(" files in "), "{}", ran.err);
        assert!(tree(&out).contains_key(&out.join("en/main.html")));
        let again = build(small.path(), &out);
        assert!(again.err.contains(": 0 written, "), "{}", again.err);
    }

    #[test]
    fn a_broken_dataset_leaves_the_old_site_whole() {
        let small = Small::new();
        let dir = tempfile::tempdir().expect("a folder");
        let out = dir.path().join("site");
        assert_eq!(build(small.path(), &out).code, 0);
        let whole = tree(&out);
        for (path, text) in [
            ("figures.yaml", "knight: ["),
            (
                "facts/book.yaml",
                "source: book\neditions: [E1, E2]\nclaims: {}\n",
            ),
            ("notes/main.yaml", ""),
            ("game.yaml", "id: tiny\n"),
        ] {
            let file = small.0.path().join(path);
            let good = std::fs::read(&file).expect("a file");
            std::fs::write(&file, text).expect("a file");
            let said = build(small.path(), &out).failure();
            assert!(said.starts_with("error["), "{path}: {said}");
            assert_eq!(tree(&out), whole, "{path}");
            std::fs::write(&file, good).expect("a file");
        }
        std::fs::remove_dir_all(small.0.path().join("tables")).expect("a folder");
        build(small.path(), &out).failure();
        let none = small.0.path().join("none");
        build(none.to_str().expect("UTF-8"), &out).failure();
        assert_eq!(tree(&out), whole);
    }

    #[test]
    #[cfg(not(feature = "pdf"))]
    fn sheets_that_cannot_be_made_are_said_before_anything_is_built() {
        let dir = tempfile::tempdir().expect("a folder");
        let out = dir.path().join("site");
        let site = out.to_str().expect("UTF-8");
        let said = run(&[
            "build",
            "--pdf",
            "--rules",
            Small::new().path(),
            "--out",
            site,
        ]);
        assert!(said.failure().contains("--features pdf"));
        assert!(!out.exists());
    }

    #[test]
    fn unknown_names_leave_the_old_site_whole() {
        let small = Small::new();
        let dir = tempfile::tempdir().expect("a folder");
        assert_eq!(build(small.path(), dir.path()).code, 0);
        let whole = tree(dir.path());
        let out = dir.path().to_str().expect("UTF-8");
        let arguments = [
            "build",
            "--rules",
            small.path(),
            "--out",
            out,
            "--edition",
            "E3",
        ];
        let said = run(&arguments).failure();
        assert!(said.contains("there is no edition `E3`"), "{said}");
        assert_eq!(tree(dir.path()), whole);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_a_failure() {
        let small = Small::new();
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("file");
        std::fs::write(&file, "mine").expect("a file");
        let said = build(small.path(), &file).failure();
        assert!(said.contains("is no folder"), "{said}");
        build(small.path(), &file.join("below")).failure();
        if cfg!(target_os = "linux") {
            build(small.path(), Path::new("/proc/rulegrid")).failure();
        }
        assert_eq!(std::fs::read(&file).expect("a file"), b"mine");
    }

    #[test]
    fn files_of_others_are_neither_replaced_nor_removed() {
        let small = Small::new();
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::write(dir.path().join("index.html"), "mine").expect("a file");
        std::fs::write(dir.path().join("other.txt"), "mine, too").expect("a file");
        let said = build(small.path(), dir.path()).failure();
        assert!(said.contains("index.html"), "{said}");
        let left = tree(dir.path());
        let pages = left
            .keys()
            .filter(|path| !path.to_string_lossy().contains(".rulegrid"));
        assert_eq!(pages.count(), 2);
        assert_eq!(left[&dir.path().join("index.html")], b"mine");
        std::fs::remove_file(dir.path().join("index.html")).expect("a file");
        assert_eq!(build(small.path(), dir.path()).code, 0);
        assert_eq!(
            tree(dir.path())[&dir.path().join("other.txt")],
            b"mine, too"
        );
    }
}

mod addresses {
    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            let _ = from_address(dataset(), &text);
        }

        #[test]
        fn any_likely_text_is_read_or_refused(
            parts in prop::collection::vec(prop::sample::select(vec![
                "?", "&", "#", "=", ",", "-", "%", "%2", "%2C", "%ff", "%C3%A9", "%é", "+", "ed", "x",
                "C1", "C3.1", "tower", "princess-and-dragon", "dragon", "😀", "\0", "\n", " ",
            ]), 0..20)
        ) {
            let text = parts.concat();
            if let Ok(selection) = from_address(dataset(), &text) {
                let address = rulegrid::selection::address(dataset(), &selection);
                prop_assert_eq!(from_address(dataset(), &address), Ok(selection));
            }
        }
    }
}
