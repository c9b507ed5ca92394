//! The editions and elements of two versions in one space, in which conditions of both can be
//! compared; ids are matched by name. It compares nothing itself.

use super::Narrow;
use crate::logic::{Condition, Wording, satisfiable, witness};
use crate::model::*;
use crate::selection::address;
use crate::view::{Plan, in_edition};
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// Two versions and the space of their selections: the editions and elements of the new one, then
/// those that only the old one has.
#[derive(Debug)]
pub struct Common<'d> {
    /// The version before.
    pub old: Side<'d>,
    /// The version after.
    pub new: Side<'d>,
    /// The languages of both, in the order of the new one.
    pub languages: Vec<String>,
    editions: IndexSet<&'d EditionId>,
    elements: IndexSet<&'d ElementId>,
    /// The editions that are compared.
    compared: Vec<EditionIx>,
    /// The elements that are selected anyway.
    fixed: Vec<ElementIx>,
}

/// One version.
#[derive(Debug)]
pub struct Side<'d> {
    /// What it says.
    pub dataset: &'d Dataset,
    /// Everything that can be seen in it.
    pub plan: Plan<'d>,
    /// The common position of each of its editions.
    editions: Vec<EditionIx>,
    /// What each of its elements is in the common space: itself, or always or never selected.
    elements: Vec<Condition>,
    /// Holds in the editions that it has.
    knows: Condition,
}

impl<'d> Common<'d> {
    /// The common space of two versions.
    pub fn new(old: &'d Dataset, new: &'d Dataset, narrow: Narrow) -> Self {
        let editions: IndexSet<_> = new.editions.keys().chain(old.editions.keys()).collect();
        let elements: IndexSet<_> = new.elements.keys().chain(old.elements.keys()).collect();
        let spoken = |language: &&Language| old.languages.iter().any(|l| l.code == language.code);
        let languages = new.languages.iter().filter(spoken);
        let is_compared = |id: &EditionId| narrow.edition.as_ref().is_none_or(|only| only == id);
        let compared = (0u16..).zip(&editions).filter(|(_, id)| is_compared(id));
        let fixed = narrow.elements.as_ref();
        let is_fixed = |id: &ElementId| fixed.is_some_and(|fixed| fixed.contains(id));
        let chosen = (0u16..).zip(&elements).filter(|(_, id)| is_fixed(id));
        let side = |dataset| Side::new(dataset, &editions, &elements, fixed);
        Self {
            old: side(old),
            new: side(new),
            languages: languages.map(|language| language.code.clone()).collect(),
            compared: compared.map(|(ix, _)| EditionIx(ix)).collect(),
            fixed: chosen.map(|(ix, _)| ElementIx(ix)).collect(),
            editions,
            elements,
        }
    }

    /// The editions that are compared.
    pub fn compared(&self) -> &[EditionIx] {
        &self.compared
    }

    /// The default edition of the new version.
    pub fn default_edition(&self) -> EditionIx {
        // The editions of the new version come first.
        self.new.dataset.default_edition
    }

    /// How many editions there are.
    pub fn editions(&self) -> usize {
        self.editions.len()
    }

    /// How many elements there are.
    pub fn elements(&self) -> usize {
        self.elements.len()
    }

    /// Holds in the editions that are compared.
    pub fn within(&self) -> Condition {
        if self.compared.len() == self.editions.len() {
            return Condition::True;
        }
        Condition::or(self.compared.iter().copied().map(Condition::Edition))
    }

    /// The id and the edition at a common position, as the new version has it if it does.
    pub fn edition(&self, ix: EditionIx) -> (&'d EditionId, &'d Edition) {
        let id = self.editions[ix.index()];
        let new = self.new.dataset.editions.get(id);
        // Every id of the space is one of a version.
        let known = new.or_else(|| self.old.dataset.editions.get(id));
        (id, known.expect("an edition of a version"))
    }

