//! Facts in the order in which people read them: by table, then by the editions in which the same
//! happens. It decides nothing about what differs.

use super::{Diff, Fact};
use crate::model::{EditionIx, TableId};

/// The facts of one table.
#[derive(Debug)]
pub struct TableGroup<'f> {
    /// The table.
    pub table: &'f TableId,
    /// Its facts, by editions.
    pub groups: Vec<Group<'f>>,
}

/// Facts that are the same in several editions.
#[derive(Debug)]
pub struct Group<'f> {
    /// The editions.
    pub editions: Vec<EditionIx>,
    /// For each cell what happens in the first of them, or in the default edition if it is one.
    pub facts: Vec<&'f Fact>,
}

impl TableGroup<'_> {
    /// How many facts there are.
    pub fn count(&self) -> usize {
        self.groups.iter().map(|group| group.facts.len()).sum()
    }
}

impl Diff<'_> {
    /// All facts, by table and editions.
    pub fn tables(&self) -> Vec<TableGroup<'_>> {
        let default = self.common.default_edition();
        let mut tables: Vec<TableGroup<'_>> = Vec::new();
        let same_cell = |a: &Fact, b: &Fact| (&a.question, &a.figure) == (&b.question, &b.figure);
        for of_cell in self.facts.chunk_by(same_cell) {
            for (editions, facts) in alike(of_cell) {
                let in_default = facts.iter().find(|fact| fact.edition == default);
                let Some(fact) = in_default.or(facts.first()).copied() else {
                    continue;
                };
                let at = tables.iter().position(|group| *group.table == fact.table);
                let at = at.unwrap_or_else(|| {
                    tables.push(TableGroup {
                        table: &fact.table,
                        groups: Vec::new(),
                    });
                    tables.len() - 1
                });
                let groups = &mut tables[at].groups;
                match groups.iter_mut().find(|group| group.editions == editions) {
                    Some(group) => group.facts.push(fact),
                    None => groups.push(Group {
                        editions,
                        facts: vec![fact],
                    }),
                }
            }
        }
        tables
    }
}

/// The facts of a cell, those together that are the same but for their editions.
fn alike(facts: &[Fact]) -> Vec<(Vec<EditionIx>, Vec<&Fact>)> {
    let mut all: Vec<(Vec<EditionIx>, Vec<&Fact>)> = Vec::new();
    for fact in facts {
        let known = all.iter_mut().find(|(_, facts)| is_alike(facts[0], fact));
        match known {
            Some((editions, facts)) => {
                editions.push(fact.edition);
                facts.push(fact);
            }
            None => all.push((vec![fact.edition], vec![fact])),
        }
    }
    all
}

fn is_alike(a: &Fact, b: &Fact) -> bool {
    let answers = a.answers.iter().zip(&b.answers).all(|(a, b)| {
        let same = (&a.from, &a.to) == (&b.from, &b.to);
        same && a.place.condition == b.place.condition
    });
    let marks = a.marks.iter().zip(&b.marks).all(|(a, b)| {
        let same = (&a.mark, a.is_new) == (&b.mark, b.is_new);
        same && a.place.condition == b.place.condition
    });
    let as_many = a.answers.len() == b.answers.len() && a.marks.len() == b.marks.len();
    as_many && answers && marks
}
