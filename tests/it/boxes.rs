//! Expansions that share elements: what their names choose, how a selection is called, and what
//! the boxes of a page do.

use crate::browser::{Browser, Page};
use crate::pages::{FILES, from_folder, html, published, select, text_of};
use crate::support::{choices, dataset, selection, small_dataset};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rulegrid::load::load;
use rulegrid::model::*;
use rulegrid::selection::{address, elements_of, from_address, shelf};
use serde_json::json;

/// A box with the bear of another one and a wolf, one with the dragon alone, and one with all of
/// the first.
const PACK: &str = "\
id: pack
group: major
number: 1
name: {en: The pack, fr: La meute}
shares: [bear]
elements:
  wolf: {published: [E2], basis: the box, name: {en: wolf, fr: loup}}
";
const LAIR: &str = "\
id: lair
group: minor
name: {en: The lair, fr: Le repaire}
shares: [dragon]
";
const REPRINT: &str = "\
id: reprint
group: other
name: {en: The reprint, fr: La réédition}
shares: [dragon, bear]
";

fn with_pack() -> [(&'static str, &'static [u8]); 3] {
    [
        ("expansions/pack.yaml", PACK.as_bytes()),
        ("expansions/lair.yaml", LAIR.as_bytes()),
        ("expansions/reprint.yaml", REPRINT.as_bytes()),
    ]
}

#[test]
fn a_name_chooses_shared_elements_too() {
    let folder = small_dataset(&with_pack());
    let loaded = load(folder.path()).expect("a dataset");
    let dataset = &loaded.dataset;
    let chosen = |name: &str| {
        let elements = elements_of(dataset, name).expect(name);
        let ids = elements.iter().map(|ix| dataset.element(*ix).0.as_str());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(chosen("pack"), ["bear", "wolf"]);
    assert_eq!(chosen("lair"), ["dragon"]);
    let bear = &dataset.elements["bear"];
    let boxes: Vec<_> = bear.expansions().map(ExpansionId::as_str).collect();
    assert_eq!(boxes, ["beasts", "pack", "reprint"]);
}

#[test]
fn the_largest_whole_boxes_name_a_selection_and_none_says_nothing_new() {
    let folder = small_dataset(&with_pack());
    let loaded = load(folder.path()).expect("a dataset");
    let canonical = |names: &str| {
        let selection = from_address(&loaded.dataset, &format!("?ed=E2&x={names}"));
        let selection = selection.expect(names);
        let canonical = address(&loaded.dataset, &selection);
        let again = from_address(&loaded.dataset, &canonical).expect("an address");
        assert_eq!(again, selection, "{names}");
        canonical.trim_start_matches("?ed=E2&x=").to_owned()
    };
    assert_eq!(canonical("dragon"), "lair");
    assert_eq!(canonical("bear"), "bear");
    assert_eq!(canonical("wolf,bear"), "pack");
    assert_eq!(canonical("reprint"), "beasts");
    assert_eq!(canonical("dragon,bear,wolf"), "beasts,pack");
    assert_eq!(canonical("dragon,wolf"), "lair,wolf");
    assert_eq!(canonical("beasts,pack,-bear"), "lair,wolf");
}

#[test]
fn what_is_shared_has_to_be_there_and_is_said_once() {
    let cases = [
        ("shares: [baer]\n", "unknown-element"),
        ("shares: [bear, bear]\n", "duplicate-id"),
        (
            "shares: [wolf]\nelements:\n  wolf: {published: [E2], basis: x, name: {en: wolf, fr: loup}}\n",
            "duplicate-id",
        ),
    ];
    for (end, code) in cases {
        let text = format!("id: more\ngroup: minor\nname: {{en: More, fr: Plus}}\n{end}");
        let folder = small_dataset(&[("expansions/more.yaml", text.as_bytes())]);
        let error = load(folder.path()).expect_err("an error");
        let found = format!("{error:?}");
        assert!(found.contains(code), "{end}: {found}");
    }
}

#[test]
fn a_shelf_holds_just_what_is_chosen() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..300 {
        let choice = choices().new_tree(&mut runner).expect("a choice").current();
        let chosen = selection(&choice).elements;
        let shelf = shelf(dataset(), &chosen);
        let mut held = ElementSet::empty(dataset().elements.len());
        for id in &shelf.expansions {
            for element in &dataset().expansions[*id].elements {
                held.set(*element, true);
            }
        }
        for element in &shelf.elements {
            assert!(!held.contains(*element), "{element:?} is named twice");
            held.set(*element, true);
        }
        assert_eq!(held, chosen);
    }
}