    /// The id and the element at a common position, as the new version has it if it does.
    pub fn element(&self, ix: ElementIx) -> (&'d ElementId, &'d Element) {
        let id = self.elements[ix.index()];
        let new = self.new.dataset.elements.get(id);
        // Every id of the space is one of a version.
        let known = new.or_else(|| self.old.dataset.elements.get(id));
        (id, known.expect("an element of a version"))
    }

    /// Whether some selection that is compared makes `condition` hold.
    pub fn can_hold(&self, condition: &Condition) -> bool {
        *condition != Condition::False && satisfiable(condition, self.editions.len())
    }

    /// The smallest selection in which `condition` holds; `None` where it never does.
    pub fn smallest(&self, condition: &Condition) -> Option<Selection> {
        let found = witness(condition, self.editions.len())?;
        let mut elements = ElementSet::empty(self.elements.len());
        let chosen = found.elements.iter().chain(&self.fixed);
        chosen.for_each(|element| elements.set(*element, true));
        let edition = found.edition;
        Some(Selection { edition, elements })
    }

    /// The address of a common selection, as the version writes it that has all that it names. The
    /// smallest selection in which a cell differs at all is always one of such a version: where
    /// leaving out what only the other one has changed nothing, it would be smaller. One answer in
    /// place of another may take elements of both versions; the address then names all of them.
    /// An expansion is named as a whole only where it means the same in both versions.
    pub fn address(&self, selection: &Selection) -> String {
        let sides = [&self.new, &self.old];
        let with_all = sides.into_iter().find(|side| side.has(self, selection));
        let with_edition = || {
            let mut sides = sides.into_iter();
            sides.find(|side| side.own_edition(selection.edition).is_some())
        };
        let Some(side) = with_all.or_else(with_edition) else {
            return format!("?ed={}", self.edition(selection.edition).0);
        };
        let ids: Vec<_> = match side.own(self, selection) {
            Some(own) if side.has(self, selection) => {
                if self.same_boxes(selection) {
                    return address(side.dataset, &own);
                }
                let own = own.elements.iter();
                own.map(|ix| side.dataset.element(ix).0.as_str()).collect()
            }
            _ => {
                let elements = selection.elements.iter();
                elements.map(|ix| self.element(ix).0.as_str()).collect()
            }
        };
        let edition = self.edition(selection.edition).0;
        format!("?ed={edition}&x={}", ids.join(","))
    }

    /// Whether the expansions of a selection hold the same elements in both versions, so that
    /// their names mean the same to both.
    fn same_boxes(&self, selection: &Selection) -> bool {
        let elements = |side: &Side<'d>, expansion: &ExpansionId| -> Option<BTreeSet<_>> {
            let own = side.dataset.expansions.get(expansion)?.elements.iter();
            Some(own.map(|ix| side.dataset.element(*ix).0).collect())
        };
        let mut expansions = selection.elements.iter().flat_map(|ix| {
            let id = self.element(ix).0;
            let sides = [&self.new, &self.old].into_iter();
            sides.flat_map(|side| {
                side.dataset
                    .elements
                    .get(id)
                    .into_iter()
                    .flat_map(Element::expansions)
            })
        });
        expansions.all(|id| elements(&self.new, id) == elements(&self.old, id))
    }

    /// A text in the language with `code`, which the new version has, or else the old one; with
    /// the code of the language that it is really in.
    pub fn read(
        &self,
        code: &str,
        selection: &Selection,
        text: impl Fn(&'d Dataset) -> Option<&'d Localized>,
    ) -> Option<(String, &'d str)> {
        [&self.new, &self.old].into_iter().find_map(|side| {
            let text = text(side.dataset)?;
            let language = side.dataset.language_ix(code).unwrap_or(LanguageIx(0));
            let (language, text) = text.get(language);
            let own = side.own(self, selection).unwrap_or_else(|| side.nothing());
            let language = &side.dataset.languages[language.index()].code;
            Some((text.plain(&own), language.as_str()))
        })
    }

    /// `condition`, on elements, as it is written in a dataset.
    pub fn written(&self, condition: &Condition) -> String {
        let wording = Wording {
            and: "and",
            or: "or",
            not: "not",
            edition: &|ix| format!("edition {}", self.edition(ix).0),
            element: &|ix| self.element(ix).0.to_string(),
        };
        wording.of(condition)
    }
}

