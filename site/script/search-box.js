// The box of the search is there from the start, all else is loaded when the box is first used.

function offerSearch() {
  const place = one("#search");
  if (!place) return;
  place.replaceWith(place.content);
  const box = one(".find"), input = one("input", box), status = one("[role=status]", box);
  const load = () => {
    for (const path of [box.dataset.index, "search.js"]) {
      const script = document.createElement("script");
      script.src = new URL(path, root);
      script.async = false;
      script.onerror = () => status.textContent = status.dataset.failed;
      document.head.append(script);
    }
  };
  input.addEventListener("focus", load, {once: true});
  const typing = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";
  addEventListener("keydown", event => {
    const {key, target, ctrlKey, metaKey, altKey} = event;
    if (key !== "/" || ctrlKey || metaKey || altKey || target.closest?.(typing)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

// What is selected: here, or on a page where nothing can be, in the address or on the device.
function selected(all) {
  if (form) return {edition, chosen, isNamed};
  const asked = understood(location.search, all), kept = remembered("selection", all.id);
  const isKept = typeof kept === "string" && !asked.isNamed;
  const {edition: ed, chosen: own} = isKept ? understood(kept, all) : asked;
  return {edition: ed ?? all.edition, chosen: own, isNamed: asked.isNamed || isKept};
}
window.rulegrid = {root, squeezed, selectable, selected, address, condition, isIn};
