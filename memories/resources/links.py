"""Links: those whose two memories the caller may see."""

from collections.abc import Sequence

from django.db.models import Q

from accounts.caller import Caller, Scope, pack_of
from accounts.errors import InvalidInput, NotFound
from entities.models import SpaceQuerySet
from graph.models import MemoryLink, RelationScope
from graph.services import relation_types

from ..models import Memory
from ..nearest import unknown
from ..reach import in_packs
from ..schemas.links import LinkFilters, StoredLink
from ..selectors import memory_get


def link_list(caller: Caller, filters: LinkFilters) -> SpaceQuerySet[MemoryLink]:
    """Return links, of one memory or of one family of types where these are named."""
    rows = in_packs(_seen(caller), caller, filters.pack)
    if filters.memory:
        memory = memory_get(caller, filters.memory, field="memory")
        rows = rows.filter(Q(src_memory=memory) | Q(dst_memory=memory))
    if filters.type:
        rows = rows.filter(relation_type__canonical_type=_family(filters.type))
    return rows


def link_get(caller: Caller, pk: int) -> MemoryLink:
    """Return one link; NotFound where one of its memories is not the caller's."""
    if link := _seen(caller).filter(pk=pk).first():
        return link
    raise NotFound(f"there is no link {pk}", field="id")


def _seen(caller: Caller) -> SpaceQuerySet[MemoryLink]:
    caller.require(Scope.READ)
    visible = Memory.objects.of(caller).kept().values("pk")
    rows = MemoryLink.objects.of(caller).filter(src_memory__in=visible, dst_memory__in=visible)
    return rows.select_related("src_memory", "dst_memory").defer(
        "src_memory__raw_audio", "dst_memory__raw_audio"
    )


def _family(type_name: str) -> str:
    types = relation_types(RelationScope.MEMORIES)
    if type_name not in types:
        raise InvalidInput([unknown("type", type_name, list(types), "link type")])
    return types[type_name].canonical_type


def link_outs(links: Sequence[MemoryLink]) -> list[StoredLink]:
    """Return links for a client; both memories must be loaded."""
    return [stored_link(link) for link in links]


def stored_link(link: MemoryLink) -> StoredLink:
    """Return one link for a client."""
    return StoredLink(
        id=link.pk,
        source_id=link.src_memory.uid,
        target_id=link.dst_memory.uid,
        source_title=link.src_memory.title,
        target_title=link.dst_memory.title,
        type=link.relation_type_id,
        weight=link.weight,
        confidence=link.confidence_score,
        reason=link.notes,
        version=link.version,
        pack=pack_of(link.user_id),
        namespace=link.namespace,
        method=link.extraction_method,
        created_at=link.created_at,
        updated_at=link.updated_at,
    )
