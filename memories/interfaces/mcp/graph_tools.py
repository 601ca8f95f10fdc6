"""The tools that walk the graph; their docstrings are what assistants read."""

from collections.abc import Callable, Sequence
from typing import Any

from mcp_server import MCPToolset
from pydantic import ConfigDict

from accounts.callers import caller_of
from graph.network.schemas import (
    GraphEdge,
    GraphNode,
    NeighborsInput,
    PathInput,
    SnapshotInput,
)
from memories.selectors.ids import shortener
from memories.selectors.network.neighbors import node_neighbors
from memories.selectors.network.paths import find_paths
from memories.services.network.layouts import placed_snapshot
from packs.spec import tool

from . import graph_render as text
from .answers.base import Shorten
from .answers.graph import (
    NeighborsAnswer,
    PathsAnswer,
    SnapshotAnswer,
    neighbors_answer,
    node_ids,
    paths_answer,
    snapshot_answer,
)

PARAMETERS = {
    "types": "Only these kinds of connection, e.g. works_for, supports; synonyms count too.",
    "kinds": "Only through these: memory, entity, tag, context, thread.",
}


def _without(*names: str) -> Callable[[dict[str, Any]], None]:
    """Return a change of a schema that hides what an assistant rarely needs; it is still taken."""

    def hide(schema: dict[str, Any]) -> None:
        for name in names:
            del schema["properties"][name]

    return hide


class PathArguments(PathInput):
    """Two nodes, and how to connect them."""

    model_config = ConfigDict(
        json_schema_extra=_without("weighted", "known_at", "direction", "pack", "kinds")
    )


class NeighborsArguments(NeighborsInput):
    """A node, and how far to walk from it."""

    model_config = ConfigDict(json_schema_extra=_without("known_at", "pack"))


class SnapshotArguments(SnapshotInput):
    """What to show."""

    model_config = ConfigDict(
        json_schema_extra=_without("known_at", "direction", "pack", "min_confidence")
    )


def _shorten(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> Shorten:
    return shortener(node_ids(nodes, edges))


class ConnectionTools(MCPToolset):  # type: ignore[misc]
    """Tools that read the graph of memories, entities, tags, contexts and threads."""

    @tool(title="Find a path", as_text=text.paths_text, reads_only=True, parameters=PARAMETERS)
    def find_path(self, arguments: PathArguments) -> PathsAnswer:
        """Find out how two people, things or memories are connected, step by step, with the reason
        of each step.

        Call it when the user asks what one has to do with the other. `shortest` is right unless
        you want the `strongest` evidence, or `all` different ways. Names may be given instead of
        ids.
        """
        found = find_paths(caller_of(self.request), arguments)
        steps = [step.edge for path in found.paths for step in path.steps]
        return paths_answer(found, _shorten([], steps))

    @tool(
        title="List neighbors", as_text=text.neighbors_text, reads_only=True, parameters=PARAMETERS
    )
    def entity_neighbors(self, arguments: NeighborsArguments) -> NeighborsAnswer:
        """List what is connected with a person, thing, memory, tag, context or thread, the nearest
        and strongest first.

        Call it to learn whom and what somebody has to do with. `types` and `direction` narrow it;
        `held_at` asks what held at a time.
        """
        found = node_neighbors(caller_of(self.request), arguments)
        nodes = [found.node, *(one.node for one in found.neighbors)]
        edges = [edge for one in found.neighbors for edge in one.edges]
        return neighbors_answer(found, _shorten(nodes, edges))

    @tool(
        title="Take a snapshot of the graph",
        as_text=text.snapshot_text,
        reads_only=True,
        parameters=PARAMETERS,
    )
    def graph_snapshot(self, arguments: SnapshotArguments) -> SnapshotAnswer:
        """Get nodes and edges around some nodes or the hits of a query, ready to be drawn: the shape
        is that of vis.js.

        Call it when the user wants to see connections as a picture or diagram. To answer a
        question, find_path and entity_neighbors say more in less.
        """
        found = placed_snapshot(caller_of(self.request), arguments)
        return snapshot_answer(found, _shorten(found.nodes, []))
