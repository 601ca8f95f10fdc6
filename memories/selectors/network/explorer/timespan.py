"""The time that a picture can go back over."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Min, Q

from core.caller import Caller
from graph.network.schemas import Snapshot
from graph.nodes import NodeKind
from memories.selectors.entities import relations_seen


def time_span(
    caller: Caller, found: Snapshot, *, now: datetime
) -> tuple[datetime, datetime] | None:
    """Return the first and last time at which something of a snapshot changed.

    Relations that have ended count too, which a snapshot of now does not show.
    """
    ids = [UUID(node.id.partition(":")[2]) for node in found.nodes if node.kind == NodeKind.ENTITY]
    rows = relations_seen(caller).filter(Q(source__in=ids) | Q(target__in=ids))
    ends = rows.aggregate(
        Min("valid_from"), Min("recorded_at"), Max("valid_to"), Max("valid_from")
    ).values()
    times = [at for at in (*ends, *_shown(found)) if at is not None]
    past = [at for at in times if at <= now]
    return (min(past), max(past)) if past else None


def _shown(found: Snapshot) -> Iterator[datetime | None]:
    yield from (found.first, found.last)
    yield from (node.date for node in found.nodes)
