//! The page of what is open in the dataset, in one language: puts the report into words and links
//! each line to its place in the tables. It decides nothing, and all of its texts are plain: the
//! template escapes them.

use super::lint_rules::{rule_path, rules_path};
use super::press::framed;
use super::*;
use crate::logic::{Condition, Wording};
use crate::render::{answer_label, answer_word};
use crate::report::*;
use crate::view::{ColumnPlan, Scope, Shown};

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

#[derive(Serialize)]
struct ResolvedContext {
    cell: SpotContext,
    said: Vec<SaidContext>,
    taken: Vec<TakenContext>,
}

#[derive(Serialize)]
struct SaidContext {
    answer: &'static str,
    text: Phrase,
    source: Phrase,
    line: Option<u32>,
    places: Vec<String>,
}

#[derive(Serialize)]
struct TakenContext {
    source: Phrase,
    places: Vec<String>,
    because: Phrase,
}

#[derive(Serialize)]
struct NoRulePart {
    count: usize,
    cells: Grouped<NoRuleContext>,
    notes: Vec<OpenNoteContext>,
}

#[derive(Serialize)]
struct NoRuleContext {
    cell: SpotContext,
    places: Vec<String>,
    notes: Vec<NoteLinkContext>,
}

#[derive(Serialize)]
struct NoteLinkContext {
    label: usize,
    href: String,
    parts: Vec<Phrase>,
}

#[derive(Serialize)]
struct OpenNoteContext {
    parts: Vec<OpenPartContext>,
    cited: Vec<CitedContext>,
}

#[derive(Serialize)]
struct OpenPartContext {
    text: Phrase,
    places: Vec<String>,
}

#[derive(Serialize)]
struct CitedContext {
    table: Phrase,
    section: Option<Phrase>,
    /// The figures whose cells cite it; none where a head does.
    figures: Vec<Phrase>,
    name: Phrase,
    href: String,
}

#[derive(Serialize)]
struct NotEnteredPart {
    count: usize,
    editions: Vec<EditionContext>,
}

#[derive(Serialize)]
struct EditionContext {
    name: Phrase,
    count: usize,
    tables: Vec<GapsContext>,
}

#[derive(Serialize)]
struct GapsContext {
    title: Phrase,
    href: String,
    missing: usize,
    entered: usize,
    gaps: Vec<GapContext>,
}

#[derive(Serialize)]
struct GapContext {
    title: Phrase,
    missing: usize,
    entered: usize,
    figures: Vec<Phrase>,
    questions: Vec<Phrase>,
}

#[derive(Serialize)]
struct ExceptionContext {
    id: String,
    rule: Phrase,
    figure: Phrase,
    /// The only question that it is about, if it is not about all.
    question: Option<Phrase>,
    href: String,
    because: Phrase,
}

