//! The order of play as text, JSON, CSV and Markdown. It decides nothing.

use super::Voice;
use super::markdown::escaped;
use super::text::{Style, Terminal, heading};
use crate::model::Words;
use crate::view::{PhaseView, PlayPartView, PlayView, StepView, WordView};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

const HEADER: [&str; 12] = [
    "edition",
    "phase",
    "part",
    "number",
    "step",
    "label",
    "text",
    "who",
    "force",
    "rule-sets",
    "markers",
    "adapted",
];

/// The order of play for the terminal.
pub fn text(view: &PlayView<'_>, words: &Words, terminal: Terminal) -> String {
    let page = TextPage {
        voice: voice(view, words),
        terminal,
    };
    page.document(view)
}

/// The order of play in Markdown.
pub fn markdown(view: &PlayView<'_>, words: &Words) -> String {
    let voice = voice(view, words);
    let mut out = format!("# {}\n", escaped(voice.word("play")));
    if view.phases.is_empty() {
        out.push_str(&format!("\n{}\n", escaped(voice.word("empty-play"))));
    }
    for phase in &view.phases {
        out.push_str(&markdown_phase(&voice, phase));
    }
    if let Some(untold) = untold(&voice, view) {
        out.push_str(&format!("\n{}\n", escaped(&untold)));
    }
    if !view.legend.is_empty() {
        out.push_str(&format!("\n## {}\n\n", escaped(voice.word("legend"))));
        for word in &view.legend {
            let text = word.text.as_ref().map_or("", |text| &text.text);
            let name = escaped(&word.name.text);
            out.push_str(&format!("- **{name}** {}\n", escaped(text)));
        }
    }
    out
}

/// The order of play for programs.
pub fn json(view: &PlayView<'_>) -> Value {
    let dataset = view.dataset;
    let elements = view.selection.elements.iter();
    let elements = elements.map(|element| dataset.element(element).0.as_str());
    json!({
        "schema": super::json::SCHEMA,
        "edition": dataset.edition(view.selection.edition).0.as_str(),
        "elements": elements.collect::<Vec<_>>(),
        "language": dataset.languages[view.language.index()].code,
        "phases": view.phases.iter().map(json_phase).collect::<Vec<_>>(),
        "markers": view.legend.iter().map(json_word).collect::<Vec<_>>(),
        "untold": view.untold.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(),
    })
}

