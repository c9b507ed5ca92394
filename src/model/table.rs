//! What is asked of whom: figures, questions and the tables that join them; the answers are claims.

use super::{
    ElementIx, FigureId, Localized, NoteId, QuestionId, SearchWords, SectionId, SourceLines,
    TableId,
};
use crate::diagnostic::Place;
use crate::logic::{Condition, Variable};
use std::collections::{BTreeSet, HashMap};

/// A figure: a column of a table.
#[derive(Debug)]
pub struct Figure {
    /// When it is in play.
    pub when: Condition,
    /// What it is called.
    pub name: Localized,
    /// What else readers call it, by language.
    pub words: SearchWords,
    /// Notes on the figure as such.
    pub notes: Vec<NoteId>,
    /// Where it is declared.
    pub place: Place,
}

impl Figure {
    /// The elements that can each bring it into play without any other.
    pub fn elements(&self) -> Vec<ElementIx> {
        let mut elements = BTreeSet::new();
        self.when.variables(&mut |variable| {
            if let Variable::Element(element) = variable {
                elements.insert(element);
            }
        });
        let alone = |element: &ElementIx| {
            let when = self.when.given(&|variable| match variable {
                Variable::Element(other) => Some(other == *element),
                Variable::Edition(_) => None,
            });
            when != Condition::False
        };
        elements.into_iter().filter(alone).collect()
    }
}

/// A question: a row of one or several tables.
#[derive(Debug)]
pub struct Question {
    /// When it is asked.
    pub when: Condition,
    /// Where a table asks it under another condition.
    pub when_in: HashMap<TableId, Condition>,
    /// How it is asked.
    pub text: Localized,
    /// Where a table asks it in other words.
    pub text_in: HashMap<TableId, Localized>,
    /// What else readers say when they ask it, by language.
    pub words: SearchWords,
    /// Notes on the question as such.
    pub notes: Vec<NoteId>,
    /// The figure that does it, and the question which says that it does such things.
    pub by: Option<Actor>,
    /// Where sources ask it.
    pub at: SourceLines,
    /// Where it is declared.
    pub place: Place,
}

/// Who does what a question asks about: some figure answers yes to such a question exactly where
/// the actor answers yes to its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The figure that acts.
    pub figure: FigureId,
    /// The question that the figure's own row answers: `removes-figures`.
    pub does: QuestionId,
    /// Where it is said.
    pub place: Place,
}

impl Question {
    /// The condition under which `table` asks the question.
    pub fn when_in(&self, table: &TableId) -> &Condition {
        self.when_in.get(table).unwrap_or(&self.when)
    }

    /// How `table` asks the question.
    pub fn text_in(&self, table: &TableId) -> &Localized {
        self.text_in.get(table).unwrap_or(&self.text)
    }
}

/// A table: figures as columns, questions in sections as rows.
#[derive(Debug)]
pub struct Table {
    /// What it is called.
    pub title: Localized,
    /// Its columns.
    pub figures: Vec<FigureId>,
    /// Its rows, section by section.
    pub sections: Vec<(SectionId, Vec<QuestionId>)>,
    /// Its columns are other things than figures: they stand in no gallery and no overview.
    pub is_of_things: bool,
}
