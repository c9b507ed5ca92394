//! Datasets: one with every kind of file, of which some are damaged; it loads, or says what is
//! wrong with places that exist, and what loads can be shown, linted and mended.

use super::harness::{Sound, Target, corpus};
use super::mutate::Mutator;
use super::random::Random;
use rulegrid::cli::fix::fix;
use rulegrid::diagnostic::{Diagnostic, Files, MOST, Place, render_human};
use rulegrid::lint::lint;
use rulegrid::load::{LoadError, Loaded, load, load_for_lint};
use rulegrid::model::*;
use rulegrid::render::html::Site;
use rulegrid::render::text::Terminal;
use rulegrid::render::{csv, json, markdown, play, text};
use rulegrid::view::Plan;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use tempfile::TempDir;

/// What stands before each file of an input, with its path.
const MARK: &str = "=== ";

/// Markup that no renderer may let through; the damaged texts hold it.
pub const FOREIGN: &str = "<b0gus ";

static WORDS: LazyLock<Words> = LazyLock::new(|| rulegrid::load::words().expect("words"));

/// The dataset that is damaged, whole.
pub fn base() -> &'static Loaded {
    static BASE: LazyLock<Loaded> =
        LazyLock::new(|| load(Victim::new().path()).expect("a dataset"));
    &BASE
}

/// A folder with the dataset, in memory where the system has files in memory.
pub struct Victim {
    dir: TempDir,
    files: BTreeMap<String, Vec<u8>>,
}

impl Victim {
    pub fn new() -> Self {
        let memory = Path::new("/dev/shm");
        let dir = match memory.is_dir() {
            true => tempfile::tempdir_in(memory),
            false => tempfile::tempdir(),
        };
        let victim = Self {
            dir: dir.expect("a folder"),
            files: files_below(&corpus().join("base")),
        };
        victim.files.keys().for_each(|path| victim.restore(path));
        victim
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Puts a file there, in place of what stands there.
    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }

    /// Makes a file what it was.
    pub fn restore(&self, path: &str) {
        match self.files.get(path) {
            Some(bytes) => self.write(path, bytes),
            None => std::fs::remove_file(self.path().join(path)).expect("a file"),
        }
    }

    /// Puts the files of an input there while `judge` looks at them.
    fn suffer(&self, input: &[u8], judge: impl FnOnce(&Path) -> Sound) -> Sound {
        let damaged = split(input);
        for (path, bytes) in &damaged {
            self.write(path, bytes);
        }
        // What panics leaves it for the next input to mend.
        let whole = Whole(self, damaged.keys().cloned().collect());
        judge(whole.0.path())
    }
}

/// Restores files when dropped.
struct Whole<'v>(&'v Victim, Vec<String>);

impl Drop for Whole<'_> {
    fn drop(&mut self) {
        self.1.iter().for_each(|path| self.0.restore(path));
    }
}

/// The files of an input by path.
fn split(input: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut path = None;
    for line in input.split_inclusive(|b| *b == b'\n') {
        let named = line.strip_prefix(MARK.as_bytes());
        let named = named.and_then(|rest| std::str::from_utf8(rest).ok());
        let named = named.filter(|path| path.trim().bytes().all(|b| b.is_ascii_graphic()));
        match (named, &path) {
            (Some(new), _) => {
                path = Some(new.trim().to_owned());
                files.entry(new.trim().to_owned()).or_default();
            }
            (None, Some(path)) => files.entry(path.clone()).or_default().extend(line),
            (None, None) => panic!("an input begins with `{MARK}PATH`"),
        }
    }
    files
}

/// The files below a folder by path.
fn files_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter();
    let files = entries.map(|entry| entry.expect("an entry"));
    let files = files
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let below = entry.path().strip_prefix(folder).expect("below");
            let path = below.to_str().expect("UTF-8").replace('\\', "/");
            (path, std::fs::read(entry.path()).expect("a file"))
        });
    files.collect()
}

