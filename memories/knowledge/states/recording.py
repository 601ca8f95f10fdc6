"""Record the claims of a memory as states and relations, or suggest uncertain ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from core.caller import Caller
from core.journal import Change, project
from core.models import Action, Revision
from entities.models import ValidationStatus
from graph.models import EntityRelation, RelationScope, RelationType
from graph.services import relation_types
from memories.models import Memory, State, StateKind
from memories.schemas.inbox.proposals import Suggestion
from nlp.facts import Claim
from nlp.facts.tasks.completion import is_same_task

from .assertions import ASSISTANT, Assertion, ResolvedClaim, assertion_from_memory, in_full
from .elsewhere import ask_about_others, end_elsewhere
from .suggestions import suggest_contradiction, suggest_state
from .transitions import OPPOSITES, PlannedTransition, Transition, decide_transition
from .versions import (
    ROLE,
    VERSION_OF,
    close_relation,
    create_version,
    ended_by,
    store_relation,
    update_version,
)

# A fact and a relation can state the same, depending on whether the value is an entity.
LIKE_KINDS = (StateKind.FACT, StateKind.RELATION)
# What is refused, asked about or contradicted here ends nothing in other packs.
CLEAR = frozenset({Transition.ADD, Transition.CONFIRM, Transition.END, Transition.REPLACE})
# Upper limit for the confidence of claims extracted by rules.
MOST_CONFIDENT = 0.99


@dataclass(slots=True)
class RecordingResult:
    """Created and changed rows, and suggestions for the inbox.

    ``skipped`` are claims whose subject is unresolved; ``change_ids`` are the journal changes, one
    per claim, so that each claim can be undone.
    """

    states: list[State] = field(default_factory=list)
    relations: list[EntityRelation] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)
    skipped: list[Claim] = field(default_factory=list)
    change_ids: list[UUID] = field(default_factory=list)


def record_claims(
    caller: Caller,
    memory: Memory,
    claims: Sequence[ResolvedClaim],
    *,
    now: datetime,
    reaches_all: bool = False,
) -> RecordingResult:
    """Record the claims of a memory in one transaction; a repeated claim only confirms a state.

    ``claims`` refer to entities of the memory's space. ``reaches_all``: what the owner says has
    changed ends in their other packs too. Suggestions are returned, not proposed.
    """
    result = RecordingResult()
    if not claims:
        return result
    types = relation_types(RelationScope.ENTITIES, caller.base_user)
    with transaction.atomic():
        given = _given_tasks(memory) if any(one.claim.kind == "task" for one in claims) else []
        for resolved in claims:
            if _is_given(resolved.claim, given):
                continue
            if resolved.claim.subject is not None and resolved.subject is None:
                result.skipped.append(resolved.claim)
                continue
            assertion = assertion_from_memory(resolved, memory)
            record_assertion(caller, assertion, types, result, now=now, reaches_all=reaches_all)
    return result


def _given_tasks(memory: Memory) -> list[str]:
    """Return the tasks that the caller of a save gave with the memory."""
    rows = State.objects.filter(
        evidence=memory, kind=StateKind.TASK, extraction_method=ASSISTANT, superseded_at=None
    )
    return list(rows.values_list("value", flat=True))


def _is_given(claim: Claim, given: Sequence[str]) -> bool:
    """Return whether a task that was read from the text is one that the caller gave with it."""
    is_read = claim.kind == "task" and claim.method != ASSISTANT
    return is_read and any(is_same_task(claim.value, task) for task in given)


def record_assertion(
    caller: Caller,
    assertion: Assertion,
    types: Mapping[str, RelationType],
    result: RecordingResult,
    *,
    now: datetime,
    reason: str = "",
    reaches_all: bool = False,
) -> State | None:
    """Record one assertion as one journal change; return the created or changed state."""
    kind = types.get(assertion.predicate)
    is_single = kind is not None and kind.single_valued
    known = _current_states(assertion)
    assertion = in_full(assertion, known)
    planned = decide_transition(assertion, known, is_single=is_single)
    change = Change(caller=caller, at=now, reason=reason)
    state = _apply_transition(change, assertion, kind, planned, result)
    if reaches_all and (planned.transition in CLEAR or assertion.needs):
        result.states += end_elsewhere(change, assertion, is_single=is_single)
    is_new = planned.transition is Transition.ADD and not assertion.ends
    if reaches_all and is_single and is_new and state is not None:
        result.suggestions += ask_about_others(assertion, state)
    if revisions := change.revisions:
        result.change_ids.append(change.change_id)
    change.write()
    if any(_ends(row) for row in revisions):
        # The questions whether it has ended are answered.
        project(change, revisions)
    if state is not None:
        result.states.append(state)
    return state


def _ends(revision: Revision) -> bool:
    """Return whether a revision gave a state its end."""
    before, after = revision.before or {}, revision.after or {}
    return (
        revision.target_type == "state"
        and bool(after.get("valid_to"))
        and not before.get("valid_to")
    )


def _current_states(assertion: Assertion) -> list[State]:
    """Return the states of this subject and predicate, the latest start first."""
    predicates = {assertion.predicate, OPPOSITES.get(assertion.predicate, assertion.predicate)}
    rows = State.objects.filter(
        user_id=assertion.user_id,
        namespace=assertion.namespace,
        kind__in=LIKE_KINDS if assertion.kind in LIKE_KINDS else (assertion.kind,),
        subject=assertion.subject,
        predicate__in=predicates,
    )
    # Earlier versions are excluded; hidden states are included, since they block new ones.
    rows = rows.filter(Q(superseded_at=None) | ~Q(extra_data__has_key=VERSION_OF))
    return list(rows.select_related("relation").order_by("-valid_from", "-pk"))


def _apply_transition(
    change: Change,
    assertion: Assertion,
    kind: RelationType | None,
    planned: PlannedTransition,
    result: RecordingResult,
) -> State | None:
    state, at = planned.state, planned.at
    match planned.transition:
        case Transition.NOTHING:
            return None
        case Transition.PROPOSE:
            result.suggestions.append(suggest_state(assertion, kind))
            return None
        case Transition.CONFIRM if state is not None:
            return _confirm(change, assertion, state, kind, result)
        case Transition.END if state is not None and at is not None:
            close_relation(change, state.relation, at)
            return update_version(
                change, state, evidence=assertion.evidence, valid_to=at,
                last_confirmed_at=max(state.last_confirmed_at or assertion.said_at, assertion.said_at),
                extra_data=ended_by(state, assertion),
            )  # fmt: skip
        case Transition.REPLACE if state is not None and at is not None:
            close_relation(change, state.relation, at)
            update_version(
                change, state, because=assertion.evidence, valid_to=at,
                extra_data=ended_by(state, assertion),
            )  # fmt: skip
            result.states.append(state)
            return _add(change, replace(assertion, valid_from=at), kind, result)
        case Transition.PRECEDE if state is not None and at is not None:
            update_version(change, state, because=assertion.evidence, valid_from=at)
            return _add(change, replace(assertion, valid_to=at), kind, result)
        case Transition.CONTRADICT if state is not None:
            made = _add(change, assertion, kind, result, status=ValidationStatus.PROPOSED)
            result.suggestions.append(suggest_contradiction(assertion, state, made))
            return made
    if assertion.ends:
        assertion = replace(assertion, valid_to=assertion.valid_to or at)
    return _add(change, assertion, kind, result)


def _confirm(
    change: Change,
    assertion: Assertion,
    state: State,
    kind: RelationType | None,
    result: RecordingResult,
) -> State:
    """Confirm a state: add evidence and missing dates; each memory counts once."""
    is_new = not set(assertion.evidence) <= set(state.evidence.values_list("pk", flat=True))
    if not is_new and not assertion.is_persons:
        return state
    surer = min(1 - (1 - state.confidence) * (1 - assertion.confidence), MOST_CONFIDENT)
    confidence = max(state.confidence, 1.0 if assertion.is_persons else surer)
    valid_from = state.valid_from or assertion.valid_from
    valid_to = state.valid_to or (None if assertion.ends else assertion.valid_to)
    if valid_to and valid_from and valid_from >= valid_to:
        valid_from, valid_to = state.valid_from, state.valid_to
    if edge := store_relation(change, assertion, kind):
        result.relations.append(edge)
    return update_version(
        change, state, evidence=assertion.evidence, action=Action.UPDATE,
        confidence=round(confidence, 4), valid_from=valid_from, valid_to=valid_to,
        due_at=state.due_at or assertion.due_at, relation_id=edge.pk if edge else state.relation_id,
        last_confirmed_at=max(state.last_confirmed_at or assertion.said_at, assertion.said_at),
        extra_data={**state.extra_data, **_role(assertion)},
        **_validation_fields(change, assertion),
    )  # fmt: skip


def _add(
    change: Change,
    assertion: Assertion,
    kind: RelationType | None,
    result: RecordingResult,
    *,
    status: ValidationStatus = ValidationStatus.UNVALIDATED,
) -> State:
    edge = store_relation(change, assertion, kind)
    if edge is not None:
        result.relations.append(edge)
    fields = {"validation_status": status, **_validation_fields(change, assertion)}
    state = State(
        user_id=assertion.user_id,
        namespace=assertion.namespace,
        kind=StateKind.RELATION if edge else assertion.kind,
        subject=assertion.subject,
        predicate=assertion.predicate,
        value=assertion.value,
        body=assertion.body,
        valid_from=assertion.valid_from,
        valid_to=assertion.valid_to,
        recorded_at=change.at,
        last_confirmed_at=assertion.said_at,
        due_at=assertion.due_at,
        confidence=round(assertion.confidence, 4),
        salience=assertion.salience,
        searchable=assertion.searchable,
        relation=edge,
        extraction_method=assertion.method,
        extra_data={"said_at": assertion.said_at.isoformat(), **_role(assertion)},
        **fields,
    )
    return create_version(change, state, assertion.evidence)


def _role(assertion: Assertion) -> dict[str, str]:
    return {ROLE: assertion.role} if assertion.role else {}


def _validation_fields(change: Change, assertion: Assertion) -> dict[str, Any]:
    """Return the validation fields of an owner's statement, which counts as accepted."""
    if not assertion.is_persons or not change.caller.is_owner:
        return {}
    return {"validation_status": ValidationStatus.ACCEPTED, "validation_by": change.caller.actor}
