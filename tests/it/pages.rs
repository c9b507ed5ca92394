//! The site as readers get it: what its pages show in Chromium against the view, and what every
//! page owes to its reader, parsed as a browser would.

use crate::browser::{Browser, Page};
use crate::server::Server;
use crate::support::{QUESTIONS, dataset, loaded, small_dataset};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::{Compression, write::GzEncoder};
use rulegrid::lint::{RULES, SUGGESTIONS};
use rulegrid::load::{load, words};
use rulegrid::logic::Condition;
use rulegrid::model::*;
use rulegrid::publish::{SiteFile, publish};
use rulegrid::render::html::{Look, RenderError, Site};
use rulegrid::render::{answer_label, answer_word, open_word, speaker_label};
use rulegrid::selection::address;
use rulegrid::view::{Mark, Plan, Scope, Shown, TextView, View, adapted};
use scraper::{ElementRef, Html, Selector};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use tempfile::TempDir;

/// How many selections each table and language is tried with.
const SELECTIONS: usize = 21;
/// How large a page may be together with the style sheet, both compressed, in bytes.
const MOST_BYTES: usize = 60_000;

pub static PLAN: LazyLock<Plan<'static>> = LazyLock::new(|| Plan::new(dataset()));
pub static WORDS: LazyLock<Words> = LazyLock::new(|| words().expect("the words of the interface"));
/// The files of the whole site, which several tests need.
pub static FILES: LazyLock<Vec<SiteFile>> = LazyLock::new(|| files(&PLAN, None));

pub fn files(plan: &Plan, base_url: Option<&str>) -> Vec<SiteFile> {
    let site = Site {
        plan,
        words: &WORDS,
        base_url,
        files: std::ptr::eq(plan.dataset, dataset()).then(|| &loaded().files),
        sheets: &[],
    };
    site.files().expect("a site")
}

/// Files are handed on while others are not made yet, and none is made for nothing.
#[test]
fn a_refused_file_ends_the_making() {
    enum Ended {
        NotMade,
        Refused,
    }
    impl From<RenderError> for Ended {
        fn from(_: RenderError) -> Self {
            Self::NotMade
        }
    }
    let folder = small_dataset(&[]);
    let loaded = load(folder.path()).expect("a dataset");
    let site = Site {
        plan: &Plan::new(&loaded.dataset),
        words: &WORDS,
        base_url: None,
        files: None,
        sheets: &[],
    };
    let made = AtomicUsize::new(0);
    let ended = site.files_into(&Look::built_in(), &[], |file| {
        made.fetch_add(1, Ordering::Relaxed);
        match file.path.contains('/') {
            true => Err(Ended::Refused),
            false => Ok(()),
        }
    });
    assert!(matches!(ended, Err(Ended::Refused)));
    let (made, all) = (made.into_inner(), site.files().expect("a site").len());
    assert!(made < all / 2, "{made} of {all}");
}

/// A page of the site, parsed as browsers do.
pub fn html(path: &str) -> Html {
    let file = FILES.iter().find(|file| file.path == path).expect(path);
    Html::parse_document(std::str::from_utf8(&file.bytes).expect("UTF-8"))
}

pub fn published(files: &[SiteFile]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    publish(folder.path(), files).expect("a published site");
    folder
}

/// The address of a page from a folder.
pub fn from_folder(folder: &TempDir, path: &str) -> String {
    format!("file://{}/{path}", folder.path().display())
}

/// A table's page in a language.
type Job = (&'static TableId, LanguageIx);

/// The path of the page.
fn path((table, language): Job) -> String {
    format!("{}/{table}.html", code(language))
}

fn all_jobs() -> Vec<Job> {
    let languages = || dataset().languages().map(|(language, _)| language);
    let tables = dataset().tables.keys();
    tables
        .flat_map(|table| languages().map(move |language| (table, language)))
        .collect()
}

fn code(language: LanguageIx) -> &'static str {
    &dataset().languages[language.index()].code
}

/// Does the jobs in two pages without scripts at a time.
fn in_two_pages<T: Sync>(jobs: &[T], work: impl Fn(&Page, &T) + Sync) {
    let browser = Browser::start();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let page = browser.page(false);
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(&page, job);
                }
            });
        }
    });
}

/// What a reader has before them, line by line in the order of the page: the kind of thing first.
pub type Lines = Vec<Vec<String>>;

/// What the scripts below share: what is seen, and the text of something as it is seen, without
/// marks and signs; items stand behind what tells them apart.
const COMMON: &str = r##"
    const how = {visibilityProperty: true, opacityProperty: true};
    const seen = element => element.checkVisibility(how);
    const leaf = (element, text) =>
        !element.childElementCount && element.textContent.trim() === text;
    const chip = element => leaf(element, words.adapted);
    const blocks = ["p", "div", "ul", "ol"];
    const read = node => {
        let out = "", items = 0;
        for (const child of node.childNodes) {
            if (child.nodeType === Node.TEXT_NODE) out += child.data;
            if (child.nodeType !== Node.ELEMENT_NODE || !seen(child)) continue;
            const tag = child.localName;
            if (tag === "svg" || child.matches("a[data-note]") || chip(child)) continue;
            const item = node.localName === "ol" ? `${items + 1}. ` : "- ";
            if (tag === "li") out += `\n${item}${read(child)}`, items++;
            else out += blocks.includes(tag) ? `\n${read(child)}\n` : read(child);
        }
        return out;
    };
"##;

