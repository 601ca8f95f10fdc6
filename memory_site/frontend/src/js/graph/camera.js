// Where one looks: the middle in the picture's units, and pixels per unit.
import { model } from "./model.js";
import { byId, isReduced } from "./page.js";

// `isWhole`: everything is shown, as long as nobody moves or zooms.
export const camera = { x: 0, y: 0, k: 1, width: 1, height: 1, isWhole: true };
const NEAREST = 3;
const FARTHEST = 0.02;
const MOVE_MS = 180;
// What lies over the picture: the tools above, the time below, labels at the sides.
const MARGIN = { top: 76, bottom: 92, left: 80, right: 80 };
let moving = 0;

export const toScreen = ({ x, y }) => ({
  x: (x - camera.x) * camera.k + camera.width / 2,
  y: (y - camera.y) * camera.k + camera.height / 2,
});

export const toGraph = ({ x, y }) => ({
  x: (x - camera.width / 2) / camera.k + camera.x,
  y: (y - camera.height / 2) / camera.k + camera.y,
});

const within = (k) => Math.min(NEAREST, Math.max(FARTHEST, k));

export function zoomAt(point, factor) {
  cancelAnimationFrame(moving);
  camera.isWhole = false;
  const before = toGraph(point);
  camera.k = within(camera.k * factor);
  const after = toGraph(point);
  camera.x += before.x - after.x;
  camera.y += before.y - after.y;
}

export function pan(byX, byY) {
  cancelAnimationFrame(moving);
  camera.isWhole = false;
  camera.x -= byX / camera.k;
  camera.y -= byY / camera.k;
}

export function flyTo(target, draw) {
  cancelAnimationFrame(moving);
  const from = { x: camera.x, y: camera.y, k: camera.k };
  const to = { ...from, ...target };
  if (isReduced()) return void (Object.assign(camera, to), draw());
  const begun = performance.now();
  const step = (now) => {
    const part = Math.min(1, (now - begun) / MOVE_MS);
    const eased = 1 - (1 - part) ** 3;
    for (const name of ["x", "y", "k"]) camera[name] = from[name] + (to[name] - from[name]) * eased;
    draw();
    if (part < 1) moving = requestAnimationFrame(step);
  };
  moving = requestAnimationFrame(step);
}

export function jumpTo(target) {
  cancelAnimationFrame(moving);
  Object.assign(camera, target);
}

// The view that shows all of these nodes; not so near that three nodes fill the screen.
export function around(nodes, size = camera, margin = margins()) {
  if (nodes.length === 0) return { x: 0, y: 0, k: 1 };
  const xs = nodes.map(({ node }) => node.x);
  const ys = nodes.map(({ node }) => node.y);
  const box = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const { top, bottom, left, right } = margin;
  const across = Math.max(80, size.width - left - right) / Math.max(1, box[1] - box[0]);
  const down = Math.max(80, size.height - top - bottom) / Math.max(1, box[3] - box[2]);
  const k = within(Math.min(1.15, across, down));
  const shifted = { x: (right - left) / 2 / k, y: (bottom - top) / 2 / k };
  return { x: (box[0] + box[1]) / 2 + shifted.x, y: (box[2] + box[3]) / 2 + shifted.y, k };
}

// The legend and the panel take their sides, where the screen has room beside them.
export function margins() {
  if (camera.width < 700) {
    const isCovered = byId("graph-panel").checkVisibility();
    return { ...MARGIN, left: 48, right: 48, bottom: isCovered ? camera.height * 0.66 : MARGIN.bottom };
  }
  const held = (id) => (byId(id).checkVisibility() ? byId(id).offsetWidth : 0);
  const legend = byId("graph-legend").open ? held("graph-legend") : 0;
  return { ...MARGIN, left: legend + 76, right: Math.max(80, held("graph-panel") + 60) };
}

export const fitted = () => around(model.nodes);
