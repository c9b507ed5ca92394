//! What is found for a few typed words, over phrases as readers would type them, and the command.

use crate::cli::{Ran, run_with};
use crate::support::*;
use rulegrid::model::{ElementSet, LanguageIx, Selection};
use rulegrid::search::{Found, Index, Meaning, ask, words_of};
use rulegrid::view::Plan;
use serde_json::Value;
use std::sync::LazyLock;

static PLAN: LazyLock<Plan<'static>> = LazyLock::new(|| Plan::new(dataset()));

/// Of how many cells one is tried where each is asked for by its texts.
const ONE_CELL_OF: usize = 9;

/// The index of each language.
pub static INDEXES: LazyLock<Vec<Index<'static>>> = LazyLock::new(|| {
    let languages = dataset().languages();
    languages.map(|(ix, _)| Index::new(&PLAN, ix)).collect()
});

/// What readers of one language ask: the phrase, the figure and the question that are meant.
pub struct Phrase {
    pub language: LanguageIx,
    pub text: String,
    pub figure: String,
    pub question: String,
}

/// The phrases of `ask_phrases.tsv`.
pub fn phrases() -> Vec<Phrase> {
    let lines = include_str!("ask_phrases.tsv").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let phrases = lines.map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let [language, text, figure, question] = fields[..] else {
            panic!("four fields: {line}");
        };
        Phrase {
            language: dataset().language_ix(language).expect(language),
            text: text.to_owned(),
            figure: figure.to_owned(),
            question: question.to_owned(),
        }
    });
    phrases.collect()
}

/// What the index of a language finds: `figure question`, one of them, or nothing.
pub fn first(language: LanguageIx, text: &str) -> String {
    let index = &INDEXES[language.index()];
    match index.find(text).found {
        Found::Cell(slot) => {
            let figure = index.figures[slot.figure].id;
            format!("{figure} {}", index.questions[slot.question].id)
        }
        Found::Figure(at) => index.figures[at].id.to_string(),
        Found::Questions(all) => index.questions[all[0]].id.to_string(),
        Found::Nothing => String::new(),
    }
}

/// What the search over all languages finds.
fn over_all(text: &str) -> String {
    let edition = dataset().default_edition;
    let elements = ElementSet::full(dataset().elements.len());
    let asked = ask(&PLAN, text, &Selection { edition, elements }, None);
    match asked.meaning {
        Meaning::Cell {
            figure, question, ..
        } => format!("{figure} {question}"),
        other => format!("{other:?}"),
    }
}

/// The share of right ones, and what is wrong.
fn share(all: usize, wrong: &[String]) -> f64 {
    let right = 100.0 * (all - wrong.len()) as f64 / all as f64;
    println!("{right:.1} % of {all}\n{}", wrong.join("\n"));
    right
}

#[test]
fn a_figure_named_in_one_language_counts_beside_a_word_of_several() {
    // The other languages know the second word alone, by a shorter name.
    for text in ["abatele prin portal", "abatele portal"] {
        assert_eq!(over_all(text), "abbot means/magic-portal", "{text}");
    }
}

#[test]
fn phrases_find_what_they_mean() {
    let phrases = phrases();
    for (language, _) in dataset().languages() {
        let own = phrases.iter().filter(|p| p.language == language);
        assert!(own.count() >= 40, "forty phrases in each language");
    }
    let meant = |p: &Phrase| format!("{} {}", p.figure, p.question);
    let wrong = |find: &dyn Fn(&Phrase) -> String| -> Vec<String> {
        let wrong = phrases.iter().filter(|p| find(p) != meant(p));
        let wrong = wrong.map(|p| format!("{}: {} and not {}", p.text, find(p), meant(p)));
        wrong.collect()
    };
    let in_language = wrong(&|p| first(p.language, &p.text));
    assert!(share(phrases.len(), &in_language) >= 99.0);
    let in_any = wrong(&|p| over_all(&p.text));
    assert!(share(phrases.len(), &in_any) >= 90.0);
}

