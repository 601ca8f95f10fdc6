"""Read tags and contexts with the number of their memories."""

from collections.abc import Sequence

from django.db.models import Count

from core.caller import Caller, pack_of
from core.errors import NotFound
from entities.models import SpaceQuerySet
from memories.models import Context, Memory, Tag
from memories.records.lookup import in_packs, visible_rows
from memories.schemas.groups import NodeFilters, NodeOut
from nlp.text.fold import name_key

Node = Tag | Context
# Memory field that refers to each model.
THROUGH: dict[type[Node], str] = {Tag: "tags", Context: "context"}


def tag_list(caller: Caller, filters: NodeFilters) -> SpaceQuerySet[Tag]:
    """Return tags whose name contains the query."""
    rows = in_packs(visible_rows(Tag.objects.all(), caller, THROUGH[Tag]), caller, filters.pack)
    return rows.filter(name_key__contains=name_key(filters.q))


def context_list(caller: Caller, filters: NodeFilters) -> SpaceQuerySet[Context]:
    """Return contexts whose name contains the query."""
    rows = in_packs(
        visible_rows(Context.objects.all(), caller, THROUGH[Context]), caller, filters.pack
    )
    return rows.filter(name_key__contains=name_key(filters.q))


def tag_get(caller: Caller, pk: int) -> Tag:
    """Return one tag; NotFound if it is not the caller's."""
    if tag := visible_rows(Tag.objects.all(), caller, THROUGH[Tag]).filter(pk=pk).first():
        return tag
    raise NotFound(f"there is no tag {pk}", field="id")


def context_get(caller: Caller, pk: int) -> Context:
    """Return one context; NotFound if it is not the caller's."""
    if (
        context := visible_rows(Context.objects.all(), caller, THROUGH[Context])
        .filter(pk=pk)
        .first()
    ):
        return context
    raise NotFound(f"there is no context {pk}", field="id")


def node_outs(caller: Caller, nodes: Sequence[Node]) -> list[NodeOut]:
    """Return tags, or contexts, for a client, in one query more."""
    counts = _counts(caller, nodes)
    return [
        NodeOut(
            id=node.pk,
            name=node.name,
            pack=pack_of(node.user_id),
            memory_count=counts.get(node.pk, 0),
            created_at=node.created_at,
        )
        for node in nodes
    ]


def _counts(caller: Caller, nodes: Sequence[Node]) -> dict[int, int]:
    if not nodes:
        return {}
    through = THROUGH[type(nodes[0])]
    kept = (
        Memory.objects.of(caller).kept().filter(**{f"{through}__in": [node.pk for node in nodes]})
    )
    return dict(kept.order_by().values_list(through).annotate(total=Count("pk")))
