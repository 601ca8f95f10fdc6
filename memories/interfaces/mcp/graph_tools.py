"""The tools that walk the graph; their docstrings are what assistants read."""

from mcp_server import MCPToolset
from pydantic import ConfigDict

from accounts.callers import caller_of
from graph.network.schemas import (
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
from .answers.base import ids_in
from .answers.graph import (
    NeighborsAnswer,
    PathsAnswer,
    SnapshotAnswer,
    neighbors_answer,
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


class ConnectionTools(MCPToolset):  # type: ignore[misc]
    """Tools that read the graph of memories, entities, tags, contexts and threads."""

    @tool(title="Find a path", as_text=text.paths_text, reads_only=True)
    def find_path(self, arguments: PathArguments) -> PathsAnswer:
        """Find out how two people, things or memories are connected, with the reason of each step."""
        found = find_paths(caller_of(self.request), arguments)
        return paths_answer(found, shortener(ids_in(found)))

    @tool(title="List neighbors", as_text=text.neighbors_text, reads_only=True)
    def entity_neighbors(self, arguments: NeighborsArguments) -> NeighborsAnswer:
        """List what is connected with a person, thing, memory, tag, context or thread, nearest and
        strongest first. Also taken: direction (outgoing, incoming), kinds.
        """
        found = node_neighbors(caller_of(self.request), arguments)
        return neighbors_answer(found, shortener(ids_in(found)))

    @tool(
        title="Take a snapshot of the graph",
        as_text=text.snapshot_text,
        reads_only=True,
    )
    def graph_snapshot(self, arguments: SnapshotArguments) -> SnapshotAnswer:
        """Get nodes and edges around some nodes or the hits of a query, to draw them.

        To answer a question, find_path and entity_neighbors say more in less.
        """
        found = placed_snapshot(caller_of(self.request), arguments)
        return snapshot_answer(found, shortener(ids_in(found)))
