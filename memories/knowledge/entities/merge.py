"""Merge two entities (名寄せ) with a preview, and undo merges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Model
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import journal
from core.caller import Caller
from core.errors import Conflict, InvalidInput
from core.journal import Change, described
from core.models import Action
from entities.models import Entity, EntityAlias
from entities.registry import alias_of
from entities.resolution.candidate_index import compatible_types
from entities.selectors import entity_get
from graph.models import EntityRelation
from memories.models import State

from .merge_plan import (
    MergePlan,
    MergePreview,
    build_preview,
    join_previews,
    merge_plan,
    relation_key_after,
)
from .undo import Undone, undo_entity_change


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The result of a merge; ``change_id`` undoes it."""

    change_id: UUID
    seen: "MergePreview"

    @property
    def kept(self) -> UUID:
        """Id of the entity that stays."""
        return self.seen.kept.entity_id

    @property
    def gone(self) -> UUID:
        """Id of the entity that was merged."""
        return self.seen.gone.entity_id

    @property
    def mentions(self) -> int:
        """Number of moved mentions."""
        return self.seen.mentions


def merge_preview(
    caller: Caller, keep: UUID, merge: UUID, also: Sequence[UUID] = (), *, force: bool = False
) -> MergePreview:
    """Preview a merge without writing; raises the same errors as ``merge_entities``."""
    pairs = [_checked(caller, keep, uid, force=force) for uid in (merge, *also)]
    return join_previews([build_preview(merge_plan(kept, gone)) for kept, gone in pairs])


def merge_entities(
    caller: Caller,
    *,
    keep: UUID,
    merge: UUID,
    also: Sequence[UUID] = (),
    reason: str = "",
    force: bool = False,
    now: datetime | None = None,
) -> MergeResult:
    """Merge ``merge``, and ``also`` others, into ``keep`` in one change, which undoes as a whole.

    Mentions, relations, states and names move; the rows of the merged entities stay.

    Raises:
        Forbidden: the caller may not merge.
        NotFound: one of the entities is not visible to the caller.
        InvalidInput: an id stands twice.
        Conflict: one is merged already, they are in different packs, or (without ``force``)
            their types are incompatible. Nothing was changed.
    """
    previews = []
    with journal.change(caller, reason, now=now) as change:
        for uid in (merge, *also):
            kept, gone = _checked(caller, keep, uid, force=force)
            plan = merge_plan(kept, gone)
            previews.append(build_preview(plan))
            apply_plan(plan, change)
    return MergeResult(change.change_id, join_previews(previews))


def undo_merge(caller: Caller, change_id: UUID, *, now: datetime | None = None) -> Undone:
    """Undo a merge: restore the values that the merge changed.

    Raises:
        Forbidden, NotFound: there is no such merge that the caller may undo.
        Conflict: it is undone already, or a later merge or split must be undone first.
    """
    return undo_entity_change(caller, change_id, Action.MERGE, now=now)


def _checked(caller: Caller, keep: UUID, merge: UUID, *, force: bool) -> tuple[Entity, Entity]:
    caller.require_owner()
    if keep == merge:
        raise InvalidInput(
            _("an entity cannot be merged into itself"), field="merge", code="self_merge"
        )
    kept, gone = entity_get(caller, keep, field="keep"), entity_get(caller, merge, field="merge")
    _refuse_merged(kept, gone)
    _refuse_other_pack(kept, gone)
    if not force:
        _refuse_other_type(kept, gone)
    return kept, gone


def _refuse_other_pack(kept: Entity, gone: Entity) -> None:
    if kept.user_id != gone.user_id:
        raise Conflict(
            format_lazy(
                _(
                    "{gone} is of the pack {pack} and {kept} of {kept_pack}; relate them by same_as instead"
                ),
                gone=gone.name,
                pack=gone.pack,
                kept=kept.name,
                kept_pack=kept.pack,
            ),
            field="merge",
            code="other_pack",
        )


def _refuse_other_type(kept: Entity, gone: Entity) -> None:
    types = compatible_types({kept.entity_type_id})[kept.entity_type_id]
    if gone.entity_type_id not in types:
        raise Conflict(
            format_lazy(
                _(
                    "{gone} is a {type} and {kept} a {kept_type}; send force to merge them all the same"
                ),
                gone=gone.name,
                type=gone.type_key,
                kept=kept.name,
                kept_type=kept.type_key,
            ),
            field="merge",
            code="other_type",
        )


