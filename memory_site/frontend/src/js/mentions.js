// Selecting words of a memory offers to say what they name.
const words = () => document.querySelector("[data-mentions]");
const offer = () => document.querySelector(".mention-offer");
const LONGEST = 255;

// The server counts characters; the browser counts UTF-16 units.
const characters = (text) => [...text].length;

function selected() {
  const selection = getSelection();
  const text = words();
  if (!text || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!text.contains(range.startContainer) || !text.contains(range.endContainer)) return null;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const whole = range.toString();
  const surface = whole.trim();
  if (!surface || characters(surface) > LONGEST) return null;
  const leading = whole.slice(0, whole.indexOf(surface));
  return { start: characters(before.toString() + leading), surface, range };
}

// Below the last line of the selection: above it is where names of mentions appear.
function place(button, range) {
  const frame = button.offsetParent.getBoundingClientRect();
  const box = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect();
  const left = Math.min(box.left - frame.left, frame.width - button.offsetWidth);
  button.style.left = `${Math.max(0, left)}px`;
  button.style.top = `${box.bottom - frame.top + 4}px`;
}

function follow() {
  const button = offer();
  if (!button) return;
  const found = selected();
  button.hidden = found === null;
  if (!found) return;
  const { start, surface, range } = found;
  const address = new URL(words().dataset.mentions, location.href);
  address.search = new URLSearchParams({ start, surface }).toString();
  button.href = address.href;
  place(button, range);
}

document.addEventListener("selectionchange", follow);
// The press would take the selection away before the click.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest(".mention-offer")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest(".mention-offer");
  if (!button || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  window.htmx.ajax("GET", button.href, { target: "#dialog-body", swap: "innerHTML" });
});