/// Lists what is seen, everything that the page's table and notes consist of; what is seen and
/// belongs to nothing is `stray`.
const READ: &str = r##"
    const lines = [], known = new Set();
    const marks = node => [...node.querySelectorAll("a[data-note]")].filter(seen).map(mark => {
        known.add(mark);
        return `${mark.dataset.note}=${mark.textContent.trim()}`;
    }).join(" ");
    const data = (element, ...names) => names.map(name => element.dataset[name] ?? "");

    lines.push(["title", read(document.querySelector("h1"))]);
    const sentences = [...document.querySelectorAll("main *")].filter(e => leaf(e, words.empty));
    for (const sentence of sentences) if (seen(sentence)) lines.push(["empty"]);
    if (!sentences.length) lines.push(["stray", "there is no sentence for an empty table"]);
    for (const table of document.querySelectorAll("[data-table]")) {
        if (!seen(table)) continue;
        lines.push(["table", table.dataset.table]);
        for (const head of table.querySelectorAll("th[data-figure]")) {
            if (!seen(head)) continue;
            known.add(head).add(head.parentElement).add(head.parentElement.cells[0]);
            lines.push(["head", ...data(head, "figure"), read(head), marks(head)]);
        }
        for (const row of [...table.tBodies].flatMap(body => [...body.rows]).filter(seen)) {
            known.add(row);
            const cells = [...row.cells].filter(seen);
            cells.forEach(cell => known.add(cell));
            const {question} = row.dataset;
            if (!question) lines.push(["section", cells.map(read).join(" "), marks(row)]);
            else for (const cell of cells) {
                if (cell.localName === "th") lines.push(["row", question]);
                else lines.push(["cell", question, ...data(cell, "figure", "answer", "open")]);
                lines.at(-1).push(read(cell), marks(cell));
            }
        }
    }
    for (const note of document.querySelectorAll("li[data-note]")) {
        if (!seen(note)) continue;
        known.add(note);
        lines.push(["note", ...data(note, "note"), String(note.value)]);
        const parts = [...note.querySelectorAll("svg:has(use)")].filter(seen).map(svg => {
            const speaker = svg.querySelector("use").getAttribute("href").replace("#i-", "");
            const title = svg.querySelector("title")?.textContent;
            const name = svg.getAttribute("aria-label") ?? title ?? "";
            return ["part", speaker, name, read(svg.parentElement)];
        });
        lines.push(...parts);
        const squeezed = texts => texts.join(" ").trim().split(/\s+/).join(" ");
        if (squeezed(parts.map(part => part[3])) !== squeezed([read(note)]))
            lines.push(["stray", read(note)]);
    }
    const headings = [...document.querySelectorAll("h2")].filter(h => leaf(h, words.notes));
    if (headings.some(seen) && !lines.some(line => line[0] === "note"))
        lines.push(["stray", "a heading without notes"]);
    const pieces = "[data-table] :is(tr, th, td), [data-figure], [data-question], [data-note]";
    for (const piece of document.querySelectorAll(pieces))
        if (seen(piece) && !known.has(piece)) lines.push(["stray", piece.outerHTML.slice(0, 200)]);
    return lines;
"##;

/// Runs a script in the page that may use what [`COMMON`] defines.
fn run(page: &Page, language: LanguageIx, script: &str) -> Value {
    let word = |id| WORDS.get(code(language), id);
    let (adapted, empty, notes) = (word("adapted"), word("empty-table"), word("notes"));
    let words = json!({"adapted": adapted, "empty": empty, "notes": notes});
    page.eval(&format!("(words => {{ {COMMON} {script} }})({words})"))
}

/// Reads what a reader of the page has before them.
pub fn seen(page: &Page, language: LanguageIx) -> Lines {
    let lines = run(page, language, READ);
    let mut lines: Lines = serde_json::from_value(lines).expect("lines");
    lines
        .iter_mut()
        .flatten()
        .for_each(|text| *text = normal(text));
    lines
}

/// `text` with its white space evened out; spaces that do not break are no white space here.
fn normal(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a reader of the page of `table` must have before them.
pub fn expected(view: &View, table: &TableId) -> Lines {
    let word = |id: &'static str| WORDS.get(code(view.language), id).to_owned();
    let text = |view: &TextView| normal(&view.text);
    let marks = |marks: &[Mark]| {
        let marks = marks
            .iter()
            .map(|mark| format!("{}={}", mark.id, mark.label));
        marks.collect::<Vec<_>>().join(" ")
    };
    let title = view.dataset.tables[table].title.get(view.language).1;
    let mut lines: Lines = vec![vec!["title".into(), title.plain(&view.selection)]];
    let Some(table) = view.tables.iter().find(|shown| shown.id == table) else {
        lines.push(vec!["empty".into()]);
        return lines;
    };
    lines.push(vec!["table".into(), table.id.to_string()]);
    for head in &table.figures {
        let figure = head.id.to_string();
        lines.push(vec![
            "head".into(),
            figure,
            text(&head.name),
            marks(&head.notes),
        ]);
    }
    for section in &table.sections {
        lines.push(vec!["section".into(), text(&section.title), String::new()]);
        for row in &section.rows {
            let question = row.question.to_string();
            let (label, notes) = (text(&row.text), marks(&row.notes));
            lines.push(vec!["row".into(), question.clone(), label, notes]);
            for cell in &row.cells {
                let said = match (cell.answer, &cell.text) {
                    (Shown::NotEntered, _) => word("answer-not-entered"),
                    (answer, None) => word(answer_label(answer).expect("a word or a text")),
                    (_, Some(said)) => text(said),
                };
                let open = open_word(cell.answer).unwrap_or_default();
                lines.push(vec![
                    "cell".into(),
                    question.clone(),
                    cell.figure.to_string(),
                    answer_word(cell.answer).into(),
                    open.into(),
                    said,
                    marks(&cell.notes),
                ]);
            }
        }
    }
    for mark in &table.notes {
        lines.push(vec![
            "note".into(),
            mark.id.to_string(),
            mark.label.to_string(),
        ]);
        let note = view.notes.iter().find(|note| note.id == mark.id);
        for part in &note.expect("a note that a table shows").parts {
            let (speaker, name) = (part.speaker.as_str(), word(speaker_label(part.speaker)));
            lines.push(vec!["part".into(), speaker.into(), name, text(&part.text)]);
        }
    }
    lines
}

/// What of the page of `table` is adapted: heads, rows, cells and notes, in its order.
fn expected_adapted(view: &View, table: &TableId) -> Vec<String> {
    let Some(table) = view.tables.iter().find(|shown| shown.id == table) else {
        return Vec::new();
    };
    let heads = table.figures.iter().filter(|head| head.adapted);
    let mut adapted: Vec<_> = heads.map(|head| format!("head {}", head.id)).collect();
    for row in table.sections.iter().flat_map(|section| &section.rows) {
        if row.adapted {
            adapted.push(format!("row {}", row.question));
        }
        let cells = row.cells.iter().filter(|cell| cell.adapted);
        adapted.extend(cells.map(|cell| format!("cell {} {}", row.question, cell.figure)));
    }
    let cited: HashSet<_> = table.notes.iter().map(|mark| mark.id).collect();
    let labels: HashMap<_, _> = table
        .notes
        .iter()
        .map(|mark| (mark.id, mark.label))
        .collect();
    let notes = view.notes.iter();
    let mut notes: Vec<_> = notes
        .filter(|n| n.adapted && cited.contains(n.id))
        .collect();
    notes.sort_by_key(|note| labels[note.id]);
    adapted.extend(notes.iter().map(|note| format!("note {}", note.id)));
    adapted
}

/// Where the page differs from the view; empty where it does not.
pub fn differences(seen: &Lines, expected: &Lines) -> Vec<String> {
    if seen == expected {
        return Vec::new();
    }
    let only = |who: &str, these: &Lines, others: &Lines| {
        let others: HashSet<_> = others.iter().collect();
        let only = these.iter().filter(|line| !others.contains(line));
        only.map(|line| format!("only {who}: {}", line.join(" | ")))
            .take(8)
            .collect()
    };
    let mut found: Vec<String> = only("on the page", seen, expected);
    found.extend(only("in the view", expected, seen));
    if found.is_empty() {
        let first = seen
            .iter()
            .zip(expected)
            .find(|(seen, expected)| seen != expected);
        found.push(format!("in another order or number, first here: {first:?}"));
    }
    found
}

/// Random numbers that are the same each time (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        let at = self.next() % u64::try_from(from.len()).expect("a small list");
        &from[usize::try_from(at).expect("a small list")]
    }
}

