"""The tools that walk the graph; their docstrings are what assistants read."""

from collections.abc import Sequence

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
from . import listing
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
from .listing import listed


class PathArguments(PathInput):
    """Two nodes, and how to connect them."""

    model_config = ConfigDict(json_schema_extra=listed(listing.PATH))


class NeighborsArguments(NeighborsInput):
    """A node, and how far to walk from it."""

    model_config = ConfigDict(json_schema_extra=listed(listing.NEIGHBORS))


class SnapshotArguments(SnapshotInput):
    """What to show."""

    model_config = ConfigDict(json_schema_extra=listed(listing.SNAPSHOT))


def _shorten(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> Shorten:
    return shortener(node_ids(nodes, edges))


class ConnectionTools(MCPToolset):  # type: ignore[misc]
    """Tools that read the graph of memories, entities, tags, contexts and threads."""

    @tool(title="Find a path", as_text=text.paths_text, reads_only=True)
    def find_path(self, arguments: PathArguments) -> PathsAnswer:
        """Find out how two people, things or memories are connected, with the reason of each step."""
        found = find_paths(caller_of(self.request), arguments)
        steps = [step.edge for path in found.paths for step in path.steps]
        return paths_answer(found, _shorten([], steps))

    @tool(title="List neighbors", as_text=text.neighbors_text, reads_only=True)
    def entity_neighbors(self, arguments: NeighborsArguments) -> NeighborsAnswer:
        """List what is connected with a person, thing, memory, tag, context or thread, nearest and
        strongest first. Also taken: direction (outgoing, incoming), kinds.
        """
        found = node_neighbors(caller_of(self.request), arguments)
        nodes = [found.node, *(one.node for one in found.neighbors)]
        edges = [edge for one in found.neighbors for edge in one.edges]
        return neighbors_answer(found, _shorten(nodes, edges))

    @tool(
        title="Take a snapshot of the graph",
        as_text=text.snapshot_text,
        reads_only=True,
    )
    def graph_snapshot(self, arguments: SnapshotArguments) -> SnapshotAnswer:
        """Get nodes and edges around some nodes or the hits of a query, to draw as vis.js does.

        For a picture only: to answer a question, find_path and entity_neighbors say more in less.
        """
        found = placed_snapshot(caller_of(self.request), arguments)
        return snapshot_answer(found, _shorten(found.nodes, []))
