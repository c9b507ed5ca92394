//! What `publish` promises: a whole old or new site, also after a kill, and nothing else touched.

use rulegrid::publish::{
    PublishError, Published, Publisher, SiteFile, publish, publish_with, recover,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::{Duration, SystemTime};

type Pages<'a> = &'a [(&'a str, &'a str)];

const OLD: Pages = &[
    ("index.html", "old index"),
    ("gone.html", "gone"),
    ("dragon/index.html", "dragon"),
    ("dragon/old/deep.html", "deep"),
    ("old/only.html", "only"),
];
const NEW: Pages = &[
    ("index.html", "new index"),
    ("dragon/index.html", "dragon"),
    ("ro/index.html", "ro"),
    ("ro/a/b/c.html", "c"),
];
const THIRD: Pages = &[
    ("index.html", "third index"),
    ("gone.html", "back"),
    ("ro/index.html", "third ro"),
    ("dragon/old/deep.html", "third deep"),
    ("third/x.html", "x"),
];
/// Files that a build did not write.
const MINE: Pages = &[("mine.txt", "mine"), ("dragon/mine.txt", "my dragon")];

/// A new folder, in memory where that can be had: these tests sync often.
fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .unwrap()
}

fn site(pages: Pages) -> Vec<SiteFile> {
    let file = |(path, text): &(&str, &str)| SiteFile {
        path: path.to_string(),
        bytes: text.as_bytes().to_vec(),
    };
    pages.iter().map(file).collect()
}

/// Writes files by hand.
fn put(out: &Path, pages: Pages) {
    for (path, text) in pages {
        let at = out.join(path);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        fs::write(at, text).unwrap();
    }
}

/// All that stands in OUT but for `.rulegrid`: the text of files, `/` for folders, `@` for links.
fn tree(out: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut folders = vec![out.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(out).unwrap().to_str().unwrap();
            let kind = path.symlink_metadata().unwrap();
            if name == ".rulegrid" {
                continue;
            } else if kind.is_symlink() {
                all.insert(name.to_string(), "@".to_string());
            } else if kind.is_dir() {
                all.insert(name.to_string(), "/".to_string());
                folders.push(path);
            } else {
                all.insert(name.to_string(), fs::read_to_string(&path).unwrap());
            }
        }
    }
    all
}

/// The tree that holds these files, their folders, and no more.
fn tree_of(parts: &[Pages]) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (path, text) in parts.concat() {
        for (at, _) in path.match_indices('/') {
            all.insert(path[..at].to_string(), "/".to_string());
        }
        all.insert(path.to_string(), text.to_string());
    }
    all
}

fn done(written: usize, unchanged: usize, removed: usize) -> Published {
    Published {
        written,
        unchanged,
        removed,
    }
}

/// A folder with the old site and two files of ours in it.
fn old_site() -> tempfile::TempDir {
    let out = scratch();
    publish(out.path(), &site(OLD)).unwrap();
    put(out.path(), MINE);
    out
}

/// Builds until `stop` says of the next step to be killed before it, and gives the names of the
/// steps, the last not done; or builds to the end, and gives nothing.
fn killed(
    out: &Path,
    pages: Pages,
    mut stop: impl FnMut(&[String]) -> bool,
) -> Option<Vec<String>> {
    let mut steps = Vec::new();
    let mut kill = |step: &str| {
        steps.push(step.to_string());
        if stop(&steps) {
            resume_unwind(Box::new("killed"));
        }
    };
    match catch_unwind(AssertUnwindSafe(|| {
        publish_with(out, &site(pages), &mut kill)
    })) {
        Ok(result) => drop(result.unwrap()),
        Err(why) if why.is::<&str>() => return Some(steps),
        Err(why) => resume_unwind(why),
    }
    None
}

/// Builds until just before step `n`.
fn killed_at(out: &Path, pages: Pages, n: usize) -> Option<Vec<String>> {
    killed(out, pages, |steps| steps.len() > n)
}

