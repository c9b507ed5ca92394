//! The figure tables of a page: columns, rows, cells with their answers, and footnotes, each with
//! the condition under which it is shown. It does not know which question a row asks.

use super::classes::{Class, Classes, Editions, Vocabulary};
use super::markup::{Attribute, Cell, Element, Node, Page, Row, Table, attribute};
use crate::logic::Condition;
use crate::model::{AnswerSign, Speaker};
use crate::nearest::nearest;
use std::ops::Range;

/// What a page says.
#[derive(Debug, Default)]
pub struct Sheet {
    /// Its figure tables, in order.
    pub tables: Vec<SheetTable>,
    /// Every use of a footnote, in order.
    pub citations: Vec<Citation>,
    /// Every element that has a condition of its own.
    pub conditional: Vec<Conditional>,
    /// Every element that is marked as a whole: rows, heads, cells, items of lists.
    pub marked: Vec<Marked>,
    /// The lists outside of tables whose items may have conditions.
    pub item_lists: Vec<SheetList>,
    /// For each list of footnotes, when it is shown.
    pub lists: Vec<Condition>,
}

/// A list of items outside of tables.
#[derive(Debug)]
pub struct SheetList {
    /// Its opening tag.
    pub range: Range<usize>,
    /// What stands between its tags; `None` where it never closes.
    pub inner: Option<Range<usize>>,
    /// Its items.
    pub items: Vec<SheetItem>,
}

/// An item of a list.
#[derive(Debug)]
pub struct SheetItem {
    /// Its opening tag.
    pub range: Range<usize>,
    /// When it is shown, within the list.
    pub when: Condition,
    /// Where it is marked as adapted.
    pub marks: Editions,
    /// What it says, without markup.
    pub text: String,
    /// The item, where the page names its id.
    pub key: Option<String>,
}

/// An element with a condition of its own.
#[derive(Debug)]
pub struct Conditional {
    /// Where its classes stand.
    pub range: Range<usize>,
    /// Its own condition.
    pub own: Condition,
    /// The condition of what is around it.
    pub around: Condition,
}

/// An element that says when it is shown and where it is adapted.
#[derive(Debug)]
pub struct Marked {
    /// Where its classes stand.
    pub range: Range<usize>,
    /// Its own condition.
    pub own: Condition,
    /// Its marks.
    pub marks: Editions,
    /// The marks of what is around it, which it may repeat or leave to that.
    pub around: Editions,
}

/// A figure table.
#[derive(Debug)]
pub struct SheetTable {
    /// From `{|` to `|}`.
    pub range: Range<usize>,
    /// The ids of the elements around it, innermost first, and its own.
    pub anchors: Vec<String>,
    /// The condition of what is around it.
    pub within: Condition,
    /// Its columns, without the one of the questions.
    pub columns: Vec<Column>,
    /// Its headings and rows.
    pub lines: Vec<Line>,
}

/// What columns, headings, rows and cells have in common.
#[derive(Debug)]
pub struct Face {
    /// From its first to its last character.
    pub range: Range<usize>,
    /// What it says, with markup.
    pub content: Range<usize>,
    /// From the first to the last character that it says; `content` where it says nothing.
    pub said: Range<usize>,
    /// Its classes.
    pub classes: Classes,
    /// When it is shown, within what is around it.
    pub when: Condition,
    /// Where it is marked as adapted.
    pub marks: Editions,
    /// What it says, without footnotes and markup.
    pub text: String,
    /// Its footnotes, as positions in [`Sheet::citations`].
    pub citations: Vec<usize>,
}

/// A column.
#[derive(Debug)]
pub struct Column {
    /// Its head.
    pub head: Face,
    /// The figure, where the page names its id.
    pub key: Option<String>,
}

/// A line of a table.
#[derive(Debug)]
pub enum Line {
    /// The title of the rows below it.
    Heading(Heading),
    /// A question.
    Row(Question),
}

/// The title of the rows below it.
#[derive(Debug)]
pub struct Heading {
    /// Row and cell as one.
    pub face: Face,
    /// How many columns it spans.
    pub span: Option<usize>,
}