def _refuse_merged(kept: Entity, gone: Entity) -> None:
    if kept.merged_into_id == gone.entity_id:
        raise Conflict(
            format_lazy(
                _("{kept} was merged into {gone}: this would close a circle"),
                kept=kept.name,
                gone=gone.name,
            ),
            field="keep",
            code="merge_cycle",
        )
    for name, entity in (("keep", kept), ("merge", gone)):
        if entity.merged_into_id:
            raise Conflict(
                format_lazy(
                    _("{name} was merged into {merged_into_id} already"),
                    name=entity.name,
                    merged_into_id=entity.merged_into_id,
                ),
                field=name,
                code="merged",
            )


def apply_plan(plan: MergePlan, change: Change) -> None:
    """Carry a planned merge out, and note each changed row."""
    kept = plan.kept
    for mention in plan.mentions:
        _set(change, mention, entity_id=kept.entity_id, updated_at=change.at)
    for mention in plan.doubled:
        # Both entities have a mention at this position: keep the second one without a position.
        _set(change, mention, entity_id=kept.entity_id, position_in_text=None, updated_at=change.at)
    _merge_relations(plan, change)
    for row in (*plan.state_entities, *plan.rulings):
        _set(change, row, entity_id=kept.entity_id)
    for state in plan.states:
        _set(change, state, subject_id=kept.entity_id)
    for further in plan.doubled_states:
        _delete(change, further)
    _name(kept, plan.names, change)
    _note_on_entities(plan, change)


def _merge_relations(plan: MergePlan, change: Change) -> None:
    for row in plan.relations.vanishing:
        _drop_relation(row, None, change)
    for row, other in plan.relations.folded:
        _fold_relation(row, other, change)
    for row in plan.relations.past:
        _set(change, row, **_new_ends(row, plan), superseded_at=change.at, updated_at=change.at)
    for row in plan.relations.moving:
        _set(change, row, **_new_ends(row, plan), updated_at=change.at)


def _new_ends(row: EntityRelation, plan: MergePlan) -> Mapping[str, Any]:
    source, target, _type = relation_key_after(row, plan.gone, plan.kept)
    return {"source_id": source, "target_id": target}


def _fold_relation(row: EntityRelation, other: EntityRelation, change: Change) -> None:
    """Add the evidence of a relation to the equal relation of the kept entity."""
    before, evidence = described(other), set(row.evidence.values_list("pk", flat=True))
    common = len(evidence.intersection(before["evidence"]))
    _drop_relation(row, other, change)
    other.evidence.add(*evidence)
    other.evidence_count += row.evidence_count - common
    other.weight = max(other.weight, row.weight)
    other.confidence_score = max(other.confidence_score, row.confidence_score)
    other.reason = other.reason or row.reason
    if other.valid_from is None and other.valid_to is None:
        other.valid_from, other.valid_to = row.valid_from, row.valid_to
    other.version += 1
    other.updated_at = change.at
    other.save()
    change.moved(Action.MERGE, other, before)


def _drop_relation(row: EntityRelation, instead: EntityRelation | None, change: Change) -> None:
    for state in State.objects.filter(relation=row):
        _set(change, state, relation_id=instead.pk if instead else None)
    _delete(change, row)


def _set(change: Change, row: Model, **values: Any) -> None:
    before = described(row)
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
    change.moved(Action.MERGE, row, before)


def _delete(change: Change, row: Model) -> None:
    change.note(Action.MERGE, row, before=described(row))
    type(row)._default_manager.filter(pk=row.pk).delete()


def _name(kept: Entity, names: tuple[str, ...], change: Change) -> None:
    rows = EntityAlias.objects.bulk_create([alias_of(kept, name, now=change.at) for name in names])
    for row in rows:
        change.note(Action.MERGE, row, after=described(row))


def _note_on_entities(plan: MergePlan, change: Change) -> None:
    kept, gone = plan.kept, plan.gone
    _set(
        change,
        kept,
        merged_from=[*kept.merged_from, str(gone.entity_id)],
        extraction_count=kept.extraction_count + gone.extraction_count,
        usage_count=kept.usage_count + gone.usage_count,
        last_mentioned_at=max(
            (at for at in (kept.last_mentioned_at, gone.last_mentioned_at) if at), default=None
        ),
        importance_score=max(kept.importance_score, gone.importance_score),
        description=kept.description or gone.description,
        attributes={**gone.attributes, **kept.attributes},
        updated_at=change.at,
    )
    _set(change, gone, merged_into_id=kept.entity_id, updated_at=change.at)