impl<'d> Side<'d> {
    fn new(
        dataset: &'d Dataset,
        editions: &IndexSet<&'d EditionId>,
        elements: &IndexSet<&'d ElementId>,
        fixed: Option<&BTreeSet<ElementId>>,
    ) -> Self {
        let position = |at: Option<usize>| at.and_then(|at| u16::try_from(at).ok());
        let own_editions = dataset.editions.keys();
        let own_editions = own_editions.filter_map(|id| position(editions.get_index_of(id)));
        let own_editions: Vec<_> = own_editions.map(EditionIx).collect();
        let own_elements = dataset.elements.keys().map(|id| match fixed {
            Some(fixed) if fixed.contains(id) => Condition::True,
            Some(_) => Condition::False,
            None => position(elements.get_index_of(id))
                .map_or(Condition::False, |at| Condition::Element(ElementIx(at))),
        });
        let knows = match own_editions.len() == editions.len() {
            true => Condition::True,
            false => Condition::or(own_editions.iter().copied().map(Condition::Edition)),
        };
        Self {
            dataset,
            plan: Plan::new(dataset),
            elements: own_elements.collect(),
            editions: own_editions,
            knows,
        }
    }

    /// Holds in the editions that the version has.
    pub fn knows(&self) -> Condition {
        self.knows.clone()
    }

    /// The version's own position of a common edition; `None` where it has no such edition.
    pub fn own_edition(&self, edition: EditionIx) -> Option<EditionIx> {
        let at = self.editions.iter().position(|ix| *ix == edition)?;
        u16::try_from(at).ok().map(EditionIx)
    }

    /// A condition of the version in the common space.
    pub fn translated(&self, condition: &Condition) -> Condition {
        let all = |parts: &[Condition]| -> Vec<_> {
            parts.iter().map(|part| self.translated(part)).collect()
        };
        match condition {
            Condition::True | Condition::False => condition.clone(),
            Condition::Edition(ix) => Condition::Edition(self.editions[ix.index()]),
            Condition::Element(ix) => self.elements[ix.index()].clone(),
            Condition::Not(inner) => self.translated(inner).negate(),
            Condition::And(parts) => Condition::and(all(parts)),
            Condition::Or(parts) => Condition::or(all(parts)),
        }
    }

    /// A condition of the version, in one of its own editions, in the common space.
    pub fn translated_in(&self, condition: &Condition, own: EditionIx) -> Condition {
        self.translated(&in_edition(condition, own))
    }

    /// A common selection as one of the version, without the elements that it does not have;
    /// `None` where it has no such edition.
    pub fn own(&self, common: &Common<'d>, selection: &Selection) -> Option<Selection> {
        let edition = self.own_edition(selection.edition)?;
        let mut elements = ElementSet::empty(self.dataset.elements.len());
        for element in selection.elements.iter() {
            if let Some(own) = self.dataset.element_ix(common.element(element).0.as_str()) {
                elements.set(own, true);
            }
        }
        Some(Selection { edition, elements })
    }

    /// The version's default edition without any element.
    fn nothing(&self) -> Selection {
        Selection {
            edition: self.dataset.default_edition,
            elements: ElementSet::empty(self.dataset.elements.len()),
        }
    }

    /// Whether the version has all that a selection names.
    fn has(&self, common: &Common<'d>, selection: &Selection) -> bool {
        let mut elements = selection.elements.iter();
        self.own_edition(selection.edition).is_some()
            && elements.all(|e| self.dataset.elements.contains_key(common.element(e).0))
    }
}
