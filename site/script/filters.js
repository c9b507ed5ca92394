// Rows by their answers, and the notes that stand with them.

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
  leaveOut(gone);
}
