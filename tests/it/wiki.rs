//! Pages of a wiki: read, checked, compared with each other and the dataset, and written.
//!
//! `RULEGRID_WIKI_PAGES=DIR` names a folder with the sources of the two pages that the facts were
//! read from (the Romanian one first by name, then the French one); some tests then read these.

use crate::cli::run_with;
use crate::support::*;
use proptest::prelude::*;
use rulegrid::diagnostic::{Diagnostic, FileIx, Files, render_findings};
use rulegrid::load::{Loaded, load};
use rulegrid::model::{Dataset, LanguageIx};
use rulegrid::render::wikitext;
use rulegrid::view::Plan;
use rulegrid::wiki::{
    Comparison, Facts, Vocabulary, check, compare, facts_of_dataset, facts_of_page, matching,
    place_cells, read, sheet,
};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A page that says what the small dataset says, as a person would write it.
const PAGE: &str = r#"Heroes and beasts.

<div id="main">

{|
|- class="showAll"
! width="20%" |
! class="showAll" | knight
! class="showBear markE1" | squire

|- class="showAll"
| colspan="3" | '''Everything'''

|- class="showBeast"
| style="text-align:left;" | can be eaten?
| class="showAll" | <span class="answer-yes"></span><ref name="raw">
<span class="showFootnote showBeast showAll_0 showBear_1">
{{Publisher}}
Raw<span class="showDragon">, or fried by the dragon</span>.</span>
</ref>
| class="showBear markE1" | <span class="answer-no showDragon"></span><span class="answer-yes showNotDragon"></span><ref name="raw" />

|- class="showAll"
| how strong?
| class="showAll" | 3
| class="showBear markE1" | 1

|- class="showAll"
| colspan="3" | <references />
|}
</div>
"#;

/// The small dataset, with a second citation of its note.
fn small() -> Loaded {
    let facts = FACTS.replace(
        "squire: no if dragon else yes",
        "squire: no if dragon else yes (raw)",
    );
    let folder = small_dataset(&[("facts/book.yaml", facts.as_bytes())]);
    load(folder.path()).expect("a dataset")
}

fn findings(dataset: &Dataset, text: &str) -> Vec<Diagnostic> {
    check(&read(FileIx(0), text), &Vocabulary::new(dataset), None)
}

/// Code and line of each finding.
fn found(dataset: &Dataset, text: &str) -> Vec<(&'static str, usize)> {
    let mut files = Files::default();
    files.add("page.txt".to_owned(), text.to_owned());
    let found = findings(dataset, text);
    let found = found.iter();
    let found = found.map(|f| (f.code, files.line_and_column(&f.primary.place).0));
    found.collect()
}

fn facts_of(dataset: &Dataset, text: &str) -> Facts {
    let vocabulary = Vocabulary::new(dataset);
    let page = read(FileIx(0), text);
    let mut sheet = sheet(&page, &vocabulary);
    place_cells(&mut sheet, &vocabulary);
    let matching = matching(&sheet, &vocabulary, None);
    facts_of_page(&page, &sheet, &matching, &vocabulary)
}

fn with_dataset(dataset: &Dataset, text: &str) -> Comparison {
    let vocabulary = Vocabulary::new(dataset);
    let plan = vocabulary.plan();
    let known = facts_of_dataset(&plan, &vocabulary);
    compare(&facts_of(dataset, text), &known, &vocabulary)
}

/// The differences in a few words: `answer eaten knight: yes | no`.
fn told(comparison: &Comparison) -> Vec<String> {
    let told = comparison.differences.iter().map(|difference| {
        let id = |id: Option<&str>| id.map(|id| format!(" {id}")).unwrap_or_default();
        let [one, other] = &difference.sides;
        format!(
            "{}{}{}{}{}: {} | {}",
            difference.kind.as_str(),
            id(difference.item.as_deref()),
            id(difference.question.as_ref().map(|id| id.as_str())),
            id(difference.figure.as_ref().map(|id| id.as_str())),
            id(difference.note.as_deref()),
            one.what,
            other.what,
        )
    });
    told.collect()
}

#[test]
fn a_page_without_defects_has_no_findings_and_equals_the_dataset() {
    let small = small();
    assert_eq!(found(&small.dataset, PAGE), []);
    let comparison = with_dataset(&small.dataset, PAGE);
    assert_eq!(told(&comparison), [""; 0]);
    assert!(comparison.is_equal(), "{comparison:?}");
    assert_eq!((comparison.cells, comparison.common), ([4, 4], 4));
    // Lines may end as they do in Windows.
    let windows = PAGE.replace('\n', "\r\n");
    assert_eq!(found(&small.dataset, &windows), []);
    assert!(with_dataset(&small.dataset, &windows).is_equal());
}

/// A defect, planted: what is replaced by what, and the codes that are found, with their lines.
struct Planted {
    from: &'static str,
    to: &'static str,
    found: &'static [(&'static str, usize)],
}

const fn planted(
    from: &'static str,
    to: &'static str,
    found: &'static [(&'static str, usize)],
) -> Planted {
    Planted { from, to, found }
}

