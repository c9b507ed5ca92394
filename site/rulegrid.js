// What the pages cannot do without a script: the selection in the address and remembered on the
// device, leaving a part out of a box, a summary, filters by answer, figures as rows, copies; and
// the box of the search, which is loaded on first use.
//
// It decides nothing: what is shown when stands in the page's own rules, which it reads once and
// then switches by class, since that restyles only what changes. It sends nothing anywhere, and
// writes texts only, never markup. Without it the page filters itself.
"use strict";
{
const all = (css, within = document) => [...within.querySelectorAll(css)];
const one = (css, within = document) => within.querySelector(css);
const form = one(".shelf form");
const squeezed = text => text.replace(/[ \t\r\n]+/g, " ").trim();

// The selection: an edition and elements, those too that have no box on this page.
const data = form?.dataset ?? {};
// What can be selected: boxes as `id:~element,element`, parted by spaces, and ids of editions. An
// element has its home in one box, and stands in others behind `~`.
function selectable(listed, editions) {
  const homes = new Map();
  const boxes = listed.split(" ").filter(Boolean).map(box => {
    const [id, elements] = box.split(":"), own = elements.split(",");
    for (const e of own) if (e[0] !== "~") homes.set(e, id);
    return [id, own.map(e => e.replace("~", ""))];
  });
  const named = new Map([...boxes.flatMap(([, own]) => own.map(e => [e, [e]])), ...boxes]);
  return {boxes, homes, named, editions, isOpen: boxes.length > 0 || editions.length > 0};
}
// What elements are called: of the boxes that are whole, from the largest, those that add something.
function shelf(chosen, boxes) {
  const held = new Set(), told = new Set();
  const whole = boxes.filter(([, own]) => own.every(e => chosen.has(e)));
  for (const [id, own] of whole.sort((a, b) => b[1].length - a[1].length)) {
    if (own.some(e => !told.has(e))) held.add(id);
    for (const e of own) told.add(e);
  }
  return {held, told};
}
const inputs = new Map(all(".shelf input[id]").map(input => [input.id, input]));
const radios = all(".shelf [name=ed]");
// A page that shows all editions beside each other has no radios, but keeps the one selected.
const game = selectable(form ? rulegrid.boxes : "", (data.editions ?? "").split(" ").filter(Boolean));
const {boxes, homes, editions, isOpen} = game;
const isEmbedded = document.body.classList.contains("embed");
// `held`: the boxes that stand on the shelf as such.
let edition, chosen = new Set(), held = new Set(), before = null;

// Reads an address as `rulegrid show --selection` does, but goes on where it is wrong.
function understood(address, {named, editions} = game) {
  const found = {chosen: new Set(), isNamed: false, editions: 0, unknown: [], rest: {}};
  for (const [key, value] of new URLSearchParams(address)) {
    if (key === "ed") {
      found.isNamed = true;
      found.editions++;
      if (editions.includes(value)) found.edition = value;
      else found.unknown.push(value);
    } else if (key !== "x") found.rest[key] = value;
    if (key === "x") {
      found.isNamed = true;
      for (const name of value.split(",").filter(Boolean)) {
        const elements = named.get(name.replace(/^-/, ""));
        if (!elements) found.unknown.push(name);
        for (const e of elements ?? [])
          name[0] === "-" ? found.chosen.delete(e) : found.chosen.add(e);
      }
    }
  }
  return found;
}

const everything = () => boxes.flatMap(([, own]) => own);
// What the page opens with.
const opening = () => ({
  edition: data.edition, ...(data.start === "*" ? {chosen: everything()} : understood(data.start)),
});

// The canonical address: whole expansions, then elements, in the order of the dataset.
function address(selection = {edition, chosen}, {boxes, editions} = game) {
  const {edition, chosen} = selection;
  const {held, told} = shelf(chosen, boxes);
  const parts = boxes.flatMap(([, own]) => own).filter(e => chosen.has(e) && !told.has(e));
  const names = [...boxes.map(([id]) => id).filter(id => held.has(id)), ...new Set(parts)];
  const pairs = editions.length ? ["ed=" + edition] : [];
  if (names.length || !editions.length) pairs.push("x=" + names.join(","));
  return "?" + pairs.join("&");
}

// What a box brings that no other box holds goes with it.
function readInputs(changed) {
  for (const [id, own] of boxes) {
    // A box with one part has that part's input.
    const whole = inputs.get("p-" + id) ?? (own.length === 1 ? inputs.get("x-" + own[0]) : null);
    if (whole) whole.checked ? held.add(id) : held.delete(id);
  }
  const brought = new Set(boxes.filter(([id]) => held.has(id)).flatMap(([, own]) => own));
  for (const [id, own] of boxes) for (const e of own) {
    const input = inputs.get("x-" + e), isOn = input?.checked || brought.has(e);
    if (input || changed.id === "p-" + id) isOn ? chosen.add(e) : chosen.delete(e);
  }
  edition = radios.find(radio => radio.checked)?.value ?? edition;
}

function select(selection) {
  edition = selection.edition ?? edition;
  chosen = new Set(selection.chosen);
  held = shelf(chosen, boxes).held;
  const brought = new Set();
  for (const [id, own] of boxes) {
    const whole = inputs.get("p-" + id);
    if (whole) whole.checked = held.has(id);
    if (whole?.checked) own.forEach(e => brought.add(e));
  }
  for (const e of homes.keys()) {
    const input = inputs.get("x-" + e);
    if (input) input.checked = chosen.has(e) && !brought.has(e);
  }
  for (const radio of radios) radio.checked = radio.value === edition;
}

// Conditions as the page's rules write them: `:has(#x-dragon:checked, …)`.
const isIn = ({edition, chosen}, id) =>
  id.startsWith("ed-") ? id === "ed-" + edition.replaceAll(".", "-") :
  id.startsWith("x-") && chosen.has(id.slice(2));
const isOn = id => isIn({edition, chosen}, id);
const token = /\*|#([\w-]+):checked|:(has|is|not)\(/y;
function condition(text, isOn) {
  let at = 0;
  const compound = () => {
    const parts = [];
    for (;;) {
      token.lastIndex = at;
      const found = token.exec(text);
      if (!found) return () => parts.every(part => part());
      at = token.lastIndex;
      const [, id, kind] = found;
      if (kind) {
        const some = [];
        do some.push(compound()); while (text[at++] === ",");
        const any = () => some.some(part => part());
        parts.push(kind === "not" ? () => !any() : any);
      } else parts.push(() => !id || isOn(id));
    }
  };
  return compound();
}

// The page's rules: each class with its condition. What changes is hidden and marked element by
// element, since that restyles nothing else.
const style = one("head > style");
const ownRules = style?.textContent ?? "";
const rules = [];
const hidden = new Set(), adapted = new Set();
const marking = inputs.get("mark-adapted");
function readRules() {
  const add = (name, when, holding) => rules.push({name, holds: condition(when, isOn), holding});
  for (const [, when, n] of ownRules.matchAll(/:root(\S*) \.k(\d+)\{/g)) add("k" + n, when, hidden);
  const marked = /:root:has\(#mark-adapted:checked\)(\S*) \.a(\d+):not\(tr\)/g;
  for (const [, when, n] of ownRules.matchAll(marked)) add("a" + n, when, adapted);
  document.adoptedStyleSheets = [filtering, mine];
}

// A sheet that says what it said before costs nothing.
function restyle(sheet, css) {
  if (css !== sheet.was) sheet.replaceSync(sheet.was = css);
}

// The column of the reader's edition, where the editions stand side by side.
const mine = new CSSStyleSheet();
function markEdition() {
  const isAsked = isNamed && editions.length > 0;
  restyle(mine, isAsked ? `.matrix thead [data-edition="${edition}"]{--mine:var(--accent)}` : "");
}

// From here on the rules are followed by the script alone.
function takeOver() {
  applyRules();
  for (const own of all("head > style")) own.sheet.disabled = true;
}
let wasMarking;
function applyRules() {
  const changed = rules.filter(({name, holds, holding}) => {
    const on = holds(), was = holding.has(name);
    on ? holding.add(name) : holding.delete(name);
    return on !== was || holding === adapted && marking.checked !== wasMarking;
  });
  wasMarking = marking.checked;
  const touched = changed.flatMap(({name}) => [...document.getElementsByClassName(name)]);
  new Set(touched).forEach(showOrHide);
}
function showOrHide(element) {
  const is = part(element);
  element.toggleAttribute("hidden", !isShown(is));
  element.classList.toggle("adapted", marking.checked && isAdapted(is));
}

// The table as it is seen, known by its classes alone: nothing here waits for layout.
const keys = (element, letter) =>
  ((element.getAttribute("class") ?? "").match(/\b[ak]\d+\b/g) ?? []).filter(name => name[0] === letter);
const part = (element, ...around) => ({
  element,
  ...element.dataset,
  shown: [element, ...around].flatMap(e => keys(e, "k")),
  marked: keys(element, "a"),
});
const isShown = ({shown}) => !shown.some(name => hidden.has(name));
const isAdapted = ({marked}) => marked.some(name => adapted.has(name));
function plain(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.matches("sup, small, svg, .chip, details") || !isShown(part(node))) return "";
  const text = [...node.childNodes].map(plain).join("");
  return node.matches("p, div, li") ? ` ${text} ` : text;
}
const said = node => squeezed(plain(node));

let model;
function table() {
  if (model) return model;
  const scroll = one(".scroll");
  if (!scroll) return model = {columns: [], rows: [], notes: []};
  const key = ({edition, figure, question}) => edition ?? figure ?? question;
  const keyed = (element, ...around) => ({...part(element, ...around), key: key(element.dataset)});
  const columns = all("thead [scope=col]").map(head => keyed(head, scroll));
  const rows = all("tbody tr:not(.section)").map(row => ({
    ...part(row, row.parentElement, scroll),
    section: row.parentElement,
    cells: all("td", row).map(cell => keyed(cell)),
  }));
  const notes = all("li[data-note]").map(note => part(note));
  return model = {columns, rows, notes};
}

// Rows by their answers.
const answers = row => row.cells.filter(cell => cell.answer && isShown(cell));
const filters = {
  no: row => answers(row).some(cell => cell.answer === "no"),
  undefined: row => answers(row).some(cell => cell.answer === "undefined"),
  adapted: row => isAdapted(row) || answers(row).some(isAdapted),
  added: isAdded,
  differs: row => new Set(answers(row).map(c => c.answer + said(c.element))).size > 1,
};
// What there would not be without any box: what the page's rules hide then.
function isAdded({shown}) {
  const were = chosen;
  chosen = new Set();
  const isGone = rules.some(({name, holding, holds}) => holding === hidden && shown.includes(name) && holds());
  chosen = were;
  return isGone;
}
const filtering = new CSSStyleSheet();
let filter = null, rowsLeft = [], notesLeft = [];
// The notes that stand with what is left of the table.
function cited(rows, columns) {
  const heads = [...rows.map(row => row.element.cells[0]), ...columns.map(column => column.element)];
  const cells = rows.flatMap(row => row.cells).filter(cell => isShown(cell) && columns.some(c => c.key === cell.key));
  const marks = [...heads, ...cells.map(cell => cell.element)].flatMap(node => all("[data-note]", node));
  return new Set(marks.map(mark => mark.dataset.note));
}
const selectorOf = row => ["question", "figure"].map(is => row[is] ? `[data-${is}="${row[is]}"]` : "").join("");
function filterRows() {
  const {rows, columns, notes} = table();
  const shown = rows.filter(isShown);
  const isAbout = ({about = ""}) => !pair?.value || about.split(" ").includes(pair.value);
  const about = shown.filter(isAbout);
  rowsLeft = filter ? about.filter(filters[filter]) : about;
  const buttons = all("[data-filter]");
  // How many rows each filter leaves is told when somebody looks.
  for (const button of buttons) button.ariaPressed = String(button.dataset.filter === filter);
  if (filter || buttons[0]?.closest("details").open)
    for (const button of buttons) {
      const count = about.filter(filters[button.dataset.filter]).length;
      one("span", button).textContent = count;
      button.disabled = !count && button.dataset.filter !== filter;
    }
  const sections = new Set(rowsLeft.map(row => row.section));
  const isNarrowed = filter || pair?.value;
  const left = isNarrowed && cited(rowsLeft, columns.filter(isShown));
  notesLeft = notes.filter(note => isShown(note) && (!left || left.has(note.note)));
  one(".nothing", tools).hidden = !isNarrowed || rowsLeft.length > 0;
  const gone = !isNarrowed ? [] : [
    ...notes.filter(note => !left.has(note.note)).map(note => "#" + note.element.id),
    ...left.size ? [] : [".notes"],
    ...rows.filter(row => !rowsLeft.includes(row)).map(selectorOf),
    ...all("tbody[id]").filter(body => !sections.has(body)).map(body => "#" + body.id),
  ];
  restyle(filtering, gone.length ? gone.join() + "{display:none}" : "");
}

// Figures as rows: a second table of copies that carry the classes of their rows and columns.
let turned;
function transpose() {
  if (turned) return turned;
  const source = one("[data-table]");
  turned = document.createElement("table");
  turned.className = "turned";
  turned.setAttribute("aria-labelledby", "title");
  const copy = (node, question, ...around) => {
    const clone = node.cloneNode(true);
    clone.removeAttribute("id");
    if (question) clone.dataset.question = question;
    clone.className = [node, ...around].map(e => e.className).join(" ");
    return clone;
  };
  const head = turned.createTHead().insertRow();
  head.append(one(".corner").cloneNode(true));
  const {rows, columns} = table();
  for (const row of rows) {
    const th = copy(row.element.cells[0], row.question, row.element, row.section);
    const title = document.createElement("small");
    title.append(...one("th div", row.section).cloneNode(true).childNodes, ": ");
    th.scope = "col";
    th.prepend(title);
    head.append(th);
  }
  const body = turned.createTBody();
  for (const {element, figure} of columns) {
    const line = body.insertRow();
    const th = copy(element);
    th.scope = "row";
    line.className = keys(element, "k").join(" ");
    line.append(th);
    for (const row of rows)
      for (const cell of row.cells.filter(cell => cell.figure === figure))
        line.append(copy(cell.element, row.question, row.element, row.section));
  }
  all("*", turned).forEach(showOrHide);
  turned.hidden = true;
  source.after(turned);
  return turned;
}

// What is shown, in other forms.
const marks = (node, say) =>
  all("sup", node).filter(sup => isShown(part(sup))).map(sup => say(one("a", sup))).join(" ");
function sections() {
  const columns = table().columns.filter(isShown);
  const groups = new Map();
  for (const row of rowsLeft) {
    const cells = columns.map(c => row.cells.find(d => d.key === c.key && isShown(d)));
    if (!groups.has(row.section)) groups.set(row.section, []);
    groups.get(row.section).push([row, cells]);
  }
  return [columns, groups];
}
const escaped = text => text.replace(/[\\`*_[\]<>|#~]/g, "\\$&");
function lines(write) {
  const label = node => write(said(node), marks(node, mark => `[${mark.textContent}]`));
  const notes = notesLeft.map(({element}) => {
    const parts = all(".part", element).filter(p => isShown(part(p)));
    const texts = parts.map(p => write(`(${one("title", p).textContent}) ${said(p)}`, ""));
    return `${element.value}. ${texts.join(" ")}`;
  });
  return [label, notes];
}
const marked = (text, notes) => notes ? `${text} ${notes}` : text;
const here = () => one("[rel=canonical]")?.href ?? location.href.split(/[?#]/)[0];
const copies = {
  link: () => new URL(isOpen ? address() + withPair() : "", here()).href,
  embed() {
    const page = new URL(here());
    page.pathname = page.pathname.replace(/(?:preset\/[^/]+\/)?([^/]+)$/, "embed/$1");
    page.search = isOpen ? address() : "";
    const quoted = text => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    return `<iframe src="${quoted(page.href)}" title="${quoted(said(one("h1")))}" width="100%" height="480"></iframe>`;
  },
  text() {
    const [columns, groups] = sections();
    const [label, notes] = lines(marked);
    const out = [said(one("h1")), selectionInWords()];
    for (const [section, rows] of groups) {
      out.push("", said(one("th", section)).toUpperCase());
      for (const [row, cells] of rows) {
        const list = cells.map((c, n) => `${said(columns[n].element)}: ${label(c.element)}`);
        out.push(`${label(row.element.cells[0])} ${list.join("; ")}`);
      }
    }
    return [...out, "", ...notes, ""].join("\n");
  },
  markdown() {
    const [columns, groups] = sections();
    const [label, notes] = lines((text, notes) => marked(escaped(text), notes));
    const line = cells => `| ${cells.join(" | ")} |`;
    const out = [`## ${escaped(said(one("h1")))}`, "", escaped(selectionInWords()), ""];
    out.push(line(["", ...columns.map(c => label(c.element))]));
    out.push("|---|" + ":---:|".repeat(columns.length));
    for (const [section, rows] of groups) {
      out.push(line([`**${escaped(said(one("th", section)))}**`, ...columns.map(() => "")]));
      for (const [row, cells] of rows)
        out.push(line([row.element.cells[0], ...cells.map(c => c.element)].map(label)));
    }
    return [...out, "", ...notes, ""].join("\n");
  },
  csv() {
    const [columns, groups] = sections();
    const {table: id, sources} = one("[data-table]").dataset, lists = sources.split("|");
    const out = ["edition,table,section,question,label,figure,name,answer,text,open,notes," +
      "adapted,sources"];
    const field = text => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    for (const [section, rows] of groups) for (const [row, cells] of rows)
      for (const [n, cell] of cells.entries()) out.push([
        edition, id, section.id.slice(2), row.question, said(row.element.cells[0]),
        cell.figure, said(columns[n].element), cell.answer,
        /number|text/.test(cell.answer) ? said(cell.element) : "", cell.open ?? "",
        marks(cell.element, mark => mark.dataset.note),
        isAdapted(row) || isAdapted(cell) ? "yes" : "no", sourcesOf(lists[cell.sources ?? 0]).join(" "),
      ].map(field).join());
    return out.join("\n") + "\n";
  },
};
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const give = event => {
      event.clipboardData.setData("text/plain", text);
      event.preventDefault();
    };
    addEventListener("copy", give, {once: true});
    return document.execCommand("copy");
  }
}
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// What the device remembers, if it does.
function remembered(what, of = data.game) {
  try {
    return JSON.parse(localStorage.getItem(`rulegrid/${of}/${what}`));
  } catch {
    return null;
  }
}
function remember(what, value) {
  try {
    localStorage.setItem(`rulegrid/${data.game}/${what}`, JSON.stringify(value));
  } catch {}
}

