//! How the texts of the repository are set: the spaces of French, the letters of Romanian.

use std::fs;
use std::path::Path;
use walkdir::WalkDir;

/// As wide as the space between words; no line breaks there.
const WIDE: char = '\u{a0}';
/// Narrow; no line breaks there.
const NARROW: char = '\u{202f}';

/// Every line of every text, with its place before it.
fn lines() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lines = Vec::new();
    for place in ["rules", "templates/words.yaml"] {
        for entry in WalkDir::new(root.join(place)) {
            let path = entry.expect("a file").into_path();
            let ending = path.extension().unwrap_or_default();
            if ending == "yaml" || ending == "md" {
                let text = fs::read_to_string(&path).expect("text");
                let place = |at: usize| format!("{}:{}", path.display(), at + 1);
                let numbered = text.lines().enumerate();
                lines.extend(numbered.map(|(at, line)| (place(at), line.to_owned())));
            }
        }
    }
    lines
}

#[test]
fn french_has_narrow_spaces_before_marks_and_wide_ones_before_colons_and_in_guillemets() {
    let (mut wide, mut narrow) = (0, 0);
    for (place, line) in lines() {
        for (one, next) in line.chars().zip(line.chars().skip(1)) {
            match (one, next) {
                (' ', ';' | '!' | '?' | '»') | ('«', ' ') => panic!("may break: {place}: {line}"),
                (WIDE, ';' | '!' | '?') => panic!("too wide: {place}: {line}"),
                (NARROW, ':' | '»') | ('«', NARROW) => panic!("too narrow: {place}: {line}"),
                (WIDE, ':' | '»') => wide += 1,
                (NARROW, ';' | '!' | '?') => narrow += 1,
                _ => {}
            }
        }
    }
    assert!(wide > 100 && narrow > 100, "{wide}, {narrow}");
}

#[test]
fn romanian_has_commas_below_letters_and_no_cedillas() {
    for (place, line) in lines() {
        assert!(!line.contains(['ş', 'ţ', 'Ş', 'Ţ']), "{place}: {line}");
    }
}
