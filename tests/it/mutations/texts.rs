//! Texts with markup in notes and cells, and pages in Markdown: many at a time, since loading takes
//! longer than reading them. What alone is sound is sound together, too, and can be built.

use super::harness::{Sound, Target};
use super::mutate::Mutator;
use super::random::Random;
use super::whole::{FOREIGN, Victim, assert_sound, build, show};
use rulegrid::diagnostic::{Diagnostic, Files};
use rulegrid::load::{LoadError, load};
use std::collections::BTreeSet;

/// How many texts are read together.
const TEXTS: usize = 32;
const PAGES: usize = 8;

const MARKUP: [&str; 14] = [
    "Raw{if dragon}, or fried by the dragon{/if}.",
    "is *lost*{if edition E1} to {hero.one}{/if}",
    "She *hides* from **{Hero.many}**.",
    "One:\n\n- {if bear}the [bear](https://example.org/a?b=c&d){/if}\n- or *not*\n  - two\n\n1. **three**",
    "{if dragon}a{else}{if bear and not frost}b{else}c{/if}{/if}",
    "{if beast}\n\n- x\n- {if edition E1}y{else}z{/if}\n\n{/if}",
    "a \\{b\\} \\* `c` <d> &amp; &#x41; &lt;",
    "![picture](x.png) [[a]] [b]: c\n\n[b]: https://example.org",
    "# head\n\n> quote\n\n```\ncode\n```\n\n---\n\n| a | b |\n|---|---|\n| c | d |",
    "**bold *both* bold** _em_ __strong__ ~~no~~",
    "line  \nbreak\\\nagain",
    "<https://example.org> https://example.org <!-- c --> <i>x</i>",
    "écuyer « l’ours » ; „ghilimele”",
    "{hero.one}{hero.many}{Hero.one} {hero.none} {nobody.one}",
];

#[test]
fn markup() {
    let victim = Victim::new();
    let texts = MARKUP.into_iter().chain([FOREIGN]);
    let mutator = Mutator::new(texts.map(str::as_bytes));
    let make = |random: &mut Random| {
        let texts: Vec<_> = (0..TEXTS)
            .map(|_| {
                let text = *random.of(&MARKUP);
                mutator.damaged_text(random, text)
            })
            .collect();
        serde_json::to_vec(&texts).expect("JSON")
    };
    let judge = |input: &[u8]| {
        let texts: Vec<String> = serde_json::from_slice(input).expect("a list of texts");
        let sound = judge_texts(&victim, &texts);
        sound > 0
    };
    Target {
        name: "markup",
        ordinary: 20 * TEXTS as u64,
        dear: 1,
        holds: TEXTS as u64,
    }
    .run(make, judge);
}

/// A file of notes and one of texts of cells, a line each.
const FILES: [&str; 3] = [
    "notes/damaged.yaml",
    "cell-texts.yaml",
    "facts/damaged.yaml",
];

