//! The program in bad circumstances: killed, without room, without rights, twice at once. Files are
//! whole afterwards, old or new, and those of others are what they were.

use crate::cli::run_with;
use crate::support::{FACTS, GAME, small_dataset};
use rulegrid::load::load;
use rulegrid::publish::Publisher;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_rulegrid");

/// Two datasets whose sites differ in every page, and a folder for a site.
struct Scene {
    datasets: [TempDir; 2],
    folder: TempDir,
}

impl Scene {
    fn new() -> Self {
        let titled = |title: &str| {
            let game = GAME.replace(
                "en: Tiny, fr: Minuscule",
                &format!("en: {title}, fr: {title}"),
            );
            small_dataset(&[("game.yaml", game.as_bytes())])
        };
        Self {
            datasets: [titled("One"), titled("Two")],
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    fn build(&self, which: usize) -> Command {
        build(self.datasets[which].path(), &self.out())
    }

    /// The two sites, as undisturbed builds make them.
    fn sites(&self) -> [BTreeMap<String, Vec<u8>>; 2] {
        [0, 1].map(|which| {
            let out = self.folder.path().join(format!("whole-{which}"));
            succeed(&mut build(self.datasets[which].path(), &out));
            pages(&out)
        })
    }
}

fn build(rules: &Path, out: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .arg("build")
        .arg("--rules")
        .arg(rules)
        .arg("--out")
        .arg(out);
    command.stdin(Stdio::null());
    command
}

/// Runs the command in a shell that limits it, as in `ulimit -f 8`.
fn limited(command: &Command, limit: &str) -> Output {
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(format!("{limit}; exec \"$@\""))
        .arg("sh");
    shell.arg(command.get_program()).args(command.get_args());
    shell.output().expect("a shell")
}

fn succeed(command: &mut Command) {
    let ran = command.output().expect("the program runs");
    assert!(ran.status.success(), "{}", told(&ran));
}

fn told(ran: &Output) -> String {
    String::from_utf8_lossy(&ran.stderr).into_owned()
}

/// The files below a folder, but for what a build notes for itself.
fn pages(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_map(Result::ok);
    let files = entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let below = entry.path().strip_prefix(folder).expect("below");
            (
                below.display().to_string(),
                fs::read(entry.path()).expect("a file"),
            )
        });
    files
        .filter(|(path, _)| !path.starts_with(".rulegrid"))
        .collect()
}

/// Every page is as one of the sites has it.
fn assert_no_page_is_torn(out: &Path, sites: &[BTreeMap<String, Vec<u8>>; 2]) {
    for (path, bytes) in pages(out) {
        let is_whole = sites.iter().any(|site| site.get(&path) == Some(&bytes));
        assert!(is_whole, "{path} is torn");
    }
}

/// Small steps through the time that a build takes.
fn moments(count: u32, whole: Duration) -> impl Iterator<Item = Duration> {
    (0..count).map(move |n| whole * n / count)
}

#[test]
fn builds_killed_at_any_moment_leave_whole_pages_and_the_next_one_ends_right() {
    let scene = Scene::new();
    let sites = scene.sites();
    let before = SystemTime::now();
    succeed(&mut scene.build(0));
    let whole = before.elapsed().unwrap_or_default();
    for (turn, moment) in moments(40, whole).enumerate() {
        let mut killed = quiet(&mut scene.build((turn + 1) % 2));
        thread::sleep(moment);
        killed.kill().expect("killed");
        killed.wait().expect("an end");
        assert_no_page_is_torn(&scene.out(), &sites);
        if turn % 5 == 4 {
            succeed(&mut scene.build(turn % 2));
            assert!(pages(&scene.out()) == sites[turn % 2], "{turn}");
        }
    }
}

fn quiet(command: &mut Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program runs")
}

/// No file may be larger than some size: every write fails at some point, as on a full disk; once
/// with an error and once with a signal that kills.
#[test]
#[cfg(unix)]
fn a_build_without_room_leaves_the_old_site_and_says_why() {
    let scene = Scene::new();
    let sites = scene.sites();
    succeed(&mut scene.build(0));
    for blocks in [0, 1, 2, 4, 8] {
        for signal in ["trap '' XFSZ", "true"] {
            let ran = limited(
                &scene.build(1),
                &format!("{signal}; ulimit -c 0; ulimit -f {blocks}"),
            );
            assert!(!ran.status.success(), "{blocks}: {}", told(&ran));
            if signal != "true" {
                assert_eq!(ran.status.code(), Some(2));
                assert!(told(&ran).contains("free space"), "{}", told(&ran));
            }
            assert!(pages(&scene.out()) == sites[0], "{blocks}");
        }
    }
    succeed(&mut scene.build(1));
    assert!(pages(&scene.out()) == sites[1]);
}

