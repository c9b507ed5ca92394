//! A page written in Markdown: its text, its lists of figures with their notes, its contents, and
//! what it says in editions that it does not cover. It decides nothing.

use super::icons::Sprite;
use super::notes::{Mark, NoteContext, PartContext};
use super::press::framed;
use super::rules::Rules;
use super::selector::selector;
use super::text::{REBUILT, SAID, Writer, joined, remark_html};
use super::*;
use crate::logic::Condition;
use crate::render::speaker_label;
use crate::view::{ListedFigure, NotePartPlan, PagePlan};
use indexmap::IndexMap;

/// The page.
#[derive(Serialize)]
pub(super) struct ReadingPage {
    #[serde(flatten)]
    page: PageContext,
    /// The page of the expansion that it is about.
    expansion_href: String,
    /// The source that it cites.
    source: String,
    /// The name of the language that it is in, where that is another than the reader's.
    foreign: Option<String>,
    /// What it says instead in other editions.
    elsewhere: Vec<PartOfPage>,
    /// The class of all that it says in its own.
    covered: String,
    contents: Vec<PartOfPage>,
    text: String,
    notes: Vec<NoteContext>,
    notes_class: String,
    /// Who speaks in it.
    speakers: Vec<SpeakerContext>,
    has_rebuilt: bool,
}

/// A piece of HTML with its class and, where it is a link, its place.
#[derive(Serialize)]
struct PartOfPage {
    html_id: String,
    class: String,
    html: String,
}

framed!(ReadingPage);

impl Press<'_, '_> {
    /// The page `id` in a language; `None` where there is none.
    pub(super) fn reading_page(&self, id: &PageId, language: LanguageIx) -> Option<ReadingPage> {
        let builder = Builder {
            site: self,
            own: PagePlan::new(self.plan, id)?,
            language,
            rules: Rules::default(),
            sprite: Sprite::new(&self.plan.dataset.icons),
            cited: IndexMap::new(),
        };
        Some(builder.page())
    }

    /// The pages about an expansion.
    pub(super) fn pages_about<'s>(
        &'s self,
        expansion: &'s ExpansionId,
    ) -> impl Iterator<Item = (&'s PageId, &'s Page)> {
        let pages = self.plan.dataset.pages.iter();
        pages.filter(move |(_, page)| page.expansion == *expansion)
    }
}

struct Builder<'b, 'd> {
    site: &'b Press<'b, 'd>,
    own: PagePlan<'b, 'd>,
    language: LanguageIx,
    rules: Rules,
    sprite: Sprite<'d>,
    /// The notes in the order of first citation, and where something shown cites each.
    cited: IndexMap<NoteId, Vec<Condition>>,
}

