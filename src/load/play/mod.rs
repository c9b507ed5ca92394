//! Reads the order of play: its words from `game.yaml`, its phases from the folder `play`, in the
//! order of the files' names. Whether steps can be shown `check` tells.

mod check;

pub use check::check;

use super::context::{Context, Parsed, place};
use super::kind;
use super::loader::{Declared, Layout, Loader};
use super::raw::*;
use crate::diagnostic::{Diagnostic, FileIx};
use crate::logic::Condition;
use crate::model::*;
use indexmap::IndexMap;
use std::collections::HashSet;

/// The order of play as read.
pub struct PlayRead {
    /// The order of play.
    pub play: Play,
    /// What cannot be judged.
    pub doubts: PlayDoubts,
}

/// What cannot be judged of an order of play, since something else is wrong.
pub struct PlayDoubts {
    /// The steps whose condition, or the condition of a step around them, is wrong.
    pub steps: HashSet<StepId>,
    /// Whether something was left out that may use a word.
    pub words: bool,
}

/// The order of play; empty where the dataset has none.
pub fn play(
    loader: &mut Loader,
    words: (FileIx, Option<RawPlayWords>),
    phases: Vec<Parsed<RawPhase>>,
) -> PlayRead {
    let errors_before = loader.context.diagnostics.len();
    let (file, raw) = words;
    let words = raw.map_or_else(PlayWords::default, |raw| PlayWords {
        actors: play_words(loader, file, raw.actors),
        repeats: play_words(loader, file, raw.repeats),
        rule_sets: play_words(loader, file, raw.rule_sets),
        markers: play_words(loader, file, raw.markers),
    });
    let mut reader = Reader {
        loader,
        words: &words,
        declared: Declared::new("step"),
        doubtful: HashSet::new(),
        file,
        source: None,
    };
    let phases = phases.into_iter();
    let phases = phases.filter_map(|phase| reader.phase(phase)).collect();
    let doubts = PlayDoubts {
        steps: reader.doubtful,
        words: loader.context.diagnostics.len() > errors_before,
    };
    PlayRead {
        play: Play { words, phases },
        doubts,
    }
}

fn play_words(
    loader: &mut Loader,
    file: FileIx,
    raw: Option<Entries<RawPlayWord>>,
) -> IndexMap<String, PlayWord> {
    let mut words = IndexMap::new();
    for (id, (key, raw)) in loader.context.unique(file, raw.unwrap_or_default()) {
        loader.context.is_id(file, &key, None);
        let names = &loader.names;
        let when = names.optional(&mut loader.context, file, raw.when.as_ref());
        let text = raw.text;
        let word = PlayWord {
            when,
            name: loader.localized(file, raw.name, Layout::OneLine),
            text: text.map(|text| loader.localized(file, text, Layout::OneLine)),
            place: place(file, &key),
        };
        words.insert(id, word);
    }
    words
}

struct Reader<'r> {
    loader: &'r mut Loader,
    words: &'r PlayWords,
    declared: Declared<'r>,
    doubtful: HashSet<StepId>,
    /// The file being read, and the source whose lines it names.
    file: FileIx,
    source: Option<SourceId>,
}

