//! Characters that mean something in wikitext, written so that they stand for themselves.

/// Characters that mean something in wikitext, as entities.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' => out.push_str("&#124;"),
            '[' => out.push_str("&#91;"),
            ']' => out.push_str("&#93;"),
            '{' => out.push_str("&#123;"),
            '}' => out.push_str("&#125;"),
            '\'' if before == '\'' => out.push_str("&#39;"),
            '!' if before == '!' => out.push_str("&#33;"),
            '~' if before == '~' => out.push_str("&#126;"),
            '_' if before == '_' => out.push_str("&#95;"),
            '\n' | '\r' | '\t' => out.push(' '),
            c => out.push(c),
        }
        before = c;
    }
    out
}

/// A text whose first character would mean something at the beginning of a line.
pub(super) fn at_the_beginning(text: &str) -> String {
    match text.chars().next() {
        Some(c @ ('*' | '#' | ':' | ';' | '=' | '!' | '-')) => {
            format!("&#{};{}", u32::from(c), &text[c.len_utf8()..])
        }
        _ => text.to_owned(),
    }
}

/// The value of an attribute.
pub(super) fn attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
