"""A memory that holds a secret or personal data."""

from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import field_validator
from pydantic_core import PydanticCustomError

from memories.inbox.preview import Preview
from memories.inbox.subjects import Concerned, Scene
from memories.models import ProposalKind
from memories.records.update import update_memory
from memories.schemas import MemoryPatch
from memories.schemas.inputs import sensitive_label

from .base import Deed, Kind, Payload


class SensitivePayload(Payload):
    """Which memory, and where in its text what was found: ``[start, end, what]`` in characters."""

    memory: UUID
    spans: list[tuple[int, int, str]] = []

    @field_validator("spans")
    @classmethod
    def _in_order(cls, spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        if any(not 0 <= start < end for start, end, _what in spans):
            raise PydanticCustomError("order", "a span begins at 0 or later and ends after that")
        return spans


class SensitiveKind(Kind[SensitivePayload]):
    """Accepting keeps the memory from being recalled; rejecting leaves it as it is."""

    kind = ProposalKind.SENSITIVE
    payload = SensitivePayload

    def concerned(self, payload: SensitivePayload) -> Concerned:
        """Return the memory."""
        return Concerned(memories=(payload.memory,))

    def key(self, payload: SensitivePayload) -> str:
        """Return the memory's id."""
        return str(payload.memory)

    def preview(self, payload: SensitivePayload, scene: Scene) -> Preview:
        """Ask whether assistants may see it."""
        found = dict.fromkeys(sensitive_label(what) for _start, _end, what in payload.spans)
        return Preview(
            question=_("Should this be kept from assistants? It holds: %(found)s")
            % {"found": _(", ").join(found)},
            accepting=_("Searches and assistants no longer find it; it stays in your timeline."),
            rejecting=_("It stays as it is and may be recalled."),
        )

    def accept(self, deed: Deed[SensitivePayload]) -> None:
        """Take the memory out of recall."""
        patch = MemoryPatch(searchable=False, reason=deed.reason)
        update_memory(deed.caller, deed.payload.memory, patch, now=deed.now)