/// A question and the answers to it.
#[derive(Debug)]
pub struct Question {
    /// The row, with the text and the footnotes of its label.
    pub face: Face,
    /// The question, where the page names its id.
    pub key: Option<String>,
    /// The cells, without the label.
    pub cells: Vec<SheetCell>,
    /// Which column each cell stands in, by the order in which they stand.
    pub columns: Vec<Option<usize>>,
}

/// A cell.
#[derive(Debug)]
pub struct SheetCell {
    /// What it is.
    pub face: Face,
    /// Its answers, each with when it is given.
    pub answers: Vec<Given>,
}

/// An answer and when it is given.
#[derive(Clone, Debug)]
pub struct Given {
    /// When, within the cell.
    pub when: Condition,
    /// The answer.
    pub answer: PageAnswer,
    /// Where it is marked as adapted, beside the cell as a whole.
    pub marks: Editions,
}

/// An answer as pages give it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PageAnswer {
    /// A sign.
    Sign(AnswerSign),
    /// A number.
    Number(u32),
    /// A short text, whose words do not matter.
    Text,
}

impl PageAnswer {
    /// The word for it.
    pub fn word(&self) -> String {
        match self {
            Self::Sign(sign) => sign.as_str().to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Text => "text".to_owned(),
        }
    }
}

/// A use of a footnote.
#[derive(Debug)]
pub struct Citation {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The tag.
    pub range: Range<usize>,
    /// When it is shown, within its cell.
    pub own: Condition,
    /// When it is shown, with everything around it.
    pub context: Condition,
    /// Before which list of footnotes it stands.
    pub list: usize,
    /// Whether it stands in that list itself, and is no use.
    pub is_in_list: bool,
    /// What it says, where it is defined here.
    pub definition: Option<Definition>,
}

/// What a footnote says.
#[derive(Debug)]
pub struct Definition {
    /// When it is shown.
    pub when: Condition,
    /// Where its classes stand.
    pub range: Range<usize>,
    /// Where it is marked as adapted.
    pub marks: Editions,
    /// Whether some of its classes are not known, of which any may have been a mark.
    pub is_misspelt: bool,
    /// The links back to its uses: number, condition and place.
    pub back_links: Vec<(usize, Condition, Range<usize>)>,
    /// Who speaks, in order.
    pub speakers: Vec<Speaker>,
    /// The tag in which it stands.
    pub whole: Range<usize>,
    /// Its text without markup.
    pub text: String,
}

/// Reads the figure tables of `page`.
pub fn sheet(page: &Page<'_>, vocabulary: &Vocabulary<'_>) -> Sheet {
    let mut reader = Reader {
        page,
        vocabulary,
        sheet: Sheet::default(),
        anchors: Vec::new(),
    };
    reader.nodes(&page.nodes, &Condition::True);
    reader.sheet
}

struct Reader<'p, 't, 'v, 'd> {
    page: &'p Page<'t>,
    vocabulary: &'v Vocabulary<'d>,
    sheet: Sheet,
    anchors: Vec<String>,
}

/// What running text holds.
#[derive(Default)]
struct Content {
    text: String,
    /// From the first to the last character of the text.
    said: Option<Range<usize>>,
    answers: Vec<Given>,
    /// Texts with the conditions of the elements that they are all of; `None` for bare text.
    pieces: Vec<(Option<Condition>, Editions, String)>,
    citations: Vec<usize>,
    has_list: bool,
}

impl Reader<'_, '_, '_, '_> {
    fn classes(&self, attributes: &[Attribute]) -> Classes {
        self.vocabulary.classes(self.page, attributes)
    }

    /// Notes the condition of an element, and joins it with what is around it.
    fn within(&mut self, classes: &Classes, around: &Condition) -> Condition {
        let (Some(own), Some(range)) = (classes.condition(), classes.place()) else {
            return around.clone();
        };
        let own = self.vocabulary.on_pages(&own);
        let both = Condition::and([around.clone(), own.clone()]);
        let around = around.clone();
        self.sheet
            .conditional
            .push(Conditional { range, own, around });
        both
    }

