"""Create states with their relations, and update states with a version history."""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from core import jobs
from core.journal import Change, described, snapshot
from core.models import Action
from graph.models import EntityRelation, RelationType
from graph.services import current_relation, entity_relation_close, entity_relation_save
from memories import index
from memories.models import Memory, State, StateEntity
from memories.models.state import ENDED_BY

from .assertions import Assertion

# Fields whose change creates a new version.
CONTENT_FIELDS = frozenset(
    {"kind", "subject_id", "predicate", "value", "body", "valid_from", "valid_to", "due_at"}
)
# Key in ``extra_data`` of a copy: the id of the current state.
VERSION_OF = "version_of"
# Key in ``extra_data`` of a tie of the owner: what the person is to them, such as "mother".
ROLE = "role"


def ended_by(state: State, assertion: Assertion) -> dict[str, Any]:
    """Return the extra data of a state that an assertion ends: the memory and its words."""
    extra: dict[str, Any] = state.extra_data
    if not assertion.evidence:
        return extra
    return {**extra, ENDED_BY: [assertion.evidence[0], *(assertion.span or (0, 0))]}


def create_version(change: Change, state: State, evidence: Iterable[int] = ()) -> State:
    """Insert a state with its evidence, and note it."""
    state.save(force_insert=True)
    state.evidence.add(*evidence)
    index_state(state, change.at)
    change.note(Action.CREATE, state, after=described(state))
    return state


def update_version(
    change: Change,
    state: State,
    *,
    evidence: Iterable[int] = (),
    because: Sequence[int] = (),
    action: Action = Action.UPDATE,
    **values: Any,
) -> State:
    """Update values and evidence of a state and note it; its id stays.

    ``because`` are memories that caused the change without being evidence: only the journal
    names them. Nothing is written if nothing changes.
    """
    before = described(state)
    changed = {name: value for name, value in values.items() if getattr(state, name) != value}
    added = set(evidence) - set(before["evidence"])
    if not changed and not added:
        return state
    if changed.keys() & CONTENT_FIELDS and state.recorded_at < change.at:
        _store_earlier_version(change, state, before["evidence"])
        state.recorded_at = change.at
    for name, value in changed.items():
        setattr(state, name, value)
    state.save()
    state.evidence.add(*added)
    index_state(state, change.at)
    reasons = Memory.objects.filter(pk__in=[*added, *because]).values_list("uid", flat=True)
    noted = [str(uid) for uid in reasons]
    change.note(action, state, before=before, after=described(state), evidence=noted)
    return state


def index_state(state: State, now: datetime) -> None:
    """Index a state: its words at once, its vector in the background."""
    index.put_states([state], now=now)
    jobs.wake("embed")


def _store_earlier_version(change: Change, state: State, evidence: Iterable[int]) -> None:
    """Store the earlier values as a superseded copy."""
    columns = {column.attname for column in state._meta.concrete_fields}
    values = {name: getattr(state, name) for name in columns - {"id", "uid", "base_user"}}
    copy = State(**values, uid=uuid.uuid4())
    copy.superseded_at = change.at
    copy.extra_data = {**state.extra_data, VERSION_OF: str(state.uid)}
    create_version(change, copy, evidence)
    further = StateEntity.objects.filter(state=state)
    copied = StateEntity.objects.bulk_create(
        [
            StateEntity(
                state=copy,
                entity_id=row.entity_id,
                user_id=row.user_id,
                confidence=row.confidence,
                created_at=row.created_at,
            )
            for row in further
        ]
    )
    change.created(copied)


def store_relation(
    change: Change, assertion: Assertion, kind: RelationType | None
) -> EntityRelation | None:
    """Store the relation of an assertion and note it; return None if it has no relation."""
    if (
        kind is None
        or assertion.subject is None
        or assertion.object is None
        or assertion.subject == assertion.object
    ):
        return None
    known = current_relation(assertion.subject, assertion.object, kind)
    before = described(known) if known else None
    relation, is_new = entity_relation_save(
        assertion.subject,
        assertion.object,
        kind,
        evidence=assertion.evidence,
        reason=assertion.reason,
        method=assertion.method,
        now=change.at,
        valid_from=assertion.valid_from,
        valid_to=assertion.valid_to,
        confidence=assertion.confidence,
    )
    relation.refresh_from_db()
    action = Action.CREATE if is_new else Action.UPDATE
    change.note(action, relation, before=before, after=described(relation))
    return relation


def close_relation(change: Change, relation: EntityRelation | None, at: datetime) -> None:
    """End a relation at the end of its state, and note it."""
    if relation is None or (relation.valid_to is not None and relation.valid_to <= at):
        return
    before = described(relation)
    entity_relation_close(relation, at, change.at)
    change.note(Action.UPDATE, relation, before=before, after=described(relation))


def hide_relation(change: Change, state: State) -> None:
    """Hide the relation of a state too, unless another state uses it."""
    relation = state.relation
    others = State.objects.filter(relation=relation, superseded_at=None).exclude(pk=state.pk)
    if relation is None or relation.superseded_at or others.exists():
        return
    before = snapshot(relation)
    relation.superseded_at = change.at
    relation.save(update_fields=["superseded_at"])
    change.note(Action.INVALIDATE, relation, before=before, after=snapshot(relation))
