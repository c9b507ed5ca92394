//! What stands behind a fact: its place in the dataset, its permalinks, and the card of a cell.

use crate::browser::Browser;
use crate::pages::{FILES, from_folder, html, published, select, text_of};
use crate::support::{dataset, loaded, rules};
use rulegrid::model::*;
use scraper::Html;
use serde_json::{Value, json};

#[test]
fn the_place_of_a_claim_is_the_line_where_it_stands() {
    let question = QuestionId::new("removal/dragon");
    let html = html("en/question/removal_dragon.html");
    let mut looked = 0;
    for figure in ["abbot", "phantom", "barn", "ringmaster"] {
        let claims = &dataset().claims[&(question.clone(), FigureId::new(figure))];
        let links = select(&html, &format!("#f-{figure} .correct"));
        assert_eq!(links.len(), claims.len());
        for (link, claim) in links.iter().zip(claims) {
            let place = link.attr("title").expect("a place");
            let (file, line) = place.rsplit_once(':').expect("file and line");
            let text = std::fs::read_to_string(rules().join(file)).expect(file);
            let line: usize = line.parse().expect("a number");
            let line = text.lines().nth(line - 1).expect("a line");
            assert!(line.contains(&format!("{figure}:")), "{place}: {line}");
            assert!(loaded().files.path(&claim.place) == file);
            let href = link.attr("href").expect("an address");
            assert!(
                href.starts_with("mailto:?subject=") && href.contains(file),
                "{href}"
            );
            looked += 1;
        }
    }
    assert!(looked > 6, "{looked}");
}

#[test]
fn a_dataset_can_say_where_corrections_go() {
    use crate::pages::WORDS;
    use crate::support::{GAME, small_dataset};
    let game = format!(
        "{GAME}corrections: \"https://example.org/new?at={{file}}%23L{{line}}&about={{about}}\"\n"
    );
    let folder = small_dataset(&[("game.yaml", game.as_bytes())]);
    let loaded = rulegrid::load::load(folder.path()).expect("a dataset");
    let plan = rulegrid::view::Plan::new(&loaded.dataset);
    let site = rulegrid::render::html::Site {
        plan: &plan,
        words: &WORDS,
        base_url: None,
        files: Some(&loaded.files),
        sheets: &[],
    };
    let files = site.files().expect("a site");
    let file = files
        .iter()
        .find(|file| file.path == "en/figure/knight.html")
        .expect("a page");
    let html = Html::parse_document(std::str::from_utf8(&file.bytes).expect("UTF-8"));
    let links = select(&html, ".correct");
    let href = links[0].attr("href").expect("an address");
    assert!(
        href.starts_with("https://example.org/new?at=facts/"),
        "{href}"
    );
    assert!(
        href.contains("%23L") && href.contains("&about=knight,%20"),
        "{href}"
    );
}

#[test]
fn every_fact_has_its_link() {
    for (path, row) in [
        ("fr/question/removal_dragon.html", "f-abbot"),
        ("fr/figure/abbot.html", "q-removal_dragon"),
    ] {
        let html = html(path);
        assert_eq!(select(&html, &format!("tr#{row}")).len(), 1, "{path}");
        let link = select(&html, &format!("tr#{row} .claims a[href='#{row}']"));
        assert_eq!(link.len(), 1, "{path}");
    }
}

#[test]
fn a_tapped_cell_shows_its_notes_sources_and_page() {
    let folder = published(&FILES);
    let browser = Browser::start().page(true);
    let path = "en/followers.html?ed=C2&x=princess-and-dragon,tower,abbot-and-gardens";
    browser.open(&from_folder(&folder, path));
    let tap = |question: &str| -> Value {
        let css = format!("tr[data-question='{question}'] td[data-figure=abbot]");
        browser.eval(&format!(
            "(() => {{
                const cell = [...document.querySelectorAll({})].find(cell => cell.getClientRects().length);
                cell.click();
                const card = document.querySelector('.fact');
                const text = css => card.querySelector(css).innerText.trim();
                return [card.matches(':popover-open'), text('.eyebrow'), text('.answer'), card.querySelectorAll('.part').length,
                    text('.sources'), card.querySelector('a').getAttribute('href')];
            }})()",
            json!(css)
        ))
    };
    let told = tap("means/magic-portal");
    assert_eq!(told[0], true);
    assert!(
        told[1]
            .as_str()
            .is_some_and(|text| text.starts_with("abbot · can use a magic portal")),
        "{told}"
    );
    assert!(
        told[2].as_str().is_some_and(|text| text.contains("yes")),
        "{told}"
    );
    assert!(told[3].as_u64() > Some(0), "{told}");
    let html = html("en/figure/abbot.html");
    let href = told[5].as_str().expect("an address");
    let anchor = href.strip_prefix("figure/abbot.html#").expect(href);
    assert_eq!(select(&html, &format!("[id='{anchor}']")).len(), 1);
    let sources: Vec<_> = select(&html, "footer [data-source]")
        .into_iter()
        .map(text_of)
        .collect();
    let told_sources = told[4].as_str().expect("a text");
    assert!(
        told_sources
            .split(" · ")
            .all(|one| sources.iter().any(|source| source.starts_with(one))),
        "{told}"
    );
    let plain = tap("place/road");
    assert_eq!(plain[3], 0, "{plain}");
    assert_eq!(browser.eval("document.querySelectorAll('.fact').length"), 1);
    assert_eq!(browser.messages(), [""; 0]);
}
