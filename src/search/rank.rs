//! Ranks what the words of an index can mean. The script of the site does the same step by step.

use super::alike::{EQUAL, alikeness};
use super::fold::words_of;
use super::index::{Entry, Index, Slot};
use std::cmp::Reverse;

/// How many words are looked at.
pub(super) const MOST_WORDS: usize = 24;
/// What a word counts in a name, and elsewhere.
const IN_NAME: u32 = 10;
const ELSEWHERE: u32 = 6;
/// What each word of a name counts against it that was not typed.
const MISSING: u32 = 18;

/// What was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A figure and a question.
    Cell(Slot),
    /// A figure only, by its position.
    Figure(usize),
    /// A question only, by its position, then others that are nearly as good.
    Questions(Vec<usize>),
    /// Nothing.
    Nothing,
}

/// What was understood, and how well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mostly {
    /// What it is.
    pub found: Found,
    /// The score of what was typed, whatever else its names say; comparable between the languages
    /// of a dataset.
    pub score: i64,
}

/// How well one entry fits: a score for each typed word, less what was not typed.
struct Fit {
    by_word: Vec<u32>,
    missing: i64,
}

impl Fit {
    fn total(&self) -> i64 {
        self.typed() - self.missing
    }

    /// The score of what was typed alone.
    fn typed(&self) -> i64 {
        self.by_word.iter().copied().map(i64::from).sum()
    }
}

/// A typed word: how alike each word of the index is, and how often it was typed.
struct Typed {
    alike: Vec<u32>,
    often: bool,
}

