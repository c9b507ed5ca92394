//! What classes mean: conditions, marks of what is adapted, answers; and the class for a condition.
//!
//! Words of conditions are joined by `And`, `Or`, `Not` and, binding least, `For`, which is an `and`:
//! `showBrakeAndCoolantForGuardOrJet` is shown with the brake, the coolant, and the guard or jet.

use super::markup::{Attribute, Page, attribute};
use crate::logic::{Condition, Expression, Variable, satisfiable, witness};
use crate::model::{AnswerSign, Dataset, EditionIx, Wiki};
use crate::view::Plan;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// What a class says.
#[derive(Clone, Debug, PartialEq)]
pub enum Class {
    /// When the element is shown.
    Shows(Condition),
    /// It is shown at least where some row of a section is.
    ShowsSection(Condition),
    /// Where a footnote is used: the number of the use, and when it is shown.
    BackLink(usize, Condition),
    /// The edition in which it is adapted.
    Adapted(EditionIx),
    /// The answer.
    Answer(AnswerSign),
    /// It is a footnote.
    Footnote,
    /// Something else that is known.
    Known,
    /// Nobody knows.
    Unknown,
}

/// A set of editions.
pub type Editions = BTreeSet<EditionIx>;

/// The classes of an element.
#[derive(Clone, Debug)]
pub struct Classes {
    /// Each with what it says.
    pub all: Vec<(Range<usize>, Class)>,
}

impl Classes {
    /// When the element is shown: where one of its conditions holds; `None` where it has none.
    pub fn condition(&self) -> Option<Condition> {
        let conditions = self.all.iter().filter_map(|(_, class)| match class {
            Class::Shows(condition) | Class::ShowsSection(condition) => Some(condition.clone()),
            _ => None,
        });
        let conditions: Vec<_> = conditions.collect();
        (!conditions.is_empty()).then(|| Condition::or(conditions))
    }

    /// When it is shown, always where nothing is said.
    pub fn shown(&self) -> Condition {
        self.condition().unwrap_or(Condition::True)
    }

    /// The editions in which it is marked as adapted.
    pub fn marks(&self) -> Editions {
        let marks = self.all.iter().filter_map(|(_, class)| match class {
            Class::Adapted(edition) => Some(*edition),
            _ => None,
        });
        marks.collect()
    }

    /// The answer that it gives.
    pub fn answer(&self) -> Option<AnswerSign> {
        self.all.iter().find_map(|(_, class)| match class {
            Class::Answer(sign) => Some(*sign),
            _ => None,
        })
    }

    /// Whether some class means `class`.
    pub fn has(&self, class: &Class) -> bool {
        self.all.iter().any(|(_, known)| known == class)
    }

    /// Where the classes that say when it is shown stand.
    pub fn place(&self) -> Option<Range<usize>> {
        let shows = |class: &Class| matches!(class, Class::Shows(_) | Class::ShowsSection(_));
        let found = self.all.iter().find(|(_, class)| shows(class));
        found.or(self.all.first()).map(|(range, _)| range.clone())
    }
}

/// The vocabulary of pages, ready for use.
#[derive(Debug)]
pub struct Vocabulary<'d> {
    /// The dataset.
    pub dataset: &'d Dataset,
    /// What it says of pages.
    pub wiki: &'d Wiki,
    /// The words of conditions, longer ones first.
    words: Vec<(&'d str, &'d Condition)>,
    /// The words that are written for conditions.
    by_condition: HashMap<&'d Condition, &'d str>,
    known: RefCell<HashMap<String, Class>>,
    proofs: RefCell<HashMap<(Condition, Condition), bool>>,
}

impl<'d> Vocabulary<'d> {
    /// The vocabulary of a dataset's pages.
    pub fn new(dataset: &'d Dataset) -> Self {
        let wiki = &dataset.wiki;
        let words = wiki.words.iter();
        let mut words: Vec<_> = words.map(|(word, when)| (word.as_str(), when)).collect();
        let mut by_condition = HashMap::new();
        for (word, condition) in &words {
            by_condition.entry(*condition).or_insert(*word);
        }
        words.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        Self {
            dataset,
            wiki,
            words,
            by_condition,
            known: RefCell::default(),
            proofs: RefCell::default(),
        }
    }

