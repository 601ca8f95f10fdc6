"""Write memories to all indexes, and rebuild the indexes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from memories.index.in_memory import rows as space_rows
from memories.models import EmbeddingJob, ItemKind, Memory, SearchDocument, State

from .full_text import TextWords, empty_words, put_words, remove_words
from .states import put_states
from .vectors import remove_vectors

BATCH = 500


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


def rebuild(now: datetime | None = None) -> int:
    """Rebuild every index from memories and states; vectors follow through the job queue."""
    now = now or timezone.now()
    count = 0
    with transaction.atomic():
        empty_words()
        for kind in ItemKind:
            rows = SearchDocument.objects.filter(kind=kind)
            space_rows.remove(list(rows.values_list("item_id", flat=True)), kind)
        for batch in findable_batches():
            put(batch, now=now)
            count += len(batch)
        put_states(list(State.objects.select_related("subject")), now=now)
    return count
