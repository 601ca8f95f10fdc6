"""Links: those whose two memories the caller may see."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from core.caller import Caller, pack_of
from entities.models import SpaceQuerySet
from graph.models import MemoryLink
from memories.records.links import link_get as link_get
from memories.records.links import link_type, links_seen
from memories.records.lookup import in_packs
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
