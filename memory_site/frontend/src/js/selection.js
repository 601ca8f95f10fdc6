// The list that j and k walk through: hits, moments of the timeline, entities.
const items = () => [...document.querySelectorAll("[data-item]")];
const current = () => document.querySelector('[data-item][aria-current="true"]');

// A card may be the link itself.
const linkOf = (item) => (item?.matches("[data-open]") ? item : item?.querySelector("[data-open]"));

function select(item) {
  current()?.removeAttribute("aria-current");
  item.setAttribute("aria-current", "true");
  item.scrollIntoView({ block: "nearest" });
  linkOf(item)?.focus({ preventScroll: true });
}

export function move(step) {
  const all = items();
  if (all.length === 0) return;
  const at = all.indexOf(current());
  select(all[Math.min(Math.max(at + step, 0), all.length - 1)]);
}

export function openSelected() {
  const link = linkOf(current());
  link?.click();
  return Boolean(link);
}

export function press(action) {
  (current() ?? document).querySelector(`[data-action="${action}"]`)?.click();
}

export function clearSelection() {
  const item = current();
  item?.removeAttribute("aria-current");
  return Boolean(item);
}
