//! Sees to it that each character of a sheet's texts can be printed. It knows nothing of what the
//! texts are.

use super::world::has_glyph;
use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use serde_json::Value;

/// What is printed for a character that the fonts lack.
pub const STAND_IN: char = '□';

/// A character that the fonts lack, and the first text in which it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lacking {
    /// The character.
    pub character: char,
    /// The text.
    pub text: String,
}

/// `data` with the stand-in for each character that the fonts lack, and these characters, each once.
pub fn printable(mut data: Value) -> (Value, Vec<Lacking>) {
    let mut lacking = Vec::new();
    mend(&mut data, &mut lacking);
    (data, lacking)
}

fn mend(value: &mut Value, lacking: &mut Vec<Lacking>) {
    match value {
        Value::String(text) => {
            if let Some(mended) = mended(text, lacking) {
                *text = mended;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| mend(item, lacking)),
        Value::Object(fields) => fields.values_mut().for_each(|field| mend(field, lacking)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The text without what cannot be printed; `None` where all of it can.
fn mended(text: &str, lacking: &mut Vec<Lacking>) -> Option<String> {
    if text.chars().all(is_printable) {
        return None;
    }
    let lacks = text.chars().filter(|character| !is_printable(*character));
    for character in lacks {
        if lacking.iter().all(|known| known.character != character) {
            let text = text.to_owned();
            lacking.push(Lacking { character, text });
        }
    }
    let stand_in = |character| match is_printable(character) {
        true => character,
        false => STAND_IN,
    };
    Some(text.chars().map(stand_in).collect())
}

/// Whether the fonts draw a character, or it needs no drawing.
fn is_printable(character: char) -> bool {
    let invisible = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    character.is_ascii() || has_glyph(character) || invisible.contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stand_in_can_be_printed() {
        assert!(has_glyph(STAND_IN));
    }
}
