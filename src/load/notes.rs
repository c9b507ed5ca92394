//! Reads footnotes and the short texts that stand in cells, and checks what cites them. Who sees
//! a note is the view's.

use super::context::{Parsed, place};
use super::loader::{Declared, Layout, Loader};
use super::raw::*;
use super::tables::Cited;
use crate::diagnostic::{Diagnostic, FileIx};
use crate::logic::Condition;
use crate::model::*;
use crate::nearest::did_you_mean;
use indexmap::IndexMap;

/// The footnotes of all files.
pub fn notes(loader: &mut Loader, raw: Vec<Parsed<Entries<RawNote>>>) -> IndexMap<NoteId, Note> {
    let mut declared = Declared::new("note");
    let mut notes = IndexMap::new();
    for Parsed { file, value } in raw {
        for (id, (key, raw)) in loader.context.unique(file, value) {
            loader.context.is_id(file, &key, Some('@'));
            if !declared.add(&mut loader.context, file, &key) {
                continue;
            }
            let names = &loader.names;
            let when = names.optional(&mut loader.context, file, raw.when.as_ref());
            let note = Note {
                when,
                at: loader.lines(file, raw.at),
                parts: parts(loader, file, &key, (raw.speaks, raw.text, raw.parts)),
                place: place(file, &key),
            };
            notes.insert(NoteId::new(id), note);
        }
    }
    notes
}

type RawParts = (Option<Scalar>, Option<RawText>, Option<Vec<RawNotePart>>);

fn parts(loader: &mut Loader, file: FileIx, key: &Scalar, raw: RawParts) -> Vec<NotePart> {
    let raw_parts = match raw {
        (Some(speaks), Some(text), None) => {
            let speaker = loader.speaker(file, &speaks);
            let text = loader.localized(file, text, Layout::Blocks);
            let when = Condition::True;
            let place = place(file, key);
            return vec![NotePart {
                place,
                speaker,
                when,
                text,
            }];
        }
        (None, None, Some(parts)) if !parts.is_empty() => parts,
        _ => {
            let message = format!("the note `{}` does not say who speaks and what", key.value);
            let help = "it has either `speaks` and `text`, or `parts` that have these";
            let diagnostic = Diagnostic::new("bad-note", message, place(file, key));
            loader.context.report(diagnostic.help(help));
            return Vec::new();
        }
    };
    let mut parts = Vec::new();
    for part in raw_parts {
        let names = &loader.names;
        let when = names.optional(&mut loader.context, file, part.when.as_ref());
        parts.push(NotePart {
            place: place(file, &part.speaks),
            when,
            speaker: loader.speaker(file, &part.speaks),
            text: loader.localized(file, part.text, Layout::Blocks),
        });
    }
    parts
}

/// The short texts that stand in cells.
pub fn cell_texts(
    loader: &mut Loader,
    raw: Option<Parsed<Entries<RawCellText>>>,
) -> IndexMap<CellTextId, CellText> {
    let mut texts = IndexMap::new();
    let Some(Parsed { file, value }) = raw else {
        return texts;
    };
    for (id, (key, raw)) in loader.context.unique(file, value) {
        loader.context.is_id(file, &key, Some('@'));
        let text = CellText {
            text: loader.localized(file, raw.text, Layout::OneLine),
            at: loader.lines(file, raw.at),
            place: place(file, &key),
        };
        texts.insert(CellTextId::new(id), text);
    }
    texts
}

/// Reports every citation of a note that is not defined.
pub fn check_cited(loader: &mut Loader, cited: &Cited, notes: &IndexMap<NoteId, Note>) {
    for (file, note) in cited {
        if !notes.contains_key(note.value.as_str()) {
            let at = place(*file, note);
            loader
                .context
                .report(undefined_note(&note.value, at, notes));
        }
    }
}

/// The message that `note` is cited and not defined.
pub fn undefined_note(
    note: &str,
    at: crate::diagnostic::Place,
    notes: &IndexMap<NoteId, Note>,
) -> Diagnostic {
    let message = format!("the note `{note}` is cited and not defined");
    let diagnostic = Diagnostic::new("undefined-note", message, at);
    match did_you_mean(note, notes.keys().map(NoteId::as_str)) {
        Some(help) => diagnostic.help(help),
        None => diagnostic.help("define it in a file of the folder notes"),
    }
}
