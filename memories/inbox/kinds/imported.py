"""Handle rows of an imported archive that say something else than the row here."""

from typing import Annotated, Self
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from core.schemas import Name, Required
from entities.schemas import EntityPatch
from memories.inbox.preview import Effect, Preview, SubjectCache, SubjectIds
from memories.knowledge.entities.edit import update_entity
from memories.knowledge.states.edit import state_revise
from memories.models import ProposalKind
from memories.records.changes.update import update_memory
from memories.schemas import MemoryPatch
from memories.schemas.inputs import MAX_TEXT
from memories.schemas.states import StatePatch, Value

from .base import DecisionContext, Payload, ProposalHandler

# Characters of a text that are shown, and those of them before the first difference.
SHOWN, LEAD = 240, 40


class ImportedPayload(Payload):
    """One row, and what the imported file says of it."""

    memory: UUID | None = None
    entity: UUID | None = None
    state: UUID | None = None
    text: Annotated[Required, Field(max_length=MAX_TEXT)] | None = None
    name: Name | None = None
    value: Value | None = None
    body: Value | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        said = {
            "memory": self.text is not None,
            "entity": self.name is not None,
            "state": self.value is not None or self.body is not None,
        }
        named = [name for name in said if getattr(self, name) is not None]
        if len(named) != 1 or not said[named[0]]:
            raise PydanticCustomError(
                "one_row", gettext_noop("one row, and what the file says of it")
            )
        return self


class ImportedHandler(ProposalHandler[ImportedPayload]):
    """Accepting takes what the file says; rejecting keeps what is here."""

    kind = ProposalKind.IMPORTED
    payload = ImportedPayload

    def subject_ids(self, payload: ImportedPayload) -> SubjectIds:
        """Return the row."""
        return SubjectIds(
            memories=(payload.memory,) if payload.memory else (),
            entities=(payload.entity,) if payload.entity else (),
            states=(payload.state,) if payload.state else (),
        )

    def key(self, payload: ImportedPayload) -> str:
        """Return the row's id and what the file says of it: another file may say a third thing."""
        said = (payload.text, payload.name, payload.value, payload.body)
        row = payload.memory or payload.entity or payload.state
        return "|".join((str(row), *(text for text in said if text is not None)))

    def preview(self, payload: ImportedPayload, subjects: SubjectCache) -> Preview:
        """Ask which of both texts holds."""
        return Preview(
            question=_("An imported file says this differently. Take what the file says?"),
            accepting=_("What the file says takes its place; the history keeps what is here."),
            rejecting=_("It stays as it is here."),
            effects=tuple(
                Effect(label, *_around_difference(here, there))
                for label, here, there in differences(payload, subjects)
                if here != there
            ),
        )

    def accept(self, context: DecisionContext[ImportedPayload]) -> None:
        """Change the row to what the file says."""
        caller, payload, now = context.caller, context.payload, context.now
        if payload.memory:
            patch = MemoryPatch(text=payload.text, reason=context.reason)
            update_memory(caller, payload.memory, patch, now=now)
        elif payload.entity:
            entity = EntityPatch(name=payload.name, reason=context.reason)
            update_entity(caller, payload.entity, entity, now=now)
        elif payload.state:
            said = payload.model_dump(include={"value", "body"}, exclude_none=True)
            state_revise(caller, payload.state, StatePatch(**said, reason=context.reason), now=now)


def differences(payload: ImportedPayload, subjects: SubjectCache) -> list[tuple[str, str, str]]:
    """Return what is compared: its label, the text here, and that of the file."""
    if payload.memory:
        here = subjects.memories[payload.memory].raw_text
        return [(_("Text"), here, payload.text or "")]
    if payload.entity:
        return [(_("Name"), subjects.entities[payload.entity].name, payload.name or "")]
    assert payload.state is not None
    state = subjects.states[payload.state]
    return [
        (_("Value"), state.value, state.value if payload.value is None else payload.value),
        (_("Text"), state.body, state.body if payload.body is None else payload.body),
    ]


def _around_difference(here: str, there: str) -> tuple[str, str]:
    """Return both texts, cut to the place where they begin to differ."""
    pairs = enumerate(zip(here, there, strict=False))
    differ = next((at for at, (one, other) in pairs if one != other), min(len(here), len(there)))
    start = max(0, differ - LEAD)
    return _cut(here, start), _cut(there, start)


def _cut(text: str, start: int) -> str:
    end = start + SHOWN
    return f"{'…' if start else ''}{text[start:end]}{'…' if text[end:] else ''}"
