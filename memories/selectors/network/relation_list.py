"""List links between memories as nodes and edges (seed 2, ``relation.list``)."""

from django.db.models import Q, QuerySet

from core.caller import Caller, aware
from entities.models import ValidationStatus
from graph.formats.schemas import (
    RelationList,
    RelationListEdge,
    RelationListInput,
    RelationListNode,
)
from graph.models import MemoryLink
from memories.records.links import link_type
from memories.records.lookup import in_packs, links_seen, memory_row


def relation_list(caller: Caller, asked: RelationListInput) -> RelationList:
    """Return one page of links in the order in which they were made, and their memories.

    Raises:
        NotFound: there is no such memory.
        InvalidInput: there is no link type of this name.
    """
    rows = _asked_for(caller, asked)
    links = list(rows.order_by("pk")[asked.offset : asked.offset + asked.limit])
    titles = {
        memory.uid: memory.title for link in links for memory in (link.src_memory, link.dst_memory)
    }
    return RelationList(
        root_namespace=caller.namespace,
        nodes=[RelationListNode(memo_id=uid, title=title) for uid, title in titles.items()],
        edges=[_edge(link) for link in links],
    )


def _asked_for(caller: Caller, asked: RelationListInput) -> QuerySet[MemoryLink]:
    rows = in_packs(links_seen(caller), caller, None)
    rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
    if asked.source:
        rows = rows.filter(src_memory=memory_row(caller, asked.source, field="source"))
    if asked.target:
        rows = rows.filter(dst_memory=memory_row(caller, asked.target, field="target"))
    if asked.tag:
        rows = rows.filter(relation_type=link_type(caller, asked.tag, field="tag"))
    if asked.since:
        since = aware(asked.since, caller, "since")
        rows = rows.filter(Q(created_at__gte=since) | Q(updated_at__gte=since))
    return rows


def _edge(link: MemoryLink) -> RelationListEdge:
    return RelationListEdge(
        source_memo_id=link.src_memory.uid,
        target_memo_id=link.dst_memory.uid,
        tag=link.type_key,
        weight=link.weight,
        reason=link.notes,
        created_at=link.created_at,
        updated_at=link.updated_at,
        version=link.version,
    )
