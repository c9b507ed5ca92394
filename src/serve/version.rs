//! One version of the site: a thread that owns all that it is made of and makes pages when they are
//! asked for. It ends when nobody can ask any more.

use crate::diagnostic::render_findings;
use crate::lint::lint;
use crate::load::Loaded;
use crate::model::Words;
use crate::render::html::{Look, Prepared, Site};
use crate::view::Plan;
use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tokio::sync::oneshot;

/// What a version is made of.
pub struct Parts {
    /// The dataset.
    pub loaded: Loaded,
    /// Templates and copied files.
    pub look: Look,
    /// The words of the interface, as the dataset calls them.
    pub words: Words,
}

/// A file, nothing where the site has no such file, or why it cannot be made.
pub type Reply = Result<Option<Arc<[u8]>>, String>;

/// A running version.
pub struct Version {
    /// No other version has it.
    pub id: String,
    requests: Sender<Request>,
}

/// What a version is asked to do.
enum Request {
    File(String, oneshot::Sender<Reply>),
    Lint,
}

impl Version {
    /// Starts a version; `found` is told what the linter finds, when it is told to lint and unless
    /// it finds nothing.
    ///
    /// # Errors
    /// A template that does not parse.
    pub fn start(
        id: String,
        parts: Parts,
        found: impl Fn(String) + Send + Sync + 'static,
    ) -> Result<Arc<Self>, String> {
        let (requests, received) = mpsc::channel();
        let (ready, is_ready) = mpsc::channel();
        let name = "version".to_owned();
        thread::Builder::new()
            .name(name)
            .spawn(move || run(&parts, received, &ready, &found))
            .map_err(|error| format!("error: no thread can be started: {error}"))?;
        let ended = || Err("error: the site cannot be made ready".to_owned());
        is_ready.recv().unwrap_or_else(|_| ended())?;
        Ok(Arc::new(Self { id, requests }))
    }

    /// Has the linter look at it, in the background.
    pub fn lint(&self) {
        // A version that has ended has nothing to find.
        let _ = self.requests.send(Request::Lint);
    }

    /// The file at `path`.
    pub async fn file(&self, path: &str) -> Reply {
        let (reply, answer) = oneshot::channel();
        // What cannot be sent is dropped, and so is its reply.
        let _ = self.requests.send(Request::File(path.to_owned(), reply));
        let ended = |_| {
            Err(format!(
                "the page {path} cannot be made: its maker has ended"
            ))
        };
        answer.await.unwrap_or_else(ended)
    }
}

/// Does what is asked for, each in a thread of its own, until nobody can ask any more.
///
/// Not in the threads that share the work of making a page: while one of these waits for another, it
/// would begin with the next page, which waits for what the first one is making.
fn run(
    parts: &Parts,
    requests: Receiver<Request>,
    ready: &Sender<Result<(), String>>,
    found: &(impl Fn(String) + Sync),
) {
    let Parts {
        loaded,
        look,
        words,
    } = parts;
    let plan = Plan::new(&loaded.dataset);
    let site = Site {
        plan: &plan,
        words,
        base_url: None,
        files: Some(&loaded.files),
        sheets: &[],
    };
    let prepared = Prepared::new(&site, look, &[]);
    let said = prepared.as_ref().map(|_| ());
    // Whoever started it waits for this.
    let _ = ready.send(said.map_err(|error| format!("error: {error}")));
    let Ok(prepared) = prepared else { return };
    let kept = Kept(Mutex::default());
    thread::scope(|scope| {
        for request in requests {
            let (prepared, kept) = (&prepared, &kept);
            let answer = move || match request {
                Request::File(path, reply) => {
                    // A reader that has gone needs no answer.
                    let _ = reply.send(kept.file(path, prepared));
                }
                Request::Lint => {
                    let findings = lint(loaded, false);
                    if !findings.is_empty() {
                        found(render_findings(&loaded.files, &findings, false));
                    }
                }
            };
            // Where no thread can be started, the reply is dropped, which its reader is told.
            let _ = thread::Builder::new().spawn_scoped(scope, answer);
        }
    });
}

/// The files that were asked for before.
struct Kept(Mutex<HashMap<String, Arc<[u8]>>>);

impl Kept {
    fn file(&self, path: String, prepared: &Prepared<'_, '_>) -> Reply {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = kept().get(&path) {
            return Ok(Some(bytes.clone()));
        }
        let made = prepared.file(&path).map_err(|error| error.to_string())?;
        let bytes = made.map(|file| Arc::from(file.bytes));
        if let Some(bytes) = &bytes {
            kept().insert(path, Arc::clone(bytes));
        }
        Ok(bytes)
    }
}
