// The legend counts what is in the picture, and switches groups and types off and on.
import { act } from "./actions.js";
import { model } from "./model.js";
import { byId, note, word } from "./page.js";
import { state } from "./state.js";

export function adoptLegend() {
  byId("graph-legend-body").replaceChildren(...byId("graph-groups").children);
  showLegend();
}

export function showLegend() {
  const body = byId("graph-legend-body");
  body.querySelectorAll("[data-group]").forEach((entry) => press(entry, !state.off.includes(entry.dataset.group)));
  body.querySelectorAll("[data-edge-type]").forEach((entry) => press(entry, !state.line.includes(entry.dataset.edgeType)));
  const away = model.hidden + state.line.length + state.fade.length;
  byId("graph-hidden").hidden = away === 0;
  byId("graph-hidden").querySelector("span").textContent = `${away} ${word("hidden")}`;
  byId("graph-count").textContent = `${model.nodes.length} · ${model.pairs.length}`;
  note(model.nodes.length === 0 ? word("empty") : "");
}

const press = (entry, isOn) => entry.setAttribute("aria-pressed", String(isOn));

export function openLegend() {
  // On a phone the picture comes first.
  if (matchMedia("(width < 48rem)").matches) byId("graph-legend").open = false;
  byId("graph-legend-body").addEventListener("click", (event) => {
    const entry = event.target.closest("button");
    if (entry?.dataset.group) act.filter("off", entry.dataset.group);
    else if (entry?.dataset.edgeType) act.filter("line", entry.dataset.edgeType);
  });
}
