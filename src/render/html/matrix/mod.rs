//! The pages of questions, figures and expansions: what a matrix holds, with notes, sources and what
//! decides between these, in words and classes. It decides nothing.

mod brings;
mod cited;
mod kinds;
mod pairs;
mod rows;
mod sources;

use super::faq::BearingContext;
use super::icons::Sprite;
use super::notes::NoteContext;
use super::press::framed;
use super::rules::Rules;
use super::selector::{selectable, selector};
use super::text::Writer;
use super::*;
use crate::logic::Condition;
use crate::render::capital;
use crate::view::{Added, Columns, Matrix};
use brings::BringsContext;
use indexmap::IndexMap;
use kinds::KindContext;
use pairs::{PairContext, pair_style};
use rows::GroupContext;

/// The page of a question, a figure or an expansion.
#[derive(Serialize)]
pub(super) struct MatrixPage {
    #[serde(flatten)]
    page: PageContext,
    /// The section of the question, the table of the figure, the shelf of the expansion.
    around: String,
    icon: String,
    /// As HTML.
    marks: String,
    /// What the page is, where that is not plain.
    lead: Option<String>,
    /// The kinds to which a figure belongs.
    kinds: Vec<KindContext>,
    editions: Vec<EditionContext>,
    groups: Vec<GroupContext>,
    /// What stands there where nothing is to be seen, and its class.
    empty: String,
    empty_class: String,
    notes: Vec<NoteContext>,
    /// The class of the list of notes: it goes with the last of them.
    notes_class: String,
    /// What a figure can be looked up together with.
    pairs: Vec<PairContext>,
    /// What an expansion brings.
    brings: Option<BringsContext>,
    /// The entries of the FAQ that bear on it.
    bearing: Option<BearingContext>,
}

#[derive(Serialize)]
struct EditionContext {
    id: Option<String>,
    name: String,
}

/// What a page is about.
struct Subject<'d> {
    name: &'d Localized,
    notes: &'d [NoteId],
    around: String,
    icon: String,
}

/// What the pages of a question, a figure or an expansion show in all languages alike.
pub(super) struct Arranged<'m> {
    columns: &'m Columns<'m>,
    matrix: Matrix<'m, 'm>,
    /// What an expansion adds to tables.
    added: Option<Added<'m>>,
}

impl<'m> Arranged<'m> {
    /// What pages of this kind show; `None` where the kind is another.
    pub(super) fn new(columns: &'m Columns<'m>, kind: Kind<'m>) -> Option<Self> {
        let matrix = match kind {
            Kind::Question(question) => columns.of_question(question),
            Kind::Figure(figure) => columns.of_figure(figure),
            Kind::Expansion(expansion) => columns.of_expansion(expansion),
            Kind::Compared(_) => columns.of_differences(),
            _ => return None,
        };
        let added = match kind {
            Kind::Expansion(expansion) => Some(columns.added_by(expansion)),
            _ => None,
        };
        Some(Self {
            columns,
            matrix,
            added,
        })
    }

    /// The columns that say something, or all where none does: their numbers and editions.
    fn shown(&self) -> Vec<(usize, Option<EditionIx>)> {
        let saying = &self.matrix.columns;
        let editions = self.columns.editions().enumerate();
        let shown = editions.filter(|(at, _)| saying.is_empty() || saying.contains(at));
        shown.collect()
    }
}

framed!(MatrixPage);

impl Press<'_, '_> {
    /// The page of a question, a figure or an expansion; `None` where no edition has anything to
    /// say of it.
    pub(super) fn matrix_page(
        &self,
        arranged: &Arranged<'_>,
        faq: &FaqPlan<'_>,
        kind: Kind<'_>,
        language: LanguageIx,
    ) -> Option<MatrixPage> {
        let builder = Builder {
            site: self,
            columns: arranged.columns,
            shown: arranged.shown(),
            added: arranged.added.as_ref(),
            faq,
            kind,
            language,
            rules: Rules::default(),
            sprite: Sprite::new(&self.plan.dataset.icons),
            see: escaped(self.words.get(
                &self.plan.dataset.languages[language.index()].code,
                "see-note",
            )),
            cited: IndexMap::new(),
        };
        builder.page(&arranged.matrix)
    }
}

