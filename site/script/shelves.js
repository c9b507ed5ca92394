// What the shelf offers beside its inputs: leaving a part out of a box, and selections under names
// that the reader gives.

function offerLeavingOut() {
  for (const line of all(".elements li")) {
    const button = document.createElement("button");
    const input = one("input", line) ?? inputs.get("x-" + line.dataset.element);
    const label = one("span", line);
    button.type = "button";
    button.className = "without";
    button.textContent = "✕";
    button.onclick = () => {
      chosen.delete(input.value);
      change({chosen});
      input.focus();
    };
    button.onfocus = () => button.ariaLabel = `${tools.dataset.without} ${said(label)}`;
    button.ariaLabel = `${tools.dataset.without} ${squeezed(label.textContent)}`;
    line.firstElementChild.after(" ", button);
  }
}

function offerShelves() {
  const place = one("#shelves");
  if (!place) return;
  place.replaceWith(place.content);
  const list = one(".shelves select"), name = one(".shelves input");
  const show = (shelves, current) => {
    list.replaceChildren(...Object.keys(shelves).map(key => new Option(key, key)));
    if (current !== undefined) list.value = current;
    for (const button of all(".shelves [data-of=chosen]")) button.disabled = !list.value;
  };
  const load = () => new Map(Object.entries(remembered("shelves") ?? {}));
  const save = (shelves, current) => {
    remember("shelves", Object.fromEntries(shelves));
    show(remembered("shelves") ?? {}, current);
  };
  const acts = {
    save(shelves, to) {
      if (to) save(shelves.set(to, address()), to);
    },
    use: shelves => start(understood(shelves.get(list.value))),
    rename(shelves, to) {
      const pairs = [...shelves].filter(([key]) => key !== to || key === list.value);
      if (to) save(new Map(pairs.map(([k, v]) => [k === list.value ? to : k, v])), to);
    },
    remove(shelves) {
      shelves.delete(list.value);
      save(shelves);
    },
  };
  const act = what => acts[what](load(), squeezed(name.value));
  for (const button of all(".shelves button")) button.onclick = () => act(button.dataset.shelf);
  form.onsubmit = event => {
    event.preventDefault();
    act("save");
  };
  show(Object.fromEntries(load()));
}
