// Labels and “+27” badges: the most important first, and none over another.
import { colourOf, look, mixed } from "./look.js";

export const DIM = 0.13;
export const FADED = 0.3;
const WIDEST = 118;
const LINE = 14.5;
const LINES = 2;
const wrapped = new Map();

export function strengthOf(scene, { id, isFaded }) {
  if (scene.marked.bright && !scene.marked.bright.has(id)) return DIM;
  return isFaded ? FADED : 1;
}

export function lettering(context, scene, shown) {
  const taken = scene.nodes.length > 600 ? [] : shown.map((one) => discOf(scene, one));
  const { marked } = scene;
  const rank = (one) => (marked.hover === one.id) * 8 + marked.selected.has(one.id) * 4 + (marked.current === one.id) * 4 + one.isFocus * 2 + (marked.bright?.has(one.id) ?? false) + (one.node.kind === "entity") / 2;
  const ordered = [...shown].sort((one, other) => rank(other) - rank(one) || other.radius - one.radius);
  const most = scene.nodes.length > 600 ? 160 : 400;
  for (const one of shown) if (isNamedWithin(scene, one)) within(context, scene, one);
  for (const one of ordered.slice(0, most)) if (!isNamedWithin(scene, one)) label(context, scene, one, taken, rank(one) >= 2);
  for (const one of shown) if (hasBadge(scene, one)) badge(context, scene, one);
  context.globalAlpha = 1;
}

// A bubble with room for it has its name and its size inside.
export const isNamedWithin = (scene, { node, radius }) => node.kind === "community" && radius * scene.scale >= 30;

function within(context, scene, one) {
  const { x, y } = scene.at(one.node);
  context.font = `600 12px ${look.font}`;
  const lines = linesOf(context, one.node.label, "within").map((line) => line.text);
  const top = y - ((lines.length + 1) * LINE) / 2;
  context.globalAlpha = strengthOf(scene, one);
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = mixed(colourOf(one.node, true), look.raised, 0.16);
  context.fillStyle = look.ink;
  for (const [at, text] of [...lines, one.node.size.toLocaleString()].entries()) {
    if (at === lines.length) context.font = `500 11px ${look.font}`;
    context.strokeText(text, x, top + at * LINE);
    context.fillText(text, x, top + at * LINE);
  }
}

// Nearly every memory has more neighbors: that is told where one looks closely.
export function hasBadge({ marked, camera, scale }, { id, node, more, radius }) {
  if (more === 0 || radius * scale < 5) return false;
  return node.kind !== "memory" || more >= 25 || marked.hover === id || marked.current === id || camera.k > 1.05;
}

function discOf(scene, one) {
  const { x, y } = scene.at(one.node);
  const radius = one.radius * scene.scale * 0.8;
  return { id: one.id, left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

const overlaps = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

function label(context, scene, one, taken, isCertain) {
  if (!one.node.label || strengthOf(scene, one) < 0.2) return;
  const { x, y } = scene.at(one.node);
  const weight = one.isFocus ? 600 : 500;
  const size = one.isFocus ? 13.5 : 12;
  context.font = `${weight} ${size}px ${look.font}`;
  const lines = linesOf(context, one.node.label, `${weight}${size}`);
  const width = Math.max(...lines.map((line) => line.width));
  const top = y + one.radius * scene.scale + 4;
  const box = { id: one.id, left: x - width / 2 - 2, right: x + width / 2 + 2, top, bottom: top + lines.length * LINE };
  if (!isCertain && taken.some((other) => other.id !== one.id && overlaps(box, other))) return;
  taken.push(box);
  context.globalAlpha = strengthOf(scene, one);
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = look.ground;
  context.fillStyle = one.node.kind === "memory" || one.node.kind === "thread" ? look["ink-2"] : look.ink;
  lines.forEach((line, at) => context.strokeText(line.text, x, top + at * LINE));
  lines.forEach((line, at) => context.fillText(line.text, x, top + at * LINE));
}

// Japanese breaks anywhere, Latin between words; what does not fit in two lines is cut.
function linesOf(context, text, style) {
  const key = `${style}${text}`;
  if (!wrapped.has(key)) wrapped.set(key, wrap(context, text.trim().replace(/\s+/g, " ")));
  return wrapped.get(key);
}

function wrap(context, text) {
  const pieces = text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s?|\s/g) ?? [text];
  const lines = [];
  let line = "";
  for (const [at, piece] of pieces.entries()) {
    if (line && context.measureText((line + piece).trimEnd()).width > WIDEST) {
      if (lines.length === LINES - 1) return [...lines, cut(context, line + pieces.slice(at).join(""))];
      lines.push(measured(context, line));
      line = "";
    }
    line += piece;
  }
  return [...lines, context.measureText(line).width > WIDEST ? cut(context, line) : measured(context, line)];
}

const measured = (context, line) => ({ text: line.trim(), width: context.measureText(line.trim()).width });

function cut(context, line) {
  const letters = [...line.trim()];
  while (letters.length > 1 && context.measureText(`${letters.join("")}…`).width > WIDEST) letters.pop();
  return measured(context, `${letters.join("").trimEnd()}…`);
}

export function badgeBox(at, one, scale) {
  const width = 15 + 6.2 * String(one.more).length;
  const reach = one.radius * scale * 0.75;
  return { left: at.x + reach - 4, top: at.y - reach - 12, width, height: 16 };
}

function badge(context, scene, one) {
  const { left, top, width, height } = badgeBox(scene.at(one.node), one, scene.scale);
  context.globalAlpha = strengthOf(scene, one);
  context.beginPath();
  context.roundRect(left, top, width, height, height / 2);
  context.fillStyle = look.raised;
  context.strokeStyle = mixed(look["line-strong"], look.ground, 0.6);
  context.lineWidth = 1;
  context.fill();
  context.stroke();
  context.fillStyle = look["ink-2"];
  context.font = `600 10px ${look.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(`+${one.more}`, left + width / 2, top + height / 2 + 0.5);
}
