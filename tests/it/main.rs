//! All integration tests, a module for each capability; one binary, so that it links once.

mod accessible;
mod ask;
mod bad_input;
mod boxes;
mod browser;
mod ci_examples;
mod cli;
mod compared;
mod contributing;
mod diff;
mod embed;
mod expansions;
mod export;
mod facts;
mod faq;
mod glossary;
mod licences;
mod lint;
mod lists;
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
mod play;
mod publish;
mod reading;
mod report;
mod schema;
mod script;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod server;
mod shown;
mod slips;
mod statements;
mod support;
mod wiki;
mod workshop;
