//! Pages of the other kinds, and the places in them that the search leads to.

use super::text::Line;
use super::*;

/// A page, or a place in one.
#[derive(Serialize)]
pub(super) struct OtherPart {
    path: String,
    name: Line,
    /// What else it is about.
    elements: Vec<Line>,
}

impl Builder<'_, '_> {
    /// The order of play with its phases and their parts, and the lists.
    pub(super) fn other_pages(&mut self, code: &str) -> Vec<OtherPart> {
        let dataset = self.site.plan.dataset;
        let mut pages = Vec::new();
        let whole = |kind, word| OtherPart {
            path: Address::new(kind, self.language).path(dataset),
            name: Line::Plain(self.site.word(code, word)),
            elements: Vec::new(),
        };
        if !dataset.play.phases.is_empty() {
            pages.push(whole(Kind::Play, "play"));
        }
        if !dataset.lists.is_empty() {
            pages.push(whole(Kind::Lists, "lists"));
        }
        for phase in self.site.plan.play().phases {
            let parts = phase.parts.iter().filter_map(|part| part.part);
            let heads = parts.map(|part| (&part.id, &part.title));
            for (id, title) in [(&phase.phase.id, &phase.phase.title)]
                .into_iter()
                .chain(heads)
            {
                pages.push(self.place(Kind::Play, "play", ("phase", id.as_str()), title));
            }
        }
        for list in &self.site.plan.lists {
            let id = ("l", list.id.as_str());
            pages.push(self.place(Kind::Lists, "lists", id, &list.list.title));
        }
        pages
    }

    /// A place in a page, which is found by the page's name as well.
    fn place(
        &mut self,
        kind: Kind<'_>,
        word: &str,
        (prefix, id): (&str, &str),
        title: &Localized,
    ) -> OtherPart {
        let code = &self.site.plan.dataset.languages[self.language.index()].code;
        OtherPart {
            path: format!("{}#{}", self.path(kind), html_id(prefix, id)),
            name: self.line(title),
            elements: vec![Line::Plain(self.site.word(code, word))],
        }
    }

    /// A page written in Markdown, with those of its headings that are always there.
    pub(super) fn reading(&mut self, id: &PageId, page: &Page) -> Vec<OtherPart> {
        let code = &self.site.plan.dataset.languages[self.language.index()].code;
        let path = format!("{code}/{}", reading_page(id));
        let mut parts = vec![OtherPart {
            path: path.clone(),
            name: self.line(&page.title),
            elements: Vec::new(),
        }];
        let blocks = &page.text.get(self.language).1.blocks;
        for block in blocks.iter().filter(|it| it.when == Condition::True) {
            if let BlockKind::Heading { anchor, text, .. } = &block.kind {
                parts.push(OtherPart {
                    path: format!("{path}#{}", html_id("s", anchor)),
                    name: self.words(text),
                    elements: vec![self.line(&page.title)],
                });
            }
        }
        parts
    }
}