const PLANTED: &[Planted] = &[
    // attributes and tags
    planted(
        r#"<span class="showDragon">,"#,
        r#"<span class="showDragon>,"#,
        &[("open-quote", 19)],
    ),
    planted(
        r#"|- class="showBeast""#,
        r#"|- class="showBeast"#,
        &[("open-quote", 14)],
    ),
    planted(
        r#"class="showBear markE1" | 1"#,
        r#"class="showBear markE1 | 1"#,
        &[("open-quote", 26)],
    ),
    planted(
        r#"class="showAll" | 3"#,
        r#"class="showAll" class="showBear" | 3"#,
        &[("repeated-attribute", 25)],
    ),
    planted(
        r#"class="showAll" | 3"#,
        r#"class="showAll" 3"#,
        &[("unparted-attributes", 25)],
    ),
    planted(r#"| 3"#, r#"| 2 | 3"#, &[("stray-bar", 25)]),
    planted("| how strong?", "| how | strong?", &[("no-attribute", 24)]),
    planted(
        r#"answer-yes"></span><ref"#,
        r#"answer-yes"></span <ref"#,
        &[("broken-tag", 16)],
    ),
    planted(
        r#"answer-yes"></span><ref"#,
        r#"answer-yes"><ref"#,
        &[("open-tag", 16)],
    ),
    planted(
        r#"dragon</span>.</span>"#,
        r#"dragon</span>.</span></span>"#,
        &[("stray-close", 19)],
    ),
    planted("| knight", "| <div>knight</span>", &[("wrong-close", 8)]),
    planted("</ref>\n", "\n", &[("open-tag", 16)]),
    planted("Heroes and", "Heroes<!-- and", &[("open-tag", 1)]),
    planted("Heroes and", "Heroes </br> and", &[("stray-close", 1)]),
    planted("Heroes and", "Heroes {{and", &[("open-brackets", 1)]),
    planted("Heroes and", "Heroes [[and", &[("open-brackets", 1)]),
    planted(
        "Heroes and",
        "<ul><li>Heroes<li>and</li></ul>",
        &[("open-tag", 1)],
    ),
    planted(
        "Heroes and",
        "<sapn>Heroes</sapn> and",
        &[("unknown-tag", 1), ("unknown-tag", 1)],
    ),
    planted("</div>\n", "", &[("open-tag", 3)]),
    planted(
        "|}\n",
        "",
        &[("open-table", 5), ("open-tag", 3), ("stray-close", 30)],
    ),
    planted("Heroes and", "|}\nHeroes and", &[("stray-close", 1)]),
    planted(
        "Heroes and",
        "|- class=\"showAll\"\nHeroes and",
        &[("stray-row", 1)],
    ),
    planted(
        "Heroes and",
        "* one <b>two\nthree</b>\n* four <ref>\n<b>five</b>\n</ref> <b>six</b>",
        &[("torn-element", 1)],
    ),
    planted(
        "style=\"text-align:left;\"",
        "style=\"color: red; text-align=left;\"",
        &[("broken-style", 15)],
    ),
    planted(
        "style=\"text-align:left;\"",
        "text-align=\"left\"",
        &[("broken-style", 15)],
    ),
    // rows and cells
    planted("| 1\n\n|-", "| 1 |-", &[("glued-row", 26)]),
    planted("| class=\"showAll\" | 3\n", "", &[("missing-cell", 23)]),
    planted(
        "| 3\n",
        "| 3\n| class=\"showAll\" | 3\n",
        &[("extra-cell", 26)],
    ),
    planted(
        "| class=\"showAll\" | 3\n| class=\"showBear markE1\" | 1",
        "| class=\"showBear markE1\" | 1\n| class=\"showAll\" | 3",
        &[("cell-order", 25)],
    ),
    planted(
        "| class=\"showBear markE1\" | 1",
        "| class=\"showDragon markE1\" | 1",
        &[("cell-condition", 26)],
    ),
    planted(
        "| class=\"showBear markE1\" | 1",
        "| 1",
        &[("cell-condition", 26)],
    ),
    planted("| 3\n", "|\n", &[("no-answer", 25)]),
    planted(
        "answer-yes showNotDragon",
        "answer-yes showBear",
        &[("two-answers", 21)],
    ),
    planted(
        "<span class=\"answer-yes showNotDragon\"></span>",
        "",
        &[("no-answer", 21)],
    ),
    planted(
        "colspan=\"3\" | '''",
        "colspan=\"4\" | '''",
        &[("colspan", 11)],
    ),
    // classes and marks
    planted(
        "showBear markE1\" | 1",
        "showBaer markE1\" | 1",
        &[("unknown-class", 26)],
    ),
    planted(
        "showBear markE1\" | 1",
        "showBear mark E1\" | 1",
        &[("torn-class", 26)],
    ),
    planted(
        "answer-no showDragon",
        "answer-on showDragon",
        &[("unknown-class", 21)],
    ),
    planted(
        "showBear_1\">",
        "showBear_1\"> showBear_2",
        &[("class-in-text", 17)],
    ),
    planted(
        "showBear markE1\" | 1",
        "showBear\" | 1",
        &[("wrong-marks", 26)],
    ),
    planted(
        "| 1\n",
        "| 1<ref><span class=\"showFootnote showBear\">{{Publisher}} Weak.</span></ref>\n",
        &[("wrong-marks", 26)],
    ),
    planted(
        "| 1\n",
        "| 1<ref><span class=\"showFootnote showBear markE1 markE2\">Weak.</span></ref>\n",
        &[("wrong-marks", 26)],
    ),
    // Those that are right are not told, though more are wrong.
    planted(
        "Heroes and",
        "<ul><li class=\"showBear\">one</li><li class=\"showBear\">two</li>\
         <li class=\"showBear\">three</li></ul>",
        &[("wrong-marks", 1), ("wrong-marks", 1), ("wrong-marks", 1)],
    ),
    // Here either may be right.
    planted(
        "Heroes and",
        "<ul><li class=\"showBeast markE1\">one</li></ul>",
        &[("uneven-marks", 14)],
    ),
    // What is never shown has no marks.
    planted(
        "Heroes and",
        "<ul><li class=\"showBearAndNotBear markE1\">one</li>\
         <li class=\"showBearAndNotBear\">two</li></ul>",
        &[("never-shown", 1), ("never-shown", 1)],
    ),
    // headings
    planted(
        "|- class=\"showAll\"\n| colspan=\"3\" | '''",
        "|- class=\"showDragon\"\n| colspan=\"3\" | '''",
        &[("heading-condition", 11)],
    ),
    // footnotes
    planted(
        "<ref name=\"raw\" />",
        "<ref name=\"row\" />",
        &[("back-links", 17), ("undefined-note", 21)],
    ),
    planted("<ref name=\"raw\" />", "", &[("back-links", 17)]),
    planted(
        "<ref name=\"raw\" />",
        "<ref name=\"raw\" /><ref name=\"raw\" />",
        &[("back-links", 17)],
    ),
    planted(
        "<ref name=\"raw\" />",
        "<ref name=\"raw\">Twice.</ref>",
        &[("repeated-note", 21)],
    ),
    planted(
        "<ref name=\"raw\" />",
        "<ref name=\"raw\" /><ref></ref>",
        &[("undefined-note", 21)],
    ),
    planted(
        "<references />",
        "<references><ref name=\"else\">Nobody cites this.</ref></references>",
        &[("uncited-note", 29)],
    ),
    planted("| <references />", "| the end", &[("no-list", 16)]),
    planted("showBear_1\">", "showBear_2\">", &[("back-links", 17)]),
    planted("showBear_1\">", "showDragon_1\">", &[("back-links", 17)]),
    planted(" showAll_0 showBear_1", "", &[("back-links", 17)]),
    planted(
        "showFootnote showBeast",
        "showFootnote showDragon",
        &[("note-condition", 16), ("note-condition", 21)],
    ),
    planted(
        "showFootnote showBeast",
        "showFootnote showBeastOrE1",
        &[("idle-note", 17)],
    ),
    // conditions
    planted(
        "<span class=\"showDragon\">,",
        "<span class=\"showNotBeast\">,",
        &[("never-shown", 19)],
    ),
    // texts
    planted("can be eaten?", "can be be eaten?", &[("doubled-text", 15)]),
    planted("can be eaten?", "can be eaten??", &[("doubled-text", 15)]),
    planted(
        "Heroes and",
        "<b>Far over the hill and over the hill again, under the hill; under the hill</b> and",
        &[("doubled-text", 1)],
    ),
    planted(
        "Heroes and",
        "<ul><li class=\"showE1\">swords</li> <li class=\"showE2\">swords</li></ul>",
        &[("doubled-text", 1)],
    ),
    planted(
        "Heroes and",
        "<b>chevalier</b> and",
        &[("untranslated-text", 1)],
    ),
    planted(
        "can be eaten?",
        "can be <span class=\"showE1\">eaten</span><span class=\"showE2\">eaten</span>?",
        &[("doubled-text", 15)],
    ),
    planted(
        "how strong?",
        "quelle force ?",
        &[("untranslated-text", 24)],
    ),
    planted(
        "Raw<span",
        "Peut mangé être<span",
        &[("untranslated-text", 19)],
    ),
];

#[test]
fn every_planted_defect_is_found_where_it_stands_and_nothing_else() {
    let small = small();
    let mut wrong = Vec::new();
    for Planted {
        from,
        to,
        found: expected,
    } in PLANTED
    {
        assert!(PAGE.contains(from), "{from}");
        let page = PAGE.replacen(from, to, 1);
        let mut found = found(&small.dataset, &page);
        let mut expected = expected.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        if found != expected {
            wrong.push(format!(
                "{from}\n  -> {to}\n  expected {expected:?}\n  found    {found:?}"
            ));
        }
        // Whatever is broken, no row is lost behind it.
        let cells = facts_of(&small.dataset, &page)
            .tables
            .values()
            .map(|t| t.cells.len())
            .sum::<usize>();
        let least = if from.contains("| 3") || to.contains("Bear_2") {
            3
        } else {
            4
        };
        if cells < least {
            wrong.push(format!("{from}\n  -> {to}\n  {cells} cells are left"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn white_space_before_the_marker_of_a_row_is_no_fault() {
    let small = small();
    let page = PAGE.replace("|- class=\"showBeast\"", "\t|- class=\"showBeast\"");
    assert_eq!(found(&small.dataset, &page), []);
    assert!(with_dataset(&small.dataset, &page).is_equal());
}

/// What is advised for the only finding with `code`.
fn advice(dataset: &Dataset, text: &str, code: &str) -> String {
    let found = findings(dataset, text);
    let mut own = found.iter().filter(|finding| finding.code == code);
    let advice = own.next().and_then(|finding| finding.help.clone());
    assert!(own.next().is_none(), "{found:?}");
    advice.expect("advice")
}

#[test]
fn links_back_are_mended_by_the_list_that_is_right() {
    let small = small();
    let (links, cited) = ("showAll_0 showBear_1", "<ref name=\"raw\" />");
    let twice = cited.repeat(2);
    for (from, to, right) in [
        (cited, "", "showAll_0"),
        (cited, &twice, "showAll_0 showBear_1 showBear_2"),
        (links, "showAll_0 showDragon_1", links),
        (links, "showDragon_0 showAll_1 showBear_2", links),
        (links, "showBear_1 showBear_2", links),
        (links, "", links),
    ] {
        let page = PAGE.replacen(from, to, 1);
        assert_eq!(
            advice(&small.dataset, &page, "back-links"),
            format!("for its uses, in their order, write `{right}`"),
            "{from} -> {to}"
        );
    }
}

#[test]
fn footnotes_are_shown_only_where_something_cites_them() {
    let small = small();
    let page = PAGE.replacen("showFootnote showBeast", "showFootnote showBeastOrE1", 1);
    assert_eq!(
        advice(&small.dataset, &page, "idle-note"),
        "write `showBeast`, or cite it where it is missing"
    );
}

#[test]
fn cells_out_of_order_are_told_from_their_neighbours() {
    let table = TABLE.replace("[knight, squire]", "[knight, squire, rider, wolf]");
    let folder = small_dataset(&[
        (
            "figures.yaml",
            b"knight: {name: {en: knight}}\nsquire: {when: bear, name: {en: squire}}\n\
              rider: {when: dragon, name: {en: rider}}\nwolf: {when: beast, name: {en: wolf}}\n",
        ),
        ("tables/main.yaml", table.as_bytes()),
        (
            "facts/book.yaml",
            b"source: book\neditions: [E1, E2]\nclaims:\n  main:\n    \
              eaten: {at: 10, knight: yes (raw), squire: yes, rider: yes, wolf: yes}\n    \
              strength: {at: 20, knight: 1, squire: 2, rider: 3, wolf: 4}\n",
        ),
    ]);
    let loaded = load(folder.path()).expect("a dataset");
    let classes = ["showAll", "showBear markE1", "showDragon", "showBeast"];
    let [knight, squire, rider, wolf] = classes.map(|class| format!("| class=\"{class}\" | 1\n"));
    let out_of_order = |cells: &[&String]| {
        let heads = "! |\n! class=\"showAll\" | knight\n! class=\"showBear markE1\" | squire\n\
                     ! class=\"showDragon\" | rider\n! class=\"showBeast\" | wolf\n";
        let cells: String = cells.iter().map(|cell| cell.as_str()).collect();
        let page =
            format!("<div id=\"main\">\n{{|\n|-\n{heads}|-\n| how strong?\n{cells}|}}\n</div>\n");
        let found = findings(&loaded.dataset, &page);
        let found = found.iter().filter(|finding| finding.code == "cell-order");
        let told = found.map(|finding| {
            let column = finding.message.split('`').nth(1).unwrap_or_default();
            format!("{column}: {}", finding.help.as_deref().unwrap_or_default())
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(out_of_order(&[&knight, &squire, &rider, &wolf]), [""; 0]);
    // What stands in the middle stands where it should.
    assert_eq!(
        out_of_order(&[&rider, &squire, &knight, &wolf]),
        [
            "rider: put it behind the cell of the column `squire`",
            "knight: put it before the other cells for figures",
        ]
    );
    // One cell has moved; the others only make way.
    assert_eq!(
        out_of_order(&[&squire, &rider, &wolf, &knight]),
        ["knight: put it before the other cells for figures"]
    );
    // Behind a missing cell the others are shifted.
    assert_eq!(out_of_order(&[&knight, &rider, &wolf]), [""; 0]);
}

#[test]
fn a_missing_translation_is_said_for_each_edition() {
    let folder = small_dataset(&[(
        "figures.yaml",
        b"knight: {name: {en: 'old {hero.one}', fr: chevalier}}\n\
          squire: {when: bear, name: {en: squire, fr: page}}\n",
    )]);
    let loaded = load(folder.path()).expect("a dataset");
    let page = PAGE.replacen(
        "| knight",
        "| <div>[[File:Knight.png|50px]]</div> chevalier",
        1,
    );
    assert_eq!(
        advice(&loaded.dataset, &page, "untranslated-text"),
        "the dataset says: old champion (in `E1`), old hero (in `E2`)"
    );
    let found = findings(&loaded.dataset, &page);
    let mut found = found.iter().filter(|it| it.code == "untranslated-text");
    let range = found.next().expect("a finding").primary.place.range.clone();
    assert_eq!(&page[range], "chevalier");
}

#[test]
fn classes_in_the_text_of_a_footnote_do_not_hide_its_marks() {
    let small = small();
    let marked = PAGE.replacen(
        "Raw<span class=\"showDragon\">, or fried by the dragon</span>.",
        "<span class=\"markE1\">Raw.</span>",
        1,
    );
    let torn = marked.replacen(
        " showBear_1\">\n{{Publisher}}",
        "\">showBear_1 {{Publisher}}",
        1,
    );
    assert_ne!(torn, marked);
    let vocabulary = Vocabulary::new(&small.dataset);
    let compared = |other: &str| {
        let sides = [&marked, other].map(|page| facts_of(&small.dataset, page));
        told(&compare(&sides[0], &sides[1], &vocabulary))
    };
    assert_eq!(compared(&torn), [""; 0]);
    assert_eq!(
        compared(&torn.replacen("markE1\">Raw", "markE2\">Raw", 1)),
        ["mark raw: adapted in E1 | adapted in E2"]
    );
}

/// A general list.
const LIST: &str = "\
id: treasures
source: book
title: {en: Treasures, fr: Trésors}
text: {en: Nobody owns these., fr: Personne ne les possède.}
items:
  gold: {at: 30, text: {en: gold, fr: or}}
  claw: {at: 31, when: bear, text: {en: a claw, fr: une griffe}}
  scale: {at: 32, when: dragon, text: {en: a scale, fr: une écaille}}
  banner: {at: 33, when: edition E1, text: {en: a banner, fr: une bannière}}
";

#[test]
fn general_lists_are_compared_and_written() {
    let facts = FACTS.replace(
        "squire: no if dragon else yes",
        "squire: no if dragon else yes (raw)",
    );
    let folder = small_dataset(&[
        ("lists/1.yaml", LIST.as_bytes()),
        ("facts/book.yaml", facts.as_bytes()),
    ]);
    let listing = load(folder.path()).expect("a dataset");
    let dataset = &listing.dataset;
    let list = "<div><ul>\n<li>gold</li>\n<li class=\"showBear markE1\">a claw</li>\n\
                <li class=\"showDragon\">a scale</li>\n<li class=\"showE1\">a banner</li>\n</ul></div>\n";
    let page = |list: &str| format!("{list}<ul>\n<li>else</li>\n</ul>\n{PAGE}");
    assert_eq!(found(dataset, &page(list)), []);
    assert!(with_dataset(dataset, &page(list)).is_equal());
    for (from, to, difference) in [
        (" markE1", "", "mark claw: not adapted | adapted in E1"),
        (
            "showDragon",
            "showDragonAndE1",
            "condition scale: dragon and edition E1 | dragon",
        ),
        (
            "<li class=\"showE1\">a banner</li>\n",
            "",
            "item banner:  | there",
        ),
        ("<li>gold</li>\n", "", "item gold:  | there"),
    ] {
        let comparison = with_dataset(dataset, &page(&list.replacen(from, to, 1)));
        assert_eq!(told(&comparison), [difference], "{from} -> {to}");
    }
    let more = list.replacen("</ul>", "<li class=\"showBeast\">a tooth</li></ul>", 1);
    let comparison = with_dataset(dataset, &page(&more));
    assert_eq!(comparison.strays[0][0].0, "the item `a tooth`");
    assert_eq!(told(&with_dataset(dataset, PAGE)), ["list:  | there"]);
    for (language, _) in dataset.languages() {
        assert_round_trip(dataset, language);
    }
    // Into a page: what stands around the list stays.
    let (text, missing) = written_into(dataset, &page(&list.replace("a claw", "a horn")));
    assert_eq!(missing, [""; 0]);
    let start = "<div><ul>\n<li class=\"showAll\" data-item=\"gold\">gold</li>\n\
                 <li class=\"showBear markE1\" data-item=\"claw\">a claw</li>\n";
    let end = "</ul></div>\n<ul>\n<li>else</li>\n</ul>\nHeroes and beasts.";
    assert!(text.starts_with(start) && text.contains(end), "{text}");
    assert!(with_dataset(dataset, &text).is_equal());
    let (_, missing) = written_into(dataset, PAGE);
    assert_eq!(missing, ["list `treasures`"]);
}

/// A page with its tables and lists written anew, and what it lacks.
fn written_into(dataset: &Dataset, source: &str) -> (String, Vec<String>) {
    let vocabulary = Vocabulary::new(dataset);
    let page = read(FileIx(0), source);
    let mut sheet = sheet(&page, &vocabulary);
    place_cells(&mut sheet, &vocabulary);
    let matching = matching(&sheet, &vocabulary, None);
    wikitext::into_page(&vocabulary.plan(), &vocabulary, &page, &sheet, &matching)
        .expect("short conditions")
}

#[test]
fn findings_say_what_is_wrong_and_what_to_do() {
    let small = small();
    let mut page = PAGE.to_owned();
    for (from, to) in [
        ("<span class=\"showDragon\">,", "<span class=\"showDragon>,"),
        ("| class=\"showAll\" | 3\n", ""),
        ("showBear_1\">", "showDragon_1\">"),
        (
            "|- class=\"showAll\"\n| colspan",
            "|- class=\"showDragn\"\n| colspan",
        ),
        ("answer-no", "answer-on"),
    ] {
        page = page.replacen(from, to, 1);
    }
    let mut files = Files::default();
    files.add("page.txt".to_owned(), page.clone());
    let drawn = render_findings(&files, &findings(&small.dataset, &page), false);
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!("wiki__findings", drawn);
    });
}

#[test]
fn pages_are_compared_by_figure_and_meaning_not_by_position() {
    let small = small();
    let dataset = &small.dataset;
    // Columns and rows in another order, and the footnote defined elsewhere.
    let moved = r#"<div id="main">
{|
|- class="showAll"
! |
! class="showBear markE1" | squire
! class="showAll" | knight
|-
| colspan="3" | '''Everything'''
|- class="showAll"
| how strong?
| class="showBear markE1" | 1
| class="showAll" | 3
|- class="showBearOrDragon"
| can be eaten?
| class="showBear markE1" | <span class="answer-no showDragon"></span><span class="answer-yes showNotDragon"></span><ref name="Raw" />
| class="showAll" | <span class="answer-yes"></span><ref name="Raw" />
|-
| colspan="3" | <references><ref name="Raw"><span class="showFootnote showBeast">{{Publisher}} Raw.</span></ref></references>
|}
</div>
"#;
    let vocabulary = Vocabulary::new(dataset);
    let (one, other) = (facts_of(dataset, PAGE), facts_of(dataset, moved));
    let comparison = compare(&one, &other, &vocabulary);
    assert_eq!(told(&comparison), [""; 0]);
    assert!(comparison.is_equal(), "{comparison:?}");
}

#[test]
fn every_difference_is_told_once() {
    let small = small();
    let dataset = &small.dataset;
    let cases = [
        ("| 3\n", "| 4\n", "answer strength knight: 4 | 3"),
        (
            "answer-no showDragon",
            "answer-n-a showDragon",
            "answer eaten squire: yes if not dragon, n/a if dragon | yes if not dragon, no if dragon",
        ),
        (
            "|- class=\"showBeast\"",
            "|- class=\"showDragon\"",
            // Nobody but this row cites the footnote.
            "condition eaten: dragon | dragon or bear\n\
             note-condition raw: also shown where nothing cites it | shown only where it is cited",
        ),
        (
            "<ref name=\"raw\" />",
            "",
            "note eaten squire raw:  | cited",
        ),
        (
            "<ref name=\"raw\" />",
            "<span class=\"showDragon\"><ref name=\"raw\" /></span>",
            "note-condition eaten squire raw: dragon | always",
        ),
        (
            "{{Publisher}}",
            "{{Nobody}}",
            "speaker raw: nobody | publisher",
        ),
        (
            "showFootnote showBeast",
            "showFootnote showBeastOrE1",
            "note-condition raw: also shown where nothing cites it | shown only where it is cited",
        ),
        (
            "|- class=\"showBeast\"",
            "|- class=\"showBeast markE2\"",
            "mark eaten: adapted in E2 | not adapted; in E1 it depends on what else is selected",
        ),
        (
            "showBear markE1\" | 1",
            "showBear\" | 1",
            "mark strength squire: not adapted in E1 | as its row and column",
        ),
        (
            "| class=\"showBear markE1\" | 1\n",
            "",
            "cell strength squire:  | there",
        ),
    ];
    for (from, to, difference) in cases {
        let page = PAGE.replacen(from, to, 1);
        assert_eq!(
            told(&with_dataset(dataset, &page)).join("\n"),
            difference,
            "{from} -> {to}"
        );
    }
    // A row that nobody asks.
    let more = PAGE.replace(
        "|- class=\"showAll\"\n| colspan=\"3\" | <ref",
        "|- class=\"showE1\"\n| smells of garlic?\n| class=\"showAll\" | 7\n| class=\"showBear markE1\" | 8\n\n\
         |- class=\"showAll\"\n| colspan=\"3\" | <ref",
    );
    let comparison = with_dataset(dataset, &more);
    assert_eq!(told(&comparison), [""; 0]);
    assert_eq!(comparison.strays[0].len(), 1);
    assert_eq!(comparison.strays[0][0].0, "the row `smells of garlic?`");
}

/// Writes the dataset and reads it again: nothing is found, and the same is said.
fn assert_round_trip(dataset: &Dataset, language: LanguageIx) {
    let vocabulary = Vocabulary::new(dataset);
    let plan = vocabulary.plan();
    let text = wikitext::page(&plan, &vocabulary, language).expect("short conditions");
    let found = findings(dataset, &text);
    let messages: Vec<_> = found.iter().map(|f| (f.code, &f.message)).collect();
    assert!(
        messages.is_empty(),
        "{messages:?}\n{}",
        &text[..text.len().min(6000)]
    );
    let comparison = with_dataset(dataset, &text);
    assert_eq!(told(&comparison), [""; 0], "{text}");
    assert!(comparison.is_equal());
    assert_eq!(comparison.cells[0], comparison.common);
}

#[test]
fn the_dataset_comes_back_from_its_pages_in_every_language() {
    for (language, _) in dataset().languages() {
        assert_round_trip(dataset(), language);
    }
    let comparison = with_dataset(dataset(), &exported());
    assert_eq!(comparison.common, 1826);
}

fn exported() -> String {
    let vocabulary = Vocabulary::new(dataset());
    let plan = vocabulary.plan();
    wikitext::page(&plan, &vocabulary, LanguageIx(1)).expect("short conditions")
}

#[test]
fn what_a_page_has_around_its_tables_stays() {
    let small = small();
    let dataset = &small.dataset;
    let around = |table: &str| {
        format!(
            "<languages/>\n<translate><!--T:1--> Intro.</translate>\n\
             <div id=\"_Selector_\" data-fixed=\"{{{{{{1|}}}}}}\"></div>\n<div id=\"main\">\n{table}\n</div>\n\
             [[Category:Heroes]] [[Other page|a link]]\n"
        )
    };
    let old = "{| style=\"width: 90%;\"\n|-\n! |\n! class=\"showAll\" | {{Figure|name=Knight}}\n\
               ! class=\"showBear\" | <div>{{Figure|name=Squire}}</span> the squire</span><ref>Old.</ref>\n|-\n| how strong?\n\
               | class=\"showAll\" | 9\n| class=\"showBear\" | 9\n|}";
    let source = around(old);
    let (text, missing) = written_into(dataset, &source);
    assert_eq!(missing, [""; 0]);
    let (before, after) = source.split_once(old).expect("the table");
    assert!(text.starts_with(before) && text.ends_with(after), "{text}");
    for kept in [
        "{| style=\"width: 90%;\"",
        "| {{Figure|name=Knight}}\n",
        "| <div>{{Figure|name=Squire}}</div> the squire\n",
    ] {
        assert!(text.contains(kept), "{kept}\n{text}");
    }
    assert!(with_dataset(dataset, &text).is_equal());
    assert_eq!(found(dataset, &text), []);
}

/// Conditions of small datasets.
fn conditions() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "dragon",
        "bear",
        "beast",
        "a-or-b",
        "edition E1",
        "a",
        "b",
    ]);
    let leaf = name.prop_map(str::to_owned);
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            inner.prop_map(|a| format!("not {a}")),
        ]
    })
}

/// A cell of a small dataset.
fn cells() -> impl Strategy<Value = String> {
    let answer = prop::sample::select(vec!["yes", "no", "n/a", "undefined", "7", "0"]);
    let notes = prop::sample::select(vec!["", " (raw)", " (odd)", " (raw odd)"]);
    let plain = (answer.clone(), notes).prop_map(|(answer, notes)| format!("{answer}{notes}"));
    let split = (answer.clone(), answer, conditions())
        .prop_map(|(one, other, when)| format!("{one} if {when} else {other}"));
    prop_oneof![3 => plain, 1 => split]
}

const RANDOM_BEASTS: &str = "\
id: beasts
group: major
number: 1
name: {en: Beasts, fr: Bêtes}
elements:
  dragon: {published: [E1, E2], basis: the box, name: {en: dragon, fr: dragon}}
  bear: {published: [E2], basis: the box, name: {en: bear, fr: ours}}
  a: {published: [E1], basis: the box, name: {en: alpha, fr: alpha}}
  b: {published: [E2], basis: the box, name: {en: beta, fr: beta}}
  a-or-b: {published: [E1], basis: the box, name: {en: gamma, fr: gamma}}
";

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn random_datasets_come_back_from_their_pages(
        asked in conditions(),
        played in conditions(),
        own in conditions(),
        part in conditions(),
        cells in prop::collection::vec(cells(), 4),
    ) {
        let questions = format!(
            "eaten: {{when: {asked}, notes: [odd], text: {{en: can be eaten?, fr: peut être mangé ?}}}}\n\
             strength: {{text: {{en: how strong?, fr: quelle force ?}}}}\n"
        );
        let figures = format!(
            "knight: {{name: {{en: knight, fr: chevalier}}}}\n\
             squire: {{when: {played}, name: {{en: squire, fr: écuyer}}}}\n"
        );
        let notes = format!(
            "raw:\n  speaks: publisher\n  text: {{en: 'Raw{{if {part}}}, or fried{{/if}}.', fr: 'Cru{{if {part}}}, ou frit{{/if}}.'}}\n\
             odd:\n  when: {own}\n  speaks: nobody\n  text: {{en: '| odd [[very]] <b>', fr: '* ! bizarre'}}\n"
        );
        let facts = format!(
            "source: book\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {{at: 10, knight: {}, squire: {}}}\n    \
             strength: {{at: 20, knight: {}, squire: {}}}\n",
            cells[0], cells[1], cells[2], cells[3]
        );
        let folder = small_dataset(&[
            ("expansions/beasts.yaml", RANDOM_BEASTS.as_bytes()),
            ("questions.yaml", questions.as_bytes()),
            ("figures.yaml", figures.as_bytes()),
            ("notes/main.yaml", notes.as_bytes()),
            ("facts/book.yaml", facts.as_bytes()),
        ]);
        let loaded = load(folder.path());
        // What can never be asked or answered is the loader's matter.
        prop_assume!(loaded.is_ok());
        let Ok(loaded) = loaded else { return Ok(()) };
        let plan = Plan::new(&loaded.dataset);
        let vocabulary = Vocabulary::new(&loaded.dataset);
        let is_seen = |when: &rulegrid::logic::Condition| vocabulary.is_possible(when);
        prop_assume!(plan.tables.iter().all(|table| {
            table.columns.iter().all(|column| is_seen(&column.shown))
                && table.sections.iter().flat_map(|s| &s.rows).all(|row| {
                    table.columns.iter().all(|column| {
                        let both = [row.shown.clone(), column.shown.clone()];
                        is_seen(&rulegrid::logic::Condition::and(both))
                    })
                })
        }));
        for (language, _) in loaded.dataset.languages() {
            assert_round_trip(&loaded.dataset, language);
        }
    }
}

