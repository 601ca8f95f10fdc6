"""Rows and aliases that the erased memories introduced, as the journal tells."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import StrIndex

from core.caller import base_user_of
from core.db.fields import of_person
from core.models import Action, Revision
from entities.journal_models import MENTIONS
from entities.models import Entity, EntityAlias, Mention
from memories.models import Context, Memory, Tag

# Row types that a person can delete, so that only the journal still contains their names.
REMOVABLE = {
    "entity": (Entity, "entity_id"),
    "entityalias": (EntityAlias, "pk"),
    "tag": (Tag, "pk"),
    "context": (Context, "pk"),
}
BATCH = 500
TEXTS = ("raw_text", "assistant_text", "title", "speaker")


@dataclass(slots=True)
class JournalFacts:
    """Entities, tags and contexts that the entries of some memories name, and their change ids."""

    changes: set[UUID] = field(default_factory=set)
    entities: set[UUID] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)
    contexts: set[int] = field(default_factory=set)


def read_facts(memories: Sequence[Memory]) -> JournalFacts:
    """Read the journal entries of these memories and their mentions."""
    found = JournalFacts()
    entries = Revision.objects.filter(
        target_type__in=("memory", MENTIONS), target_id__in=[str(row.uid) for row in memories]
    )
    for change_id, before, after in entries.values_list("change_id", "before", "after"):
        found.changes.add(change_id)
        for payload in (before or {}, after or {}):
            _read(payload, found)
    return found


def _read(payload: dict[str, Any], found: JournalFacts) -> None:
    found.tags |= set(payload.get("tags") or ())
    if payload.get("context_id"):
        found.contexts.add(payload["context_id"])
    for mention in payload.get(MENTIONS) or ():
        found.entities.add(UUID(mention["entity_id"]))


def removed_rows(memories: Sequence[Memory], facts: JournalFacts) -> list[Revision]:
    """Return the first entry of each deleted row that only these memories used."""
    found: dict[tuple[str, str], Revision] = {}
    entries = Revision.objects.filter(_of_owners(memories), erased_at=None)
    made = [*_made_in(entries, facts), *_taken_off(entries, memories)]
    stored = _stored(made)
    for entry in made:
        if (entry.target_type, entry.target_id) not in stored:
            found.setdefault((entry.target_type, entry.target_id), entry)
    ours = {str(memory.uid) for memory in memories}
    used = _used_by_others(entries, found, ours)
    return [entry for target, entry in found.items() if target not in used]


def _of_owners(memories: Sequence[Memory]) -> Q:
    people = {base_user_of(memory.user_id) for memory in memories}
    found = Q()
    for name in people:
        found |= of_person(name)
    return found


def _made_in(entries: QuerySet[Revision], facts: JournalFacts) -> list[Revision]:
    changes, found = sorted(facts.changes), list[Revision]()
    for start in range(0, len(changes), BATCH):
        found += entries.filter(
            change_id__in=changes[start : start + BATCH],
            target_type__in=REMOVABLE,
            action=Action.CREATE,
        )
    return found


def _taken_off(entries: QuerySet[Revision], memories: Sequence[Memory]) -> list[Revision]:
    """Return the entries of deleted tags and contexts that one of these memories had."""
    ours = {str(memory.uid) for memory in memories}
    removed = entries.filter(action=Action.DELETE, target_type__in=("tag", "context"))
    return [row for row in removed if ours & set((row.before or {}).get("memories") or ())]


def _stored(entries: Iterable[Revision]) -> set[tuple[str, str]]:
    wanted: dict[str, list[str]] = {}
    for entry in entries:
        wanted.setdefault(entry.target_type, []).append(entry.target_id)
    return {
        (kind, str(key))
        for kind, ids in wanted.items()
        for key in REMOVABLE[kind][0]
        ._default_manager.filter(**{f"{REMOVABLE[kind][1]}__in": ids})
        .values_list(REMOVABLE[kind][1], flat=True)
    }


def _used_by_others(
    entries: QuerySet[Revision], found: Iterable[tuple[str, str]], ours: set[str]
) -> set[tuple[str, str]]:
    """Return the deleted rows that other, still existing memories used when they were deleted."""
    targets = set(found)
    removed = entries.filter(
        action=Action.DELETE, target_id__in={target for _kind, target in targets}
    )
    users = {
        (entry.target_type, entry.target_id): set((entry.before or {}).get("memories") or ()) - ours
        for entry in removed
    }
    there = {
        str(uid)
        for uid in Memory.objects.filter(
            uid__in={uid for uids in users.values() for uid in uids}
        ).values_list("uid", flat=True)
    }
    return {target for target, uids in users.items() if uids & there} & targets


def unshared_aliases(
    entities: Sequence[UUID], memories: Sequence[Memory], facts: JournalFacts
) -> list[EntityAlias]:
    """Return the aliases that these memories introduced and no other mention of the entity uses.

    Aliases that a person added by hand stay.
    """
    rows = EntityAlias.objects.filter(entity__entity_id__in=entities)
    made = _aliases_made_in(rows, memories, facts)
    alone = _came_alone(memories, made.values())
    return [
        row
        for row in _not_elsewhere(rows.filter(pk__in=made), memories)
        if made[row.pk] in alone or _stands_in(row, memories)
    ]


def _aliases_made_in(
    rows: Collection[EntityAlias], memories: Sequence[Memory], facts: JournalFacts
) -> dict[int, UUID]:
    """Return the creating change of each alias that a save of these memories created.

    Or a save of memories that were all forgotten earlier, while others still used the alias.
    """
    entries = Revision.objects.filter(
        target_type="entityalias",
        target_id__in=[str(row.pk) for row in rows],
        action=Action.CREATE,
    ).values_list("target_id", "change_id")
    made = {int(key): change for key, change in entries}
    ours = facts.changes | _came_alone(memories, set(made.values()) - facts.changes)
    found = {key: change for key, change in made.items() if change in ours}
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
    """Return the changes that concern these memories only, and some forgotten earlier."""
    found: dict[UUID, set[str]] = defaultdict(set)
    entries = Revision.objects.filter(
        change_id__in=changes, target_type__in=("memory", "mentions")
    ).values_list("change_id", "target_id")
    for change, target in entries:
        found[change].add(target)
    ours = {str(memory.uid) for memory in memories}
    others = _uids_stored({target for targets in found.values() for target in targets} - ours)
    return {change for change, targets in found.items() if not targets & others}


def _uids_stored(uids: Collection[str]) -> set[str]:
    listed, found = sorted(uids), set[str]()
    for start in range(0, len(listed), BATCH):
        rows = Memory.objects.filter(uid__in=listed[start : start + BATCH])
        found |= {str(uid) for uid in rows.values_list("uid", flat=True)}
    return found


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
