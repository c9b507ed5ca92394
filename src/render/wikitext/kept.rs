//! What stays of a table that a page has: its attributes and the heads of its columns. It reads
//! nothing anew.

use crate::model::FigureId;
use crate::wiki::{Page, Sheet, SheetTable};
use std::ops::Range;

/// What is kept of the table that a page had.
pub(super) struct Kept<'k, 't> {
    pub(super) page: &'k Page<'t>,
    pub(super) sheet: &'k Sheet,
    pub(super) old: &'k SheetTable,
    pub(super) figures: &'k [Option<FigureId>],
}

impl Kept<'_, '_> {
    /// The line that begins the table.
    pub(super) fn opening(&self) -> &str {
        let text = self.page.at(&self.old.range);
        text.lines().next().unwrap_or("{|").trim_end()
    }

    /// What stands at the head of a figure's column before its footnotes, with closing tags mended.
    pub(super) fn head(&self, figure: &FigureId) -> Option<String> {
        let at = self
            .figures
            .iter()
            .position(|own| own.as_ref() == Some(figure))?;
        let head = &self.old.columns.get(at)?.head;
        let notes = head
            .citations
            .iter()
            .filter_map(|at| self.sheet.citations.get(*at));
        let end = notes
            .map(|note| note.range.start)
            .min()
            .unwrap_or(head.content.end);
        let text = self.mended(head.content.start..end);
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// What stands in `range`, without closing tags that close nothing, and with the right one where
    /// a tag is closed by another.
    fn mended(&self, range: Range<usize>) -> String {
        let mut out = String::new();
        let mut at = range.start;
        let broken = self.page.broken.iter().filter(|broken| {
            let wrong = &broken.primary.place.range;
            range.start <= wrong.start && wrong.end <= range.end
        });
        let mut broken: Vec<_> = broken.collect();
        broken.sort_by_key(|broken| broken.primary.place.range.start);
        for broken in broken {
            let wrong = &broken.primary.place.range;
            let right = match broken.code {
                "stray-close" => String::new(),
                "wrong-close" => {
                    let opening = broken.secondary.first();
                    let opening = opening.map(|opening| self.page.at(&opening.place.range));
                    let name = opening.unwrap_or_default().trim_start_matches('<');
                    let name = name.split(|c: char| !c.is_alphanumeric()).next();
                    format!("</{}>", name.unwrap_or_default())
                }
                _ => continue,
            };
            out.push_str(self.page.at(&(at..wrong.start)));
            out.push_str(&right);
            at = wrong.end;
        }
        out + self.page.at(&(at..range.end))
    }
}
