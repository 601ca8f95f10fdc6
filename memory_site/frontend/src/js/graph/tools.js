// The buttons and fields above the picture, and those in the panel.
import { act, after } from "./actions.js";
import { settle } from "./model.js";
import { byId, explorer } from "./page.js";
import { closePanel, panel } from "./panel.js";
import { mode } from "./pointer.js";
import { fit, marked, showModel } from "./stage.js";
import { query, state, writeAddress } from "./state.js";
import { canUndo, stepped, undo } from "./undo.js";

const button = (name) => explorer().querySelector(`[data-graph="${name}"]`);

export const tools = {
  fit,
  undo,
  help: () => byId("graph-keys").showModal(),
  close: () => act.clear(),
  unhide: () => act.unhide(),
  path: () => act.path(state.sel[0], state.sel[1]),
  select() {
    mode.select = !mode.select;
    showTools();
  },
  communities() {
    state.color = state.color ? "" : "community";
    writeAddress();
    showTools();
    showModel();
  },
};

const nodeTools = { toggle: "expand", fold: "fold", hide: "hide", fade: "fade", pin: "pin", path: "path" };
const selectionTools = { hide: act.hide, pin: act.pin, only: act.startAt, path: (...ids) => act.path(ids[0], ids[1]) };

export function showTools() {
  button("undo").disabled = !canUndo();
  button("select").setAttribute("aria-pressed", String(mode.select));
  button("communities").setAttribute("aria-pressed", String(state.color === "community"));
  byId("graph-depth").value = state.depth || "1";
  byId("graph-depth").nextElementSibling.textContent = state.depth || "1";
  byId("graph-depth").disabled = state.view !== "";
  byId("graph-size").value = state.size;
  document.querySelectorAll("[data-as]").forEach((one) => one.matches("button") && one.setAttribute("aria-pressed", String(one.dataset.as === (state.as || "picture"))));
  explorer().dataset.as = state.as || "picture";
}

function inPanel(event) {
  const { nodeDo, selectionDo, go, pathShow } = event.target.closest("[data-node-do], [data-selection-do], [data-go], [data-path-show]")?.dataset ?? {};
  const id = panel().querySelector("[data-panel-node]")?.dataset.panelNode;
  if (nodeDo) act[nodeTools[nodeDo]](id);
  else if (selectionDo) selectionTools[selectionDo](...state.sel);
  else if (pathShow !== undefined) act.follow(trailOf(event.target), { isOnly: true });
  else if (go && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    act.startAt(go);
  }
}

const trailOf = (element) => element.closest("[data-path]").dataset.path.split("\n");

export function openTools() {
  stepped.changed = showTools;
  explorer().addEventListener("click", (event) => {
    const { graph, as } = event.target.closest("button[data-graph], button[data-as]")?.dataset ?? {};
    if (graph) tools[graph]?.();
    if (!as) return;
    state.as = as === "list" ? "list" : "";
    writeAddress({ push: true });
    showTools();
  });
  panel().addEventListener("click", inPanel);
  byId("graph-depth").addEventListener("input", () => {
    state.depth = byId("graph-depth").value;
    writeAddress({ push: true });
    showTools();
    after.served();
  });
  byId("graph-size").addEventListener("change", () => {
    state.size = byId("graph-size").value;
    writeAddress();
    settle();
    showModel();
  });
  document.addEventListener("htmx:afterSwap", followFirst);
  // A view is saved with the state at that moment.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.matches("[data-keeps-state]")) event.detail.formData.set("state", query());
  });
  document.addEventListener("graph-changed", () => {
    marked.selected = new Set();
    state.sel = [];
    closePanel();
    writeAddress();
    after.served({ isForced: true });
  });
}

// A path that was just found is shown in the picture, too.
function followFirst(event) {
  if (event.detail.target.id !== "graph-panel-body") return;
  const first = event.detail.target.querySelector("[data-path]");
  if (first && trailOf(first).join() !== state.trail.join()) act.follow(trailOf(first));
}
