"""Handle doubtful entities, and two entities that seem to be the same."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from django.db.models import Model
from django.db.models.deletion import Collector
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from core import jobs
from core.caller import Caller
from core.errors import Conflict, WasurenaError
from core.journal import Change, described, is_journaled, snapshot
from core.models import Action, Revision
from core.schemas import Text
from entities.models import Entity, Mention, MentionRuling, ValidationStatus, Verdict
from entities.schemas import MOST_MERGED
from entities.selectors import entity_get
from memories import index
from memories.inbox.preview import EditField, Effect, Preview, SubjectCache, SubjectIds
from memories.knowledge.entities.merge import merge_entities, merge_preview, undo_merge
from memories.knowledge.entities.merge_plan import MergePreview
from memories.models import DerivationJob, Memory, ProposalKind

from .base import DecisionContext, Payload, ProposalHandler, set_validation_status


class EntityPayload(Payload):
    """The entity in doubt; a rejection keeps its names and type, which are no names from then on."""

    entity: UUID
    names: list[Text] = Field(default_factory=list)
    type: Text = ""


class EntityHandler(ProposalHandler[EntityPayload]):
    """Accepting confirms the entity; rejecting removes it and rejects its names for its type."""

    kind = ProposalKind.ENTITY
    payload = EntityPayload

    def subject_ids(self, payload: EntityPayload) -> SubjectIds:
        """Return the entity."""
        return SubjectIds(entities=(payload.entity,))

    def key(self, payload: EntityPayload) -> str:
        """Return the entity's id."""
        return str(payload.entity)

    def preview(self, payload: EntityPayload, subjects: SubjectCache) -> Preview:
        """Ask whether the words are a name of this type."""
        entity = subjects.entities[payload.entity]
        names = {"name": entity.name, "type": subjects.entity_type_label(entity)}
        return Preview(
            question=_("Is “%(name)s” really one of these: %(type)s?") % names,
            accepting=_("“%(name)s” is kept and marked as confirmed.") % names,
            rejecting=_(
                "“%(name)s” and its mentions are removed; the words stay in your memories and"
                " are no longer recognized as a name."
            )
            % names,
        )

    def remembered(self, payload: EntityPayload) -> EntityPayload:
        """Add the names and the type, which enrichment rejects from now on."""
        entity = Entity.objects.get(entity_id=payload.entity)
        aliases = entity.aliases.order_by("pk").values_list("alias", flat=True)
        said = {"names": [entity.name, *aliases], "type": entity.type_key}
        return payload.model_copy(update=said)

    def accept(self, context: DecisionContext[EntityPayload]) -> None:
        """Confirm the entity."""
        entity = entity_get(context.caller, context.payload.entity)
        change = context.change()
        set_validation_status(change, entity, ValidationStatus.ACCEPTED)
        change.write()

    def reject(self, context: DecisionContext[EntityPayload]) -> None:
        """Correct its mentions to refer to no entity, and delete it with its dependent rows."""
        entity = entity_get(context.caller, context.payload.entity)
        if entity.merged.exists():
            raise Conflict(
                gettext_lazy("others were merged into this one; take that back first"),
                field="id",
                code="merged",
            )
        change = context.change()
        memories = sorted(set(entity.mentions.values_list("memory_id", flat=True)))
        _rule(entity.mentions.all(), change)
        _remove(entity, change)
        change.write()
        index.put_words_again(memories)

    def undo(self, caller: Caller, change_id: UUID, change: Change) -> None:
        """Restore the entity, and enqueue memories saved meanwhile that contain its name."""
        super().undo(caller, change_id, change)
        back = [
            entry.target_id
            for entry in change.revisions
            if entry.target_type == "entity" and entry.before is None
        ]
        for entity in Entity.objects.filter(entity_id__in=back):
            _read_again(entity, change.at)


def _read_again(entity: Entity, now: datetime) -> None:
    """Enqueue memories that contain the name without a mention of the entity."""
    naming = Memory.objects.findable().filter(
        user_id=entity.user_id, raw_text__contains=entity.name
    )
    pks = naming.exclude(mentions__entity=entity).values_list("pk", flat=True)
    DerivationJob.objects.enqueue(list(pks), now=now)
    jobs.wake("enrich")


def _rule(mentions: Iterable[Mention], change: Change) -> None:
    """Store a correction for each mentioned text span: it refers to no entity."""
    for mention in mentions:
        position = mention.position_in_text
        if position is None:
            continue
        ruling = MentionRuling.objects.filter(
            memory=mention.memory_id, position_in_text=position, surface=mention.surface
        ).first()
        before = snapshot(ruling) if ruling else None
        ruling = ruling or MentionRuling(
            memory_id=mention.memory_id,
            user_id=mention.user_id,
            position_in_text=position,
            surface=mention.surface,
        )
        ruling.verdict, ruling.entity = Verdict.IS_NOT, None
        ruling.ruled_by, ruling.created_at = change.caller.actor, change.at
        ruling.save()
        action = Action.UPDATE if before else Action.CREATE
        change.note(action, ruling, before=before, after=snapshot(ruling))


def _remove(entity: Entity, change: Change) -> None:
    """Delete an entity and its dependent rows, and journal each journaled row."""
    collector = Collector(using="default", origin=entity)
    collector.collect([entity])
    for (field, _value), rows in collector.field_updates.items():
        for row in (row for group in rows for row in _rows(group)):
            before = snapshot(row)
            setattr(row, field.attname, None)
            row.save(update_fields=[field.attname])
            change.note(Action.UPDATE, row, before=before, after=snapshot(row))
    # Dependent rows come first here, so that an undo restores them last.
    for row in _dependents(collector, entity):
        # Evidence is part of its relation's entry, and vectors are computed again.
        if is_journaled(row):
            change.note(Action.DELETE, row, before=described(row))
    entity.delete()


