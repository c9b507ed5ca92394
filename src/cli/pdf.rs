//! `rulegrid pdf`: a sheet for print.

use super::selection::ViewArgs;
use super::{Failure, Outcome, web_address};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The options of `rulegrid pdf`.
#[derive(Args, Debug)]
#[cfg_attr(not(feature = "pdf"), allow(dead_code))]
pub struct Pdf {
    #[command(flatten)]
    view: ViewArgs,
    /// The size of the paper
    #[arg(long, value_enum, default_value = "a4")]
    paper: PaperName,
    /// These tables only, by comma
    #[arg(long, value_delimiter = ',', value_name = "TABLES", group = "subject")]
    tables: Vec<String>,
    /// One question, put to all figures
    #[arg(long, value_name = "QUESTION", group = "subject")]
    question: Option<String>,
    /// Everything about one figure
    #[arg(long, value_name = "FIGURE", group = "subject")]
    figure: Option<String>,
    /// A page of what differs between figures
    #[arg(long, group = "subject")]
    summary: bool,
    /// A turn card: the order of play
    #[arg(long, group = "subject")]
    play: bool,
    /// Where the site stands: the sheet then leads to it
    #[arg(long, value_name = "URL", value_parser = web_address)]
    base_url: Option<String>,
    /// Another template for the sheet, in Typst
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// Templates and words.yaml from this folder in place of the built-in ones
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum PaperName {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}

#[cfg(not(feature = "pdf"))]
impl Pdf {
    /// Says how to get what is missing.
    pub fn run(&self) -> Outcome {
        Err(not_built())
    }
}

/// Says how to get a program that makes sheets.
#[cfg(not(feature = "pdf"))]
pub fn not_built() -> Failure {
    Failure(
        "error: this `rulegrid` was built without sheets for print\nhelp: build it with `cargo \
         build --release --features pdf`, which takes about ten minutes the first time"
            .to_owned(),
    )
}

#[cfg(feature = "pdf")]
pub use made::{ready, unreadable};

#[cfg(feature = "pdf")]
mod made {
    use super::*;
    use crate::cli::look::LookArgs;
    use crate::cli::write::write;
    use crate::cli::{colour_on_stderr, known};
    use crate::diagnostic::{render_findings, render_of_look};
    use crate::model::{Dataset, FigureId, LanguageIx, QuestionId, Selection, TableId, Words};
    use crate::publish::SiteFile;
    use crate::render::pdf::{
        Lacking, Paper, Print, STAND_IN, Source, TemplateMessages, Templates, Unreadable,
    };
    use crate::selection::address;
    use crate::view::{Plan, ReadyKind, ReadySheet, Subject, view};
    use indicatif::ProgressBar;
    use rayon::prelude::*;
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::process::ExitCode;

    impl Pdf {
        /// Makes the sheet and writes it.
        pub fn run(&self) -> Outcome {
            let (loaded, selection, language) = self.view.load()?;
            let dataset = &loaded.dataset;
            let words = self.look().read()?.1.with(&dataset.words);
            let source = if self.play {
                let print = self.print(dataset, &selection, language, "play.html")?;
                let view = Plan::new(dataset).play().view(&selection, language);
                Source::of_play(&view, &words, &print)
            } else {
                let subject = self.subject(dataset)?;
                let print = self.print(dataset, &selection, language, &page_of(&subject))?;
                let view = view(dataset, &selection, language);
                Source::new(&view.sheet(subject), &words, &print)
            };
            tell_lacking(source.lacking());
            let pdf = source.pdf().map_err(not_made)?;
            tell_warnings(&pdf.warnings);
            let pdf = pdf.bytes;
            write(&self.output, &pdf).map_err(|error| {
                let path = self.output.display();
                Failure(format!("error: cannot write {path}: {error}"))
            })?;
            anstream::eprintln!("{}: {} kB", self.output.display(), pdf.len().div_ceil(1000));
            Ok(ExitCode::SUCCESS)
        }

        fn subject(&self, dataset: &Dataset) -> Result<Subject, Failure> {
            if let Some(name) = &self.question {
                let id: &QuestionId = known("question", &dataset.questions, name)?;
                return Ok(Subject::Question(id.clone()));
            }
            if let Some(name) = &self.figure {
                let id: &FigureId = known("figure", &dataset.figures, name)?;
                return Ok(Subject::Figure(id.clone()));
            }
            if self.summary {
                return Ok(Subject::Summary);
            }
            let tables = self.tables.iter().map(|name| {
                let id: Result<&TableId, _> = known("table", &dataset.tables, name.trim());
                id.cloned()
            });
            Ok(Subject::Tables(tables.collect::<Result<_, _>>()?))
        }

