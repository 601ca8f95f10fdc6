"""Undo claims about entities that a memory no longer mentions after a correction."""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q

from core.caller import Caller
from core.errors import Conflict
from core.journal import Change, entries_of, revert
from core.models import Action, Revision
from entities.models import ValidationStatus
from memories.models import Memory, State
from memories.models.proposal import DECISION_TARGETS

# Prefix of extraction methods that read the text; stated claims have other methods.
RULE_METHOD_PREFIX = "rules"


def withdraw_claims(
    caller: Caller, memory: Memory, gone: Collection[UUID], change: Change
) -> list[UUID]:
    """Undo claims read from this memory alone about entities that it no longer mentions.

    Each claim is undone with its effects, e.g. states that it ended. Claims confirmed by other
    memories, accepted by a person or changed since stay. Return the undone change ids; the undo
    is noted in ``change``.
    """
    undone = []
    for change_id in _claim_changes(memory, gone):
        attempt = Change(caller, change.at, change.reason, change_id=change.change_id)
        try:
            with transaction.atomic():
                revert(entries_of(caller, change_id, excluding=DECISION_TARGETS), attempt)
        except Conflict:
            continue
        change.revisions += attempt.revisions
        undone.append(change_id)
    return undone


def _claim_changes(memory: Memory, gone: Collection[UUID]) -> list[UUID]:
    """Return the ids of the changes that recorded such claims, newest first."""
    about = Q(subject__entity_id__in=gone)
    for end in ("source", "target"):
        about |= Q(**{f"relation__{end}__entity_id__in": gone})
    read = State.objects.filter(
        extraction_method__startswith=RULE_METHOD_PREFIX, superseded_at=None
    )
    told = read.filter(about, pk__in=memory.states.values("pk"))
    alone = told.exclude(validation_status=ValidationStatus.ACCEPTED).annotate(
        told_by=Count("evidence", distinct=True)
    )
    uids = [str(uid) for uid in alone.filter(told_by=1).values_list("uid", flat=True)]
    made = Revision.objects.filter(
        target_type="state", target_id__in=uids, action=Action.CREATE, erased_at=None
    )
    return list(dict.fromkeys(made.order_by("-pk").values_list("change_id", flat=True)))
