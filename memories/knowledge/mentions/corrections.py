"""Store user corrections of mentions, and what follows for mention rows and claims."""

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, Q

from core.caller import Caller
from core.errors import Conflict
from core.journal import Change, entries_of, revert, snapshot
from core.models import Action, Revision
from entities.models import Entity, Mention, MentionRuling, ValidationStatus, Verdict
from entities.registry import count_mentions
from memories.models import Memory, State
from memories.models.proposal import DECISION_TARGETS
from memories.records.mentions import METHOD, WINDOW

from .target import TextSpan

# The extraction method of a mention that a person has corrected.
CORRECTION = "person"
# Prefix of extraction methods that read the text; stated claims have other methods.
RULE_METHOD_PREFIX = "rules"


def correction_at(memory: Memory, start: int, surface: str) -> MentionRuling | None:
    """Return the correction of exactly this span, if there is one."""
    rows = MentionRuling.objects.filter(memory=memory, position_in_text=start, surface=surface)
    return rows.select_related("entity").first()


def is_already_corrected(span: TextSpan, entity: Entity | None) -> bool:
    """Return True if the same correction is stored and its mention exists."""
    ruling = correction_at(span.memory, span.start, span.surface)
    target = entity.entity_id if entity else None
    if ruling is None or ruling.entity_id != target:
        return False
    crossing = [mention.entity_id for mention in _overlapping_mentions(span)]
    return crossing == ([target] if target else [])


def clear_span(span: TextSpan, change: Change) -> None:
    """Delete all mentions that overlap a span."""
    for mention in _overlapping_mentions(span):
        change.note(Action.DELETE, mention, before=snapshot(mention))
        mention.delete()


def store_correction(span: TextSpan, entity: Entity | None, change: Change) -> None:
    """Store a correction of a cleared span, and its mention; delete overlapping corrections."""
    _store_ruling(span, entity, change)
    if entity is not None:
        mention = _mention(span, entity, change.at)
        mention.save()
        change.note(Action.CREATE, mention, after=snapshot(mention))


def delete_correction(ruling: MentionRuling, change: Change) -> None:
    """Delete a correction."""
    change.note(Action.DELETE, ruling, before=snapshot(ruling))
    MentionRuling.objects.filter(pk=ruling.pk).delete()


def restore_saved_mentions(span: TextSpan, ruling_id: int, change: Change) -> None:
    """Restore mentions that came with the save and that this correction deleted."""
    about = Revision.objects.filter(target_type="mentionruling", target_id=str(ruling_id))
    gone = Revision.objects.filter(
        change_id__in=about.values("change_id"),
        target_type="mention",
        action=Action.DELETE,
        erased_at=None,
        before__extraction_method=METHOD,
        before__memory_id=span.memory.pk,
    )
    for entry in gone.order_by("pk"):
        mention = _restored_mention(entry.before or {})
        if mention is not None:
            mention.save(force_insert=True)
            change.note(Action.RESTORE, mention, after=snapshot(mention))


@contextmanager
def updated_counts(memory: Memory, now: datetime) -> Iterator[set[UUID]]:
    """Update the mention counts of entities after the block has changed a memory's mentions.

    The yielded set contains, after the block, the entities that the memory no longer mentions.
    """
    before, gone = _counts(memory), set[UUID]()
    yield gone
    after = _counts(memory)
    gone |= before.keys() - after.keys()
    more, less = after - before, before - after
    rows = {row.entity_id: row for row in Entity.objects.filter(entity_id__in=list(more))}
    count_mentions([rows[uid] for uid in more.elements()], now)
    for entity_id, times in less.items():
        Entity.objects.filter(entity_id=entity_id, extraction_count__gte=times).update(
            extraction_count=F("extraction_count") - times
        )


def _counts(memory: Memory) -> Counter[UUID]:
    return Counter(Mention.objects.filter(memory=memory).values_list("entity", flat=True))


