//! Things that were added or removed, that are called otherwise, stand elsewhere or are seen in
//! other selections, and notes on the heads of rows and columns; the cells are another room's.

use super::common::{Common, Side};
use super::play;
use super::texts::{Words, WordsPart, changes, said};
use super::{Kind, Part, Role, TextChange, Thing, ThingChange};
use crate::logic::Condition;
use crate::model::*;
use crate::view::FaqPlan;
use indexmap::IndexMap;

/// A thing of one version.
pub struct Listed<'d> {
    /// What it says, by the table in which it says so; by an empty name where that does not matter.
    pub words: IndexMap<String, Words<'d>>,
    /// Where it stands.
    pub places: Vec<String>,
    /// The notes that its head cites, and where each is shown.
    pub notes: IndexMap<&'d NoteId, Condition>,
}

impl<'d> Listed<'d> {
    /// Something that says the same wherever it stands, and cites no notes.
    pub fn new(words: Words<'d>) -> Self {
        Self {
            words: IndexMap::from([(String::new(), words)]),
            places: Vec::new(),
            notes: IndexMap::new(),
        }
    }

    /// Holds where it is seen.
    fn shown(&self) -> Condition {
        Condition::or(self.words.values().map(|words| words.shown.clone()))
    }
}

/// All changes of things, in the order of the kinds.
pub fn things(common: &Common<'_>) -> Vec<Thing> {
    let mut found = languages(common);
    for kind in Kind::ALL {
        let [old, new] = [&common.old, &common.new].map(|side| listed(common, side, kind));
        found.extend(changed(common, kind, &old, &new));
    }
    found
}

fn changed<'d>(
    common: &Common<'d>,
    kind: Kind,
    old: &IndexMap<String, Listed<'d>>,
    new: &IndexMap<String, Listed<'d>>,
) -> Vec<Thing> {
    let mut found = Vec::new();
    let mut add = |id: &String, change: ThingChange| {
        found.push(Thing {
            kind,
            id: id.clone(),
            change,
        });
    };
    let is_told = |side: &Side<'d>, thing: &Listed<'d>| {
        let seen = [thing.shown(), side.knows(), common.within()];
        !kind.stands_alone() || common.can_hold(&Condition::and(seen))
    };
    for (id, after) in new {
        match old.get(id) {
            None if is_told(&common.new, after) => {
                add(id, ThingChange::Added(only(common, &common.new, after)));
            }
            None => {}
            Some(before) => {
                for change in changes_of(common, kind, before, after) {
                    add(id, change);
                }
            }
        }
    }
    for (id, before) in old.iter().filter(|(id, _)| !new.contains_key(*id)) {
        if is_told(&common.old, before) {
            add(id, ThingChange::Removed(only(common, &common.old, before)));
        }
    }
    found
}

/// What a thing says that only `side` has.
fn only<'d>(common: &Common<'d>, side: &Side<'d>, thing: &Listed<'d>) -> Vec<TextChange> {
    let is_new = std::ptr::eq(side, &common.new);
    let words = thing.words.values().next();
    let said = words.map_or_else(Vec::new, |words| said(common, side, words));
    let said = said.into_iter().map(|(language, parts, selection)| {
        let (from, to) = match is_new {
            true => (None, Some(parts)),
            false => (Some(parts), None),
        };
        TextChange {
            language,
            from,
            to,
            selection,
        }
    });
    said.collect()
}

/// The changes of a thing that both versions have.
fn changes_of<'d>(
    common: &Common<'d>,
    kind: Kind,
    old: &Listed<'d>,
    new: &Listed<'d>,
) -> Vec<ThingChange> {
    let mut found = Vec::new();
    let mut texts: Vec<TextChange> = Vec::new();
    for (place, after) in &new.words {
        let Some(before) = old.words.get(place) else {
            continue;
        };
        for text in changes(common, before, after) {
            let same = |known: &TextChange| {
                (&known.language, &known.from, &known.to) == (&text.language, &text.from, &text.to)
            };
            if !texts.iter().any(same) {
                texts.push(text);
            }
        }
    }
    if !texts.is_empty() {
        found.push(ThingChange::Renamed(texts));
    }
    let both = Condition::and([known(common), old.shown(), new.shown()]);
    let is_told = || !kind.stands_alone() || common.can_hold(&both);
    if old.places != new.places && is_told() {
        found.push(ThingChange::Moved(old.places.clone(), new.places.clone()));
    }
    if kind.stands_alone() {
        found.extend(shown(common, old, new));
    }
    found.extend(cites(common, &both, old, new));
    found
}

/// Holds where both versions can be compared.
fn known(common: &Common<'_>) -> Condition {
    Condition::and([common.old.knows(), common.new.knows(), common.within()])
}

/// Where only one of the versions shows a thing, among what both know.
fn shown<'d>(common: &Common<'d>, old: &Listed<'d>, new: &Listed<'d>) -> Vec<ThingChange> {
    let ways = [(new, old, true), (old, new, false)].into_iter();
    let found = ways.filter_map(|(with, without, is_new)| {
        let when = [known(common), with.shown(), without.shown().negate()];
        let selection = common.smallest(&Condition::and(when))?;
        Some(ThingChange::Shown(is_new, selection))
    });
    found.collect()
}

