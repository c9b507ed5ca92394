//! What is wrong with a dataset, as a person reads it: one snapshot for each kind of fault; and
//! that no input makes loading panic, hang or point outside of a file.

use crate::support::*;
use rulegrid::diagnostic::{Diagnostic, Files, render_human};
use rulegrid::load::{LoadError, load};
use std::path::Path;

/// `text` with the one `from` in it replaced.
fn edited(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from:?} in {text}");
    text.replace(from, to)
}

/// What loading the small dataset with these files says.
fn messages(files: &[(&str, &[u8])]) -> String {
    let dir = small_dataset(files);
    messages_of(dir.path())
}

fn messages_of(dir: &Path) -> String {
    match load(dir) {
        Ok(_) => "it loads".to_owned(),
        Err(LoadError::Folder(message)) => message.replace(&dir.display().to_string(), "FOLDER"),
        Err(LoadError::Dataset(files, diagnostics)) => {
            assert_inside(&files, &diagnostics);
            render_human(&files, &diagnostics, false)
        }
    }
}

/// Every place lies in its file, between characters.
fn assert_inside(files: &Files, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        let secondary = diagnostic.secondary.iter();
        for annotation in secondary.chain([&diagnostic.primary]) {
            let place = &annotation.place;
            let file = files.get(place.file).expect("a file");
            assert!(
                file.text.get(place.range.clone()).is_some(),
                "{diagnostic:?}"
            );
        }
    }
}

fn assert_messages(name: &str, files: &[(&str, &[u8])]) {
    let messages = messages(files);
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(format!("bad_input__{name}"), messages);
    });
}

/// A test for each fault: the files that have it, and a snapshot of what is said.
macro_rules! faults {
    ($($name:ident: $($path:literal => $text:expr),+;)*) => {$(
        #[test]
        fn $name() {
            assert_messages(stringify!($name), &[$(($path, $text.as_ref())),+]);
        }
    )*};
}

/// The notes with `text` as the English text, in a block.
fn note(text: &str) -> String {
    let text = text.replace('\n', "\n      ");
    format!("raw:\n  speaks: publisher\n  text:\n    en: |\n      {text}\n")
}

/// The facts with `cell` as the answer for the knight in the first row.
fn cell(cell: &str) -> String {
    edited(FACTS, "yes (raw)", cell)
}

/// An icon of `shapes`.
fn icon(shapes: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\">{shapes}</svg>")
}

mod game {
    use super::*;

    faults! {
        a_day_that_is_none: "game.yaml" => format!("{GAME}date: 2026-13-01\n");
        a_day_that_its_month_lacks: "game.yaml" => format!("{GAME}date: 2026-02-29\n");
        a_word_that_the_interface_lacks: "game.yaml" => format!("{GAME}words: {{dragons: {{en: Dragons}}}}\n");
        an_address_for_corrections_that_is_none: "game.yaml" => format!("{GAME}corrections: \"javascript:alert(1)\"\n");
        an_overview_of_a_question_that_is_not_asked: "game.yaml" => format!("{GAME}overview: [strenght]\n");
        a_glossary_without_a_language: "glossary.yaml" => glossary("{fr: un chevalier}", "[main]");
        a_glossary_with_an_unknown_table: "glossary.yaml" => glossary("{en: a knight, fr: un chevalier}", "[mian]");
    }

    fn glossary(text: &str, tables: &str) -> String {
        format!(
            "roles:\n  title: {{en: Roles, fr: Rôles}}\n  entries:\n    knight: {{name: {{en: knight, fr: chevalier}}, text: {text}, tables: {tables}}}\n"
        )
    }
}

/// The order of play, with the words that it is marked with.
mod play {
    use super::*;

    const WORDS: &str = "\
play:
  actors: {you: {name: {en: you, fr: vous}}}
  rule-sets: {old: {name: {en: old rules, fr: anciennes règles}}}
  markers: {trap: {when: bear, name: {en: trap, fr: piège}}}
";
    const TURN: &str = "\
id: turn
source: book
title: {en: Turn, fr: Tour}
parts:
  - id: first
    title: {en: First, fr: D’abord}
    at: 1
    steps:
      - id: draw
        at: 2
        who: you
        must: true
        markers: [trap 1]
        rule-sets: [old]
        label: {en: Draw, fr: Pioche}
        text: {en: Draw a card., fr: Piochez une carte.}
      - id: feed
        when: bear
        text: {en: 'Feed the bear:', fr: 'Nourrissez l’ours :'}
        steps:
          - {id: honey, text: {en: honey, fr: du miel}}
          - {id: fish, when: dragon, text: {en: fish, fr: du poisson}}
";

    /// What loading says where `from` in the phase is `to`.
    fn said(name: &str, from: &str, to: &str) {
        let (game, turn) = (format!("{GAME}{WORDS}"), edited(TURN, from, to));
        let files = [
            ("game.yaml", game.as_bytes()),
            ("play/1.yaml", turn.as_bytes()),
        ];
        assert_messages(&format!("play_{name}"), &files);
    }

    #[test]
    fn a_sound_turn_loads() {
        let (game, turn) = (format!("{GAME}{WORDS}"), TURN);
        let files = [
            ("game.yaml", game.as_bytes()),
            ("play/1.yaml", turn.as_bytes()),
        ];
        assert_eq!(messages(&files), "it loads");
    }

    #[test]
    fn words_that_are_not_declared() {
        said(
            "words",
            "who: you\n        must: true\n        markers: [trap 1]\n        rule-sets: [old]",
            "who: yuo\n        must: true\n        markers: [trip 1, trap 1A]\n        rule-sets: [old, new]",
        );
    }

    #[test]
    fn a_duty_that_is_a_choice() {
        said("must_and_may", "must: true", "must: true\n        may: yes");
    }

    #[test]
    fn an_id_that_stands_twice() {
        said("id_twice", "{id: honey,", "{id: draw,");
    }

    #[test]
    fn alternatives_that_can_be_together() {
        said(
            "together",
            "when: dragon, text",
            "when: dragon, alternative-of: honey, text",
        );
    }

    #[test]
    fn alternatives_of_nothing() {
        said(
            "alternative_of_nothing",
            "when: dragon, text",
            "when: dragon, alternative-of: homey, text",
        );
    }

    #[test]
    fn a_step_that_is_never_shown() {
        said("unreachable", "when: dragon, text", "when: not bear, text");
    }

    #[test]
    fn a_colon_that_nothing_follows() {
        said(
            "nothing_follows",
            "{id: honey, text",
            "{id: honey, when: edition E1, text",
        );
    }

    #[test]
    fn a_marker_that_is_never_shown() {
        said("idle_marker", "at: 2\n", "at: 2\n        when: not bear\n");
    }

    #[test]
    fn a_phase_in_which_nothing_happens() {
        said("empty_phase", "parts:\n", "steps: []\nparts:\n");
    }

    #[test]
    fn a_phase_that_continues_none() {
        said(
            "continues_nothing",
            "parts:\n",
            "number: continued\nparts:\n",
        );
    }