/// The inputs of a page by which a selection is made.
struct Inputs {
    editions: Vec<(EditionIx, String)>,
    expansions: Vec<Boxes>,
}

/// The boxes of an expansion that a page has.
struct Boxes {
    whole: Option<String>,
    elements: Vec<(ElementIx, String)>,
    /// What it brings that another one declares.
    shared: Vec<ElementIx>,
}

/// The id of the radio button of an edition.
fn edition_input(edition: &EditionId) -> String {
    format!("ed-{}", edition.as_str().replace('.', "-"))
}

impl Inputs {
    /// Reads them, and sees to it that there is no other input and that each is of use.
    fn of(page: &Page) -> Self {
        let ids = "[...document.querySelectorAll('input, select, textarea')].map(i => i.id)";
        let ids: Vec<String> = serde_json::from_value(page.eval(ids)).expect("ids");
        let has = |id: &String| ids.contains(id);
        let editions = dataset().editions();
        let editions = editions.map(|(ix, id, _)| (ix, edition_input(id)));
        let editions: Vec<_> = editions.filter(|(_, id)| has(id)).collect();
        let mut expansions = Vec::new();
        for (id, expansion) in &dataset().expansions {
            let own = expansion.elements.iter();
            let own = own.map(|ix| (*ix, format!("x-{}", dataset().element(*ix).0)));
            let elements: Vec<_> = own.filter(|(_, id)| has(id)).collect();
            let whole = Some(format!("p-{id}")).filter(has);
            let several = expansion.elements.len() > 1;
            let wanted = several && !elements.is_empty();
            assert_eq!(whole.is_some(), wanted, "the box of the whole of {id}");
            // What several boxes bring has its own box with the one that declares it.
            let (own, shared): (Vec<_>, Vec<_>) = elements
                .into_iter()
                .partition(|(ix, _)| dataset().element(*ix).1.expansion == *id);
            expansions.push(Boxes {
                whole,
                elements: own,
                shared: shared.into_iter().map(|(ix, _)| ix).collect(),
            });
        }
        let inputs = Self {
            editions,
            expansions,
        };
        let mut known: Vec<_> = inputs.ids().map(String::as_str).collect();
        known.push("mark-adapted");
        known.sort_unstable();
        let mut found: Vec<_> = ids.iter().map(String::as_str).collect();
        found.sort_unstable();
        assert_eq!(
            found, known,
            "inputs of the page, and those that it should have"
        );
        inputs.compare_with_rules(page);
        inputs
    }

    fn ids(&self) -> impl Iterator<Item = &String> {
        let editions = self.editions.iter().map(|(_, id)| id);
        let boxes = self.expansions.iter().flat_map(|boxes| {
            let elements = boxes.elements.iter().map(|(_, id)| id);
            boxes.whole.iter().chain(elements)
        });
        editions.chain(boxes)
    }

    /// The boxes are exactly those that the page's rules name, which name no edition that is
    /// not there.
    fn compare_with_rules(&self, page: &Page) {
        let rules = page.eval("document.querySelector('style')?.textContent ?? ''");
        let rules = rules.as_str().expect("a text");
        let names = rules.split('#').skip(1).map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            &rest[..end.unwrap_or(rest.len())]
        });
        let is_edition = |id: &str| id.starts_with("ed-");
        let (editions, boxes): (BTreeSet<_>, BTreeSet<_>) = names
            .filter(|id| *id != "mark-adapted")
            .partition(|id| is_edition(id));
        let own = self.ids().map(String::as_str);
        let own: BTreeSet<_> = own.filter(|id| !is_edition(id)).collect();
        assert_eq!(
            boxes, own,
            "boxes that the rules name, and those of the page"
        );
        for edition in editions {
            assert!(self.ids().any(|id| id == edition), "{edition} is no input");
        }
    }

    /// A random selection, and the inputs by which it is made: in turn expansions alone, elements
    /// alone, and both mixed. Elements without a box are in it or not, for it must not matter.
    fn choose(&self, random: &mut Random, turn: usize) -> (Vec<&str>, Selection) {
        let densities = [0, 3, 10, 30, 60, 95];
        let (of_wholes, of_elements) = match turn % 3 {
            0 => (*random.pick(&densities), 0),
            1 => (0, *random.pick(&densities)),
            _ => (*random.pick(&densities), *random.pick(&densities)),
        };
        let mut checked = Vec::new();
        let mut elements = ElementSet::empty(dataset().elements.len());
        for expansion in &dataset().expansions {
            for element in &expansion.1.elements {
                elements.set(*element, random.chance(50));
            }
        }
        let mut shared: Vec<ElementIx> = Vec::new();
        for boxes in &self.expansions {
            let whole = random.chance(of_wholes);
            let by_whole = boxes.whole.as_ref().filter(|_| whole && random.chance(50));
            checked.extend(by_whole.map(String::as_str));
            for (element, id) in &boxes.elements {
                let single = (whole && by_whole.is_none()) || random.chance(of_elements);
                checked.extend(single.then_some(id.as_str()));
                elements.set(*element, whole || single);
            }
            shared.extend(by_whole.iter().flat_map(|_| boxes.shared.iter().copied()));
        }
        for element in shared {
            elements.set(element, true);
        }
        let mut edition = dataset().default_edition;
        if !self.editions.is_empty() {
            let (chosen, id) = random.pick(&self.editions);
            edition = *chosen;
            checked.push(id);
        }
        if random.chance(50) {
            checked.push("mark-adapted");
        }
        (checked, Selection { edition, elements })
    }

    /// The selection that is set on the page.
    fn selected(&self, page: &Page) -> Selection {
        let ids = "[...document.querySelectorAll('input:checked')].map(i => i.id)";
        let ids: Vec<String> = serde_json::from_value(page.eval(ids)).expect("ids");
        let editions = self.editions.iter().filter(|(_, id)| ids.contains(id));
        let editions: Vec<_> = editions.map(|(edition, _)| *edition).collect();
        let [edition] = editions.as_slice() else {
            panic!("{} editions are selected", editions.len());
        };
        let mut elements = ElementSet::empty(dataset().elements.len());
        for boxes in &self.expansions {
            let whole = boxes.whole.as_ref().is_some_and(|id| ids.contains(id));
            for (element, id) in &boxes.elements {
                elements.set(*element, whole || ids.contains(id));
            }
        }
        let is_whole = |id: &String| ids.contains(id);
        for boxes in &self.expansions {
            if boxes.whole.as_ref().is_some_and(is_whole) {
                boxes.shared.iter().for_each(|ix| elements.set(*ix, true));
            }
        }
        Selection {
            edition: *edition,
            elements,
        }
    }

    /// `selection` without the elements that have no box.
    fn restricted(&self, selection: &Selection) -> Selection {
        let mut elements = ElementSet::empty(dataset().elements.len());
        for (element, _) in self.expansions.iter().flat_map(|boxes| &boxes.elements) {
            elements.set(*element, selection.elements.contains(*element));
        }
        Selection {
            edition: selection.edition,
            elements,
        }
    }
}

