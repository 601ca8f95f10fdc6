// The state of the explorer is its address: back, reload and sharing a link work.
import { pushEntry } from "./undo.js";

// Single nodes, types of nodes and types of lines that are hidden, folded or faded.
export const PUT_AWAY = ["hide", "fold", "fade", "off", "fold_type", "fade_type", "line", "fold_line", "fade_line"];
const LISTS = ["focus", "open", ...PUT_AWAY, "sel", "trail", "pack"];
const WORDS = ["q", "view", "community", "depth", "least", "most", "held", "known", "size", "color", "as"];
// These choose what the server sends; the others only change how it is shown.
const SERVED = ["focus", "open", "q", "view", "community", "depth", "least", "most", "pack", "held", "known"];

export const state = {};

export function readAddress() {
  const given = new URLSearchParams(location.search);
  for (const name of LISTS) state[name] = given.getAll(name);
  for (const name of WORDS) state[name] = given.get(name) ?? "";
}

export function query(names = [...LISTS, ...WORDS]) {
  const made = new URLSearchParams();
  for (const name of names) {
    const value = state[name];
    if (Array.isArray(value)) value.forEach((one) => made.append(name, one));
    else if (value) made.set(name, value);
  }
  return made.toString();
}

export const served = () => query(SERVED);

// What a person did gets an entry of its own; what follows from it replaces the last one.
export function writeAddress({ push = false } = {}) {
  const address = `${location.pathname}?${query()}`;
  if (address === location.pathname + location.search) return;
  if (push) pushEntry(address);
  else history.replaceState(history.state, "", address);
}

export function toggle(name, value) {
  const held = state[name].includes(value);
  state[name] = held ? state[name].filter((one) => one !== value) : [...state[name], value];
  return !held;
}
