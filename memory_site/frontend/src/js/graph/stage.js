// The canvas that is looked at. Large pictures are drawn by WebGL underneath, where there is one.
import { camera, fitted, flyTo } from "./camera.js";
import { FADED } from "./lettering.js";
import { look, mixed } from "./look.js";
import { model } from "./model.js";
import { address, byId } from "./page.js";
import { paint, shadeOf } from "./paint.js";
import { state } from "./state.js";

// A canvas draws these with every detail; more of them are dots that WebGL draws faster.
const MOST_ON_CANVAS = 500;
export const marked = { hover: null, hoverPair: null, current: null, selected: new Set(), bright: null, isLit: () => false };

let canvas = null;
let context = null;
let below = null;
let isDue = false;
let frames = [];

export const stage = () => byId("graph-stage");
export const frameTimes = () => frames.splice(0);

export function openStage() {
  canvas = document.createElement("canvas");
  canvas.className = "explorer-canvas";
  stage().prepend(canvas);
  context = canvas.getContext("2d");
  new ResizeObserver(resize).observe(stage());
  resize();
}

export const surface = () => canvas;

function resize() {
  const { clientWidth, clientHeight } = stage();
  const ratio = devicePixelRatio || 1;
  Object.assign(camera, { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) });
  canvas.width = camera.width * ratio;
  canvas.height = camera.height * ratio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  below?.resize();
  makeRoom();
  draw();
}

export function draw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    drawNow();
  });
}

export function scene() {
  return { nodes: model.nodes, pairs: model.pairs, camera, marked, byCommunity: state.color === "community" };
}

function drawNow() {
  const begun = performance.now();
  context.clearRect(0, 0, camera.width, camera.height);
  const isBelow = below !== null && model.nodes.length > MOST_ON_CANVAS;
  if (isBelow) below.draw(camera);
  paint(context, scene(), { edges: !isBelow, nodes: !isBelow });
  if (frames.length < 1000) frames.push(performance.now() - begun);
}

// What is bright when something is pointed at, chosen by keys, or lies on a path.
export function light() {
  const { hover, hoverPair } = marked;
  const trail = state.trail;
  const onTrail = (pair) => trail.some((id, at) => at > 0 && [id, trail[at - 1]].every((end) => end === pair.a || end === pair.b));
  marked.bright = null;
  if (hover) marked.bright = new Set([hover, ...model.pairs.filter(({ a, b }) => a === hover || b === hover).flatMap(({ a, b }) => [a, b])]);
  else if (trail.length > 1) marked.bright = new Set(trail);
  marked.isLit = (pair) => pair === hoverPair || (hover ? pair.a === hover || pair.b === hover : trail.length > 1 && onTrail(pair));
  draw();
}

export async function showModel() {
  await chooseRenderer();
  below?.load(colours());
  light();
}

async function chooseRenderer() {
  const isLarge = model.nodes.length > MOST_ON_CANVAS;
  stage().dataset.renderer = isLarge && hasWebgl() ? "webgl" : "canvas";
  if (stage().dataset.renderer === "webgl" && below === null) {
    // Sigma needs WebGL as soon as it is imported.
    const { WebglLayer } = await import(address("webgl"));
    below = new WebglLayer(stage());
  }
  below?.show(stage().dataset.renderer === "webgl");
}

// WebGL that is only imitated by software needs a second for a picture that a canvas draws at once.
const IMITATED = /swiftshader|llvmpipe|software|basic render/i;

function hasWebgl() {
  const probe = document.createElement("canvas").getContext("webgl2");
  if (!probe) return false;
  const told = probe.getExtension("WEBGL_debug_renderer_info");
  const name = told ? probe.getParameter(told.UNMASKED_RENDERER_WEBGL) : "";
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  return !IMITATED.test(name);
}

function colours() {
  const byCommunity = state.color === "community";
  const line = mixed(look["line-strong"], look.ground, 0.45);
  const faint = mixed(line, look.ground, FADED);
  return {
    nodes: model.nodes.map((one) => ({ id: one.id, x: one.node.x, y: one.node.y, radius: one.radius, color: shadeOf(one, byCommunity) })),
    pairs: model.pairs.map(({ a, b, strength, isFaded }) => ({ a, b, size: 0.5 + strength, color: isFaded ? faint : line })),
  };
}

export function fit() {
  camera.isWhole = true;
  flyTo(fitted(), draw);
}

// The panel takes room beside the picture: on a phone it only covers what lies below.
export function makeRoom() {
  if (camera.isWhole && camera.width >= 700 && model.nodes.length > 0) fit();
}
