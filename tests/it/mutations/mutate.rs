//! Damages a text in the ways in which people, editors and attackers do: bytes, characters, words,
//! lines, nesting; with a dictionary of what texts of its kind hold.

use super::random::Random;
use std::ops::Range;

/// How large a text may grow.
const LARGEST: usize = 60_000;
/// What means something to YAML, Markdown, tags, wikitext, HTML or addresses, and what is odd.
const ODD: [&str; 86] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "'",
    "\"",
    ":",
    ": ",
    ",",
    "-",
    "- ",
    "? ",
    "#",
    " # ",
    "&",
    "*",
    "!",
    "|",
    "|+\n",
    ">-\n",
    "%",
    "@",
    "`",
    "\\",
    "/",
    "~",
    "^",
    "$",
    "=",
    "+",
    "_",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "  ",
    "\n\n",
    "---",
    "---\n",
    "...",
    "\n...\n",
    "!!str ",
    "!!binary ",
    "!own ",
    "&a ",
    "*a",
    "<<: ",
    "null",
    "true",
    "yes",
    "0x1F",
    "1e999",
    "-0",
    "99999999999999999999",
    ".inf",
    "\u{feff}",
    "\0",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{202e}",
    "\u{2028}",
    "ß",
    "İ",
    "ﬃ",
    "e\u{301}",
    "🐉",
    "\u{10ffff}",
    "{if ",
    "{else}",
    "{/if}",
    "{at 1-",
    "**",
    "](",
    "](javascript:x)",
    "<!--",
    "</",
    "{{",
    "}}",
    "[[",
    "||",
];
/// Bytes that are no UTF-8, or not where they stand.
const NO_TEXT: [&[u8]; 6] = [
    b"\x80",
    b"\xff",
    b"\xc3",
    b"\xf0\x9f",
    b"\xed\xa0\x80",
    b"\xc0\xaf",
];
/// What opens and what closes it.
const NESTS: [(&str, &str); 9] = [
    ("(", ")"),
    ("[", "]"),
    ("{a: ", "}"),
    ("not ", ""),
    ("{if dragon}", "{/if}"),
    ("*", "*"),
    ("> ", ""),
    ("<span>", "</span>"),
    ("{{", "}}"),
];

/// Damages texts of one kind.
pub struct Mutator {
    words: Vec<Vec<u8>>,
    lines: Vec<Vec<u8>>,
}

