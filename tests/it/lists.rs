//! The general lists: the same items, conditions and adapted marks as the table of facts.

use crate::cli::run_with;
use crate::pages::{PLAN, html, select};
use crate::support::dataset;
use rulegrid::logic::{Condition, implies, satisfiable};
use rulegrid::model::*;
use serde_json::Value;
use std::collections::BTreeMap;

/// The items that the source marks otherwise than what follows from publication, with the reason.
const SLIPS: [(&str, &str, &str); 1] = [(
    "unclaimable-symbols-and-tokens",
    "98",
    "the source marks the tokens as adapted in C1, for which they were made",
)];

struct Line {
    list: String,
    line: u32,
    when: String,
    adapted: Vec<String>,
}

fn lines() -> Vec<Line> {
    let text = include_str!("../facts/lists.tsv");
    let lines = text.lines().skip(1).map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let [list, _, when, adapted, line] = fields[..] else {
            panic!("five fields: {line}");
        };
        Line {
            list: list.to_owned(),
            line: line.parse().expect("a line"),
            when: when.to_owned(),
            adapted: adapted.split_whitespace().map(str::to_owned).collect(),
        }
    });
    lines.collect()
}

/// The condition as the facts write it, in which `edition C2` means any edition but C1.
fn condition(written: &str) -> Condition {
    let part = |part: &str| match part.trim() {
        "" => Condition::True,
        "edition C1" => Condition::Edition(dataset().edition_ix("C1").expect("C1")),
        "edition C2" => Condition::Edition(dataset().edition_ix("C1").expect("C1")).negate(),
        element => Condition::Element(dataset().element_ix(element).expect(element)),
    };
    Condition::or(written.split(" or ").map(part))
}

#[test]
fn items_have_the_conditions_of_the_facts() {
    let editions = dataset().editions.len();
    let mut seen = 0;
    for line in lines() {
        let list = &dataset().lists[line.list.as_str()];
        let cites = |item: &&ListItem| {
            let lines = item.at.iter().flat_map(|(_, lines)| lines);
            lines.into_iter().any(|at| *at == line.line)
        };
        let found: Vec<_> = list.items.values().filter(cites).collect();
        assert_eq!(found.len(), 1, "{}, line {}", line.list, line.line);
        let wanted = condition(&line.when);
        let same = implies(&found[0].when, &wanted, editions)
            && implies(&wanted, &found[0].when, editions);
        assert!(same, "{}, line {}", line.list, line.line);
        seen += 1;
    }
    let items = dataset().lists.values().map(|list| list.items.len());
    assert_eq!(seen, items.sum::<usize>());
}

#[test]
fn items_are_adapted_where_the_facts_say_so() {
    let mut slips = 0;
    for line in lines() {
        let list = PLAN.lists.iter().find(|list| list.id.as_str() == line.list);
        let mut items = list.expect("a list").items.iter();
        let cites = |at: &SourceLines| at.iter().any(|(_, lines)| lines.contains(&line.line));
        let item = items.find(|item| cites(&item.item.at)).expect("an item");
        // The facts are those of the figure tables, which know nothing of C3.1.
        let editions = dataset().editions();
        let known = editions.filter(|(_, id, _)| id.as_str() != "C3.1");
        let derived = known.filter(|(ix, _, _)| {
            let here = [
                Condition::Edition(*ix),
                item.adapted.clone(),
                item.shown.clone(),
            ];
            satisfiable(&Condition::and(here), dataset().editions.len())
        });
        let derived: Vec<_> = derived.map(|(_, id, _)| id.to_string()).collect();
        let is_slip = SLIPS
            .iter()
            .any(|(list, at, _)| *list == line.list && *at == line.line.to_string());
        assert_eq!(
            derived != line.adapted,
            is_slip,
            "{}, {}: {derived:?}",
            line.list,
            line.line
        );
        slips += usize::from(is_slip);
    }
    assert_eq!(slips, SLIPS.len());
}

#[test]
fn items_stand_in_json_text_and_markdown() {
    let json = run_with(&["show", "--with", "tunnel", "--format", "json"], &[]);
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    let lists = json["lists"].as_array().expect("lists");
    let ids: Vec<_> = lists.iter().map(|list| &list["id"]).collect();
    assert_eq!(
        ids,
        ["unclaimable-features", "unclaimable-symbols-and-tokens"]
    );
    let items = lists[0]["items"].as_array().expect("items");
    let tunnel = items.iter().find(|item| item["id"] == "tunnel-portals");
    let tunnel = tunnel.expect("the tunnel");
    assert_eq!(
        (&tunnel["text"], &tunnel["adapted"]),
        (&"tunnel portals".into(), &true.into())
    );
    assert!(items.iter().all(|item| item["id"] != "bazaars"));
    for format in ["text", "markdown"] {
        let shown = run_with(&["show", "--with", "tunnel", "--format", format], &[]).out;
        assert!(shown.contains("- tunnel portals"), "{shown}");
        let table = ["show", "--table", "followers", "--format", format];
        assert!(!run_with(&table, &[]).out.contains("crossings"));
    }
}

#[test]
fn the_page_lists_items_and_the_figures_of_each_table() {
    let html = html("ro/lists.html");
    let mut wanted = BTreeMap::new();
    for table in &PLAN.tables {
        wanted.insert(format!("l-{}", table.id), table.columns.len());
    }
    for list in &PLAN.lists {
        wanted.insert(format!("l-{}", list.id), list.items.len());
    }
    for (id, count) in wanted {
        let items = select(&html, &format!("section[aria-labelledby={id}] li"));
        assert_eq!(items.len(), count, "{id}");
    }
}
