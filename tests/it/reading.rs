//! Pages written in Markdown: what they show against the view, what is wrong in one as a person
//! reads it, and that of The Princess & the Dragon against the lists and lines of its source.

use crate::browser::Browser;
use crate::matrix::{Turn, turns};
use crate::pages::{FILES, PLAN, files, from_folder, html, published, select, text_of};
use crate::support::{FIGURES, GAME, QUESTIONS, dataset, small_dataset};
use rulegrid::diagnostic::render_human;
use rulegrid::lint::lint;
use rulegrid::load::{LoadError, load};
use rulegrid::logic::{Condition, Variable, implies};
use rulegrid::model::*;
use rulegrid::render::answer_word;
use rulegrid::view::{PageBlock, PagePlan, PageView, Plan};
use scraper::Html;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const PAGE: &str = "princess-and-dragon";

/// The rows of a table of the tests, without its head.
fn rows(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/facts/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let lines = text.lines().skip(1);
    let rows = lines.map(|line| line.split('\t').map(str::to_owned).collect());
    rows.collect()
}

fn plan() -> PagePlan<'static, 'static> {
    PagePlan::new(&PLAN, &PageId::new(PAGE)).expect("the page")
}

fn page() -> &'static Page {
    &dataset().pages[PAGE]
}

fn everything(edition: EditionIx) -> Selection {
    let elements = ElementSet::full(dataset().elements.len());
    Selection { edition, elements }
}

#[test]
fn the_lists_of_the_source_agree_with_the_facts_or_a_resolution_says_why_not() {
    let mut differing = 0;
    for edition in &page().editions {
        let view = PLAN.view(&everything(*edition), LanguageIx(0));
        let sections = view.tables.iter().flat_map(|table| &table.sections);
        let rows_shown: Vec<_> = sections.flat_map(|section| &section.rows).collect();
        for row in rows("princess-page-lists") {
            let [line, thing, question, answer, instead] = row.as_slice() else {
                panic!("{row:?}");
            };
            let asked = rows_shown
                .iter()
                .filter(|row| row.question.as_str() == question);
            let mut cells = asked.flat_map(|row| &row.cells);
            let cell = cells.find(|cell| cell.figure.as_str() == thing);
            let cell = cell.unwrap_or_else(|| panic!("{row:?} is not asked"));
            let wanted = if instead.is_empty() { answer } else { instead };
            assert_eq!(answer_word(cell.answer), wanted, "{row:?}");
            let key = (
                QuestionId::new(question.as_str()),
                FigureId::new(thing.as_str()),
            );
            let claims = &dataset().claims[&key];
            let line: u32 = line.parse().expect("a line");
            let own = claims
                .iter()
                .find(|claim| claim.source == page().source && claim.line == Some(line));
            let own = own.unwrap_or_else(|| panic!("{row:?} is no claim of the source"));
            assert_eq!(own.answer.to_string(), *answer, "{row:?}");
            if !instead.is_empty() {
                let resolutions = dataset().resolutions.get(&key).expect("a reason");
                assert!(
                    resolutions.iter().all(|it| it.take != own.source),
                    "{row:?}"
                );
                differing += 1;
            }
        }
    }
    assert_eq!(differing, 3 * page().editions.len());
}

/// The lines that the page cites.
fn cited() -> BTreeSet<u32> {
    fn of_inlines(inlines: &[Inline], cited: &mut BTreeSet<u32>) {
        for inline in inlines {
            match inline {
                Inline::Remark(Remark::At(runs)) => {
                    cited.extend(runs.iter().flat_map(|(first, last)| *first..=*last));
                }
                Inline::Choice(all) => all.iter().for_each(|(_, it)| of_inlines(it, cited)),
                _ => {}
            }
        }
    }
    fn of_blocks(blocks: &[Block], cited: &mut BTreeSet<u32>) {
        for block in blocks {
            match &block.kind {
                BlockKind::Paragraph(inlines)
                | BlockKind::Facts {
                    remarks: inlines, ..
                } => {
                    of_inlines(inlines, cited);
                }
                BlockKind::List { items, .. } => {
                    items.iter().for_each(|item| of_blocks(&item.blocks, cited));
                }
                BlockKind::Table { rows, .. } => {
                    let cells = rows.iter().flat_map(|row| &row.cells);
                    cells.for_each(|cell| of_inlines(cell, cited));
                }
                BlockKind::Heading { .. } => {}
            }
        }
    }
    let mut cited = BTreeSet::new();
    of_blocks(&page().text.get(LanguageIx(0)).1.blocks, &mut cited);
    cited
}