/// Makes inputs: one or two files, damaged.
struct Damage {
    mutator: Mutator,
    /// Whether half of them are damaged in any way.
    is_harsh: bool,
    files: Vec<(String, Vec<u8>)>,
}

impl Damage {
    /// Of the files of the dataset that `is_wanted` wants; words and lines come from all.
    fn of(victim: &Victim, is_wanted: impl Fn(&str) -> bool) -> Self {
        let foreign = [FOREIGN.as_bytes()];
        let texts = victim.files.values().map(Vec::as_slice);
        let mutator = Mutator::new(texts.chain(foreign));
        let files = victim.files.iter().filter(|(path, _)| is_wanted(path));
        let files = files.map(|(path, bytes)| (path.clone(), bytes.clone()));
        Self {
            mutator,
            is_harsh: true,
            files: files.collect(),
        }
    }

    fn make(&self, random: &mut Random) -> Vec<u8> {
        let mut input = Vec::new();
        for _ in 0..random.few(2) {
            let (path, bytes) = random.of(&self.files);
            input.extend(format!("{MARK}{path}\n").bytes());
            let is_harsh = self.is_harsh && random.once_in(2);
            input.extend(match is_harsh {
                true => self.mutator.damaged(random, bytes),
                false => self.mutator.changed(random, bytes),
            });
            input.push(b'\n');
        }
        input
    }
}

/// Runs a target whose inputs are files of the dataset.
fn run(name: &'static str, ordinary: u64, is_wanted: impl Fn(&str) -> bool) {
    let victim = Victim::new();
    let damage = Damage::of(&victim, is_wanted);
    let target = Target {
        name,
        ordinary,
        dear: 10,
        holds: 1,
    };
    target.run(
        |random| damage.make(random),
        |input| victim.suffer(input, |folder| judge(folder, input.len())),
    );
}

#[test]
fn datasets() {
    run("datasets", 400, |_| true);
}

#[test]
fn faq() {
    run("faq", 200, |path| path.starts_with("faq/"));
}

#[test]
fn order_of_play() {
    run("order-of-play", 200, |path| {
        path.starts_with("play/") || path == "game.yaml"
    });
}

#[test]
fn pages_of_the_wiki() {
    run("wiki-yaml", 200, |path| path == "wiki.yaml");
}

/// Loads what is in the folder, and makes all of it that can be made.
fn judge(folder: &Path, lot: usize) -> Sound {
    let first = load(folder);
    if lot.is_multiple_of(8) {
        assert_eq!(told(&first), told(&load(folder)), "the same twice");
    }
    match first {
        Err(LoadError::Folder(message)) => panic!("{message}"),
        Err(LoadError::Dataset(files, found)) => {
            assert_sound(&files, &found);
            false
        }
        Ok(loaded) => {
            show(&loaded);
            if lot.is_multiple_of(16) {
                build(&loaded);
            }
            true
        }
    }
}

fn told(result: &Result<Loaded, LoadError>) -> String {
    match result {
        Ok(_) => String::new(),
        Err(LoadError::Folder(message)) => message.clone(),
        Err(LoadError::Dataset(files, found)) => render_human(files, found, false),
    }
}

/// There are messages, not too many of them, and every place is in its file, between characters.
pub fn assert_sound(files: &Files, found: &[Diagnostic]) {
    assert!(!found.is_empty() && found.len() <= MOST);
    found.iter().for_each(|found| assert_inside(files, found));
    render_human(files, found, true);
}

/// Every place is in its file, between characters.
pub fn assert_inside(files: &Files, found: &Diagnostic) {
    let edits = found.fix.iter().flat_map(|fix| &fix.edits);
    let places = found.secondary.iter().map(|annotation| &annotation.place);
    let places = places.chain(edits.map(|edit| &edit.place));
    for Place { file, range } in places.chain([&found.primary.place]) {
        let text = &files.get(*file).expect("a file").text;
        assert!(text.get(range.clone()).is_some(), "{found:?}");
    }
    assert!(!found.message.is_empty());
}

