//! The claims taken from the order of play, the FAQ and the expansion's page are exactly those of
//! `tests/facts/statements.tsv`, and every statement there has a claim or a reason why it has none.
//! Entries of the FAQ decide those of its statements that they say, and more.

use crate::support::dataset;
use rulegrid::model::{ElementSet, Selection};
use std::collections::{BTreeMap, BTreeSet};

/// Which source is which seed.
const SOURCES: [(&str, &str); 3] = [
    ("faq-c31", "002"),
    ("order-of-play", "003"),
    ("princess-page", "004"),
];
/// How many statements there are.
const STATEMENTS: u32 = 84;

fn lines() -> Vec<Vec<&'static str>> {
    let all = include_str!("../facts/statements.tsv").lines();
    all.skip(1).map(|line| line.split('\t').collect()).collect()
}

#[test]
fn every_statement_has_claims_or_a_reason() {
    let mut numbers = BTreeSet::new();
    for line in lines() {
        let [number, _, _, table, .., answer, remark] = line[..] else {
            panic!("{line:?}");
        };
        numbers.insert(number.parse::<u32>().expect("a number"));
        assert_eq!(table.is_empty(), answer.is_empty(), "{line:?}");
        assert!(!table.is_empty() || !remark.is_empty(), "{line:?}");
    }
    assert_eq!(numbers, (1..=STATEMENTS).collect());
}

/// Source, line, question, figure, editions and answer of each claim.
type Claims = BTreeMap<(String, String, String, String), BTreeSet<String>>;

#[test]
fn the_claims_are_those_of_the_statements() {
    let mut expected: Claims = BTreeMap::new();
    for line in lines().iter().filter(|line| !line[3].is_empty()) {
        let source = SOURCES.iter().find(|(_, seed)| *seed == line[1]);
        let source = source.expect("a seed").0.to_owned();
        let answer = line[7].split(" (").next().expect("an answer").to_owned();
        let cell = (source, line[4].to_owned(), line[5].to_owned(), answer);
        let said = line[6]
            .split(',')
            .map(|edition| format!("{edition} {}", line[2]));
        expected.entry(cell).or_default().extend(said);
    }
    let mut claims: Claims = BTreeMap::new();
    let mut of_entries: Claims = BTreeMap::new();
    // What is said of tiles, tokens and places is compared with the lists of the page.
    let things = dataset().tables.values().filter(|table| table.is_of_things);
    let things: BTreeSet<_> = things.flat_map(|table| &table.figures).collect();
    for ((question, figure), of_cell) in &dataset().claims {
        if things.contains(figure) {
            continue;
        }
        for claim in of_cell {
            let source = claim.source.as_str();
            if !SOURCES.iter().any(|(known, _)| *known == source) {
                continue;
            }
            let cell = (
                source.to_owned(),
                question.to_string(),
                figure.to_string(),
                claim.answer.to_string(),
            );
            let (lines, claims) = match &claim.entry {
                Some(entry) => (dataset().faq[entry].lines.clone(), &mut of_entries),
                None => (vec![claim.line.expect("a line")], &mut claims),
            };
            for (ix, id, _) in dataset().editions() {
                let count = dataset().elements.len();
                let mut selections = [ElementSet::empty(count), ElementSet::full(count)]
                    .map(|elements| Selection {
                        edition: ix,
                        elements,
                    })
                    .into_iter();
                if selections.any(|selection| claim.when.holds(&selection)) {
                    let said = lines.iter().map(|line| format!("{id} {line}"));
                    claims.entry(cell.clone()).or_default().extend(said);
                }
            }
        }
    }
    assert!(claims.len() > 200 && of_entries.len() > 50);
    for (cell, said) in claims {
        assert!(said.is_subset(&expected[&cell]), "{cell:?}: {said:?}");
        expected
            .get_mut(&cell)
            .expect("a cell")
            .retain(|own| !said.contains(own));
    }
    for (cell, said) in expected.iter().filter(|(_, said)| !said.is_empty()) {
        let decided = of_entries.get(cell);
        assert!(
            decided.is_some_and(|own| said.is_subset(own)),
            "{cell:?}: {said:?}, {decided:?}"
        );
    }
}
