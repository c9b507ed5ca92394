//! Pages of a wiki: whatever they hold is checked, compared and written over without a fall.

use super::harness::Target;
use super::mutate::Mutator;
use super::random::Random;
use super::whole::{assert_inside, base};
use rulegrid::diagnostic::{FileIx, Files};
use rulegrid::model::LanguageIx;
use rulegrid::render::{wiki, wikitext as written};
use rulegrid::wiki::{
    Vocabulary, check, compare, facts_of_dataset, facts_of_page, matching, place_cells, read, sheet,
};

/// A page as people leave it.
const RAGGED: &str = r#"Intro {{Template|x=[[link|text]]}} <!-- remark -->
<div id="HeroTable">
{| class="grid" style="width:20%
|- class="showAll"
! width="20%" |
! class="showAll" | knight !! class="showBear markE1" | squire
|-class="showAll"
| colspan="3" | '''Everything'''
	|- class="showAny
| can be eaten? || class="showAll" | <span class="answer-yes"></span><ref name="raw">
<span class="showFootnote showBeast showAll_0 showBear_1">{{IconBook}} Raw<span class="showDragon">, fried</span></span></ref>
| class="showBear markE1" | <span class="answer-no showDragon"></span><ref name=raw />
|- class="showAll"
| how strong? || 3 || <nowiki>|-</nowiki>
|- class="showAll"
| colspan="3" | <references /></div>
|}
* item<br>
# item
"#;

#[test]
fn wikitext() {
    let dataset = &base().dataset;
    let vocabulary = Vocabulary::new(dataset);
    let plan = vocabulary.plan();
    let known = facts_of_dataset(&plan, &vocabulary);
    let language = LanguageIx(0);
    let exported = written::page(&plan, &vocabulary, language).expect("short conditions");
    let pages = [exported.as_str(), RAGGED];
    let mutator = Mutator::new(pages.map(str::as_bytes));
    let make = |random: &mut Random| {
        let page = pages[random.below(pages.len())];
        mutator.damaged_text(random, page).into_bytes()
    };
    let judge = |input: &[u8]| {
        let text = &*String::from_utf8_lossy(input);
        let mut files = Files::default();
        files.add("page".to_owned(), text.to_owned());
        let page = read(FileIx(0), text);
        let found = check(&page, &vocabulary, None);
        found.iter().for_each(|found| assert_inside(&files, found));
        let mut sheet = sheet(&page, &vocabulary);
        place_cells(&mut sheet, &vocabulary);
        let matching = matching(&sheet, &vocabulary, None);
        let facts = facts_of_page(&page, &sheet, &matching, &vocabulary);
        let itself = compare(&facts, &facts, &vocabulary);
        assert_eq!(itself.differences.len(), 0, "a page says what it says");
        let one = compare(&facts, &known, &vocabulary);
        let other = compare(&known, &facts, &vocabulary);
        assert_eq!(one.is_equal(), other.is_equal(), "equal from both sides");
        wiki::text(&one, ["page", "dataset"], &files);
        wiki::json(&one, ["page", "dataset"], &files);
        if input.len().is_multiple_of(8) {
            let page = read(FileIx(0), text);
            assert_eq!(check(&page, &vocabulary, None), found, "the same twice");
        }
        let anew = written::into_page(&plan, &vocabulary, &page, &sheet, &matching);
        if let Ok((text, _)) = anew {
            read(FileIx(0), &text);
        }
        !sheet.tables.is_empty()
    };
    Target {
        name: "wikitext",
        ordinary: 300,
        dear: 1,
        holds: 1,
    }
    .run(make, judge);
}
