//! Rulegrid: rule facts in YAML to filtered tables, on the web, on paper and in the terminal.
//!
//! Arrows go one way: `cli` → `render`, `lint`, `wiki` → `view` → `logic` → `model`, and `load` →
//! `model`.
#![warn(missing_docs)]

// A rule of the linter reads the same in here and outside: CONTRIBUTING.md shows one, which is
// compiled by the tests.
extern crate self as rulegrid;

pub mod cli;
pub mod diagnostic;
pub mod diff;
pub mod lint;
pub mod load;
pub mod logic;
pub mod model;
mod nearest;
pub mod publish;
pub mod render;
pub mod report;
pub mod search;
pub mod selection;
#[cfg(feature = "serve")]
pub mod serve;
pub mod view;
pub mod wiki;