function selectionInWords() {
  const name = id => said(inputs.get(id).labels[0].lastElementChild);
  const column = one(`thead [data-edition="${edition}"]`);
  const words = [], {held, told} = shelf(chosen, boxes);
  let others = 0;
  for (const [id, own] of boxes) {
    const isWhole = held.has(id), isLeft = e => homes.get(e) === id && chosen.has(e) && !told.has(e);
    const parts = isWhole ? own : own.filter(isLeft);
    const known = parts.filter(e => inputs.has("x-" + e));
    const whole = inputs.has("p-" + id) ? "p-" + id : own.length === 1 && known[0] && "x-" + known[0];
    if (!parts.length) continue;
    if (!known.length) others++;
    else if (isWhole && whole) words.push(name(whole));
    else words.push(`${name(whole)} (${known.map(e => name("x-" + e)).join(", ")})`);
  }
  if (others) words.push(`${tools.dataset.others} ${others}`);
  const isAll = boxes.length && boxes.every(([, own]) => own.every(e => chosen.has(e)));
  if (isAll) words.splice(0, words.length, tools.dataset.everything);
  if (boxes.length && !words.length) words.push(tools.dataset.base);
  const first = radios.length ? [name("ed-" + edition.replaceAll(".", "-"))] : column && isNamed ? [said(column)] : [];
  if (pair?.value) words.push(`${said(pair.labels[0])} ${pair.selectedOptions[0].text}`);
  return [...first, words.join(", ")].filter(Boolean).join(tools.dataset.colon);
}

