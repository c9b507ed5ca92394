//! The tags that only pages have: names of things, lists of figures, who speaks, and citations. It
//! reads what stands between the braces; where that stands is `markup`'s to know.

use super::super::kind::{self, Kind};
use crate::model::*;
use crate::nearest::{did_you_mean, listed};
use indexmap::IndexMap;
use std::borrow::Borrow;
use std::hash::Hash;

/// What pages may name.
pub struct Things<'t> {
    /// The figures.
    pub figures: &'t IndexMap<FigureId, Figure>,
    /// The elements.
    pub elements: &'t IndexMap<ElementId, Element>,
    /// The expansions.
    pub expansions: &'t IndexMap<ExpansionId, Expansion>,
    /// The questions.
    pub questions: &'t IndexMap<QuestionId, Question>,
    /// The tables.
    pub tables: &'t IndexMap<TableId, Table>,
}

/// What the tags of one page mean.
#[derive(Clone, Copy)]
pub struct PageTags<'n> {
    /// What they may name.
    pub things: &'n Things<'n>,
    /// The language of the page.
    pub language: LanguageIx,
    /// How many lines the page's source has, if it has lines.
    pub lines: Option<u32>,
}

/// What a tag of a page means.
pub enum PageTag {
    /// Something in the running text.
    Inline(Inline),
    /// A list of figures.
    Facts(FactsQuery),
}

