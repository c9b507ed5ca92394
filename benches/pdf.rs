//! The figures of the README on sheets: how long the program takes to make one, from its start, how
//! much memory it holds at most, and how large the file is.
//!
//! `cargo bench --features pdf --bench pdf`

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often each sheet is made.
const RUNS: usize = 5;

/// Sheets by name, with their options.
const SHEETS: [(&str, &[&str]); 4] = [
    (
        "one table, everything selected",
        &["--all", "--tables", "followers"],
    ),
    ("all tables, everything selected", &["--all"]),
    (
        "one question, everything selected",
        &["--all", "--question", "removal/dragon"],
    ),
    ("summary, everything selected", &["--all", "--summary"]),
];

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sheet.pdf");
    for (name, options) in SHEETS {
        let mut times = Vec::new();
        let mut most = 0;
        for _ in 0..RUNS {
            let (time, memory) = made(&file, options);
            times.push(time);
            most = most.max(memory);
        }
        times.sort_unstable();
        let size = std::fs::metadata(&file).map_or(0, |file| file.len());
        println!(
            "{name}: best {} ms, median {} ms; at most {most} MB resident; {} kB",
            times[0].as_millis(),
            times[RUNS / 2].as_millis(),
            size / 1000
        );
    }
}

/// Makes a sheet; how long that took, and how many megabytes the program held.
fn made(file: &Path, options: &[&str]) -> (Duration, u64) {
    let start = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_rulegrid"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("pdf")
        .args(options)
        .arg("-o")
        .arg(file)
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let status = format!("/proc/{}/status", program.id());
    let mut most = 0;
    loop {
        if let Some(status) = program.try_wait().expect("the program") {
            assert!(status.success());
            return (start.elapsed(), most / 1000);
        }
        most = most.max(resident(&status).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The peak of a process so far, in kilobytes, where the system tells it.
fn resident(status: &str) -> Option<u64> {
    let status = std::fs::read_to_string(status).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
