"""Who may be the same as an entity, for a person who wants to merge; and what a split takes."""

from core.caller import Caller
from entities.models import Entity, Mention
from entities.resolution import find_possible_duplicates
from entities.selectors import entity_list
from memories.selectors.entity_changes import entity_mentions

MOST_CHOICES, MOST_MENTIONS = 20, 500


def merge_choices(caller: Caller, entity: Entity, query: str) -> list[Entity]:
    """Return entities of the same pack by a part of their names; without one, the likely ones."""
    found = entity_list(caller, [entity.pack], query).exclude(pk=entity.pk)
    if query:
        return list(found.order_by("-extraction_count", "name")[:MOST_CHOICES])
    likely = [rival.entity.entity_id for rival in find_possible_duplicates(entity)]
    rows = {row.entity_id: row for row in found.filter(entity_id__in=likely)}
    return [rows[uid] for uid in likely if uid in rows]


def split_choices(caller: Caller, entity: Entity) -> list[Mention]:
    """Return the mentions of an entity, the latest memories first."""
    rows = entity_mentions(caller, entity.entity_id)
    return list(rows.order_by("-memory__created_at", "position_in_text", "-pk")[:MOST_MENTIONS])
