//! The site: a page for each table and language that filters itself without a script, ready-made
//! pages for each preset, a front page, a report of what is open and what changed for each language,
//! a root page that offers the languages, and pages that explain the linter's rules.

mod address;
mod beside;
mod cells;
mod changes;
mod corrections;
mod faq;
mod frame;
mod front;
mod glossary;
mod icons;
mod lint_rules;
mod lists;
mod look;
mod matrix;
mod notes;
mod outlet;
mod overview;
mod page;
mod play;
mod press;
mod report;
mod rules;
mod script;
mod search;
mod selector;
mod sheets;
mod single;
mod table;
mod table_pages;
mod text;

use crate::diagnostic::Files;
use crate::diff::Step;
use crate::model::*;
use crate::publish::SiteFile;
use crate::report::Report;
use crate::selection;
use crate::view::{Columns, FaqPlan, ListPlan, Plan, ReadySheet, Scope, TablePlan};
use address::{Address, Kind, expansion_page, reading_page};
pub(crate) use address::{figure_page, question_page};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use frame::{LinkContext, MOST_IN_HEAD, PageContext, SourceContext, SpeakerContext, csp};
pub use look::{Look, LookError};
use matrix::Arranged;
use outlet::Outlet;
use press::Press;
use rayon::prelude::*;
use rules::Rules;
use selector::selector;
use serde::Serialize;
use sha2::{Digest, Sha256};
pub use single::Prepared;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, mpsc};
use tera::{Context, Tera};
#[cfg(feature = "serve")]
pub(crate) use text::escaped;
#[cfg(not(feature = "serve"))]
use text::escaped;

/// What the pages are made from.
pub struct Site<'s, 'd> {
    /// Everything that can be seen.
    pub plan: &'s Plan<'d>,
    /// The words of the interface.
    pub words: &'s Words,
    /// Where the site will stand, if that is known: pages then say so to search engines.
    pub base_url: Option<&'s str>,
    /// The files of the dataset, if facts shall name their place in them.
    pub files: Option<&'s Files>,
    /// The sheets for print that it has ready.
    pub sheets: &'s [ReadySheet<'d>],
}

/// Why a page could not be made: a template's error, with the names of page and template.
#[derive(Debug, thiserror::Error)]
#[error("the page {page} cannot be made: {why}")]
pub struct RenderError {
    page: String,
    why: String,
}

/// What pages arrange anew: the columns of matrices, and the FAQ.
struct Matrices<'d> {
    by_edition: Columns<'d>,
    selected: Columns<'d>,
    /// Each edition that is compared with another one, in columns of the two.
    compared: Vec<(EditionIx, Columns<'d>)>,
    faq: FaqPlan<'d>,
}

impl Site<'_, '_> {
    /// All files of the site, without earlier versions of the dataset.
    ///
    /// # Errors
    /// A template that does not parse or render.
    pub fn files(&self) -> Result<Vec<SiteFile>, RenderError> {
        self.files_since(&[])
    }

