//! The changes of a version in words, each fact with the way to its cell.

use super::*;
use crate::diff::{AnswerChange, Answered, Diff, Fact, Group, Kind as ThingKind, Part};
use crate::diff::{TableGroup, TextChange, Thing, ThingChange};
use crate::render::diff::{Teller, value_word};
use std::collections::HashSet;

#[derive(Serialize)]
pub(super) struct KindContext {
    id: &'static str,
    title: String,
    things: Vec<ThingContext>,
}

#[derive(Serialize)]
struct ThingContext {
    id: String,
    change: &'static str,
    word: String,
    text: String,
    href: Option<String>,
    texts: Vec<TextContext>,
}

#[derive(Serialize)]
struct TextContext {
    /// The language, where it is not the page's.
    lang: Option<String>,
    from: Option<String>,
    to: Option<String>,
}

#[derive(Serialize)]
pub(super) struct TableChanges {
    html_id: String,
    title: String,
    count: usize,
    groups: Vec<GroupContext>,
}

#[derive(Serialize)]
struct GroupContext {
    editions: String,
    facts: Vec<FactContext>,
}

#[derive(Serialize)]
struct FactContext {
    question: String,
    figure: String,
    figure_name: String,
    text: String,
    /// The way to the cell, if the site still has it.
    href: Option<String>,
    answers: Vec<AnswersContext>,
    marks: Vec<MarkContext>,
}

#[derive(Serialize)]
struct AnswersContext {
    from: AnswerContext,
    to: AnswerContext,
    place: String,
    sources: Vec<ClaimContext>,
}

#[derive(Serialize)]
struct AnswerContext {
    word: Option<&'static str>,
    text: String,
}

#[derive(Serialize)]
struct ClaimContext {
    title: String,
    line: Option<u32>,
}

#[derive(Serialize)]
struct MarkContext {
    text: String,
    place: String,
}

/// What the site has pages for.
pub(super) struct Known<'k> {
    figures: HashMap<&'k str, &'k FigureId>,
    questions: HashMap<&'k str, &'k QuestionId>,
    cells: HashSet<(&'k QuestionId, &'k FigureId)>,
}

impl<'k> Known<'k> {
    pub(super) fn new(columns: &'k Columns<'k>) -> Self {
        let mut cells = HashSet::new();
        for plan in columns
            .editions()
            .filter_map(|edition| columns.plan(edition))
        {
            for table in &plan.tables {
                for row in table.sections.iter().flat_map(|section| &section.rows) {
                    cells.extend(table.columns.iter().map(|column| (row.id, column.id)));
                }
            }
        }
        let figures = columns.figures().into_iter();
        let questions = columns.questions().into_iter();
        Self {
            figures: figures.map(|id| (id.as_str(), id)).collect(),
            questions: questions.map(|id| (id.as_str(), id)).collect(),
            cells,
        }
    }
}

/// Puts the changes of a version into words.
pub(super) struct Writer<'w, 'd> {
    site: &'w Press<'w, 'w>,
    language: LanguageIx,
    known: &'w Known<'w>,
    teller: Teller<'w, 'd>,
}

impl<'w, 'd> Writer<'w, 'd> {
    pub(super) fn new(
        site: &'w Press<'w, 'w>,
        language: LanguageIx,
        known: &'w Known<'w>,
        diff: &'w Diff<'d>,
    ) -> Self {
        let teller = Teller {
            diff,
            words: site.words,
            code: site.code(language),
        };
        Self {
            site,
            language,
            known,
            teller,
        }
    }

    pub(super) fn kinds(&self, diff: &Diff<'_>) -> Vec<KindContext> {
        let kinds = diff.things.chunk_by(|a, b| a.kind == b.kind);
        let kinds = kinds.map(|things| KindContext {
            id: things[0].kind.as_str(),
            title: self.teller.kind(things[0].kind),
            things: things.iter().map(|thing| self.thing(thing)).collect(),
        });
        kinds.collect()
    }

