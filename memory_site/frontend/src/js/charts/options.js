// Options of ECharts by the kind of chart.
const language = document.documentElement.lang || "en";
const compact = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
const LABEL_LENGTH = 26;
const HALF_YEAR = 27;

const cut = (text) => (text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH - 1)}…` : text);

function base(colors, figure) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    animation: !isStill,
    animationDuration: 180,
    animationDurationUpdate: 180,
    color: figure.colors,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: colors["ink-2"] },
    tooltip: {
      confine: true,
      transitionDuration: 0,
      appendTo: figure.drawing,
      backgroundColor: colors.raised,
      borderColor: colors.line,
      textStyle: { color: colors.ink },
      // Markup in a text would need inline styles, which our policy forbids.
      formatter: figure.tip,
    },
  };
}

const valueAxis = (colors, unit) => ({
  type: "value",
  minInterval: unit === "count" ? 1 : 0,
  splitNumber: 4,
  splitLine: { lineStyle: { color: colors.line } },
  axisLabel: { color: colors["ink-3"], fontSize: 12, formatter: (value) => compact.format(value) },
});

const categoryAxis = (colors, labels) => ({
  type: "category",
  data: labels,
  axisLine: { lineStyle: { color: colors.line } },
  axisTick: { show: false },
  axisLabel: { color: colors["ink-3"], fontSize: 12, hideOverlap: true },
});

function targetLine(data, colors) {
  if (!data.target) return undefined;
  return {
    silent: true,
    symbol: "none",
    animation: false,
    lineStyle: { color: colors["warm-ink"], type: "dashed" },
    label: { formatter: data.targetName, position: "insideStartTop", color: colors["warm-ink"] },
    data: [{ yAxis: data.target }],
  };
}

function upright(data, colors, series) {
  const most = Math.max(data.target ?? 0, ...data.rows.flatMap((row) => row.values));
  return {
    grid: { left: 4, right: 8, top: 12, bottom: 4, outerBoundsMode: "same" },
    xAxis: categoryAxis(colors, data.rows.map((row) => row.short)),
    yAxis: { ...valueAxis(colors, data.unit), max: data.target ? Math.ceil((most * 1.1) / 50) * 50 : null },
    series: data.columns.map((name, at) => ({
      name,
      data: data.rows.map((row) => row.values[at]),
      cursor: "pointer",
      markLine: at === 0 ? targetLine(data, colors) : undefined,
      ...series,
    })),
  };
}

const bars = (data, colors) =>
  upright(data, colors, {
    type: "bar",
    stack: data.kind === "stacked" ? "all" : undefined,
    barMaxWidth: 36,
    barCategoryGap: "22%",
    itemStyle: { borderColor: colors.raised, borderWidth: data.kind === "stacked" ? 0.5 : 0 },
  });

const lines = (data, colors) =>
  upright(data, colors, {
    type: "line",
    connectNulls: true,
    showSymbol: data.rows.length < 32,
    symbolSize: 6,
    lineStyle: { width: 2 },
    areaStyle: data.kind === "area" ? { opacity: 0.14 } : undefined,
    triggerLineEvent: true,
  });

function rows(data, colors) {
  return {
    grid: { left: 4, right: 48, top: 4, bottom: 4, outerBoundsMode: "same" },
    xAxis: { ...valueAxis(colors, data.unit), show: false },
    yAxis: {
      ...categoryAxis(colors, data.rows.map((row) => cut(row.short))),
      inverse: true,
      axisLine: { show: false },
      axisLabel: { color: colors.ink, fontSize: 12, interval: 0 },
      triggerEvent: true,
    },
    series: data.columns.map((name, at) => ({
      name,
      type: "bar",
      data: data.rows.map((row) => row.values[at]),
      barMaxWidth: data.columns.length > 1 ? 10 : 16,
      barGap: "10%",
      cursor: "pointer",
      itemStyle: { borderRadius: 3 },
      label: {
        show: true,
        position: "right",
        color: colors["ink-2"],
        fontSize: 12,
        formatter: ({ dataIndex }) => data.rows[dataIndex].texts[at],
      },
    })),
  };
}

function addDays(day, count) {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, 10);
}

function monthNames() {
  const format = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2024, month, 1))));
}

// A year beside itself is too small for a phone: there it is two half years, one below the other.
function calendar(data, colors, width) {
  const days = data.rows.flatMap((row) =>
    row.values.map((value, at) => [addDays(row.key, at), value]).filter(([, value]) => value !== null),
  );
  const parts = width < 560 ? [data.rows.slice(0, -HALF_YEAR), data.rows.slice(-HALF_YEAR)] : [data.rows];
  const size = Math.floor((width - 40) / Math.max(...parts.map((part) => part.length + 0.6)));
  const weekdays = [data.columns[6], ...data.columns.slice(0, 6)];
  const most = Math.max(1, ...days.map(([, value]) => value));
  const height = size * 7 + 44;
  return {
    height: height * parts.length,
    visualMap: {
      show: false,
      min: 0,
      max: Math.sqrt(most),
      dimension: 2,
      inRange: { color: [colors["accent-soft"], colors.accent] },
      seriesIndex: parts.map((_, at) => at),
    },
    calendar: parts.map((part, at) => ({
      range: [part[0].key, addDays(part.at(-1).key, 6)],
      left: 36,
      top: 24 + height * at,
      cellSize: [size, size],
      splitLine: { show: false },
      itemStyle: { color: colors.hover, borderColor: colors.raised, borderWidth: 2 },
      yearLabel: { show: false },
      monthLabel: { nameMap: monthNames(), color: colors["ink-3"], fontSize: 11 },
      dayLabel: {
        firstDay: 1,
        nameMap: weekdays.map((name, day) => (day % 2 ? name : "")),
        color: colors["ink-3"],
        fontSize: 10,
      },
    })),
    series: parts.map((_, at) => ({
      type: "heatmap",
      coordinateSystem: "calendar",
      calendarIndex: at,
      cursor: "pointer",
      data: days.filter(([, value]) => value > 0).map(([day, value]) => [day, value, Math.sqrt(value)]),
      itemStyle: { borderColor: colors.raised, borderWidth: 2, borderRadius: 3 },
    })),
  };
}

const DRAWN = { bars, stacked: bars, lines, area: lines, rows, calendar };

export function options(data, colors, figure) {
  return { ...base(colors, figure), ...DRAWN[data.kind](data, colors, figure.width) };
}