#[derive(Serialize)]
struct AllowanceContext {
    rule: String,
    href: Option<String>,
    of: String,
    because: Phrase,
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
        let cells = self.grouped(
            &report.no_rule,
            |cell| &cell.spot,
            |cell| self.no_rule(cell),
        );
        let notes: Vec<_> = report.notes.iter().map(|note| self.note(note)).collect();
        let editions = report.not_entered.iter();
        let mut page = ReportPage {
            page,
            report_fixed: self.plan.scope != Scope::default(),
            contents: Vec::new(),
            resolved,
            undecided_href: self.rule_href("conflicting-claims").unwrap_or_default(),
            no_rule: NoRulePart {
                count: cells.count + notes.len(),
                cells,
                notes,
            },
            not_entered: NotEnteredPart {
                count: editions.clone().map(NotEntered::missing).sum(),
                editions: editions.map(|edition| self.edition(edition)).collect(),
            },
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

    fn resolved(&self, resolved: &Resolved<'_, '_>) -> ResolvedContext {
        let read = reading(self.plan, &resolved.shown);
        let said = resolved.said.iter().map(|(claim, place)| SaidContext {
            answer: answer_word(Shown::Claimed(&claim.answer)),
            text: self.answer(&claim.answer, &read),
            source: self.source(&claim.source),
            line: claim.line,
            places: self.places(place),
        });
        let taken = resolved.taken.iter();
        let taken = taken.map(|(resolution, place)| TakenContext {
            source: self.source(&resolution.take),
            places: self.places(place),
            because: self.phrase(&resolution.because, &read),
        });
        ResolvedContext {
            cell: self.spot(&resolved.spot, &resolved.shown, &read),
            said: said.collect(),
            taken: taken.collect(),
        }
    }

    fn answer(&self, answer: &Answer, read: &Selection) -> Phrase {
        match answer {
            Answer::Number(number) => own_words(number.to_string()),
            Answer::Text(id) => match self.dataset.cell_texts.get(id) {
                Some(text) => self.phrase(&text.text, read),
                None => own_words(id.to_string()),
            },
            answer => {
                let label = answer_label(Shown::Claimed(answer)).unwrap_or_default();
                own_words(self.word(label))
            }
        }
    }

    fn no_rule(&self, cell: &NoRule<'_, '_>) -> NoRuleContext {
        let read = reading(self.plan, &cell.shown);
        let table = cell.spot.table;
        let notes = cell.notes.iter().filter_map(|id| {
            let (label, _) = table.notes.get(id)?;
            let parts = self.dataset.notes.get(id)?.parts.iter();
            let parts = parts.filter(|part| part.when.holds(&read));
            Some(NoteLinkContext {
                label: *label,
                href: self.href(table, &html_id("n", id.as_str()), &cell.shown),
                parts: parts.map(|part| self.phrase(&part.text, &read)).collect(),
            })
        });
        NoRuleContext {
            cell: self.spot(&cell.spot, &cell.shown, &read),
            places: self.places(&cell.place),
            notes: notes.collect(),
        }
    }

    fn note(&self, note: &OpenNote<'_, '_>) -> OpenNoteContext {
        let shown = Condition::or(note.cited.iter().map(|cited| cited.shown.clone()));
        let parts = note.parts.iter().map(|(part, place)| {
            let shown = Condition::and([shown.clone(), part.when.clone()]);
            OpenPartContext {
                text: self.phrase(&part.text, &reading(self.plan, &shown)),
                places: self.places(place),
            }
        });
        OpenNoteContext {
            parts: parts.collect(),
            cited: note.cited.iter().map(|cited| self.cited(cited)).collect(),
        }
    }

    fn cited(&self, cited: &Citation<'_, '_>) -> CitedContext {
        let read = reading(self.plan, &cited.shown);
        let figure = |column: &ColumnPlan<'_>| self.phrase(&column.figure.name, &read);
        let (name, anchor, figures) = match &cited.by {
            CitedBy::Figure(column) => {
                let anchor = html_id("f", column.id.as_str());
                (figure(column), anchor, Vec::new())
            }
            CitedBy::Question(row) => (
                self.phrase(row.text, &read),
                html_id("q", row.id.as_str()),
                Vec::new(),
            ),
            CitedBy::Cells(row, columns) => (
                self.phrase(row.text, &read),
                html_id("q", row.id.as_str()),
                columns.iter().map(|column| figure(column)).collect(),
            ),
        };
        CitedContext {
            table: self.title(&cited.table.table.title),
            section: cited.section.map(|section| self.title(section.title)),
            figures,
            name,
            href: self.href(cited.table, &anchor, &cited.shown),
        }
    }

    fn edition(&self, open: &NotEntered<'_, '_>) -> EditionContext {
        let here = Condition::Edition(open.edition);
        let read = reading(self.plan, &here);
        let tables = open.tables.iter().map(|(table, gaps)| GapsContext {
            title: self.phrase(&table.table.title, &read),
            href: self.href(table, "table", &here),
            missing: gaps.iter().map(|gap| gap.missing).sum(),
            entered: gaps.iter().map(|gap| gap.entered).sum(),
            gaps: gaps.iter().map(|gap| self.gap(gap, &read)).collect(),
        });
        EditionContext {
            name: self.title(&self.dataset.edition(open.edition).1.name),
            count: open.missing(),
            tables: tables.collect(),
        }
    }

    fn gap(&self, gap: &Gap<'_, '_>, read: &Selection) -> GapContext {
        let figures = gap.figures.iter();
        let questions = gap.questions.iter();
        GapContext {
            title: self.phrase(gap.section.title, read),
            missing: gap.missing,
            entered: gap.entered,
            figures: figures
                .map(|column| self.phrase(&column.figure.name, read))
                .collect(),
            questions: questions.map(|row| self.phrase(row.text, read)).collect(),
        }
    }

    fn exception(&self, excepted: &Excepted<'_, '_>) -> ExceptionContext {
        let spot = &excepted.spot;
        let shown = spot.shown();
        let read = reading(self.plan, &shown);
        let cell = self.spot(spot, &shown, &read);
        let for_one_question = excepted.exception.question.is_some();
        let column = html_id("f", spot.column.id.as_str());
        ExceptionContext {
            id: excepted.id.to_owned(),
            rule: self.phrase(&excepted.invariant.because, &read),
            figure: cell.figure,
            question: for_one_question.then_some(cell.question),
            href: if for_one_question {
                cell.href
            } else {
                self.href(spot.table, &column, &shown)
            },
            because: self.phrase(&excepted.exception.because, &read),
        }
    }

    fn allowance(&self, allowance: &Allowance) -> AllowanceContext {
        AllowanceContext {
            rule: allowance.rule.clone(),
            href: self.rule_href(&allowance.rule),
            of: allowance.of.clone(),
            because: self.title(&allowance.because),
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

    /// A condition in words: `dragon and (castles or without tower)`.
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
