"""Proposals whose subject has changed or gone: out of the inbox, and erased with what they quote."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from accounts.caller import Caller, Role
from entities.models import SpaceQuerySet

from ..journal import Change, erase_payloads, snapshot
from ..models import Action, Memory, Proposal, ProposalKind, ProposalStatus, Revision
from .kinds import concerned_by
from .scene import Concerned, Scene

# Where payloads name people and things, and states.
ENTITY_FIELDS = ("keep", "merge", "source", "target", "subject", "entity")
STATE_FIELDS = ("states__0", "states__1")
# Kinds whose payload holds words of a memory.
QUOTING = frozenset({ProposalKind.STATE})


def withdraw_gone(
    concerned: Concerned, *, base_user: str, now: datetime, change_id: UUID | None = None
) -> list[Proposal]:
    """Make open proposals obsolete that name any of these rows and cannot be decided any more.

    Call it after memories were hidden, entities merged or removed, states replaced, with the
    change that did it: whoever takes that back calls :func:`reopen`.
    """
    asking = Caller(base_user=base_user)
    about = _about(concerned)
    open_ones = Proposal.objects.of(asking).filter(status=ProposalStatus.OPEN)
    rows = list(open_ones.filter(about).distinct()) if about else []
    named = [concerned_by(row) for row in rows]
    scene = Scene.load({base_user}, named)
    gone = [row for row, named in zip(rows, named, strict=True) if not scene.has(named)]
    withdraw(gone, now=now, change_id=change_id)
    return gone


def withdraw(
    proposals: Sequence[Proposal], *, now: datetime, change_id: UUID | None = None
) -> None:
    """Make open proposals obsolete."""
    by_system = Caller(base_user="", role=Role.SYSTEM, name="curation")
    change = Change(caller=by_system, at=now)
    change.change_id = change_id or change.change_id
    for proposal in proposals:
        before = snapshot(proposal)
        proposal.status, proposal.updated_at = ProposalStatus.OBSOLETE, now
        change.note(Action.UPDATE, proposal, before=before, after=snapshot(proposal))
    Proposal.objects.bulk_update(proposals, ["status", "updated_at"])
    change.write()


def reopen(change_id: UUID, change: Change) -> None:
    """Open again what became obsolete by a change that is being taken back."""
    entries = Revision.objects.filter(
        change_id=change_id, target_type="proposal", after__status=ProposalStatus.OBSOLETE
    )
    uids = list(entries.values_list("target_id", flat=True))
    for proposal in Proposal.objects.filter(uid__in=uids, status=ProposalStatus.OBSOLETE):
        before = snapshot(proposal)
        proposal.status, proposal.updated_at = ProposalStatus.OPEN, change.at
        proposal.save(update_fields=["status", "updated_at"])
        change.note(Action.RESTORE, proposal, before=before, after=snapshot(proposal))


def _about(concerned: Concerned) -> Q:
    about = Q()
    if concerned.memories:
        about |= Q(evidence__uid__in=concerned.memories)
    for entity in concerned.entities:
        for name in ENTITY_FIELDS:
            about |= Q(**{f"payload__{name}": str(entity)})
    for state in concerned.states:
        for name in STATE_FIELDS:
            about |= Q(**{f"payload__{name}": str(state)})
    return about


def erase_about(memories: Sequence[Memory], *, now: datetime) -> None:
    """Empty proposals that are about memories which are being forgotten, and their journal.

    What only has them among its evidence loses its reason, which may quote them.
    """
    keys = {memory.pk for memory in memories}
    uids = {memory.uid for memory in memories}
    resting: SpaceQuerySet[Proposal] = Proposal.objects.filter(evidence__in=keys).distinct()
    rows = list(resting.prefetch_related("evidence"))
    for row in rows:
        row.reason = ""
        row.updated_at = now
        if _is_about(row, uids) or _rests_on(row, keys) or row.kind in QUOTING:
            row.payload = {}
            row.key = f"forgotten:{row.uid}"
            if row.status == ProposalStatus.OPEN:
                row.status = ProposalStatus.OBSOLETE
    Proposal.objects.bulk_update(rows, ["reason", "payload", "key", "status", "updated_at"])
    journal = Revision.objects.filter(
        target_type="proposal", target_id__in=[str(row.uid) for row in rows]
    )
    erase_payloads(journal, now)


def _is_about(proposal: Proposal, uids: set[UUID]) -> bool:
    return bool(uids & set(concerned_by(proposal).memories))


def _rests_on(proposal: Proposal, keys: set[int]) -> bool:
    return {memory.pk for memory in proposal.evidence.all()} <= keys
