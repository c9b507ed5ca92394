//! The dataset as tables and lists of a wiki: what a plan holds, in the editions that pages are
//! about, written with the classes of the dataset's vocabulary. It decides nothing about what is
//! shown.

mod escape;
mod kept;
mod notes;
mod table;
mod words;

use crate::logic::Condition;
use crate::model::LanguageIx;
use crate::view::Plan;
use crate::wiki::{MatchedTable, Matching, Page, Sheet, Vocabulary};
use escape::attribute;
use kept::Kept;
use table::Writer;
use words::Words;

/// Something cannot be written: a condition with more alternatives than a class can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the condition of {0} has too many alternatives for a class")]
pub struct TooLarge(String);

/// The dataset as a page of its own: the general lists, then each table under its title, in an
/// element with its anchor.
///
/// # Errors
/// [`TooLarge`]
pub fn page(
    plan: &Plan<'_>,
    vocabulary: &Vocabulary<'_>,
    language: LanguageIx,
) -> Result<String, TooLarge> {
    let words = Words {
        plan,
        vocabulary,
        language,
    };
    let mut out = String::new();
    for list in &plan.lists {
        let title = words.line(&list.list.title, &Condition::True)?;
        let text = words.line(&list.list.text, &Condition::True)?;
        let items = words.items(list)?;
        out.push_str(&format!("== {title} ==\n\n{text}\n<ul>{items}</ul>\n\n"));
    }
    for table in &plan.tables {
        let writer = Writer::new(words, table);
        let anchor = vocabulary.wiki.anchors.get(table.id);
        let anchor = anchor.map_or(table.id.as_str(), String::as_str);
        let title = words.line(&table.table.title, &Condition::True)?;
        out.push_str(&format!(
            "== {title} ==\n\n<div id=\"{}\">\n\n{}\n</div>\n\n",
            attribute(anchor),
            writer.table(None)?
        ));
    }
    Ok(out)
}

/// `source`, the text of `page`, with its figure tables and the items of its general lists written
/// anew: everything around them stays, and so do the tables' own attributes and what stands at the
/// heads of their columns. Tables and lists that the page lacks, or never closes, are named.
///
/// # Errors
/// [`TooLarge`]
pub fn into_page(
    plan: &Plan<'_>,
    vocabulary: &Vocabulary<'_>,
    page: &Page<'_>,
    sheet: &Sheet,
    matching: &Matching,
) -> Result<(String, Vec<String>), TooLarge> {
    let words = Words {
        plan,
        vocabulary,
        language: matching.language,
    };
    let mut missing = Vec::new();
    let mut written = Vec::new();
    for list in &plan.lists {
        let mut lists = sheet.item_lists.iter().zip(&matching.lists);
        let old = lists.find(|(_, matched)| matched.id.as_ref() == Some(list.id));
        match old.and_then(|(old, _)| old.inner.clone()) {
            Some(inner) => written.push((inner, words.items(list)?)),
            None => missing.push(format!("list `{}`", list.id)),
        }
    }
    for table in &plan.tables {
        let mut tables = sheet.tables.iter().zip(&matching.tables);
        let old = tables.find(|(_, matched)| matched.id.as_ref() == Some(table.id));
        let Some((old, MatchedTable { figures, .. })) = old else {
            missing.push(format!("table `{}`", table.id));
            continue;
        };
        let kept = Kept {
            page,
            sheet,
            old,
            figures,
        };
        let text = Writer::new(words, table).table(Some(&kept))?;
        written.push((old.range.clone(), text));
    }
    written.sort_by_key(|(range, _)| range.start);
    let mut out = String::new();
    let mut end = 0;
    for (range, text) in written {
        // A table within another one goes with that.
        if range.start >= end {
            out.push_str(page.at(&(end..range.start)));
            out.push_str(&text);
            end = range.end;
        }
    }
    out.push_str(page.at(&(end..page.text.len())));
    Ok((out, missing))
}