/// The notes that a head cites in some selection in which `both` versions show it and the other
/// one does not cite them.
fn cites<'d>(
    common: &Common<'d>,
    both: &Condition,
    old: &Listed<'d>,
    new: &Listed<'d>,
) -> Vec<ThingChange> {
    let cited = |thing: &Listed<'d>, note: &NoteId| {
        thing.notes.get(note).cloned().unwrap_or(Condition::False)
    };
    let mut notes: Vec<_> = new.notes.keys().copied().collect();
    notes.extend(
        old.notes
            .keys()
            .filter(|note| !new.notes.contains_key(**note)),
    );
    let mut found = Vec::new();
    for note in notes {
        for (with, without, is_new) in [(new, old, true), (old, new, false)] {
            let when = [
                both.clone(),
                cited(with, note),
                cited(without, note).negate(),
            ];
            if let Some(selection) = common.smallest(&Condition::and(when)) {
                found.push(ThingChange::Cites(note.clone(), is_new, selection));
            }
        }
    }
    found
}

fn languages(common: &Common<'_>) -> Vec<Thing> {
    let mut found = Vec::new();
    let Some(selection) = common.smallest(&Condition::True) else {
        return found;
    };
    let [old, new] = [&common.old, &common.new].map(|side| &side.dataset.languages);
    let name = |language: &Language| {
        vec![Part {
            role: Role::Text,
            text: language.name.clone(),
        }]
    };
    let text = |language: &Language, from: Option<&Language>, to: Option<&Language>| {
        vec![TextChange {
            language: language.code.clone(),
            from: from.map(name),
            to: to.map(name),
            selection: selection.clone(),
        }]
    };
    let mut add = |language: &Language, change| {
        found.push(Thing {
            kind: Kind::Language,
            id: language.code.clone(),
            change,
        });
    };
    for language in new {
        let before = old.iter().find(|other| other.code == language.code);
        match before {
            None => add(
                language,
                ThingChange::Added(text(language, None, Some(language))),
            ),
            Some(before) if before.name != language.name => {
                let texts = text(language, Some(before), Some(language));
                add(language, ThingChange::Renamed(texts));
            }
            Some(_) => {}
        }
    }
    let is_gone = |language: &&Language| new.iter().all(|other| other.code != language.code);
    for language in old.iter().filter(is_gone) {
        add(
            language,
            ThingChange::Removed(text(language, Some(language), None)),
        );
    }
    found
}

/// The things of a kind that a version has and, where not everything is compared, shows.
fn listed<'d>(common: &Common<'d>, side: &Side<'d>, kind: Kind) -> IndexMap<String, Listed<'d>> {
    let mut things = match kind {
        // They are no texts in several languages.
        Kind::Language => IndexMap::new(),
        Kind::Source => names(
            side.dataset
                .sources
                .iter()
                .map(|(id, s)| (id.as_str(), &s.title)),
        ),
        Kind::Edition => editions(side),
        Kind::Expansion => {
            let expansions = side.dataset.expansions.iter();
            names(expansions.map(|(id, expansion)| (id.as_str(), &expansion.name)))
        }
        Kind::Element => elements(side),
        Kind::Table => tables(side),
        Kind::Section => sections(side),
        Kind::Figure => figures(side),
        Kind::Question => questions(side),
        Kind::Note => notes(side),
        Kind::Entry => entries(side),
        Kind::Step => play::steps(side),
        Kind::Item => items(side),
    };
    let within = common.within();
    // Those that stand alone are looked at in both versions together.
    if within != Condition::True && !kind.stands_alone() {
        things.retain(|_, thing| {
            let mut shown = thing.words.values().map(|words| &words.shown);
            shown.any(|shown| common.can_hold(&Condition::and([shown.clone(), within.clone()])))
        });
    }
    things
}

/// Things with names that are always seen.
fn names<'d>(all: impl Iterator<Item = (&'d str, &'d Localized)>) -> IndexMap<String, Listed<'d>> {
    let named = |(id, name): (&str, _)| {
        (
            id.to_owned(),
            Listed::new(Words::name(Condition::True, name)),
        )
    };
    all.map(named).collect()
}

fn editions<'d>(side: &Side<'d>) -> IndexMap<String, Listed<'d>> {
    let all = side.dataset.editions().map(|(ix, id, edition)| {
        let selected = side.translated(&Condition::Edition(ix));
        (
            id.to_string(),
            Listed::new(Words::name(selected, &edition.name)),
        )
    });
    all.collect()
}

fn elements<'d>(side: &Side<'d>) -> IndexMap<String, Listed<'d>> {
    let all = side.dataset.elements.iter().map(|(id, element)| {
        let mut listed = Listed::new(Words::name(Condition::True, &element.name));
        listed
            .places
            .extend(element.expansions().map(ExpansionId::to_string));
        (id.to_string(), listed)
    });
    all.collect()
}