    /// Reads what stands outside of tables, for the tables in it.
    fn nodes(&mut self, nodes: &[Node], around: &Condition) {
        for node in nodes {
            match node {
                Node::Table(table) => self.table(table, around),
                Node::Element(element) if element.tag.name == "ref" => {
                    self.citation(element, around, &Condition::True);
                }
                Node::Element(element) => {
                    let classes = self.classes(&element.tag.attributes);
                    let when = self.within(&classes, around);
                    self.item(element, &classes, &Editions::new());
                    self.item_list(element);
                    let id = attribute(&element.tag.attributes, "id");
                    let id = id.map(|id| self.page.at(&id.value).to_owned());
                    let is_anchor = id.is_some();
                    self.anchors.extend(id);
                    self.element(element, &when);
                    if is_anchor {
                        self.anchors.pop();
                    }
                }
                _ => {}
            }
        }
    }

    fn element(&mut self, element: &Element, when: &Condition) {
        let is_list = element.tag.name == "references";
        let first = self.sheet.citations.len();
        self.nodes(&element.children, when);
        if is_list {
            self.list(first, when);
        }
    }

    /// A list of footnotes, shown while `when` holds: what was cited since `first` is defined in it.
    fn list(&mut self, first: usize, when: &Condition) {
        for citation in &mut self.sheet.citations[first..] {
            citation.is_in_list = true;
        }
        self.sheet.lists.push(when.clone());
    }

    /// Notes the marks of an item of a list.
    fn item(&mut self, element: &Element, classes: &Classes, around: &Editions) {
        if element.tag.name == "li" {
            self.mark(classes, around);
        }
    }

    /// Notes a list of items.
    fn item_list(&mut self, element: &Element) {
        if !matches!(element.tag.name.as_str(), "ul" | "ol") {
            return;
        }
        let items = element.children.iter().filter_map(|child| match child {
            Node::Element(item) if item.tag.name == "li" => {
                let classes = self.classes(&item.tag.attributes);
                let mut text = String::new();
                self.plain(&item.children, &mut text);
                let key = attribute(&item.tag.attributes, "data-item");
                Some(SheetItem {
                    range: item.tag.range.clone(),
                    when: self.vocabulary.on_pages(&classes.shown()),
                    marks: classes.marks(),
                    text: one_line(&text),
                    key: key.map(|key| self.page.at(&key.value).to_owned()),
                })
            }
            _ => None,
        });
        let list = SheetList {
            range: element.tag.range.clone(),
            inner: element
                .close
                .as_ref()
                .map(|close| element.tag.range.end..close.start),
            items: items.collect(),
        };
        self.sheet.item_lists.push(list);
    }

    /// The text of `nodes`, without lists, tables and footnotes in it.
    fn plain(&self, nodes: &[Node], into: &mut String) {
        for node in nodes {
            match node {
                Node::Text(range) => into.push_str(self.page.at(range)),
                Node::Template(range) => into.push_str(template_text(self.page.at(range))),
                Node::Link(range) => into.push_str(link_text(self.page.at(range))),
                Node::Element(element)
                    if !matches!(element.tag.name.as_str(), "ref" | "ul" | "ol") =>
                {
                    into.push(' ');
                    self.plain(&element.children, into);
                }
                Node::Element(_) | Node::Table(_) => {}
            }
        }
    }

    fn mark(&mut self, classes: &Classes, around: &Editions) {
        // A misspelt class may have been a mark.
        if classes.has(&Class::Unknown) {
            return;
        }
        if let (Some(own), Some(range)) = (classes.condition(), classes.place()) {
            self.sheet.marked.push(Marked {
                range,
                own: self.vocabulary.on_pages(&own),
                marks: classes.marks(),
                around: around.clone(),
            });
        }
    }

