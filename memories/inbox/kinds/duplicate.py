"""Handle two memories that seem to be duplicates."""

from collections.abc import Mapping
from typing import Any, Self
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import model_validator
from pydantic_core import PydanticCustomError

from memories.inbox.preview import EditField, Effect, Preview
from memories.inbox.subjects import SubjectCache, SubjectIds
from memories.models import ProposalKind
from memories.records.duplicates import collapse

from .base import DecisionContext, Payload, ProposalHandler


class DuplicatePayload(Payload):
    """A memory and the ``canonical`` one that says the same."""

    memory: UUID
    canonical: UUID

    @model_validator(mode="after")
    def _are_two(self) -> Self:
        if self.memory == self.canonical:
            raise PydanticCustomError("self_fold", "a memory is no duplicate of itself")
        return self


class DuplicateHandler(ProposalHandler[DuplicatePayload]):
    """Accepting folds one memory into the other; searches show one, both stay."""

    kind = ProposalKind.DUPLICATE
    payload = DuplicatePayload

    def subject_ids(self, payload: DuplicatePayload) -> SubjectIds:
        """Return both memories, first the one to show."""
        return SubjectIds(memories=(payload.canonical, payload.memory))

    def key(self, payload: DuplicatePayload) -> str:
        """Return both ids, sorted."""
        return "|".join(sorted((str(payload.memory), str(payload.canonical))))

    def preview(self, payload: DuplicatePayload, subjects: SubjectCache) -> Preview:
        """Ask whether both say the same."""
        shown, folded = subjects.memories[payload.canonical], subjects.memories[payload.memory]
        return Preview(
            question=_("Do these two say the same?"),
            accepting=_("Searches show the first one; the second stays, folded into it."),
            rejecting=_("Keep both and don't ask again."),
            effects=(Effect(_("Shown by searches"), f"{folded} / {shown}", str(shown)),),
            compared=(payload.canonical, payload.memory),
        )

    def fields(self, payload: DuplicatePayload, subjects: SubjectCache) -> list[EditField]:
        """Offer a choice of the memory to show."""
        ends = [
            (str(uid), str(subjects.memories[uid])) for uid in (payload.canonical, payload.memory)
        ]
        return [EditField("canonical", _("Show this one"), str(payload.canonical), ends)]

    def edited(self, payload: DuplicatePayload, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Swap both memories if the user chose to show the other one."""
        shown = values.get("canonical")
        if shown != str(payload.memory) or "memory" in values:
            return values
        return {"canonical": shown, "memory": str(payload.canonical)}

    def accept(self, context: DecisionContext[DuplicatePayload]) -> None:
        """Fold the memory into the canonical one."""
        payload = context.payload
        collapse(
            context.caller,
            payload.memory,
            into=payload.canonical,
            reason=context.reason,
            now=context.now,
        )
