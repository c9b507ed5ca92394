//! The way to suggest a correction of a fact: the address that the dataset names, or a letter.
//! It sends nothing.

use crate::model::Dataset;

/// The address at which a correction of line `line` of `file` can be suggested. `subject` is how
/// such a letter begins, `about` the fact.
///
/// The dataset's address may hold `{file}`, `{line}` and `{about}`. Where it names none, it is a
/// letter without an addressee (RFC 6068), so that a reader can at least pass it on.
pub fn correction(
    dataset: &Dataset,
    subject: &str,
    file: &str,
    line: usize,
    about: &str,
) -> String {
    let line = line.to_string();
    match &dataset.corrections {
        Some(address) => address
            .replace("{file}", &encoded(file))
            .replace("{line}", &line)
            .replace("{about}", &encoded(about)),
        None => {
            let subject = encoded(&format!("{subject}: {file}:{line} ({about})"));
            format!("mailto:?subject={subject}")
        }
    }
}

/// `text` with every byte escaped that has a meaning in an address.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'/'
            | b':'
            | b','
            | b'('
            | b')' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
