//! What all rules look at: the dataset, its plan, and exact answers about its conditions; it
//! judges nothing.

use crate::diagnostic::Files;
use crate::load::Loaded;
use crate::logic::{self, Condition};
use crate::model::*;
use crate::selection::{address_of, witness_address};
use crate::view::{Plan, Shown};
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// A dataset under examination.
pub struct Subject<'d> {
    /// The dataset.
    pub dataset: &'d Dataset,
    /// The files that it came from.
    pub files: &'d Files,
    /// Everything that can be seen in it, and when.
    pub plan: Plan<'d>,
    /// The claims that are shown in each cell, each with when it is.
    answers: HashMap<&'d QuestionId, IndexMap<&'d FigureId, Vec<Answered<'d>>>>,
    /// Where something shown cites each note, whatever the note's own condition says.
    citations: HashMap<&'d NoteId, Vec<Condition>>,
}

/// A claim that is shown in a cell, and when.
pub type Answered<'d> = (&'d Claim, Condition);

impl<'d> Subject<'d> {
    /// The dataset with its plan.
    pub fn new(loaded: &'d Loaded) -> Self {
        let dataset = &loaded.dataset;
        let files = &loaded.files;
        let plan = Plan::new(dataset);
        let mut subject = Self {
            dataset,
            files,
            plan,
            answers: HashMap::new(),
            citations: HashMap::new(),
        };
        subject.look_at_tables();
        subject
    }

    /// Fills what is looked up by cell, question and note.
    fn look_at_tables(&mut self) {
        let Self {
            plan,
            answers,
            citations,
            ..
        } = self;
        let mut cite = |notes: &'d [NoteId], when: Condition| {
            for note in notes {
                citations.entry(note).or_default().push(when.clone());
            }
        };
        for table in &plan.tables {
            let some_row = Condition::or(table.sections.iter().map(|s| s.shown.clone()));
            for column in &table.columns {
                let shown = [column.shown.clone(), some_row.clone()];
                cite(&column.figure.notes, Condition::and(shown));
            }
            for row in table.sections.iter().flat_map(|section| &section.rows) {
                let shown = [row.shown.clone(), table.shown.clone()];
                cite(&row.question.notes, Condition::and(shown));
                for (column, cell) in table.columns.iter().zip(&row.cells) {
                    let of_row = answers.entry(row.id).or_default();
                    let of_cell = of_row.entry(column.id).or_default();
                    for variant in &cell.variants {
                        let shown = [&row.shown, &column.shown, &variant.when];
                        let shown = Condition::and(shown.map(Condition::clone));
                        cite(variant.notes, shown.clone());
                        if matches!(variant.answer, Shown::Claimed(_))
                            && let Some((claim, _)) = variant.sources.first()
                        {
                            of_cell.push((claim, shown));
                        }
                    }
                }
            }
        }
    }

    /// The claims that are shown in a cell, each with when it is.
    pub fn answers(&self, question: &QuestionId, figure: &FigureId) -> &[Answered<'d>] {
        let of_row = self.answers.get(question);
        let found = of_row.and_then(|of_row| of_row.get(figure));
        found.map_or(&[], Vec::as_slice)
    }

    /// The figures that are asked a question.
    pub fn asked(&self, question: &QuestionId) -> impl Iterator<Item = &'d FigureId> {
        let of_row = self.answers.get(question).into_iter();
        of_row.flat_map(|of_row| of_row.keys().copied())
    }

    /// Where something shown cites the note, whatever the note's own condition says.
    pub fn citations(&self, note: &NoteId) -> Condition {
        let all = self.citations.get(note).into_iter().flatten();
        Condition::or(all.cloned())
    }

    /// Whether some selection makes `condition` hold.
    pub fn can_hold(&self, condition: &Condition) -> bool {
        logic::satisfiable(condition, self.dataset.editions.len())
    }

    /// Whether `consequence` holds wherever `condition` does.
    pub fn implies(&self, condition: &Condition, consequence: &Condition) -> bool {
        logic::implies(condition, consequence, self.dataset.editions.len())
    }

    /// Of several things the one that the smallest selection proves, and that selection as the
    /// address of a page; `None` where none of their conditions ever holds.
    pub fn smallest<T>(
        &self,
        all: impl IntoIterator<Item = (Condition, T)>,
    ) -> Option<(String, T)> {
        let editions = self.dataset.editions.len();
        let all = all.into_iter();
        let proven = all.filter_map(|(when, it)| Some((logic::witness(&when, editions)?, it)));
        let (witness, it) = proven.min_by_key(|(witness, _)| witness.size())?;
        Some((address_of(self.dataset, &witness), it))
    }

    /// The smallest selection in which `condition` holds, as the address of a page; `None` where
    /// it never holds.
    pub fn witness(&self, condition: &Condition) -> Option<String> {
        witness_address(self.dataset, condition)
    }
}

