//! The pages of expansions: without scripts and from a folder each shows the cells that need its
//! expansion, as the view answers them, under the other expansions that they need as well.

use crate::browser::{Browser, Page};
use crate::matrix::{BOXES, chosen, mixed};
use crate::pages::{FILES, PLAN, from_folder, html, published, select, text_of};
use crate::support::dataset;
use rulegrid::logic::{Condition, Variable};
use rulegrid::model::*;
use rulegrid::render::answer_word;
use std::collections::{BTreeMap, BTreeSet};

/// Expansions with one element and with several, shared ones too, that bring figures, questions, or
/// nothing.
const EXPANSIONS: [&str; 8] = [
    "tower",
    "princess-and-dragon",
    "inns-and-cathedrals",
    "abbot-and-gardens",
    "plague",
    "count-king-and-robber",
    "river",
    "castles-and-bridges",
];
const SELECTIONS: usize = 6;

/// Group, question, figure and answer of each row that is seen.
type Rows = BTreeSet<(String, String, String, String)>;

const READ: &str = r#"
[...document.querySelectorAll(".matrix tr[data-figure]")]
    .filter(row => row.getClientRects().length)
    .flatMap(row => [...row.querySelectorAll("td")].filter(cell => cell.getClientRects().length)
        .map(cell => [row.parentElement.id, row.dataset.question, row.dataset.figure, cell.dataset.answer]))
"#;

fn read(page: &Page) -> Rows {
    let rows: Vec<_> = serde_json::from_value(page.eval(READ)).expect("rows");
    let count = rows.len();
    let rows: Rows = rows.into_iter().collect();
    assert_eq!(rows.len(), count, "a row is there twice");
    rows
}

/// The ids of the groups under which a cell stands that is shown where `shown` holds, found by
/// trying all selections of the elements that it names.
fn groups(shown: &Condition, expansion: &ExpansionId) -> BTreeSet<String> {
    let mut elements = BTreeSet::new();
    shown.variables(&mut |variable| {
        if let Variable::Element(element) = variable {
            elements.insert(element);
        }
    });
    let brings = |id: &ExpansionId, element: &ElementIx| {
        let element = dataset().element(*element).1;
        element.expansions().any(|its| its == id)
    };
    let of = |element: &ElementIx| match brings(expansion, element) {
        true => expansion,
        false => &dataset().element(*element).1.expansion,
    };
    let others: BTreeSet<_> = elements
        .iter()
        .map(of)
        .filter(|e| *e != expansion)
        .collect();
    let elements: Vec<_> = elements.into_iter().collect();
    assert!(elements.len() < 16, "too many to try");
    let (mut alone, mut with) = (false, BTreeSet::new());
    for (edition, ..) in dataset().editions() {
        for choice in 0..1u32 << elements.len() {
            let holds = |left_out: &[&ExpansionId]| {
                let mut selection = Selection {
                    edition,
                    elements: ElementSet::empty(dataset().elements.len()),
                };
                for (n, element) in elements.iter().enumerate() {
                    let is_out = left_out.iter().any(|out| brings(out, element));
                    let on = choice >> n & 1 == 1 && !is_out;
                    selection.elements.set(*element, on);
                }
                shown.holds(&selection)
            };
            if !holds(&[]) || holds(&[expansion]) {
                continue;
            }
            alone = true;
            with.extend(
                others
                    .iter()
                    .filter(|other| !holds(&[**other]))
                    .map(|o| format!("with-{o}")),
            );
        }
    }
    if alone && with.is_empty() {
        with.insert("alone-alone".to_owned());
    }
    with
}

