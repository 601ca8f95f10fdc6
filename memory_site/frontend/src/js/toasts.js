const LIFETIME = 9000;

function leave(toast) {
  toast.classList.add("toast-leaving");
  setTimeout(() => toast.remove(), 160);
}

function expire(toast) {
  // A toast stays while someone is about to use it.
  if (toast.matches(":hover, :focus-within")) return void setTimeout(() => expire(toast), 2000);
  leave(toast);
}

function adopt(toast) {
  toast.dataset.adopted = "";
  if (!toast.matches(".toast-error")) setTimeout(() => expire(toast), LIFETIME);
}

function adoptNew() {
  document.querySelectorAll(".toast:not([data-adopted])").forEach(adopt);
}

export function announce(text) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.role = "status";
  toast.textContent = text;
  document.getElementById("toasts").append(toast);
  adoptNew();
}

document.addEventListener("click", (event) => {
  const close = event.target.closest(".toast-close");
  if (close) leave(close.closest(".toast"));
});
// Scripts of single pages are bundles of their own.
document.addEventListener("announce", (event) => announce(event.detail));
document.addEventListener("htmx:load", adoptNew);
document.addEventListener("htmx:oobAfterSwap", adoptNew);

// The connection to one's own machine failed, or the server did: say so, keep the page.
const complain = () => announce(document.body.dataset.unreachable);
document.addEventListener("htmx:sendError", complain);
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status >= 500) complain();
});
adoptNew();
