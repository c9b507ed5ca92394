//! Says in our own words why a file of YAML cannot be read; it reads the file again, but only to
//! find places.

use super::super::context::{Context, repeated_key};
use super::super::raw::{FORM, NUMBERS, Scalar};
use super::tree::{Mapping, Tree};
use super::{DEEPEST, options};
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::nearest::{did_you_mean, listed};
use serde_saphyr::{Error, Location};

/// What to do with a text that YAML reads in another way.
const QUOTES: &str = "put the text into quotes: 'text'";
/// What a mapping is called.
const ENTRIES: &str = "entries `key: value`";

/// A part of what the parser says, what is said instead (`@` is what stands at the place), and what
/// to do.
const SYNTAX: [(&str, &str, &str); 16] = [
    (
        "unclosed bracket",
        "this `@` does not close",
        "write the closing bracket where it ends",
    ),
    (
        "unclosed quote",
        "this quote does not close",
        "write the closing quote; a `'` inside of single quotes is written `''`",
    ),
    (
        "misplaced bracket",
        "this `@` closes nothing",
        "remove it, or write the opening bracket",
    ),
    (
        "mismatched bracket",
        "this `@` closes a bracket of the other kind",
        "close each bracket with its own kind",
    ),
    (
        "unknown anchor",
        "`@` is an alias, and nothing above has its anchor",
        "if it is a text, put it into quotes: 'text'",
    ),
    (
        "mapping values are not allowed",
        "this `:` begins a value where none can stand",
        "if it belongs to a text, put the text into quotes: 'text'; else see to the indentation",
    ),
    (
        "block mapping, did not find expected key",
        "this line belongs to none of the mappings above",
        "indent it like the entries that it stands with",
    ),
    (
        "unknown escape character",
        "in these double quotes stands an escape that does not exist",
        "write `\\\\` for a backslash, or use single quotes",
    ),
    (
        "expected ',' or '}'",
        "expected `,` or `}` before this",
        "a text that holds `,`, `{`, `}`, `[` or `]` needs quotes: 'text'",
    ),
    (
        "expected ',' or ']'",
        "expected `,` or `]` before this",
        "a text that holds `,`, `{`, `}`, `[` or `]` needs quotes: 'text'",
    ),
    ("before directive", "a text cannot begin with `@`", QUOTES),
    (
        "simple key",
        "expected `key: value` here",
        "write `:` and a space behind the key",
    ),
    (
        "tab",
        "a tab stands where only spaces may",
        "indent with spaces",
    ),
    (
        "indent",
        "the indentation of this line is wrong",
        "indent it deeper than the key that it belongs to",
    ),
    (
        "EOF",
        "the file ends in the middle of an entry",
        "write its end",
    ),
    (
        "end of input",
        "the file ends in the middle of an entry",
        "write its end",
    ),
];

/// The message that the file cannot be read because of `error`.
pub fn explained(context: &Context, file: FileIx, error: &Error) -> Diagnostic {
    Explainer { context, file }.diagnostic(error)
}

/// Turns an error of the YAML crate into a message.
struct Explainer<'c> {
    context: &'c Context,
    file: FileIx,
}

