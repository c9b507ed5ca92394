//! The figures of the README: times and peak memory of load, view and build, and the build beside
//! a plain copy of the same files. `cargo bench` repeats them.

use divan::{AllocProfiler, Bencher, black_box};
use rulegrid::load::{load, words};
use rulegrid::model::{ElementSet, LanguageIx, Selection};
use rulegrid::publish::{Publisher, SiteFile, publish};
use rulegrid::render::html::{Look, RenderError, Site};
use rulegrid::view::Plan;
use std::path::Path;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

fn rules() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/rules"))
}

/// The dataset from its files.
#[divan::bench]
fn load_dataset(bencher: Bencher) {
    bencher.bench(|| load(black_box(rules())).expect("the dataset"));
}

/// The plan of everything, once for all selections.
#[divan::bench]
fn plan(bencher: Bencher) {
    let loaded = load(rules()).expect("the dataset");
    bencher.bench(|| Plan::new(black_box(&loaded.dataset)).tables.len());
}

/// One selection of everything, all tables, from the plan.
#[divan::bench]
fn view_everything(bencher: Bencher) {
    let loaded = load(rules()).expect("the dataset");
    let plan = Plan::new(&loaded.dataset);
    let selection = Selection {
        edition: loaded.dataset.default_edition,
        elements: ElementSet::full(loaded.dataset.elements.len()),
    };
    bencher.bench(|| plan.view(black_box(&selection), LanguageIx(0)).tables.len());
}

/// Load, plan and all pages, written to an empty folder.
#[divan::bench]
fn build_site(bencher: Bencher) {
    let words = words().expect("the words");
    bencher
        .with_inputs(|| tempfile::tempdir().expect("a folder"))
        .bench_refs(|out| {
            let loaded = load(rules()).expect("the dataset");
            let plan = Plan::new(&loaded.dataset);
            let site = Site {
                plan: &plan,
                words: &words,
                base_url: None,
                files: Some(&loaded.files),
                sheets: &[],
            };
            let publisher = Publisher::open(out.path()).expect("a folder");
            let add = |file: SiteFile| {
                publisher.add(&file).expect("room");
                Ok::<_, RenderError>(())
            };
            let made = site.files_into(&Look::built_in(), &[], add);
            made.expect("the pages");
            publisher.commit().expect("a site").written
        });
}

/// The same files, copied one by one: what no build can beat.
#[divan::bench]
fn copy_site(bencher: Bencher) {
    let loaded = load(rules()).expect("the dataset");
    let plan = Plan::new(&loaded.dataset);
    let words = words().expect("the words");
    let site = Site {
        plan: &plan,
        words: &words,
        base_url: None,
        files: Some(&loaded.files),
        sheets: &[],
    };
    let from = tempfile::tempdir().expect("a folder");
    let files = site.files().expect("the pages");
    publish(from.path(), &files).expect("a site");
    bencher
        .with_inputs(|| tempfile::tempdir().expect("a folder"))
        .bench_refs(|to| {
            for file in &files {
                let path = to.path().join(&file.path);
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder).expect("a folder");
                }
                std::fs::copy(from.path().join(&file.path), path).expect("a copy");
            }
        });
}