def _overlapping_mentions(span: TextSpan) -> list[Mention]:
    rows = Mention.objects.filter(memory=span.memory, position_in_text__lt=span.end)
    return [row for row in rows if span.crosses(row.position_in_text, row.surface)]


def _store_ruling(span: TextSpan, entity: Entity | None, change: Change) -> None:
    exact: MentionRuling | None = None
    for row in MentionRuling.objects.filter(memory=span.memory):
        if (row.position_in_text, row.surface) == (span.start, span.surface):
            exact = row
        elif span.crosses(row.position_in_text, row.surface):
            delete_correction(row, change)
    before = snapshot(exact) if exact else None
    row = exact or MentionRuling(
        memory=span.memory,
        user_id=span.memory.user_id,
        position_in_text=span.start,
        surface=span.surface,
    )
    row.verdict, row.entity = (Verdict.IS if entity else Verdict.IS_NOT), entity
    row.ruled_by, row.created_at = change.caller.actor, change.at
    row.save()
    action = Action.UPDATE if before else Action.CREATE
    change.note(action, row, before=before, after=snapshot(row))


def _mention(span: TextSpan, entity: Entity, now: datetime) -> Mention:
    text = span.memory.raw_text
    return Mention(
        entity=entity,
        memory=span.memory,
        user_id=span.memory.user_id,
        surface=span.surface,
        position_in_text=span.start,
        context_window=text[max(0, span.start - WINDOW) : span.end + WINDOW],
        relevance_score=1.0,
        extraction_method=CORRECTION,
        extraction_confidence=1.0,
        created_at=now,
    )


def _restored_mention(values: dict[str, Any]) -> Mention | None:
    """Rebuild a deleted mention; if its entity was merged since, of the kept entity."""
    entity = Entity.objects.filter(entity_id=values["entity_id"]).first()
    if entity is None:
        return None
    columns = {column.attname: column for column in Mention._meta.concrete_fields}
    row = Mention(
        **{name: columns[name].to_python(values[name]) for name in columns.keys() & values}
    )
    row.entity_id = entity.merged_into_id or entity.entity_id
    taken = Mention.objects.filter(
        memory=row.memory_id,
        entity__entity_id=row.entity_id,
        link_type=row.link_type,
        position_in_text=row.position_in_text,
    )
    return None if taken.exists() or Mention.objects.filter(pk=row.pk).exists() else row


def withdraw_claims(
    caller: Caller, memory: Memory, gone: Collection[UUID], change: Change
) -> list[UUID]:
    """Undo claims read from this memory alone about entities that it no longer mentions.

    Each claim is undone with its effects, e.g. states that it ended. Claims confirmed by other
    memories, accepted by a person or changed since stay. Return the undone change ids; the undo
    is noted in ``change``.
    """
    undone = []
    for change_id in _claim_changes(memory, gone):
        attempt = Change(caller, change.at, change.reason, change_id=change.change_id)
        try:
            with transaction.atomic():
                revert(entries_of(caller, change_id, excluding=DECISION_TARGETS), attempt)
        except Conflict:
            continue
        change.revisions += attempt.revisions
        undone.append(change_id)
    return undone


def _claim_changes(memory: Memory, gone: Collection[UUID]) -> list[UUID]:
    """Return the ids of the changes that recorded such claims, newest first."""
    about = Q(subject__entity_id__in=gone)
    for end in ("source", "target"):
        about |= Q(**{f"relation__{end}__entity_id__in": gone})
    read = State.objects.filter(
        extraction_method__startswith=RULE_METHOD_PREFIX, superseded_at=None
    )
    told = read.filter(about, pk__in=memory.states.values("pk"))
    alone = told.exclude(validation_status=ValidationStatus.ACCEPTED).annotate(
        told_by=Count("evidence", distinct=True)
    )
    uids = [str(uid) for uid in alone.filter(told_by=1).values_list("uid", flat=True)]
    made = Revision.objects.filter(
        target_type="state", target_id__in=uids, action=Action.CREATE, erased_at=None
    )
    return list(dict.fromkeys(made.order_by("-pk").values_list("change_id", flat=True)))