#[test]
fn the_boxes_of_c31_are_what_they_are_called() {
    for (id, number) in [
        ("dragon-and-fairy", 3),
        ("towers-and-thieves", 4),
        ("messengers-and-mayors", 5),
        ("tournaments-and-emblems", 6),
        ("siege-and-defence", 7),
        ("castles-and-bridges", 8),
        ("sheep-and-shepherds", 9),
        ("circus-and-artists", 10),
    ] {
        let expansion = &dataset().expansions[id];
        assert_eq!(expansion.number, Some(number));
        let selection = from_address(dataset(), &format!("?ed=C3.1&x={id}"));
        let selection = selection.expect(id);
        assert_eq!(address(dataset(), &selection), format!("?ed=C3.1&x={id}"));
        let c31 = dataset().edition_ix("C3.1").expect("an edition");
        for element in &expansion.elements {
            let (name, element) = dataset().element(*element);
            assert!(element.published.contains(&c31), "{id}: {name}");
        }
    }
}

#[test]
fn a_shared_element_has_one_box_on_a_page() {
    for path in ["en/followers.html", "en/neutral-figures-1.html"] {
        let html = html(path);
        assert_eq!(select(&html, "#x-castles").len(), 1, "{path}");
        assert_eq!(select(&html, "#p-castles-and-bridges").len(), 1, "{path}");
        let shared = select(
            &html,
            ".box:has(#p-castles-and-bridges) [data-element=castles]",
        );
        assert_eq!(shared.len(), 1, "{path}");
        let said = text_of(shared[0]);
        assert!(said.contains("Bridges, Castles & Bazaars"), "{said}");
    }
}

/// Waits until the page has said what is to be said of the last change.
fn settled(page: &Page) {
    page.eval("new Promise(done => setTimeout(() => setTimeout(done)))");
}

#[test]
fn what_another_box_holds_stays_when_one_is_taken_away() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    page.open(&from_folder(&folder, "en/followers.html?ed=C3.1"));
    let click = |css: &str| {
        page.eval(&format!("document.querySelector({}).click()", json!(css)));
        settled(&page);
        page.eval("location.search")
    };
    let checked =
        "[...document.querySelectorAll('.shelf [type=checkbox]:checked')].map(box => box.id)
        .filter(id => id !== 'mark-adapted')";
    click("#p-princess-and-dragon");
    assert_eq!(
        click("#p-dragon-and-fairy"),
        "?ed=C3.1&x=princess-and-dragon,dragon-and-fairy"
    );
    assert_eq!(
        click("#p-princess-and-dragon"),
        "?ed=C3.1&x=dragon-and-fairy"
    );
    assert_eq!(page.eval(checked), json!(["p-dragon-and-fairy"]));
    assert_eq!(click("#p-dragon-and-fairy"), "?ed=C3.1");
    assert_eq!(page.eval(checked), json!([]));
    // A shared element leaves all its boxes.
    click("#p-bridges-castles-and-bazaars");
    click("#p-castles-and-bridges");
    assert_eq!(
        click(".elements li:has(#x-castles) .without"),
        "?ed=C3.1&x=bridges,bazaars,barn-tokens"
    );
    assert_eq!(
        click("[data-element=castles] .without"),
        "?ed=C3.1&x=bridges,bazaars,barn-tokens"
    );
    // What an address means is what the boxes say.
    for query in [
        "?ed=C3.1&x=under-the-big-top,show-tokens",
        "?ed=C3.1&x=circus-and-artists",
    ] {
        page.open("about:blank");
        page.open(&from_folder(&folder, &format!("en/followers.html{query}")));
        settled(&page);
        assert_eq!(
            page.eval("location.search"),
            "?ed=C3.1&x=circus-and-artists"
        );
        assert_eq!(page.eval(checked), json!(["p-circus-and-artists"]));
        let words = page.eval("document.querySelector('.tools .words').textContent");
        let words = words.as_str().expect("a text");
        assert!(words.ends_with("Circus & Artists"), "{words}");
    }
    assert_eq!(page.messages(), [""; 0]);
}

/// How far what leaves a part out of a box stands beyond the shelf, at the most.
const BEYOND: &str = "(() => {
    const shelf = document.querySelector('.shelf').getBoundingClientRect();
    const buttons = [...document.querySelectorAll('.without')].filter(it => it.checkVisibility());
    return [buttons.length, Math.max(...buttons.map(it => it.getBoundingClientRect().right)) - shelf.right];
})()";

#[test]
fn what_leaves_a_part_out_stands_on_the_shelf_as_a_whole() {
    let folder = published(&FILES);
    let page = Browser::start().page(true);
    page.resize(1280, 800, false);
    for language in ["en", "ro", "fr"] {
        page.open(&from_folder(&folder, &format!("{language}/faq/index.html")));
        settled(&page);
        let seen = page.eval(BEYOND);
        let (count, beyond) = (seen[0].as_u64(), seen[1].as_f64());
        assert!(count > Some(50) && beyond < Some(0.0), "{language}: {seen}");
    }
}