/// Sets random selections on an open page of a site that fixes what is in `scope`, and compares
/// it with the view each time.
fn compare_selections(page: &Page, scope: &Scope, (table, language): Job, seed: u64, turns: usize) {
    let inputs = Inputs::of(page);
    let wrong = inputs.editions.is_empty() != scope.edition.is_some();
    assert!(
        !wrong,
        "editions to select in {table}: {}",
        inputs.editions.len()
    );
    let boxes = inputs
        .expansions
        .iter()
        .any(|boxes| !boxes.elements.is_empty());
    assert!(
        !boxes || scope.elements.is_none(),
        "boxes for what is fixed in {table}"
    );
    let mut random = Random(seed);
    for turn in 0..turns {
        let (checked, selection) = inputs.choose(&mut random, turn);
        let restricted = scope.apply(&inputs.restricted(&selection));
        let selection = scope.apply(&selection);
        let here = || {
            let (language, address) = (code(language), address(dataset(), &selection));
            format!("{table} in {language}, seed {seed}, turn {turn}: {address}, by {checked:?}")
        };
        page.set_inputs(&checked);
        let view = PLAN.view(&selection, language);
        let expected_here = expected(&view, table);
        let found = differences(&seen(page, language), &expected_here).join("\n");
        assert!(found.is_empty(), "{}\n{found}", here());
        let restricted = PLAN.view(&restricted, language);
        let found = differences(&expected(&restricted, table), &expected_here).join("\n");
        assert!(
            found.is_empty(),
            "elements without a box matter: {}\n{found}",
            here()
        );
        assert_eq!(
            expected_adapted(&restricted, table),
            expected_adapted(&view, table),
            "elements without a box matter: {}",
            here()
        );
    }
}

/// A seed for each table and language.
fn seed((table, language): Job) -> u64 {
    let table = dataset().tables.get_index_of(table).expect("a table");
    u64::try_from(table).expect("few tables") * 100 + u64::from(language.0)
}

#[test]
fn without_scripts_and_from_a_folder_a_page_shows_what_the_view_shows() {
    let folder = published(&FILES);
    in_two_pages(&all_jobs(), |page, job| {
        page.open(&from_folder(&folder, &path(*job)));
        compare_selections(page, &Scope::default(), *job, seed(*job), SELECTIONS);
        assert_eq!(page.messages(), [""; 0], "{}", path(*job));
    });
}

/// Tells of each head, row head, cell and note that is seen: its name; whether marking changes its
/// look; whether the page's rules mark it; and whether it says that it is adapted, if it ever does.
/// Also lists the texts whose look marking changes, and what is marked although marking is off.
const READ_ADAPTED: &str = r##"
    const pieces = "th[data-figure], tr[data-question] > :is(th, td), li[data-note]";
    const all = [...document.querySelectorAll(pieces)].filter(seen);
    const name = element => {
        const {figure, note} = element.dataset, {question} = element.parentElement.dataset;
        if (note) return `note ${note}`;
        if (!question) return `head ${figure}`;
        return figure ? `cell ${question} ${figure}` : `row ${question}`;
    };
    const properties = ["background-color", "background-image", "box-shadow", "font-style",
        "border-left", "border-right", "border-top", "border-bottom", "outline", "text-decoration"];
    const look = element => {
        const style = getComputedStyle(element);
        return properties.map(property => style.getPropertyValue(property)).join(" | ");
    };
    const rule = element => getComputedStyle(element).getPropertyValue("--adapted-word").trim();
    const says = element => [...element.querySelectorAll("*")].some(e => chip(e) && seen(e));
    const state = () => all.map(piece =>
        ({look: look(piece), ruled: rule(piece) !== "", says: says(piece)}));
    const box = document.getElementById("mark-adapted");
    if (box.checked) box.click();
    const off = state();
    const inside = "h1 *, [data-table] :is(th, td) *, li[data-note] *";
    const parts = [...document.querySelectorAll(inside)]
        .filter(part => seen(part) && !part.closest("svg, a[data-note]") && read(part).trim());
    const partsOff = parts.map(look);
    box.click();
    const on = state();
    return {
        pieces: all.map((piece, n) => [name(piece), on[n].look !== off[n].look, on[n].ruled,
            piece.localName === "th" ? on[n].says : null]),
        parts: parts.filter((part, n) => look(part) !== partsOff[n]).map(read),
        off: all.filter((_, n) => off[n].ruled || off[n].says).map(name),
    };
"##;

/// Finds the parts of texts that are adapted where they are shown.
struct AdaptedParts<'s> {
    selection: &'s Selection,
    found: Vec<String>,
}

impl AdaptedParts<'_> {
    fn part(&mut self, when: &Condition, blocks: &[Block]) {
        let blocks = blocks.to_vec();
        let text = normal(
            &Text {
                blocks,
                ..Text::default()
            }
            .plain(self.selection),
        );
        if !text.is_empty() && adapted(dataset(), when).holds(self.selection) {
            self.found.push(text);
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            if !block.when.holds(self.selection) {
                continue;
            }
            match &block.kind {
                BlockKind::Paragraph(inlines) => {
                    self.part(&block.when, std::slice::from_ref(block));
                    self.inlines(inlines);
                }
                // Notes have none of these.
                BlockKind::Heading { .. } | BlockKind::Table { .. } | BlockKind::Facts { .. } => {}
                BlockKind::List { items, .. } => {
                    let shown = items.iter().filter(|item| item.when.holds(self.selection));
                    for item in shown.collect::<Vec<_>>() {
                        self.part(&item.when, &item.blocks);
                        self.blocks(&item.blocks);
                    }
                }
            }
        }
    }

    fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            match inline {
                Inline::Text(_) => {}
                Inline::Emphasis(inner)
                | Inline::Strong(inner)
                | Inline::Link { text: inner, .. }
                | Inline::Name { text: inner, .. } => self.inlines(inner),
                Inline::Remark(_) => {}
                Inline::Choice(alternatives) => {
                    let mut shown = alternatives.iter();
                    let shown = shown.find(|(when, _)| when.holds(self.selection));
                    if let Some((when, inner)) = shown {
                        let kind = BlockKind::Paragraph(inner.clone());
                        let always = Condition::True;
                        self.part(when, &[Block { when: always, kind }]);
                        self.inlines(inner);
                    }
                }
            }
        }
    }
}

