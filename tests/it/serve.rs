//! `rulegrid serve`: single pages equal those of the whole site, changes reach the browser, what is
//! broken is told there, and no request makes the server fall.

use crate::accessible::{press, violations};
use crate::browser::{Browser, Page};
use crate::pages::{FILES, PLAN, WORDS};
use crate::support::{FIGURES, GAME, loaded, rules, small_dataset};
use rulegrid::load::load;
use rulegrid::render::html::{Look, Prepared, Site};
use rulegrid::view::{Plan, Scope};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);
/// A preset for the small dataset, so that its site has pages of presets.
const PRESETS: &str = "all: {with: [all], name: {en: All, fr: Tout}}\n";

/// The program serving a folder; it is ended by its id when this is dropped.
struct Served {
    program: Child,
    port: u16,
}

impl Served {
    fn start(folder: &Path, further: &[&str]) -> Self {
        Self::start_at("0", folder, further)
    }

    fn start_at(port: &str, folder: &Path, further: &[&str]) -> Self {
        let program = Command::new(env!("CARGO_BIN_EXE_rulegrid"));
        Self::run(program, port, folder, further)
    }

    fn run(mut program: Command, port: &str, folder: &Path, further: &[&str]) -> Self {
        let mut program = program
            .args(["serve", "--port", port, "--rules"])
            .arg(folder)
            .args(further)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let mut said = String::new();
        let out = program.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut said).expect("a line");
        let port = said.trim().strip_prefix("http://127.0.0.1:");
        let port = port.and_then(|rest| rest.strip_suffix('/'));
        let port = port.and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no address: {said:?}"));
        Self { program, port }
    }

    fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{path}", self.port)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream
    }

    /// What comes back for these bytes, until the server hangs up.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that has heard enough hangs up before all is said.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Head and body of the answer to a request for a path.
    fn get(&self, path: &str) -> (String, String) {
        let request = format!("GET /{path} HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n");
        let answer = self.send(request.as_bytes());
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        (head.to_owned(), body.to_owned())
    }

    /// The status of the answer to these bytes.
    fn status(&self, bytes: &str) -> String {
        let answer = self.send(bytes.as_bytes());
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    }

    /// What tells the page at `path` from later ones.
    fn id(&self, path: &str) -> String {
        let (_, page) = self.get(path);
        let (_, rest) = page.split_once("data-version=\"").expect("a follower");
        rest.split('"').next().unwrap_or_default().to_owned()
    }

    /// What the page that is at `path` now hears.
    fn events(&self, path: &str) -> Events {
        let id = self.id(path);
        let mut stream = self.connect();
        let request = format!(
            "GET /.rulegrid/events?version={id} HTTP/1.0\r\nHost: localhost:{}\r\n\r\n",
            self.port
        );
        stream.write_all(request.as_bytes()).expect("a request");
        Events(BufReader::new(stream))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// A stream of events.
struct Events(BufReader<TcpStream>);

impl Events {
    /// The name and the data of the next one.
    fn next(&mut self) -> (String, String) {
        let (mut name, mut data) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            let count = self.0.read_line(&mut line).expect("an event in time");
            assert!(count > 0, "the stream ended");
            let line = line.trim_end();
            if let Some(found) = line.strip_prefix("event: ") {
                name = found.to_owned();
            } else if let Some(found) = line.strip_prefix("data: ") {
                data = found.to_owned();
            } else if line.is_empty() && !data.is_empty() {
                return (name, data);
            }
        }
    }

    fn reload(&mut self) {
        while self.next().0 != "reload" {}
    }

    /// Waits for problems or findings that hold `part`, and gives them.
    fn told(&mut self, kind: &str, part: &str) -> String {
        loop {
            let (name, data) = self.next();
            assert_eq!(name, "problems", "{data}");
            let told: Value = serde_json::from_str(&data).expect("JSON");
            if let Some(text) = told[kind].as_str().filter(|text| text.contains(part)) {
                return text.to_owned();
            }
        }
    }

    /// Waits until there are no problems.
    fn mended(&mut self) {
        loop {
            let (name, data) = self.next();
            assert_eq!(name, "problems", "{data}");
            let told: Value = serde_json::from_str(&data).expect("JSON");
            if told["problems"].is_null() {
                return;
            }
        }
    }
}

