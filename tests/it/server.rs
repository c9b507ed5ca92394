//! A web server for the tests: files below a path on a free port of this computer.

use rulegrid::publish::SiteFile;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Where the files are served, as on a server that has other sites, too.
const BELOW: &str = "/some/where/";

/// Serves files until it is dropped.
pub struct Server {
    port: u16,
    files: Arc<Mutex<Vec<SiteFile>>>,
    stopped: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Server {
    pub fn start(files: Vec<SiteFile>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let stopped = Arc::new(AtomicBool::new(false));
        let files = Arc::new(Mutex::new(files));
        let (is_stopped, served) = (stopped.clone(), files.clone());
        let thread = thread::spawn(move || {
            thread::scope(|scope| {
                for stream in listener.incoming().map_while(Result::ok) {
                    if is_stopped.load(Ordering::Relaxed) {
                        break;
                    }
                    // Browsers open connections that they may never use.
                    scope.spawn(|| drop(answer(stream, &served)));
                }
            });
        });
        Self {
            port,
            files,
            stopped,
            thread: Some(thread),
        }
    }

    /// The address of a page.
    pub fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{BELOW}{path}", self.port)
    }

    /// Serves other files from now on; none is as good as no connection.
    pub fn replace(&self, files: Vec<SiteFile>) {
        *self.files.lock().expect("no panic") = files;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Answers one request.
fn answer(mut stream: TcpStream, files: &Mutex<Vec<SiteFile>>) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(2)))?;
    let mut request = Vec::new();
    let mut buffer = [0; 4096];
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut buffer)? {
            0 => return Ok(()),
            count => request.extend_from_slice(&buffer[..count]),
        }
    }
    let request = String::from_utf8_lossy(&request);
    let path = request.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    let path = path.strip_prefix(BELOW);
    let found = {
        let files = files.lock().expect("no panic");
        if files.is_empty() {
            // The connection is closed without an answer.
            return Ok(());
        }
        let mut files = files.iter();
        let file = files.find(|file| Some(file.path.as_str()) == path);
        file.map(|file| file.bytes.clone())
    };
    let (status, bytes) = match found {
        Some(bytes) => ("200 OK", bytes),
        // What browsers ask of every server for themselves.
        None if request.starts_with("GET /favicon.ico ") => ("204 No Content", Vec::new()),
        None => ("404 Not Found", Vec::new()),
    };
    let kind = match path.and_then(|path| path.rsplit_once('.')) {
        Some((_, "css")) => "text/css",
        Some((_, "js")) => "text/javascript",
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "png")) => "image/png",
        Some((_, "webmanifest")) => "application/manifest+json",
        _ => "text/html; charset=utf-8",
    };
    let length = bytes.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&bytes)
}
