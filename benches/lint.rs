//! The figures of the README on the linter: all rules over the repository's dataset, and over one
//! twenty times as large. `cargo bench --bench lint` repeats them.

mod scaled;

use divan::{AllocProfiler, Bencher, black_box};
use rulegrid::diagnostic::render_human;
use rulegrid::lint::lint;
use rulegrid::load::{LoadError, load_for_lint};
use std::path::Path;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

fn rules() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/rules"))
}

/// All rules, on the dataset as it is loaded.
#[divan::bench]
fn all_rules(bencher: Bencher) {
    let loaded = load_for_lint(rules()).expect("the dataset");
    bencher.bench(|| lint(black_box(&loaded), false).len());
}

/// From the files to the findings, suggestions among them.
#[divan::bench]
fn load_and_lint(bencher: Bencher) {
    bencher.bench(|| {
        lint(
            &load_for_lint(black_box(rules())).expect("the dataset"),
            true,
        )
        .len()
    });
}

/// From the files to the findings, for twenty times as much of everything.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn load_and_lint_twenty_times(bencher: Bencher) {
    let large = scaled::scaled(rules(), 20);
    bencher.bench(|| {
        let loaded = match load_for_lint(black_box(large.path())) {
            Ok(loaded) => loaded,
            Err(LoadError::Dataset(files, errors)) => {
                panic!("{}", render_human(&files, &errors, false))
            }
            Err(LoadError::Folder(error)) => panic!("{error}"),
        };
        lint(&loaded, false).len()
    });
}