fn small() -> TempDir {
    small_dataset(&[("presets.yaml", PRESETS.as_bytes())])
}

fn write(folder: &TempDir, path: &str, text: &str) {
    fs::write(folder.path().join(path), text).expect("a file");
}

/// The figures with another name for the knight.
fn figures(name: &str) -> String {
    FIGURES.replace("en: knight", &format!("en: {name}"))
}

mod single {
    use super::*;

    fn assert_equal(plan: &Plan<'_>, base_url: Option<&str>) {
        let site = Site {
            plan,
            words: &WORDS,
            base_url,
            files: None,
            sheets: &[],
        };
        let look = Look::built_in();
        let prepared = Prepared::new(&site, &look, &[]).expect("templates");
        let all = site.files().expect("a site");
        for file in &all {
            let single = prepared.file(&file.path).expect("a file");
            assert!(single.as_ref() == Some(file), "{} differs", file.path);
        }
        for path in [
            "",
            "en",
            "en/",
            "en/nothing.html",
            "rules/",
            "../Cargo.toml",
        ] {
            assert_eq!(prepared.file(path).expect("no error"), None, "{path}");
        }
    }

    #[test]
    fn files_are_those_of_the_whole_site() {
        let folder = small();
        let loaded = load(folder.path()).expect("a dataset");
        assert_equal(&Plan::new(&loaded.dataset), None);
        assert_equal(&Plan::new(&loaded.dataset), Some("https://example.org/x/"));
    }

    #[test]
    fn files_of_a_fixed_selection_are_those_of_the_whole_site() {
        let folder = small();
        let loaded = load(folder.path()).expect("a dataset");
        let scope = Scope {
            edition: loaded.dataset.edition_ix("E1"),
            elements: None,
        };
        assert_equal(&Plan::within(&loaded.dataset, scope), None);
    }

    #[test]
    fn a_page_of_each_kind_is_that_of_the_whole_site_of_the_repository() {
        let site = Site {
            plan: &PLAN,
            words: &WORDS,
            base_url: None,
            files: Some(&loaded().files),
            sheets: &[],
        };
        let look = Look::built_in();
        let prepared = Prepared::new(&site, &look, &[]).expect("templates");
        let mut last = "";
        for file in FILES.iter().filter(|file| file.path != "sw.js") {
            let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            // One language is enough, and of a deep folder the first page.
            let is_other = ["en", "ro"].contains(&folder.split('/').next().unwrap_or(""));
            let is_next = folder.contains('/') && folder == last || folder == "rules";
            last = folder;
            if is_other || is_next {
                continue;
            }
            let single = prepared.file(&file.path).expect("a file");
            assert!(single.as_ref() == Some(file), "{} differs", file.path);
        }
    }
}

#[test]
fn pages_are_those_of_a_build_and_follow_the_server() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    let (head, page) = served.get("en/main.html");
    assert!(head.starts_with("HTTP/1.0 200"), "{head}");
    for wanted in [
        "content-type: text/html; charset=utf-8",
        "cache-control: no-cache",
        "x-content-type-options: nosniff",
    ] {
        assert!(head.to_lowercase().contains(wanted), "{head}");
    }
    let loaded = load(folder.path()).expect("a dataset");
    let built = crate::pages::files(&Plan::new(&loaded.dataset), None);
    let built = built.into_iter().find(|file| file.path == "en/main.html");
    let built = String::from_utf8(built.expect("a page").bytes).expect("UTF-8");
    let table = |page: &str| {
        let start = page.find("<table").expect("a table");
        page[start..page.find("</table>").expect("its end")].to_owned()
    };
    assert_eq!(table(&page), table(&built));
    assert!(page.contains("connect-src 'self'"), "{page}");
    assert!(!built.contains("connect-src") && !built.contains(".rulegrid"));
    // Without it browsers refuse what installs the site.
    assert!(built.contains("manifest-src"), "{built}");
    for (path, kind) in [("style.css", "text/css"), ("mark.svg", "image/svg+xml")] {
        let (head, _) = served.get(path);
        assert!(head.contains(kind), "{head}");
    }
    let (_, worker) = served.get("sw.js");
    assert!(worker.contains("unregister()"), "{worker}");
    let (_, front) = served.get("");
    assert!(front.contains("en/index.html"), "{front}");
    let (head, _) = served.get("en?ed=E1");
    assert!(head.starts_with("HTTP/1.0 307"), "{head}");
    assert!(head.contains("location: /en/?ed=E1"), "{head}");
}

