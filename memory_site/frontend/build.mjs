// Builds dist/: one stylesheet, the scripts, the icon sprite, the mark and the licences.
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

async function bundle() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: "src/js/main.js", out: "wasurena" },
      { in: "src/js/charts.js", out: "charts" },
      { in: "src/css/main.css", out: "wasurena" },
    ],
    outdir: dist,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["chrome123", "firefox128", "safari17.5"],
    loader: { ".woff2": "file" },
    assetNames: "fonts/[name]",
    footer: { css: hueClasses() },
    logLevel: "warning",
    metafile: true,
  });
  return Object.keys(metafile.inputs).map(packageOf).filter(Boolean);
}

// What a bundle holds includes what its packages need themselves.
function packageOf(path) {
  return path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];
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
  const files = readdirSync(folder).filter((entry) => /^(licen[cs]e|notice)(\.\w+)?$/i.test(entry));
  const { version, license } = readJson("node_modules", name, "package.json");
  const text = files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
  return `${name} ${version} (${license})\n\n${text}\n`;
}

function writeLicences(bundled) {
  const names = new Set([...Object.keys(readJson("package.json").dependencies), ...bundled]);
  writeFileSync(
    join(dist, "third-party-licences.txt"),
    [...names].sort().map(licenceOf).join(`\n${"-".repeat(72)}\n\n`),
  );
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const bundled = await bundle();
cpSync(join(root, "src/svg"), dist, { recursive: true });
writeSprite();
writeLicences(bundled);
