//! Budgets of the site: how large pages and scripts are as a server sends them, and how long a click
//! takes until the page is laid out anew. Ends with an error where a budget is passed.
//!
//! `cargo bench --bench site`

#[path = "../tests/it/browser.rs"]
mod browser;

use browser::Browser;
use flate2::{Compression, write::GzEncoder};
use rulegrid::load::{load, words};
use rulegrid::publish::{SiteFile, publish};
use rulegrid::render::html::Site;
use rulegrid::view::Plan;
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// A page with its style sheet and its script, compressed, in bytes.
const PAGE: usize = 60_000;
/// The script with what the site tells it, compressed, in bytes.
const SCRIPT: usize = 12_000;
/// From a click to the layout, in milliseconds, at a fourfold slowed processor.
const CLICK: f64 = 60.0;
/// How many times [`CLICKS`] is measured, and how many clicks each time.
const RUNS: usize = 5;
const CLICKS: usize = 50;

/// Clicks on one box after another; measures in milliseconds until what changed is laid out: at once,
/// and in the next frame that the browser would draw.
const MEASURE: &str = r#"
(async clicks => {
    const boxes = [...document.querySelectorAll(".shelf form input")].filter(box => box.id !== "mark-adapted");
    const frame = () => new Promise(done => requestAnimationFrame(done));
    const layout = () => {
        document.documentElement.getBoundingClientRect();
        return document.querySelector(".scroll").scrollWidth;
    };
    const times = [];
    for (let n = 0; n < clicks; n++) {
        await new Promise(done => setTimeout(done, 30));
        const box = boxes[n * 7 % boxes.length];
        const start = performance.now();
        box.click();
        layout();
        const atOnce = performance.now() - start;
        await frame();
        layout();
        times.push([atOnce, performance.now() - start]);
    }
    return times;
})
"#;

fn main() -> ExitCode {
    let loaded =
        load(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/rules"))).expect("the dataset");
    let words = words().expect("the words");
    let plan = Plan::new(&loaded.dataset);
    let site = Site {
        plan: &plan,
        words: &words,
        base_url: None,
        files: Some(&loaded.files),
        sheets: &[],
    };
    let files = site.files().expect("the pages");
    let is_small = sizes(&files);
    let is_fast = click(&files);
    ExitCode::from(u8::from(!is_small || !is_fast))
}

fn compressed(file: &SiteFile) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&file.bytes).expect("memory");
    encoder.finish().expect("memory").len()
}

fn size_of(files: &[SiteFile], path: &str) -> usize {
    files
        .iter()
        .find(|file| file.path == path)
        .map_or(0, compressed)
}

/// Prints the sizes; whether all keep their budget.
fn sizes(files: &[SiteFile]) -> bool {
    let (style, script) = (size_of(files, "style.css"), size_of(files, "rulegrid.js"));
    let pages = files.iter().filter(|file| file.path.ends_with(".html"));
    let mut pages: Vec<_> = pages
        .map(|page| (compressed(page) + style + script, &page.path))
        .collect();
    pages.sort_unstable_by(|one, other| other.cmp(one));
    println!("script {script} of {SCRIPT} bytes, style sheet {style}");
    println!("{} pages, with both; the largest:", pages.len());
    for (size, path) in pages.iter().take(10) {
        println!("{size:>7} {path}");
    }
    script <= SCRIPT && pages.iter().all(|(size, _)| *size <= PAGE)
}

/// The page of one kind that has the most to restyle: the largest file in a folder.
fn heaviest<'f>(files: &'f [SiteFile], folder: &str) -> &'f str {
    let pages = files.iter().filter(|file| file.path.starts_with(folder));
    let heaviest = pages.max_by_key(|file| file.bytes.len());
    heaviest.map_or("", |file| &file.path)
}

/// Prints how long clicks take on the heaviest pages; whether that keeps the budget.
fn click(files: &[SiteFile]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    publish(folder.path(), files).expect("a site");
    let page = Browser::start().page(true);
    page.resize(1280, 900, false);
    let mut medians = Vec::new();
    let kinds = ["fr/expansion/", "fr/figure/", "fr/question/"];
    let heaviest = kinds.iter().map(|kind| heaviest(files, kind));
    for path in heaviest.chain(["en/followers.html", "en/overview.html"]) {
        let mut times: Vec<(f64, f64)> = Vec::new();
        for _ in 0..RUNS {
            page.open("about:blank");
            page.open(&format!("file://{}/{path}", folder.path().display()));
            page.command("Emulation.setCPUThrottlingRate", json!({"rate": 4}));
            let run = page.eval(&format!("({MEASURE})({CLICKS})"));
            page.command("Emulation.setCPUThrottlingRate", json!({"rate": 1}));
            times.extend(serde_json::from_value::<Vec<(f64, f64)>>(run).expect("times"));
        }
        let (at_once, in_frame): (Vec<_>, Vec<_>) = times.into_iter().unzip();
        let (at_once, in_frame) = (spread(at_once), spread(in_frame));
        println!(
            "{path}, fourfold slowed: click to layout {:.1} ms, 95 % below {:.1} ms; to the layout \
             in the next frame {:.1} ms, 95 % below {:.1} ms (budget {CLICK} ms)",
            at_once[0], at_once[1], in_frame[0], in_frame[1]
        );
        medians.push(in_frame[0]);
    }
    medians.iter().all(|median| *median <= CLICK)
}

/// The median, and what 95 % are below.
fn spread(mut times: Vec<f64>) -> [f64; 2] {
    times.sort_unstable_by(f64::total_cmp);
    [times[times.len() / 2], times[times.len() * 95 / 100]]
}
