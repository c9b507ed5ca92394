//! All facts as JSON and CSV: nothing that a selection shows is missing, nothing is invented.

use crate::cli::run_with;
use crate::support::{choices, dataset, loaded, selection, small_dataset};
use proptest::prelude::*;
use rulegrid::logic::{self, Condition};
use rulegrid::model::{ElementSet, LanguageIx, Selection};
use rulegrid::render::export::Export;
use rulegrid::view::{Fact, Plan, Shown, facts, view};
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

static FACTS: LazyLock<Vec<Fact<'static>>> = LazyLock::new(|| facts(&Plan::new(dataset())));

type Cell<'a> = (&'a str, &'a str, &'a str);

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]
    /// The facts that hold in a selection are the answers that it shows, source by source.
    #[test]
    fn a_selection_shows_the_facts_that_hold_in_it(choice in choices()) {
        let selection = selection(&choice);
        let mut said: HashMap<Cell<'_>, BTreeSet<(String, &str, bool)>> = HashMap::new();
        for fact in FACTS.iter() {
            if fact.editions.contains(&selection.edition) && fact.when.holds(&selection) {
                let cell = (fact.table.as_str(), fact.question.as_str(), fact.figure.as_str());
                let claim = (fact.claim.answer.to_string(), fact.claim.source.as_str(), fact.taken);
                said.entry(cell).or_default().insert(claim);
            }
        }
        for table in &view(dataset(), &selection, LanguageIx(0)).tables {
            for row in table.sections.iter().flat_map(|section| &section.rows) {
                for cell in &row.cells {
                    let at = (table.id.as_str(), row.question.as_str(), cell.figure.as_str());
                    let said = said.remove(&at).unwrap_or_default();
                    let Shown::Claimed(answer) = cell.answer else {
                        prop_assert!(said.is_empty(), "{at:?} is not entered, but {said:?}");
                        continue;
                    };
                    let answer = answer.to_string();
                    let shown: BTreeSet<_> = cell.claims.iter().map(|c| c.source.as_str()).collect();
                    let agreeing = said.iter().filter(|(said, _, _)| *said == answer);
                    prop_assert!(agreeing.clone().all(|(_, _, taken)| *taken), "{at:?}: {said:?}");
                    let agreeing: BTreeSet<_> = agreeing.map(|(_, source, _)| *source).collect();
                    prop_assert_eq!(shown, agreeing, "{:?}", at);
                }
            }
        }
        prop_assert!(said.is_empty(), "said of cells that are not shown: {said:?}");
    }
}

/// What is taken is what readers see where a claim holds, in each of its editions; what is not taken
/// they never see. In this dataset no cell takes different sources in one edition.
#[test]
fn the_claims_taken_are_those_that_are_shown() {
    let plan = Plan::new(dataset());
    let mut views = HashMap::new();
    for fact in FACTS.iter() {
        for edition in &fact.editions {
            let here = Condition::and([Condition::Edition(*edition), fact.when.clone()]);
            let witness = logic::witness(&here, dataset().editions.len()).expect("a selection");
            let mut elements = ElementSet::empty(dataset().elements.len());
            witness
                .elements
                .iter()
                .for_each(|element| elements.set(*element, true));
            let selection = Selection {
                edition: witness.edition,
                elements,
            };
            let address = rulegrid::selection::address(dataset(), &selection);
            let view = views
                .entry(address)
                .or_insert_with(|| plan.view(&selection, LanguageIx(0)));
            let table = view.tables.iter().find(|table| table.id == fact.table);
            let sections = &table.expect("the table").sections;
            let mut rows = sections.iter().flat_map(|section| &section.rows);
            let row = rows.find(|row| row.question == fact.question);
            let mut cells = row.expect("the row").cells.iter();
            let cell = cells.find(|cell| cell.figure == fact.figure);
            let shown = cell.expect("the cell").answer == Shown::Claimed(&fact.claim.answer);
            assert_eq!(fact.taken, shown, "{edition:?} {fact:?}");
        }
    }
}

#[test]
fn json_and_csv_hold_the_same_facts_and_conditions_can_be_read_back() {
    let plan = Plan::new(dataset());
    let export = Export::new(&plan, &loaded().files, LanguageIx(1));
    let (json, csv) = (export.json(), export.csv());
    let facts = json["facts"].as_array().expect("facts");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let head = reader.headers().expect("a head").clone();
    let lines: Vec<_> = reader.records().map(|line| line.expect("a line")).collect();
    assert_eq!(lines.len(), facts.len());
    let column = |name: &str| head.iter().position(|h| h == name).expect("a column");
    for (line, fact) in lines.iter().zip(facts) {
        for name in [
            "table",
            "section",
            "question",
            "figure",
            "answer",
            "condition",
        ] {
            assert_eq!(&line[column(name)], fact[name].as_str().expect(name));
        }
        assert_eq!(&line[column("source")], fact["source"]["id"]);
        let condition = &line[column("condition")];
        assert!(
            condition.is_empty() || logic::parse(condition).is_ok(),
            "{condition}"
        );
        let place = &fact["place"];
        let (file, at) = (place["file"].as_str(), place["line"].as_u64());
        assert_eq!(&line[column("file")], file.expect("a file"));
        assert_eq!(line[column("file_line")], at.expect("a line").to_string());
    }
}

#[test]
fn a_small_dataset_is_exported_whole() {
    let dir = small_dataset(&[]);
    let rules = dir.path().to_str().expect("UTF-8");
    for format in ["json", "csv"] {
        let ran = run_with(&["export", format, "--rules", rules, "--lang", "fr"], &[]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        insta::assert_snapshot!(format!("export_{format}"), ran.out);
    }
}

#[test]
fn what_is_not_known_is_said() {
    let ran = run_with(&["export", "csv", "--rules", "rules", "--lang", "xx"], &[]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains("the languages are en, ro, fr"),
        "{}",
        ran.err
    );
    let ran = run_with(&["export", "csv", "--rules", "nowhere"], &[]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains("there is no folder `nowhere`"),
        "{}",
        ran.err
    );
}