/// The parts of the texts on the page of `table` that are adapted, in the order of the alphabet.
fn expected_parts(view: &View, table: &TableId) -> Vec<String> {
    let mut parts = AdaptedParts {
        selection: &view.selection,
        found: Vec::new(),
    };
    let blocks = |text: &'static Localized| text.get(view.language).1.blocks.as_slice();
    parts.blocks(blocks(&dataset().tables[table].title));
    let shown = view.tables.iter().find(|shown| shown.id == table);
    for head in shown.iter().flat_map(|shown| &shown.figures) {
        parts.blocks(blocks(&dataset().figures[head.id].name));
    }
    for section in shown.iter().flat_map(|shown| &shown.sections) {
        parts.blocks(blocks(&dataset().sections[section.id]));
        for row in &section.rows {
            parts.blocks(blocks(dataset().questions[row.question].text_in(table)));
            for cell in &row.cells {
                if let Shown::Claimed(Answer::Text(id)) = cell.answer {
                    parts.blocks(blocks(&dataset().cell_texts[id].text));
                }
            }
        }
    }
    for mark in shown.iter().flat_map(|shown| &shown.notes) {
        let note = dataset().notes[mark.id].parts.iter();
        for part in note.filter(|part| part.when.holds(&view.selection)) {
            parts.part(&part.when, blocks(&part.text));
            parts.blocks(blocks(&part.text));
        }
    }
    parts.found.sort();
    parts.found
}

/// Compares what looks adapted on an open page, as it is set, with the view; tells how many things
/// are adapted, how many are not, and how many parts of texts are.
fn compare_adapted(page: &Page, view: &View, table: &TableId) -> [usize; 3] {
    let here = format!("{table}: {}", address(dataset(), &view.selection));
    let mut shown = run(page, view.language, READ_ADAPTED);
    assert_eq!(shown["off"], json!([]), "marked with marking off: {here}");
    let expected = expected_adapted(view, table);
    type Piece = (String, bool, bool, Option<bool>);
    let pieces: Vec<Piece> = serde_json::from_value(shown["pieces"].take()).expect("pieces");
    for (name, looks, ruled, says) in &pieces {
        let is = expected.contains(name);
        let found = (*looks, *ruled, says.unwrap_or(is));
        assert_eq!(found, (is, is, is), "look, rule and word of {name}: {here}");
    }
    let found = pieces.iter().filter(|(_, looks, ..)| *looks);
    let found: Vec<_> = found.map(|(name, ..)| name.clone()).collect();
    assert_eq!(found, expected, "{here}");
    let parts: Vec<String> = serde_json::from_value(shown["parts"].take()).expect("parts");
    let mut parts: Vec<_> = parts.iter().map(|part| normal(part)).collect();
    parts.sort();
    assert_eq!(parts, expected_parts(view, table), "parts of texts: {here}");
    [expected.len(), pieces.len() - expected.len(), parts.len()]
}

#[test]
fn what_is_adapted_looks_so_and_nothing_else_does() {
    let folder = published(&FILES);
    let counts: [AtomicUsize; 3] = Default::default();
    let tables = dataset().tables.keys();
    let languages = (0u16..).map(|n| LanguageIx(n % 3));
    let jobs: Vec<Job> = tables.zip(languages).collect();
    in_two_pages(&jobs, |page, job| {
        let (table, language) = *job;
        page.open(&from_folder(&folder, &path(*job)));
        let inputs = Inputs::of(page);
        let mut random = Random(seed(*job) + 1_000);
        for turn in 0..16 {
            let (checked, selection) = inputs.choose(&mut random, turn);
            page.set_inputs(&checked);
            let found = compare_adapted(page, &PLAN.view(&selection, language), table);
            for (count, found) in counts.iter().zip(found) {
                count.fetch_add(found, Ordering::Relaxed);
            }
        }
    });
    let [marked, plain, parts] = counts.map(AtomicUsize::into_inner);
    let enough = marked > 1_000 && plain > 1_000 && parts > 20;
    assert!(
        enough,
        "{marked} adapted, {plain} not, and {parts} parts of texts"
    );
}

#[test]
fn a_preset_page_opens_with_exactly_its_selection() {
    let folder = published(&FILES);
    let presets = dataset().presets.iter();
    let jobs: Vec<_> = presets
        .flat_map(|p| all_jobs().into_iter().map(move |j| (p, j)))
        .collect();
    in_two_pages(&jobs, |page, ((id, preset), (table, language))| {
        let mut elements = ElementSet::empty(dataset().elements.len());
        preset
            .elements
            .iter()
            .for_each(|element| elements.set(*element, true));
        let edition = preset.edition.unwrap_or(dataset().default_edition);
        let selection = Selection { edition, elements };
        let path = format!("{}/preset/{id}/{table}.html", code(*language));
        page.open(&from_folder(&folder, &path));
        let inputs = Inputs::of(page);
        assert_eq!(
            inputs.selected(page),
            inputs.restricted(&selection),
            "{path}"
        );
        let expected = expected(&PLAN.view(&selection, *language), table);
        let found = differences(&seen(page, *language), &expected);
        assert!(found.is_empty(), "{path}\n{}", found.join("\n"));
    });
}

#[test]
fn a_site_with_a_fixed_selection_has_no_inputs_for_it_and_shows_the_same() {
    let page = Browser::start().page(false);
    let mut random = Random(4);
    let mut elements = |percent| {
        let mut elements = ElementSet::empty(dataset().elements.len());
        for expansion in dataset().expansions.values() {
            let chosen = random.chance(percent);
            let own = expansion.elements.iter();
            own.for_each(|element| elements.set(*element, chosen));
        }
        Some(elements)
    };
    let edition = |id| dataset().edition_ix(id);
    let scopes = [
        (edition("C1"), elements(40)),
        (edition("C2"), elements(0)),
        (edition("WE"), None),
        (edition("C3.1"), None),
        (None, elements(40)),
    ];
    for (n, (edition, elements)) in (0..).zip(scopes) {
        let scope = Scope { edition, elements };
        let files = files(&Plan::within(dataset(), scope.clone()), None);
        assert_eq!(problems(&files, None), [""; 0], "{scope:?}");
        for (id, preset) in &dataset().presets {
            let makes_sense = scope.elements.is_none()
                && (edition.is_none() || preset.edition.is_none() || preset.edition == edition);
            let folder = format!("/preset/{id}/");
            let there = files.iter().any(|file| file.path.contains(&folder));
            assert!(
                !there || makes_sense,
                "{id} is not what its pages show: {scope:?}"
            );
        }
        let folder = published(&files);
        for (m, table) in (n..).zip(dataset().tables.keys()) {
            let job = (table, LanguageIx(m % 3));
            page.open(&from_folder(&folder, &path(job)));
            let turns = if scope.is_open() { 6 } else { 1 };
            compare_selections(&page, &scope, job, seed(job), turns);
            let inputs = Inputs::of(&page);
            let mut random = Random(seed(job) + 2_000);
            for turn in 0..turns {
                let (checked, selection) = inputs.choose(&mut random, turn);
                page.set_inputs(&checked);
                let view = PLAN.view(&scope.apply(&selection), job.1);
                compare_adapted(&page, &view, table);
            }
        }
    }
    assert_eq!(page.messages(), [""; 0]);
}

