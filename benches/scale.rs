//! How costs grow with the dataset: time, processor, peak memory and output of each step, for the repository's
//! dataset, and for five and twenty times as much of everything. Each run is a process of its own, so
//! that memory is its own, too. The last line of each size is a plain copy of the site just built.
//!
//! `cargo bench --bench scale`; with `--features pdf` sheets are measured, too. `RULEGRID_SCALE=1,5`
//! chooses the sizes, `RULEGRID_RUNS=3` how often each step is run.

mod scaled;

use rulegrid::diagnostic::render_human;
use rulegrid::lint::lint;
use rulegrid::load::{LoadError, Loaded, load, load_for_lint, words};
use rulegrid::model::{ElementSet, LanguageIx, Selection};
use rulegrid::publish::{Publisher, SiteFile};
use rulegrid::render::html::{Look, RenderError, Site};
use rulegrid::view::Plan;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use walkdir::WalkDir;

/// The steps in their order; each but the last runs in a process of its own.
const STEPS: &[&str] = &[
    "load",
    "plan",
    "view",
    "lint",
    #[cfg(feature = "pdf")]
    "pdf",
    "build",
    "build again",
    "copy",
];

/// What one run costs.
#[derive(Clone, Copy)]
struct Cost {
    time: Duration,
    /// What all its threads took together: other work on the machine does not count.
    processor: Duration,
    /// The peak of resident memory, in kilobytes.
    memory: u64,
}

fn main() {
    let arguments: Vec<_> = std::env::args().collect();
    match arguments.iter().position(|argument| argument == "--run") {
        Some(at) => run(
            &arguments[at + 1],
            arguments[at + 2].as_ref(),
            arguments[at + 3].as_ref(),
        ),
        None => measure(),
    }
}

/// Measures all sizes and prints a table.
fn measure() {
    let sizes = std::env::var("RULEGRID_SCALE").unwrap_or_else(|_| "1,5,20".to_owned());
    let sizes: Vec<usize> = sizes
        .split(',')
        .map(|n| n.parse().expect("a number"))
        .collect();
    let runs = std::env::var("RULEGRID_RUNS").map_or(3, |n| n.parse().expect("a number"));
    let rules = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/rules"));
    let mut all: Vec<Vec<Cost>> = Vec::new();
    for times in &sizes {
        let dataset = scaled::scaled(rules, *times);
        let out = tempfile::tempdir().expect("a folder");
        let site = out.path().join("site");
        let costs = STEPS
            .iter()
            .map(|step| cost(step, dataset.path(), &site, runs));
        let costs: Vec<_> = costs.collect();
        let (files, bytes) = size(&site);
        println!(
            "{times} times the dataset: {files} files, {:.1} MB",
            bytes as f64 / 1e6
        );
        for (step, cost) in STEPS.iter().zip(&costs) {
            let (time, memory) = (cost.time.as_secs_f64(), cost.memory / 1000);
            let processor = cost.processor.as_secs_f64();
            println!("  {step:<12} {time:>8.3} s {processor:>8.2} s of processor {memory:>6} MB");
        }
        let seconds = |step: &str| {
            let at = STEPS.iter().position(|known| *known == step);
            at.map_or(f64::NAN, |at| costs[at].time.as_secs_f64())
        };
        println!(
            "  a build takes {:.1} times as long as a copy",
            seconds("build") / seconds("copy")
        );
        all.push(costs);
    }
    if let ([first, .., last], [few, .., many]) = (&sizes[..], &all[..]) {
        let size = *last as f64 / *first as f64;
        println!("from {first} to {last} times, a size of {size} times:");
        for ((step, few), many) in STEPS.iter().zip(few).zip(many) {
            let grown = many.processor.as_secs_f64() / few.processor.as_secs_f64();
            let exponent = grown.ln() / size.ln();
            println!("  {step:<12} {grown:>6.1} times the processor, exponent {exponent:.2}");
        }
    }
}

/// The median of several runs, and the most memory of them.
fn cost(step: &str, dataset: &Path, site: &Path, runs: usize) -> Cost {
    let mut costs = Vec::new();
    for _ in 0..runs {
        if matches!(step, "build" | "copy") {
            let target = target(step, site);
            let _ = std::fs::remove_dir_all(target);
        }
        costs.push(match step {
            "copy" => copied(site),
            _ => run_apart(step, dataset, site),
        });
    }
    let median = |of: fn(&Cost) -> Duration| {
        let mut all: Vec<_> = costs.iter().map(of).collect();
        all.sort_unstable();
        all[all.len() / 2]
    };
    Cost {
        time: median(|cost| cost.time),
        processor: median(|cost| cost.processor),
        memory: costs.iter().map(|cost| cost.memory).max().unwrap_or(0),
    }
}