// After a change: at once what is seen, then what is said of it.
const carriers = all(".brand, nav.tables a, nav.languages a, .front .cards:not(.small) a, .whole");
const presets = all(".presets a[data-preset]");
const printed = document.createElement("p");
let tools, isLate = false, isChange = false, isNamed = false;
function update(byReader = true) {
  applyRules();
  isChange ||= byReader;
  isNamed ||= byReader;
  if (byReader) for (const said of all(".notice, .done", tools)) said.textContent = "";
  if (pair?.value && !isShown(part(pair.selectedOptions[0]))) pair.value = "";
  if (!isLate) setTimeout(tell);
  isLate = true;
}
function tell() {
  isLate = false;
  const {columns, rows, notes} = table();
  filterRows();
  const left = list => list.length - list.filter(isShown).length;
  const counts = [rows.length - rowsLeft.length, left(columns), notes.length - notesLeft.length];
  one(".words", tools).textContent = printed.textContent = selectionInWords();
  all("[data-count]", tools).forEach((count, n) => count.textContent = counts[n]);
  for (const button of all("[data-do=all]", tools)) button.ariaPressed = String(before !== null);
  const query = address();
  markEdition();
  for (const link of presets) {
    const {edition: ed, chosen: own} = understood(rulegrid.presets[link.dataset.preset]);
    const same = (ed ?? edition) === edition && own.size === chosen.size;
    const isCurrent = same && [...own].every(e => chosen.has(e));
    isCurrent ? link.ariaCurrent = "true" : link.removeAttribute("aria-current");
  }
  if (isChange) remember("selection", query);
  if (isNamed && isOpen) follow(query);
  isChange = false;
}
function follow(query) {
  carry(query);
  query += withPair();
  if (query === location.search) return;
  try {
    history.replaceState(null, "", query + location.hash);
  } catch {}
}

