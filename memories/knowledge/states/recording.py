"""Recording what a memory claims: states and relations, or suggestions where it is not sure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from core.caller import Caller
from core.journal import Change
from entities.models import ValidationStatus
from graph.models import EntityRelation, RelationScope, RelationType
from graph.services import relation_types
from memories.models import Action, Memory, State, StateKind
from memories.schemas.inbox import Suggestion
from nlp.facts import Claim

from .assertion import Resolved, Said, from_memory
from .relations import close_edge, put_edge
from .suggestions import contradiction, proposed_state
from .transitions import OPPOSITES, Deed, Verdict, judge
from .versions import VERSION_OF, amend, create

# Whether a value is a thing of its own may be seen differently; what is said is the same.
LIKE_KINDS = (StateKind.FACT, StateKind.RELATION)
# However often a thing is said, a rule is never certain of it.
MOST_CONFIDENT = 0.99


@dataclass(slots=True)
class Recorded:
    """What recording did: rows that were made or changed, and what a person should decide.

    ``skipped`` are claims about somebody who is not known; ``change_ids`` are the journal's
    changes, one per claim, by which each can be undone.
    """

    states: list[State] = field(default_factory=list)
    relations: list[EntityRelation] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)
    skipped: list[Claim] = field(default_factory=list)
    change_ids: list[UUID] = field(default_factory=list)


def record_claims(
    caller: Caller, memory: Memory, claims: Sequence[Resolved], *, now: datetime
) -> Recorded:
    """Record what a memory claims; saying it again confirms, and changes nothing else.

    ``claims`` name entities of the memory's space. Suggestions are returned, not proposed.
    One transaction: all of it, or nothing.
    """
    result = Recorded()
    if not claims:
        return result
    types = relation_types(RelationScope.ENTITIES, caller.base_user)
    with transaction.atomic():
        for resolved in claims:
            if resolved.claim.subject is not None and resolved.subject is None:
                result.skipped.append(resolved.claim)
                continue
            record(caller, from_memory(resolved, memory), types, result, now=now)
    return result


def record(
    caller: Caller,
    said: Said,
    types: Mapping[str, RelationType],
    result: Recorded,
    *,
    now: datetime,
    reason: str = "",
) -> State | None:
    """Record one claim as one change of the journal; return the state it made or changed."""
    kind = types.get(said.predicate)
    is_single = kind is not None and kind.single_valued
    verdict = judge(said, _known(said), is_single=is_single)
    change = Change(caller=caller, at=now, reason=reason)
    state = _carried_out(change, said, kind, verdict, result)
    if change.revisions:
        result.change_ids.append(change.change_id)
    change.write()
    if state is not None:
        result.states.append(state)
    return state


def _known(said: Said) -> list[State]:
    """Return the states of this subject and predicate that count, the latest begun first."""
    predicates = {said.predicate, OPPOSITES.get(said.predicate, said.predicate)}
    rows = State.objects.filter(
        user_id=said.user_id,
        namespace=said.namespace,
        kind__in=LIKE_KINDS if said.kind in LIKE_KINDS else (said.kind,),
        subject=said.subject,
        predicate__in=predicates,
    )
    # What was superseded by its own next version is history; what a person hid speaks still.
    rows = rows.filter(Q(superseded_at=None) | ~Q(extra_data__has_key=VERSION_OF))
    return list(rows.select_related("relation").order_by("-valid_from", "-pk"))


def _carried_out(
    change: Change, said: Said, kind: RelationType | None, verdict: Verdict, result: Recorded
) -> State | None:
    state, at = verdict.state, verdict.at
    match verdict.deed:
        case Deed.NOTHING:
            return None
        case Deed.PROPOSE:
            result.suggestions.append(proposed_state(said, kind))
            return None
        case Deed.CONFIRM if state is not None:
            return _confirm(change, said, state, kind, result)
        case Deed.END if state is not None and at is not None:
            close_edge(change, state.relation, at)
            return amend(
                change, state, evidence=said.evidence, valid_to=at,
                last_confirmed_at=max(state.last_confirmed_at or said.said_at, said.said_at),
            )  # fmt: skip
        case Deed.REPLACE if state is not None and at is not None:
            close_edge(change, state.relation, at)
            amend(change, state, because=said.evidence, valid_to=at)
            result.states.append(state)
            return _add(change, replace(said, valid_from=at), kind, result)
        case Deed.PRECEDE if state is not None and at is not None:
            amend(change, state, because=said.evidence, valid_from=at)
            return _add(change, replace(said, valid_to=at), kind, result)
        case Deed.CONTRADICT if state is not None:
            made = _add(change, said, kind, result, status=ValidationStatus.PROPOSED)
            result.suggestions.append(contradiction(said, state, made))
            return made
    if said.ends:
        said = replace(said, valid_to=said.valid_to or at)
    return _add(change, said, kind, result)


def _confirm(
    change: Change, said: Said, state: State, kind: RelationType | None, result: Recorded
) -> State:
    """Add evidence, and what was not known of its dates; each memory counts once."""
    is_new = not set(said.evidence) <= set(state.evidence.values_list("pk", flat=True))
    if not is_new and not said.is_persons:
        return state
    surer = min(1 - (1 - state.confidence) * (1 - said.confidence), MOST_CONFIDENT)
    confidence = max(state.confidence, 1.0 if said.is_persons else surer)
    valid_from = state.valid_from or said.valid_from
    valid_to = state.valid_to or (None if said.ends else said.valid_to)
    if valid_to and valid_from and valid_from >= valid_to:
        valid_from, valid_to = state.valid_from, state.valid_to
    if edge := put_edge(change, said, kind):
        result.relations.append(edge)
    return amend(
        change, state, evidence=said.evidence, action=Action.UPDATE,
        confidence=round(confidence, 4), valid_from=valid_from, valid_to=valid_to,
        due_at=state.due_at or said.due_at, relation_id=edge.pk if edge else state.relation_id,
        last_confirmed_at=max(state.last_confirmed_at or said.said_at, said.said_at),
        **_persons_word(change, said),
    )  # fmt: skip


def _add(
    change: Change,
    said: Said,
    kind: RelationType | None,
    result: Recorded,
    *,
    status: ValidationStatus = ValidationStatus.UNVALIDATED,
) -> State:
    edge = put_edge(change, said, kind)
    if edge is not None:
        result.relations.append(edge)
    fields = {"validation_status": status, **_persons_word(change, said)}
    state = State(
        user_id=said.user_id,
        namespace=said.namespace,
        kind=StateKind.RELATION if edge else said.kind,
        subject=said.subject,
        predicate=said.predicate,
        value=said.value,
        body=said.body,
        valid_from=said.valid_from,
        valid_to=said.valid_to,
        recorded_at=change.at,
        last_confirmed_at=said.said_at,
        due_at=said.due_at,
        confidence=round(said.confidence, 4),
        salience=said.salience,
        searchable=said.searchable,
        relation=edge,
        extraction_method=said.method,
        extra_data={"said_at": said.said_at.isoformat()},
        **fields,
    )
    return create(change, state, said.evidence)


def _persons_word(change: Change, said: Said) -> dict[str, Any]:
    """Return what a person's own statement counts for: it needs no more validation."""
    if not said.is_persons or not change.caller.is_owner:
        return {}
    return {"validation_status": ValidationStatus.ACCEPTED, "validation_by": change.caller.actor}