/// A page as a browser parses it.
struct Parsed<'f> {
    path: &'f str,
    html: Html,
    ids: HashSet<String>,
}

pub fn select<'h>(html: &'h Html, css: &str) -> Vec<ElementRef<'h>> {
    html.select(&Selector::parse(css).expect(css)).collect()
}

pub fn text_of(element: ElementRef) -> String {
    normal(&element.text().collect::<String>())
}

/// Where `href` on the page at `path` leads, and its fragment; `None` if not into the site.
fn target<'h>(path: &str, href: &'h str) -> Option<(String, Option<&'h str>)> {
    let (to, fragment) = match href.split_once('#') {
        Some((to, fragment)) => (to, Some(fragment)),
        None => (href, None),
    };
    if to.starts_with('/') || to.contains([':', '?', '\\']) {
        return None;
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    if !to.is_empty() {
        parts.pop();
        for part in to.split('/') {
            match part {
                ".." => drop(parts.pop()?),
                part => parts.push(part),
            }
        }
    }
    Some((parts.join("/"), fragment))
}

/// What is wrong with the pages of a site, without opening them in a browser.
pub fn problems(files: &[SiteFile], base_url: Option<&str>) -> Vec<String> {
    let mut problems = Vec::new();
    let names: HashSet<_> = files.iter().map(|file| file.path.as_str()).collect();
    let pages = files.iter().filter(|file| file.path.ends_with(".html"));
    let pages = pages.map(|file| {
        let html = Html::parse_document(std::str::from_utf8(&file.bytes).expect("UTF-8"));
        let ids = select(&html, "[id]").into_iter();
        let ids = ids
            .filter_map(|e| e.attr("id"))
            .map(str::to_owned)
            .collect();
        let path = file.path.as_str();
        (path, Parsed { path, html, ids })
    });
    let pages: BTreeMap<_, _> = pages.collect();
    for page in pages.values() {
        let mut found = form_problems(page);
        found.extend(link_problems(page, &names, &pages, base_url));
        found.extend(policy_problems(page));
        found.extend(note_problems(page));
        let canonical = select(&page.html, "link[rel=canonical]").into_iter();
        let canonical: Vec<_> = canonical.filter_map(|link| link.attr("href")).collect();
        let wanted = base_url.map(|base| match page.path {
            "index.html" => base.to_owned(),
            // A bare page is another form of the whole one.
            path => format!(
                "{}/{}",
                base.trim_end_matches('/'),
                path.replace("/embed/", "/")
            ),
        });
        if canonical != wanted.as_deref().into_iter().collect::<Vec<_>>() {
            found.push(format!("canonical {canonical:?}, not {wanted:?}"));
        }
        problems.extend(
            found
                .into_iter()
                .map(|found| format!("{}: {found}", page.path)),
        );
    }
    problems
}

/// What is wrong with a page as a document.
fn form_problems(page: &Parsed) -> Vec<String> {
    let mut found: Vec<_> = page
        .html
        .errors
        .iter()
        .map(|e| format!("parsing: {e}"))
        .collect();
    let mut once = |what: &str, css: &str| {
        let all = select(&page.html, css);
        let [one] = all.as_slice() else {
            found.push(format!("{} × {what}", all.len()));
            return;
        };
        let name = text_of(*one);
        if name.is_empty() && ["title", "h1"].contains(&what) {
            found.push(format!("an empty {what}"));
        }
    };
    once("title", "head > title");
    once("h1", "h1");
    once("main", "main");
    once("character set", "meta[charset=utf-8]");
    once("viewport", "meta[name=viewport]");
    once("style sheet", "link[rel=stylesheet][href$='style.css']");
    let mut ids = HashSet::new();
    for element in select(&page.html, "*") {
        for (name, value) in element.value().attrs() {
            if name == "id" && !ids.insert(value) {
                found.push(format!("the id {value} twice"));
            }
            if name == "style" || name.starts_with("on") {
                found.push(format!("an attribute {name}=\"{value}\""));
            }
            let is_policy = name == "content" && value.contains("-src");
            if value.contains(['{', '}']) || value.contains("TODO") && !is_policy {
                found.push(format!("{name}=\"{value}\""));
            }
            let refers = [
                "for",
                "aria-labelledby",
                "aria-describedby",
                "aria-controls",
            ];
            for id in value.split(' ').filter(|_| refers.contains(&name)) {
                if !page.ids.contains(id) {
                    found.push(format!("{name}=\"{id}\", which is no id"));
                }
            }
        }
        let own = element.children().filter_map(|node| node.value().as_text());
        let own: String = own.map(|text| &**text).collect();
        let is_code = ["style", "script", "code"].contains(&element.value().name());
        if !is_code && (own.contains(['{', '}']) || own.contains("TODO")) {
            found.push(format!("the text {own:?}"));
        }
    }
    for input in select(&page.html, "input, select, textarea") {
        let around = input.ancestors().filter_map(ElementRef::wrap);
        let mut labels: Vec<_> = around.filter(|e| e.value().name() == "label").collect();
        let id = input.attr("id").unwrap_or_default();
        labels.extend(select(&page.html, &format!("label[for='{id}']")));
        if labels.iter().all(|label| text_of(*label).is_empty()) {
            found.push(format!("no label for the input {id:?}"));
        }
    }
    for named in select(
        &page.html,
        "a, button, label, summary, th, legend, h2, h3, svg[role=img]",
    ) {
        let label = named.attr("aria-label").unwrap_or_default();
        if text_of(named).is_empty() && label.is_empty() {
            found.push(format!("an empty {}", named.html()));
        }
    }
    found
}

/// The folder of the pages that are there once for all languages, in English.
const FOR_ALL: &str = "rules";

/// What is wrong with the links and languages of a page.
fn link_problems(
    page: &Parsed,
    names: &HashSet<&str>,
    pages: &BTreeMap<&str, Parsed>,
    base_url: Option<&str>,
) -> Vec<String> {
    let mut found = Vec::new();
    let language = |page: &Parsed| page.html.root_element().attr("lang").map(str::to_owned);
    let folder = page.path.split_once('/');
    let own = language(page);
    let for_all = folder.is_some_and(|(folder, _)| folder == FOR_ALL);
    let wanted = folder.map(|(folder, _)| if for_all { "en" } else { folder });
    if wanted.is_some() && own.as_deref() != wanted || own.is_none() {
        found.push(format!("in the language {own:?}"));
    }
    let mut alternates = BTreeSet::new();
    for element in select(
        &page.html,
        "[href], [src], [action], [srcset], [data], [xlink\\:href]",
    ) {
        for name in ["action", "srcset", "data", "xlink:href"] {
            if let Some(value) = element.attr(name) {
                found.push(format!("{name}=\"{value}\", which nobody has checked"));
            }
        }
        let rel = element.attr("rel").unwrap_or_default();
        if rel == "canonical" {
            continue;
        }
        let Some(href) = element.attr("href").or(element.attr("src")) else {
            continue;
        };
        if href.starts_with("mailto:?subject=") && element.attr("class") == Some("correct") {
            continue;
        }
        // What other pages of the same thing are called is whole where the site's address is known.
        let base = base_url
            .filter(|_| rel == "alternate")
            .map(|base| base.trim_end_matches('/'));
        let (from, href) = match base.and_then(|base| href.strip_prefix(base)) {
            Some(path) => ("index.html", path.trim_start_matches('/')),
            None => (page.path, href),
        };
        let Some((to, fragment)) = target(from, href) else {
            // Pages to read may cite what stands elsewhere.
            if !(page.path.contains("/page/") && href.starts_with("https://")) {
                found.push(format!("a link out of the site: {href}"));
            }
            continue;
        };
        let to_page = pages.get(to.as_str());
        if !names.contains(to.as_str()) {
            found.push(format!("a link to {href}, which is no file"));
        }
        let has = |id: &str| to_page.is_some_and(|page| page.ids.contains(id));
        if fragment.is_some_and(|id| !has(id)) {
            found.push(format!("a link to {href}, which is no id there"));
        }
        if element.attr("hreflang") == Some("x-default") {
            if to != "index.html" {
                found.push(format!("{href} is not the page that offers the languages"));
            }
        } else if let Some(hreflang) = element.attr("hreflang") {
            let rest = folder.map_or("index.html", |(_, rest)| rest);
            if to != format!("{hreflang}/{rest}")
                || to_page.and_then(language).as_deref() != Some(hreflang)
            {
                found.push(format!("{href} is not this page in {hreflang}"));
            }
            if rel == "alternate" {
                alternates.insert(hreflang);
            }
        }
    }
    let languages = pages.keys().filter_map(|path| path.split_once('/'));
    let languages = languages.map(|(language, _)| language);
    let languages: BTreeSet<_> = languages
        .filter(|language| !for_all && *language != FOR_ALL)
        .collect();
    if alternates != languages {
        found.push(format!(
            "alternates in {alternates:?}, not in {languages:?}"
        ));
    }
    found
}

/// What is wrong with the policy of a page, and what it would forbid.
fn policy_problems(page: &Parsed) -> Vec<String> {
    let mut found = Vec::new();
    let styles = select(&page.html, "style");
    let style: String = styles.iter().flat_map(|style| style.text()).collect();
    let hashes = styles.iter().map(|style| {
        let style: String = style.text().collect();
        let hash = BASE64_STANDARD.encode(Sha256::digest(style.as_bytes()));
        format!("'sha256-{hash}'")
    });
    let parts = ["default-src 'none'", "base-uri 'none'"].map(str::to_owned);
    let parts: Vec<_> = parts.into_iter().chain(hashes).collect();
    let policies = select(&page.html, "meta[http-equiv='Content-Security-Policy']");
    let policies: Vec<_> = policies
        .iter()
        .filter_map(|meta| meta.attr("content"))
        .collect();
    match policies.as_slice() {
        [policy] => {
            for part in &parts {
                if !policy.contains(part.as_str()) {
                    found.push(format!("no {part} in the policy {policy}"));
                }
            }
            if policy.contains("unsafe") || policy.contains('*') {
                found.push(format!("the policy {policy}"));
            }
        }
        all => found.push(format!("{} policies", all.len())),
    }
    if styles.len() > 2 || style.contains("@import") || style.contains("url(") {
        found.push("style sheets that the policy forbids".to_owned());
    }
    // The policy holds for what comes after it.
    let first = select(&page.html, "head > *").into_iter().take(2);
    if !first.into_iter().any(|e| e.attr("http-equiv").is_some()) {
        found.push("a policy that does not come first".to_owned());
    }
    for script in select(&page.html, "script, iframe, object, embed, base") {
        if script.attr("src").is_none() || !text_of(script).is_empty() {
            found.push(script.html());
        }
    }
    found
}

/// Marks whose note is not there or has another label.
fn note_problems(page: &Parsed) -> Vec<String> {
    let notes = select(&page.html, "li[data-note]").into_iter();
    let notes: HashMap<_, _> = notes.map(|note| (note.attr("data-note"), note)).collect();
    let mut found = Vec::new();
    for mark in select(&page.html, "a[data-note]") {
        let Some(note) = notes.get(&mark.attr("data-note")) else {
            found.push(format!("a mark without a note: {}", mark.html()));
            continue;
        };
        let label = note.attr("value").unwrap_or_default();
        let href = format!("#{}", note.attr("id").unwrap_or_default());
        if text_of(mark) != label || mark.attr("href") != Some(&href) {
            found.push(format!("{} for the note {label} at {href}", mark.html()));
        }
    }
    let marks = select(&page.html, "a[data-note]").into_iter();
    let marks: HashSet<_> = marks.map(|mark| mark.attr("data-note")).collect();
    let uncited = notes.keys().filter(|id| !marks.contains(*id));
    found.extend(uncited.map(|id| format!("the note {id:?} without a mark")));
    found
}

#[test]
fn every_page_of_the_site_is_sound() {
    let found = problems(&FILES, None);
    let count = found.len();
    let first = found.iter().take(40).cloned().collect::<Vec<_>>();
    assert!(found.is_empty(), "{count} problems:\n{}", first.join("\n"));
    let (tables, presets) = (dataset().tables.len(), dataset().presets.len());
    let languages = dataset().languages.len();
    let pages = FILES.iter().filter(|file| file.path.ends_with(".html"));
    // In each language tables, alone, with each preset and bare, questions, figures, expansions, front
    // page, report, overview, glossary, order of play, lists, the list of versions, and more; a root page, the list of rules, the rules.
    let matrices = dataset().questions.len() + dataset().figures.len() + dataset().expansions.len();
    let faq = rulegrid::view::FaqPlan::new(dataset(), &Scope::default());
    // All of the FAQ, what is new in it, and pages of expansions and of pairs.
    let faq = 2 + faq.topics().len() + faq.pairs().len();
    // The last two are what an edition answers otherwise than another, and the page to read.
    let in_language = tables * (presets + 2) + matrices + faq + 9;
    let wanted = languages * in_language + 2 + RULES.len() + SUGGESTIONS.len();
    assert_eq!(pages.count(), wanted);
}

#[test]
fn pages_are_small() {
    let compressed = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory").len()
    };
    let style = FILES.iter().find(|file| file.path == "style.css");
    let style = compressed(&style.expect("a style sheet").bytes);
    let mut largest = (0, "");
    for file in FILES.iter().filter(|file| file.path.ends_with(".html")) {
        largest = largest.max((compressed(&file.bytes) + style, &file.path));
    }
    println!("the largest page: {largest:?}, of which the style sheet {style}");
    assert!(largest.0 <= MOST_BYTES, "{largest:?}");
}