// Every link to another page of the site carries the selection: the few of the frame always, the
// many others when the reader turns to them.
let carried = "";
function carry(query) {
  carried = query;
  for (const link of carriers) link.search = query;
}
function carryOn({target}) {
  const link = target.closest?.("a[href]");
  const isOwn = link?.protocol === location.protocol && link.host === location.host;
  if (!carried || !isOwn || link.closest(".presets, .small") || !link.pathname.endsWith(".html")) return;
  if (link.pathname !== location.pathname) link.search = carried;
}
for (const turn of ["pointerdown", "focusin", "click", "contextmenu"])
  addEventListener(turn, carryOn, {capture: true});

// Shelves: selections under names that the reader gives.
function offerShelves() {
  const place = one("#shelves");
  if (!place) return;
  place.replaceWith(place.content);
  const list = one(".shelves select"), name = one(".shelves input");
  const show = (shelves, current) => {
    list.replaceChildren(...Object.keys(shelves).map(key => new Option(key, key)));
    if (current !== undefined) list.value = current;
    for (const button of all(".shelves [data-of=chosen]")) button.disabled = !list.value;
  };
  const load = () => new Map(Object.entries(remembered("shelves") ?? {}));
  const save = (shelves, current) => {
    remember("shelves", Object.fromEntries(shelves));
    show(remembered("shelves") ?? {}, current);
  };
  const acts = {
    save(shelves, to) {
      if (to) save(shelves.set(to, address()), to);
    },
    use: shelves => start(understood(shelves.get(list.value))),
    rename(shelves, to) {
      const pairs = [...shelves].filter(([key]) => key !== to || key === list.value);
      if (to) save(new Map(pairs.map(([k, v]) => [k === list.value ? to : k, v])), to);
    },
    remove(shelves) {
      shelves.delete(list.value);
      save(shelves);
    },
  };
  const act = what => acts[what](load(), squeezed(name.value));
  for (const button of all(".shelves button")) button.onclick = () => act(button.dataset.shelf);
  form.onsubmit = event => {
    event.preventDefault();
    act("save");
  };
  show(Object.fromEntries(load()));
}

