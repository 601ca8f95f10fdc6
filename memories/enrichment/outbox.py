"""The outbox of what is to be derived, and the sign to begin.

Saves write here in their own transaction. The work itself is in :mod:`.queue`, which rests on
the services that save.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.conf import settings

from memories.models import DerivationJob, Memory
from memories.schemas import BatchOut

MAX_ATTEMPTS = 3
# How the background knows it.
WORK = "derive"


def is_on() -> bool:
    """Whether anything is derived at all."""
    return bool(settings.EXTRACTION != "off")


def enqueue(memory_ids: Sequence[int], *, now: datetime, left_open: Collection[int] = ()) -> None:
    """Ask for these memories to be derived, again where they were before.

    ``left_open`` are those whose pack nobody named: a person may be asked where they belong.
    """
    if not is_on() or not memory_ids:
        return
    DerivationJob.objects.bulk_create(
        [
            DerivationJob(memory_id=pk, enqueued_at=now, is_pack_open=pk in left_open)
            for pk in memory_ids
        ],
        update_conflicts=True,
        unique_fields=["memory"],
        update_fields=["enqueued_at", "claimed_at", "attempts", "last_error"],
        batch_size=500,
    )


def waiting() -> int:
    """Return how many memories wait; those that failed too often do not."""
    return DerivationJob.objects.filter(attempts__lt=MAX_ATTEMPTS).count()


def partly_derived() -> int:
    """Return how many memories are derived only in part, since a reader failed on them."""
    return DerivationJob.objects.filter(attempts__gte=MAX_ATTEMPTS).count()


def settle(
    memories: Sequence[Memory], out: BatchOut, *, timeout: float
) -> tuple[BatchOut, set[int]]:
    """Derive these, or wait until another thread has; return the answer with what was found,
    and the memories that are not done within ``timeout`` seconds.
    """
    # Here, since the work imports the services that call this.
    from .queue import settle as settle_jobs
    from .response import with_derived

    pending = settle_jobs([memory.pk for memory in memories], timeout=timeout)
    return with_derived(out, memories), pending


def start() -> None:
    """Begin with what waits, once the save is committed and its vectors are made."""
    # Here, since the work imports the services that call this.
    from .queue import work

    if is_on():
        work()