    fn thing(&self, thing: &Thing) -> ThingContext {
        let own = |texts: &[TextChange], side: fn(&TextChange) -> Option<&Vec<Part>>| {
            let text = self.teller.own_text(texts).and_then(side);
            text.map_or(String::new(), |parts| self.teller.parts(parts))
        };
        let of_it = |said: &str| self.teller.said(thing.id.clone(), said);
        let mut texts = Vec::new();
        let text = match &thing.change {
            ThingChange::Added(all) => own(all, |text| text.to.as_ref()),
            ThingChange::Removed(all) => own(all, |text| text.from.as_ref()),
            ThingChange::Renamed(all) => {
                texts = all.iter().map(|text| self.text(text)).collect();
                thing.id.clone()
            }
            ThingChange::Moved(from, to) => {
                let (from, to) = (from.join(", "), to.join(", "));
                of_it(&format!("{from} → {to}"))
            }
            ThingChange::Shown(_, selection) => of_it(&self.teller.selection(selection)),
            ThingChange::Cites(note, _, selection) => of_it(&self.teller.note(note, selection)),
        };
        ThingContext {
            id: thing.id.clone(),
            change: thing.change.as_str(),
            word: self.teller.change(&thing.change),
            text,
            href: self.page_of(thing),
            texts,
        }
    }

    /// The way to the page of a figure or a question.
    fn page_of(&self, thing: &Thing) -> Option<String> {
        match thing.kind {
            ThingKind::Figure => {
                let id = self.known.figures.get(thing.id.as_str())?;
                Some(self.href(Kind::Figure(id)))
            }
            ThingKind::Question => {
                let id = self.known.questions.get(thing.id.as_str())?;
                Some(self.href(Kind::Question(id)))
            }
            _ => None,
        }
    }

    fn href(&self, kind: Kind<'_>) -> String {
        let to = Address::new(kind, self.language);
        let root = Address::new(Kind::Changes, self.language).to_root();
        let path = to.path(self.site.plan.dataset);
        let folder = format!("{}/", self.site.code(self.language));
        match path.strip_prefix(&folder) {
            Some(rest) => format!("../{rest}"),
            None => format!("{root}{path}"),
        }
    }

    fn text(&self, text: &TextChange) -> TextContext {
        let said = |parts: &Option<Vec<Part>>| {
            let said = self.teller.parts(parts.as_ref()?);
            (!said.is_empty()).then_some(said)
        };
        let own = self.site.code(self.language);
        TextContext {
            lang: (text.language != own).then(|| text.language.clone()),
            from: said(&text.from),
            to: said(&text.to),
        }
    }

    pub(super) fn table(&self, table: &TableGroup<'_>) -> TableChanges {
        let facts = table.groups.iter().flat_map(|group| &group.facts);
        let place = facts.filter_map(|fact| fact.place()).next();
        let title = place.map(|place| self.teller.table(table.table, &place.selection));
        TableChanges {
            html_id: html_id("t", table.table.as_str()),
            title: title.unwrap_or_else(|| table.table.to_string()),
            count: table.count(),
            groups: table.groups.iter().map(|group| self.group(group)).collect(),
        }
    }

    fn group(&self, group: &Group<'_>) -> GroupContext {
        let facts = group.facts.iter().filter_map(|fact| self.fact(fact));
        GroupContext {
            editions: self.teller.editions(&group.editions),
            facts: facts.collect(),
        }
    }

    fn fact(&self, fact: &Fact) -> Option<FactContext> {
        let selection = &fact.place()?.selection;
        let cell = self.known.cells.get(&(&fact.question, &fact.figure));
        let href = cell.map(|(question, figure)| {
            let anchor = html_id("q", question.as_str());
            format!("{}#{anchor}", self.href(Kind::Figure(figure)))
        });
        let marks = fact.marks.iter().map(|mark| MarkContext {
            text: self.teller.mark(mark),
            place: self.teller.place(&mark.place),
        });
        Some(FactContext {
            question: fact.question.to_string(),
            figure: fact.figure.to_string(),
            figure_name: self.teller.figure(&fact.figure, selection),
            text: self.teller.question(&fact.question, &fact.table, selection),
            href,
            answers: fact
                .answers
                .iter()
                .map(|change| self.answers(change))
                .collect(),
            marks: marks.collect(),
        })
    }

    fn answers(&self, change: &AnswerChange) -> AnswersContext {
        let answer = |answered: &Option<Answered>| AnswerContext {
            word: answered
                .as_ref()
                .map(|answered| value_word(&answered.value)),
            text: self.teller.answer(answered.as_ref()),
        };
        let by = change.to.as_ref().or(change.from.as_ref());
        let sources = by.into_iter().flat_map(|answered| &answered.sources);
        let sources = sources.map(|(id, line)| ClaimContext {
            title: self.teller.source(id, &change.place.selection),
            line: *line,
        });
        AnswersContext {
            from: answer(&change.from),
            to: answer(&change.to),
            place: self.teller.place(&change.place),
            sources: sources.collect(),
        }
    }
}
