//! The pages of questions, figures and expansions: what a matrix holds, with notes, sources and what
//! decides between these, in words and classes. It decides nothing.

mod brings;
mod kinds;
mod pairs;

use super::cells::Cell;
use super::corrections::PlaceContext;
use super::faq::BearingContext;
use super::icons::Sprite;
use super::notes::{MarkContext, NoteContext, PartContext};
use super::press::framed;
use super::rules::Rules;
use super::selector::{selectable, selector};
use super::text::{Writer, joined};
use super::*;
use crate::logic::Condition;
use crate::render::{answer_label, answer_word, capital, open_word};
use crate::view::{
    Added, Columns, Heading, Matrix, MatrixCell, MatrixGroup, MatrixRow, Shown, VariantPlan,
    adapted,
};
use brings::BringsContext;
use indexmap::IndexMap;
use kinds::KindContext;
use pairs::{PairContext, pair_style};

/// The page of a question, a figure or an expansion.
#[derive(Serialize)]
pub(super) struct MatrixPage {
    #[serde(flatten)]
    page: PageContext,
    /// The section of the question, the table of the figure, the shelf of the expansion.
    around: String,
    icon: String,
    marks: Vec<MarkContext>,
    /// What the page is, where that is not plain.
    lead: Option<String>,
    /// The kinds to which a figure belongs.
    kinds: Vec<KindContext>,
    editions: Vec<EditionContext>,
    groups: Vec<GroupContext>,
    /// What stands there where nothing is to be seen, and its class.
    empty: String,
    empty_class: String,
    notes: Vec<NoteContext>,
    /// The class of the list of notes: it goes with the last of them.
    notes_class: String,
    /// What a figure can be looked up together with.
    pairs: Vec<PairContext>,
    /// What an expansion brings.
    brings: Option<BringsContext>,
    /// The entries of the FAQ that bear on it.
    bearing: Option<BearingContext>,
}

#[derive(Serialize)]
struct EditionContext {
    id: Option<String>,
    name: String,
}

#[derive(Serialize)]
struct GroupContext {
    kind: &'static str,
    html_id: String,
    title: String,
    href: Option<String>,
    class: String,
    rows: Vec<RowContext>,
}

#[derive(Serialize)]
struct RowContext {
    question: String,
    figure: String,
    html_id: Option<String>,
    class: String,
    /// What the question is about, for looking up pairs.
    about: String,
    icon: String,
    name: String,
    /// The page of what the row is called after.
    href: String,
    /// The question, where the row is called after the figure and that does not say it.
    asked: Option<String>,
    marks: Vec<MarkContext>,
    /// As HTML.
    cells: String,
    claims: Vec<ClaimContext>,
    reasons: Vec<ReasonContext>,
}

/// What one source says of a figure.
#[derive(Serialize)]
struct ClaimContext {
    answer: &'static str,
    content: String,
    source: String,
    line: Option<u32>,
    editions: String,
    /// The entry of the FAQ that says it.
    entry: Option<String>,
    /// Where that stands in the dataset, and the way to suggest a correction.
    place: Option<PlaceContext>,
}

/// Why a source is taken where sources differ.
#[derive(Serialize)]
struct ReasonContext {
    source: String,
    because: String,
}

/// What a page is about.
struct Subject<'d> {
    name: &'d Localized,
    notes: &'d [NoteId],
    around: String,
    icon: String,
}

/// What the pages of a question, a figure or an expansion show in all languages alike.
pub(super) struct Arranged<'m> {
    columns: &'m Columns<'m>,
    matrix: Matrix<'m, 'm>,
    /// What an expansion adds to tables.
    added: Option<Added<'m>>,
}

impl<'m> Arranged<'m> {
    /// What pages of this kind show; `None` where the kind is another.
    pub(super) fn new(columns: &'m Columns<'m>, kind: Kind<'m>) -> Option<Self> {
        let matrix = match kind {
            Kind::Question(question) => columns.of_question(question),
            Kind::Figure(figure) => columns.of_figure(figure),
            Kind::Expansion(expansion) => columns.of_expansion(expansion),
            Kind::Compared(_) => columns.of_differences(),
            _ => return None,
        };
        let added = match kind {
            Kind::Expansion(expansion) => Some(columns.added_by(expansion)),
            _ => None,
        };
        Some(Self {
            columns,
            matrix,
            added,
        })
    }
}