    /// The classes in the attribute `class` of an element.
    pub fn classes(&self, page: &Page<'_>, attributes: &[Attribute]) -> Classes {
        let Some(class) = attribute(attributes, "class") else {
            return Classes { all: Vec::new() };
        };
        let value = page.at(&class.value);
        let words = value.split_ascii_whitespace().map(|word| {
            let start = class.value.start + (word.as_ptr() as usize - value.as_ptr() as usize);
            (start..start + word.len(), self.class(word))
        });
        Classes {
            all: words.collect(),
        }
    }

    /// What `word` says as a class.
    pub fn class(&self, word: &str) -> Class {
        if let Some(known) = self.known.borrow().get(word) {
            return known.clone();
        }
        let class = self.meaning(word);
        let mut known = self.known.borrow_mut();
        known.insert(word.to_owned(), class.clone());
        class
    }

    fn meaning(&self, class: &str) -> Class {
        let wiki = self.wiki;
        if class == wiki.footnote {
            return Class::Footnote;
        }
        if let Some((sign, _)) = wiki.answers.iter().find(|(_, known)| known == class) {
            return Class::Answer(*sign);
        }
        if class == wiki.table || wiki.classes.iter().any(|known| known == class) {
            return Class::Known;
        }
        if let Some(edition) = class.strip_prefix(wiki.mark.as_str()) {
            let marked = wiki.editions.iter();
            let mut marked = marked.filter(|ix| self.dataset.edition(**ix).0.as_str() == edition);
            if let Some(edition) = marked.next() {
                return Class::Adapted(*edition);
            }
        }
        let Some(words) = class.strip_prefix(wiki.show.as_str()) else {
            return Class::Unknown;
        };
        if let Some(condition) = self.parse(words) {
            return Class::Shows(condition);
        }
        if let Some(condition) = wiki.sections.get(words) {
            return Class::ShowsSection(self.on_pages(condition));
        }
        let back_link = words.rsplit_once('_').and_then(|(words, number)| {
            let number = number.parse().ok()?;
            Some(Class::BackLink(number, self.parse(words)?))
        });
        back_link.unwrap_or(Class::Unknown)
    }

