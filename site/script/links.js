// The selection in the address, and in every link to another page of the site: the few of the frame
// always, the many others when the reader turns to them.

const carriers = all(".brand, nav.tables a, nav.languages a, .front .cards:not(.small) a, .whole");
let carried = "";
function carry(query) {
  carried = query;
  for (const link of carriers) link.search = query;
}
function follow(query) {
  carry(query);
  query += withPair();
  if (query === location.search) return;
  try {
    history.replaceState(null, "", query + location.hash);
  } catch {}
}
function carryOn({target}) {
  const link = target.closest?.("a[href]");
  const isOwn = link?.protocol === location.protocol && link.host === location.host;
  if (!carried || !isOwn || link.closest(".presets, .small") || !link.pathname.endsWith(".html")) return;
  if (link.pathname !== location.pathname) link.search = carried;
}
for (const turn of ["pointerdown", "focusin", "click", "contextmenu"])
  addEventListener(turn, carryOn, {capture: true});