/// The links of a page's head that are marked as current: where they lead, and as what.
fn current_in_head(path: &str) -> Vec<(String, String)> {
    let file = FILES.iter().find(|file| file.path == path).expect(path);
    let html = Html::parse_document(std::str::from_utf8(&file.bytes).expect("UTF-8"));
    let links = select(&html, "header nav.tables a");
    let ends = |end: &str| {
        links
            .iter()
            .filter(|a| a.attr("href").expect("an address").ends_with(end))
            .count()
    };
    assert_eq!(
        (ends("/play.html"), ends("/faq/index.html")),
        (1, 1),
        "{path}"
    );
    let current = links
        .iter()
        .filter_map(|a| Some((a.attr("href")?, a.attr("aria-current")?)));
    let name = |href: &str| href.trim_start_matches("../").to_owned();
    current
        .map(|(href, kind)| (name(href), kind.to_owned()))
        .collect()
}

#[test]
fn the_head_leads_to_the_order_of_play_and_the_faq() {
    for code in ["en", "ro", "fr"] {
        for (path, current, kind) in [
            ("play.html", "play.html", "page"),
            ("faq/index.html", "faq/index.html", "page"),
            ("faq/newest.html", "faq/index.html", "true"),
            ("faq/ferries.html", "faq/index.html", "true"),
            ("followers.html", "followers.html", "page"),
        ] {
            let wanted = [(format!("{code}/{current}"), kind.to_owned())];
            assert_eq!(current_in_head(&format!("{code}/{path}")), wanted);
        }
        assert_eq!(current_in_head(&format!("{code}/figure/abbot.html")), []);
    }
}

