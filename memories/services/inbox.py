"""Create and decide proposals, undo decisions, and manage standing rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Role, Scope
from core.errors import InvalidInput, NotFound, Problem, WasurenaError
from entities.selectors import entities_seen
from memories.inbox import decisions
from memories.inbox.bulk import (
    MOST_AT_ONCE,
    bulk_cancel,
    bulk_get,
    bulk_start,
    bulk_undo,
    undo_newest,
)
from memories.inbox.bulk import drain as decide_waiting
from memories.inbox.decisions import DecisionResult, undo_decision, undo_latest
from memories.inbox.kinds import handler_for
from memories.inbox.preview import SubjectIds
from memories.inbox.proposals import create_proposals
from memories.inbox.rules import (
    CreatedRule,
    RuleDraft,
    draft_from,
    rule_create,
    rule_delete,
    rule_preview,
    rule_switch,
)
from memories.models import Memory, Proposal, State
from memories.schemas.inbox.decisions import Decision
from memories.schemas.inbox.proposals import NewProposal, Suggestion

__all__ = [
    "MOST_AT_ONCE",
    "CreatedRule",
    "Decision",
    "DecisionResult",
    "DecisionResults",
    "RefusedDecision",
    "RuleDraft",
    "bulk_cancel",
    "bulk_get",
    "bulk_start",
    "bulk_undo",
    "decide",
    "decide_many",
    "decide_waiting",
    "draft_from",
    "propose_from",
    "rule_create",
    "rule_delete",
    "rule_preview",
    "rule_switch",
    "undo_decision",
    "undo_latest",
    "undo_newest",
]


@dataclass(frozen=True, slots=True)
class RefusedDecision:
    """A proposal that could not be decided, and the problem."""

    uid: UUID
    problem: Problem


@dataclass(frozen=True, slots=True)
class DecisionResults:
    """The proposals that were decided, and the proposals that could not be."""

    decided: list[DecisionResult]
    refused: list[RefusedDecision]


def decide(
    caller: Caller,
    uid: UUID,
    decision: Decision,
    edited: Mapping[str, Any] | None = None,
    *,
    choice: str = "",
    reason: str = "",
    now: datetime | None = None,
) -> DecisionResult:
    """Accept or reject a proposal and apply it; ``edited`` replaces values of its payload.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
        NotFound: there is no such proposal.
        Conflict: it is decided already, or its subject no longer exists.
        InvalidInput: an edited value or the choice is invalid. Nothing was changed.
    """
    return decisions.decide(
        caller,
        uid,
        decision,
        edited,
        create_proposals=create_proposals,
        choice=choice,
        reason=reason,
        now=now,
    )


def decide_many(
    caller: Caller,
    uids: Sequence[UUID],
    decision: Decision,
    *,
    choice: str = "",
    reason: str = "",
    now: datetime | None = None,
) -> DecisionResults:
    """Decide several proposals independently; report the proposals that could not be decided."""
    caller.require_owner()
    now = now or timezone.now()
    outcome = DecisionResults([], [])
    for uid in dict.fromkeys(uids):
        try:
            decided = decide(caller, uid, decision, choice=choice, reason=reason, now=now)
        except WasurenaError as error:
            outcome.refused.append(RefusedDecision(uid, error.problems[0]))
        else:
            outcome.decided.append(decided)
    return outcome


def propose_from(
    caller: Caller,
    items: Sequence[NewProposal],
    *,
    now: datetime | None = None,
    change_id: UUID | None = None,
) -> list[Proposal]:
    """Add a caller's proposals to the inbox, all or none; ``change_id``: as a part of this change.

    Raises:
        Forbidden: the token may not write.
        InvalidInput, NotFound: with the path of each field (``proposals.3.payload.source``);
            also if a proposal names no subject, which would determine its space.
    """
    caller.require(Scope.WRITE)
    places = _placements(caller, items)
    suggestions = [
        _suggestion(caller, item, places, f"proposals.{at}") for at, item in enumerate(items)
    ]
    now = now or timezone.now()
    return create_proposals(suggestions, now=now, caller=caller, change_id=change_id)


Placements = dict[UUID, tuple[str, str, int]]


def _placements(caller: Caller, items: Sequence[NewProposal]) -> Placements:
    """Return space, namespace and primary key of each row that the items name, if visible."""
    about = [_concerned(item, f"proposals.{at}.payload") for at, item in enumerate(items)]
    memories = {uid for one in about for uid in one.memories}
    memories |= {uid for item in items for uid in item.evidence}
    entities = {uid for one in about for uid in one.entities}
    states = {uid for one in about for uid in one.states}
    places: Placements = {}
    columns = ("uid", "user_id", "namespace", "pk")
    for rows in (Memory.objects.of(caller).kept(), State.objects.of(caller)):
        for uid, user_id, namespace, pk in rows.filter(uid__in=memories | states).values_list(
            *columns
        ):
            places[uid] = (user_id, namespace, pk)
    seen = entities_seen(caller).filter(entity_id__in=entities)
    for uid, user_id, pk in seen.values_list("entity_id", "user_id", "pk"):
        places[uid] = (user_id, caller.namespace, pk)
    return places


def _concerned(item: NewProposal, prefix: str) -> SubjectIds:
    kind = handler_for(item.kind)
    return kind.subject_ids(kind.parsed(item.payload, prefix=prefix))


def _payload_problems(caller: Caller, item: NewProposal, path: str) -> list[Problem]:
    kind, prefix = handler_for(item.kind), f"{path}.payload"
    return kind.problems([(prefix, kind.parsed(item.payload, prefix=prefix))], caller.base_user)


def _placement_problem(path: str) -> Problem:
    """Return the problem of a proposal without a subject, which determines its space."""
    return Problem(
        f"{path}.evidence", "missing", _("name a subject, or at least one memory that it rests on")
    )


def _suggestion(caller: Caller, item: NewProposal, places: Placements, path: str) -> Suggestion:
    about = _concerned(item, f"{path}.payload")
    named = [*about.memories, *about.entities, *about.states, *item.evidence]
    if missing := [uid for uid in named if uid not in places]:
        # Rows of other people are reported like missing rows.
        raise NotFound(
            [
                Problem(path, "not_found", format_lazy(_("there is no {uid}"), uid=uid))
                for uid in missing
            ]
        )
    if not named:
        raise InvalidInput([*_payload_problems(caller, item, path), _placement_problem(path)])
    user_id, namespace, _pk = places[named[0]]
    return Suggestion(
        kind=item.kind,
        user_id=user_id,
        namespace=caller.place(namespace),
        payload=dict(item.payload),
        confidence=item.confidence,
        reason=item.reason,
        method="assistant" if caller.role is Role.ASSISTANT else "stated",
        evidence=tuple(places[uid][2] for uid in item.evidence),
    )
