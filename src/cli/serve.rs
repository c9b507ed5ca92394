//! `rulegrid serve`: the site in a browser of this computer, while it is being edited.

use super::look::LookArgs;
use super::{Failure, Outcome};
use crate::serve::{Folders, listen, serve};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The options of `rulegrid serve`.
#[derive(Args, Debug)]
pub struct Serve {
    /// The folder of the dataset
    #[arg(long, default_value = "rules", value_name = "DIR")]
    rules: PathBuf,
    #[command(flatten)]
    look: LookArgs,
    /// The port, or the next one that is free; 0 for any
    #[arg(long, default_value_t = 8437, value_name = "N")]
    port: u16,
    /// Open the site in a browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    /// Serves until it is interrupted.
    pub fn run(&self) -> Outcome {
        let look = [&self.look.templates, &self.look.site];
        for folder in look.into_iter().flatten().chain([&self.rules]) {
            if !folder.is_dir() {
                let folder = folder.display();
                let help = "help: name another one with --rules, --templates or --site";
                return Err(Failure(format!(
                    "error: there is no folder `{folder}`\n{help}"
                )));
            }
        }
        let failed = |error: std::io::Error| Failure(format!("error: cannot serve: {error}"));
        let listener = listen(self.port).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        if self.port != 0 && port != self.port {
            anstream::eprintln!("port {} is taken, this is the next free one", self.port);
        }
        let address = format!("http://127.0.0.1:{port}/");
        anstream::eprintln!(
            "serving {} and what it becomes; Ctrl-C ends it",
            self.rules.display()
        );
        // A reader of the address that has gone can still read the site.
        let _ = writeln!(std::io::stdout(), "{address}");
        if self.open
            && let Err(error) = opener::open(&address)
        {
            anstream::eprintln!("no browser could be opened ({error}); open {address} in one");
        }
        let folders = Folders {
            rules: self.rules.clone(),
            templates: self.look.templates.clone(),
            site: self.look.site.clone(),
        };
        let tell = |news: &str| anstream::eprintln!("{}", news.trim_end());
        serve(listener, folders, tell).map_err(failed)?;
        Ok(ExitCode::SUCCESS)
    }
}
