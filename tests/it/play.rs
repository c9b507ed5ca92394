//! The order of play: what a selection shows of it holds together and names nothing that is not
//! selected, every line of its source is cited, and its page shows and counts the same.

use crate::browser::{Browser, Page};
use crate::cli::run_with;
use crate::matrix::{Turn, turns};
use crate::oracle::Choice;
use crate::pages::{FILES, PLAN, WORDS, from_folder, published};
use crate::support::{choices, dataset, facts, selection};
use proptest::prelude::*;
use rulegrid::logic::{Variable, witness};
use rulegrid::model::*;
use rulegrid::render::play;
use rulegrid::selection::from_address;
use rulegrid::view::{PlayPlan, PlayView, StepView, in_edition};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::process::Command;
use std::sync::LazyLock;

static PLAY: LazyLock<PlayPlan<'static>> = LazyLock::new(|| PLAN.play());

/// Words of the game, and the elements of which one must be selected where a step says them; those
/// that hold others come first.
const NAMED: [(&str, &[&str]); 88] = [
    ("easter", &["easter-in-carcassonne"]),
    ("bunny", &["easter-in-carcassonne"]),
    ("german castle", &["german-castles"]),
    ("german cathedral", &["german-cathedrals"]),
    ("german monaster", &["german-monasteries"]),
    ("german cloister", &["german-monasteries"]),
    ("dutch or belgian", &["dutch-belgian-monasteries"]),
    ("japanese", &["japanese-buildings"]),
    ("darmstadt", &["darmstadt"]),
    ("baba yaga", &["russian-promos"]),
    ("solovei", &["russian-promos"]),
    ("vodyanoy", &["russian-promos"]),
    ("ghosts, castles & cemeteries", &["haunted-castles"]),
    ("gingerbread", &["gingerbread-man"]),
    ("fortune teller", &["fortune-teller"]),
    ("tent", &["fortune-teller"]),
    ("wheel of fortune", &["wheel-of-fortune"]),
    ("city of carcassonne", &["count-of-carcassonne"]),
    ("robber baron", &["king-and-robber"]),
    ("robber", &["robbers"]),
    ("leipzig", &["markets-of-leipzig"]),
    ("revolt", &["peasant-revolts"]),
    ("little building", &["little-buildings"]),
    ("scoring tile", &["land-surveyors"]),
    ("wind rose", &["wind-roses"]),
    ("spiel doch", &["spiel-doch-2018"]),
    ("20th anniversary", &["20th-anniversary"]),
    ("arrow", &["20th-anniversary"]),
    ("extra turn", &["20th-anniversary"]),
    ("big top", &["circus"]),
    ("ringmaster", &["ringmaster"]),
    ("acrobat", &["acrobats"]),
    ("pyramid", &["acrobats"]),
    ("bathhouse", &["bathhouses"]),
    ("betting", &["bets"]),
    ("bazaar", &["bazaars"]),
    ("auction", &["bazaars"]),
    ("castle", &["castles", "haunted-castles"]),
    ("cathedral", &["cathedrals"]),
    ("inns", &["inns"]),
    ("mage", &["mage"]),
    ("witch", &["witch"]),
    ("magic symbol", &["mage", "witch"]),
    ("ferry", &["ferries"]),
    ("ferries", &["ferries"]),
    ("tunnel", &["tunnel"]),
    ("bridge", &["bridges"]),
    ("barn", &["barn"]),
    ("wagon", &["wagon"]),
    ("mayor", &["mayor"]),
    ("abbey", &["abbey"]),
    ("abbot", &["abbot"]),
    ("phantom", &["phantom"]),
    ("builder", &["builder"]),
    ("double turn", &["builder"]),
    ("pig herd", &["pig-herd"]),
    ("pig", &["pig"]),
    ("shepherd", &["sheep"]),
    ("sheep", &["sheep"]),
    ("flock", &["sheep"]),
    ("tollhouse", &["tollkeepers"]),
    ("watchtower", &["watchtowers"]),
    ("tower", &["tower"]),
    ("fairy", &["fairy"]),
    ("princess", &["princess"]),
    ("magic portal", &["magic-portal"]),
    ("volcano", &["dragon"]),
    ("dragon", &["dragon"]),
    ("plague", &["plague"]),
    ("flea", &["plague"]),
    ("outbreak", &["plague"]),
    ("gold", &["goldmines"]),
    ("hill", &["hills"]),
    ("vineyard", &["vineyards"]),
    ("shrine", &["shrines"]),
    ("garden", &["gardens"]),
    ("ghost", &["ghosts"]),
    ("fog", &["ghosts", "haunted-castles"]),
    ("cemeter", &["cemeteries"]),
    ("triangular", &["halflings"]),
    ("teacher", &["teacher"]),
    ("festival", &["festival"]),
    ("catapult", &["catapult"]),
    ("fruit", &["fruit-bearing-trees"]),
    ("gift", &["gifts"]),
    ("message", &["messages"]),
    ("labyrinth", &["labyrinth"]),
    ("siege", &["cathars"]),
];