/// A changed text: pieces cut out, doubled, moved, or replaced by what breaks things.
fn mutated(text: &str, seed: &mut u64) -> String {
    let mut next = |below: usize| {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        usize::try_from(*seed % u64::try_from(below.max(1)).unwrap_or(1)).unwrap_or(0)
    };
    const ODD: [&str; 24] = [
        "<",
        ">",
        "\"",
        "'",
        "{{",
        "}}",
        "[[",
        "]]",
        "{|",
        "|}",
        "\n|-",
        "\n|",
        "||",
        "!!",
        "<ref",
        "</ref>",
        "<!--",
        "<span class=\"",
        "</",
        "\0",
        "é",
        "\r\n",
        "<references />",
        "class=",
    ];
    let mut text = text.to_owned();
    for _ in 0..=next(6) {
        let from = text.floor_char_boundary(next(text.len()));
        let to = text.floor_char_boundary((from + next(60)).min(text.len()));
        match next(3) {
            0 => text.replace_range(from..to, ""),
            1 => {
                let piece = text[from..to].to_owned();
                let at = text.floor_char_boundary(next(text.len()));
                text.insert_str(at, &piece);
            }
            _ => text.insert_str(from, ODD[next(ODD.len())]),
        }
    }
    text
}

/// Checks and compares changed texts; whatever they hold, both end.
fn endure(dataset: &Dataset, text: &str, times: usize, seed: &mut u64) {
    let vocabulary = Vocabulary::new(dataset);
    let known = facts_of_dataset(&vocabulary.plan(), &vocabulary);
    for _ in 0..times {
        let changed = mutated(text, seed);
        let page = read(FileIx(0), &changed);
        for finding in check(&page, &vocabulary, None) {
            let range = finding.primary.place.range;
            assert!(
                changed.get(range.clone()).is_some(),
                "{range:?} of {changed}"
            );
        }
        let mut sheet = sheet(&page, &vocabulary);
        place_cells(&mut sheet, &vocabulary);
        let matching = matching(&sheet, &vocabulary, None);
        let facts = facts_of_page(&page, &sheet, &matching, &vocabulary);
        let _ = compare(&facts, &known, &vocabulary);
    }
}

