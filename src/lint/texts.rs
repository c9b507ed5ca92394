//! All texts of a dataset, each with what it is and when it is shown; it judges none of them.

use super::Subject;
use super::subject::Cell;
use crate::logic::{self, Condition};
use crate::model::*;
use std::collections::HashMap;

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
    /// What it is, for messages: ``the note `no-gloves` ``.
    pub what: String,
    /// What it belongs to, where texts are written and translated together: what is allowed of one
    /// is allowed of all.
    pub group: Option<&'static str>,
    /// The text.
    pub text: &'d Localized,
    /// When it is shown.
    pub shown: Condition,
}

impl<'d> TextOf<'d> {
    fn new(what: String, text: &'d Localized, shown: Condition) -> Self {
        Self {
            what,
            group: None,
            text,
            shown,
        }
    }
}

/// All texts of the dataset.
pub fn texts<'d>(subject: &Subject<'d>) -> Vec<TextOf<'d>> {
    let mut texts = texts_of_tables(subject);
    texts.extend(texts_of_play(subject.dataset));
    texts.extend(texts_of_lists(subject.dataset));
    texts.extend(texts_of_glossary(subject.dataset));
    let always = texts_of_selections(subject.dataset).into_iter();
    let always = always.chain(reasons(subject.dataset));
    texts.extend(always.map(|(what, text)| TextOf::new(what, text, Condition::True)));
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
        let all = own.into_iter().chain(elsewhere);
        texts.extend(all.map(|(text, shown)| TextOf::new(what.clone(), text, shown)));
    }
    texts
}

/// The texts of the FAQ; which languages they have to be in is seen to by loading.
pub fn texts_of_faq<'d>(dataset: &'d Dataset) -> Vec<TextOf<'d>> {
    let mut texts = Vec::new();
    for (id, entry) in &dataset.faq {
        for text in entry.says.texts().into_iter().chain(&entry.example) {
            let what = format!("the entry `{id}`");
            texts.push(TextOf::new(what, text, Condition::True));
        }
    }
    texts
}

/// The texts of figures, questions, notes and cells.
fn texts_of_tables<'d>(subject: &Subject<'d>) -> Vec<TextOf<'d>> {
    let dataset = subject.dataset;
    let mut texts = Vec::new();
    let mut add = |what: String, text: &'d Localized, shown: Condition| {
        texts.push(TextOf::new(what, text, shown));
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
    for (claim, shown) in subject.all_answers() {
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
        let all = heads.into_iter().chain(items);
        texts.extend(all.map(|(what, text, shown)| TextOf::new(what, text, shown)));
    }
    texts
}

/// The titles of the glossary, and its entries.
fn texts_of_glossary(dataset: &Dataset) -> Vec<TextOf<'_>> {
    let mut texts = Vec::new();
    for (id, part) in &dataset.glossary {
        let what = format!("the part `{id}` of the glossary");
        texts.push(TextOf::new(what, &part.title, Condition::True));
        for (id, entry) in &part.entries {
            let what = format!("the entry `{id}` of the glossary");
            let own = [&entry.name, &entry.text];
            texts.extend(own.map(|text| TextOf::new(what.clone(), text, entry.when.clone())));
        }
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
fn in_file_order(resolutions: &HashMap<Cell, Vec<Resolution>>) -> Vec<(&Cell, &Vec<Resolution>)> {
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
