"""Handle memories with sensitive text: kept in clear, or masked with the original encrypted."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from pydantic import field_validator
from pydantic_core import PydanticCustomError

from core.caller import Caller, Role
from core.errors import Forbidden
from memories.inbox.preview import Choice, Preview, SubjectCache, SubjectIds
from memories.knowledge.originals import restore_original
from memories.models import ProposalKind
from memories.records.changes.update import update_memory
from memories.records.lookup import memory_get
from memories.records.privacy.forgetting import forget_memories
from memories.records.privacy.sealing import mask_for_good, original_texts
from memories.schemas import MemoryPatch
from memories.schemas.inputs import sensitive_label

from .base import DecisionContext, Payload, ProposalHandler

KEEP, MASK, FORGET = "keep", "mask", "forget"


class SensitivePayload(Payload):
    """The memory, and the findings in its text as ``[start, end, what]`` in characters.

    ``sealed``: they are masked, and the original is kept encrypted.
    """

    memory: UUID
    spans: list[tuple[int, int, str]] = []
    sealed: bool = False

    @field_validator("spans")
    @classmethod
    def _in_order(cls, spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        if any(not 0 <= start < end for start, end, _what in spans):
            raise PydanticCustomError(
                "order", gettext_noop("a span begins at 0 or later and ends after that")
            )
        return spans


class SensitiveHandler(ProposalHandler[SensitivePayload]):
    """Accepting hides the memory from recall, or does what was chosen; rejecting changes nothing."""

    kind = ProposalKind.SENSITIVE
    payload = SensitivePayload
    choices = (KEEP, MASK, FORGET)

    def check_choice(self, choice: str) -> str:
        """Return the choice; none is one too: of what is not masked, there is nothing to choose."""
        return super().check_choice(choice) if choice else ""

    def subject_ids(self, payload: SensitivePayload) -> SubjectIds:
        """Return the memory."""
        return SubjectIds(memories=(payload.memory,))

    def key(self, payload: SensitivePayload) -> str:
        """Return the memory's id."""
        return str(payload.memory)

    def preview(self, payload: SensitivePayload, subjects: SubjectCache) -> Preview:
        """Ask whether to hide the memory, or what shall become of the original."""
        kinds = dict.fromkeys(sensitive_label(what) for _start, _end, what in payload.spans)
        found = {"found": _(", ").join(kinds)}
        if payload.sealed:
            return _about_original(found)
        return Preview(
            question=_("Hide this from assistants? It contains: %(found)s") % found,
            accepting=_("Searches and assistants no longer find it; it stays in your timeline."),
            rejecting=_("It stays unchanged and may be recalled."),
        )

    def accept(self, context: DecisionContext[SensitivePayload]) -> None:
        """Make the memory unsearchable; of a masked one, do what was chosen, masking if nothing was."""
        uid, choice = context.payload.memory, context.choice
        if choice == FORGET:
            _forget_after(context.caller, [uid], context.reason)
        elif choice == KEEP:
            _keep(context.caller, uid, context.reason, context.now)
        elif choice == MASK or context.payload.sealed:
            mask_for_good(memory_get(context.caller, uid), now=context.now)
        else:
            patch = MemoryPatch(searchable=False, reason=context.reason)
            update_memory(context.caller, uid, patch, now=context.now)


def _about_original(found: dict[str, str]) -> Preview:
    return Preview(
        question=_("This was masked: %(found)s. What shall become of the original?") % found,
        accepting=_("The original is erased; the masks stay for good."),
        rejecting=_("It stays masked. The original is kept encrypted until it expires."),
        choices=(
            Choice(MASK, _("Mask it for good")),
            Choice(KEEP, _("Keep the original")),
            Choice(FORGET, _("Forget the memory")),
        ),
    )


def _keep(caller: Caller, uid: UUID, reason: str, now: datetime) -> None:
    if caller.role is not Role.OWNER:
        # Whoever may search would read it then.
        raise Forbidden(
            gettext_lazy("only the owner may bring the original back"), field="token", code="owner"
        )
    memory = memory_get(caller, uid)
    originals = original_texts(memory, now=now)
    restore_original(caller, uid, originals, reason=reason, now=now)


def _forget_after(caller: Caller, ids: Sequence[UUID], reason: str) -> None:
    """Forget when the decision is stored: what is forgotten takes its proposals along."""
    transaction.on_commit(partial(forget_memories, caller, ids, reason))
