// The elements of the page, its words in the reader's language, and messages.
export const byId = (id) => document.getElementById(id);
export const explorer = () => byId("explorer");
export const word = (name) => explorer().dataset[`word${name[0].toUpperCase()}${name.slice(1)}`];
export const address = (name) => explorer().dataset[name];
export const isReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const isList = () => explorer().dataset.as === "list";

export function announce(text) {
  document.dispatchEvent(new CustomEvent("announce", { detail: text }));
}

// For people who do not see the picture.
export function say(text) {
  byId("graph-said").textContent = text;
}

export function note(text) {
  byId("graph-note").textContent = text;
  byId("graph-note").hidden = !text;
}

export function csrfToken() {
  return JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
}

const language = () => document.documentElement.lang || "en";
export const dayOf = (moment) => {
  const parts = { year: "numeric", month: "short", day: "numeric" };
  return new Intl.DateTimeFormat(language(), parts).format(new Date(moment));
};
