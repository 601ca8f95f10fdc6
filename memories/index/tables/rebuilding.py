"""Make every index again from the memories and states, while others save and search.

Each batch replaces its rows in a short transaction, so that no search ever meets an empty index
and no save waits for long; what the index held too much goes at the end.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from django.db import DatabaseError, transaction
from django.utils import timezone

from core.db.storage.faults import Fault, fault_of
from memories.models import ItemKind, Memory, SearchDocument, State

from .memories import findable_batches, put, put_states, remove, remove_states
from .sqlite.full_text import TextWords, compact_words, empty_words, indexed_memories

BATCH = 200
# Some hundredths of a second of writing.
MOST_CHARACTERS = 60_000


def rebuild(now: datetime | None = None) -> int:
    """Write every index anew; return the number of memories. Vectors follow through the job queue.

    An interrupted one leaves an index that finds as much as before; run it again.
    """
    now = now or timezone.now()
    try:
        count = _put_all(now)
    except DatabaseError as error:
        if fault_of(error) is not Fault.DAMAGED:
            raise
        # Rows of a damaged table cannot be replaced one by one.
        empty_words()
        count = _put_all(now)
    _remove_others()
    compact_words()
    return count


def _put_all(now: datetime) -> int:
    parts = (part for batch in findable_batches(BATCH) for part in _short(batch))
    count = sum(_put_again(part, now) for part in parts)
    last = 0
    while batch := list(State.objects.filter(pk__gt=last).order_by("pk")[:BATCH]):
        last = batch[-1].pk
        with transaction.atomic():
            fresh = State.objects.filter(pk__in=[state.pk for state in batch])
            put_states(list(fresh.select_related("subject")), now=now)
    return count


def _short(batch: Sequence[Memory]) -> Iterator[list[Memory]]:
    """Split a batch so that no part has more than ``MOST_CHARACTERS``, or is one memory."""
    part: list[Memory] = []
    length = 0
    for memory in batch:
        size = len(memory.raw_text) + len(memory.assistant_text)
        if part and length + size > MOST_CHARACTERS:
            yield part
            part, length = [], 0
        part.append(memory)
        length += size
    yield part


def _put_again(part: Sequence[Memory], now: datetime) -> int:
    """Index memories whose texts were read before the lock is taken; return how many there are."""
    seen = {memory.pk: (memory.raw_text, memory.assistant_text) for memory in part}
    texts = {pk: TextWords.of(*both) for pk, both in seen.items()}
    with transaction.atomic():
        found = Memory.objects.findable().filter(pk__in=seen).with_rendering()
        fresh = list(found.order_by("pk"))
        # A text that was changed meanwhile is read again.
        same = {
            memory.pk: texts[memory.pk]
            for memory in fresh
            if seen[memory.pk] == (memory.raw_text, memory.assistant_text)
        }
        put(fresh, now=now, texts=same)
    return len(fresh)


def _remove_others() -> None:
    """Remove rows of memories and states that are gone or hidden."""
    memories = indexed_memories() | _documents(ItemKind.MEMORY)
    for pks in _batches(memories - set(Memory.objects.findable().values_list("pk", flat=True))):
        with transaction.atomic():
            found = Memory.objects.findable().filter(pk__in=pks).values_list("pk", flat=True)
            remove(sorted(set(pks) - set(found)))
    hidden = _documents(ItemKind.STATE) - set(State.objects.findable().values_list("pk", flat=True))
    for pks in _batches(hidden):
        with transaction.atomic():
            shown = State.objects.findable().filter(pk__in=pks).values_list("pk", flat=True)
            remove_states(sorted(set(pks) - set(shown)))


def _documents(kind: ItemKind) -> set[int]:
    rows = SearchDocument.objects.filter(kind=kind, is_findable=True)
    return set(rows.values_list("item_id", flat=True))


def _batches(numbers: Iterable[int]) -> Iterator[list[int]]:
    ordered = sorted(numbers)
    for start in range(0, len(ordered), BATCH):
        yield ordered[start : start + BATCH]
