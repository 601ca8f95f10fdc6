// What a person does with nodes; pointer, keys and buttons all come here.
import { around, camera, flyTo, margins, toScreen } from "./camera.js";
import { labelOf, model, neighborsOf, settle } from "./model.js";
import { announce, say, word } from "./page.js";
import { closePanel, fillPanel, openLink, openPanel } from "./panel.js";
import { isBubble, setPinned } from "./pins.js";
import { draw, light, marked, showModel } from "./stage.js";
import { PUT_AWAY, state, toggle, writeAddress } from "./state.js";

// Set by main.js: loads from the server, and shows what changed.
export const after = { served: () => {}, shown: () => {} };
const waiting = { path: null };

function reshow() {
  settle();
  writeAddress({ push: true });
  after.shown();
  showModel();
}

function openSelected() {
  const { sel } = state;
  marked.selected = new Set(sel);
  if (sel.length > 1) openPanel("selection", sel.map((id) => ["id", id]));
  else if (sel.length === 1) openPanel("node", { id: sel[0] });
  writeAddress();
  light();
}

function bubblePanel(id) {
  const { size, label } = model.graph.getNodeAttributes(id);
  const title = Object.assign(document.createElement("h2"), { textContent: label });
  const link = Object.assign(document.createElement("a"), { className: "button button-primary", textContent: `${size.toLocaleString()} ${word("members")}`, href: bubbleAddress(id) });
  link.dataset.panelOpen = "";
  fillPanel(title, link);
}

function bubbleAddress(id) {
  const asked = new URLSearchParams({ community: model.graph.getNodeAttribute(id, "center") });
  state.pack.forEach((pack) => asked.append("pack", pack));
  return `${location.pathname}?${asked}`;
}

export const act = {
  choose(id) {
    if (waiting.path && waiting.path !== id) return act.path(waiting.path, id);
    marked.current = id;
    state.sel = isBubble(id) ? [] : [id];
    marked.selected = new Set();
    writeAddress();
    if (isBubble(id)) bubblePanel(id);
    else openPanel("node", { id });
    keepInSight(id);
    say(`${labelOf(id)}, ${neighborsOf(id).length} ${word("edges")}`);
    light();
  },
  // Moves the cursor of the keys without opening anything.
  stepTo(id) {
    marked.current = id;
    say(`${labelOf(id)}, ${neighborsOf(id).length} ${word("edges")}`);
    keepInSight(id);
    light();
  },
  open(id) {
    if (isBubble(id)) return void location.assign(bubbleAddress(id));
    if (openLink() && state.sel[0] === id) return openLink().click();
    act.choose(id);
  },
  openPair(pair) {
    if (isBubble(pair.a)) return;
    marked.current = null;
    openPanel("edge", { source: pair.a, target: pair.b, id: pair.edges[0].id });
  },
  pick(id) {
    if (isBubble(id)) return;
    toggle("sel", id);
    openSelected();
    if (state.sel.length === 0) closePanel();
  },
  select(ids) {
    state.sel = [...new Set([...state.sel, ...ids.filter((id) => !isBubble(id))])];
    openSelected();
  },
  // After a step back or forward: the panel shows what is selected now.
  reopen() {
    if (state.sel.length > 0) openSelected();
    else closePanel();
  },
  clear() {
    waiting.path = null;
    marked.current = null;
    marked.selected = new Set();
    state.sel = [];
    state.trail = [];
    closePanel();
    writeAddress();
    light();
  },
  expand(id) {
    if (isBubble(id)) return act.open(id);
    if (state.fold.includes(id)) return act.fold(id);
    const type = model.graph.getNodeAttribute(id, "legend");
    if (state.fold_type.includes(type)) return act.filter("fold_type", type);
    if (model.focus.includes(id) && !state.open.includes(id)) {
      // The middle is expanded from the beginning: more of its neighbors are asked for.
      state.most = String(Math.min(600, (Number(state.most) || 60) + 60));
    } else toggle("open", id);
    writeAddress({ push: true });
    after.served();
  },
  fold(id) {
    toggle("fold", id);
    reshow();
  },
  fade(id) {
    toggle("fade", id);
    reshow();
  },
  hide(...ids) {
    state.hide = [...new Set([...state.hide, ...ids])];
    state.sel = state.sel.filter((id) => !ids.includes(id));
    if (ids.includes(marked.current)) marked.current = null;
    marked.selected = new Set();
    marked.hover = null;
    closePanel();
    reshow();
  },
  unhide() {
    for (const name of PUT_AWAY) state[name] = [];
    reshow();
  },
  pin(...ids) {
    const known = ids.filter((id) => model.graph.hasNode(id));
    setPinned(known, !known.every((id) => model.graph.getNodeAttribute(id, "pinned")));
  },
  dropped({ id }, from) {
    setPinned([id], true, { [id]: from });
  },
  startAt(...ids) {
    Object.assign(state, { focus: ids, open: [], q: "", view: "", sel: [], trail: [], hide: [], fold: [] });
    writeAddress({ push: true });
    closePanel();
    after.served({ isNew: true });
  },
  path(source, target = "") {
    waiting.path = target ? null : source || null;
    if (!target && source) announce(word("target"));
    openPanel("path", { source: source ?? "", target });
  },
  // Lights up the path where all of it is in the picture; `isOnly` shows it alone.
  follow(trail, { isOnly = false } = {}) {
    waiting.path = null;
    state.trail = trail;
    if (isOnly) Object.assign(state, { focus: trail, open: [], q: "", view: "", depth: "0" });
    const isThere = trail.every((id) => model.byId.has(id));
    if (!isThere && !isOnly) state.open = [...new Set([...state.open, ...trail.filter((id) => !model.focus.includes(id))])];
    writeAddress({ push: true });
    if (!isThere || isOnly) return after.served({ isNew: isOnly });
    flyTo(around(trail.map((id) => model.byId.get(id))), draw);
    light();
  },
  filter(name, value) {
    toggle(name, value);
    reshow();
  },
};

// Moves the picture only as far as the panel, the tools or the edge would cover the node.
function keepInSight(id) {
  const shown = model.byId.get(id);
  if (!shown) return;
  if (camera.isWhole && camera.width >= 700) return;
  const { left, right, top, bottom } = margins();
  const at = toScreen(shown.node);
  const over = (value, least, most) => (value < least ? value - least : value > most ? value - most : 0);
  const x = over(at.x, left, camera.width - right);
  const y = over(at.y, top, camera.height - bottom);
  if (x || y) flyTo({ x: camera.x + x / camera.k, y: camera.y + y / camera.k }, draw);
}