    fn table(&mut self, table: &Table, around: &Condition) {
        let classes = self.classes(&table.attributes);
        let within = self.within(&classes, around);
        let mut anchors: Vec<_> = self.anchors.iter().rev().cloned().collect();
        if let Some(id) = attribute(&table.attributes, "id") {
            anchors.insert(0, self.page.at(&id.value).to_owned());
        }
        let mut rows = table.rows.iter().skip_while(|row| row.cells.is_empty());
        let head = rows.next().filter(|row| self.is_head(row));
        let Some(head) = head else {
            for cell in table.rows.iter().flat_map(|row| &row.cells) {
                self.content(&cell.content, &within);
            }
            return;
        };
        let columns = self.columns(head, &within);
        let mut read = SheetTable {
            range: table.range.clone(),
            anchors,
            within: within.clone(),
            columns,
            lines: Vec::new(),
        };
        for row in rows {
            read.lines.extend(self.line(row, &within));
        }
        self.sheet.tables.push(read);
    }

    /// Whether a table's first row names figures: headers of which some say when they are shown.
    fn is_head(&self, row: &Row) -> bool {
        let figures = row.cells.iter().skip(1);
        let mut figures = figures.filter(|cell| cell.is_header);
        figures.any(|cell| {
            let is_keyed = attribute(&cell.attributes, "data-figure").is_some();
            is_keyed || self.classes(&cell.attributes).condition().is_some()
        })
    }

    fn columns(&mut self, row: &Row, within: &Condition) -> Vec<Column> {
        let classes = self.classes(&row.attributes);
        let within = self.within(&classes, within);
        let cells = row.cells.iter().skip(1);
        let columns = cells.map(|cell| {
            let (head, _) = self.cell(cell, &within, &Editions::new());
            let key = attribute(&cell.attributes, "data-figure");
            let key = key.map(|key| self.page.at(&key.value).to_owned());
            Column { head, key }
        });
        columns.collect()
    }

    fn line(&mut self, row: &Row, within: &Condition) -> Option<Line> {
        let classes = self.classes(&row.attributes);
        let [first, cells @ ..] = row.cells.as_slice() else {
            return None;
        };
        let around = self.within(&classes, within);
        let span = attribute(&first.attributes, "colspan");
        let span = span.and_then(|span| self.page.at(&span.value).trim().parse().ok());
        let key = attribute(&row.attributes, "data-question");
        let key = key.map(|key| self.page.at(&key.value).to_owned());
        if cells.is_empty() && (span.is_some() || key.is_none() && !first.is_header) {
            return self
                .heading(row, &classes, first, &around, span)
                .map(Line::Heading);
        }
        self.mark(&classes, &Editions::new());
        let when = self.vocabulary.on_pages(&classes.shown());
        let marks = classes.marks();
        let own = self.classes(&first.attributes);
        let label_around = self.within(&own, &around);
        let label = self.content(&first.content, &label_around);
        let content = content_of(first);
        let face = Face {
            range: row.range.clone(),
            said: label.said.unwrap_or(content.clone()),
            content,
            classes,
            when,
            marks: marks.clone(),
            text: label.text,
            citations: label.citations,
        };
        let read = cells.iter().map(|cell| {
            let (face, content) = self.cell(cell, &around, &marks);
            let answers = content.answers();
            SheetCell { face, answers }
        });
        let cells = read.collect();
        Some(Line::Row(Question {
            face,
            key,
            cells,
            columns: Vec::new(),
        }))
    }

    /// A heading; nothing where the row holds the footnotes.
    fn heading(
        &mut self,
        row: &Row,
        classes: &Classes,
        cell: &Cell,
        around: &Condition,
        span: Option<usize>,
    ) -> Option<Heading> {
        let own = self.classes(&cell.attributes);
        let within = self.within(&own, around);
        let content = self.content(&cell.content, &within);
        let mut all = classes.all.clone();
        all.extend(own.all.iter().cloned());
        let when = Condition::and([classes.shown(), own.shown()]);
        (!content.has_list).then(|| Heading {
            face: Face {
                range: row.range.start..cell.range.end,
                said: content.said.unwrap_or(content_of(cell)),
                content: content_of(cell),
                classes: Classes { all },
                when: self.vocabulary.on_pages(&when),
                marks: classes.marks(),
                text: content.text,
                citations: content.citations,
            },
            span,
        })
    }

