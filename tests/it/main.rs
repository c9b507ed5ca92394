//! All integration tests, a module for each capability; one binary, so that it links once.

mod ask;
mod bad_input;
mod browser;
mod cli;
mod diff;
mod lint;
mod logic;
mod matrix;
mod offline;
mod oracle;
mod pages;
mod publish;
mod report;
mod script;
mod search;
mod server;
mod shown;
mod slips;
mod statements;
mod support;
