"""Create states, and update them with a version history.

If the content or the validity of a state changes, a copy of the earlier row is kept as
superseded, so that ``known_at`` can show what was known on a day.
"""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from core import jobs
from core.journal import Change, described
from core.models import Action
from memories import index
from memories.models import Memory, State, StateEntity

# Fields whose change creates a new version.
CONTENT_FIELDS = frozenset(
    {"kind", "subject_id", "predicate", "value", "body", "valid_from", "valid_to", "due_at"}
)
# Key in ``extra_data`` of a copy: the id of the current state.
VERSION_OF = "version_of"


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
