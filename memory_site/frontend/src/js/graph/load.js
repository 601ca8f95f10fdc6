// Fetches the part of the page that changes: the data, the legend and the list.
import { announce, byId } from "./page.js";
import { served } from "./state.js";

let asked = null;
let shown = null;

export function readData() {
  return JSON.parse(byId("graph-json").textContent);
}

export function markShown() {
  shown = served();
}

export const isCurrent = () => shown === served();

// Returns whether there is something new to show; a later call cancels an earlier one.
export async function load() {
  asked?.abort();
  const mine = (asked = new AbortController());
  const wanted = served();
  try {
    const answer = await fetch(`${location.pathname}?${wanted}`, {
      headers: { "HX-Request": "true" },
      signal: mine.signal,
    });
    const part = await answer.text();
    if (!answer.ok || !part.includes("graph-json")) return refuse(part);
    byId("graph-data").innerHTML = part;
    window.htmx.process(byId("graph-data"));
    shown = wanted;
    return true;
  } catch (error) {
    if (error.name !== "AbortError") announce(document.body.dataset.unreachable);
    return false;
  }
}

// An error comes as a toast, or as a page whose sentence is its first paragraph.
function refuse(part) {
  const told = new DOMParser().parseFromString(part, "text/html");
  const text = told.querySelector(".toast span, main p, p")?.textContent.trim();
  announce(text || document.body.dataset.unreachable);
  return false;
}
