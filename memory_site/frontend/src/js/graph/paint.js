// Draws the picture on a canvas: what is on the screen, and what is exported.
import { colourOf, iconOf, letterOf, look, mixed } from "./look.js";
import { DIM, FADED, isNamedWithin, lettering, strengthOf } from "./lettering.js";

const TURN = 2 * Math.PI;
// Below this many pixels a node is a dot.
const READABLE = 5;
const MOST_IN_DETAIL = 2000;
const MOST_LINES = 8000;

// `scene`: nodes and pairs of the model, the camera, and what is marked.
export function paint(context, scene, { edges = true, nodes = true } = {}) {
  const { camera } = scene;
  scene.at = ({ x, y }) => ({
    x: (x - camera.x) * camera.k + camera.width / 2,
    y: (y - camera.y) * camera.k + camera.height / 2,
  });
  scene.scale = Math.min(1.15, Math.max(0.32, camera.k ** 0.6));
  context.lineCap = "round";
  if (edges && scene.nodes.length > MOST_IN_DETAIL) return paintDots(context, scene);
  if (edges) for (const pair of scene.pairs) paintPair(context, scene, pair);
  const shown = scene.nodes.filter((one) => isInside(scene, one));
  if (nodes) for (const one of shown) paintNode(context, scene, one);
  for (const one of shown) if (!nodes && isMarked(scene, one)) paintNode(context, scene, one);
  context.globalAlpha = 1;
  lettering(context, scene, shown);
}

// Thousands of nodes without WebGL: lines in one stroke, dots in one fill for each colour.
function paintDots(context, scene) {
  const shown = scene.nodes.filter((one) => isInside(scene, one));
  context.globalAlpha = 0.5;
  context.strokeStyle = mixed(look["line-strong"], look.ground, 0.5);
  context.lineWidth = 0.5;
  context.beginPath();
  for (const { from, to } of scene.pairs.slice(0, MOST_LINES)) {
    const [start, end] = [scene.at(from.node), scene.at(to.node)];
    context.moveTo(start.x, start.y);
    context.lineTo(end.x, end.y);
  }
  context.stroke();
  context.globalAlpha = 1;
  const byColour = Map.groupBy(shown, (one) => shadeOf(one, scene.byCommunity));
  for (const [colour, ones] of byColour) {
    context.fillStyle = colour;
    context.beginPath();
    for (const { node, radius } of ones) {
      const { x, y } = scene.at(node);
      context.rect(x - (radius * scene.scale) / 2, y - (radius * scene.scale) / 2, radius * scene.scale, radius * scene.scale);
    }
    context.fill();
  }
  for (const one of shown) if (isMarked(scene, one)) paintNode(context, scene, one);
  lettering(context, scene, shown);
}

// The colour of a dot, which has no transparency of its own.
export function shadeOf({ node, isFaded }, byCommunity) {
  const colour = colourOf(node, byCommunity);
  return isFaded ? mixed(colour, look.ground, FADED) : colour;
}

const isMarked = ({ marked }, { id }) => marked.hover === id || marked.selected.has(id) || marked.current === id;

function isInside(scene, { node }) {
  const { x, y } = scene.at(node);
  return x > -120 && y > -60 && x < scene.camera.width + 120 && y < scene.camera.height + 60;
}

function paintPair(context, scene, pair) {
  const { marked } = scene;
  const isLit = marked.isLit(pair);
  const from = scene.at(pair.from.node);
  const to = scene.at(pair.to.node);
  context.globalAlpha = marked.bright && !isLit ? DIM : pair.isFaded ? FADED : 1;
  context.strokeStyle = isLit ? look.accent : pair.isSaid ? look["line-strong"] : mixed(look["line-strong"], look.ground, 0.5);
  context.lineWidth = (isLit ? 1.2 : 0) + (pair.isSaid ? 1 + 1.6 * pair.strength : 0.8 + 0.6 * pair.strength);
  context.setLineDash(pair.isPast ? [5, 5] : []);
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
  context.setLineDash([]);
  if (pair.isSaid && scene.camera.k > 0.35) {
    context.fillStyle = context.strokeStyle;
    if (pair.toB) arrow(context, from, to, pair.to.radius * scene.scale);
    if (pair.toA) arrow(context, to, from, pair.from.radius * scene.scale);
  }
}

function arrow(context, from, to, radius) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const tip = { x: to.x - Math.cos(angle) * (radius + 3), y: to.y - Math.sin(angle) * (radius + 3) };
  context.beginPath();
  context.moveTo(tip.x, tip.y);
  for (const side of [-0.42, 0.42]) {
    context.lineTo(tip.x - 8 * Math.cos(angle + side), tip.y - 8 * Math.sin(angle + side));
  }
  context.fill();
}

function paintNode(context, scene, one) {
  const { node, isFocus, id } = one;
  const { x, y } = scene.at(node);
  const radius = one.radius * scene.scale;
  const colour = colourOf(node, scene.byCommunity);
  const { marked } = scene;
  context.globalAlpha = strengthOf(scene, one);
  if (marked.selected.has(id) || marked.current === id) ring(context, x, y, radius + 4.5, marked.selected.has(id) ? look.warm : look.accent, 2.5);
  shape(context, node, x, y, radius);
  if (radius < READABLE) {
    context.fillStyle = colour;
    return void context.fill();
  }
  context.fillStyle = isFocus ? colour : mixed(colour, look.raised, 0.16);
  context.strokeStyle = colour;
  context.lineWidth = isFocus ? 0 : 1.6;
  context.fill();
  if (!isFocus) context.stroke();
  if (node.is_hub) ring(context, x, y, radius + 3, colour, 1);
  if (!isNamedWithin(scene, one)) symbol(context, node, x, y, radius, isFocus ? look.ground : colour);
  if (node.pinned) dot(context, x - radius * 0.8, y - radius * 0.8);
  if (scene.byCommunity && node.community != null) letter(context, letterOf(node.community), x - radius, y + radius * 0.7, colour);
}

// Memories are leaves of paper, everything else is round.
export function shape(context, node, x, y, radius) {
  context.beginPath();
  if (node.kind === "memory") context.roundRect(x - radius * 0.88, y - radius * 0.88, radius * 1.76, radius * 1.76, radius * 0.42);
  else context.arc(x, y, radius, 0, TURN);
}

function symbol(context, node, x, y, radius, colour) {
  const icon = iconOf(node);
  if (!icon) return;
  const size = (radius * (node.kind === "community" ? 0.8 : 1.1)) / 24;
  context.save();
  context.translate(x - 12 * size, y - 12 * size);
  context.scale(size, size);
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.lineJoin = "round";
  context.stroke(icon.path);
  context.restore();
}

function ring(context, x, y, radius, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, radius, 0, TURN);
  context.stroke();
}

function dot(context, x, y) {
  context.beginPath();
  context.arc(x, y, 3.5, 0, TURN);
  context.fillStyle = look.warm;
  context.strokeStyle = look.ground;
  context.lineWidth = 1.5;
  context.fill();
  context.stroke();
}

function letter(context, text, x, y, colour) {
  context.font = `700 9px ${look.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = look.ground;
  context.beginPath();
  context.arc(x, y, 6.5, 0, TURN);
  context.fill();
  context.fillStyle = colour;
  context.fillText(text, x, y + 0.5);
}
