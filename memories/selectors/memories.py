"""Read memories: lists, links and history, one memory in full, its duplicates."""

import math
from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q, QuerySet

from core.caller import Caller, Scope
from core.models import Revision
from entities.selectors import aliases_seen
from graph.models import MemoryLink
from memories.enrichment.duplicates.actions import ComparedMemory
from memories.enrichment.duplicates.finding import compare_with_neighbors
from memories.models import Memory, MemoryQuerySet
from memories.records.duplicates import canonical_ids
from memories.records.lookup import memories_out as memories_out
from memories.records.lookup import memory_get as memory_get
from memories.records.lookup import memory_out as memory_out
from memories.schemas import EntityRef, MemoryDetail, MemoryOut, SearchFilters
from memories.schemas.links import DuplicatesOut, NamedEntity, NearOut
from memories.search.filters import filtered
from memories.search.ranking.answer import collapsed_into
from memories.selectors.entities import relation_outs, relations_stated_in
from memories.selectors.history import revisions_seen
from memories.selectors.links import link_outs
from memories.selectors.states import state_outs, states_resting_on
from packs.selection import chosen_packs

MOST_NEAR = 8


def memory_list(
    caller: Caller,
    packs: Sequence[str] | None = None,
    filters: SearchFilters | None = None,
    *,
    field: str = "packs",
    path: str = "filters.",
) -> MemoryQuerySet:
    """Return the visible memories that match ``filters``, newest first."""
    caller.require(Scope.READ)
    spaces = caller.spaces(chosen_packs(caller, packs, field=field))
    rows = Memory.objects.of(caller).filter(user_id__in=spaces).kept()
    rows = filtered(rows, filters, caller, path=path) if filters else rows
    return rows.with_rendering().order_by("-created_at", "-pk")


def memory_history(caller: Caller, uid: UUID) -> QuerySet[Revision]:
    """Return a memory's journal, newest first."""
    memory = memory_get(caller, uid)
    return revisions_seen(caller).filter(target_type="memory", target_id=str(memory.uid))


def memory_links(caller: Caller, uid: UUID) -> QuerySet[MemoryLink]:
    """Return the links of a memory whose other end the caller may see."""
    memory = memory_get(caller, uid)
    visible = Memory.objects.of(caller).kept().values("pk")
    return (
        MemoryLink.objects.filter(Q(src_memory=memory) | Q(dst_memory=memory))
        .filter(src_memory__in=visible, dst_memory__in=visible)
        .select_related("relation_type", "src_memory", "dst_memory")
    )


def memory_detail(caller: Caller, uid: UUID) -> MemoryDetail:
    """Return one memory with its entities, links, states and relations.

    Raises:
        NotFound: the memory does not exist or is not the caller's.
    """
    memory = memory_get(caller, uid)
    seen = dict(memory_out(memory))
    entities = _with_aliases(caller, seen.pop("entities"))
    return MemoryDetail(
        **seen,
        entities=entities,
        latitude=memory.latitude,
        longitude=memory.longitude,
        client_context=memory.client_context,
        image_summaries=memory.image_summaries,
        summary=memory.summary_text,
        micro_summary=memory.micro_summary,
        links=link_outs(list(memory_links(caller, uid).order_by("pk"))),
        states=state_outs(caller, list(states_resting_on(caller, memory))),
        relations=relation_outs(caller, list(relations_stated_in(caller, memory))),
    )


def _with_aliases(caller: Caller, entities: Sequence[EntityRef]) -> list[NamedEntity]:
    aliases: dict[UUID, list[str]] = defaultdict(list)
    rows = aliases_seen(caller).filter(entity__in=[entity.id for entity in entities])
    for entity, alias in rows.order_by("pk").values_list("entity__entity_id", "alias"):
        aliases[entity].append(alias)
    return [NamedEntity(**dict(entity), aliases=aliases[entity.id]) for entity in entities]


def duplicates_of(caller: Caller, uid: UUID, *, with_near: bool = True) -> DuplicatesOut:
    """Return the canonical memory, the folded memories and the similar memories of one.

    A memory that searches cannot find has no similar memories.

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
    """Return similar memories; sharing space and namespace, they are visible to the caller."""
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