impl Index<'_> {
    /// What `text` asks for.
    pub fn find(&self, text: &str) -> Mostly {
        let typed = self.typed(text);
        let figures: Vec<_> = self.figures.iter().map(|e| self.fit(e, &typed)).collect();
        let questions: Vec<_> = self.questions.iter().map(|e| self.fit(e, &typed)).collect();
        let enough = self.enough();
        let mut best: Option<(i64, Slot)> = None;
        for slot in &self.cells {
            let (figure, question) = (&figures[slot.figure], &questions[slot.question]);
            if let Some(score) = together(figure, question, &typed, enough)
                && best.is_none_or(|(most, _)| score > most)
            {
                best = Some((score, *slot));
            }
        }
        // A question that says all that was typed is meant, not a figure with a like question.
        let alone = questions.iter().map(Fit::total).max().unwrap_or(0);
        if let Some((score, slot)) = best.filter(|(score, _)| *score >= alone) {
            let found = Found::Cell(slot);
            let missing = figures[slot.figure].missing + questions[slot.question].missing;
            let score = score + missing;
            return Mostly { found, score };
        }
        self.alone(&figures, &questions)
    }

    /// The words of the index nearest to those words of `text` that it does not know.
    pub fn nearest(&self, text: &str) -> Vec<&str> {
        let mut near = Vec::new();
        for word in words_of(text).iter().take(MOST_WORDS) {
            let known = self.words.iter().map(|(word, _)| word.as_str());
            near.extend(crate::nearest::nearest(word, known));
        }
        near.sort_unstable();
        near.dedup();
        near.truncate(6);
        near
    }

    fn typed(&self, text: &str) -> Vec<Typed> {
        let words = words_of(text);
        let mut all: Vec<(&String, bool)> = Vec::new();
        for word in words.iter().take(MOST_WORDS) {
            match all.iter_mut().find(|(known, _)| *known == word) {
                Some((_, often)) => *often = true,
                None => all.push((word, false)),
            }
        }
        let typed = all.into_iter().map(|(word, often)| {
            let forgiven = !self.words.iter().any(|(known, _)| known == word);
            let alike = self.words.iter();
            let alike = alike.map(|(known, _)| alikeness(word, known, forgiven));
            Typed {
                alike: alike.collect(),
                often,
            }
        });
        typed.collect()
    }

    /// How well an entry fits by that of its names which fits best.
    fn fit<Id>(&self, entry: &Entry<Id>, typed: &[Typed]) -> Fit {
        let fits = entry.names.iter().map(|name| {
            let best = |words: &[usize], typed: &Typed| {
                let each = words.iter().map(|w| typed.alike[*w] * self.words[*w].1);
                each.max().unwrap_or(0)
            };
            let by_word = typed.iter().map(|typed| {
                let in_name = best(name, typed) * IN_NAME;
                in_name.max(best(&entry.more, typed) * ELSEWHERE)
            });
            let missing = name.iter();
            let missing = missing.filter(|word| typed.iter().all(|t| t.alike[**word] == 0));
            Fit {
                by_word: by_word.collect(),
                missing: missing.map(|w| i64::from(self.words[*w].1 * MISSING)).sum(),
            }
        });
        // The first of equals.
        let best = fits.reduce(|a, b| if b.total() > a.total() { b } else { a });
        best.unwrap_or_else(|| Fit {
            by_word: vec![0; typed.len()],
            missing: 0,
        })
    }

    /// The figure that was meant, unless a question fits better, or questions say more of what was
    /// typed: then the questions.
    fn alone(&self, figures: &[Fit], questions: &[Fit]) -> Mostly {
        let meant_figures = self.meant(figures);
        let meant_questions = self.meant(questions);
        match (meant_figures.first(), meant_questions.first()) {
            (Some((score, figure)), question)
                if question.is_none_or(|(of_question, _)| score >= of_question)
                    && figures[*figure].typed() >= self.said(questions) =>
            {
                Mostly {
                    found: Found::Figure(*figure),
                    score: figures[*figure].typed(),
                }
            }
            (_, Some((_, first))) => {
                let near = meant_questions
                    .iter()
                    .take(6)
                    .map(|(_, question)| *question);
                Mostly {
                    found: Found::Questions(near.collect()),
                    score: questions[*first].typed(),
                }
            }
            _ => Mostly {
                found: Found::Nothing,
                score: 0,
            },
        }
    }

    /// What questions, whichever they are, say of the typed words.
    fn said(&self, questions: &[Fit]) -> i64 {
        let enough = self.enough();
        let words = questions.first().map_or(0, |fit| fit.by_word.len());
        let most = |word| {
            let scores = questions.iter().map(|fit: &Fit| fit.by_word[word]);
            scores.filter(|score| *score >= enough).max()
        };
        (0..words).filter_map(most).map(i64::from).sum()
    }

    /// The entries that were meant, best first.
    fn meant(&self, fits: &[Fit]) -> Vec<(i64, usize)> {
        let enough = self.enough();
        let fits = fits.iter().enumerate();
        let fits = fits.filter(|(_, fit)| fit.by_word.iter().any(|score| *score >= enough));
        let mut meant: Vec<_> = fits.map(|(at, fit)| (fit.total(), at)).collect();
        meant.sort_by_key(|(score, at)| (Reverse(*score), *at));
        meant
    }

    /// From which score on a typed word says that something is meant: words that nearly all
    /// entries share do not.
    pub fn enough(&self) -> u32 {
        let heaviest = self.words.iter().map(|(_, weight)| *weight).max();
        heaviest.unwrap_or(0) * EQUAL * IN_NAME * 3 / 20
    }
}

/// How well a figure and a question fit together; `None` where one of them was not meant. A
/// word that was typed once speaks for one of them.
fn together(figure: &Fit, question: &Fit, typed: &[Typed], enough: u32) -> Option<i64> {
    let mut score = -figure.missing - question.missing;
    let (mut has_figure, mut has_question) = (false, false);
    let words = figure.by_word.iter().zip(&question.by_word).zip(typed);
    for ((of_figure, of_question), typed) in words {
        if typed.often {
            score += i64::from(of_figure + of_question);
        } else {
            score += i64::from(*of_figure.max(of_question));
        }
        has_figure |= *of_figure >= enough && (typed.often || of_figure > of_question);
        has_question |= *of_question >= enough && (typed.often || of_question >= of_figure);
    }
    (has_figure && has_question).then_some(score)
}
