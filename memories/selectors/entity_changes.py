"""Merging, splitting and undoing for a client, and the mentions that a split is made of."""

from collections.abc import Sequence
from uuid import UUID

from core.caller import Caller
from entities.models import Mention, SpaceQuerySet
from entities.schemas import (
    EntityMentionOut,
    EntityMerge,
    EntityMergeOut,
    EntitySplit,
    EntitySplitOut,
    EntityUndo,
    EntityUndoOut,
    RelationSketch,
)
from entities.selectors import entity_get
from memories.knowledge.entities.merge import merge_entities, merge_preview
from memories.knowledge.entities.merge_plan import MergePreview, RelationSeen
from memories.knowledge.entities.split import split_entity
from memories.knowledge.entities.undo import undo_of_entity
from memories.models import Memory


def entity_mentions(caller: Caller, entity_id: UUID) -> SpaceQuerySet[Mention]:
    """Return where an entity is named, in memories that the caller can read."""
    visible = Memory.objects.of(caller).kept().values("pk")
    rows = Mention.objects.filter(entity=entity_get(caller, entity_id), memory__in=visible)
    return rows.select_related("memory").defer("memory__raw_audio")


def mention_outs(mentions: Sequence[Mention]) -> list[EntityMentionOut]:
    """Return mentions for a client; their memories must be loaded."""
    return [
        EntityMentionOut(
            id=row.pk,
            memory=row.memory.uid,
            link_type=row.link_type,
            surface=row.surface,
            position=row.position_in_text,
            around=row.context_window,
            method=row.extraction_method,
            confidence=row.extraction_confidence,
            created_at=row.created_at,
        )
        for row in mentions
    ]


def merge_out(caller: Caller, keep: UUID, item: EntityMerge) -> EntityMergeOut:
    """Merge, or only say what merging would do."""
    if item.preview:
        return _merge_out(merge_preview(caller, keep, item.merge, force=item.force), None)
    done = merge_entities(caller, keep=keep, merge=item.merge, reason=item.reason, force=item.force)
    return _merge_out(done.seen, done.change_id)


def _merge_out(seen: MergePreview, change_id: UUID | None) -> EntityMergeOut:
    return EntityMergeOut(
        id=seen.kept.entity_id,
        merged=seen.gone.entity_id,
        change_id=change_id,
        names=list(seen.names),
        mentions=seen.mentions,
        mentions_after=seen.mentions_after,
        relations=seen.relations,
        states=seen.states,
        folded=_sketches(seen.folded),
        vanishing=_sketches(seen.vanishing),
        past=_sketches(seen.past),
    )


def _sketches(relations: Sequence[RelationSeen]) -> list[RelationSketch]:
    return [RelationSketch(source=r.source, type=r.type, target=r.target) for r in relations]


def split_out(caller: Caller, entity_id: UUID, item: EntitySplit) -> EntitySplitOut:
    """Split an entity."""
    done = split_entity(
        caller,
        entity_id,
        mentions=item.mentions,
        name=item.name,
        type=item.type,
        aliases=item.aliases,
        reason=item.reason,
    )
    return EntitySplitOut(
        id=done.entity,
        made=done.made,
        change_id=done.change_id,
        mentions=done.mentions,
        relations=done.relations,
        states=done.states,
    )


def undo_out(caller: Caller, entity_id: UUID, item: EntityUndo) -> EntityUndoOut:
    """Take a merge or a split back."""
    done = undo_of_entity(caller, entity_id, item.change_id)
    return EntityUndoOut(id=entity_id, undone=done.undone, change_id=done.change_id, rows=done.rows)