    #[test]
    fn several_faults_are_said_in_one_run() {
        said(
            "several",
            "when: bear\n",
            "when: baer\n        at: 100\n        must: no\n",
        );
    }

    #[test]
    fn a_list_without_items() {
        let list = "id: things\nsource: bock\ntitle: {en: Things, fr: Choses}\ntext: {en: All., fr: Tout.}\nitems: {}\n";
        assert_messages(
            "a_list_without_items",
            &[("lists/things.yaml", list.as_bytes())],
        );
    }
}

mod conditions {
    use super::*;

    faults! {
        unknown_element: "figures.yaml" => edited(FIGURES, "when: bear", "when: baer");
        unknown_edition: "figures.yaml" => edited(FIGURES, "when: bear", "when: bear and edition E3");
        expansion_in_a_condition: "figures.yaml" => edited(FIGURES, "when: bear", "when: not beasts");
        two_unknown_names: "figures.yaml" => edited(FIGURES, "when: bear", "when: baer and not (dargon or bear)");
        condition_plain: "figures.yaml" => edited(FIGURES, "when: bear", "when: bear and or dragon");
        condition_single_quotes: "figures.yaml" => edited(FIGURES, "when: bear", "when: 'bear dragon'");
        condition_double_quotes: "figures.yaml" => edited(FIGURES, "when: bear", "when: \"bear \\x61nd (dragon\"");
        condition_ends_early: "figures.yaml" => edited(FIGURES, "when: bear", "when: 'bear and'");
        condition_over_lines: "figures.yaml" => "knight: {name: {en: knight}}\nsquire:\n  when: >-\n    bear and\n    dragon or\n    dargon\n  name: {en: squire}\n";
        condition_in_a_block: "notes/main.yaml" => note("Raw, in the first line.\n\n- {if dragon or}fried{/if}\n- {if dargon}cooked{/if}");
        condition_in_a_cell: "facts/book.yaml" => cell("yes if (dragon or dargon) else no (raw)");
        condition_too_deep: "figures.yaml" => edited(FIGURES, "when: bear", &format!("when: {}bear{}", "(".repeat(100), ")".repeat(100)));
        derived_by_itself: "game.yaml" => edited(GAME, "beast: dragon or bear", "beast: dragon or beast");
        derived_below: "game.yaml" => edited(GAME, "  beast: dragon or bear", "  beast: lone or bear\n  lone: dragon and not bear");
        derived_with_the_name_of_an_element: "game.yaml" => edited(GAME, "  beast: dragon or bear", "  beast: dragon or bear\n  bear: dragon");
        derived_twice: "game.yaml" => edited(GAME, "  beast: dragon or bear", "  beast: dragon or bear\n  beast: dragon");
    }

    /// Each derived condition names the one above it twice: written out, the last would be larger
    /// than memory.
    #[test]
    fn derived_conditions_that_explode() {
        let mut game = edited(
            GAME,
            "beast: dragon or bear",
            "beast: dragon or bear\n  x0: beast",
        );
        for n in 1..200 {
            let last = n - 1;
            game += &format!("  x{n}: (x{last} and not bear) or (bear and not x{last})\n");
        }
        assert_messages(
            "derived_conditions_that_explode",
            &[("game.yaml", game.as_ref())],
        );
    }
}

mod cells {
    use super::*;

    const ROW: &str = "eaten: {at: 10, knight: yes (raw), squire: no if dragon else yes}";

    faults! {
        two_bad_cells: "facts/book.yaml" => edited(FACTS, ROW, "eaten: {at: 10, knight: jes (raw), squire: no if dragon}");
        bad_cell_number: "facts/book.yaml" => edited(FACTS, "knight: 3", "knight: 99999999999");
        bad_cell_parenthesis: "facts/book.yaml" => cell("yes (raw");
        bad_cell_line: "facts/book.yaml" => cell("yes @ten");
        bad_cell_empty: "facts/book.yaml" => cell("");
        bad_cell_quoted: "facts/book.yaml" => cell("'yes (raw) @'");
        bad_cell_text: "facts/book.yaml" => cell("text fried");
        unknown_figure: "facts/book.yaml" => edited(FACTS, "knight: yes", "knigth: yes");
        unknown_question: "facts/book.yaml" => edited(FACTS, "    eaten:", "    eatn:");
        unknown_table: "facts/book.yaml" => edited(FACTS, "  main:", "  mian:");
        unknown_source: "facts/book.yaml" => edited(FACTS, "source: book", "source: boook");
        unknown_edition_of_facts: "facts/book.yaml" => edited(FACTS, "[E1, E2]", "[E1, E3]");
        facts_of_no_edition: "facts/book.yaml" => edited(FACTS, "[E1, E2]", "[]");
        missing_answer: "facts/book.yaml" => edited(FACTS, ", squire: 1 @25", "");
        missing_answer_in_an_edition: "facts/book.yaml" => edited(FACTS, "[E1, E2]", "[E1]");
        missing_row: "facts/book.yaml" => edited(FACTS, "    strength: {at: 20, knight: 3, squire: 1 @25}\n", "");
        sources_differ: "facts/wiki.yaml" => "source: wiki\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {knight: no if dragon else yes, squire: no if dragon else yes}\n";
        source_against_itself: "facts/more.yaml" => "source: book\neditions: [E2]\nclaims:\n  main:\n    eaten: {at: 10, knight: no}\n";
        line_past_the_end: "facts/book.yaml" => edited(FACTS, "squire: 1 @25", "squire: 1 @100");
        line_past_the_end_counted: "facts/book.yaml" => edited(FACTS, "at: 20", "at: 99").replace(" @25", "");
        line_zero: "facts/book.yaml" => edited(FACTS, "at: 20", "at: 0");
        line_not_a_number: "facts/book.yaml" => edited(FACTS, "at: 20", "at: twenty");
        row_without_a_line: "facts/book.yaml" => edited(FACTS, "at: 20, ", "");
        line_of_a_source_without_lines: "facts/wiki.yaml" => "source: wiki\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {at: 3, knight: yes @4}\n";
        resolution_for_no_cell: "facts/resolutions.yaml" => "- {question: eaten, figures: [knigth], take: book, because: {en: it is so}}\n- {question: eatn, figures: [knight], take: book, because: {en: it is so}}\n";
        resolution_takes_what_says_nothing: "facts/resolutions.yaml" => "- {question: eaten, figures: [knight], take: wiki, because: {en: it is so}}\n";
        resolutions_differ: "facts/resolutions.yaml" => "- {question: eaten, figures: [knight], take: wiki, because: {en: it is so}}\n- {question: eaten, figures: [knight], take: book, because: {en: it is not so}}\n",
            "facts/wiki.yaml" => "source: wiki\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {knight: no}\n";
        note_of_a_cell_not_defined: "facts/book.yaml" => cell("yes (raw rav)");
        note_of_a_figure_not_defined: "figures.yaml" => edited(FIGURES, "knight: {", "knight: {notes: [raw, cooked], ");
        note_of_a_question_not_defined: "questions.yaml" => edited(QUESTIONS, "eaten: {", "eaten: {notes: [cooked], ");
        too_many_answers: "facts/book.yaml" => cell(&format!("{}yes", "no if dragon else ".repeat(1000)));
    }
}

