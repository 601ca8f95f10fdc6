"""Querysets and counts for the admin, which lists the rows of all people."""

from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from core.db.fields import of_person
from memories.models import (
    EmbeddingJob,
    Feedback,
    ItemKind,
    Memory,
    MemoryQuerySet,
    ModelStatus,
    State,
    ThreadMembership,
    VectorMetadata,
)
from memories.selectors.feedback import latest_feedback


def all_memories() -> MemoryQuerySet:
    """Return the memories of all people."""
    return Memory.objects.all()


def all_thread_members() -> QuerySet[ThreadMembership]:
    """Return the thread memberships of all people."""
    return ThreadMembership.objects.all()


def all_vectors() -> QuerySet[VectorMetadata]:
    """Return the vectors of all models."""
    return VectorMetadata.objects.all()


def all_embedding_jobs() -> QuerySet[EmbeddingJob]:
    """Return the embedding jobs of all models."""
    return EmbeddingJob.objects.all()


def of_persons_memories(base_user: str) -> Q:
    """Return the condition for rows whose ``memory`` belongs to one person."""
    return Q(memory__in=Memory.objects.filter(of_person(base_user)).values("pk"))


def of_persons_items(base_user: str) -> Q:
    """Return the condition for embedding jobs of one person's memories and states."""
    own = of_person(base_user)
    memories, states = Memory.objects.filter(own), State.objects.filter(own)
    return Q(kind=ItemKind.MEMORY, item_id__in=memories.values("pk")) | Q(
        kind=ItemKind.STATE, item_id__in=states.values("pk")
    )


def has_embedding_job() -> Exists:
    """Return whether the memory of the outer query waits for a vector of the active model."""
    return Exists(
        EmbeddingJob.objects.filter(
            kind=ItemKind.MEMORY, item_id=OuterRef("pk"), model__status=ModelStatus.ACTIVE
        )
    )


def feedback_count(**conditions: Any) -> Subquery:
    """Count the latest feedback of each actor on each hit of the outer query's search."""
    feedback = Feedback.objects.filter(run=OuterRef("pk"))
    rows = latest_feedback(feedback).filter(**conditions).order_by().values("run")
    return Subquery(rows.annotate(total=Count("pk")).values("total"))
