//! `rulegrid completions` and `rulegrid man`: what shells and `man` need, from the same definition
//! as the parser of the command line.

use super::{Arguments, Failure, Outcome, write_result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man as Page;
use std::path::PathBuf;
use std::process::ExitCode;

/// The options of `rulegrid completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Writes the script to stdout.
    pub fn run(&self) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut Arguments::command(),
            "rulegrid",
            &mut script,
        );
        write_result(&String::from_utf8_lossy(&script))
    }
}

/// The options of `rulegrid man`.
#[derive(Args, Debug)]
pub struct Man {
    /// Write a page for the program and one for each command into a folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    /// Writes the program's page to stdout, or all pages into a folder.
    pub fn run(&self) -> Outcome {
        let command = Arguments::command();
        match &self.out {
            None => {
                let mut page = Vec::new();
                // Writing to memory does not fail.
                let _ = Page::new(command).render(&mut page);
                write_result(&String::from_utf8_lossy(&page))
            }
            Some(folder) => {
                let failed = |error: std::io::Error| {
                    let folder = folder.display();
                    Failure(format!("error: cannot write into `{folder}`: {error}"))
                };
                std::fs::create_dir_all(folder).map_err(failed)?;
                clap_mangen::generate_to(command, folder).map_err(failed)?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}