// Another selection as a whole begins without a filter.
function start(selection) {
  filter = null;
  change(selection);
}
function change(selection) {
  before = null;
  select(selection);
  update();
}

const acts = {
  all() {
    if (before) return start(before);
    const was = {edition, chosen: new Set(chosen)};
    start({chosen: everything()});
    before = was;
  },
  transpose(button) {
    const other = transpose();
    other.hidden = !other.hidden;
    one("[data-table]").hidden = !other.hidden;
    button.ariaPressed = String(!other.hidden);
  },
  csv: () => download(one("[data-table]").dataset.table + ".csv", copies.csv()),
  print: () => print(),
};
async function act({currentTarget: button}) {
  const {do: what, filter: by} = button.dataset;
  if (by) {
    filter = filter === by ? null : by;
    tell();
  } else if (acts[what]) acts[what](button);
  else {
    const done = await copy(copies[what]()), status = one(".done", tools);
    status.textContent = done ? status.dataset.done : status.dataset.failed;
  }
}

// Menus close when the reader turns to something else.
function offerMenus() {
  const menus = all(".menu", tools);
  menus.forEach(menu => menu.ontoggle = filterRows);
  const close = isLeft => menus.filter(menu => menu.open && isLeft(menu)).forEach(menu => {
    if (menu.contains(document.activeElement)) one("summary", menu).focus();
    menu.open = false;
  });
  addEventListener("pointerdown", ({target}) => close(menu => !menu.contains(target)));
  addEventListener("keydown", ({key}) => key === "Escape" && close(() => true));
}

