"""Text spans of a memory, and the entity chosen for one: existing, new, or none."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from core.caller import Caller
from core.errors import Conflict, InvalidInput, Problem
from core.journal import Change
from core.schemas import parsed
from entities.models import Entity, Verdict
from entities.schemas import NewEntity
from entities.selectors import entity_get
from memories.knowledge.entities.edit import insert_entity
from memories.models import Memory

MAX_SURFACE = 255
MAX_SPANS = 5


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A span of a memory's text: ``surface`` at the character offset ``start``."""

    memory: Memory
    start: int
    surface: str

    @classmethod
    def of(cls, memory: Memory, start: int, surface: str) -> "TextSpan":
        """Return the span; raise InvalidInput if ``surface`` is not in the text at ``start``."""
        text = memory.raw_text
        if not surface.strip():
            raise InvalidInput(gettext_lazy("this may not be empty"), field="surface", code="blank")
        if len(surface) > MAX_SURFACE:
            raise InvalidInput(
                format_lazy(gettext_lazy("at most {limit} characters"), limit=MAX_SURFACE),
                field="surface",
                code="string_too_long",
            )
        if surface not in text:
            raise InvalidInput(
                format_lazy(
                    gettext_lazy("“{surface}” is not in the text of this memory"), surface=surface
                ),
                field="surface",
                code="not_in_text",
            )
        if start < 0 or text[start : start + len(surface)] != surface:
            at = ", ".join(map(str, find_spans(text, surface)))
            raise InvalidInput(
                format_lazy(
                    gettext_lazy("“{surface}” is not at {start}; it is at: {at}"),
                    surface=surface,
                    start=start,
                    at=at,
                ),
                field="start",
                code="not_there",
            )
        return cls(memory, start, surface)

    @property
    def end(self) -> int:
        """The offset after the last character."""
        return self.start + len(self.surface)

    def crosses(self, start: int | None, surface: str) -> bool:
        """Return True if another span overlaps this one."""
        return start is not None and start < self.end and self.start < start + len(surface)


def find_spans(text: str, surface: str, most: int = MAX_SPANS) -> list[int]:
    """Return the first offsets of ``surface`` in the text, at most ``most``."""
    found: list[int] = []
    at = text.find(surface)
    while at >= 0 and len(found) < most:
        found.append(at)
        at = text.find(surface, at + 1)
    return found


def resolve_target_entity(
    caller: Caller,
    memory: Memory,
    change: Change,
    *,
    verdict: str,
    entity: UUID | None,
    name: str,
    type: str,
) -> Entity | None:
    """Return the chosen entity, created if it is new; None if the span refers to none.

    Raises:
        InvalidInput: ``verdict``, ``entity``, ``name`` or ``type`` is invalid.
        NotFound: there is no such entity.
        Conflict: the entity was merged, or the name of the new entity is taken.
    """
    name, type = name.strip(), type.strip()
    target = _target(verdict, entity, name)
    if target == Verdict.IS_NOT:
        return None
    if isinstance(target, UUID):
        return _existing_entity(caller, memory, target)
    if not type:
        raise InvalidInput(gettext_lazy("a new entity needs a type"), field="type", code="missing")
    item = parsed(NewEntity, {"name": name, "type": type})
    return insert_entity(item, memory.user_id, change)


def _target(verdict: str, entity: UUID | None, name: str) -> UUID | Verdict:
    """Return the id of the chosen entity, IS for a new entity, or IS_NOT for none."""
    if verdict not in Verdict.values:
        known = ", ".join(Verdict.values)
        raise InvalidInput(
            format_lazy(gettext_lazy("one of: {known}"), known=known),
            field="verdict",
            code="unknown_verdict",
        )
    given = [("entity", entity is not None), ("name", bool(name))]
    if verdict == Verdict.IS_NOT:
        problems = [
            Problem(
                field,
                "not_with_is_not",
                gettext_lazy("this is not allowed with the verdict is_not"),
            )
            for field, is_given in given
            if is_given
        ]
        if problems:
            raise InvalidInput(problems)
        return Verdict.IS_NOT
    if all(is_given for _, is_given in given):
        raise InvalidInput(
            gettext_lazy("give “entity” or “name”, not both"), field="name", code="both"
        )
    if not any(is_given for _, is_given in given):
        raise InvalidInput(
            gettext_lazy("say which entity it is, or the “name” and “type” of a new one"),
            field="entity",
            code="missing",
        )
    return entity or Verdict.IS


def _existing_entity(caller: Caller, memory: Memory, entity_id: UUID) -> Entity:
    entity = entity_get(caller, entity_id, field="entity")
    if entity.user_id != memory.user_id:
        raise InvalidInput(
            format_lazy(
                gettext_lazy("{name} is of the pack {pack}, and this memory of {memory_pack}"),
                name=entity.name,
                pack=entity.pack,
                memory_pack=memory.pack,
            ),
            field="entity",
            code="other_pack",
        )
    if entity.merged_into_id:
        raise Conflict(
            format_lazy(
                gettext_lazy("{name} was merged into {merged_into_id}; name that one"),
                name=entity.name,
                merged_into_id=entity.merged_into_id,
            ),
            field="entity",
            code="merged",
        )
    return entity
