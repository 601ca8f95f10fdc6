"""Giving back what lies beside rows: the mentions of a memory, and the memories of a tag."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model

from core.errors import Conflict
from entities.models import Entity, Mention
from memories.journal import MENTIONS, Change, Snapshot, described, mentions_of, snapshot
from memories.models import Action, Context, Memory, Revision, Tag


def give_back_mentions(revision: Revision, change: Change) -> Memory:
    """Let a memory mention what it did before an entry; what was found since stays.

    Raises:
        Conflict: the memory is gone, or a mention was changed or removed since.
    """
    memory = Memory.objects.filter(uid=revision.target_id).first()
    if memory is None:
        raise Conflict("the memory is gone", field="id", code="changed")
    was, now = _keyed(revision.before), _keyed(revision.after)
    current = mentions_of([memory])
    found = {row["id"]: row for row in current.get(memory.pk, [])}
    touched = {key for key in was.keys() | now.keys() if was.get(key) != now.get(key)}
    if any(found.get(key) != now.get(key) for key in touched):
        raise Conflict("what this memory mentions was changed since", field="id", code="changed")
    Mention.objects.filter(pk__in=touched - was.keys()).delete()
    for key in sorted(touched & was.keys()):
        row = Mention(**_columns(Mention, was[key]))
        if not Entity.objects.filter(entity_id=row.entity_id).exists():
            raise Conflict("what this memory mentioned is gone", field="id", code="changed")
        row.save(force_insert=key not in now)
    change.mentions([memory], current, mentions_of([memory]), action=Action.RESTORE)
    return memory


def give_back_memories(row: Model, stored: Snapshot, change: Change) -> list[Memory]:
    """Give a tag or a context that was removed back to the memories that had it, and return them."""
    uids: Sequence[str] = stored.get("memories") or ()
    memories = list(Memory.objects.filter(uid__in=uids).prefetch_related("tags").order_by("pk"))
    for memory in memories:
        if isinstance(row, Tag):
            before = _only(described(memory), "tags")
            memory.tags.add(row)
            memory.__dict__.pop("_prefetched_objects_cache", None)
            change.note(
                Action.RESTORE, memory, before=before, after=_only(described(memory), "tags")
            )
        elif isinstance(row, Context) and memory.context_id is None:
            before = _only(snapshot(memory), "context_id")
            memory.context = row
            memory.save(update_fields=["context"])
            change.note(
                Action.RESTORE, memory, before=before, after=_only(snapshot(memory), "context_id")
            )
    return memories


def _keyed(payload: Snapshot | None) -> dict[int, Snapshot]:
    return {row["id"]: row for row in (payload or {}).get(MENTIONS, [])}


def _columns(model: type[Model], stored: Snapshot) -> dict[str, Any]:
    columns = {column.attname: column for column in model._meta.concrete_fields}
    return {name: columns[name].to_python(value) for name, value in stored.items()}


def _only(values: Snapshot, name: str) -> Snapshot:
    return {"id": values["id"], name: values[name]}