/// What a step says that the choice does not hold.
fn named_elsewhere(step: &StepView, choice: &Choice) -> Vec<&'static str> {
    let label = step.label.as_ref().map_or("", |label| &label.text);
    let markers = step.markers.iter().map(|marker| &marker.name.text);
    let markers: String = markers.map(|name| format!(" {name}")).collect();
    let mut text = format!(" {label} {}{markers}", step.text.text).to_lowercase();
    let mut found = Vec::new();
    for (word, elements) in NAMED {
        let start = |c: char| !c.is_alphanumeric();
        let is_there = text
            .match_indices(word)
            .any(|(at, _)| text[..at].ends_with(start));
        if is_there && !elements.iter().any(|e| choice.elements.contains(*e)) {
            found.push(word);
        }
        text = text.replace(word, "~");
    }
    found
}

/// All steps shown, those around first, with how deep they stand.
fn steps<'v, 'd>(view: &'v PlayView<'d>) -> Vec<(usize, &'v StepView<'d>)> {
    fn below<'v, 'd>(
        depth: usize,
        steps: &'v [StepView<'d>],
        all: &mut Vec<(usize, &'v StepView<'d>)>,
    ) {
        for step in steps {
            all.push((depth, step));
            below(depth + 1, &step.steps, all);
        }
    }
    let mut all = Vec::new();
    for part in view.phases.iter().flat_map(|phase| &phase.parts) {
        below(0, &part.steps, &mut all);
    }
    all
}

/// Each step's first alternative, by its id.
fn alternatives() -> HashMap<String, String> {
    let mut first = HashMap::new();
    dataset().play.each_step(&mut |step, _| {
        if let Some(of) = &step.alternative_of {
            first.insert(step.id.to_string(), of.to_string());
        }
    });
    first
}

/// That numbers have no gaps: those of `steps`, and of all below them.
fn assert_counted(steps: &[StepView], depth: usize, is_counted: bool) {
    for (at, step) in steps.iter().enumerate() {
        let wanted = match depth {
            0 => Some((at + 1).to_string()),
            // No list has more items than there are letters.
            1 => Some(char::from(b'a' + at as u8).to_string()),
            _ => None,
        };
        assert_eq!(step.number, wanted.filter(|_| is_counted), "{}", step.id);
        assert_counted(&step.steps, depth + 1, is_counted);
    }
}

