//! A view for the terminal: tables that fit the window, split by columns where they do not, with
//! words as well as colour. It decides nothing.

use super::{Reader, Selected, Voice, answer_label, answer_word, speaker_label};
use crate::model::Words;
use crate::view::{CellView, ListView, Mark, NoteView, TableView, View};
use unicode_width::UnicodeWidthStr;

/// How the terminal is.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Its width in columns.
    pub width: usize,
    /// Whether it wants colour.
    pub colour: bool,
}

/// Between columns.
const GAP: usize = 2;
/// The narrowest and widest that a column of answers gets if it has the choice.
const COLUMN: std::ops::RangeInclusive<usize> = 5..=18;
/// The narrowest and widest that the column of questions gets.
const LABEL: std::ops::RangeInclusive<usize> = 14..=44;

/// The whole view.
pub fn document(view: &View<'_>, words: &Words, terminal: Terminal) -> String {
    let page = Page {
        reader: Reader { view, words },
        terminal,
    };
    let mut out = heading(&page.reader.voice(), terminal);
    for table in &view.tables {
        out.push_str(&page.table(table));
    }
    if view.tables.is_empty() {
        out.push_str(&format!("\n{}\n", page.reader.word("empty-table")));
    }
    for list in &view.lists {
        out.push_str(&page.list(list));
    }
    out
}

#[derive(Clone, Copy)]
pub(super) enum Style {
    Plain,
    Bold,
    Dim,
    Green,
    Red,
    Yellow,
    Blue,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "1",
            Self::Dim => "2",
            Self::Green => "32",
            Self::Red => "31",
            Self::Yellow => "33",
            Self::Blue => "34",
        }
    }
}

impl Terminal {
    /// `text` in lines that fit, those after the first behind `indent`.
    pub(super) fn wrapped(self, text: &str, indent: &str) -> Vec<String> {
        wrapped(text, self.width, indent)
    }