#[test]
fn no_text_makes_it_panic() {
    let small = small();
    let mut seed = 0x5eed_1234_5678_9abc;
    endure(&small.dataset, PAGE, 600, &mut seed);
    let exported = exported();
    endure(
        dataset(),
        &exported[..exported.floor_char_boundary(20_000)],
        10,
        &mut seed,
    );
}

#[test]
fn hostile_texts_take_time_in_proportion() {
    let small = small();
    let hostile = [
        "<",
        "<!--",
        "{{",
        "[[",
        "{|\n",
        "<span>",
        "<span class=\"",
        "<ref>",
        "|}\n",
        "</span>",
        "\"",
        "{|\n|-\n! |\n! class=\"showAll\" | x\n",
        "|-\n| a | b\n",
        "<li>",
        "'''",
        "<ul><li class=\"showBear\">x</li></ul>",
        "<li class=\"showBear markE2\">x</li>",
        "\n* <b>x\n</b>",
        "one two three one two three ",
        "??;",
        "<ref name=a />",
        "<span class=\"showDragonOrDragonOrDragonOrDragonAnd\">",
    ];
    for piece in hostile {
        let start = Instant::now();
        let text = format!(
            "{{|\n|-\n! |\n! class=\"showAll\" | x\n|-\n| y\n| {}",
            piece.repeat(50_000 / piece.len())
        );
        let _ = findings(&small.dataset, &text);
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{piece:?} takes {:?}",
            start.elapsed()
        );
    }
}

