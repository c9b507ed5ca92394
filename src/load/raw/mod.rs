//! The shapes of the YAML files, every scalar with its place; it does not check what they say. What
//! is said of a field here is what editors show of it, by way of its schema.

mod value;

pub use value::{Entries, FORM, NUMBERS, OneOrMany, RawForm, Scalar};

use crate::model::{FaqHeading, FaqStatus, Group, Speaker};

/// A text by language.
pub type RawText = Entries<Scalar>;

/// Lists of words by language.
pub type RawWords = Entries<Vec<Scalar>>;

/// Lines by source.
pub type RawLines = Entries<OneOrMany>;

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }
    )*};
}

/// The words for who speaks.
fn speakers() -> [&'static str; Speaker::ALL.len()] {
    Speaker::ALL.map(Speaker::as_str)
}

/// The words for the shelves of expansions.
fn groups() -> [&'static str; Group::ALL.len()] {
    Group::ALL.map(Group::as_str)
}

/// The words for how the topic of an entry is known.
fn headings() -> [&'static str; FaqHeading::ALL.len()] {
    FaqHeading::ALL.map(FaqHeading::as_str)
}

/// The words for how official an entry is.
fn statuses() -> [&'static str; FaqStatus::ALL.len()] {
    FaqStatus::ALL.map(FaqStatus::as_str)
}

