//! The options that name folders of templates and site files.

use super::{Failure, words_drawn};
use crate::load::{words, words_in};
use crate::model::Words;
use crate::render::html::Look;
#[cfg(feature = "pdf")]
use crate::render::pdf::Templates;
use clap::Args;
use std::path::PathBuf;

/// Where the look of a site comes from.
#[derive(Args, Debug, Clone, Default)]
pub struct LookArgs {
    /// Templates and words.yaml from this folder in place of the built-in ones
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
    /// Style sheet, scripts and pictures from this folder in place of the built-in ones
    #[arg(long, value_name = "DIR")]
    pub site: Option<PathBuf>,
}

impl LookArgs {
    /// The look and the words of the interface.
    pub fn read(&self) -> Result<(Look, Words), Failure> {
        let look = Look::read(self.templates.as_deref(), self.site.as_deref());
        let look = look.map_err(|error| Failure(format!("error: {error}")))?;
        let words = self.templates.as_deref().map_or_else(words, words_in);
        Ok((look, words.map_err(words_drawn)?))
    }

    /// The templates of sheets.
    #[cfg(feature = "pdf")]
    pub fn typst(&self) -> Result<Templates, Failure> {
        let folder = self.templates.as_deref();
        let templates = folder.map_or_else(|| Ok(Templates::default()), Templates::of_folder);
        templates.map_err(super::pdf::unreadable)
    }
}
