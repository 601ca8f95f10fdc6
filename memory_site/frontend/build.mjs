// Builds dist/: stylesheets, scripts, the icon sprite, the mark and the licences.
import { build } from "esbuild";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "dist");
const readJson = (...parts) => JSON.parse(readFileSync(join(root, ...parts), "utf8"));

// Inline styles are forbidden by our content security policy, so each hue that a pack may
// declare (in steps of five degrees) is a class.
function hueClasses() {
  const hues = Array.from({ length: 72 }, (_, step) => step * 5);
  return `@layer tokens{${hues.map((hue) => `.hue-${hue}{--hue:${hue}}`).join("")}}`;
}

const common = {
  absWorkingDir: root,
  outdir: dist,
  bundle: true,
  minify: true,
  metafile: true,
  target: ["chrome123", "firefox128", "safari17.5"],
  loader: { ".woff2": "file" },
  assetNames: "fonts/[name]",
  logLevel: "warning",
};

// Returns the files that every bundle was made of.
async function bundle() {
  const everyPage = await build({
    ...common,
    entryPoints: [
      { in: "src/js/main.js", out: "wasurena" },
      { in: "src/js/charts.js", out: "charts" },
      { in: "src/css/main.css", out: "wasurena" },
    ],
    format: "iife",
    footer: { css: hueClasses() },
  });
  // Sigma needs WebGL when it is imported, so it is loaded by itself, where there is WebGL.
  const graph = await build({
    ...common,
    entryPoints: [
      { in: "src/js/graph/main.js", out: "graph" },
      { in: "src/js/graph/webgl.js", out: "graph-webgl" },
      { in: "src/css/graph.css", out: "graph" },
    ],
    format: "esm",
  });
  return [everyPage, graph].flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

function symbol(name, source) {
  const svg = readFileSync(join(root, "node_modules/lucide-static/icons", `${source}.svg`), "utf8");
  const drawing = svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>"));
  return `<symbol id="${name}" viewBox="0 0 24 24">${drawing.replace(/\s+/g, " ").trim()}</symbol>`;
}

function writeSprite() {
  const icons = Object.entries(readJson("icons.json")).map(([name, source]) => symbol(name, source));
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${icons.join("")}</svg>`;
  writeFileSync(join(dist, "icons.svg"), sprite);
}

function licenceOf(name) {
  const folder = join(root, "node_modules", name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const { version, license } = readJson("node_modules", name, "package.json");
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : "";
  return `${name} ${version} (${license})\n\n${text}\n`;
}

// What is declared, and what came along with it into a bundle.
function packagesOf(files) {
  const bundled = files.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  const declared = Object.keys(readJson("package.json").dependencies);
  return [...new Set([...declared, ...bundled.filter(Boolean)])].sort();
}

function writeLicences(names) {
  writeFileSync(
    join(dist, "third-party-licences.txt"),
    names.map(licenceOf).join(`\n${"-".repeat(72)}\n\n`),
  );
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const files = await bundle();
cpSync(join(root, "src/svg"), dist, { recursive: true });
writeSprite();
writeLicences(packagesOf(files));
