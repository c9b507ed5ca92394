//! The pages of questions and figures: what a matrix holds, with notes, sources and what decides
//! between these, in words and classes. It decides nothing.

use super::rules::Rules;
use super::selector::{selectable, selector};
use super::text::{Writer, joined};
use super::*;
use crate::logic::Condition;
use crate::render::{answer_label, answer_word, open_word, speaker_label};
use crate::view::{Editions, Matrix, MatrixCell, MatrixGroup, MatrixRow, Shown, VariantPlan};
use indexmap::IndexMap;

/// The page of a question or a figure.
#[derive(Serialize)]
pub(super) struct MatrixPage {
    #[serde(flatten)]
    page: PageContext,
    /// The section of the question, or the table of the figure.
    around: String,
    marks: Vec<MarkContext>,
    editions: Vec<String>,
    groups: Vec<GroupContext>,
    empty_class: String,
    notes: Vec<NoteContext>,
}

#[derive(Serialize)]
struct GroupContext {
    id: String,
    title: String,
    href: String,
    class: String,
    rows: Vec<RowContext>,
}

#[derive(Serialize)]
struct RowContext {
    question: String,
    figure: String,
    html_id: String,
    class: String,
    name: String,
    /// The page of what the row is called after.
    href: String,
    marks: Vec<MarkContext>,
    cells: Vec<CellContext>,
    claims: Vec<ClaimContext>,
    reasons: Vec<ReasonContext>,
}

#[derive(Serialize)]
struct CellContext {
    edition: String,
    answer: &'static str,
    open: Option<&'static str>,
    class: String,
    content: String,
    marks: Vec<MarkContext>,
}

#[derive(Serialize)]
struct MarkContext {
    id: String,
    html_id: String,
    label: usize,
    class: String,
}

/// What one source says of a figure.
#[derive(Serialize)]
struct ClaimContext {
    answer: &'static str,
    content: String,
    source: String,
    line: Option<u32>,
    editions: String,
}

/// Why a source is taken where sources differ.
#[derive(Serialize)]
struct ReasonContext {
    source: String,
    because: String,
}

#[derive(Serialize)]
struct NoteContext {
    id: String,
    html_id: String,
    label: usize,
    class: String,
    parts: Vec<PartContext>,
}

#[derive(Serialize)]
struct PartContext {
    class: String,
    speaker: &'static str,
    speaker_word: String,
    text: String,
}

impl Site<'_, '_> {
    /// The page of a question or figure; `None` where no edition has it.
    pub(super) fn matrix_page(
        &self,
        editions: &Editions<'_>,
        kind: Kind<'_>,
        language: LanguageIx,
    ) -> Option<MatrixPage> {
        let matrix = match kind {
            Kind::Question(question) => editions.of_question(question),
            Kind::Figure(figure) => editions.of_figure(figure),
            _ => None,
        }?;
        let builder = Builder {
            site: self,
            editions,
            kind,
            language,
            rules: Rules::default(),
            cited: IndexMap::new(),
        };
        Some(builder.page(&matrix))
    }

    /// What such a page opens with: everything that there is left to select.
    fn everything(&self) -> Selection {
        let dataset = self.plan.dataset;
        let everything = Selection {
            edition: dataset.default_edition,
            elements: ElementSet::full(dataset.elements.len()),
        };
        self.plan.scope.apply(&everything)
    }
}

struct Builder<'b, 'd> {
    site: &'b Site<'b, 'd>,
    editions: &'b Editions<'b>,
    kind: Kind<'b>,
    language: LanguageIx,
    rules: Rules,
    /// The notes in the order of first citation: the edition whose words they have, and where
    /// something shown cites them.
    cited: IndexMap<NoteId, (EditionIx, Vec<Condition>)>,
}