impl Reader<'_> {
    fn context(&mut self) -> &mut Context {
        &mut self.loader.context
    }

    /// The id that `scalar` declares; `None` where it was declared before.
    fn id(&mut self, scalar: &Scalar) -> Option<StepId> {
        let file = self.file;
        self.loader.context.is_id(file, scalar, None);
        let is_new = self.declared.add(&mut self.loader.context, file, scalar);
        is_new.then(|| StepId::new(scalar.value.clone()))
    }

    fn phase(&mut self, Parsed { file, value: raw }: Parsed<RawPhase>) -> Option<Phase> {
        self.file = file;
        self.source = self.loader.source(file, &raw.source);
        let id = self.id(&raw.id);
        let title = self.loader.localized(file, raw.title, Layout::OneLine);
        let counted = raw.number.map_or(Counted::Number, |n| self.counted(&n));
        let repeat = raw.repeat.and_then(|word| self.repeat(&word));
        let at = self.lines(raw.at);
        let body = match (raw.parts, raw.steps) {
            (Some(parts), None) if !parts.is_empty() => {
                let parts = parts.into_iter();
                PhaseBody::Parts(parts.filter_map(|part| self.part(part)).collect())
            }
            (None, Some(steps)) if !steps.is_empty() => PhaseBody::Steps(self.steps(steps, false)),
            _ => {
                let message = format!("in the phase `{}` nothing happens", raw.id.value);
                let help = "it has either `parts` with steps, or `steps`";
                let diagnostic = Diagnostic::new("empty-phase", message, place(file, &raw.id));
                self.context().report(diagnostic.help(help));
                return None;
            }
        };
        Some(Phase {
            id: id?,
            title,
            counted,
            repeat,
            at,
            body,
            place: place(file, &raw.id),
        })
    }

    fn counted(&mut self, scalar: &Scalar) -> Counted {
        match scalar.value.as_str() {
            "none" => Counted::Not,
            "continued" => Counted::Continues,
            _ => {
                let file = self.file;
                let words = ["none", "continued"];
                self.context().expected_one_of(file, scalar, &words);
                Counted::Number
            }
        }
    }

    fn part(&mut self, raw: RawPhasePart) -> Option<PhasePart> {
        let file = self.file;
        let id = self.id(&raw.id);
        if raw.steps.is_empty() {
            let message = format!("in the part `{}` nothing happens", raw.id.value);
            let diagnostic = Diagnostic::new("empty-phase", message, place(file, &raw.id));
            self.context()
                .report(diagnostic.help("write its `steps`, or remove it"));
        }
        let part = PhasePart {
            title: self.loader.localized(file, raw.title, Layout::OneLine),
            repeat: raw.repeat.and_then(|word| self.repeat(&word)),
            at: self.lines(raw.at),
            steps: self.steps(raw.steps, false),
            place: place(file, &raw.id),
            id: id?,
        };
        Some(part)
    }

    fn steps(&mut self, raw: Vec<RawStep>, is_doubtful: bool) -> Vec<PlayStep> {
        let raw = raw.into_iter();
        raw.filter_map(|step| self.step(step, is_doubtful))
            .collect()
    }

    /// A step and those below it; `is_doubtful` where a condition around it is wrong.
    fn step(&mut self, raw: RawStep, is_doubtful: bool) -> Option<PlayStep> {
        let file = self.file;
        let id = self.id(&raw.id);
        let errors_before = self.context().diagnostics.len();
        let when = self.when(raw.when.as_ref());
        let is_doubtful = is_doubtful || self.context().diagnostics.len() > errors_before;
        if is_doubtful {
            self.doubtful.insert(StepId::new(raw.id.value.clone()));
        }
        let step = PlayStep {
            when,
            who: raw.who.and_then(|word| self.actor(&word)),
            force: self.force(raw.must.as_ref(), raw.may.as_ref()),
            rule_sets: self.rule_sets(&raw.rule_sets.unwrap_or_default()),
            markers: self.markers(&raw.markers.unwrap_or_default()),
            label: raw
                .label
                .map(|label| self.loader.localized(file, label, Layout::OneLine)),
            text: self.loader.localized(file, raw.text, Layout::OneLine),
            alternative_of: raw.alternative_of.map(|step| StepId::new(step.value)),
            at: self.lines(raw.at),
            steps: self.steps(raw.steps.unwrap_or_default(), is_doubtful),
            place: place(file, &raw.id),
            id: id?,
        };
        Some(step)
    }

    fn when(&mut self, scalar: Option<&Scalar>) -> Condition {
        let loader = &mut *self.loader;
        loader
            .names
            .optional(&mut loader.context, self.file, scalar)
    }

    /// Whether a step has to be done; reports one that says both.
    fn force(&mut self, must: Option<&Scalar>, may: Option<&Scalar>) -> Option<Force> {
        let file = self.file;
        for scalar in must.into_iter().chain(may) {
            if scalar.value != "true" {
                self.context().expected_one_of(file, scalar, &["true"]);
            }
        }
        if let (Some(must), Some(may)) = (must, may) {
            let message = "a step cannot be both a duty and a choice";
            let diagnostic = Diagnostic::new("must-and-may", message, place(file, may))
                .label("it may be done")
                .also(place(file, must), "it must be done")
                .help("remove one of the two, or divide the step");
            self.context().report(diagnostic);
        }
        match (must, may) {
            (Some(_), _) => Some(Force::Must),
            (None, Some(_)) => Some(Force::May),
            (None, None) => None,
        }
    }

    fn repeat(&mut self, word: &Scalar) -> Option<String> {
        self.known("repeat", &self.words.repeats, word, &word.value)
    }

    fn actor(&mut self, word: &Scalar) -> Option<String> {
        self.known("actor", &self.words.actors, word, &word.value)
    }

    fn rule_sets(&mut self, words: &[Scalar]) -> Vec<String> {
        let known = &self.words.rule_sets;
        let words = words.iter();
        words
            .filter_map(|word| self.known("rule set", known, word, &word.value))
            .collect()
    }

    /// Markers as written: `tokens`, or with a number `fuel 1a`.
    fn markers(&mut self, written: &[Scalar]) -> Vec<StepMarker> {
        let known = &self.words.markers;
        let markers = written.iter().filter_map(|scalar| {
            let (name, number) = match scalar.value.split_once(char::is_whitespace) {
                Some((name, number)) => (name, Some(number.trim().to_owned())),
                None => (scalar.value.as_str(), None),
            };
            let id = self.known("marker", known, scalar, name)?;
            if let Some(number) = number.as_ref().filter(|number| !is_id(number, None)) {
                let message = format!("`{number}` is not the number of a marker");
                let help = "it is lower-case letters and digits: `fuel 1a`";
                let at = place(self.file, scalar);
                let diagnostic = Diagnostic::new("bad-id", message, at).help(help);
                self.context().report(diagnostic);
            }
            Some(StepMarker { id, number })
        });
        markers.collect()
    }

    /// The id `name`, if a word is declared by it; reports it if not.
    fn known(
        &mut self,
        kind: &'static str,
        words: &IndexMap<String, PlayWord>,
        scalar: &Scalar,
        name: &str,
    ) -> Option<String> {
        if words.contains_key(name) {
            return Some(name.to_owned());
        }
        let at = place(self.file, scalar);
        let known = words.keys().map(String::as_str);
        self.context()
            .unknown(kind::play_word(kind), at, name, known);
        None
    }

    /// Lines of the file's source.
    fn lines(&mut self, raw: Option<OneOrMany>) -> SourceLines {
        let (Some(raw), Some(source)) = (raw, self.source.clone()) else {
            return Vec::new();
        };
        vec![self.loader.lines_of(self.file, source, &raw)]
    }
}