shapes! {
    /// `game.yaml`
    RawGame {
        /// What the dataset is called in data.
        id: Scalar,
        /// What the game is called.
        title: RawText,
        /// The codes of the languages with their own names; the first is the fallback.
        languages: Entries<Scalar>,
        /// Where facts come from.
        sources: Entries<RawSource>,
        /// The editions of the rules, in the order in which they are shown.
        editions: Entries<RawEdition>,
        /// The tables, in the order in which they are shown.
        tables: Vec<Scalar>,
        /// The questions of the overview.
        overview: Option<Vec<Scalar>>,
        /// An address with `{file}`, `{line}` and `{about}` at which readers suggest corrections.
        corrections: Option<Scalar>,
        /// The day from which the dataset is: `2026-11-30`.
        date: Option<Scalar>,
        /// Named conditions.
        derived: Option<Entries<Scalar>>,
        /// The words of the order of play.
        play: Option<RawPlayWords>,
        /// What parts of the interface are called, by the interface's own words.
        words: Option<Entries<RawText>>,
    }
    /// A source in `game.yaml`.
    RawSource {
        /// What it is.
        title: RawText,
        /// Who is heard in it.
        #[schemars(extend("enum" = speakers()))]
        speaks: Scalar,
        /// How many lines it has, if claims point into them.
        lines: Option<Scalar>,
    }
    /// An edition in `game.yaml`.
    RawEdition {
        /// What it is called.
        name: RawText,
        /// `true` for the one that is selected where none is named.
        #[schemars(extend("enum" = [true]))]
        default: Option<Scalar>,
        /// What a cell is that no source answers: an error, or `undefined`.
        #[schemars(extend("enum" = ["undefined"]))]
        missing: Option<Scalar>,
        /// Whether it is known which elements were published for it.
        #[schemars(extend("enum" = ["not-entered"]))]
        publications: Option<Scalar>,
        /// The edition before it: a page tells what this one answers otherwise.
        compared_with: Option<Scalar>,
    }
    /// `expansions/*.yaml`
    RawExpansion {
        /// The id by which it is selected.
        id: Scalar,
        /// On which shelf it stands.
        #[schemars(extend("enum" = groups()))]
        group: Scalar,
        /// Its number.
        number: Option<Scalar>,
        /// What it is called.
        name: RawText,
        /// Elements of other expansions that its box brings, too.
        shares: Option<Vec<Scalar>>,
        /// The parts of it that rules depend on.
        elements: Option<Entries<RawElement>>,
    }
    /// An element of an expansion.
    RawElement {
        /// The editions that it was published for.
        published: Vec<Scalar>,
        /// How that is known.
        basis: Scalar,
        /// What it is called.
        name: RawText,
        /// What else a reader should know of it.
        remark: Option<RawText>,
    }
    /// A part of `glossary.yaml`.
    RawGlossaryPart {
        /// What the part is called.
        title: RawText,
        /// Its entries.
        entries: Entries<RawGlossaryEntry>,
    }
    /// An entry of the glossary.
    RawGlossaryEntry {
        /// The condition under which it belongs to the game.
        when: Option<Scalar>,
        /// The word.
        name: RawText,
        /// What it means.
        text: RawText,
        /// The tables that list such figures.
        tables: Option<Vec<Scalar>>,
        /// Such figures, by edition.
        figures: Option<Entries<Vec<Scalar>>>,
        /// The editions whose list is put together from several places of a source.
        reconstructed: Option<Vec<Scalar>>,
        /// Lines of sources.
        at: Option<RawLines>,
    }
    /// The words of the order of play in `game.yaml`.
    RawPlayWords {
        /// Who does a step: what `who` may say.
        actors: Option<Entries<RawPlayWord>>,
        /// How often a phase or a part is done: what `repeat` may say.
        repeats: Option<Entries<RawPlayWord>>,
        /// The publishers whose rules differ: what `rule-sets` may say.
        rule_sets: Option<Entries<RawPlayWord>>,
        /// What reminds players of something at a step: what `markers` may say.
        markers: Option<Entries<RawPlayWord>>,
    }
    /// A word of the order of play.
    RawPlayWord {
        /// The condition under which it is said.
        when: Option<Scalar>,
        /// What is shown.
        name: RawText,
        /// What it means, for the legend: of markers.
        text: Option<RawText>,
    }
    /// `play/*.yaml`: either `parts` or `steps`.
    RawPhase {
        /// Its id, of which the order of play has no second one.
        id: Scalar,
        /// The source whose lines `at` names.
        source: Scalar,
        /// What it is called.
        title: RawText,
        /// `none` for a phase without a number, `continued` for one that goes on with the number
        /// before it (2b after 2).
        #[schemars(extend("enum" = ["none", "continued"]))]
        number: Option<Scalar>,
        /// How often it is done: one of the `repeats` in `game.yaml`.
        repeat: Option<Scalar>,
        /// Lines of the source.
        at: Option<OneOrMany>,
        /// Its parts, each with steps.
        parts: Option<Vec<RawPhasePart>>,
        /// Its steps, where it has no parts.
        steps: Option<Vec<RawStep>>,
    }
    /// A part of a phase.
    RawPhasePart {
        /// Its id, of which the order of play has no second one.
        id: Scalar,
        /// What it is called.
        title: RawText,
        /// How often it is done: one of the `repeats` in `game.yaml`.
        repeat: Option<Scalar>,
        /// Lines of the source.
        at: Option<OneOrMany>,
        /// Its steps.
        steps: Vec<RawStep>,
    }
    /// A step, and those below it.
    RawStep {
        /// Its id, of which the order of play has no second one.
        id: Scalar,
        /// Lines of the source.
        at: Option<OneOrMany>,
        /// The condition under which it is done, given that the step around it is.
        when: Option<Scalar>,
        /// Who does it: one of the `actors` in `game.yaml`.
        who: Option<Scalar>,
        /// `true` where it has to be done.
        #[schemars(extend("enum" = [true]))]
        must: Option<Scalar>,
        /// `true` where it may be left out.
        #[schemars(extend("enum" = [true]))]
        may: Option<Scalar>,
        /// The publishers whose rules say so: some of the `rule-sets` in `game.yaml`.
        rule_sets: Option<Vec<Scalar>>,
        /// Some of the `markers` in `game.yaml`, each with its number if it has one: `fuel 1a`.
        markers: Option<Vec<Scalar>>,
        /// The step in two or three words.
        label: Option<RawText>,
        /// What is done.
        text: RawText,
        /// The first of several steps of which one is shown.
        alternative_of: Option<Scalar>,
        /// The steps that it consists of.
        steps: Option<Vec<RawStep>>,
    }
    /// `lists/*.yaml`
    RawList {
        /// Its id.
        id: Scalar,
        /// The source whose lines `at` names.
        source: Scalar,
        /// What it is called.
        title: RawText,
        /// What all its items have in common.
        text: RawText,
        /// Its items.
        items: Entries<RawListItem>,
    }
    /// An item of a list.
    RawListItem {
        /// Lines of the source.
        at: Option<OneOrMany>,
        /// The condition under which it belongs to the list.
        when: Option<Scalar>,
        /// What it is.
        text: RawText,
    }
    /// An entry of `presets.yaml`.
    RawPreset {
        /// What it is called.
        name: RawText,
        /// The edition, if it fixes one.
        edition: Option<Scalar>,
        /// The expansions and elements that it selects.
        with: Vec<Scalar>,
    }
    /// An entry of `figures.yaml`.
    RawFigure {
        /// The condition under which it is in play.
        when: Option<Scalar>,
        /// What it is called.
        name: RawText,
        /// What else readers call it, by language.
        words: Option<RawWords>,
        /// Notes on the figure as such.
        notes: Option<Vec<Scalar>>,
    }
    /// An entry of `questions.yaml`.
    RawQuestion {
        /// The condition under which it is asked.
        when: Option<Scalar>,
        /// Where a table asks it under another condition.
        when_in: Option<Entries<Scalar>>,
        /// How it is asked.
        text: RawText,
        /// Where a table asks it in other words.
        text_in: Option<Entries<RawText>>,
        /// What else readers say when they ask it, by language.
        words: Option<RawWords>,
        /// Notes on the question as such.
        notes: Option<Vec<Scalar>>,
        /// The figure that does it, and the question which says that it does such things.
        by: Option<RawActor>,
        /// Lines of sources.
        at: Option<RawLines>,
    }
    /// Who does what a question asks about.
    RawActor {
        /// The figure that acts.
        figure: Scalar,
        /// The question that its own row answers.
        does: Scalar,
    }
    /// `tables/*.yaml`
    RawTable {
        /// Its id.
        id: Scalar,
        /// What its columns are: `figures`, or `things` that are none.
        #[schemars(extend("enum" = ["figures", "things"]))]
        of: Option<Scalar>,
        /// What it is called.
        title: RawText,
        /// Its columns.
        figures: Vec<Scalar>,
        /// Its rows: questions by section.
        sections: Entries<Vec<Scalar>>,
    }
    /// What stands at the head of `pages/*.md`.
    RawPage {
        /// What the page is called.
        title: Scalar,
        /// The expansion that it is about.
        expansion: Scalar,
        /// The editions whose rules it tells.
        editions: Vec<Scalar>,
        /// What readers of each other edition are told.
        elsewhere: Option<Entries<Scalar>>,
        /// The source whose lines `{at …}` names.
        source: Scalar,
    }
    /// An entry of `notes/*.yaml`: either `speaks` and `text`, or `parts`.
    RawNote {
        /// Its own condition, where that is narrower than its citations.
        when: Option<Scalar>,
        /// Lines of sources.
        at: Option<RawLines>,
        /// Who speaks.
        #[schemars(extend("enum" = speakers()))]
        speaks: Option<Scalar>,
        /// What is said.
        text: Option<RawText>,
        /// What several speakers say.
        parts: Option<Vec<RawNotePart>>,
    }
    /// A part of a note.
    RawNotePart {
        /// Who speaks.
        #[schemars(extend("enum" = speakers()))]
        speaks: Scalar,
        /// The condition under which it belongs to the note.
        when: Option<Scalar>,
        /// What is said.
        text: RawText,
    }
    /// An entry of `cell-texts.yaml`.
    RawCellText {
        /// Lines of sources.
        at: Option<RawLines>,
        /// What stands in the cell.
        text: RawText,
    }
    /// `facts/SOURCE.yaml`: claims by table, question and figure (and `at`).
    RawFacts {
        /// Who says it.
        source: Scalar,
        /// The editions in which the claims hold.
        editions: Vec<Scalar>,
        /// By table and question: figures with their answers, and `at`, the line of the first of them in the source.
        claims: Entries<Entries<Entries<Scalar>>>,
    }
    /// `faq/*.yaml`
    RawFaq {
        /// Who says it; `at` names its lines.
        source: Scalar,
        /// The languages in which every text of the file is written.
        languages: Vec<Scalar>,
        /// Its entries.
        entries: Entries<RawFaqEntry>,
    }
    /// An entry of the FAQ: either `text`, or `question` and `answer`.
    RawFaqEntry {
        /// The expansions that it is about: none (the game in general), one or two.
        topics: Vec<Scalar>,
        /// How its topics are known.
        #[schemars(extend("enum" = headings()))]
        heading: Scalar,
        /// The lines of the source; the first is that of what it decides.
        at: OneOrMany,
        /// The figures that it names.
        figures: Option<Vec<Scalar>>,
        /// The elements that it names.
        elements: Option<Vec<Scalar>>,
        /// The editions for which it is said.
        editions: Vec<Scalar>,
        /// How official it is, where the source says so.
        #[schemars(extend("enum" = statuses()))]
        status: Option<Scalar>,
        /// The month in which it was said: `2025-10`.
        date: Option<Scalar>,
        /// The month in which it was last changed: `2026-03`.
        updated: Option<Scalar>,
        /// What it says, if it is no question.
        text: Option<RawText>,
        /// What is asked.
        question: Option<RawText>,
        /// What is answered.
        answer: Option<RawText>,
        /// An example, which says by itself what a picture of the source shows.
        example: Option<RawText>,
        /// The entry below which the source says it.
        under: Option<Scalar>,
        /// The condition under which what it decides holds, if that is not everywhere.
        when: Option<Scalar>,
        /// The cells that it answers, by question: figures with their answers.
        decides: Option<Entries<Entries<Scalar>>>,
    }
    /// An entry of `invariants.yaml`.
    RawInvariant {
        /// The condition under which it holds, if that is not everywhere.
        when: Option<Scalar>,
        /// Questions with the answers that it begins with.
        r#if: Entries<Vec<Scalar>>,
        /// Questions with the answers that follow.
        then: Entries<Vec<Scalar>>,
        /// Why.
        because: RawText,
        /// Cells for which it does not hold.
        except: Option<Vec<RawException>>,
    }
    /// An exception to an invariant.
    RawException {
        /// The figure.
        figure: Scalar,
        /// The question, if it is not all of them.
        question: Option<Scalar>,
        /// Why.
        because: RawText,
    }
    /// `wiki.yaml`; a dataset without it says nothing about pages.
    #[derive(Default)]
    RawWiki {
        /// The editions that pages are about; all if it is left out.
        editions: Option<Vec<Scalar>>,
        /// What classes begin with.
        page: Option<RawWikiPage>,
        /// The words that classes are made of, each with its condition; other words are made by
        /// ids.
        words: Option<Entries<Scalar>>,
        /// The words for sections, each with the id of its section.
        sections: Option<Entries<Scalar>>,
        /// The tables that pages have, each with the id of the element in which it stands.
        tables: Option<Entries<Scalar>>,
        /// The classes of answers.
        answers: Option<Entries<Scalar>>,
        /// The templates before what somebody says in a footnote, by who speaks.
        speakers: Option<Entries<Scalar>>,
        /// Classes that are known and mean nothing here.
        classes: Option<Vec<Scalar>>,
        /// Words that may stand twice in a row.
        doubled: Option<Vec<Scalar>>,
    }
    /// What classes begin with on pages of a wiki.
    #[derive(Default)]
    RawWikiPage {
        /// The beginning of a class that shows something under a condition: `show`.
        show: Option<Scalar>,
        /// The beginning of a class that marks something as adapted: `mark`.
        mark: Option<Scalar>,
        /// The word for a condition that always holds: `All`.
        always: Option<Scalar>,
        /// The class of footnotes: `showFootnote`.
        footnote: Option<Scalar>,
        /// The class of tables.
        table: Option<Scalar>,
    }
    /// `lint.yaml`
    RawLint {
        /// `error`, `warning` or `suggestion`, by rule.
        severities: Option<Entries<Scalar>>,
        /// Findings that are allowed.
        allow: Option<Vec<RawAllowance>>,
    }
    /// A finding that is allowed.
    RawAllowance {
        /// The code of the rule.
        rule: Scalar,
        /// What the finding is about.
        of: Scalar,
        /// Why.
        because: RawText,
    }
    /// An entry of `facts/resolutions.yaml`.
    RawResolution {
        /// The question.
        question: Scalar,
        /// The figures.
        figures: Vec<Scalar>,
        /// The source that is taken.
        take: Scalar,
        /// Where; everywhere if it is left out.
        when: Option<Scalar>,
        /// Why.
        because: RawText,
    }
}

/// `terms/LANGUAGE.yaml`: forms by term; a form is a word, or an edition's own forms.
pub type RawTerms = Entries<Entries<RawForm>>;
