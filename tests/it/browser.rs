//! Drives one headless Chromium, shared by the tests of this process, and tells what a reader sees.
//!
//! The pages are opened from `file:` URLs or from a local server; nothing here needs a network.
//! Whatever goes wrong is a panic with a message that says what was asked and what came back.

// Our own DevTools client over Chromium's pipe, and not `headless_chrome` 1.0: that crate adds
// flags of its own (`--verbose --log-level=0`, a guessed port), hangs up after 30 idle seconds,
// kills only the main process, and takes 118 crates and over two minutes to build. The pipe carries
// JSON ended by NUL on the file descriptors 3 and 4, so there is no port, no HTTP and no WebSocket,
// and Chromium quits by itself should this process be killed.

#![allow(dead_code)] // A harness offers more than the tests of any one day use.

use std::collections::{HashMap, HashSet};
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How Chromium is started, always; the folder and the pipe are added to it.
const FLAGS: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// How long any single answer may take, on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long Chromium may take to close before it is killed.
const CLOSING: Duration = Duration::from_secs(5);

/// A handle to the Chromium of this test process; the last handle or page to go ends it.
#[derive(Clone)]
pub struct Browser(Arc<Chromium>);

impl Browser {
    /// Hands out the Chromium that is running for this process, starting one if there is none.
    ///
    /// # Panics
    /// If Chromium is not installed or does not start: a browser test is never skipped.
    #[track_caller]
    pub fn start() -> Self {
        static SHARED: Mutex<Weak<Chromium>> = Mutex::new(Weak::new());
        let mut shared = lock(&SHARED);
        if let Some(running) = shared.upgrade() {
            return Self(running);
        }
        let started = match Self::launch() {
            Ok(started) => started,
            Err(problem) => panic!("{problem}"),
        };
        *shared = Arc::downgrade(&started.0);
        started
    }

    /// Starts a Chromium of its own.
    fn launch() -> Result<Self, String> {
        let program = find_chromium(&env::var_os("PATH").unwrap_or_default())?;
        Ok(Self(Arc::new(Chromium::launch(program)?)))
    }

    /// Opens an empty page with a storage of its own, in which pages may run their scripts or not.
    #[track_caller]
    pub fn page(&self, scripts: bool) -> Page {
        let chromium = &self.0;
        let context = chromium.call(None, "Target.createBrowserContext", json!({}));
        let context = text(&context["browserContextId"]);
        let target = chromium.call(
            None,
            "Target.createTarget",
            json!({"url": "about:blank", "browserContextId": context}),
        );
        let session = chromium.call(
            None,
            "Target.attachToTarget",
            json!({"targetId": target["targetId"], "flatten": true}),
        );
        let page = Page {
            browser: self.clone(),
            context,
            session: text(&session["sessionId"]),
        };
        page.command("Page.enable", json!({}));
        page.command("Page.setLifecycleEventsEnabled", json!({"enabled": true}));
        page.command("Runtime.enable", json!({}));
        page.command("Log.enable", json!({}));
        page.command(
            "Emulation.setScriptExecutionDisabled",
            json!({"value": !scripts}),
        );
        page
    }
}

/// One page of the browser; it is closed when dropped.
///
/// Opening another address in it is much faster than another page.
pub struct Page {
    browser: Browser,
    context: String,
    session: String,
}

/// One cell of a rules table, as it is seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The `data-table` around it.
    pub table: String,
    /// The `data-question` of its row.
    pub question: String,
    /// Its `data-figure`.
    pub figure: String,
    /// Its `data-answer`, empty if there is none.
    pub answer: String,
    /// The `data-note` marks that are seen in it, in their order.
    pub notes: Vec<String>,
    /// Its text as it is seen, marks included, without white space around it.
    pub text: String,
}

/// One column head of a rules table, as it is seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Head {
    /// The `data-table` around it, empty if there is none.
    pub table: String,
    /// Its `data-figure`.
    pub figure: String,
    /// Its text as it is seen, without white space around it.
    pub text: String,
}