    /// All files of the site by their paths, with what changed in each version of the dataset.
    ///
    /// # Errors
    /// A template that does not parse or render.
    pub fn files_since(&self, versions: &[Step<'_>]) -> Result<Vec<SiteFile>, RenderError> {
        let look = Look::built_in();
        Press::new(self, &look)?.files(&look, versions)
    }

    /// Makes all files of the site, with the templates and copied files of `look` and what changed in
    /// each version of the dataset, and hands each to `take` as soon as it is made: from several
    /// threads, in no order. The first error ends the making.
    ///
    /// # Errors
    /// A template that does not parse or render, and what `take` refuses.
    pub fn files_into<E: From<RenderError> + Send>(
        &self,
        look: &Look,
        versions: &[Step<'_>],
        take: impl Fn(SiteFile) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        Press::new(self, look)?.files_into(look, versions, &take)
    }
}

impl<'s, 'd> Press<'s, 'd> {
    /// All files of the site, by their paths.
    fn files(&self, look: &Look, versions: &[Step<'_>]) -> Result<Vec<SiteFile>, RenderError> {
        let (sender, receiver) = mpsc::channel();
        self.files_into(look, versions, &|file| {
            // It fails only when nobody receives any more.
            let _ = sender.send(file);
            Ok(())
        })?;
        drop(sender);
        let mut files: Vec<_> = receiver.into_iter().collect();
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        Ok(files)
    }

    /// Makes all files of the site, and hands each to `take` as soon as it is made.
    fn files_into<E: From<RenderError> + Send>(
        &self,
        look: &Look,
        versions: &[Step<'_>],
        take: &(dyn Fn(SiteFile) -> Result<(), E> + Sync),
    ) -> Result<(), E> {
        let outlet = Outlet::new(take);
        outlet.send_all(self.copied(look))?;
        outlet.send(self.render("root.html", "index.html", &self.root_page())?)?;
        outlet.send(self.manifest())?;
        let (matrices, report) = rayon::join(|| self.matrices(), || Report::new(self.plan));
        let (shown, others) = rayon::join(
            || self.pages(&matrices, &report, &outlet),
            || self.other_files(&matrices, versions, &outlet),
        );
        others?;
        outlet.send_all(self.sitemap(&shown?))?;
        take(self.worker(look, &outlet.into_hashes()))
    }

    /// Hands on the indexes of the search, what changed in each version, and the linter's rules.
    fn other_files<E: From<RenderError> + Send>(
        &self,
        matrices: &Matrices<'_>,
        versions: &[Step<'_>],
        outlet: &Outlet<'_, E>,
    ) -> Result<(), E> {
        let languages = self.plan.dataset.languages().map(|(language, _)| language);
        let languages: Vec<_> = languages.collect();
        languages.into_par_iter().try_for_each(|language| {
            outlet.send_all(self.search_indexes(&matrices.faq, language)?)
        })?;
        outlet.send_all(self.changes_pages(&matrices.by_edition, versions)?)?;
        outlet.send_all(self.lint_rule_pages()?)
    }

    /// Hands on what each language has a page of, and says where these pages stand.
    fn pages<'m, E: From<RenderError> + Send>(
        &self,
        matrices: &Matrices<'m>,
        report: &Report<'_, '_>,
        outlet: &Outlet<'_, E>,
    ) -> Result<Vec<Address<'m>>, E>
    where
        's: 'm,
    {
        let kinds = self.kinds(matrices);
        let languages = || self.plan.dataset.languages().map(|(language, _)| language);
        // Page by page, since what a page arranges is the same in all languages.
        let made = kinds.par_iter().with_max_len(1).map(|kind| {
            let arranged = self.arranged(*kind, matrices);
            let made = languages().map(|language| {
                let address = Address::new(*kind, language);
                self.pages_at(address, matrices, arranged.as_ref(), report, outlet)
            });
            made.collect::<Result<Vec<_>, _>>()
        });
        let made = made.collect::<Result<Vec<_>, _>>()?;
        let shown = languages().enumerate().flat_map(|(n, language)| {
            let made = kinds.iter().zip(&made).filter(move |(_, made)| made[n]);
            made.map(move |(kind, _)| Address::new(*kind, language))
        });
        Ok(shown.collect())
    }

    /// What pages arrange anew.
    fn matrices(&self) -> Matrices<'d> {
        let Plan { dataset, scope, .. } = self.plan;
        let everything;
        let whole = match *scope == Scope::default() {
            true => self.plan,
            false => {
                everything = Plan::new(dataset);
                &everything
            }
        };
        let (by_edition, selected) = rayon::join(
            || Columns::by_edition(whole, scope),
            || Columns::selected(whole, scope),
        );
        let compared = self.compared();
        Matrices {
            by_edition,
            selected,
            compared: compared
                .map(|(edition, with)| (edition, Columns::of_editions(whole, &[with, edition])))
                .collect(),
            faq: FaqPlan::new(dataset, scope),
        }
    }

    /// What pages of a kind arrange anew, in all languages alike.
    fn arranged<'m>(&self, kind: Kind<'m>, matrices: &'m Matrices<'_>) -> Option<Arranged<'m>> {
        let columns = match kind {
            Kind::Expansion(_) => &matrices.selected,
            Kind::Compared(edition) => {
                let mut compared = matrices.compared.iter();
                let (_, columns) = compared.find(|(own, _)| *own == edition)?;
                columns
            }
            _ => &matrices.by_edition,
        };
        Arranged::new(columns, kind)
    }

    /// What each language has a page of.
    fn kinds<'k>(&self, matrices: &Matrices<'k>) -> Vec<Kind<'k>>
    where
        's: 'k,
    {
        let plan = self.site().plan;
        let columns = &matrices.by_edition;
        let mut kinds = vec![
            Kind::Front,
            Kind::Report,
            Kind::Overview,
            Kind::Glossary,
            Kind::Play,
            Kind::Lists,
            Kind::Sheets,
        ];
        kinds.extend(plan.tables.iter().map(|table| Kind::Table(table.id)));
        kinds.extend(columns.questions().into_iter().map(Kind::Question));
        kinds.extend(columns.figures().into_iter().map(Kind::Figure));
        let expansions = &plan.dataset.expansions;
        kinds.extend(expansions.keys().map(Kind::Expansion));
        let compared = self.compared();
        kinds.extend(compared.map(|(edition, _)| Kind::Compared(edition)));
        let faq = &matrices.faq;
        kinds.extend([Kind::Faq, Kind::FaqNewest]);
        kinds.extend(faq.topics().map(Kind::FaqTopic));
        let pairs = faq.pairs().iter();
        kinds.extend(pairs.map(|(one, other)| Kind::FaqPair(one, other)));
        kinds.extend(plan.dataset.pages.keys().map(Kind::Page));
        kinds
    }

