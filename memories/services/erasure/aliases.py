"""Find aliases that only the erased memories introduced, of entities that other memories mention."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import StrIndex

from core.models import Action, Revision
from entities.models import Entity, EntityAlias, Mention
from memories.models import Memory

from .told import JournalFacts

TEXTS = ("raw_text", "assistant_text", "title", "speaker")


def unshared_aliases(
    entities: Sequence[UUID], memories: Sequence[Memory], facts: JournalFacts
) -> list[EntityAlias]:
    """Return the aliases that these memories introduced and no other mention of the entity uses.

    Aliases that a person added by hand stay.
    """
    rows = EntityAlias.objects.filter(entity__entity_id__in=entities)
    made = _made_in(rows, facts)
    alone = _came_alone(memories, made.values())
    return [
        row
        for row in _not_elsewhere(rows.filter(pk__in=made), memories)
        if made[row.pk] in alone or _stands_in(row, memories)
    ]


def _made_in(rows: Collection[EntityAlias], facts: JournalFacts) -> dict[int, UUID]:
    """Return the creating change of each alias that was created by a save of these memories."""
    entries = Revision.objects.filter(
        target_type="entityalias",
        target_id__in=[str(row.pk) for row in rows],
        action=Action.CREATE,
    ).values_list("target_id", "change_id")
    found = {int(key): change for key, change in entries if change in facts.changes}
    return found | _merged_in(rows, facts)


def _merged_in(rows: Collection[EntityAlias], facts: JournalFacts) -> dict[int, UUID]:
    """Return the aliases left by merged entities that these memories created."""
    called: dict[tuple[UUID | None, str], int] = {
        (row.entity_id, row.alias_key): row.pk for row in rows
    }
    ends = {row.entity_id for row in rows}
    merged = {
        str(entity.entity_id): called[entity.merged_into_id, entity.name_key]
        for entity in Entity.objects.filter(merged_into__entity_id__in=ends)
        if (entity.merged_into_id, entity.name_key) in called
    }
    entries = Revision.objects.filter(
        target_type="entity", target_id__in=merged, action=Action.CREATE
    ).values_list("target_id", "change_id")
    return {merged[key]: change for key, change in entries if change in facts.changes}


def _came_alone(memories: Sequence[Memory], changes: Collection[UUID]) -> set[UUID]:
    """Return the changes that concern these memories only."""
    found: dict[UUID, set[str]] = defaultdict(set)
    entries = Revision.objects.filter(
        change_id__in=changes, target_type__in=("memory", "mentions")
    ).values_list("change_id", "target_id")
    for change, target in entries:
        found[change].add(target)
    ours = {str(memory.uid) for memory in memories}
    return {change for change, targets in found.items() if targets <= ours}


def _not_elsewhere(
    rows: Collection[EntityAlias], memories: Sequence[Memory]
) -> Sequence[EntityAlias]:
    others = Mention.objects.filter(entity=OuterRef("entity")).exclude(
        memory__in=[memory.pk for memory in memories]
    )
    # The text is searched too, since a mention holds only one of several spellings.
    says = Q(surface=OuterRef("alias"))
    for name in TEXTS:
        others = others.annotate(**{f"in_{name}": StrIndex(f"memory__{name}", OuterRef("alias"))})
        says |= Q(**{f"in_{name}__gt": 0})
    found = EntityAlias.objects.filter(pk__in=[row.pk for row in rows])
    return list(found.filter(~Exists(others.filter(says))))


def _stands_in(row: EntityAlias, memories: Sequence[Memory]) -> bool:
    return any(row.alias in getattr(memory, name) for memory in memories for name in TEXTS)
