"""Import a graph in node-link JSON: an export of Wasurena, or what networkx writes."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.caller import Caller, Scope
from core.errors import Conflict, InvalidInput, NotFound
from core.jobs import background
from core.models import Revision
from graph.formats.schemas import (
    GraphImportCount,
    GraphImported,
    GraphImportOptions,
    UndoneImport,
)
from graph.nodes import EdgeKind
from memories.models import Memory
from memories.records.lookup import require_whole_space
from memories.services.history import undo

from .import_steps.compare import Ends, compared
from .import_steps.matching import match_entities, match_memories
from .import_steps.reading import read_graph
from .import_steps.records import ImportedGraph, MemoryNode
from .import_steps.storing import GraphStore


def read_document(raw: bytes) -> Any:
    """Return what a file in JSON holds.

    Raises:
        InvalidInput: it is not JSON.
    """
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        place = (getattr(error, "lineno", 1), getattr(error, "colno", 1))
        said = gettext_lazy("the file is not JSON (line {line}, column {column})")
        said = format_lazy(said, line=place[0], column=place[1])
        raise InvalidInput(said, field="file", code="not_json") from error


def import_graph(
    caller: Caller, data: Any, options: GraphImportOptions, *, now: datetime | None = None
) -> GraphImported:
    """Store the nodes and edges of a graph as memories, entities, links and relations.

    The whole file is checked before anything is stored. What is stored already is found again by
    its id, or an entity by its name: importing a file twice changes nothing. Stored memories stay
    as they are; entities get what they lack; links and relations get the values of the file. An
    interrupted import goes on when it is started again.

    Raises:
        Forbidden: the token may not write, or is bound to a namespace.
        TooLarge, InvalidInput: nothing was stored.
    """
    caller.require(Scope.READ)
    caller.require(Scope.WRITE)
    require_whole_space(caller)
    now = now or timezone.now()
    with background.track_request():
        graph = read_graph(caller, data, options, now)
        memories = match_memories(caller, graph.memories)
        matches = match_entities(caller, graph.entities)
        entities = {match.node.key: match.entity for match in matches if match.entity}
        actions = compared(graph.edges, Ends(memories, entities))
        store = GraphStore(caller, now, str(_("Import of a graph")))
        if not options.dry_run:
            changed = [
                edge
                for edge, action in zip(graph.edges, actions, strict=True)
                if action != "unchanged"
            ]
            entities = store.entities(matches)
            store.edges(changed, Ends(store.memories(graph.memories, memories), entities))
    return GraphImported(
        dry_run=options.dry_run,
        memories=_count(_memory_action(memories.get(node.key)) for node in graph.memories),
        entities=_count(match.action for match in matches),
        **_edge_counts(graph, actions),
        changes=store.changes,
        notes=[*graph.notes, *_differing(graph.memories, memories)],
    )


def undo_import(caller: Caller, at: datetime) -> UndoneImport:
    """Take back what an import stored at a time, the last change first.

    What somebody changed or used since stays; it is counted, and the journal names it.

    Raises:
        Forbidden: the caller is not the owner.
        NotFound: no import of the caller's stored anything then.
    """
    caller.require_owner()
    made = Revision.objects.of(caller).filter(created_at=at, actor=caller.actor)
    ids = list(dict.fromkeys(made.order_by("-pk").values_list("change_id", flat=True)))
    if not ids:
        raise NotFound(gettext_lazy("no import stored anything then"), field="at")
    kept = 0
    for change_id in ids:
        try:
            undo(caller, change_id)
        except Conflict:
            kept += 1
    return UndoneImport(undone=len(ids) - kept, kept=kept)


def _memory_action(stored: Memory | None) -> str:
    if stored is None:
        return "created"
    return "updated" if stored.invalidated_at else "unchanged"


def _count(actions: Iterable[str]) -> GraphImportCount:
    return GraphImportCount(**Counter(actions))


def _edge_counts(graph: ImportedGraph, actions: Sequence[str]) -> dict[str, GraphImportCount]:
    names = {EdgeKind.LINK: "links", EdgeKind.RELATION: "relations", EdgeKind.MENTION: "mentions"}
    done = list(zip(graph.edges, actions, strict=True))
    return {
        name: _count(action for edge, action in done if edge.kind == kind)
        for kind, name in names.items()
    }


def _differing(nodes: Sequence[MemoryNode], stored: Mapping[str, Memory]) -> list[str]:
    """Return a note if stored memories say something else than the file."""
    found = [
        node
        for node in nodes
        if (memory := stored.get(node.key)) and memory.raw_text != node.item.text
    ]
    if not found:
        return []
    text = _("{count} memories have another text here; they stay as they are.")
    return [text.format(count=len(found))]
