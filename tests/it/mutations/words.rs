//! Short inputs: conditions, addresses of selections, and what people ask. What is understood is
//! held against the laws of its kind.

use super::harness::Target;
use super::mutate::Mutator;
use super::random::Random;
use super::whole::base;
use rulegrid::logic::{
    Condition, CssNames, Expression, implies, parse, satisfiable, selector, simpler, witness,
};
use rulegrid::model::{EditionIx, ElementIx, ElementSet, LanguageIx, Selection};
use rulegrid::search::{EntryIndex, Index, ask, words_of};
use rulegrid::selection::{address, from_address, from_names};
use rulegrid::view::{FaqPlan, Plan, Scope};

/// So many names are enough to see what a condition means; more would make exactness dear.
const MOST_NAMES: usize = 16;
const EDITIONS: usize = 3;

const CONDITIONS: [&str; 8] = [
    "dragon and (castles or not tower)",
    "not (a or b and not c) or edition C1",
    "edition C3.1 and not not (a and (b or (c)))",
    "(a or b) and (a or not b) and (not a or b)",
    "a and not a or b and c or b and not c",
    "edition C1 or edition C2 or edition C3.1",
    "not edition C1 and (dragon or dragon and tower)",
    "((((a))))",
];

#[test]
fn conditions() {
    let mutator = Mutator::new(CONDITIONS.map(str::as_bytes));
    let make = |random: &mut Random| {
        if random.once_in(2) {
            let text = *random.of(&CONDITIONS);
            return mutator.damaged(random, text.as_bytes());
        }
        // Words in any order that may well be a condition.
        let mut text = String::new();
        for at in 0..random.below(24) {
            let words: &[&str] = match at % 2 {
                0 => &[
                    "a",
                    "b",
                    "c",
                    "not a",
                    "not (a",
                    "(b",
                    "edition C1",
                    "(",
                    "edition",
                ],
                _ => &["and", "or", "and", "or", ") and", ") or", ")", "and not"],
            };
            text += *random.of(words);
            text.push(' ');
        }
        let open = text
            .matches('(')
            .count()
            .saturating_sub(text.matches(')').count());
        text += *random.of(&["d", "not d", ""]);
        text += &")".repeat(open);
        text.into_bytes()
    };
    Target {
        name: "conditions",
        ordinary: 3_000,
        dear: 1,
        holds: 1,
    }
    .run(make, |input| {
        judge_condition(&String::from_utf8_lossy(input))
    });
}

/// A condition that is read comes back from what is printed, and what is made of it means the same.
fn judge_condition(text: &str) -> bool {
    let read = parse(text);
    assert_eq!(read, parse(text), "the same twice");
    let expression = match read {
        Ok(expression) => expression,
        Err(error) => {
            assert!(text.get(error.range.clone()).is_some(), "{error:?}");
            assert!(!error.message.is_empty());
            return false;
        }
    };
    let mut names = Names::default();
    names.add(&expression, text);
    let printed = expression.to_string();
    let again = parse(&printed).unwrap_or_else(|error| panic!("{printed}: {error:?}"));
    assert_eq!(again.to_string(), printed);
    let meaning = |name: &Expression| names.meaning(name);
    let condition = expression.condition(&meaning);
    assert_eq!(again.condition(&meaning), condition, "{printed}");
    if names.0.len() > MOST_NAMES || text.len() > 400 {
        return true;
    }
    assert_eq!(condition.clone().negate().negate(), condition);
    let css = selector(&condition, &names);
    let [open, closed] = ['(', ')'].map(|bracket| css.matches(bracket).count());
    assert_eq!(open, closed, "{css}");
    let small = simpler(&expression, &meaning, EDITIONS);
    if let Some(small) = &small {
        let small = small.condition(&meaning);
        assert!(implies(&small, &condition, EDITIONS), "{printed}");
        assert!(implies(&condition, &small, EDITIONS), "{printed}");
    }
    assert_eq!(
        small.and_then(|small| simpler(&small, &meaning, EDITIONS)),
        None,
        "{printed} is not as simple as can be"
    );
    let found = witness(&condition, EDITIONS);
    assert_eq!(found.is_some(), satisfiable(&condition, EDITIONS));
    let holds = found.is_none_or(|witness| condition.holds(&Chosen(witness)));
    assert!(holds, "{printed}");
    true
}

struct Chosen(rulegrid::logic::Witness);

impl rulegrid::logic::Facts for Chosen {
    fn edition(&self, edition: EditionIx) -> bool {
        self.0.edition == edition
    }

    fn element(&self, element: ElementIx) -> bool {
        self.0.elements.contains(&element)
    }
}