fn tables<'d>(side: &Side<'d>) -> IndexMap<String, Listed<'d>> {
    let all = side.plan.tables.iter().map(|table| {
        let shown = side.translated(&table.shown);
        (
            table.id.to_string(),
            Listed::new(Words::name(shown, &table.table.title)),
        )
    });
    all.collect()
}

fn sections<'d>(side: &Side<'d>) -> IndexMap<String, Listed<'d>> {
    let mut shown: IndexMap<&SectionId, Vec<Condition>> = IndexMap::new();
    for section in side.plan.tables.iter().flat_map(|table| &table.sections) {
        let here = side.translated(&section.shown);
        shown.entry(section.id).or_default().push(here);
    }
    let all = side.dataset.sections.iter().map(|(id, title)| {
        let shown = Condition::or(shown.swap_remove(id).unwrap_or_default());
        (id.to_string(), Listed::new(Words::name(shown, title)))
    });
    all.collect()
}

/// Notes of a head that is seen where `shown` holds, each with when it is shown there.
fn cited<'d>(
    side: &Side<'d>,
    notes: &'d [NoteId],
    shown: &Condition,
) -> IndexMap<&'d NoteId, Condition> {
    let cited = notes.iter().filter_map(|id| {
        let own = side.translated(&side.dataset.notes.get(id)?.when);
        Some((id, Condition::and([shown.clone(), own])))
    });
    cited.collect()
}

fn figures<'d>(side: &Side<'d>) -> IndexMap<String, Listed<'d>> {
    let all = side.dataset.figures.iter().map(|(id, figure)| {
        let shown = side.translated(&figure.when);
        let tables = side.dataset.tables.iter();
        let tables = tables.filter(|(_, table)| table.figures.contains(id));
        let listed = Listed {
            notes: cited(side, &figure.notes, &shown),
            places: tables.map(|(id, _)| id.to_string()).collect(),
            ..Listed::new(Words::name(shown, &figure.name))
        };
        (id.to_string(), listed)
    });
    all.collect()
}

fn questions<'d>(side: &Side<'d>) -> IndexMap<String, Listed<'d>> {
    let mut all: IndexMap<String, Listed<'d>> = IndexMap::new();
    let ids = side.dataset.questions.keys();
    for id in ids {
        all.insert(
            id.to_string(),
            Listed {
                words: IndexMap::new(),
                places: Vec::new(),
                notes: IndexMap::new(),
            },
        );
    }
    for table in &side.plan.tables {
        for section in &table.sections {
            for row in &section.rows {
                let Some(listed) = all.get_mut(row.id.as_str()) else {
                    continue;
                };
                let shown = side.translated(&row.shown);
                for (note, when) in cited(side, &row.question.notes, &shown) {
                    let known = listed.notes.entry(note).or_insert(Condition::False);
                    *known = Condition::or([known.clone(), when]);
                }
                let words = Words::name(shown, row.text);
                listed.words.insert(table.id.to_string(), words);
                listed.places.push(format!("{}/{}", table.id, section.id));
            }
        }
    }
    all
}

fn entries<'d>(side: &Side<'d>) -> IndexMap<String, Listed<'d>> {
    let faq = FaqPlan::new(side.dataset, &side.plan.scope);
    let all = faq.entries().map(|plan| {
        let texts = plan.entry.says.texts().into_iter();
        let texts = texts.chain(&plan.entry.example);
        let parts = texts.map(|text| WordsPart::text(Role::Text, text));
        let words = Words {
            shown: side.translated(&plan.shown),
            parts: parts.collect(),
        };
        (plan.id.to_string(), Listed::new(words))
    });
    all.collect()
}

fn notes<'d>(side: &Side<'d>) -> IndexMap<String, Listed<'d>> {
    let all = side.dataset.notes.iter().map(|(id, note)| {
        let shown = side.plan.notes.get(id);
        let shown = shown.map_or(Condition::False, |plan| side.translated(&plan.shown));
        let parts = note.parts.iter().map(|part| WordsPart {
            when: side.translated(&part.when),
            ..WordsPart::text(Role::Said(part.speaker), &part.text)
        });
        let words = Words {
            shown,
            parts: parts.collect(),
        };
        (id.to_string(), Listed::new(words))
    });
    all.collect()
}

/// General lists and their items.
fn items<'d>(side: &Side<'d>) -> IndexMap<String, Listed<'d>> {
    let mut all = IndexMap::new();
    for plan in &side.plan.lists {
        let words = Words {
            shown: side.translated(&plan.shown),
            parts: vec![
                WordsPart::text(Role::Label, &plan.list.title),
                WordsPart::text(Role::Text, &plan.list.text),
            ],
        };
        all.insert(plan.id.to_string(), Listed::new(words));
        for item in &plan.items {
            let words = Words::name(side.translated(&item.shown), &item.item.text);
            all.insert(format!("{}/{}", plan.id, item.id), Listed::new(words));
        }
    }
    all
}