/// The whole text of a question, behind its section's title, with a figure's name.
#[test]
fn the_text_of_a_question_with_the_name_of_a_figure_finds_that_cell() {
    let dataset = dataset();
    let elements = ElementSet::full(dataset.elements.len());
    let edition = dataset.default_edition;
    let selection = Selection { edition, elements };
    for (language, _) in dataset.languages() {
        let view = PLAN.view(&selection, language);
        let (mut cells, mut all) = (0, 0);
        let (mut wrong, mut wrong_bare) = (Vec::new(), Vec::new());
        let sections = view.tables.iter().flat_map(|table| {
            let sections = table.sections.iter();
            sections.map(|section| (&table.figures, section))
        });
        for (figures, section) in sections {
            for (row, figure) in section.rows.iter().flat_map(|row| {
                let figures = figures.iter();
                figures.map(move |figure| (row, figure))
            }) {
                cells += 1;
                // Another part of them in each language.
                if (cells + language.index()) % ONE_CELL_OF != 0 {
                    continue;
                }
                let meant = format!("{} {}", figure.id, row.question);
                let bare = format!("{} {}", figure.name.text, row.text.text);
                let text = format!("{} {bare}", section.title.text);
                let at = first(language, &text);
                if at != meant {
                    wrong.push(format!("{text}: {at} and not {meant}"));
                }
                if first(language, &bare) != meant {
                    wrong_bare.push(bare);
                }
                all += 1;
            }
        }
        assert!(all > 100);
        share(all, &wrong_bare);
        assert!(share(all, &wrong) >= 98.0);
    }
}

/// What readers say who do not know how a table words it.
#[test]
fn short_ways_of_asking_find_what_they_mean() {
    let dataset = dataset();
    let language = |code| dataset.language_ix(code).expect(code);
    for (code, text, meant) in [
        ("en", "go to Leipzig", "event/city-of-leipzig"),
        ("en", "protected by the fairy", "dragon-protection/fairy"),
        ("en", "the mayor", "mayor"),
        (
            "en",
            "can the abbot go to Leipzig",
            "abbot event/city-of-leipzig",
        ),
        ("en", "wagon go to leipzig", "wagon event/city-of-leipzig"),
        (
            "fr",
            "la fée protège l’abbé contre la tour",
            "abbot tower-protection/fairy",
        ),
        (
            "fr",
            "la fée protège le maire contre le dragon",
            "mayor dragon-protection/fairy",
        ),
        (
            "fr",
            "le château protège le grand meeple contre la tour",
            "large-meeple tower-protection/german-castle",
        ),
        ("fr", "où poser le fantôme du brouillard", "ghost placed-on"),
        ("ro", "festtivalul elimină porcul", "pig removal/festival"),
        (
            "ro",
            "zâna protejează constructorul de turn",
            "builder tower-protection/fairy",
        ),
        (
            "ro",
            "constructorul fuge de ciumă",
            "builder event/flee-plague",
        ),
        ("ro", "abatele prin portal", "abbot means/magic-portal"),
    ] {
        assert_eq!(first(language(code), text), meant, "{text}");
    }
}

#[test]
fn order_case_diacritics_and_marks_do_not_matter() {
    for phrase in phrases() {
        let mut words = words_of(&phrase.text);
        words.reverse();
        let meant = first(phrase.language, &phrase.text);
        assert_eq!(first(phrase.language, &words.join(" ")), meant, "{words:?}");
        let shouted = phrase.text.to_uppercase();
        assert_eq!(first(phrase.language, &shouted), meant, "{shouted}");
    }
}

#[test]
fn nothing_typed_makes_it_fail_or_slow() {
    let long = "dragon".repeat(20_000);
    let many = "dragon abbot ".repeat(20_000);
    for text in ["", " ", "?", "\0", "🐉", "ﬁ ŉ", "a b c", &long, &many] {
        for (language, _) in dataset().languages() {
            first(language, text);
        }
    }
    assert_eq!(first(LanguageIx(0), ""), "");
}

fn run(arguments: &[&str]) -> Ran {
    let rules = rules();
    let rules = rules.to_str().expect("UTF-8");
    run_with(&[&["ask", "--rules", rules], arguments].concat(), &[])
}

/// The answer as JSON, and the exit status.
fn json(arguments: &[&str]) -> (i32, Value) {
    let ran = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(ran.err, "");
    (ran.code, serde_json::from_str(&ran.out).expect("JSON"))
}

#[test]
fn the_command_answers_with_notes_and_sources() {
    let (code, answer) = json(&["can the dragon eat the abbot"]);
    assert_eq!(code, 0);
    assert_eq!(answer["question"], "removal/dragon");
    assert_eq!(answer["figure"], "abbot");
    assert_eq!(answer["answer"], "yes");
    assert_eq!(answer["text"], Value::Null);
    assert!(
        answer["sources"]
            .as_array()
            .is_some_and(|s| s.contains(&"wiki-ro".into()))
    );
    assert_eq!(answer["selected"], true);
    assert_eq!(answer["edition"], "C2");

    let (code, answer) = json(&["mayor", "majority"]);
    assert_eq!((code, &answer["answer"]), (0, &"text".into()));
    assert_eq!(answer["text"], "number of coats of arms in the city");

    let french = run(&["le dragon mange l'abbé"]).out;
    assert!(
        french.starts_with("abbé · peut être mangé par le dragon"),
        "{french}"
    );
    assert_eq!(french.lines().nth(1), Some("  oui"), "{french}");
    let english = run(&["dragonul mananca abatele", "--lang", "en"]);
    assert!(
        english
            .out
            .starts_with("abbot · can be eaten by the dragon?\n  yes\n")
    );
}

