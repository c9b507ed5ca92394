//! How a table fits on paper: which way the paper lies, how wide columns are, and where a table that
//! is too wide is split. It knows no fonts: it reckons with the lengths of words.

use serde::Serialize;
use std::ops::Range;

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

/// The margins at the sides, in millimetres.
const MARGIN: f64 = 12.0;
/// What the column of heads needs, in millimetres.
const HEADS: f64 = 46.0;
/// What a letter of a table needs, in millimetres, with its share of the gaps.
const LETTER: f64 = 1.72;
/// The narrowest and widest that a column is made, in millimetres.
const COLUMN: (f64, f64) = (14.0, 44.0);

impl Paper {
    /// Its name in Typst.
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "us-letter",
        }
    }

    /// Its width and height when it stands, in millimetres.
    fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// A part of a table that fits on the paper.
#[derive(Debug, Serialize)]
pub struct Part {
    /// Its columns.
    #[serde(skip)]
    pub columns: Range<usize>,
    /// Their widths in proportion.
    pub widths: Vec<f64>,
    /// Whether the paper lies.
    pub lies: bool,
}

/// What a column needs: its longest word, and its longest text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Need {
    /// Letters of the longest word.
    pub word: usize,
    /// Letters of the longest text.
    pub text: usize,
}

/// The parts of a table whose columns need `needs`: one, on paper that stands if that has room, else
/// on paper that lies; as few as possible and equally wide where neither has.
pub fn parts(paper: Paper, needs: &[Need]) -> Vec<Part> {
    let (width, height) = paper.size();
    let widths: Vec<_> = needs.iter().map(width_of).collect();
    let room = |across: f64| across - 2.0 * MARGIN - HEADS;
    let needed: f64 = widths.iter().sum();
    let part = |columns: Range<usize>, lies| Part {
        widths: widths[columns.clone()].to_vec(),
        columns,
        lies,
    };
    if needed <= room(width) {
        return vec![part(0..widths.len(), false)];
    }
    let room = room(height);
    let mut count = (needed / room).ceil().max(1.0) as usize;
    loop {
        let split = split(&widths, count);
        let fits = |columns: &Range<usize>| widths[columns.clone()].iter().sum::<f64>() <= room;
        if count >= widths.len() || split.iter().all(fits) {
            return split
                .into_iter()
                .map(|columns| part(columns, true))
                .collect();
        }
        count += 1;
    }
}

/// The width that a column needs: that of its longest word, or more for texts of many lines. Where
/// there is room it gets more.
fn width_of(need: &Need) -> f64 {
    let letters = (need.text as f64).sqrt().max(need.word as f64);
    (letters * LETTER + 3.0).clamp(COLUMN.0, COLUMN.1)
}

/// `count` runs of columns, about equally wide together.
fn split(widths: &[f64], count: usize) -> Vec<Range<usize>> {
    let share = widths.iter().sum::<f64>() / count as f64;
    let mut runs: Vec<Range<usize>> = Vec::new();
    let (mut start, mut sum) = (0, 0.0);
    for (at, width) in widths.iter().enumerate() {
        let is_full = at > start && sum + width / 2.0 > share && runs.len() + 1 < count;
        if is_full {
            runs.push(start..at);
            (start, sum) = (at, 0.0);
        }
        sum += width;
    }
    runs.push(start..widths.len());
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(word: usize) -> Need {
        Need { word, text: word }
    }

    #[test]
    fn few_columns_stand_more_lie_and_many_are_split_evenly() {
        let parts = |count| parts(Paper::A4, &vec![need(8); count]);
        assert!(!parts(3)[0].lies);
        assert_eq!(parts(12).len(), 1);
        assert!(parts(12)[0].lies);
        let many = parts(40);
        let columns: Vec<_> = many.iter().flat_map(|part| part.columns.clone()).collect();
        assert_eq!(columns, (0..40).collect::<Vec<_>>());
        let counts: Vec<_> = many.iter().map(|part| part.columns.len()).collect();
        let most = counts.iter().max().copied().unwrap_or(0);
        assert!(counts.iter().all(|count| count + 2 >= most), "{counts:?}");
    }

    #[test]
    fn no_columns_and_endless_words_have_a_part() {
        assert_eq!(parts(Paper::Letter, &[]).len(), 1);
        let endless = parts(Paper::Letter, &[need(usize::MAX / 2); 3]);
        assert!(endless.iter().all(|part| !part.columns.is_empty()));
    }
}