/// The order of play with a line for each step; ids inside a field are parted by spaces.
pub fn csv(view: &PlayView<'_>) -> String {
    let mut lines = vec![HEADER.map(str::to_owned).to_vec()];
    for phase in &view.phases {
        for part in &phase.parts {
            let start = [
                view.dataset.edition(view.selection.edition).0.as_str(),
                phase.id.as_str(),
                part.head.as_ref().map_or("", |head| head.id.as_str()),
            ];
            let head = part.head.as_ref().map(|head| head.number.as_deref());
            let before = head.unwrap_or(phase.number.as_deref()).unwrap_or("");
            for step in &part.steps {
                csv_lines(&start, before, step, &mut lines);
            }
        }
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    for line in lines {
        // Writing to memory does not fail, and every line has as many fields as the header.
        let _ = writer.write_record(line);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn voice<'r, 'd>(view: &'r PlayView<'d>, words: &'r Words) -> Voice<'r, 'd> {
    Voice {
        dataset: view.dataset,
        selection: &view.selection,
        language: view.language,
        words,
    }
}

/// What no step is about; `None` where steps are about all that is selected.
fn untold(voice: &Voice<'_, '_>, view: &PlayView<'_>) -> Option<String> {
    let names = view.untold.iter().map(|(_, name)| name.text.as_str());
    let names = names.collect::<Vec<_>>().join(", ");
    let (said, colon) = (voice.word("play-untold"), voice.word("colon"));
    (!names.is_empty()).then(|| format!("{said}{colon}{names}"))
}

/// `2A Moving the wood`
fn title(number: Option<&str>, title: &str) -> String {
    number.map_or(title.to_owned(), |number| format!("{number} {title}"))
}

/// `tokens`, `fuel 1a`
fn word(word: &WordView<'_>) -> String {
    match word.number {
        Some(number) => format!("{} {number}", word.name.text),
        None => word.name.text.clone(),
    }
}

/// Who acts and whether that has to be, whose rules say so, and what is to be remembered.
fn badges(voice: &Voice<'_, '_>, step: &StepView<'_>) -> Vec<String> {
    let who = step.who.as_ref().map(word);
    let force = step.force.map(|force| voice.word(force.as_str()));
    let acts = match (who, force) {
        (Some(who), Some(force)) => Some(format!("{who}{}{force}", voice.word("colon"))),
        (who, force) => who.or(force.map(str::to_owned)),
    };
    let others = step.rule_sets.iter().chain(&step.markers).map(word);
    acts.into_iter().chain(others).collect()
}

struct TextPage<'p, 'd> {
    voice: Voice<'p, 'd>,
    terminal: Terminal,
}

impl TextPage<'_, '_> {
    fn document(&self, view: &PlayView<'_>) -> String {
        let mut out = heading(&self.voice, self.terminal);
        if view.phases.is_empty() {
            out.push_str(&format!("\n{}\n", self.voice.word("empty-play")));
        }
        let mut is_adapted = false;
        for phase in &view.phases {
            let name = title(phase.number.as_deref(), &phase.title.text);
            self.title(&name, phase.repeat.as_ref(), &mut out);
            for part in &phase.parts {
                if let Some(head) = &part.head {
                    let name = title(head.number.as_deref(), &head.title.text);
                    self.title(&name, part.repeat.as_ref(), &mut out);
                }
                for step in &part.steps {
                    is_adapted |= any_adapted(step);
                    self.step(step, 2, &mut out);
                }
            }
        }
        if let Some(untold) = untold(&self.voice, view) {
            out.push('\n');
            self.lines(&untold, "  ", &mut out);
        }
        if !view.legend.is_empty() {
            self.title(self.voice.word("legend"), None, &mut out);
        }
        for marker in &view.legend {
            let text = marker.text.as_ref().map_or("", |text| &text.text);
            let line = format!("  [{}] {text}", marker.name.text);
            self.lines(&line, "    ", &mut out);
        }
        if is_adapted {
            let said = format!("* {}", self.voice.word("adapted-explained"));
            out.push('\n');
            self.lines(&said, "  ", &mut out);
        }
        out
    }

    fn title(&self, name: &str, repeat: Option<&WordView<'_>>, out: &mut String) {
        out.push('\n');
        let repeat = repeat.map_or(String::new(), |repeat| format!(" ({})", repeat.name.text));
        for line in self.terminal.wrapped(&format!("{name}{repeat}"), "") {
            out.push_str(&format!("{}\n", self.terminal.styled(&line, Style::Bold)));
        }
    }

    fn step(&self, step: &StepView<'_>, indent: usize, out: &mut String) {
        let bullet = match &step.number {
            Some(number) => format!("{number}."),
            None => "-".to_owned(),
        };
        let start = format!("{}{bullet} ", " ".repeat(indent));
        let below = start.width();
        let label = step.label.as_ref();
        let label = label.map_or(String::new(), |label| {
            format!("{}{}", label.text, self.voice.word("colon"))
        });
        let star = if step.adapted { "*" } else { "" };
        let badges = badges(&self.voice, step).into_iter();
        let badges: String = badges.map(|badge| format!(" [{badge}]")).collect();
        let line = format!("{start}{label}{}{star}{badges}", step.text.text);
        self.lines(&line, &" ".repeat(below), out);
        for step in &step.steps {
            self.step(step, below, out);
        }
    }

    fn lines(&self, text: &str, indent: &str, out: &mut String) {
        for line in self.terminal.wrapped(text, indent) {
            out.push_str(&line);
            out.push('\n');
        }
    }
}

fn any_adapted(step: &StepView<'_>) -> bool {
    step.adapted || step.steps.iter().any(any_adapted)
}

fn markdown_phase(voice: &Voice<'_, '_>, phase: &PhaseView<'_>) -> String {
    let mut out = String::new();
    let name = title(phase.number.as_deref(), &phase.title.text);
    markdown_title("##", &name, phase.repeat.as_ref(), &mut out);
    for PlayPartView {
        head,
        repeat,
        steps,
    } in &phase.parts
    {
        if let Some(head) = head {
            let name = title(head.number.as_deref(), &head.title.text);
            markdown_title("###", &name, repeat.as_ref(), &mut out);
        }
        for step in steps {
            markdown_step(voice, step, "", &mut out);
        }
    }
    out
}

fn markdown_title(level: &str, name: &str, repeat: Option<&WordView<'_>>, out: &mut String) {
    out.push_str(&format!("\n{level} {}\n\n", escaped(name)));
    if let Some(repeat) = repeat {
        out.push_str(&format!("*{}*\n\n", escaped(&repeat.name.text)));
    }
}

/// A step as an item. Markdown has no letters for items: where steps have them, they stand in
/// their text.
fn markdown_step(voice: &Voice<'_, '_>, step: &StepView<'_>, indent: &str, out: &mut String) {
    let start = match step.number.as_deref() {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => format!("{number}. "),
        Some(letter) => format!("- {letter}. "),
        None => "- ".to_owned(),
    };
    out.push_str(&format!("{indent}{start}"));
    if let Some(label) = &step.label {
        let label = escaped(&label.text);
        out.push_str(&format!("**{label}**{}", voice.word("colon")));
    }
    out.push_str(&escaped(&step.text.text));
    let adapted = step.adapted.then(|| voice.word("adapted").to_owned());
    for badge in badges(voice, step).into_iter().chain(adapted) {
        out.push_str(&format!(" *({})*", escaped(&badge)));
    }
    out.push('\n');
    // What stands below an item begins where its text does.
    let width = start.find(' ').map_or(2, |at| at + 1);
    let indent = format!("{indent}{}", " ".repeat(width));
    for step in &step.steps {
        markdown_step(voice, step, &indent, out);
    }
}

fn json_phase(phase: &PhaseView<'_>) -> Value {
    json!({
        "id": phase.id.as_str(),
        "number": phase.number,
        "title": phase.title.text,
        "repeat": phase.repeat.as_ref().map(|repeat| repeat.id),
        "parts": phase.parts.iter().map(json_part).collect::<Vec<_>>(),
    })
}

fn json_part(part: &PlayPartView<'_>) -> Value {
    let head = part.head.as_ref();
    json!({
        "id": head.map(|head| head.id.as_str()),
        "number": head.and_then(|head| head.number.as_deref()),
        "title": head.map(|head| head.title.text.as_str()),
        "repeat": part.repeat.as_ref().map(|repeat| repeat.id),
        "steps": part.steps.iter().map(json_step).collect::<Vec<_>>(),
    })
}

fn json_step(step: &StepView<'_>) -> Value {
    json!({
        "id": step.id.as_str(),
        "number": step.number,
        "label": step.label.as_ref().map(|label| label.text.as_str()),
        "text": step.text.text,
        "who": step.who.as_ref().map(|who| who.id),
        "force": step.force.map(|force| force.as_str()),
        "rule-sets": ids(&step.rule_sets),
        "markers": step.markers.iter().map(json_word).collect::<Vec<_>>(),
        "adapted": step.adapted,
        "steps": step.steps.iter().map(json_step).collect::<Vec<_>>(),
    })
}

fn json_word(word: &WordView<'_>) -> Value {
    json!({"id": word.id, "name": word.name.text, "number": word.number})
}

fn ids<'w>(words: &'w [WordView<'_>]) -> Vec<&'w str> {
    words.iter().map(|word| word.id).collect()
}

/// A line for the step and for each below it; its number says where it stands: `2A.3.b`.
fn csv_lines(start: &[&str; 3], before: &str, step: &StepView<'_>, lines: &mut Vec<Vec<String>>) {
    let number = match step.number.as_deref() {
        Some(own) if !before.is_empty() => format!("{before}.{own}"),
        own => own.unwrap_or(before).to_owned(),
    };
    let markers = step.markers.iter().map(|marker| match marker.number {
        Some(number) => format!("{}-{number}", marker.id),
        None => marker.id.to_owned(),
    });
    let own = [
        number.as_str(),
        step.id.as_str(),
        step.label.as_ref().map_or("", |label| &label.text),
        &step.text.text,
        step.who.as_ref().map_or("", |who| who.id),
        step.force.map_or("", |force| force.as_str()),
        &ids(&step.rule_sets).join(" "),
        &markers.collect::<Vec<_>>().join(" "),
        if step.adapted { "yes" } else { "no" },
    ];
    let line = start.iter().chain(&own).map(|field| (*field).to_owned());
    lines.push(line.collect());
    for below in &step.steps {
        csv_lines(start, &number, below, lines);
    }
}
