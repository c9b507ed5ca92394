//! Icons: small pictures of plain shapes in the colour of the text around them. It reads no files.

use super::{ElementId, FigureId, TableId};
use indexmap::IndexMap;

/// A picture that is safe to stand in a page: shapes only, no text, script, style or link. Only the
/// loader makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon {
    /// The `viewBox`: its corner and size.
    view_box: String,
    /// The shapes, as SVG.
    shapes: String,
}

impl Icon {
    /// An icon of `shapes`, which hold nothing but shapes.
    pub(crate) fn new(view_box: String, shapes: String) -> Self {
        Self { view_box, shapes }
    }

    /// Its corner and size, as in the attribute `viewBox`.
    pub fn view_box(&self) -> &str {
        &self.view_box
    }

    /// Its shapes, as SVG.
    pub fn shapes(&self) -> &str {
        &self.shapes
    }
}

/// The icons of a dataset; nothing needs to have one.
#[derive(Debug, Default)]
pub struct Icons {
    /// Those of figures.
    pub figures: IndexMap<FigureId, Icon>,
    /// Those of elements. An element that is one figure's only condition has that figure's.
    pub elements: IndexMap<ElementId, Icon>,
    /// Those of tables.
    pub tables: IndexMap<TableId, Icon>,
}
