//! A dataset that is no game: tools, materials and a safety standard in `examples/workshop`, linted,
//! shown and built, so that nothing of a game hides in the engine.

use crate::cli::run_with;
use crate::pages::WORDS;
use crate::support::{dataset, small_dataset};
use rulegrid::load::{LoadError, Loaded, load};
use rulegrid::publish::SiteFile;
use rulegrid::render::html::Site;
use rulegrid::view::Plan;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/workshop");

static LOADED: LazyLock<Loaded> = LazyLock::new(|| match load(Path::new(FOLDER)) {
    Ok(loaded) => loaded,
    Err(error) => panic!("the dataset does not load: {error:?}"),
});
static FILES: LazyLock<Vec<SiteFile>> = LazyLock::new(|| {
    let plan = Plan::new(&LOADED.dataset);
    let site = Site {
        plan: &plan,
        words: &WORDS.with(&LOADED.dataset.words),
        base_url: None,
        files: Some(&LOADED.files),
        sheets: &[],
    };
    site.files().expect("a site")
});

fn page(path: &str) -> &'static str {
    let file = FILES.iter().find(|file| file.path == path);
    let file = file.unwrap_or_else(|| panic!("no {path}"));
    std::str::from_utf8(&file.bytes).expect("UTF-8")
}

#[test]
fn it_is_clean_also_of_suggestions() {
    let linted = run_with(&["lint", "--suggest", "--rules", FOLDER], &[]);
    assert_eq!((linted.code, linted.out.as_str()), (0, "no findings\n"));
    assert_eq!(LOADED.dataset.missing_texts, [0, 0]);
}

#[test]
fn words_equipment_and_resolutions_follow_the_selection() {
    let show = |options: &[&str]| {
        let shown = run_with(&[&["show", "--rules", FOLDER], options].concat(), &[]);
        assert_eq!(shown.code, 0, "{}", shown.err);
        shown.out
    };
    let bare = show(&[]);
    assert!(bare.contains("no equipment"), "{bare}");
    assert!(!bare.contains("laser cutter"), "{bare}");
    assert!(bare.contains("may a lone user run it?"), "{bare}");
    let first = show(&["--edition", "R1", "--all"]);
    assert!(first.contains("may a lone operator run it?"), "{first}");
    assert!(
        first.contains("* shown in a revision that does not know this equipment"),
        "{first}"
    );
    let german = show(&["--lang", "de", "--with", "extraction"]);
    assert!(
        german.contains("Zweite Fassung (R2) · Absaugung"),
        "{german}"
    );
    assert!(german.contains("die Norm: Feiner Staub"), "{german}");
    // Here the instructors were believed rather than the standard.
    let json = show(&["--with", "fume-extraction", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let rows = json["tables"][0]["sections"][1]["rows"]
        .as_array()
        .expect("rows");
    let lone = rows
        .iter()
        .find(|row| row["question"] == "work/alone")
        .expect("a row");
    let cells = lone["cells"].as_array().expect("cells");
    let laser = cells
        .iter()
        .find(|cell| cell["figure"] == "laser-cutter")
        .expect("a cell");
    assert_eq!(
        (&laser["answer"], &laser["sources"][0]),
        (&"no".into(), &"handbook".into())
    );
}

#[test]
fn questions_are_answered_in_both_languages() {
    for words in [
        "may the circular saw be used on mdf",
        "Kreissäge Faserplatten",
    ] {
        let asked = run_with(&["ask", "--rules", FOLDER, words], &[]);
        assert_eq!(asked.code, 0, "{}", asked.out);
        assert!(
            asked.out.contains("yes") || asked.out.contains("ja"),
            "{}",
            asked.out
        );
    }
}

#[test]
fn the_site_calls_things_as_the_dataset_does_and_knows_no_game() {
    let english = page("en/saws.html");
    let german = page("de/saws.html");
    for (page, parts) in [
        (
            english,
            ["What your workshop has", "carried over", "Fixed equipment"],
        ),
        (
            german,
            ["Was deine Werkstatt hat", "übertragen", "Feste Ausstattung"],
        ),
    ] {
        for part in parts {
            assert!(page.contains(part), "{part}");
        }
    }
    // What is missing in German is shown in English.
    assert!(german.contains("Skip to the table"));
    let game_words = [
        "meeple",
        "carcassonne",
        "base game",
        "expansion that",
        "which figure",
    ];
    for file in FILES.iter().filter(|file| file.path.ends_with(".html")) {
        let text = String::from_utf8_lossy(&file.bytes).to_lowercase();
        for word in game_words {
            assert!(!text.contains(word), "{word} in {}", file.path);
        }
    }
}

/// The files below `folder` with these endings.
fn sources(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = walkdir::WalkDir::new(root).into_iter();
    let files = files.map(|file| file.expect("a file").into_path());
    let ends = |path: &PathBuf| {
        path.extension()
            .is_some_and(|own| endings.iter().any(|e| own == *e))
    };
    files.filter(ends).collect()
}

/// `text` names `id`, not as a part of a longer name.
fn names(text: &str, id: &str) -> bool {
    let is_around = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
    let mut found = text.match_indices(id);
    found.any(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + id.len()..]);
        before.chars().next_back().is_none_or(is_around)
            && behind.chars().next().is_none_or(is_around)
    })
}

#[test]
fn the_engine_names_no_thing_of_a_game() {
    let game = dataset();
    let mut ids: BTreeSet<&str> = ["carcassonne", "meeple", "meeples"].into();
    ids.extend(game.figures.keys().map(|id| id.as_str()));
    ids.extend(game.expansions.keys().map(|id| id.as_str()));
    ids.extend(game.elements.keys().map(|id| id.as_str()));
    // Words of programs, too.
    for id in ["builder", "count", "messages"] {
        assert!(ids.remove(id), "{id}");
    }
    let mut files = sources("src", &["rs"]);
    files.extend(sources("templates", &["html", "typ", "xml", "yaml", "md"]));
    files.extend(sources("site", &["js", "css"]));
    assert!(files.len() > 200, "{}", files.len());
    for path in files {
        let text = std::fs::read_to_string(&path)
            .expect("a text")
            .to_lowercase();
        // Tests of single functions may use the words of what they were written for.
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let named: Vec<_> = ids.iter().filter(|id| names(text, id)).collect();
        assert!(named.is_empty(), "{}: {named:?}", path.display());
    }
}

#[test]
fn a_word_that_the_interface_does_not_have_is_an_error() {
    let game = format!(
        "{}words:\n  fgure: {{en: tool}}\n  figure: {{en: '', de: x}}\n",
        crate::support::GAME
    );
    let folder = small_dataset(&[("game.yaml", game.as_bytes())]);
    let Err(LoadError::Dataset(files, found)) = load(folder.path()) else {
        panic!("it loads");
    };
    let drawn = rulegrid::diagnostic::render_human(&files, &found, false);
    for part in [
        "error[unknown-word]: there is no word of the interface `fgure`",
        "did you mean `figure`?",
        "error[empty-text]: this word is empty",
        "there is no language `de`",
    ] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
}