impl Builder<'_, '_> {
    fn page(mut self, matrix: &Matrix<'_, '_>) -> MatrixPage {
        let dataset = self.site.plan.dataset;
        let default = self.site.everything().edition;
        let all_rows = matrix.groups.iter().flat_map(|group| &group.rows);
        let shown = Condition::or(all_rows.map(MatrixRow::shown));
        let heading = self.line(matrix.subject, default);
        let around = self.line(matrix.around, default);
        let marks = self.marks(matrix.notes, default, &shown);
        let editions = self
            .editions
            .all()
            .map(|edition| dataset.edition(edition).1);
        let editions = editions
            .map(|edition| self.line_of(&edition.name))
            .collect();
        let groups = matrix.groups.iter().map(|group| self.group(group, default));
        let groups = groups.collect();
        let empty_class = match shown.negate() {
            Condition::False => "never".to_owned(),
            empty => self.rules.shown(&empty),
        };
        let notes = self.notes();
        let page = self.frame(matrix.subject, &heading);
        MatrixPage {
            page,
            around,
            marks,
            editions,
            groups,
            empty_class,
            notes,
        }
    }

    /// The frame of the page, with the boxes of the elements that its conditions name.
    fn frame(&mut self, subject: &Localized, heading: &str) -> PageContext {
        let initial = self.site.everything();
        let address = Address::new(self.kind, self.language);
        let elements = self.rules.elements();
        let plan = self.editions.plan(initial.edition);
        let mut selector =
            plan.map(|plan| selector(plan, &elements, &initial, self.language, &mut self.rules));
        if let Some(selector) = &mut selector {
            // All editions stand beside each other here; the one selected is kept for other pages.
            selector.selectable = selectable(self.site.plan).join(" ");
        }
        let title = subject.get(self.language).1.plain(&initial);
        let mut page = self
            .site
            .page(address, capital(&title), &initial, self.rules.clone());
        page.heading = capital(heading);
        page.selector = selector;
        // What is ready made opens a table, and is offered there.
        page.presets = Vec::new();
        page
    }

    /// The way to another page of the same language.
    fn href(&self, to: Kind<'_>) -> String {
        let root = Address::new(self.kind, self.language).to_root();
        let to = Address::new(to, self.language);
        format!("{root}{}", to.path(self.site.plan.dataset))
    }

    fn group(&mut self, group: &MatrixGroup<'_, '_>, default: EditionIx) -> GroupContext {
        let rows = group.rows.iter().map(|row| self.row(row, default));
        let rows = rows.collect();
        let shown = Condition::or(group.rows.iter().map(MatrixRow::shown));
        let anchor = match self.kind {
            Kind::Question(question) => html_id("q", question.as_str()),
            _ => html_id("s", group.id),
        };
        GroupContext {
            id: group.id.to_owned(),
            title: self.line(group.title, default),
            href: format!("{}#{anchor}", self.href(Kind::Table(group.table))),
            class: self.rules.shown(&shown),
            rows,
        }
    }

