"""Read the memories of a caller for a readable export, and the links between them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from core.caller import Caller, aware
from core.db.fields import at_or_below
from graph.models import MemoryLink
from memories.models import Memory, MemoryQuerySet
from memories.records.lookup import in_packs, links_seen, memories_out, require_filled, require_past
from memories.schemas import MemoryOut
from memories.schemas.archive import ExportPart

BATCH = 500


@dataclass(frozen=True, slots=True)
class ReadableLink:
    """A link from a memory to another one that is exported too."""

    type: str
    id: UUID
    title: str
    created_at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class ReadableMemory:
    """A memory, and its links to others."""

    memory: MemoryOut
    links: list[ReadableLink]


def readable_memories(caller: Caller, asked: ExportPart) -> Iterator[ReadableMemory]:
    """Yield memories in the order in which they were saved; no more than a batch is held.

    Raises:
        Forbidden: the token does not allow a pack.
        InvalidInput: there is no such pack, nothing is in the namespace, or the time is still
            to come.
    """
    require_filled(caller, asked.namespace)
    require_past(caller, asked.since)
    chosen = _chosen(caller, asked)
    last = 0
    while batch := list(chosen.filter(pk__gt=last).order_by("pk")[:BATCH]):
        links = _links(caller, chosen, batch)
        for row, out in zip(batch, memories_out(batch), strict=True):
            yield ReadableMemory(out, links[row.pk])
        last = batch[-1].pk


def _chosen(caller: Caller, asked: ExportPart) -> MemoryQuerySet:
    rows = Memory.objects.of(caller).kept()
    if asked.pack:
        rows = in_packs(rows, caller, asked.pack)  # type: ignore[assignment]
    if asked.since:
        rows = rows.filter(created_at__gte=aware(asked.since, caller, "since"))
    if place := asked.namespace.strip("/"):
        rows = rows.filter(at_or_below(place, "namespace"))
    return rows.with_rendering()


def _links(
    caller: Caller, chosen: MemoryQuerySet, batch: Sequence[Memory]
) -> dict[int, list[ReadableLink]]:
    """Return the links of these memories to memories that are exported too."""
    found: dict[int, list[ReadableLink]] = defaultdict(list)
    links = links_seen(caller).filter(src_memory__in=[row.pk for row in batch])
    rows = list(links.select_related("dst_memory").order_by("pk"))
    targets = chosen.filter(pk__in={link.dst_memory_id for link in rows})
    exported = set(targets.values_list("pk", flat=True))
    for link in rows:
        if link.dst_memory_id in exported:
            found[link.src_memory_id].append(_link(link))
    return found


def _link(link: MemoryLink) -> ReadableLink:
    target = link.dst_memory
    return ReadableLink(link.type_key, target.uid, target.title, target.created_at, link.notes)
