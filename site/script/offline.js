// From a server: pages are kept for reading without a connection, and the site can be installed.

if (root.protocol.startsWith("http") && navigator.serviceWorker && !isEmbedded) {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = new URL("manifest.webmanifest", root).href;
  document.head.append(link);
  navigator.serviceWorker.register(new URL("sw.js", root)).then(() => navigator.serviceWorker.ready)
    .then(({active}) => active.postMessage(document.documentElement.lang), () => {});
}
