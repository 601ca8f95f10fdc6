// Folding puts away what hangs on a node, on the nodes of a type, or on a line of a type alone.
import { state } from "./state.js";

// Returns, of all that is put away, by which node; what is in the middle (`focus`) stays.
export function foldedAway(graph, visible, focus) {
  const away = new Map();
  const isKept = (id) => !visible.has(id) || focus.includes(id);
  for (const nodes of foldedNodes(graph, visible)) {
    for (const id of nodes) {
      graph.forEachNeighbor(id, (other) => {
        if (isKept(other) || nodes.has(other)) return;
        const rest = graph.filterNeighbors(other, (third) => visible.has(third) && !nodes.has(third));
        if (rest.length === 0) away.set(other, id);
      });
    }
  }
  if (state.fold_line.length > 0) foldLines(graph, visible, isKept, away);
  return away;
}

// Sets of nodes that are folded as one: a node, or all of a type.
function foldedNodes(graph, visible) {
  const single = state.fold.filter((id) => visible.has(id)).map((id) => new Set([id]));
  const types = state.fold_type.map((type) => new Set([...visible].filter((id) => graph.getNodeAttribute(id, "legend") === type)));
  return [...single, ...types];
}

// A node at the end of one line of a folded type; of two that have only each other, one stays.
function foldLines(graph, visible, isKept, away) {
  const types = new Set(state.fold_line);
  for (const id of visible) {
    const near = graph.filterNeighbors(id, (other) => visible.has(other));
    if (isKept(id) || near.length !== 1 || away.has(near[0])) continue;
    const { edges } = graph.getEdgeAttributes(graph.edge(id, near[0]));
    if (edges.every((edge) => types.has(edge.type))) away.set(id, near[0]);
  }
}