/// A cell: its question and its figure.
pub type Cell = (QuestionId, FigureId);

/// Every cell with when some table shows it, which may be never.
pub fn cells(subject: &Subject<'_>) -> Vec<(Cell, Condition)> {
    let mut cells: IndexMap<Cell, Vec<Condition>> = IndexMap::new();
    for (_, cell, shown) in crate::load::cells(subject.dataset) {
        cells.entry(cell).or_default().push(shown);
    }
    let cells = cells.into_iter();
    cells
        .map(|(cell, shown)| (cell, Condition::or(shown)))
        .collect()
}

/// The claims about a cell.
pub fn claims<'d>(dataset: &'d Dataset, cell: &Cell) -> &'d [Claim] {
    dataset.claims.get(cell).map_or(&[], Vec::as_slice)
}

/// The resolutions for a cell.
pub fn resolutions<'d>(dataset: &'d Dataset, cell: &Cell) -> &'d [Resolution] {
    dataset.resolutions.get(cell).map_or(&[], Vec::as_slice)
}

/// Every note that a figure, a question or any claim cites.
pub fn cited_notes(dataset: &Dataset) -> HashSet<&NoteId> {
    let of_figures = dataset.figures.values().flat_map(|figure| &figure.notes);
    let of_questions = dataset.questions.values().flat_map(|q| &q.notes);
    let of_claims = dataset.claims.values().flatten().flat_map(|c| &c.notes);
    of_figures.chain(of_questions).chain(of_claims).collect()
}

/// A conditional part of a text, with when the text around it is shown.
pub struct BranchOf<'d> {
    /// What the text is, for messages.
    pub what: String,
    /// The code of its language.
    pub language: &'d str,
    /// The part.
    pub branch: &'d Branch,
    /// Where the text and the parts around this one are shown.
    pub within: Condition,
    /// Whether the text has a part for the contrary case.
    pub has_contrary: bool,
}

/// Every conditional part of every text, in all languages.
pub fn branches<'d>(subject: &Subject<'d>) -> Vec<BranchOf<'d>> {
    let dataset = subject.dataset;
    let mut all = Vec::new();
    for of in texts(subject) {
        for (ix, language) in dataset.languages() {
            let branches = of.text.exactly(ix).map_or(&[][..], |text| &text.branches);
            for branch in branches {
                let contrary = branch.when.clone().negate();
                let is_contrary =
                    |other: &Branch| other.when == contrary && other.within == branch.within;
                all.push(BranchOf {
                    what: of.what.clone(),
                    language: &language.code,
                    branch,
                    within: Condition::and([of.shown.clone(), branch.within.clone()]),
                    has_contrary: branches.iter().any(is_contrary),
                });
            }
        }
    }
    all
}

/// A text of the dataset, what it is, and when it is shown.
pub struct TextOf<'d> {
    /// What it is, for messages: ``the note `princess` ``.
    pub what: String,
    /// What it belongs to, where texts are written and translated together: what is allowed of one
    /// is allowed of all.
    pub group: Option<&'static str>,
    /// The text.
    pub text: &'d Localized,
    /// When it is shown.
    pub shown: Condition,
}

/// All texts of the dataset.
pub fn texts<'d>(subject: &Subject<'d>) -> Vec<TextOf<'d>> {
    let mut texts = texts_of_tables(subject);
    texts.extend(texts_of_play(subject.dataset));
    texts.extend(texts_of_lists(subject.dataset));
    let always = texts_of_selections(subject.dataset).into_iter();
    let always = always.chain(reasons(subject.dataset));
    texts.extend(always.map(|(what, text)| TextOf {
        what,
        group: None,
        text,
        shown: Condition::True,
    }));
    texts.extend(texts_of_pages(subject.dataset));
    texts
}

