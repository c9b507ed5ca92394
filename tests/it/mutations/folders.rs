//! What the program finds in folders beside the dataset: the list of an old site, and the words of
//! the interface.

use super::harness::Target;
use super::mutate::Mutator;
use super::random::Random;
use super::whole::{Victim, assert_sound};
use crate::publish::sealed;
use rulegrid::load::words_in;
use rulegrid::publish::{PublishError, SiteFile, publish, recover};
use std::path::Path;

/// What manifest and journal may hold, less their seal.
const LISTS: [&str; 3] = [
    "rulegrid 1\nKeep 0000000000000000 a/\nKeep 5d0e8a4cb6c1f7aa a/b.html\nKeep 0 c.html",
    "rulegrid 1\nNew 0 a/b.html\nOver 0 c.html\nDrop 0 a/\nDrop 0 d.html",
    "rulegrid 1\nKeep 0 a/b/c/\nDrop ffffffffffffffff a/b/c/d\nNew 1 é œ.html\nOver 12 A/b.html",
];
/// Words by which a list could lead out of the folder.
const PATHS: [&str; 12] = [
    "../outside",
    "/outside",
    "./a",
    "a//b",
    "a/../../outside",
    ".rulegrid/lock",
    ".RuleGrid/x",
    "mine",
    "mine/",
    "a\\..\\outside",
    "link/outside",
    "link",
];

#[test]
fn lists_of_an_old_site() {
    let folder = Victim::new();
    let out = folder.path().join("dist");
    let texts = LISTS.into_iter().chain(PATHS);
    let mutator = Mutator::new(texts.map(str::as_bytes));
    let make = |random: &mut Random| {
        let list = *random.of(&LISTS);
        mutator.damaged_text(random, list).into_bytes()
    };
    let judge = |input: &[u8]| {
        let list = &*String::from_utf8_lossy(input);
        let _ = std::fs::remove_dir_all(&out);
        let outside = folder.path().join("outside");
        std::fs::write(&outside, "outside").expect("a file");
        folder.write("dist/mine", b"mine");
        folder.write("dist/a/b.html", b"old");
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path(), out.join("link")).expect("a link");
        let name = if input.len().is_multiple_of(2) {
            "manifest"
        } else {
            "journal"
        };
        // Half of them are damaged, half are lists that somebody made.
        let text = match input.len() % 3 {
            0 => list.to_owned(),
            _ => sealed(list.trim_end_matches('\n')),
        };
        folder.write(&format!("dist/.rulegrid/{name}"), text.as_bytes());
        folder.write("dist/.rulegrid/stage/0", b"staged");
        folder.write("dist/.rulegrid/stage/1", b"staged");
        if input.len().is_multiple_of(5) {
            let _ = recover(&out);
        }
        let page = |path: &str| SiteFile {
            path: path.to_owned(),
            bytes: b"new".to_vec(),
        };
        let done = publish(&out, &[page("a/new.html"), page("index.html")]);
        let holds =
            |path: &Path, text: &str| std::fs::read(path).is_ok_and(|it| it == text.as_bytes());
        assert!(holds(&outside, "outside"), "nothing outside is touched");
        assert!(
            out.join("mine").exists(),
            "nor what somebody else put there"
        );
        assert!(!cfg!(unix) || out.join("link").is_symlink());
        match done {
            Ok(_) => {
                assert!(holds(&out.join("index.html"), "new"));
                assert!(holds(&out.join("a/new.html"), "new"));
                let again = publish(&out, &[page("a/new.html"), page("index.html")]);
                let again = again.expect("as just now");
                assert_eq!((again.written, again.removed), (0, 0));
                true
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                !matches!(error, PublishError::Damaged(_))
            }
        }
    };
    Target {
        name: "site-lists",
        ordinary: 300,
        dear: 10,
        holds: 1,
    }
    .run(make, judge);
}

#[test]
fn words_of_the_interface() {
    let folder = Victim::new();
    let text = include_str!("../../../templates/words.yaml");
    let part: String = text
        .lines()
        .take(60)
        .map(|line| format!("{line}\n"))
        .collect();
    let mutator = Mutator::new([part.as_bytes()]);
    let judge = |input: &[u8]| {
        folder.write("words.yaml", input);
        match words_in(folder.path()) {
            Ok(words) => {
                words.all("en");
                true
            }
            Err((files, found)) => {
                assert_sound(&files, &found);
                false
            }
        }
    };
    Target {
        name: "words",
        ordinary: 300,
        dear: 1,
        holds: 1,
    }
    .run(|random| mutator.damaged(random, part.as_bytes()), judge);
}