    /// A text in the words of an edition.
    fn line(&mut self, text: &Localized, edition: EditionIx) -> String {
        match self.editions.plan(edition) {
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

    fn row(&mut self, row: &MatrixRow<'_, '_>, default: EditionIx) -> RowContext {
        let shown = row.shown();
        let all: Vec<_> = self.editions.all().collect();
        let marks = self.marks(row.notes, default, &shown);
        let mut cells = Vec::new();
        for (edition, cell) in all.into_iter().zip(&row.cells) {
            match cell {
                Some(cell) => cells.extend(self.cell(edition, cell)),
                None => cells.push(self.nothing(edition)),
            }
        }
        let (html_id, other) = match self.kind {
            Kind::Question(_) => (html_id("f", row.figure.as_str()), Kind::Figure(row.figure)),
            _ => (
                html_id("q", row.question.as_str()),
                Kind::Question(row.question),
            ),
        };
        let cell = (row.question.clone(), row.figure.clone());
        RowContext {
            question: row.question.to_string(),
            figure: row.figure.to_string(),
            html_id,
            class: self.rules.shown(&shown),
            name: self.line(row.head, default),
            href: self.href(other),
            marks,
            cells,
            claims: self.claims(&cell),
            reasons: self.reasons(&cell),
        }
    }

    /// The cells of an edition, of which one is shown: its answers, and an empty one where the
    /// edition does not ask.
    fn cell(&mut self, edition: EditionIx, cell: &MatrixCell<'_, '_>) -> Vec<CellContext> {
        let mut cells = Vec::new();
        for variant in cell.variants {
            let shown = Condition::and([cell.shown.clone(), variant.when.clone()]);
            let adapted = Condition::or([cell.adapted.clone(), variant.adapted.clone()]);
            cells.push(CellContext {
                edition: self.site.plan.dataset.edition(edition).0.to_string(),
                answer: answer_word(variant.answer),
                open: open_word(variant.answer),
                class: joined(&[self.rules.shown(&shown), self.rules.adapted(&adapted)]),
                content: self.content(edition, variant),
                marks: self.marks(variant.notes, edition, &shown),
            });
        }
        let unasked = cell.shown.clone().negate();
        if unasked != Condition::False {
            let mut nothing = self.nothing(edition);
            nothing.class = self.rules.shown(&unasked);
            cells.push(nothing);
        }
        cells
    }

    fn nothing(&self, edition: EditionIx) -> CellContext {
        CellContext {
            edition: self.site.plan.dataset.edition(edition).0.to_string(),
            answer: "",
            open: None,
            class: String::new(),
            content: String::new(),
            marks: Vec::new(),
        }
    }

    fn content(&mut self, edition: EditionIx, variant: &VariantPlan<'_>) -> String {
        match (answer_label(variant.answer), variant.answer) {
            (Some(label), _) => self.word(label),
            (None, Shown::Claimed(answer)) => self.answer(edition, answer),
            (None, Shown::NotEntered) => String::new(),
        }
    }

    /// An answer in words.
    fn answer(&mut self, edition: EditionIx, answer: &Answer) -> String {
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
        edition: EditionIx,
        shown: &Condition,
    ) -> Vec<MarkContext> {
        let mut marks = Vec::new();
        for id in notes {
            let Some(note) = self.site.plan.dataset.notes.get(id) else {
                continue;
            };
            let own = self
                .editions
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
            marks.push(MarkContext {
                id: id.to_string(),
                html_id: html_id("n", id.as_str()),
                label,
                class: self.rules.shown(&own),
            });
        }
        marks
    }

    fn notes(&mut self) -> Vec<NoteContext> {
        let cited = std::mem::take(&mut self.cited);
        let notes = cited
            .into_iter()
            .enumerate()
            .filter_map(|(at, (id, (edition, when)))| {
                let note = self.site.plan.dataset.notes.get(&id)?;
                let plan = self.editions.plan(edition)?;
                let mut parts = Vec::new();
                for part in &note.parts {
                    let shown = plan.scope.fix(&part.when);
                    if shown != Condition::False {
                        parts.push(PartContext {
                            class: self.rules.shown(&shown),
                            speaker: part.speaker.as_str(),
                            speaker_word: self.word(speaker_label(part.speaker)),
                            text: self.writer(plan).blocks(&part.text),
                        });
                    }
                }
                Some(NoteContext {
                    html_id: html_id("n", id.as_str()),
                    id: id.to_string(),
                    label: at + 1,
                    class: self.rules.shown(&Condition::or(when)),
                    parts,
                })
            });
        notes.collect()
    }

    /// Everything that sources say of a cell.
    fn claims(&mut self, cell: &(QuestionId, FigureId)) -> Vec<ClaimContext> {
        let dataset = self.site.plan.dataset;
        let claims = dataset.claims.get(cell).map_or(&[][..], Vec::as_slice);
        let claims = claims.iter().map(|claim| {
            let holds = self.editions.all().filter(|edition| {
                crate::view::in_edition(&claim.when, *edition) != Condition::False
            });
            let holds: Vec<_> = holds.collect();
            let ids = holds
                .iter()
                .map(|edition| dataset.edition(*edition).0.as_str());
            let editions = ids.collect::<Vec<_>>().join(", ");
            let words = holds.first().copied().unwrap_or(dataset.default_edition);
            ClaimContext {
                answer: answer_word(Shown::Claimed(&claim.answer)),
                content: self.answer(words, &claim.answer),
                source: self.source(&claim.source),
                line: claim.line,
                editions,
            }
        });
        claims.collect()
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

/// The text with its first letter large; a text that begins with markup stays as it is.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