fn assert_numbers(view: &PlayView) {
    let (mut number, mut same, mut letter) = (0, b'a', b'A');
    for phase in &view.phases {
        assert!(!phase.parts.is_empty(), "{} is empty", phase.id);
        let declared = dataset().play.phases.iter().find(|p| p.id == *phase.id);
        match declared.expect("a phase").counted {
            Counted::Not => assert_eq!(phase.number, None),
            Counted::Number => {
                (number, same, letter) = (number + 1, b'a', b'A');
                assert_eq!(phase.number, Some(number.to_string()));
            }
            Counted::Continues => {
                same += 1;
                let wanted = format!("{number}{}", char::from(same));
                assert_eq!(phase.number, Some(wanted));
            }
        }
        for part in &phase.parts {
            assert!(!part.steps.is_empty(), "a part of {} is empty", phase.id);
            assert_counted(&part.steps, 0, phase.number.is_some());
            let Some(head) = &part.head else {
                continue;
            };
            if phase.number.is_some() {
                let wanted = format!("{number}{}", char::from(letter));
                assert_eq!(head.number, Some(wanted));
                letter += 1;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_turn_holds_together(choice in choices()) {
        let view = PLAY.view(&selection(&choice), LanguageIx(0));
        assert_numbers(&view);
        let first = alternatives();
        let mut seen = BTreeSet::new();
        for (_, step) in steps(&view) {
            let elsewhere = named_elsewhere(step, &choice);
            prop_assert!(elsewhere.is_empty(), "{} says {elsewhere:?} in {choice:?}", step.id);
            if !step.steps.is_empty() || !step.text.text.ends_with(':') {
                let id = step.id.to_string();
                let group = first.get(&id).unwrap_or(&id);
                prop_assert!(seen.insert(group.clone()), "two of {group} in {choice:?}");
            } else {
                prop_assert!(false, "nothing follows {} in {choice:?}", step.id);
            }
        }
        let said: BTreeSet<_> = steps(&view).iter().flat_map(|(_, s)| &s.markers).map(|m| m.id).collect();
        let legend: BTreeSet<_> = view.legend.iter().map(|word| word.id).collect();
        prop_assert_eq!(said, legend);
    }
}

#[test]
fn every_step_is_shown_in_some_selection() {
    let mut count = 0;
    PLAY.each_step(&mut |plan| {
        let id = &plan.step.id;
        let witness = witness(&plan.shown, dataset().editions.len());
        let witness = witness.unwrap_or_else(|| panic!("no selection shows {id}"));
        let mut elements = ElementSet::empty(dataset().elements.len());
        for element in &witness.elements {
            elements.set(*element, true);
        }
        let edition = witness.edition;
        let view = PLAY.view(&Selection { edition, elements }, LanguageIx(1));
        let found = steps(&view).iter().any(|(_, step)| step.id == id);
        assert!(found, "{id}");
        count += 1;
    });
    let mut declared = 0;
    dataset().play.each_step(&mut |_, _| declared += 1);
    assert_eq!(count, declared);
    assert!(count > 360, "{count}");
}

#[test]
fn every_line_of_the_source_is_cited_or_said_to_state_no_rule() {
    let mut cited = BTreeSet::new();
    let mut cite = |at: &SourceLines| {
        for (source, lines) in at {
            assert_eq!(source.as_str(), "order-of-play");
            cited.extend(lines);
        }
    };
    for phase in &dataset().play.phases {
        cite(&phase.at);
        if let PhaseBody::Parts(parts) = &phase.body {
            parts.iter().for_each(|part| cite(&part.at));
        }
    }
    dataset().play.each_step(&mut |step, _| cite(&step.at));
    let mut uncited = BTreeSet::new();
    for line in include_str!("../facts/play-uncited.tsv").lines().skip(1) {
        let (number, reason) = line.split_once('\t').expect("a line and a reason");
        assert!(!reason.is_empty(), "{line}");
        uncited.insert(number.parse::<u32>().expect("a line"));
    }
    let both: Vec<_> = cited.intersection(&uncited).collect();
    assert!(both.is_empty(), "{both:?}");
    let all = dataset().sources["order-of-play"].lines.expect("lines");
    let missing: Vec<_> = (1..=all)
        .filter(|line| !cited.contains(line) && !uncited.contains(line))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The lines of the printed page, from the first phase on; none where Poppler is not installed.
fn printed(page: &Page, first: &str) -> Option<Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("play.pdf");
    std::fs::write(&file, page.pdf()).expect("a file");
    let run = Command::new("pdftotext")
        .arg("-layout")
        .arg(&file)
        .arg("-")
        .output();
    let text = String::from_utf8(run.ok()?.stdout).expect("UTF-8");
    let lines = text.lines().map(|line| line.trim().to_owned());
    Some(lines.skip_while(|line| !line.starts_with(first)).collect())
}

/// The headings with their numbers, in order.
fn headings(view: &PlayView) -> Vec<String> {
    let mut headings = Vec::new();
    let mut heading = |number: &Option<String>, title: &str| {
        let parts = [number.as_deref(), Some(title)];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        headings.push(parts.join(" "));
    };
    for phase in &view.phases {
        heading(&phase.number, &phase.title.text);
        for head in phase.parts.iter().filter_map(|part| part.head.as_ref()) {
            heading(&head.number, &head.title.text);
        }
    }
    headings
}

/// The number of a step, where a line begins with one: `12`, `b`.
fn number(line: &str) -> Option<String> {
    let start = line.split(' ').next()?.strip_suffix('.')?;
    let is_number = !start.is_empty() && start.bytes().all(|b| b.is_ascii_digit());
    let is_letter = matches!(start.as_bytes(), [b'a'..=b'z']);
    (is_number || is_letter).then(|| start.to_owned())
}

#[test]
fn the_page_shows_and_counts_what_the_view_does_without_a_script() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    page.open(&from_folder(&folder, "en/play.html"));
    for Turn { inputs, selection } in turns(&page, 6, &["mark-adapted"]) {
        let view = PLAY.view(&selection, LanguageIx(0));

        let read = "[...document.querySelectorAll('.play [data-step]')].filter(step => step.getClientRects().length)
            .map(step => { const saying = step.querySelector('.saying');
                return [step.dataset.step, saying.querySelector('.what').innerText,
                    [...saying.querySelectorAll('.tag')].filter(tag => tag.getClientRects().length).map(tag => tag.innerText).join(' '),
                    getComputedStyle(saying).backgroundImage !== 'none']; })";
        let read: Vec<(String, String, String, bool)> =
            serde_json::from_value(page.eval(read)).expect("steps");
        let wanted: Vec<_> = steps(&view)
            .into_iter()
            .map(|(_, step)| {
                let tags = step.rule_sets.iter().chain(&step.markers).map(|word| {
                    let number = word.number.map_or(String::new(), |n| format!(" {n}"));
                    format!("{}{number}", word.name.text)
                });
                let tags = tags.collect::<Vec<_>>().join(" ");
                let text = step.text.text.clone();
                (step.id.to_string(), text, tags, step.adapted)
            })
            .collect();
        assert_eq!(read, wanted, "{inputs:?}");

        let read =
            "[...document.querySelectorAll('.untold li')].filter(it => it.getClientRects().length)
            .map(it => it.innerText)";
        let wanted: Vec<_> = view.untold.iter().map(|(_, name)| &name.text).collect();
        assert_eq!(page.eval(read), json!(wanted), "{inputs:?}");

        let wanted = headings(&view);
        let Some(lines) = printed(&page, &wanted[0]) else {
            continue;
        };
        let mut left = lines.iter();
        for heading in &wanted {
            let found = left.any(|line| line.starts_with(heading));
            assert!(found, "{heading} of {wanted:?} in {lines:#?}");
        }
        let counted = steps(&view).into_iter();
        let counted: Vec<_> = counted
            .filter_map(|(_, step)| step.number.clone())
            .collect();
        let numbers: Vec<_> = lines.iter().filter_map(|line| number(line)).collect();
        // Poppler may run short lines together; what it reads stands in order.
        let mut left = counted.iter();
        let in_order = numbers.iter().all(|number| left.any(|own| own == number));
        assert!(in_order, "{numbers:?} of {counted:?}");
        let most = numbers.len() * 10 >= counted.len() * 9;
        assert!(most, "{numbers:?} of {counted:?}");
    }
    assert_eq!(page.messages(), [""; 0]);
}

#[test]
fn the_base_game_is_a_card_of_one_page() {
    let folder = published(&FILES);
    let page = Browser::start().page(false);
    for language in ["en", "ro", "fr"] {
        page.open(&from_folder(&folder, &format!("{language}/play.html")));
        let pdf = page.pdf();
        let count = |what: &[u8]| pdf.windows(what.len()).filter(|w| *w == what).count();
        let pages = count(b"/Type /Page") - count(b"/Type /Pages");
        assert_eq!(pages, 1, "{language}");
    }
    let base = Selection {
        edition: dataset().default_edition,
        elements: ElementSet::empty(dataset().elements.len()),
    };
    for (ix, language) in dataset().languages() {
        let view = PLAY.view(&base, ix);
        let text = play::markdown(&view, &WORDS);
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!(format!("play__base_game_{}", language.code), text);
        });
    }
}

