// Draws the tables of the dashboards as charts; without it, the tables are what one sees.
import { BarChart, HeatmapChart, LineChart } from "echarts/charts";
import {
  CalendarComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { palette, swatchColors } from "./charts/colors.js";
import { options } from "./charts/options.js";
import { read } from "./charts/table.js";

use([
  BarChart, HeatmapChart, LineChart, CalendarComponent, GridComponent, MarkLineComponent,
  TooltipComponent, VisualMapComponent, SVGRenderer,
]);

const ROW_HEIGHT = 28;
const DAY = 86_400_000;
const charts = [];

function element(name, text, css = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = css;
  return made;
}

// Of the calendar, a point is a day: its row is the week.
function place(chart, at) {
  if (chart.data.kind !== "calendar") return [chart.data.rows[at.dataIndex], at.seriesIndex];
  const days = Math.round((Date.parse(at.value[0]) - Date.parse(chart.data.rows[0].key)) / DAY);
  return [chart.data.rows[Math.floor(days / 7)], days % 7];
}

function tip(chart) {
  return (at) => {
    const box = element("div", "", "chart-tip");
    const [row, column] = at.componentType === "series" ? place(chart, at) : [];
    if (!row) return "";
    const isDay = chart.data.kind === "calendar";
    const language = document.documentElement.lang;
    const day = isDay && new Date(at.value[0]).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" });
    box.append(element("strong", day || row.name));
    row.texts.forEach((text, index) => {
      if (isDay && index !== column) return;
      const line = element("p", isDay ? text : chart.data.columns[index]);
      if (!isDay) line.append(element("span", text, "figures"));
      box.append(line);
    });
    return box;
  };
}

function follow(chart, at) {
  if (at.componentType === "yAxis") {
    const row = chart.data.rows[at.dataIndex];
    if (row?.address) location.assign(row.address);
    return;
  }
  const [row, column] = place(chart, at);
  const address = row && (row.addresses[column] || row.address);
  if (address) location.assign(address);
}

// A picture takes its room before it is drawn, so that nothing below it moves later.
function reserve(chart) {
  const colors = palette();
  const series = swatchColors(chart.figure);
  chart.width = chart.drawing.clientWidth;
  chart.options = options(chart.data, colors, {
    drawing: chart.drawing, colors: series.length ? series : [colors.accent], tip: tip(chart), width: chart.width,
  });
  const rows = chart.data.kind === "rows" ? chart.data.rows.length * ROW_HEIGHT + 8 : null;
  const height = chart.options.height ?? rows;
  if (height) chart.drawing.style.blockSize = `${height}px`;
}

function draw(chart) {
  reserve(chart);
  if (!chart.isNear) return;
  if (!chart.view) {
    chart.view = init(chart.drawing, null, { renderer: "svg" });
    chart.view.on("click", (at) => follow(chart, at));
  }
  chart.view.resize();
  chart.view.setOption(chart.options, { notMerge: true });
}

function show(chart, asTable) {
  chart.figure.querySelector(".chart-table").hidden = !asTable;
  chart.drawing.hidden = asTable;
  chart.button.setAttribute("aria-pressed", String(asTable));
  if (!asTable) draw(chart);
}

function prepare(figure) {
  const chart = {
    figure,
    data: read(figure),
    drawing: figure.querySelector(".chart-drawing"),
    button: figure.querySelector(".chart-switch"),
    isNear: false,
  };
  chart.button.hidden = false;
  chart.button.addEventListener("click", () => show(chart, !chart.drawing.hidden));
  charts.push(chart);
  show(chart, false);
  nearby.observe(figure);
}

function redraw(isWanted = () => true) {
  charts.filter((chart) => !chart.drawing.hidden && isWanted(chart)).forEach(draw);
}

// Pictures far below are drawn when they come near.
const nearby = new IntersectionObserver(
  (entries) => {
    for (const entry of entries.filter((one) => one.isIntersecting)) {
      nearby.unobserve(entry.target);
      const chart = charts.find((one) => one.figure === entry.target);
      chart.isNear = true;
      if (!chart.drawing.hidden) draw(chart);
    }
  },
  { rootMargin: "600px" },
);
document.querySelectorAll("[data-chart]").forEach((figure) => {
  if (figure.querySelector("tbody tr")) prepare(figure);
});
new MutationObserver(() => redraw()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => redraw());
addEventListener("resize", () => redraw((chart) => chart.width !== chart.drawing.clientWidth));