def _rows(group: Iterable[Model] | Model) -> Iterable[Model]:
    return [group] if isinstance(group, Model) else group


def _dependents(collector: Collector, entity: Entity) -> list[Model]:
    """Return all rows that are deleted, dependent rows first."""
    fast = [row for rows in collector.fast_deletes for row in _rows(rows)]
    collected = [row for rows in collector.data.values() for row in rows if row != entity]
    return [*fast, *reversed(collected), entity]


class MergePayload(Payload):
    """The entity to keep, and the entity to merge into it; ``also``: others of the same name."""

    keep: UUID
    merge: UUID
    also: list[UUID] = Field(default_factory=list, max_length=MOST_MERGED)

    @property
    def gone(self) -> tuple[UUID, ...]:
        """Every entity that is merged."""
        return (self.merge, *self.also)

    @model_validator(mode="after")
    def _are_two(self) -> Self:
        if self.keep in self.gone:
            raise PydanticCustomError(
                "self_merge", gettext_noop("an entity cannot be merged into itself")
            )
        return self


class MergeHandler(ProposalHandler[MergePayload]):
    """Accepting merges them; rejecting keeps them apart."""

    kind = ProposalKind.MERGE_ENTITIES
    payload = MergePayload

    def subject_ids(self, payload: MergePayload) -> SubjectIds:
        """Return both entities."""
        return SubjectIds(entities=(payload.keep, payload.merge))

    def key(self, payload: MergePayload) -> str:
        """Return the ids, sorted."""
        return "|".join(sorted(map(str, (payload.keep, *payload.gone))))

    def preview(self, payload: MergePayload, subjects: SubjectCache) -> Preview:
        """Ask whether both entities are the same."""
        kept, gone = subjects.entities[payload.keep], subjects.entities[payload.merge]
        if payload.also:
            return _preview_of_all(kept.name, len(payload.gone) + 1)
        names = {"kept": kept.name, "gone": gone.name}
        return Preview(
            question=_("Are “%(kept)s” and “%(gone)s” one and the same?") % names,
            accepting=_("“%(gone)s” becomes another name of “%(kept)s”, with all its mentions.")
            % names,
            rejecting=_("They stay separate and are not compared again."),
        )

    def effects(self, caller: Caller, payload: MergePayload) -> tuple[Effect, ...]:
        """Return the names, mentions and relations that result."""
        try:
            also = _still_apart(payload)
            return _effects(merge_preview(caller, payload.keep, payload.merge, also))
        except WasurenaError:
            # Accepting reports why they cannot be merged.
            return ()

    def fields(self, payload: MergePayload, subjects: SubjectCache) -> list[EditField]:
        """Offer a choice of the entity to keep."""
        ends = [(str(uid), str(subjects.entities[uid])) for uid in (payload.keep, payload.merge)]
        return [EditField("keep", _("The name that stays"), str(payload.keep), ends)]

    def edited(self, payload: MergePayload, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Swap both entities if the user chose to keep the other one."""
        kept = values.get("keep")
        if kept != str(payload.merge) or "merge" in values:
            return values
        return {"keep": kept, "merge": str(payload.keep)}

    def accept(self, context: DecisionContext[MergePayload]) -> None:
        """Merge the entities."""
        payload = context.payload
        merge_entities(
            context.caller,
            keep=payload.keep,
            merge=payload.merge,
            also=_still_apart(payload),
            reason=context.reason,
            now=context.now,
        )

    def undo(self, caller: Caller, change_id: UUID, change: Change) -> None:
        """Undo the merge; mentions found since stay with their entity."""
        entries = Revision.objects.of(caller).filter(change_id=change_id, action=Action.MERGE)
        if entries.exists():
            undo_merge(caller, change_id, now=change.at)
        else:
            super().undo(caller, change_id, change)


def _preview_of_all(name: str, number: int) -> Preview:
    values = {"name": name, "number": number}
    return Preview(
        question=_("Are the %(number)s named “%(name)s” one and the same?") % values,
        accepting=_("All %(number)s become one “%(name)s”, with all mentions.") % values,
        rejecting=_("They stay separate and are not compared again."),
    )


def _still_apart(payload: MergePayload) -> list[UUID]:
    """Return the further entities that were not merged or removed since the question."""
    rows = Entity.objects.filter(entity_id__in=payload.also, merged_into=None)
    apart = set(rows.values_list("entity_id", flat=True))
    return [uid for uid in payload.also if uid in apart]


def _effects(plan: MergePreview) -> tuple[Effect, ...]:
    dropped: Sequence[Any] = (*plan.folded, *plan.vanishing)
    before = f"{plan.kept.name} + {plan.gone.name}"
    counts = f"{plan.mentions_after - plan.mentions} + {plan.mentions}"
    effects = [
        Effect(_("Names"), before, _(", ").join(dict.fromkeys(plan.names))),
        Effect(_("Mentions"), counts, str(plan.mentions_after)),
    ]
    if plan.relations:
        effects.append(Effect(_("Relations that move"), "", str(plan.relations)))
    if plan.states:
        effects.append(Effect(_("States that move"), "", str(plan.states)))
    effects += [
        Effect(_("No longer needed"), f"{row.source} – {row.type} – {row.target}", "")
        for row in dropped
    ]
    return tuple(effects)
