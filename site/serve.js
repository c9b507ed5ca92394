// Follows the server of `rulegrid serve`: reloads the page when it is out of date, and shows what
// is wrong with the newest edit. It is put into pages by that server alone, never by a build.
"use strict";
{
const version = document.currentScript.dataset.version;
let stream = null;

// Only pages that are looked at hold a connection; browsers allow few to one server.
function follow() {
  if (stream || document.hidden) return;
  stream = new EventSource(`/.rulegrid/events?version=${version}`);
  stream.addEventListener("reload", () => location.reload());
  stream.addEventListener("problems", ({data}) => {
    const {problems, findings} = JSON.parse(data);
    showProblems(problems);
    showFindings(problems ? null : findings);
  });
  // The browser itself asks again for a server that has gone, unless it gives up.
  stream.addEventListener("error", () => {
    if (stream?.readyState !== EventSource.CLOSED) return;
    stream = null;
    setTimeout(follow, 1000);
  });
}

function rest() {
  stream?.close();
  stream = null;
}

// What was put away is not shown again until it changes.
const KEY = "rulegrid-put-away";
const isPutAway = (kind, text) => sessionStorage.getItem(`${KEY}-${kind}`) === text;
const putAway = (kind, text) => sessionStorage.setItem(`${KEY}-${kind}`, text);

function element(name, content, attributes = {}) {
  const made = document.createElement(name);
  made.append(...[content].flat());
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// The parts of a panel, and the button that closes it.
function panel(kind, title, lead, text) {
  const close = element("button", "Close", {type: "button"});
  const id = `rulegrid-${kind}`;
  const parts = [
    element("h2", title, {id}),
    element("p", lead),
    element("pre", text, {tabindex: "0", "aria-labelledby": id, role: "region"}),
    close,
  ];
  return {id, parts, close};
}

// What keeps the newest edit from being shown: the page below is the last good one.
function showProblems(text) {
  document.querySelector("dialog.rulegrid")?.remove();
  if (!text) return sessionStorage.removeItem(`${KEY}-problems`);
  // The server's own page says it already.
  if (document.body.matches(".rulegrid-message") || isPutAway("problems", text)) return;
  const {id, parts, close} = panel("problems", "The last change is not shown",
    "This page is from before it. It reloads by itself when this is mended.", text);
  const dialog = element("dialog", parts, {
    class: "rulegrid", role: "alertdialog", lang: "en", "aria-labelledby": id,
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    if (!dialog.isConnected) return;
    putAway("problems", text);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

// What the linter finds blocks nothing and takes no focus.
function showFindings(text) {
  document.querySelector("div.rulegrid")?.remove();
  if (!text || isPutAway("findings", text)) return;
  const {id, parts, close} = panel("findings", "The linter found something",
    "The page shows the last change all the same.", text);
  const box = element("div", [], {class: "rulegrid", role: "status", lang: "en", "aria-labelledby": id});
  close.addEventListener("click", () => {
    putAway("findings", text);
    box.remove();
  });
  document.body.append(box);
  // Filled once it is there, so that screen readers tell of it.
  box.append(...parts);
}

addEventListener("keydown", event => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  document.querySelector("div.rulegrid button")?.click();
});
document.addEventListener("visibilitychange", () => document.hidden ? rest() : follow());
// A page that is kept for the way back must hold no connection.
addEventListener("pagehide", rest);
addEventListener("pageshow", follow);
follow();
}
