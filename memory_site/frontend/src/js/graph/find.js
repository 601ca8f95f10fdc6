// Search in the picture as one types, and fly there; what is not in it is searched on the server.
import { act } from "./actions.js";
import { around, camera, flyTo } from "./camera.js";
import { model } from "./model.js";
import { byId, word } from "./page.js";
import { draw, light, marked } from "./stage.js";

const MOST = 8;
let hits = [];
let at = 0;

const folded = (text) => text.normalize("NFKC").toLowerCase();
const field = () => byId("graph-words");

function search() {
  const words = folded(field().value.trim()).split(/\s+/).filter(Boolean);
  const fits = ({ node }) => words.every((word) => folded(`${node.label} ${node.title ?? ""}`).includes(word));
  // Names come before texts that only hold them.
  const begins = ({ node }) => words.length > 0 && folded(node.label).startsWith(words[0]);
  const found = words.length ? model.nodes.filter(fits) : [];
  found.sort((one, other) => begins(other) - begins(one) || one.node.label.length - other.node.label.length);
  hits = found.slice(0, MOST);
  if (words.length) hits.push({ id: null, node: { label: `${word("everywhere")}: ${field().value.trim()}` } });
  at = 0;
  show();
}

function show() {
  const list = byId("graph-hits");
  list.replaceChildren(...hits.map(entry));
  list.hidden = hits.length === 0;
  field().setAttribute("aria-expanded", String(hits.length > 0));
  if (hits.length) field().setAttribute("aria-activedescendant", `graph-hit-${at}`);
  marked.hover = hits[at]?.id ?? null;
  light();
}

function entry({ id, node }, index) {
  const item = document.createElement("li");
  Object.assign(item, { id: `graph-hit-${index}`, role: "option", textContent: node.label });
  item.setAttribute("aria-selected", String(index === at));
  item.addEventListener("pointerdown", (event) => (event.preventDefault(), go(id)));
  return item;
}

function go(id) {
  if (id === null) return void location.assign(`${location.pathname}?${new URLSearchParams({ q: field().value.trim() })}`);
  const shown = model.byId.get(id);
  camera.isWhole = false;
  flyTo({ ...around([shown]), k: 1.1 }, draw);
  close();
  act.choose(id);
}

function close() {
  field().value = "";
  hits = [];
  show();
  field().blur();
}

function key(event) {
  if (event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && hits.length) {
    event.preventDefault();
    at = (at + step + hits.length) % hits.length;
    show();
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (hits[at]) go(hits[at].id);
  } else if (event.key === "Escape") close();
  event.stopPropagation();
}

export function openFind() {
  field().addEventListener("input", search);
  field().addEventListener("keydown", key);
  field().addEventListener("blur", () => setTimeout(() => ((hits = []), show()), 120));
}
