// What a figure is looked up together with, in the address as well.

const pair = one("#with");
const withPair = () => pair?.value ? "&with=" + pair.value : "";
function offerPair(value) {
  if (!pair) return;
  if (all("option", pair).some(option => option.value === value)) pair.value = value;
  pair.onchange = () => update();
}
