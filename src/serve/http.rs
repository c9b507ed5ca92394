//! Answers browsers on this computer and nobody else: the files of the version that is served, and
//! a stream of what happens to it. Nothing is read from the disk for a request.

use super::State;
use super::pages::{NO_WORKER, OWN, SCRIPT, STYLE, kind, live, message};
use axum::Router;
use axum::body::Body;
use axum::extract::{self, Request};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST, LOCATION, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::time::Duration;
use tokio::sync::watch::Receiver;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// How long a browser may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(10);
/// How soon a page asks again for a server that was stopped.
const AGAIN: Duration = Duration::from_millis(500);
/// How long to wait where the system has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(50);
/// The names of this computer that only itself knows it by.
const HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

type Shared = extract::State<Receiver<State>>;

/// Answers until the program is interrupted.
///
/// # Errors
/// The system refuses what a server needs.
pub fn run(listener: TcpListener, state: Receiver<State>) -> io::Result<()> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build()?;
    listener.set_nonblocking(true)?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::spawn(accept(listener, router(state)));
        tokio::signal::ctrl_c().await
    })
}

async fn accept(listener: tokio::net::TcpListener, router: Router) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(NO_ROOM).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut connection = http1::Builder::new();
            let connection = connection
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                // Who has said all may say so, and still wants the answer.
                .half_close(true)
                .serve_connection(TokioIo::new(stream), service);
            // A browser that breaks off wants no answer.
            let _ = connection.await;
        });
    }
}

fn router(state: Receiver<State>) -> Router {
    Router::new()
        .route(&format!("{OWN}events"), get(events))
        .route(
            &format!("{OWN}serve.js"),
            get(async || file("serve.js", SCRIPT)),
        )
        .route(
            &format!("{OWN}serve.css"),
            get(async || file("serve.css", STYLE)),
        )
        .route("/sw.js", get(async || file("sw.js", NO_WORKER)))
        .fallback(page)
        .layer(middleware::from_fn(guarded))
        .with_state(state)
}

/// Lets through what reads, and what was meant for this server: a page of another site whose name
/// suddenly means this computer says so in `Host`.
async fn guarded(request: Request, next: Next) -> Response {
    if !is_for_us(request.headers(), request.uri()) {
        let why = "this server answers to 127.0.0.1 and localhost only\n";
        return (StatusCode::MISDIRECTED_REQUEST, why).into_response();
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        let why = "this server is for reading only\n";
        let allowed = [(ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed, why).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Whether every host that is named is this one, and one is.
fn is_for_us(headers: &HeaderMap, uri: &Uri) -> bool {
    let is_own = |host: &str| {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
            _ => host,
        };
        HOSTS.iter().any(|own| own.eq_ignore_ascii_case(name))
    };
    let mut hosts = headers.get_all(HOST).iter();
    let all_own = hosts.all(|host| host.to_str().is_ok_and(is_own));
    headers.contains_key(HOST) && all_own && uri.host().is_none_or(is_own)
}

/// The file that an address means, or a page that says why there is none.
async fn page(state: Shared, uri: Uri) -> Response {
    let state = state.borrow().clone();
    let id = state.id();
    let Some(version) = state.version else {
        let problems = state.problems.as_deref().unwrap_or_default();
        let lead = "Mend what is named here: the site then appears by itself.";
        let page = message("There is no site yet", lead, problems, &id);
        return html(StatusCode::SERVICE_UNAVAILABLE, page);
    };
    let asked = uri.path();
    let path = asked.strip_prefix('/').unwrap_or(asked);
    let is_folder = path.is_empty() || path.ends_with('/');
    let index = |folder: &str| format!("{folder}index.html");
    let path = if is_folder {
        index(path)
    } else {
        path.to_owned()
    };
    match version.file(&path).await {
        Ok(Some(bytes)) if path.ends_with(".html") => {
            let page = String::from_utf8_lossy(&bytes);
            html(StatusCode::OK, live(&page, &id))
        }
        Ok(Some(bytes)) => file(&path, bytes.to_vec()),
        Ok(None) => {
            let folder = format!("{path}/");
            match version.file(&index(&folder)).await {
                Ok(Some(_)) => moved(&folder, &uri),
                _ => missing(asked, &id),
            }
        }
        Err(why) => {
            let lead = "Mend what is named here: the page then appears by itself.";
            let page = message("This page cannot be made", lead, &why, &id);
            html(StatusCode::INTERNAL_SERVER_ERROR, page)
        }
    }
}

fn missing(asked: &str, id: &str) -> Response {
    let shown: String = asked.chars().take(200).collect();
    let lead = format!("The site has nothing at {shown}.");
    let page = message("There is no such page", &lead, "", id);
    html(StatusCode::NOT_FOUND, page)
}

/// Leads to a folder that was asked for without its slash; links in its page would go astray.
fn moved(folder: &str, uri: &Uri) -> Response {
    let query = uri
        .query()
        .map_or(String::new(), |query| format!("?{query}"));
    let to = [(LOCATION, format!("/{folder}{query}"))];
    (StatusCode::TEMPORARY_REDIRECT, to).into_response()
}

fn html(status: StatusCode, page: String) -> Response {
    (status, [(CONTENT_TYPE, kind(".html"))], page).into_response()
}

fn file(path: &str, bytes: impl Into<Body>) -> Response {
    ([(CONTENT_TYPE, kind(path))], bytes.into()).into_response()
}

/// Tells a page what happens: `reload` where it is out of date, else `problems` with what is wrong
/// and what the linter finds.
async fn events(state: Shared, uri: Uri) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let query = uri.query().unwrap_or_default();
    let id = query
        .strip_prefix("version=")
        .unwrap_or_default()
        .to_owned();
    let states = WatchStream::new(state.0);
    let events = states.map(move |state| {
        let now = state.id();
        let event = if now == id {
            let (problems, findings) = (state.problems.as_deref(), state.findings.as_deref());
            let told = serde_json::json!({"problems": problems, "findings": findings});
            Event::default().event("problems").data(told.to_string())
        } else {
            Event::default().event("reload").data(now)
        };
        Ok(event.retry(AGAIN))
    });
    Sse::new(events).keep_alive(KeepAlive::new())
}
