"""Create states that callers state, alone or with a memory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, cast
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Role, Scope, aware
from core.errors import InvalidInput, NotFound, Problem
from entities.models import Entity
from entities.selectors import entities_seen
from graph.models import RelationScope
from graph.services import relation_types
from memories.models import Memory, ProposalKind, StateKind
from memories.records.annotations.types import labels_of, unknown_type
from memories.records.lookup import space_for
from memories.records.privacy.treatment import treated
from memories.schemas.inbox.proposals import Suggestion
from memories.schemas.inputs import MemoryInput, RelationInput, SaidState
from memories.schemas.states import StateInput
from nlp.facts import OWNER, Claim
from nlp.facts.authorship import tells_change
from nlp.predicates import TO_DO
from nlp.text.sentences import is_owner

from .assertions import ASSISTANT, STATED, Assertion, ResolvedClaim
from .lookup import StateChange, check_order, check_says
from .recording import RecordingResult, record_assertion, record_claims

# Default confidence of an assistant's statement, as for a clear sentence.
SURE = 0.9
ASSISTANT_CONFIDENCE = 0.9


@dataclass(slots=True)
class ProvidedStates:
    """By memory: changed states and contradictions; and suggestions to propose.

    ``refused`` are the memories whose states are not stored, since their texts give orders.
    """

    states: dict[int, list[UUID]] = field(default_factory=dict)
    contradictions: dict[int, list[str]] = field(default_factory=dict)
    suggestions: list[Suggestion] = field(default_factory=list)
    refused: set[int] = field(default_factory=set)


def store_states(
    caller: Caller,
    pairs: Sequence[tuple[Memory, MemoryInput]],
    named: Mapping[int, Mapping[str, Entity]],
    now: datetime,
) -> ProvidedStates:
    """Record the states sent with these memories; uncertain ones are returned as suggestions.

    ``named`` maps memory keys to the entities sent with the memory, by name.
    """
    result = ProvidedStates()
    types = relation_types(RelationScope.ENTITIES, caller.base_user)
    single = {name for name, row in types.items() if row.single_valued}
    for memory, item in pairs:
        if memory.is_order:
            # What reads like an instruction, and is not the owner's word, states nothing.
            result.refused.add(memory.pk)
            continue
        names = named.get(memory.pk, {})
        claims = [_resolved(caller, state, names, now) for state in item.states]
        claims += [
            _resolved(caller, state, names, now, reason=reason)
            for state, reason in _single_valued(item.relations, names, single)
        ]
        if caller.role is not Role.OWNER and not tells_change(memory.raw_text):
            claims = [_asking(resolved) for resolved in claims]
        recorded = record_claims(caller, memory, claims, now=now)
        result.suggestions += recorded.suggestions
        result.states[memory.pk] = list({state.uid: None for state in recorded.states})
        result.contradictions[memory.pk] = [
            suggestion.reason
            for suggestion in recorded.suggestions
            if suggestion.kind == ProposalKind.CONTRADICTION
        ]
    return result


def _asking(resolved: ResolvedClaim) -> ResolvedClaim:
    """Return a claim that ends nothing, unless its own dates say when something changed."""
    claim = resolved.claim
    is_change = claim.valid_from is not None or claim.valid_to is not None
    return replace(resolved, claim=replace(claim, is_change=is_change))


def _single_valued(
    relations: Sequence[RelationInput], names: Mapping[str, Entity], single: set[str]
) -> Iterator[tuple[SaidState, str]]:
    """Yield single-valued relations as states, each with its reason.

    A new value ends the old one.
    """
    for given in relations:
        if given.type in single and names[given.source] != names[given.target]:
            state = SaidState(
                kind="relation",
                subject=given.source,
                predicate=given.type,
                value=given.target,
                valid_from=given.valid_from,
                valid_to=given.valid_to,
                confidence=given.confidence,
            )
            yield state, given.reason


def _resolved(
    caller: Caller,
    state: SaidState,
    names: Mapping[str, Entity],
    now: datetime,
    *,
    reason: str = "",
) -> ResolvedClaim:
    is_task = state.kind == "task" or state.due_at is not None
    valid_from, valid_to, due_at = (
        aware(at, caller) if at else None for at in (state.valid_from, state.valid_to, state.due_at)
    )
    claim = Claim(
        kind="task" if is_task else cast(Literal["fact", "relation"], state.kind),
        subject=OWNER if is_owner(state.subject) else state.subject,
        predicate=state.predicate or (TO_DO if is_task else ""),
        object=state.value,
        value=state.value,
        confidence=SURE if state.confidence is None else state.confidence,
        start=0,
        end=0,
        valid_from=valid_from,
        valid_to=valid_to,
        due_at=due_at,
        ends=valid_to is not None and valid_to <= now,
        method=ASSISTANT,
    )
    return ResolvedClaim(claim, names.get(state.subject), names.get(state.value), reason)


def create_state(
    caller: Caller,
    item: StateInput,
    *,
    method: str = "",
    evidence: tuple[int, ...] = (),
    now: datetime | None = None,
) -> StateChange:
    """Record a statement: it creates a state, or confirms, ends or replaces existing ones.

    A ``valid_to`` in the past ends the state. A person's statement is certain; an assistant's
    has a confidence, and below the threshold it is returned as a suggestion. ``evidence`` are
    primary keys of memories in addition to those of ``item``.

    Raises:
        InvalidInput: contradictory dates, an unknown predicate, no value, or one that the pack
            refuses.
        NotFound: an entity or memory is not visible to the caller, or is in another pack.
    """
    caller.require(Scope.WRITE)
    now = now or timezone.now()
    method = method or (STATED if caller.is_owner else ASSISTANT)
    result = RecordingResult()
    with transaction.atomic():
        types = relation_types(RelationScope.ENTITIES, caller.base_user)
        if item.kind == StateKind.RELATION and item.predicate not in types:
            labels = labels_of(types)
            raise InvalidInput([unknown_type("predicate", item.predicate, "relation type", labels)])
        user_id = space_for(caller, item.pack, f"{item.predicate} {item.value} {item.body}")
        item = treated(item, user_id)
        assertion = _assertion(caller, user_id, item, method, evidence, now)
        state = record_assertion(caller, assertion, types, result, now=now, reason=item.reason)
    change_id = result.change_ids[-1] if result.change_ids else None
    return StateChange(state, change_id, suggestions=tuple(result.suggestions))


def _assertion(
    caller: Caller,
    user_id: str,
    item: StateInput,
    method: str,
    evidence: tuple[int, ...],
    now: datetime,
) -> Assertion:
    subject = _entity(caller, item.subject, user_id, "subject")
    thing = _entity(caller, item.object, user_id, "object")
    valid_from, valid_to, due_at = (
        aware(at, caller, name) if (at := getattr(item, name)) else None
        for name in ("valid_from", "valid_to", "due_at")
    )
    check_order(valid_from, valid_to)
    value = thing.name if thing else item.value
    check_says(value, item.body)
    sure = 1.0 if method == STATED else ASSISTANT_CONFIDENCE
    return Assertion(
        user_id=user_id,
        namespace=caller.place(item.namespace),
        kind=item.kind,
        subject=subject,
        predicate=item.predicate,
        value=value,
        object=thing,
        body=item.body,
        said_at=now,
        confidence=sure if item.confidence is None else item.confidence,
        method=method,
        valid_from=valid_from,
        valid_to=valid_to,
        due_at=due_at,
        ends=valid_to is not None and valid_to <= now,
        salience=item.salience,
        searchable=item.searchable,
        evidence=(*evidence, *_evidence_keys(caller, item.evidence)),
    )


def _entity(caller: Caller, entity_id: UUID | None, user_id: str, field: str) -> Entity | None:
    if entity_id is None:
        return None
    found = entities_seen(caller).filter(entity_id=entity_id, user_id=user_id).first()
    if found is None:
        raise NotFound(
            format_lazy(_("there is no entity {entity_id} in this pack"), entity_id=entity_id),
            field=field,
        )
    return found.merged_into or found


def _evidence_keys(caller: Caller, uids: list[UUID]) -> list[int]:
    found = dict(Memory.objects.of(caller).filter(uid__in=uids).values_list("uid", "pk"))
    missing = [
        Problem(f"evidence.{at}", "not_found", format_lazy(_("there is no memory {uid}"), uid=uid))
        for at, uid in enumerate(uids)
        if uid not in found
    ]
    if missing:
        raise NotFound(missing)
    return list(found.values())
