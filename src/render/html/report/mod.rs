//! The page of what is open in the dataset, in one language: puts the report into words and links
//! each line to its place in the tables. It decides nothing, and all of its texts are plain: the
//! template escapes them.

mod cells;
mod gaps;
mod passed_over;

use super::lint_rules::{rule_path, rules_path};
use super::press::framed;
use super::*;
use crate::logic::{Condition, Wording};
use crate::report::*;
use crate::view::Scope;
use cells::{NoRulePart, ResolvedContext};
use gaps::NotEnteredPart;
use passed_over::{AllowanceContext, ExceptionContext};

/// The way from a report to the root of the site.
const ROOT: &str = "../";

/// The page.
#[derive(Serialize)]
pub(super) struct ReportPage {
    #[serde(flatten)]
    page: PageContext,
    /// Whether only what a fixed selection shows is listed.
    report_fixed: bool,
    contents: Vec<PartContext>,
    resolved: Grouped<ResolvedContext>,
    undecided_href: String,
    no_rule: NoRulePart,
    not_entered: NotEnteredPart,
    exceptions: Vec<ExceptionContext>,
    allowances: Vec<AllowanceContext>,
    rules_href: String,
}

/// A part of the report, for its table of contents.
#[derive(Serialize)]
struct PartContext {
    id: &'static str,
    title: String,
    count: usize,
}

/// A text, and its language where that is not the page's.
#[derive(Serialize)]
struct Phrase {
    text: String,
    lang: Option<String>,
}

/// Cases by table and section.
#[derive(Serialize)]
struct Grouped<C> {
    count: usize,
    tables: Vec<TableGroup<C>>,
}

#[derive(Serialize)]
struct TableGroup<C> {
    title: Phrase,
    count: usize,
    sections: Vec<SectionGroup<C>>,
}

#[derive(Serialize)]
struct SectionGroup<C> {
    title: Phrase,
    cases: Vec<C>,
}

#[derive(Serialize)]
struct SpotContext {
    figure: Phrase,
    question: Phrase,
    href: String,
}

framed!(ReportPage);

impl Press<'_, '_> {
    /// The page of what is open, in `language`.
    pub(super) fn report_page(&self, report: &Report<'_, '_>, language: LanguageIx) -> ReportPage {
        let address = Address::new(Kind::Report, language);
        let code = &self.plan.dataset.languages[language.index()].code;
        let title = self.word(code, "report-title");
        let mut page = self.page(address, title, &self.initial(None), String::new());
        page.heading = escaped(&page.title);
        Reporter::new(self, language).page(page, report)
    }
}

/// Puts a report into words.
struct Reporter<'r, 'd> {
    site: &'r Press<'r, 'd>,
    plan: &'r Plan<'d>,
    dataset: &'d Dataset,
    language: LanguageIx,
    /// How a table's page can open, without a preset first, and what is selected then.
    openings: Vec<(Option<&'r PresetId>, Selection)>,
    /// The selection with which titles are read.
    everything: Selection,
}

impl<'r, 'd> Reporter<'r, 'd> {
    fn new(site: &'r Press<'r, 'd>, language: LanguageIx) -> Self {
        let presets = site.presets();
        let presets = presets.map(|(id, preset)| (Some(id), site.initial(Some(preset))));
        let openings = [(None, site.initial(None))].into_iter().chain(presets);
        Self {
            site,
            plan: site.plan,
            dataset: site.plan.dataset,
            language,
            openings: openings.collect(),
            everything: reading(site.plan, &Condition::True),
        }
    }

    fn page(&self, page: PageContext, report: &Report<'_, 'd>) -> ReportPage {
        let resolved = self.grouped(&report.resolved, |r| &r.spot, |r| self.resolved(r));
        let mut page = ReportPage {
            page,
            report_fixed: self.plan.scope != Scope::default(),
            contents: Vec::new(),
            resolved,
            undecided_href: self.rule_href("conflicting-claims").unwrap_or_default(),
            no_rule: self.no_rules(report),
            not_entered: self.not_entered(report),
            exceptions: report
                .exceptions
                .iter()
                .map(|e| self.exception(e))
                .collect(),
            allowances: report
                .allowances
                .iter()
                .map(|a| self.allowance(a))
                .collect(),
            rules_href: format!("{ROOT}{}", rules_path()),
        };
        page.contents = self.contents(&page);
        page
    }

