//! The linter: each rule finds what it is for, at its place, and nothing else; on the repository's
//! dataset it finds nothing.

use crate::support::{dataset, small_dataset};
use proptest::prelude::*;
use rulegrid::lint::{RULES, lint};
use rulegrid::load::load_for_lint;
use rulegrid::model::LanguageIx;
use rulegrid::selection::from_address;
use rulegrid::view::view;
use std::collections::BTreeSet;

/// The findings for the small dataset with `files`: code, file, line, and what it is about.
fn findings(files: &[(&str, &str)]) -> Vec<String> {
    let bytes: Vec<_> = files
        .iter()
        .map(|(p, text)| (*p, text.as_bytes()))
        .collect();
    let dir = small_dataset(&bytes);
    let loaded = match load_for_lint(dir.path()) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the dataset does not load: {error:?}"),
    };
    let found = lint(&loaded.dataset);
    let mut lines: Vec<_> = found
        .iter()
        .map(|finding| {
            let place = &finding.primary.place;
            let (line, _) = loaded.files.line_and_column(place);
            let file = loaded.files.get(place.file).expect("a file");
            format!("{} {}:{line} {}", finding.code, file.path, finding.about)
        })
        .collect();
    lines.sort();
    lines
}

const WIKI: &str = "source: wiki\neditions: [E1]\nclaims:\n  main:\n";

#[test]
fn the_repository_s_dataset_is_clean() {
    let found = lint(dataset());
    let messages: Vec<_> = found.iter().map(|f| (&f.code, &f.message)).collect();
    assert!(found.is_empty(), "{messages:?}");
    assert!(dataset().invariants.len() >= 20);
    for (id, invariant) in &dataset().invariants {
        assert!(
            !invariant.when.is_empty() && !invariant.then.is_empty(),
            "{id}"
        );
    }
}

#[test]
fn codes_are_unique_and_explained() {
    let codes: BTreeSet<_> = RULES.iter().map(|rule| rule.code).collect();
    assert_eq!(codes.len(), RULES.len());
    for rule in RULES {
        assert!(
            !rule.title.is_empty() && rule.explanation.len() > 80,
            "{}",
            rule.code
        );
    }
}

#[test]
fn the_small_dataset_is_clean() {
    assert_eq!(findings(&[]), [""; 0]);
}

#[test]
fn sources_that_differ_need_a_resolution() {
    let wiki = format!("{WIKI}    strength: {{knight: 4}}\n");
    let conflict = "conflicting-claims facts/book.yaml:6 strength knight";
    assert_eq!(findings(&[("facts/wiki.yaml", &wiki)]), [conflict]);
    let take = |when: &str, source: &str| {
        format!(
            "- question: strength\n  figures: [knight]\n  take: {source}\n{when}  because: {{en: so, fr: ainsi}}\n"
        )
    };
    let resolved = take("", "book");
    let files = [
        ("facts/wiki.yaml", wiki.as_str()),
        ("facts/resolutions.yaml", &resolved),
    ];
    assert_eq!(findings(&files), [""; 0]);
    // One that covers only a part leaves the rest open.
    let partly = take("  when: dragon\n", "book");
    let files = [
        ("facts/wiki.yaml", wiki.as_str()),
        ("facts/resolutions.yaml", &partly),
    ];
    assert_eq!(findings(&files), [conflict]);
    // Two that apply together and take different sources.
    let both = format!("{resolved}{}", take("  when: bear\n", "wiki"));
    let files = [
        ("facts/wiki.yaml", wiki.as_str()),
        ("facts/resolutions.yaml", &both),
    ];
    assert_eq!(
        findings(&files),
        ["overlapping-resolutions facts/resolutions.yaml:2 strength knight"]
    );
    // One without a conflict, and one in an edition that the other source says nothing about.
    let files = [("facts/resolutions.yaml", resolved.as_str())];
    let stale = "stale-resolution facts/resolutions.yaml:2 strength knight";
    assert_eq!(findings(&files), [stale]);
    let elsewhere = take("  when: edition E2\n", "book");
    let files = [
        ("facts/wiki.yaml", wiki.as_str()),
        ("facts/resolutions.yaml", &elsewhere),
    ];
    assert_eq!(findings(&files), [conflict, stale]);
}