#[test]
fn every_line_of_the_source_is_cited_or_said_to_state_no_rule() {
    let cited = cited();
    let mut uncited = BTreeSet::new();
    for row in rows("princess-page-uncited") {
        let [lines, reason] = row.as_slice() else {
            panic!("{row:?}");
        };
        assert!(!reason.trim().is_empty(), "{lines}");
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let first: u32 = first.parse().expect("a line");
        for line in first..=last.parse().expect("a line") {
            assert!(uncited.insert(line), "{line} stands there twice");
            assert!(
                !cited.contains(&line),
                "{line} is cited after all: {reason}"
            );
        }
    }
    let lines = dataset().sources[&page().source].lines.expect("lines");
    let all: BTreeSet<_> = (1..=lines).collect();
    let known: BTreeSet<_> = cited.union(&uncited).copied().collect();
    assert_eq!(all, known);
}

/// Calls `visit` with every thing that a text names and when it does.
fn for_each_name(text: &Text, visit: &mut impl FnMut(&Named, &Condition)) {
    fn of_inlines(
        inlines: &[Inline],
        when: &Condition,
        visit: &mut impl FnMut(&Named, &Condition),
    ) {
        for inline in inlines {
            match inline {
                Inline::Name { of, .. } => visit(of, when),
                Inline::Choice(all) => {
                    for (own, inner) in all {
                        let when = Condition::and([when.clone(), own.clone()]);
                        of_inlines(inner, &when, visit);
                    }
                }
                Inline::Emphasis(inner)
                | Inline::Strong(inner)
                | Inline::Link { text: inner, .. } => of_inlines(inner, when, visit),
                Inline::Text(_) | Inline::Remark(_) => {}
            }
        }
    }
    fn of_blocks(blocks: &[Block], around: &Condition, visit: &mut impl FnMut(&Named, &Condition)) {
        for block in blocks {
            let when = Condition::and([around.clone(), block.when.clone()]);
            match &block.kind {
                BlockKind::Paragraph(text) | BlockKind::Heading { text, .. } => {
                    of_inlines(text, &when, visit);
                }
                BlockKind::List { items, .. } => {
                    for item in items {
                        let when = Condition::and([when.clone(), item.when.clone()]);
                        of_blocks(&item.blocks, &when, visit);
                    }
                }
                BlockKind::Table { rows, .. } => {
                    for row in rows {
                        let when = Condition::and([when.clone(), row.when.clone()]);
                        row.cells
                            .iter()
                            .for_each(|cell| of_inlines(cell, &when, visit));
                    }
                }
                BlockKind::Facts { .. } => {}
            }
        }
    }
    of_blocks(&text.blocks, &Condition::True, visit);
}

#[test]
fn nothing_is_named_that_is_not_selected() {
    let dataset = dataset();
    let own = &dataset.expansions[&page().expansion].elements;
    let element = |ix: ElementIx| match own.contains(&ix) {
        true => Condition::True,
        false => Condition::Element(ix),
    };
    let mut named = 0;
    for (language, _) in dataset.languages() {
        let text = page().text.get(language).1;
        for_each_name(text, &mut |of, when| {
            let needed = match of {
                Named::Figure(id) => dataset.figures[id].when.clone(),
                Named::Element(id) => element(dataset.element_ix(id.as_str()).expect("one")),
                Named::Expansion(id) => {
                    let elements = dataset.expansions[id].elements.iter();
                    Condition::or(elements.map(|ix| element(*ix)))
                }
                Named::Table(_) => Condition::True,
            };
            named += 1;
            assert!(
                implies(when, &needed, dataset.editions.len()),
                "{of:?} {when:?}"
            );
        });
        for block in &text.blocks {
            if let BlockKind::Facts { query, .. } = &block.kind {
                for figure in plan().figures(query) {
                    let needed = figure.figure.when.given(&|variable| match variable {
                        Variable::Element(ix) => own.contains(&ix).then_some(true),
                        Variable::Edition(_) => None,
                    });
                    let (shown, needed) = (&figure.shown, &needed);
                    assert!(
                        implies(shown, needed, dataset.editions.len()),
                        "{:?}",
                        figure.id
                    );
                }
            }
        }
    }
    assert!(named > 50, "{named}");
}

