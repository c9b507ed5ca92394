// The tools above the table: all at once, filters, copies; and what of the address was not understood.

const acts = {
  all() {
    if (before) return start(before);
    const was = {chosen: new Set(chosen)};
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

// Says what of the address was not understood.
function complain({editions, unknown}) {
  const {unknown: word, editions: several} = tools.dataset;
  const names = [...new Set(unknown)].map(name => `“${name.slice(0, 40)}”`);
  const first = names.slice(0, 3).join(", ") + (names.length > 3 ? ` … (${names.length})` : "");
  const said = [names.length && `${word} ${first}.`, editions > 1 && several].filter(Boolean);
  one(".notice", tools).textContent = said.join(" ");
}
