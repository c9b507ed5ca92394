// Keeps pages for reading without a connection. Every file that it keeps is of one version of the
// site, which its hash below proves, so that a page never meets a style or an index of another one.
//
// A newer version is taken over as a whole, at the first navigation when no other page is open.
"use strict";
const NAME = "rulegrid-@version@";
// What each file of this version hashes to, below the folder of this script.
const HASHES = @hashes@;
// What is kept as soon as something is read: for all, and by language.
const KEPT = @kept@;
const ROOT = new URL("./", location.href).href;

// The file that an address means, or nothing where it is none of this site's.
function fileOf(address) {
  const url = address.split(/[?#]/)[0];
  if (!url.startsWith(ROOT)) return null;
  const path = decodeURIComponent(url.slice(ROOT.length));
  const file = path === "" || path.endsWith("/") ? path + "index.html" : path;
  return Object.hasOwn(HASHES, file) ? file : null;
}

async function hash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.slice(0, 6)].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

// The file from the cache, else from the server; kept if it is of this version.
async function file(path, request) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(ROOT + path);
  if (kept) return kept;
  const fresh = await fetch(request ?? ROOT + path);
  if (fresh.ok && await hash(await fresh.clone().arrayBuffer()) === HASHES[path])
    await cache.put(ROOT + path, fresh.clone());
  else if (fresh.ok) registration.update();
  return fresh;
}

async function keep(paths) {
  for (const path of paths) await file(path).catch(() => {});
}

// Whether a newer version waits and nobody else reads; then the page is asked for again.
async function isTakenOver() {
  if (!registration.waiting || (await clients.matchAll()).length > 1) return false;
  registration.waiting.postMessage("take over");
  return true;
}

addEventListener("install", event => event.waitUntil(keep(KEPT[""])));
addEventListener("activate", event => event.waitUntil((async () => {
  const names = (await caches.keys()).filter(name => name.startsWith("rulegrid-") && name !== NAME);
  await Promise.all(names.map(name => caches.delete(name)));
  await clients.claim();
})()));
addEventListener("message", ({data, source}) => {
  if (data === "take over") return skipWaiting();
  const path = source && fileOf(source.url);
  if (path && Object.hasOwn(KEPT, data)) keep([path, ...KEPT[data]]);
});
addEventListener("fetch", event => {
  const {request} = event;
  const path = request.method === "GET" ? fileOf(request.url) : null;
  if (!path) return;
  event.respondWith((async () => {
    if (request.mode === "navigate" && await isTakenOver())
      return new Response("", {headers: {Refresh: "0"}});
    return file(path, request);
  })());
});