#[test]
fn every_format_holds_the_same_steps() {
    let arguments = |format| {
        let with = "princess-and-dragon,messages,robbers,traders-and-builders";
        [
            "show",
            "--play",
            "--edition",
            "C1",
            "--with",
            with,
            "--format",
            format,
        ]
    };
    let json = run_with(&arguments("json"), &[]).out;
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let mut ids = Vec::new();
    let mut texts = Vec::new();
    let mut left: Vec<&Value> = Vec::new();
    for phase in json["phases"].as_array().expect("phases") {
        for part in phase["parts"].as_array().expect("parts") {
            left.extend(part["steps"].as_array().expect("steps"));
        }
    }
    left.reverse();
    while let Some(step) = left.pop() {
        ids.push(step["id"].as_str().expect("an id").to_owned());
        texts.push(step["text"].as_str().expect("a text").to_owned());
        left.extend(step["steps"].as_array().expect("steps").iter().rev());
    }
    let dragon = ["move-dragon-before-scoring", "move-dragon-after-scoring"];
    assert!(
        dragon.iter().all(|id| ids.iter().any(|own| own == id)),
        "{ids:?}"
    );
    let csv = run_with(&arguments("csv"), &[]).out;
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let lines: Vec<_> = csv.records().map(|line| line.expect("a line")).collect();
    let in_csv: Vec<_> = lines.iter().map(|line| line[4].to_owned()).collect();
    assert_eq!(in_csv, ids);
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = squeezed(&run_with(&arguments("text"), &[]).out);
    let markdown = squeezed(&run_with(&arguments("markdown"), &[]).out);
    for step in &texts {
        let step = squeezed(step);
        assert!(text.contains(&step), "{step}");
        assert!(markdown.contains(&step), "{step}");
    }
    for said in ["[messages 1a]", "[HiG rules]", "[you: must]"] {
        assert!(text.contains(said), "{said}");
    }
}