/// The pages: what they say, and what they say instead in editions that they do not cover.
fn texts_of_pages(dataset: &Dataset) -> Vec<TextOf<'_>> {
    let mut texts = Vec::new();
    for (id, page) in &dataset.pages {
        let what = format!("the page `{id}`");
        let covered = logic::in_editions(&page.editions, dataset.editions.len());
        let elsewhere = page.elsewhere.iter();
        let elsewhere = elsewhere.map(|(edition, text)| (text, Condition::Edition(*edition)));
        let own = [(&page.title, Condition::True), (&page.text, covered)];
        texts.extend(
            own.into_iter()
                .chain(elsewhere)
                .map(|(text, shown)| TextOf {
                    what: what.clone(),
                    group: None,
                    text,
                    shown,
                }),
        );
    }
    texts
}

/// The texts of the FAQ; which languages they have to be in is seen to by loading.
pub fn texts_of_faq<'d>(dataset: &'d Dataset) -> Vec<TextOf<'d>> {
    let mut texts = Vec::new();
    for (id, entry) in &dataset.faq {
        for text in entry.says.texts().into_iter().chain(&entry.example) {
            texts.push(TextOf {
                what: format!("the entry `{id}`"),
                group: None,
                text,
                shown: Condition::True,
            });
        }
    }
    texts
}

/// The texts of figures, questions, notes and cells.
fn texts_of_tables<'d>(subject: &Subject<'d>) -> Vec<TextOf<'d>> {
    let dataset = subject.dataset;
    let mut texts = Vec::new();
    let mut add = |what: String, text: &'d Localized, shown: Condition| {
        texts.push(TextOf {
            what,
            group: None,
            text,
            shown,
        });
    };
    for (id, figure) in &dataset.figures {
        add(
            format!("the figure `{id}`"),
            &figure.name,
            figure.when.clone(),
        );
    }
    let mut shared = asked_in_shared_words(subject);
    for (id, question) in &dataset.questions {
        let shown = Condition::or(shared.remove(id).unwrap_or_default());
        add(format!("the question `{id}`"), &question.text, shown);
        for (table, text) in &question.text_in {
            let what = format!("the question `{id}` in the table `{table}`");
            add(what, text, question.when_in(table).clone());
        }
    }
    for (id, note) in &dataset.notes {
        let plan = subject.plan.notes.get(id);
        let shown = plan.map_or(Condition::True, |plan| plan.shown.clone());
        for part in &note.parts {
            let shown = Condition::and([shown.clone(), part.when.clone()]);
            add(format!("the note `{id}`"), &part.text, shown);
        }
    }
    let mut in_cells: HashMap<&CellTextId, Vec<Condition>> = HashMap::new();
    for (claim, shown) in subject
        .answers
        .values()
        .flat_map(|of_row| of_row.values().flatten())
    {
        if let Answer::Text(id) = &claim.answer {
            in_cells.entry(id).or_default().push(shown.clone());
        }
    }
    for (id, cell) in &dataset.cell_texts {
        let shown = in_cells.remove(id).unwrap_or_default();
        add(
            format!("the cell text `{id}`"),
            &cell.text,
            Condition::or(shown),
        );
    }
    texts
}

/// The titles, labels and texts of the order of play, and its words.
fn texts_of_play(dataset: &Dataset) -> Vec<TextOf<'_>> {
    let mut texts = Vec::new();
    let mut add = |what: String, group, text, shown| {
        texts.push(TextOf {
            what,
            group,
            text,
            shown,
        });
    };
    let Play { words, phases } = &dataset.play;
    let kinds = [
        &words.actors,
        &words.repeats,
        &words.rule_sets,
        &words.markers,
    ];
    for (id, word) in kinds.into_iter().flatten() {
        for text in [Some(&word.name), word.text.as_ref()].into_iter().flatten() {
            let what = format!("the word `{id}` of the order of play");
            add(what, None, text, word.when.clone());
        }
    }
    for phase in phases {
        let what = format!("the phase `{}`", phase.id);
        add(what, None, &phase.title, Condition::True);
        if let PhaseBody::Parts(parts) = &phase.body {
            for part in parts {
                let what = format!("the part `{}`", part.id);
                add(what, None, &part.title, Condition::True);
            }
        }
    }
    dataset.play.each_step(&mut |step, around| {
        let shown = Condition::and([around.clone(), step.when.clone()]);
        let what = format!("the step `{}`", step.id);
        if let Some(label) = &step.label {
            add(format!("the label of {what}"), None, label, shown.clone());
        }
        add(what, Some("the steps of play"), &step.text, shown);
    });
    texts
}