impl Mutator {
    /// For texts in which such `texts` have words and lines that mean something.
    pub fn new<'t>(texts: impl IntoIterator<Item = &'t [u8]>) -> Self {
        let (mut words, mut lines) = (Vec::new(), Vec::new());
        for text in texts {
            let all = tokens(text).into_iter();
            words.extend(all.map(|range| text[range].to_vec()));
            lines.extend(text.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec));
        }
        for all in [&mut words, &mut lines] {
            all.sort();
            all.dedup();
        }
        Self { words, lines }
    }

    /// `text`, damaged at one or a few places.
    pub fn damaged(&self, random: &mut Random, text: &[u8]) -> Vec<u8> {
        let mut bytes = text.to_vec();
        for _ in 0..random.few(8) {
            self.strike(random, &mut bytes);
            bytes.truncate(LARGEST);
        }
        bytes
    }

    /// As [`damaged`](Self::damaged), and a text still.
    pub fn damaged_text(&self, random: &mut Random, text: &str) -> String {
        String::from_utf8_lossy(&self.damaged(random, text.as_bytes())).into_owned()
    }

    /// `text` with small changes after which it often still has its shape.
    pub fn changed(&self, random: &mut Random, text: &[u8]) -> Vec<u8> {
        let mut bytes = text.to_vec();
        for _ in 0..random.few(5) {
            self.touch(random, &mut bytes);
            bytes.truncate(LARGEST);
        }
        bytes
    }

    fn touch(&self, random: &mut Random, bytes: &mut Vec<u8>) {
        match random.below(12) {
            0..2 => swap_lines(random, bytes),
            2..5 => swap_entries(random, bytes),
            5..8 => lengthen(random, bytes),
            8 => {
                let line = line(random, bytes);
                bytes.drain(line);
            }
            9..11 => {
                let range = word(random, bytes);
                let words: Vec<_> = self.words.iter().filter(|w| is_of_word(w[0])).collect();
                let new = words
                    .get(random.below(words.len()))
                    .map_or(&b"x"[..], |w| w);
                bytes.splice(range, new.iter().copied());
            }
            _ => {
                let range = word(random, bytes);
                let old = String::from_utf8_lossy(&bytes[range.clone()]).into_owned();
                let other = *random.of(&["dragon", "bear", "frost", "edition E1", "beast"]);
                let new = match random.once_in(2) {
                    true => format!("{{if {other}}}{old}{{/if}}"),
                    false => format!("{old} if {other} else {old}"),
                };
                bytes.splice(range, new.bytes());
            }
        }
    }

    fn word(&self, random: &mut Random) -> Vec<u8> {
        match random.below(8) {
            0..4 if !self.words.is_empty() => random.of(&self.words).clone(),
            7 if random.once_in(4) => random.of(&NO_TEXT).to_vec(),
            _ => random.of(&ODD).as_bytes().to_vec(),
        }
    }

    fn strike(&self, random: &mut Random, bytes: &mut Vec<u8>) {
        match random.below(20) {
            0 => flip(random, bytes),
            1 => {
                let at = place(random, bytes);
                bytes.insert(at, u8::try_from(random.below(256)).unwrap_or(0));
            }
            2 => drop(bytes.drain(piece(random, bytes))),
            3 => {
                let part = bytes[piece(random, bytes)].to_vec();
                let at = place(random, bytes);
                bytes.splice(at..at, part);
            }
            4..9 => {
                let range = token(random, bytes);
                bytes.splice(range, self.word(random));
            }
            9..11 => {
                let at = token(random, bytes).start;
                bytes.splice(at..at, self.word(random));
            }
            11 => drop(bytes.drain(token(random, bytes))),
            12 => {
                let (one, other) = (token(random, bytes), token(random, bytes));
                swap(bytes, one, other);
            }
            13 => {
                let (one, other) = (line(random, bytes), line(random, bytes));
                swap(bytes, one, other);
            }
            14 => {
                let range = line(random, bytes);
                let copies = bytes[range.clone()].repeat(random.few(6) + 1);
                bytes.splice(range, copies);
            }
            15 => drop(bytes.drain(line(random, bytes))),
            16 => {
                let at = line(random, bytes).start;
                if let Some(b' ') = bytes.get(at).filter(|_| random.once_in(2)) {
                    bytes.remove(at);
                } else {
                    bytes.splice(at..at, b"  ".iter().copied());
                }
            }
            17 if !self.lines.is_empty() => {
                let at = line(random, bytes).start;
                bytes.splice(at..at, random.of(&self.lines).iter().copied());
            }
            18 => nest(random, bytes),
            _ => self.rarely(random, bytes),
        }
    }

    /// What need not happen often to be found.
    fn rarely(&self, random: &mut Random, bytes: &mut Vec<u8>) {
        match random.below(7) {
            0 => bytes.truncate(place(random, bytes)),
            1 => {
                let windows = bytes.iter().flat_map(|b| match b {
                    b'\n' => b"\r\n".to_vec(),
                    b => vec![*b],
                });
                *bytes = windows.collect();
            }
            2 => drop(bytes.splice(0..0, "\u{feff}".bytes())),
            3 => {
                let range = token(random, bytes);
                let times = random.below(3000);
                let huge = bytes[range.clone()].repeat(times);
                bytes.splice(range, huge);
            }
            4 => {
                let range = token(random, bytes);
                let at = place(random, bytes);
                bytes.splice(at..at, b"*a".iter().copied());
                bytes.splice(range.start..range.start, b"&a ".iter().copied());
            }
            5 => {
                let at = place(random, bytes);
                bytes.splice(at..at, random.of(&NO_TEXT).iter().copied());
            }
            // The same word stands for another everywhere, so that much still fits.
            _ => {
                let old = bytes[token(random, bytes)].to_vec();
                let new = self.word(random);
                let all = tokens(bytes).into_iter();
                let changed = all.flat_map(|range| match &bytes[range] {
                    word if word == old => new.clone(),
                    word => word.to_vec(),
                });
                *bytes = changed.collect();
            }
        }
    }
}

fn place(random: &mut Random, bytes: &[u8]) -> usize {
    random.below(bytes.len() + 1)
}

/// A few bytes.
fn piece(random: &mut Random, bytes: &[u8]) -> Range<usize> {
    let from = place(random, bytes);
    let long = if random.once_in(8) { 200 } else { 6 };
    from..(from + random.below(long)).min(bytes.len())
}

fn flip(random: &mut Random, bytes: &mut [u8]) {
    let at = random.below(bytes.len());
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << random.below(8);
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_/@.".contains(&byte) || byte >= 0x80
}

