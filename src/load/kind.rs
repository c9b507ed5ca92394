//! The kinds of things that a dataset declares in one place and names in others: what messages about
//! an unknown name call them. It looks nothing up.

/// A kind of thing that is named by an id.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What one is called: `figure`.
    pub name: &'static str,
    /// The code of the message that there is none of a name: `unknown-figure`.
    pub code: &'static str,
    /// Where they are declared: `figures.yaml`.
    pub home: &'static str,
}

const fn kind(name: &'static str, code: &'static str, home: &'static str) -> Kind {
    Kind { name, code, home }
}

pub const EDITION: Kind = kind("edition", "unknown-edition", "game.yaml");
pub const ELEMENT: Kind = kind("element", "unknown-element", "the folder expansions");
pub const ENTRY: Kind = kind("entry", "unknown-entry", "the folder faq");
pub const EXPANSION: Kind = kind("expansion", "unknown-expansion", "the folder expansions");
pub const FIGURE: Kind = kind("figure", "unknown-figure", "figures.yaml");
pub const LANGUAGE: Kind = kind("language", "unknown-language", "game.yaml");
pub const QUESTION: Kind = kind("question", "unknown-question", "questions.yaml");
pub const SECTION: Kind = kind("section", "unknown-section", "sections.yaml");
pub const SOURCE: Kind = kind("source", "unknown-source", "game.yaml");
pub const TABLE: Kind = kind("table", "unknown-table", "the folder tables");

/// What presets select beside groups.
pub const EXPANSION_OR_ELEMENT: Kind = Kind {
    name: "expansion or element",
    ..ELEMENT
};

/// A word of the order of play: an actor, a marker, …
pub const fn play_word(name: &'static str) -> Kind {
    kind(name, "unknown-play-word", "game.yaml, under `play`")
}

/// A word of the interface.
pub const WORD: Kind = kind(
    "word of the interface",
    "unknown-word",
    "templates/words.yaml",
);