/// A file system of its own, which only root can have.
#[cfg(target_os = "linux")]
struct Mounted(TempDir);

#[cfg(target_os = "linux")]
impl Mounted {
    fn new(options: &str) -> Option<Self> {
        let dir = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", options, "rulegrid-test"])
            .arg(dir.path());
        let is_mounted = mount.output().is_ok_and(|ran| ran.status.success());
        if !is_mounted {
            println!("skipped: only root may mount a file system");
        }
        is_mounted.then_some(Self(dir))
    }

    fn again(&self, options: &str) {
        let mut mount = Command::new("mount");
        mount
            .args(["-o", &format!("remount,{options}")])
            .arg(self.0.path());
        assert!(mount.status().expect("mount runs").success());
    }
}

#[cfg(target_os = "linux")]
impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_build_on_a_full_or_read_only_disk_leaves_the_old_site() {
    let scene = Scene::new();
    let sites = scene.sites();
    let Some(disk) = Mounted::new("size=64m") else {
        return;
    };
    let out = disk.0.path().join("site");
    let build = |which: usize| build(scene.datasets[which].path(), &out);
    succeed(&mut build(0));
    disk.again("ro");
    let ran = build(1).output().expect("the program runs");
    assert_eq!(ran.status.code(), Some(2), "{}", told(&ran));
    assert!(told(&ran).contains("permissions"), "{}", told(&ran));
    assert!(pages(&out) == sites[0]);
    disk.again("rw");
    let left = free_bytes(disk.0.path());
    let filler = disk.0.path().join("filler");
    // Nothing is free, then a little more each time, until there is room for all.
    let mut refused = 0;
    for room in [0, 4, 16, 64, 128, 256, 512, 1024, 4096, 16_384] {
        let size = left.saturating_sub(room * 1024);
        fs::write(&filler, vec![0; usize::try_from(size).expect("64 MB")]).expect("a filler");
        let ran = build(1).output().expect("the program runs");
        if ran.status.success() {
            break;
        }
        assert_eq!(ran.status.code(), Some(2), "{}", told(&ran));
        assert!(told(&ran).contains("free space"), "{}", told(&ran));
        assert_no_page_is_torn(&out, &sites);
        refused += 1;
    }
    assert!(refused > 0);
    fs::remove_file(&filler).expect("a filler");
    succeed(&mut build(1));
    assert!(pages(&out) == sites[1]);
}

#[cfg(target_os = "linux")]
fn free_bytes(folder: &Path) -> u64 {
    let ran = Command::new("df")
        .args(["-B1", "--output=avail"])
        .arg(folder)
        .output();
    let said = String::from_utf8(ran.expect("df runs").stdout).expect("text");
    said.lines()
        .last()
        .and_then(|line| line.trim().parse().ok())
        .expect("a number")
}

#[test]
fn builds_at_once_end_as_one_of_them() {
    let scene = Scene::new();
    let sites = scene.sites();
    for _ in 0..5 {
        let programs: Vec<_> = (0..4)
            .map(|n| {
                scene
                    .build(n % 2)
                    .stderr(Stdio::piped())
                    .spawn()
                    .expect("the program runs")
            })
            .collect();
        let mut done = 0;
        for program in programs {
            let ran = program.wait_with_output().expect("an end");
            match ran.status.code() {
                Some(0) => done += 1,
                Some(2) => assert!(
                    told(&ran).contains("another build is running"),
                    "{}",
                    told(&ran)
                ),
                other => panic!("{other:?}: {}", told(&ran)),
            }
        }
        assert!(done > 0);
        let is_one = sites.iter().any(|site| pages(&scene.out()) == *site);
        assert!(is_one, "the sites are mixed");
    }
}

/// A template that does not render ends a build in the middle; a folder that cannot be had ends it
/// before that is seen.
#[test]
fn a_page_that_cannot_be_made_leaves_the_old_site_and_a_folder_is_tried_before() {
    let scene = Scene::new();
    let sites = scene.sites();
    succeed(&mut scene.build(0));
    let look = tempfile::tempdir().expect("a folder");
    fs::write(look.path().join("rule.html"), "{{ nothing.at.all }}").expect("a template");
    let fails = |out: &Path, why: &str| {
        let mut command = build(scene.datasets[1].path(), out);
        let ran = command.arg("--templates").arg(look.path()).output();
        let ran = ran.expect("the program runs");
        assert_eq!(ran.status.code(), Some(2), "{}", told(&ran));
        assert!(told(&ran).contains(why), "{}", told(&ran));
    };
    fails(&scene.out(), "cannot be made");
    assert!(pages(&scene.out()) == sites[0]);
    assert!(!scene.out().join(".rulegrid/stage").exists());
    let another = Publisher::open(&scene.out()).expect("nobody else is at work");
    fails(&scene.out(), "another build is running");
    drop(another);
    fails(&scene.out().join("index.html"), "is no folder");
    fails(&scene.out().join("index.html/below"), "permissions");
    succeed(&mut scene.build(1));
    assert!(pages(&scene.out()) == sites[1]);
}

