"""Project journal revisions to the indexes, the enrichment queue and the inbox.

These run for each undone change and each block of ``journal.change``. Services that write a
:class:`~core.journal.Change` themselves must update indexes and proposals themselves.
"""

from collections.abc import Iterable, Sequence
from uuid import UUID

from core import jobs
from core.journal import Change, Snapshot
from core.models import Revision
from entities.journal_models import MENTIONS
from entities.models import Mention
from memories import index
from memories.models import DerivationJob, Memory, State

from .stale import sync_proposals_with
from .subjects import SubjectIds

# The lookups from a tag or a context to its memories, whose indexed words contain its name.
NODES = {"tag": "tags__in", "context": "context__in"}
BATCH = 500


def project_to_indexes(change: Change, revisions: Sequence[Revision]) -> None:
    """Reindex the changed rows, and the memories that contain their names."""
    for start in range(0, len(revisions), BATCH):
        _index_again(change, revisions[start : start + BATCH])


def _index_again(change: Change, revisions: Sequence[Revision]) -> None:
    memories = _keys(row for row in _of("memory", revisions) if not _is_part(row))
    states = _keys(_of("state", revisions))
    rows = list(Memory.objects.filter(pk__in=memories).prefetch_related("tags"))
    findable = [memory for memory in rows if memory.is_findable]
    index.put(findable, now=change.at)
    index.remove(sorted(memories - {memory.pk for memory in findable}))
    index.put_words_again(sorted(_reworded(revisions) - memories))
    stored = list(State.objects.filter(pk__in=states).select_related("subject"))
    index.put_states(stored, now=change.at)
    index.remove_states(sorted(states - {state.pk for state in stored}))
    if findable or stored:
        jobs.wake("embed")


def project_to_derivation(change: Change, revisions: Sequence[Revision]) -> None:
    """Enqueue memories whose text was changed."""
    changed = [row for row in _of("memory", revisions) if _differs(row, "raw_text")]
    if changed:
        DerivationJob.objects.enqueue(sorted(_keys(changed)), now=change.at)
        jobs.wake("enrich")


def project_to_inbox(change: Change, revisions: Sequence[Revision]) -> None:
    """Mark proposals about the changed rows obsolete, or reopen them."""
    memories, entities, states = (
        tuple(dict.fromkeys(UUID(row.target_id) for row in _of(kind, revisions)))
        for kind in ("memory", "entity", "state")
    )
    subject_ids = SubjectIds(memories, entities, states)
    sync_proposals_with(subject_ids, base_user=change.caller.base_user, now=change.at)


def _reworded(revisions: Sequence[Revision]) -> set[int]:
    """Return the memories whose indexed words changed with a name, a tag or a mention."""
    found = _keys(row for row in _of("memory", revisions) if _is_part(row))
    for kind, names in NODES.items():
        if nodes := _keys(_of(kind, revisions)):
            found |= set(Memory.objects.filter(**{names: nodes}).values_list("pk", flat=True))
    uids = {row.target_id for row in _of(MENTIONS, revisions)} | _untagged(revisions)
    found |= set(Memory.objects.filter(uid__in=uids).values_list("pk", flat=True))
    found |= {_values(row).get("memory_id", 0) for row in _of("mention", revisions)} - {0}
    moved = _keys(row for row in _of("mention", revisions) if "memory_id" not in _values(row))
    renamed = [row.target_id for row in _of("entity", revisions) if _differs(row, "name")]
    for about in ({"pk__in": moved}, {"entity__in": renamed}):
        found |= set(Mention.objects.filter(**about).values_list("memory_id", flat=True))
    return found


def _untagged(revisions: Sequence[Revision]) -> set[str]:
    """Return the public ids of memories that had a removed tag or context."""
    removed = (row for kind in NODES for row in _of(kind, revisions) if row.after is None)
    return {uid for row in removed for uid in (row.before or {}).get("memories", ())}


def _of(kind: str, revisions: Sequence[Revision]) -> Iterable[Revision]:
    return (row for row in revisions if row.target_type == kind)


def _values(revision: Revision) -> Snapshot:
    return revision.after or revision.before or {}


def _keys(revisions: Iterable[Revision]) -> set[int]:
    return {_values(row)["id"] for row in revisions}


def _differs(revision: Revision, name: str) -> bool:
    """Return whether a revision changed this column of an existing row."""
    if not revision.before or not revision.after:
        return False
    return bool(revision.before.get(name) != revision.after.get(name))


def _is_part(revision: Revision) -> bool:
    """Return whether a revision of a memory only restores a tag or a context."""
    return "raw_text" not in _values(revision)