    /// A cell or a head. That a row and a column exclude each other is no fault of their cell.
    fn cell(&mut self, cell: &Cell, around: &Condition, marks: &Editions) -> (Face, Content) {
        let classes = self.classes(&cell.attributes);
        self.mark(&classes, marks);
        let within = Condition::and([around.clone(), self.vocabulary.on_pages(&classes.shown())]);
        let mut content = self.content(&cell.content, &within);
        let face = Face {
            range: cell.range.clone(),
            said: content.said.take().unwrap_or(content_of(cell)),
            content: content_of(cell),
            when: self.vocabulary.on_pages(&classes.shown()),
            marks: classes.marks(),
            classes,
            text: std::mem::take(&mut content.text),
            citations: std::mem::take(&mut content.citations),
        };
        (face, content)
    }

    fn content(&mut self, nodes: &[Node], around: &Condition) -> Content {
        let mut content = Content::default();
        for node in nodes {
            let before = content.text.len();
            let own = match node {
                Node::Element(element) => self.classes(&element.tag.attributes),
                _ => Classes { all: Vec::new() },
            };
            self.piece(
                node,
                around,
                &Condition::True,
                &Editions::new(),
                &mut content,
            );
            let text = content.text.get(before..).unwrap_or("").trim().to_owned();
            if !text.is_empty() {
                let marks = own.marks();
                content.pieces.push((own.condition(), marks, text));
            }
        }
        content.text = one_line(&content.text);
        content
    }

    /// Reads one piece; `own` is its condition within the cell, `around` that of the cell.
    fn piece(
        &mut self,
        node: &Node,
        around: &Condition,
        own: &Condition,
        marks: &Editions,
        into: &mut Content,
    ) {
        match node {
            Node::Text(range) => into.say(self.page.at(range), range),
            Node::Template(range) => into.say(template_text(self.page.at(range)), range),
            Node::Link(range) => into.say(link_text(self.page.at(range)), range),
            Node::Table(table) => {
                let around = Condition::and([around.clone(), own.clone()]);
                self.table(table, &around);
            }
            Node::Element(element) if element.tag.name == "ref" => {
                let at = self.citation(element, around, own);
                into.citations.push(at);
            }
            Node::Element(element) => {
                let classes = self.classes(&element.tag.attributes);
                self.item(element, &classes, marks);
                let here = Condition::and([around.clone(), own.clone()]);
                self.within(&classes, &here);
                let shown = self.vocabulary.on_pages(&classes.shown());
                let own = Condition::and([own.clone(), shown]);
                let marks: Editions = marks.union(&classes.marks()).copied().collect();
                if let Some(sign) = self.sign(&classes) {
                    into.answers.push(Given {
                        when: own.clone(),
                        answer: PageAnswer::Sign(sign),
                        marks: marks.clone(),
                    });
                }
                if element.tag.name == "references" {
                    into.has_list = true;
                    let around = Condition::and([around.clone(), own]);
                    return self.element(element, &around);
                }
                // What has a condition is read by itself.
                let is_apart = classes.condition().is_some()
                    || matches!(element.tag.name.as_str(), "br" | "li" | "p" | "div");
                if is_apart {
                    into.text.push(' ');
                }
                for child in &element.children {
                    self.piece(child, around, &own, &marks, into);
                }
                if is_apart {
                    into.text.push(' ');
                }
            }
        }
    }

    /// The answer that classes give, one that is misspelt included.
    fn sign(&self, classes: &Classes) -> Option<AnswerSign> {
        let answers = &self.vocabulary.wiki.answers;
        classes.answer().or_else(|| {
            let unknown = classes
                .all
                .iter()
                .filter(|(_, class)| *class == Class::Unknown);
            unknown.into_iter().find_map(|(range, _)| {
                let known = answers.iter().map(|(_, class)| class.as_str());
                let near = nearest(self.page.at(range), known);
                let near = near.first()?;
                let (sign, _) = answers.iter().find(|(_, class)| class == near)?;
                Some(*sign)
            })
        })
    }