#[test]
fn a_change_reloads_the_page() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    for name in ["baron", "duke"] {
        let mut events = served.events("en/main.html");
        write(&folder, "figures.yaml", &figures(name));
        events.reload();
        let (_, page) = served.get("en/main.html");
        assert!(page.contains(name), "{name}");
    }
}

#[test]
fn a_broken_change_is_told_and_the_last_good_site_stays() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    let mut events = served.events("en/main.html");
    write(
        &folder,
        "figures.yaml",
        &FIGURES.replace("when: bear", "when: baer"),
    );
    let problems = events.told("problems", "baer");
    assert!(problems.contains("did you mean `bear`?"), "{problems}");
    assert!(problems.contains("figures.yaml:2:16"), "{problems}");
    let (head, page) = served.get("en/main.html");
    assert!(head.starts_with("HTTP/1.0 200"), "{head}");
    assert!(page.contains("knight"));
    // A page that is opened now hears of it, too.
    served.events("en/main.html").told("problems", "baer");
    // As it was before: nothing to reload.
    write(&folder, "figures.yaml", FIGURES);
    events.mended();
}

#[test]
fn a_dataset_that_is_broken_from_the_start_becomes_the_site_when_it_is_mended() {
    let folder = small();
    write(&folder, "game.yaml", "id: <b>\n");
    let served = Served::start(folder.path(), &[]);
    let (head, page) = served.get("en/main.html");
    assert!(head.starts_with("HTTP/1.0 503"), "{head}");
    assert!(page.contains("game.yaml"), "{page}");
    assert!(!page.contains("<b>"), "{page}");
    let mut events = served.events("en/main.html");
    // It is the page's own content that changes.
    write(&folder, "game.yaml", "title: {en: x}\n");
    events.reload();
    let mut events = served.events("");
    write(&folder, "game.yaml", GAME);
    events.reload();
    let (head, _) = served.get("en/main.html");
    assert!(head.starts_with("HTTP/1.0 200"), "{head}");
}

#[test]
fn what_the_linter_finds_is_told_and_blocks_nothing() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    let mut events = served.events("en/main.html");
    let game = GAME.replace("derived:", "derived:\n  never: bear and not bear");
    write(&folder, "game.yaml", &game);
    events.reload();
    let mut events = served.events("en/main.html");
    events.told("findings", "unused-condition");
}

#[test]
fn editors_and_folders_may_do_what_they_do() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    let file = folder.path().join("figures.yaml");

    // Written beside it and renamed over it.
    let mut events = served.events("en/main.html");
    write(&folder, ".figures.yaml.swp", &figures("baron"));
    fs::rename(folder.path().join(".figures.yaml.swp"), &file).expect("renamed");
    events.reload();

    // Removed and written anew.
    let mut events = served.events("en/main.html");
    fs::remove_file(&file).expect("removed");
    events.told("problems", "figures.yaml");
    fs::write(&file, figures("duke")).expect("a file");
    events.reload();

    // Many files at once, and the last is what counts.
    let mut events = served.events("en/main.html");
    for turn in 0..50 {
        write(&folder, "notes/main.yaml", crate::support::NOTES);
        write(&folder, "figures.yaml", &figures(&format!("knight{turn}")));
    }
    events.reload();
    let until = Instant::now() + PATIENCE;
    while !served.get("en/main.html").1.contains("knight49") {
        assert!(Instant::now() < until, "the last of many changes is lost");
        thread::sleep(Duration::from_millis(20));
    }

    // The folder itself goes and comes back.
    let mut events = served.events("en/main.html");
    let aside = folder.path().with_extension("aside");
    fs::rename(folder.path(), &aside).expect("renamed");
    events.told("problems", "there is no folder");
    fs::rename(&aside, folder.path()).expect("renamed");
    events.mended();
    write(&folder, "figures.yaml", &figures("prince"));
    events.reload();
    let (_, page) = served.get("en/main.html");
    assert!(page.contains("prince"));
}