#[test]
fn nothing_is_left_to_translate() {
    assert_eq!(dataset().missing_texts, [0, 0, 0]);
    for (id, entry) in &dataset().faq {
        for text in entry.says.texts() {
            let lacking = dataset().languages();
            let mut lacking = lacking.filter(|(ix, _)| text.exactly(*ix).is_none());
            assert!(lacking.next().is_none(), "{id}");
        }
    }
    let file =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/words.yaml"));
    let by_id: BTreeMap<String, BTreeMap<String, String>> =
        serde_saphyr::from_str(&file.expect("the words")).expect("YAML");
    for (id, texts) in by_id {
        for language in &dataset().languages {
            let text = texts.get(&language.code);
            assert!(
                text.is_some_and(|text| !text.trim().is_empty()),
                "{id} in {}",
                language.code
            );
        }
    }
}

#[test]
fn a_text_that_is_missing_is_shown_in_the_first_language_and_counted() {
    let questions = QUESTIONS.replace(", fr: quelle force ?", "");
    assert_ne!(questions, QUESTIONS);
    let folder = small_dataset(&[("questions.yaml", questions.as_bytes())]);
    let loaded = load(folder.path()).expect("a dataset");
    assert_eq!(loaded.dataset.missing_texts, [0, 1]);
    let plan = Plan::new(&loaded.dataset);
    let files = files(&plan, None);
    assert_eq!(problems(&files, None), [""; 0]);
    let foreign = |path: &str| {
        let file = files.iter().find(|file| file.path == path).expect(path);
        let html = Html::parse_document(std::str::from_utf8(&file.bytes).expect("UTF-8"));
        let foreign = select(&html, "main [lang]").into_iter();
        let foreign = foreign.map(|e| (e.attr("lang").map(str::to_owned), text_of(e)));
        foreign.collect::<Vec<_>>()
    };
    assert_eq!(
        foreign("fr/main.html"),
        [(Some("en".to_owned()), "how strong?".to_owned())]
    );
    assert_eq!(foreign("en/main.html"), []);
}

/// The look of everything on the page.
const LOOKS: &str = r##"[...document.querySelectorAll("body, body *")].map(element => {
    const style = getComputedStyle(element);
    const properties = ["display", "color", "background-color", "font", "padding"];
    return properties.map(property => style.getPropertyValue(property)).join(" | ");
})"##;

#[test]
fn pages_work_below_a_path_of_a_server_as_they_do_from_a_folder() {
    let folder = published(&FILES);
    let server = Server::start(FILES.clone());
    let page = Browser::start().page(true);
    for path in [
        "index.html",
        "ro/index.html",
        "fr/preset/everything/special-figures.html",
    ] {
        let open = |url: &str| -> Value {
            page.open(url);
            let sheet = "document.querySelector('link[rel=stylesheet]').sheet !== null";
            assert_eq!(page.eval(sheet), true, "{url}");
            assert_eq!(page.messages(), [""; 0], "{url}");
            page.eval(LOOKS)
        };
        let from_server = open(&server.address(path));
        let rules =
            page.eval("document.querySelector('link[rel=stylesheet]').sheet.cssRules.length");
        assert!(
            rules.as_u64().is_some_and(|rules| rules > 10),
            "{rules} rules in style.css"
        );
        let cells = page.visible_cells();
        assert_eq!(open(&from_folder(&folder, path)), from_server, "{path}");
        assert_eq!(page.visible_cells(), cells, "{path}");
        assert_eq!(cells.is_empty(), path.ends_with("index.html"), "{path}");
    }
}

#[test]
fn with_a_known_address_every_page_names_its_own() {
    for base in ["https://example.org/rules", "https://example.org/rules/"] {
        let folder = small_dataset(&[]);
        let loaded = load(folder.path()).expect("a dataset");
        let plan = Plan::new(&loaded.dataset);
        assert_eq!(problems(&files(&plan, Some(base)), Some(base)), [""; 0]);
    }
}
