// The search: what is typed becomes the answer for what is selected, and the pages that are about
// it. It finds what `rulegrid ask` finds, step by step by the same whole numbers.
//
// It is loaded on first use, behind `rulegrid.js`, whose conditions and addresses it uses, and
// behind the index of the page's language. It writes texts only, never markup.
"use strict";
{
const {root, squeezed, selectable, selected, address, condition, isIn, index} = rulegrid;
const one = css => document.querySelector(css);

// Words, and how alike they are.
const EQUAL = 10, MOST_WORDS = 24, IN_NAME = 10, ELSEWHERE = 6, MISSING = 18;
function wordsOf(text) {
  const folded = text.normalize("NFKD").toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
    .replaceAll("œ", "oe").replaceAll("æ", "ae").replaceAll("ß", "ss");
  return folded.split(/[^\p{Alphabetic}\p{N}]+/u).filter(word => [...word].length > 1);
}
// How many letters were mistaken, left out, added or swapped; more than `most` is just more.
function edits(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before, last, line = [...b.keys(), b.length], least = 0;
  for (let i = 0; i < a.length; i++) {
    [before, last, line] = [last, line, [i + 1]];
    const was = least;
    least = i + 1;
    for (let j = 0; j < b.length; j++) {
      const cost = a[i] === b[j] ? 0 : 1;
      let value = Math.min(last[j + 1] + 1, line[j] + 1, last[j] + cost);
      if (i && j && a[i] === b[j - 1] && a[i - 1] === b[j])
        value = Math.min(value, before[j - 1] + 1);
      line.push(value);
      least = Math.min(least, value);
    }
    if (least > most && was > most) return most + 1;
  }
  return line[b.length];
}
function alikeness(typed, known, forgiven) {
  if (typed.word === known.word) return EQUAL;
  const [short, long] = typed.letters.length < known.letters.length ?
    [typed.letters, known.letters] : [known.letters, typed.letters];
  const more = long.length - short.length;
  if (more > 4 || short.length < 3) return 0;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  // Endings are added to three letters, not left out: "may" begins no longer name.
  const isWhole = same > 3 || typed.letters.length > known.letters.length;
  if (same === short.length && isWhole && more <= (same === 3 ? 2 : 3)) return same === 3 ? 8 : 9;
  const most = forgiven ? known.letters.length : long.length;
  if (same >= 4 && long.length - same <= 4 && same * 2 > most) return 8;
  if (!forgiven || long.length < 5) return 0;
  const count = edits(short, long, 2);
  if (count === 1) return 7;
  if (count === 2 && long.length >= 8) return 5;
  const isStart = by => edits(short, long.slice(0, short.length + by), 1) === 1;
  return short.length >= 5 && more <= 3 && [-1, 0, 1].some(isStart) ? 6 : 0;
}
const spelt = word => ({word, letters: [...word]});

// The cell, figure or questions that are meant.
const known = index.words.split(" ").map(spelt);
const places = new Map(known.map(({word}, n) => [word, n]));
const slots = index.tables.flatMap(table => table.rows.flatMap(row =>
  table.columns.map((column, n) => ({table, row, column, cell: index.cells[row.cells[n]]}))));

function typedWords(text) {
  const counts = new Map();
  for (const word of wordsOf(text).slice(0, MOST_WORDS))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => {
    const own = spelt(word), forgiven = !places.has(word);
    const alike = known.map(other => alikeness(own, other, forgiven));
    return {often: count > 1, scores: alike.map((like, n) => like * index.weights[n])};
  });
}
const total = ({byWord, missing}) => byWord.reduce((sum, score) => sum + score, -missing);
const ofTyped = ({byWord}) => total({byWord, missing: 0});
function most(words, scores) {
  let most = 0;
  for (const word of words) most = Math.max(most, scores[word]);
  return most;
}
function fit({names, more}, typed) {
  let best = {byWord: typed.map(() => 0), missing: 0};
  names.forEach((name, n) => {
    const byWord = typed.map(({scores}) =>
      Math.max(most(name, scores) * IN_NAME, most(more, scores) * ELSEWHERE));
    const missing = name.filter(word => typed.every(({scores}) => !scores[word]))
      .reduce((sum, word) => sum + index.weights[word] * MISSING, 0);
    if (!n || total({byWord, missing}) > total(best)) best = {byWord, missing};
  });
  return best;
}
function together(figure, question, typed) {
  let score = -figure.missing - question.missing, hasFigure = false, hasQuestion = false;
  typed.forEach(({often}, n) => {
    const a = figure.byWord[n], b = question.byWord[n];
    score += often ? a + b : Math.max(a, b);
    hasFigure ||= a >= index.enough && (often || a > b);
    hasQuestion ||= b >= index.enough && (often || b >= a);
  });
  return hasFigure && hasQuestion ? score : -Infinity;
}
function meant(fits) {
  const all = fits.map((fit, at) => ({at, score: total(fit), byWord: fit.byWord}));
  const some = all.filter(({byWord}) => byWord.some(score => score >= index.enough));
  return some.sort((a, b) => b.score - a.score);
}
function find(text) {
  const typed = typedWords(text);
  const figures = index.figures.map(entry => fit(entry, typed));
  const questions = index.questions.map(entry => fit(entry, typed));
  let most = -Infinity, slot = null;
  for (const one of slots) {
    const score = together(figures[one.column.of], questions[one.row.of], typed);
    if (score > most) [most, slot] = [score, one];
  }
  // A question that says all that was typed is meant, not a figure with a like question.
  if (slot && most >= Math.max(...questions.map(total))) return {slot, figures: [slot.column.of], questions: [slot.row.of]};
  const [figure] = meant(figures), [question, ...others] = meant(questions);
  const ofWords = typed.map((_, n) => Math.max(...questions.map(({byWord}) => byWord[n])));
  const said = ofWords.reduce((sum, score) => score < index.enough ? sum : sum + score, 0);
  if (figure && !(figure.score < question?.score) && ofTyped(figure) >= said) return {figures: [figure.at], questions: []};
  if (!question) return {figures: [], questions: []};
  return {figures: [], questions: [question, ...others.slice(0, 5)].map(({at}) => at)};
}