/// What a loaded dataset is looked at with: every view of everything, and the linter.
pub fn show(loaded: &Loaded) {
    let dataset = &loaded.dataset;
    let plan = Plan::new(dataset);
    let elements = ElementSet::full(dataset.elements.len());
    for (edition, ..) in dataset.editions() {
        let elements = elements.clone();
        let selection = Selection { edition, elements };
        for (language, _) in dataset.languages() {
            let view = plan.view(&selection, language);
            let (width, colour) = (60, false);
            text::document(&view, &WORDS, Terminal { width, colour });
            markdown::document(&view, &WORDS);
            csv::document(&view);
            json::document(&view);
            let turn = plan.play().view(&selection, language);
            play::text(&turn, &WORDS, Terminal { width, colour });
            play::markdown(&turn, &WORDS);
        }
    }
    for found in lint(loaded, true) {
        assert_inside(&loaded.files, &found);
    }
}

/// Makes the whole site; no text of the dataset becomes markup.
pub fn build(loaded: &Loaded) {
    let words = WORDS.with(&loaded.dataset.words);
    let site = Site {
        plan: &Plan::new(&loaded.dataset),
        words: &words,
        base_url: None,
        files: Some(&loaded.files),
        sheets: &[],
    };
    for file in site.files().expect("a site") {
        let text = String::from_utf8_lossy(&file.bytes);
        let is_page = file.path.ends_with(".html") || file.path.ends_with(".xml");
        assert!(!is_page || !text.contains(FOREIGN), "{}", file.path);
    }
}

/// `lint --fix`: what loaded loads still and says the same, and nothing is left to mend.
#[test]
fn mended() {
    let victim = Victim::new();
    let mut damage = Damage::of(&victim, |path| {
        path.starts_with("facts/") || path == "figures.yaml" || path == "questions.yaml"
    });
    damage.is_harsh = false;
    let judge = |input: &[u8]| {
        victim.suffer(input, |folder| {
            let Ok(before) = load_for_lint(folder) else {
                return false;
            };
            let has_fixes = lint(&before, true).iter().any(|found| found.fix.is_some());
            if !has_fixes {
                return false;
            }
            let is_shown = load(folder).is_ok();
            let files = files_below(folder);
            let counts = fix(folder, &before, true);
            let mended = files_below(folder);
            let after = load_for_lint(folder);
            let again = after.as_ref().map(|after| fix(folder, after, true));
            let again = again.unwrap_or_else(|error| panic!("does not load: {error:?}"));
            let is_still_shown = load(folder).is_ok();
            // Fixes may have changed any file.
            for (path, bytes) in &files {
                victim.write(path, bytes);
            }
            for path in victim.files.keys() {
                victim.restore(path);
            }
            let counts = counts.expect("a folder that can be written");
            assert_eq!(again.expect("as before").len(), 0, "it ends: {counts:?}");
            assert_eq!(is_shown, is_still_shown, "{counts:?}");
            assert!(counts.keys().all(|path| files.contains_key(path)));
            assert!(files.keys().eq(mended.keys()), "no file comes or goes");
            for (path, old) in files.iter().filter(|(path, _)| !counts.contains_key(*path)) {
                assert_eq!(mended.get(path), Some(old), "{path} was not to be changed");
            }
            let after = after.expect("loaded above");
            assert_eq!(seen(&before.dataset), seen(&after.dataset));
            true
        })
    };
    Target {
        name: "mended",
        ordinary: 100,
        dear: 10,
        holds: 1,
    }
    .run(|random| damage.make(random), judge);
}

/// What readers see of everything.
fn seen(dataset: &Dataset) -> Vec<String> {
    let plan = Plan::new(dataset);
    let elements = ElementSet::full(dataset.elements.len());
    let editions = dataset.editions().map(|(edition, ..)| edition);
    let views = editions.flat_map(|edition| {
        let elements = elements.clone();
        let selection = Selection { edition, elements };
        let languages = dataset.languages().map(|(language, _)| language);
        let views: Vec<_> = languages
            .map(|language| json::document(&plan.view(&selection, language)).to_string())
            .collect();
        views
    });
    views.collect()
}