    /// `text` in that style, where the terminal wants colour.
    pub(super) fn styled(self, text: &str, style: Style) -> String {
        let code = style.code();
        if self.colour && !code.is_empty() && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

fn wrapped(text: &str, width: usize, indent: &str) -> Vec<String> {
    let options = textwrap::Options::new(width.max(1))
        .subsequent_indent(indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options);
    lines
        .into_iter()
        .map(std::borrow::Cow::into_owned)
        .collect()
}

/// The edition and the expansions.
pub(super) fn heading(voice: &Voice<'_, '_>, terminal: Terminal) -> String {
    let Selected {
        edition, chosen, ..
    } = voice.selection();
    let lines = terminal.wrapped(&format!("{edition} · {chosen}"), "");
    let lines = lines.iter().map(|line| terminal.styled(line, Style::Dim));
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// Words in a cell of the grid, and how they look.
struct Entry {
    text: String,
    style: Style,
}

struct Page<'p, 'd> {
    reader: Reader<'p, 'd>,
    terminal: Terminal,
}

impl Page<'_, '_> {
    fn table(&self, table: &TableView<'_>) -> String {
        let mut out = String::from("\n");
        for line in self.terminal.wrapped(&table.title.text, "") {
            out.push_str(&format!("{}\n", self.terminal.styled(&line, Style::Bold)));
        }
        let label_width = self.label_width(table);
        let widths = self.column_widths(table, label_width);
        let mut from = 0;
        while from < widths.len() {
            let to = last_that_fits(&widths, from, label_width, self.terminal.width);
            out.push('\n');
            out.push_str(&self.grid(table, label_width, &widths, from..to));
            from = to;
        }
        let is_adapted = table.figures.iter().any(|figure| figure.adapted)
            || rows(table).any(|row| row.adapted || row.cells.iter().any(|cell| cell.adapted));
        if is_adapted {
            let said = format!("* {}", self.reader.word("adapted-explained"));
            let lines = self.terminal.wrapped(&said, "  ");
            out.push_str(&format!("\n{}\n", lines.join("\n")));
        }
        if !table.notes.is_empty() {
            out.push('\n');
        }
        for mark in &table.notes {
            if let Some(note) = self.reader.view.note(mark) {
                out.push_str(&self.note(mark, note));
            }
        }
        out
    }

    fn list(&self, list: &ListView<'_>) -> String {
        let title = self.terminal.wrapped(&list.title.text, "");
        let title = title.iter().map(|l| self.terminal.styled(l, Style::Bold));
        let mut lines = vec![String::new()];
        lines.extend(title);
        lines.extend(self.terminal.wrapped(&list.text.text, ""));
        for item in &list.items {
            let star = if item.adapted { "*" } else { "" };
            let line = format!("- {}{star}", item.text.text);
            lines.extend(self.terminal.wrapped(&line, "  "));
        }
        if list.items.iter().any(|item| item.adapted) {
            let said = format!("* {}", self.reader.word("adapted-explained"));
            lines.extend(self.terminal.wrapped(&said, "  "));
        }
        lines.join("\n") + "\n"
    }

    fn label_width(&self, table: &TableView<'_>) -> usize {
        let longest = rows(table).map(|row| self.marked(&row.text.text, row.adapted, &row.notes));
        let longest = longest.map(|label| label.width()).max().unwrap_or(0);
        let third = (self.terminal.width * 2 / 5).clamp(*LABEL.start(), *LABEL.end());
        longest.clamp(*LABEL.start(), third)
    }

    /// The width of each column of answers: its longest word, so that words stay whole.
    fn column_widths(&self, table: &TableView<'_>, label_width: usize) -> Vec<usize> {
        let room = self.terminal.width.saturating_sub(label_width + GAP);
        let columns = table.figures.iter().enumerate().map(|(at, figure)| {
            let name = self.marked(&figure.name.text, figure.adapted, &figure.notes);
            let cells = rows(table).filter_map(|row| row.cells.get(at));
            let cells = cells.map(|cell| {
                let entry = self.entry(cell);
                match answer_label(cell.answer) {
                    // A short answer stays on one line with its marks.
                    Some(_) => entry.text.width(),
                    None => longest_word(&entry.text),
                }
            });
            let longest = cells.chain([longest_word(&name)]).max().unwrap_or(0);
            longest
                .clamp(*COLUMN.start(), *COLUMN.end())
                .min(room.max(1))
        });
        columns.collect()
    }

    /// The question column and the columns `range`, as lines.
    fn grid(
        &self,
        table: &TableView<'_>,
        label_width: usize,
        widths: &[usize],
        range: std::ops::Range<usize>,
    ) -> String {
        let mut out = String::new();
        let all_widths: Vec<_> = [label_width]
            .into_iter()
            .chain(widths[range.clone()].iter().copied())
            .collect();
        let names = table.figures[range.clone()].iter().map(|figure| Entry {
            text: self.marked(&figure.name.text, figure.adapted, &figure.notes),
            style: Style::Bold,
        });
        let empty = Entry {
            text: String::new(),
            style: Style::Plain,
        };
        let header: Vec<_> = [empty].into_iter().chain(names).collect();
        out.push_str(&self.lines(&header, &all_widths));
        let total = all_widths.iter().sum::<usize>() + GAP * (all_widths.len() - 1);
        out.push_str(
            &self
                .terminal
                .styled(&"─".repeat(total.min(self.terminal.width)), Style::Dim),
        );
        out.push('\n');
        for section in &table.sections {
            for line in self.terminal.wrapped(&section.title.text, "") {
                out.push_str(&self.terminal.styled(&line, Style::Bold));
                out.push('\n');
            }
            for row in &section.rows {
                let label = Entry {
                    text: self.marked(&row.text.text, row.adapted, &row.notes),
                    style: Style::Plain,
                };
                let cells = row.cells[range.clone()].iter().map(|cell| self.entry(cell));
                let entries: Vec<_> = [label].into_iter().chain(cells).collect();
                out.push_str(&self.lines(&entries, &all_widths));
            }
        }
        out
    }

    /// One row of the grid: as many lines as its tallest entry needs.
    fn lines(&self, entries: &[Entry], widths: &[usize]) -> String {
        let columns = entries.iter().zip(widths);
        let columns: Vec<_> = columns
            .map(|(entry, width)| (wrapped(&entry.text, *width, ""), entry.style, *width))
            .collect();
        let height = columns.iter().map(|(lines, ..)| lines.len()).max();
        let mut out = String::new();
        for line in 0..height.unwrap_or(0) {
            let mut row = String::new();
            let mut blank = 0;
            for (lines, style, width) in &columns {
                let text = lines.get(line).map_or("", String::as_str);
                if !text.is_empty() {
                    row.push_str(&" ".repeat(blank));
                    row.push_str(&self.terminal.styled(text, *style));
                    blank = 0;
                }
                blank += width.saturating_sub(text.width()) + GAP;
            }
            out.push_str(&row);
            out.push('\n');
        }
        out
    }

    fn entry(&self, cell: &CellView<'_>) -> Entry {
        let word = self.reader.cell(cell);
        let style = match answer_word(cell.answer) {
            "yes" => Style::Green,
            "no" => Style::Red,
            "n/a" => Style::Dim,
            "undefined" => Style::Yellow,
            _ => Style::Blue,
        };
        Entry {
            text: self.marked(word, cell.adapted, &cell.notes),
            style,
        }
    }

    fn marked(&self, text: &str, adapted: bool, notes: &[Mark<'_>]) -> String {
        let star = if adapted { "*" } else { "" };
        let marks = notes.iter().map(|note| format!(" [{}]", note.label));
        format!("{text}{star}{}", marks.collect::<String>())
    }

    fn note(&self, mark: &Mark<'_>, note: &NoteView<'_>) -> String {
        let label = format!("[{}] ", mark.label);
        let indent = " ".repeat(label.width());
        let mut out = String::new();
        for (at, part) in note.parts.iter().enumerate() {
            let speaker = self.reader.word(speaker_label(part.speaker));
            let start = if at == 0 { label.as_str() } else { &indent };
            let text = format!("{speaker}: {}", part.text.text);
            for (n, line) in text.lines().filter(|line| !line.is_empty()).enumerate() {
                let start = if n == 0 { start } else { &indent };
                let line = format!("{start}{line}");
                for line in self.terminal.wrapped(&line, &indent) {
                    out.push_str(&line);
                    out.push('\n');
                }
            }
        }
        out
    }
}

fn rows<'t, 'd>(table: &'t TableView<'d>) -> impl Iterator<Item = &'t crate::view::RowView<'d>> {
    table.sections.iter().flat_map(|section| &section.rows)
}

fn longest_word(text: &str) -> usize {
    text.split_whitespace()
        .map(UnicodeWidthStr::width)
        .max()
        .unwrap_or(0)
}

/// The end of the run of columns from `from` that fits beside the questions; one at least.
fn last_that_fits(widths: &[usize], from: usize, label: usize, width: usize) -> usize {
    let mut used = label;
    let mut to = from;
    while let Some(next) = widths.get(to) {
        used += GAP + next;
        if used > width && to > from {
            break;
        }
        to += 1;
    }
    to
}