/// The word at `at`, or the one byte of another kind.
fn token_at(bytes: &[u8], at: usize) -> Range<usize> {
    if !bytes.get(at).is_some_and(|byte| is_of_word(*byte)) {
        return at..(at + 1).min(bytes.len());
    }
    let before = bytes[..at].iter().rev().take_while(|b| is_of_word(**b));
    let after = bytes[at..].iter().take_while(|b| is_of_word(**b));
    at - before.count()..at + after.count()
}

fn tokens(bytes: &[u8]) -> Vec<Range<usize>> {
    let (mut all, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let token = token_at(bytes, at);
        at = token.end;
        all.push(token);
    }
    all
}

fn token(random: &mut Random, bytes: &[u8]) -> Range<usize> {
    token_at(bytes, place(random, bytes))
}

fn line(random: &mut Random, bytes: &[u8]) -> Range<usize> {
    let at = place(random, bytes);
    let start = bytes[..at].iter().rposition(|b| *b == b'\n');
    let end = bytes[at..].iter().position(|b| *b == b'\n');
    start.map_or(0, |at| at + 1)..end.map_or(bytes.len(), |end| at + end + 1)
}

/// A word, where one is near.
fn word(random: &mut Random, bytes: &[u8]) -> Range<usize> {
    let at = place(random, bytes);
    let next = bytes[at..].iter().position(|b| b.is_ascii_alphanumeric());
    token_at(bytes, at + next.unwrap_or(0))
}

/// What stands before a condition, and what makes one longer without breaking it.
const BEFORE: [&[u8]; 4] = [b"when: ", b"{if ", b" if ", b"beast: "];
const LONGER: [&str; 7] = [
    "dragon or ",
    "bear and ",
    "not not ",
    "not frost and ",
    "bear or bear and ",
    "edition E1 or not edition E1 and ",
    "(dragon or not dragon) and ",
];

/// A condition becomes longer; it may mean what it meant or not.
fn lengthen(random: &mut Random, bytes: &mut Vec<u8>) {
    let starts = (0..bytes.len()).filter_map(|at| {
        let before = BEFORE
            .iter()
            .find(|before| bytes[at..].starts_with(before))?;
        Some(at + before.len())
    });
    let starts: Vec<_> = starts.collect();
    if let Some(at) = starts.get(random.below(starts.len())) {
        bytes.splice(at..at, random.of(&LONGER).bytes());
    }
}

/// Two lines that follow each other.
fn swap_lines(random: &mut Random, bytes: &mut Vec<u8>) {
    let one = line(random, bytes);
    let next = bytes[one.end..].iter().position(|b| *b == b'\n');
    let other = one.end..next.map_or(bytes.len(), |at| one.end + at + 1);
    swap(bytes, one, other);
}

/// Two entries of a list or mapping in one line.
fn swap_entries(random: &mut Random, bytes: &mut Vec<u8>) {
    let line = line(random, bytes);
    let entry = |from: usize| {
        let is_end = |b: &u8| b",{}[]\n".contains(b);
        let end = bytes[from..line.end].iter().position(is_end);
        from..end.map_or(line.end, |at| from + at)
    };
    let starts = (line.start..line.end).filter(|at| b",{[".contains(&bytes[*at]));
    let entries: Vec<_> = starts.map(|at| entry(at + 1)).collect();
    if let [first, .., last] = entries.as_slice() {
        let at = random.below(entries.len() - 1);
        let (one, other) = match random.once_in(4) {
            true => (first.clone(), last.clone()),
            false => (entries[at].clone(), entries[at + 1].clone()),
        };
        swap(bytes, one, other);
    }
}

fn swap(bytes: &mut Vec<u8>, one: Range<usize>, other: Range<usize>) {
    let (first, second) = if one.start <= other.start {
        (one, other)
    } else {
        (other, one)
    };
    if first.end <= second.start {
        let (early, late) = (
            bytes[first.clone()].to_vec(),
            bytes[second.clone()].to_vec(),
        );
        bytes.splice(second, early);
        bytes.splice(first, late);
    }
}

/// A piece deep inside of something.
fn nest(random: &mut Random, bytes: &mut Vec<u8>) {
    let (open, close) = random.of(&NESTS);
    let range = token(random, bytes);
    let depth = match random.below(4) {
        0 => 1,
        1 => random.below(10),
        2 => 60 + random.below(10),
        _ => random.below(5000),
    };
    let inner = bytes[range.clone()].to_vec();
    let nested = [
        open.repeat(depth).into_bytes(),
        inner,
        close.repeat(depth).into_bytes(),
    ];
    bytes.splice(range, nested.concat());
}
