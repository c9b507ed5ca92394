//! All integration tests, a module for each capability; one binary, so that it links once.

mod accessible;
mod ask;
mod bad_input;
mod browser;
mod cli;
mod diff;
mod embed;
mod expansions;
mod facts;
mod glossary;
mod lint;
mod logic;
mod matrix;
mod new;
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
mod script;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod server;
mod shown;
mod slips;
mod statements;
mod support;
mod workshop;