#[test]
fn templates_words_and_site_files_come_from_folders_and_are_watched() {
    let folder = small();
    let look = tempfile::tempdir().expect("a folder");
    let path = look.path().to_str().expect("UTF-8");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let template = fs::read_to_string(root.join("templates/front.html")).expect("a template");
    let words = fs::read_to_string(root.join("templates/words.yaml")).expect("words");
    write(
        &look,
        "front.html",
        &template.replace("class=\"front\"", "class=\"front own\""),
    );
    let served = Served::start(folder.path(), &["--templates", path, "--site", path]);
    assert!(served.get("en/").1.contains("front own"));

    let mut events = served.events("en/");
    write(&look, "style.css", "body { color: teal }");
    events.reload();
    assert_eq!(served.get("style.css").1, "body { color: teal }");

    let mut events = served.events("en/");
    write(
        &look,
        "words.yaml",
        &words.replace("en: Expansions", "en: Boxes"),
    );
    events.reload();
    assert!(served.get("en/").1.contains("Boxes"));

    let mut events = served.events("en/");
    write(&look, "front.html", "{% if %}");
    let problems = events.told("problems", "front.html");
    assert!(problems.contains("front.html:1"), "{problems}");
    // What only shows when a page is made is told in its place.
    write(&look, "front.html", "{{ nobody.knows }}");
    events.reload();
    let (head, page) = served.get("en/");
    assert!(head.starts_with("HTTP/1.0 500"), "{head}");
    assert!(page.contains("front.html:1"), "{page}");
    assert!(served.get("en/main.html").0.starts_with("HTTP/1.0 200"));
}

#[test]
fn odd_requests_are_answered_and_the_server_goes_on() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    let host = "Host: 127.0.0.1\r\n";
    let cases = [
        (
            format!("GET /../../etc/passwd HTTP/1.0\r\n{host}\r\n"),
            "404",
        ),
        (
            format!("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.0\r\n{host}\r\n"),
            "404",
        ),
        (format!("GET /en\\..\\x HTTP/1.0\r\n{host}\r\n"), "404"),
        (format!("GET //example.org/ HTTP/1.0\r\n{host}\r\n"), "404"),
        (format!("GET /figures.yaml HTTP/1.0\r\n{host}\r\n"), "404"),
        (
            format!("GET /{} HTTP/1.0\r\n{host}\r\n", "x".repeat(30_000)),
            "404",
        ),
        (
            format!("GET /{} HTTP/1.0\r\n{host}\r\n", "x".repeat(70_000)),
            "414",
        ),
        (
            format!("GET / HTTP/1.0\r\n{host}A: {}\r\n\r\n", "x".repeat(900_000)),
            "431",
        ),
        (
            format!("GET / HTTP/1.0\r\n{host}{}\r\n", "A: b\r\n".repeat(500)),
            "431",
        ),
        (
            format!("POST / HTTP/1.0\r\n{host}Content-Length: 3\r\n\r\nabc"),
            "405",
        ),
        (
            format!("DELETE /en/main.html HTTP/1.0\r\n{host}\r\n"),
            "405",
        ),
        (format!("PURR / HTTP/1.0\r\n{host}\r\n"), "405"),
        (
            format!("POST /.rulegrid/events HTTP/1.0\r\n{host}\r\n"),
            "405",
        ),
        (format!("HEAD /en/main.html HTTP/1.0\r\n{host}\r\n"), "200"),
        (
            "GET / HTTP/1.0\r\nHost: localhost:1\r\n\r\n".to_owned(),
            "200",
        ),
        (
            "GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n".to_owned(),
            "421",
        ),
        (
            "GET / HTTP/1.0\r\nHost: 127.0.0.1.evil.example:80\r\n\r\n".to_owned(),
            "421",
        ),
        ("GET / HTTP/1.0\r\n\r\n".to_owned(), "421"),
        ("\0\u{1}\u{2} nothing\r\n\r\n".to_owned(), "400"),
    ];
    for (request, status) in &cases {
        let shown: String = request.chars().take(60).collect();
        assert_eq!(served.status(request), *status, "{shown:?}");
    }
    let (_, page) = served.get("no/<i>/such");
    assert!(page.is_empty() || page.contains("href=\"/\""), "{page}");
    let (_, page) = served.get("no/such.html");
    assert!(
        page.contains("There is no such page") && page.contains("href=\"/\""),
        "{page}"
    );
    let head = served.send(format!("HEAD / HTTP/1.0\r\n{host}\r\n").as_bytes());
    assert!(head.ends_with("\r\n\r\n"), "{head}");
}

