"""Delete everything that enrichment created and enrich again; validated rows stay."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from core.journal import Change, described
from core.models import Action
from entities.models import Entity, Mention, ValidationStatus
from graph.models import EntityRelation, MemoryLink
from memories import index
from memories.models import DerivationJob, Memory, Proposal, ProposalStatus, State

from . import queue
from .entity_linking import GIVEN_METHODS
from .storage import FILLED_FIELDS, filled_fields, system_caller

# The methods of rules, statistics and language models; users and callers have others.
DERIVED = Q(extraction_method__startswith="rules") | Q(extraction_method__in=("llm", "statistics"))
OPEN = Q(validation_status__in=(ValidationStatus.UNVALIDATED, ValidationStatus.PROPOSED))
BATCH = 500


def discard(now: datetime) -> int:
    """Delete derived rows that nobody validated, and enqueue all memories.

    Everything happens in one transaction: after an interruption either nothing has changed,
    or the queue is full and the next start works it off. Return how many memories wait.
    """
    with transaction.atomic():
        for rows in _derived_rows():
            _delete(rows, now)
        _delete(_orphaned_entities(), now)
        _delete(Proposal.objects.filter(status=ProposalStatus.OPEN), now)
        _clear_memories(now)
        return queue.enqueue_all(now)


def rebuild(progress: Callable[[int], None] = lambda _done: None) -> int:
    """Enrich waiting memories batch by batch; return how many."""
    total = 0
    while DerivationJob.objects.free().exists():
        done = queue.drain(seconds=0)
        total += done
        progress(done)
    return total


def _derived_rows() -> Sequence[QuerySet[Model]]:
    """Return the derived rows to delete, dependent rows first."""
    kept = Q(completed_at__isnull=False) | Q(searchable=False)
    states = State.objects.filter(DERIVED & OPEN).exclude(kept)
    relations = EntityRelation.objects.filter(DERIVED & OPEN)
    links = MemoryLink.objects.filter(DERIVED & OPEN)
    mentions = Mention.objects.exclude(extraction_method__in=GIVEN_METHODS)
    return (states, relations, links, mentions)


def _orphaned_entities() -> QuerySet[Entity]:
    """Return entities without mentions, relations, states, corrections or validation."""
    return Entity.objects.filter(
        validation_status=ValidationStatus.UNVALIDATED,
        confidence_score__lt=1.0,
        mentions=None,
        relations_out=None,
        relations_in=None,
        states=None,
        state_entities=None,
        mention_rulings=None,
        merged=None,
        merged_into=None,
    )


def _delete(rows: QuerySet[Model], now: datetime) -> None:
    ids = list(rows.values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        batch = list(rows.model._default_manager.filter(pk__in=ids[start : start + BATCH]))
        _journal_deletions(batch, now)
        if rows.model is State:
            index.remove_states([row.pk for row in batch])
        rows.model._default_manager.filter(pk__in=[row.pk for row in batch]).delete()


def _journal_deletions(rows: Sequence[Model], now: datetime) -> None:
    spaces: dict[str, list[Model]] = defaultdict(list)
    for row in rows:
        spaces[str(getattr(row, "user_id", ""))].append(row)
    for user_id, group in spaces.items():
        change = Change(caller=system_caller(user_id), at=now, reason="rebuild")
        for row in group:
            change.note(Action.DELETE, row, before=described(row))
        change.write()


def _clear_memories(now: datetime) -> None:
    """Clear the filled columns of memories, and count mentions again."""
    timed = Q(about_time_confidence__isnull=False)
    filled = Memory.objects.filter(Q(summary_text__gt="") | Q(micro_summary__gt="") | timed)
    ids = list(filled.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        _clear(list(Memory.objects.filter(pk__in=ids[start : start + BATCH])), now)
    _count_mentions()


def _clear(memories: Sequence[Memory], now: datetime) -> None:
    spaces: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        spaces[memory.user_id].append(memory)
    for user_id, group in spaces.items():
        change = Change(caller=system_caller(user_id), at=now, reason="rebuild")
        for memory in group:
            before = filled_fields(memory)
            memory.summary_text = memory.micro_summary = ""
            if memory.about_time_confidence is not None:
                memory.about_start = memory.about_end = memory.about_time_confidence = None
            change.note(Action.UPDATE, memory, before=before, after=filled_fields(memory))
        change.write()
    Memory.objects.bulk_update(memories, FILLED_FIELDS)


def _count_mentions() -> None:
    left = Mention.objects.filter(entity=OuterRef("entity_id")).order_by().values("entity")
    counted = Subquery(left.annotate(n=Count("pk")).values("n"))
    Entity.objects.update(extraction_count=Coalesce(counted, 0))