// What a selection shows.
const all = {...selectable(index.boxes, index.selectable), id: index.game, edition: index.edition};
const everything = new Set(all.boxes.flatMap(([, own]) => own));
let selection = {edition: all.edition, chosen: everything};
const tests = index.conditions.map(text => condition(text, id => isIn(selection, id)));
const holds = when => tests[when]();
const pieces = (line, is = holds) => typeof line === "string" ? line : line.map(piece =>
  typeof piece === "string" ? piece : pieces(piece.find(([when]) => is(when))?.[1] ?? "", is)).join("");
const said = line => squeezed(pieces(line));
const inShort = text => text.length > 160 ? text.slice(0, 150).replace(/\s+\S*$/, "") + " …" : text;

// Makes that the selection in which something is shown: the reader's, or else all there is.
let isOwn = true;
function isShown(test) {
  const own = selected(all), editions = [own.edition, ...index.selectable];
  const others = editions.map(edition => ({edition, chosen: everything}));
  const found = [own, ...others].find(one => (selection = one) && test());
  selection = found ?? own;
  isOwn = selection === own;
  return Boolean(found);
}
function remark() {
  if (isOwn) return "";
  const [, edition] = index.editions.find(([id]) => id === selection.edition);
  return `${index.said["search-not-selected"]} ${said(edition)}`;
}
const noteText = note => {
  const parts = index.notes[note].parts.filter(([when]) => holds(when));
  return inShort(squeezed(parts.map(([, line]) => said(line)).join(" ")));
};

function answer({table, row, column, cell}) {
  if (!isShown(() => holds(row.shown) && holds(column.shown))) return [];
  const variant = cell.find(({when}) => holds(when));
  if (!variant) return [];
  const shown = new Set(table.notes.filter(([, when]) => holds(when)).map(([note]) => note));
  const cited = [...new Set([...variant.notes ?? [], ...row.notes, ...column.notes])];
  const figure = index.figures[column.of];
  const question = [row.section, row.text].filter(line => line !== null).map(said).join(": ");
  return [{
    kind: "answer",
    name: `${said(figure.name)} · ${question}`,
    answer: variant.answer,
    open: variant.said,
    said: index.said[variant.said] ?? said(variant.text ?? ""),
    adapted: [row, column, variant].some(({adapted}) => holds(adapted)),
    notes: cited.filter(note => shown.has(note)).map(noteText),
    remark: remark(),
    href: href(`${figure.path}#${row.anchor}`, true),
  }];
}
function href(path, isNamed) {
  const url = new URL(path, root);
  if (isNamed && all.isOpen) url.search = address(selection, all);
  return url.href;
}