/// Where a step writes.
fn target(step: &str, site: &Path) -> std::path::PathBuf {
    match step {
        "copy" => site.with_extension("copy"),
        _ => site.to_owned(),
    }
}

fn copied(site: &Path) -> Cost {
    let to = target("copy", site);
    let (start, before) = (Instant::now(), processor());
    let status = Command::new("cp").arg("-r").arg(site).arg(&to).status();
    assert!(status.expect("cp").success());
    Cost {
        time: start.elapsed(),
        processor: processor() - before,
        memory: 0,
    }
}

/// Runs a step in a process of its own, which prints its costs.
fn run_apart(step: &str, dataset: &Path, site: &Path) -> Cost {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program)
        .arg("--run")
        .args([step.as_ref(), dataset, site])
        .stderr(Stdio::inherit())
        .output()
        .expect("a run");
    assert!(output.status.success(), "{step}");
    let text = String::from_utf8(output.stdout).expect("numbers");
    let numbers: Vec<u64> = text
        .split_whitespace()
        .map(|n| n.parse().expect("a number"))
        .collect();
    Cost {
        time: Duration::from_micros(numbers[0]),
        processor: Duration::from_micros(numbers[1]),
        memory: numbers[2],
    }
}

/// Runs a step and prints how many microseconds it took, without what it needs to begin, and the peak
/// of resident memory.
fn run(step: &str, dataset: &Path, site: &Path) {
    let loaded = || load(dataset).unwrap_or_else(|error| failed(&error));
    let (time, processor) = match step {
        "load" => timed(loaded),
        "plan" => {
            let loaded = loaded();
            timed(|| Plan::new(&loaded.dataset).tables.len())
        }
        "view" => {
            let loaded = loaded();
            let plan = Plan::new(&loaded.dataset);
            let selection = Selection {
                edition: loaded.dataset.default_edition,
                elements: ElementSet::full(loaded.dataset.elements.len()),
            };
            timed(|| plan.view(&selection, LanguageIx(0)).tables.len())
        }
        "lint" => {
            let loaded = load_for_lint(dataset).unwrap_or_else(|error| failed(&error));
            timed(|| lint(&loaded, false).len())
        }
        "pdf" => timed(|| sheet(dataset, &site.with_extension("pdf"))),
        _ => timed(|| build(&loaded(), site)),
    };
    println!("{} {} {}", time.as_micros(), processor.as_micros(), peak());
}

fn failed(error: &LoadError) -> ! {
    match error {
        LoadError::Dataset(files, errors) => panic!("{}", render_human(files, errors, false)),
        LoadError::Folder(error) => panic!("{error}"),
    }
}

/// How long `work` takes, and how much of the processor.
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, Duration) {
    let (start, before) = (Instant::now(), processor());
    let made = work();
    let costs = (start.elapsed(), processor() - before);
    drop(made);
    costs
}

/// What all threads of this process, and programs that it waited for, took of the processor so far,
/// in steps of a hundredth of a second, where the system tells it.
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(11).take(4);
    let ticks: u64 = ticks.filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

fn build(loaded: &Loaded, site: &Path) -> usize {
    let words = words().expect("the words");
    let plan = Plan::new(&loaded.dataset);
    let pages = Site {
        plan: &plan,
        words: &words,
        base_url: None,
        files: Some(&loaded.files),
        sheets: &[],
    };
    let publisher = Publisher::open(site).expect("a folder");
    let add = |file: SiteFile| {
        publisher.add(&file).expect("room");
        Ok::<_, RenderError>(())
    };
    let made = pages.files_into(&Look::built_in(), &[], add);
    made.expect("the pages");
    publisher.commit().expect("a site").written
}

/// A sheet of all tables with everything selected, from the start of the program.
fn sheet(dataset: &Path, file: &Path) {
    let made = Command::new(env!("CARGO_BIN_EXE_rulegrid"))
        .args(["pdf", "--all", "--rules"])
        .arg(dataset)
        .arg("-o")
        .arg(file)
        .stderr(Stdio::null())
        .status();
    assert!(made.expect("the program").success());
}

/// The peak of this process so far, in kilobytes, where the system tells it.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    number.unwrap_or(0)
}

/// How many files a folder holds, and how many bytes these are.
fn size(folder: &Path) -> (usize, u64) {
    let files = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let files = files.filter(|entry| entry.file_type().is_file());
    files.fold((0, 0), |(count, bytes), file| {
        let len = file.metadata().map_or(0, |data| data.len());
        (count + 1, bytes + len)
    })
}
