//! What changed, line by line, for people: in the terminal, and as Markdown for a changelog.

use super::Teller;
use crate::diff::{
    AnswerChange, Answered, Diff, Fact, MarkChange, Part, Place, Thing, ThingChange,
};
use crate::model::Words;
use crate::render::markdown::escaped;

/// The changes for a person who reads `width` columns.
pub fn text(diff: &Diff<'_>, words: &Words, code: &str, width: usize) -> String {
    let teller = Teller { diff, words, code };
    let mut out = String::new();
    for line in teller.lines() {
        let (indent, line) = match line {
            Line::Title(text) => (0, text),
            Line::Subtitle(text) => (2, text),
            Line::Item(sign, subject, said) => (4, format!("{sign} {subject}: {said}")),
            Line::Detail(text) => (8, text),
        };
        let first = " ".repeat(indent);
        let further = " ".repeat(indent + 4);
        let options = textwrap::Options::new(width)
            .initial_indent(&first)
            .subsequent_indent(&further)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        out.push_str(&textwrap::fill(&line, options));
        out.push('\n');
    }
    out
}

/// The changes as a part of a changelog.
pub fn markdown(diff: &Diff<'_>, words: &Words, code: &str) -> String {
    let teller = Teller { diff, words, code };
    let mut out = String::new();
    let mut in_list = false;
    for line in teller.lines() {
        let is_item = matches!(line, Line::Item(..) | Line::Detail(_));
        if is_item != in_list || !is_item {
            out.push_str(if out.is_empty() { "" } else { "\n" });
        }
        in_list = is_item;
        out.push_str(&match line {
            Line::Title(text) => format!("### {}\n", escaped(&text)),
            Line::Subtitle(text) => format!("#### {}\n", escaped(&text)),
            Line::Item(_, subject, said) => {
                format!("- **{}**: {}\n", escaped(&subject), escaped(&said))
            }
            Line::Detail(text) => format!("  - {}\n", escaped(&text)),
        });
    }
    out
}

/// A line of text or Markdown.
enum Line {
    /// A kind of things, or a table.
    Title(String),
    /// Editions.
    Subtitle(String),
    /// A change: its sign, what it is about, and what happened.
    Item(char, String, String),
    /// More about the change before.
    Detail(String),
}

impl Teller<'_, '_> {
    fn lines(&self) -> Vec<Line> {
        if self.diff.is_empty() {
            return vec![Line::Title(self.word("changes-none").to_owned())];
        }
        let mut lines = Vec::new();
        for things in self.diff.things.chunk_by(|a, b| a.kind == b.kind) {
            lines.push(Line::Title(self.kind(things[0].kind)));
            things
                .iter()
                .for_each(|thing| self.thing(thing, &mut lines));
        }
        for table in self.diff.tables() {
            let facts = table.groups.iter().flat_map(|group| &group.facts);
            let place = facts.filter_map(|fact| fact.place()).next();
            lines.extend(place.map(|place| Line::Title(self.table(table.table, &place.selection))));
            for group in &table.groups {
                lines.push(Line::Subtitle(self.editions(&group.editions)));
                group
                    .facts
                    .iter()
                    .for_each(|fact| self.fact(fact, &mut lines));
            }
        }
        lines
    }

    fn thing(&self, thing: &Thing, lines: &mut Vec<Line>) {
        let item = |sign, said: String| {
            let said = self.said(self.change(&thing.change), &said);
            Line::Item(sign, thing.id.clone(), said)
        };
        match &thing.change {
            ThingChange::Added(texts) => {
                let own = self.own_text(texts);
                lines.push(item(
                    '+',
                    self.side(own.and_then(|text| text.to.as_deref())),
                ));
            }
            ThingChange::Removed(texts) => {
                let own = self.own_text(texts);
                lines.push(item(
                    '-',
                    self.side(own.and_then(|text| text.from.as_deref())),
                ));
            }
            ThingChange::Renamed(texts) => {
                lines.push(item('~', String::new()));
                lines.extend(texts.iter().map(|text| {
                    let (from, to) = (text.from.as_deref(), text.to.as_deref());
                    let (from, to) = (self.side(from), self.side(to));
                    let address = self.diff.common.address(&text.selection);
                    Line::Detail(format!("{}: {from} → {to}  {address}", text.language))
                }));
            }
            ThingChange::Moved(from, to) => {
                lines.push(item(
                    '~',
                    format!("{} → {}", from.join(", "), to.join(", ")),
                ));
            }
            ThingChange::Shown(is_new, selection) => {
                let sign = if *is_new { '+' } else { '-' };
                let address = self.diff.common.address(selection);
                lines.push(item(
                    sign,
                    format!("{}  {address}", self.selection(selection)),
                ));
            }
            ThingChange::Cites(note, is_new, selection) => {
                let sign = if *is_new { '+' } else { '-' };
                lines.push(item(sign, self.note(note, selection)));
            }
        }
    }

    /// What one version says; nothing where it has no such text.
    fn side(&self, parts: Option<&[Part]>) -> String {
        parts.map_or(String::new(), |parts| self.parts(parts))
    }

    fn fact(&self, fact: &Fact, lines: &mut Vec<Line>) {
        let Some(place) = fact.place() else {
            return;
        };
        let figure = self.figure(&fact.figure, &place.selection);
        let question = self.question(&fact.question, &fact.table, &place.selection);
        let subject = format!("{figure} · {question}");
        let mut answers = fact.answers.iter();
        let sign = |answer: &AnswerChange| match (&answer.from, &answer.to) {
            (None, _) => '+',
            (_, None) => '-',
            _ => '~',
        };
        let (sign, said) = match answers.next() {
            Some(answer) => (sign(answer), self.answer_change(answer)),
            None => ('~', self.marks_only(fact)),
        };
        lines.push(Line::Item(sign, subject, said));
        lines.extend(answers.map(|answer| Line::Detail(self.answer_change(answer))));
        let told = usize::from(fact.answers.is_empty());
        let marks = fact.marks.iter().skip(told);
        lines.extend(marks.map(|mark| Line::Detail(self.mark_change(mark))));
    }

    /// What the first of the marks says, where no answer changed.
    fn marks_only(&self, fact: &Fact) -> String {
        let first = fact.marks.first();
        first.map_or(String::new(), |mark| self.mark_change(mark))
    }

    fn answer_change(&self, change: &AnswerChange) -> String {
        let answer = |answered: &Option<Answered>| self.answer(answered.as_ref());
        let said = format!("{} → {}", answer(&change.from), answer(&change.to));
        let by = change.to.as_ref().or(change.from.as_ref());
        let sources = by.into_iter().flat_map(|answered| &answered.sources);
        let sources = sources.map(|(id, line)| match line {
            Some(line) => format!("{id} {line}"),
            None => id.to_string(),
        });
        let sources = sources.collect::<Vec<_>>().join(", ");
        let said = match sources.as_str() {
            "" => said,
            sources => format!("{said} ({sources})"),
        };
        self.somewhere(said, &change.place)
    }

    fn mark_change(&self, change: &MarkChange) -> String {
        self.somewhere(self.mark(change), &change.place)
    }

    /// What is said, where, and the address that shows it.
    fn somewhere(&self, said: String, place: &Place) -> String {
        let address = self.diff.common.address(&place.selection);
        match self.place(place).as_str() {
            "" => format!("{said}  {address}"),
            place => format!("{said}, {place}  {address}"),
        }
    }
}