#[test]
fn bad_files_are_told_from_bad_pages() {
    let folder = small_dataset(&[]);
    let rules = folder.path().to_str().expect("UTF-8").to_owned();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let run = |arguments: &[&str]| {
        let all = [&["wiki"], arguments, &["--rules", &rules]].concat();
        run_with(&all, &[])
    };
    let large = folder.path().join("large.txt");
    let handle = std::fs::File::create(&large).expect("a file");
    handle.set_len(100 * 1024 * 1024).expect("100 MB");
    let large = large.to_str().expect("UTF-8").to_owned();
    let binary = file("binary.txt", &[0x89, b'P', b'N', b'G', 0xff, 0]);
    let zeros = file("zeros.txt", b"{|\0|}");
    for (path, why) in [
        (large.as_str(), "is larger than 16 MB"),
        (&binary, "is no text in UTF-8"),
        (&zeros, "is no text"),
        ("/nowhere/page.txt", "cannot be read"),
        (&rules, "is a folder"),
    ] {
        for command in ["check", "compare"] {
            let ran = run(&[command, path]);
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
            assert!(
                ran.err.starts_with(&format!("error: `{path}` {why}")),
                "{}",
                ran.err
            );
        }
    }
    let prose = file("prose.txt", b"Dear reader, this is a letter.\n");
    let empty = file("empty.txt", b"");
    for path in [&prose, &empty] {
        let ran = run(&["check", path]);
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.out.starts_with("error[no-table]"), "{}", ran.out);
        assert_eq!(run(&["compare", path]).code, 2);
    }
    let page = file("page.txt", PAGE.as_bytes());
    let ran = run(&["check", &page, &prose, "--format", "github"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.starts_with("::error file="), "{}", ran.out);
    let broken = file("broken.txt", PAGE.replace("| 3\n", "| 4\n").as_bytes());
    let ran = run(&["compare", &broken, &page]);
    assert_eq!(ran.code, 1);
    let told = format!(
        "main\n  answer  strength · knight\n    {broken}:25: 4\n    {page}:25: 3\n\
         4 cells in {broken}, 4 in {page}, 4 in both: 1 difference\n\
         not compared: the words of labels, items and footnotes\n"
    );
    assert_eq!(ran.out, told);
    let ran = run(&["compare", &broken, &page, "--format", "csv"]);
    let csv = ran.out.lines().nth(1).expect("a difference");
    assert!(
        csv.starts_with("answer,main,all,strength,knight,,4,"),
        "{csv}"
    );
    let ran = run(&["compare", &broken, &page, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(json["differences"][0]["sides"][1]["says"], "3");
    assert_eq!(json["differences"][0]["sides"][1]["place"]["line"], 25);
    let written = run(&["export", "--lang", "fr"]);
    assert_eq!(written.code, 0, "{}", written.err);
    let again = file("again.txt", written.out.as_bytes());
    assert_eq!(run(&["check", &again]).out, "no findings\n");
    let into = run(&["export", "--into", &page]);
    assert_eq!((into.code, into.err.as_str()), (0, ""));
    assert!(
        into.out
            .starts_with("Heroes and beasts.\n\n<div id=\"main\">\n"),
        "{}",
        into.out
    );
}

#[test]
fn help_says_what_there_is() {
    for command in ["check", "compare", "export"] {
        let ran = run_with(&["wiki", command, "--help"], &[]);
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!(format!("cli__help_wiki_{command}"), ran.out);
        });
    }
}