/// Names that would lead out of the site, if they were taken for names of files.
#[test]
fn no_spelling_of_a_path_leads_out_of_the_site() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    let ups = [
        "..",
        "%2e%2e",
        "%2E.",
        ".%2e",
        "%252e%252e",
        "..;",
        "%c0%ae%c0%ae",
        "%u002e%u002e",
        "%ef%bc%8e%ef%bc%8e",
        "....",
        "..%00",
        "%00..",
        "~",
    ];
    let bars = ["/", "%2f", "%5c", "\\", "%252f", "%c0%af", "//", "/./"];
    for up in ups {
        for bar in bars {
            let path = format!("en{bar}{up}{bar}{up}{bar}{up}{bar}etc{bar}passwd");
            let (head, body) = served.get(&path);
            let status = head.split(' ').nth(1).unwrap_or_default();
            assert!(["400", "404"].contains(&status), "{path}: {head}");
            assert!(!body.contains("root:"), "{path}");
            let path = format!("{up}{bar}figures.yaml");
            assert!(!served.get(&path).1.contains("knight"), "{path}");
        }
    }
    assert!(served.get("en/main.html").0.starts_with("HTTP/1.0 200"));
}

/// What follows HTTP to the letter, and what does not.
#[test]
fn unusual_requests_are_answered_and_the_server_goes_on() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    let own = "Host: 127.0.0.1\r\nConnection: close\r\n";
    let page = "GET /en/main.html HTTP/1.1\r\n";
    let cases = [
        (
            "ten thousand header lines",
            format!("{page}{own}{}\r\n", "A: b\r\n".repeat(10_000)),
            "431",
        ),
        ("HTTP/0.9", "GET /en/main.html\r\n\r\n".to_owned(), "400"),
        ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(), ""),
        ("HTTP/3.7", format!("GET / HTTP/3.7\r\n{own}\r\n"), "400"),
        (
            "a greeting of TLS",
            "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\r\n\r\n".to_owned(),
            "400",
        ),
        (
            "a small letter",
            format!("get / HTTP/1.1\r\n{own}\r\n"),
            "405",
        ),
        ("TRACE", format!("TRACE / HTTP/1.1\r\n{own}\r\n"), "405"),
        ("OPTIONS", format!("OPTIONS * HTTP/1.1\r\n{own}\r\n"), "405"),
        (
            "CONNECT",
            format!("CONNECT 127.0.0.1:22 HTTP/1.1\r\n{own}\r\n"),
            "405",
        ),
        (
            "a body on GET",
            format!("{page}{own}Content-Length: 3\r\n\r\nabc"),
            "200",
        ),
        (
            "a body in chunks",
            format!("{page}{own}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
            "200",
        ),
        (
            "lengths that differ",
            format!("{page}{own}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
            "400",
        ),
        (
            "a length below zero",
            format!("{page}{own}Content-Length: -1\r\n\r\n"),
            "400",
        ),
        (
            "a whole address",
            format!("GET http://127.0.0.1/en/main.html HTTP/1.1\r\n{own}\r\n"),
            "200",
        ),
        (
            "a whole address of another host",
            format!("GET http://evil.example/en/main.html HTTP/1.1\r\n{own}\r\n"),
            "421",
        ),
        (
            "two hosts",
            format!("{page}{own}Host: evil.example\r\n\r\n"),
            "421",
        ),
        (
            "a host with a name before it",
            format!("{page}Host: evil@127.0.0.1\r\nConnection: close\r\n\r\n"),
            "421",
        ),
        (
            "a websocket",
            format!(
                "{page}Host: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            ),
            "200",
        ),
        (
            "a range",
            format!("{page}{own}Range: bytes=0-9\r\n\r\n"),
            "200",
        ),
        (
            "a range of nonsense",
            format!("{page}{own}Range: bytes=9-0,-,99999999999999999999-\r\n\r\n"),
            "200",
        ),
        (
            "a space too many",
            format!("GET  / HTTP/1.1\r\n{own}\r\n"),
            "400",
        ),
        (
            "a header that goes on",
            format!("{page}{own}A: b\r\n c\r\n\r\n"),
            "400",
        ),
        (
            "a header without a name",
            format!("{page}{own}: b\r\n\r\n"),
            "400",
        ),
        ("a NUL", format!("GET /en\0/ HTTP/1.1\r\n{own}\r\n"), "400"),
        (
            "lines that end as on Unix",
            "GET /en/main.html HTTP/1.0\nHost: localhost\n\n".to_owned(),
            "200",
        ),
    ];
    let wrong: Vec<_> = cases
        .iter()
        .map(|(what, request, status)| (what, served.status(request), status))
        .filter(|(_, answer, status)| answer != *status)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let answer = served.send(format!("HEAD /en/main.html HTTP/1.1\r\n{own}\r\n").as_bytes());
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
    let (_, page) = served.get("en/main.html");
    assert_eq!(body, "");
    let length = format!("content-length: {}", page.len());
    assert!(head.to_lowercase().contains(&length), "{head}");
}

#[test]
fn requests_in_one_breath_are_answered_in_order() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    let mut all = String::new();
    for n in 0..50 {
        let last = if n == 49 { "Connection: close\r\n" } else { "" };
        all += &format!("HEAD /none/{n} HTTP/1.1\r\nHost: localhost\r\n{last}\r\n");
        all += &format!("HEAD /en?n={n} HTTP/1.1\r\nHost: localhost\r\n{last}\r\n");
    }
    // The first that closes ends it.
    let answer = served.send(all.as_bytes());
    let moved: Vec<_> = answer.matches("HTTP/1.1 404").collect();
    assert_eq!(moved.len(), 50);
    let places = (0..49).map(|n| {
        answer
            .find(&format!("location: /en/?n={n}\r\n"))
            .expect("an answer")
    });
    assert!(places.is_sorted(), "{answer}");
}

