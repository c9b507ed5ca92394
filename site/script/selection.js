// The selection: an edition and elements, those too that have no box on this page. It is read from
// inputs and addresses and put into them.

// What all pages of the site share, put here when it is built: its boxes, what it was built with
// where that cannot be chosen, and by preset its selection as an address.
const siteData = "@site@";
const fixed = new Set(siteData.fixed.split(" "));
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
const game = selectable(form ? siteData.boxes : "", (data.editions ?? "").split(" ").filter(Boolean));
const {boxes, homes, editions, isOpen} = game;

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
      else if (value !== data.edition) found.unknown.push(value);
    } else if (key !== "x") found.rest[key] = value;
    if (key === "x") {
      found.isNamed = true;
      for (const name of value.split(",").filter(Boolean)) {
        const elements = named.get(name.replace(/^-/, ""));
        if (!elements && !fixed.has(name)) found.unknown.push(name);
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
