// Deciding by keys: a accept, r reject, u undo, j and k go on and back, space selects.
// (e is pressed by keys.js, as on every page.)
import { anyDialogOpen } from "./dialogs.js";

const inbox = () => document.getElementById("inbox");
const boxes = () => [...inbox().querySelectorAll("#queue [name=id]")];
const action = (name) => inbox().querySelector(`[data-action="${name}"]`);

const keys = {
  a: () => action("accept"),
  r: () => action("reject"),
  u: () => action("undo"),
  j: () => action("following"),
  k: () => action("preceding"),
  " ": () => inbox().querySelector(".queue-row[aria-current] [name=id]"),
};

function isBusy(target, key) {
  if (anyDialogOpen() || target.matches("input:not([type=checkbox]), textarea, select")) return true;
  // On a button the space bar presses that button.
  return key === " " && target.closest("a, button, summary, input") !== null;
}

document.addEventListener("keydown", (event) => {
  if (!inbox() || event.isComposing || event.repeat) return;
  if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target, event.key)) return;
  const wanted = keys[event.key]?.();
  if (!wanted) return;
  event.preventDefault();
  wanted.click();
});

// The address holds what is selected, so that back and reload show it again.
function keepInAddress(selected) {
  const address = new URL(location.href);
  address.searchParams.delete("id");
  selected.forEach((box) => address.searchParams.append("id", box.value));
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

function count() {
  if (!inbox()?.querySelector("[data-selected]")) return;
  const selected = boxes().filter((box) => box.checked);
  inbox().querySelector("[data-selected]").textContent = String(selected.length);
  inbox()
    .querySelectorAll("[data-needs-selection]")
    .forEach((button) => (button.disabled = selected.length === 0));
  return selected;
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#queue")) keepInAddress(count());
});
// Deciding goes fast: only the last decision's toast stays, with its undo.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "inbox" || event.detail.requestConfig?.verb !== "post") return;
  document.querySelectorAll("#toasts .toast").forEach((toast) => toast.remove());
});
document.addEventListener("htmx:load", count);
count();
