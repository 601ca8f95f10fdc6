// The panel at the right (a sheet on a phone): filled by the server through htmx.
import { address, byId } from "./page.js";

export const panel = () => byId("graph-panel");

export function openPanel(name, parameters) {
  const query = new URLSearchParams(parameters);
  panel().hidden = false;
  panel().scrollTop = 0;
  return window.htmx.ajax("GET", `${address(name)}?${query}`, { target: "#graph-panel-body", swap: "innerHTML" });
}

export function fillPanel(...elements) {
  panel().hidden = false;
  byId("graph-panel-body").replaceChildren(...elements);
}

export function closePanel() {
  const wasOpen = !panel().hidden;
  panel().hidden = true;
  byId("graph-panel-body").replaceChildren();
  return wasOpen;
}

export const openLink = () => panel().querySelector("[data-panel-open]");
