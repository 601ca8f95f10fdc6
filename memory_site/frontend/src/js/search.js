// One types on behind what was asked, not before it. The browser may have given the field
// the focus already; it keeps this place for a field that gets it later.
const asked = document.getElementById("q");
asked?.setSelectionRange(asked.value.length, asked.value.length);

// Kana that are still being converted are not yet a question.
document.addEventListener(
  "input",
  (event) => {
    if (event.target.id === "q" && event.isComposing) event.stopPropagation();
  },
  true,
);
document.addEventListener("compositionend", (event) => {
  if (event.target.id === "q") event.target.dispatchEvent(new Event("input", { bubbles: true }));
});

// The search field lives in every page's head; only on the search page does it search in place.
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt.id !== "search") return;
  // Empty fields would make addresses long and no different.
  for (const [name, value] of [...event.detail.formData.entries()]) {
    if (value === "") event.detail.formData.delete(name);
  }
});