impl Explainer<'_> {
    fn diagnostic(&self, error: &Error) -> Diagnostic {
        let error = match error {
            Error::AliasError { error, .. } => error,
            other => other.without_snippet(),
        };
        let place = self.place(error.location());
        match error {
            Error::ExternalMessage { msg, .. } => self.syntax(msg, place),
            Error::UnknownAnchor { .. } => {
                self.syntax("while parsing node, found unknown anchor", place)
            }
            Error::Message { msg, .. } => self.message(msg, place),
            Error::SerdeUnknownField {
                field, expected, ..
            } => {
                let message = format!("there is no field `{field}` here");
                let near = did_you_mean(field, expected.iter().copied());
                let help = near.unwrap_or_else(|| match expected.as_slice() {
                    [] => "no fields belong here".to_owned(),
                    expected => format!("the fields are {}", listed(expected, "and")),
                });
                Diagnostic::new("unknown-field", message, place).help(help)
            }
            Error::SerdeMissingField { field, .. } => self.missing_field(field, place),
            Error::SerdeInvalidType {
                expected,
                unexpected,
                ..
            }
            | Error::SerdeInvalidValue {
                expected,
                unexpected,
                ..
            } => self.shape(expected, found_word(unexpected), place),
            Error::Unexpected { expected, .. } => {
                let found = self.found(&place);
                self.shape(shape_word(expected), found, place)
            }
            Error::UnsupportedTag { .. }
            | Error::TaggedStructFieldName { .. }
            | Error::TaggedEnumMismatch { .. }
            | Error::InvalidBinaryBase64 { .. }
            | Error::BinaryNotUtf8 { .. }
            | Error::TaggedScalarCannotDeserializeIntoString { .. } => {
                let message = "tags (`!word`) do not belong in a dataset";
                let help = format!("if it belongs to a text, {QUOTES}");
                Diagnostic::new("yaml", message, place).help(help)
            }
            Error::MultipleDocuments { .. } => {
                let message = "a second document begins here; a file is one document";
                let help =
                    "remove the line `---` above, or put the entries into a file of their own";
                Diagnostic::new("yaml", message, place).help(help)
            }
            Error::MergeKeyNotAllowed { .. } => {
                let message = "merging with `<<` is not allowed: an entry shows all that it holds";
                Diagnostic::new("yaml", message, place).help("write the fields out")
            }
            Error::Budget { .. }
            | Error::AliasReplayLimitExceeded { .. }
            | Error::AliasExpansionLimitExceeded { .. }
            | Error::AliasReplayStackDepthExceeded { .. } => self.too_much(error, place),
            Error::RecursiveReferencesRequireWeakTypes { .. } => {
                let message = "this alias stands inside of what it refers to";
                Diagnostic::new("yaml", message, place).help("write out what is meant")
            }
            other => self.syntax(plain(&other.to_string()), place),
        }
    }

    /// The bytes at which the error is; a syntax error has only a line and a column.
    fn place(&self, location: Option<Location>) -> Place {
        let Some(location) = location else {
            return Place {
                file: self.file,
                range: 0..0,
            };
        };
        let number = |number: u64| usize::try_from(number).unwrap_or(0);
        let span = location.span();
        let start = match span.byte_offset() {
            Some(start) if start > 0 => number(start),
            _ => {
                let (line, column) = (number(location.line()), number(location.column()));
                self.context.files.offset(self.file, line, column)
            }
        };
        let range = start..start + number(span.byte_len().unwrap_or(0));
        Place {
            file: self.file,
            range,
        }
    }

    fn text(&self) -> &str {
        let file = self.context.files.get(self.file);
        file.map_or("", |file| file.text.as_str())
    }

    /// A syntax error; `raw` is what the parser says.
    fn syntax(&self, raw: &str, place: Place) -> Diagnostic {
        let raw = plain(raw);
        if let Some(wrong) = raw.strip_prefix("unexpected character: ") {
            return self.character(wrong, place);
        }
        if raw.contains("recursion limit") {
            return too_deep(place);
        }
        let at = self.text().get(place.range.start..).unwrap_or("");
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '}' | ']');
        let word = &at[..at.find(ends).unwrap_or(at.len())];
        let word = &word[..word.floor_char_boundary(30)];
        let found = if raw.contains("anchor") {
            word.to_owned()
        } else {
            at.chars().next().map(String::from).unwrap_or_default()
        };
        let known = SYNTAX.iter().find(|(part, ..)| raw.contains(part));
        let Some((_, message, help)) = known else {
            return Diagnostic::new("yaml", format!("this is not YAML: {raw}"), place);
        };
        Diagnostic::new("yaml", message.replace('@', &found), place).help(*help)
    }

    /// The character `wrong`, quoted and perhaps escaped, stands at `place` or behind it.
    fn character(&self, wrong: &str, place: Place) -> Diagnostic {
        let wrong = wrong.trim_matches(['`', '\'']);
        let code = wrong
            .strip_prefix("\\u{")
            .and_then(|hex| hex.strip_suffix('}'));
        let code = code.and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let character = code
            .and_then(char::from_u32)
            .or_else(|| wrong.chars().next_back());
        let character = character.unwrap_or('\0');
        let from = place.range.start;
        let behind = self.text().get(from..).unwrap_or("").find(character);
        let start = from + behind.unwrap_or(0);
        let range = start..start + character.len_utf8();
        let place = Place { range, ..place };
        let (message, help) = if character.is_control() || code.is_some() {
            let message = format!(
                "the character U+{:04X} may not stand here",
                u32::from(character)
            );
            (message, "remove it")
        } else {
            (format!("a text cannot begin with `{character}`"), QUOTES)
        };
        Diagnostic::new("yaml", message, place).help(help)
    }

    /// An error that is only told in words.
    fn message(&self, raw: &str, place: Place) -> Diagnostic {
        let raw = plain(raw);
        let repeated = raw.strip_prefix("duplicate field `");
        let Some(field) = repeated.and_then(|rest| rest.strip_suffix('`')) else {
            return self.syntax(raw, place);
        };
        let mut found = None;
        self.each_mapping(&mut |mapping: &Mapping, _| {
            let mut keys = mapping.iter().filter(|(key, _)| key.value == field);
            // The error stands where its mapping begins.
            let begins = mapping.first().map(|(key, _)| key.span.start);
            let is_behind = begins.is_some_and(|begins| begins >= place.range.start);
            if let (true, None, Some(first), Some(again)) =
                (is_behind, &found, keys.next(), keys.next())
            {
                found = Some((first.0.span.clone(), again.0.span.clone()));
            }
        });
        match found {
            Some((first, again)) => {
                let at = |range| Place {
                    file: self.file,
                    range,
                };
                repeated_key(field, at(first), at(again))
            }
            None => {
                let message = format!("the field `{field}` stands here twice");
                Diagnostic::new("duplicate-key", message, place).help("remove one of the two")
            }
        }
    }

    /// A field is missing in the mapping of which one key is at `place`.
    fn missing_field(&self, field: &str, place: Place) -> Diagnostic {
        let mut owner = None;
        self.each_mapping(&mut |mapping: &Mapping, of: Option<&Scalar>| {
            let mut keys = mapping.iter().map(|(key, _)| key);
            if keys.any(|key| key.span.start == place.range.start) {
                let first = mapping.first().map(|(key, _)| key.clone());
                owner = of
                    .cloned()
                    .map(|key| (true, key))
                    .or(first.map(|key| (false, key)));
            }
        });
        let missing = format!("the field `{field}` is missing");
        let at = |range| Place {
            range,
            ..place.clone()
        };
        let (message, place) = match owner {
            Some((true, key)) => (format!("{missing} in `{}`", key.value), at(key.span)),
            Some((false, key)) => (missing, at(key.span)),
            None => (missing, place),
        };
        let help = format!("write `{field}: …` beside the others");
        Diagnostic::new("missing-field", message, place).help(help)
    }

    /// The value at `place` has another shape than `expected`.
    fn shape(&self, expected: &str, found: &str, place: Place) -> Diagnostic {
        let message = format!("expected {expected}, found {found}");
        let help = match expected {
            "a text" => "if it is meant as a text, put it into quotes",
            "a list" => "write `[one, two]`, or each behind `- ` on a line of its own",
            ENTRIES => "write `key: value` on lines of their own, indented, or `{key: value}`",
            NUMBERS => "write `20` or `[20, 25]`",
            FORM if found.starts_with('`') => "put a word that looks like a number into quotes",
            FORM => "write `word`, or, for an edition, `{one: word, many: words}`",
            _ => return Diagnostic::new("wrong-shape", message, place),
        };
        Diagnostic::new("wrong-shape", message, place).help(help)
    }

    /// What stands at `place`, as a person calls it.
    fn found(&self, place: &Place) -> &'static str {
        let at = self.text().get(place.range.start..).unwrap_or("");
        let mut chars = at
            .lines()
            .next()
            .unwrap_or("")
            .trim_start_matches(':')
            .trim_start()
            .chars();
        match (chars.next(), chars.next()) {
            (None | Some('#' | ',' | '}' | ']' | '~'), _) => "nothing",
            (Some('['), _) | (Some('-'), None | Some(' ')) => "a list",
            (Some('{'), _) => "a mapping",
            _ => "a text",
        }
    }

    fn too_much(&self, error: &Error, place: Place) -> Diagnostic {
        let what = error.to_string();
        if what.contains("Depth") {
            return too_deep(place);
        }
        let (message, help) = if what.to_lowercase().contains("alias") || what.contains("Anchor") {
            (
                "aliases repeat too much here",
                "write out what is meant; a dataset needs no aliases",
            )
        } else {
            (
                "the file holds more than can be read",
                "divide it into several files",
            )
        };
        Diagnostic::new("too-large", message, place).help(help)
    }

    /// Calls `visit` with every mapping of the file and the key that it belongs to.
    fn each_mapping(&self, visit: &mut dyn FnMut(&Mapping, Option<&Scalar>)) {
        if let Ok(tree) = serde_saphyr::from_str_with_options::<Tree>(self.text(), options()) {
            tree.each_mapping(None, visit);
        }
    }
}

/// What serde calls a value, as a person calls it: "integer `1`", "sequence".
fn found_word(unexpected: &str) -> &str {
    match unexpected {
        "sequence" => "a list",
        "map" => "a mapping",
        "unit value" | "Option value" => "nothing",
        _ => match unexpected.find('`') {
            Some(at) => &unexpected[at..],
            None => unexpected,
        },
    }
}

fn too_deep(place: Place) -> Diagnostic {
    let message = format!("this nests deeper than {DEEPEST} levels");
    Diagnostic::new("too-deep", message, place).help("a dataset needs only a few")
}

/// What the YAML crate calls a shape, as a person calls it.
fn shape_word(expected: &str) -> &str {
    match expected {
        "mapping start" => ENTRIES,
        "sequence start" => "a list",
        "string scalar" | "scalar" => "a text",
        other => other,
    }
}

/// The crate's message without its own "error:" and places, which are drawn here.
fn plain(message: &str) -> &str {
    let first = message.lines().next().unwrap_or(message);
    let message = first.strip_prefix("error: ").unwrap_or(first);
    match message.rsplit_once(" at line ") {
        Some((before, place)) if place.split(", column ").all(is_number) => before,
        _ => message,
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}
