//! What an expansion brings, at the head of its page: elements, columns and rows. It decides nothing.

use super::super::*;
use super::Builder;
use crate::logic::Condition;

/// What an expansion brings.
#[derive(Serialize)]
pub(super) struct BringsContext {
    /// The pages about it.
    pages: Vec<AddedLink>,
    elements: Vec<BroughtContext>,
    /// The columns, table by table.
    columns: AddedList,
    /// The rows, section by section.
    rows: AddedList,
}

#[derive(Serialize)]
pub(super) struct BroughtContext {
    icon: String,
    name: String,
    remark: Option<String>,
    editions: String,
}

/// What an expansion adds, under titles; it is shown where some of it is.
#[derive(Serialize)]
pub(super) struct AddedList {
    class: String,
    groups: Vec<AddedContext>,
}

#[derive(Serialize)]
pub(super) struct AddedContext {
    title: String,
    class: String,
    links: Vec<AddedLink>,
}

#[derive(Serialize)]
pub(super) struct AddedLink {
    icon: String,
    name: String,
    href: String,
    class: String,
}

impl Builder<'_, '_> {
    /// What an expansion brings, on its page.
    pub(super) fn brings(&mut self, default: Option<EditionIx>) -> Option<BringsContext> {
        let Kind::Expansion(id) = self.kind else {
            return None;
        };
        let dataset = self.site.plan.dataset;
        let expansion = dataset.expansions.get(id)?;
        let own = expansion.elements.iter();
        let elements = own.map(|element| {
            let (id, element) = dataset.element(*element);
            let published = element.published.iter();
            let published = published.map(|edition| dataset.edition(*edition).0.as_str());
            BroughtContext {
                icon: self.sprite.element(id),
                name: self.line_of(&element.name),
                remark: element.remark.as_ref().map(|remark| self.line_of(remark)),
                editions: published.collect::<Vec<_>>().join(", "),
            }
        });
        let elements = elements.collect();
        let added = self.added?;
        let (mut columns, mut in_columns) = (Vec::new(), Vec::new());
        for (table, figures) in &added.columns {
            let title = dataset.tables.get(*table).map(|table| &table.title);
            let links = figures.iter().map(|(id, when)| {
                let name = dataset.figures.get(*id).map(|figure| &figure.name);
                let icon = self.sprite.figure(id);
                self.link(icon, name, Kind::Figure(id), when, default)
            });
            let links = links.collect();
            let shown = Condition::or(figures.values().cloned());
            columns.push(self.added(title, links, &shown, default));
            in_columns.push(shown);
        }
        let (mut rows, mut in_rows) = (Vec::new(), Vec::new());
        for (section, questions) in &added.rows {
            let title = dataset.sections.get(*section);
            let links = questions.iter().map(|(id, (text, when))| {
                self.link(String::new(), Some(text), Kind::Question(id), when, default)
            });
            let links = links.collect();
            let shown = Condition::or(questions.values().map(|(_, when)| when.clone()));
            rows.push(self.added(title, links, &shown, default));
            in_rows.push(shown);
        }
        let pages = self.site.pages_about(id);
        let pages = pages.map(|(id, page)| AddedLink {
            icon: String::new(),
            name: self.line_of(&page.title),
            href: self.href(Kind::Page(id)),
            class: String::new(),
        });
        let pages = pages.collect();
        Some(BringsContext {
            pages,
            elements,
            columns: AddedList {
                class: self.rules.shown(&Condition::or(in_columns)),
                groups: columns,
            },
            rows: AddedList {
                class: self.rules.shown(&Condition::or(in_rows)),
                groups: rows,
            },
        })
    }

    fn added(
        &mut self,
        title: Option<&Localized>,
        links: Vec<AddedLink>,
        shown: &Condition,
        default: Option<EditionIx>,
    ) -> AddedContext {
        AddedContext {
            title: title.map_or(String::new(), |title| self.line(title, default)),
            class: self.rules.shown(shown),
            links,
        }
    }

    fn link(
        &mut self,
        icon: String,
        name: Option<&Localized>,
        to: Kind<'_>,
        when: &Condition,
        default: Option<EditionIx>,
    ) -> AddedLink {
        AddedLink {
            icon,
            name: name.map_or(String::new(), |name| self.line(name, default)),
            href: self.href(to),
            class: self.rules.shown(when),
        }
    }
}