        fn print(
            &self,
            dataset: &Dataset,
            selection: &Selection,
            language: LanguageIx,
            page: &str,
        ) -> Result<Print, Failure> {
            let base = self
                .base_url
                .as_deref()
                .map(|base| base.trim_end_matches('/'));
            let code = &dataset.languages[language.index()].code;
            let query = address(dataset, selection);
            Ok(Print {
                paper: match self.paper {
                    PaperName::A4 => Paper::A4,
                    PaperName::Letter => Paper::Letter,
                },
                address: base.map(|base| format!("{base}/{code}/{page}{query}")),
                templates: self.typst()?,
            })
        }

        /// The folder of templates as an option of a site, which has others.
        fn look(&self) -> LookArgs {
            LookArgs {
                templates: self.templates.clone(),
                site: None,
            }
        }

        fn typst(&self) -> Result<Templates, Failure> {
            let templates = self.look().typst()?;
            match &self.template {
                Some(path) => templates.with_file(path).map_err(unreadable),
                None => Ok(templates),
            }
        }
    }

    /// The page of the site that a sheet is about, in the folder of its language.
    fn page_of(subject: &Subject) -> String {
        match subject {
            Subject::Tables(tables) if tables.len() == 1 => format!("{}.html", tables[0]),
            Subject::Question(id) => crate::render::html::question_page(id),
            Subject::Figure(id) => crate::render::html::figure_page(id),
            Subject::Tables(_) => "index.html".to_owned(),
            Subject::Summary => "overview.html".to_owned(),
        }
    }

    /// The sheets that a site in `out` has ready. One that the last build made from the same
    /// source is taken from there; the others are made in parallel.
    ///
    /// # Errors
    /// What is wrong in the templates, which all of them share.
    pub fn ready(
        plan: &Plan<'_>,
        sheets: &[ReadySheet<'_>],
        words: &Words,
        templates: &Templates,
        out: &Path,
        base_url: Option<&str>,
    ) -> Result<Vec<SiteFile>, Failure> {
        let dataset = plan.dataset;
        let play = plan.play();
        let base = base_url.map(|base| base.trim_end_matches('/'));
        // Drawn on a terminal only.
        let progress = ProgressBar::new(sheets.len() as u64);
        let make = |sheet: &ReadySheet<'_>| {
            let code = &dataset.languages[sheet.language.index()].code;
            let query = address(dataset, &sheet.selection);
            let page = match sheet.kind {
                ReadyKind::Tables => "index.html",
                ReadyKind::Play => "play.html",
            };
            let print = Print {
                address: base.map(|base| format!("{base}/{code}/{page}{query}")),
                templates: templates.clone(),
                ..Print::default()
            };
            let source = match sheet.kind {
                ReadyKind::Tables => {
                    let view = plan.view(&sheet.selection, sheet.language);
                    Source::new(&view.sheet(Subject::Tables(Vec::new())), words, &print)
                }
                ReadyKind::Play => {
                    let view = play.view(&sheet.selection, sheet.language);
                    Source::of_play(&view, words, &print)
                }
            };
            let path = sheet.path(dataset);
            let last = std::fs::read(out.join(&path)).ok();
            let lacking = source.lacking().to_vec();
            let (bytes, warnings) = match last.filter(|pdf| source.made(pdf)) {
                Some(pdf) => (pdf, None),
                None => {
                    let made = source.pdf().map_err(not_made)?;
                    (made.bytes, Some(made.warnings))
                }
            };
            progress.inc(1);
            Ok((SiteFile { path, bytes }, lacking, warnings))
        };
        let made: Result<Vec<_>, Failure> = sheets.par_iter().map(make).collect();
        progress.finish_and_clear();
        let made = made?;
        let lacking = made.iter().flat_map(|(_, lacking, _)| lacking);
        tell_lacking(lacking);
        // The templates of all are the same.
        let mut warnings = made.iter().filter_map(|(.., warnings)| warnings.as_ref());
        if let Some(warnings) = warnings.find(|warnings| !warnings.found.is_empty()) {
            tell_warnings(warnings);
        }
        Ok(made.into_iter().map(|(file, ..)| file).collect())
    }

    /// Says which characters are not on the sheets, each once.
    fn tell_lacking<'l>(lacking: impl IntoIterator<Item = &'l Lacking>) {
        let mut told = BTreeSet::new();
        for Lacking { character, text } in lacking {
            if told.insert(character) {
                let code = u32::from(*character);
                anstream::eprintln!(
                    "warning: sheets are printed with `{STAND_IN}` for {character} (U+{code:04X}), \
                     which their font lacks, as in “{text}”"
                );
            }
        }
    }

    fn tell_warnings(TemplateMessages { files, found }: &TemplateMessages) {
        if !found.is_empty() {
            anstream::eprint!("{}", render_findings(files, found, colour_on_stderr()));
        }
    }

    fn not_made(TemplateMessages { files, found }: TemplateMessages) -> Failure {
        Failure(render_of_look(&files, &found, colour_on_stderr()))
    }

    pub fn unreadable(error: Unreadable) -> Failure {
        Failure(format!("error: {error}"))
    }
}
