import { announce } from "./toasts.js";

function legacyCopy(text) {
  // Plain http on a host name has no clipboard API.
  const area = Object.assign(document.createElement("textarea"), { value: text });
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const text = document.getElementById(button.dataset.copy).textContent.trim();
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else legacyCopy(text);
  announce(button.dataset.copied);
});
