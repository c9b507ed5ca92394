//! Pages of a wiki that say what the dataset says, as wikitext: read, checked and compared. It
//! decides nothing about what is shown, and writes no pages.

mod attributes;
mod check;
mod classes;
mod compare;
mod facts;
mod markup;
mod matching;
mod read;
mod sheet;
mod spans;

pub use check::check;
pub use classes::{Class, Classes, Editions, Vocabulary};
pub use compare::*;
pub use facts::*;
pub use markup::*;
pub use matching::{MatchedList, MatchedTable, Matching, Meaning, matching, place_cells};
pub use read::read;
pub use sheet::*;
