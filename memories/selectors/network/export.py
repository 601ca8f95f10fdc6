"""Read the graph of a caller for an export: all of it, what is new, or what lies around some nodes."""

from datetime import datetime

from django.utils import timezone

from core.caller import Caller, Scope, aware
from graph.formats.rows import GraphRows
from graph.formats.schemas import ExportInput
from packs.selection import chosen_packs

from .export_rows.edges import export_edges
from .export_rows.nodes import export_nodes
from .export_rows.scope import ExportScope, Written


def export_graph(caller: Caller, asked: ExportInput, *, now: datetime | None = None) -> GraphRows:
    """Return what the caller may see of a graph; rows are read while somebody iterates over them.

    Nodes have to be read before edges, which connect written nodes only.

    Raises:
        InvalidInput: a pack or a node of the focus is unknown.
        Forbidden: the token may not read, or not this pack.
    """
    caller.require(Scope.READ)
    scope = ExportScope(
        caller=caller,
        asked=asked,
        spaces=caller.spaces(chosen_packs(caller, asked.pack, field="pack")),
        since=aware(asked.since, caller, "since") if asked.since else None,
        held_at=aware(asked.held_at, caller, "held_at") if asked.held_at else None,
    )
    written = Written()
    return GraphRows(
        nodes=export_nodes(scope, written),
        edges=export_edges(scope, written),
        made_at=now or timezone.now(),
    )
