//! Runs a target: first what its corpus keeps, then as many damaged inputs as are asked for, each
//! of which follows from its number alone.

use super::random::Random;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{LazyLock, Once};
use std::thread;
use std::time::{Duration, Instant};

/// How much work one input may make. The best of three attempts counts, and of each the less of the
/// time that went by and what the process took of the processor, so that a busy machine fails nobody.
const MOST_WORK: Duration = Duration::from_secs(3);
/// After this an input is taken to go on for ever.
const FOR_EVER: Duration = Duration::from_secs(300);
/// So many kinds of faults are enough to begin with.
const MOST_FAULTS: usize = 30;

/// What is put to the test, and how many inputs of it in an ordinary run.
pub struct Target {
    /// The name, also of its folder in `tests/corpus`.
    pub name: &'static str,
    /// The inputs of an ordinary run.
    pub ordinary: u64,
    /// For one input of this target a cheap one has this many.
    pub dear: u64,
    /// So many inputs are judged together.
    pub holds: u64,
}

/// What became of an input: whether it was sound.
pub type Sound = bool;

impl Target {
    /// Judges the corpus and the inputs that `make` makes; `judge` panics at what is wrong.
    pub fn run(&self, make: impl Fn(&mut Random) -> Vec<u8>, judge: impl Fn(&[u8]) -> Sound) {
        hear_panics();
        let mut faults = Faults::default();
        for (path, input) in self.corpus() {
            faults.judge(&path, &input, &judge);
        }
        let (seed, first, count) = (asked("_SEED", 1), asked("_FROM", 0), self.count());
        let watch = Watch::new(self.name, first);
        let (before, mut sound) = (Instant::now(), 0_u64);
        for number in first..first + count {
            watch.at(number);
            let input = make(&mut Random::new(self.name, seed, number));
            sound += u64::from(faults.judge(&format!("input {number}"), &input, &judge));
            if faults.0.len() >= MOST_FAULTS {
                break;
            }
        }
        let took = before.elapsed().as_secs_f64().max(1e-9);
        let name = self.name;
        println!(
            "{name}: {} inputs, {:.0} a second, {:.0} % sound",
            count * self.holds,
            (count * self.holds) as f64 / took,
            100.0 * sound as f64 / count.max(1) as f64
        );
        faults.tell(name);
    }

    fn count(&self) -> u64 {
        let all = match asked("", 0) {
            0 => self.ordinary,
            all => all.div_ceil(self.dear),
        };
        all.div_ceil(self.holds)
    }

    /// What is kept: by name, in order.
    fn corpus(&self) -> BTreeMap<String, Vec<u8>> {
        let folder = corpus().join(self.name);
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        let files = entries.map(|entry| entry.expect("an entry").path());
        let files = files.map(|path| (path.display().to_string(), std::fs::read(path)));
        let files = files.map(|(name, read)| (name, read.expect("a file")));
        files.collect()
    }
}

/// The folder of what is kept.
pub fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// What all threads of this process took of the processor so far, in steps of a hundredth of a
/// second; as long as it runs where the system does not tell.
fn processor() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else {
        return BEGUN.elapsed();
    };
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

/// What the environment says of a run.
fn asked(of: &str, otherwise: u64) -> u64 {
    let said = std::env::var(format!("RULEGRID_MUTATIONS{of}")).ok();
    said.map_or(otherwise, |said| said.parse().expect("a number"))
}

/// What is wrong, by where: the smallest input of each, and what was said.
#[derive(Default)]
struct Faults(BTreeMap<String, (Vec<u8>, String)>);

impl Faults {
    fn judge(&mut self, name: &str, input: &[u8], judge: &impl Fn(&[u8]) -> Sound) -> Sound {
        let before = Instant::now();
        let judged = catch_unwind(AssertUnwindSafe(|| judge(input)));
        let (place, message) = match judged {
            Ok(sound) if before.elapsed() < MOST_WORK => return sound,
            Ok(sound) => {
                let attempts = (0..3).map(|_| {
                    let before = (Instant::now(), processor());
                    judge(input);
                    before.0.elapsed().min(processor() - before.1)
                });
                let best = attempts.min().unwrap_or_default();
                if best < MOST_WORK {
                    return sound;
                }
                ("too much work".to_owned(), format!("{best:?}"))
            }
            Err(_) => LAST.take(),
        };
        let known = self.0.get(&place);
        if known.is_none_or(|(smallest, _)| input.len() < smallest.len()) {
            let message = format!("{name}: {message}");
            self.0.insert(place, (input.to_vec(), message));
        }
        false
    }

    /// Panics if there are any, and leaves the inputs to look at.
    fn tell(self, target: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mutations");
        let mut told = String::new();
        for (at, (place, (input, message))) in self.0.iter().enumerate() {
            std::fs::create_dir_all(&folder).expect("a folder");
            let path = folder.join(format!("{target}-{at}"));
            std::fs::write(&path, input).expect("a file");
            let message: String = message.chars().take(600).collect();
            told += &format!("\n{place}: {message}\n  the input: {}", path.display());
        }
        assert!(
            told.is_empty(),
            "{target}: keep what is found in tests/corpus/{target}/{told}"
        );
    }
}

thread_local! {
    /// Where the last panic of this thread was, and what it said.
    static LAST: RefCell<(String, String)> = RefCell::default();
    static IS_QUIET: RefCell<bool> = const { RefCell::new(false) };
}

/// Keeps what panics of this thread say, in place of printing it a million times.
fn hear_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let message = info.payload_as_str().unwrap_or_default().to_owned();
            if IS_QUIET.with_borrow(|is_quiet| *is_quiet) && !place.contains("harness.rs") {
                LAST.set((place, message));
            } else {
                loud(info);
            }
        }));
    });
    IS_QUIET.set(true);
}

/// Ends the program where one input goes on for ever, and says which.
struct Watch {
    now: &'static AtomicU64,
    is_done: &'static AtomicBool,
}

impl Watch {
    fn new(target: &'static str, first: u64) -> Self {
        let now: &AtomicU64 = Box::leak(Box::new(AtomicU64::new(first)));
        let is_done: &AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        thread::spawn(move || {
            let (mut last, mut since) = (u64::MAX, Instant::now());
            while !is_done.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(100));
                let at = now.load(Ordering::Relaxed);
                if at != last {
                    (last, since) = (at, Instant::now());
                } else if since.elapsed() > FOR_EVER {
                    eprintln!("{target}: input {at} goes on for ever");
                    std::process::abort();
                }
            }
        });
        Self { now, is_done }
    }

    fn at(&self, number: u64) {
        self.now.store(number, Ordering::Relaxed);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}
