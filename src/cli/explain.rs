//! `rulegrid explain`: what a rule of the linter finds and why that matters.

use super::{Failure, Outcome, write_result};
use crate::lint::{RULES, Rule, SUGGESTIONS};
use crate::nearest::did_you_mean;
use clap::Args;

/// The options of `rulegrid explain`.
#[derive(Args, Debug)]
pub struct Explain {
    /// The code of the rule; all codes are listed without it
    code: Option<String>,
}

impl Explain {
    /// Explains it.
    pub fn run(&self) -> Outcome {
        let Some(code) = &self.code else {
            let line = |rule: &Rule| format!("{:24} {}\n", rule.code, rule.title);
            return write_result(&rules().map(line).collect::<String>());
        };
        let rule = rules().find(|rule| rule.code == code);
        let rule = rule.ok_or_else(|| {
            let help = did_you_mean(code, rules().map(|rule| rule.code));
            let help = help.unwrap_or_else(|| "`rulegrid explain` lists all".to_owned());
            Failure(format!("error: there is no rule `{code}`\nhelp: {help}"))
        })?;
        write_result(&format!(
            "{} ({}): {}\n\n{}",
            rule.code,
            rule.severity.as_str(),
            rule.title,
            rule.explanation
        ))
    }
}

fn rules() -> impl Iterator<Item = &'static Rule> {
    RULES.into_iter().chain(SUGGESTIONS)
}