    /// The editions that are compared with another one, where both can be selected.
    fn compared(&self) -> impl Iterator<Item = (EditionIx, EditionIx)> {
        let is_open = self.plan.scope == Scope::default();
        let editions = self.plan.dataset.editions().filter(move |_| is_open);
        editions.filter_map(|(edition, _, declared)| Some((edition, declared.compared_with?)))
    }

    /// Hands on the page at `address`; a table's also as each preset opens it, and bare for a frame.
    /// Says whether there is one.
    fn pages_at<E: From<RenderError>>(
        &self,
        address: Address<'_>,
        matrices: &Matrices<'_>,
        arranged: Option<&Arranged<'_>>,
        report: &Report<'_, '_>,
        outlet: &Outlet<'_, E>,
    ) -> Result<bool, E> {
        let Kind::Table(id) = address.kind else {
            let page = self.single_page(address, matrices, arranged, report)?;
            let is_there = page.is_some();
            return outlet.send_all(page).map(|()| is_there);
        };
        let table = self.plan.tables.iter().find(|table| table.id == id);
        if let Some(table) = table {
            self.table_pages(address.language, table, outlet)?;
        }
        Ok(table.is_some())
    }

    /// The page at `address` that is made alone. None where there is nothing to say.
    fn single_page(
        &self,
        address: Address<'_>,
        matrices: &Matrices<'_>,
        arranged: Option<&Arranged<'_>>,
        report: &Report<'_, '_>,
    ) -> Result<Option<SiteFile>, RenderError> {
        let path = address.path(self.plan.dataset);
        let language = address.language;
        let page = match address.kind {
            // The first is made once, the others with what they belong to.
            Kind::Root | Kind::Table(_) | Kind::Embed(_) | Kind::Changes | Kind::Version(_) => None,
            Kind::Front => {
                let page = self.front_page(address);
                Some(self.render("front.html", &path, &page)?)
            }
            Kind::Report => {
                let page = self.report_page(report, language);
                Some(self.render("report.html", &path, &page)?)
            }
            Kind::Glossary => match self.glossary_page(language) {
                Some(page) => Some(self.render("glossary.html", &path, &page)?),
                None => None,
            },
            Kind::Play => match self.play_page(language) {
                Some(page) => Some(self.render("play.html", &path, &page)?),
                None => None,
            },
            Kind::Lists => match self.lists_page(language) {
                Some(page) => Some(self.render("lists.html", &path, &page)?),
                None => None,
            },
            Kind::Sheets => match self.sheets_page(language) {
                Some(page) => Some(self.render("sheets.html", &path, &page)?),
                None => None,
            },
            Kind::Overview => match self.overview_page(language) {
                Some(page) => Some(self.render("overview.html", &path, &page)?),
                None => None,
            },
            Kind::Faq | Kind::FaqNewest | Kind::FaqTopic(_) | Kind::FaqPair(..) => {
                match self.faq_page(&matrices.faq, address.kind, language) {
                    Some(page) => Some(self.render("faq.html", &path, &page)?),
                    None => None,
                }
            }
            Kind::Page(id) => match self.reading_page(id, language) {
                Some(page) => Some(self.render("reading.html", &path, &page)?),
                None => None,
            },
            Kind::Question(_) | Kind::Figure(_) | Kind::Expansion(_) | Kind::Compared(_) => {
                let page = arranged.and_then(|arranged| {
                    self.matrix_page(arranged, &matrices.faq, address.kind, language)
                });
                match page {
                    Some(page) => Some(self.render("matrix.html", &path, &page)?),
                    None => None,
                }
            }
        };
        Ok(page)
    }

    /// The page that offers the languages; it stands at the root and speaks the first of them.
    fn root_page(&self) -> PageContext {
        let address = Address::new(Kind::Root, LanguageIx(0));
        let mut page = self.front_frame(address);
        page.canonical = self.base_url.map(str::to_owned);
        page
    }
}

fn render_error(page: &str, error: &tera::Error) -> RenderError {
    let mut why = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        why.push_str(&format!(": {inner}"));
        cause = inner.source();
    }
    RenderError {
        page: page.to_owned(),
        why,
    }
}

/// Stands in a table's content for the way from its page to the folder of its language.
const HERE: &str = "@here@";

/// The HTML id of a dataset id behind a prefix: `q-work_wet`, `n-head__band-saw`.
fn html_id(prefix: &str, id: &str) -> String {
    format!("{prefix}-{}", id.replace('/', "_").replace('@', "__"))
}
