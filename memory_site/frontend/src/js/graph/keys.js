// Everything by keys: in the picture, and for the chosen entry of the list.
import { act } from "./actions.js";
import { camera, zoomAt } from "./camera.js";
import { model, neighborsOf } from "./model.js";
import { byId, isList } from "./page.js";
import { draw, fit, marked, stage } from "./stage.js";
import { tools } from "./tools.js";
import { undo } from "./undo.js";

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const isTyping = (target) => target.matches("input:not([type=range]), textarea, select, [contenteditable]");

function current() {
  if (isList()) return document.querySelector('.listed-node[aria-current="true"]')?.dataset.name ?? null;
  return marked.current && model.byId.has(marked.current) ? marked.current : null;
}

// The neighbor that lies most in this direction; the largest node if none is chosen yet.
function step(direction) {
  const id = current();
  if (!id) return model.nodes.length && act.stepTo(model.nodes.at(-1).id);
  const { node } = model.byId.get(id);
  const [across, down] = DIRECTIONS[direction];
  const turned = ({ node: other }) => {
    const [x, y] = [other.x - node.x, other.y - node.y];
    return (x * across + y * down) / (Math.hypot(x, y) || 1);
  };
  const near = neighborsOf(id).map((other) => model.byId.get(other)).filter((other) => turned(other) > 0.35);
  near.sort((one, other) => turned(other) - turned(one));
  if (near.length > 0) act.stepTo(near[0].id);
}

const middle = () => ({ x: camera.width / 2, y: camera.height / 2 });
const zoom = (factor) => {
  zoomAt(middle(), factor);
  draw();
};

const onNode = { e: "expand", h: "hide", c: "fold", d: "fade", p: "pin", t: "path" };
const anywhere = {
  "/": () => byId("graph-words").focus(),
  "?": () => byId("graph-keys").showModal(),
  f: fit,
  s: () => tools.select(),
  "+": () => zoom(1.3),
  "=": () => zoom(1.3),
  "-": () => zoom(1 / 1.3),
};

function handle(event) {
  const { key, target } = event;
  const inStage = target === stage() || target === document.body;
  if (key === "Escape") return act.clear(), true;
  if (DIRECTIONS[key] && inStage && !isList()) return step(key), true;
  if (key === "Enter" && inStage && !isList() && current()) return act.open(current()), true;
  const id = current() ?? [...marked.selected][0];
  if (onNode[key] && id) return act[onNode[key]](id), true;
  if (key === "t") return act.path(), true;
  if (!anywhere[key] || (isList() && !["/", "?"].includes(key))) return false;
  anywhere[key]();
  return true;
}

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }) => key === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey;

export function openKeys() {
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || document.querySelector("dialog[open]") || isTyping(event.target)) return;
      if (isUndo(event)) undo();
      else if (event.ctrlKey || event.metaKey || event.altKey || !handle(event)) return;
      // The keys of other pages mean something else.
      event.preventDefault();
      event.stopImmediatePropagation();
      stage().dataset.keys = "";
    },
    true,
  );
}