    /// Every class that is known by name: for messages about those that are not.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let wiki = self.wiki;
        let words = wiki.words.keys().filter(|word| !word.starts_with('_'));
        let words = words.chain(wiki.sections.keys());
        let shows = words.map(|word| format!("{}{word}", wiki.show));
        let editions = wiki.editions.iter();
        let marks = editions.map(|ix| format!("{}{}", wiki.mark, self.dataset.edition(*ix).0));
        let answers = wiki.answers.iter().map(|(_, class)| class.clone());
        let others = wiki.classes.iter().cloned();
        let parts = [wiki.footnote.clone(), wiki.table.clone()];
        shows.chain(marks).chain(answers).chain(others).chain(parts)
    }

    /// `condition` as far as pages are about it: other editions are never selected.
    pub fn on_pages(&self, condition: &Condition) -> Condition {
        condition.given(&|variable| match variable {
            Variable::Edition(edition) if !self.wiki.editions.contains(&edition) => Some(false),
            _ => None,
        })
    }

    /// Whether `consequence` holds wherever `condition` does, in the editions of pages.
    pub fn implies(&self, condition: &Condition, consequence: &Condition) -> bool {
        if condition == consequence || *consequence == Condition::True {
            return true;
        }
        let key = (condition.clone(), consequence.clone());
        if let Some(known) = self.proofs.borrow().get(&key) {
            return *known;
        }
        let contrary = [condition.clone(), consequence.clone().negate()];
        let holds = !self.is_possible(&Condition::and(contrary));
        self.proofs.borrow_mut().insert(key, holds);
        holds
    }

    /// Whether two conditions hold in the same selections.
    pub fn is_equal(&self, one: &Condition, other: &Condition) -> bool {
        one == other || self.implies(one, other) && self.implies(other, one)
    }

    /// The plan of what pages hold: their tables and lists, without the rows, columns and items that
    /// none of their editions shows.
    pub fn plan(&self) -> Plan<'d> {
        let mut plan = Plan::new(self.dataset);
        let is_there = |shown: &Condition| self.is_possible(shown);
        plan.tables
            .retain(|table| self.wiki.anchors.contains_key(table.id));
        for list in &mut plan.lists {
            list.items.retain(|item| is_there(&item.shown));
        }
        plan.lists.retain(|list| !list.items.is_empty());
        for table in &mut plan.tables {
            let columns = table.columns.iter();
            let kept: Vec<_> = columns.map(|column| is_there(&column.shown)).collect();
            retain(&mut table.columns, &kept);
            for section in &mut table.sections {
                section.rows.retain(|row| is_there(&row.shown));
                for row in &mut section.rows {
                    retain(&mut row.cells, &kept);
                }
            }
            table.sections.retain(|section| !section.rows.is_empty());
        }
        plan
    }

    /// Whether `condition` holds in some selection of an edition that pages are about.
    pub fn is_possible(&self, condition: &Condition) -> bool {
        self.wiki.editions.iter().any(|edition| {
            let here = condition.given(&|variable| match variable {
                Variable::Edition(other) => Some(other == *edition),
                Variable::Element(_) => None,
            });
            // No edition is left in it.
            satisfiable(&here, 1)
        })
    }

    /// The smallest selection of an edition of pages in which `condition` holds: `brake and edition
    /// R1`; `None` where it never does, or where nothing has to be selected.
    pub fn example(&self, condition: &Condition) -> Option<String> {
        let editions = self.wiki.editions.iter().copied().map(Condition::Edition);
        let here = Condition::and([condition.clone(), Condition::or(editions)]);
        let found = witness(&here, self.dataset.editions.len())?;
        let mut all: Vec<_> = found.elements.into_iter().map(Condition::Element).collect();
        let mut is_about_editions = false;
        condition.variables(&mut |variable| {
            is_about_editions |= matches!(variable, Variable::Edition(_));
        });
        if is_about_editions {
            all.push(Condition::Edition(found.edition));
        }
        (!all.is_empty()).then(|| self.written(&Condition::and(all)))
    }

    /// What the words of a condition mean.
    fn parse(&self, words: &str) -> Option<Condition> {
        let mut parser = Parser {
            words: &self.words,
            text: words,
            dead: vec![false; words.len() + 1],
            tokens: Vec::new(),
        };
        parser.literal(0).then(|| combined(&parser.tokens))
    }

    /// The class that shows an element where `condition` holds; `None` where it would be longer
    /// than anybody could read.
    pub fn class_for(&self, condition: &Condition) -> Option<String> {
        let condition = positive(&self.on_pages(condition), false);
        let ways = [false, true].into_iter();
        let mut written = ways.filter_map(|is_safe| {
            Writer {
                vocabulary: self,
                is_safe,
            }
            .write(&condition)
        });
        let words = written.find(|words| {
            self.parse(words)
                .is_some_and(|meaning| self.is_equal(&meaning, &condition))
        })?;
        Some(format!("{}{words}", self.wiki.show))
    }

    /// A condition as it is written in a dataset: `brake and not air-jet`.
    pub fn written(&self, condition: &Condition) -> String {
        match condition {
            Condition::True => "always".to_owned(),
            Condition::False => "never".to_owned(),
            other => self.expression(other).to_string(),
        }
    }

    fn expression(&self, condition: &Condition) -> Expression {
        let all = |parts: &[Condition]| parts.iter().map(|p| self.expression(p)).collect();
        let name = |name: &str| Expression::Name(name.to_owned(), 0..0);
        match condition {
            Condition::True => name("always"),
            Condition::False => name("never"),
            Condition::Element(element) => name(self.dataset.element(*element).0.as_str()),
            Condition::Edition(edition) => {
                Expression::Edition(self.dataset.edition(*edition).0.to_string(), 0..0)
            }
            Condition::Not(inner) => Expression::Not(Box::new(self.expression(inner))),
            Condition::And(parts) => Expression::And(all(parts)),
            Condition::Or(parts) => Expression::Or(all(parts)),
        }
    }

    /// `condition` without the parts that hold anyway while `known` does.
    pub fn beyond(&self, condition: &Condition, known: &Condition) -> Condition {
        match condition {
            Condition::And(parts) => {
                let rest = parts.iter().filter(|part| !self.implies(known, part));
                Condition::and(rest.cloned())
            }
            other if self.implies(known, other) => Condition::True,
            other => other.clone(),
        }
    }

    /// A condition that holds where one of `conditions` does: without those that others cover, and
    /// with what all have in common said once.
    pub fn some_of<'c>(&self, conditions: impl IntoIterator<Item = &'c Condition>) -> Condition {
        let mut kept: Vec<&Condition> = Vec::new();
        for condition in conditions {
            if !kept.iter().any(|known| self.implies(condition, known)) {
                kept.retain(|known| !self.implies(known, condition));
                kept.push(condition);
            }
        }
        let parts = |condition: &Condition| match condition {
            Condition::And(parts) => parts.clone(),
            other => vec![other.clone()],
        };
        let Some((first, others)) = kept.split_first() else {
            return Condition::False;
        };
        let mut common = parts(first);
        common.retain(|part| others.iter().all(|other| parts(other).contains(part)));
        let rest = kept.iter().map(|condition| {
            let rest = parts(condition)
                .into_iter()
                .filter(|part| !common.contains(part));
            Condition::and(rest)
        });
        let rest = Condition::or(rest);
        Condition::and(common.into_iter().chain([rest]))
    }

    /// Whether a word, wherever it stands, is a class that says when something is shown.
    pub fn says_when(&self, word: &str) -> bool {
        let class = self.class(word);
        let is_condition = matches!(
            class,
            Class::Shows(_) | Class::ShowsSection(_) | Class::BackLink(..)
        );
        is_condition && word.len() > self.wiki.show.len()
    }

    /// The classes that mark `editions`, in the order of the editions.
    pub fn marks_for(&self, editions: &Editions) -> Vec<String> {
        let names = editions.iter().map(|ix| self.dataset.edition(*ix).0);
        names
            .map(|name| format!("{}{name}", self.wiki.mark))
            .collect()
    }
}

