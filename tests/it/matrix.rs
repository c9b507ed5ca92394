//! The pages of questions and figures: without scripts and from a folder each shows, in each
//! edition's column, what the view of that edition shows; and every such page is linked.

use crate::browser::{Browser, Page};
use crate::pages::{FILES, PLAN, from_folder, html, published, select};
use crate::support::dataset;
use rulegrid::model::*;
use rulegrid::render::answer_word;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How many selections are tried on each page.
const SELECTIONS: usize = 6;
/// How many pages of each kind are opened in a browser.
const PAGES: usize = 12;

/// Question, figure and edition.
type Key = (String, String, String);

/// What stands in the cells that are seen; an empty answer where the edition does not ask.
const READ: &str = r#"
(() => {
  const seen = element => element.getClientRects().length > 0;
  const cells = [];
  for (const row of document.querySelectorAll(".matrix tr[id][data-figure]")) {
    if (!seen(row)) continue;
    for (const cell of row.querySelectorAll("td")) {
      if (!seen(cell)) continue;
      const {edition, answer} = cell.dataset;
      cells.push([row.dataset.question, row.dataset.figure, edition, answer ?? ""]);
    }
  }
  return cells;
})()
"#;

/// The boxes of the page.
pub const BOXES: &str =
    r#"[...document.querySelectorAll(".shelf [type=checkbox]")].map(box => box.id)"#;

/// The editions that have a column.
const COLUMNS: &str =
    r#"[...document.querySelectorAll("thead [data-edition]")].map(head => head.dataset.edition)"#;

fn read(page: &Page) -> BTreeMap<Key, String> {
    let cells: Vec<(String, String, String, String)> =
        serde_json::from_value(page.eval(READ)).expect("cells");
    let mut read = BTreeMap::new();
    for (question, figure, edition, answer) in cells {
        let twice = read.insert((question, figure, edition), answer);
        assert!(twice.is_none(), "two cells of one edition are seen");
    }
    read
}

/// What the page of `fits` must show: the cells of all editions, of the rows that some edition has.
fn expected(elements: &ElementSet, fits: impl Fn(&str, &str) -> bool) -> BTreeMap<Key, String> {
    let mut shown = BTreeMap::new();
    let mut rows = BTreeSet::new();
    for (edition, id, _) in dataset().editions() {
        let elements = elements.clone();
        let view = PLAN.view(&Selection { edition, elements }, LanguageIx(0));
        let sections = view.tables.iter().flat_map(|table| &table.sections);
        for row in sections.flat_map(|section| &section.rows) {
            for cell in &row.cells {
                let (question, figure) = (row.question.to_string(), cell.figure.to_string());
                if fits(&question, &figure) {
                    rows.insert((question.clone(), figure.clone()));
                    let key = (question, figure, id.to_string());
                    shown.insert(key, answer_word(cell.answer).to_owned());
                }
            }
        }
    }
    for (question, figure) in rows {
        for (_, id, _) in dataset().editions() {
            let key = (question.clone(), figure.clone(), id.to_string());
            shown.entry(key).or_default();
        }
    }
    shown
}

/// The elements that boxes choose.
pub fn chosen(boxes: &[String]) -> ElementSet {
    let mut elements = ElementSet::empty(dataset().elements.len());
    for id in boxes {
        if let Some(element) = id.strip_prefix("x-") {
            elements.set(dataset().element_ix(element).expect("an element"), true);
        } else if let Some(expansion) = id.strip_prefix("p-") {
            let expansion = &dataset().expansions[expansion];
            expansion
                .elements
                .iter()
                .for_each(|element| elements.set(*element, true));
        }
    }
    elements
}

/// A selection of some boxes of a page, made there, and what it means.
pub struct Turn {
    /// What is on: boxes, the edition, and whatever else the test has on.
    pub inputs: Vec<String>,
    /// The selection that this is.
    pub selection: Selection,
}

/// Selects something else on `page` in each of `count` turns, in one edition after the other, from
/// nothing to all boxes; `others` are on beside them.
pub fn turns<'p>(page: &'p Page, count: usize, others: &'p [&str]) -> impl Iterator<Item = Turn> {
    let asides = ["mark-adapted", "cite"];
    let boxes: Vec<String> = serde_json::from_value(page.eval(BOXES)).expect("boxes");
    let boxes = boxes
        .into_iter()
        .filter(move |id| !asides.contains(&id.as_str()));
    let boxes: Vec<_> = boxes.collect();
    assert!(boxes.len() > 20, "{boxes:?}");
    (0..count).map(move |turn| {
        let some = boxes.iter().enumerate();
        let some = some.filter(|(at, _)| mixed(turn * 777 + at) % (count - 1) < turn);
        let some: Vec<String> = some.map(|(_, id)| id.clone()).collect();
        let editions = dataset().editions.len();
        let (edition, id, _) = dataset()
            .editions()
            .nth(turn % editions)
            .expect("an edition");
        let elements = chosen(&some);
        let radio = format!("ed-{}", id.as_str().replace('.', "-"));
        let others = others.iter().map(|id| (*id).to_owned());
        let inputs: Vec<_> = some.into_iter().chain([radio]).chain(others).collect();
        page.set_inputs(&inputs.iter().map(String::as_str).collect::<Vec<_>>());
        Turn {
            inputs,
            selection: Selection { edition, elements },
        }
    })
}

