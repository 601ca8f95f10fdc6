"""Find nodes of the graph that nothing holds: entities, tags and contexts."""

from django.db.models import Exists, OuterRef, QuerySet

from core.caller import Caller
from entities.models import Entity, Mention, MentionRuling
from entities.selectors import entities_seen
from graph.models import EntityRelation
from memories.models import Context, Memory, State, StateEntity, Tag

# The rows that hold an entity, and by which column; hidden memories still mention theirs.
HOLDERS = (
    (Mention, "entity"),
    (MentionRuling, "entity"),
    (EntityRelation, "source"),
    (EntityRelation, "target"),
    (State, "subject"),
    (StateEntity, "entity"),
    (Entity, "merged_into"),
)


def orphaned_entities(caller: Caller) -> QuerySet[Entity]:
    """Return the caller's entities without mention, relation, state or ruling."""
    rows: QuerySet[Entity] = entities_seen(caller).filter(merged_into=None)
    for model, column in HOLDERS:
        held = model._default_manager.filter(**{column: OuterRef("entity_id")})
        rows = rows.filter(~Exists(held))
    return rows.order_by("pk")


def empty_tags(caller: Caller) -> QuerySet[Tag]:
    """Return the caller's tags without memories; none for a caller bound to a namespace."""
    rows: QuerySet[Tag] = Tag.objects.of(caller)
    return rows.none() if caller.namespace else rows.filter(memories=None).order_by("pk")


def empty_contexts(caller: Caller) -> QuerySet[Context]:
    """Return the caller's contexts without memories; none for a caller bound to a namespace."""
    rows: QuerySet[Context] = Context.objects.of(caller)
    if caller.namespace:
        return rows.none()
    return rows.filter(~Exists(Memory.objects.filter(context=OuterRef("pk")))).order_by("pk")