/// The titles, texts and items of the general lists.
fn texts_of_lists(dataset: &Dataset) -> Vec<TextOf<'_>> {
    let mut texts = Vec::new();
    for (id, list) in &dataset.lists {
        let what = format!("the list `{id}`");
        let heads = [&list.title, &list.text].map(|text| (what.clone(), text, Condition::True));
        let items = list.items.iter();
        let items = items.map(|(item, own)| {
            let what = format!("the item `{item}` of {what}");
            (what, &own.text, own.when.clone())
        });
        texts.extend(
            heads
                .into_iter()
                .chain(items)
                .map(|(what, text, shown)| TextOf {
                    what,
                    group: None,
                    text,
                    shown,
                }),
        );
    }
    texts
}

/// The titles and names of everything but figures and questions.
fn texts_of_selections(dataset: &Dataset) -> Vec<(String, &Localized)> {
    let mut texts = vec![("the title of the game".to_owned(), &dataset.title)];
    for (id, source) in &dataset.sources {
        texts.push((format!("the source `{id}`"), &source.title));
    }
    for (id, edition) in &dataset.editions {
        texts.push((format!("the edition `{id}`"), &edition.name));
    }
    for (id, expansion) in &dataset.expansions {
        texts.push((format!("the expansion `{id}`"), &expansion.name));
    }
    for (id, element) in &dataset.elements {
        texts.push((format!("the element `{id}`"), &element.name));
        let remark = element.remark.iter();
        texts.extend(remark.map(|remark| (format!("the remark on the element `{id}`"), remark)));
    }
    for (id, preset) in &dataset.presets {
        texts.push((format!("the preset `{id}`"), &preset.name));
    }
    for (id, title) in &dataset.sections {
        texts.push((format!("the section `{id}`"), title));
    }
    for (id, table) in &dataset.tables {
        texts.push((format!("the table `{id}`"), &table.title));
    }
    texts
}

/// Why sources are taken, invariants hold, and exceptions and findings are allowed.
fn reasons(dataset: &Dataset) -> Vec<(String, &Localized)> {
    let mut texts = Vec::new();
    for (cell, resolutions) in in_file_order(&dataset.resolutions) {
        let what = format!("the resolution for `{}` and `{}`", cell.0, cell.1);
        texts.extend(resolutions.iter().map(|own| (what.clone(), &own.because)));
    }
    for (id, invariant) in &dataset.invariants {
        texts.push((format!("the invariant `{id}`"), &invariant.because));
        for exception in &invariant.except {
            let what = format!("the exception of `{}` to `{id}`", exception.figure);
            texts.push((what, &exception.because));
        }
    }
    for allowance in &dataset.allowances {
        let what = format!(
            "the allowance of `{}` for `{}`",
            allowance.rule, allowance.of
        );
        texts.push((what, &allowance.because));
    }
    texts
}

/// The resolutions in an order that does not change from run to run.
fn in_file_order(
    resolutions: &std::collections::HashMap<Cell, Vec<Resolution>>,
) -> Vec<(&Cell, &Vec<Resolution>)> {
    let mut all: Vec<_> = resolutions.iter().collect();
    all.sort_by_key(|(_, own)| own.first().map(|r| (r.place.file, r.place.range.start)));
    all
}

/// Where a table shows each question in the words that all tables share.
fn asked_in_shared_words<'d>(subject: &Subject<'d>) -> HashMap<&'d QuestionId, Vec<Condition>> {
    let mut shown: HashMap<&QuestionId, Vec<Condition>> = HashMap::new();
    for table in &subject.plan.tables {
        for row in table.sections.iter().flat_map(|section| &section.rows) {
            if !row.question.text_in.contains_key(table.id) {
                shown.entry(row.id).or_default().push(row.shown.clone());
            }
        }
    }
    shown
}

/// The default edition with every element.
pub fn everything(dataset: &Dataset) -> Selection {
    Selection {
        edition: dataset.default_edition,
        elements: ElementSet::full(dataset.elements.len()),
    }
}

/// The default edition without any element.
pub fn nothing(dataset: &Dataset) -> Selection {
    Selection {
        edition: dataset.default_edition,
        elements: ElementSet::empty(dataset.elements.len()),
    }
}