impl<'d> Builder<'_, 'd> {
    fn page(mut self) -> ReadingPage {
        let (site, page) = (self.site, self.own.page);
        let (language, text) = page.text.get(self.language);
        let declared = &site.plan.dataset.languages[language.index()];
        let is_foreign = language != self.language;
        let elsewhere = self.own.elsewhere().collect::<Vec<_>>();
        let elsewhere = elsewhere.into_iter().map(|(here, text)| PartOfPage {
            html_id: String::new(),
            class: self.rules.shown(&here),
            html: self.writer().line(text).replace(HERE, "../"),
        });
        let elsewhere = elsewhere.collect();
        let covered = match &self.own.covered {
            Condition::False => "never".to_owned(),
            covered => self.rules.shown(covered),
        };
        let contents = self.contents(text);
        let html = self.text(text);
        let (speakers, has_rebuilt) = self.remarks(&html);
        let (notes, notes_class) = self.notes();
        let heading = self.writer().line(&page.title);
        let opening = self.own.opening();
        let elements = self.rules.elements();
        let language = self.language;
        let selector = selector(
            site,
            site.plan,
            &elements,
            &opening,
            language,
            &mut self.rules,
        );
        let title = page.title.get(self.language).1.plain(&opening);
        let address = Address::new(Kind::Page(self.own.id), self.language);
        let mut frame = site.page(address, title, &opening, self.rules.css(&site.inputs));
        frame.heading = heading;
        frame.selector = Some(selector);
        frame.symbols = self.sprite.symbols();
        ReadingPage {
            page: frame,
            expansion_href: format!("../{}", expansion_page(&page.expansion)),
            source: match site.plan.dataset.sources.get(&page.source) {
                Some(source) => self.line_of(&source.title),
                None => String::new(),
            },
            foreign: is_foreign.then(|| escaped(&declared.name)),
            elsewhere,
            covered,
            contents,
            text: match is_foreign {
                true => format!("<div lang=\"{}\">{html}</div>", escaped(&declared.code)),
                false => html,
            },
            notes,
            notes_class,
            speakers,
            has_rebuilt,
        }
    }

    fn writer(&mut self) -> Writer<'_, 'd> {
        Writer {
            plan: self.site.plan,
            language: self.language,
            rules: &mut self.rules,
        }
    }

    /// A text that depends on nothing, escaped.
    fn line_of(&self, text: &Localized) -> String {
        escaped(&text.get(self.language).1.plain(&self.own.opening()))
    }

    fn word(&self, id: &str) -> String {
        let code = &self.site.plan.dataset.languages[self.language.index()].code;
        escaped(&self.site.word(code, id))
    }

    /// The headings of the second level.
    fn contents(&mut self, text: &Text) -> Vec<PartOfPage> {
        let mut contents = Vec::new();
        for block in &text.blocks {
            let BlockKind::Heading {
                level: 2, anchor, ..
            } = &block.kind
            else {
                continue;
            };
            let mut html = String::new();
            self.writer().heading_words(block, &mut html);
            let shown = self.site.plan.scope.fix(&block.when);
            contents.push(PartOfPage {
                html_id: html_id("s", anchor),
                class: self.rules.shown(&shown),
                html,
            });
        }
        contents
    }

    fn text(&mut self, text: &Text) -> String {
        let mut html = String::new();
        for block in &text.blocks {
            match &block.kind {
                BlockKind::Facts { query, remarks } => {
                    self.facts(query, remarks, &block.when, &mut html);
                }
                _ => self.writer().block(block, &mut html),
            }
        }
        let mut html = html.replace(HERE, "../");
        html = html.replace(REBUILT, &self.word("page-rebuilt"));
        for speaker in Speaker::ALL {
            let [before, behind] = SAID;
            let said = format!("{before}{}{behind}", speaker.as_str());
            html = html.replace(&said, &self.word(speaker_label(speaker)));
        }
        html
    }

    /// The figures that answer a question in one way, or that none does.
    fn facts(
        &mut self,
        query: &FactsQuery,
        remarks: &[Inline],
        when: &Condition,
        out: &mut String,
    ) {
        let when = self.site.plan.scope.fix(when);
        if when == Condition::False {
            return;
        }
        let around = self.rules.shown(&when);
        let code = &self.site.plan.dataset.languages[self.language.index()].code;
        let figures = self.own.figures(query);
        let some = Condition::or(figures.iter().map(|figure| figure.shown.clone()));
        let class = joined(&["facts".to_owned(), around]);
        let (question, answer) = (escaped(query.question.as_str()), query.answer.to_string());
        out.push_str(&format!(
            "<div class=\"{class}\" lang=\"{}\" data-facts=\"{question}\" data-answer-is=\"{}\">",
            escaped(code),
            escaped(&answer)
        ));
        if !figures.is_empty() {
            let class = self.rules.shown(&some);
            out.push_str(&format!("<ul class=\"{class}\">"));
            for figure in &figures {
                self.figure(query, figure, &when, out);
            }
            out.push_str("</ul>");
        }
        let none = some.negate();
        if none != Condition::False {
            let class = joined(&["none".to_owned(), self.rules.shown(&none)]);
            let word = self.word("page-facts-none");
            out.push_str(&format!("<p class=\"{class}\">{word}</p>"));
        }
        out.push_str("<p class=\"all\">");
        if self.site.asks(&query.question) {
            let href = question_page(&query.question);
            let word = self.word("page-facts-all");
            out.push_str(&format!("<a href=\"../{href}\">{word}</a>"));
        }
        for remark in remarks {
            if let Inline::Remark(remark) = remark {
                out.push(' ');
                out.push_str(&remark_html(remark));
            }
        }
        out.push_str("</p></div>");
    }

    fn figure(
        &mut self,
        query: &FactsQuery,
        figure: &ListedFigure<'d>,
        around: &Condition,
        out: &mut String,
    ) {
        let class = joined(&[
            self.rules.shown(&figure.shown),
            self.rules.adapted(&figure.adapted),
        ]);
        let icon = self.sprite.figure(figure.id);
        let name = self.writer().line(&figure.figure.name);
        let href = figure_page(figure.id);
        let anchor = html_id("q", query.question.as_str());
        out.push_str(&format!(
            "<li class=\"{class}\" data-figure=\"{}\"><a href=\"../{href}#{anchor}\">{icon}{name}</a>",
            figure.id
        ));
        for (id, when) in &figure.notes {
            if *when == Condition::False {
                continue;
            }
            let shown = [around, &figure.shown, when, &self.own.covered];
            let cited = self.cited.entry((*id).clone()).or_default();
            cited.push(Condition::and(shown.map(Condition::clone)));
            let label = self.cited.get_index_of(*id).map_or(0, |at| at + 1);
            let see = self.word("see-note");
            let class = self.rules.shown(when);
            Mark { id, label, class }.write(&see, out);
        }
        let chip = self.word("adapted");
        let chip = format!(" <span class=\"chip\">{chip}</span>");
        out.push_str(if figure.adapted == Condition::False {
            ""
        } else {
            &chip
        });
        out.push_str("</li>");
    }

    /// Who speaks in the text, and whether something in it is rebuilt.
    fn remarks(&self, html: &str) -> (Vec<SpeakerContext>, bool) {
        let used = |speaker: &Speaker| html.contains(&format!("#i-{}\"", speaker.as_str()));
        let speakers = Speaker::ALL.into_iter().filter(used);
        let speakers = speakers.map(|speaker| SpeakerContext {
            id: speaker.as_str(),
            word: self.word(speaker_label(speaker)),
        });
        (speakers.collect(), html.contains("class=\"rebuilt\""))
    }

    /// The notes cited, and the class of their list.
    fn notes(&mut self) -> (Vec<NoteContext>, String) {
        let cited = std::mem::take(&mut self.cited);
        let all = cited.values().flatten().cloned();
        let class = self.rules.shown(&Condition::or(all));
        let plan = self.site.plan;
        let mut notes = Vec::new();
        for (at, (id, when)) in cited.into_iter().enumerate() {
            let Some(note) = plan.dataset.notes.get(&id) else {
                continue;
            };
            let mut parts = Vec::new();
            for NotePartPlan {
                part,
                shown,
                adapted,
            } in plan.parts(note)
            {
                let classes = [self.rules.shown(&shown), self.rules.adapted(&adapted)];
                let text = self.writer().blocks(&part.text);
                parts.push(PartContext::new(part, &classes, |id| self.word(id), text));
            }
            let known = plan.notes.get(&id).map(|note| note.adapted.clone());
            let classes = [
                self.rules.shown(&Condition::or(when)),
                self.rules.adapted(&known.unwrap_or(Condition::False)),
            ];
            notes.push(NoteContext::new(&id, at + 1, &classes, parts));
        }
        (notes, class)
    }
}
