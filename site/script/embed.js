// A bare page in a frame shows what its address names: a selection, and perhaps one fact.

function startEmbedded() {
  readRules();
  const asked = understood(location.search);
  select(opening());
  if (isOpen && asked.isNamed) select(asked);
  takeOver();
  leaveOut(allBut(asked.rest));
  if (asked.isNamed) carry(address());
}

// What is not of the question and the figure that are named, of those that the page has.
function allBut({q, f}) {
  const {rows, columns} = table();
  const row = rows.find(row => row.question === q), column = columns.find(c => c.figure === f);
  if (!row && !column) return [];
  const cells = (row ? [row] : rows).flatMap(row => [row, ...row.cells]);
  const seen = [...cells, ...columns].filter(it => isShown(it) && (!column || !it.figure || it.figure === f));
  const cited = new Set(seen.flatMap(({element}) =>
    all(element.matches("tr") ? "th [data-note]" : "[data-note]", element).map(a => a.dataset.note)));
  const gone = all("li[data-note]").filter(note => !cited.has(note.dataset.note)).map(note => "#" + note.id);
  if (row) gone.push(`[data-table] tr[data-question]:not([data-question="${q}"])`, `tbody:not(:has([data-question="${q}"]))`);
  if (column) gone.push(`[data-table] [data-figure]:not([data-figure="${f}"])`);
  if (!cited.size) gone.push(".notes");
  return [...gone, ".legend"];
}
