import { anyDialogOpen } from "./dialogs.js";
import { clearSelection, move, openSelected, press } from "./selection.js";

const field = () => document.getElementById("q");

function isTyping(target) {
  return target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
}

function escape(event) {
  const search = field();
  if (event.target === search && search.value) {
    search.value = "";
    search.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (!clearSelection()) {
    document.activeElement?.blur();
  }
}

const bindings = {
  "/": () => field()?.select(),
  j: () => move(1),
  k: () => move(-1),
  n: () => document.querySelector('[data-action="add"]')?.click(),
  p: () => press("pin"),
  e: () => press("edit"),
  "+": () => press("useful"),
  "-": () => press("useless"),
  "?": () => document.getElementById("keys")?.showModal(),
};

function enter(event) {
  if (!event.target.closest("a, button, summary") && openSelected()) event.preventDefault();
}

// A link that acts as a button answers to the space bar too.
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !event.target.matches("a[role=button]")) return;
  event.preventDefault();
  event.target.click();
});

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || anyDialogOpen()) return;
  if (event.key === "Escape") return escape(event);
  if (event.target === field() && event.key === "ArrowDown") {
    event.preventDefault();
    return move(1);
  }
  if (isTyping(event.target)) return;
  if (event.key === "Enter") return enter(event);
  const action = bindings[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

// Phones and mice close it by the button; every dialog also closes by Esc.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) bindings["?"]();
});
