// The graph explorer: this script is loaded on its page only.
import { act, after } from "./actions.js";
import { camera, fitted, jumpTo } from "./camera.js";
import { openExport } from "./export.js";
import { openFind } from "./find.js";
import { openKeys } from "./keys.js";
import { adoptLegend, openLegend, showLegend } from "./legend.js";
import { isCurrent, load, markShown, readData } from "./load.js";
import { readColours, readIcons } from "./look.js";
import { ingest, model, settle } from "./model.js";
import { say, word } from "./page.js";
import { opened, openPanel } from "./panel.js";
import { setPlaces } from "./pins.js";
import { openPointer } from "./pointer.js";
import { draw, fit, frameTimes, light, makeRoom, marked, openStage, showModel, stage } from "./stage.js";
import { readAddress, state } from "./state.js";
import { openTime, showTime } from "./time.js";
import { openTools, showTools } from "./tools.js";
import { followEntry, openUndo } from "./undo.js";

async function show({ isNew = false } = {}) {
  ingest(readData());
  adoptLegend();
  readColours();
  showTime();
  showTools();
  markSelected();
  if (isNew) jumpTo({ ...fitted(), isWhole: true });
  await showModel();
  if (!isNew && (camera.isWhole || hasLeft())) fit();
  say(`${model.nodes.length} ${word("nodes")}, ${model.pairs.length} ${word("edges")}`);
}

function markSelected() {
  marked.selected = new Set(state.sel.length > 1 ? state.sel : []);
  marked.current = state.sel.length === 1 ? state.sel[0] : marked.current;
}

// New nodes may lie outside of what is seen.
function hasLeft() {
  const { x, y, k } = fitted();
  return k < camera.k * 0.9 || Math.hypot(x - camera.x, y - camera.y) * camera.k > camera.width / 3;
}

after.served = async ({ isNew = false, isForced = false } = {}) => {
  if (!isForced && isCurrent()) return light();
  stage().setAttribute("aria-busy", "true");
  if (await load()) await show({ isNew });
  stage().removeAttribute("aria-busy");
};
opened.changed = makeRoom;
after.shown = () => {
  showLegend();
  showTools();
};

// What the data of the page says about places is older than what a person moved since.
async function showAgain() {
  markSelected();
  settle();
  showTime();
  after.shown();
  await showModel();
}

const beginning = () => [state.focus, state.q, state.view, state.community].join("\n");

// Back, forward and undo: what the address says is shown again.
addEventListener("popstate", async () => {
  const [begun, selected] = [beginning(), state.sel.join()];
  readAddress();
  const { isBack, places } = followEntry();
  if (isCurrent()) await showAgain();
  else await after.served({ isNew: beginning() !== begun });
  await setPlaces(places);
  if (state.sel.join() !== selected) act.reopen();
  if (isBack) say(word("undone"));
});

function followTheme() {
  const again = () => {
    readColours();
    showModel();
  };
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}

async function open() {
  readAddress();
  openUndo();
  markShown();
  openStage();
  for (const part of [openPointer, openKeys, openLegend, openFind, openTime, openExport, openTools, followTheme]) part();
  await readIcons();
  await show({ isNew: true });
  if (state.sel.length === 1) openPanel("node", { id: state.sel[0] });
  else if (state.sel.length > 1) act.select([]);
  await document.fonts.ready;
  draw();
  stage().dataset.ready = "";
}

// For measurements by hand and in tests: where things are, and how long frames take.
window.wasurenaGraph = { act, camera, frameTimes, model, draw, show: (data) => (ingest(data), showModel()) };
open();