impl Site<'_, '_> {
    /// What such a page opens with: everything that there is left to select.
    pub(super) fn everything(&self) -> Selection {
        let dataset = self.plan.dataset;
        let everything = Selection {
            edition: dataset.default_edition,
            elements: ElementSet::full(dataset.elements.len()),
        };
        self.plan.scope.apply(&everything)
    }
}

struct Builder<'b, 'd> {
    site: &'b Press<'b, 'd>,
    columns: &'b Columns<'b>,
    /// The columns that say something, or all where none does: their numbers and editions.
    shown: Vec<(usize, Option<EditionIx>)>,
    added: Option<&'b Added<'b>>,
    faq: &'b FaqPlan<'b>,
    kind: Kind<'b>,
    language: LanguageIx,
    rules: Rules,
    sprite: Sprite<'d>,
    /// The word before the number of a note.
    see: String,
    /// The notes in the order of first citation: the edition whose words they have, and where
    /// something shown cites them.
    cited: IndexMap<NoteId, (Option<EditionIx>, Vec<Condition>)>,
}

impl<'d> Builder<'_, 'd> {
    fn page(mut self, matrix: &Matrix<'_, '_>) -> Option<MatrixPage> {
        let dataset = self.site.plan.dataset;
        let own = self.site.everything().edition;
        let mut editions = self.columns.editions().flatten();
        let default = editions.find(|edition| *edition == own);
        let subject = self.subject(matrix)?;
        let shown = &matrix.shown;
        let heading = self.line(subject.name, default);
        let marks = self.marks(subject.notes, default, shown);
        let editions = self.shown.iter().map(|(_, edition)| match *edition {
            Some(edition) => {
                let (id, edition) = dataset.edition(edition);
                EditionContext {
                    id: Some(id.to_string()),
                    name: self.line_of(&edition.name),
                }
            }
            None => EditionContext {
                id: None,
                name: self.word("answer"),
            },
        });
        let editions = editions.collect();
        let groups = matrix.groups.iter().map(|group| self.group(group, default));
        let groups = groups.collect();
        let pairs = self.pairs(matrix);
        let kinds = self.kinds(default);
        let brings = self.brings(default);
        let empty_class = match shown.clone().negate() {
            Condition::False => "never".to_owned(),
            empty => self.rules.shown(&empty),
        };
        let empty = self.word(match self.kind {
            Kind::Figure(_) => "empty-figure",
            Kind::Expansion(_) => "empty-expansion",
            Kind::Compared(_) => "empty-compared",
            _ => "empty-question",
        });
        let (notes, notes_class) = self.notes();
        let (site, language) = (self.site, self.language);
        let bearing = site.bearing(self.faq, self.kind, language, &mut self.rules);
        let mut page = self.frame(subject.name, &heading, &pairs);
        page.symbols = self.sprite.symbols();
        Some(MatrixPage {
            page,
            around: subject.around,
            icon: subject.icon,
            marks,
            lead: matches!(self.kind, Kind::Compared(_)).then(|| self.word("compared-lead")),
            kinds,
            editions,
            groups,
            empty,
            empty_class,
            notes,
            notes_class,
            pairs,
            brings,
            bearing,
        })
    }

    /// What the page is about; `None` where that is shown nowhere.
    fn subject(&mut self, matrix: &Matrix<'_, '_>) -> Option<Subject<'d>> {
        let dataset = self.site.plan.dataset;
        match self.kind {
            Kind::Question(id) => {
                let row = matrix.rows().next()?;
                let (_, question) = dataset.questions.get_key_value(id)?;
                let sections = &dataset.tables.get(row.table)?.sections;
                let section = sections.iter().find(|(_, rows)| rows.contains(id));
                let title = section.and_then(|(section, _)| dataset.sections.get(section));
                Some(Subject {
                    name: question.text_in(row.table),
                    notes: &question.notes,
                    around: title.map_or(String::new(), |title| self.line_of(title)),
                    icon: String::new(),
                })
            }
            Kind::Figure(id) => {
                let (id, figure) = dataset.figures.get_key_value(id)?;
                let mut tables = dataset.tables.iter();
                let (table, title) = tables.find(|(_, table)| table.figures.contains(id))?;
                matrix.rows().next()?;
                let around = self.line_of(&title.title);
                Some(Subject {
                    name: &figure.name,
                    notes: &figure.notes,
                    around: format!("{}{around}", self.sprite.table(table)),
                    icon: self.sprite.figure(id),
                })
            }
            Kind::Expansion(id) => {
                let expansion = dataset.expansions.get(id)?;
                let group = self.word(&format!("group-{}", expansion.group.as_str()));
                let number = expansion.number.map(|number| format!(" · {number}"));
                Some(Subject {
                    name: &expansion.name,
                    notes: &[],
                    around: group + &number.unwrap_or_default(),
                    icon: String::new(),
                })
            }
            Kind::Compared(edition) => {
                let edition = dataset.edition(edition).1;
                let with = dataset.edition(edition.compared_with?).1;
                let since = self.word("compared-since");
                Some(Subject {
                    name: &edition.name,
                    notes: &[],
                    around: format!("{since} {}", self.line_of(&with.name)),
                    icon: String::new(),
                })
            }
            _ => None,
        }
    }

    /// The frame of the page, with the boxes of the elements that its conditions name.
    fn frame(&mut self, name: &Localized, heading: &str, pairs: &[PairContext]) -> PageContext {
        let initial = self.site.everything();
        let address = Address::new(self.kind, self.language);
        let elements = self.rules.elements();
        let site = self.site;
        let plan = self.columns.plan(Some(initial.edition));
        let mut selector = plan.map(|plan| {
            selector(
                site,
                plan,
                &elements,
                &initial,
                self.language,
                &mut self.rules,
            )
        });
        if let Some(selector) = &mut selector {
            // All editions may stand beside each other here; the one selected is kept for other pages.
            selector.selectable = selectable(self.site.plan).join(" ");
        }
        let title = name.get(self.language).1.plain(&initial);
        let mut page = self.site.page(
            address,
            capital(&title),
            &initial,
            self.rules.css(&self.site.inputs),
        );
        page.heading = capital(heading);
        if let Kind::Compared(edition) = self.kind {
            page.title = self.site.compared_title(edition, self.language);
            page.heading = escaped(&page.title);
        }
        page.selector = selector;
        page.further_style = pair_style(pairs);
        page.csp = csp(&[&page.style, &page.further_style]);
        page
    }

    /// The way to another page of the same language: these pages stand in folders of its folder.
    fn href(&self, to: Kind<'_>) -> String {
        let path = Address::new(to, self.language).path(self.site.plan.dataset);
        let below = path.split_once('/').map_or("", |(_, below)| below);
        format!("../{below}")
    }

    /// A text in the words of an edition.
    fn line(&mut self, text: &Localized, edition: Option<EditionIx>) -> String {
        match self.columns.plan(edition) {
            Some(plan) => self.writer(plan).line(text),
            None => String::new(),
        }
    }

    fn writer<'w, 'p>(&'w mut self, plan: &'w crate::view::Plan<'p>) -> Writer<'w, 'p> {
        Writer {
            plan,
            language: self.language,
            rules: &mut self.rules,
        }
    }

    /// A text that depends on nothing, escaped.
    fn line_of(&self, text: &Localized) -> String {
        escaped(&text.get(self.language).1.plain(&self.site.everything()))
    }

    fn word(&self, id: &str) -> String {
        let code = &self.site.plan.dataset.languages[self.language.index()].code;
        escaped(&self.site.word(code, id))
    }
}