mod ids {
    use super::*;

    const MORE: &str = "id: more\ngroup: minor\nname: {en: More}\nelements:\n";

    faults! {
        duplicate_key: "figures.yaml" => format!("{FIGURES}knight: {{name: {{en: night}}}}\n");
        duplicate_field: "expansions/beasts.yaml" => format!("{BEASTS}number: 2\n");
        duplicate_field_in_flow: "figures.yaml" => edited(FIGURES, "squire: {when: bear,", "squire: {when: bear, when: dragon,");
        duplicate_language: "figures.yaml" => edited(FIGURES, "fr: chevalier", "en: chevalier");
        duplicate_note: "notes/other.yaml" => NOTES;
        duplicate_table: "tables/other.yaml" => TABLE;
        duplicate_expansion: "expansions/other.yaml" => "id: beasts\ngroup: minor\nname: {en: More}\nelements:\n  wolf: {published: [E1], basis: box, name: {en: wolf}}\n";
        duplicate_element: "expansions/more.yaml" => format!("{MORE}  bear: {{published: [E1], basis: box, name: {{en: bear}}}}\n");
        duplicate_column: "tables/main.yaml" => edited(TABLE, "[knight, squire]", "[knight, squire, knight]");
        duplicate_row: "tables/main.yaml" => edited(TABLE, "[eaten, strength]", "[eaten, strength, eaten]");
        ambiguous_name: "expansions/more.yaml" => edited(MORE, "id: more", "id: bear") + "  wolf: {published: [E1], basis: box, name: {en: wolf}}\n";
        bad_ids: "figures.yaml" => "Knight: {name: {en: knight}}\nsquire_1: {name: {en: squire}}\n'': {name: {en: nobody}}\n",
            "tables/main.yaml" => edited(TABLE, "[knight, squire]", "[Knight, squire_1, '']"),
            "facts/book.yaml" => "source: book\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {at: 10, Knight: yes (raw), squire_1: yes, '': no}\n    strength: {at: 20, Knight: 3, squire_1: 1 @25, '': 3}\n";
        bad_id_of_an_element: "expansions/beasts.yaml" => edited(BEASTS, "dragon: {pub", "the dragon: {pub");
        bad_id_of_an_edition: "game.yaml" => edited(GAME, "  E1: ", "  E-1: ");
        bad_language: "game.yaml" => edited(GAME, "fr: Français}", "fr: Français, f_r: Fr}");
        languages_alike: "game.yaml" => edited(GAME, "fr: Français}", "fr: Français, FR: Français}");
        editions_alike: "game.yaml" => edited(GAME, "  E2: {", "  e1: {name: {en: Other}}\n  E2: {");
        table_named_index: "tables/main.yaml" => edited(TABLE, "id: main", "id: index"),
            "game.yaml" => edited(GAME, "tables: [main]", "tables: [index]"),
            "facts/book.yaml" => edited(FACTS, "  main:", "  index:");
        no_languages: "game.yaml" => edited(GAME, "{en: English, fr: Français}", "{}");
        no_editions: "game.yaml" => "id: tiny\ntitle: {en: Tiny}\nlanguages: {en: English}\nsources: {}\neditions: {}\ntables: []\n";
        two_default_editions: "game.yaml" => edited(GAME, "fr: Première}}", "fr: Première}, default: true}");
        unknown_group: "expansions/beasts.yaml" => edited(BEASTS, "group: major", "group: large");
        unknown_speaker: "notes/main.yaml" => edited(NOTES, "speaks: publisher", "speaks: publishers");
        unknown_group_of_a_preset: "presets.yaml" => "all: {name: {en: All}, with: [group majr, beats]}\n";
        unknown_figure_of_a_table: "tables/main.yaml" => edited(TABLE, "[knight, squire]", "[knight, squire, quire]");
        unknown_question_of_a_table: "tables/main.yaml" => edited(TABLE, "[eaten, strength]", "[eaten, strength, strenght]");
        unknown_section: "tables/main.yaml" => edited(TABLE, "  all:", "  al:");
        table_without_a_place: "game.yaml" => edited(GAME, "[main]", "[mian]");
        unused: "figures.yaml" => format!("{FIGURES}page: {{name: {{en: page}}}}\n"),
            "questions.yaml" => format!("{QUESTIONS}weakness: {{text: {{en: how weak?}}}}\n");
        exception_for_no_table: "questions.yaml" => edited(QUESTIONS, "strength: {", "strength: {when-in: {mian: bear}, ");
        numbers_too_large: "game.yaml" => edited(GAME, "lines: 99", "lines: 99999999999"),
            "expansions/beasts.yaml" => edited(BEASTS, "number: 1", "number: -1");
    }
}

mod texts {
    use super::*;

    faults! {
        if_open_at_the_end: "notes/main.yaml" => note("Raw, {if dragon}or fried.\n\nAnother paragraph.{/if}");
        if_across_items: "notes/main.yaml" => note("- raw {if dragon}\n- fried{/if}\n");
        if_inside_emphasis: "notes/main.yaml" => note("Raw *or {if dragon}fried*{/if}.");
        stray_else: "notes/main.yaml" => note("Raw {else} fried.");
        second_else: "notes/main.yaml" => note("{if dragon}Raw{else}fried{else}cooked{/if}.");
        stray_end: "notes/main.yaml" => note("Raw{/if} or fried.");
        open_brace: "notes/main.yaml" => note("Raw {hero.one or fried.");
        no_tag: "notes/main.yaml" => note("Raw {hero} or {} or {if} or {iff dragon}.");
        unknown_term: "notes/main.yaml" => note("A raw {hreo.one} or\ntwo {hero.one}.");
        unknown_form: "notes/main.yaml" => note("Two {hero.several}.");
        unknown_term_in_quotes: "notes/main.yaml" => "raw:\n  speaks: publisher\n  text: {en: \"It\\u2019s a {hreo.one}\", fr: 'L''{hero.one}'}\n";
        unknown_form_of_an_edition: "terms/en.yaml" => edited(TERMS, "many: champions", "maany: champions");
        unknown_edition_of_a_term: "terms/en.yaml" => edited(TERMS, "E1: {", "E3: {");
        unknown_language_of_terms: "terms/de.yaml" => TERMS;
        text_in_an_unknown_language: "figures.yaml" => edited(FIGURES, "fr: chevalier", "rf: chevalier");
        text_without_the_first_language: "figures.yaml" => edited(FIGURES, "en: knight, ", "");
        text_empty: "figures.yaml" => edited(FIGURES, "en: knight,", "en: '',");
        text_in_no_language: "figures.yaml" => edited(FIGURES, "{en: knight, fr: chevalier}", "{}");
        label_of_two_paragraphs: "figures.yaml" => "knight:\n  name:\n    en: |\n      knight\n\n      or night\nsquire: {when: bear, name: {en: squire}}\n";
        foreign_markup: "notes/main.yaml" => note("# Raw\n\n> fried\n\n![image](x.png)\n\n    code\n\n---\n");
        empty_part: "notes/main.yaml" => note("Raw{if dragon}{/if}.");
        note_without_text: "notes/main.yaml" => "raw: {speaks: publisher}\n";
        note_with_text_and_parts: "notes/main.yaml" => format!("{NOTES}  parts: []\n");
        control_characters_in_texts: "figures.yaml" => edited(FIGURES, "en: knight", "en: \"kni\\e[31mght\""),
            "terms/en.yaml" => edited(TERMS, "one: hero", "one: \"he\\aro\""),
            "game.yaml" => edited(GAME, "en: English", "en: \"\\x9bEnglish\"");
        markup_too_deep: "notes/main.yaml" => note(&format!("{}raw", "- ".repeat(1000)));
        conditions_too_deep: "notes/main.yaml" => note(&format!("{}raw{}", "{if dragon}".repeat(1000), "{/if}".repeat(1000)));
    }
}