/// Names as they come; the first editions are known, as in a dataset.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn add(&mut self, expression: &Expression, text: &str) {
        match expression {
            Expression::Name(name, range) | Expression::Edition(name, range) => {
                assert_eq!(text.get(range.clone()), Some(name.as_str()));
                if !self.0.contains(name) {
                    self.0.push(name.clone());
                }
            }
            Expression::Not(inner) => self.add(inner, text),
            Expression::And(parts) | Expression::Or(parts) => {
                assert!(parts.len() > 1);
                parts.iter().for_each(|part| self.add(part, text));
            }
        }
    }

    fn meaning(&self, expression: &Expression) -> Condition {
        let at = |name: &String| {
            let at = self.0.iter().position(|known| known == name);
            u16::try_from(at.expect("a name that was added")).expect("few")
        };
        match expression {
            Expression::Name(name, _) => Condition::Element(ElementIx(at(name))),
            Expression::Edition(name, _) => {
                let editions = u16::try_from(EDITIONS).expect("few");
                Condition::Edition(EditionIx(at(name) % editions))
            }
            _ => unreachable!("only names have meanings of their own"),
        }
    }
}

impl CssNames for Names {
    fn edition(&self, _: EditionIx) -> &str {
        "#edition:checked"
    }

    fn element(&self, _: ElementIx) -> &str {
        "#element:checked"
    }
}

const ADDRESSES: [&str; 7] = [
    "?ed=E1&x=beasts,-dragon",
    "https://example.org/en/main.html?ed=E2.1&x=frost%2Cbear#eaten",
    "x=dragon,bear,frost&ed=E2",
    "?x=beasts,-beasts,bear&x=-bear&y=1",
    "?ed=E%32%2e1",
    "ed=E1&&=&x",
    "?x=,,-,--dragon,+bear,%zz,%",
];

#[test]
fn addresses() {
    let mutator = Mutator::new(ADDRESSES.map(str::as_bytes));
    let make = |random: &mut Random| {
        let text = *random.of(&ADDRESSES);
        mutator.damaged(random, text.as_bytes())
    };
    Target {
        name: "addresses",
        ordinary: 3_000,
        dear: 1,
        holds: 1,
    }
    .run(make, |input| judge_address(&String::from_utf8_lossy(input)));
}

/// The canonical address of what an address means leads to the same.
fn judge_address(text: &str) -> bool {
    let dataset = &base().dataset;
    let names: Vec<_> = text.split(',').map(str::to_owned).collect();
    if let Err(errors) = from_names(dataset, true, &names, &names) {
        assert!(errors.iter().all(|error| !error.to_string().is_empty()));
    }
    match from_address(dataset, text) {
        Ok(selection) => {
            let canonical = address(dataset, &selection);
            assert_eq!(
                from_address(dataset, &canonical),
                Ok(selection),
                "{canonical}"
            );
            true
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            assert!(errors.iter().all(|error| !error.to_string().is_empty()));
            false
        }
    }
}

const ASKED: [&str; 8] = [
    "can the dragon eat the squire?",
    "peut-il être mangé, l’écuyer ?",
    "how strong is a knight",
    "KNIGHT eaten",
    "bench",
    "ce forță are cavalerul?",
    "devoured rider",
    "does the bear eat maids",
];

#[test]
fn asked() {
    let dataset = &base().dataset;
    let plan = Plan::new(dataset);
    let languages = || (0..).map(LanguageIx).take(dataset.languages.len());
    let indexes: Vec<_> = languages().map(|ix| Index::new(&plan, ix)).collect();
    let faq = FaqPlan::new(dataset, &Scope::default());
    let entries = EntryIndex::new(&faq, LanguageIx(0));
    let words = rulegrid::load::words().expect("words");
    let everything = Selection {
        edition: dataset.default_edition,
        elements: ElementSet::full(dataset.elements.len()),
    };
    let mutator = Mutator::new(ASKED.map(str::as_bytes));
    let make = |random: &mut Random| {
        let mut text = random.of(&ASKED).to_string();
        if random.once_in(3) {
            // Anything that Unicode has.
            for _ in 0..random.few(12) {
                let code = u32::try_from(random.below(0x11_0000)).unwrap_or(0);
                text.extend(char::from_u32(code));
            }
        }
        mutator.damaged(random, text.as_bytes())
    };
    let judge = |input: &[u8]| {
        let text = &*String::from_utf8_lossy(input);
        let folded = words_of(text);
        // Folded words are folded already.
        assert_eq!(words_of(&folded.join(" ")), folded);
        let found: Vec<_> = indexes.iter().map(|index| index.find(text)).collect();
        for (index, found) in indexes.iter().zip(&found) {
            assert_eq!(&index.find(text), found, "the same twice");
            assert!(index.nearest(text).len() <= 6);
        }
        assert_eq!(entries.find(text), entries.find(text));
        // The whole answer takes a hundred times as long.
        if input.len() % 32 == 7 {
            let asked = ask(&plan, text, &everything, None);
            let said = rulegrid::render::ask::text(&asked, &words, 60);
            assert!(said.len() < 100_000);
            rulegrid::render::ask::json(&asked);
        }
        found.iter().any(|found| found.score > 0)
    };
    Target {
        name: "asked",
        ordinary: 500,
        dear: 1,
        holds: 1,
    }
    .run(make, judge);
}
