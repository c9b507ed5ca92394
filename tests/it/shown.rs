//! What a selection shows: against the facts alone, in every way of writing a selection.

use crate::oracle::{Choice, Of};
use crate::support::{choices, dataset, facts, selection, small_dataset};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rulegrid::load::load;
use rulegrid::logic::Condition;
use rulegrid::model::{ElementSet, LanguageIx, Localized, Selection};
use rulegrid::render::json;
use rulegrid::selection::{address, from_address};
use rulegrid::view::{Plan, view};
use std::collections::BTreeSet;

fn cases(count: u32) -> TestRunner {
    TestRunner::new(Config {
        cases: count,
        failure_persistence: None,
        ..Config::default()
    })
}

#[test]
fn a_selection_shows_what_the_facts_demand_and_nothing_else() {
    let plan = Plan::new(dataset());
    let language = LanguageIx(0);
    let check = |choice: Choice| {
        let shown = json::document(&plan.view(&selection(&choice), language));
        let differences = facts().compare(&choice, &shown);
        prop_assert!(differences.is_empty(), "{}", differences.join("\n"));
        Ok(())
    };
    for edition in ["C1", "C2", "C3.1", "WE"] {
        check(facts().everything(edition)).unwrap();
        let elements = BTreeSet::new();
        let edition = edition.to_owned();
        check(Choice { edition, elements }).unwrap();
    }
    // Two halves at once: each has its own random selections.
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| cases(1_000).run(&choices(), check).unwrap());
        }
    });
}

#[test]
fn every_language_shows_the_same_facts() {
    let plan = Plan::new(dataset());
    let check = |choice: Choice| {
        let selection = selection(&choice);
        for (language, _) in dataset().languages() {
            let shown = json::document(&plan.view(&selection, language));
            let differences = facts().compare(&choice, &shown);
            prop_assert!(differences.is_empty(), "{}", differences.join("\n"));
        }
        Ok(())
    };
    cases(50).run(&choices(), check).unwrap();
}

/// The conditions on parts of a text that are not only about the edition.
fn element_conditions(text: &Localized, language: LanguageIx) -> Vec<Condition> {
    let everything = Selection {
        edition: dataset().default_edition,
        elements: ElementSet::full(dataset().elements.len()),
    };
    let mut found = Vec::new();
    let mut visit = |when: &Condition, _: String| {
        let mut names_element = false;
        when.variables(&mut |v| {
            names_element |= matches!(v, rulegrid::logic::Variable::Element(_));
        });
        if names_element && !found.contains(when) {
            found.push(when.clone());
        }
    };
    let text = text.exactly(language).expect("a text in every language");
    text.conditional_parts(&everything, &mut visit);
    found.sort();
    found
}

