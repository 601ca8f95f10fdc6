// What lies under a point of the screen.
import { toScreen, camera } from "./camera.js";
import { badgeBox, hasBadge } from "./lettering.js";
import { model } from "./model.js";
import { marked } from "./stage.js";

const REACH = 6;
const LINE_REACH = 5;

const scale = () => Math.min(1.15, Math.max(0.32, camera.k ** 0.6));

export function badgeAt(point) {
  return model.nodes.findLast((one) => {
    if (!hasBadge({ marked, camera, scale: scale() }, one)) return false;
    const box = badgeBox(toScreen(one.node), one, scale());
    return point.x >= box.left && point.x <= box.left + box.width && point.y >= box.top && point.y <= box.top + box.height;
  });
}

// A finger is thicker than a mouse.
export function nodeAt(point, isTouch = false) {
  let best = null;
  let nearest = Infinity;
  const sized = scale();
  for (const one of model.nodes) {
    const at = toScreen(one.node);
    const gap = Math.hypot(at.x - point.x, at.y - point.y) - one.radius * sized;
    if (gap < nearest) [best, nearest] = [one, gap];
  }
  return nearest <= (isTouch ? 3 * REACH : REACH) ? best : null;
}

export function pairAt(point) {
  let best = null;
  let nearest = LINE_REACH;
  for (const pair of model.pairs) {
    const gap = distance(point, toScreen(pair.from.node), toScreen(pair.to.node));
    if (gap < nearest) [best, nearest] = [pair, gap];
  }
  return best;
}

function distance(point, from, to) {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const length = across * across + down * down || 1;
  const along = Math.max(0, Math.min(1, ((point.x - from.x) * across + (point.y - from.y) * down) / length));
  return Math.hypot(point.x - from.x - along * across, point.y - from.y - along * down);
}

export function nodesIn({ left, right, top, bottom }) {
  return model.nodes.filter(({ node }) => {
    const { x, y } = toScreen(node);
    return x >= left && x <= right && y >= top && y <= bottom;
  });
}
