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
