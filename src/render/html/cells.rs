//! Cells of tables as HTML. They are written here and not by a template: a site has hundreds of
//! thousands of them, which are most of its bytes. It decides nothing.

/// A cell.
pub struct Cell<'c> {
    /// The attribute that says of which column it is, and its value; none where there is one column.
    pub column: Option<(&'static str, &'c str)>,
    /// The answer; empty where nobody is asked.
    pub answer: &'static str,
    /// In which way it is open, if it is.
    pub open: Option<&'static str>,
    /// The number of its sources in the table's lists, where it is not the first.
    pub sources: Option<usize>,
    /// Its classes.
    pub class: &'c str,
    /// What stands in it, as HTML.
    pub content: &'c str,
    /// The marks of its notes, as HTML.
    pub marks: &'c str,
}

impl Cell<'_> {
    /// Writes the cell.
    pub fn write(&self, out: &mut String) {
        out.push_str("\n<td");
        if let Some((name, value)) = self.column {
            attribute(name, value, out);
        }
        attribute("data-answer", self.answer, out);
        attribute("data-open", self.open.unwrap_or(""), out);
        if let Some(number) = self.sources {
            attribute("data-sources", &number.to_string(), out);
        }
        attribute("class", self.class, out);
        out.push('>');
        out.push_str(self.content);
        out.push_str(self.marks);
        out.push_str("</td>");
    }
}

/// Writes an attribute, if it has a value. Values are ids and classes, which need no escapes.
pub fn attribute(name: &str, value: &str, out: &mut String) {
    if !value.is_empty() {
        for part in [" ", name, "=\"", value, "\""] {
            out.push_str(part);
        }
    }
}