    fn citation(&mut self, element: &Element, around: &Condition, own: &Condition) -> usize {
        let name = attribute(&element.tag.attributes, "name");
        let name = name.map(|name| self.page.at(&name.value).trim().to_owned());
        let context = Condition::and([around.clone(), own.clone()]);
        let at = self.sheet.citations.len();
        self.sheet.citations.push(Citation {
            name: name.filter(|name| !name.is_empty()),
            range: element.tag.range.clone(),
            own: own.clone(),
            context: context.clone(),
            list: self.sheet.lists.len(),
            is_in_list: false,
            definition: None,
        });
        if !element.children.is_empty() {
            let definition = self.definition(element, &context);
            self.sheet.citations[at].definition = Some(definition);
        }
        at
    }

    fn definition(&mut self, element: &Element, context: &Condition) -> Definition {
        let mut found = Definition {
            when: Condition::True,
            range: element.tag.range.clone(),
            marks: Editions::new(),
            is_misspelt: false,
            back_links: Vec::new(),
            speakers: Vec::new(),
            whole: element.tag.range.clone(),
            text: String::new(),
        };
        // What a note says is shown where the note is, whatever is around its first use.
        let _ = context;
        let mut content = Content::default();
        for child in &element.children {
            if let Node::Element(child) = child {
                self.footnote(child, &mut found);
            }
            self.speakers(child, &mut found.speakers);
        }
        let around = found.when.clone();
        for child in &element.children {
            self.piece(
                child,
                &around,
                &Condition::True,
                &Editions::new(),
                &mut content,
            );
        }
        found.text = one_line(&content.text);
        found
    }

    /// The element of a definition that says when it is shown and where it is used.
    fn footnote(&self, element: &Element, found: &mut Definition) {
        let classes = self.classes(&element.tag.attributes);
        let is_first = found.range == found.whole;
        if is_first && classes.place().is_some() {
            found.when = self.vocabulary.on_pages(&classes.shown());
            found.range = classes.place().unwrap_or(found.range.clone());
            let links = classes.all.iter().filter_map(|(range, class)| match class {
                Class::BackLink(number, when) => {
                    let when = self.vocabulary.on_pages(when);
                    Some((*number, when, range.clone()))
                }
                _ => None,
            });
            found.back_links = links.collect();
        }
        found.marks.extend(classes.marks());
        found.marks.extend(self.common_marks(&element.children));
        let inner = element.children.iter().filter_map(|child| match child {
            Node::Element(child) => Some(self.classes(&child.tag.attributes)),
            _ => None,
        });
        let mut all = std::iter::once(classes).chain(inner);
        found.is_misspelt |= all.any(|classes| classes.has(&Class::Unknown));
    }

    /// The marks that everything in `nodes` has which readers see. Classes that stand in the text
    /// by mistake are not meant to be seen, and who speaks is no text.
    fn common_marks(&self, nodes: &[Node]) -> Editions {
        let is_said = |word: &str| !self.vocabulary.says_when(word);
        let mut common: Option<Editions> = None;
        for node in nodes {
            let marks = match node {
                Node::Text(range) if !self.page.at(range).split_whitespace().any(is_said) => {
                    continue;
                }
                Node::Template(range) if self.speaker(range).is_some() => continue,
                Node::Element(element) if element.tag.name == "br" => continue,
                Node::Element(element) => {
                    let classes = self.classes(&element.tag.attributes);
                    // A part with a condition has marks of its own.
                    match classes.condition() {
                        Some(_) => Editions::new(),
                        None => classes.marks(),
                    }
                }
                _ => Editions::new(),
            };
            common = Some(match common {
                Some(common) => common.intersection(&marks).copied().collect(),
                None => marks,
            });
        }
        common.unwrap_or_default()
    }

    /// Who speaks by a template.
    fn speaker(&self, template: &Range<usize>) -> Option<Speaker> {
        let name = template_name(self.page.at(template));
        let speakers = &self.vocabulary.wiki.speakers;
        let found = speakers.iter().find(|(_, template)| template == name);
        found.map(|(speaker, _)| *speaker)
    }