    fn contents(&self, page: &ReportPage) -> Vec<PartContext> {
        let parts = [
            ("resolved", "report-resolved", page.resolved.count),
            ("undecided", "report-undecided", 0),
            ("no-rule", "report-no-rule", page.no_rule.count),
            ("not-entered", "report-not-entered", page.not_entered.count),
            ("exceptions", "report-exceptions", page.exceptions.len()),
            ("allowances", "report-allowances", page.allowances.len()),
        ];
        let shown = parts.into_iter();
        let shown = shown.filter(|(id, ..)| *id != "allowances" || !page.report_fixed);
        let parts = shown.map(|(id, title, count)| PartContext {
            id,
            title: self.word(title),
            count,
        });
        parts.collect()
    }

    fn word(&self, id: &str) -> String {
        let code = &self.dataset.languages[self.language.index()].code;
        self.site.word(code, id)
    }

    fn phrase(&self, text: &Localized, selection: &Selection) -> Phrase {
        let (language, text) = text.get(self.language);
        let foreign = (language != self.language).then_some(language);
        Phrase {
            text: text.plain(selection),
            lang: foreign.map(|language| self.dataset.languages[language.index()].code.clone()),
        }
    }

    fn title(&self, text: &Localized) -> Phrase {
        self.phrase(text, &self.everything)
    }

    fn source(&self, id: &SourceId) -> Phrase {
        match self.dataset.sources.get(id) {
            Some(source) => self.title(&source.title),
            None => own_words(id.to_string()),
        }
    }

    /// The way to a place in a table, on a page that opens with a selection that shows it, if
    /// there is one.
    fn href(&self, table: &TablePlan<'_>, anchor: &str, shown: &Condition) -> String {
        let mut openings = self.openings.iter();
        let opening = openings.find(|(_, selection)| shown.holds(selection));
        let address = Address {
            preset: opening.and_then(|(preset, _)| *preset),
            ..Address::new(Kind::Table(table.id), self.language)
        };
        let path = address.path(self.dataset);
        format!("{ROOT}{path}#{anchor}")
    }

    fn rule_href(&self, code: &str) -> Option<String> {
        rule_path(code).map(|path| format!("{ROOT}{path}"))
    }

    /// `items`, which are in the order of the tables, by table and section.
    fn grouped<'p, T, C>(
        &self,
        items: &[T],
        spot: impl Fn(&T) -> &Spot<'p, 'd>,
        context: impl Fn(&T) -> C,
    ) -> Grouped<C>
    where
        'd: 'p,
    {
        let same_table = |a: &T, b: &T| std::ptr::eq(spot(a).table, spot(b).table);
        let same_section = |a: &T, b: &T| std::ptr::eq(spot(a).section, spot(b).section);
        let tables = items.chunk_by(same_table).map(|of_table| TableGroup {
            title: self.title(&spot(&of_table[0]).table.table.title),
            count: of_table.len(),
            sections: of_table
                .chunk_by(same_section)
                .map(|of_section| SectionGroup {
                    title: self.title(spot(&of_section[0]).section.title),
                    cases: of_section.iter().map(&context).collect(),
                })
                .collect(),
        });
        Grouped {
            count: items.len(),
            tables: tables.collect(),
        }
    }

    fn spot(&self, spot: &Spot<'_, '_>, shown: &Condition, read: &Selection) -> SpotContext {
        let anchor = html_id("q", spot.row.id.as_str());
        SpotContext {
            figure: self.phrase(&spot.column.figure.name, read),
            question: self.phrase(spot.row.text, read),
            href: self.href(spot.table, &anchor, shown),
        }
    }

    /// Where something holds, in words; none if that is everywhere.
    fn places(&self, place: &Where) -> Vec<String> {
        let parts = place.iter().map(|part| {
            let editions = part.editions.iter();
            let editions = editions.map(|ix| self.title(&self.dataset.edition(*ix).1.name).text);
            let editions = editions.collect::<Vec<_>>().join(", ");
            let selected = match &part.condition {
                Condition::True => String::new(),
                Condition::Not(_) => self.condition(&part.condition),
                other => format!("{} {}", self.word("condition-with"), self.condition(other)),
            };
            let parts = [editions, selected].into_iter();
            let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
            parts.join(" · ")
        });
        parts.collect()
    }

    /// A condition in words: `brake and (coolant or without air jet)`.
    fn condition(&self, condition: &Condition) -> String {
        let wording = Wording {
            and: &self.word("condition-and"),
            or: &self.word("condition-or"),
            not: &self.word("condition-without"),
            edition: &|ix| self.title(&self.dataset.edition(ix).1.name).text,
            element: &|ix| self.title(&self.dataset.element(ix).1.name).text,
        };
        wording.of(condition)
    }
}

/// A text that is the same in every language, or the page's own.
fn own_words(text: String) -> Phrase {
    Phrase { text, lang: None }
}
