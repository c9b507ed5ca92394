//! Pages for editors about the rules of the linter: a list, and a page for each from what the rule
//! says of itself. They are in English, once for the whole site, and decide nothing.

use super::press::{FrameContext, framed, template_words};
use super::*;
use crate::lint::{RULES, Rule, SUGGESTIONS};
use pulldown_cmark::{Event, Parser, html};

/// The language that the rules explain themselves in.
const LANGUAGE: &str = "en";
/// The folder of the pages.
const FOLDER: &str = "rules";
/// The way from it to the root of the site.
const ROOT: &str = "../";

/// The way from the root of the site to the page of the rule `code`; `None` if there is no such
/// rule.
pub fn rule_path(code: &str) -> Option<String> {
    let known = all_rules().any(|rule| rule.code == code);
    known.then(|| format!("{FOLDER}/{code}.html"))
}

/// The way from the root of the site to the list of all rules.
pub fn rules_path() -> String {
    format!("{FOLDER}/index.html")
}

/// Those that find mistakes, and those that only suggest.
fn all_rules() -> impl Iterator<Item = &'static Rule> {
    RULES.into_iter().chain(SUGGESTIONS)
}

/// The list of all rules.
#[derive(Serialize)]
struct RulesPage {
    #[serde(flatten)]
    page: PageContext,
    rules: Vec<RuleContext>,
    suggestions: Vec<RuleContext>,
    reports: Vec<LinkContext>,
}

/// The page of a rule.
#[derive(Serialize)]
struct RulePage {
    #[serde(flatten)]
    page: PageContext,
    rule: RuleContext,
}

#[derive(Serialize)]
struct RuleContext {
    code: &'static str,
    title: &'static str,
    severity: &'static str,
    is_fixed: bool,
    href: String,
    /// As HTML.
    explanation: String,
}

framed!(RulesPage, RulePage);

impl Press<'_, '_> {
    /// The list of rules and the page of each.
    pub(super) fn lint_rule_pages(&self) -> Result<Vec<SiteFile>, RenderError> {
        let frame = self.english_frame();
        let path = rules_path();
        let rules = RULES.into_iter().map(rule_context);
        let suggestions = SUGGESTIONS.into_iter().map(rule_context);
        let list = RulesPage {
            page: self.english_page(&frame, self.word(LANGUAGE, "rules-title"), &path),
            rules: rules.collect(),
            suggestions: suggestions.collect(),
            reports: self.reports(),
        };
        let mut files = vec![self.render("rules.html", &path, &list)?];
        for rule in all_rules() {
            let rule = rule_context(rule);
            let path = format!("{FOLDER}/{}", rule.href);
            let title = format!("{}: {}", rule.code, rule.title);
            let page = self.english_page(&frame, title, &path);
            files.push(self.render("rule.html", &path, &RulePage { page, rule })?);
        }
        Ok(files)
    }

    /// What the pages have in common: they are there once for all languages.
    fn english_frame(&self) -> Arc<Context> {
        let dataset = self.plan.dataset;
        let language = dataset.language_ix(LANGUAGE).unwrap_or(LanguageIx(0));
        let game = dataset.title.get(language).1;
        let code = &dataset.languages[language.index()].code;
        let frame = FrameContext {
            game: game.plain(&self.initial(None)),
            root: ROOT,
            home: format!("{ROOT}index.html"),
            report: None,
            overview: None,
            all_tables: None,
            glossary: None,
            play: None,
            lists: None,
            compared: Vec::new(),
            faq: None,
            pages: None,
            changes: self.changes_href(language, ROOT),
            feed: self.feed_href(language, ROOT),
            preview: None,
            date: None,
            sources: Vec::new(),
            index: search::index_path(code),
            faq_index: (!dataset.faq.is_empty()).then(|| search::faq_index_path(code)),
            fixed: false,
        };
        frame.with(template_words(self.words, LANGUAGE))
    }

    fn english_page(&self, frame: &Arc<Context>, title: String, path: &str) -> PageContext {
        PageContext {
            frame: frame.clone(),
            language: LANGUAGE.to_owned(),
            heading: escaped(&title),
            title,
            style: String::new(),
            csp: csp(&[]),
            further_style: String::new(),
            languages: Vec::new(),
            tables: Vec::new(),
            presets: Vec::new(),
            sheets: None,
            canonical: self.canonical(path),
            alternates: Vec::new(),
            content: None,
            symbols: String::new(),
            whole: None,
            selector: None,
        }
    }

    /// The report of what is open, in each language.
    fn reports(&self) -> Vec<LinkContext> {
        let dataset = self.plan.dataset;
        let links = dataset.languages().map(|(ix, language)| LinkContext {
            id: language.code.clone(),
            name: language.name.clone(),
            href: format!("../{}", Address::new(Kind::Report, ix).path(dataset)),
            current: false,
        });
        links.collect()
    }
}

fn rule_context(rule: &Rule) -> RuleContext {
    RuleContext {
        code: rule.code,
        title: rule.title,
        severity: rule.severity.as_str(),
        is_fixed: rule.is_fixed,
        href: format!("{}.html", rule.code),
        explanation: from_markdown(rule.explanation),
    }
}

/// Markdown as HTML, in which raw HTML is text like any other.
fn from_markdown(markdown: &str) -> String {
    let events = Parser::new(markdown).map(|event| match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        other => other,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_become_html_and_raw_html_stays_text() {
        let html = from_markdown("`a: <b>` says *so* <i>.\n\n    x: {if y}<p>{/if}\n");
        let wanted = "<p><code>a: &lt;b&gt;</code> says <em>so</em> &lt;i&gt;.</p>\n\
                      <pre><code>x: {if y}&lt;p&gt;{/if}\n</code></pre>\n";
        assert_eq!(html, wanted);
    }
}
