//! Reads the words that follow the edition, in the forms that each language needs; it knows no
//! grammar, and which forms there are is the dataset's.

use super::conditions::Names;
use super::context::{Context, Parsed, place};
use super::kind;
use super::markup::is_printable;
use super::raw::{RawForm, RawTerms, Scalar};
use crate::diagnostic::{Diagnostic, FileIx};
use crate::logic::Condition;
use crate::model::{EditionIx, Inline};
use indexmap::IndexMap;

/// The terms of one language.
#[derive(Debug, Default)]
pub struct Terms(IndexMap<String, Forms>);

#[derive(Debug, Default)]
struct Forms {
    default: IndexMap<String, String>,
    editions: Vec<(EditionIx, IndexMap<String, String>)>,
}

/// Why `{term.form}` means nothing.
#[derive(Debug, PartialEq)]
pub enum NoTerm<'t> {
    /// There is no such term; these are the known ones.
    Term(Vec<&'t str>),
    /// The term has no such form; these are the forms it has.
    Form(Vec<&'t str>),
}

impl Terms {
    /// The alternatives of `{term.form}`, one for each group of editions that says it alike.
    /// A term written with a capital letter begins with one.
    ///
    /// # Errors
    /// There is no such term, or it has no such form; with those that there are.
    pub fn inline(&self, term: &str, form: &str) -> Result<Inline, NoTerm<'_>> {
        let capital = term.starts_with(|c: char| c.is_uppercase());
        let Some(forms) = self.0.get(&key(term)) else {
            return Err(NoTerm::Term(self.0.keys().map(String::as_str).collect()));
        };
        let Some(default) = forms.default.get(form) else {
            return Err(NoTerm::Form(
                forms.default.keys().map(String::as_str).collect(),
            ));
        };
        let word = |word: &str| {
            let word = if capital {
                first_letter(word, |c| c.to_uppercase().collect())
            } else {
                word.to_owned()
            };
            vec![Inline::Text(word)]
        };
        let mut alternatives: Vec<(Condition, Vec<Inline>)> = Vec::new();
        let mut elsewhere = Vec::new();
        for (edition, words) in &forms.editions {
            let Some(own) = words.get(form).filter(|own| *own != default) else {
                continue;
            };
            let here = Condition::Edition(*edition);
            elsewhere.push(here.clone().negate());
            let inlines = word(own);
            match alternatives.iter_mut().find(|(_, known)| *known == inlines) {
                Some((when, _)) => *when = Condition::or([when.clone(), here]),
                None => alternatives.push((here, inlines)),
            }
        }
        alternatives.push((Condition::and(elsewhere), word(default)));
        Ok(match alternatives.as_mut_slice() {
            [(Condition::True, only)] => only.remove(0),
            _ => Inline::Choice(alternatives),
        })
    }
}

/// The id of a term that a text may write with a capital letter.
pub fn key(term: &str) -> String {
    first_letter(term, |c| c.to_lowercase().collect())
}

fn first_letter(word: &str, change: impl Fn(char) -> String) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or(String::new(), |first| change(first) + chars.as_str())
}

/// Reports a form without a word, or with one that cannot be shown.
fn check_word(context: &mut Context, file: FileIx, word: &Scalar) {
    if word.value.trim().is_empty() {
        let message = "the word of this form is missing".to_owned();
        let diagnostic = Diagnostic::new("empty-text", message, place(file, word));
        context.report(diagnostic.help("write it, or leave the form out"));
    }
    is_printable(context, file, word);
}

/// The terms of one file; a block named like an edition holds that edition's own forms.
pub fn read(context: &mut Context, parsed: Parsed<RawTerms>, names: &Names) -> Terms {
    let file = parsed.file;
    let mut terms = Terms::default();
    for (term, (key, forms)) in context.unique(file, parsed.value) {
        context.is_id(file, &key, None);
        let mut read = Forms::default();
        let mut blocks = Vec::new();
        for (name, (key, form)) in context.unique(file, forms) {
            match form {
                RawForm::Word(word) => {
                    check_word(context, file, &word);
                    read.default.insert(name, word.value);
                }
                RawForm::Edition(words) => blocks.push((key, words)),
            }
        }
        for (key, words) in blocks {
            let found = context.look_up(kind::EDITION, file, &key, &names.editions);
            let Some((name, edition)) = found else {
                continue;
            };
            let mut own = IndexMap::new();
            for (form, (key, word)) in context.unique(file, words) {
                if !read.default.contains_key(&form) {
                    let message = format!("`{term}` has no form `{form}` outside {name}");
                    context.report(
                        Diagnostic::new("unknown-form", message, place(file, &key))
                            .help("write the form for the other editions too"),
                    );
                }
                check_word(context, file, &word);
                own.insert(form, word.value);
            }
            read.editions.push((*edition, own));
        }
        terms.0.insert(term, read);
    }
    terms
}
