// The search field lives in every page's head; only on the search page does it search in place.
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt.id !== "search") return;
  // Empty fields would make addresses long and no different.
  for (const [name, value] of [...event.detail.formData.entries()]) {
    if (value === "") event.detail.formData.delete(name);
  }
});