/// What is wrong with a tag: the code of the message, the message, and what to do.
pub type Wrong = (&'static str, String, Option<String>);

impl PageTags<'_> {
    /// What `tag` means; `None` where it is no tag of pages.
    pub fn tag(&self, tag: &str) -> Option<Result<PageTag, Wrong>> {
        let (word, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let rest = rest.trim();
        let speaker = Speaker::ALL.into_iter().find(|s| s.as_str() == word);
        let inline = match (word, speaker) {
            ("facts", _) => return Some(self.facts(rest).map(PageTag::Facts)),
            ("figure" | "element" | "expansion" | "table", _) => self.name(word, rest),
            ("at", _) => self.lines(rest).map(Remark::At).map(Inline::Remark),
            ("rebuilt", _) if rest.is_empty() => Ok(Inline::Remark(Remark::Rebuilt)),
            (_, Some(speaker)) => date(rest)
                .map(|date| Remark::Said(speaker, date))
                .map(Inline::Remark),
            _ => return None,
        };
        Some(inline.map(PageTag::Inline))
    }

    fn name(&self, kind: &str, id: &str) -> Result<Inline, Wrong> {
        let things = self.things;
        let (of, name) = match kind {
            "figure" => {
                let (id, figure) = look_up(kind::FIGURE, id, things.figures)?;
                (Named::Figure(id.clone()), &figure.name)
            }
            "element" => {
                let (id, element) = look_up(kind::ELEMENT, id, things.elements)?;
                (Named::Element(id.clone()), &element.name)
            }
            "expansion" => {
                let (id, expansion) = look_up(kind::EXPANSION, id, things.expansions)?;
                (Named::Expansion(id.clone()), &expansion.name)
            }
            _ => {
                let (id, table) = look_up(kind::TABLE, id, things.tables)?;
                (Named::Table(id.clone()), &table.title)
            }
        };
        let text = name.get(self.language).1.inlines().cloned().collect();
        Ok(Inline::Name { of, text })
    }

    /// `QUESTION ANSWER`, `QUESTION ANSWER in TABLE`.
    fn facts(&self, text: &str) -> Result<FactsQuery, Wrong> {
        let words: Vec<_> = text.split_whitespace().collect();
        let (question, answer, table) = match words.as_slice() {
            [question, answer] => (*question, *answer, None),
            [question, answer, "in", table] => (*question, *answer, Some(*table)),
            _ => {
                let message = format!("`{{facts {text}}}` does not say what is listed");
                let help = "write `{facts QUESTION ANSWER}` or `{facts QUESTION ANSWER in TABLE}`";
                return Err(("bad-tag", message, Some(help.to_owned())));
            }
        };
        let (question, _) = look_up(kind::QUESTION, question, self.things.questions)?;
        let answer = match answer {
            "yes" => Answer::Yes,
            "no" => Answer::No,
            "n/a" => Answer::NotApplicable,
            "undefined" => Answer::Undefined,
            other => {
                let words = listed(&["yes", "no", "n/a", "undefined"], "or");
                let message = format!("expected {words}, found `{other}`");
                return Err(("unexpected-word", message, None));
            }
        };
        let tables = self.things.tables;
        let asking = tables.iter().filter(|(_, table)| {
            let mut rows = table.sections.iter().flat_map(|(_, rows)| rows);
            rows.any(|row| row == question)
        });
        let table = match table {
            None => None,
            Some(id) => {
                let (id, _) = look_up(kind::TABLE, id, tables)?;
                if !asking.clone().any(|(own, _)| own == id) {
                    let message = format!("the table `{id}` does not ask `{question}`");
                    let asking: Vec<_> = asking.map(|(id, _)| id.as_str()).collect();
                    let help = match asking.is_empty() {
                        true => "no table asks it".to_owned(),
                        false => format!("it is asked in {}", listed(&asking, "and")),
                    };
                    return Err(("no-such-cell", message, Some(help)));
                }
                Some(id.clone())
            }
        };
        Ok(FactsQuery {
            question: question.clone(),
            answer,
            table,
        })
    }

    /// `118-119 145`.
    fn lines(&self, text: &str) -> Result<Vec<(u32, u32)>, Wrong> {
        let mut runs = Vec::new();
        for word in text.split_whitespace() {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            match (number(first), number(last)) {
                (Some(first), Some(last)) if first <= last => runs.push((first, last)),
                _ => {
                    let message = format!("`{word}` is neither a line nor a run of lines");
                    let help = "write `{at 12}`, `{at 12-15}` or `{at 12-15 20}`".to_owned();
                    return Err(("not-a-number", message, Some(help)));
                }
            }
        }
        let most = runs.iter().map(|(_, last)| *last).max();
        match (most, self.lines) {
            (None, _) => {
                let message = "this citation names no line".to_owned();
                let help = "write `{at 12}`, `{at 12-15}` or `{at 12-15 20}`".to_owned();
                Err(("bad-tag", message, Some(help)))
            }
            (Some(most), Some(lines)) if most > lines => {
                let message =
                    format!("there is no line {most} in the page's source, which has {lines}");
                Err(("no-such-line", message, None))
            }
            (Some(_), None) => {
                let message = "the page's source has no lines that could be named".to_owned();
                let help = "say in game.yaml how many `lines` it has".to_owned();
                Err(("no-such-line", message, Some(help)))
            }
            _ => Ok(runs),
        }
    }
}

/// A line, counted from 1.
fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|n| digits && *n > 0)
}

/// Nothing, or a month of a year: `5/2013`.
fn date(text: &str) -> Result<Option<String>, Wrong> {
    if text.is_empty() {
        return Ok(None);
    }
    let is_date = text.split_once('/').is_some_and(|(month, year)| {
        number(month).is_some_and(|month| month <= 12) && year.len() == 4 && number(year).is_some()
    });
    if is_date {
        return Ok(Some(text.to_owned()));
    }
    let message = format!("`{text}` is no date");
    let help = "write the month and the year, `{publisher 5/2013}`, or nothing".to_owned();
    Err(("bad-tag", message, Some(help)))
}

/// What `id` names among the `known` things of a kind.
fn look_up<'k, Id, Thing>(
    kind: Kind,
    id: &str,
    known: &'k IndexMap<Id, Thing>,
) -> Result<(&'k Id, &'k Thing), Wrong>
where
    Id: Borrow<str> + Hash + Eq,
{
    known.get_key_value(id).ok_or_else(|| {
        let message = format!("there is no {} `{id}`", kind.name);
        let help = did_you_mean(id, known.keys().map(Borrow::borrow));
        (kind.code, message, help)
    })
}