/// What no step is about.
fn untold(address: &str) -> Vec<String> {
    let selection = from_address(dataset(), address).expect("an address");
    let view = PLAY.view(&selection, LanguageIx(0));
    let untold = view.untold.iter();
    untold.map(|(id, _)| id.to_string()).collect()
}

#[test]
fn what_no_step_is_about_is_said() {
    assert_eq!(untold("?ed=C2"), [""; 0]);
    assert_eq!(untold("?ed=C1&x=princess-and-dragon,tower"), [""; 0]);
    assert_eq!(untold("?ed=C3.1&x=dragon-and-fairy"), ["dragon-lairs"]);
    // In no selection is something told of by a step and said to be told of by none.
    for edition in ["C1", "C2", "C3.1", "WE"] {
        let selection = selection(&facts().everything(edition));
        let view = PLAY.view(&selection, LanguageIx(0));
        let mut told = BTreeSet::new();
        PLAY.each_step(&mut |step| {
            if step.shown.holds(&selection) {
                in_edition(&step.shown, selection.edition).variables(&mut |it| {
                    if let Variable::Element(element) = it {
                        told.insert(dataset().element(element).0.to_string());
                    }
                });
            }
        });
        let untold = view.untold.iter().map(|(id, _)| id.as_str());
        let both: Vec<_> = untold.filter(|id| told.contains(*id)).collect();
        assert_eq!(both, [""; 0], "{edition}");
    }
    // Every format says so; the page is compared below.
    let arguments = [
        "show",
        "--play",
        "--edition",
        "C3.1",
        "--with",
        "dragon-and-fairy",
    ];
    for (format, wanted) in [
        ("text", "No step here is about: dragon’s lairs"),
        ("markdown", "No step here is about: dragon’s lairs"),
        ("json", "\"dragon-lairs\""),
    ] {
        let said = run_with(&[&arguments[..], &["--format", format]].concat(), &[]).out;
        assert!(said.contains(wanted), "{said}");
    }
}

#[test]
fn the_search_leads_to_the_page_and_its_phases() {
    for language in ["en", "ro", "fr"] {
        let path = format!("search/{language}.js");
        let index = FILES
            .iter()
            .find(|file| file.path == path)
            .expect("an index");
        let index = std::str::from_utf8(&index.bytes).expect("UTF-8");
        for place in [
            "play.html",
            "play.html#phase-score",
            "play.html#phase-draw-tile",
            "lists.html",
        ] {
            let href = format!("\"{language}/{place}\"");
            assert!(index.contains(&href), "{href}");
        }
    }
}