#[test]
fn every_cell_needs_an_answer() {
    let book = "source: book\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {at: 10, knight: yes (raw), squire: no if dragon else yes}\n    strength: {at: 20, knight: 3}\n";
    assert_eq!(
        findings(&[("facts/book.yaml", book)]),
        ["missing-answer questions.yaml:2 strength squire"]
    );
}

#[test]
fn invariants_and_their_exceptions() {
    let invariant = |except: &str| {
        format!(
            "strong-are-safe:\n  if: {{strength: [3]}}\n  then: {{eaten: [no]}}\n  because: {{en: The strong are safe., fr: Les forts sont saufs.}}\n{except}"
        )
    };
    let plain = invariant("");
    let broken = "broken-invariant facts/book.yaml:5 strong-are-safe knight";
    assert_eq!(findings(&[("invariants.yaml", &plain)]), [broken]);
    let excepted = invariant(
        "  except:\n    - {figure: knight, because: {en: he is tasty, fr: il est bon}}\n",
    );
    assert_eq!(findings(&[("invariants.yaml", &excepted)]), [""; 0]);
    let stale = invariant(
        "  except:\n    - {figure: squire, because: {en: he is small, fr: il est petit}}\n",
    );
    assert_eq!(
        findings(&[("invariants.yaml", &stale)]),
        [
            broken,
            "stale-exception invariants.yaml:6 strong-are-safe squire"
        ]
    );
}

#[test]
fn what_no_selection_can_show() {
    let figures = "knight: {name: {en: knight, fr: chevalier}}\nsquire: {when: bear and not bear, name: {en: squire, fr: écuyer}}\n";
    assert_eq!(
        findings(&[("figures.yaml", figures)]),
        ["unreachable figures.yaml:2 the figure `squire`"]
    );
    let book = "source: book\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {at: 10, knight: yes (raw), squire: no if dragon and not bear else yes}\n    strength: {at: 20, knight: 3, squire: 1 @25}\n";
    // The squire needs the bear, so that the first of his answers never shows.
    assert_eq!(
        findings(&[("facts/book.yaml", book)]),
        ["unreachable facts/book.yaml:5 this claim of `book` on `eaten` for `squire`"]
    );
}

#[test]
fn notes() {
    let note = |id: &str, more: &str, text: &str| {
        format!("{id}:\n{more}  speaks: publisher\n  text: {{en: '{text}', fr: '{text}'}}\n")
    };
    let raw = note("raw", "", "Raw.");
    let idle = note("raw", "  when: beast\n", "Raw.");
    assert_eq!(
        findings(&[("notes/main.yaml", &idle)]),
        ["idle-condition notes/main.yaml:1 raw"]
    );
    let never = note("raw", "  when: not beast\n", "Raw.");
    assert_eq!(
        findings(&[("notes/main.yaml", &never)]),
        ["hidden-note notes/main.yaml:1 raw"]
    );
    let allowed = "allow:\n  - {rule: hidden-note, of: raw, because: {en: so, fr: ainsi}}\n";
    let files = [("notes/main.yaml", never.as_str()), ("lint.yaml", allowed)];
    assert_eq!(findings(&files), [""; 0]);
    assert_eq!(
        findings(&[("lint.yaml", allowed)]),
        ["stale-allowance lint.yaml:2 raw"]
    );
    let twins = format!("{raw}{}", note("cooked", "", "Raw."));
    assert_eq!(
        findings(&[("notes/main.yaml", &twins)]),
        [
            "duplicate-note notes/main.yaml:4 cooked",
            "uncited-note notes/main.yaml:4 cooked"
        ]
    );
}

#[test]
fn languages() {
    let notes =
        "raw:\n  speaks: publisher\n  text: {en: 'Raw{if dragon}, or fried{/if}.', fr: 'Cru.'}\n";
    assert_eq!(
        findings(&[("notes/main.yaml", notes)]),
        ["unequal-parts notes/main.yaml:1 the note `raw`"]
    );
    let figures =
        "knight: {name: {en: knight}}\nsquire: {when: bear, name: {en: squire, fr: écuyer}}\n";
    assert_eq!(
        findings(&[("figures.yaml", figures)]),
        ["missing-text figures.yaml:1 the figure `knight`"]
    );
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
        let found: Vec<_> = lint(dataset).into_iter().filter(|f| f.code == "conflicting-claims").collect();
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