// The pages, by all words that are about them.
const flat = line => typeof line === "string" ? line : line.map(piece =>
  typeof piece === "string" ? piece : piece.map(([, inner]) => flat(inner)).join(" ")).join("");
const wordsOn = ({names, more, name, elements, parts}) =>
  names ? [...names.flat(), ...more].map(word => known[word].word) :
  wordsOf((parts?.map(([, line]) => line) ?? [name, ...elements]).map(flat).join(" "));
const kinds = ["figure", "question", "expansion", "page", "note"];
const holders = new Map();
const things = kinds.flatMap(kind => index[kind + "s"].map((of, at) => {
  const words = [...new Set(wordsOn(of))];
  for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  return {kind, of, at, words};
}));
const vocabulary = [...holders.keys()].map(spelt);
const rarity = [...holders.values()].map(count => Math.log(things.length / count));
const positions = new Map(vocabulary.map(({word}, n) => [word, n]));
for (const one of things) one.words = one.words.map(word => positions.get(word));
const MOST_OF_A_KIND = 4;

function pages(text, found) {
  const typed = [...new Set(wordsOf(text).slice(0, MOST_WORDS))].map(spelt);
  const scores = typed.map(own => vocabulary.map((other, n) => {
    const isStart = other.word.startsWith(own.word);
    return (isStart ? 9 : alikeness(own, other, !holders.has(own.word))) * rarity[n];
  }));
  const ranked = things.map(one => ({
    ...one,
    score: scores.reduce((sum, some) => sum + most(one.words, some), 0),
  }));
  const enough = ranked.reduce((most, {score}) => Math.max(most, score), 1) / 2;
  const lead = kind => (found[kind + "s"] ?? []).map(at => ranked.find(t => t.kind === kind && t.at === at));
  return kinds.flatMap(kind => {
    const others = ranked.filter(one => one.kind === kind && one.score >= enough);
    others.sort((a, b) => b.score - a.score);
    return [...new Set([...lead(kind), ...others])].slice(0, MOST_OF_A_KIND).flatMap(page);
  });
}
function page({kind, of, at}) {
  if (kind !== "note") {
    isShown(() => true);
    return [{kind, name: said(of.name), href: href(of.path, selection.isNamed)}];
  }
  let table;
  const cites = ([note, when]) => note === at && holds(when);
  if (!isShown(() => table = index.tables.find(({notes}) => notes.some(cites)))) return [];
  return [{
    kind,
    name: noteText(at),
    remark: remark(),
    href: href(`${table.path}#${of.anchor}`, selection.isNamed || !isOwn),
  }];
}

