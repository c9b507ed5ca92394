//! Reads icons: SVG files of which nothing but plain shapes is taken, written anew, so that no file
//! can bring a script, a style or a link into a page.

use super::context::{Context, start_of};
use super::kind::{self, Kind};
use crate::diagnostic::{Diagnostic, FileIx, Place};
use crate::model::*;
use indexmap::IndexMap;
use roxmltree::{Document, Node};

/// How large an icon may be, in bytes: pages carry those that they use.
const LARGEST: usize = 4096;
/// The elements that draw.
const SHAPES: [&str; 8] = [
    "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon",
];
/// The attributes that say where and how.
const ATTRIBUTES: [&str; 28] = [
    "d",
    "points",
    "transform",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "width",
    "height",
    "fill",
    "fill-rule",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "stroke-miterlimit",
    "stroke-opacity",
    "opacity",
    "viewBox",
];

/// The folders of icons, by what they show.
pub const FOLDERS: [&str; 3] = ["icons/figures", "icons/elements", "icons/tables"];

/// A file with an icon: its folder, the id that it is called by, and its text's place.
#[derive(Debug)]
pub struct RawIcon {
    pub folder: &'static str,
    pub id: String,
    pub file: FileIx,
}

/// The icons of what there is; one of something else is reported.
pub fn icons(
    context: &mut Context,
    raw: &[RawIcon],
    figures: &IndexMap<FigureId, Figure>,
    elements: &IndexMap<ElementId, Element>,
    tables: &IndexMap<TableId, Table>,
) -> Icons {
    let mut icons = Icons {
        figures: of_kind(context, raw, (kind::FIGURE, FOLDERS[0]), figures),
        elements: of_kind(context, raw, (kind::ELEMENT, FOLDERS[1]), elements),
        tables: of_kind(context, raw, (kind::TABLE, FOLDERS[2]), tables),
    };
    for (ix, id) in (0u16..).map(ElementIx).zip(elements.keys()) {
        let shown_by = |(_, figure): &(&FigureId, &Figure)| figure.elements().contains(&ix);
        let mut shown_by = figures.iter().filter(shown_by);
        let icon = shown_by.find_map(|(figure, _)| icons.figures.get(figure));
        if let Some(icon) = icon.filter(|_| !icons.elements.contains_key(id)) {
            icons.elements.insert(id.clone(), icon.clone());
        }
    }
    icons
}

/// The icons in `folder`, one for some of the things that are `known`.
fn of_kind<Id, Thing>(
    context: &mut Context,
    raw: &[RawIcon],
    (kind, folder): (Kind, &str),
    known: &IndexMap<Id, Thing>,
) -> IndexMap<Id, Icon>
where
    Id: std::hash::Hash + Eq + Clone + std::borrow::Borrow<str>,
{
    let mut icons = IndexMap::new();
    for raw in raw.iter().filter(|raw| raw.folder == folder) {
        let Some((id, _)) = known.get_key_value(raw.id.as_str()) else {
            let names = known.keys().map(std::borrow::Borrow::borrow);
            let code = "unknown-icon";
            let at = start_of(raw.file);
            context.unknown(Kind { code, ..kind }, at, &raw.id, names);
            continue;
        };
        match icon(context, raw.file) {
            Ok(icon) => {
                icons.insert(id.clone(), icon);
            }
            Err(diagnostic) => context.report(*diagnostic),
        }
    }
    icons
}

/// The icon in `file`.
fn icon(context: &Context, file: FileIx) -> Result<Icon, Box<Diagnostic>> {
    let text = context.files.get(file).map_or("", |file| &file.text);
    let bad = |message: String, range: std::ops::Range<usize>| {
        Box::new(
            Diagnostic::new("bad-icon", message, Place { file, range })
                .help("an icon is an SVG file of plain shapes with a viewBox"),
        )
    };
    if text.len() > LARGEST {
        let message = format!("this icon is larger than {LARGEST} bytes");
        return Err(bad(message, 0..0));
    }
    let document = Document::parse(text).map_err(|error| {
        let at = error.pos();
        let at = context.files.offset(file, at.row as usize, at.col as usize);
        bad(format!("this is not XML: {error}"), at..at)
    })?;
    let root = document.root_element();
    let view_box = root.attribute("viewBox").unwrap_or_default();
    let is_box = view_box.split_whitespace().count() == 4
        && view_box
            .split_whitespace()
            .all(|number| number.parse::<f32>().is_ok_and(f32::is_finite));
    if root.tag_name().name() != "svg" || !is_box {
        let message = "this is not an SVG picture with a viewBox of four numbers".to_owned();
        return Err(bad(message, root.range()));
    }
    let mut shapes = String::new();
    write_attributes("<g", root, &mut shapes).map_err(|(m, at)| bad(m, at))?;
    shapes.push('>');
    write_children(root, &mut shapes).map_err(|(m, at)| bad(m, at))?;
    shapes.push_str("</g>");
    Ok(Icon::new(view_box.to_owned(), shapes))
}

type Refused = (String, std::ops::Range<usize>);

fn write_children(node: Node<'_, '_>, out: &mut String) -> Result<(), Refused> {
    for child in node.children() {
        if child.is_element() {
            write_shape(child, out)?;
        } else if !child.is_comment() && child.text().is_none_or(|text| !text.trim().is_empty()) {
            let message = "an icon holds shapes only, no text".to_owned();
            return Err((message, child.range()));
        }
    }
    Ok(())
}

fn write_shape(node: Node<'_, '_>, out: &mut String) -> Result<(), Refused> {
    let name = node.tag_name().name();
    if !SHAPES.contains(&name) {
        let message = format!("`{name}` is not a plain shape");
        return Err((message, node.range()));
    }
    write_attributes(&format!("<{name}"), node, out)?;
    if node.has_children() {
        out.push('>');
        write_children(node, out)?;
        out.push_str(&format!("</{name}>"));
    } else {
        out.push_str("/>");
    }
    Ok(())
}

fn write_attributes(start: &str, node: Node<'_, '_>, out: &mut String) -> Result<(), Refused> {
    out.push_str(start);
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        if !ATTRIBUTES.contains(&name) || attribute.namespace().is_some() {
            let message = format!("`{name}` is not an attribute of a plain shape");
            return Err((message, attribute.range()));
        }
        // Numbers, path commands, words and colours; functions only where they move something.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || " \t\r\n.,+-#%".contains(c);
        let moves = name == "transform";
        if !value
            .chars()
            .all(|c| is_plain(c) || moves && "()".contains(c))
        {
            let message = format!("the value of `{name}` is not a plain one");
            return Err((message, attribute.range()));
        }
        if name != "viewBox" {
            out.push_str(&format!(" {name}=\"{value}\""));
        }
    }
    Ok(())
}
