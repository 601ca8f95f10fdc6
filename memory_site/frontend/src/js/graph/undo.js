// Each thing that a person does is an entry of the browser's history: Back takes it back, and so do
// Ctrl+Z and the button. The address holds everything but the places of nodes, which the server
// keeps: an entry holds those that were moved or pinned up to it.
const MOST_MOVES = 30;
const BEGIN = { step: 0, moves: [] };
let shown = BEGIN;

export const stepped = { changed: () => {} };

// Other scripts keep their own marks in the state of an entry.
const entry = () => ({ ...BEGIN, ...history.state });

export const canUndo = () => entry().step > 0;

export function pushEntry(address, move = null) {
  const { step, moves } = entry();
  const made = move ? [...moves, { step: step + 1, ...move }].slice(-MOST_MOVES) : moves;
  shown = { step: step + 1, moves: made };
  history.pushState(shown, "", address);
  stepped.changed();
}

// The entry before one of ours is ours, too.
export function undo() {
  if (canUndo()) history.back();
}

// After a step back or forward: which way it was, and where nodes have to stand now.
export function followEntry() {
  const [was, now] = [shown, entry()];
  shown = now;
  const back = was.moves.filter(({ step }) => step > now.step).reverse();
  const forth = now.moves.filter(({ step }) => step > was.step);
  const places = Object.assign({}, ...back.map(({ before }) => before), ...forth.map(({ after }) => after));
  return { isBack: now.step < was.step, places };
}

export function openUndo() {
  shown = entry();
}
