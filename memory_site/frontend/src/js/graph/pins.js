// Nodes that a person puts somewhere: the server keeps their places, and each change can be undone.
import { model, settle } from "./model.js";
import { address, announce, csrfToken, say, word } from "./page.js";
import { showModel } from "./stage.js";
import { state } from "./state.js";
import { pushEntry } from "./undo.js";

export const isBubble = (id) => id.startsWith("community:");

const rounded = (value) => Math.round(value * 10) / 10;

export function placeOf(id) {
  const { x, y, pinned = false } = model.graph.getNodeAttributes(id);
  return { x: rounded(x), y: rounded(y), pinned };
}

// `places`: x, y and whether it is pinned, by node. What is both pinned and let go only moves.
async function keep(places) {
  const rows = Object.entries(places);
  const body = {
    focus: state.view ? "" : (model.focus[0] ?? ""),
    pin: Object.fromEntries(rows.map(([id, { x, y }]) => [id, [x, y]])),
    unpin: rows.filter(([, { pinned }]) => !pinned).map(([id]) => id),
  };
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrfToken() };
  const answer = await fetch(address("positions"), { method: "PUT", headers, body: JSON.stringify(body) });
  if (!answer.ok) announce(document.body.dataset.unreachable);
  return answer.ok;
}

export async function setPlaces(places) {
  if (Object.keys(places).length === 0 || !(await keep(places))) return false;
  for (const [id, place] of Object.entries(places)) {
    if (model.graph.hasNode(id)) model.graph.mergeNodeAttributes(id, place);
  }
  settle();
  showModel();
  return true;
}

// `from`: where nodes stood that were dragged before this.
export async function setPinned(ids, isPinned, from = {}) {
  const known = ids.filter((id) => model.graph.hasNode(id) && !isBubble(id));
  const placed = known.map((id) => [id, placeOf(id)]);
  const before = { ...Object.fromEntries(placed), ...from };
  const after = Object.fromEntries(placed.map(([id, place]) => [id, { ...place, pinned: isPinned }]));
  if (!(await setPlaces(after))) return;
  pushEntry(location.href, { before, after });
  say(word(isPinned ? "pinned" : "unpinned"));
}
