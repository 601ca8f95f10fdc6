// What is in the picture: the nodes and edges of the server, and what the person hid or folded.
import Graph from "graphology";

import { foldedAway } from "./folding.js";
import { state } from "./state.js";

const LEAST_RADIUS = 8;
const PER_SIZE = 11;
// Pixels for the root of a bubble's members, unless the largest would fill the picture.
const PER_MEMBER = 5;
const LARGEST_BUBBLE = 110;
const YEAR = 365 * 86_400_000;

export const model = { graph: new Graph(), span: [], isOverview: false, nodes: [], pairs: [] };

const groupOf = (node) => (node.kind === "entity" ? node.group : node.kind);

export function ingest({ snapshot, overview, span }) {
  model.span = span;
  model.isOverview = overview !== null;
  // Without a focus the server begins with the most important of all.
  model.focus = state.view || state.community ? [] : snapshot.focus;
  model.graph = overview ? bubbleGraph(overview) : nodeGraph(snapshot);
  settle();
}

function nodeGraph(snapshot) {
  const graph = new Graph({ type: "undirected", allowSelfLoops: false });
  for (const { id, ...node } of snapshot.nodes) {
    graph.addNode(id, { ...node, legend: groupOf(node) });
  }
  for (const edge of snapshot.edges) addEdge(graph, edge);
  return graph;
}

// Edges between the same two nodes are one line, whose panel tells them apart.
function addEdge(graph, edge) {
  const { from, to } = edge;
  if (from === to || !graph.hasNode(from) || !graph.hasNode(to)) return;
  if (graph.hasEdge(from, to)) graph.getEdgeAttribute(graph.edge(from, to), "edges").push(edge);
  else graph.addEdge(from, to, { edges: [edge] });
}

function bubbleGraph({ bubbles, links }) {
  const graph = new Graph({ type: "undirected" });
  const taken = [];
  const scale = Math.min(PER_MEMBER, LARGEST_BUBBLE / Math.sqrt(bubbles[0].size));
  for (const { number, label, group, size, center } of bubbles) {
    const radius = 12 + scale * Math.sqrt(size);
    const [x, y] = freeSpot(taken, radius + 34);
    taken.push([x, y, radius + 34]);
    const kept = { kind: "community", label, legend: group, size, center, radius, x, y, community: number };
    graph.addNode(`community:${number}`, { ...kept, value: size, more: 0, depth: 0 });
  }
  const most = Math.max(20, ...links.map(([, , count]) => count));
  for (const [one, other, count] of links) {
    const [from, to] = [`community:${one}`, `community:${other}`];
    const edge = { id: `${from} ${to}`, from, to, kind: "overview", type: "", label: count.toLocaleString() };
    addEdge(graph, { ...edge, arrows: "", value: Math.sqrt(count / most), title: "", evidence: [] });
  }
  return graph;
}

// Bubbles lie on a spiral, each at its first free spot: the same every time.
function freeSpot(taken, radius) {
  for (let turn = 0; ; turn += 0.15) {
    const [x, y] = [turn * 16 * Math.cos(turn), turn * 10 * Math.sin(turn)];
    const isFree = ([otherX, otherY, other]) => Math.hypot(x - otherX, y - otherY) > radius + other;
    if (taken.every(isFree)) return [x, y];
  }
}

export const isShownType = (edge) => !state.line.includes(edge.type);

// Decides what is visible; called after every change, and never while the picture moves.
export function settle() {
  const { graph } = model;
  const hidden = new Set(state.hide);
  const off = new Set(state.off);
  const isOut = (id, node) => hidden.has(id) || off.has(node.legend);
  const visible = new Set(graph.filterNodes((id, node) => !isOut(id, node)));
  const folded = foldedAway(graph, visible, model.focus);
  folded.forEach((_by, id) => visible.delete(id));
  const counts = new Map();
  folded.forEach((by) => counts.set(by, (counts.get(by) ?? 0) + 1));
  model.pairs = visiblePairs(visible);
  const sized = sizer([...visible]);
  const [faded, fadedTypes] = [new Set(state.fade), new Set(state.fade_type)];
  model.nodes = [...visible].map((id) => {
    const node = graph.getNodeAttributes(id);
    const radius = node.radius ?? LEAST_RADIUS + PER_SIZE * sized(node);
    const isFocus = model.focus.includes(id) && model.focus.length < 9;
    const more = (node.more ?? 0) + (counts.get(id) ?? 0);
    const isFaded = faded.has(id) || fadedTypes.has(node.legend);
    return { id, node, radius: isFocus ? Math.max(radius, 17) : radius, isFocus, more, isFaded };
  });
  // The largest is drawn last and named first.
  model.nodes.sort((one, other) => one.isFocus - other.isFocus || one.radius - other.radius);
  model.byId = new Map(model.nodes.map((shown) => [shown.id, shown]));
  for (const pair of model.pairs) {
    pair.from = model.byId.get(pair.a);
    pair.to = model.byId.get(pair.b);
    pair.isFaded = pair.from.isFaded || pair.to.isFaded || pair.edges.every(({ type }) => state.fade_line.includes(type));
  }
  model.hidden = graph.order - visible.size;
}

function visiblePairs(visible) {
  const pairs = [];
  model.graph.forEachEdge((key, { edges }, a, b) => {
    const kept = visible.has(a) && visible.has(b) ? edges.filter(isShownType) : [];
    if (kept.length > 0) pairs.push({ key, a, b, edges: kept, ...appearance(kept, a) });
  });
  // Where not all lines can be drawn, the strongest are.
  return pairs.sort((one, other) => other.strength - one.strength);
}

function appearance(edges, a) {
  const now = new Date(state.held || state.known || Date.now());
  const isPast = edges.every((edge) => edge.superseded_at || (edge.valid_to && new Date(edge.valid_to) < now));
  const directed = edges.filter((edge) => edge.arrows === "to");
  return {
    isPast,
    strength: Math.max(...edges.map((edge) => edge.value)),
    isSaid: edges.some((edge) => edge.kind === "relation" || (edge.kind === "link" && edge.type !== "related")),
    toB: directed.some((edge) => edge.from === a),
    toA: directed.some((edge) => edge.to === a),
  };
}

// Returns a function from a node to its size in 0…1 by the chosen metric.
function sizer(ids) {
  const of = {
    importance: (node) => node.importance ?? 0,
    recency: (node) => (node.date ? Math.exp((new Date(node.date) - Date.now()) / YEAR) : 0),
  };
  const measure = of[state.size] ?? ((node) => node.value);
  const most = Math.max(1e-9, ...ids.map((id) => measure(model.graph.getNodeAttributes(id))));
  return (node) => Math.sqrt(Math.max(0, measure(node)) / most);
}

export function neighborsOf(id) {
  return model.pairs.filter(({ a, b }) => a === id || b === id).map(({ a, b }) => (a === id ? b : a));
}

export const labelOf = (id) => model.graph.hasNode(id) ? model.graph.getNodeAttribute(id, "label") : id;
