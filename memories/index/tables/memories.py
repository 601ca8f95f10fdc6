"""Write memories and states to all indexes, and remove them from all."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from entities.models import EntityAlias
from memories.index.in_memory import rows as space_rows
from memories.index.in_memory.columns import facts_of_state
from memories.index.in_memory.rows import lexemes
from memories.models import EmbeddingJob, ItemKind, Memory, State

from .sqlite.full_text import TextWords, put_words, remove_words
from .sqlite.vectors import remove_vectors, remove_vectors_of_states

BATCH = 500


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
    text = state.indexed_text
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


def put(
    memories: Sequence[Memory],
    *,
    now: datetime,
    texts: Mapping[int, TextWords] | None = None,
) -> None:
    """Index the findable memories: words at once, vectors through the job queue.

    ``texts`` holds by primary key the words read before the write lock was taken.
    """
    findable = [memory for memory in memories if memory.is_findable]
    put_words(findable, texts)
    EmbeddingJob.objects.enqueue([memory.pk for memory in findable], now=now)


def remove(memory_ids: Sequence[int]) -> None:
    """Remove these memories from every index."""
    remove_words(memory_ids)
    remove_vectors(memory_ids)
    EmbeddingJob.objects.dequeue(memory_ids)


def put_words_again(memory_ids: Sequence[int]) -> None:
    """Rewrite the full-text rows of these memories after a name in them has changed."""
    for start in range(0, len(memory_ids), BATCH):
        batch = memory_ids[start : start + BATCH]
        put_words(list(Memory.objects.findable().filter(pk__in=batch).with_rendering()))


def findable_batches(size: int = BATCH) -> Iterable[list[Memory]]:
    """Yield every findable memory in batches, by id."""
    last = 0
    while batch := list(
        Memory.objects.findable().filter(pk__gt=last).with_rendering().order_by("pk")[:size]
    ):
        yield batch
        last = batch[-1].pk
