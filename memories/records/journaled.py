"""Register the models of this app with the journal, and restore tags and contexts on undo."""

from collections.abc import Iterable, Sequence
from typing import Any

from core.journal import Change, Journaled, Members, Snapshot, described, register, snapshot
from core.models import Action
from memories.models import (
    Affect,
    Context,
    InboxRule,
    Memory,
    Proposal,
    Session,
    State,
    StateEntity,
    Tag,
)


def register_models() -> None:
    """Register every journaled model of this app."""
    register(
        Journaled(
            Memory,
            public_id="uid",
            volatile=("usage_count", "last_used_at", "decay_score"),
            derived=(
                "content_hash", "language", "usage_count", "last_used_at", "decay_score",
                "summary_text", "micro_summary", "about_time_confidence",
            ),
            texts=("raw_text", "title", "assistant_text"),
            follows={"title": "raw_text"},
            source="raw_text",
            m2m=(Members("tags", by="name", resolve=_tags),),
            after_replay=_make_threads,
        ),
        Journaled(Tag, used_by=("memories",), after_restore=_restore_tag),
        Journaled(Context, used_by=("memories",), after_restore=_restore_context),
        Journaled(Session, volatile=("started_at", "last_activity"), used_by=("memories",)),
        Journaled(State, public_id="uid", m2m=(Members("evidence"),), quotes=True),
        Journaled(StateEntity),
        Journaled(Affect),
        Journaled(InboxRule, public_id="uid", volatile=("uses",)),
        Journaled(Proposal, public_id="uid", volatile=("worth",), m2m=(Members("evidence"),)),
    )  # fmt: skip


def _tags(memory: Memory, names: Sequence[str], change: Change) -> Iterable[Tag]:
    # Imported at the first undo: every command registers models, and few undo.
    from .build import get_or_create_tags

    return get_or_create_tags(memory.user_id, names, change).values()


def _make_threads(using: str) -> None:
    from .threads import make_threads

    make_threads(using)


def _restore_tag(tag: Tag, before: Snapshot, change: Change) -> None:
    """Assign a restored tag to the memories that had it."""
    for memory in _memories(before):
        was = _only(described(memory), "tags")
        memory.tags.add(tag)
        memory.__dict__.pop("_prefetched_objects_cache", None)
        change.note(Action.RESTORE, memory, before=was, after=_only(described(memory), "tags"))


def _restore_context(context: Context, before: Snapshot, change: Change) -> None:
    """Assign a restored context to the memories that had it and have no other context now."""
    for memory in _memories(before):
        if memory.context_id is None:
            was = _only(snapshot(memory), "context_id")
            memory.context = context
            memory.save(update_fields=["context"])
            now_is = _only(snapshot(memory), "context_id")
            change.note(Action.RESTORE, memory, before=was, after=now_is)


def _memories(before: Snapshot) -> Iterable[Memory]:
    uids: Sequence[Any] = before.get("memories") or ()
    return Memory.objects.filter(uid__in=uids).prefetch_related("tags").order_by("pk")


def _only(values: Snapshot, name: str) -> Snapshot:
    return {"id": values["id"], name: values[name]}