/// Lists the blocks that are seen: words, letters and digits alone, or the figures of a list.
const READ: &str = r##"(() => {
    const seen = element => element.checkVisibility();
    const aside = ".who, .at, .rebuilt, sup, svg, .chip";
    const read = node => {
        let out = "";
        for (const child of node.childNodes) {
            if (child.nodeType === Node.TEXT_NODE) out += child.data;
            else if (child.nodeType === Node.ELEMENT_NODE && seen(child) && !child.matches(aside)) out += read(child);
        }
        return out;
    };
    const letters = text => text.replace(/[^\p{L}\p{N}]/gu, "");
    let blocks = document.querySelector("article");
    if (blocks.children.length === 1) blocks = blocks.firstElementChild;
    const elsewhere = [...document.querySelectorAll(".elsewhere")].filter(seen);
    return {
        elsewhere: elsewhere.map(it => letters(read(it))),
        blocks: [...blocks.children].filter(seen).map(block => {
            if (!block.matches(".facts")) return letters(read(block));
            const figures = [...block.querySelectorAll("li")].filter(seen).map(item => item.dataset.figure);
            const none = block.querySelector(".none");
            const isNone = none !== null && seen(none);
            if (isNone === figures.length > 0) return "a list that is empty and not";
            return figures;
        }),
    };
})()"##;

/// What [`READ`] must say.
fn expected(view: &PageView) -> Value {
    let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let blocks = view.blocks.iter().map(|block| match block {
        PageBlock::Text(text) => json!(letters(text)),
        PageBlock::Figures(figures) => {
            json!(figures.iter().map(|id| id.as_str()).collect::<Vec<_>>())
        }
    });
    json!({
        "elsewhere": view.elsewhere.iter().map(|text| letters(text)).collect::<Vec<_>>(),
        "blocks": blocks.collect::<Vec<_>>(),
    })
}

#[test]
fn without_scripts_a_page_shows_what_the_view_shows() {
    let folder = published(&FILES);
    let browser = Browser::start().page(false);
    let mut lists = 0;
    for (language, known) in dataset().languages() {
        let path = format!("{}/page/{PAGE}.html", known.code);
        browser.open(&from_folder(&folder, &path));
        for Turn { inputs, selection } in turns(&browser, 24, &[]) {
            let view = plan().view(&selection, language);
            let wanted = expected(&view);
            let seen = browser.eval(READ);
            assert_eq!(seen, wanted, "{} {inputs:?}", known.code);
            let blocks = view.blocks.iter();
            lists += blocks
                .filter(|it| matches!(it, PageBlock::Figures(_)))
                .count();
        }
    }
    assert!(lists > 300, "{lists}");
}

#[test]
fn a_page_is_found_from_everywhere() {
    for (_, language) in dataset().languages() {
        let code = &language.code;
        let front = html(&format!("{code}/index.html"));
        let link = select(&front, &format!("#pages + ul a[href='page/{PAGE}.html']"));
        assert_eq!(link.len(), 1);
        let about = html(&format!("{code}/expansion/{PAGE}.html"));
        let link = format!(".brings a[href='../page/{PAGE}.html']");
        assert_eq!(select(&about, &link).len(), 1);
        let own = html(&format!("{code}/page/{PAGE}.html"));
        let foot = format!("footer a[href='../../{code}/index.html#pages']");
        assert_eq!(select(&own, &foot).len(), 1);
        let path = format!("search/{code}.js");
        let index = FILES
            .iter()
            .find(|file| file.path == path)
            .expect("an index");
        let index = String::from_utf8_lossy(&index.bytes);
        assert!(index.contains(&format!("{code}/page/{PAGE}.html#s-menu")));
    }
}

