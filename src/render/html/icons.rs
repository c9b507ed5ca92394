//! The icons of a page: each picture stands in the page once and is used from there. It does not
//! decide where one belongs.

use crate::model::*;
use std::collections::BTreeMap;

/// The pictures that one page uses.
#[derive(Clone)]
pub struct Sprite<'d> {
    icons: &'d Icons,
    used: BTreeMap<String, &'d Icon>,
}

impl<'d> Sprite<'d> {
    /// A sprite of no pictures yet.
    pub fn new(icons: &'d Icons) -> Self {
        let used = BTreeMap::new();
        Self { icons, used }
    }

    /// The icon of a figure; empty where it has none.
    pub fn figure(&mut self, id: &FigureId) -> String {
        self.used("g", id.as_str(), self.icons.figures.get(id))
    }

    /// The icon of an element; empty where it has none.
    pub fn element(&mut self, id: &ElementId) -> String {
        self.used("e", id.as_str(), self.icons.elements.get(id))
    }

    /// The icon of a table; empty where it has none.
    pub fn table(&mut self, id: &TableId) -> String {
        self.used("t", id.as_str(), self.icons.tables.get(id))
    }

    fn used(&mut self, kind: &str, id: &str, icon: Option<&'d Icon>) -> String {
        let Some(icon) = icon else {
            return String::new();
        };
        let symbol = format!("{kind}-{id}");
        let markup =
            format!("<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#{symbol}\"/></svg>");
        self.used.insert(symbol, icon);
        markup
    }

    /// The pictures, as symbols for the page.
    pub fn symbols(&self) -> String {
        let mut symbols = String::new();
        for (id, icon) in &self.used {
            let (view_box, shapes) = (icon.view_box(), icon.shapes());
            symbols.push_str(&format!(
                "<symbol id=\"{id}\" viewBox=\"{view_box}\">{shapes}</symbol>"
            ));
        }
        symbols
    }
}
