//! What several test modules need: the dataset, selections in all their shapes, small datasets.

use crate::oracle::{Choice, Facts};
use proptest::prelude::*;
use rulegrid::load::{Loaded, load};
use rulegrid::model::{Dataset, ElementSet, Selection};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The folder of the repository's dataset.
pub fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rules")
}

/// The repository's dataset, loaded once.
pub fn dataset() -> &'static Dataset {
    &loaded().dataset
}

/// The repository's dataset with its files.
pub fn loaded() -> &'static Loaded {
    static LOADED: LazyLock<Loaded> = LazyLock::new(|| match load(&rules()) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the dataset does not load: {error:?}"),
    });
    &LOADED
}

/// The selection that a choice of the oracle's means.
pub fn selection(choice: &Choice) -> Selection {
    let dataset = dataset();
    let mut elements = ElementSet::empty(dataset.elements.len());
    for id in &choice.elements {
        elements.set(dataset.element_ix(id).expect(id), true);
    }
    let edition = dataset.edition_ix(&choice.edition).expect("edition");
    Selection { edition, elements }
}

/// Random choices: expansions alone, elements alone, and both mixed, from hardly anything to
/// nearly everything.
pub fn choices() -> impl Strategy<Value = Choice> {
    let editions = prop::sample::select(vec!["C1", "C2", "C3.1", "WE"]);
    let expansions = prop::collection::vec(0.0..1.0f64, dataset().expansions.len());
    let elements = prop::collection::vec(0.0..1.0f64, dataset().elements.len());
    let density = prop::sample::select(vec![0.0, 0.03, 0.1, 0.3, 0.6, 0.95]);
    (editions, expansions, elements, density.clone(), density).prop_map(
        |(edition, expansions, elements, of_expansions, of_elements)| {
            let mut chosen = BTreeSet::new();
            for (expansion, roll) in dataset().expansions.values().zip(expansions) {
                if roll < of_expansions {
                    let own = expansion.elements.iter();
                    chosen.extend(own.map(|e| dataset().element(*e).0.to_string()));
                }
            }
            for (id, roll) in dataset().elements.keys().zip(elements) {
                if roll < of_elements {
                    chosen.insert(id.to_string());
                }
            }
            Choice {
                edition: edition.to_owned(),
                elements: chosen,
            }
        },
    )
}

/// The oracle's facts.
pub fn facts() -> &'static Facts {
    Facts::get()
}

/// A small dataset in a folder of its own: a game with two elements, one table of two figures and
/// two questions; `files` are added or replace what is there.
pub fn small_dataset(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let base: [(&str, &str); 9] = [
        ("game.yaml", GAME),
        ("expansions/beasts.yaml", BEASTS),
        ("figures.yaml", FIGURES),
        ("questions.yaml", QUESTIONS),
        ("sections.yaml", SECTIONS),
        ("tables/main.yaml", TABLE),
        ("notes/main.yaml", NOTES),
        ("facts/book.yaml", FACTS),
        ("terms/en.yaml", TERMS),
    ];
    let base = base.map(|(path, text)| (path, text.as_bytes()));
    for (path, bytes) in base.iter().chain(files) {
        let path = dir.path().join(path);
        let parent = path.parent().expect("a parent");
        std::fs::create_dir_all(parent).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
    dir
}

pub const GAME: &str = "\
id: tiny
title: {en: Tiny, fr: Minuscule}
languages: {en: English, fr: Français}
sources:
  book: {title: {en: The book, fr: Le livre}, speaks: publisher, lines: 99}
  wiki: {title: {en: The wiki, fr: Le wiki}, speaks: community}
editions:
  E1: {name: {en: First, fr: Première}}
  E2: {name: {en: Second, fr: Seconde}, default: true}
tables: [main]
derived:
  beast: dragon or bear
";
pub const BEASTS: &str = "\
id: beasts
group: major
number: 1
name: {en: Beasts, fr: Bêtes}
elements:
  dragon: {published: [E1, E2], basis: the box, name: {en: dragon, fr: dragon}}
  bear: {published: [E2], basis: the box, name: {en: bear, fr: ours}}
";
pub const FIGURES: &str = "\
knight: {name: {en: knight, fr: chevalier}}
squire: {when: bear, name: {en: squire, fr: écuyer}}
";
pub const QUESTIONS: &str = "\
eaten: {when: beast, text: {en: can be eaten?, fr: peut être mangé ?}}
strength: {text: {en: how strong?, fr: quelle force ?}}
";
pub const SECTIONS: &str = "\
all: {en: Everything, fr: Tout}
";
pub const TABLE: &str = "\
id: main
title: {en: '{Hero.many}', fr: Héros}
figures: [knight, squire]
sections:
  all: [eaten, strength]
";
pub const NOTES: &str = "\
raw:
  speaks: publisher
  text: {en: 'Raw{if dragon}, or fried by the dragon{/if}.', fr: 'Cru{if dragon}, ou frit par le dragon{/if}.'}
";
pub const FACTS: &str = "\
source: book
editions: [E1, E2]
claims:
  main:
    eaten: {at: 10, knight: yes (raw), squire: no if dragon else yes}
    strength: {at: 20, knight: 3, squire: 1 @25}
";
pub const TERMS: &str = "\
hero: {one: hero, many: heroes, E1: {one: champion, many: champions}}
";
