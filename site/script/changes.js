// After a change: at once what is seen, then what is said of it.

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
    const {edition: ed, chosen: own} = understood(siteData.presets[link.dataset.preset]);
    const same = (ed ?? edition) === edition && own.size === chosen.size;
    const isCurrent = same && [...own].every(e => chosen.has(e));
    isCurrent ? link.ariaCurrent = "true" : link.removeAttribute("aria-current");
  }
  if (isChange) remember("selection", query);
  if (isNamed && isOpen) follow(query);
  isChange = false;
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
