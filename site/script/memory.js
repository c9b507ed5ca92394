// What the device remembers, if it does.

function remembered(what, of = data.game) {
  try {
    return JSON.parse(localStorage.getItem(`rulegrid/${of}/${what}`));
  } catch {
    return null;
  }
}
function remember(what, value) {
  try {
    localStorage.setItem(`rulegrid/${data.game}/${what}`, JSON.stringify(value));
  } catch {}
}
