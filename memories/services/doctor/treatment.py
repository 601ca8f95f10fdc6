"""Repair the database that the connection is pointed at: a copy, which takes its place later."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.db.inspection.structure import has_doubles, make_structure, missing_structure
from core.jobs import Job
from entities.models import EntityVectorMetadata
from memories import index
from memories.index.checking import tables, vectors
from memories.models import DerivationJob, LlmJob, Memory, VectorMetadata

from .rows import JOBS, orphaned_jobs, stuck_jobs

STRUCTURE = frozenset({"indexes_missing", "triggers_missing"})
WORDS = frozenset({"words_damaged"})
INDEX = WORDS | {
    "index_tables_missing", "words_missing", "words_extra", "documents_missing",
    "documents_extra", "words_counted_once", "vectors_orphaned", "vectors_missing", "vectors_damaged",
}  # fmt: skip


def treat(names: Collection[str]) -> None:
    """Repair what these findings name."""
    if "lookups_damaged" in names:
        tables.rebuild_lookups()
    if STRUCTURE & set(names):
        make_structure(one for one in missing_structure() if not has_doubles(one))
    if "references_broken" in names:
        _remove_homeless()
    if "vectors_damaged" in names:
        tables.drop_vector_tables()
        index.ensure_tables()
        for records in (VectorMetadata, EntityVectorMetadata):
            records.objects.all().delete()
    if "model_missing" in names:
        vectors.activate_model(timezone.now())
    if INDEX & set(names):
        _renew_index(is_damaged=bool(WORDS & set(names)))
    if index.has_vectors():
        vectors.enqueue_unqueued(timezone.now())
    _renew_jobs()


def _remove_homeless() -> None:
    """Remove derived rows that refer to what is gone."""
    known = Memory.objects.values("pk")
    for job in (DerivationJob, LlmJob):
        job.objects.exclude(memory__in=known).delete()
    vectors.remove_homeless_vectors()


def _renew_index(*, is_damaged: bool) -> None:
    if is_damaged:
        tables.replace_word_tables()
    tables.create_word_tables()
    with transaction.atomic():
        if index.has_vectors():
            vectors.remove_orphaned_vectors()
        index.ensure_tables()
    # With a job for the vector of each: what is there stays until it is replaced.
    index.rebuild()


def _renew_jobs() -> None:
    """Have jobs done again that were given up or are stuck, and remove those about nothing."""
    now = timezone.now()
    orphaned_jobs().delete()
    for job in JOBS:
        _start_again(job, now)


def _start_again(job: type[Job], now: datetime) -> None:
    given_up = job._default_manager.given_up()  # type: ignore[attr-defined]
    for rows in (given_up, stuck_jobs(job, now)):
        rows.update(attempts=0, leased_until=None, last_error="")