/// A number that looks random, the same in every run (splitmix64, Steele et al. 2014).
pub fn mixed(seed: usize) -> usize {
    let mut z = (seed as u64)
        .wrapping_add(1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    usize::try_from((z ^ z >> 31) >> 33).expect("half a number")
}

fn compare(page: &Page, path: &str, fits: impl Fn(&str, &str) -> bool + Copy) {
    let boxes: Vec<String> = serde_json::from_value(page.eval(BOXES)).expect("boxes");
    let boxes: Vec<_> = boxes
        .into_iter()
        .filter(|id| id != "mark-adapted")
        .collect();
    let columns: Vec<String> = serde_json::from_value(page.eval(COLUMNS)).expect("editions");
    for turn in 0..SELECTIONS {
        // Nothing, everything, and something between.
        let some = boxes.iter().enumerate().filter(|(at, _)| match turn {
            0 => false,
            1 => true,
            _ => mixed(turn * 1_000 + at) % 6 < turn,
        });
        let some: Vec<String> = some.map(|(_, id)| id.clone()).collect();
        page.set_inputs(&some.iter().map(String::as_str).collect::<Vec<_>>());
        // A column that never says anything is not there.
        let mut wanted = expected(&chosen(&some), fits);
        wanted.retain(|(.., edition), answer| columns.contains(edition) || !answer.is_empty());
        assert_eq!(read(page), wanted, "{path} with {some:?}");
    }
    assert_eq!(page.messages(), [""; 0], "{path}");
}

#[test]
fn a_page_shows_in_each_edition_what_the_view_shows() {
    let folder = published(&FILES);
    let browser = Browser::start();
    let page = browser.page(false);
    let questions: Vec<_> = dataset().questions.keys().collect();
    let figures: Vec<_> = dataset().figures.keys().collect();
    for n in 0..PAGES {
        let question = questions[mixed(n) % questions.len()].as_str();
        let path = format!("en/question/{}.html", question.replace('/', "_"));
        page.open(&from_folder(&folder, &path));
        compare(&page, &path, |asked, _| asked == question);
        let figure = figures[mixed(n + 500) % figures.len()].as_str();
        let path = format!("en/figure/{figure}.html");
        page.open(&from_folder(&folder, &path));
        compare(&page, &path, |_, asked| asked == figure);
    }
}

#[test]
fn a_column_that_never_says_anything_is_not_there() {
    let columns = |path: &str| {
        let page = html(path);
        let heads = select(&page, "thead [data-edition]").into_iter();
        heads
            .filter_map(|head| head.attr("data-edition").map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert_eq!(columns("en/figure/crown.html"), ["C3.1"]);
    assert_eq!(columns("ro/figure/scarecrow.html"), ["C3.1"]);
    assert_eq!(columns("fr/figure/abbot.html"), ["C1", "C2", "C3.1", "WE"]);
}

#[test]
fn every_question_and_figure_has_a_page_in_each_language() {
    let paths: BTreeSet<_> = FILES.iter().map(|file| file.path.as_str()).collect();
    for (_, language) in dataset().languages() {
        let code = &language.code;
        for id in dataset().questions.keys() {
            let name = id.as_str().replace('/', "_");
            assert!(
                paths.contains(format!("{code}/question/{name}.html").as_str()),
                "{id}"
            );
        }
        for id in dataset().figures.keys() {
            assert!(
                paths.contains(format!("{code}/figure/{id}.html").as_str()),
                "{id}"
            );
        }
    }
}

/// Each row says where its answers come from, and why where the sources differ.
#[test]
fn sources_and_reasons_stand_with_each_figure() {
    let html = html("en/question/removal_solovei-tree.html");
    let row = select(&html, "#f-ringmaster .claims");
    let text = row[0].text().collect::<String>();
    for said in [
        "line\u{a0}1011",
        "line\u{a0}831",
        "Taken:",
        "Romanian “no” even cites",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let claims = &dataset().claims[&(
        QuestionId::new("removal/solovei-tree"),
        FigureId::new("ringmaster"),
    )];
    assert_eq!(
        select(&html, "#f-ringmaster .claims li").len(),
        claims.len()
    );
}

/// From a table's row and column the pages are one step away, from every kind of page.
#[test]
fn tables_lead_to_the_pages() {
    for path in ["ro/followers.html", "ro/preset/majors/followers.html"] {
        let html = html(path);
        let root = if path.contains("preset") {
            "../../"
        } else {
            ""
        };
        let links = select(&html, "tr[data-question] > th a, th[data-figure] a").into_iter();
        let links: BTreeSet<_> = links.filter_map(|link| link.attr("href")).collect();
        for wanted in ["question/removal_dragon.html", "figure/abbot.html"] {
            assert!(
                links.contains(format!("{root}{wanted}").as_str()),
                "{path}: {wanted}"
            );
        }
    }
}

/// The answers are data, so that the page can be read by programs, too.
#[test]
fn answers_are_marked_as_in_tables() {
    let html = html("fr/figure/abbot.html");
    let cells = select(&html, "#q-removal_dragon td").into_iter();
    let cells: Vec<_> = cells
        .map(|cell| (cell.attr("data-edition"), cell.attr("data-answer")))
        .collect();
    assert!(cells.contains(&(Some("C2"), Some("yes"))), "{cells:?}");
    assert_eq!(Value::from(html.root_element().attr("lang")), "fr");
}
