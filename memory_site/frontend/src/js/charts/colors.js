// ECharts mixes colors by itself and reads rgb() only; the tokens are oklch() with light-dark().
const canvas = document.createElement("canvas");
canvas.width = canvas.height = 1;
const context = canvas.getContext("2d", { willReadFrequently: true });
const probe = document.createElement("span");
probe.hidden = true;

export function rgb(color) {
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

export function token(name) {
  if (!probe.isConnected) document.body.append(probe);
  probe.style.color = `var(--${name})`;
  return rgb(getComputedStyle(probe).color);
}

export function swatchColors(figure) {
  const swatches = figure.querySelectorAll(".legend .swatch");
  return [...swatches].map((swatch) => rgb(getComputedStyle(swatch).backgroundColor));
}

export function palette() {
  const names = ["ink", "ink-2", "ink-3", "line", "raised", "accent", "accent-soft", "warm-ink", "hover"];
  return Object.fromEntries(names.map((name) => [name, token(name)]));
}
