//! The kinds to which a figure belongs, edition by edition, at the head of its page. It decides nothing.

use super::super::*;
use super::Builder;

/// A kind of figures.
#[derive(Serialize)]
pub(super) struct KindContext {
    name: String,
    href: String,
    /// The editions in which the figure is of that kind, where it is not in all that have it.
    editions: String,
    /// Whether that was concluded from what sources say, in one of these editions.
    is_reconstructed: bool,
}

impl Builder<'_, '_> {
    /// The kinds of the glossary that count a figure among them, on its page.
    pub(super) fn kinds(&mut self, default: Option<EditionIx>) -> Vec<KindContext> {
        let Kind::Figure(figure) = self.kind else {
            return Vec::new();
        };
        let dataset = self.site.plan.dataset;
        let entries = dataset.glossary.values().flat_map(|part| &part.entries);
        let entries: Vec<_> = entries.collect();
        let left: Vec<_> = self.columns.editions().flatten().collect();
        let is_of = |entry: &GlossaryEntry, edition: &EditionIx| {
            entry.figures_in(dataset, *edition).contains(&figure)
        };
        let has_it = |edition: &&EditionIx| entries.iter().any(|(_, entry)| is_of(entry, edition));
        let with_it = left.iter().filter(has_it).count();
        let mut kinds = Vec::new();
        for (id, entry) in &entries {
            let own: Vec<_> = left
                .iter()
                .filter(|edition| is_of(entry, edition))
                .collect();
            if own.is_empty() {
                continue;
            }
            let ids = own
                .iter()
                .map(|edition| dataset.edition(**edition).0.as_str());
            let editions = match own.len() < with_it {
                true => ids.collect::<Vec<_>>().join(", "),
                false => String::new(),
            };
            kinds.push(KindContext {
                name: self.line(
                    &entry.name,
                    own.first().map(|edition| **edition).or(default),
                ),
                href: format!("{}#{}", self.href(Kind::Glossary), html_id("w", id)),
                editions,
                is_reconstructed: own
                    .iter()
                    .any(|edition| entry.reconstructed.contains(edition)),
            });
        }
        kinds
    }
}