function offerLeavingOut() {
  for (const line of all(".elements li")) {
    const button = document.createElement("button");
    const input = one("input", line) ?? inputs.get("x-" + line.dataset.element);
    const label = one("span", line);
    button.type = "button";
    button.className = "without";
    button.textContent = "✕";
    button.onclick = () => {
      chosen.delete(input.value);
      change({chosen});
      input.focus();
    };
    button.onfocus = () => button.ariaLabel = `${tools.dataset.without} ${said(label)}`;
    button.ariaLabel = `${tools.dataset.without} ${squeezed(label.textContent)}`;
    line.firstElementChild.after(" ", button);
  }
}

function startPage() {
  readRules();
  const initial = opening();
  const asked = understood(location.search);
  const kept = one(".presets [aria-current]") ? null : remembered("selection");
  const isKept = typeof kept === "string" && !asked.isNamed;
  select(initial);
  if (isOpen && asked.isNamed) select(asked);
  else if (isOpen && isKept) select(understood(kept));
  takeOver();
  one("#table").prepend(one("#tools").content);
  tools = one(".tools");
  if (!one(".scroll")) all(".menu, small, [data-do]", tools).forEach(tool => tool.remove());
  if (!one("[data-table]")) all("[data-do=transpose], [data-do=csv], [data-do=embed]", tools).forEach(b => b.remove());
  printed.className = "printed";
  one(".bottom").prepend(printed);
  if (isOpen) {
    complain(asked);
    offerLeavingOut();
    offerShelves();
    offerPair(asked.rest.with);
  }
  offerCard();
  offerMenus();
  all("button", tools).forEach(button => button.onclick = act);
  form.addEventListener("change", ({target}) => {
    if (!inputs.has(target.id)) return;
    before = null;
    readInputs(target);
    update(target !== marking);
  });
  form.addEventListener("reset", () => setTimeout(() => start(initial)));
  for (const link of presets) link.onclick = event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    start(understood(rulegrid.presets[link.dataset.preset]));
  };
  addEventListener("popstate", () => {
    const back = understood(location.search);
    if (isOpen && back.isNamed && location.search !== address()) change(back);
  });
  document.documentElement.classList.add("scripted");
  isNamed = asked.isNamed || isKept;
  update(false);
  // The browser looked for the place before the page had its shape.
  one(":target")?.scrollIntoView();
}

