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
