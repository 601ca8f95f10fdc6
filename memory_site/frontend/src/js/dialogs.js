// Dialogs whose content is a page of its own, so that the same link works without a script.
const dialog = () => document.getElementById("dialog");

export function anyDialogOpen() {
  return document.querySelector("dialog[open]") !== null;
}

document.addEventListener("htmx:afterSwap", (event) => {
  const body = event.detail.target;
  // A finished form answers with toasts only: nothing to show here.
  if (body.id !== "dialog-body" || !body.firstElementChild) return;
  if (!dialog().open) dialog().showModal();
  dialog().querySelector("[autofocus]")?.focus();
});

// The server answers a finished form with this event (django_htmx: trigger_client_event).
document.addEventListener("dialog-done", () => dialog()?.close());

document.addEventListener("click", (event) => {
  const opened = event.target.closest("dialog");
  if (event.target === opened || event.target.closest("[data-close]")) {
    (opened ?? dialog()).close();
  }
});

document.addEventListener("click", (event) => {
  document.querySelectorAll("details.closes-outside[open]").forEach((details) => {
    if (!details.contains(event.target)) details.open = false;
  });
});
