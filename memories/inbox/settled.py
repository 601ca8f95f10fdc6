"""Tell why a proposal is no longer needed, and which ones a decision settled."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from core.caller import Caller
from core.models import Revision
from memories.models import Proposal, ProposalStatus

from .decisions import CHANGES
from .kinds import subject_ids_of
from .preview import SubjectCache, proposals_seen
from .titles import shortened

# Proposals that were settled earlier are in the history only.
LISTED_FOR = timedelta(days=30)


def settled_list(caller: Caller) -> QuerySet[Proposal]:
    """Return the proposals that became needless in the last 30 days, the latest first."""
    rows = proposals_seen(caller).filter(status=ProposalStatus.OBSOLETE)
    since = timezone.now() - LISTED_FOR
    return rows.filter(updated_at__gte=since).order_by("-updated_at", "-id")


def settled_by(caller: Caller, changes: Sequence[UUID]) -> QuerySet[Proposal]:
    """Return the proposals that these changes settled."""
    rows = proposals_seen(caller).filter(status=ProposalStatus.OBSOLETE)
    return rows.filter(settled_by__in=changes).order_by("id")


def settled_by_latest(caller: Caller) -> QuerySet[Proposal]:
    """Return the proposals that the caller's latest decision settled."""
    latest = latest_decision(caller)
    return settled_by(caller, changes_of_decision(caller, latest) if latest else ())


def latest_decision(caller: Caller) -> Proposal | None:
    """Return the proposal that the caller decided last, if any."""
    mine = proposals_seen(caller).filter(decided_by=caller.actor, rule=None)
    return mine.exclude(decided_at=None).order_by("-decided_at", "-updated_at", "-id").first()


def changes_of_decision(caller: Caller, proposal: Proposal) -> list[UUID]:
    """Return the ids of the changes that a decision made."""
    if proposal.change_id is None:
        return []
    entries = Revision.objects.of(caller).filter(
        change_id=proposal.change_id, target_type="proposal", target_id=str(proposal.uid)
    )
    made = next((after[CHANGES] for one in entries if CHANGES in (after := one.after or {})), ())
    return [UUID(one) for one in made]


def why_settled(proposal: Proposal, subjects: SubjectCache) -> str:
    """Return what made a proposal needless, by the present state of its subjects."""
    about = subject_ids_of(proposal)
    if not proposal.payload:
        return _("What it was about was forgotten.")
    for uid in subjects.missing(about):
        if uid in about.entities:
            return _why_entity(uid, subjects)
        if uid in about.memories:
            memory = subjects.memories.get(uid)
            return (
                _("“%(memory)s” was removed.") % {"memory": shortened(str(memory))}
                if memory
                else _("What it was about was forgotten.")
            )
        state = subjects.states.get(uid)
        return (
            _("“%(state)s” was replaced or removed.") % {"state": shortened(str(state))}
            if state
            else _("What it was about was forgotten.")
        )
    return _("Another decision settled it.")


def _why_entity(uid: UUID, subjects: SubjectCache) -> str:
    entity = subjects.entities.get(uid)
    if entity is None:
        return _("What it was about was removed.")
    kept = entity.merged_into
    names = {"gone": entity.name, "kept": kept.name if kept else ""}
    return _("“%(gone)s” was merged into “%(kept)s”.") % names
