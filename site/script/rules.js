// The page's rules: each class with its condition. What changes is hidden and marked element by
// element, since that restyles nothing else.

const style = one("head > style");
const ownRules = style?.textContent ?? "";
const rules = [];
const hidden = new Set(), adapted = new Set();
const marking = inputs.get("mark-adapted");
function readRules() {
  const add = (name, when, holding) => rules.push({name, holds: condition(when, isOn), holding});
  for (const [, when, n] of ownRules.matchAll(/:root(\S*) \.k(\d+)\{/g)) add("k" + n, when, hidden);
  const marked = /:root:has\(#mark-adapted:checked\)(\S*) \.a(\d+):not\(tr\)/g;
  for (const [, when, n] of ownRules.matchAll(marked)) add("a" + n, when, adapted);
  document.adoptedStyleSheets = [filtering, mine];
}

// A sheet that says what it said before costs nothing.
function restyle(sheet, css) {
  if (css !== sheet.was) sheet.replaceSync(sheet.was = css);
}

// Leaves out what these selectors name, and nothing else, whatever the rules show.
const filtering = new CSSStyleSheet();
function leaveOut(selectors) {
  restyle(filtering, selectors.length ? selectors.join() + "{display:none}" : "");
}

// The column of the reader's edition, where the editions stand side by side.
const mine = new CSSStyleSheet();
function markEdition() {
  const isAsked = isNamed && editions.length > 0;
  restyle(mine, isAsked ? `.matrix thead [data-edition="${edition}"]{--mine:var(--accent)}` : "");
}

// From here on the rules are followed by the script alone.
function takeOver() {
  applyRules();
  for (const own of all("head > style")) own.sheet.disabled = true;
}
let wasMarking;
function applyRules() {
  const changed = rules.filter(({name, holds, holding}) => {
    const on = holds(), was = holding.has(name);
    on ? holding.add(name) : holding.delete(name);
    return on !== was || holding === adapted && marking.checked !== wasMarking;
  });
  wasMarking = marking.checked;
  const touched = changed.flatMap(({name}) => [...document.getElementsByClassName(name)]);
  new Set(touched).forEach(showOrHide);
}
function showOrHide(element) {
  const is = part(element);
  element.toggleAttribute("hidden", !isShown(is));
  element.classList.toggle("adapted", marking.checked && isAdapted(is));
}
