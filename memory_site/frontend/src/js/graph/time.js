// The time slider: what held on a day, or what was known on it; it plays by itself if asked to.
import { after } from "./actions.js";
import { model } from "./model.js";
import { byId, dayOf, word } from "./page.js";
import { state, writeAddress } from "./state.js";

const DAY = 86_400_000;
const PLAY_MS = 900;
const SETTLE_MS = 160;
let timer = null;
let player = null;
let kind = "held";

const range = () => byId("graph-day");
const begin = () => Date.parse(`${model.span[0]}T12:00:00Z`);
const dayAt = (steps) => new Date(begin() + steps * DAY).toISOString().slice(0, 10);

export function showTime() {
  const isUseful = model.span.length === 2 && model.span[0] !== model.span[1] && !model.isOverview;
  byId("graph-time").hidden = !isUseful;
  if (!isUseful) return;
  if (state.known) kind = "known";
  const days = Math.round((Date.parse(`${model.span[1]}T12:00:00Z`) - begin()) / DAY);
  range().max = String(days);
  const chosen = state.held || state.known;
  if (!player) range().value = chosen ? String(Math.round((Date.parse(`${chosen}T12:00:00Z`) - begin()) / DAY)) : String(days);
  tell();
}

function tell() {
  const chosen = state.held || state.known;
  byId("graph-day-shown").textContent = chosen ? dayOf(`${chosen}T12:00:00`) : word("now");
  range().setAttribute("aria-valuetext", byId("graph-day-shown").textContent);
  byId("graph-time").toggleAttribute("data-past", Boolean(chosen));
  byId("graph-time").querySelectorAll("[data-time]").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.time === kind)));
}

// At its right end the slider shows everything, as without it.
function choose(steps) {
  const isNow = steps >= Number(range().max);
  state.held = state.known = "";
  if (!isNow || kind === "known") state[kind] = dayAt(steps);
  if (isNow) state[kind] = "";
  tell();
  writeAddress();
  clearTimeout(timer);
  timer = setTimeout(() => after.served(), SETTLE_MS);
}

// Months for years, weeks for months, days for weeks.
function stride() {
  const days = Number(range().max);
  return days > 700 ? 30 : days > 60 ? 7 : 1;
}

function play() {
  if (player) return stop();
  if (Number(range().value) >= Number(range().max)) range().value = "0";
  choose(Number(range().value));
  player = setInterval(() => {
    const next = Math.min(Number(range().max), Number(range().value) + stride());
    range().value = String(next);
    choose(next);
    if (next >= Number(range().max)) stop();
  }, PLAY_MS);
  showPlaying();
}

function stop() {
  clearInterval(player);
  player = null;
  showPlaying();
}

function showPlaying() {
  const button = byId("graph-time").querySelector('[data-graph="play"]');
  button.setAttribute("aria-pressed", String(player !== null));
  const use = button.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, player ? "#pause" : "#play"));
}

export function openTime() {
  range().addEventListener("input", () => (stop(), choose(Number(range().value))));
  byId("graph-time").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.graph === "play") play();
    else if (button?.dataset.graph === "now") {
      stop();
      range().value = range().max;
      choose(Number(range().max));
    } else if (button?.dataset.time) {
      kind = button.dataset.time;
      choose(Number(range().value));
    }
  });
}
