"""Links: those whose two memories the caller may see."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from core.caller import Caller, Scope, pack_of
from core.errors import InvalidInput, NotFound, did_you_mean
from entities.models import SpaceQuerySet
from graph.models import MemoryLink, RelationScope, RelationType
from graph.services import relation_types
from memories.models import Memory
from memories.records.visibility import in_packs
from memories.schemas import LinkOut
from memories.schemas.links import LinkFilters, StoredLink

from .memories import memory_get


def link_list(caller: Caller, filters: LinkFilters) -> SpaceQuerySet[MemoryLink]:
    """Return links, of one memory or of one family of types where these are named."""
    rows = in_packs(links_seen(caller), caller, filters.pack)
    if filters.memory:
        memory = memory_get(caller, filters.memory, field="memory")
        rows = rows.filter(Q(src_memory=memory) | Q(dst_memory=memory))
    if filters.type:
        rows = rows.filter(
            relation_type__canonical_type=link_type(caller, filters.type).canonical_type
        )
    return rows


def link_get(caller: Caller, pk: int) -> MemoryLink:
    """Return one link; NotFound where one of its memories is not the caller's."""
    if link := links_seen(caller).filter(pk=pk).first():
        return link
    raise NotFound(f"there is no link {pk}", field="id")


def links_seen(caller: Caller) -> SpaceQuerySet[MemoryLink]:
    """Return the rows that the caller may see."""
    caller.require(Scope.READ)
    visible = Memory.objects.of(caller).kept().values("pk")
    rows = MemoryLink.objects.of(caller).filter(src_memory__in=visible, dst_memory__in=visible)
    return rows.select_related("src_memory", "dst_memory").defer(
        "src_memory__raw_audio", "dst_memory__raw_audio"
    )


def link_type(caller: Caller, name: str) -> RelationType:
    """Return a type that may connect memories; InvalidInput names the nearest ones."""
    types = relation_types(RelationScope.MEMORIES, caller.base_user)
    if name not in types:
        raise InvalidInput([did_you_mean("type", name, types, "link type")])
    return types[name]


def link_outs(links: Sequence[MemoryLink]) -> list[StoredLink]:
    """Return links for a client; both memories must be loaded."""
    return [stored_link(link) for link in links]


def stored_link(link: MemoryLink) -> StoredLink:
    """Return one link for a client."""
    return StoredLink(
        **_facts(link),
        pack=pack_of(link.user_id),
        namespace=link.namespace,
        method=link.extraction_method,
        updated_at=link.updated_at,
    )


def link_out(link: MemoryLink, *, is_new: bool) -> LinkOut:
    """Return what a call made of a link; both memories must be loaded."""
    return LinkOut(**_facts(link), created=is_new)


def _facts(link: MemoryLink) -> dict[str, Any]:
    return {
        "id": link.pk,
        "source_id": link.src_memory.uid,
        "target_id": link.dst_memory.uid,
        "source_title": link.src_memory.title,
        "target_title": link.dst_memory.title,
        "type": link.type_key,
        "weight": link.weight,
        "confidence": link.confidence_score,
        "reason": link.notes,
        "version": link.version,
        "created_at": link.created_at,
    }
