"""Which memories the language model is to read: written with what was derived from them."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings

from memories.models import LlmJob, Memory

# In "yes" or "Thanks!" there is nothing to read that rules would miss.
SHORTEST = 8
ANEW = (
    "content_hash", "enqueued_at", "held_until", "attempts", "last_error", "answer", "answered_at", "dropped",
)  # fmt: skip


def is_on() -> bool:
    """Whether the owner has set an endpoint."""
    return bool(settings.LLM_URL)


def enqueue(memories: Sequence[Memory], *, now: datetime) -> None:
    """Have the model read these texts, save those that it was asked about already."""
    if not is_on():
        return
    known = dict(
        LlmJob.objects.filter(memory__in=[memory.pk for memory in memories]).values_list(
            "memory", "content_hash"
        )
    )
    wanted = [
        LlmJob(memory=memory, content_hash=memory.content_hash, enqueued_at=now)
        for memory in memories
        if known.get(memory.pk) != memory.content_hash and len(memory.raw_text) >= SHORTEST
    ]
    LlmJob.objects.bulk_create(
        wanted, update_conflicts=True, unique_fields=["memory"], update_fields=list(ANEW)
    )


def start() -> None:
    """Begin to ask, in a thread of its own beside the server; elsewhere the worker does it."""
    # Here, since asking ends in deriving, which calls this.
    from .asking import ask_beside

    if is_on():
        ask_beside()
