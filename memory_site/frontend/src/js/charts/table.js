// The table of a chart is its data: what is drawn and what is read cannot differ.
const number = (cell) => (cell.dataset.value === "" ? null : Number(cell.dataset.value));

export function read(figure) {
  const table = figure.querySelector("table");
  const columns = [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim());
  const rows = [...table.querySelectorAll("tbody tr")].map((row) => {
    const head = row.querySelector("th");
    const cells = [...row.querySelectorAll("td")];
    return {
      key: row.dataset.key,
      name: head.textContent.trim(),
      short: row.dataset.short || head.textContent.trim(),
      address: head.querySelector("a")?.href ?? "",
      values: cells.map(number),
      texts: cells.map((cell) => cell.textContent.trim()),
      addresses: cells.map((cell) => cell.querySelector("a")?.href ?? ""),
    };
  });
  const { chart: kind, unit, target, targetName } = figure.dataset;
  return { kind, unit, columns, rows, target: target ? Number(target) : null, targetName };
}
