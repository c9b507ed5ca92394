//! Two presets that select the same.

use rulegrid::diagnostic::{Diagnostic, Severity};
use rulegrid::lint::{Rule, Subject};
use rulegrid::model::LanguageIx;

/// The rule.
pub const RULE: Rule = Rule {
    code: "twin-presets",
    severity: Severity::Warning,
    is_fixed: false,
    title: "two presets that select the same",
    explanation: "\
Both presets choose the same edition and the same elements, so that readers choose between two
names for one page.

Remove one of them, or mend what it selects.
",
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let presets = &subject.dataset.presets;
    let mut found = Vec::new();
    for (at, (id, preset)) in presets.iter().enumerate() {
        let what = (preset.edition, &preset.elements);
        let mut before = presets.iter().take(at);
        if let Some((twin, _)) = before.find(|(_, p)| (p.edition, &p.elements) == what) {
            let message = format!("the preset `{id}` selects what `{twin}` does");
            let place = preset.name.place(LanguageIx(0)).clone();
            found.push(
                Diagnostic::new(RULE.code, message, place)
                    .about(id.as_str())
                    .help("remove one of them, or mend what it selects"),
            );
        }
    }
    found
}
