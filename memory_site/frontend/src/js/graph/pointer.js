// Mouse, pen and fingers: look around, point, choose, drag, draw a box.
import { pan, toGraph, zoomAt } from "./camera.js";
import { act } from "./actions.js";
import { badgeAt, nodeAt, nodesIn, pairAt } from "./hit.js";
import { model } from "./model.js";
import { byId } from "./page.js";
import { placeOf } from "./pins.js";
import { draw, light, marked, showModel, stage, surface } from "./stage.js";
import { hideTip, showTip } from "./tip.js";

const STILL = 5;
const DOUBLE_MS = 330;
const fingers = new Map();
let held = null;
let last = { id: null, time: 0, x: 0, y: 0 };
export const mode = { select: false };

const pointOf = (event) => {
  const box = surface().getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

export function openPointer() {
  const canvas = surface();
  canvas.addEventListener("pointerdown", press);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", cancel);
  canvas.addEventListener("pointerleave", () => point(null));
  canvas.addEventListener("wheel", wheel, { passive: false });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}

function wheel(event) {
  event.preventDefault();
  zoomAt(pointOf(event), Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)));
  draw();
}

function press(event) {
  if (event.button > 0) return;
  surface().setPointerCapture(event.pointerId);
  delete stage().dataset.keys;
  stage().focus({ preventScroll: true });
  const at = pointOf(event);
  fingers.set(event.pointerId, at);
  if (fingers.size > 1) return void (held = null);
  const isTouch = event.pointerType === "touch";
  const isBox = event.shiftKey || mode.select;
  const node = nodeAt(at, isTouch);
  held = { at, from: at, node, place: node && placeOf(node.id), isMoved: false, isBox: isBox && !node, isAdding: isBox };
}

function move(event) {
  const at = pointOf(event);
  if (fingers.size === 2 && fingers.has(event.pointerId)) return pinch(event.pointerId, at);
  if (!held) return event.pointerType === "touch" ? undefined : point(at);
  fingers.set(event.pointerId, at);
  if (!held.isMoved && Math.hypot(at.x - held.from.x, at.y - held.from.y) < STILL) return;
  held.isMoved = true;
  hideTip();
  if (held.isBox) drawBox(held.from, at);
  else if (held.node) drag(held.node, at);
  else pan(at.x - held.at.x, at.y - held.at.y);
  held.at = at;
  draw();
}

function pinch(id, at) {
  const [otherId] = [...fingers.keys()].filter((one) => one !== id);
  const [before, other] = [fingers.get(id), fingers.get(otherId)];
  const gap = (one) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
  zoomAt({ x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }, gap(at) / gap(before));
  pan((at.x - before.x) / 2, (at.y - before.y) / 2);
  fingers.set(id, at);
  draw();
}

function drag(one, at) {
  Object.assign(one.node, toGraph(at));
  model.graph.mergeNodeAttributes(one.id, toGraph(at));
  if (stage().dataset.renderer === "webgl") showModel();
}

function release(event) {
  fingers.delete(event.pointerId);
  const done = held;
  held = null;
  if (!done) return;
  byId("graph-box")?.remove();
  if (done.isMoved && done.isBox) return act.select(nodesIn(boxOf(done.from, pointOf(event))).map(({ id }) => id));
  if (done.isMoved && done.node) return act.dropped(done.node, done.place);
  if (!done.isMoved) click(pointOf(event), event.timeStamp, done);
}

function cancel(event) {
  fingers.delete(event.pointerId);
  held = null;
  byId("graph-box")?.remove();
}

function click(at, time, { node, isAdding }) {
  // The picture may have moved between the two clicks, so the place counts and not the node.
  const isDouble = time - last.time < DOUBLE_MS && Math.hypot(at.x - last.x, at.y - last.y) < 3 * STILL;
  const first = last.id;
  last = { id: null, time: 0, x: 0, y: 0 };
  if (isDouble && first && !isAdding) return act.expand(first);
  const badged = badgeAt(at);
  if (badged) return act.expand(badged.id);
  if (!node) {
    const pair = pairAt(at);
    return pair ? act.openPair(pair) : act.clear();
  }
  if (isAdding) return act.pick(node.id);
  last = { id: node.id, time, x: at.x, y: at.y };
  act.choose(node.id);
}

function point(at) {
  const node = at && nodeAt(at);
  const pair = at && !node ? pairAt(at) : null;
  surface().style.cursor = node || pair || (at && badgeAt(at)) ? "pointer" : mode.select ? "crosshair" : "grab";
  if (node?.id === (marked.hover ?? undefined) && pair === marked.hoverPair) return;
  marked.hover = node?.id ?? null;
  marked.hoverPair = pair;
  if (pair || node) showTip(at, node, pair);
  else hideTip();
  light();
}

const boxOf = (one, other) => ({
  left: Math.min(one.x, other.x),
  right: Math.max(one.x, other.x),
  top: Math.min(one.y, other.y),
  bottom: Math.max(one.y, other.y),
});

function drawBox(from, to) {
  const box = byId("graph-box") ?? stage().appendChild(Object.assign(document.createElement("div"), { id: "graph-box", className: "explorer-box" }));
  const { left, right, top, bottom } = boxOf(from, to);
  Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
}
