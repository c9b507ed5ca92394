//! The site's script, joined from its rooms; and scripts and style sheets without comments and
//! indents. It renames nothing and keeps the lines, so that what a browser reports leads to them.

/// A room of the script: its file below `script/` of the folder of the site, without `.js`, and
/// what stands in it.
macro_rules! room {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../../site/script/", $name, ".js")),
        )
    };
}

/// The rooms, in the order in which they are joined: each uses values of those before it.
pub(super) const ROOMS: [(&str, &str); 20] = [
    room!("page"),
    room!("selection"),
    room!("memory"),
    room!("conditions"),
    room!("rules"),
    room!("table"),
    room!("filters"),
    room!("turned"),
    room!("summary"),
    room!("links"),
    room!("pair"),
    room!("copies"),
    room!("shelves"),
    room!("changes"),
    room!("tools"),
    room!("card"),
    room!("embed"),
    room!("search-box"),
    room!("offline"),
    room!("start"),
];

/// The file that readers get, with the name of each room above it.
pub(super) fn joined<'t>(rooms: impl IntoIterator<Item = (&'t str, &'t str)>) -> String {
    let rooms = rooms.into_iter();
    // A comment on the last line must not hide what follows.
    let end = |text: &str| if text.ends_with('\n') { "" } else { "\n" };
    let rooms = rooms.map(|(name, text)| format!("// {name}\n{text}{}", end(text)));
    format!("\"use strict\";\n{{\n{}}}\n", rooms.collect::<String>())
}

/// A script or style sheet without the comments that have lines of their own, indents and empty
/// lines.
///
/// Strings and regular expressions end on the line on which they begin, so that the start of a line
/// stands in none. Template literals need not, and code may follow a comment: the tests hold that
/// neither is so in what is built in. What else a person writes is left as it is.
pub(super) fn lean(text: &str) -> String {
    let mut lean = String::with_capacity(text.len());
    let mut is_comment = false;
    for line in text.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.starts_with("//") && !line.is_empty() {
            lean.push_str(line);
            lean.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    lean
}
