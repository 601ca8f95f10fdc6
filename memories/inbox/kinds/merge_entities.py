"""Handle two entities that seem to be the same."""

from collections.abc import Mapping, Sequence
from typing import Any, Self
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import model_validator
from pydantic_core import PydanticCustomError

from core.caller import Caller
from core.errors import WasurenaError
from core.journal import Change
from core.models import Action, Revision
from memories.inbox.preview import EditField, Effect, Preview
from memories.inbox.subjects import SubjectCache, SubjectIds
from memories.knowledge.entities.merge import merge_entities, merge_preview, undo_merge
from memories.knowledge.entities.merge_plan import MergePreview
from memories.models import ProposalKind

from .base import DecisionContext, Payload, ProposalHandler


class MergePayload(Payload):
    """The entity to keep, and the entity to merge into it."""

    keep: UUID
    merge: UUID

    @model_validator(mode="after")
    def _are_two(self) -> Self:
        if self.keep == self.merge:
            raise PydanticCustomError("self_merge", "an entity cannot be merged into itself")
        return self


class MergeHandler(ProposalHandler[MergePayload]):
    """Accepting merges them; rejecting keeps them apart."""

    kind = ProposalKind.MERGE_ENTITIES
    payload = MergePayload

    def subject_ids(self, payload: MergePayload) -> SubjectIds:
        """Return both entities."""
        return SubjectIds(entities=(payload.keep, payload.merge))

    def key(self, payload: MergePayload) -> str:
        """Return both ids, sorted."""
        return "|".join(sorted((str(payload.keep), str(payload.merge))))

    def preview(self, payload: MergePayload, subjects: SubjectCache) -> Preview:
        """Ask whether both entities are the same."""
        kept, gone = subjects.entities[payload.keep], subjects.entities[payload.merge]
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
            return _effects(merge_preview(caller, payload.keep, payload.merge))
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
        keep, merge = context.payload.keep, context.payload.merge
        merge_entities(
            context.caller, keep=keep, merge=merge, reason=context.reason, now=context.now
        )

    def undo(self, caller: Caller, change_id: UUID, change: Change) -> None:
        """Undo the merge; mentions found since stay with their entity."""
        entries = Revision.objects.of(caller).filter(change_id=change_id, action=Action.MERGE)
        if entries.exists():
            undo_merge(caller, change_id, now=change.at)
        else:
            super().undo(caller, change_id, change)


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