fn expected(expansion: &ExpansionId, selection: &Selection) -> Rows {
    let mut places = BTreeMap::new();
    for table in &PLAN.tables {
        for row in table.sections.iter().flat_map(|section| &section.rows) {
            for column in &table.columns {
                let shown = Condition::and([row.shown.clone(), column.shown.clone()]);
                if shown.holds(selection) {
                    places.insert((row.id, column.id), groups(&shown, expansion));
                }
            }
        }
    }
    let view = PLAN.view(selection, LanguageIx(0));
    let mut rows = Rows::new();
    for row in view
        .tables
        .iter()
        .flat_map(|t| &t.sections)
        .flat_map(|s| &s.rows)
    {
        for cell in &row.cells {
            for group in &places[&(row.question, cell.figure)] {
                rows.insert((
                    group.clone(),
                    row.question.to_string(),
                    cell.figure.to_string(),
                    answer_word(cell.answer).to_owned(),
                ));
            }
        }
    }
    rows
}

/// How many titles are seen of what the expansion adds that have nothing under them.
const EMPTY_TITLES: &str = "(() => {
    const isSeen = element => element.getClientRects().length > 0;
    const titles = [...document.querySelectorAll('.added > div, .brings h3')].filter(isSeen);
    const under = title => title.matches('h3') ? title.nextElementSibling : title;
    return titles.filter(title => ![...under(title).querySelectorAll('a')].some(isSeen)).length;
})()";

#[test]
fn a_page_shows_what_there_would_not_be_without_the_expansion() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    let mut seen = 0;
    for (n, id) in EXPANSIONS.iter().enumerate() {
        page.open(&from_folder(&folder, &format!("en/expansion/{id}.html")));
        let boxes: Vec<String> = serde_json::from_value(page.eval(BOXES)).expect("boxes");
        let boxes: Vec<_> = boxes
            .into_iter()
            .filter(|id| id != "mark-adapted")
            .collect();
        let id = ExpansionId::new(*id);
        for turn in 0..SELECTIONS {
            let some = boxes.iter().enumerate();
            let some = some.filter(|(at, _)| mixed(turn * 1_000 + at + n) % SELECTIONS <= turn);
            let mut some: Vec<&str> = some.map(|(_, id)| id.as_str()).collect();
            let edition = dataset().editions().nth(turn % 4).expect("four editions");
            let radio = format!("ed-{}", edition.1.as_str().replace('.', "-"));
            let owned: Vec<_> = some.iter().map(|id| (*id).to_owned()).collect();
            some.push(&radio);
            page.set_inputs(&some);
            let selection = Selection {
                edition: edition.0,
                elements: chosen(&owned),
            };
            let rows = read(&page);
            seen += rows.len();
            assert_eq!(rows, expected(&id, &selection), "{id} with {some:?}");
            assert_eq!(page.eval(EMPTY_TITLES), 0, "{id} with {some:?}");
        }
        assert_eq!(page.messages(), [""; 0]);
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn a_page_lists_what_the_expansion_brings() {
    let html = html("ro/expansion/princess-and-dragon.html");
    let elements = select(&html, ".elements-brought li").into_iter();
    let elements: Vec<_> = elements.map(text_of).collect();
    assert_eq!(elements.len(), 4);
    assert!(
        elements[0].contains("dragon") && elements[0].contains("(C1, C2, C3.1)"),
        "{elements:?}"
    );
    let links = |css| {
        let links = select(&html, css).into_iter();
        links
            .filter_map(|link| link.attr("href").map(str::to_owned))
            .collect::<BTreeSet<_>>()
    };
    let added = links(".added a");
    for wanted in [
        "../figure/dragon.html",
        "../figure/fairy.html",
        "../question/removal_dragon.html",
        "../question/means_magic-portal.html",
    ] {
        assert!(
            added.iter().any(|href| href.ends_with(&wanted[3..])),
            "{wanted}: {added:?}"
        );
    }
    assert!(!added.iter().any(|href| href.ends_with("figure/abbot.html")));
    for id in dataset().expansions.keys() {
        for (_, language) in dataset().languages() {
            let path = format!("{}/expansion/{id}.html", language.code);
            assert!(FILES.iter().any(|file| file.path == path), "{path}");
        }
    }
}
