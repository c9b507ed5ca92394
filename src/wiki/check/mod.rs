//! Finds what would mislead a reader or a program on a page: broken markup, cells out of place,
//! unknown classes, marks and notes at odds with each other. One file for each kind of defect.

mod cells;
mod classes;
mod conditions;
mod headings;
mod marks;
mod notes;
mod styles;
mod texts;
mod torn;

use super::classes::Vocabulary;
use super::markup::{Attribute, Node, Page};
use super::matching::{Matching, matching, place_cells};
use super::sheet::{Sheet, sheet};
use crate::diagnostic::{Diagnostic, MOST, Place, Severity};
use crate::model::LanguageIx;
use std::collections::HashSet;
use std::ops::Range;

/// A page that is checked.
struct Subject<'s, 't, 'd> {
    page: &'s Page<'t>,
    sheet: &'s Sheet,
    matching: &'s Matching,
    vocabulary: &'s Vocabulary<'d>,
}

impl Subject<'_, '_, '_> {
    fn place(&self, range: &Range<usize>) -> Place {
        self.page.place(range)
    }

    fn found(
        &self,
        code: &'static str,
        message: impl Into<String>,
        range: &Range<usize>,
    ) -> Diagnostic {
        Diagnostic::new(code, message, self.place(range))
    }
}

/// Everything that is wrong with `page`, in the order of its places; labels are read in `language`,
/// or in the one that they seem to be in.
pub fn check(
    page: &Page<'_>,
    vocabulary: &Vocabulary<'_>,
    language: Option<LanguageIx>,
) -> Vec<Diagnostic> {
    let mut sheet = sheet(page, vocabulary);
    place_cells(&mut sheet, vocabulary);
    let matching = matching(&sheet, vocabulary, language);
    let subject = Subject {
        page,
        sheet: &sheet,
        matching: &matching,
        vocabulary,
    };
    let mut found = page.broken.clone();
    found.extend(no_table(&subject));
    found.extend(classes::check(&subject));
    found.extend(cells::check(&subject));
    found.extend(headings::check(&subject));
    let marks = marks::check(&subject);
    // Where the condition is wrong, so are its marks.
    let wrong = found.iter().filter(|known| known.code == "cell-condition");
    let wrong: HashSet<usize> = wrong.map(|known| known.primary.place.range.start).collect();
    found.extend(
        marks
            .into_iter()
            .filter(|marks| !wrong.contains(&marks.primary.place.range.start)),
    );
    found.extend(notes::check(&subject));
    found.extend(conditions::check(&subject));
    found.extend(texts::check(&subject));
    found.extend(torn::check(&subject));
    found.extend(styles::check(&subject));
    found.sort_by_key(|finding| finding.primary.place.range.start);
    found.truncate(MOST);
    found
}

/// A page without a figure table: it is another kind of page, or not wikitext at all.
fn no_table(subject: &Subject<'_, '_, '_>) -> Option<Diagnostic> {
    let start = 0..0;
    subject.sheet.tables.is_empty().then(|| {
        subject
            .found(
                "no-table",
                "there is no table of figures on this page",
                &start,
            )
            .note(format!(
                "a table begins with `{{|`, its first row with `!` and figures whose classes \
                 say when they are shown: `{}…`",
                subject.vocabulary.wiki.show
            ))
            .help("give the source of the page, as the wiki shows it for editing")
    })
}

/// Lets a finding be no more than a warning.
fn warning(finding: Diagnostic) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        ..finding
    }
}

/// Calls `visit` with the attributes of everything on a page, in order.
fn each_attributes(nodes: &[Node], visit: &mut impl FnMut(&[Attribute])) {
    for node in nodes {
        match node {
            Node::Element(element) => {
                visit(&element.tag.attributes);
                each_attributes(&element.children, visit);
            }
            Node::Table(table) => {
                visit(&table.attributes);
                for row in &table.rows {
                    visit(&row.attributes);
                    for cell in &row.cells {
                        visit(&cell.attributes);
                        each_attributes(&cell.content, visit);
                    }
                }
            }
            Node::Text(_) | Node::Template(_) | Node::Link(_) => {}
        }
    }
}