/// The two pages that the facts were read from, where they are given.
fn real_pages() -> Option<[String; 2]> {
    let folder = PathBuf::from(std::env::var_os("RULEGRID_WIKI_PAGES")?);
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let mut texts = paths
        .into_iter()
        .map(|path| std::fs::read_to_string(path).expect("a text"));
    Some([
        texts.next().expect("a page"),
        texts.next().expect("another page"),
    ])
}

/// Question, figure, and answers and notes on the Romanian and the French page, with their lines.
fn known_cells() -> Vec<Vec<&'static str>> {
    let table = include_str!("../facts/figure-tables.tsv");
    let lines = table.lines().skip(1);
    lines.map(|line| line.split('\t').collect()).collect()
}

#[test]
fn every_cell_of_the_real_pages_is_read() {
    let Some(pages) = real_pages() else {
        return;
    };
    let dataset = dataset();
    let mut files = Files::default();
    for (at, (text, count)) in pages.iter().zip([1823, 1465]).enumerate() {
        files.add(format!("{at}"), text.clone());
        let facts = facts_of(dataset, text);
        assert_eq!(facts.strays.len(), 0);
        let mut wrong = Vec::new();
        let mut seen = 0;
        for cell in known_cells() {
            let (answer, notes, line) = (cell[9 + 2 * at], cell[10 + 2 * at], cell[14 + at]);
            let table = facts.tables.get(cell[0]).expect("the table");
            let key = (
                rulegrid::model::QuestionId::new(cell[2]),
                rulegrid::model::FigureId::new(cell[5]),
            );
            let Some(read) = table.cells.get(&key) else {
                if answer != "-" {
                    wrong.push(format!("{cell:?} is missing"));
                }
                continue;
            };
            seen += 1;
            let place = read.place.as_ref().expect("a place");
            let place = rulegrid::diagnostic::Place {
                file: FileIx(u32::try_from(at).expect("small")),
                ..place.clone()
            };
            let answers: BTreeSet<_> = read.answers.keys().map(|answer| answer.word()).collect();
            let expected = answer
                .split(" | ")
                .map(|answer| answer.split(" if ").next().unwrap_or("").to_owned());
            let expected: BTreeSet<_> = expected.collect();
            let cited: BTreeSet<_> = read.notes.keys().map(String::as_str).collect();
            let known: BTreeSet<_> = notes.split_whitespace().collect();
            let at_line = files.line_and_column(&place).0.to_string();
            if (answers != expected) || cited != known || at_line != line {
                wrong.push(format!("{cell:?}: {answers:?} {cited:?} line {at_line}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert_eq!(seen, count);
        let mut seed = 77;
        endure(dataset, text, 8, &mut seed);
    }
    let vocabulary = Vocabulary::new(dataset);
    let sides = pages.each_ref().map(|text| facts_of(dataset, text));
    let comparison = compare(&sides[0], &sides[1], &vocabulary);
    let answers = comparison
        .differences
        .iter()
        .filter(|it| it.kind.as_str() == "answer");
    let told: BTreeSet<_> = answers
        .map(|it| {
            let id = |id: Option<String>| id.unwrap_or_default();
            let question = id(it.question.as_ref().map(ToString::to_string));
            let figure = id(it.figure.as_ref().map(ToString::to_string));
            (it.whole.id().to_owned(), question, figure)
        })
        .collect();
    let differing = known_cells().into_iter();
    let differing =
        differing.filter(|cell| cell[9] != cell[11] && cell[9] != "-" && cell[11] != "-");
    let expected: BTreeSet<_> = differing
        .map(|cell| (cell[0].to_owned(), cell[2].to_owned(), cell[5].to_owned()))
        .collect();
    assert_eq!(told, expected);
    assert_eq!(told.len(), 13);
}
