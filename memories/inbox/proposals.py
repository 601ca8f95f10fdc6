"""Store suggestions as proposals, equal ones once, with a constant number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Role, base_user_of
from core.errors import InvalidInput, NotFound, Problem, WasurenaError
from core.journal import Change, snapshot
from core.models import Action
from memories.models import Proposal, ProposalStatus
from memories.schemas.inbox.proposals import Suggestion

from .kinds import Payload, handler_for
from .preview import SubjectCache, SubjectIds
from .reach import placed
from .rule_matching import apply_rules
from .worth import set_worth

KEY_LENGTH = 255
CURATION = Caller(base_user="", role=Role.SYSTEM, name="curation")
# The fields of an open proposal that a new suggestion overwrites.
RENEWED = ("payload", "confidence", "reason", "method", "namespace")
Key = tuple[str, str, str]


def create_proposals(
    suggestions: Sequence[Suggestion],
    *,
    now: datetime,
    caller: Caller | None = None,
    change_id: UUID | None = None,
) -> list[Proposal]:
    """Store suggestions and return their proposals in order; matching rules decide at once.

    Open proposals are updated, decided ones stay, obsolete ones are reopened. ``caller`` is the
    author in the journal, by default the system; ``change_id`` the change that they are part of,
    by default one of their own.

    Raises:
        InvalidInput, NotFound: with the path of each field (``proposals.3.payload.source``);
            nothing was stored.
    """
    drafts = _checked(suggestions)
    subjects = SubjectCache.load(
        {base_user_of(draft.user_id) for draft in drafts}, [draft.subject_ids for draft in drafts]
    )
    _refuse_missing(drafts, subjects)
    drafts = [_completed(draft, subjects) for draft in drafts]
    with transaction.atomic():
        known = _known(drafts)
        before = _described(known.values())
        stored, fresh = _stored(drafts, dict(known), subjects, now)
        _rest_on(stored, drafts, subjects)
        _note(stored, before, Change(caller or CURATION, now, change_id=change_id or uuid4()))
        apply_rules(fresh, now, create_proposals=create_proposals)
    return [stored[draft.identity] for draft in drafts]


@dataclass(frozen=True, slots=True)
class _Draft:
    suggestion: Suggestion
    checked: Payload
    payload: dict[str, Any]
    subject_ids: SubjectIds
    key: str

    @property
    def user_id(self) -> str:
        return self.suggestion.user_id

    @property
    def identity(self) -> Key:
        return (self.user_id, str(self.suggestion.kind), self.key)

    def evidence(self, subjects: SubjectCache) -> set[int]:
        """Return the keys of its evidence: the given memories and its subjects."""
        about = (subjects.memories[uid].pk for uid in self.subject_ids.memories)
        return {*self.suggestion.evidence, *about}


def _checked(suggestions: Sequence[Suggestion]) -> list[_Draft]:
    drafts: list[_Draft] = []
    problems: list[Problem] = []
    for at, suggestion in enumerate(suggestions):
        try:
            drafts.append(_draft(suggestion, f"proposals.{at}."))
        except WasurenaError as error:
            problems += error.problems
    problems = problems or _by_kind(drafts)
    if problems:
        raise InvalidInput(problems)
    return drafts


def _by_kind(drafts: Sequence[_Draft]) -> list[Problem]:
    """Return the problems that each handler finds in all payloads of one user."""
    paths: dict[tuple[str, str], list[tuple[str, Payload]]] = defaultdict(list)
    for at, draft in enumerate(drafts):
        group = (draft.suggestion.kind, base_user_of(draft.user_id))
        paths[group].append((f"proposals.{at}.payload", draft.checked))
    return [
        problem
        for (kind, person), given in paths.items()
        for problem in handler_for(kind).problems(given, person)
    ]


def _draft(suggestion: Suggestion, prefix: str) -> _Draft:
    handler = handler_for(suggestion.kind)
    payload = handler.parsed(suggestion.payload, prefix=f"{prefix}payload")
    key = suggestion.key or handler.key(payload)
    if len(key) > KEY_LENGTH:
        key = sha256(key.encode()).hexdigest()
    if not 0 <= suggestion.confidence <= 1:
        raise InvalidInput(_("0 to 1"), field=f"{prefix}confidence", code="out_of_range")
    values = payload.model_dump(mode="json", exclude_defaults=True)
    return _Draft(suggestion, payload, values, handler.subject_ids(payload), key)


def _completed(draft: _Draft, subjects: SubjectCache) -> _Draft:
    suggestion = placed(draft.suggestion, draft.subject_ids, subjects)
    checked = handler_for(suggestion.kind).completed(draft.checked, subjects)
    if checked is draft.checked:
        return replace(draft, suggestion=suggestion)
    payload = checked.model_dump(mode="json", exclude_defaults=True)
    return replace(draft, suggestion=suggestion, checked=checked, payload=payload)


def _refuse_missing(drafts: Sequence[_Draft], subjects: SubjectCache) -> None:
    problems = [
        Problem(
            f"proposals.{at}.payload{_place(draft.payload, uid)}",
            "not_found",
            format_lazy(_("there is no {uid}"), uid=uid),
        )
        for at, draft in enumerate(drafts)
        for uid in subjects.missing(draft.subject_ids)
    ]  # fmt: skip
    if problems:
        raise NotFound(problems)


def _place(payload: dict[str, Any], uid: UUID) -> str:
    """Return the path of an id within a payload."""
    for name, value in payload.items():
        if value == str(uid):
            return f".{name}"
        if isinstance(value, list) and str(uid) in value:
            return f".{name}.{value.index(str(uid))}"
    return ""


def _stored(
    drafts: Sequence[_Draft], stored: dict[Key, Proposal], subjects: SubjectCache, now: datetime
) -> tuple[dict[Key, Proposal], list[Proposal]]:
    """Store the drafts; return all proposals by identity, and the newly open ones."""
    new: list[Proposal] = []
    renewed: list[Proposal] = []
    fresh: list[Proposal] = []
    for draft in drafts:
        proposal = stored.get(draft.identity)
        if proposal is None:
            proposal = stored[draft.identity] = _proposal(draft, now)
            new.append(proposal)
        elif proposal.pk and _renews(proposal, draft):
            fresh += [proposal] if proposal.status == ProposalStatus.OBSOLETE else []
            _renew(proposal, draft, now)
            renewed.append(proposal)
    _weigh([*new, *renewed], drafts, subjects)
    Proposal.objects.bulk_create(new)
    Proposal.objects.bulk_update(renewed, [*RENEWED, "worth", "status", "updated_at", "settled_by"])
    return stored, [*new, *fresh]


def _weigh(proposals: Sequence[Proposal], drafts: Sequence[_Draft], subjects: SubjectCache) -> None:
    evidence: dict[Key, set[int]] = defaultdict(set)
    for draft in drafts:
        evidence[draft.identity] |= draft.evidence(subjects)
    counts = [len(evidence[row.user_id, str(row.kind), row.key]) for row in proposals]
    set_worth(proposals, counts, subjects)


def _described(proposals: Iterable[Proposal]) -> dict[int, dict[str, Any]]:
    """Return the journal snapshots of proposals with their evidence, by primary key."""
    rows = {proposal.pk: proposal for proposal in proposals}
    evidence: dict[int, list[int]] = {pk: [] for pk in rows}
    through = Proposal.evidence.through.objects.filter(proposal__in=list(rows))
    for proposal_id, memory_id in through.order_by("memory_id").values_list(
        "proposal_id", "memory_id"
    ):
        evidence[proposal_id].append(memory_id)
    return {pk: {**snapshot(row), "evidence": evidence[pk]} for pk, row in rows.items()}


def _note(stored: dict[Key, Proposal], before: dict[int, dict[str, Any]], change: Change) -> None:
    after = _described(stored.values())
    for proposal in stored.values():
        was, now_is = before.get(proposal.pk), after[proposal.pk]
        if was != now_is:
            action = Action.UPDATE if was else Action.CREATE
            change.note(action, proposal, before=was, after=now_is)
    change.write()


def _known(drafts: Sequence[_Draft]) -> dict[Key, Proposal]:
    rows = Proposal.objects.in_spaces({draft.user_id for draft in drafts}).filter(
        kind__in={draft.suggestion.kind for draft in drafts},
        key__in={draft.key for draft in drafts},
    )
    wanted = {draft.identity for draft in drafts}
    found = {(row.user_id, str(row.kind), row.key): row for row in rows}
    return {identity: row for identity, row in found.items() if identity in wanted}


def _proposal(draft: _Draft, now: datetime) -> Proposal:
    return Proposal(
        user_id=draft.user_id,
        kind=draft.suggestion.kind,
        key=draft.key,
        created_at=now,
        **_values(draft),
    )


def _values(draft: _Draft) -> dict[str, Any]:
    given = {name: getattr(draft.suggestion, name) for name in RENEWED}
    return {**given, "payload": draft.payload, "reason": draft.suggestion.reason[:2000]}


def _renews(proposal: Proposal, draft: _Draft) -> bool:
    """Return whether a suggestion changes or reopens a stored proposal."""
    if proposal.status == ProposalStatus.OBSOLETE:
        return True
    if proposal.status != ProposalStatus.OPEN:
        return False
    return any(getattr(proposal, name) != value for name, value in _values(draft).items())


def _renew(proposal: Proposal, draft: _Draft, now: datetime) -> None:
    for name, value in _values(draft).items():
        setattr(proposal, name, value)
    proposal.status, proposal.updated_at = ProposalStatus.OPEN, now
    proposal.settled_by = None


def _rest_on(stored: dict[Key, Proposal], drafts: Sequence[_Draft], subjects: SubjectCache) -> None:
    """Store the evidence of each proposal: the given memories and its subjects."""
    through = Proposal.evidence.through
    wanted = {
        (stored[draft.identity].pk, pk) for draft in drafts for pk in draft.evidence(subjects)
    }
    rows = [through(proposal_id=proposal, memory_id=memory) for proposal, memory in sorted(wanted)]
    through.objects.bulk_create(rows, ignore_conflicts=True)