#[test]
fn a_site_among_the_files_of_the_dataset_is_refused() {
    let scene = Scene::new();
    let rules = scene.datasets[0].path();
    for below in ["", "dist", "a/b/../c", "expansions"] {
        let ran = build(rules, &rules.join(below))
            .output()
            .expect("the program runs");
        assert_eq!(ran.status.code(), Some(2), "{below}: {}", told(&ran));
        assert!(
            told(&ran).contains("the folder of the dataset"),
            "{}",
            told(&ran)
        );
    }
    let entries = fs::read_dir(rules).expect("a folder");
    assert!(entries.count() < 12, "nothing was written");
    // Beside it, or with its name at the start, is another folder.
    let beside = rules.with_extension("site");
    succeed(&mut build(rules, &beside));
    fs::remove_dir_all(beside).expect("a site");
    load(rules).expect("the dataset, as it was");
}

#[test]
fn a_clock_that_goes_backwards_changes_nothing() {
    let scene = Scene::new();
    let sites = scene.sites();
    succeed(&mut scene.build(0));
    for time in [
        SystemTime::UNIX_EPOCH,
        SystemTime::now() + Duration::from_secs(3_000_000_000),
    ] {
        for folder in [scene.out(), scene.datasets[1].path().to_owned()] {
            for path in pages(&folder).keys() {
                let file = File::options().write(true).open(folder.join(path));
                file.and_then(|file| file.set_modified(time))
                    .expect("a time");
            }
        }
        let ran = scene.build(0).output().expect("the program runs");
        assert!(told(&ran).contains(" 0 written, "), "{}", told(&ran));
        succeed(&mut scene.build(1));
        assert!(pages(&scene.out()) == sites[1]);
        succeed(&mut scene.build(0));
        assert!(pages(&scene.out()) == sites[0]);
    }
}

#[test]
fn folders_may_be_called_as_people_call_them() {
    let scene = Scene::new();
    let folder = scene
        .folder
        .path()
        .join("Jocurile mele; $HOME 'și' œuvres « 字 »");
    fs::create_dir_all(folder.join("reguli țară")).expect("a folder");
    let rules = folder.join("reguli țară");
    for (path, bytes) in pages(scene.datasets[0].path()) {
        let path = rules.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    let out = folder.join("site -é\u{301} #1 %20");
    succeed(&mut build(&rules, &out));
    assert!(pages(&out) == scene.sites()[0]);
    for arguments in [["lint", "--rules"], ["show", "--rules"]] {
        let ran = Command::new(PROGRAM).args(arguments).arg(&rules).output();
        assert_eq!(ran.expect("the program runs").status.code(), Some(0));
    }
}

#[test]
#[cfg(unix)]
fn a_build_may_be_called_by_bytes_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let scene = Scene::new();
    let name = std::ffi::OsStr::from_bytes(b"site \xff\xfe");
    let out = scene.folder.path().join(name);
    succeed(&mut build(scene.datasets[0].path(), &out));
    assert!(pages(&out) == scene.sites()[0]);
}

/// Commands that write single files: they have the old bytes or the new ones, whatever happens.
#[cfg(unix)]
mod single_files {
    use super::*;
    use std::os::unix::fs::symlink;

    /// Facts whose order the linter mends.
    fn unordered() -> TempDir {
        let facts = FACTS.replace(
            "    eaten: {at: 10, knight: yes (raw), squire: no if dragon else yes}\n    strength: {at: 20, knight: 3, squire: 1 @25}\n",
            "    strength: {at: 20, squire: 1 @25, knight: 3}\n    eaten: {at: 10, squire: no if dragon else yes, knight: yes (raw)}\n",
        );
        assert_ne!(facts, FACTS);
        small_dataset(&[("facts/book.yaml", facts.as_bytes())])
    }

