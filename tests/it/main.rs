//! All integration tests, a module for each capability; one binary, so that it links once.

mod bad_input;
mod browser;
mod cli;
mod lint;
mod logic;
mod oracle;
mod pages;
mod publish;
mod report;
mod shown;
mod slips;
mod statements;
mod support;