mod words_to_search_by {
    use super::*;

    /// The squire with `words`.
    fn squire(words: &str) -> String {
        edited(
            FIGURES,
            "{when: bear",
            &format!("{{when: bear, words: {words}"),
        )
    }

    /// The first question with `words`.
    fn eaten(words: &str) -> String {
        edited(
            QUESTIONS,
            "{when: beast",
            &format!("{{when: beast, words: {words}"),
        )
    }

    faults! {
        words_in_an_unknown_language: "figures.yaml" => squire("{en: [page], frr: [page]}");
        words_twice_in_a_language: "questions.yaml" => eaten("{en: [devour], en: [bite]}");
        words_that_are_none: "questions.yaml" => eaten("{en: [devour, '?!', ''], fr: [x, 'à l’œil']}");
        words_without_a_language: "figures.yaml" => squire("[page, shield bearer]");
        words_without_a_list: "figures.yaml" => squire("{en: page}");
    }
}

mod links {
    use super::*;

    faults! {
        links_with_control_characters: "figures.yaml" => "knight: {name: {en: \"[a](<\\x01javascript:x>) [b](<java\\tscript:x>) [c](<java\\nscript:x>) [d](java\\0script:x)\"}}\nsquire: {when: bear, name: {en: squire}}\n";
        links_that_run_scripts: "notes/main.yaml" => note("\
[a](javascript:alert(1)) [b](data:text/html,x) [c](JaVaScRiPt:alert(1)) [d](vbscript:x)
[e](java&#x73;cript:alert(1)) [f](&#106;avascript&colon;alert(1)) [g](<java\tscript:alert(1)>)
[i](java\\script:x) <javascript:alert(1)> [j][j] [k](file:///etc/passwd)
[l](//example.org) [m](/\\example.org) [n](<  javascript:alert(1)>) [o]({hero.one}) [p](&Tab;javascript:x)
[q](javascript&#x0A;:alert(1)) [r](%6aavascript:x) [good](https://example.org/a:b) [good](../x.html#a:b)

[j]: javascript:alert(1)");
    }
}

mod files {
    use super::*;

    faults! {
        syntax_error: "figures.yaml" => "knight: {name: {en: knight, fr: chevalier}}\nsquire: {when: bear, name: {en: squire, fr: écuyer}\n";
        syntax_error_indentation: "figures.yaml" => "knight:\n  name: {en: knight}\n when: dragon\n";
        syntax_error_tab: "figures.yaml" => "knight:\n\tname: {en: knight}\n";
        syntax_error_quote: "figures.yaml" => "knight: {name: {en: 'knight}}\nsquire: {name: {en: squire}}\n";
        syntax_error_colon: "figures.yaml" => "knight:\n  name:\n    en: knight: the brave\n";
        syntax_error_star: "figures.yaml" => "knight: {name: {en: *knight*, fr: chevalier}}\n";
        syntax_error_at: "figures.yaml" => "knight: {name: {en: @knight}}\n";
        syntax_error_percent: "figures.yaml" => "knight: {name: {en: knight}}\n%squire: x\n";
        syntax_error_escape: "figures.yaml" => "knight: {name: {en: \"kni\\ght\"}}\n";
        two_documents: "figures.yaml" => "knight: {name: {en: knight}}\n---\nsquire: {name: {en: squire}}\n";
        shape_list_for_mapping: "figures.yaml" => "- knight\n- squire\n";
        shape_text_for_mapping: "figures.yaml" => "knight\n";
        shape_mapping_for_list: "tables/main.yaml" => edited(TABLE, "[knight, squire]", "{knight: squire}");
        shape_text_for_list: "tables/main.yaml" => edited(TABLE, "[knight, squire]", "knight");
        shape_mapping_for_text: "figures.yaml" => edited(FIGURES, "en: knight", "en: {one: knight}");
        shape_list_for_text: "figures.yaml" => edited(FIGURES, "when: bear", "when: [bear, dragon]");
        shape_text_for_texts: "figures.yaml" => edited(FIGURES, "{en: knight, fr: chevalier}", "knight");
        shape_nothing_for_texts: "figures.yaml" => "knight:\n  name:\nsquire: {when: bear, name: {en: squire}}\n";
        shape_nothing_for_text: "figures.yaml" => edited(FIGURES, "en: knight", "en: ");
        shape_nothing_for_entry: "figures.yaml" => format!("page:\n{FIGURES}");
        shape_nothing_for_cell: "facts/book.yaml" => cell("~");
        shape_list_for_cell: "facts/book.yaml" => cell("[yes, no]");
        shape_list_for_form: "terms/en.yaml" => edited(TERMS, "one: hero", "one: [hero]");
        shape_number_for_form: "terms/en.yaml" => edited(TERMS, "one: hero", "one: 1");
        shape_true_for_form: "terms/en.yaml" => edited(TERMS, "one: hero", "one: true");
        shape_nothing_for_form: "terms/en.yaml" => edited(TERMS, "one: hero", "one: ");
        shape_mapping_for_lines: "questions.yaml" => edited(QUESTIONS, "eaten: {", "eaten: {at: {book: {from: 1}}, ");
        lines_past_the_end: "questions.yaml" => edited(QUESTIONS, "eaten: {", "eaten: {at: {book: [1, 100, -1]}, ");
        unknown_field: "figures.yaml" => edited(FIGURES, "when: bear", "wen: bear");
        unknown_field_unlike_any: "figures.yaml" => edited(FIGURES, "when: bear", "colour: red");
        missing_field: "expansions/beasts.yaml" => edited(BEASTS, "group: major\n", "");
        missing_field_in_flow: "figures.yaml" => "knight: {when: bear}\nsquire: {when: bear, name: {en: squire}}\n";
        tag: "figures.yaml" => edited(FIGURES, "en: knight", "en: !!binary knight");
        tag_of_ones_own: "figures.yaml" => edited(FIGURES, "en: knight", "en: !knight knight");
        tag_on_a_field: "figures.yaml" => edited(FIGURES, "when: bear", "!x when: bear");
        unknown_anchor: "figures.yaml" => edited(FIGURES, "en: knight", "en: *knight");
        alias_to_a_wrong_cell: "facts/book.yaml" => edited(FACTS, "yes (raw)", "&a jes").replace("knight: 3", "knight: *a");
        recursive_alias: "figures.yaml" => "knight: &a {name: *a}\n";
        merge_key: "figures.yaml" => "knight: &a {name: {en: knight}}\nsquire:\n  <<: *a\n  when: bear\n";
        empty_file: "figures.yaml" => "";
        comments_only: "figures.yaml" => "# the figures\n---\n\n  # come later\n";
        document_end_only: "figures.yaml" => "---\n...\n";
        null_only: "figures.yaml" => "~\n";
        not_utf_8: "figures.yaml" => b"knight: {name: {en: knight, fr: chevalier}}\nsquire: {when: bear, name: {en: squire, fr: \xe9cuyer}}\n";
        utf_16: "figures.yaml" => "knight".encode_utf16().flat_map(u16::to_le_bytes).fold(vec![0xff, 0xfe], |mut all, byte| { all.push(byte); all });
        control_characters: "figures.yaml" => "knight: {name: {en: kni\u{7}ght}}\n";
        nul_bytes: "figures.yaml" => "knight: {name: {en: kni\0ght}}\n";
        byte_order_mark_works: "figures.yaml" => format!("\u{feff}{FIGURES}");
        byte_order_mark_then_error: "figures.yaml" => format!("\u{feff}{}", FIGURES.replace("bear", "baer"));
        windows_line_ends_work: "figures.yaml" => FIGURES.replace('\n', "\r\n"), "facts/book.yaml" => FACTS.replace('\n', "\r\n"),
            "notes/main.yaml" => note("- Raw\n- {if dragon}fried{/if}").replace('\n', "\r\n");
        windows_line_ends_then_errors: "figures.yaml" => FIGURES.replace('\n', "\r\n").replace("bear", "baer"),
            "facts/book.yaml" => FACTS.replace('\n', "\r\n").replace("3,", "three,"),
            "notes/main.yaml" => note("- Raw\n- {if dragon}fried or\n  {if dargon}cooked{/if}{/if} or {hreo.one}").replace('\n', "\r\n");
        nested_flow_lists: "figures.yaml" => format!("knight: {}", "[".repeat(10_000));
        nested_flow_mappings: "figures.yaml" => format!("knight: {}", "{a: ".repeat(10_000));
        nested_blocks: "figures.yaml" => (0..2_000).map(|n| format!("{}a:\n", " ".repeat(n))).collect::<String>();
        nested_block_lists: "figures.yaml" => format!("knight: \n  {}a", "- ".repeat(10_000));
        stray_file: "fgures.yaml" => FIGURES, "extra/notes.yaml" => NOTES, "facts/old/book.yaml" => FACTS;
        icon_that_is_no_picture: "icons/figures/knight.svg" => "<svg viewBox=\"0 0 24 24\"><path d=\"M0 0\"";
        icon_with_a_script: "icons/figures/knight.svg" => icon("<script>alert(1)</script>");
        icon_with_an_event: "icons/figures/knight.svg" => icon("<path d=\"M0 0\" onload=\"alert(1)\"/>");
        icon_with_a_link: "icons/figures/knight.svg" => icon("<path d=\"M0 0\" fill=\"url(#other)\"/>");
        icon_with_text: "icons/figures/knight.svg" => icon("<g>knight</g>");
        icon_without_a_box: "icons/figures/knight.svg" => "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0\"/></svg>";
        icon_too_large: "icons/figures/knight.svg" => icon(&"<path d=\"M0 0\"/>".repeat(300));
        icon_of_nothing: "icons/figures/knigth.svg" => icon("<path d=\"M0 0\"/>");
        icon_elsewhere: "icons/knight.svg" => icon("<path d=\"M0 0\"/>");
        icons_are_read: "icons/figures/knight.svg" => icon("<!-- a disk --><circle cx=\"12\" cy=\"12\" r=\"9\"/>");
        other_files_are_passed_over: "README.md" => "# Rules\n", "facts/.#book.yaml" => "x", "facts/book.yaml~" => "x";
        terms_in_two_files: "terms/en.yml" => TERMS;
        errors_in_several_files:
            "figures.yaml" => "knight: {name: {en: knight, fr: chevalier}}\nsquire: {when: bear, name: {en: squire, fr: écuyer}\n",
            "notes/main.yaml" => note("Raw {hreo.one}"),
            "facts/book.yaml" => edited(FACTS, "yes (raw)", "jes (raw)").replace("knight: 3", "knight: three"),
            "expansions/more.yaml" => "id: more\ngroup: minor\nname: {en: More}\nelements: {wolf: [E1]}\n";
        errors_in_several_files_and_the_game:
            "game.yaml" => edited(GAME, "id: tiny", "id: [tiny]"),
            "figures.yaml" => "knight: {name: {en: knight}\n";
        errors_in_one_file_and_a_missing_answer:
            "figures.yaml" => edited(FIGURES, "knight: {", "knight: {when: dargon, "),
            "facts/book.yaml" => edited(FACTS, ", squire: 1 @25", "");
    }

    #[test]
    fn missing_files() {
        for (name, path) in [
            ("game", "game.yaml"),
            ("figures", "figures.yaml"),
            ("questions", "questions.yaml"),
        ] {
            let dir = small_dataset(&[("notes/main.yaml", note("Raw {hreo.one}").as_ref())]);
            std::fs::remove_file(dir.path().join(path)).expect("a file");
            let messages = messages_of(dir.path());
            insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
                insta::assert_snapshot!(format!("bad_input__missing_{name}"), messages);
            });
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_told_once_and_its_icons_are_not_blamed() {
        let drawn = icon("<path d=\"M0 0\"/>");
        for path in ["figures.yaml", "expansions/beasts.yaml", "tables/main.yaml"] {
            let icons = ["figures/knight", "elements/dragon", "tables/main"];
            let icons = icons.map(|id| format!("icons/{id}.svg"));
            let mut files: Vec<_> = icons
                .iter()
                .map(|i| (i.as_str(), drawn.as_bytes()))
                .collect();
            assert_eq!(messages(&files), "it loads");
            files.push((path, b"{".as_slice()));
            let messages = messages(&files);
            assert!(
                messages.ends_with("\n1 error in the dataset\n"),
                "{messages}"
            );
        }
    }

    #[test]
    fn folders() {
        let dir = tempfile::tempdir().expect("a folder");
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!("bad_input__empty_folder", messages_of(dir.path()));
        });
        let none = dir.path().join("none");
        assert_eq!(messages_of(&none), "there is no folder `FOLDER`");
        std::fs::write(&none, "").expect("a file");
        let said = "`FOLDER` is a file, not the folder of a dataset";
        assert_eq!(messages_of(&none), said);
    }

    #[test]
    fn a_dataset_further_down_is_named() {
        let above = tempfile::tempdir().expect("a folder");
        let rules = above.path().join("rules");
        std::fs::rename(small_dataset(&[]).keep(), &rules).expect("a move");
        let said = messages_of(above.path());
        let help = format!(
            "stands in a folder of this one: --rules {}",
            rules.display()
        );
        assert!(said.contains(&help), "{said}");
        assert!(said.ends_with("1 error in the dataset\n"), "{said}");
    }
}

/// What a reader's browser, terminal or program must never obey.
mod markup_in_texts {
    use super::*;
    use rulegrid::load::{Loaded, words};
    use rulegrid::model::{ElementSet, LanguageIx, Selection};
    use rulegrid::render::html::Site;
    use rulegrid::render::{csv, json, markdown, text};
    use rulegrid::view::{Plan, View, view};

    /// Closes what it may stand in, and opens what it should not.
    const EVIL: &str =
        "X <script>evil()</script><!--evil--><evil onevil=\"evil\">&lt;evil \" 'evil' > ]]>";

    /// The small dataset with [`EVIL`] in every text.
    fn loaded() -> Loaded {
        let quoted = format!("'{}'", EVIL.replace('\'', "''").replace("&lt;", "&amp;lt;"));
        let names = [
            "Tiny,",
            "The book,",
            "The wiki,",
            "First,",
            "Second,",
            "English,",
        ];
        let mut game = edited(GAME, "Français", &quoted);
        for name in names {
            game = edited(&game, name, &format!("{quoted},"));
        }
        let beasts = BEASTS
            .replace("the box", &quoted)
            .replace(
                "fr: dragon}",
                &format!("fr: dragon}}, remark: {{en: {quoted}}}"),
            )
            .replace("en: Beasts", &format!("en: {quoted}"))
            .replace("en: bear", &format!("en: {quoted}"));
        let figures = edited(FIGURES, "en: knight", &format!("en: {quoted}"));
        let questions = edited(QUESTIONS, "can be eaten?", &quoted);
        let sections = edited(SECTIONS, "Everything", &quoted);
        let terms = edited(
            TERMS,
            "many: heroes",
            &format!("many: '{}'", EVIL.replace('\'', "''")),
        );
        let facts = edited(FACTS, "knight: 3", "knight: text evil");
        let block = EVIL.replace("&lt;", "&amp;lt;");
        let notes = note(&format!(
            "<script>evil()</script>\n\n{block}\n\n{{if dragon}}{block}{{/if}} *{block}*\n\n- {block}\n\n{block}"
        ));
        let texts = format!("evil: {{text: {{en: {quoted}}}}}\n");
        let presets = format!("evil: {{name: {{en: {quoted}}}, with: [dragon]}}\n");
        let dir = small_dataset(&[
            ("game.yaml", game.as_ref()),
            ("expansions/beasts.yaml", beasts.as_ref()),
            ("figures.yaml", figures.as_ref()),
            ("questions.yaml", questions.as_ref()),
            ("sections.yaml", sections.as_ref()),
            ("terms/en.yaml", terms.as_ref()),
            ("facts/book.yaml", facts.as_ref()),
            ("notes/main.yaml", notes.as_ref()),
            ("cell-texts.yaml", texts.as_ref()),
            ("presets.yaml", presets.as_ref()),
        ]);
        match load(dir.path()) {
            Ok(loaded) => loaded,
            Err(_) => panic!("{}", messages_of(dir.path())),
        }
    }

    fn everything(loaded: &Loaded) -> View<'_> {
        let dataset = &loaded.dataset;
        let elements = ElementSet::full(dataset.elements.len());
        let edition = dataset.default_edition;
        view(dataset, &Selection { edition, elements }, LanguageIx(0))
    }

    /// The names of all elements and attributes of a page, as a browser finds them, in small
    /// letters. What stands in `style` and `script` is passed over, up to their end tags.
    fn names(page: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut rest = page;
        while let Some((_, tag)) = rest.split_once('<') {
            let end = tag
                .find(|c: char| c.is_whitespace() || c == '>')
                .expect("an end");
            let name = tag[..end].to_lowercase();
            rest = &tag[end..];
            loop {
                rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
                if let Some(after) = rest.strip_prefix('>') {
                    rest = after;
                    break;
                }
                let end = rest.find(|c: char| c.is_whitespace() || "=>".contains(c));
                let end = end.expect("an end");
                names.push(rest[..end].to_lowercase());
                rest = &rest[end..];
                if let Some(value) = rest.strip_prefix('=') {
                    let quoted = value.strip_prefix('"').expect("a quoted value");
                    rest = quoted.split_once('"').expect("a closed value").1;
                }
            }
            if let "style" | "script" = name.as_str() {
                rest = &rest[rest.find(&format!("</{name}")).expect("an end")..];
            }
            names.push(name);
        }
        names
    }

    #[test]
    fn is_text_on_every_page() {
        let loaded = loaded();
        let plan = Plan::new(&loaded.dataset);
        let words = words().expect("words");
        let site = Site {
            plan: &plan,
            words: &words,
            base_url: Some("https://example.org/"),
            files: None,
            sheets: &[],
        };
        let files = site.files().expect("a site");
        let pages = files.iter().filter(|file| file.path.ends_with(".html"));
        let mut seen = 0;
        for page in pages {
            let text = std::str::from_utf8(&page.bytes).expect("UTF-8");
            let names = names(text);
            let evil: Vec<_> = names.iter().filter(|name| name.contains("evil")).collect();
            assert!(evil.is_empty(), "{}: {evil:?}", page.path);
            assert!(!text.contains("<script>evil"), "{}", page.path);
            assert!(!text.contains("<!--evil"), "{}", page.path);
            seen += usize::from(text.contains("&lt;script&gt;evil()&lt;/script&gt;"));
        }
        assert!(seen > 4, "{seen}");
    }

    #[test]
    fn is_text_for_people_and_programs() {
        let loaded = loaded();
        let view = everything(&loaded);
        let words = words().expect("words");
        let json = json::document(&view);
        assert_eq!(json["tables"][0]["title"], EVIL);
        assert_eq!(json["tables"][0]["figures"][0]["name"], EVIL);
        assert_eq!(json["tables"][0]["sections"][0]["rows"][0]["text"], EVIL);
        let note = json["notes"][0]["parts"][0]["text"]
            .as_str()
            .expect("a text");
        assert_eq!(note.matches(EVIL).count(), 5, "{note}");
        let table = csv::document(&view);
        assert!(table.contains(&EVIL.replace('"', "\"\"")), "{table}");
        let width = 2000;
        let terminal = text::Terminal {
            width,
            colour: false,
        };
        let plain = text::document(&view, &words, terminal);
        assert!(plain.contains(EVIL), "{plain}");
        let markdown = markdown::document(&view, &words);
        let unescaped = markdown
            .match_indices('<')
            .filter(|(at, _)| !markdown[..*at].ends_with('\\'));
        assert_eq!(unescaped.count(), 0, "{markdown}");
    }
}

/// Inputs that are large, or larger than they look, end soon.
mod large {
    use super::*;
    use std::time::{Duration, Instant};

    /// The first lines of what is said, and the last, and that it is said soon.
    fn said(files: &[(&str, &[u8])]) -> String {
        let start = Instant::now();
        let messages = messages(files);
        let took = start.elapsed();
        // Hours where the work grows with the square of the size, seconds where it does not.
        assert!(took < Duration::from_secs(180), "{took:?}");
        let end = messages.lines().next_back().unwrap_or("");
        let lines: Vec<_> = messages.lines().take(8).chain(["…", end]).collect();
        lines.join("\n")
    }

    fn assert_said(name: &str, files: &[(&str, &[u8])]) {
        let said = said(files);
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!(format!("bad_input__large_{name}"), said);
        });
    }

