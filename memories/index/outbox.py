"""Which memories and states still need vectors."""

from collections.abc import Sequence
from datetime import datetime

from memories.models import EmbeddingJob, EmbeddingModel, ItemKind, ModelStatus

BATCH = 500


def enqueue(item_ids: Sequence[int], *, now: datetime, kind: ItemKind = ItemKind.MEMORY) -> None:
    """Note that these items need vectors, for every model in use."""
    if not item_ids:
        return
    for model in EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED):
        enqueue_for(model, item_ids, now=now, kind=kind)


def enqueue_for(
    model: EmbeddingModel,
    item_ids: Sequence[int],
    *,
    now: datetime,
    kind: ItemKind = ItemKind.MEMORY,
) -> None:
    """Note that these items need vectors of one model; asking again starts over."""
    EmbeddingJob.objects.bulk_create(
        [EmbeddingJob(model=model, kind=kind, item_id=pk, enqueued_at=now) for pk in item_ids],
        update_conflicts=True,
        unique_fields=["model", "kind", "item_id"],
        update_fields=["enqueued_at", "claimed_at", "attempts", "last_error"],
        batch_size=BATCH,
    )


def dequeue(item_ids: Sequence[int], kind: ItemKind = ItemKind.MEMORY) -> None:
    """Take these items out of the outbox: nobody needs their vectors any longer."""
    EmbeddingJob.objects.filter(kind=kind, item_id__in=item_ids).delete()