impl Page {
    /// Goes to an address and waits until the page and all that it refers to have loaded.
    #[track_caller]
    pub fn open(&self, url: &str) {
        let answer = self.command("Page.navigate", json!({"url": url}));
        if let Some(problem) = answer["errorText"].as_str() {
            panic!("{url} did not open: {problem}");
        }
        // Without a loader it was only a jump within the page.
        if let Some(loader) = answer["loaderId"].as_str() {
            let waited = self.browser.0.inbox.wait(PATIENCE, |news| {
                news.page(&self.session).loaded.take(loader).map(drop)
            });
            if let Err(problem) = waited {
                panic!("{url} did not finish loading: {problem}");
            }
        }
    }

    /// Evaluates an expression in the page, awaiting a promise; works with page scripts off, too.
    ///
    /// With scripts off no timer or event handler runs, not even one set here.
    #[track_caller]
    pub fn eval(&self, js: &str) -> Value {
        let mut answer = self.command(
            "Runtime.evaluate",
            json!({"expression": js, "returnByValue": true, "awaitPromise": true}),
        );
        if let Some(exception) = answer.get("exceptionDetails") {
            let thrown = &exception["exception"];
            let what = thrown["description"].as_str().map(str::to_owned);
            panic!(
                "{}\nin the script: {js}",
                what.unwrap_or_else(|| thrown["value"].to_string())
            );
        }
        answer["result"]["value"].take()
    }

    /// Clicks those checkboxes and radios that differ, so that exactly these are checked.
    ///
    /// Inputs without an id are left as they are.
    ///
    /// # Panics
    /// If an id is not on the page, or the page cannot be brought to this state by clicks.
    #[track_caller]
    pub fn set_inputs(&self, checked_ids: &[&str]) {
        let problem = self.eval(&format!("({SET_INPUTS})({})", json!(checked_ids)));
        if let Some(problem) = problem.as_str() {
            panic!("the inputs cannot be set to {checked_ids:?}: {problem}");
        }
    }

    /// Reads every cell that is seen, in the order of the page.
    #[track_caller]
    pub fn visible_cells(&self) -> Vec<Cell> {
        type Row = (String, String, String, String, Vec<String>, String);
        let rows: Vec<Row> = serde_json::from_value(self.eval(VISIBLE_CELLS)).expect("cells");
        rows.into_iter()
            .map(|(table, question, figure, answer, notes, text)| Cell {
                table,
                question,
                figure,
                answer,
                notes,
                text,
            })
            .collect()
    }

    /// Reads `data-note` and text of every note that is seen, in the order of the page.
    #[track_caller]
    pub fn visible_notes(&self) -> Vec<(String, String)> {
        serde_json::from_value(self.eval(VISIBLE_NOTES)).expect("notes")
    }

    /// Reads every column head that is seen, in the order of the page.
    #[track_caller]
    pub fn visible_figures(&self) -> Vec<Head> {
        let heads: Vec<(String, String, String)> =
            serde_json::from_value(self.eval(VISIBLE_FIGURES)).expect("heads");
        heads
            .into_iter()
            .map(|(table, figure, text)| Head {
                table,
                figure,
                text,
            })
            .collect()
    }

    /// Takes a picture of the page as PNG, of the window or of the whole page.
    ///
    /// The page keeps this window size and colour scheme.
    #[track_caller]
    pub fn screenshot(&self, width: u32, height: u32, full_page: bool, dark: bool) -> Vec<u8> {
        self.resize(width, height, dark);
        let mut how = json!({"format": "png", "captureBeyondViewport": full_page});
        if full_page {
            let size = &self.command("Page.getLayoutMetrics", json!({}))["cssContentSize"];
            how["clip"] = json!({
                "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1
            });
        }
        decode(&self.command("Page.captureScreenshot", how)["data"])
    }

    /// Shows the page in a window of this size, to a reader who prefers dark or light colours.
    ///
    /// Scroll bars are hidden, so that the page has the whole width.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32, dark: bool) {
        self.command("Emulation.setScrollbarsHidden", json!({"hidden": true}));
        self.command(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        let scheme = if dark { "dark" } else { "light" };
        self.command(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]}),
        );
    }

    /// Prints the page to a PDF of A4 sheets.
    #[track_caller]
    pub fn pdf(&self) -> Vec<u8> {
        let a4 = json!({"paperWidth": 8.27, "paperHeight": 11.69, "preferCSSPageSize": true});
        decode(&self.command("Page.printToPDF", a4)["data"])
    }

    /// Tells the errors so far: from the console, uncaught exceptions, failed loads, and violations
    /// of the security policy.
    #[track_caller]
    pub fn messages(&self) -> Vec<String> {
        // What the page said before this answer has then arrived, too.
        self.eval("0");
        lock(&self.browser.0.inbox.news)
            .page(&self.session)
            .messages
            .clone()
    }

    /// Sends any DevTools command to the page and returns its result.
    #[track_caller]
    pub fn command(&self, method: &str, params: Value) -> Value {
        self.browser.0.call(Some(&self.session), method, params)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let context = json!({"browserContextId": self.context});
        let method = "Target.disposeBrowserContext";
        // A Chromium that does not answer is dealt with when it is dropped itself.
        let _ = (self.browser.0).ask(None, method, context, CLOSING);
    }
}