#[test]
fn who_has_said_all_and_half_closes_is_answered() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    let said = [
        (
            "GET /en/main.html HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "HTTP/1.1 200",
        ),
        ("GET /en/main.html HTTP/1.1\r\nHo", ""),
        ("", ""),
    ];
    for (request, status) in said {
        let mut stream = served.connect();
        stream.write_all(request.as_bytes()).expect("a request");
        stream.shutdown(Shutdown::Write).expect("half of it");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with(status), "{request}: {answer}");
        assert!(
            !status.is_empty() || !answer.starts_with("HTTP/1.1 2"),
            "{answer}"
        );
    }
}

/// Who says a letter now and then is cut off, and nobody waits for it meanwhile.
#[test]
fn who_never_comes_to_the_point_is_cut_off() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    let mut slow: Vec<TcpStream> = (0..20).map(|_| served.connect()).collect();
    let began = Instant::now();
    let mut open = slow.len();
    for letter in "GET / HTTP/1.1\r\nX: "
        .chars()
        .chain(std::iter::repeat('x'))
    {
        slow.retain_mut(|stream| {
            let _ = stream.set_nonblocking(true);
            let is_told = stream.write_all(letter.to_string().as_bytes()).is_ok();
            // Nothing to read yet is no end.
            let is_ended = match stream.read(&mut [0; 64]) {
                Ok(count) => count == 0,
                Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
            };
            is_told && !is_ended
        });
        open = slow.len();
        if open == 0 || began.elapsed() > PATIENCE {
            break;
        }
        assert!(served.get("en/main.html").0.starts_with("HTTP/1.0 200"));
        thread::sleep(Duration::from_millis(300));
    }
    assert_eq!(open, 0, "still open after {:?}", began.elapsed());
}

/// Where the system has no room for more connections, those that say nothing make room.
#[test]
#[cfg(unix)]
fn more_connections_than_the_system_allows_are_waited_for() {
    let folder = small();
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "ulimit -n 64; exec \"$@\"",
        "sh",
        env!("CARGO_BIN_EXE_rulegrid"),
    ]);
    let served = Served::run(command, "0", folder.path(), &[]);
    let _idle: Vec<TcpStream> = (0..100).map(|_| served.connect()).collect();
    assert!(served.get("en/main.html").0.starts_with("HTTP/1.0 200"));
}