    fn fix(rules: &Path) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(["lint", "--fix", "--rules"]).arg(rules);
        command
    }

    #[test]
    fn an_interrupted_fix_leaves_files_whole() {
        let mended = unordered();
        succeed(&mut fix(mended.path()));
        let new = pages(mended.path());
        for (turn, moment) in moments(40, Duration::from_millis(80)).enumerate() {
            let dir = unordered();
            let old = pages(dir.path());
            let mut killed = quiet(&mut fix(dir.path()));
            thread::sleep(moment);
            killed.kill().expect("killed");
            killed.wait().expect("an end");
            for (path, bytes) in pages(dir.path()) {
                let is_draft = path
                    .rsplit('/')
                    .next()
                    .is_some_and(|name| name.starts_with('.'));
                let is_whole = [&old, &new]
                    .iter()
                    .any(|all| all.get(&path) == Some(&bytes));
                assert!(is_draft || is_whole, "{turn}: {path} is torn");
            }
            // What was left beside the files is in nobody's way.
            load(dir.path()).expect("the dataset");
            succeed(&mut fix(dir.path()));
        }
    }

    #[test]
    fn a_fix_without_room_changes_nothing() {
        for signal in ["trap '' XFSZ", "true"] {
            let dir = unordered();
            let large = format!("# {}\n", "long ".repeat(400));
            let path = dir.path().join("facts/book.yaml");
            let facts = fs::read_to_string(&path).expect("facts") + &large;
            fs::write(&path, facts).expect("facts");
            let old = pages(dir.path());
            // The copy in which fixes are tried has no room, either, so both can say it.
            let ran = limited(
                &fix(dir.path()),
                &format!("{signal}; ulimit -c 0; ulimit -f 2"),
            );
            assert!(!ran.status.success());
            let new = pages(dir.path());
            let is_draft = |path: &str| path.contains("/.");
            assert!(new.iter().filter(|(path, _)| !is_draft(path)).eq(&old));
        }
    }

    #[test]
    fn schemas_are_whole_or_not_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("schemas");
        let mut command = Command::new(PROGRAM);
        command.args(["schema", "--out"]).arg(&out);
        let ran = limited(&command, "trap '' XFSZ; ulimit -f 4");
        assert_eq!(ran.status.code(), Some(2), "{}", told(&ran));
        let early = pages(&out);
        succeed(&mut command);
        let all = pages(&out);
        assert!(early.len() < all.len());
        assert!(
            early
                .iter()
                .all(|(path, bytes)| all.get(path) == Some(bytes))
        );
        // Old ones stay where new ones have no room.
        let old = out.join("game.json");
        fs::write(&old, "old").expect("a file");
        limited(&command, "trap '' XFSZ; ulimit -f 1");
        assert_eq!(fs::read_to_string(&old).expect("a file"), "old");
    }

    #[test]
    fn a_new_dataset_without_room_is_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("game");
        let mut command = Command::new(PROGRAM);
        command.arg("new").arg(&dir);
        let ran = limited(&command, "trap '' XFSZ; ulimit -f 1");
        assert_eq!(ran.status.code(), Some(2), "{}", told(&ran));
        assert!(!dir.exists(), "{:?}", pages(&dir).keys());
        fs::create_dir(&dir).expect("a folder");
        limited(&command, "trap '' XFSZ; ulimit -f 1");
        assert_eq!(fs::read_dir(&dir).expect("a folder").count(), 0);
        succeed(&mut command);
        load(&dir).expect("a dataset");
    }

    #[test]
    fn what_links_lead_to_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let (out, far) = (
            folder.path().join("schemas"),
            folder.path().join("far.json"),
        );
        fs::create_dir(&out).expect("a folder");
        fs::write(&far, "old").expect("a file");
        symlink(&far, out.join("game.json")).expect("a link");
        symlink("/dev/null", out.join("faq.json")).expect("a link");
        let ran = run_with(&["schema", "--out", out.to_str().expect("UTF-8")], &[]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(out.join("game.json").is_symlink() && out.join("faq.json").is_symlink());
        assert!(
            fs::read_to_string(&far)
                .expect("a file")
                .contains("\"properties\"")
        );
        assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    }

    /// A result that cannot be written is no success.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_result_without_room_is_an_error() {
        let dir = unordered();
        for command in [
            vec!["wiki", "export"],
            vec!["export", "csv"],
            vec!["show"],
            vec!["schema"],
        ] {
            let full = File::options()
                .write(true)
                .open("/dev/full")
                .expect("a device");
            let mut ran = Command::new(PROGRAM);
            ran.args(&command);
            if command[0] != "schema" {
                ran.arg("--rules").arg(dir.path());
            }
            let ran = ran.stdout(full).output().expect("the program runs");
            assert_eq!(ran.status.code(), Some(2), "{command:?}: {}", told(&ran));
            assert!(
                told(&ran).contains("cannot write"),
                "{command:?}: {}",
                told(&ran)
            );
        }
    }
}
