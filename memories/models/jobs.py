"""Jobs: vectors to make, memories to enrich, questions to a language model and its budget."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.jobs import Job, JobQuerySet
from core.jobs.queue import REENQUEUED

from .embedding import EmbeddingModel, ItemKind, ModelStatus
from .memory import Memory

# In "yes" or "Thanks!" there is nothing to read that rules would miss.
SHORTEST_TEXT = 8


class EmbeddingJobQuerySet(JobQuerySet["EmbeddingJob"]):
    """Embedding jobs: enqueue and dequeue."""

    def enqueue(
        self,
        item_ids: Sequence[int],
        *,
        now: datetime,
        kind: ItemKind = ItemKind.MEMORY,
        model: EmbeddingModel | None = None,
    ) -> None:
        """Enqueue items for embedding by one model, or by all in use."""
        if not item_ids:
            return
        in_use = EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED)
        self.bulk_create(
            [
                EmbeddingJob(model=one, kind=kind, item_id=pk, enqueued_at=now)
                for one in ([model] if model else in_use)
                for pk in item_ids
            ],
            update_conflicts=True,
            unique_fields=["model", "kind", "item_id"],
            update_fields=REENQUEUED,
            batch_size=500,
        )

    def dequeue(self, item_ids: Sequence[int], kind: ItemKind = ItemKind.MEMORY) -> None:
        """Take items out of the outbox: nobody needs their vectors any longer."""
        self.filter(kind=kind, item_id__in=item_ids).delete()


class EmbeddingJob(Job):
    """An item whose vector is still to be made: the outbox of the write path.

    Written in the item's own transaction, so that a vector can be late but
    never forgotten, whatever happens to the process.
    """

    lease_lasts = timedelta(seconds=60)

    model = models.ForeignKey(
        EmbeddingModel, models.CASCADE, related_name="jobs", verbose_name=_("embedding model")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=ItemKind, default=ItemKind.MEMORY)
    item_id = models.BigIntegerField(_("item"))

    objects = EmbeddingJobQuerySet.as_manager()

    class Meta:
        db_table = "embedding_jobs"
        verbose_name = _("pending vector")
        verbose_name_plural = _("pending vectors")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["model", "kind", "item_id"], name="uq_embedding_jobs"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.item_id}"


def derives() -> bool:
    """Return whether anything is derived at all."""
    return bool(settings.EXTRACTION != "off")


def reads_by_network() -> bool:
    """Return whether the trained network reads texts beside the rules."""
    return bool(settings.EXTRACTION == "trained")


class DerivationJobQuerySet(JobQuerySet["DerivationJob"]):
    """Enrichment jobs: enqueue and dequeue."""

    def enqueue(
        self, memory_ids: Sequence[int], *, now: datetime, left_open: Collection[int] = ()
    ) -> None:
        """Enqueue memories for enrichment, again if they were enriched before.

        ``left_open`` are those whose pack nobody named: a person may be asked where they belong.
        """
        if not derives():
            return
        self.bulk_create(
            [
                DerivationJob(memory_id=pk, enqueued_at=now, is_pack_open=pk in left_open)
                for pk in memory_ids
            ],
            update_conflicts=True,
            unique_fields=["memory"],
            update_fields=REENQUEUED,
            batch_size=500,
        )


class DerivationJob(Job):
    """A memory whose mentions, relations, states and duplicates are to be found (again)."""

    memory = models.OneToOneField(
        Memory, models.CASCADE, related_name="derivation_job", verbose_name=_("memory")
    )
    is_pack_open = models.BooleanField(_("pack chosen by default"), default=False)

    objects = DerivationJobQuerySet.as_manager()

    class Meta:
        db_table = "derivation_jobs"
        verbose_name = _("derivation job")
        verbose_name_plural = _("derivation jobs")

    def __str__(self) -> str:
        return f"memory {self.memory_id}"


class LlmJobQuerySet(JobQuerySet["LlmJob"]):
    """Requests to the language model: enqueue and select."""

    def waiting(self) -> Self:
        """Keep the jobs that wait for an answer."""
        return super().waiting().filter(answered_at=None)

    def given_up(self) -> Self:
        """Keep the jobs that failed too often."""
        return super().given_up().filter(answered_at=None)

    def enqueue(self, memories: Sequence[Memory], *, now: datetime) -> None:
        """Have the model read these texts, save those that it was asked about already."""
        if not settings.LLM_URL:
            return
        asked = self.filter(memory__in=[memory.pk for memory in memories])
        known = dict(asked.values_list("memory", "content_hash"))
        self.bulk_create(
            [
                LlmJob(memory=memory, content_hash=memory.content_hash, enqueued_at=now)
                for memory in memories
                if known.get(memory.pk) != memory.content_hash
                and len(memory.raw_text) >= SHORTEST_TEXT
            ],
            update_conflicts=True,
            unique_fields=["memory"],
            update_fields=[*REENQUEUED, "content_hash", "answer", "answered_at", "dropped"],
        )


class LlmJob(Job):
    """One memory that a language model reads: waiting, or with its answer.

    The answer stays, so that deriving again asks nobody. It counts for the text whose
    hash it carries.
    """

    # A question with its repetitions.
    lease_lasts = max(Job.lease_lasts, timedelta(seconds=4 * settings.LLM_TIMEOUT_SECONDS))

    memory = models.OneToOneField(
        Memory, models.CASCADE, related_name="llm_job", verbose_name=_("memory")
    )
    content_hash = models.CharField(_("text hash"), max_length=64)
    tokens = models.PositiveIntegerField(_("tokens"), default=0)
    answer = models.JSONField(_("answer"), null=True, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    model = models.CharField(_("language model"), max_length=128, blank=True)
    # How many things the answer named that its text does not bear out.
    dropped = models.PositiveSmallIntegerField(_("dropped"), default=0)

    objects = LlmJobQuerySet.as_manager()

    class Meta:
        db_table = "llm_jobs"
        verbose_name = _("question to the language model")
        verbose_name_plural = _("questions to the language model")
        indexes = [
            models.Index(
                fields=["attempts", "-id"],
                condition=models.Q(answered_at=None),
                name="idx_llm_jobs_waiting",
            )
        ]

    def __str__(self) -> str:
        return f"memory {self.memory_id}"


class LlmUsage(models.Model):
    """Tokens that the language model used on one day in the owner's time zone."""

    day = models.DateField(_("day"), unique=True)
    tokens = models.PositiveBigIntegerField(_("tokens"), default=0)
    requests = models.PositiveIntegerField(_("requests"), default=0)

    class Meta:
        db_table = "llm_usage"
        verbose_name = _("use of the language model")
        verbose_name_plural = _("use of the language model")
        ordering = ["-day"]

    def __str__(self) -> str:
        return str(self.day)