/// How many of the texts are sound, of which all can be read together.
fn judge_texts(victim: &Victim, texts: &[String]) -> usize {
    let line = |at: usize, text: &String| {
        // JSON is YAML, but for what YAML takes for the end of a line.
        let text = serde_json::to_string(text).expect("JSON");
        let text = text
            .replace('\u{7f}', "\\u007f")
            .replace('\u{85}', "\\u0085");
        let text = text
            .replace('\u{2028}', "\\u2028")
            .replace('\u{2029}', "\\u2029");
        let text = text.replace('\u{feff}', "\\ufeff");
        (at, text)
    };
    let lines: Vec<_> = texts
        .iter()
        .enumerate()
        .map(|(at, text)| line(at, text))
        .collect();
    let notes = lines
        .iter()
        .map(|(at, text)| format!("n{at}: {{speaks: publisher, text: {{en: {text}}}}}\n"));
    let cells = lines
        .iter()
        .map(|(at, text)| format!("c{at}: {{text: {{en: {text}}}}}\n"));
    let lost = "lost: {text: {en: lost}}\n".to_owned();
    let cited: Vec<_> = (0..texts.len()).map(|at| format!("n{at}")).collect();
    // All notes are cited by one cell; the last text stands in it.
    let cell = format!(
        "source: web\neditions: [E1, E2]\nclaims:\n  main:\n    strength: {{maid: text c{} ({})}}\n",
        texts.len().saturating_sub(1),
        cited.join(" ")
    );
    let resolutions = "- {question: strength, figures: [maid], take: web, because: {en: so}}\n- {question: eaten, figures: [knight], take: book, when: dragon, because: {en: so}}\n";
    victim.write(FILES[0], notes.collect::<String>().as_bytes());
    victim.write(FILES[1], cells.chain([lost]).collect::<String>().as_bytes());
    victim.write(FILES[2], cell.as_bytes());
    victim.write("facts/resolutions.yaml", resolutions.as_bytes());
    match load(victim.path()) {
        Err(LoadError::Folder(message)) => panic!("{message}"),
        Err(LoadError::Dataset(files, found)) => {
            assert_sound(&files, &found);
            let broken: BTreeSet<_> = found
                .iter()
                .filter_map(|found| line_of(&files, found))
                .collect();
            assert!(
                !broken.is_empty(),
                "{}",
                rulegrid::diagnostic::render_human(&files, &found, false)
            );
            let sound = texts
                .iter()
                .enumerate()
                .filter(|(at, _)| !broken.contains(at));
            let sound: Vec<_> = sound.map(|(_, text)| text.clone()).collect();
            match sound.is_empty() {
                true => 0,
                false => judge_texts(victim, &sound),
            }
        }
        Ok(loaded) => {
            show(&loaded);
            if texts.len().is_multiple_of(4) {
                build(&loaded);
            }
            texts.len()
        }
    }
}

/// Which text the message is about.
fn line_of(files: &Files, found: &Diagnostic) -> Option<usize> {
    let path = files.path(&found.primary.place);
    let is_ours = FILES[..2].contains(&path);
    is_ours.then(|| files.line_and_column(&found.primary.place).0 - 1)
}

#[test]
fn pages() {
    let victim = Victim::new();
    let base = ["pages/beasts.en.md", "pages/frost.en.md"];
    let base = base.map(|path| std::fs::read_to_string(victim.path().join(path)).expect("a page"));
    let texts = base
        .iter()
        .map(String::as_str)
        .chain(MARKUP)
        .chain([FOREIGN]);
    let mutator = Mutator::new(texts.map(str::as_bytes));
    let make = |random: &mut Random| {
        let pages: Vec<_> = (0..PAGES)
            .map(|_| {
                let page = random.of(&base);
                mutator.damaged_text(random, page)
            })
            .collect();
        serde_json::to_vec(&pages).expect("JSON")
    };
    let judge = |input: &[u8]| -> Sound {
        let pages: Vec<String> = serde_json::from_slice(input).expect("a list of pages");
        let path = |at: usize| format!("pages/p{at}.en.md");
        let put = |wanted: &dyn Fn(usize) -> bool| {
            for (at, page) in pages.iter().enumerate() {
                match wanted(at) {
                    true => victim.write(&path(at), page.as_bytes()),
                    false => drop(std::fs::remove_file(victim.path().join(path(at)))),
                }
            }
        };
        put(&|_| true);
        let mut broken = BTreeSet::new();
        if let Err(error) = load(victim.path()) {
            let LoadError::Dataset(files, found) = error else {
                panic!("{error:?}");
            };
            assert_sound(&files, &found);
            let paths = found.iter().map(|found| files.path(&found.primary.place));
            broken.extend(paths.map(str::to_owned));
            put(&|at| !broken.contains(&path(at)));
        }
        let loaded = load(victim.path());
        put(&|_| false);
        match loaded {
            Ok(loaded) => build(&loaded),
            Err(error) => panic!("sound alone: {error:?}"),
        }
        broken.len() < pages.len()
    };
    Target {
        name: "pages",
        ordinary: 10 * PAGES as u64,
        dear: 1,
        holds: PAGES as u64,
    }
    .run(make, judge);
}