    fn speakers(&self, node: &Node, into: &mut Vec<Speaker>) {
        match node {
            Node::Template(range) => {
                into.extend(self.speaker(range));
            }
            Node::Element(element) => {
                for child in &element.children {
                    self.speakers(child, into);
                }
            }
            _ => {}
        }
    }
}

impl Content {
    /// Adds a text that stands in `range`.
    fn say(&mut self, text: &str, range: &Range<usize>) {
        self.text.push_str(text);
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return;
        }
        // Of templates and links, the text is a part.
        let is_whole = text.len() == range.len();
        let before = if is_whole {
            text.len() - text.trim_start().len()
        } else {
            0
        };
        let start = range.start + before;
        let end = if is_whole {
            start + trimmed.len()
        } else {
            range.end
        };
        self.said = match self.said.take() {
            Some(known) => Some(known.start..end),
            None => Some(start..end),
        };
    }

    /// The answers: signs; else numbers and texts, each under the condition that it is all of.
    fn answers(self) -> Vec<Given> {
        // Beside signs, a text counts where it has a condition: it stands instead of them.
        let has_signs = !self.answers.is_empty();
        let of = |text: &str| match text.parse() {
            Ok(number) => PageAnswer::Number(number),
            Err(_) => PageAnswer::Text,
        };
        let is_split = self.pieces.iter().all(|(when, ..)| when.is_some());
        if has_signs && !is_split {
            return self.answers;
        }
        if !is_split {
            let texts: Vec<_> = self.pieces.iter().map(|(.., text)| text.as_str()).collect();
            let mut marks = self.pieces.iter().map(|(_, marks, _)| marks.clone());
            let first = marks.next().unwrap_or_default();
            // Only a mark that all pieces have is one of the whole.
            let marks = marks.fold(first, |all, own| all.intersection(&own).copied().collect());
            return vec![Given {
                when: Condition::True,
                answer: of(&texts.join(" ")),
                marks,
            }];
        }
        let mut given = self.answers;
        for (when, marks, text) in self.pieces {
            let (when, answer) = (when.unwrap_or(Condition::True), of(&text));
            match given
                .iter_mut()
                .find(|known| known.answer == answer && known.marks == marks)
            {
                Some(known) => known.when = Condition::or([known.when.clone(), when]),
                None => given.push(Given {
                    when,
                    answer,
                    marks,
                }),
            }
        }
        given
    }
}

/// Where the content of a cell stands.
fn content_of(cell: &Cell) -> Range<usize> {
    cell.start..cell.range.end.max(cell.start)
}

/// The text of a page in one line, without marks of emphasis and entities of white space.
fn one_line(text: &str) -> String {
    let text = text
        .replace("'''", "")
        .replace("''", "")
        .replace("&nbsp;", " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `{{name|a|b}}`: the name.
pub fn template_name(template: &str) -> &str {
    let inner = template.trim_start_matches('{').trim_end_matches('}');
    inner.split('|').next().unwrap_or("").trim()
}

/// What a template says by itself is not known; its last argument without a name is its text.
fn template_text(template: &str) -> &str {
    let inner = template.trim_start_matches('{').trim_end_matches('}');
    let last = inner.rsplit_once('|').map_or("", |(_, last)| last);
    if last.contains('=') { "" } else { last }
}

/// What a link says; nothing where it shows a picture.
fn link_text(link: &str) -> &str {
    let inner = link.trim_start_matches('[').trim_end_matches(']');
    let (target, text) = match inner.rsplit_once('|') {
        Some((_, text)) => (inner.split('|').next().unwrap_or(""), text),
        None => (inner, inner),
    };
    if shows_picture(target) { "" } else { text }
}

/// Whether a link's target is a picture in a namespace of files, whatever that is called in the
/// page's language. With a colon before it, it is a link like any other.
fn shows_picture(target: &str) -> bool {
    const PICTURES: [&str; 6] = ["gif", "jpeg", "jpg", "png", "svg", "webp"];
    let target = target.trim();
    let extension = target.rsplit('.').next().unwrap_or("");
    !target.starts_with(':')
        && target.contains(':')
        && PICTURES
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
}
