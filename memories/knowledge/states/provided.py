"""Store states and single-valued relations that a caller sends with a memory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from core.caller import Caller
from core.clock import aware
from entities.models import Entity
from graph.models import RelationScope
from graph.services import relation_types
from memories.models import Memory, ProposalKind
from memories.schemas.inbox import Suggestion
from memories.schemas.inputs import MemoryInput, RelationInput, SaidState
from nlp.facts import OWNER, Claim
from nlp.text.lexicon import is_owner

from .assertion import ASSISTANT, ResolvedClaim
from .recording import record_claims

# Default confidence of an assistant's statement, as for a clear sentence.
SURE = 0.9
TODO = "to_do"


@dataclass(slots=True)
class ProvidedStates:
    """By memory: changed states and contradictions; and suggestions to propose."""

    states: dict[int, list[UUID]] = field(default_factory=dict)
    contradictions: dict[int, list[str]] = field(default_factory=dict)
    suggestions: list[Suggestion] = field(default_factory=list)


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
    if not any(item.states or item.relations for _, item in pairs):
        return result
    types = relation_types(RelationScope.ENTITIES, caller.base_user)
    single = {name for name, row in types.items() if row.single_valued}
    for memory, item in pairs:
        names = named.get(memory.pk, {})
        claims = [_resolved(caller, state, names, now) for state in item.states]
        claims += [
            _resolved(caller, state, names, now, reason=reason)
            for state, reason in _single_valued(item.relations, names, single)
        ]
        recorded = record_claims(caller, memory, claims, now=now)
        result.suggestions += recorded.suggestions
        result.states[memory.pk] = list({state.uid: None for state in recorded.states})
        result.contradictions[memory.pk] = [
            suggestion.reason
            for suggestion in recorded.suggestions
            if suggestion.kind == ProposalKind.CONTRADICTION
        ]
    return result


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
        kind="task" if is_task else state.kind,
        subject=OWNER if is_owner(state.subject) else state.subject,
        predicate=state.predicate or (TODO if is_task else ""),
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