#[test]
fn a_language_without_the_page_shows_the_first_one_and_says_so() {
    let body = "## Food {#food}\n\nIt eats. {at 3}\n\n{facts eaten yes} {at 10}\n";
    let page = small(body);
    let folder = small_dataset(&[("pages/beasts.en.md", page.as_bytes())]);
    let loaded = load(folder.path()).expect("a dataset");
    let files = files(&Plan::new(&loaded.dataset), None);
    let html = |path: &str| {
        let file = files.iter().find(|file| file.path == path).expect(path);
        Html::parse_document(std::str::from_utf8(&file.bytes).expect("UTF-8"))
    };
    let french = html("fr/page/beasts.html");
    let text = select(&french, "article > [lang=en]");
    assert_eq!(text.len(), 1);
    let hint = select(&french, ".reading .hint");
    assert!(text_of(hint[0]).contains("English"));
    let lists = select(&french, "article .facts");
    assert!(lists.iter().all(|list| list.attr("lang") == Some("fr")));
    assert!(
        text_of(lists[0]).contains("chevalier"),
        "{}",
        text_of(lists[0])
    );
    let english = html("en/page/beasts.html");
    assert!(select(&english, ".reading .hint, article [lang=fr]").is_empty());
}

/// A page of the small dataset with `body` below its head.
fn small(body: &str) -> String {
    let head = "title: Beasts\nexpansion: beasts\neditions: [E2]\n\
                elsewhere: {E1: 'There are no beasts.'}\nsource: book\n";
    format!("---\n{head}---\n{body}")
}

#[test]
fn a_page_that_a_language_lacks_is_one_finding() {
    let page = small("## Food {#food}\n\nIt eats. {at 3}\n");
    let folder = small_dataset(&[("pages/beasts.en.md", page.as_bytes())]);
    let loaded = load(folder.path()).expect("a dataset");
    let found = lint(&loaded, false);
    let missing = found
        .iter()
        .filter(|it| it.code == "missing-text" && it.message.contains("page"));
    let missing: Vec<_> = missing.map(|it| it.message.as_str()).collect();
    assert_eq!(missing, ["the page `beasts` has no text in `fr`"]);
}

fn messages(files: &[(&str, &str)]) -> String {
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (*path, text.as_bytes()))
        .collect();
    let dir = small_dataset(&files);
    match load(dir.path()) {
        Ok(_) => "it loads".to_owned(),
        Err(LoadError::Folder(message)) => message,
        Err(LoadError::Dataset(files, diagnostics)) => render_human(&files, &diagnostics, false),
    }
}

macro_rules! faults {
    ($($name:ident: $($path:literal => $text:expr),+;)*) => {$(
        #[test]
        fn $name() {
            let messages = messages(&[$(($path, $text.as_ref())),+]);
            insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
                insta::assert_snapshot!(concat!("reading__", stringify!($name)), messages);
            });
        }
    )*};
}