/// Builds until just before the first step of this name.
fn killed_before(out: &Path, pages: Pages, name: &str) {
    let steps = killed(out, pages, |steps| steps.ends_with(&[name.to_string()]));
    assert!(steps.is_some(), "no step {name}");
}

fn in_the_way(result: Result<Published, PublishError>) -> Vec<String> {
    match result {
        Err(PublishError::InTheWay(paths)) => {
            let name = |path: &std::path::PathBuf| path.display().to_string();
            paths.iter().map(name).collect()
        }
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn first_build_makes_the_folder_and_writes_all() {
    let dir = scratch();
    let out = dir.path().join("a/b");
    assert_eq!(publish(&out, &site(OLD)).unwrap(), done(5, 0, 0));
    assert_eq!(tree(&out), tree_of(&[OLD]));
    let mut control: Vec<_> = fs::read_dir(out.join(".rulegrid"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    control.sort();
    assert_eq!(control, ["lock", "manifest"]);
}

#[test]
fn unchanged_files_are_not_written() {
    let out = old_site();
    let long_ago = SystemTime::now() - Duration::from_secs(86_400);
    let paths = ["index.html", "dragon/old/deep.html", ".rulegrid/manifest"];
    for path in paths {
        let file = File::options()
            .append(true)
            .open(out.path().join(path))
            .unwrap();
        file.set_modified(long_ago).unwrap();
    }
    assert_eq!(publish(out.path(), &site(OLD)).unwrap(), done(0, 5, 0));
    let modified = |path: &str| {
        out.path()
            .join(path)
            .metadata()
            .unwrap()
            .modified()
            .unwrap()
    };
    assert_eq!(paths.map(modified), [long_ago; 3]);
    let mut changed = site(OLD);
    changed[1].bytes.push(b'!');
    assert_eq!(publish(out.path(), &changed).unwrap(), done(1, 4, 0));
    assert_eq!(modified("index.html"), long_ago);
    assert_eq!(modified("dragon/old/deep.html"), long_ago);
}

#[test]
fn old_pages_and_their_folders_are_removed_and_foreign_files_kept() {
    let out = old_site();
    fs::create_dir(out.path().join("empty-of-mine")).unwrap();
    fs::create_dir(out.path().join("ro")).unwrap();
    assert_eq!(publish(out.path(), &site(NEW)).unwrap(), done(3, 1, 3));
    let mut expected = tree_of(&[NEW, MINE]);
    expected.insert("empty-of-mine".into(), "/".into());
    assert_eq!(tree(out.path()), expected);
    // Without any page, what is left is what no build made.
    assert_eq!(publish(out.path(), &[]).unwrap(), done(0, 0, 4));
    let mut expected = tree_of(&[MINE]);
    expected.insert("empty-of-mine".into(), "/".into());
    expected.insert("ro".into(), "/".into());
    assert_eq!(tree(out.path()), expected);
}

#[test]
fn foreign_files_in_the_way_are_all_listed_and_nothing_changes() {
    let out = old_site();
    put(
        out.path(),
        &[("ro/index.html", "my ro"), ("ro/a", "a file, not a folder")],
    );
    fs::create_dir(out.path().join("new.html")).unwrap();
    let before = tree(out.path());
    let pages = [NEW, &[("new.html", "a page, not a folder")]].concat();
    let refused = publish(out.path(), &site(&pages));
    let message = refused.as_ref().unwrap_err().to_string();
    let expected = ["new.html", "ro/a", "ro/index.html"]
        .map(|name| out.path().join(name).display().to_string());
    assert_eq!(in_the_way(refused), expected);
    assert!(
        expected.iter().all(|path| message.contains(path)),
        "{message}"
    );
    assert_eq!(tree(out.path()), before);
    assert!(!out.path().join(".rulegrid/stage").exists());
    assert_eq!(publish(out.path(), &site(OLD)).unwrap(), done(0, 5, 0));
}

#[test]
fn a_page_and_a_folder_do_not_replace_each_other() {
    let out = old_site();
    assert_eq!(
        in_the_way(publish(out.path(), &site(&[("index.html/x", "")]))).len(),
        1
    );
    assert_eq!(
        in_the_way(publish(out.path(), &site(&[("dragon", "")]))).len(),
        1
    );
    assert_eq!(tree(out.path()), tree_of(&[OLD, MINE]));
}

#[test]
fn foreign_files_with_the_bytes_of_a_page_are_adopted() {
    let out = scratch();
    put(out.path(), NEW);
    assert_eq!(publish(out.path(), &site(NEW)).unwrap(), done(0, 4, 0));
    assert_eq!(publish(out.path(), &site(THIRD)).unwrap(), done(5, 0, 2));
    // The folders were there before.
    let mut expected = tree_of(&[THIRD]);
    expected.extend(["ro/a", "ro/a/b"].map(|folder| (folder.into(), "/".into())));
    assert_eq!(tree(out.path()), expected);
}

#[test]
fn pages_edited_by_hand_are_written_over_but_not_removed() {
    let out = old_site();
    put(
        out.path(),
        &[
            ("index.html", "edited"),
            ("gone.html", "edited"),
            ("old/only.html", "edited"),
        ],
    );
    assert_eq!(publish(out.path(), &site(NEW)).unwrap(), done(3, 1, 1));
    let kept: Pages = &[("gone.html", "edited"), ("old/only.html", "edited")];
    assert_eq!(tree(out.path()), tree_of(&[NEW, MINE, kept]));
    // They are foreign from now on.
    assert_eq!(in_the_way(publish(out.path(), &site(OLD))).len(), 2);
    publish(out.path(), &site(NEW)).unwrap();
    assert_eq!(tree(out.path()), tree_of(&[NEW, MINE, kept]));
}

#[test]
fn pages_deleted_by_hand_are_written_again() {
    let out = old_site();
    fs::remove_dir_all(out.path().join("dragon")).unwrap();
    assert_eq!(publish(out.path(), &site(OLD)).unwrap(), done(2, 3, 0));
    assert_eq!(tree(out.path()), tree_of(&[OLD, &MINE[..1]]));
}

#[test]
fn unsafe_paths_are_refused() {
    let dir = scratch();
    let out = dir.path().join("out");
    let long = "x".repeat(256);
    let paths = [
        "",
        "/",
        "/etc/x",
        "..",
        "../x",
        "a/../x",
        "a/..",
        ".",
        "./a",
        "a/.",
        "a//b",
        "a/",
        "a\\b",
        "C:x",
        "a\nb",
        "a\0b",
        ".rulegrid",
        ".rulegrid/manifest",
        ".RuleGrid/x",
        "a/.rulegrid/x",
        ".rulegrid./x",
        "a /b",
        &long,
    ];
    for path in paths {
        let error = publish(&out, &site(&[("ok.html", ""), (path, "")])).unwrap_err();
        assert!(
            matches!(&error, PublishError::UnsafePath(named) if named == path),
            "{path:?}: {error}"
        );
        assert!(error.to_string().contains(&format!("{path:?}")));
        assert_eq!(tree(&out), tree_of(&[]));
    }
    let fine = [
        (".nojekyll", ""),
        ("é ț.html", "é"),
        ("a..b/%2e%2e", "c"),
        ("-", "d"),
        ("keep 0 x", "e"),
    ];
    assert_eq!(publish(&out, &site(&fine)).unwrap(), done(5, 0, 0));
    assert_eq!(publish(&out, &site(&fine)).unwrap(), done(0, 5, 0));
    assert_eq!(tree(&out), tree_of(&[&fine]));
}

#[test]
fn colliding_paths_are_refused() {
    let dir = scratch();
    let out = dir.path().join("out");
    for (first, second) in [
        ("a", "a"),
        ("a/b", "A/b"),
        ("a", "a/b"),
        ("x/y/z", "X"),
        ("É", "é"),
    ] {
        let error = publish(&out, &site(&[(first, ""), ("m", ""), (second, "")])).unwrap_err();
        assert!(matches!(error, PublishError::Collision(..)), "{error}");
        assert!(error.to_string().contains(&format!("{first:?}")), "{error}");
        assert!(
            error.to_string().contains(&format!("{second:?}")),
            "{error}"
        );
        assert_eq!(tree(&out), tree_of(&[]));
    }
    publish(
        &out,
        &site(&[("a/b", ""), ("a-b", ""), ("a.b", ""), ("ab", "")]),
    )
    .unwrap();
}

#[test]
fn a_file_in_place_of_the_folder_is_refused() {
    let dir = scratch();
    put(dir.path(), &[("out", "a file")]);
    let error = publish(&dir.path().join("out"), &site(OLD)).unwrap_err();
    assert!(matches!(error, PublishError::OutIsNoFolder(_)), "{error}");
    assert!(publish(&dir.path().join("out/below"), &site(OLD)).is_err());
    assert_eq!(tree(dir.path()), tree_of(&[&[("out", "a file")]]));
}

#[cfg(unix)]
#[test]
fn a_device_or_a_link_to_nowhere_in_place_of_the_folder_is_no_folder() {
    let dir = scratch();
    let link = dir.path().join("out");
    std::os::unix::fs::symlink(dir.path().join("nowhere"), &link).unwrap();
    for out in [link.as_path(), Path::new("/dev/null")] {
        let error = publish(out, &site(OLD)).unwrap_err();
        assert!(matches!(error, PublishError::OutIsNoFolder(_)), "{error}");
    }
}

/// What links inside OUT lead to must stay as it is.
#[cfg(unix)]
mod links {
    use super::*;
    use std::os::unix::fs::symlink;

    const THEIRS: Pages = &[
        ("index.html", "ro"),
        ("a/b/c.html", "c"),
        ("only.html", "only"),
        ("old/deep.html", "deep but not ours"),
    ];

    /// A folder outside, with files that a build might mistake for its own, and an empty folder.
    fn outside() -> tempfile::TempDir {
        let outside = scratch();
        put(outside.path(), THEIRS);
        fs::create_dir(outside.path().join("empty")).unwrap();
        outside
    }

    fn assert_whole(outside: &Path) {
        let mut expected = tree_of(&[THEIRS]);
        expected.insert("empty".into(), "/".into());
        assert_eq!(tree(outside), expected);
    }

    #[test]
    fn above_or_at_a_page_are_in_the_way() {
        let (out, outside) = (old_site(), outside());
        // Even with the very bytes of the page behind them.
        symlink(outside.path(), out.path().join("ro")).unwrap();
        fs::remove_file(out.path().join("index.html")).unwrap();
        let index = outside.path().join("index.html");
        symlink(index, out.path().join("index.html")).unwrap();
        let before = tree(out.path());
        let pages = [&[("index.html", "ro")], &NEW[1..]].concat();
        let expected = ["index.html", "ro"].map(|name| out.path().join(name).display().to_string());
        assert_eq!(in_the_way(publish(out.path(), &site(&pages))), expected);
        assert_eq!(tree(out.path()), before);
        assert_whole(outside.path());
    }

    #[test]
    fn above_removed_pages_and_folders_are_kept() {
        let (out, outside) = (scratch(), outside());
        let pages = [
            ("link/only.html", "only"),
            ("link/empty/x", ""),
            ("page", ""),
        ];
        publish(out.path(), &site(&pages)).unwrap();
        fs::remove_dir_all(out.path().join("link")).unwrap();
        fs::remove_file(out.path().join("page")).unwrap();
        symlink(outside.path(), out.path().join("link")).unwrap();
        symlink(outside.path().join("only.html"), out.path().join("page")).unwrap();
        assert_eq!(publish(out.path(), &[]).unwrap(), done(0, 0, 0));
        let kept = ["link", "page"].map(|name| (name.to_string(), "@".to_string()));
        assert_eq!(tree(out.path()), kept.into());
        assert_whole(outside.path());
    }

    #[test]
    fn made_after_the_commit_are_in_the_way() {
        let (out, outside) = (old_site(), outside());
        killed_before(out.path(), THIRD, "place");
        symlink(outside.path(), out.path().join("third")).unwrap();
        assert_eq!(in_the_way(publish(out.path(), &site(THIRD))).len(), 1);
        fs::remove_file(out.path().join("third")).unwrap();
        publish(out.path(), &site(THIRD)).unwrap();
        // And even while the pages are put into place.
        let link = out.path().join("ro/a");
        let mut step = |step: &str| {
            if step == "place" && !link.exists() {
                symlink(outside.path(), &link).unwrap();
            }
        };
        assert_eq!(
            in_the_way(publish_with(out.path(), &site(NEW), &mut step)).len(),
            1
        );
        fs::remove_file(&link).unwrap();
        publish(out.path(), &site(NEW)).unwrap();
        assert_eq!(tree(out.path()), tree_of(&[NEW, MINE]));
        assert_whole(outside.path());
    }

    #[test]
    fn in_place_of_our_own_files_are_replaced_or_in_the_way() {
        let (out, outside) = (old_site(), outside());
        let control = out.path().join(".rulegrid");
        let links = ["stage", "journal.new", "manifest.new"];
        for name in links {
            symlink(outside.path(), control.join(name)).unwrap();
        }
        publish(out.path(), &site(NEW)).unwrap();
        assert!(links.iter().all(|name| !control.join(name).exists()));
        fs::remove_file(control.join("lock")).unwrap();
        symlink(outside.path().join("lock"), control.join("lock")).unwrap();
        assert_eq!(in_the_way(publish(out.path(), &site(OLD))).len(), 1);
        fs::remove_dir_all(&control).unwrap();
        symlink(outside.path(), &control).unwrap();
        assert_eq!(in_the_way(publish(out.path(), &site(OLD))).len(), 1);
        assert!(recover(out.path()).is_err());
        assert_whole(outside.path());
    }

    #[test]
    fn may_lead_to_the_folder_itself() {
        let (dir, outside) = (scratch(), scratch());
        symlink(outside.path(), dir.path().join("out")).unwrap();
        publish(&dir.path().join("out"), &site(NEW)).unwrap();
        assert_eq!(tree(outside.path()), tree_of(&[NEW]));
    }
}

#[test]
fn a_stage_without_journal_is_discarded() {
    let out = old_site();
    let control = out.path().join(".rulegrid");
    put(
        &control,
        &[
            ("stage/0", "torn"),
            ("stage/99", "more"),
            ("journal.new", "rulegrid 1\nNew"),
            ("manifest.new", ""),
        ],
    );
    recover(out.path()).unwrap();
    assert!(!control.join("stage").exists());
    put(&control, &[("stage/0", "torn"), ("stage/99", "more")]);
    assert_eq!(tree(out.path()), tree_of(&[OLD, MINE]));
    assert_eq!(publish(out.path(), &site(NEW)).unwrap(), done(3, 1, 3));
    assert_eq!(tree(out.path()), tree_of(&[NEW, MINE]));
    let left: BTreeSet<_> = fs::read_dir(control)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["lock", "manifest"].map(Into::into).into());
}

#[test]
fn pages_come_in_any_order_and_from_several_threads() {
    let journal = |order: &mut dyn Iterator<Item = &(&str, &str)>| {
        let out = old_site();
        let pages: Vec<_> = order.copied().collect();
        killed_before(out.path(), &pages, "place");
        fs::read_to_string(out.path().join(".rulegrid/journal")).unwrap()
    };
    assert_eq!(journal(&mut NEW.iter()), journal(&mut NEW.iter().rev()));
    let (out, files) = (old_site(), many(0));
    let publisher = Publisher::open(out.path()).unwrap();
    std::thread::scope(|scope| {
        for some in files.chunks(7) {
            let add = || some.iter().rev().try_for_each(|file| publisher.add(file));
            scope.spawn(add);
        }
    });
    assert_eq!(publisher.commit().unwrap(), done(files.len(), 0, 5));
    assert_eq!(
        publish(out.path(), &files).unwrap(),
        done(0, files.len(), 0)
    );
}

#[test]
fn a_page_is_staged_when_it_is_added_and_discarded_without_a_commit() {
    let out = old_site();
    let stage = out.path().join(".rulegrid/stage");
    let publisher = Publisher::open(out.path()).unwrap();
    for file in site(NEW) {
        publisher.add(&file).unwrap();
        let is_new = file.path != "dragon/index.html";
        assert_eq!(stage.join(&file.path).exists(), is_new);
    }
    assert_eq!(tree(out.path()), tree_of(&[OLD, MINE]));
    drop(publisher);
    assert!(!stage.exists());
    assert_eq!(publish(out.path(), &site(OLD)).unwrap(), done(0, 5, 0));
}

#[test]
fn a_folder_in_which_a_build_is_at_work_cannot_be_opened() {
    let out = old_site();
    let publisher = Publisher::open(out.path()).unwrap();
    let second = Publisher::open(out.path()).err().unwrap();
    assert!(matches!(second, PublishError::Busy(_)), "{second}");
    drop(publisher);
    Publisher::open(out.path()).unwrap();
}

#[test]
fn recover_does_nothing_where_there_is_nothing() {
    let dir = scratch();
    recover(&dir.path().join("none")).unwrap();
    recover(dir.path()).unwrap();
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// A kill before every step: until the commit the old site is whole; after it every page is whole,
/// old or new; then each kind of build ends in exactly its own state.
#[test]
fn killed_before_any_step_the_next_build_ends_right() {
    let (old, new) = (tree_of(&[OLD, MINE]), tree_of(&[NEW, MINE]));
    let mut seen = BTreeSet::new();
    for n in 0.. {
        let out = old_site();
        let Some(steps) = killed_at(out.path(), NEW, n) else {
            break;
        };
        let next = steps.last().unwrap().clone();
        let committed = steps
            .iter()
            .position(|step| step == "commit")
            .is_some_and(|at| at < n);
        assert_eq!(
            out.path().join(".rulegrid/journal").exists(),
            committed && next != "clear"
        );
        for (path, text) in tree(out.path()) {
            let is_from = |site: &BTreeMap<String, String>| site.get(&path) == Some(&text);
            assert!(
                is_from(&old) || committed && is_from(&new),
                "{next}: {path}"
            );
        }
        if !committed {
            assert_eq!(tree(out.path()), old, "{next}");
        }
        match n % 3 {
            0 => recover(out.path()).unwrap(),
            1 => drop(publish(out.path(), &site(NEW)).unwrap()),
            _ => drop(publish(out.path(), &site(THIRD)).unwrap()),
        }
        let expected = match n % 3 {
            0 if !committed => &old,
            0 | 1 => &new,
            _ => &tree_of(&[THIRD, MINE]),
        };
        assert_eq!(&tree(out.path()), expected, "{next}");
        for pages in [THIRD, OLD, &[]] {
            publish(out.path(), &site(pages)).unwrap();
            assert_eq!(tree(out.path()), tree_of(&[pages, MINE]), "{next}");
        }
        seen.insert(next);
    }
    let all = [
        "stage", "commit", "place", "remove", "manifest", "finish", "clear",
    ];
    assert_eq!(seen, all.map(Into::into).into());
}

/// The first build killed, then the build of a different site, then a third ends right.
#[test]
fn killed_twice_at_any_steps_the_next_build_ends_right() {
    for first in 0.. {
        for second in 0.. {
            let out = old_site();
            if killed_at(out.path(), NEW, first).is_none() {
                return;
            }
            let killed = killed_at(out.path(), THIRD, second).is_some();
            let pages = if (first + second) % 2 == 0 {
                OLD
            } else {
                THIRD
            };
            publish(out.path(), &site(pages)).unwrap();
            assert_eq!(
                tree(out.path()),
                tree_of(&[pages, MINE]),
                "{first} {second}"
            );
            if !killed {
                break;
            }
        }
    }
}

/// Random sites of a few paths, some files of the user beside them, each build perhaps killed.
#[test]
fn any_history_of_kills_and_sites_ends_right() {
    let mut state = 7_u64;
    let mut random = move |below: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let names = ["a", "b/a", "b/c/a", "b/c/b", "d/e/f/g", "h"];
    let texts = ["", "one", "two", "three"];
    let mine: Pages = &[("b/c/mine", "mine"), ("d/mine", "mine")];
    for _ in 0..60 {
        let out = scratch();
        put(out.path(), mine);
        for _ in 0..8 {
            let mut pages = Vec::new();
            for name in names {
                if random(3) > 0 {
                    pages.push((name, texts[random(4) as usize]));
                }
            }
            if killed_at(out.path(), &pages, random(40) as usize).is_none() {
                assert_eq!(tree(out.path()), tree_of(&[mine, &pages]));
            }
        }
        publish(out.path(), &[]).unwrap();
        assert_eq!(tree(out.path()), tree_of(&[mine]));
    }
}

#[test]
fn a_file_that_came_after_the_kill_is_not_overwritten() {
    let out = old_site();
    killed_before(out.path(), NEW, "place");
    put(out.path(), &[("ro/index.html", "came after")]);
    let before = tree(out.path());
    for pages in [NEW, OLD] {
        assert_eq!(in_the_way(publish(out.path(), &site(pages))).len(), 1);
        assert_eq!(tree(out.path()), before);
    }
    fs::remove_file(out.path().join("ro/index.html")).unwrap();
    recover(out.path()).unwrap();
    assert_eq!(tree(out.path()), tree_of(&[NEW, MINE]));
}

#[test]
fn a_staged_file_that_a_power_cut_tore_is_not_placed() {
    let out = old_site();
    killed_before(out.path(), NEW, "place");
    let staged = all_bytes(&out.path().join(".rulegrid/stage"));
    assert_eq!(staged.len(), 3);
    for path in staged.keys() {
        fs::write(path, "").unwrap();
    }
    recover(out.path()).unwrap();
    assert!(tree(out.path()).values().all(|text| !text.is_empty()));
    publish(out.path(), &site(NEW)).unwrap();
    assert_eq!(tree(out.path()), tree_of(&[NEW, MINE]));
}

/// The bytes of all files, `.rulegrid` too.
fn all_bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(all_bytes(&path));
        } else {
            all.insert(path.display().to_string(), fs::read(&path).unwrap());
        }
    }
    all
}

/// The text of a journal or manifest, which pins the format.
pub fn sealed(body: &str) -> String {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut words: Vec<Vec<u8>> = body.as_bytes().chunks(8).map(<[u8]>::to_vec).collect();
    if body.len().is_multiple_of(8) {
        words.push(Vec::new());
    }
    words.iter_mut().for_each(|word| word.resize(8, 0));
    words.push((body.len() as u64).to_le_bytes().to_vec());
    for word in words {
        sum = (sum ^ u64::from_le_bytes(word.try_into().unwrap()))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^= sum >> 32;
    }
    format!("{body}\nend {sum:016x}\n")
}

#[test]
fn a_damaged_journal_or_manifest_is_an_error_and_nothing_changes() {
    for name in ["journal", "manifest"] {
        let out = old_site();
        let path = out.path().join(".rulegrid").join(name);
        if name == "journal" {
            killed_before(out.path(), NEW, "place");
        }
        let whole = fs::read(&path).unwrap();
        let text = String::from_utf8(whole.clone()).unwrap();
        assert_eq!(sealed(text.rsplit_once("\nend ").unwrap().0), text);
        let mut bad: Vec<Vec<u8>> = (0..whole.len()).map(|end| whole[..end].to_vec()).collect();
        for at in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << (at % 8);
            bad.push(flipped);
        }
        bad.push(whole.repeat(2));
        for line in [
            "Drop 0000000000000000 ../x",
            "Drop 0 /etc/x",
            "Drop 0 .rulegrid/lock",
            "Drop 0 a//",
            "Drop 0 /",
            "Drop x a",
            "Cut 0 a",
            "Drop",
            "Drop 0",
            "",
        ] {
            bad.push(sealed(&format!("rulegrid 1\n{line}")).into_bytes());
        }
        bad.push(sealed("rulegrid 2\nKeep 0 a").into_bytes());
        for bytes in bad {
            fs::write(&path, &bytes).unwrap();
            let before = all_bytes(out.path());
            let error = publish(out.path(), &site(THIRD)).unwrap_err();
            assert!(
                matches!(&error, PublishError::Damaged(named) if *named == path),
                "{error}"
            );
            assert!(error.to_string().contains(&path.display().to_string()));
            assert_eq!(all_bytes(out.path()), before);
        }
        // As the message says: delete it, and build again.
        fs::remove_file(&path).unwrap();
        publish(out.path(), &site(OLD)).unwrap();
        assert_eq!(tree(out.path()), tree_of(&[OLD, MINE]));
    }
}