// The entries of the FAQ. Their index is loaded when the first word is typed.
const faqPath = one(".find").dataset.faq;
let faq;
function loadEntries() {
  if (faq !== undefined || !faqPath) return;
  faq = null;
  const script = element("script", "", "");
  script.src = new URL(faqPath, root);
  script.onload = () => {
    faq = entryIndex(rulegrid.faq);
    // Entries stand behind what was found before, so that the one chosen stays where it is.
    const was = active;
    if (document.activeElement === input) search();
    if (was >= 0) active = was - 1, move(1);
  };
  document.head.append(script);
}
function entryIndex({path, entries, conditions}) {
  const tests = conditions.map(text => condition(text, id => isIn(selection, id)));
  const positions = new Map(), held = [];
  const position = word => {
    if (!positions.has(word)) positions.set(word, positions.size);
    return positions.get(word);
  };
  const all = entries.map(([id, when, lines]) => {
    const words = [...new Set(lines.flatMap(line => wordsOf(flat(line))))].map(position);
    for (const word of words) held[word] = (held[word] ?? 0) + 1;
    const said = () => squeezed(lines.map(line => pieces(line, when => tests[when]())).join(" "));
    return {id, words, said, isShown: tests[when]};
  });
  const weights = held.map(count => Math.floor(Math.sqrt(Math.floor(10000 * all.length / count))));
  return {path, all, positions, weights, vocabulary: [...positions.keys()].map(spelt)};
}
function findEntries(text) {
  const typed = [...new Set(wordsOf(text).slice(0, MOST_WORDS))].map(spelt);
  const scores = typed.map(own => {
    const forgiven = !faq.positions.has(own.word);
    return faq.vocabulary.map((other, n) => alikeness(own, other, forgiven) * faq.weights[n]);
  });
  const possible = scores.reduce((sum, some) => sum + some.reduce((a, b) => Math.max(a, b), 0), 0);
  const ranked = faq.all.map(one => ({
    ...one,
    score: scores.reduce((sum, some) => sum + most(one.words, some), 0),
  }));
  const found = ranked.filter(({score}) => score > 0 && score * 3 >= possible * 2);
  return found.sort((a, b) => b.score - a.score);
}
const entries = text => !faq ? [] : findEntries(text).slice(0, MOST_OF_A_KIND).map(entry => {
  isShown(entry.isShown);
  const isNamed = selection.isNamed || !isOwn;
  return {
    kind: "entry",
    name: inShort(entry.said()),
    remark: remark(),
    href: href(`${faq.path}#faq-${entry.id}`, isNamed),
  };
});

// The box and its list.
const input = one(".find input"), list = one("#found"), status = one(".find [role=status]");
let active = -1;
function element(tag, kind, text) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}
function option(result, n) {
  const {kind, name, href, remark, notes = []} = result;
  const made = element("a", kind, "");
  Object.assign(made, {role: "option", id: "found-" + n, href, tabIndex: -1, ariaSelected: "false"});
  made.append(element("small", "kind", index.said["search-" + kind]), " ", element("b", "", name));
  if (remark) made.append(" ", element("small", "remark", remark));
  if (kind === "answer") {
    const said = element("span", "said", result.said);
    said.dataset.answer = result.answer;
    if (result.open === "not-entered") said.dataset.open = result.open;
    made.append(" ", said);
    if (result.adapted) made.append(" ", element("small", "mark", index.said.adapted));
  }
  made.append(...notes.flatMap(note => [" ", element("small", "cited", note)]));
  return made;
}
function show(results, words = "") {
  active = -1;
  list.replaceChildren(...results.map(option));
  list.hidden = !results.length;
  input.ariaExpanded = String(!list.hidden);
  input.removeAttribute("aria-activedescendant");
  status.textContent = words;
}
const close = () => show([]);
function search() {
  const text = input.value;
  if (!text.trim()) return close();
  loadEntries();
  const found = find(text);
  const results = [...found.slot ? answer(found.slot) : [], ...pages(text, found), ...entries(text)];
  show(results, results.length ? `${index.said["search-found"]} ${results.length}` :
    index.said["search-none"]);
}
function move(step) {
  const options = [...list.children];
  if (!options.length) return;
  active = (Math.max(active, step < 0 ? 0 : -1) + step + options.length) % options.length;
  options.forEach((option, n) => option.ariaSelected = String(n === active));
  options[active].scrollIntoView({block: "nearest"});
  input.setAttribute("aria-activedescendant", options[active].id);
}
const keys = {
  ArrowDown: () => list.hidden ? search() : move(1),
  ArrowUp: () => list.hidden ? search() : move(-1),
  Enter: () => list.children[Math.max(active, 0)]?.click(),
  Escape() {
    if (list.hidden && !status.textContent) input.value ? input.value = "" : input.blur();
    close();
  },
};
input.addEventListener("keydown", event => {
  if (!Object.hasOwn(keys, event.key) || event.isComposing) return;
  event.preventDefault();
  keys[event.key]();
});
input.addEventListener("input", search);
input.addEventListener("focus", search);
input.addEventListener("blur", close);
// The list takes no focus, so that a click reaches it.
list.addEventListener("mousedown", event => event.preventDefault());
Object.assign(rulegrid, {find, answer, loadEntries, findEntries: text => faq && findEntries(text)});
search();
}
