// What every room uses of the page: its elements, its data, and where the site begins.
//
// The script adds what pages cannot do without one. It decides nothing: what is shown when stands
// in the page's own rules, which it reads once and then follows. It sends nothing anywhere, and
// writes texts only, never markup. Without it the page filters itself. Its rooms are joined into
// one file, in which each uses the names of those before it, and functions of all.

const all = (css, within = document) => [...within.querySelectorAll(css)];
const one = (css, within = document) => within.querySelector(css);
const form = one(".shelf form");
const squeezed = text => text.replace(/[ \t\r\n]+/g, " ").trim();
const data = form?.dataset ?? {};
const isEmbedded = document.body.classList.contains("embed");
const root = new URL(".", document.currentScript.src);
