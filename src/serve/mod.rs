//! Serves the site of a dataset to browsers on this computer while it is being edited: pages are
//! made when they are asked for, a change reloads them, and what is broken is told in the page while
//! the last good version stays. It decides nothing of what pages show.

mod http;
mod pages;
mod version;
mod watch;

use crate::diagnostic::{render_human, render_of_look};
use crate::load::{LoadError, Loaded, load, words, words_in};
use crate::model::Words;
use crate::render::html::Look;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::watch as channel;
use version::{Parts, Version};
use watch::Watch;

/// How many ports are tried behind one that is taken.
const MORE_PORTS: u16 = 100;

/// The folders that are served, and watched.
#[derive(Clone, Debug)]
pub struct Folders {
    /// The dataset.
    pub rules: PathBuf,
    /// Templates and words in place of the built-in ones.
    pub templates: Option<PathBuf>,
    /// Style sheet, scripts and pictures in place of the built-in ones.
    pub site: Option<PathBuf>,
}

/// What there is to serve.
#[derive(Clone, Default)]
struct State {
    /// The last good version; none where there was no good one yet.
    version: Option<Arc<Version>>,
    /// Why the newest state of the folders is not served, if it is not.
    problems: Option<Arc<str>>,
    /// What the linter finds in the version.
    findings: Option<Arc<str>>,
}

impl State {
    /// What tells a page of this state from one that is out of date.
    fn id(&self) -> String {
        match &self.version {
            Some(version) => version.id.clone(),
            None => format!("none-{:x}", hash(&self.problems)),
        }
    }
}

/// Listens on this computer alone, at `port` or the next one that is free; at any where it is 0.
///
/// # Errors
/// No such port is free.
pub fn listen(port: u16) -> io::Result<TcpListener> {
    let mut tried = port;
    loop {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, tried)) {
            Err(error) if error.kind() == ErrorKind::AddrInUse => match tried.checked_add(1) {
                Some(next) if next - port <= MORE_PORTS => tried = next,
                _ => return Err(error),
            },
            result => return result,
        }
    }
}

/// Serves the site of `folders` until the program is interrupted. `tell` is told what a person at
/// the terminal wants to know: what is broken, and that it is mended.
///
/// # Errors
/// The system refuses what a server needs.
pub fn serve(
    listener: TcpListener,
    folders: Folders,
    tell: impl Fn(&str) + Send + 'static,
) -> io::Result<()> {
    let (sender, state) = channel::channel(State::default());
    let watch = Watch::new(folders.all().map(Path::to_owned));
    let mut builder = Builder {
        folders,
        sender: Arc::new(sender),
        tell: Box::new(tell),
        served: None,
        count: 0,
    };
    builder.publish(builder.read());
    thread::Builder::new()
        .name("builder".to_owned())
        .spawn(move || builder.follow(watch))?;
    http::run(listener, state)
}

impl Folders {
    fn all(&self) -> impl Iterator<Item = &Path> {
        let look = self.templates.iter().chain(&self.site);
        [&self.rules].into_iter().chain(look).map(PathBuf::as_path)
    }
}

/// Makes versions out of the folders.
struct Builder {
    folders: Folders,
    sender: Arc<channel::Sender<State>>,
    tell: Box<dyn Fn(&str) + Send>,
    /// What the version that is served was made of.
    served: Option<u64>,
    /// How many versions there were.
    count: usize,
}

impl Builder {
    /// Publishes what the folders become, for ever.
    fn follow(mut self, watch: notify_debouncer_full::notify::Result<Watch>) {
        let mut watch = match watch {
            Ok(watch) => watch,
            Err(error) => {
                (self.tell)(&format!("warning: changes are not seen: {error}"));
                return;
            }
        };
        while watch.wait() {
            let mut read = self.read();
            // Nobody wants to hear what is wrong in the middle of a change of many files.
            while read.is_err() && watch.is_more() {
                read = self.read();
            }
            self.publish(read);
        }
    }

    /// What is in the folders now, or all that is wrong with it.
    fn read(&self) -> Result<Parts, String> {
        let Folders {
            rules,
            templates,
            site,
        } = &self.folders;
        let loaded = load(rules).map_err(|error| match error {
            LoadError::Folder(message) => format!("error: {message}"),
            LoadError::Dataset(files, found) => render_human(&files, &found, false),
        })?;
        let look = Look::read(templates.as_deref(), site.as_deref());
        let look = look.map_err(|error| format!("error: {error}"))?;
        let words = templates.as_deref().map_or_else(words, words_in);
        let words = words.map_err(|(files, found)| render_of_look(&files, &found, false))?;
        let words = words.with(&loaded.dataset.words);
        Ok(Parts {
            loaded,
            look,
            words,
        })
    }

    /// Serves a new version, or tells why it cannot be.
    fn publish(&mut self, read: Result<Parts, String>) {
        let had_problems = self.sender.borrow().problems.is_some();
        let started = read.and_then(|parts| {
            let made_of = fingerprint(&parts.loaded, &parts.look, &parts.words);
            if self.served == Some(made_of) {
                return Ok(None);
            }
            let version = self.start(parts)?;
            self.served = Some(made_of);
            Ok(Some(version))
        });
        match started {
            Ok(None) => {
                // As it was before: nothing to reload.
                self.sender
                    .send_if_modified(|state| state.problems.take().is_some());
            }
            Ok(version) => {
                self.sender.send_replace(State {
                    version,
                    ..State::default()
                });
                // The linter has waited for the version to be there.
                if let Some(version) = &self.sender.borrow().version {
                    version.lint();
                }
            }
            Err(problems) => {
                let problems: Arc<str> = problems.into();
                let is_new = self.sender.send_if_modified(|state| {
                    let is_new = state.problems.as_ref() != Some(&problems);
                    state.problems = Some(problems.clone());
                    is_new
                });
                if is_new {
                    (self.tell)(&problems);
                }
                return;
            }
        }
        if had_problems {
            (self.tell)("mended");
        }
    }

    /// A version of these parts, which lints itself when it is told to.
    fn start(&mut self, parts: Parts) -> Result<Arc<Version>, String> {
        self.count += 1;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |since| since.as_millis());
        // Pages of a server that ran before are out of date, too.
        let id = format!("{now:x}-{}", self.count);
        let (sender, own) = (self.sender.clone(), id.clone());
        Version::start(id, parts, move |findings| {
            sender.send_if_modified(|state| {
                let is_served = state.version.as_ref().is_some_and(|v| v.id == own);
                if is_served {
                    state.findings = Some(findings.into());
                }
                is_served
            });
        })
    }
}

/// What tells whether anything changed that pages are made of.
fn fingerprint(loaded: &Loaded, look: &Look, words: &Words) -> u64 {
    let mut hasher = DefaultHasher::new();
    look.hash(&mut hasher);
    for file in loaded.files.iter() {
        (&file.path, &file.text).hash(&mut hasher);
    }
    let languages = loaded.dataset.languages.iter();
    for code in languages.map(|l| l.code.as_str()).chain(["en"]) {
        let mut all: Vec<_> = words.all(code).into_iter().collect();
        all.sort_unstable();
        all.hash(&mut hasher);
    }
    hasher.finish()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