#[test]
fn slow_and_many_readers_keep_nobody_waiting() {
    let folder = small();
    let served = Served::start(folder.path(), &[]);
    served.get("en/main.html");
    // Some say half of what they want, some never read what they asked for, some listen.
    let half = |said: &[u8]| {
        let mut stream = served.connect();
        stream.write_all(said).expect("a request");
        stream
    };
    let mut all: Vec<TcpStream> = Vec::new();
    for _ in 0..60 {
        all.push(half(b"GET / HTTP/1.1\r\nHo"));
        all.push(half(
            b"GET /search/en.js HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ));
        all.push(half(
            b"GET /.rulegrid/events HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ));
    }
    let before = Instant::now();
    let (head, _) = served.get("en/main.html");
    assert!(head.starts_with("HTTP/1.0 200"), "{head}");
    assert!(before.elapsed() < Duration::from_secs(10));
    for stream in all {
        // Half of them go without a word.
        let _ = stream.shutdown(Shutdown::Both);
    }
    assert!(served.get("en/main.html").0.starts_with("HTTP/1.0 200"));
}

#[test]
fn pages_asked_for_while_the_first_is_made_are_all_made() {
    let rules = rules();
    for _ in 0..3 {
        let served = Served::start(&rules, &[]);
        let asked = |path: &str| {
            let mut stream = served.connect();
            let request = format!("GET /{path} HTTP/1.0\r\nHost: localhost\r\n\r\n");
            stream.write_all(request.as_bytes()).expect("a request");
            stream
        };
        // What the first one needs, the others need as well, and all of it is made only once.
        let first = asked("en/figure/dragon.html");
        thread::sleep(Duration::from_millis(4));
        let others = ["abbot", "mayor", "pig", "wagon"].map(|id| format!("en/figure/{id}.html"));
        let others: Vec<_> = others
            .iter()
            .cycle()
            .take(20)
            .map(|path| asked(path))
            .collect();
        for mut stream in others.into_iter().chain([first]) {
            let mut answer = String::new();
            stream
                .read_to_string(&mut answer)
                .expect("an answer in time");
            assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
        }
    }
}

/// From a saved file to the whole page, of the repository's dataset.
#[test]
#[ignore = "measures: run it with --release on a machine that does nothing else"]
fn an_edit_is_on_the_page_in_300_ms() {
    const EDITS: usize = 20;
    let folder = tempfile::tempdir().expect("a folder");
    copy(&rules(), folder.path());
    let text = fs::read_to_string(folder.path().join("figures.yaml")).expect("figures");
    let served = Served::start(folder.path(), &[]);
    let mut times: Vec<_> = (0..EDITS)
        .map(|turn| {
            let name = format!("mayor{turn}");
            let edited = text.replace("    en: mayor\n", &format!("    en: {name}\n"));
            let mut events = served.events("en/followers.html");
            // What it hears first is how things stand; the linter is done when it is quiet.
            events.next();
            thread::sleep(Duration::from_secs(1));
            let before = Instant::now();
            write(&folder, "figures.yaml", &edited);
            events.reload();
            let (_, page) = served.get("en/followers.html");
            let time = before.elapsed();
            assert!(page.contains(&name), "{name}");
            time
        })
        .collect();
    times.sort_unstable();
    let median = times[EDITS / 2];
    println!(
        "from edit to page: median {median:?}, longest {:?}",
        times[EDITS - 1]
    );
    assert!(median < Duration::from_millis(300), "{median:?}");
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.expect("an entry");
        let to = to.join(entry.path().strip_prefix(from).expect("below"));
        match entry.file_type().is_dir() {
            true => fs::create_dir_all(&to).expect("a folder"),
            false => drop(fs::copy(entry.path(), &to).expect("a file")),
        }
    }
}

#[test]
fn a_port_that_is_taken_leads_to_the_next_one() {
    let folder = small();
    // Ports above a random one may be taken as well; the next free one is never that one.
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let served = Served::start_at(&port.to_string(), folder.path(), &[]);
    assert!(
        served.port > port && served.port <= port + 100,
        "{}",
        served.port
    );
    assert!(served.get("").0.starts_with("HTTP/1.0 200"));
}

#[test]
fn an_interrupt_ends_it_cleanly_also_while_pages_listen() {
    let folder = small();
    let mut served = Served::start(folder.path(), &[]);
    let _events = served.events("en/main.html");
    let id = served.program.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill runs").success());
    let status = served.program.wait().expect("an end");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_folder_that_is_not_there_is_refused() {
    let ran = crate::cli::run_with(&["serve", "--rules", "no/such/folder"], &[]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("there is no folder `no/such/folder`"),
        "{}",
        ran.err
    );
}

mod in_the_browser {
    use super::*;

    /// Waits until an expression holds. A page that is just being reloaded cannot be asked.
    fn until(page: &Page, js: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            let holds = catch_unwind(AssertUnwindSafe(|| page.eval(js)));
            if holds.is_ok_and(|holds| holds == true) {
                return;
            }
            assert!(Instant::now() < until, "never: {js}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    const DIALOG: &str = "document.querySelector('dialog.rulegrid[open]')";

    #[test]
    fn pages_reload_and_problems_lie_over_them_until_they_are_mended() {
        let folder = small();
        let served = Served::start(folder.path(), &[]);
        let page = Browser::start().page(true);
        page.open(&served.address("en/main.html"));

        write(&folder, "figures.yaml", &figures("baron"));
        until(
            &page,
            "document.querySelector('table').innerText.includes('baron')",
        );

        write(
            &folder,
            "figures.yaml",
            &FIGURES.replace("when: bear", "when: baer"),
        );
        until(
            &page,
            &format!("!!{DIALOG}?.innerText.includes('did you mean `bear`?')"),
        );
        assert_eq!(
            page.eval(&format!("{DIALOG}.contains(document.activeElement)")),
            true
        );
        assert_eq!(
            page.eval(&format!("{DIALOG}.getAttribute('role')")),
            "alertdialog"
        );
        assert_eq!(violations(&page), Vec::<String>::new());
        for (width, dark) in [(1280, false), (320, true)] {
            let picture = page.screenshot(width, 800, false, dark);
            let name = format!("serve-overlay-{width}.png");
            let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            fs::write(to, picture).expect("a picture");
        }
        // The last good page is there below, and Esc leads to it.
        press(&page, "Escape", 27);
        until(&page, &format!("!{DIALOG}"));
        assert_eq!(
            page.eval("document.querySelector('table').innerText.includes('baron')"),
            true
        );

        // Another problem is told anew, and what is mended goes away by itself.
        write(
            &folder,
            "figures.yaml",
            &FIGURES.replace("when: bear", "when: ber"),
        );
        until(&page, &format!("!!{DIALOG}?.innerText.includes('`ber`')"));
        write(&folder, "figures.yaml", &figures("duke"));
        until(
            &page,
            "document.querySelector('table').innerText.includes('duke')",
        );
        assert_eq!(page.eval(&format!("!{DIALOG}")), true);
        assert_eq!(page.messages(), Vec::<String>::new());
    }

    #[test]
    fn findings_block_nothing_and_stay_away_once_put_away() {
        let folder = small();
        let game = GAME.replace("derived:", "derived:\n  never: bear and not bear");
        write(&folder, "game.yaml", &game);
        let served = Served::start(folder.path(), &[]);
        let page = Browser::start().page(true);
        page.open(&served.address("en/main.html"));
        let aside = "document.querySelector('div.rulegrid')";
        until(
            &page,
            &format!("!!{aside}?.innerText.includes('unused-condition')"),
        );
        assert_eq!(
            page.eval(&format!("{aside}.contains(document.activeElement)")),
            false
        );
        assert_eq!(violations(&page), Vec::<String>::new());
        press(&page, "Escape", 27);
        until(&page, &format!("!{aside}"));
        page.open(&served.address("fr/main.html"));
        // What it hears first is what was put away.
        until(
            &page,
            "new Promise(done => setTimeout(() => done(true), 500))",
        );
        assert_eq!(page.eval(&format!("!{aside}")), true);
    }
}