    #[test]
    fn a_file_of_40_megabytes() {
        let file = "# nothing\n".repeat(4_000_000);
        assert_said("file", &[("figures.yaml", file.as_ref())]);
    }

    #[test]
    fn rows_of_garbage() {
        let mut facts = FACTS.to_owned();
        for n in 0..100_000 {
            facts += &format!("    rubbish-{n}: {{at: {n}, knight: jes ({n}, squire: no if }}\n");
        }
        assert_said("rows", &[("facts/book.yaml", facts.as_ref())]);
    }

    #[test]
    fn a_line_of_garbage() {
        let facts = edited(FACTS, "squire: 1 @25", &"rubbish: jes, ".repeat(100_000));
        assert_said("line", &[("facts/book.yaml", facts.as_ref())]);
    }

    #[test]
    fn a_text_of_tags() {
        let text = "{hreo.one}\n".repeat(100_000);
        assert_said("tags", &[("notes/main.yaml", note(&text).as_ref())]);
        let text = "{hreo.one}\n".repeat(5_000);
        assert_said("tags_less", &[("notes/main.yaml", note(&text).as_ref())]);
    }

    #[test]
    fn aliases_that_multiply() {
        let mut figures = "a0: &a0 {name: {en: x}}\n".to_owned();
        for n in 1..60 {
            let last = format!("*a{}", n - 1);
            figures += &format!("a{n}: &a{n} [{}]\n", [last.as_str(); 9].join(", "));
        }
        assert_said("aliases", &[("figures.yaml", figures.as_ref())]);
        let mut facts = "source: book\neditions: &a0 [E1, E2]\nclaims:\n".to_owned();
        for n in 1..60 {
            let last = format!("*a{}", n - 1);
            facts += &format!("  a{n}: &a{n} {{b: {last}, c: {last}, d: {last}}}\n");
        }
        assert_said(
            "aliases_in_mappings",
            &[("facts/book.yaml", facts.as_ref())],
        );
        let cells: Vec<_> = (0..999).map(|n| format!("c{n}: yes")).collect();
        let rows: String = (1..400).map(|n| format!("    r{n}: *r\n")).collect();
        let tables: String = (1..400).map(|n| format!("  t{n}: *t\n")).collect();
        let cells = cells.join(",\n      ");
        let facts = format!(
            "source: book\neditions: [E1]\nclaims:\n  t: &t\n    r: &r {{{cells}}}\n{rows}{tables}"
        );
        assert_said("aliases_in_shape", &[("facts/book.yaml", facts.as_ref())]);
    }

