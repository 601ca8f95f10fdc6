// The server stores the theme in a cookie; with a script it also changes at once.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-theme-form]")) return;
  event.preventDefault();
  const { value } = event.submitter;
  document.documentElement.dataset.theme = value;
  document.querySelectorAll("[data-theme-form] button").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.value === value));
  });
  const body = new FormData(form);
  body.set(event.submitter.name, value);
  fetch(form.action, { method: "POST", body, redirect: "manual" });
});
