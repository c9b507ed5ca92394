//! All integration tests, a module for each capability; one binary, so that it links once.

mod accessible;
mod ask;
mod bad_input;
mod browser;
mod ci_examples;
mod cli;
mod contributing;
mod diff;
mod embed;
mod expansions;
mod export;
mod facts;
mod glossary;
mod licences;
mod lint;
mod logic;
mod matrix;
mod offline;
mod oracle;
mod overview;
mod pages;
mod pairs;
#[cfg(feature = "pdf")]
mod pdf;
mod pictures;
mod publish;
mod report;
mod schema;
mod script;
mod search;
mod server;
mod shown;
mod slips;
mod statements;
mod support;
