// Conditions as the page's rules write them: `:has(#x-lid:checked, …)`.

const isIn = ({edition, chosen}, id) =>
  id.startsWith("ed-") ? id === "ed-" + edition.replaceAll(".", "-") :
  id.startsWith("x-") && chosen.has(id.slice(2));
const isOn = id => isIn({edition, chosen}, id);
const token = /\*|#([\w-]+):checked|:(has|is|not)\(/y;
function condition(text, isOn) {
  let at = 0;
  const compound = () => {
    const parts = [];
    for (;;) {
      token.lastIndex = at;
      const found = token.exec(text);
      if (!found) return () => parts.every(part => part());
      at = token.lastIndex;
      const [, id, kind] = found;
      if (kind) {
        const some = [];
        do some.push(compound()); while (text[at++] === ",");
        const any = () => some.some(part => part());
        parts.push(kind === "not" ? () => !any() : any);
      } else parts.push(() => !id || isOn(id));
    }
  };
  return compound();
}
