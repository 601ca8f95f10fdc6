// The command palette (Ctrl K): the pages, the packs and a search for what was typed.
const palette = () => document.getElementById("palette");
const field = () => palette().querySelector("input");
const entries = () => [...palette().querySelectorAll("li:not([hidden])")];

function choose(entry) {
  palette()
    .querySelectorAll("[aria-selected]")
    .forEach((other) => other.setAttribute("aria-selected", "false"));
  entry?.setAttribute("aria-selected", "true");
  entry?.scrollIntoView({ block: "nearest" });
  if (entry) field().setAttribute("aria-activedescendant", entry.id);
}

function filter() {
  const words = field().value.trim().toLowerCase();
  palette()
    .querySelectorAll("li[data-words]")
    .forEach((entry) => (entry.hidden = !entry.dataset.words.toLowerCase().includes(words)));
  const find = palette().querySelector("[data-find]");
  find.hidden = words === "";
  find.querySelector("a").search = new URLSearchParams({ q: field().value.trim() }).toString();
  find.querySelector("[data-query]").textContent = field().value.trim();
  choose(entries()[0]);
}

function open() {
  field().value = "";
  filter();
  palette().showModal();
}

function step(by) {
  const all = entries();
  const at = all.findIndex((entry) => entry.getAttribute("aria-selected") === "true");
  choose(all[(at + by + all.length) % all.length]);
}

function run() {
  const chosen = palette().querySelector('[aria-selected="true"]')?.querySelector("a, button");
  palette().close();
  chosen?.click();
}

document.addEventListener("keydown", (event) => {
  if (!palette() || event.isComposing) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    if (!palette().open) open();
    return;
  }
  if (!palette().open) return;
  const keys = { ArrowDown: () => step(1), ArrowUp: () => step(-1), Enter: run };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

document.addEventListener("input", (event) => {
  if (palette()?.contains(event.target)) filter();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-palette]")) open();
  else if (event.target.closest("#palette a")) palette().close();
});