    #[test]
    fn tables_that_multiply() {
        let (mut figures, mut questions) = (FIGURES.to_owned(), QUESTIONS.to_owned());
        let (mut columns, mut rows) = (String::new(), String::new());
        for n in 0..3_000 {
            figures += &format!("f{n}: {{name: {{en: x}}}}\n");
            questions += &format!("q{n}: {{text: {{en: x}}}}\n");
            columns += &format!(",\n  f{n}");
            rows += &format!(",\n  q{n}");
        }
        let table = edited(TABLE, "squire]", &format!("squire{columns}]"));
        let table = edited(&table, "strength]", &format!("strength{rows}]"));
        let files: [(&str, &[u8]); 3] = [
            ("figures.yaml", figures.as_ref()),
            ("questions.yaml", questions.as_ref()),
            ("tables/main.yaml", table.as_ref()),
        ];
        assert_said("table", &files);
    }

    #[test]
    fn more_editions_and_elements_than_can_be_counted() {
        let mut editions = String::from("  E3: {name: {en: x}}\n");
        for n in 4..200 {
            editions += &format!("  E{n}: {{name: {{en: x}}}}\n");
        }
        let game = edited(GAME, "tables:", &format!("{editions}tables:"));
        assert_said("editions", &[("game.yaml", game.as_ref())]);
        let mut beasts = BEASTS.to_owned();
        for n in 0..10_100 {
            beasts += &format!("  b{n}: {{published: [E1], basis: x, name: {{en: x}}}}\n");
        }
        assert_said("elements", &[("expansions/beasts.yaml", beasts.as_ref())]);
    }
}