#[test]
fn a_build_during_a_build_is_refused() {
    let out = old_site();
    let mut refused = 0;
    publish_with(out.path(), &site(NEW), &mut |step| {
        for result in [
            publish(out.path(), &site(THIRD)).map(drop),
            recover(out.path()),
        ] {
            let error = result.unwrap_err();
            assert!(matches!(error, PublishError::Busy(_)), "{step}: {error}");
            assert!(
                error
                    .to_string()
                    .contains(&out.path().display().to_string())
            );
            refused += 1;
        }
    })
    .unwrap();
    assert!(refused > 10);
    assert_eq!(tree(out.path()), tree_of(&[NEW, MINE]));
    publish(out.path(), &site(THIRD)).unwrap();
}

#[test]
fn builds_at_once_do_not_mix() {
    let dir = scratch();
    let out = &dir.path().join("out");
    let sites = [OLD, NEW, THIRD];
    std::thread::scope(|scope| {
        for pages in sites {
            scope.spawn(move || {
                for _ in 0..30 {
                    match publish(out, &site(pages)) {
                        Ok(_) | Err(PublishError::Busy(_)) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
    });
    assert!(sites.iter().any(|pages| tree(out) == tree_of(&[pages])));
}

/// Sets of pages that differ in every page, big enough to be killed in the middle.
fn many(kind: usize) -> Vec<SiteFile> {
    let file = |n: usize| SiteFile {
        path: format!(
            "{}/{n}.html",
            if n.is_multiple_of(2) {
                "both"
            } else {
                ["a", "b", "c"][kind]
            }
        ),
        bytes: format!("{kind} {n} ").repeat(100).into_bytes(),
    };
    (0..30).map(file).collect()
}

/// Not a test of its own: what the next test runs as a process, to kill it.
#[test]
fn builds_until_killed() {
    if let Some(out) = std::env::var_os("RULEGRID_PUBLISH_UNTIL_KILLED") {
        for kind in [0, 1].into_iter().cycle() {
            publish(out.as_ref(), &many(kind)).unwrap();
        }
    }
}

#[test]
fn killed_for_real_the_next_build_ends_right() {
    let dir = scratch();
    let out = dir.path().join("out");
    let module = module_path!()
        .split_once("::")
        .map_or("", |(_, module)| module);
    let mut kills = BTreeMap::new();
    for round in 0..25 {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "--nocapture",
                &format!("{module}::builds_until_killed"),
            ])
            .env("RULEGRID_PUBLISH_UNTIL_KILLED", &out)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        while !out.join(".rulegrid/manifest").exists() {
            assert!(child.try_wait().unwrap().is_none(), "the child ended");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(5_000 + 1_700 * round));
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
        let control = out.join(".rulegrid");
        let state = (
            control.join("stage").exists(),
            control.join("journal").exists(),
        );
        *kills.entry(state).or_insert(0) += 1;
        for (path, text) in tree(&out) {
            let is_from = |kind| {
                many(kind)
                    .iter()
                    .any(|file| file.path == path && file.bytes == text.as_bytes())
            };
            assert!(text == "/" || (0..3).any(is_from), "{path} is torn");
        }
        let last = many(2);
        publish(&out, &last).unwrap();
        let pages: Vec<_> = last
            .iter()
            .map(|file| (&*file.path, str::from_utf8(&file.bytes).unwrap()))
            .collect();
        assert_eq!(tree(&out), tree_of(&[&pages]));
    }
    println!("killed with (stage, journal): {kills:?}");
}