framed!(MatrixPage);

impl Press<'_, '_> {
    /// The page of a question, a figure or an expansion; `None` where no edition has anything to
    /// say of it.
    pub(super) fn matrix_page(
        &self,
        arranged: &Arranged<'_>,
        faq: &FaqPlan<'_>,
        kind: Kind<'_>,
        language: LanguageIx,
    ) -> Option<MatrixPage> {
        let builder = Builder {
            site: self,
            columns: arranged.columns,
            added: arranged.added.as_ref(),
            faq,
            kind,
            language,
            rules: Rules::default(),
            sprite: Sprite::new(&self.plan.dataset.icons),
            see: escaped(self.words.get(
                &self.plan.dataset.languages[language.index()].code,
                "see-note",
            )),
            cited: IndexMap::new(),
        };
        builder.page(&arranged.matrix)
    }
}

impl Site<'_, '_> {
    /// What such a page opens with: everything that there is left to select.
    pub(super) fn everything(&self) -> Selection {
        let dataset = self.plan.dataset;
        let everything = Selection {
            edition: dataset.default_edition,
            elements: ElementSet::full(dataset.elements.len()),
        };
        self.plan.scope.apply(&everything)
    }
}

struct Builder<'b, 'd> {
    site: &'b Press<'b, 'd>,
    columns: &'b Columns<'b>,
    added: Option<&'b Added<'b>>,
    faq: &'b FaqPlan<'b>,
    kind: Kind<'b>,
    language: LanguageIx,
    rules: Rules,
    sprite: Sprite<'d>,
    /// The word before the number of a note.
    see: String,
    /// The notes in the order of first citation: the edition whose words they have, and where
    /// something shown cites them.
    cited: IndexMap<NoteId, (Option<EditionIx>, Vec<Condition>)>,
}

