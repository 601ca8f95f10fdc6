"""Write states to the indexes: words at once, vectors through the job queue."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from entities.models import EntityAlias
from memories.index.in_memory import rows as space_rows
from memories.index.in_memory.facts import facts_of_state
from memories.index.in_memory.lexemes import lexemes
from memories.index.states import state_text
from memories.models import EmbeddingJob, ItemKind, State

from .vectors import remove_vectors_of_states


def put_states(states: Sequence[State], *, now: datetime) -> None:
    """Index the findable states, and remove the others.

    Select subjects with the states: otherwise they are read one by one.
    """
    hidden = [state.pk for state in states if not state.is_findable]
    findable = [state for state in states if state.is_findable]
    remove_states(hidden)
    names = _other_names(findable)
    space_rows.put([_state_document(state, names[state.subject_id]) for state in findable])
    pks = [state.pk for state in findable]
    EmbeddingJob.objects.enqueue(pks, now=now, kind=ItemKind.STATE)


def _other_names(states: Sequence[State]) -> dict[UUID | None, list[str]]:
    """Return the aliases of the subjects, so that Haruka finds 水野遥."""
    names: dict[UUID | None, list[str]] = defaultdict(list)
    subjects = {state.subject_id for state in states if state.subject_id}
    found = EntityAlias.objects.filter(entity__entity_id__in=subjects)
    rows = found if subjects else found.none()
    for alias in rows:
        names[alias.entity_id].append(alias.alias)
    return names


def _state_document(state: State, names: Sequence[str]) -> space_rows.Document:
    text = state_text(state)
    words = lexemes([text, state.value, *names])
    facts = facts_of_state(state, text)
    return space_rows.Document(state.pk, state.user_id, words.tobytes(), facts, ItemKind.STATE)


def remove_states(state_ids: Sequence[int]) -> None:
    """Remove these states from every index."""
    if not state_ids:
        return
    space_rows.remove(state_ids, ItemKind.STATE)
    remove_vectors_of_states(state_ids)
    EmbeddingJob.objects.dequeue(state_ids, ItemKind.STATE)
