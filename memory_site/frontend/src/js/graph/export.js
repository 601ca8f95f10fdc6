// Saves the picture: PNG and SVG are drawn here, GraphML and JSON come from the server.
import { around } from "./camera.js";
import { FADED } from "./lettering.js";
import { colourOf, iconOf, look, mixed } from "./look.js";
import { model } from "./model.js";
import { announce, word } from "./page.js";
import { paint } from "./paint.js";
import { scene } from "./stage.js";
import { state } from "./state.js";

const SHEET = { width: 1600, height: 1000 };
const MARGIN = { top: 60, bottom: 70, left: 110, right: 110 };
// More than this is everything.
const MOST_FOCUSED = 100;

function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const still = () => ({ ...scene(), camera: { ...SHEET, ...around(model.nodes, SHEET, MARGIN) }, marked: { hover: null, selected: new Set(), bright: null, isLit: () => false } });

function png() {
  const canvas = Object.assign(document.createElement("canvas"), { width: SHEET.width * 2, height: SHEET.height * 2 });
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  context.fillStyle = look.ground;
  context.fillRect(0, 0, SHEET.width, SHEET.height);
  paint(context, still());
  canvas.toBlob((blob) => save(blob, "wasurena-graph.png"), "image/png");
}

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`);

function svg() {
  const { camera, byCommunity } = still();
  const at = ({ x, y }) => [(x - camera.x) * camera.k + SHEET.width / 2, (y - camera.y) * camera.k + SHEET.height / 2].map((value) => value.toFixed(1));
  const scale = Math.min(1.15, Math.max(0.32, camera.k ** 0.6));
  const lines = model.pairs.map((pair) => {
    const [[x1, y1], [x2, y2]] = [at(pair.from.node), at(pair.to.node)];
    const title = pair.edges.map((edge) => `${edge.label}${edge.title ? `: ${edge.title}` : ""}`).join("\n");
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${look["line-strong"]}" stroke-width="${(0.8 + pair.strength).toFixed(1)}" stroke-opacity="${(pair.isSaid ? 1 : 0.55) * (pair.isFaded ? FADED : 1)}"${pair.isPast ? ' stroke-dasharray="5 5"' : ""}><title>${escaped(title)}</title></line>`;
  });
  const nodes = model.nodes.map((one) => svgNode(one, at(one.node), one.radius * scale, colourOf(one.node, byCommunity)));
  const body = `<rect width="100%" height="100%" fill="${look.ground}"/>${lines.join("")}${nodes.join("")}`;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHEET.width} ${SHEET.height}" font-family="${escaped(look.font)}">${body}</svg>`;
  save(new Blob([whole], { type: "image/svg+xml" }), "wasurena-graph.svg");
}

function svgNode(one, [x, y], radius, colour) {
  const icon = iconOf(one.node);
  const size = (radius * 1.1) / 24;
  const drawn = icon ? `<g transform="translate(${x - 12 * size} ${y - 12 * size}) scale(${size})" fill="none" stroke="${one.isFocus ? look.ground : colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${icon.markup}</g>` : "";
  const label = one.node.label.length > 36 ? `${one.node.label.slice(0, 35)}…` : one.node.label;
  return `<g${one.isFaded ? ` opacity="${FADED}"` : ""}><title>${escaped(one.node.label)}</title><circle cx="${x}" cy="${y}" r="${radius.toFixed(1)}" fill="${one.isFocus ? colour : mixed(colour, look.raised, 0.16)}" stroke="${colour}" stroke-width="1.6"/>${drawn}<text x="${x}" y="${(Number(y) + radius + 15).toFixed(1)}" font-size="12" text-anchor="middle" fill="${look.ink}">${escaped(label)}</text></g>`;
}

const make = { png, svg };

export function openExport() {
  document.querySelectorAll("[data-export]").forEach((link) => {
    const { export: format } = link.dataset;
    link.addEventListener("click", (event) => {
      if (!make[format]) return void (link.href = exportAddress(format));
      event.preventDefault();
      link.closest("details").open = false;
      if (model.nodes.length) make[format]();
      else announce(word("empty"));
    });
  });
}

// What is shown, as far as an address can name it, else what the picture was asked for; the server
// gives the file the whole of each node.
function exportAddress(format) {
  const asked = new URLSearchParams({ format });
  const shown = model.isOverview ? [] : model.nodes.map(({ id }) => id);
  const isNamed = shown.length > 0 && shown.length <= MOST_FOCUSED;
  const names = isNamed ? shown : model.focus.slice(0, MOST_FOCUSED);
  names.forEach((name) => asked.append("focus", name));
  if (names.length) asked.set("depth", isNamed ? "0" : state.depth || "1");
  state.pack.forEach((pack) => asked.append("pack", pack));
  for (const day of ["held", "known"]) if (state[day]) asked.set(`${day}_at`, `${state[day]}T23:59:59`);
  return `/api/graph/export/?${asked}`;
}
