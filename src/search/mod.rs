//! Finds the figure and the question that a few typed words mean, and the answer to them; it knows
//! no HTML and no terminal, and does not decide what a selection shows.
//!
//! An [`Index`] holds one language. What it finds depends on whole numbers alone, so that the
//! script of the site, which is given the same numbers, finds the same.

mod alike;
mod answer;
mod entries;
mod fold;
mod index;
mod rank;

pub use answer::{Asked, Located, Meaning, OtherEdition, ask};
pub use entries::EntryIndex;
pub use fold::words_of;
pub use index::{Entry, Index, Slot};
pub use rank::{Found, Mostly};

#[cfg(test)]
mod tests {
    use super::alike::alikeness;
    use super::fold::words_of;

    #[test]
    fn words_are_lower_case_without_diacritics_and_single_letters() {
        let words = |text| words_of(text);
        assert_eq!(
            words("L’abbé, Căruță-ȘI Țară!"),
            ["abbe", "caruta", "si", "tara"]
        );
        assert_eq!(words("Œuvre C3.1 ß"), ["oeuvre", "c3", "ss"]);
        assert!(words(" ?!… ").is_empty());
    }

    #[test]
    fn inflected_and_mistyped_words_are_alike_and_others_are_not() {
        for (typed, known) in [
            ("dragonul", "dragon"),
            ("dragon", "dragonului"),
            ("protejat", "protejeaza"),
            ("dargon", "dragon"),
            ("dargonul", "dragon"),
            ("abot", "abbot"),
            ("pigs", "pig"),
        ] {
            let forgiving = alikeness(typed, known, true);
            assert!((1..10).contains(&forgiving), "{typed} {known} {forgiving}");
        }
        for (typed, known) in [
            ("prin", "printesa"),
            ("pig", "big"),
            ("ferry", "fairy"),
            ("cat", "catapult"),
            ("may", "mayor"),
            ("can", "cand"),
            ("pont", "port"),
        ] {
            assert_eq!(alikeness(typed, known, true), 0, "{typed} {known}");
        }
        assert_eq!(alikeness("mange", "mage", false), 0);
        assert_eq!(alikeness("printesa", "prin", false), 0);
        assert_eq!(alikeness("orasului", "oras", true), 8);
        assert_eq!(alikeness("fée", "fée", false), 10);
    }
}