// A cell, tapped: its answer with its notes and sources at hand, and the way to its page.
function offerCard() {
  const source = one("[data-table]");
  if (!source || !source.showPopover) return;
  const card = document.createElement("section");
  card.className = "fact";
  card.popover = "auto";
  card.role = "dialog";
  card.tabIndex = -1;
  card.autofocus = true;
  one("main").append(card);
  one(".scroll").addEventListener("click", ({target}) => {
    const cell = target.closest("td[data-answer]");
    if (!cell || target.closest("a") || getSelection().toString()) return;
    card.replaceChildren(...fact(cell));
    card.ariaLabel = card.firstChild.textContent;
    card.showPopover();
  });
}
function fact(cell) {
  const {figure, answer, open, sources} = cell.dataset, {columns, rows} = table();
  const asked = cell.dataset.question ?? cell.parentElement.dataset.question;
  const row = rows.find(row => row.question === asked), column = columns.find(c => c.figure === figure);
  const make = (tag, name, ...content) => {
    const element = document.createElement(tag);
    element.className = name;
    element.append(...content);
    return element;
  };
  const words = make("p", "answer", said(cell));
  words.dataset.answer = answer;
  if (open) words.dataset.open = open;
  const cited = all("sup", cell).filter(sup => isShown(part(sup))).map(sup => one("a", sup).hash);
  const notes = cited.flatMap(hash => all(".part", one(hash)).filter(p => isShown(part(p))).map(p => p.cloneNode(true)));
  const lists = one("[data-table]").dataset.sources.split("|"), names = sourcesOf(lists[sources ?? 0]);
  const titles = names.map(id => one(`[data-source="${id}"]`)).filter(Boolean).map(said);
  const link = make("a", "", tools.dataset.fact);
  const way = one("a.more", column.element);
  if (way) link.href = way.getAttribute("href").split(/[?#]/)[0] + "#q-" + asked.replaceAll("/", "_");
  return [
    make("p", "eyebrow", `${said(column.element)} · ${said(row.element.cells[0])}`), words,
    make("div", "", ...notes), make("p", "sources", titles.join(" · ")), make("p", "", link),
  ];
}
const sourcesOf = list => list.split(" ").filter(s => condition(s.replace(/^[^:]*/, ""), isOn)())
  .map(s => s.split(":")[0]);

// What a figure is looked up together with, in the address as well.
const pair = one("#with");
const withPair = () => pair?.value ? "&with=" + pair.value : "";
function offerPair(value) {
  if (!pair) return;
  if (all("option", pair).some(option => option.value === value)) pair.value = value;
  pair.onchange = () => update();
}

// A bare page in a frame shows what its address names: a selection, and perhaps one fact.
function startEmbedded() {
  readRules();
  const asked = understood(location.search);
  select(opening());
  if (isOpen && asked.isNamed) select(asked);
  takeOver();
  const {q, f} = asked.rest;
  const {rows, columns} = table();
  const row = rows.find(row => row.question === q), column = columns.find(c => c.figure === f);
  const gone = [];
  if (row) gone.push(`[data-table] tr[data-question]:not([data-question="${q}"])`, `tbody:not(:has([data-question="${q}"]))`);
  if (column) gone.push(`[data-table] [data-figure]:not([data-figure="${f}"])`);
  if (row || column) {
    gone.push(".legend");
    const cells = [...(row ? [row] : rows)].flatMap(row => [row, ...row.cells]);
    const seen = [...cells, ...columns].filter(it => isShown(it) && (!column || !it.figure || it.figure === f));
    const cited = new Set(seen.flatMap(({element}) =>
      all(element.matches("tr") ? "th [data-note]" : "[data-note]", element).map(a => a.dataset.note)));
    for (const note of all("li[data-note]")) if (!cited.has(note.dataset.note)) gone.push("#" + note.id);
    if (!cited.size) gone.push(".notes");
  }
  restyle(filtering, gone.length ? gone.join() + "{display:none}" : "");
  if (asked.isNamed) carry(address());
}

// Says what of the address was not understood.
function complain({editions, unknown}) {
  const {unknown: word, editions: several} = tools.dataset;
  const names = [...new Set(unknown)].map(name => `“${name.slice(0, 40)}”`);
  const first = names.slice(0, 3).join(", ") + (names.length > 3 ? ` … (${names.length})` : "");
  const said = [names.length && `${word} ${first}.`, editions > 1 && several].filter(Boolean);
  one(".notice", tools).textContent = said.join(" ");
}

// The search: its box is there from the start, all else is loaded when the box is first used.
const root = new URL(".", document.currentScript.src);
function offerSearch() {
  const place = one("#search");
  if (!place) return;
  place.replaceWith(place.content);
  const box = one(".find"), input = one("input", box), status = one("[role=status]", box);
  const load = () => {
    for (const path of [box.dataset.index, "search.js"]) {
      const script = document.createElement("script");
      script.src = new URL(path, root);
      script.async = false;
      script.onerror = () => status.textContent = status.dataset.failed;
      document.head.append(script);
    }
  };
  input.addEventListener("focus", load, {once: true});
  const typing = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";
  addEventListener("keydown", event => {
    const {key, target, ctrlKey, metaKey, altKey} = event;
    if (key !== "/" || ctrlKey || metaKey || altKey || target.closest?.(typing)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

// What is selected: here, or on a page where nothing can be, in the address or on the device.
function selected(all) {
  if (form) return {edition, chosen, isNamed};
  const asked = understood(location.search, all), kept = remembered("selection", all.id);
  const isKept = typeof kept === "string" && !asked.isNamed;
  const {edition: ed, chosen: own} = isKept ? understood(kept, all) : asked;
  return {edition: ed ?? all.edition, chosen: own, isNamed: asked.isNamed || isKept};
}
window.rulegrid = {root, squeezed, selectable, selected, address, condition, isIn};

// From a server: pages are kept for reading without a connection, and the site can be installed.
if (root.protocol.startsWith("http") && navigator.serviceWorker && !isEmbedded) {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = new URL("manifest.webmanifest", root).href;
  document.head.append(link);
  navigator.serviceWorker.register(new URL("sw.js", root)).then(() => navigator.serviceWorker.ready)
    .then(({active}) => active.postMessage(document.documentElement.lang), () => {});
}

offerSearch();
if (form && isEmbedded) startEmbedded();
else if (form) startPage();
else if (/^\?[\w.,=&-]{1,4000}$/.test(location.search)) carry(location.search);
}
