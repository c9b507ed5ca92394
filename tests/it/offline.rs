//! The service worker in Chromium: pages that were seen once are there without a server, and a newer
//! version of the site never meets parts of an older one.

use crate::browser::{Browser, Page};
use crate::pages::{FILES, files};
use crate::server::Server;
use crate::support::{GAME, small_dataset};
use rulegrid::load::load;
use rulegrid::publish::SiteFile;
use rulegrid::view::Plan;

/// Waits until the worker keeps `count` files, and tells which.
fn kept(page: &Page, count: usize) -> Vec<String> {
    let script = format!(
        "(async () => {{
            for (let turn = 0; turn < 200; turn++) {{
                const found = [];
                for (const name of await caches.keys())
                    for (const request of await (await caches.open(name)).keys())
                        found.push(new URL(request.url).pathname.replace('/some/where/', ''));
                if (found.length >= {count}) return found.sort();
                await new Promise(done => setTimeout(done, 50));
            }}
            return [];
        }})()"
    );
    serde_json::from_value(page.eval(&script)).expect("paths")
}

/// The site of a small game of that name.
fn small_site(name: &str) -> Vec<SiteFile> {
    let game = GAME.replace("en: Tiny", &format!("en: {name}"));
    let folder = small_dataset(&[("game.yaml", game.as_bytes())]);
    let loaded = load(folder.path()).expect("a dataset");
    files(&Plan::new(&loaded.dataset), None)
}

#[test]
fn pages_seen_once_and_the_tables_of_their_language_need_no_server() {
    let server = Server::start(FILES.clone());
    let page = Browser::start().page(true);
    page.open(&server.address("en/question/removal_dragon.html?ed=C1&x=tower"));
    // What all pages use, the front page, the overview, the five tables, and the page itself.
    let kept = kept(&page, 10);
    for path in [
        "style.css",
        "rulegrid.js",
        "en/followers.html",
        "en/question/removal_dragon.html",
    ] {
        assert!(kept.iter().any(|known| known == path), "{path}: {kept:?}");
    }
    server.replace(Vec::new());
    for path in [
        "en/followers.html?ed=C1&x=tower",
        "en/question/removal_dragon.html",
        "en/index.html",
    ] {
        page.open(&server.address(path));
        let sheet = "getComputedStyle(document.querySelector('.top')).display";
        assert_eq!(page.eval(sheet), "flex", "{path}");
        assert_eq!(page.eval("document.documentElement.classList.contains('scripted') || !document.querySelector('form')"), true, "{path}");
    }
    page.open(&server.address("en/followers.html?ed=C1&x=tower"));
    assert_eq!(page.eval("document.querySelector('#ed-C1').checked"), true);
}

#[test]
fn a_newer_version_is_taken_over_as_a_whole() {
    let old = small_site("Beasts");
    let new = small_site("Monsters");
    assert_ne!(old, new);
    let server = Server::start(old);
    let page = Browser::start().page(true);
    let look = "document.querySelector('.brand').innerText.trim()";
    page.open(&server.address("en/main.html"));
    kept(&page, 5);
    assert_eq!(page.eval(look), "Beasts");
    server.replace(new);
    let update =
        "navigator.serviceWorker.getRegistration().then(r => r.update()).then(async () => {
        for (let turn = 0; turn < 200; turn++) {
            const {waiting} = await navigator.serviceWorker.getRegistration();
            if (waiting) return true;
            await new Promise(done => setTimeout(done, 50));
        }
        return false;
    })";
    assert_eq!(page.eval(update), true, "the new worker waits");
    page.open(&server.address("en/main.html"));
    // The old worker has the page asked for again; the new one answers.
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!(page.eval(look), "Monsters");
}
