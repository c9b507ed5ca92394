// How a page begins: with a selection from its address, the device or the page itself, and with what
// the script adds to it.

function startPage() {
  readRules();
  const asked = understood(location.search);
  const initial = opening();
  isNamed = beginWith(initial, asked);
  takeOver();
  placeTools();
  if (isOpen) {
    complain(asked);
    offerLeavingOut();
    offerShelves();
    offerPair(asked.rest.with);
  }
  offerCard();
  offerMenus();
  all("button", tools).forEach(button => button.onclick = act);
  listen(initial);
  document.documentElement.classList.add("scripted");
  update(false);
  // The browser looked for the place before the page had its shape.
  one(":target")?.scrollIntoView();
}

// Selects what the page begins with; whether the reader has named that, now or before.
function beginWith(initial, asked) {
  const kept = one(".presets [aria-current]") ? null : remembered("selection");
  const isKept = typeof kept === "string" && !asked.isNamed;
  select(initial);
  if (isOpen && asked.isNamed) select(asked);
  else if (isOpen && isKept) select(understood(kept));
  return asked.isNamed || isKept;
}

function placeTools() {
  one("#table").prepend(one("#tools").content);
  tools = one(".tools");
  if (!one(".scroll")) all(".menu, small, [data-do]", tools).forEach(tool => tool.remove());
  if (!one("[data-table]")) all("[data-do=transpose], [data-do=csv], [data-do=embed]", tools).forEach(b => b.remove());
  printed.className = "printed";
  one(".bottom").prepend(printed);
}

// Follows what the reader selects: inputs, presets, the way back.
function listen(initial) {
  form.addEventListener("change", ({target}) => {
    if (!inputs.has(target.id)) return;
    // Another edition of everything leaves the way back to what was chosen.
    if (!radios.includes(target)) before = null;
    readInputs(target);
    update(target !== marking);
  });
  form.addEventListener("reset", () => setTimeout(() => start(initial)));
  for (const link of presets) link.onclick = event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    start(understood(siteData.presets[link.dataset.preset]));
  };
  addEventListener("popstate", () => {
    const back = understood(location.search);
    if (isOpen && back.isNamed && location.search !== address()) change(back);
  });
}

offerSearch();
if (form && isEmbedded) startEmbedded();
else if (form) startPage();
else if (/^\?[\w.,=&-]{1,4000}$/.test(location.search)) carry(location.search);