impl<'d> Builder<'_, 'd> {
    fn page(mut self, matrix: &Matrix<'_, '_>) -> Option<MatrixPage> {
        let dataset = self.site.plan.dataset;
        let own = self.site.everything().edition;
        let mut editions = self.columns.editions().flatten();
        let default = editions.find(|edition| *edition == own);
        let subject = self.subject(matrix)?;
        let shown = Condition::or(matrix.rows().map(MatrixRow::shown));
        let heading = self.line(subject.name, default);
        let marks = self.marks(subject.notes, default, &shown);
        let editions = self.columns.editions().map(|edition| match edition {
            Some(edition) => {
                let (id, edition) = dataset.edition(edition);
                EditionContext {
                    id: Some(id.to_string()),
                    name: self.line_of(&edition.name),
                }
            }
            None => EditionContext {
                id: None,
                name: self.word("answer"),
            },
        });
        let editions = editions.collect();
        let groups = matrix.groups.iter().map(|group| self.group(group, default));
        let groups = groups.collect();
        let pairs = self.pairs(matrix);
        let kinds = self.kinds(default);
        let brings = self.brings(default);
        let empty_class = match shown.negate() {
            Condition::False => "never".to_owned(),
            empty => self.rules.shown(&empty),
        };
        let empty = self.word(match self.kind {
            Kind::Figure(_) => "empty-figure",
            Kind::Expansion(_) => "empty-expansion",
            Kind::Compared(_) => "empty-compared",
            _ => "empty-question",
        });
        let (notes, notes_class) = self.notes();
        let (site, language) = (self.site, self.language);
        let bearing = site.bearing(self.faq, self.kind, language, &mut self.rules);
        let mut page = self.frame(subject.name, &heading, &pairs);
        page.symbols = self.sprite.symbols();
        Some(MatrixPage {
            page,
            around: subject.around,
            icon: subject.icon,
            marks,
            lead: matches!(self.kind, Kind::Compared(_)).then(|| self.word("compared-lead")),
            kinds,
            editions,
            groups,
            empty,
            empty_class,
            notes,
            notes_class,
            pairs,
            brings,
            bearing,
        })
    }

    /// What the page is about; `None` where that is shown nowhere.
    fn subject(&mut self, matrix: &Matrix<'_, '_>) -> Option<Subject<'d>> {
        let dataset = self.site.plan.dataset;
        match self.kind {
            Kind::Question(id) => {
                let row = matrix.rows().next()?;
                let (_, question) = dataset.questions.get_key_value(id)?;
                let sections = &dataset.tables.get(row.table)?.sections;
                let section = sections.iter().find(|(_, rows)| rows.contains(id));
                let title = section.and_then(|(section, _)| dataset.sections.get(section));
                Some(Subject {
                    name: question.text_in(row.table),
                    notes: &question.notes,
                    around: title.map_or(String::new(), |title| self.line_of(title)),
                    icon: String::new(),
                })
            }
            Kind::Figure(id) => {
                let (id, figure) = dataset.figures.get_key_value(id)?;
                let mut tables = dataset.tables.iter();
                let (table, title) = tables.find(|(_, table)| table.figures.contains(id))?;
                matrix.rows().next()?;
                let around = self.line_of(&title.title);
                Some(Subject {
                    name: &figure.name,
                    notes: &figure.notes,
                    around: format!("{}{around}", self.sprite.table(table)),
                    icon: self.sprite.figure(id),
                })
            }
            Kind::Expansion(id) => {
                let expansion = dataset.expansions.get(id)?;
                let group = self.word(&format!("group-{}", expansion.group.as_str()));
                let number = expansion.number.map(|number| format!(" · {number}"));
                Some(Subject {
                    name: &expansion.name,
                    notes: &[],
                    around: group + &number.unwrap_or_default(),
                    icon: String::new(),
                })
            }
            Kind::Compared(edition) => {
                let edition = dataset.edition(edition).1;
                let with = dataset.edition(edition.compared_with?).1;
                let since = self.word("compared-since");
                Some(Subject {
                    name: &edition.name,
                    notes: &[],
                    around: format!("{since} {}", self.line_of(&with.name)),
                    icon: String::new(),
                })
            }
            _ => None,
        }
    }

    /// The frame of the page, with the boxes of the elements that its conditions name.
    fn frame(&mut self, name: &Localized, heading: &str, pairs: &[PairContext]) -> PageContext {
        let initial = self.site.everything();
        let address = Address::new(self.kind, self.language);
        let elements = self.rules.elements();
        let site = self.site;
        let plan = self.columns.plan(Some(initial.edition));
        let mut selector = plan.map(|plan| {
            selector(
                site,
                plan,
                &elements,
                &initial,
                self.language,
                &mut self.rules,
            )
        });
        if let Some(selector) = &mut selector {
            // All editions may stand beside each other here; the one selected is kept for other pages.
            selector.selectable = selectable(self.site.plan).join(" ");
        }
        let title = name.get(self.language).1.plain(&initial);
        let mut page = self.site.page(
            address,
            capital(&title),
            &initial,
            self.rules.css(&self.site.inputs),
        );
        page.heading = capital(heading);
        if let Kind::Compared(edition) = self.kind {
            page.title = self.site.compared_title(edition, self.language);
            page.heading = escaped(&page.title);
        }
        page.selector = selector;
        page.further_style = pair_style(pairs);
        page.csp = csp(&[&page.style, &page.further_style]);
        page
    }

    /// The way to another page of the same language.
    fn href(&self, to: Kind<'_>) -> String {
        let root = Address::new(self.kind, self.language).to_root();
        let to = Address::new(to, self.language);
        format!("{root}{}", to.path(self.site.plan.dataset))
    }

    fn group(&mut self, group: &MatrixGroup<'_, '_>, default: Option<EditionIx>) -> GroupContext {
        let rows = group.rows.iter();
        let rows = rows.map(|row| self.row(row, group.heading, default));
        let rows = rows.collect();
        let shown = Condition::or(group.rows.iter().map(MatrixRow::shown));
        let dataset = self.site.plan.dataset;
        let mut title =
            |text: Option<&Localized>| text.map_or(String::new(), |text| self.line(text, default));
        let (kind, id, title, to) = match group.heading {
            Heading::Table(id) => {
                let title = title(dataset.tables.get(id).map(|table| &table.title));
                ("table", id.as_str(), title, Some(Kind::Table(id)))
            }
            Heading::Section(id, table) => {
                let title = title(dataset.sections.get(id));
                ("section", id.as_str(), title, Some(Kind::Table(table)))
            }
            Heading::Part(id, table) => {
                let table_title = title(dataset.tables.get(table).map(|table| &table.title));
                let title = title(dataset.sections.get(id));
                let title = format!("{table_title} · {title}");
                ("part", id.as_str(), title, Some(Kind::Table(table)))
            }
            Heading::Others(id) => {
                let title = title(group.rows.first().map(|row| row.text));
                ("others", id.as_str(), title, Some(Kind::Question(id)))
            }
            Heading::With(id) => {
                let title = title(dataset.expansions.get(id).map(|it| &it.name));
                ("with", id.as_str(), title, Some(Kind::Expansion(id)))
            }
            Heading::Alone => ("alone", "alone", self.word("matrix-alone"), None),
        };
        let anchor = match (self.kind, group.heading) {
            (Kind::Question(question), _) => format!("#{}", html_id("q", question.as_str())),
            (_, Heading::Section(..) | Heading::Part(..)) => format!("#{}", html_id("s", id)),
            _ => String::new(),
        };
        let html_id = match group.heading {
            Heading::Part(_, table) => html_id(kind, &format!("{table}@{id}")),
            _ => html_id(kind, id),
        };
        GroupContext {
            kind,
            html_id,
            title,
            href: to.map(|to| format!("{}{anchor}", self.href(to))),
            class: self.rules.shown(&shown),
            rows,
        }
    }

    /// A text in the words of an edition.
    fn line(&mut self, text: &Localized, edition: Option<EditionIx>) -> String {
        match self.columns.plan(edition) {
            Some(plan) => self.writer(plan).line(text),
            None => String::new(),
        }
    }

    fn writer<'w, 'p>(&'w mut self, plan: &'w crate::view::Plan<'p>) -> Writer<'w, 'p> {
        Writer {
            plan,
            language: self.language,
            rules: &mut self.rules,
        }
    }

    /// A text that depends on nothing, escaped.
    fn line_of(&self, text: &Localized) -> String {
        escaped(&text.get(self.language).1.plain(&self.site.everything()))
    }

    fn row(
        &mut self,
        row: &MatrixRow<'_, '_>,
        heading: Heading<'_>,
        default: Option<EditionIx>,
    ) -> RowContext {
        let shown = row.shown();
        let all: Vec<_> = self.columns.editions().collect();
        let is_figure = !matches!(heading, Heading::Section(..));
        let is_both = matches!(
            heading,
            Heading::With(_) | Heading::Alone | Heading::Part(..)
        );
        let notes = match is_figure {
            true => &row.answering.notes,
            false => &row.asked.notes,
        };
        let mut marks = self.marks(notes, default, &shown);
        if is_both {
            marks.extend(self.marks(&row.asked.notes, default, &shown));
        }
        let mut cells = String::new();
        for (edition, cell) in all.into_iter().zip(&row.cells) {
            match cell {
                Some(cell) => self.cell(edition, cell, &shown, &mut cells),
                None => self.nothing(edition, "", &mut cells),
            }
        }
        let (name, to) = match is_figure {
            true => (&row.answering.name, Kind::Figure(row.figure)),
            false => (row.text, Kind::Question(row.question)),
        };
        let question = html_id("q", row.question.as_str());
        let (html_id, anchor) = match heading {
            Heading::Table(_) => (Some(html_id("f", row.figure.as_str())), ""),
            Heading::Section(..) => (Some(question.clone()), ""),
            Heading::Part(..) => {
                let both = format!("{}@{}", row.question, row.figure);
                (Some(html_id("c", &both)), question.as_str())
            }
            _ => (None, question.as_str()),
        };
        let anchor = match anchor {
            "" => String::new(),
            question => format!("#{question}"),
        };
        let cell = (row.question.clone(), row.figure.clone());
        // On other pages the row leads to the figure's page, which has them.
        let explains = html_id.is_some();
        RowContext {
            question: row.question.to_string(),
            figure: row.figure.to_string(),
            html_id,
            class: self.rules.shown(&shown),
            about: self.about(row, heading),
            icon: match is_figure {
                true => self.sprite.figure(row.figure),
                false => String::new(),
            },
            name: self.line(name, default),
            href: format!("{}{anchor}", self.href(to)),
            asked: is_both.then(|| self.line(row.text, default)),
            marks,
            cells,
            claims: match explains {
                true => self.claims(&cell),
                false => Vec::new(),
            },
            reasons: match explains {
                true => self.reasons(&cell),
                false => Vec::new(),
            },
        }
    }

    /// Writes the cells of a column, of which one is shown where the row is, which `row_shown` says:
    /// its answers, and an empty one where the column does not ask.
    fn cell(
        &mut self,
        edition: Option<EditionIx>,
        cell: &MatrixCell<'_, '_>,
        row_shown: &Condition,
        out: &mut String,
    ) {
        let is_always = cell.shown == *row_shown;
        for variant in cell.variants {
            let shown = Condition::and([cell.shown.clone(), variant.when.clone()]);
            let adapted = Condition::or([cell.adapted.clone(), variant.adapted.clone()]);
            let class = joined(&[
                self.rules
                    .shown(if is_always { &variant.when } else { &shown }),
                self.rules.adapted(&adapted),
            ]);
            let content = self.content(edition, variant);
            let marks = self.marks(variant.notes, edition, &shown);
            let html = Cell {
                column: self.column(edition),
                answer: answer_word(variant.answer),
                open: open_word(variant.answer),
                sources: None,
                class: &class,
                content: &content,
                marks: &marks,
            };
            html.write(&self.see, out);
        }
        let unasked = cell.shown.clone().negate();
        if unasked != Condition::False && !is_always {
            let class = self.rules.shown(&unasked);
            self.nothing(edition, &class, out);
        }
    }

    /// The column of an edition, if it has one.
    fn column(&self, edition: Option<EditionIx>) -> Option<(&'static str, &'d str)> {
        let id = edition.map(|edition| self.site.plan.dataset.edition(edition).0);
        id.map(|id| ("data-edition", id.as_str()))
    }

    /// Writes an empty cell.
    fn nothing(&self, edition: Option<EditionIx>, class: &str, out: &mut String) {
        let html = Cell {
            column: self.column(edition),
            answer: "",
            open: None,
            sources: None,
            class,
            content: "",
            marks: &[],
        };
        html.write(&self.see, out);
    }

    fn content(&mut self, edition: Option<EditionIx>, variant: &VariantPlan<'_>) -> String {
        match variant.answer {
            Shown::NotEntered => self.word("answer-not-entered"),
            Shown::Claimed(answer) => self.answer(edition, answer),
        }
    }

    /// An answer in words.
    fn answer(&mut self, edition: Option<EditionIx>, answer: &Answer) -> String {
        match answer {
            Answer::Number(number) => number.to_string(),
            Answer::Text(id) => {
                let text = self.site.plan.dataset.cell_texts.get(id);
                text.map_or(String::new(), |text| self.line(&text.text, edition))
            }
            word => {
                let label = answer_label(Shown::Claimed(word));
                label.map_or(String::new(), |label| self.word(label))
            }
        }
    }

    fn word(&self, id: &str) -> String {
        let code = &self.site.plan.dataset.languages[self.language.index()].code;
        escaped(&self.site.word(code, id))
    }

    /// The marks of `notes`, which stand where `shown` holds; the page counts them for itself.
    fn marks(
        &mut self,
        notes: &[NoteId],
        edition: Option<EditionIx>,
        shown: &Condition,
    ) -> Vec<MarkContext> {
        let mut marks = Vec::new();
        for id in notes {
            let Some(note) = self.site.plan.dataset.notes.get(id) else {
                continue;
            };
            let own = self
                .columns
                .plan(edition)
                .map(|plan| plan.scope.fix(&note.when));
            let own = own.unwrap_or(Condition::False);
            if own == Condition::False {
                continue;
            }
            let cited = self
                .cited
                .entry(id.clone())
                .or_insert((edition, Vec::new()));
            cited.1.push(Condition::and([shown.clone(), own.clone()]));
            let label = self.cited.get_index_of(id).map_or(0, |at| at + 1);
            marks.push(MarkContext::new(id, label, self.rules.shown(&own)));
        }
        marks
    }

    /// The notes cited. They are marked as adapted where one edition is selected; where the editions
    /// stand side by side, a note belongs to several of them. And the class of their list.
    fn notes(&mut self) -> (Vec<NoteContext>, String) {
        let cited = std::mem::take(&mut self.cited);
        let all = cited.values().flat_map(|(_, when)| when.clone());
        let class = self.rules.shown(&Condition::or(all));
        let mut notes = Vec::new();
        for (at, (id, (edition, when))) in cited.into_iter().enumerate() {
            let note = self.site.plan.dataset.notes.get(&id);
            let (Some(note), Some(plan)) = (note, self.columns.plan(edition)) else {
                continue;
            };
            let marked = |condition: &Condition| match edition {
                Some(_) => Condition::False,
                None => condition.clone(),
            };
            let mut parts = Vec::new();
            for part in &note.parts {
                let shown = plan.scope.fix(&part.when);
                if shown == Condition::False {
                    continue;
                }
                let own = plan.scope.fix(&adapted(plan.dataset, &part.when));
                let own = self.rules.adapted(&marked(&own));
                let classes = [self.rules.shown(&shown), own];
                let text = self.writer(plan).blocks(&part.text);
                parts.push(PartContext::new(part, &classes, |id| self.word(id), text));
            }
            let known = plan.notes.get(&id).map(|note| marked(&note.adapted));
            let classes = [
                self.rules.shown(&Condition::or(when)),
                self.rules.adapted(&known.unwrap_or(Condition::False)),
            ];
            notes.push(NoteContext::new(&id, at + 1, &classes, parts));
        }
        (notes, class)
    }

    /// Everything that sources say of a cell.
    fn claims(&mut self, cell: &(QuestionId, FigureId)) -> Vec<ClaimContext> {
        let dataset = self.site.plan.dataset;
        let claims = dataset.claims.get(cell).map_or(&[][..], Vec::as_slice);
        let about = format!("{}, {}", cell.1, cell.0);
        let claims = claims.iter().filter_map(|claim| {
            let holds = self.columns.editions().flatten().filter(|edition| {
                crate::view::in_edition(&claim.when, *edition) != Condition::False
            });
            let holds: Vec<_> = holds.collect();
            let ids = holds
                .iter()
                .map(|edition| dataset.edition(*edition).0.as_str());
            let editions = ids.collect::<Vec<_>>().join(", ");
            if holds.is_empty() && matches!(self.kind, Kind::Compared(_)) {
                return None;
            }
            let words = holds.first().copied().or(Some(dataset.default_edition));
            Some(ClaimContext {
                answer: answer_word(Shown::Claimed(&claim.answer)),
                content: self.answer(words, &claim.answer),
                source: self.source(&claim.source),
                line: claim.line,
                editions,
                entry: claim.entry.as_ref().and_then(|id| self.entry_href(id)),
                place: self.site.place(&claim.place, &about, self.language),
            })
        });
        claims.collect()
    }

    /// Where the site has the entry, if it does.
    fn entry_href(&self, id: &FaqId) -> Option<String> {
        let Plan { dataset, scope, .. } = self.site.plan;
        let anchor = html_id("faq", id.as_str());
        let is_there = FaqPlan::can_show(dataset, id, scope);
        is_there.then(|| format!("{}#{anchor}", self.href(Kind::Faq)))
    }

    fn reasons(&mut self, cell: &(QuestionId, FigureId)) -> Vec<ReasonContext> {
        let resolutions = self.site.plan.dataset.resolutions.get(cell);
        let resolutions = resolutions.map_or(&[][..], Vec::as_slice);
        let reasons = resolutions.iter().map(|resolution| ReasonContext {
            source: self.source(&resolution.take),
            because: self.line_of(&resolution.because),
        });
        reasons.collect()
    }

    fn source(&self, id: &SourceId) -> String {
        let source = self.site.plan.dataset.sources.get(id);
        source.map_or(String::new(), |source| self.line_of(&source.title))
    }
}
