"""Project journal revisions to the indexes, the queue and the inbox: obsolete, reopened."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from core import jobs
from core.caller import Caller, Role
from core.journal import Change, Snapshot, erase_payloads, snapshot
from core.models import Action, Revision
from entities.journal_models import MENTIONS
from entities.models import Mention, SpaceQuerySet
from memories import index
from memories.models import DerivationJob, Memory, Proposal, ProposalKind, ProposalStatus, State

from .kinds import subject_ids_of
from .preview import SubjectCache, SubjectIds

# The payload fields that hold ids of entities, and of states.
ENTITY_FIELDS = ("keep", "merge", "source", "target", "subject", "entity")
STATE_FIELDS = ("states__0", "states__1", "completes", "ends", "state")
# Kinds whose payload quotes a memory.
QUOTING = frozenset({ProposalKind.STATE, ProposalKind.IMPORTED})
# The payload field that holds the names of an entity.
NAMES = "names"
# Open, or open again once the subjects return.
UNDECIDED = (ProposalStatus.OPEN, ProposalStatus.OBSOLETE)
BATCH = 500
# The lookups from a tag or a context to its memories, whose indexed words contain its name.
NODES = {"tag": "tags__in", "context": "context__in"}


def sync_proposals_with(
    subject_ids: SubjectIds, *, base_user: str, now: datetime, settled_by: UUID | None = None
) -> None:
    """Mark proposals about these rows obsolete if a subject is gone; reopen them if it exists again.

    ``settled_by`` is the change that took a subject away.

    Call it in the transaction that hides or restores the memories, entities or states.
    """
    rows = _undecided(subject_ids, base_user)
    named = [subject_ids_of(row) for row in rows]
    subjects = SubjectCache.load({base_user}, named)
    answerable = {row.pk for row, about in zip(rows, named, strict=True) if subjects.has(about)}
    gone = [row for row in rows if row.pk not in answerable and _is_open(row)]
    mark_obsolete(gone, now=now, settled_by=settled_by)
    _reopen([row for row in rows if row.pk in answerable and not _is_open(row)], now=now)


def mark_obsolete(
    proposals: Sequence[Proposal], *, now: datetime, settled_by: UUID | None = None
) -> None:
    """Mark open proposals obsolete, by the change that settled them."""
    _stand(proposals, ProposalStatus.OBSOLETE, Action.UPDATE, now, settled_by)


def _reopen(proposals: Sequence[Proposal], *, now: datetime) -> None:
    _stand(proposals, ProposalStatus.OPEN, Action.RESTORE, now)


def _stand(
    proposals: Sequence[Proposal],
    status: ProposalStatus,
    action: Action,
    now: datetime,
    settled_by: UUID | None = None,
) -> None:
    """Set the status of proposals in a change of the system: no user decided it."""
    change = Change(caller=Caller(base_user="", role=Role.SYSTEM, name="curation"), at=now)
    for proposal in proposals:
        before = snapshot(proposal)
        proposal.status, proposal.updated_at = status, now
        proposal.settled_by = settled_by
        change.note(action, proposal, before=before, after=snapshot(proposal))
    Proposal.objects.bulk_update(proposals, ["status", "updated_at", "settled_by"])
    change.write()


def _is_open(proposal: Proposal) -> bool:
    return proposal.status == ProposalStatus.OPEN


def _undecided(subject_ids: SubjectIds, base_user: str) -> list[Proposal]:
    """Return the undecided proposals about any of these rows, without erased ones."""
    mine = Proposal.objects.of(Caller(base_user=base_user)).filter(status__in=UNDECIDED)
    found: dict[int, Proposal] = {}
    for part in _parts(subject_ids):
        found |= {row.pk: row for row in mine.filter(_about(part)).distinct() if row.payload}
    return list(found.values())


def _parts(subject_ids: SubjectIds) -> list[SubjectIds]:
    """Split the ids into batches that fit into one query."""
    size = max(map(len, (subject_ids.memories, subject_ids.entities, subject_ids.states)))
    return [
        SubjectIds(
            subject_ids.memories[at : at + BATCH],
            subject_ids.entities[at : at + BATCH],
            subject_ids.states[at : at + BATCH],
        )
        for at in range(0, size, BATCH)
    ]


def _about(subject_ids: SubjectIds) -> Q:
    about = Q()
    if subject_ids.memories:
        about |= Q(evidence__uid__in=subject_ids.memories)
    for uids, names in ((subject_ids.entities, ENTITY_FIELDS), (subject_ids.states, STATE_FIELDS)):
        for name in names if uids else ():
            about |= Q(**{f"payload__{name}__in": [str(uid) for uid in uids]})
    return about


def erase_proposals_about(memories: Sequence[Memory], *, now: datetime) -> None:
    """Erase proposals about memories that are being forgotten, and their journal entries.

    Proposals that only have them as evidence lose their reason, which may quote them.
    """
    keys = {memory.pk for memory in memories}
    uids = {memory.uid for memory in memories}
    resting: SpaceQuerySet[Proposal] = Proposal.objects.filter(evidence__in=keys).distinct()
    rows = list(resting.prefetch_related("evidence"))
    for row in rows:
        row.reason, row.updated_at = "", now
        if _is_about(row, uids) or _rests_on(row, keys) or row.kind in QUOTING:
            _empty(row, now)
        elif NAMES in row.payload:
            row.payload = {**row.payload, NAMES: _still_written(row, keys)}
    _store_emptied(rows, now)


def erase_proposals_naming(entity_ids: Sequence[UUID], *, now: datetime) -> None:
    """Erase every proposal about one of these entities, and its journal entries."""
    found: dict[int, Proposal] = {}
    for at in range(0, len(entity_ids), BATCH):
        named = _about(SubjectIds(entities=tuple(entity_ids[at : at + BATCH])))
        found |= {row.pk: row for row in Proposal.objects.filter(named).distinct()}
    rows = list(found.values())
    for row in rows:
        _empty(row, now)
    _store_emptied(rows, now)


def _empty(row: Proposal, now: datetime) -> None:
    row.payload, row.reason, row.namespace = {}, "", ""
    row.key, row.updated_at = f"forgotten:{row.uid}", now
    if row.status == ProposalStatus.OPEN:
        row.status = ProposalStatus.OBSOLETE


def _store_emptied(rows: Sequence[Proposal], now: datetime) -> None:
    columns = ["reason", "payload", "namespace", "key", "status", "updated_at"]
    Proposal.objects.bulk_update(rows, columns)
    ids = [str(row.uid) for row in rows]
    erase_payloads(Revision.objects.filter(target_type="proposal", target_id__in=ids), now)


def _is_about(proposal: Proposal, uids: set[UUID]) -> bool:
    return bool(uids & set(subject_ids_of(proposal).memories))


def _still_written(proposal: Proposal, keys: set[int]) -> list[str]:
    """Return the names of a payload that other evidence still contains."""
    texts = [memory.raw_text for memory in proposal.evidence.all() if memory.pk not in keys]
    return [name for name in proposal.payload[NAMES] if any(name in text for text in texts)]


def _rests_on(proposal: Proposal, keys: set[int]) -> bool:
    return {memory.pk for memory in proposal.evidence.all()} <= keys


def project_to_indexes(change: Change, revisions: Sequence[Revision]) -> None:
    """Reindex the changed rows, and the memories that contain their names."""
    for start in range(0, len(revisions), BATCH):
        _index_again(change, revisions[start : start + BATCH])


def _index_again(change: Change, revisions: Sequence[Revision]) -> None:
    memories = _keys(row for row in _of("memory", revisions) if not _is_part(row))
    states = _keys(_of("state", revisions))
    if memories:
        _index_memories(memories, change.at)
    if reworded := sorted(_reworded(revisions) - memories):
        index.put_words_again(reworded)
    if states:
        _index_states(states, change.at)


def _index_memories(memories: set[int], now: datetime) -> None:
    rows = list(Memory.objects.filter(pk__in=memories).prefetch_related("tags"))
    findable = [memory for memory in rows if memory.is_findable]
    index.put(findable, now=now)
    index.remove(sorted(memories - {memory.pk for memory in findable}))
    if findable:
        jobs.wake("embed")


def _index_states(states: set[int], now: datetime) -> None:
    stored = list(State.objects.filter(pk__in=states).select_related("subject"))
    index.put_states(stored, now=now)
    index.remove_states(sorted(states - {state.pk for state in stored}))
    if stored:
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
    sync_proposals_with(
        subject_ids,
        base_user=change.caller.base_user,
        now=change.at,
        settled_by=change.change_id,
    )


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
