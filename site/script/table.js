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
