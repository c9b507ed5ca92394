//! What share of wrong answers the linter finds: every claim of the repository's dataset, changed
//! to every other answer.

use crate::support::rules;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rulegrid::lint::{RULES, Rule, Subject};
use rulegrid::load::{Loaded, load_for_lint};
use rulegrid::model::{Answer, FigureId, QuestionId};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A claim and what it is changed to.
#[derive(Clone, Debug)]
struct Flip {
    cell: (QuestionId, FigureId),
    at: usize,
    to: Answer,
}

/// The rules that look at answers.
fn rules_on_answers() -> Vec<&'static Rule> {
    let codes = [
        "broken-invariant",
        "conflicting-claims",
        "inverse-facts",
        "stale-exception",
        "stale-resolution",
    ];
    let rules = RULES.into_iter().filter(|rule| codes.contains(&rule.code));
    let rules: Vec<_> = rules.collect();
    assert_eq!(rules.len(), codes.len());
    rules
}

fn load() -> Loaded {
    load_for_lint(&rules()).expect("the dataset")
}

/// Every flip of an answer yes, no, n/a or undefined to another of them; of a number to the next.
fn flips(loaded: &Loaded) -> Vec<Flip> {
    let words = [
        Answer::Yes,
        Answer::No,
        Answer::NotApplicable,
        Answer::Undefined,
    ];
    let mut all = Vec::new();
    for (cell, claims) in &loaded.dataset.claims {
        for (at, claim) in claims.iter().enumerate() {
            let others: Vec<_> = match &claim.answer {
                Answer::Number(number) => vec![Answer::Number(number + 1)],
                Answer::Text(_) => Vec::new(),
                word => words
                    .iter()
                    .filter(|other| *other != word)
                    .cloned()
                    .collect(),
            };
            for to in others {
                let cell = cell.clone();
                all.push(Flip { cell, at, to });
            }
        }
    }
    all.sort_by_key(|flip| (flip.cell.clone(), flip.at, flip.to.to_string()));
    all
}

/// The code of a rule that finds the flip, at its place.
fn found_by(loaded: &mut Loaded, rules: &[&'static Rule], flip: &Flip) -> Option<&'static str> {
    let claims = loaded.dataset.claims.get_mut(&flip.cell).expect("the cell");
    let claim = &mut claims[flip.at];
    let place = claim.place.clone();
    let old = std::mem::replace(&mut claim.answer, flip.to.clone());
    let subject = Subject::new(loaded);
    let found = rules.iter().flat_map(|rule| (rule.check)(&subject));
    let found: Vec<_> = found.collect();
    let names_place = found.iter().find(|finding| {
        let others = finding.secondary.iter();
        let mut places = others
            .chain([&finding.primary])
            .map(|annotation| &annotation.place);
        // A resolution that is not needed any more names the cell, not the claim.
        places.any(|other| *other == place) || finding.code == "stale-resolution"
    });
    let code = names_place.map(|finding| finding.code);
    loaded.dataset.claims.get_mut(&flip.cell).expect("the cell")[flip.at].answer = old;
    code
}

/// How many of the flips each rule finds; those that none does are given to `missed`.
fn counts(flips: &[Flip], missed: &Mutex<Vec<Flip>>) -> BTreeMap<&'static str, usize> {
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let (mut loaded, rules) = (load(), rules_on_answers());
                while let Some(flip) = flips.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let code = found_by(&mut loaded, &rules, flip);
                    *counts
                        .lock()
                        .expect("a lock")
                        .entry(code.unwrap_or("none"))
                        .or_default() += 1;
                    if code.is_none() {
                        missed.lock().expect("a lock").push(flip.clone());
                    }
                }
            });
        }
    });
    counts.into_inner().expect("a lock")
}

fn share(counts: &BTreeMap<&'static str, usize>) -> f64 {
    let all: usize = counts.values().sum();
    let none = counts.get("none").copied().unwrap_or(0);
    (all - none) as f64 / all as f64
}

#[test]
fn most_wrong_answers_are_found() {
    let all = flips(&load());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let sample = prop::sample::subsequence(all, 200);
    let sample = sample.new_tree(&mut runner).expect("a sample").current();
    let counts = counts(&sample, &Mutex::default());
    assert!(share(&counts) > 0.9, "{counts:?}");
}

/// Counts all of them, which takes minutes: `cargo test --release -- --ignored every_wrong_answer`.
#[test]
#[ignore = "takes minutes; the README states what it counted"]
fn every_wrong_answer() {
    let all = flips(&load());
    let missed = Mutex::default();
    let counts = counts(&all, &missed);
    let missed = missed.into_inner().expect("a lock");
    let mut by_question: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Flip { cell, to, .. } in &missed {
        let of_question = by_question.entry(cell.0.to_string()).or_default();
        of_question.push(format!("{} {to}", cell.1));
    }
    for (question, missed) in by_question {
        eprintln!("{question}: {}", missed.join(", "));
    }
    eprintln!(
        "{} flips, share found {:.4}: {counts:?}",
        all.len(),
        share(&counts)
    );
    assert!(share(&counts) > 0.9);
}
