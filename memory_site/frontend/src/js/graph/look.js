// Colours and icons as the stylesheet and the legend have them, for a canvas.
import { address, explorer } from "./page.js";

const TOKENS = ["ground", "raised", "ink", "ink-2", "ink-3", "line", "line-strong", "accent", "warm", "hover"];
// Okabe and Ito's colours: told apart by eyes of every kind, and by a letter.
const COMMUNITIES = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a7d00", "#7a5bb0"];

export const look = { icons: new Map(), shapes: new Map() };

const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

// Canvas and WebGL know fewer notations than stylesheets do.
function plain(colour) {
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function variable(element, name) {
  const probe = document.createElement("span");
  probe.className = "colour-probe";
  probe.dataset.token = name;
  element.append(probe);
  probe.style.color = `var(--${name})`;
  const colour = plain(getComputedStyle(probe).color);
  probe.remove();
  return colour;
}

export function readColours() {
  for (const token of TOKENS) look[token] = variable(explorer(), token);
  look.font = getComputedStyle(document.body).fontFamily;
  look.groups = new Map();
  look.packs = new Map();
  const defined = explorer();
  defined.querySelectorAll("[data-group]").forEach((entry) => {
    look.groups.set(entry.dataset.group, variable(entry, "kind"));
    look.icons.set(entry.dataset.group, entry.dataset.icon);
  });
  defined.querySelectorAll("[data-pack]").forEach((entry) => {
    look.packs.set(entry.dataset.pack, variable(entry, "pack"));
  });
}

export function mixed(one, other, share) {
  const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const [from, to] = [parts(one), parts(other)];
  const blend = from.map((part, at) => Math.round(part * share + to[at] * (1 - share)));
  return `#${blend.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

export function colourOf(node, byCommunity) {
  if ((byCommunity || node.kind === "community") && node.community !== null && node.community !== undefined) {
    return COMMUNITIES[node.community % COMMUNITIES.length];
  }
  if (node.kind === "memory") return look.packs.get(node.pack) ?? look.accent;
  return look.groups.get(node.legend) ?? look["ink-3"];
}

export const letterOf = (community) => String.fromCharCode(65 + (community % 26));

// The icons of the page, as paths that a canvas draws and an SVG file holds.
export async function readIcons() {
  const sprite = new DOMParser().parseFromString(await (await fetch(address("sprite"))).text(), "image/svg+xml");
  for (const symbol of sprite.querySelectorAll("symbol")) {
    look.shapes.set(symbol.id, { path: pathOf(symbol), markup: symbol.innerHTML });
  }
}

const number = (shape, name, missing = 0) => Number(shape.getAttribute(name) ?? missing);

const DRAWN = {
  path: (into, shape) => into.addPath(new Path2D(shape.getAttribute("d"))),
  circle: (into, shape) => round(into, shape, number(shape, "r"), number(shape, "r")),
  ellipse: (into, shape) => round(into, shape, number(shape, "rx"), number(shape, "ry")),
  line: (into, shape) => {
    into.moveTo(number(shape, "x1"), number(shape, "y1"));
    into.lineTo(number(shape, "x2"), number(shape, "y2"));
  },
  rect: (into, shape) => {
    const size = [number(shape, "width"), number(shape, "height")];
    into.roundRect(number(shape, "x"), number(shape, "y"), ...size, number(shape, "rx"));
  },
  polyline: (into, shape) => lines(into, shape, ""),
  polygon: (into, shape) => lines(into, shape, "Z"),
};

function round(into, shape, across, down) {
  const [x, y] = [number(shape, "cx"), number(shape, "cy")];
  into.moveTo(x + across, y);
  into.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
}

function lines(into, shape, end) {
  into.addPath(new Path2D(`M${shape.getAttribute("points").trim()}${end}`));
}

function pathOf(symbol) {
  const path = new Path2D();
  for (const shape of symbol.children) DRAWN[shape.tagName]?.(path, shape);
  return path;
}

export function iconOf(node) {
  return look.shapes.get(look.icons.get(node.legend) ?? "tag");
}