/// Random damage: loading never panics and never hangs.
mod damage {
    use super::*;
    use proptest::prelude::*;
    use rulegrid::load::words;
    use rulegrid::model::{ElementSet, LanguageIx, Selection};
    use rulegrid::render::text;
    use rulegrid::view::view;
    use std::time::{Duration, Instant};

    /// What is likely to be read in another way than it is meant.
    const TOKENS: &[&str] = &[
        "{if ",
        "{if dragon}",
        "{else}",
        "{/if}",
        "{",
        "}",
        "{hero.one}",
        "*",
        "**",
        "_",
        "`",
        "- ",
        "1. ",
        "> ",
        "# ",
        "\n\n",
        "[",
        "]",
        "](",
        "<",
        ">",
        "&a ",
        "*a",
        "!x ",
        "|\n",
        ">-\n",
        "'",
        "\"",
        "\\",
        "\\u12",
        "\\x4",
        ": ",
        ", ",
        "? ",
        "#",
        "\t",
        "\r",
        "\r\n",
        "\u{feff}",
        "é",
        "😀",
        "\u{301}",
        "\u{85}",
        "\u{2028}",
        "not ",
        "and ",
        "or ",
        "(",
        ")",
        "@99",
        " @",
        "edition ",
        "if ",
        " else ",
        "<<: ",
        "~",
        "null",
        "true",
        "---\n",
        "...\n",
        "%YAML 9\n",
        "\0",
        "\u{1b}",
        "99999999999",
        "-1",
        "1.5",
        "0x1F",
        "../",
        "javascript:",
        "<script>",
        "&#x73;",
        "text ",
        "dragon",
        "E1",
        "  ",
        "",
    ];

    /// One thing that happens to a file.
    #[derive(Clone, Debug)]
    enum Blow {
        Replace(usize, usize, &'static str),
        Byte(usize, u8),
        Cut(usize, usize),
        Copy(usize, usize, usize),
        SwapLines(usize, usize),
        RepeatLine(usize, usize),
    }