/// The words of a class, one after the other.
#[derive(Clone, Debug)]
enum Token {
    Word(Rc<Condition>, bool),
    And,
    Or,
    For,
}

/// Takes a class apart; words may hold `And` and the like, so that several ways may be tried.
struct Parser<'p, 'd> {
    words: &'p [(&'d str, &'d Condition)],
    text: &'p str,
    /// Positions from which no way leads to the end.
    dead: Vec<bool>,
    tokens: Vec<Token>,
}

/// How many words a class may have.
const MOST_WORDS: usize = 400;

impl Parser<'_, '_> {
    /// Whether a word, perhaps with `Not`, and everything behind it can be read from `at` on.
    fn literal(&mut self, at: usize) -> bool {
        if self.dead[at] || self.tokens.len() > MOST_WORDS {
            return false;
        }
        let rest = &self.text[at..];
        for is_not in [false, true] {
            let Some(from) = (if is_not {
                rest.strip_prefix("Not")
            } else {
                Some(rest)
            }) else {
                continue;
            };
            let start = at + rest.len() - from.len();
            for (word, condition) in self.words {
                if from.starts_with(word) {
                    self.tokens
                        .push(Token::Word(Rc::new((*condition).clone()), is_not));
                    if self.operator(start + word.len()) {
                        return true;
                    }
                    self.tokens.pop();
                }
            }
        }
        self.dead[at] = true;
        false
    }

    fn operator(&mut self, at: usize) -> bool {
        let rest = &self.text[at..];
        if rest.is_empty() {
            return true;
        }
        for (name, token) in [("And", Token::And), ("Or", Token::Or), ("For", Token::For)] {
            if rest.starts_with(name) {
                self.tokens.push(token);
                if self.literal(at + name.len()) {
                    return true;
                }
                self.tokens.pop();
            }
        }
        false
    }
}

/// What a row of words means.
fn combined(tokens: &[Token]) -> Condition {
    let literal = |tokens: &[Token]| match tokens {
        [Token::Word(condition, true)] => (**condition).clone().negate(),
        [Token::Word(condition, false)] => (**condition).clone(),
        _ => Condition::True,
    };
    let all = |tokens: &[Token]| {
        let parts = tokens.split(|token| matches!(token, Token::And));
        Condition::and(parts.map(literal))
    };
    let any = |tokens: &[Token]| {
        let parts = tokens.split(|token| matches!(token, Token::Or));
        Condition::or(parts.map(all))
    };
    let groups = tokens.split(|token| matches!(token, Token::For));
    Condition::and(groups.map(any))
}

