"""Read the graph of a caller for an export: all of it, what is new, or what lies around some nodes."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.utils import timezone

from core.caller import Caller, Scope, aware
from graph.formats.rows import GraphRows
from graph.formats.schemas import ExportedFile, ExportInput, ExportQuery
from graph.formats.writers import FORMATS
from graph.network.schemas import SnapshotInput
from graph.same_as import same_as_seen, same_entities
from packs.selection import chosen_packs

from .export_rows.edges import export_edges
from .export_rows.nodes import entity_name, export_nodes
from .export_rows.scope import ExportScope, Written
from .snapshot import snapshot

Row = TypeVar("Row")


def export_graph(caller: Caller, asked: ExportInput, *, now: datetime | None = None) -> GraphRows:
    """Return what the caller may see of a graph; rows are read while somebody iterates over them.

    Nodes have to be read before edges, which connect written nodes only.

    Raises:
        NotFound: the caller does not see a node of the focus.
        InvalidInput: a pack is unknown.
        Forbidden: the token may not read, or not this pack.
    """
    caller.require(Scope.READ)
    scope = ExportScope(
        caller=caller,
        asked=asked,
        spaces=caller.spaces(chosen_packs(caller, asked.pack, field="pack")),
        since=aware(asked.since, caller, "since") if asked.since else None,
        held_at=aware(asked.held_at, caller, "held_at") if asked.held_at else None,
        known_at=aware(asked.known_at, caller, "known_at") if asked.known_at else None,
        names=_around(caller, asked) if asked.focus else None,
    )
    written = Written()
    return GraphRows(
        nodes=export_nodes(scope, written),
        edges=export_edges(scope, written),
        made_at=now or timezone.now(),
    )


def exported_file(caller: Caller, asked: ExportQuery) -> ExportedFile:
    """Return the name and the size of the file of an export; it is written and not kept.

    Raises:
        NotFound, InvalidInput, Forbidden: as :func:`export_graph`.
    """
    rows = export_graph(caller, asked)
    counts = {"nodes": 0, "edges": 0}

    def counted(items: Iterable[Row], name: str) -> Iterator[Row]:
        for item in items:
            counts[name] += 1
            yield item

    nodes, edges = counted(rows.nodes, "nodes"), counted(rows.edges, "edges")
    size = sum(map(len, FORMATS[asked.format].write(replace(rows, nodes=nodes, edges=edges))))
    return ExportedFile(name=export_name(asked), bytes=size, **counts)


def export_name(asked: ExportQuery) -> str:
    """Return what the file of an export is called."""
    return f"wasurena-graph-{timezone.localdate():%Y-%m-%d}{FORMATS[asked.format].suffix}"


def _around(caller: Caller, asked: ExportInput) -> frozenset[str]:
    """Return the names of the nodes around the focus, with the same entities of other packs."""
    shared = asked.model_dump(include=set(SnapshotInput.model_fields) - {"since"})
    names = {node.id for node in snapshot(caller, SnapshotInput(**shared)).nodes}
    entities = [UUID(name.removeprefix("entity:")) for name in names if name.startswith("entity:")]
    joined = same_entities(same_as_seen(caller), entities).values()
    return frozenset(names | {entity_name(one) for same in joined for one in same})
