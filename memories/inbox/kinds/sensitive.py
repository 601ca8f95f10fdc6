"""Handle a memory that contains a secret or personal data."""

from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import field_validator
from pydantic_core import PydanticCustomError

from memories.inbox.preview import Preview
from memories.inbox.subjects import SubjectCache, SubjectIds
from memories.models import ProposalKind
from memories.records.update import update_memory
from memories.schemas import MemoryPatch
from memories.schemas.inputs import sensitive_label

from .base import DecisionContext, Payload, ProposalHandler


class SensitivePayload(Payload):
    """The memory, and the findings in its text as ``[start, end, what]`` in characters."""

    memory: UUID
    spans: list[tuple[int, int, str]] = []

    @field_validator("spans")
    @classmethod
    def _in_order(cls, spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        if any(not 0 <= start < end for start, end, _what in spans):
            raise PydanticCustomError("order", "a span begins at 0 or later and ends after that")
        return spans


class SensitiveHandler(ProposalHandler[SensitivePayload]):
    """Accepting hides the memory from recall; rejecting changes nothing."""

    kind = ProposalKind.SENSITIVE
    payload = SensitivePayload

    def subject_ids(self, payload: SensitivePayload) -> SubjectIds:
        """Return the memory."""
        return SubjectIds(memories=(payload.memory,))

    def key(self, payload: SensitivePayload) -> str:
        """Return the memory's id."""
        return str(payload.memory)

    def preview(self, payload: SensitivePayload, subjects: SubjectCache) -> Preview:
        """Ask whether to hide the memory from assistants."""
        found = dict.fromkeys(sensitive_label(what) for _start, _end, what in payload.spans)
        return Preview(
            question=_("Hide this from assistants? It contains: %(found)s")
            % {"found": _(", ").join(found)},
            accepting=_("Searches and assistants no longer find it; it stays in your timeline."),
            rejecting=_("It stays unchanged and may be recalled."),
        )

    def accept(self, context: DecisionContext[SensitivePayload]) -> None:
        """Make the memory unsearchable."""
        patch = MemoryPatch(searchable=False, reason=context.reason)
        update_memory(context.caller, context.payload.memory, patch, now=context.now)