/// The condition, or its contrary, with `not` before names only.
fn positive(condition: &Condition, is_negated: bool) -> Condition {
    let all = |parts: &[Condition]| -> Vec<_> {
        parts
            .iter()
            .map(|part| positive(part, is_negated))
            .collect()
    };
    match (condition, is_negated) {
        (Condition::Not(inner), _) => positive(inner, !is_negated),
        (Condition::And(parts), false) | (Condition::Or(parts), true) => Condition::and(all(parts)),
        (Condition::Or(parts), false) | (Condition::And(parts), true) => Condition::or(all(parts)),
        (other, false) => other.clone(),
        (other, true) => other.clone().negate(),
    }
}

/// Puts conditions into words.
struct Writer<'v, 'd> {
    vocabulary: &'v Vocabulary<'d>,
    /// Writes names only in words that cannot be mistaken.
    is_safe: bool,
}

/// How many alternatives a class may have.
const MOST_ALTERNATIVES: usize = 128;

impl Writer<'_, '_> {
    fn write(&self, condition: &Condition) -> Option<String> {
        if let Some(word) = self.word(condition) {
            return Some(word);
        }
        if let Condition::And(parts) = condition {
            let (names, others): (Vec<_>, Vec<_>) =
                parts.iter().partition(|part| self.word(part).is_some());
            let names: Vec<_> = names
                .into_iter()
                .filter_map(|part| self.word(part))
                .collect();
            let mut groups = Vec::new();
            if !names.is_empty() {
                groups.push(names.join("And"));
            }
            for other in others {
                groups.push(self.alternatives(other)?);
            }
            return Some(groups.join("For"));
        }
        self.alternatives(condition)
    }

    /// A name, or the word for a whole condition.
    fn word(&self, condition: &Condition) -> Option<String> {
        let by_condition = &self.vocabulary.by_condition;
        let is_allowed = !self.is_safe || *condition == Condition::True;
        if let Some(word) = by_condition.get(condition).filter(|_| is_allowed) {
            return Some((*word).to_owned());
        }
        let dataset = self.vocabulary.dataset;
        match condition {
            Condition::Element(element) => Some(format!("_{}_", dataset.element(*element).0)),
            Condition::Edition(edition) => {
                Some(format!("_edition-{}_", dataset.edition(*edition).0))
            }
            Condition::False => Some(format!("Not{}", self.vocabulary.wiki.always)),
            Condition::Not(inner) => match **inner {
                Condition::Element(_) | Condition::Edition(_) => {
                    Some(format!("Not{}", self.word(inner)?))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Alternatives of names joined by `And`.
    fn alternatives(&self, condition: &Condition) -> Option<String> {
        let mut written = Vec::new();
        for names in alternatives(condition)? {
            let names: Option<Vec<_>> = names.iter().map(|name| self.word(name)).collect();
            written.push(names?.join("And"));
        }
        Some(written.join("Or"))
    }
}

/// `condition` as alternatives, each of which is a list of names; `None` where there are too many.
fn alternatives(condition: &Condition) -> Option<Vec<Vec<Condition>>> {
    let found = match condition {
        Condition::Or(parts) => {
            let parts: Option<Vec<_>> = parts.iter().map(alternatives).collect();
            parts?.concat()
        }
        Condition::And(parts) => {
            let mut all: Vec<Vec<Condition>> = vec![Vec::new()];
            for part in parts {
                let part = alternatives(part)?;
                if all.len() * part.len() > MOST_ALTERNATIVES {
                    return None;
                }
                let joined = all.iter().flat_map(|one| {
                    part.iter()
                        .map(|other| [one.clone(), other.clone()].concat())
                });
                all = joined.collect();
            }
            all
        }
        other => vec![vec![other.clone()]],
    };
    (found.len() <= MOST_ALTERNATIVES).then_some(found)
}

/// Leaves those of `all` that `kept` says.
fn retain<T>(all: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    all.retain(|_| kept.next().copied().unwrap_or(false));
}
