"""Read from the journal which rows the erased memories created, including deleted rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from core.caller import base_user_of
from core.db.fields import of_person
from core.models import Action, Revision
from entities.journal_models import MENTIONS
from entities.models import Entity, EntityAlias
from memories.models import Context, Memory, Tag

# Row types that a person can delete, so that only the journal still contains their names.
REMOVABLE = {
    "entity": (Entity, "entity_id"),
    "entityalias": (EntityAlias, "pk"),
    "tag": (Tag, "pk"),
    "context": (Context, "pk"),
}
BATCH = 500


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