#[test]
fn every_answer_is_that_of_the_tables() {
    let choice = ["--edition", "C1", "--all"];
    let rules = rules();
    let show = [
        "show",
        "--rules",
        rules.to_str().expect("UTF-8"),
        "--format",
        "json",
    ];
    let shown: Value =
        serde_json::from_str(&run_with(&[&show[..], &choice].concat(), &[]).out).expect("JSON");
    for phrase in phrases().iter().step_by(9) {
        let (_, answer) = json(&[&[phrase.text.as_str()][..], &choice].concat());
        let tables = shown["tables"].as_array().into_iter().flatten();
        let sections = tables.flat_map(|table| table["sections"].as_array().into_iter().flatten());
        let mut rows = sections.flat_map(|s| s["rows"].as_array().into_iter().flatten());
        let row = rows.find(|row| {
            let cells = row["cells"].as_array().into_iter().flatten();
            let mut figures = cells.map(|cell| &cell["figure"]);
            row["question"] == answer["question"] && figures.any(|f| *f == answer["figure"])
        });
        let cells = row.map(|row| row["cells"].as_array()).into_iter().flatten();
        let cell = cells
            .flatten()
            .find(|cell| cell["figure"] == answer["figure"]);
        let cell = cell.expect("the cell is shown");
        for key in ["answer", "text", "open", "sources", "adapted"] {
            assert_eq!(cell[key], answer[key], "{}", phrase.text);
        }
    }
}

#[test]
fn what_is_not_selected_is_answered_for_what_would_show_it() {
    let (code, answer) = json(&["dragon abbot", "--with", "inns-and-cathedrals"]);
    assert_eq!((code, &answer["answer"]), (0, &"yes".into()));
    assert_eq!(answer["selected"], false);
    assert_eq!(answer["added"], serde_json::json!(["dragon", "abbot"]));
    let text = run(&["dragon abbot", "--selection", "?ed=C2"]).out;
    assert!(text.contains("This is not in the selection. The answer is for: New edition"));
    assert!(text.ends_with("dragon, abbot\n"), "{text}");
}

#[test]
fn editions_that_differ_are_told() {
    let with = "--with=princess-and-dragon,bridges-castles-and-bazaars";
    let differing = phrases().into_iter().find_map(|phrase| {
        let (_, answer) = json(&[&phrase.text]);
        let editions = answer["editions"].as_array()?.clone();
        (!editions.is_empty()).then_some((phrase.text, editions))
    });
    let (text, editions) = differing.expect("editions differ somewhere");
    let answers: Vec<_> = editions.iter().map(|e| &e["answer"]).collect();
    assert!(answers.iter().any(|answer| *answer != answers[0]));
    assert!(
        run(&[&text, "--lang", "en"])
            .out
            .contains("The editions differ:\n")
    );
    let (_, same) = json(&["dragon large meeple", with]);
    assert_eq!(same["editions"], serde_json::json!([]));
}

#[test]
fn without_an_answer_what_was_understood_is_listed() {
    let (code, answer) = json(&["mayor"]);
    assert_eq!((code, &answer["figure"]), (1, &"mayor".into()));
    assert_eq!(answer["question"], Value::Null);
    assert!(answer["listed"].as_array().is_some_and(|l| l.len() > 50));

    let (code, answer) = json(&["eaten"]);
    assert_eq!((code, &answer["question"]), (1, &"removal/dragon".into()));
    assert_eq!(answer["figure"], Value::Null);
    assert_eq!(answer["answer"], Value::Null);
    // Figures, tiles and tokens.
    assert_eq!(answer["listed"].as_array().map(Vec::len), Some(28 + 13));

    // Roles are no figures.
    let (code, answer) = json(&["farmer on a bridge?"]);
    assert_eq!((code, &answer["figure"]), (1, &Value::Null));
    let others = answer["nearest"].as_array().expect("a list");
    assert!(others.contains(&"place/bridge".into()), "{others:?}");

    let nothing = run(&["qwrtz"]);
    assert_eq!(nothing.code, 1);
    assert!(nothing.err.starts_with("help: "), "{}", nothing.err);
    assert!(
        nothing
            .out
            .starts_with("Neither a figure nor a question was understood.\n")
    );
    assert_eq!(run(&["dragon", "--with", "dargon"]).code, 2);
}
