"""Two memories that seem to say the same."""

from collections.abc import Mapping
from typing import Any, Self
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import model_validator
from pydantic_core import PydanticCustomError

from memories.inbox.preview import EditField, Effect, Preview
from memories.inbox.subjects import Concerned, Scene
from memories.models import ProposalKind
from memories.records.duplicates import collapse

from .base import Deed, Kind, Payload


class DuplicatePayload(Payload):
    """Which memory says what ``canonical`` says."""

    memory: UUID
    canonical: UUID

    @model_validator(mode="after")
    def _are_two(self) -> Self:
        if self.memory == self.canonical:
            raise PydanticCustomError("self_fold", "a memory is no duplicate of itself")
        return self


class DuplicateKind(Kind[DuplicatePayload]):
    """Accepting folds the one into the other; both stay, and searches show one."""

    kind = ProposalKind.DUPLICATE
    payload = DuplicatePayload

    def concerned(self, payload: DuplicatePayload) -> Concerned:
        """Return both memories, the one that would be shown first."""
        return Concerned(memories=(payload.canonical, payload.memory))

    def key(self, payload: DuplicatePayload) -> str:
        """Return both ids, the same whichever is folded."""
        return "|".join(sorted((str(payload.memory), str(payload.canonical))))

    def preview(self, payload: DuplicatePayload, scene: Scene) -> Preview:
        """Ask whether both say the same."""
        shown, folded = scene.memories[payload.canonical], scene.memories[payload.memory]
        return Preview(
            question=_("Do these two say the same?"),
            accepting=_("Searches show the first one; the second stays, folded into it."),
            rejecting=_("Both stand by themselves, and are not compared again."),
            effects=(Effect(_("Shown by searches"), f"{folded} / {shown}", str(shown)),),
            compared=(payload.canonical, payload.memory),
        )

    def fields(self, payload: DuplicatePayload, scene: Scene) -> list[EditField]:
        """Offer which one is shown."""
        ends = [(str(uid), str(scene.memories[uid])) for uid in (payload.canonical, payload.memory)]
        return [EditField("canonical", _("Show this one"), str(payload.canonical), ends)]

    def edited(self, payload: DuplicatePayload, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Fold the other one where the person chose which is shown."""
        shown = values.get("canonical")
        if shown != str(payload.memory) or "memory" in values:
            return values
        return {"canonical": shown, "memory": str(payload.canonical)}

    def accept(self, deed: Deed[DuplicatePayload]) -> None:
        """Fold."""
        payload = deed.payload
        collapse(
            deed.caller, payload.memory, into=payload.canonical, reason=deed.reason, now=deed.now
        )