/// Clicks what differs from the wanted ids; says what is wrong, or null.
///
/// On a page with scripts a click may change other inputs, hence the second round.
const SET_INPUTS: &str = r#"ids => {
    const wanted = new Set(ids);
    const inputs = [...document.querySelectorAll("input[id]")]
        .filter(input => input.type === "checkbox" || input.type === "radio");
    const known = new Set(inputs.map(input => input.id));
    const missing = ids.filter(id => !known.has(id));
    if (missing.length) return "not on the page: " + missing.join(", ");
    const differs = input => input.checked !== wanted.has(input.id);
    const clickable = input => !(input.type === "radio" && input.checked);
    for (let round = 0; round < 2; round++)
        for (const input of inputs)
            if (differs(input) && clickable(input)) input.click();
    const told = input => input.id + (input.checked ? " is still checked" : " is not checked");
    return inputs.filter(differs).map(told).join(", ") || null;
}"#;

/// Lists the seen cells as table, question, figure, answer, notes and text.
const VISIBLE_CELLS: &str = r#"(() => {
    const seen = element => element.checkVisibility({visibilityProperty: true});
    const cells = [];
    for (const row of document.querySelectorAll("[data-table] tr[data-question]")) {
        if (!seen(row)) continue;
        const {question} = row.dataset;
        const {table} = row.closest("[data-table]").dataset;
        for (const cell of row.querySelectorAll("td[data-figure]")) {
            if (!seen(cell)) continue;
            const marks = [...cell.querySelectorAll("[data-note]")].filter(seen);
            const notes = marks.map(mark => mark.dataset.note);
            const {figure, answer = ""} = cell.dataset;
            cells.push([table, question, figure, answer, notes, cell.innerText.trim()]);
        }
    }
    return cells;
})()"#;

/// Lists the seen notes as id and text.
const VISIBLE_NOTES: &str = r#"[...document.querySelectorAll("li[data-note]")]
    .filter(item => item.checkVisibility({visibilityProperty: true}))
    .map(item => [item.dataset.note, item.innerText.trim()])"#;

/// Lists the seen column heads as table, figure and text.
const VISIBLE_FIGURES: &str = r#"[...document.querySelectorAll("th[data-figure]")]
    .filter(head => head.checkVisibility({visibilityProperty: true}))
    .map(head => {
        const table = head.closest("[data-table]")?.dataset.table ?? "";
        return [table, head.dataset.figure, head.innerText.trim()];
    })"#;

/// A running Chromium, the pipe to it, and the folder it lives in.
struct Chromium {
    process: Child,
    pipe: Mutex<Option<ChildStdin>>,
    inbox: Arc<Inbox>,
    reader: Option<JoinHandle<()>>,
    calls: AtomicU64,
    folder: Option<TempDir>,
}

