// The legend counts what is in the picture, and hides, folds and fades whole groups and types.
import { act } from "./actions.js";
import { model } from "./model.js";
import { byId, note, word } from "./page.js";
import { state } from "./state.js";

const OF_NODES = { hide: "off", fold: "fold_type", fade: "fade_type" };
const OF_LINES = { hide: "line", fold: "fold_line", fade: "fade_line" };

export function adoptLegend() {
  byId("graph-legend-body").replaceChildren(...byId("graph-groups").children);
  showLegend();
}

// The list of the state that a button switches, and what it puts into it.
function switchOf(button) {
  const { group, edgeType } = button.parentElement.querySelector(".legend-item").dataset;
  const does = button.dataset.legendDo ?? "hide";
  return group === undefined ? [OF_LINES[does], edgeType] : [OF_NODES[does], group];
}

export function showLegend() {
  byId("graph-legend-body").querySelectorAll(".legend-row button").forEach((button) => {
    const [name, value] = switchOf(button);
    const isSet = state[name].includes(value);
    // The entry itself is pressed while it is shown.
    button.setAttribute("aria-pressed", String(button.dataset.legendDo ? isSet : !isSet));
  });
  const away = model.hidden + state.line.length + state.fade.length + state.fade_type.length + state.fade_line.length;
  byId("graph-hidden").hidden = away === 0;
  byId("graph-hidden").querySelector("span").textContent = `${away} ${word("hidden")}`;
  byId("graph-count").textContent = `${model.nodes.length} · ${model.pairs.length}`;
  note(model.nodes.length === 0 ? word("empty") : "");
}

export function openLegend() {
  // On a phone the picture comes first.
  if (matchMedia("(width < 48rem)").matches) byId("graph-legend").open = false;
  byId("graph-legend-body").addEventListener("click", (event) => {
    const button = event.target.closest(".legend-row button");
    if (button) act.filter(...switchOf(button));
  });
}