/// The conditions that the facts demand on parts of a text.
fn demanded(of: &[Of]) -> Vec<Condition> {
    let parts = facts().parts();
    let parts = parts.iter().filter(|part| of.contains(&part.of));
    let mut conditions = Vec::new();
    for part in parts {
        if part.condition.starts_with("edition ") {
            continue;
        }
        let names: Vec<&str> = match part.condition.as_str() {
            // One switch on the page; the note names each of the three products for itself.
            "monasteries" => vec![
                "german-monasteries",
                "dutch-belgian-monasteries",
                "japanese-buildings",
            ],
            other => vec![other],
        };
        for name in names {
            let condition = condition(name);
            if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
    }
    conditions.sort();
    conditions
}

/// A condition of the facts, in the dataset's own terms.
fn condition(text: &str) -> Condition {
    let name = |name: &str| match name {
        "paid-points" => Condition::or(["bazaars", "tower", "bathhouses"].map(element)),
        "double-sized-tiles" => Condition::or(["teacher", "german-castles"].map(element)),
        "other-tiles" => Condition::or(["halflings", "teacher", "german-castles"].map(element)),
        other => element(other),
    };
    // The facts' conditions on parts are names joined by `or`.
    match text.split_once(" or ") {
        None => name(text),
        Some(_) => Condition::or(text.split(" or ").map(name)),
    }
}

fn element(id: &str) -> Condition {
    Condition::Element(dataset().element_ix(id).expect(id))
}

/// Whether each of `some` means the same as one of `others`.
fn all_among(some: &[Condition], others: &[Condition]) -> bool {
    let editions = dataset().editions.len();
    let equal = |a: &Condition, b: &Condition| {
        rulegrid::logic::implies(a, b, editions) && rulegrid::logic::implies(b, a, editions)
    };
    some.iter().all(|a| others.iter().any(|b| equal(a, b)))
}

#[test]
fn texts_have_the_conditional_parts_that_the_facts_name_in_every_language() {
    let mut wrong = Vec::new();
    let mut compare = |what: String, texts: Vec<&Localized>, of: &[Of]| {
        for (language, known) in dataset().languages() {
            let found: Vec<_> = texts
                .iter()
                .flat_map(|text| element_conditions(text, language))
                .collect();
            let demanded = demanded(of);
            if !all_among(&found, &demanded) || !all_among(&demanded, &found) {
                wrong.push(format!("{what} in {}", known.code));
            }
        }
    };
    for (id, note) in &dataset().notes {
        let texts = note.parts.iter().map(|part| &part.text).collect();
        let own: Vec<_> = note.parts.iter().map(|part| part.when.clone()).collect();
        // A part with a condition of its own is checked by the parts shown, below.
        if own.iter().all(|when| *when == Condition::True) {
            compare(id.to_string(), texts, &[Of::Note(id.to_string())]);
        }
    }
    for (id, question) in &dataset().questions {
        for table in dataset().tables.keys() {
            let of = Of::Label(table.to_string(), id.to_string());
            if facts().parts().iter().any(|part| part.of == of) {
                compare(
                    format!("{table} {id}"),
                    vec![question.text_in(table)],
                    &[of],
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn addresses_say_the_same_as_names() {
    let check = |choice: Choice| {
        let selection = selection(&choice);
        let address = address(dataset(), &selection);
        prop_assert_eq!(from_address(dataset(), &address), Ok(selection.clone()));
        let whole = format!("https://rules.example/ro/followers.html{address}#q-place_road");
        prop_assert_eq!(from_address(dataset(), &whole), Ok(selection));
        Ok(())
    };
    cases(500).run(&choices(), check).unwrap();
    let of = |text: &str| from_address(dataset(), text).map(|s| address(dataset(), &s));
    assert_eq!(
        of("?x=tower,princess-and-dragon,-magic-portal&ed=WE").as_deref(),
        Ok("?ed=WE&x=tower,dragon,fairy,princess")
    );
    assert_eq!(of("?x=tower%2Cdragon"), of("?x=dragon,tower"));
}

#[test]
fn adapted_follows_from_publication() {
    let dir = small_dataset(&[]);
    let loaded = load(dir.path()).expect("a dataset");
    let dataset = &loaded.dataset;
    let adapted = |address: &str| {
        let selection = from_address(dataset, address).expect("a selection");
        let view = view(dataset, &selection, LanguageIx(0));
        let table = &view.tables[0];
        let figures: Vec<_> = table.figures.iter().map(|f| f.adapted).collect();
        let rows: Vec<_> = table.sections[0].rows.iter().map(|r| r.adapted).collect();
        (figures, rows)
    };
    // The bear came out for the second edition alone; the row needs it only without the dragon.
    assert_eq!(
        adapted("?ed=E2&x=bear"),
        (vec![false, false], vec![false, false])
    );
    assert_eq!(
        adapted("?ed=E1&x=bear"),
        (vec![false, true], vec![true, false])
    );
    assert_eq!(
        adapted("?ed=E1&x=beasts"),
        (vec![false, true], vec![false, false])
    );
}