faults! {
    every_fault_of_a_page_is_told_in_one_run: "pages/beasts.en.md" => small("\
## Food {#food}

It eats {figure knigth}, {element bare}, {expansion beast} and {table mian}. {at 9-8} {at 120}

{facts eatn yes} {facts eaten maybe}

{facts eaten yes in main} and more

{if bear}

### Food again {#food}

- [where](#foot) [else](other.html) [run](javascript:alert(1)) {publisher 13/2013}

# Too big {#big}

## No anchor

{if dragn}Nothing.{/if} {shout}
");
    a_question_that_no_table_asks:
        "questions.yaml" => format!("{QUESTIONS}idle: {{text: {{en: idle?, fr: oisif ?}}}}\n"),
        "pages/beasts.en.md" => small("## Food {#food}\n\n{facts idle yes in main} {at 10}\n");
    a_part_around_blocks_that_closes_nothing: "pages/beasts.en.md" => small("\
## Food {#food}

{/if}

{if bear}

{/if}

{if bear}

Honey.

{/if} It likes it.

{if dragon}
Meat.

{/if}
");
    a_page_that_differs_between_languages:
        "pages/beasts.en.md" => small("## Food {#food}\n\nIt eats. {at 3}\n\n{if bear}\n\nHoney. {at 4}\n\n{/if}\n"),
        "pages/beasts.fr.md" => small("## Repas {#food}\n\nIl mange. {at 3}\n\n{if bear}\n\nDu miel. {at 5}\n\n{/if}\n");
    a_page_that_lacks_a_part_in_one_language:
        "pages/beasts.en.md" => small("## Food {#food}\n\nIt eats. {at 3}\n\n- {community} Honey. {at 4}\n"),
        "pages/beasts.fr.md" => small("## Repas {#food}\n\nIl mange. {at 3}\n");
    a_page_about_unknown_things: "pages/beasts.en.md" => "---\ntitle: Beasts\nexpansion: beast\neditions: [E2, E3]\nsource: bok\n---\nText.\n";
    a_page_silent_about_an_edition: "pages/beasts.en.md" => "---\ntitle: Beasts\nexpansion: beasts\neditions: [E2]\nsource: book\n---\nText.\n";
    a_page_without_a_head: "pages/beasts.en.md" => "# Beasts\n";
    a_page_with_an_unknown_field: "pages/beasts.en.md" => "---\ntitel: Beasts\n---\nText.\n";
    a_page_that_is_misnamed: "pages/Beasts.md" => small("Text.\n");
    a_page_in_a_foreign_language_alone: "pages/beasts.fr.md" => small("Texte.\n");
    a_page_in_no_language: "pages/beasts.de.md" => small("Text.\n"), "pages/beasts.en.md" => small("Text.\n");
}

#[test]
fn a_page_is_named_by_any_language_of_the_dataset() {
    let game = GAME.replace("fr: Français}", "fr: Français, pt-BR: Português}");
    let files = [
        ("game.yaml", game.as_str()),
        ("pages/beasts.en.md", &small("Text.\n")),
        ("pages/beasts.pt-BR.md", &small("Texto.\n")),
    ];
    assert_eq!(messages(&files), "it loads");
}

#[test]
fn a_page_needs_nothing_but_its_file() {
    let body = "## Food {#food}\n\n{publisher 5/2013} The {hero.one} meets <b>{element bear}</b>. {at 3-4}\n\n\
                {facts eaten yes} {rebuilt} {at 10}\n\n{if not dragon}\n\n- Honey. {at 5}\n\n{/if}\n\n\
                | what | how |\r\n|---|---|\n| {if dragon}fire{/if} | hot {at 6} |\n";
    let figures = FIGURES.replace("when: bear", "when: bear or dragon");
    let files = [
        ("pages/beasts.en.md", small(body)),
        ("figures.yaml", figures),
    ];
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (*path, text.as_bytes()))
        .collect();
    let dir = small_dataset(&files);
    let loaded = load(dir.path()).expect("a dataset");
    let plan = Plan::new(&loaded.dataset);
    let page = PagePlan::new(&plan, &PageId::new("beasts")).expect("the page");
    let opening = page.opening();
    let blocks = page.view(&opening, LanguageIx(1)).blocks;
    let text = |text: &str| PageBlock::Text(text.to_owned());
    let [knight, squire] = ["knight", "squire"].map(FigureId::new);
    assert_eq!(
        blocks,
        [
            text("Food"),
            text("The hero meets <b>bear</b>."),
            PageBlock::Figures(vec![&knight]),
            text("what | how\nfire | hot"),
        ]
    );
    // The expansion of the page counts as selected in its lists.
    let nothing = Selection {
        elements: ElementSet::empty(loaded.dataset.elements.len()),
        ..opening.clone()
    };
    let lists: Vec<_> = page.view(&nothing, LanguageIx(0)).blocks;
    assert!(
        lists.contains(&PageBlock::Figures(vec![&knight])),
        "{lists:?}"
    );
    assert!(lists.contains(&text("- Honey.")), "{lists:?}");
    let no = FactsQuery {
        question: QuestionId::new("eaten"),
        answer: Answer::No,
        table: None,
    };
    let listed: Vec<_> = page.figures(&no).iter().map(|figure| figure.id).collect();
    assert_eq!(listed, [&squire]);
    let first = Selection {
        edition: loaded.dataset.edition_ix("E1").expect("an edition"),
        ..opening
    };
    let elsewhere = page.view(&first, LanguageIx(0));
    assert_eq!(elsewhere.elsewhere.as_deref(), Some("There are no beasts."));
    assert!(elsewhere.blocks.is_empty());
}