impl Chromium {
    /// Starts the program with an empty profile and waits until it answers.
    fn launch(program: PathBuf) -> Result<Self, String> {
        let folder = tempfile::Builder::new()
            .prefix("rulegrid-")
            .tempdir()
            .map_err(|problem| format!("no folder for Chromium's profile: {problem}"))?;
        let said = folder.path().join("stderr");
        let start = || -> io::Result<Child> {
            // The shell makes its standard streams descriptors 3 and 4, and becomes Chromium.
            Command::new("/bin/sh")
                .arg("-c")
                .arg(r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null"#)
                .arg(&program)
                .args(FLAGS)
                .arg("--remote-debugging-pipe")
                .arg(format!(
                    "--user-data-dir={}/profile",
                    folder.path().display()
                ))
                .arg("about:blank")
                .env("HOME", folder.path())
                .env("TMPDIR", folder.path())
                .env_remove("XDG_CONFIG_HOME")
                .env_remove("XDG_CACHE_HOME")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(File::create(&said)?)
                .process_group(0)
                .spawn()
        };
        let mut process =
            start().map_err(|problem| format!("{} did not start: {problem}", program.display()))?;
        let inbox = Arc::new(Inbox::default());
        let reader = {
            let (inbox, pipe) = (inbox.clone(), process.stdout.take().expect("piped"));
            thread::spawn(move || inbox.fill(pipe))
        };
        let chromium = Self {
            pipe: Mutex::new(process.stdin.take()),
            process,
            inbox,
            reader: Some(reader),
            calls: AtomicU64::new(0),
            folder: Some(folder),
        };
        match chromium.ask(None, "Browser.getVersion", json!({}), PATIENCE) {
            Ok(_) => Ok(chromium),
            Err(problem) => {
                let said = fs::read_to_string(said).unwrap_or_default();
                let program = program.display();
                Err(format!("{program} did not start: {problem}\n{said}"))
            }
        }
    }

    /// Sends a command to the browser or to one of its pages and returns its result.
    #[track_caller]
    fn call(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        match self.ask(session, method, params, PATIENCE) {
            Ok(result) => result,
            Err(problem) => panic!("{problem}"),
        }
    }

    /// Sends a command and waits for its result, or says why there is none.
    fn ask(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
        patience: Duration,
    ) -> Result<Value, String> {
        let id = self.calls.fetch_add(1, Ordering::Relaxed);
        let mut command = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            command["sessionId"] = session.into();
        }
        let mut bytes = command.to_string().into_bytes();
        bytes.push(0);
        let sent = match &mut *lock(&self.pipe) {
            Some(pipe) => pipe.write_all(&bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        sent.map_err(|problem| format!("{method} was not sent to Chromium: {problem}"))?;
        let mut reply = self
            .inbox
            .wait(patience, |news| news.replies.remove(&id))
            .map_err(|problem| format!("{method} got no answer: {problem}"))?;
        match reply.get("error") {
            Some(error) => Err(format!("{method} failed: {error}")),
            None => Ok(reply["result"].take()),
        }
    }

    /// Waits until the process has ended.
    fn ended_within(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Chromium {
    /// Asks Chromium to close, as it then ends its own helpers; kills it and them if it does not.
    fn drop(&mut self) {
        let _ = self.ask(None, "Browser.close", json!({}), CLOSING);
        *lock(&self.pipe) = None;
        if !self.ended_within(CLOSING) {
            // It leads a process group of its own, which has its id.
            let _ = Command::new("/bin/sh")
                .args(["-c", r#"kill -s KILL -- "-$0""#])
                .arg(self.process.id().to_string())
                .status();
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        // A helper that is just ending may still write a file into the folder while it is removed.
        let Some(folder) = self.folder.take() else {
            return;
        };
        let path = folder.keep();
        for _ in 0..100 {
            match fs::remove_dir_all(&path) {
                Err(problem) if problem.kind() != io::ErrorKind::NotFound => {
                    thread::sleep(Duration::from_millis(20));
                }
                _ => return,
            }
        }
        eprintln!("{} could not be removed", path.display());
    }
}

/// What Chromium has said and nobody has taken yet.
#[derive(Default)]
struct Inbox {
    news: Mutex<News>,
    bell: Condvar,
}

#[derive(Default)]
struct News {
    replies: HashMap<u64, Value>,
    pages: HashMap<String, PageNews>,
    ended: bool,
}

#[derive(Default)]
struct PageNews {
    loaded: HashSet<String>,
    messages: Vec<String>,
}

impl Inbox {
    /// Reads the pipe to its end.
    fn fill(&self, pipe: ChildStdout) {
        for message in BufReader::new(pipe).split(0) {
            let Ok(message) = message else { break };
            let Ok(message) = serde_json::from_slice(&message) else {
                break;
            };
            lock(&self.news).note(message);
            self.bell.notify_all();
        }
        lock(&self.news).ended = true;
        self.bell.notify_all();
    }

    /// Waits until there is what is looked for.
    fn wait<T>(
        &self,
        patience: Duration,
        mut look: impl FnMut(&mut News) -> Option<T>,
    ) -> Result<T, String> {
        let deadline = Instant::now() + patience;
        let mut news = lock(&self.news);
        loop {
            if let Some(found) = look(&mut news) {
                return Ok(found);
            }
            if news.ended {
                return Err("Chromium has ended".to_owned());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(format!("nothing came within {} s", patience.as_secs()));
            }
            let woken = self.bell.wait_timeout(news, left);
            news = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl News {
    /// Takes down a reply, a finished load or an error.
    fn note(&mut self, message: Value) {
        if let Some(id) = message["id"].as_u64() {
            self.replies.insert(id, message);
            return;
        }
        let params = &message["params"];
        let page = self.page(message["sessionId"].as_str().unwrap_or_default());
        let error = match message["method"].as_str().unwrap_or_default() {
            "Page.lifecycleEvent" if params["name"] == "load" => {
                page.loaded.insert(text(&params["loaderId"]));
                return;
            }
            "Log.entryAdded" => {
                let entry = &params["entry"];
                if entry["level"] != "error" && entry["source"] != "security" {
                    return;
                }
                let (source, what) = (text(&entry["source"]), text(&entry["text"]));
                match entry["url"].as_str() {
                    Some(url) => format!("{source}: {what} ({url})"),
                    None => format!("{source}: {what}"),
                }
            }
            "Runtime.consoleAPICalled"
                if params["type"] == "error" || params["type"] == "assert" =>
            {
                let args = params["args"].as_array().into_iter().flatten();
                let words = args.map(|arg| match (&arg["value"], &arg["description"]) {
                    (Value::String(word), _) | (Value::Null, Value::String(word)) => word.clone(),
                    (value, _) => value.to_string(),
                });
                format!("console: {}", words.collect::<Vec<_>>().join(" "))
            }
            "Runtime.exceptionThrown" => {
                let details = &params["exceptionDetails"];
                let description = details["exception"]["description"].as_str();
                format!(
                    "exception: {}",
                    description.map_or_else(|| text(&details["text"]), str::to_owned)
                )
            }
            _ => return,
        };
        page.messages.push(error);
    }

    /// What is known of a page.
    fn page(&mut self, session: &str) -> &mut PageNews {
        self.pages.entry(session.to_owned()).or_default()
    }
}

/// Finds Chromium on a search path.
fn find_chromium(path: &OsStr) -> Result<PathBuf, String> {
    env::split_paths(path)
        .map(|folder| folder.join("chromium"))
        .find(|program| program.is_file())
        .ok_or_else(|| {
            "there is no `chromium` on the PATH, and the browser tests need it; on Debian: \
             apt-get install --no-install-recommends chromium fonts-dejavu-core"
                .to_owned()
        })
}

/// Locks also what a test held when it panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The string in a value, or an empty one.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The bytes in a value of a DevTools answer.
fn decode(value: &Value) -> Vec<u8> {
    let base64 = value.as_str().expect("a string with data");
    BASE64_STANDARD.decode(base64).expect("base64")
}

#[test]
fn missing_chromium_is_told_with_the_packages_to_install() {
    let problem = find_chromium(OsStr::new("/nowhere:/proc")).unwrap_err();
    assert!(problem.contains("apt-get install"), "{problem}");
    assert!(problem.contains(" chromium "), "{problem}");
}

#[test]
fn nothing_is_left_of_a_browser_when_a_test_panics() {
    let browser = Browser::launch().unwrap();
    let folder = browser.0.folder.as_ref().unwrap().path().to_owned();
    // Chromium and all its helpers have the folder in their environment.
    let living = || {
        let needle = folder.to_str().unwrap().as_bytes();
        fs::read_dir("/proc")
            .unwrap()
            .filter_map(|entry| fs::read(entry.unwrap().path().join("environ")).ok())
            .filter(|environ| environ.windows(needle.len()).any(|part| part == needle))
            .count()
    };
    let page = browser.page(true);
    assert!(folder.join("profile").is_dir());
    assert!(living() > 1);
    drop(browser);
    let panic = thread::spawn(move || page.eval("nothing.there")).join();
    let message = panic.unwrap_err().downcast::<String>().unwrap();
    assert!(message.starts_with("ReferenceError"), "{message}");
    assert!(!folder.exists());
    let deadline = Instant::now() + CLOSING;
    while living() > 0 && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(living(), 0);
}
