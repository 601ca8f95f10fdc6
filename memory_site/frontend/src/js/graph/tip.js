// A line about what is pointed at: every edge says its type, its reason and its date.
import { camera } from "./camera.js";
import { labelOf } from "./model.js";
import { byId, dayOf } from "./page.js";

const EDGES_TOLD = 3;
const LONGEST = 160;

export function hideTip() {
  byId("graph-tip").hidden = true;
}

export function showTip(at, node, pair) {
  const tip = byId("graph-tip");
  tip.replaceChildren(...(node ? nodeLines(node) : pairLines(pair)));
  tip.hidden = tip.textContent === "";
  const left = Math.min(at.x + 14, camera.width - tip.offsetWidth - 8);
  const isBelow = at.y + 18 + tip.offsetHeight < camera.height;
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${isBelow ? at.y + 18 : at.y - tip.offsetHeight - 10}px`;
}

function line(text, css = "") {
  return Object.assign(document.createElement("span"), { textContent: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text, className: css });
}

// The name stands in the picture already; a long one is cut there.
function nodeLines({ node }) {
  const text = node.title || node.label;
  return [line(text), ...(node.date ? [line(dayOf(node.date), "quiet")] : [])];
}

function pairLines({ edges }) {
  return edges.slice(0, EDGES_TOLD).flatMap((edge) => {
    const arrow = edge.arrows === "to" ? " → " : " – ";
    const said = line(`${labelOf(edge.from)} ${edge.label}${arrow}${labelOf(edge.to)}`, "tip-edge");
    const dates = [edge.valid_from, edge.valid_to].some(Boolean)
      ? `${edge.valid_from ? dayOf(edge.valid_from) : ""} – ${edge.valid_to ? dayOf(edge.valid_to) : ""}`
      : edge.date && dayOf(edge.date);
    return [said, ...(edge.title ? [line(edge.title)] : []), ...(dates ? [line(dates, "quiet")] : [])];
  });
}