    fn blow() -> impl Strategy<Value = Blow> {
        let at = || 0..usize::MAX;
        let few = || prop_oneof![4 => 0..4usize, 1 => 0..40usize];
        prop_oneof![
            6 => (at(), few(), prop::sample::select(TOKENS)).prop_map(|(a, l, t)| Blow::Replace(a, l, t)),
            2 => (at(), any::<u8>()).prop_map(|(a, b)| Blow::Byte(a, b)),
            2 => (at(), few()).prop_map(|(a, l)| Blow::Cut(a, l)),
            2 => (at(), 0..200usize, at()).prop_map(|(a, l, b)| Blow::Copy(a, l, b)),
            2 => (at(), at()).prop_map(|(a, b)| Blow::SwapLines(a, b)),
            1 => (at(), 1..4usize).prop_map(|(a, n)| Blow::RepeatLine(a, n)),
        ]
    }

    fn strike(bytes: &mut Vec<u8>, blow: &Blow) {
        let within = |at: usize, len: usize| if len == 0 { 0 } else { at % len };
        let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
            bytes
                .split_inclusive(|b| *b == b'\n')
                .map(<[u8]>::to_vec)
                .collect()
        };
        let len = bytes.len();
        match *blow {
            Blow::Replace(at, count, token) => {
                let at = within(at, len + 1);
                bytes.splice(at..(at + count).min(len), token.bytes());
            }
            Blow::Byte(at, byte) if len > 0 => bytes[within(at, len)] = byte,
            Blow::Byte(_, byte) => bytes.push(byte),
            Blow::Cut(at, count) => {
                let at = within(at, len + 1);
                bytes.drain(at..(at + count).min(len));
            }
            Blow::Copy(from, count, to) => {
                let from = within(from, len + 1);
                let part = bytes[from..(from + count).min(len)].to_vec();
                let to = within(to, len + 1);
                bytes.splice(to..to, part);
            }
            Blow::SwapLines(one, other) => {
                let mut lines = lines(bytes);
                let count = lines.len();
                if count > 0 {
                    lines.swap(within(one, count), within(other, count));
                }
                *bytes = lines.concat();
            }
            Blow::RepeatLine(at, times) => {
                let mut lines = lines(bytes);
                let at = within(at, lines.len());
                if let Some(line) = lines.get(at).cloned() {
                    lines.splice(at..at, vec![line; times]);
                }
                *bytes = lines.concat();
            }
        }
    }

    /// A dataset in a folder, of which one file after the other is damaged and made whole again.
    struct Victim {
        dir: tempfile::TempDir,
        files: Vec<(String, Vec<u8>)>,
    }

    impl Victim {
        fn small() -> Self {
            let texts = "lost: {text: {en: 'is *lost*{if edition E1} to {hero.one}{/if}'}}\n";
            let resolutions = "- {question: eaten, figures: [knight], take: book, when: dragon or edition E1, because: {en: so}}\n- {question: eaten, figures: [knight], take: wiki, when: not (dragon or edition E1), because: {en: so}}\n";
            let wiki = "source: wiki\neditions: [E1, E2]\nclaims:\n  main:\n    eaten: {knight: no if dragon else yes, squire: no if dragon else yes}\n";
            let presets = "all: {name: {en: All}, edition: E1, with: [all, group major, bear]}\n";
            let block = note(
                "Raw, *or {if dragon}fried{else}cooked{/if}*:\n\n- {if bear}[link](https://example.org){/if}\n- one\n  - two\n\n1. **{Hero.many}**",
            );
            let dir = small_dataset(&[
                ("cell-texts.yaml", texts.as_ref()),
                ("facts/resolutions.yaml", resolutions.as_ref()),
                ("facts/wiki.yaml", wiki.as_ref()),
                ("presets.yaml", presets.as_ref()),
                ("notes/block.yaml", block.replace("raw:", "block:").as_ref()),
                ("facts/book.yaml", cell("text lost (raw block) @7").as_ref()),
            ]);
            assert_eq!(messages_of(dir.path()), "it loads");
            Self::of(dir)
        }

        fn real() -> Self {
            let dir = tempfile::tempdir().expect("a folder");
            for file in walk(&rules()) {
                let to = dir.path().join(&file);
                std::fs::create_dir_all(to.parent().expect("a parent")).expect("a folder");
                std::fs::copy(rules().join(&file), to).expect("a copy");
            }
            Self::of(dir)
        }

        fn of(dir: tempfile::TempDir) -> Self {
            let files = walk(dir.path()).into_iter();
            let files = files.map(|path| {
                (
                    path.clone(),
                    std::fs::read(dir.path().join(path)).expect("a file"),
                )
            });
            let files = files.collect();
            Self { dir, files }
        }

        /// Loads it with one file damaged, and shows what comes of it.
        fn suffer(&self, file: usize, blows: &[Blow]) {
            let (path, whole) = &self.files[file % self.files.len()];
            let mut bytes = whole.clone();
            for blow in blows {
                strike(&mut bytes, blow);
            }
            let at = self.dir.path().join(path);
            std::fs::write(&at, &bytes).expect("a file");
            let start = Instant::now();
            match load(self.dir.path()) {
                Err(LoadError::Folder(message)) => panic!("{message}"),
                Err(LoadError::Dataset(files, diagnostics)) => {
                    assert!(!diagnostics.is_empty());
                    assert_inside(&files, &diagnostics);
                    render_human(&files, &diagnostics, true);
                }
                Ok(loaded) => {
                    let dataset = &loaded.dataset;
                    let elements = ElementSet::full(dataset.elements.len());
                    let edition = dataset.default_edition;
                    let view = view(dataset, &Selection { edition, elements }, LanguageIx(0));
                    let (width, colour) = (60, false);
                    let words = words().expect("words");
                    text::document(&view, &words, text::Terminal { width, colour });
                }
            }
            let took = start.elapsed();
            // A loop never ends; a busy machine takes its time.
            assert!(took < Duration::from_secs(180), "{took:?}");
            std::fs::write(&at, whole).expect("a file");
        }
    }

    /// The YAML files below a folder, as relative paths.
    fn walk(dir: &Path) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![dir.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "yaml") {
                    let below = path.strip_prefix(dir).expect("below");
                    found.push(below.to_str().expect("UTF-8").to_owned());
                }
            }
        }
        found.sort();
        found
    }

    /// `cases`, or as many as the variable RULEGRID_DAMAGE says: for long runs by hand.
    fn damage(victim: &Victim, cases: u32) {
        let asked = std::env::var("RULEGRID_DAMAGE").ok();
        let cases = asked.and_then(|cases| cases.parse().ok()).unwrap_or(cases);
        let config = ProptestConfig {
            cases,
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        let blows = prop::collection::vec(blow(), 1..5);
        proptest!(config, |(file in 0..usize::MAX, blows in blows)| victim.suffer(file, &blows));
    }

    #[test]
    fn of_a_small_dataset() {
        damage(&Victim::small(), 1_500);
    }

    #[test]
    fn of_the_real_dataset() {
        damage(&Victim::real(), 50);
    }
}
