//! Takes texts apart into words as they are compared: lower case, without diacritics.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The words of `text`; single letters (elided articles and the like) are none.
pub fn words_of(text: &str) -> Vec<String> {
    // Letters of other forms, as in mathematics, have no lower case of their own.
    let plain: String = text.nfkd().collect();
    let folded: String = plain
        .to_lowercase()
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .collect();
    let folded = folded
        .replace('œ', "oe")
        .replace('æ', "ae")
        .replace('ß', "ss");
    let words = folded.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| word.chars().nth(1).is_some());
    words.map(str::to_owned).collect()
}
