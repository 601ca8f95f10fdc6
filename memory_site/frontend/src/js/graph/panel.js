// The panel at the right (a sheet on a phone): filled by the server through htmx.
import { address, byId } from "./page.js";
import { state } from "./state.js";

export const panel = () => byId("graph-panel");

// The second click of two still means the picture, even where the panel now lies over it.
const SECOND_CLICK_MS = 350;
export const opened = { changed: () => {} };

function show() {
  if (!panel().hidden) return;
  panel().hidden = false;
  panel().classList.add("is-opening");
  setTimeout(() => panel().classList.remove("is-opening"), SECOND_CLICK_MS);
  opened.changed();
}

export function openPanel(name, parameters) {
  const query = new URLSearchParams(parameters);
  // What is told is what the picture shows: on its day, in its packs.
  for (const name of ["held", "known"]) if (state[name]) query.set(name, state[name]);
  state.pack.forEach((pack) => query.append("pack", pack));
  show();
  panel().scrollTop = 0;
  return window.htmx.ajax("GET", `${address(name)}?${query}`, { target: "#graph-panel-body", swap: "innerHTML" });
}

export function fillPanel(...elements) {
  show();
  byId("graph-panel-body").replaceChildren(...elements);
}

export function closePanel() {
  if (panel().hidden) return;
  panel().hidden = true;
  byId("graph-panel-body").replaceChildren();
  opened.changed();
}

export const openLink = () => panel().querySelector("[data-panel-open]");
