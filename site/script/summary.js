// The selection in words: the boxes that are chosen whole, and parts behind the names of theirs.

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
