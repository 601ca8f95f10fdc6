"""The duplicates of one memory as a client sees them: folded ones, and near ones with verdicts."""

import math
from uuid import UUID

from core.caller import Caller
from memories.enrichment.duplicates.actions import ComparedMemory
from memories.enrichment.duplicates.finding import compare_with_neighbors
from memories.models import Memory
from memories.records.duplicates import canonical_ids
from memories.records.serialize import memories_out
from memories.schemas import MemoryOut
from memories.schemas.links import DuplicatesOut, NearOut
from memories.search.ranking.collapsing import (
    collapsed_into,
)

from .memories import memory_get

MOST_NEAR = 8


def duplicates_of(caller: Caller, uid: UUID, *, with_near: bool = True) -> DuplicatesOut:
    """Return what a memory is folded into, what is folded into it, and what is near to it.

    A memory that is out of search is compared with nothing.

    Raises:
        NotFound: there is no such memory.
    """
    memory = memory_get(caller, uid)
    seen = Memory.objects.of(caller).kept()
    end = canonical_ids([memory.pk])[memory.pk] if memory.consolidated_flag else memory.pk
    canonical = seen.filter(pk=end).with_rendering().first() if end != memory.pk else None
    held = collapsed_into([memory.pk]).get(memory.pk, [])
    folded = list(seen.filter(pk__in=held).with_rendering().order_by("pk"))
    is_compared = with_near and memory.is_findable
    return DuplicatesOut(
        canonical=memories_out([canonical])[0] if canonical else None,
        folded=memories_out(folded),
        near=_near(compare_with_neighbors(memory, count=MOST_NEAR)) if is_compared else [],
    )


def _near(judged: list[ComparedMemory]) -> list[NearOut]:
    """Return near memories; they are of the same space and namespace, so seen by whom sees the one."""
    outs = memories_out([each.memory for each in judged])
    return [_near_out(each, out) for each, out in zip(judged, outs, strict=True)]


def _near_out(judged: ComparedMemory, memory: MemoryOut) -> NearOut:
    verdict = judged.verdict
    return NearOut(
        memory=memory,
        kind=verdict.kind.value,
        nearness=None if math.isnan(judged.nearness) else round(judged.nearness, 4),
        confidence=verdict.confidence,
        reasons=list(verdict.reasons),
        guards=sorted(verdict.blockers),
        can_fold=verdict.may_fold,
    )
