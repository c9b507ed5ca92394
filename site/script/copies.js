// What is shown, in other forms: as a link, a frame, a text, Markdown and CSV.

const marks = (node, say) =>
  all("sup", node).filter(sup => isShown(part(sup))).map(sup => say(one("a", sup))).join(" ");
function sections() {
  const columns = table().columns.filter(isShown);
  const groups = new Map();
  for (const row of rowsLeft) {
    const cells = columns.map(c => row.cells.find(d => d.key === c.key && isShown(d)));
    if (!groups.has(row.section)) groups.set(row.section, []);
    groups.get(row.section).push([row, cells]);
  }
  return [columns, groups];
}
const sourcesOf = list => list.split(" ").filter(s => condition(s.replace(/^[^:]*/, ""), isOn)())
  .map(s => s.split(":")[0]);
const escaped = text => text.replace(/[\\\x60*_[\]<>|#~]/g, "\\$&");
function lines(write) {
  const label = node => write(said(node), marks(node, mark => `[${mark.textContent}]`));
  const notes = notesLeft.map(({element}) => {
    const parts = all(".part", element).filter(p => isShown(part(p)));
    const texts = parts.map(p => write(`(${one("title", p).textContent}) ${said(p)}`, ""));
    return `${element.value}. ${texts.join(" ")}`;
  });
  return [label, notes];
}
const marked = (text, notes) => notes ? `${text} ${notes}` : text;
const here = () => one("[rel=canonical]")?.href ?? location.href.split(/[?#]/)[0];
const copies = {
  link: () => new URL(isOpen ? address() + withPair() : "", here()).href,
  embed() {
    const page = new URL(here());
    page.pathname = page.pathname.replace(/(?:preset\/[^/]+\/)?([^/]+)$/, "embed/$1");
    page.search = isOpen ? address() : "";
    const quoted = text => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    return `<iframe src="${quoted(page.href)}" title="${quoted(said(one("h1")))}" width="100%" height="480"></iframe>`;
  },
  text() {
    const [columns, groups] = sections();
    const [label, notes] = lines(marked);
    const out = [said(one("h1")), selectionInWords()];
    for (const [section, rows] of groups) {
      out.push("", said(one("th", section)).toUpperCase());
      for (const [row, cells] of rows) {
        const list = cells.map((c, n) => `${said(columns[n].element)}: ${label(c.element)}`);
        out.push(`${label(row.element.cells[0])} ${list.join("; ")}`);
      }
    }
    return [...out, "", ...notes, ""].join("\n");
  },
  markdown() {
    const [columns, groups] = sections();
    const [label, notes] = lines((text, notes) => marked(escaped(text), notes));
    const line = cells => `| ${cells.join(" | ")} |`;
    const out = [`## ${escaped(said(one("h1")))}`, "", escaped(selectionInWords()), ""];
    out.push(line(["", ...columns.map(c => label(c.element))]));
    out.push("|---|" + ":---:|".repeat(columns.length));
    for (const [section, rows] of groups) {
      out.push(line([`**${escaped(said(one("th", section)))}**`, ...columns.map(() => "")]));
      for (const [row, cells] of rows)
        out.push(line([row.element.cells[0], ...cells.map(c => c.element)].map(label)));
    }
    return [...out, "", ...notes, ""].join("\n");
  },
  csv() {
    const [columns, groups] = sections();
    const {table: id, sources} = one("[data-table]").dataset, lists = sources.split("|");
    const out = ["edition,table,section,question,label,figure,name,answer,text,open,notes," +
      "adapted,sources"];
    const field = text => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    for (const [section, rows] of groups) for (const [row, cells] of rows)
      for (const [n, cell] of cells.entries()) out.push([
        edition, id, section.id.slice(2), row.question, said(row.element.cells[0]),
        cell.figure, said(columns[n].element), cell.answer,
        /number|text/.test(cell.answer) ? said(cell.element) : "", cell.open ?? "",
        marks(cell.element, mark => mark.dataset.note),
        isAdapted(row) || isAdapted(cell) ? "yes" : "no", sourcesOf(lists[cell.sources ?? 0]).join(" "),
      ].map(field).join());
    return out.join("\n") + "\n";
  },
};
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const give = event => {
      event.clipboardData.setData("text/plain", text);
      event.preventDefault();
    };
    addEventListener("copy", give, {once: true});
    return document.execCommand("copy");
  }
}
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
