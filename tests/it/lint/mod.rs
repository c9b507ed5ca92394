//! The linter: each rule finds what it is for, at its place, and nothing else; on the repository's
//! dataset it finds nothing.

mod cases;
mod command;
mod exact;
mod flips;
mod formats;
mod planted;

use crate::support::{loaded, small_dataset};
use proptest::prelude::*;
use rulegrid::lint::{RULES, SUGGESTIONS, lint};
use rulegrid::load::load_for_lint;
use rulegrid::model::LanguageIx;
use rulegrid::selection::from_address;
use rulegrid::view::view;
use std::collections::BTreeSet;

#[test]
fn the_repository_s_dataset_is_clean() {
    let found = lint(loaded(), false);
    let messages: Vec<_> = found.iter().map(|f| (&f.code, &f.message)).collect();
    assert!(found.is_empty(), "{messages:?}");
    assert!(loaded().dataset.invariants.len() >= 20);
    for (id, invariant) in &loaded().dataset.invariants {
        assert!(
            !invariant.when.is_empty() && !invariant.then.is_empty(),
            "{id}"
        );
    }
}

#[test]
fn codes_are_unique_and_explained() {
    let all = RULES.into_iter().chain(SUGGESTIONS);
    let codes: BTreeSet<_> = all.map(|rule| rule.code).collect();
    assert_eq!(codes.len(), RULES.len() + SUGGESTIONS.len());
    assert!(RULES.iter().is_sorted_by_key(|rule| rule.code));
    for rule in RULES.into_iter().chain(SUGGESTIONS) {
        assert!(
            !rule.title.is_empty() && rule.explanation.len() > 80,
            "{}",
            rule.code
        );
    }
}

#[test]
fn every_rule_finds_what_its_cases_say() {
    for code in cases::codes() {
        let drawn = cases::check(&code);
        insta::with_settings!({prepend_module_to_snapshot => false, snapshot_path => "../snapshots"}, {
            insta::assert_snapshot!(format!("lint__{code}"), drawn);
        });
    }
}

#[test]
fn every_rule_has_cases() {
    let codes = cases::codes();
    let all = RULES.into_iter().chain(SUGGESTIONS);
    let mut all: Vec<_> = all.map(|rule| rule.code).collect();
    all.sort_unstable();
    assert_eq!(codes, all);
}

#[test]
fn the_small_dataset_is_clean() {
    let dir = small_dataset(&[]);
    let loaded = load_for_lint(dir.path()).expect("a dataset");
    assert_eq!(lint(&loaded, true), []);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

    /// A conflict's witness, pasted into `show`, shows the cell; and brute force over all
    /// selections of the small dataset finds a conflict exactly where the linter does.
    #[test]
    fn conflicts_equal_brute_force(
        one in prop::sample::select(vec!["yes", "no if dragon else yes", "n/a if bear else no", "no"]),
        other in prop::sample::select(vec!["yes", "no", "n/a if dragon and bear else yes", "no if edition E2 else yes"]),
        when in prop::sample::select(vec!["", "  when: dragon\n", "  when: bear or dragon\n", "  when: edition E1\n"]),
        editions in prop::sample::select(vec!["[E1]", "[E2]", "[E1, E2]"]),
    ) {
        let book = format!("source: book\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {{at: 10, knight: {one} (raw), squire: yes}}\n    strength: {{at: 20, knight: 3, squire: 1}}\n");
        let wiki = format!("source: wiki\neditions: {editions}\nclaims:\n  main:\n    eaten: {{knight: {other}}}\n");
        let resolution = format!("- question: eaten\n  figures: [knight]\n  take: book\n{when}  because: {{en: so, fr: ainsi}}\n");
        let mut files = vec![("facts/book.yaml", book.as_bytes()), ("facts/wiki.yaml", wiki.as_bytes())];
        if !when.is_empty() {
            files.push(("facts/resolutions.yaml", resolution.as_bytes()));
        }
        let dir = small_dataset(&files);
        let loaded = load_for_lint(dir.path()).expect("a dataset");
        let dataset = &loaded.dataset;
        let found: Vec<_> = lint(&loaded, false).into_iter().filter(|f| f.code == "conflicting-claims").collect();
        let mut conflicts = 0;
        for edition in ["E1", "E2"] {
            for x in ["", "dragon", "bear", "dragon,bear"] {
                let selection = from_address(dataset, &format!("?ed={edition}&x={x}")).expect("a selection");
                if x.is_empty() {
                    continue; // the row is not shown
                }
                let cell = dataset.claims.iter().find(|((q, f), _)| q.as_str() == "eaten" && f.as_str() == "knight");
                let holding: Vec<_> = cell.expect("claims").1.iter().filter(|c| c.when.holds(&selection)).collect();
                let covered = dataset.resolutions.values().flatten().any(|r| r.when.holds(&selection));
                let differ = holding.iter().any(|a| a.answer != holding[0].answer);
                conflicts += u32::from(differ && !covered);
            }
        }
        prop_assert_eq!(found.is_empty(), conflicts == 0);
        for finding in found {
            let address = finding.notes[0].strip_prefix("both hold in ").expect("a witness").to_owned();
            let selection = from_address(dataset, &address).expect("a selection");
            let shown = view(dataset, &selection, LanguageIx(0));
            let rows: Vec<_> = shown.tables[0].sections[0].rows.iter().map(|r| r.question.as_str()).collect();
            prop_assert!(rows.contains(&"eaten"), "{} does not show the row", address);
        }
    }
}
